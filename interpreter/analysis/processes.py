"""Numbered games spread over processes: the parts come in order, the same ones for any number of processes.

A process that is killed costs only time, since its part is played again by another. Processes never outlive the one
that began them, however that ends.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol, TypeVar

CHUNK = 50
"""Most games that a worker plays before it hands in its counts."""
MOST_DEATHS = 3
"""So many processes may die of one part before the simulation ends."""
AHEAD = 3
"""Parts per process that may be finished or begun before an earlier one is."""

Part = TypeVar("Part")
Part_co = TypeVar("Part_co", covariant=True)
Worker = Callable[[Sequence[int]], Part]
"""Plays the games of these numbers and gives what it counted."""


class Job(Protocol[Part_co]):
    """All that a worker needs to know, the same for every worker; it is sent to other processes."""

    @property
    def seed(self) -> int: ...

    def worker(self) -> Callable[[Sequence[int]], Part_co]:
        """Load what is to be played. Called once in each process."""
        ...


Progress = Callable[[int, int], None]
"""Called with (games finished, games wanted) as the counts come in."""


class WorkerDied(Exception):
    """Processes were killed again and again while they played the same games."""


class _Elsewhere(Exception):
    """The cause of an error in another process: its traceback as text."""


_Failure = tuple[Exception, str]
"""An error, and its traceback in the process where it arose."""
_Answer = tuple[Any, _Failure | None]


def parts(
    job: Job[Part], worker: Worker[Part], games: int, jobs: int | None, size: int | None = None
) -> Iterator[Part]:
    """What the workers count, in order of the games. worker: one made in this process, used where it is to be the only
    one. jobs: processes, by default one for each core. size: games of a part, where it must not depend on how many
    processes there are. WorkerDied: a part cannot be finished. Errors of the workers are raised where their part would
    come."""
    cores = jobs or os.cpu_count() or 1
    size = size or max(1, min(CHUNK, games // (8 * cores)))
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    count = min(cores, len(chunks))
    return map(worker, chunks) if count == 1 else _in_processes(job, chunks, count)


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """While this lasts Ctrl-C waits. Processes that begin meanwhile leave it to this one altogether."""
    if threading.current_thread() is not threading.main_thread():  # which is the one that Ctrl-C interrupts
        with _blocked():
            yield
        return
    came: list[int] = []
    # The mask of this thread alone does not do: the signal then goes to another thread, and interrupts this one all the
    # same.
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        with _blocked():
            yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
        if came:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def _blocked() -> Iterator[None]:
    """Ctrl-C is not for this thread, nor for the processes that it begins."""
    if not hasattr(signal, "pthread_sigmask"):  # no such thing on this system
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Process:
    """One process that plays parts. at: the number of the one it is at; None: it waits for one."""

    def __init__(self, job: Job[Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.at: int | None = None
        self.here, there = context.Pipe()
        self._process = context.Process(target=_serve, args=(job, there), daemon=True)
        if hasattr(signal, "pthread_sigmask"):
            # Starting with the first process, it would let Ctrl-C through to that one, which is still importing.
            resource_tracker.ensure_running()
        with ctrl_c_held_back():
            self._process.start()
        there.close()

    def begin(self, at: int, numbers: range) -> None:
        self.at = at
        try:
            self.here.send(numbers)
        except OSError:  # it is dead, as `answer` will find
            return

    def answer(self) -> _Answer | None:
        """The part, or the error it ended in. None: the process is dead."""
        try:
            found: _Answer = self.here.recv()
        except (EOFError, OSError):
            return None
        return found

    def how_it_ended(self) -> str:
        code = self._process.exitcode or 0
        return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"

    def end(self) -> None:
        self.here.close()
        self._process.kill()
        self._process.join()


def _in_processes(job: Job[Part], chunks: Sequence[range], count: int) -> Iterator[Part]:
    """The parts of the chunks in order; only a few chunks are under way at any time."""
    processes: list[_Process] = []
    todo, deaths = deque(range(len(chunks))), Counter[int]()
    done: dict[int, _Answer] = {}
    wanted = 0
    try:
        for _ in range(count):  # one by one: Ctrl-C between two of them ends the first
            processes.append(_Process(job))
        while wanted < len(chunks):
            for process in processes:
                if process.at is None and todo and todo[0] < wanted + AHEAD * count:
                    process.begin(todo[0], chunks[todo.popleft()])
            busy = {process.here: process for process in processes if process.at is not None}
            for ready in wait(list(busy)):
                process = busy[ready]  # type: ignore[index]
                at, found = process.at, process.answer()
                assert at is not None
                if found is not None:
                    done[at], process.at = found, None
                    continue
                deaths[at] += 1
                process.end()
                if deaths[at] < MOST_DEATHS:
                    todo.appendleft(at)
                else:
                    done[at] = None, (WorkerDied(_told(chunks[at], job.seed, process.how_it_ended())), "")
                processes[processes.index(process)] = _Process(job)
            while wanted in done:
                part, failure = done.pop(wanted)
                if failure is not None:
                    raise failure[0] from _Elsewhere(failure[1])
                yield part
                wanted += 1
    finally:
        for process in processes:
            process.end()


def _told(numbers: range, seed: int, how: str) -> str:
    why = "perhaps memory ran out (fewer --jobs need less), or somebody ended them"
    return (
        f"{MOST_DEATHS} processes died in the games {numbers[0]} to {numbers[-1]} of seed {seed}; the last {how}: "
        f"{why if 'killed' in how else 'what they printed says why'}"
    )


class Sum(Protocol):
    """Counts of games that parts are added to. games: how many they are of."""

    @property
    def games(self) -> int: ...

    def add(self, other: Any) -> None: ...


INTERRUPTED = "interrupted"
T = TypeVar("T", bound=Sum)


def collect(
    total: T,
    found: Iterator[T],
    games: int,
    progress: Progress | None,
    is_enough: Callable[[T], bool] | None = None,
) -> tuple[T, str]:
    """The sum of the parts, and what has cut it short: INTERRUPTED by Ctrl-C, or the death of processes in words; "":
    nothing. is_enough: asked after each part whether the others are needed."""
    try:
        for part in found:
            with ctrl_c_held_back():  # or half of a part might be added
                total.add(part)
            if progress is not None:
                progress(total.games, games)
            if is_enough is not None and is_enough(total):
                break
    except KeyboardInterrupt:
        return total, INTERRUPTED
    except WorkerDied as death:
        return total, str(death)
    return total, ""


# ---- in the other process


def _serve(job: Job[Any], there: Connection) -> None:
    """Play parts until nobody asks for more. Ctrl-C is for the process that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    worker: Worker[Any] | None = None
    while True:
        try:
            numbers = there.recv()
        except (EOFError, OSError):
            return
        try:
            worker = worker or job.worker()
            answer: _Answer = (worker(numbers), None)
        except Exception as error:  # it is raised in the process that asked
            answer = (None, _failure(error))
        try:
            there.send(answer)
        except OSError:
            return


def _end_with_parent() -> None:
    """End this process as soon as the one that began it has ended, even in the middle of a game."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _failure(error: Exception) -> _Failure:
    """An error as another process can raise it."""
    text = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # whatever a class of somebody's own needs for that
        return _Elsewhere(text), text
    return error, text

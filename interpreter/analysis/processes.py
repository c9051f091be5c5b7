"""Numbered games spread over processes: the parts come in order, the same ones for any number of processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, Protocol, TypeVar

from interpreter.analysis.numbered import SimulationError, game_seed

CHUNK = 50
"""Most games that a worker plays before it hands in its counts."""

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


def parts(job: Job[Part], worker: Worker[Part], games: int, jobs: int | None) -> Iterator[Part]:
    """What the workers count, in order of the games. worker: one made in this process, used where it is to be the only
    one. jobs: processes, by default one for each core. SimulationError: a game failed, or a process died."""
    cores = jobs or os.cpu_count() or 1
    size = max(1, min(CHUNK, games // (8 * cores)))
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    count = min(cores, len(chunks))
    return map(worker, chunks) if count == 1 else _in_processes(job, chunks, count)


_worker: Callable[[Sequence[int]], Any] | None = None


def _begin(job: Job[Any]) -> None:
    """Called once in each new process. Ctrl-C is the parent's to handle."""
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker = job.worker()


def _play(numbers: Sequence[int]) -> Any:
    assert _worker is not None
    return _worker(numbers)


def _in_processes(job: Job[Part], chunks: Sequence[range], count: int) -> Iterator[Part]:
    """The parts of the chunks in order; only a few chunks are under way at any time."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _begin, (job,))
    waiting: deque[tuple[range, Future[Any]]] = deque()
    todo = iter(chunks)
    try:
        for numbers in islice(todo, 3 * count):
            waiting.append((numbers, pool.submit(_play, numbers)))
        while waiting:
            numbers, future = waiting.popleft()
            yield _result(numbers, future, job.seed)
            for more in islice(todo, 1):
                waiting.append((more, pool.submit(_play, more)))
    finally:
        if waiting:  # stopped in the middle: what the processes are at is wanted no more
            for child in set(multiprocessing.active_children()) - before:
                child.terminate()
        # One call that waits: after one that does not, the pool's own thread is not waited for, and may find its pipe
        # closed when Python ends.
        pool.shutdown(wait=True, cancel_futures=True)


def _result(numbers: range, future: Future[Any], seed: int) -> Any:
    try:
        return future.result()
    except BrokenProcessPool as error:
        first, last = numbers[0], numbers[-1]
        which = f"one of the games {first} to {last} of seed {seed}, or one played meanwhile"
        reason = f"a process died in {which}"
        raise SimulationError(first, game_seed(seed, first), (), reason) from error

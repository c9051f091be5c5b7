"""Many games between bots over all cores, as one report: the same one for any number of jobs."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from interpreter.analysis.recorder import Played, Recorder
from interpreter.analysis.tally import Tally
from interpreter.pipeline import load
from interpreter.players import bot_named
from interpreter.runtime.rng import Rng

CHUNK = 50
"""Most games that a worker plays before it hands in its counts."""

Progress = Callable[[int, int], None]
"""Called with (games finished, games wanted) as the counts come in."""


class SimulationError(Exception):
    """A game stopped with a fault. number, seed: which one; log: (seat, or None for chance; key) up to the fault."""

    def __init__(self, number: int, seed: int, log: Sequence[tuple[int | None, str]], reason: str) -> None:
        super().__init__(number, seed, log, reason)
        self.number = number
        self.seed = seed
        self.log = log
        self.reason = reason

    def __str__(self) -> str:
        last = "; ".join(key for _, key in self.log[-5:])
        which = f"game {self.number} (seed {self.seed})"
        return f"{which} stopped after {len(self.log)} decisions: {self.reason}; last: {last}"


@dataclass(frozen=True)
class _Job:
    """All that a worker needs to know; the same for every worker."""

    game: str | Path
    players: int
    modules: tuple[str | Path, ...]
    options: tuple[tuple[str, object], ...]
    bots: tuple[str, ...]
    seed: int


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a simulation: far from those of its neighbours and of other simulations."""
    return Rng(Rng(seed).bits() ^ number * 0xD6E8FEB86659FD93).bits()


def seated(bots: Sequence[str], players: int, number: int) -> tuple[str, ...]:
    """The bots' names by seat in one game: the list is repeated around the table and moves on a seat each game."""
    table = [bots[p % len(bots)] for p in range(max(players, len(bots)))]
    return tuple(table[(p + number) % len(table)] for p in range(players))


def simulate(
    game: str | Path,
    players: int,
    games: int,
    seed: int = 0,
    bots: Sequence[str] = ("random",),
    modules: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Play `games` games and report scores, lengths, endings and choices as JSON-ready data (see docs/bots.md).

    bots: names for `bot_named`, repeated around the table; the seats move on each game. jobs: processes, by default one
    for each core. Ctrl-C ends the simulation; what is finished then is reported, with interrupted: true.
    RulesetError: the game cannot be loaded. ValueError: no such bot, or a number below 1. SimulationError: a game
    failed.
    """
    if games < 1 or not bots or (jobs is not None and jobs < 1):
        raise ValueError("at least one game, one bot and one job are needed")
    for name in bots:
        bot_named(name)
    job = _Job(game, players, tuple(modules), tuple((options or {}).items()), tuple(bots), seed)
    worker = _Worker(job)
    size = max(1, min(CHUNK, games // (8 * (jobs or os.cpu_count() or 1))))
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    count = min(jobs or os.cpu_count() or 1, len(chunks))
    started = time.perf_counter()
    parts = map(worker.play, chunks) if count == 1 else _in_processes(job, chunks, count)
    total, interrupted = _collect(parts, games, progress)
    return _report(worker, job, games, total, interrupted, time.perf_counter() - started)


def _collect(parts: Iterator[Tally], games: int, progress: Progress | None) -> tuple[Tally, bool]:
    total = Tally()
    try:
        for part in parts:
            total.add(part)
            if progress is not None:
                progress(total.games, games)
    except KeyboardInterrupt:
        return total, True
    return total, False


def _report(worker: _Worker, job: _Job, games: int, total: Tally, interrupted: bool, seconds: float) -> dict[str, Any]:
    model = worker.recorder.game.model
    phases = ["round", *(p.id for p in model.procedures.values() if p.is_phase and p.id not in ("round", "game"))]
    counts = total.report(worker.recorder.game.seats, phases)
    return {
        "game": worker.recorder.game.id,
        "players": job.players,
        "modules": list(worker.recorder.game.program.modules),
        "options": dict(worker.recorder.game.program.options),
        "seed": job.seed,
        "games": games,
        "interrupted": interrupted,
        "seconds": seconds,
        "games_per_second": total.games / seconds,
        "decisions_per_second": counts["decisions"] / seconds,
        **counts,
    }


# ---- one process


class _Worker:
    """Compiles the game once and plays chunks of a simulation."""

    def __init__(self, job: _Job) -> None:
        self.job = job
        game = load(job.game, job.players, modules=job.modules, options=dict(job.options))
        self.recorder = Recorder(game)

    def play(self, numbers: Sequence[int]) -> Tally:
        tally = Tally()
        for number in numbers:
            self._game(number, tally)
        return tally

    def _game(self, number: int, tally: Tally) -> None:
        names = seated(self.job.bots, self.job.players, number)
        played = Played()
        try:
            self._run(names, number, played)
        except Exception as error:  # whatever a ruleset or bot does wrong, the report must say in which game
            seed = game_seed(self.job.seed, number)
            raise SimulationError(number, seed, self._log(names, number), f"{type(error).__name__}: {error}") from error
        assert played.sheet is not None
        recorder = self.recorder
        tally.enter(played.sheet, played.decisions, recorder.chosen(played), dict(recorder.entered), names)

    def _run(self, names: Sequence[str], number: int, played: Played, with_log: bool = False) -> None:
        seed = game_seed(self.job.seed, number)
        chance = Rng(seed)
        bots = [bot_named(name, chance.bits()) for name in names]
        self.recorder.play(bots, seed, played, with_log)

    def _log(self, names: Sequence[str], number: int) -> list[tuple[int | None, str]]:
        """The log of a failed game, from playing it again: games keep no log while all goes well."""
        played = Played()
        try:
            self._run(names, number, played, with_log=True)
        except Exception as error:  # the same fault as before, already on its way to the caller
            played.log.append((None, f"({type(error).__name__})"))
        return played.log


# ---- many processes

_worker: _Worker | None = None


def _begin(job: _Job) -> None:
    """Called once in each new process. Ctrl-C is the parent's to handle."""
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker = _Worker(job)


def _play(numbers: Sequence[int]) -> Tally:
    assert _worker is not None
    return _worker.play(numbers)


def _in_processes(job: _Job, chunks: Sequence[range], count: int) -> Iterator[Tally]:
    """The tallies of the chunks in order; only a few chunks are under way at any time."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _begin, (job,))
    waiting: deque[tuple[range, Future[Tally]]] = deque()
    todo = iter(chunks)
    try:
        for numbers in islice(todo, 3 * count):
            waiting.append((numbers, pool.submit(_play, numbers)))
        while waiting:
            numbers, future = waiting.popleft()
            yield _result(numbers, future, job)
            for more in islice(todo, 1):
                waiting.append((more, pool.submit(_play, more)))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        if waiting:
            for child in set(multiprocessing.active_children()) - before:
                child.terminate()
        pool.shutdown(wait=True)


def _result(numbers: range, future: Future[Tally], job: _Job) -> Tally:
    try:
        return future.result()
    except BrokenProcessPool as error:
        first, last = numbers[0], numbers[-1]
        which = f"one of the games {first} to {last} of seed {job.seed}, or one played meanwhile"
        reason = f"a process died in {which}"
        raise SimulationError(first, game_seed(job.seed, first), (), reason) from error

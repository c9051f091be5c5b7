"""Many games between bots over all cores, as one report: the same one for any number of jobs."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from interpreter.analysis.export import Rows
from interpreter.analysis.numbered import SimulationError, game_seed, reason_of, seated
from interpreter.analysis.processes import Progress, collect, parts
from interpreter.analysis.recorder import NotingMachine, Played, Recorder
from interpreter.analysis.tally import Chosen, Tally
from interpreter.native import compiling
from interpreter.pipeline import load
from interpreter.players import Bot, bot_named, name_of
from interpreter.program import PAYMENT, Program
from interpreter.records import record
from interpreter.runtime.rng import Rng

__all__ = ["Progress", "SimulationError", "game_seed", "seated", "simulate"]


@record
class SimulationJob:
    """All that a worker needs to know; the same for every worker."""

    game: str | Path
    players: int
    modules: tuple[str | Path, ...]
    options: tuple[tuple[str, object], ...]
    bots: tuple[str, ...]
    seed: int
    engine: str = "auto"
    parquet: Path | None = None
    with_decisions: bool = False

    def worker(self) -> Callable[[Sequence[int]], Tally]:
        return SimulationWorker(self).play


def simulate(
    game: str | Path,
    players: int,
    games: int,
    seed: int = 0,
    bots: Sequence[str | type[Bot]] = ("random",),
    modules: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    engine: str = "auto",
    parquet: Path | None = None,
    with_decisions: bool = False,
) -> dict[str, Any]:
    """Play `games` games and report scores, lengths, endings and choices as JSON-ready data (see docs/bots.md).

    bots: names for `bot_named`, or classes of your own; repeated around the table, the seats move on each game. jobs:
    processes, by default one for each core. Ctrl-C ends the simulation, and so does a process that is killed again and
    again; what is finished then is reported, with interrupted: true and the reason as cut_short_by. engine: `auto`
    begins in Python and changes over to C when that is compiled, `python` and `native` play in one of them; the games
    are the same. parquet: a folder into which the games are written too, with_decisions: with each decision in its
    order, for which they are played in Python (see `export`; ImportError: pyarrow is not installed).
    RulesetError: the game cannot be loaded. ValueError: no such bot, or a number below 1. SimulationError: a game
    failed. NoNative: there is no native form.
    """
    job = job_for(game, players, games, seed, bots, modules, options, jobs, "python" if with_decisions else engine)
    job = replace(job, parquet=parquet, with_decisions=with_decisions)
    worker = SimulationWorker(job)
    started = time.perf_counter()
    with compiling([worker.recorder.game.program], engine, games):
        total, cut = collect(Tally(), parts(job, worker.play, games, jobs), games, progress)
    return report_of(worker, games, total, cut, time.perf_counter() - started)


def job_for(
    game: str | Path,
    players: int,
    games: int,
    seed: int,
    bots: Sequence[str | type[Bot]],
    modules: Sequence[str | Path],
    options: Mapping[str, object] | None,
    jobs: int | None,
    engine: str = "auto",
) -> SimulationJob:
    """What the workers of a simulation need to know; errors as for `simulate`."""
    if games < 1 or not bots or (jobs is not None and jobs < 1):
        raise ValueError("at least one game, one bot and one job are needed")
    names = tuple(bot if isinstance(bot, str) else name_of(bot) for bot in bots)
    for name in names:
        bot_named(name)
    return SimulationJob(game, players, tuple(modules), tuple((options or {}).items()), names, seed, engine)


def report_of(worker: SimulationWorker, games: int, total: Tally, cut: str, seconds: float) -> dict[str, Any]:
    """The counts as JSON-ready data, with what was played. cut: what has cut the games short, as `collect` gives it."""
    job = worker.job
    model = worker.recorder.game.model
    phases = ["round", *(p.id for p in model.procedures.values() if p.is_phase and p.id not in ("round", "game"))]
    counts = total.report(worker.recorder.game.seats, phases)
    counts["never"] = never(worker.recorder.game.program, counts["choices"])
    return {
        "game": worker.recorder.game.id,
        "players": job.players,
        "modules": list(worker.recorder.game.program.modules),
        "options": dict(worker.recorder.game.program.options),
        "seed": job.seed,
        "games": games,
        "interrupted": bool(cut),
        "cut_short_by": cut or None,
        "seconds": seconds,
        "games_per_second": total.games / seconds,
        "decisions_per_second": counts["decisions"] / seconds,
        **counts,
    }


def never(program: Program, choices: Mapping[str, Any]) -> dict[str, list[str]]:
    """What was never taken: under "" the labels of options, under a class of pieces its kinds, of those classes of
    which some kind was chosen."""
    labels = [alt.label for info in program.decisions.values() if info.prompt != PAYMENT for alt in info.alts]
    labels += [alt.label for alt in program.free]
    found = {"": sorted({label for label in labels if label} - {*choices})}
    things = {thing for line in choices.values() for thing in line["things"]}
    layout = program.layout
    in_play = {layout.kinds[kind] for kind in layout.pieces}
    for cls, kinds in layout.class_kinds.items():
        names = [layout.kinds[kind][1] for kind in kinds if layout.kinds[kind] in in_play]
        if not things.isdisjoint(names):
            found[cls] = [name for name in names if name not in things]
    return {of: names for of, names in found.items() if names}


# ---- one process


class SimulationWorker:
    """Compiles the game once and plays chunks of a simulation."""

    def __init__(self, job: SimulationJob, machine: type[NotingMachine] = NotingMachine) -> None:
        """machine: what plays the games."""
        self.job = job
        engine = job.engine if machine is NotingMachine else "python"
        game = load(job.game, job.players, modules=job.modules, options=dict(job.options))
        self.recorder = Recorder(game, machine(game.program, compiled=game.machine.compiled), engine)
        self.rows = Rows(self.recorder) if job.parquet is not None else None

    def play(self, numbers: Sequence[int]) -> Tally:
        tally = Tally()
        for number in numbers:
            self.game(number, tally)
        tally.enter_entries(self.recorder.added_up())
        if self.rows is not None and self.job.parquet is not None:
            self.rows.write(self.job.parquet, numbers[0])
        return tally

    def game(self, number: int, tally: Tally) -> Played:
        """Play one game and enter it; of one in C what was taken is entered with the others. SimulationError: it
        failed."""
        names = seated(self.job.bots, self.job.players, number)
        played = Played()
        try:
            self._run(names, number, played, self.job.with_decisions)
        except Exception as error:  # whatever a ruleset or bot does wrong, the report must say in which game
            seed = game_seed(self.job.seed, number)
            raise SimulationError(number, seed, self._log(names, number), *reason_of(error)) from error
        assert played.sheet is not None
        recorder = self.recorder
        if self.rows is not None:
            self.rows.enter(number, game_seed(self.job.seed, number), names, played)
        taken: tuple[Chosen, Chosen] = ({}, {}) if recorder.adds_up(played) else recorder.taken(played)
        tally.enter(played.sheet, played.decisions, *taken, recorder.entered, names, lambda: played.course)
        return played

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

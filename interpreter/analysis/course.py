"""What a report of a simulation draws: the simulation's counts, all its distributions, how the lead went, and each
thing's use."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import Any

from interpreter.analysis.processes import collect, parts
from interpreter.analysis.recorder import NotingMachine
from interpreter.analysis.simulate import Progress, SimulationJob, SimulationWorker, job_for, report_of
from interpreter.analysis.stats import SHARE
from interpreter.analysis.tally import Tally, is_thing
from interpreter.records import mutable, record
from interpreter.runtime import scoring
from interpreter.runtime.machine import GameFault, Option, State

EVERY = 3
"""Decisions from one look at the scores to the next."""

STEPS = 20
"""Parts of a game over which the lead is drawn."""


@mutable
class ScoringMachine(NotingMachine):
    """Notes what each player would score, every few decisions. looks: (decisions taken, totals) of the game at hand."""

    looks: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    taken: int = 0

    def start(self) -> State:
        self.looks.clear()
        self.taken = 0
        return super().start()

    def apply(self, s: State, option: Option) -> Any:
        self.taken += 1
        if self.taken % EVERY == 0:
            with suppress(GameFault):  # a score that is not known before the end
                self.looks.append((self.taken, scoring.sheet(self, s).totals))
        return super().apply(s, option)


@mutable
class CourseTally(Tally):
    """Counts of a simulation, and what is drawn of it besides.

    leads: part of the game → looks at the scores then; lead: sum of the leader's points over the second; led: looks at
    which one player was ahead; kept: those in which that player went on to win, in parts of 1/SHARE. things, choosers
    of them and their wins: over all actions, by seat and game.
    """

    leads: Counter[int] = field(default_factory=Counter)
    lead: Counter[int] = field(default_factory=Counter)
    led: Counter[int] = field(default_factory=Counter)
    kept: Counter[int] = field(default_factory=Counter)
    things: Counter[str] = field(default_factory=Counter)
    thing_choosers: Counter[str] = field(default_factory=Counter)
    thing_wins: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        super().add(other)
        assert isinstance(other, CourseTally)
        for name in ("leads", "lead", "led", "kept", "things", "thing_choosers", "thing_wins"):
            getattr(self, name).update(getattr(other, name))

    def enter_course(self, looks: Sequence[tuple[int, tuple[int, ...]]], taken: int, winners: Sequence[int]) -> None:
        """How the lead went in one game of `taken` decisions."""
        for at, totals in looks:
            step = min(STEPS - 1, at * STEPS // max(1, taken))
            best, *others = sorted(totals, reverse=True)
            self.leads[step] += 1
            self.lead[step] += best - others[0] if others else 0
            if totals.count(best) == 1:
                self.led[step] += 1
                self.kept[step] += SHARE // len(winners) if totals.index(best) in winners else 0

    def enter_things(self, used: Mapping[tuple[int, str], int], winners: Sequence[int]) -> None:
        """(seat, thing) → times chosen in one game, over all actions."""
        for (seat, thing), times in used.items():
            self.things[thing] += times
            self.thing_choosers[thing] += 1
            self.thing_wins[thing] += SHARE // len(winners) if seat in winners else 0


@record
class CourseJob(SimulationJob):
    """What the workers of a report need to know."""

    def worker(self) -> Callable[[Sequence[int]], CourseTally]:
        return CourseWorker(self).play


class CourseWorker(SimulationWorker):
    """Plays the games of a simulation and looks at the scores on the way."""

    def __init__(self, job: SimulationJob) -> None:
        super().__init__(job, ScoringMachine)

    def play(self, numbers: Sequence[int]) -> CourseTally:
        tally = CourseTally()
        seats = {str(seat) for seat in self.recorder.game.seats}
        machine = self.recorder.machine
        assert isinstance(machine, ScoringMachine)
        for number in numbers:
            played = self.game(number, tally)
            assert played.sheet is not None
            tally.enter_course(machine.looks, machine.taken, played.sheet.winners)
            used: Counter[tuple[int, str]] = Counter()
            for (seat, (_, thing)), times in self.recorder.taken(played)[0].items():
                if is_thing(thing) and thing not in seats:
                    used[seat, thing] += times
            tally.enter_things(used, played.sheet.winners)
        return tally


def course(
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
    """Play a simulation and give the report of `simulate` with what is drawn of it, as JSON-ready data.

    scores and bots have `counts` (score → games), lengths and phases as well; `lead` has one entry a part of the game;
    `things` the use and the wins of each thing chosen, over all actions. Arguments and errors as for `simulate`.
    """
    plain = job_for(game, players, games, seed, bots, modules, options, jobs)
    job = CourseJob(plain.game, plain.players, plain.modules, plain.options, plain.bots, plain.seed)
    worker = CourseWorker(job)
    started = time.perf_counter()
    total, cut = collect(CourseTally(), parts(job, worker.play, games, jobs), games, progress)
    report = report_of(worker, games, total, cut, time.perf_counter() - started)
    for i, line in enumerate(report["scores"].values()):
        line["counts"] = _counts(total.scores.get(i, Counter()))
    for name, line in report["bots"].items():
        line["counts"] = _counts(total.bot_scores[name])
    report["length"]["counts"] = _counts(total.lengths)
    if report["rounds"]:
        report["rounds"]["counts"] = _counts(total.phases[report["rounds"]["phase"]])
    return report | {"lead": _lead(total), "things": _things(total)}


def _counts(histogram: Counter[int]) -> dict[str, int]:
    return {str(value): histogram[value] for value in sorted(histogram)}


def _lead(total: CourseTally) -> list[dict[str, Any]]:
    return [
        {
            "from": step / STEPS, "to": (step + 1) / STEPS, "looks": total.leads[step],
            "lead": total.lead[step] / total.leads[step], "led": total.led[step],
            **total.win_rate(total.kept[step], total.led[step]),
        }
        for step in range(STEPS) if total.leads[step]
    ]  # fmt: skip


def _things(total: CourseTally) -> dict[str, Any]:
    """Each thing that was chosen; the wins are those of the seats that chose it in a game."""
    return {
        name: {
            "times": total.things[name], "per_game": total.things[name] / total.games,
            "seats": total.thing_choosers[name], **total.win_rate(total.thing_wins[name], total.thing_choosers[name]),
        }
        for name in sorted(total.things)
    }  # fmt: skip

"""Two sets of rules side by side: paired games with equal seeds, seats and bots; which differences are significant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from interpreter.analysis.numbered import SimulationError, game_seed, reason_of, seated
from interpreter.analysis.paired import LEVEL, Judged, Pairs, can_tell, judge
from interpreter.analysis.processes import Progress, collect, parts
from interpreter.analysis.recorder import Played, Recorder
from interpreter.analysis.sequential import judge_difference
from interpreter.analysis.stats import SHARE
from interpreter.analysis.tally import Courses, is_thing
from interpreter.game import Game
from interpreter.native import compiling
from interpreter.pipeline import load
from interpreter.players import bot_named
from interpreter.program import PAYMENT
from interpreter.records import mutable, record
from interpreter.runtime.rng import Rng

Measure = tuple[str, str]
"""(group, name): score, category, length, seat, points of a seat, ending, action, thing."""

GROUPS = ("score", "category", "length", "seat", "points", "ending", "action", "thing")

ASKED = ("score", "seat", "points")
"""Groups whose measures decide when a comparison ends by itself; half of what it may err is theirs."""
FIRST_LOOK = 100
"""Pairs after which it is looked for the first time whether all is clear; what differs too seldom in them to tell is no
part of such a comparison."""
EACH_LOOK = 25
"""Pairs from one look to the next."""

FEWEST = 30
"""Pairs below which no comparison is made: the tests need that many."""


@record
class Side:
    """One set of rules."""

    game: str | Path
    modules: tuple[str | Path, ...] = ()
    options: tuple[tuple[str, object], ...] = ()


@mutable
class PairTally:
    """Sums over pairs, by measure; a measure that a pair does not have is 0 on both sides of it."""

    games: int = 0
    courses: Courses = field(default_factory=Courses)
    measures: dict[Measure, Pairs] = field(default_factory=dict)

    def enter(self, a: Mapping[Measure, int], b: Mapping[Measure, int]) -> None:
        self.games += 1
        for key in {**a, **b}:
            self.measures.setdefault(key, Pairs()).enter(a.get(key, 0), b.get(key, 0))

    def add(self, other: PairTally) -> None:
        self.games += other.games
        self.courses.add(other.courses)
        for key, pairs in other.measures.items():
            self.measures.setdefault(key, Pairs()).add(pairs)

    def whole(self, key: Measure) -> Pairs:
        """A measure over all pairs, also those in which it was 0 on both sides."""
        found = self.measures[key]
        return Pairs(self.games, found.a, found.b, found.squares, found.apart)


@record
class CompareJob:
    """What the workers of a comparison need to know."""

    a: Side
    b: Side
    players: int
    bots: tuple[str, ...]
    seed: int
    engine: str = "auto"

    def worker(self) -> Callable[[Sequence[int]], PairTally]:
        return Comparer(self).play


class Comparer:
    """Both rulesets loaded, for playing pairs of games."""

    def __init__(self, job: CompareJob) -> None:
        self.job = job
        self.sides = tuple(
            Recorder(load(side.game, job.players, modules=side.modules, options=dict(side.options)), engine=job.engine)
            for side in (job.a, job.b)
        )
        self.unused = [{str(seat) for seat in r.game.seats} for r in self.sides]
        self._known = [_known(r.game) for r in self.sides]

    def only(self, key: Measure) -> str | None:
        """The side, `a` or `b`, that alone has what a measure counts: a piece, an action or a line of the score sheet
        that the other ruleset does not know; None for what both have. Such a measure says nothing about the rules."""
        group, name = key
        if group == "score" or key == ("length", "decisions"):
            return None
        name = name.removeprefix("skip ").removeprefix("done ").removeprefix("in ").partition(" ")[0]
        known = [name in side for side in self._known]
        return None if known[0] == known[1] else "ab"[known[1]]

    def play(self, numbers: Sequence[int], seed: int | None = None) -> PairTally:
        """Pairs of games with these numbers. seed: another than the job's."""
        tally = PairTally()
        for number in numbers:
            own = self.job.seed if seed is None else seed
            (a, on_a), (b, on_b) = (self._game(i, number, own) for i in (0, 1))
            tally.enter(a, b)
            names = seated(self.job.bots, self.job.players, number)
            tally.courses.enter(names, lambda on_a=on_a, on_b=on_b: (on_a.course, on_b.course))  # type: ignore[misc]
        return tally

    def _game(self, side: int, number: int, seed: int) -> tuple[dict[Measure, int], Played]:
        """The measures of one game, and the game."""
        own, recorder = game_seed(seed, number), self.sides[side]
        names = seated(self.job.bots, self.job.players, number)
        chance, played = Rng(own), Played()
        try:
            recorder.play([bot_named(name, chance.bits()) for name in names], own, played)
        except Exception as error:  # whatever a ruleset or bot does wrong, the report must say in which game
            reason, fault, culprit = reason_of(error)
            raise SimulationError(number, own, (), f"{'AB'[side]}: {reason}", fault, culprit) from error
        return self._measures(recorder, played, self.unused[side]), played

    def _measures(self, recorder: Recorder, played: Played, seats: set[str]) -> dict[Measure, int]:
        """The measures of one game, all whole numbers; see `_scale`."""
        sheet, players = played.sheet, self.job.players
        assert sheet is not None
        totals = sorted(sheet.totals)
        out: dict[Measure, int] = {
            ("score", "mean"): sum(totals),
            ("score", "best"): totals[-1],
            ("score", "lead"): totals[-1] - totals[-2] if players > 1 else 0,
            ("length", "decisions"): played.decisions,
            ("ending", sheet.ending): 1,
        }
        for name, row in sheet.categories.items():
            out["category", name] = sum(row)
        for phase, times in recorder.entered.items():
            out["length", phase] = times
        for seat in range(players):
            share = SHARE // len(sheet.winners) if seat in sheet.winners else 0
            out["seat", recorder.game.seats[seat]] = share
            out["points", recorder.game.seats[seat]] = sheet.totals[seat]
        used: Counter[Measure] = Counter()
        for (_, (action, thing)), times in recorder.taken(played)[0].items():
            if action == PAYMENT:  # counted only where there were several ways
                continue
            if not thing:
                used["action", action] += times
            elif is_thing(thing) and thing not in seats:
                used["thing", thing] += times
        return out | used


def compare(
    a: Side,
    b: Side,
    players: int,
    games: int,
    seed: int = 0,
    bots: Sequence[str] = ("random",),
    jobs: int | None = None,
    progress: Progress | None = None,
    engine: str = "auto",
    until: Until | None = None,
) -> dict[str, Any]:
    """Play `games` pairs of games, one under each set of rules, with the same seed, seats and bots, and report which
    measures differ, as JSON-ready data (see docs/workbench.md). engine: as for `simulate`. until: end as soon as scores
    and wins are so sure; `games` is then the most.

    RulesetError: a game cannot be loaded. ValueError: no such bot, or fewer than FEWEST pairs. SimulationError: a game
    failed. NoNative: there is no native form.
    """
    if games < FEWEST or not bots or (jobs is not None and jobs < 1):
        raise ValueError(f"a comparison needs at least {FEWEST} pairs of games, one bot and one job")
    for name in bots:
        bot_named(name)
    job = CompareJob(a, b, players, tuple(bots), seed, engine)
    comparer = Comparer(job)
    with compiling([r.game.program for r in comparer.sides], engine, games):
        looks = Looks(until, players, comparer.only) if until is not None else None
        found = parts(job, comparer.play, games, jobs, EACH_LOOK if looks else None)
        total, cut = collect(PairTally(), found, games, progress, looks)
    settings = {
        "players": players, "bots": list(bots), "seed": seed, "games": games, "interrupted": bool(cut),
        "cut_short_by": cut or None,
    }  # fmt: skip
    sides = {name: _side(side, r) for name, side, r in zip("ab", (a, b), comparer.sides, strict=True)}
    return {
        **sides,
        **settings,
        "pairs": total.games,
        "different": total.courses.different(total.games),
        "level": LEVEL,
        "until": {"points": until.points, "wins": until.wins, "sure": looks(total)} if until and looks else None,
        "measures": looks.findings(total) if looks else findings(total, players, comparer.only),
    }


@record
class Until:
    """What is to be sure: scores and points of a seat differ, or by no more than `points`; the wins of a seat differ,
    or by no more than this part of the games."""

    points: float = 1.0
    wins: float = 0.05


class Looks:
    """Looks at a comparison again and again, and says when it may end. The measures, and the size of differences for
    which it is made, are settled at the first look, from how much pairs differ and not in which direction; so looking
    is free (see `sequential`)."""

    def __init__(self, until: Until, players: int, only: Callable[[Measure], str | None]) -> None:
        self.until, self.players, self.only = until, players, only
        self.scales: dict[Measure, float] = {}
        self._begun = False

    def __call__(self, total: PairTally) -> bool:
        """Whether all that is asked is clear."""
        if total.games < FIRST_LOOK:
            return False
        judged = self._judged(total, ASKED)
        return all(
            j.found or max(-j.low, j.high) <= (self.until.wins if key[0] == "seat" else self.until.points)
            * _scale(key, self.players)
            for key, j in judged.items()
        )  # fmt: skip

    def _judged(self, total: PairTally, groups: Sequence[str] = GROUPS) -> dict[Measure, Judged]:
        if not self._begun:
            self._begun = True
            alike = total.courses.different(total.games) < total.games
            whole = {key: total.whole(key) for key in total.measures if not alike and self.only(key) is None}
            self.scales = {key: float(pairs.squares) for key, pairs in whole.items() if can_tell(pairs)}
        asked = sum(key[0] in ASKED for key in self.scales)
        rest = len(self.scales) - asked
        return {
            key: judge_difference(total.whole(key), scale, LEVEL / 2 / (asked if key[0] in ASKED else rest))
            for key, scale in self.scales.items()
            if key[0] in groups
        }

    def findings(self, total: PairTally) -> list[dict[str, Any]]:
        """As `findings`, at the moment that has come."""
        return _lines(total, self._judged(total), self.players, self.only)


def _known(game: Game) -> frozenset[str]:
    """Every name that a measure of a game can have: ids of its things, labels of its options."""
    model, program = game.model, game.program
    names = {*model.resources, *model.procedures, *model.scoring, *model.endings, *model.rules, *model.free}
    names |= {kind for cls in model.classes for kind in (cls.id, *cls.kinds)} | {action.id for action in model.offered}
    names |= {*model.zones, *model.boards, *model.tracks, *model.menus, *map(str, game.seats)}
    for decision in program.decisions.values():
        names |= {decision.menu, decision.prompt, decision.skip or "", *(alt.label for alt in decision.alts)}
    return frozenset(names)


def _side(side: Side, recorder: Recorder) -> dict[str, Any]:
    program = recorder.game.program
    named = {"game": recorder.game.id, "ruleset": str(side.game)}
    return {**named, "modules": list(program.modules), "options": dict(program.options)}


def findings(
    tally: PairTally, players: int, only: Callable[[Measure], str | None] = lambda key: None
) -> list[dict[str, Any]]:
    """Every measure with both means, the difference, its interval and whether it is found; those found first, then by
    group. Those that are the same on both sides in all pairs, or differ too rarely to tell, and those of what only one
    side has, are no part of the correction and have no interval. Nor has anything where the pairs are copies of one
    another. only: which side alone has what a measure counts."""
    whole = {key: tally.whole(key) for key in tally.measures}
    copies = tally.courses.different(tally.games) < tally.games
    told = [key for key, pairs in whole.items() if not copies and only(key) is None and can_tell(pairs)]
    return _lines(tally, dict(zip(told, judge([whole[key] for key in told]), strict=True)), players, only)


def _lines(
    tally: PairTally, judged: Mapping[Measure, Judged], players: int, only: Callable[[Measure], str | None]
) -> list[dict[str, Any]]:
    whole = {key: tally.whole(key) for key in tally.measures}
    lines = [
        {**_line(key, whole[key], judged.get(key), _scale(key, players)), "only": only(key)} for key in sorted(whole)
    ]
    return sorted(lines, key=lambda line: (not line["found"], GROUPS.index(line["group"]), _strength(line)))


def _scale(key: Measure, players: int) -> int:
    """What a measure was multiplied with to be whole: scores are means over the players, wins shares of one."""
    group, name = key
    if group == "seat":
        return SHARE
    return players if group == "category" or key == ("score", "mean") else 1


def _strength(line: dict[str, Any]) -> float:
    return float(line["p"]) if line["p"] is not None else 2.0


def _line(key: Measure, pairs: Pairs, judged: Judged | None, scale: int) -> dict[str, Any]:
    n = max(1, pairs.n)
    line: dict[str, Any] = {
        "group": key[0], "name": key[1], "a": pairs.a / n / scale, "b": pairs.b / n / scale,
        "difference": pairs.difference / scale, "pairs_apart": pairs.apart,
        "found": judged is not None and judged.found, "p": None, "interval": None, "visible": None,
    }  # fmt: skip
    if judged is not None:
        interval = [judged.low / scale, judged.high / scale]
        line |= {"p": judged.p, "interval": interval, "visible": judged.visible / scale}
    return line

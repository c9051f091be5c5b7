"""Duels: one player of one kind against a table of others, on deals that are played once with it in each seat.

A deal is one unit: luck of the seats and of the deal falls on both kinds alike. Several duels are played together, so
that a worker compiles a game once for all of them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from typing import Any

from interpreter.analysis import sequential
from interpreter.analysis.numbered import SimulationError, game_seed, reason_of
from interpreter.analysis.processes import INTERRUPTED, Progress, collect, parts
from interpreter.analysis.recorder import Played, Recorder
from interpreter.analysis.stats import SHARE, wilson
from interpreter.analysis.tally import Courses, share_of
from interpreter.native import compiling
from interpreter.pipeline import load
from interpreter.players import Bot, GreedyBot, bot_named
from interpreter.players.barred import Bar, bars
from interpreter.records import mutable, record
from interpreter.runtime.rng import Rng
from interpreter.runtime.scoring import ScoreSheet

FIRST_LOOK = 40
"""Deals after which it is looked for the first time whether a duel is decided."""
GROWTH = 1.5
"""How many times as many deals there are at each further look."""


@record
class Duel:
    """hero: the bot that sits in each seat in turn; others: the bot in all other seats. weights, others_weights: of
    their hints in percent. barred: what the hero does not choose, by its id. Only greedy bots take these."""

    hero: str
    others: str
    weights: tuple[int, ...] = ()
    others_weights: tuple[int, ...] = ()
    barred: str = ""


@mutable
class DuelTally:
    """One duel. games: deals, of one game a seat each. wins: how often the hero won so much of the games of a deal, in
    parts of 1/SHARE of a game; what all lose counts as drawn by all. margins, squares: sums over deals of the hero's
    points less the others' mean, times their number, and of its square; apart: deals in which it was not 0. points,
    others: sums over games. leads: of the first over the second → games. places: (others ahead of the hero, others
    level with it) of each game."""

    games: int = 0
    courses: Courses = field(default_factory=Courses)
    wins: Counter[int] = field(default_factory=Counter)
    margins: int = 0
    squares: int = 0
    apart: int = 0
    leads: Counter[int] = field(default_factory=Counter)
    points: int = 0
    others: int = 0
    places: list[tuple[int, int]] = field(default_factory=list)

    def add(self, other: DuelTally) -> None:
        self.games += other.games
        self.courses.add(other.courses)
        self.wins.update(other.wins)
        self.margins += other.margins
        self.squares += other.squares
        self.apart += other.apart
        self.leads.update(other.leads)
        self.points += other.points
        self.others += other.others
        self.places += other.places

    def enter(self, sheets: Sequence[ScoreSheet]) -> None:
        """The games of one deal; the hero sat in the seat of a game's number."""
        share = margin = 0
        for seat, sheet in enumerate(sheets):
            own, rest = sheet.totals[seat], sum(sheet.totals) - sheet.totals[seat]
            share += (
                SHARE // len(sheet.totals) if not sheet.winners else share_of(sheet) if seat in sheet.winners else 0
            )
            margin += own * (len(sheet.totals) - 1) - rest
            self.points += own
            self.others += rest
            best = sorted(sheet.totals)
            self.leads[best[-1] - best[-2] if len(best) > 1 else 0] += 1
            order = [(p in sheet.winners, total if sheet.winners else 0) for p, total in enumerate(sheet.totals)]
            self.places.append((sum(x > order[seat] for x in order), order.count(order[seat]) - 1))
        self.games += 1
        self.wins[share] += 1
        self.margins += margin
        self.squares += margin * margin
        self.apart += margin != 0


@mutable
class DuelsTally:
    """All duels that are played together, by their numbers. games: deals of all."""

    games: int = 0
    duels: dict[int, DuelTally] = field(default_factory=dict)

    def add(self, other: DuelsTally) -> None:
        self.games += other.games
        for number, tally in other.duels.items():
            self.duels.setdefault(number, DuelTally()).add(tally)


@record
class DuelsJob:
    """What the workers need to know. first: the number of the first deal. deals: the first and the one after the
    last that each duel plays, counted from there; asked: the numbers of the duels that are still played."""

    game: str | Path
    players: int
    modules: tuple[str | Path, ...]
    options: tuple[tuple[str, object], ...]
    duels: tuple[Duel, ...]
    seed: int
    engine: str
    first: int = 0
    deals: tuple[int, int] = (0, 0)
    asked: tuple[int, ...] = ()

    def worker(self) -> Callable[[Sequence[int]], DuelsTally]:
        return DuelsWorker(self).play


class DuelsWorker:
    """Compiles the game once and plays chunks of the deals."""

    def __init__(self, job: DuelsJob) -> None:
        self.job = job
        game = load(job.game, job.players, modules=job.modules, options=dict(job.options))
        self.recorder = Recorder(game, engine=job.engine)
        self._bars: dict[str, tuple[Bar, ...]] = {"": ()}

    def play(self, numbers: Sequence[int]) -> DuelsTally:
        """numbers: of deals, duel by duel."""
        return self.played(self.job, numbers)

    def played(self, job: DuelsJob, numbers: Sequence[int]) -> DuelsTally:
        tally, each = DuelsTally(), job.deals[1] - job.deals[0]
        for number in numbers:
            at = job.asked[number // each]
            deal = job.deals[0] + number % each
            tally.games += 1
            mine = tally.duels.setdefault(at, DuelTally())
            mine.enter([self._game(job.duels[at], job.first + deal, seat, mine) for seat in range(job.players)])
        return tally

    def _barred(self, thing: str) -> tuple[Bar, ...]:
        if thing not in self._bars:
            self._bars[thing] = bars(self.recorder.game.program, thing)
        return self._bars[thing]

    def _game(self, duel: Duel, deal: int, seat: int, tally: DuelTally) -> ScoreSheet:
        """One game of a deal, the hero in a seat; its course is entered."""
        seed, players, played = game_seed(self.job.seed, deal), self.job.players, Played()
        chance = Rng(seed)
        bots: list[Bot | None] = [None] * players
        for k in range(players):  # whoever sits so many seats after the hero has the same chance in all games of a deal
            bots[(seat + k) % players] = bot_named(duel.others if k else duel.hero, chance.bits())
        for p, bot in enumerate(bots):
            if isinstance(bot, GreedyBot):
                bot.weights = duel.weights if p == seat else duel.others_weights
                bot.barred = self._barred(duel.barred) if p == seat else ()
        try:
            self.recorder.play([bot for bot in bots if bot], seed, played)
        except Exception as error:  # whatever a ruleset or bot does wrong, the report must say in which game
            raise SimulationError(deal, seed, (), *reason_of(error)) from error
        assert played.sheet is not None
        tally.courses.enter((str(seat),), lambda: played.course)
        return played.sheet


def play_duels(
    job: DuelsJob,
    deals: int,
    decided: Callable[[DuelTally], bool] | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> tuple[list[DuelTally], str]:
    """Play `deals` deals of each duel, or until it is decided, and what has cut it short ("": nothing). It is looked
    after numbers of deals that are fixed beforehand, so the same seed ends at the same deal for any number of jobs.

    RulesetError: the game cannot be loaded. SimulationError: a game failed. NoNative: there is no native form.
    """
    worker, total, cut = DuelsWorker(job), DuelsTally(), ""
    wanted = deals * len(job.duels)
    done = [total.duels.setdefault(i, DuelTally()) for i in range(len(job.duels))]
    try:
        with compiling([worker.recorder.game.program], job.engine, wanted * job.players):
            for first, last in _looks(deals, decided is not None):
                asked = tuple(i for i, t in enumerate(done) if not (decided is not None and t.games and decided(t)))
                if not asked or cut:
                    break
                now = replace(job, deals=(first, last), asked=asked)
                left_out = sum(deals - t.games for i, t in enumerate(done) if i not in asked)
                found = parts(now, partial(worker.played, now), len(asked) * (last - first), jobs)
                total, cut = collect(total, found, wanted, _shifted(progress, wanted, left_out))
    except KeyboardInterrupt:  # while processes begin or end
        cut = INTERRUPTED
    return done, cut


def _shifted(progress: Progress | None, wanted: int, left_out: int) -> Progress | None:
    """Progress with deals that need not be played counted as done."""
    return None if progress is None else lambda done, _: progress(min(wanted, done + left_out), wanted)


def _looks(deals: int, several: bool) -> Iterator[tuple[int, int]]:
    """(first, one after the last) of the deals up to each look."""
    first, size = 0, FIRST_LOOK if several else deals
    while first < deals:
        last = min(deals, size)
        yield first, last
        first, size = last, math.ceil(size * GROWTH)


# ---- what a duel shows


def settled(level: float, margin: float, players: int) -> Callable[[DuelTally], bool]:
    """Whether a duel is decided: the hero's win rate is another than an equal share, or within `margin` of it."""

    def decided(tally: DuelTally) -> bool:
        low, high = sequential.rate(tally.wins, SHARE * players, level)
        fair = 1 / players
        return not low <= fair <= high or (low >= fair - margin and high <= fair + margin)

    return decided


def line(tally: DuelTally, players: int, level: float | None) -> dict[str, Any]:
    """A duel as JSON-ready data. level: chance that the interval is wrong, at whatever deal one looks; None: it was
    played for a number of deals fixed beforehand, and the interval is Wilson's for 95 %. Deals that are copies of one
    another have no interval."""
    games, fair = tally.games * players, 1 / players
    wins = sum(share * n for share, n in tally.wins.items()) / SHARE
    interval: list[float] | None = None
    if tally.courses.different(games) == games:
        found = wilson(wins, games) if level is None else sequential.rate(tally.wins, SHARE * players, level)
        interval = list(found)
    found_to = (
        None if interval is None or interval[0] <= fair <= interval[1] else "more" if interval[0] > fair else "less"
    )
    return {
        "deals": tally.games, "games": games, "wins": wins, "win_rate": wins / games if games else None, "fair": fair,
        "interval": interval, "found": found_to, "points": tally.points / games if games else None,
        "others": tally.others / games / (players - 1) if games and players > 1 else None,
        "margin": tally.margins / games / (players - 1) if games and players > 1 else None,
    }  # fmt: skip


__all__ = ["INTERRUPTED", "Duel", "DuelTally", "DuelsJob", "DuelsWorker", "line", "play_duels", "settled"]

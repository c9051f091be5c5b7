"""What is counted over many games. Tallies of parts of a simulation are added; all in them are whole numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import field
from typing import Any

from interpreter.analysis.stats import SHARE, summary, win_rate
from interpreter.records import mutable
from interpreter.runtime.scoring import ScoreSheet

Entry = tuple[int, tuple[str, str]]
"""A seat, and what it took: (action, thing chosen, "" for the action itself)."""

Chosen = Mapping[Entry, int]
"""How often in a game."""


def share_of(sheet: ScoreSheet) -> int:
    """What each winner of a game has won, in parts of SHARE."""
    return SHARE // len(sheet.winners) if sheet.winners else 0


def is_thing(name: str) -> bool:
    """Whether what was chosen is a thing with a name, and no number or list."""
    return bool(name) and name[0].isalpha() and "+" not in name and name not in ("none", "yes", "no", "supply")


@mutable
class Courses:
    """Whether games are copies of one another: without chance, bots that play alike play one game again and again, and
    a thousand copies of it prove no more than one. seen: seating → the courses met with it, two at most."""

    seen: dict[tuple[str, ...], set[Hashable]] = field(default_factory=dict)

    def enter(self, bots: tuple[str, ...], course: Callable[[], Hashable]) -> None:
        """course: asked for as long as it may tell anything."""
        found = self.seen.setdefault(bots, set())
        if len(found) < 2:
            found.add(course())

    def add(self, other: Courses) -> None:
        for bots, courses in other.seen.items():
            found = self.seen.setdefault(bots, set())
            found.update([*courses][: 2 - len(found)] if len(found | courses) > 2 else courses)

    def different(self, games: int) -> int:
        """How many of `games` games tell anything new: all, unless every seating gave the same game each time."""
        return len(self.seen) if all(len(courses) == 1 for courses in self.seen.values()) else games


@mutable
class Tally:
    """Counts over games. wins are in parts of 1/SHARE; by seat, by bot, and by what a seat chose in a game. times: how
    often each thing was taken; asked: how often of these there was something else to choose."""

    games: int = 0
    courses: Courses = field(default_factory=Courses)
    lengths: Counter[int] = field(default_factory=Counter)
    scores: dict[int, Counter[int]] = field(default_factory=dict)
    wins: Counter[int] = field(default_factory=Counter)
    bot_scores: dict[str, Counter[int]] = field(default_factory=dict)
    bot_wins: Counter[str] = field(default_factory=Counter)
    phases: dict[str, Counter[int]] = field(default_factory=dict)
    endings: Counter[str] = field(default_factory=Counter)
    times: Counter[tuple[str, str]] = field(default_factory=Counter)
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    choosers: Counter[tuple[str, str]] = field(default_factory=Counter)
    chooser_wins: Counter[tuple[str, str]] = field(default_factory=Counter)

    def enter(
        self,
        sheet: ScoreSheet,
        decisions: int,
        chosen: Chosen,
        asked: Chosen,
        phases: Mapping[str, int],
        bots: tuple[str, ...],
        course: Callable[[], Hashable],
    ) -> None:
        """Count one finished game. asked: those of the chosen where there was a choice. bots: the name of the bot at
        each seat. course: gives that of `Played`."""
        self.games += 1
        self.courses.enter(bots, course)
        self.lengths[decisions] += 1
        self.endings[sheet.ending] += 1
        share = share_of(sheet)
        for seat, (score, bot) in enumerate(zip(sheet.totals, bots, strict=True)):
            self.scores.setdefault(seat, Counter())[score] += 1
            self.bot_scores.setdefault(bot, Counter())[score] += 1
            self.wins[seat] += share if seat in sheet.winners else 0
            self.bot_wins[bot] += share if seat in sheet.winners else 0
        for phase, count in phases.items():
            self.phases.setdefault(phase, Counter())[count] += 1
        for (seat, taken), times in chosen.items():
            self.times[taken] += times
            self.choosers[taken] += 1
            if seat in sheet.winners:
                self.chooser_wins[taken] += share
        for (_, taken), times in asked.items():
            self.asked[taken] += times

    def enter_entries(self, found: Mapping[tuple[str, str], Sequence[int]]) -> None:
        """Count what was added up of many games: {times, asked, choosers, chooser_wins} of what was taken."""
        for taken, (times, asked, choosers, wins) in found.items():
            self.times[taken] += times
            self.asked[taken] += asked
            self.choosers[taken] += choosers
            self.chooser_wins[taken] += wins

    def add(self, other: Tally) -> None:
        """Count the games of another tally too."""
        self.games += other.games
        self.courses.add(other.courses)
        for name in ("lengths", "wins", "bot_wins", "endings", "times", "asked", "choosers", "chooser_wins"):
            getattr(self, name).update(getattr(other, name))
        for name in ("scores", "bot_scores", "phases"):
            mine = getattr(self, name)
            for key, counts in getattr(other, name).items():
                mine.setdefault(key, Counter()).update(counts)

    # ---- as plain data

    def report(self, seats: Sequence[str], round_phases: Sequence[str]) -> dict[str, Any]:
        """The counts as JSON-ready data; see `simulate`. round_phases: what may count as a round, likeliest first."""
        decisions = sum(length * n for length, n in self.lengths.items())
        return {
            "finished": self.games,
            "different": self.courses.different(self.games),
            "decisions": decisions,
            "scores": {name: self._line(self.scores.get(p, Counter()), self.wins[p]) for p, name in enumerate(seats)},
            "bots": {name: self._line(scores, self.bot_wins[name]) for name, scores in sorted(self.bot_scores.items())},
            "length": summary(self.lengths),
            "rounds": self._rounds(round_phases),
            "phases": {name: summary(counts) for name, counts in sorted(self.phases.items())},
            "endings": {name: {"games": n, "share": n / self.games} for name, n in sorted(self.endings.items())},
            "choices": self._choices(),
        }

    def _line(self, scores: Counter[int], parts: int) -> dict[str, Any]:
        seats = sum(scores.values())
        return {"seats": seats, **summary(scores), **self.win_rate(parts, seats)}

    def win_rate(self, parts: int, seats: int) -> dict[str, Any]:
        """Wins as of `stats.win_rate`, without an interval where the games are copies of one another."""
        found = win_rate(parts, seats)
        return found if self.courses.different(self.games) == self.games else found | {"interval": None}

    def _rounds(self, phases: Sequence[str]) -> dict[str, Any] | None:
        for phase in phases:
            if phase in self.phases and (phase == "round" or max(self.phases[phase]) > 1):
                return {"phase": phase, **summary(self.phases[phase])}
        return None

    def _choices(self) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for action, thing in sorted(self.times):
            line = self._choice(action, thing)
            if thing:
                out[action]["things"][thing] = line
            else:
                out[action] = {**line, "things": {}}
        return out

    def _choice(self, action: str, thing: str) -> dict[str, Any]:
        """times: how often it was taken; asked: of these, where there was a choice. seats: in how many of the games'
        seats; the wins are those of these seats."""
        key = (action, thing)
        seats = self.choosers[key]
        times = {"times": self.times[key], "asked": self.asked[key], "per_game": self.times[key] / self.games}
        return {**times, "seats": seats, **self.win_rate(self.chooser_wins[key], seats)}

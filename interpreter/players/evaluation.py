"""What a position is worth to each seat: the score sheet and the ruleset's hints, or plain counting without hints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from interpreter.program.layout import belongings
from interpreter.runtime import scoring
from interpreter.runtime.machine import Machine
from interpreter.runtime.primitives import FAILURES

COUNTER, PIECE = 0.1, 0.25
"""Points for a counter or a piece that a player has, in a ruleset without hints."""

ALL_LOSE = 1000.0
"""Points by which a finished game that a seat cannot win, whatever its points, is worse than one in which all are
even."""

WIN = 0.5
"""Share of the reward of a finished game that depends on winning; the rest depends on the margin between the scores."""


class Evaluator:
    """Values positions of one machine's game. How many points make a clear difference it learns while it is used."""

    def __init__(self, machine: Machine, weights: Sequence[int] = ()) -> None:
        """weights: of each hint in percent; none: all count as they are."""
        self.weights = weights
        self.players = machine.program.players
        self.machine = machine
        self._score = machine.names["SCORE"]
        self._hints = machine.names["HINT"]
        self._shared = machine.names["SHARED_HINT"]
        self._counters, self._places = belongings(machine.program.layout)
        self._distance = 8.0
        self._seen = 4.0

    def points(self, s: Sequence[Any]) -> list[float]:
        """The points of each seat now, plus what its resources promise. s: a position that is not over."""
        return [self.own(s, p) for p in range(self.players)]

    def own(self, s: Sequence[Any], p: int) -> float:
        """The same for one seat. GameFault: a formula reads a value that is not there."""
        try:
            points = float(sum([f(s, p) for f in self._score]))
            if self.weights:
                return (
                    points + float(sum([w * f(s, p) for w, f in zip(self.weights, self._hints, strict=True)])) / 10_000
                )
            if self._hints:
                return points + float(sum([f(s, p) for f in self._hints])) / 100
        except FAILURES as error:
            raise self.machine.fault_of(error) from error
        counters = float(sum([s[slot] for slot in self._counters[p]]))
        pieces = float(sum([len(s[slot]) for slot in self._places[p]]))
        return points + COUNTER * counters + PIECE * pieces

    def parts(self, s: Sequence[Any], p: int) -> dict[str, float]:
        """What makes up the points of one seat: lines of the score sheet and hints by their ids (those of one id
        together), shared hints too; without hints what lies with the player, as `counters` and `pieces`. The values of
        hints are left out where the game is over, as they are nothing then."""
        program = self.machine.program
        out = dict.fromkeys((*program.scores, *program.hints, *program.shared_hints), 0.0)
        try:
            for name, f in zip(program.scores, self._score, strict=True):
                out[name] += f(s, p)
            if not s[1]:
                hints = zip((*program.hints, *program.shared_hints), (*self._hints, *self._shared), strict=True)
                for name, f in hints:
                    out[name] += f(s, p) / 100
        except FAILURES as error:
            raise self.machine.fault_of(error) from error
        if not self._hints:
            counters, pieces = ((), ()) if s[1] else (self._counters[p], self._places[p])
            out["counters"] = COUNTER * sum(s[slot] for slot in counters)
            out["pieces"] = PIECE * sum(len(s[slot]) for slot in pieces)
        return out

    def shared(self, s: Sequence[Any], p: int) -> float:
        """What the shared hints say to one seat, in points: good or bad for all, so that it is no part of a lead."""
        try:
            return float(sum([f(s, p) for f in self._shared])) / 100 if self._shared else 0.0
        except FAILURES as error:
            raise self.machine.fault_of(error) from error

    def lead(self, s: Sequence[Any], seat: int) -> float:
        """How far the seat is ahead: its points over the mean of the best other and all others, and what is shared. A
        win adds to it; an end with which the seat loses whatever its points, nothing is worse."""
        if s[1]:
            sheet = scoring.sheet(self.machine, s)
            if seat not in sheet.eligible:
                return -ALL_LOSE
            won = 10.0 if seat in sheet.winners else 0.0
            return won + _ahead(list(map(float, sheet.totals)), seat)
        return _ahead(self.points(s), seat) + self.shared(s, seat)

    def rewards(self, s: Sequence[Any]) -> list[float]:
        """What a search is after: for each seat a number from 0 to 1, more the surer it is to win."""
        if not s[1]:
            shared = [self.shared(s, p) for p in range(self.players)]
            return self._squashed(self.points(s), shared)
        sheet = scoring.sheet(self.machine, s)
        if not sheet.winners:
            return [0.0] * self.players
        share = 1 / len(sheet.winners)
        near = self._squashed(list(map(float, sheet.totals)))
        return [
            WIN * (share if p in sheet.winners else 0.0) + (1 - WIN) * near[p] if p in sheet.eligible else 0.0
            for p in range(self.players)
        ]

    def _squashed(self, points: list[float], shared: Sequence[float] = ()) -> list[float]:
        leads = [_ahead(points, p) for p in range(self.players)]
        self._distance += sum(map(abs, leads)) / len(leads)
        self._seen += 1
        scale = max(0.5, self._distance / self._seen)
        leads = [lead + extra for lead, extra in zip(leads, shared, strict=True)] if shared else leads
        return [1 / (1 + math.exp(-max(-30.0, min(30.0, lead / scale)))) for lead in leads]


def _ahead(points: list[float], seat: int) -> float:
    others = points[:seat] + points[seat + 1 :]
    if not others:
        return points[seat]
    return points[seat] - (max(others) + sum(others) / len(others)) / 2

"""The score sheet: categories per seat, totals, tie-breaks, ranking. Knows no formula."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter.program import Program
from interpreter.records import record
from interpreter.runtime import primitives
from interpreter.runtime.faults import refill
from interpreter.runtime.machine import Machine
from interpreter.runtime.tracking import TrackedState, Unseen


@record
class ScoreSheet:
    """categories: id → points by seat. totals, tie_breaks: by seat. ranks: 1 for the best, equal ranks are shared.

    ending: how the game ended. winners: seats; empty where all lose. eligible: the seats among whom, with that ending,
    the best wins.
    """

    categories: dict[str, tuple[int, ...]]
    totals: tuple[int, ...]
    tie_breaks: dict[str, tuple[int, ...]]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    ending: str
    eligible: tuple[int, ...] = ()


def sheet(machine: Machine, s: Sequence[Any]) -> ScoreSheet:
    """The score sheet of a state; before the end it is what would count now."""
    refill()
    program = machine.program
    seats = range(program.players)
    score, tie = machine.names["SCORE"], machine.names["TIE"]
    categories = {name: _row(machine, f, s, seats) for name, f in zip(program.scores, score, strict=True)}
    ties = {name: _row(machine, f, s, seats) for (name, _), f in zip(program.tie_breaks, tie, strict=True)}
    ending = max(0, s[1] - 1)
    all_lose = program.endings[ending][1]
    eligible = () if all_lose else tuple(_asked(machine, machine.names["WINNERS"][ending], s))
    return ranked(program, categories, ties, eligible, s[1])


def ranked(
    program: Program,
    categories: dict[str, tuple[int, ...]],
    ties: dict[str, tuple[int, ...]],
    eligible: tuple[int, ...],
    ending: int,
) -> ScoreSheet:
    """The sheet of these lines and tie-breaks. ending: what slot 1 of the state holds."""
    seats = range(program.players)
    totals = tuple(sum(row[p] for row in categories.values()) for p in seats)
    lower = {name: is_lower for name, is_lower in program.tie_breaks}

    def strength(p: int) -> tuple[int, ...]:
        breaks = (-row[p] if lower[n] else row[p] for n, row in ties.items())
        return (1 if p in eligible else 0, totals[p], *breaks)

    strengths = [strength(p) for p in seats]
    ranks = tuple(1 + sum(other > strengths[p] for other in strengths) for p in seats)
    winners = tuple(p for p in eligible if ranks[p] == 1)
    return ScoreSheet(categories, totals, ties, ranks, winners, program.endings[max(0, ending - 1)][0], eligible)


@record
class Standing:
    """What one seat may know of a score sheet: as in ScoreSheet, None where a number depends on what it cannot see."""

    categories: dict[str, tuple[int | None, ...]]
    totals: tuple[int | None, ...]


def standing(machine: Machine, s: Sequence[Any], unseen: Unseen) -> Standing:
    """The sheet of a state as somebody knows it who does not see everything."""
    refill()
    program = machine.program
    tracked = TrackedState(s, unseen, machine.program.layout)

    def known(worth: Callable[[Sequence[Any], int], int], p: int) -> int | None:
        tracked.has_read_hidden = False
        points: int = _asked(machine, worth, tracked, p)
        return None if tracked.has_read_hidden else points

    categories = {
        name: tuple(known(f, p) for p in range(program.players))
        for name, f in zip(program.scores, machine.names["SCORE"], strict=True)
    }
    return Standing(categories, tuple(_total(points) for points in zip(*categories.values(), strict=True)))


def _total(points: tuple[int | None, ...]) -> int | None:
    known = [n for n in points if n is not None]
    return sum(known) if len(known) == len(points) else None


def _row(
    machine: Machine, worth: Callable[[Sequence[Any], int], int], s: Sequence[Any], seats: range
) -> tuple[int, ...]:
    """One line of the sheet."""
    return tuple(_asked(machine, worth, s, p) for p in seats)


def _asked(machine: Machine, formula: Callable[..., Any], *args: Any) -> Any:
    """What a formula says. GameFault: it reads a value that is not there, or divides by zero."""
    try:
        return formula(*args)
    except primitives.FAILURES as error:
        raise machine.fault_of(error) from error

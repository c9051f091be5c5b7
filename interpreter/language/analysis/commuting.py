"""Whether two rules come to the same whichever of them runs first, by what each reads and writes.

Slots are told apart by their names, and by whose they are where that differs by a constant: two goods, two variables.
Gaining commutes with gaining and paying with paying; a payment before or after a gain, and a test or an amount before
or after what it reads is changed, do not. That a supply may run out between two rules is left out of account.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field

from interpreter.language.analysis.guards import disjoint
from interpreter.language.core import (
    Act,
    Add,
    Body,
    Check,
    Const,
    Decide,
    End,
    Get,
    Invoke,
    Let,
    Op,
    Prim,
    Put,
    Slot,
    X,
    expressions,
    families,
    statements,
    substituted,
    walk,
)
from interpreter.language.core.checked import Procedure
from interpreter.language.core.footprint import footprint
from interpreter.records import mutable

Slots = set[tuple[frozenset[str], Slot | None]]
"""Families, with the slot where it is known which one"""


@mutable
class Touched:
    """What a text reads and writes. asked: what decisions in it look at. moved: what primitives of the runtime write.
    ends: it ends the game."""

    reads: Slots = field(default_factory=set)
    asked: Slots = field(default_factory=set)
    gains: Slots = field(default_factory=set)
    pays: Slots = field(default_factory=set)
    puts: Slots = field(default_factory=set)
    moved: Slots = field(default_factory=set)
    ends: bool = False

    @property
    def writes(self) -> Slots:
        return self.gains | self.pays | self.puts | self.moved


def touched(test: X, body: Body, procedures: Mapping[str, Procedure], result_of: Callable[[str], X | None]) -> Touched:
    """What a rule reads and writes, with all that it calls."""
    found, limits = Touched(), Slots()
    reader = _Reader(found, limits, procedures, result_of)
    reader.read(test, {}, found.reads)
    reader.walk(body, {}, frozenset())
    found.reads |= {slot for slot in limits if not _is_supply(slot) and slot not in found.pays}
    return found


@mutable
class _Reader:
    """limits: what an amount is held against, which is a read unless that much is paid from there."""

    found: Touched
    limits: Slots
    procedures: Mapping[str, Procedure]
    result_of: Callable[[str], X | None]

    def walk(self, body: Body, env: dict[str, X], inside: frozenset[str]) -> None:
        for s in statements(body):
            to = self.found.asked if isinstance(s, Decide) else self.found.reads
            for x in expressions(s):
                if isinstance(s, Check) and s.reason.kind == "short" or _is_held_against(s):
                    self.read_limited(x, env)
                else:
                    self.read(x, env, to)
            match s:
                case Add():
                    is_paid = isinstance(s.value, Op) and s.value.operator == "neg" or _is_below_zero(s.value)
                    to = self.found.pays if is_paid else self.found.gains
                    to.add((families(s.family), _said(s.slot, env)))
                case Put():
                    self.found.puts.add((families(s.family), _said(s.slot, env)))
                case Act():
                    self.found.moved |= {(frozenset({family}), None) for family in s.writes}
                case End(how="game"):
                    self.found.ends = True
                case Invoke() if s.procedure in self.procedures and s.procedure not in inside:
                    called = self.procedures[s.procedure]
                    given = {p.name: substituted(a, env) for p, a in zip(called.params, s.args, strict=False)}
                    self.walk(called.body, given, inside | {s.procedure})

    def read_limited(self, x: X, env: dict[str, X]) -> None:
        for part in x.args if isinstance(x, Op) else (x,):
            if isinstance(part, Get):
                self.limits.add((families(part.family), _said(part.slot, env)))
            elif not isinstance(part, Prim):  # room that a place has
                self.read(part, env, self.found.reads)

    def read(self, x: X, env: dict[str, X], to: Slots) -> None:
        own: set[str] = set()
        for part in walk(x):
            if isinstance(part, Get):
                to.add((families(part.family), _said(part.slot, env)))
                own |= families(part.family)
        to |= {(frozenset({family}), None) for family in footprint(x, self.result_of).families - own}


def _said(slot: Slot, env: dict[str, X]) -> Slot:
    """A slot whose owner and key are said in terms of the rule."""
    said = substituted(slot, env)
    assert isinstance(said, Slot)
    return said


def _is_held_against(s: object) -> bool:
    return isinstance(s, Let) and isinstance(s.value, Op) and s.value.operator == "min"


def _is_below_zero(x: X) -> bool:
    return isinstance(x, Const) and isinstance(x.value, int) and x.value < 0


def _is_supply(slot: tuple[frozenset[str], Slot | None]) -> bool:
    return all(family.endswith("@supply") for family in slot[0])


def commute(one: Touched, two: Touched) -> bool:
    """Whether neither of two rules sees what the other has done."""
    return all(map(_is_blind, (one, two), (two, one)))


def _is_blind(one: Touched, two: Touched) -> bool:
    """Whether what the first reads, pays or sets is not what the second writes."""
    if one.ends and two.writes:
        return False
    counted = two.gains | two.pays | two.puts
    return not (
        _meet(one.reads, two.writes)
        or _meet(one.asked, counted)
        or _meet({slot for slot in one.pays if not _is_supply(slot)}, two.gains | two.puts)
        or _meet(one.puts, counted)
    )


def _meet(some: Iterable[tuple[frozenset[str], Slot | None]], others: Slots) -> bool:
    return any(
        known & other and (a is None or b is None or not disjoint(a, b)) for known, a in some for other, b in others
    )

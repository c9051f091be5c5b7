"""Whether two rules come to the same whichever of them runs first, by what each reads and writes.

Slots are told apart by their names, and by whose they are where that differs by a constant: two goods, two variables.
Gaining commutes with gaining and paying with paying; a payment before or after a gain, and a test or an amount before
or after what it reads is changed, do not. That a supply may run out between two rules is left out of account.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field

from interpreter.language import core
from interpreter.language.analysis.guards import disjoint
from interpreter.language.core.checked import Procedure
from interpreter.language.core.footprint import footprint
from interpreter.records import mutable

Slots = set[tuple[frozenset[str], core.Slot | None]]
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


def touched(
    test: core.X, body: core.Body, procedures: Mapping[str, Procedure], result_of: Callable[[str], core.X | None]
) -> Touched:
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
    result_of: Callable[[str], core.X | None]

    def walk(self, body: core.Body, env: dict[str, core.X], inside: frozenset[str]) -> None:
        for s in core.statements(body):
            to = self.found.asked if isinstance(s, core.Decide) else self.found.reads
            for x in core.expressions(s):
                if isinstance(s, core.Check) and s.reason.kind == "short" or _is_held_against(s):
                    self.read_limited(x, env)
                else:
                    self.read(x, env, to)
            match s:
                case core.Add():
                    is_paid = isinstance(s.value, core.Op) and s.value.operator == "neg" or _is_below_zero(s.value)
                    to = self.found.pays if is_paid else self.found.gains
                    to.add((core.families(s.family), _said(s.slot, env)))
                case core.Put():
                    self.found.puts.add((core.families(s.family), _said(s.slot, env)))
                case core.Act():
                    self.found.moved |= {(frozenset({family}), None) for family in s.writes}
                case core.End(how="game"):
                    self.found.ends = True
                case core.Invoke() if s.procedure in self.procedures and s.procedure not in inside:
                    called = self.procedures[s.procedure]
                    given = {p.name: core.substituted(a, env) for p, a in zip(called.params, s.args, strict=False)}
                    self.walk(called.body, given, inside | {s.procedure})

    def read_limited(self, x: core.X, env: dict[str, core.X]) -> None:
        for part in x.args if isinstance(x, core.Op) else (x,):
            if isinstance(part, core.Get):
                self.limits.add((core.families(part.family), _said(part.slot, env)))
            elif not isinstance(part, core.Prim):  # room that a place has
                self.read(part, env, self.found.reads)

    def read(self, x: core.X, env: dict[str, core.X], to: Slots) -> None:
        own: set[str] = set()
        for part in core.walk(x):
            if isinstance(part, core.Get):
                to.add((core.families(part.family), _said(part.slot, env)))
                own |= core.families(part.family)
        to |= {(frozenset({family}), None) for family in footprint(x, self.result_of).families - own}


def _said(slot: core.Slot, env: dict[str, core.X]) -> core.Slot:
    """A slot whose owner and key are said in terms of the rule."""
    said = core.substituted(slot, env)
    assert isinstance(said, core.Slot)
    return said


def _is_held_against(s: object) -> bool:
    return isinstance(s, core.Let) and isinstance(s.value, core.Op) and s.value.operator == "min"


def _is_below_zero(x: core.X) -> bool:
    return isinstance(x, core.Const) and isinstance(x.value, int) and x.value < 0


def _is_supply(slot: tuple[frozenset[str], core.Slot | None]) -> bool:
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


def _meet(some: Iterable[tuple[frozenset[str], core.Slot | None]], others: Slots) -> bool:
    return any(
        known & other and (a is None or b is None or not disjoint(a, b)) for known, a in some for other, b in others
    )

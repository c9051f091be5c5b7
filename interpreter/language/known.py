"""What stays true of the position when statements are carried out: shared by what proves that nothing fails and by
what looks for `none`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from interpreter.language.core import (
    Act,
    Add,
    Body,
    Chance,
    ChooseSome,
    Decide,
    Invoke,
    Let,
    Put,
    Spread,
    X,
    families,
    statements,
)
from interpreter.language.footprint import Footprint

Reads = Callable[[X], Footprint]
"""What an expression reads; that of the values it calls too, where they are known."""

C = TypeVar("C", tuple[X, ...], frozenset[X])


def kept(facts: C, done: Body, reads: Reads, *, asking_changes: bool) -> C:
    """The facts that no statement of `done` can make untrue. A call may change all that a fact reads; so may, where
    `asking_changes`, whoever is asked, by a free action."""
    if not facts:
        return facts
    written: set[str] = set()
    assigned: set[str] = set()
    calls = False
    for s in statements(done):
        match s:
            case Put() | Add():
                written |= families(s.family)
            case Act():
                written |= s.writes
                assigned |= {s.result} if s.result else set()
            case Let() | Chance():
                assigned.add(s.var)
            case Invoke():
                calls = True
            case Decide() | ChooseSome() | Spread():
                calls |= asking_changes
    if not (written or assigned or calls):
        return facts
    return type(facts)(f for f in facts if _survives(reads(f), written, assigned, calls))


def _survives(fact: Footprint, written: set[str], assigned: set[str], calls: bool) -> bool:
    if not fact.names.isdisjoint(assigned):
        return False
    if calls:
        return not (fact.families or fact.actions)
    return fact.families.isdisjoint(written) and not (fact.actions and written)

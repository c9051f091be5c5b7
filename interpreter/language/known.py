"""What stays true of the position when statements are carried out: shared by what proves that nothing fails and by
what looks for `none`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from interpreter.language.core import (
    Act,
    Add,
    Body,
    Chance,
    ChooseSome,
    Decide,
    Get,
    Invoke,
    Let,
    Possible,
    Prim,
    Put,
    Spread,
    Var,
    X,
    families,
    statements,
)

Parts = Callable[[X], Iterable[X]]
"""All parts of an expression; those inside the values it calls too, where they are known."""

C = TypeVar("C", tuple[X, ...], frozenset[X])


def kept(facts: C, done: Body, parts: Parts, *, asking_changes: bool) -> C:
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
    return type(facts)(f for f in facts if _survives(f, written, assigned, calls, parts))


def _survives(fact: X, written: set[str], assigned: set[str], calls: bool, parts: Parts) -> bool:
    for part in parts(fact):
        match part:
            case Var(name=name) if name in assigned:
                return False
            case Get(family=family) if calls or families(family) & written:
                return False
            case Prim(reads=reads) if reads and (calls or reads & written):
                return False
            case Possible() if calls or written:
                return False
    return True

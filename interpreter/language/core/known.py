"""What stays true of the position when statements are carried out: shared by what proves that nothing fails and by
what looks for `none`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from interpreter.language import core
from interpreter.language.core.footprint import Footprint
from interpreter.records import record

Reads = Callable[[core.X], Footprint]
"""What an expression reads; that of the values it calls too, where they are known."""

C = TypeVar("C", tuple[core.X, ...], frozenset[core.X])


@record
class Changes:
    """What carrying out statements changes: families that they write, locals that they set, and whether all may change,
    by a call, or by a free action of whoever is asked."""

    written: frozenset[str]
    assigned: frozenset[str]
    calls: bool


def changes(done: Iterable[core.S], *, asking_changes: bool) -> Changes:
    """What some statements change. A call may change everything; so may, where `asking_changes`, whoever is asked, by a
    free action."""
    written: set[str] = set()
    assigned: set[str] = set()
    calls = False
    for s in core.statements(tuple(done)):
        match s:
            case core.Put() | core.Add():
                written |= core.families(s.family)
            case core.Act():
                written |= s.writes
                assigned |= {s.result} if s.result else set()
            case core.Let() | core.Chance():
                assigned.add(s.var)
            case core.Invoke():
                calls = True
            case core.Decide() | core.ChooseSome() | core.Spread():
                calls |= asking_changes
    return Changes(frozenset(written), frozenset(assigned), calls)


def kept(facts: C, done: core.Body, reads: Reads, *, asking_changes: bool) -> C:
    """The facts that no statement of `done` can make untrue."""
    return surviving(facts, changes(done, asking_changes=asking_changes), reads) if facts else facts


def surviving(facts: C, change: Changes, reads: Reads) -> C:
    """The facts that a change does not make untrue."""
    if not (facts and (change.written or change.assigned or change.calls)):
        return facts
    return type(facts)(f for f in facts if _survives(reads(f), change))


def _survives(fact: Footprint, change: Changes) -> bool:
    if not fact.names.isdisjoint(change.assigned):
        return False
    if change.calls:
        return not (fact.families or fact.actions)
    return fact.families.isdisjoint(change.written) and not (fact.actions and change.written)

"""What an expression reads, that of the values it calls included: asked by all that looks for what may change it."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.language.core import At, Get, Possible, Prim, Value, Var, X, families, walk
from interpreter.records import record

_NOTHING: frozenset[str] = frozenset()


@record
class Footprint:
    """What an expression reads: locals (those it binds included), families of slots, values that it calls, and actions
    whose possibility it asks for, which may read anything."""

    names: frozenset[str]
    families: frozenset[str]
    values: frozenset[str]
    actions: frozenset[str]


def footprint(x: X, result_of: Callable[[str], X | None]) -> Footprint:
    """What an expression reads, what the values it calls read included. result_of: the formula of a value by its id;
    None where it is not known, and counts for nothing."""
    own = _own_footprint(x)
    left = [*own.values]
    if not left:
        return own
    parts, seen = [own], set(left)
    while left:
        result = result_of(left.pop())
        if result is not None:
            part = _own_footprint(result)
            parts.append(part)
            left += part.values - seen
            seen |= part.values
    return Footprint(
        _NOTHING.union(*[p.names for p in parts]),
        _NOTHING.union(*[p.families for p in parts]),
        frozenset(seen),
        _NOTHING.union(*[p.actions for p in parts]),
    )


def _own_footprint(x: X) -> Footprint:
    """Without what is read by the values called; remembered with the expression."""
    known: Footprint | None = x.__dict__.get("_footprint")
    if known is None:
        known = x.__dict__["_footprint"] = _read_in(x)
    return known


def _read_in(x: X) -> Footprint:
    names, read, values, actions = set[str](), set[str](), set[str](), set[str]()
    for part in walk(x):
        if isinstance(part, Var):
            names.add(part.name)
        elif isinstance(part, Get | At):
            read |= families(part.family)
        elif isinstance(part, Prim):
            read |= part.reads
        elif isinstance(part, Value):
            values.add(part.id)
        elif isinstance(part, Possible):
            actions.add(part.action)
    return Footprint(frozenset(names), frozenset(read), frozenset(values), frozenset(actions))

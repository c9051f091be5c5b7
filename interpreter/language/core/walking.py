"""Going through core expressions and statements, and making them over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import is_
from typing import Any

from interpreter.language.core import nodes
from interpreter.records import changed


def children(x: nodes.X) -> tuple[nodes.X, ...]:
    """The expressions directly inside an expression."""
    read = _CHILDREN.get(type(x))
    return () if read is None else read(x)


_CHILDREN: dict[type, Callable[[Any], tuple[nodes.X, ...]]] = {
    nodes.Slot: lambda x: tuple([e for e in (x.owner, x.key) if e is not None]),
    nodes.Get: lambda x: (x.slot,),
    nodes.At: lambda x: (x.address,),
    nodes.Op: lambda x: x.args,
    nodes.Cond: lambda x: (x.test, x.then, x.other),
    nodes.Tab: lambda x: (x.index,),
    nodes.Fold: lambda x: tuple(e for e in (x.domain, x.test, x.value, x.limit) if e is not None),
    nodes.ListX: lambda x: x.elements,
    nodes.Value: lambda x: x.args,
    nodes.Prim: lambda x: x.args,
    nodes.Possible: lambda x: (x.me,),
}
"""By type and not by match: this is asked of every expression many times."""


def rebuilt(x: nodes.X, change: Callable[[nodes.X], nodes.X]) -> nodes.X:
    """The same node over changed children; the node itself where none of them changes."""
    old = children(x)
    if not old:
        return x
    new = tuple([change(child) for child in old])
    if all(map(is_, old, new)):
        return x
    return _OVER[type(x)](x, new)


_OVER: dict[type, Callable[[Any, tuple[nodes.X, ...]], nodes.X]] = {
    nodes.Op: lambda x, new: nodes.Op(x.operator, new, x.type),
    nodes.Value: lambda x, new: nodes.Value(x.id, new, x.type, x.nonneg),
    nodes.Prim: lambda x, new: nodes.Prim(x.name, new, x.type, x.reads, x.with_state),
    nodes.Slot: lambda x, new: _slot_over(x, new),
    nodes.Get: lambda x, new: nodes.Get(new[0], x.type, signed=x.signed),  # type: ignore[arg-type]  # a slot's parts make a slot
    nodes.At: lambda x, new: nodes.At(new[0], x.family, x.type, signed=x.signed),
    nodes.Cond: lambda x, new: changed(x, test=new[0], then=new[1], other=new[2]),
    nodes.Tab: lambda x, new: nodes.Tab(x.table, new[0], x.type),
    nodes.Fold: lambda x, new: _fold_over(x, new),
    nodes.ListX: lambda x, new: nodes.ListX(new, x.drop_none, x.type),
    nodes.Possible: lambda x, new: nodes.Possible(x.action, new[0], x.type),
}
"""By type: the node over other children, in the order of `children`"""


def _slot_over(x: nodes.Slot, new: tuple[nodes.X, ...]) -> nodes.Slot:
    rest = iter(new)
    owner = None if x.owner is None else next(rest)
    return changed(x, owner=owner, key=None if x.key is None else next(rest))


def _fold_over(x: nodes.Fold, new: tuple[nodes.X, ...]) -> nodes.Fold:
    rest = iter(new[1:])
    test = None if x.test is None else next(rest)
    value = None if x.value is None else next(rest)
    limit = None if x.limit is None else next(rest)
    return changed(x, domain=new[0], test=test, value=value, limit=limit)


def walk(x: nodes.X) -> Iterator[nodes.X]:
    """An expression and all inside it, from the outside in and from left to right."""
    left = [x]
    while left:
        part = left.pop()
        yield part
        read = _CHILDREN.get(type(part))
        if read is not None:
            left += read(part)[::-1]


def substituted(x: nodes.X, env: dict[str, nodes.X]) -> nodes.X:
    """x with locals replaced. Bound variables are unique, so nothing can be captured."""
    if isinstance(x, nodes.Var):
        return env.get(x.name, x)
    if not env or free_vars(x).isdisjoint(env):
        return x
    return rebuilt(x, lambda c: substituted(c, env))


def free_vars(x: nodes.X) -> frozenset[str]:
    """The locals that an expression reads and does not bind itself; remembered with the expression, which never
    changes."""
    known: frozenset[str] | None = x.__dict__.get("_free_vars")
    if known is None:
        known = x.__dict__["_free_vars"] = _free_vars(x)
    return known


_NO_VARS: frozenset[str] = frozenset()


def _free_vars(x: nodes.X) -> frozenset[str]:
    if isinstance(x, nodes.Var):
        return frozenset((x.name,))
    if isinstance(x, nodes.Fold):
        inner = _NO_VARS.union(*[free_vars(part) for part in (x.test, x.value) if part is not None])
        outside = [free_vars(part) for part in (x.domain, x.limit) if part is not None]
        return (inner - {x.var}).union(*outside)
    return _NO_VARS.union(*map(free_vars, children(x)))


def bodies(s: nodes.S) -> tuple[nodes.Body, ...]:
    """The statement lists inside a statement."""
    read = _BODIES.get(type(s))
    return () if read is None else read(s)


def mapped(s: nodes.S, change: Callable[[nodes.Body], nodes.Body]) -> nodes.S:
    """A statement with the lists inside it changed."""
    match s:
        case nodes.Decide():
            alts = tuple(changed(a, body=change(a.body)) for a in s.alts)
            skip = None if s.skip is None else (s.skip[0], change(s.skip[1]))
            return changed(s, alts=alts, skip=skip, pauses=change(s.pauses))
        case nodes.Dispatch():
            return changed(s, cases=tuple((key, change(body)) for key, body in s.cases))
        case nodes.If():
            return changed(s, then=change(s.then), other=change(s.other))
        case nodes.IfPossible():
            return changed(s, body=change(s.body), other=change(s.other))
        case nodes.Loop() | nodes.Block() | nodes.Scope():
            return changed(s, body=change(s.body))
    return s


_BODIES: dict[type, Callable[[Any], tuple[nodes.Body, ...]]] = {
    nodes.If: lambda s: (s.then, s.other),
    nodes.Loop: lambda s: (s.body,),
    nodes.Block: lambda s: (s.body,),
    nodes.Scope: lambda s: (s.body,),
    nodes.IfPossible: lambda s: (s.body, s.other),
    nodes.Decide: lambda s: (
        *[a.body for a in s.alts],
        *((s.skip[1],) if s.skip else ()),
        *((s.pauses,) if s.pauses else ()),
    ),
    nodes.Dispatch: lambda s: tuple([body for _, body in s.cases]),
}


def expressions(s: nodes.S) -> tuple[nodes.X, ...]:
    """The expressions of a statement itself, without those of the lists inside it."""
    read = _EXPRESSIONS.get(type(s))
    return () if read is None else read(s)


def _of_decision(s: nodes.Decide) -> tuple[nodes.X, ...]:
    out: list[nodes.X] = [s.who]
    for alt in s.alts:
        out += [] if alt.when is None else [alt.when]
        out += [let.value for let in alt.lets]
        for bind in alt.binds:
            out += [e for e in (bind.domain, bind.test, bind.value) if e is not None]
    return tuple(out)


_EXPRESSIONS: dict[type, Callable[[Any], tuple[nodes.X, ...]]] = {
    nodes.Let: lambda s: (s.value,),
    nodes.Put: lambda s: (s.slot, s.value),
    nodes.Add: lambda s: (s.slot, s.value),
    nodes.Check: lambda s: (s.test,),
    nodes.If: lambda s: (s.test,),
    nodes.Loop: lambda s: (s.over,) if s.test is None else (s.over, s.test),
    nodes.Act: lambda s: s.args,
    nodes.Invoke: lambda s: s.args,
    nodes.Decide: _of_decision,
    nodes.ChooseSome: lambda s: (s.who, s.source, s.low, s.high),
    nodes.Spread: lambda s: (s.who, s.places, s.caps, s.low, s.high),
    nodes.Chance: lambda s: (s.source,),
    nodes.Dispatch: lambda s: (s.on,),
    nodes.IfPossible: lambda s: (s.me,),
}


def statements(body: nodes.Body) -> Iterator[nodes.S]:
    """All statements of a body, nested ones included."""
    left = [*reversed(body)]
    while left:
        s = left.pop()
        yield s
        read = _BODIES.get(type(s))
        if read is not None:
            for inner in reversed(read(s)):
                left += inner[::-1]

"""Counters that change hands, one resource at a time: what is asked before, what moves, where it overflows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.diagnostics import Span
from interpreter.language import core
from interpreter.language.core import Scope as Braces
from interpreter.language.core.candidates import resources_among
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import (
    counter,
    counter_of,
    counter_slot,
    expression,
    has_supply,
    room,
    there,
)
from interpreter.language.resolve.scope import Scope
from interpreter.language.resolve.statements.registry import reason, require
from interpreter.loading.model import EffectText
from interpreter.program.types import BOOL, INT, PLAYER, SUPPLY, UNKNOWN, Type, list_of

SUPPLY_HOLDER = core.Const(-1, SUPPLY)


class Part:
    """One part of an amount: `count` of a resource, or of a group (then the changing side picks), or all of it."""

    def __init__(self, count: core.X | None, resource: core.X | None, group: str, span: Span) -> None:
        self.count, self.resource, self.group, self.span = count, resource, group, span


def case_by_case(
    c: Context, what: core.X, count: core.X | None, move: Callable[[core.Const, core.X | None], list[core.S]]
) -> list[core.S]:
    """What changes hands where only the position tells the resource: a case for each one that it may be. move: what is
    done with that resource and the number, which is read once."""
    var = c.fresh("r", what.type)
    out: list[core.S] = [core.Let(var.name, there(what))]
    if count is not None:
        count, first = _named(c, count)
        out += first
    for r in resources_among(c.layout, what):
        known = core.Const(r, what.type)
        out.append(core.If(core.compared("==", var, known), (Braces(tuple(move(known, count))),)))
    return out


def is_bottomless(c: Context, source: core.X, ids: Sequence[int]) -> bool:
    """Whether a player may give more of any of these resources than he has, so that nothing can be short."""
    return source.type == PLAYER and all(c.model.resources[c.layout.resources[r]].below_zero for r in ids)


def picked(c: Context, part: Part, source: core.X, target: core.X, exact: bool, scope: Scope) -> list[core.S]:
    """n of a group: the one whose stock changes picks the kinds, unit by unit in the group's order."""
    assert part.count is not None and scope.me is not None
    item = Type("resource", of=part.group)
    var = c.fresh("r", item)
    available = _stock(c, source, var, part.span)
    asked = at_least_zero(part.count)
    count, out = (asked, list[core.S]()) if not c.free else _due(c, asked)
    limited = core.Op("min", (available, count))
    repeated = core.Op("*", (core.ListX((var,), False, list_of(item)), limited), list_of(item))
    source_list = core.Const(c.layout.groups[part.group], list_of(item))
    units = core.Prim(
        "joined", (core.Fold("list_of", var.name, source_list, None, repeated, list_of(list_of(item))),), list_of(item)
    )
    chosen = c.fresh("picked", list_of(item))
    all_units = c.fresh("units", list_of(item))
    size = core.Prim("len", (all_units,), INT)
    wanted: core.X = count if exact else core.Op("min", (count, size))
    out.append(core.Let(all_units.name, units, asks=True))
    if exact:
        why = reason("short", part.span, wanted, size, part.group)
        out += [
            core.Check(core.compared(">=", size, wanted), why)
            for _ in require(c, core.compared(">=", size, asked), why, scope)
        ]
    offered: core.X = all_units
    if exact:
        offered, more = _fitting(c, part, all_units, wanted, source, target, scope)
        out += more
    due = count.name if isinstance(count, core.Var) and c.free else ""
    verb = _verb(source, exact)
    out.append(core.ChooseSome(scope.me, chosen.name, offered, wanted, wanted, item, verb, part.span, due=due))
    unit = c.fresh("r", item)
    # What does not fit may be a question, and free actions come with it: of what is gained there may then be less.
    enough = exact or not c.free
    body = shift(c, source, target, unit, core.const(1), False, scope, part.span, enough=enough)
    return [*out, core.Loop("for", unit.name, chosen, None, tuple(body), False)]


def _due(c: Context, count: core.X) -> tuple[core.Var, list[core.S]]:
    """How much changes hands, as a local: free actions come between units, and the rest is due after them."""
    due = c.fresh("due", INT, True)
    return due, [core.Let(due.name, count, asks=True)]


def _fitting(
    c: Context, part: Part, units: core.X, wanted: core.X, source: core.X, target: core.X, scope: Scope
) -> tuple[core.X, list[core.S]]:
    """Of the units that could be picked those for which the target has room, and the test that they are enough: what
    nobody can hold is not offered, so that nothing can fail once somebody has picked."""
    members = c.layout.groups[part.group]
    item = Type("resource", of=part.group)
    if target.type != PLAYER:
        space = _space(c, target, core.Const(members[0], item), part.span)
        test = [] if space is None else require(
            c, core.compared(">=", space, wanted), reason("no_room", part.span, wanted, space), scope
        )  # fmt: skip
        return units, test
    if not any(_limit(c, r) for r in members):
        return units, []
    lists: list[core.X] = []
    for r in members:
        known = core.Const(r, item)
        space = _space(c, target, known, part.span)
        stock = _stock(c, source, known, part.span)
        most = core.Op("min", (stock, wanted) if space is None else (stock, wanted, at_least_zero(space)))
        lists.append(core.Op("*", (core.ListX((known,), False, list_of(item)), most), list_of(item)))
    fits = c.fresh("units", list_of(item))
    size = core.Prim("len", (fits,), INT)
    return fits, [
        core.Let(
            fits.name,
            core.Prim("joined", (core.ListX(tuple(lists), False, list_of(list_of(item))),), list_of(item)),
            asks=True,
        ),
        *require(c, core.compared(">=", size, wanted), reason("no_room", part.span, wanted, size), scope),
    ]


def _verb(source: core.X, exact: bool) -> str:
    """The word for a pick in keys: what happens to the one who acts."""
    if source.type == PLAYER:
        return "pay" if exact else "lose"
    return "take" if exact else "gain"


def at_least_zero(count: core.X) -> core.X:
    return count if core.is_nonnegative(count) else core.Op("max", (core.const(0), count))


def negative(number: core.X) -> core.X:
    if isinstance(number, core.Const):
        return core.const(-int(number.value))  # type: ignore[call-overload]
    return core.Op("neg", (number,))


def shift(
    c: Context,
    source: core.X,
    target: core.X,
    resource: core.X,
    count: core.X | None,
    exact: bool,
    scope: Scope,
    span: Span,
    *,
    enough: bool = False,
) -> list[core.S]:
    """Move `count` (None: all) of one resource from holder to holder. exact: fail where it is short or does not fit;
    else as many as there are and fit. enough: that many are known to be at the source, only room may be short."""
    ids = resources_among(c.layout, resource)
    limited = target.type == PLAYER and any(_limit(c, r) for r in ids)
    if len(ids) > 1 and (limited or any(is_bottomless(c, source, [r]) for r in ids)):
        # Each has a limit and an overflow of its own, or some may fall below zero.
        return case_by_case(
            c,
            resource,
            count,
            lambda known, number: shift(c, source, target, known, number, exact, scope.inner(), span, enough=enough),
        )
    name = c.layout.resources[ids[0]] if len(ids) == 1 else resource.type.of or "resource"
    below_zero = len(ids) == 1 and c.model.resources[name].below_zero
    bottomless = source.type == SUPPLY and not any(has_supply(c, r) for r in ids)
    have = None if bottomless else (counter if count is None else _stock)(c, source, resource, span)
    if have == core.WRONG or (count is not None and count.type == UNKNOWN):
        return []
    if count is None and have is None:
        c.report("E311", span, name=name)
        return []
    amount = have if count is None else (count if below_zero else at_least_zero(count))
    assert amount is not None
    tests: list[core.S] = []
    if have is not None and count is not None and not enough and not is_bottomless(c, source, ids):
        if exact:
            tests = require(c, core.compared(">=", have, amount), reason("short", span, amount, have, name), scope)
        elif not _never_more(amount, have):
            asked, amount = amount, core.Op("min", (amount, have))
            if len(ids) == 1 and source.type == SUPPLY and c.model.resources[name].shortage == "none":
                amount = core.choice(core.compared(">=", have, asked), asked, core.const(0))
    number, out = _named(c, amount)
    if tests and have is not None:
        out.append(core.Check(core.compared(">=", have, number), reason("short", span, number, have, name)))
    return [*out, *_arrive(c, source, target, resource, number, exact, scope, span, count is None)]


PLENTY = 10**9
"""So many there are of what has no end."""


def _stock(c: Context, source: core.X, resource: core.X, span: Span) -> core.X:
    """How many of a resource a holder has: PLENTY of what has no count in the supply."""
    ids = resources_among(c.layout, resource)
    limited = [r for r in ids if has_supply(c, r)]
    if source.type != SUPPLY or len(limited) == len(ids):
        return counter(c, source, resource, span)
    if not limited:
        return core.const(PLENTY)
    return core.choice(_is_one_of(resource, limited), core.Get(counter_of(c, source, resource)), core.const(PLENTY))


def _is_one_of(resource: core.X, ids: list[int]) -> core.X:
    return core.Op("in", (resource, core.Const(tuple(ids), list_of(resource.type))), BOOL)


def _limit(c: Context, resource: int) -> EffectText | None:
    return c.model.resources[c.layout.resources[resource]].limit


def _never_more(amount: core.X, have: core.X) -> bool:
    return amount == have or (isinstance(amount, core.Op) and amount.operator == "min" and have in amount.args)


def _named(c: Context, amount: core.X) -> tuple[core.X, list[core.S]]:
    """The amount as a local, so that it is read once, before anything moves."""
    if isinstance(amount, core.Const | core.Var):
        return amount, []
    var = c.fresh("n", INT, core.is_nonnegative(amount))
    return var, [core.Let(var.name, amount)]


def _arrive(
    c: Context,
    source: core.X,
    target: core.X,
    resource: core.X,
    number: core.X,
    exact: bool,
    scope: Scope,
    span: Span,
    is_all: bool,
) -> list[core.S]:
    space = _space(c, target, resource, span)
    empties = is_all and source.type != SUPPLY and (exact or space is None)
    out: list[core.S] = []
    overflow: list[core.S] = []
    if space is not None and exact:
        out += require(c, core.compared(">=", space, number), reason("no_room", span, number, space), scope)
    elif space is not None:
        fits = c.fresh("fits", INT)
        out.append(core.Let(fits.name, core.Op("min", (number, at_least_zero(space)))))
        overflow = _overflow(c, target, resource, number, fits, scope)
        number = fits
    if empties:
        slot = counter_slot(c, source, resource, span)
        out += [] if slot is None else [core.Put(slot, core.const(0))]
    else:
        out += _put(c, source, resource, negative(number), span)
    out += _put(c, target, resource, number, span)
    return out + overflow


def _put(c: Context, holder: core.X, resource: core.X, change: core.X, span: Span) -> list[core.S]:
    if holder.type == SUPPLY:
        ids = resources_among(c.layout, resource)
        limited = [r for r in ids if has_supply(c, r)]
        if not limited:
            return []
        if len(limited) < len(ids):
            return _put_some(c, resource, change, limited)
    slot = counter_slot(c, holder, resource, span)
    return [] if slot is None else [core.Add(slot, change)]


def _put_some(c: Context, resource: core.X, change: core.X, limited: list[int]) -> list[core.S]:
    """The supply of a group of which only some members are limited."""
    return [core.If(_is_one_of(resource, limited), (core.Add(counter_of(c, SUPPLY_HOLDER, resource), change),))]


def _space(c: Context, target: core.X, resource: core.X, span: Span) -> core.X | None:
    """Room for a resource at a holder, None for no limit."""
    if target.type in (SUPPLY, Type("holder")):
        return None
    if target.type != PLAYER:
        return room(c, target, span)
    ids = resources_among(c.layout, resource)
    limits = [text for r in ids if (text := _limit(c, r)) is not None]
    if not limits:
        return None
    assert len(ids) == 1, "a resource that only the position tells is shifted case by case"
    limit = expression(c, c.formula(limits[0]), Scope(owner=target, me=target, marked=True), INT)
    have = counter(c, target, resource, span)
    return core.Op("-", (limit, have))


def _overflow(c: Context, target: core.X, resource: core.X, number: core.X, fits: core.X, scope: Scope) -> list[core.S]:
    if target.type != PLAYER or not isinstance(resource, core.Const):
        return []
    decl = c.model.resources[c.layout.resources[int(resource.value)]]  # type: ignore[call-overload]
    if decl.overflow is None or isinstance(decl.overflow, str):
        return []
    var = c.fresh("over", INT)
    spill = core.Invoke(f"overflow {decl.id}", (target,), decl.overflow.span)
    return [core.Loop("times", var.name, core.Op("-", (number, fits)), None, (spill,), False)]

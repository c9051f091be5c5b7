"""Paying and gaining what is more than one amount: bags, open kinds, alternatives, and resources that stand in for
others."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Span
from interpreter.language.core import (
    Alt,
    Bind,
    ChooseSome,
    Const,
    Decide,
    Fold,
    If,
    Let,
    ListX,
    Loop,
    Op,
    Prim,
    S,
    Var,
    X,
    compared,
    const,
    plus,
)
from interpreter.language.resolve import bags
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import counter, counter_slot, has_supply
from interpreter.language.resolve.scope import Scope
from interpreter.language.resolve.statements.registry import forget, reason, require
from interpreter.language.resolve.statements.shifting import Part, is_bottomless, picked, shift
from interpreter.program import PAYMENT
from interpreter.program.types import BAG, INT, RESOURCE, SUPPLY, Type, list_of


def at_least_zero(number: X) -> X:
    return Op("max", (const(0), number))


def resource(c: Context, r: int) -> Const:
    groups = c.model.resources[c.layout.resources[r]].groups
    return Const(r, Type("resource", of=groups[-1] if groups else ""))


def movable(c: Context, source: X, target: X) -> list[int]:
    """Resources that both holders can hold (the supply takes and gives everything)."""
    out = []
    for r in range(len(c.layout.resources)):
        sides = [x for x in (source, target) if x.type != SUPPLY]
        if all(_holds(c, x, r) for x in sides):
            out.append(r)
    return out


def _holds(c: Context, holder: X, r: int) -> bool:
    if holder.type.name == "player":
        return r in c.layout.player_arrays
    if holder.type.name == "place":
        return any(x == r for x, _ in c.layout.place_slots)
    if holder.type.name == "piece":
        return any(r in held for held in c.layout.piece_holders.values())
    return True


def in_stock(c: Context, source: X, r: int, span: Span) -> X | None:
    """How much of a resource is at the source; None for an unlimited supply."""
    if source.type == SUPPLY and r not in c.layout.supply_slots:
        return None
    return counter(c, source, resource(c, r), span)


def move_bag(c: Context, bag: X, source: X, target: X, exact: bool, scope: Scope, span: Span) -> list[S]:
    """A bag changes hands: discounts of open kind fall first, then what is fixed, then the open kinds are picked.

    All tests stand before all changes, so that they can be asked beforehand."""
    rest = c.fresh("bag", BAG)
    out: list[S] = [Let(rest.name, bag, asks=True)]
    groups = [g for g in c.layout.groups if g in c.groups_in_bags]
    for group in groups:
        out += _discount(c, rest, group, scope, span)
    moving = movable(c, source, target)
    if exact:
        others = [r for r in range(len(c.layout.resources)) if r not in moving]
        out += _nothing_else(c, bag, rest, others, target, scope, span)
    fixed = [(r, at_least_zero(bags.count(rest, const(r)))) for r in moving]
    pays = exact and source.type != SUPPLY
    for r, number in fixed:
        have = in_stock(c, source, r, span)
        if exact and have is not None and not is_bottomless(c, source, [r]):
            stand_ins = [_stand_ins(c, source, x, resource(c, r), span) for x in substitutes(c, r)] if pays else []
            total = _together([have, *stand_ins])
            if total is not None:
                why = reason("short", span, number, total, c.layout.resources[r])
                out += require(c, compared(">=", total, number), why, scope)
    is_known = exact
    for r, number in fixed:
        if pays and substitutes(c, r):
            out += pay_with(c, resource(c, r), number, source, target, scope, span)
            is_known = is_known and not c.free  # which may come between, so that it is asked once more
            forget(c, scope, out)
        else:
            out += shift(c, source, target, resource(c, r), number, exact, scope, span, enough=is_known)
    for group in groups:
        open_number = bags.count(rest, const(bags.group_column(c, group)))
        if not set(c.layout.groups[group]) <= set(moving):
            if exact:
                out += require(c, compared("<=", open_number, const(0)), reason("require", span), scope)
            continue
        part = Part(open_number, None, group, span)
        inner = tuple(picked(c, part, source, target, exact, scope))
        out.append(If(compared(">", open_number, const(0)), inner))
    return out


def _nothing_else(c: Context, bag: X, rest: Var, others: list[int], target: X, scope: Scope, span: Span) -> list[S]:
    """A bag cannot be paid in full where it has resources that one of the two sides never holds."""
    if isinstance(bag, Const):
        for r in others:
            if bags.count(bag, const(r)).value > 0:  # type: ignore[union-attr, operator]
                c.report("E310", span, name=c.layout.resources[r], holder=target.type)
        return []
    out: list[S] = []
    for r in others:
        out += require(c, compared("<=", bags.count(rest, const(r)), const(0)), reason("require", span), scope)
    return out


def _discount(c: Context, bag: Var, group: str, scope: Scope, span: Span) -> list[S]:
    """A negative open amount: who pays picks the units that fall away, among those that are in the bag."""
    item = Type("resource", of=group)
    r = c.fresh("r", item)
    repeated = Op("*", (ListX((r,), False, list_of(item)), at_least_zero(bags.count(bag, r))), list_of(item))
    members = Const(c.layout.groups[group], list_of(item))
    units = c.fresh("units", list_of(item))
    spared = c.fresh("spared", list_of(item))
    unit = c.fresh("u", item)
    off = c.fresh("off", INT)
    assert scope.me is not None
    column = const(bags.group_column(c, group))
    most = Op("min", (Op("neg", (bags.count(bag, column),)), Prim("len", (units,), INT)))
    less = bags.literal(c, [(unit, const(-1))])
    body: tuple[S, ...] = (
        Let(
            units.name,
            Prim("joined", (Fold("list_of", r.name, members, None, repeated, list_of(list_of(item))),), list_of(item)),
            asks=True,
        ),
        Let(off.name, most, asks=True),
        ChooseSome(scope.me, spared.name, units, off, off, item, "discount", span),
        Loop("for", unit.name, spared, None, (Let(bag.name, bags.joined(bag, less)),), False),
    )
    return [If(compared("<", bags.count(bag, column), const(0)), body)]


# ---- resources that stand in for others


def substitutes(c: Context, r: int) -> list[int]:
    """Resources that may be paid in place of resource `r`."""
    decl = c.model.resources[c.layout.resources[r]]
    names = {decl.id, *decl.groups}
    return [
        x for x, name in enumerate(c.layout.resources)
        if x != r and c.model.resources[name].pays_for in names and x in c.layout.player_arrays
    ]  # fmt: skip


def _stand_ins(c: Context, source: X, substitute: int, what: Const, span: Span) -> X | None:
    """How many of `what` a resource that stands in for it can pay; None for any number."""
    held = None if is_bottomless(c, source, [substitute]) else counter(c, source, resource(c, substitute), span)
    if not c.model.resources[c.layout.resources[substitute]].pays_out_of_supply or not has_supply(c, int(what.value)):  # type: ignore[call-overload]
        return held
    left = counter(c, Const(-1, SUPPLY), what, span)
    return left if held is None else Op("min", (held, left))


def _together(stocks: Sequence[X | None]) -> X | None:
    """The sum of what there is; None where there is any number of one."""
    total: X = const(0)
    for stock in stocks:
        if stock is None:
            return None
        total = plus(total, stock)
    return total


def has_substitutes(c: Context, what: X) -> bool:
    """Whether something may be paid in place of a resource that is named outright."""
    return isinstance(what, Const) and bool(substitutes(c, int(what.value)))  # type: ignore[call-overload]


def pay_with(c: Context, what: Const, number: X, source: X, target: X, scope: Scope, span: Span) -> list[S]:
    """Pay a number of one resource, each unit in it or in a resource that stands in for it: who pays picks how many."""
    assert scope.me is not None
    total = c.fresh("n", INT, True)
    out: list[S] = [Let(total.name, number, asks=True)]
    r = int(what.value)  # type: ignore[call-overload]
    have = None if is_bottomless(c, source, [r]) else counter(c, source, what, span)
    stand_ins = [(x, _stand_ins(c, source, x, what, span)) for x in substitutes(c, r)]
    reach = _together([have, *(there for _, there in stand_ins)])
    if reach is not None:
        why = reason("short", span, total, reach, c.layout.resources[r])
        out += require(c, compared(">=", reach, total), why, scope)
    left: X = total
    for i, (x, there) in enumerate(stand_ins):
        later = _together([have, *(stock for _, stock in stand_ins[i + 1 :])])
        least = const(0) if later is None else at_least_zero(Op("-", (left, later)))
        most = left if there is None else Op("min", (left, there))
        k = c.fresh("k", INT, True)
        domain = Prim("interval", (least, plus(most, const(1))), list_of(INT))
        bind = Bind(k.name, domain, None, INT)
        label = c.layout.resources[x]
        alt = Alt(label, None, (), (bind,), (), "{k} " + label, ((k.name, "k"),), "", span)
        out.append(Decide(scope.me, (alt,), None, PAYMENT, False, span))
        out += shift(c, source, target, resource(c, x), k, True, scope, span, enough=True)
        rest = c.fresh("n", INT)
        out.append(Let(rest.name, Op("-", (left, k))))
        left = rest
    return [*out, *shift(c, source, target, what, left, True, scope, span, enough=True)]


# ---- alternatives


def one_of(c: Context, options: list[tuple[str, tuple[S, ...]]], scope: Scope, span: Span) -> list[S]:
    """`1 wood or 1 gem`: who acts picks one of the amounts."""
    assert scope.me is not None
    alts = tuple(Alt(label, None, (), (), body, None, (), "", span) for label, body in options)
    return [Decide(scope.me, alts, None, PAYMENT, True, span)]


__all__ = ["RESOURCE", "counter_slot", "move_bag", "one_of", "pay_with", "substitutes"]

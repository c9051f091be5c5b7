"""pay, lose, take, gain: counters that change hands."""

from __future__ import annotations

from interpreter.language.core import (
    Const,
    Loop,
    S,
    X,
    const,
)
from interpreter.language.core.candidates import resources_among
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import (
    expression,
    resource_named,
)
from interpreter.language.resolve.expressions.holders import SAY_WHO, WHAT_MOVES
from interpreter.language.resolve.scope import Scope
from interpreter.language.resolve.statements import bundles
from interpreter.language.resolve.statements.registry import forget, handles
from interpreter.language.resolve.statements.shifting import (
    SUPPLY_HOLDER,
    Part,
    at_least_zero,
    case_by_case,
    picked,
    shift,
)
from interpreter.language.syntax import nodes
from interpreter.program.types import BAG, INT, PLAYER, RESOURCE, UNKNOWN, Type, list_of


def part_of(c: Context, item: nodes.Item, scope: Scope) -> Part | None:
    match item:
        case nodes.Amount(count=count, resource=resource):
            number: X | None = expression(c, count, scope, INT)
        case nodes.AllOf(resource=resource):
            number = None
        case nodes.Bundle(value=value):
            return _bundle(c, value, scope)
    x, group = resource_named(c, resource, scope)
    if x is None and not group:
        return None
    return Part(number, x, group, item.span)


def _bundle(c: Context, value: nodes.Expr, scope: Scope) -> Part | None:
    """A bag given as one expression, or a list of resources, one entry a unit."""
    x = expression(c, value, scope)
    if x.type == BAG:
        return Part(x, None, "", value.span)
    if x.type.name == "list" and x.type.item is not None and x.type.item.name == "resource":
        return Part(x, None, "", value.span)
    if x.type == list_of(UNKNOWN):
        hint = "say what it is a list of, as in `those(g in group if false)`"
        c.report("E332", value.span, found="an empty list of nothing in particular", hint=hint)
    elif x.type.name == "resource" and not isinstance(value, nodes.Name):
        hint = f"name it and say how many: `let r = {value.span.text}`, then an amount such as `1 r`"
        c.report("E332", value.span, found=x.type, hint=hint)
    elif x.type != UNKNOWN:
        c.report("E332", value.span, found=x.type, hint=WHAT_MOVES)
    return None


@handles(nodes.Transfer)
def transfer(c: Context, node: nodes.Transfer, scope: Scope) -> list[S]:
    if scope.me is None:
        c.report("E305", node.span, hint=SAY_WHO)
        named = scope.inner(me=Const(0, PLAYER))  # what else is wrong here is said too
        for item in (item for alternatives in node.amounts for item in alternatives.items):
            part_of(c, item, named)
        return []
    other: X = SUPPLY_HOLDER if node.other is None else expression(c, node.other, scope)
    exact = node.verb in ("pay", "take")
    outward = node.verb in ("pay", "lose")
    source, target = (scope.me, other) if outward else (other, scope.me)
    out: list[S] = []
    for alternatives in node.amounts:
        found = [part for item in alternatives.items if (part := part_of(c, item, scope)) is not None]
        forget(c, scope, out)
        if len(found) > 1:
            bodies = [(_label(c, p), tuple(_part(c, p, source, target, exact, node, scope))) for p in found]
            out += bundles.one_of(c, bodies, scope, alternatives.span)
        elif found:
            out += _part(c, found[0], source, target, exact, node, scope)
    return out


def _label(c: Context, part: Part) -> str:
    """What an amount is called where it is one of several: the id of its resource or group."""
    if part.group:
        return part.group
    if isinstance(part.resource, Const):
        return c.layout.resources[int(part.resource.value)]  # type: ignore[call-overload]
    return "payment"


def _part(c: Context, part: Part, source: X, target: X, exact: bool, node: nodes.Transfer, scope: Scope) -> list[S]:
    """One amount changes hands."""
    if part.count is not None and part.count.type == BAG:
        return bundles.move_bag(c, part.count, source, target, exact, scope, part.span)
    if part.resource is None and not part.group:
        return _each_unit(c, part, source, target, exact, scope)
    if part.group and part.count is None:
        out: list[S] = []
        for r in c.layout.groups[part.group]:
            out += shift(c, source, target, Const(r, Type("resource", of=part.group)), None, exact, scope, part.span)
        return out
    if part.group:
        return picked(c, part, source, target, exact, scope)
    assert part.resource is not None
    if node.verb == "pay" and part.count is not None and bundles.has_substitutes(c, part.resource):
        assert isinstance(part.resource, Const)
        return bundles.pay_with(c, part.resource, at_least_zero(part.count), source, target, scope, part.span)
    if (
        node.verb == "pay"
        and part.count is not None
        and any(bundles.substitutes(c, r) for r in resources_among(c.layout, part.resource))
    ):
        return _pay_named(c, part, part.resource, part.count, source, target, scope)
    return shift(c, source, target, part.resource, part.count, exact, scope, part.span)


def _pay_named(c: Context, part: Part, what: X, count: X, source: X, target: X, scope: Scope) -> list[S]:
    """A payment of a resource that only the position tells, and that others may stand in for."""

    def paid(known: Const, number: X | None) -> list[S]:
        if number is not None and bundles.has_substitutes(c, known):
            return bundles.pay_with(c, known, number, source, target, scope.inner(), part.span)
        return shift(c, source, target, known, number, True, scope.inner(), part.span)

    return case_by_case(c, what, at_least_zero(count), paid)


def _each_unit(c: Context, part: Part, source: X, target: X, exact: bool, scope: Scope) -> list[S]:
    assert part.count is not None
    var = c.fresh("r", part.count.type.item or RESOURCE)
    body = shift(c, source, target, var, const(1), exact, scope, part.span)
    return [Loop("for", var.name, part.count, None, tuple(body), False)]

"""Operators, comparisons, conditions, lists, bags and literals."""

from __future__ import annotations

from interpreter.language import core
from interpreter.language.core.candidates import places_among
from interpreter.language.resolve import bags
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import tables
from interpreter.language.resolve.expressions.calls import domain
from interpreter.language.resolve.expressions.holders import (
    as_holder,
    as_holders,
    contents,
    counter,
    list_x,
    never_alike,
)
from interpreter.language.resolve.expressions.names import constant_of_type, no_such_value, special_name
from interpreter.language.resolve.expressions.registry import expression, fitted, handles
from interpreter.language.resolve.scope import Scope
from interpreter.language.syntax import nodes
from interpreter.program.types import BAG, BOOL, HOLDER, INT, NONE, RESOURCE, TEXT, UNKNOWN, Type, joined, list_of


@handles(nodes.IfThen)
def _if_then(c: Context, node: nodes.IfThen, scope: Scope, wanted: Type | None) -> core.X:
    test = expression(c, node.condition, scope, BOOL)
    then = expression(c, node.then, scope, wanted)
    other = expression(c, node.otherwise, scope, wanted)
    if BAG in (then.type, other.type):
        then, other = bags.from_list(c, then), bags.from_list(c, other)
    kind = joined(then.type, other.type)
    if kind is None:
        # A fixed value beside one that is worked out is the one that was mistyped.
        first, second = (node.then, then), (node.otherwise, other)
        is_first = isinstance(then, core.Const) and not isinstance(other, core.Const | core.Var)
        (wrong, x), (right, y) = (first, second) if is_first else (second, first)
        c.mismatch(wrong.span, y.type, x.type, [(right.span, f"this is {y.type}")])
        return core.WRONG
    if kind == HOLDER:
        then, other = as_holder(c, then), as_holder(c, other)
    result = core.choice(test, then, other)
    return core.Cond(test, then, other, kind) if isinstance(result, core.Cond) else result


@handles(nodes.Binary)
def _binary(c: Context, node: nodes.Binary, scope: Scope, wanted: Type | None) -> core.X:
    operator = node.operator
    if operator in ("and", "or"):
        left, right = (expression(c, n, scope, BOOL) for n in (node.left, node.right))
        if operator == "and":
            return core.both([left, right])
        return (
            core.negated(core.both([core.negated(left), core.negated(right)]))
            if core.TRUE in (left, right)
            else _either(left, right)
        )
    if operator in ("+", "-"):
        left = expression(c, node.left, scope)
        if left.type == BAG:
            right = expression(c, node.right, scope, BAG)
            return bags.joined(left, right if operator == "+" else core.Prim("bag_negative", (right,), BAG))
        if left.type.name in ("list", "place") and operator == "+":
            return _joined_lists(c, left, node, scope)
        left = fitted(c, left, INT, node.left.span)
    else:
        left = expression(c, node.left, scope, INT)
    right = expression(c, node.right, scope, INT)
    if operator in ("<", "<=", ">", ">="):
        return c.compared(core.compared(operator, left, right), node.span)
    if operator == "+":
        return core.plus(left, right)
    if operator == "*":
        return core.times(left, right)
    sign = {"-": "-", "/": "//", "mod": "%"}[operator]
    if sign != "-" and isinstance(node.right, nodes.Number) and node.right.value == 0:
        c.report("E408", node.right.span)
        return core.WRONG
    if isinstance(left, core.Const) and isinstance(right, core.Const) and not (sign != "-" and right.value == 0):
        a, b = int(left.value), int(right.value)  # type: ignore[call-overload]
        return core.const(a - b if sign == "-" else a // b if sign == "//" else a % b)
    return core.Op(sign, (left, right))


def _either(left: core.X, right: core.X) -> core.X:
    if left == core.FALSE:
        return right
    return left if right == core.FALSE else core.Op("or", (left, right), BOOL)


def _joined_lists(c: Context, left: core.X, node: nodes.Binary, scope: Scope) -> core.X:
    right = expression(c, node.right, scope)
    left, right = (contents(c, x) if x.type.name == "place" and x.type.of else x for x in (left, right))
    kind = joined(left.type, right.type)
    if kind is None or kind.name != "list":
        c.mismatch(node.right.span, left.type, right.type)
        return core.WRONG
    if kind.item == HOLDER:
        left, right = as_holders(c, left), as_holders(c, right)
    return core.Op("+", (left, right), kind)


@handles(nodes.Not)
def _not(c: Context, node: nodes.Not, scope: Scope, wanted: Type | None) -> core.X:
    return core.negated(expression(c, node.value, scope, BOOL))


@handles(nodes.Minus)
def _minus(c: Context, node: nodes.Minus, scope: Scope, wanted: Type | None) -> core.X:
    x = expression(c, node.value, scope, INT)
    if isinstance(x, core.Const):
        return core.const(-int(x.value))  # type: ignore[call-overload]
    return core.Op("neg", (x,))


@handles(nodes.Is)
def _is(c: Context, node: nodes.Is, scope: Scope, wanted: Type | None) -> core.X:
    if node.within:
        return _is_in(c, node, scope)
    if isinstance(node.right, nodes.Name) and node.right.name == "empty" and "empty" not in scope.names:
        return _is_empty(c, node, scope)
    if _asks_for_no_value(c, node.left, node.right) or _asks_for_no_value(c, node.right, node.left):
        return core.WRONG
    left, right = _same_kind(c, node, scope)
    if UNKNOWN in (left.type, right.type):
        return core.WRONG
    kind = joined(left.type, right.type)
    if kind is None or never_alike(left.type, right.type):
        c.mismatch(node.right.span, left.type, right.type)
        return core.WRONG
    if kind == HOLDER:
        left, right = as_holder(c, left), as_holder(c, right)
    if left.type.name == "piece" and right.type == NONE and isinstance(left, core.Const):
        return core.Const(node.negated, BOOL)
    return c.compared(core.compared("!=" if node.negated else "==", left, right), node.span)


def _asks_for_no_value(c: Context, option: nodes.Expr, number: nodes.Expr) -> bool:
    """Whether an option of numbers is compared with a number that is none of its values (reported): what is written
    for that value would never count."""
    if not (isinstance(option, nodes.Attribute) and isinstance(option.value, nodes.Name)):
        return False
    declared = c.model.game.options.get(option.name)
    if option.value.name != "option" or declared is None or not isinstance(number, nodes.Number):
        return False
    if number.value in declared.values or not any(type(v) is int for v in declared.values):
        return False
    c.report("E319", number.span, name=str(number.value), type=Type("option", of=option.name))
    return True


def _same_kind(c: Context, node: nodes.Is, scope: Scope) -> tuple[core.X, core.X]:
    """Both sides of `is`; a bare name on one side is first looked up by the type of the other."""
    if (
        isinstance(node.left, nodes.Name)
        and node.left.name not in scope.names
        and not isinstance(node.right, nodes.Name)
    ):
        right = expression(c, node.right, scope)
        return _named(c, node.left, scope, right.type), right
    left = expression(c, node.left, scope)
    if isinstance(node.right, nodes.Name) and node.right.name not in scope.names:
        return left, _named(c, node.right, scope, left.type)
    return left, expression(c, node.right, scope)


def _named(c: Context, node: nodes.Name, scope: Scope, other: Type) -> core.X:
    if (found := constant_of_type(c, node.name, other)) is not None:
        return found
    if other == UNKNOWN and node.name not in c.declared and node.name not in scope.names:
        return core.WRONG  # it may be a face or a value of what was mistaken on the other side
    if other.name in ("face", "option") and special_name(c, node, scope) is None:
        return no_such_value(c, node, other)
    return expression(c, node, scope)


def _is_in(c: Context, node: nodes.Is, scope: Scope) -> core.X:
    left = expression(c, node.left, scope)
    if isinstance(node.right, nodes.ListOf):
        elements = []
        for element in node.right.elements:
            if isinstance(element, nodes.Amount):
                c.report("E331", element.span)
                return core.WRONG
            right = (
                _named(c, element, scope, left.type)
                if isinstance(element, nodes.Name)
                else expression(c, element, scope)
            )
            if joined(left.type, right.type) is None:
                c.mismatch(element.span, left.type, right.type)
                return core.WRONG
            elements.append(right)
        over: core.X = list_x(elements, left.type)
    else:
        over, item = domain(c, node.right, scope)
        if UNKNOWN in (item, left.type):
            return core.WRONG
        if joined(left.type, item) is None:
            c.mismatch(node.right.span, list_of(left.type), over.type)
            return core.WRONG
    test = core.Op("in", (left, over), BOOL)
    return core.negated(test) if node.negated else test


def _is_empty(c: Context, node: nodes.Is, scope: Scope) -> core.X:
    left = expression(c, node.left, scope)
    if left.type == UNKNOWN:
        return core.WRONG
    if left.type.name == "place" and not left.type.of:
        held: core.X = core.const(0)
        for r in range(len(c.layout.resources)):
            if any((r, p) in c.layout.place_slots for p in places_among(c.layout, left)):
                held = core.plus(held, counter(c, left, core.Const(r, RESOURCE), node.span))
        return core.compared("!=" if node.negated else "==", held, core.const(0))
    if left.type.name == "place":
        left = contents(c, left)
    if left.type.name != "list":
        c.mismatch(node.left.span, "a place or a list", left.type)
        return core.WRONG
    return core.compared("!=" if node.negated else "==", left, core.Const((), left.type))


@handles(nodes.Interval)
def _interval(c: Context, node: nodes.Interval, scope: Scope, wanted: Type | None) -> core.X:
    low, high = (expression(c, n, scope, INT) for n in (node.low, node.high))
    return core.Prim("interval", (low, core.plus(high, core.const(1))), list_of(INT))


@handles(nodes.ListOf)
def _list(c: Context, node: nodes.ListOf, scope: Scope, wanted: Type | None) -> core.X:
    elements: list[core.X] = []
    inner = wanted.item if wanted is not None and wanted.name == "list" else None
    item: Type = inner or UNKNOWN
    if any(isinstance(e, nodes.Amount) for e in node.elements) or wanted == BAG:
        return _bag(c, node, scope)
    for element in node.elements:
        assert isinstance(element, nodes.Expr)
        x = expression(c, element, scope, inner)
        kind = joined(item, x.type)
        if kind is None:
            c.mismatch(element.span, item, x.type)
            return core.WRONG
        item = kind
        elements.append(x)
    if item == HOLDER:
        elements = [as_holder(c, e) for e in elements]
    return list_x(elements, item)


def _bag(c: Context, node: nodes.ListOf, scope: Scope) -> core.X:
    """A list with amounts in it; a bare resource counts one."""
    parts: list[tuple[core.X, core.X]] = []
    for element in node.elements:
        if isinstance(element, nodes.Amount):
            parts += tables.bag_part(c, element.resource, expression(c, element.count, scope, INT), scope)
        else:
            parts += tables.bag_part(c, element, core.const(1), scope)
    return bags.literal(c, parts)


@handles(nodes.Number)
def _number(c: Context, node: nodes.Number, scope: Scope, wanted: Type | None) -> core.X:
    return core.const(node.value)


@handles(nodes.Text)
def _text(c: Context, node: nodes.Text, scope: Scope, wanted: Type | None) -> core.X:
    if (
        wanted is not None
        and wanted.name == "option"
        and (found := constant_of_type(c, node.value, wanted)) is not None
    ):
        return found
    return core.Const(node.value, TEXT)

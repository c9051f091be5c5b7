"""random of a list: what chance takes from it."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.language.core import (
    Chance,
    Const,
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
)
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import domain, expression
from interpreter.language.resolve.scope import Scope
from interpreter.language.resolve.statements.registry import reason, require
from interpreter.language.syntax import nodes
from interpreter.program.types import INT, OPTIONAL, TEXT, UNKNOWN, Type, list_of


def at_random(c: Context, node: nodes.Random, scope: Scope, used: Callable[[nodes.Name], list[S]]) -> list[S]:
    """What lets chance take one or several of a list, and the statements that use it. used: makes them of a name for
    it, which no text can write and which is gone behind them."""
    drawn, name = _at_random(c, node, scope)
    out = [*drawn, *used(name)]
    del scope.names[name.name]
    return out


def _at_random(c: Context, node: nodes.Random, scope: Scope) -> tuple[list[S], nodes.Name]:
    over, item = domain(c, node.source, scope)
    name = nodes.Name(node.span, f"random {node.span.start}")
    if item.name == "list":
        c.mismatch(node.source.span, "a list of things or numbers", over.type)
        item = UNKNOWN
    if item == UNKNOWN:
        scope.names[name.name] = c.fresh("drawn", UNKNOWN)
        return [], name
    source = c.fresh("from", over.type)
    if node.count is None and not node.is_order:
        scope.names[name.name] = drawn = c.fresh("drawn", item)
        return [*_some(c, node, over, item, scope), Let(source.name, over), *_one(node, source, drawn, scope)], name
    scope.names[name.name] = found = c.fresh("drawn", list_of(item))
    count: X = Prim("len", (source,), INT)
    if node.count is not None:
        count = Op("min", (expression(c, node.count, scope, INT), count))
    if item.name != "piece":  # what is alike is taken from the list together
        over = Prim("union", (ListX((over,), False, list_of(over.type)),), over.type)
    one = c.fresh("drawn", item)
    rest = Prim("without", (source, ListX((one,), False, source.type)), source.type)
    taken = Op("+", (found, ListX((one,), False, found.type)), found.type)
    times = c.fresh("times", INT)
    body = (_taken(node, source, one, item, scope), Let(found.name, taken), Let(source.name, rest))
    loop = Loop("times", c.fresh("i", INT).name, times, None, body, False)
    return [Let(source.name, over), Let(times.name, count), Let(found.name, Const((), found.type)), loop], name


def _some(c: Context, node: nodes.Random, over: X, item: Type, scope: Scope) -> list[S]:
    """What fails where a list is empty of whose elements none could stand for nothing."""
    if item.name in OPTIONAL or isinstance(over, Const) and over.value:
        return []
    match over:
        case Prim(name="interval", args=(Const(value=int() as low), Const(value=int() as high))) if low < high:
            return []
    test = compared(">", Prim("len", (over,), INT), const(0))
    return require(c, test, reason("too_few", node.source.span), scope)


def _one(node: nodes.Random, source: Var, drawn: Var, scope: Scope) -> list[S]:
    """One of a list; none of an empty one."""
    some = compared("!=", source, Const((), source.type))
    took = _taken(node, source, drawn, drawn.type, scope)
    if drawn.type.name in OPTIONAL:
        return [If(some, (took,), (Let(drawn.name, const(-1, drawn.type)),))]
    return [took]


def _taken(node: nodes.Random, source: Var, drawn: Var, item: Type, scope: Scope) -> S:
    is_piece = item.name == "piece" and bool(item.of) and "|" not in item.of
    options = Prim("weighted", (Const(item.of, TEXT), source), list_of(INT)) if is_piece else None
    options = options or Prim("picked", (source,), list_of(INT))
    return Chance(drawn.name, options, item, "draw", node.span, who=scope.me)

"""Ways through a network: what the cheapest one costs, which one it is, and what lies at most so far away.

What joins two things is a link (`l.cost for l in line`), which can be gone along both ways; or one steps from cell to
cell of a grid, each with the cost of entering it (`c.mud for c in field`), or to the elements of a list, at a cost of 1
(`neighbours(c) for c in field`).
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.diagnostics import Span
from interpreter.language.core import (
    WRONG,
    Const,
    Fold,
    ListX,
    Op,
    Prim,
    Tab,
    Var,
    X,
    choice,
    const,
    plus,
    rebuilt,
    substituted,
    times,
)
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions.attributes import attribute
from interpreter.language.resolve.expressions.calls import binder_scope, domain, neighbours_of, reachable_by_lists
from interpreter.language.resolve.expressions.holders import list_x, space_type
from interpreter.language.resolve.expressions.registry import BUILTINS, Builtin, builtin, expression
from interpreter.language.resolve.scope import Scope
from interpreter.language.syntax import nodes
from interpreter.loading.model import SpaceDecl
from interpreter.program.types import BOOL, INT, OPTIONAL, TEXT, UNKNOWN, Type, joined, list_of
from interpreter.records import record

_COSTS = "cost for l in links"


@record
class Network:
    """What there is to go along between things of the type `node`. entries: of each link (its ends, its cost, itself),
    of each cell (itself, what it costs to enter it or -1 where it cannot be entered, the cells beside it). item: what
    a way is a list of."""

    entries: X
    is_links: bool
    item: Type
    node: Type

    @property
    def args(self) -> tuple[X, X]:
        return self.entries, const(int(self.is_links))


@builtin("distance")
def _distance(c: Context, node: nodes.Call, scope: Scope) -> X:
    """distance(from, to, cost for l in links): what the cheapest way costs."""
    return _way(c, node, scope, "distance")


@builtin("cheapest")
def _cheapest(c: Context, node: nodes.Call, scope: Scope) -> X:
    """cheapest(from, to, cost for l in links): the cheapest way, as the list of its links, or of the cells entered."""
    return _way(c, node, scope, "cheapest")


@builtin("reachable")
def _reachable(c: Context, node: nodes.Call, scope: Scope) -> X:
    """reachable(from, cost for l in links [, most]): all that is at most so far away, the nearest first; or the older
    form, which asks of each element for a list."""
    match node.arguments:
        case (nodes.Argument(binder=None, value=nodes.Expr()), nodes.Argument(binder=nodes.Binder()), *_):
            pass
        case _:
            return reachable_by_lists(c, node, scope)
    first, costs, *rest = node.arguments
    if len(rest) > 1 or first.name or not _is_plain(costs) or any(a.binder or a.name or a.value is None for a in rest):
        c.report("E366", node.span, name="reachable", form=f"reachable(from, {_COSTS}, most)")
        return WRONG
    start = _start(c, first, scope)
    if start.type == UNKNOWN:
        return WRONG
    assert start.type.item is not None
    most = expression(c, rest[0].value, scope, INT) if rest and rest[0].value is not None else const(-1)
    if rest:
        most = Op("max", (most, const(0)))
    found = _network(c, costs, scope, start.type.item)
    return WRONG if found is None else Prim("within_reach", (start, most, *found.args), list_of(found.node))


def _way(c: Context, node: nodes.Call, scope: Scope, name: str) -> X:
    match node.arguments:
        case (
            nodes.Argument(binder=None, name=None) as first,
            nodes.Argument(binder=None, name=None) as last,
            costs,
        ) if _is_plain(costs) and first.value is not None and last.value is not None:
            pass
        case _:
            c.report("E366", node.span, name=name, form=f"{name}(from, to, {_COSTS})")
            return WRONG
    start = _start(c, first, scope)
    target = expression(c, last.value, scope)
    if UNKNOWN in (start.type, target.type):
        return WRONG
    assert start.type.item is not None
    own, other = start.type.item, target.type
    kind = joined(own, other)
    if kind is not None and kind.name == "place" and own.space != other.space:
        kind = None if own.space and other.space else own if own.space else other
    if kind is None or kind.name not in OPTIONAL:
        c.mismatch(last.span, own, other)
        return WRONG
    found = _network(c, costs, scope, kind)
    if found is None:
        return WRONG
    return c.read(
        Prim(name, (start, target, *found.args), INT if name == "distance" else list_of(found.item)), node.span
    )


def _is_plain(costs: nodes.Argument) -> bool:
    return costs.binder is not None and costs.value is not None and not costs.binder.extreme and not costs.name


def _start(c: Context, argument: nodes.Argument, scope: Scope) -> X:
    """What a way begins at, as a list: any of its elements, or one thing. Of unknown type after a report."""
    assert argument.value is not None
    x = expression(c, argument.value, scope)
    if x.type == UNKNOWN:
        return WRONG
    if x.type.name != "list":
        x = list_x([x], x.type)
    item = x.type.item
    if item is None or item.name not in OPTIONAL:
        c.mismatch(argument.span, "a space or a list of spaces", x.type)
        return WRONG
    return x


def _network(c: Context, costs: nodes.Argument, scope: Scope, node: Type) -> Network | None:
    """What there is to go along between things of a type; None after a report."""
    binder = costs.binder
    assert binder is not None and costs.value is not None
    over, item = domain(c, binder.domain, scope)
    inner, var = binder_scope(c, binder, over, scope, item)
    test = None if binder.condition is None else expression(c, binder.condition, inner, BOOL)
    value = expression(c, costs.value, inner)
    if UNKNOWN in (item, value.type, node):
        return None
    if node.name == "place" and not node.space:
        node = _joined_by(c, item) or node
    if value.type.name == "list" or (item.name, item.space, item.space or item.of) == (
        node.name, node.space, node.space or node.of,
    ):  # fmt: skip
        if joined(item, node) is None:
            c.mismatch(binder.domain.span, node, item)
            return None
        beside, cost = (value, const(1)) if value.type.name == "list" else (neighbours_of(c, var, binder.span), value)
        if beside.type != UNKNOWN and (beside.type.item is None or joined(beside.type.item, node) is None):
            c.mismatch(costs.value.span, list_of(node), beside.type)
            return None
        if beside.type == UNKNOWN or not _is_number(c, costs.value, cost):
            return None
        entered: X = cost if isinstance(cost, Const) else Op("max", (cost, const(0)))
        if test is not None:
            entered = choice(test, entered, const(-1))
        entry: X = Op("+", (ListX((var, entered), False, list_of(INT)), c.typed(beside, list_of(INT))), list_of(INT))
        return Network(_entries(c, over, var, None, entry), False, item, node)
    ends = ends_of(c, var, node, binder.span)
    if ends is None or not _is_number(c, costs.value, value):
        return None
    entry = ListX((*ends, value, var), False, list_of(INT))
    return Network(_entries(c, over, var, test, entry), True, item, node)


def _joined_by(c: Context, item: Type) -> Type | None:
    """The spaces between which one goes along things of a type, where what a way begins at may be any place."""
    space = c.model.spaces.get(item.space)
    if space is not None and space.edges_of:
        return space_type(c, space.edges_of)
    declared = space if item.name == "place" else c.model.pieces.get(item.of)
    if declared is None or (space is not None and space.is_grid):
        return item if item.space else None
    types = [c.type_of(text, declared.span) for text in declared.attributes.values()]
    return next((t for t in types if t.space and types.count(t) == 2), item if item.space else None)


def _is_number(c: Context, node: nodes.Expr, cost: X) -> bool:
    """Whether a cost is a number; reports it where it is not."""
    if cost.type not in (INT, UNKNOWN):
        c.mismatch(node.span, INT, cost.type)
    return cost.type == INT


def ends_of(c: Context, link: X, node: Type, span: Span) -> tuple[X, X] | None:
    """The two things of a type that a link joins; None after a report."""
    model, t = c.model, link.type
    if t.space in model.spaces and (found := _touched_by(c, link, node)) is not None:
        return found
    declared = model.spaces.get(t.space) if t.name == "place" else model.pieces.get(t.of)
    named = {} if declared is None else declared.attributes
    types = {} if declared is None else {n: c.type_of(text, declared.span) for n, text in named.items()}
    names = [n for n, kind in types.items() if kind == node]
    if len(names) != 2:
        c.report("E395", span, link=t, node=node)
        return None
    first, second = (attribute(c, link, n, span) for n in names)
    return first, second


def _touched_by(c: Context, edge: X, node: Type) -> tuple[X, X] | None:
    """The two cells beside an edge, or the corners at its ends; none where there is nothing. None: of no edge, or other
    things are meant."""
    space = c.model.spaces[edge.type.space]
    cls = c.model.spaces.get(node.space)
    if not space.edges_of or cls is None or space.edges_of not in (cls.id, cls.corners_of):
        return None
    rows = c.layout.touching(c.model, space, "corners" if cls.corners_of else "cells")
    tables = [
        c.layout.table(f"{name}_{space.id}|{cls.id}", (*[row[i] if len(row) > i else -1 for row in rows], -1))
        for i, name in enumerate(("ONE", "TWO"))
    ]
    one, two = (Tab(name, edge, node) for name in tables)
    return one, two


def _touching(which: str) -> Builtin:
    """edges(x), corners(x), cells(x): what a cell, edge or corner of a grid touches of these, those of a cell
    clockwise from the north."""

    def build(c: Context, node: nodes.Call, scope: Scope) -> X:
        value = _only_argument(c, node)
        if value is None:
            return WRONG
        x = expression(c, value, scope)
        space = c.model.spaces.get(x.type.space)
        cells = None if space is None or not space.is_grid else space.cells or space.id
        target = next((s for s in c.model.spaces.values() if getattr(s, f"{which}_of", "") == cells), None)
        target = c.model.spaces.get(cells or "") if which == "cells" else target
        if space is None or target is None or target is space:
            if x.type != UNKNOWN:
                c.report("E396", value.span, found=x.type, which=which)
            return WRONG
        return Tab(_table_of(c, space, which), x, list_of(space_type(c, target.id)))

    return build


def _only_argument(c: Context, node: nodes.Call) -> nodes.Expr | None:
    """The one thing that a function is given; None after a report."""
    match node.arguments:
        case (nodes.Argument(binder=None, name=None, value=nodes.Expr() as value),):
            return value
    c.report("E304", node.span, wanted=1, found=len(node.arguments))
    return None


def _table_of(c: Context, space: SpaceDecl, which: str) -> str:
    """The table of what each cell, edge or corner of a grid touches."""
    table = f"{which.upper()}_{space.id}"
    if table not in c.layout.tables:
        c.layout.table(table, (*c.layout.touching(c.model, space, which), ()))
    return table


BUILTINS |= {which: _touching(which) for which in ("edges", "corners", "cells")}


@builtin("enclosed")
def _enclosed(c: Context, node: nodes.Call, scope: Scope) -> X:
    """enclosed(edges): the areas that some edges of a grid enclose, each as the list of its cells."""
    value = _only_argument(c, node)
    if value is None:
        return WRONG
    x = expression(c, value, scope)
    item = x.type.item if x.type.name == "list" else None
    space = None if item is None else c.model.spaces.get(item.space)
    if space is None or not space.edges_of:
        if x.type != UNKNOWN:
            c.report("E397", value.span, found=x.type)
        return WRONG
    for of, which in ((space, "cells"), (c.model.spaces[space.edges_of], "edges")):
        _table_of(c, of, which)
    kind = list_of(list_of(space_type(c, space.edges_of)))
    return Prim("enclosed", (x, Const(space.id, TEXT), Const(space.edges_of, TEXT)), kind)


def _entries(c: Context, over: X, var: Var, test: X | None, entry: X) -> X:
    """The entries of a network; worked out here where the position has no say in them."""
    kind = list_of(list_of(INT))
    if test is None and isinstance(over, Const) and isinstance(over.value, tuple):
        settle = _settling(c)
        found = [settle(substituted(entry, {var.name: Const(element, var.type)})) for element in over.value]
        if all(isinstance(x, Const) for x in found):
            return _kept(c, tuple([x.value for x in found if isinstance(x, Const)]), kind)
    return Fold("list_of", var.name, over, test, entry, kind)


def _kept(c: Context, entries: tuple[object, ...], kind: Type) -> X:
    """Entries that never change, as a table of the program, which is written once."""
    known: tuple[object, ...] = c.layout.tables.get("NETWORKS", ())  # type: ignore[assignment]
    if entries not in known:
        known = (*known, entries)
        c.layout.table("NETWORKS", known)
    return Prim("network", (const(known.index(entries)),), kind)


def _settling(c: Context) -> Callable[[X], X]:
    """Works out lists and entries of tables that depend on constants alone."""

    def settled(x: X) -> X:
        x = rebuilt(x, settled)
        match x:
            case Tab(table=table, index=Const(value=int() as at)) if isinstance(rows := c.layout.tables[table], tuple):
                return Const(rows[at], x.type) if -1 <= at < len(rows) else x
            case ListX(elements=elements, drop_none=False) if all(isinstance(e, Const) for e in elements):
                return Const(tuple([e.value for e in elements if isinstance(e, Const)]), x.type)
            case Op(operator="+", args=(Const(value=tuple() as a), Const(value=tuple() as b))):
                return Const(a + b, x.type)
            case Op(operator="max", args=(Const(value=int() as a), Const(value=int() as b))):
                return Const(max(a, b), x.type)
            case Op(operator="+", args=(a, b)) if x.type == INT:
                return plus(a, b)
            case Op(operator="*", args=(a, b)):
                return times(a, b)
        return x

    return settled

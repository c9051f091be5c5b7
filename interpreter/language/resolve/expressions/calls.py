"""Indexes, calls of values and functions, and comprehensions."""

from __future__ import annotations

from dataclasses import replace

from interpreter.diagnostics import Span
from interpreter.language.core import (
    WRONG,
    Const,
    Fold,
    Get,
    ListX,
    Op,
    Possible,
    Prim,
    Slot,
    Tab,
    Var,
    X,
    compared,
    const,
    families,
    plus,
)
from interpreter.language.resolve import bags
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import tables
from interpreter.language.resolve.expressions.attributes import marker_of
from interpreter.language.resolve.expressions.holders import (
    contents,
    counter,
    family,
    from_the_end,
    kind_of_piece,
    nobody_acts,
    seats_after,
    seats_from,
    there,
)
from interpreter.language.resolve.expressions.registry import BUILTINS, Builtin, expression, fitted, handles
from interpreter.language.resolve.scope import Scope
from interpreter.language.syntax import nodes
from interpreter.loading.words import SORTS
from interpreter.program.types import (
    BAG,
    BOOL,
    HOLDERS,
    INT,
    OPTIONAL,
    PLAYER,
    TEXT,
    TRACK,
    UNKNOWN,
    Type,
    joined,
    list_of,
)


@handles(nodes.Index)
def _index(c: Context, node: nodes.Index, scope: Scope, wanted: Type | None) -> X:
    entry = entry_of(c, node, scope)
    if entry is not None:
        return WRONG if entry.type == UNKNOWN else entry
    if isinstance(node.value, nodes.Mine | nodes.Attribute) and node.value.name == "marker":
        track = expression(c, node.index, scope, TRACK)
        return WRONG if track.type == UNKNOWN else marker_of(c, _mine_player(c, node.value, scope), track)
    if isinstance(node.value, nodes.Name) and node.value.name in c.model.tables and node.value.name not in scope.names:
        return tables.read_table(c, node.value.name, node.index, scope, node.span)
    value = expression(c, node.value, scope)
    if value.type == UNKNOWN:
        expression(c, node.index, scope)
        return WRONG
    index = expression(c, node.index, scope)
    if index.type.name == "resource" and value.type == BAG:
        return bags.count(value, there(index))
    if index.type.name == "resource" and value.type.name in HOLDERS:
        return counter(c, value, index, node.span)
    if value.type.name == "place" and value.type.of:
        value = contents(c, value)
    if value.type.name == "list" and value.type.item is not None:
        index = fitted(c, index, INT, node.index.span)
        if isinstance(value, Const) and isinstance(index, Const) and index.type == INT:
            elements: tuple[object, ...] = tuple(value.value)  # type: ignore[arg-type]
            at = int(index.value)  # type: ignore[call-overload]
            if 0 < at <= len(elements):
                return const(elements[at - 1], value.type.item)
        return c.read(Prim("item", (value, index), value.type.item), node.span)
    if value.type.name == "per" and value.type.item and value.type.key:
        index = fitted(c, index, value.type.key, node.index.span)
        return Prim("item", (value, plus(index, const(1))), value.type.item)
    hint = "lists, tables, bags, zones and variables with `per` have entries; players, places and pieces hold resources"
    if value.type == BAG:
        bag, group = node.value.span.text, node.index.span.text
        hint = f"a bag has numbers of single resources: `sum({bag}[r] for r in {group})` adds them up for a group, "
        hint += f"`size({bag})` counts all that is in it, what it leaves open included"
    c.report("E307", node.span, type=value.type, hint=hint)
    return WRONG


def entry_of(c: Context, node: nodes.Expr, scope: Scope) -> Get | None:
    """An entry of a `… per …` variable, of unknown type after a report; None where the node is no such entry."""
    if not isinstance(node, nodes.Index):
        return None
    match node.value:
        case nodes.Name(name=name) if name in c.model.game_state and name in c.layout.keys and name not in scope.names:
            slot, decl = Slot("variable", name, f"var:{name}"), c.model.game_state[name]
        case nodes.Mine(name=name) | nodes.Attribute(name=name) if (
            name in c.model.player_state and name in c.layout.keys
        ):
            player = _mine_player(c, node.value, scope)
            slot, decl = Slot("variable", name, f"pvar:{name}", there(player)), c.model.player_state[name]
        case _:
            return None
    item, key = c.per_types(decl.type, node.span)
    index = expression(c, node.index, scope, key)
    return Get(replace(slot, key=there(index)), UNKNOWN if index.type == UNKNOWN else item)


def _mine_player(c: Context, node: nodes.Expr, scope: Scope) -> X:
    if isinstance(node, nodes.Attribute):
        return expression(c, node.value, scope, PLAYER)
    if scope.me is None:
        return nobody_acts(c, node.span, scope)
    return scope.me


FOLDS = {"count", "any", "those", "sum", "min", "max", "all", nodes.LISTED}


@handles(nodes.Call)
def _call(c: Context, node: nodes.Call, scope: Scope, wanted: Type | None) -> X:
    function = node.function
    match function:
        case nodes.Attribute(value=nodes.Name(name="players"), name="from" | "after"):
            return _seats(c, node, function.name, scope)
    if not isinstance(function, nodes.Name):
        c.report("E308", node.span)
        return WRONG
    name = function.name
    if name in FOLDS and any(a.binder for a in node.arguments):
        return _fold(c, node, name, scope, wanted)
    if name in FOLDS and len(node.arguments) == 1 and _is_bare_list(c, node, name, scope):
        return WRONG
    builtin = None if name in c.model.values else BUILTINS.get(name)
    if builtin is not None:
        return builtin(c, node, scope)
    if name in c.model.values:
        return c.call_value_nodes(name, node, scope)
    if name in c.model.procedures or name in c.action_ids:
        c.report("E328", node.span, name=name)
        return WRONG
    if name in SORTS:
        c.report("E385", function.span)
    else:
        c.unknown_name(function.span, name, scope, ("value", "function"))
    return WRONG


def _is_bare_list(c: Context, node: nodes.Call, name: str, scope: Scope) -> bool:
    """Whether a function that runs over a list is given the list and nothing else, `max(x.steps)`; reports it, or that
    there is no saying what it is given."""
    (argument,) = node.arguments
    if argument.value is None or argument.name is not None:
        return False
    x = expression(c, argument.value, scope)
    if x.type == UNKNOWN:
        return True
    if x.type.name != "list" and not (x.type.name == "place" and x.type.of):
        return False
    text, value = argument.span.text, "n" if x.type.item == INT else "…"
    var = "n" if x.type.item == INT else "x"
    if name in ("any", "those"):
        form = f"{name}({var} in {text} if …)"
    else:
        form = f"size({text})" if name == "count" else f"{name}({'…' if name == 'all' else value} for {var} in {text})"
    c.report("E370", node.span, name=name, form=form)
    return True


def _arguments(c: Context, node: nodes.Call, scope: Scope, types: tuple[Type | None, ...]) -> list[X] | None:
    if len(node.arguments) != len(types) or any(a.value is None or a.name for a in node.arguments):
        c.report("E304", node.span, wanted=len(types), found=len(node.arguments))
        return None
    return [expression(c, a.value, scope, t) for a, t in zip(node.arguments, types, strict=True) if a.value]


def _seats(c: Context, node: nodes.Call, name: str, scope: Scope) -> X:
    args = _arguments(c, node, scope, (PLAYER,))
    if args is None:
        return WRONG
    return seats_from(c, args[0]) if name == "from" else seats_after(c, args[0])


def _size(c: Context, node: nodes.Call, scope: Scope) -> X:
    args = _arguments(c, node, scope, (None,))
    if args is None or args[0].type == UNKNOWN:
        return WRONG
    if args[0].type == BAG:
        return Prim("total", (args[0],), INT)
    x = contents(c, args[0]) if args[0].type.name == "place" and args[0].type.of else args[0]
    if x.type.name != "list":
        c.mismatch(node.arguments[0].span, "a list", x.type)
        return WRONG
    if isinstance(x, Const):
        return const(len(x.value))  # type: ignore[arg-type]
    return Prim("len", (x,), INT)


def _reversed(c: Context, node: nodes.Call, scope: Scope) -> X:
    """reversed(S): a list from its end."""
    args = _arguments(c, node, scope, (None,))
    if args is None or args[0].type == UNKNOWN:
        return WRONG
    if args[0].type.name != "list" and not (args[0].type.name == "place" and args[0].type.of):
        c.mismatch(node.arguments[0].span, "a list", args[0].type)
        return WRONG
    return from_the_end(contents(c, args[0]) if args[0].type.name == "place" else args[0])


def _abs(c: Context, node: nodes.Call, scope: Scope) -> X:
    args = _arguments(c, node, scope, (INT,))
    return WRONG if args is None else Prim("abs", tuple(args), INT)


def _extreme(name: str) -> Builtin:
    def build(c: Context, node: nodes.Call, scope: Scope) -> X:
        if len(node.arguments) < 2:
            c.report("E304", node.span, wanted="two or more", found=len(node.arguments))
            return WRONG
        args = _arguments(c, node, scope, (INT,) * len(node.arguments))
        if args is None:
            return WRONG
        if all(isinstance(a, Const) for a in args):
            values = [int(a.value) for a in args if isinstance(a, Const)]  # type: ignore[call-overload]
            return const(min(values) if name == "min" else max(values))
        return Op(name, tuple(args))

    return build


def _possible(c: Context, node: nodes.Call, scope: Scope) -> X:
    match node.arguments:
        case (nodes.Argument(value=nodes.Name(name=name)),) if name in c.action_ids:
            if scope.me is None:
                return nobody_acts(c, node.span, scope)
            c.possibilities.add(name)
            return Possible(name, scope.me)
        case _:
            c.report("E329", node.span)
            return WRONG


def _units(c: Context, node: nodes.Call, scope: Scope) -> X:
    """units(holder, resources): one entry for each unit there."""
    args = _arguments(c, node, scope, (None, None))
    if args is None:
        return WRONG
    holder, which = args
    if which.type.name == "resource":
        which = ListX((which,), False, list_of(which.type))
    if which.type.name != "list" or which.type.item is None or which.type.item.name != "resource":
        c.mismatch(node.arguments[1].span, "a list of resources", which.type)
        return WRONG
    item = which.type.item
    var = c.fresh("r", item)
    count = counter(c, holder, var, node.span)
    repeated = Op("*", (ListX((var,), False, list_of(item)), count), list_of(item))
    fams = families(family(c, var, holder))
    return Prim(
        "joined", (Fold("list_of", var.name, which, None, repeated, list_of(list_of(item))),), list_of(item), fams
    )


def _placements(c: Context, node: nodes.Call, scope: Scope) -> X:
    """placements(x, cells): every way to lay the shape of a piece or kind on cells of a grid, as lists of cells."""
    args = _arguments(c, node, scope, (None, None))
    if args is None:
        return WRONG
    what, cells = args
    item = cells.type.item if cells.type.name == "list" else None
    space = c.model.spaces.get(item.space) if item is not None else None
    if space is None or not space.columns:
        if cells.type != UNKNOWN:
            c.report("E362", node.arguments[1].span, found=cells.type)
        return WRONG
    kind = kind_of_piece(c, what) if what.type.name == "piece" else what
    if kind.type.name != "kind" or tables.kind_attribute(c, kind, "shape", node.span) is None:
        if kind.type != UNKNOWN:
            c.report("E363", node.arguments[0].span, found=what.type)
        return WRONG
    assert item is not None
    return Prim("placements", (Const(space.id, TEXT), kind, cells), list_of(list_of(item)))


def neighbours_of(c: Context, cell: X, span: Span, name: str = "neighbours") -> X:
    """The cells of a grid beside a cell, or around it. Of unknown type after a report: it is none."""
    space = c.model.spaces.get(cell.type.space)
    if space is None or not space.is_grid:
        c.report("E362", span, found=cell.type)
        return WRONG
    table = f"{name.upper()}_{space.id}"
    if table not in c.layout.tables:
        which = "edges" if space.edges_of else "corners" if space.corners_of else ""
        rows = c.layout.touching(c.model, space, which) if which else c.layout.neighbours(space, name == "around")
        c.layout.table(table, (*rows, ()))
    return Tab(table, cell, list_of(cell.type))


def _around(name: str) -> Builtin:
    """neighbours(s): the cells of a grid beside a cell. around(s): those at its corners too."""

    def build(c: Context, node: nodes.Call, scope: Scope) -> X:
        args = _arguments(c, node, scope, (None,))
        if args is None or args[0].type == UNKNOWN:
            return WRONG
        return neighbours_of(c, args[0], node.arguments[0].span, name)

    return build


def _neighbour(c: Context, node: nodes.Call, scope: Scope) -> X:
    """neighbour(s, d): the hex in direction d, from 1 in the north-east clockwise, or none."""
    args = _arguments(c, node, scope, (None, INT))
    if args is None or args[0].type == UNKNOWN:
        return WRONG
    space = c.model.spaces.get(args[0].type.space)
    if space is None or not space.rings:
        c.report("E364", node.arguments[0].span, found=args[0].type)
        return WRONG
    table = f"HEXES_{space.id}"
    if table not in c.layout.tables:
        c.layout.table(table, (*c.layout.hex_neighbours(space), (-1,) * 6))
    six = Tab(table, args[0], list_of(args[0].type))
    return Prim("item0", (six, Op("%", (plus(args[1], const(-1)), const(6)))), args[0].type)


def reachable_by_lists(c: Context, node: nodes.Call, scope: Scope) -> X:
    """reachable(steps for x in start [if …] [, n]): what can be reached from the elements of start in at most n
    steps, each once."""
    argument = node.arguments[0] if node.arguments else None
    if argument is None or argument.binder is None or argument.value is None or len(node.arguments) > 2:
        c.report("E365", node.span)
        return WRONG
    binder = argument.binder
    unordered(c, binder, "what can be reached")
    over, item = domain(c, binder.domain, scope)
    inner, var = binder_scope(c, binder, over, scope, item)
    test = None if binder.condition is None else expression(c, binder.condition, inner, BOOL)
    steps = expression(c, argument.value, inner, list_of(item))
    limit = None
    if len(node.arguments) == 2:
        most = node.arguments[1]
        if most.value is None or most.binder is not None or most.name is not None or binder.extreme:
            c.report("E365", node.span)
            return WRONG
        limit = Op("max", (expression(c, most.value, scope, INT), const(0)))
    return Fold("reachable", var.name, over, test, steps, list_of(item), limit)


def each_of(c: Context, argument: nodes.Argument, scope: Scope, value: Type | None) -> tuple[X, X]:
    """The elements of a comprehension `value for x in S if c`, and the list of their values."""
    binder = argument.binder
    assert binder is not None and argument.value is not None
    unordered(c, binder, "what comes of all of them together")
    over, item = domain(c, binder.domain, scope)
    inner, var = binder_scope(c, binder, over, scope, item)
    test = None if binder.condition is None else expression(c, binder.condition, inner, BOOL)
    x = expression(c, argument.value, inner, value)
    if value is None and x.type.name != "list":
        if x.type != UNKNOWN:
            c.mismatch(argument.value.span, "a list", x.type)
        x = ListX((), False, list_of(UNKNOWN))
    elements = over if test is None else Fold("list", var.name, over, test, None, list_of(item))
    return elements, Fold("list_of", var.name, over, test, x, list_of(x.type))


def _are_comprehensions(node: nodes.Call, number: int) -> bool:
    found = node.arguments
    plain = all(a.binder is not None and a.value is not None and not a.binder.extreme for a in found)
    return plain and len(found) == number


def _union(c: Context, node: nodes.Call, scope: Scope) -> X:
    """union(list for x in S [if …]): the elements of all the lists, each once."""
    if not _are_comprehensions(node, 1):
        c.report("E366", node.span, name="union", form="union(list for x in S)")
        return WRONG
    _, lists = each_of(c, node.arguments[0], scope, None)
    assert lists.type.item is not None
    return Prim("union", (lists,), lists.type.item)


def _assignable(c: Context, node: nodes.Call, scope: Scope) -> X:
    """assignable(list for x in S, number for t in T): whether each x can be given one of its list, and no t to more
    than its number."""
    if not _are_comprehensions(node, 2):
        form = "assignable(list for x in S, number for t in T)"
        c.report("E366", node.span, name="assignable", form=form)
        return WRONG
    _, lists = each_of(c, node.arguments[0], scope, None)
    targets, limits = each_of(c, node.arguments[1], scope, INT)
    assert lists.type.item is not None
    if joined(lists.type.item, targets.type) is None:
        c.mismatch(node.arguments[1].span, lists.type.item, targets.type)
        return WRONG
    return Prim("assignable", (lists, targets, limits), BOOL)


BUILTINS |= {
    "size": _size,
    "reversed": _reversed,
    "abs": _abs,
    "min": _extreme("min"),
    "max": _extreme("max"),
    "possible": _possible,
    "units": _units,
    "placements": _placements,
    "neighbours": _around("neighbours"),
    "around": _around("around"),
    "neighbour": _neighbour,
    "union": _union,
    "assignable": _assignable,
}


def domain(c: Context, node: nodes.Expr, scope: Scope) -> tuple[X, Type]:
    """The list a binder runs over and the type of its elements."""
    x = expression(c, node, scope)
    if x.type.name == "place":
        if not x.type.of:
            c.report("E317", node.span, type="a place that holds no pieces", hint="")
            return WRONG, UNKNOWN
        x = contents(c, x)
    if x.type == UNKNOWN:
        return x, UNKNOWN
    if x.type.name != "list" or x.type.item is None:
        hint = f"write `1..{node.span.text}` for the numbers up to it" if x.type == INT else ""
        c.report("E317", node.span, type=x.type, hint=hint)
        return WRONG, UNKNOWN
    return x, x.type.item


def binder_scope(c: Context, binder: nodes.Binder, over: X, scope: Scope, item: Type) -> tuple[Scope, Var]:
    """The scope of a binder's condition and value, and its local, which runs over the elements of `over`."""
    inner = scope.inner()
    var = c.new_local(binder.name, item, inner, binder.span)
    c.note_apart(var.name, over, item, scope)
    c.domains[var.name] = over
    return inner, var


def selected(c: Context, binder: nodes.Binder, over: X, test: X | None, inner: Scope, var: Var) -> X:
    """The elements of a list that a binder leaves, in its order. inner, var: as of `binder_scope`."""
    kind = list_of(var.type)
    if binder.extreme and binder.value is not None:
        over, test = Fold(binder.extreme, var.name, over, test, expression(c, binder.value, inner, INT), kind), None
    elif test is not None:
        over = Fold("list", var.name, over, test, None, kind)
    for key in reversed(binder.keys):  # what comes last is put in order first, as equal ones stay where they are
        value = expression(c, key.value, inner, INT)
        over = Fold("falling" if key.most_first else "rising", var.name, over, None, value, kind)
    return over


def unordered(c: Context, binder: nodes.Binder, what: str) -> None:
    """Report that a binder says an order where there is none."""
    if binder.keys:
        c.report("E386", binder.keys[0].span, what=what)


def _worked_out(c: Context, node: nodes.Expr, binder: nodes.Binder, found: X, scope: Scope) -> X:
    """`[value for x in S]`: what is worked out of each element, without those for which it is none."""
    if found.type.item is None:
        return found
    inner, var = binder_scope(c, binder, found, scope.inner(), found.type.item)
    value = expression(c, node, inner)
    if value == var:
        return found
    kind = list_of(value.type)
    made = Fold("list_of", var.name, found, None, value, kind)
    if value.type.name not in OPTIONAL:
        return made
    there_is = c.fresh("x", value.type)
    return Fold("list", there_is.name, made, compared(">=", there_is, const(0)), None, kind)


def _fold(c: Context, node: nodes.Call, name: str, scope: Scope, wanted: Type | None) -> X:
    if len(node.arguments) != 1 or node.arguments[0].binder is None:
        c.report("E304", node.span, wanted="one", found=len(node.arguments))
        return WRONG
    argument = node.arguments[0]
    binder = argument.binder
    assert binder is not None
    over, item = domain(c, binder.domain, scope)
    inner, var = binder_scope(c, binder, over, scope, item)
    test = None if binder.condition is None else expression(c, binder.condition, inner, BOOL)
    takes_value = name in ("sum", "min", "max", "all", nodes.LISTED)
    is_list = name in ("those", nodes.LISTED)
    if takes_value != (argument.value is not None) or (binder.extreme and not is_list):
        c.report("E330", node.span, name=name)
        return WRONG
    if is_list:
        found = selected(c, binder, over, test, inner, var)
        return found if argument.value is None else _worked_out(c, argument.value, binder, found, scope)
    unordered(c, binder, f"`{name}`")
    if argument.value is None:
        return Fold(name, var.name, over, test, None, INT if name == "count" else BOOL)
    value = expression(c, argument.value, inner, BOOL if name == "all" else INT)
    return Fold(name, var.name, over, test, value, BOOL if name == "all" else INT)

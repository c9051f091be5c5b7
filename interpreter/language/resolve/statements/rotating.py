"""move RING by N: everything on the spaces of rings goes so many spaces further, all at once."""

from __future__ import annotations

from interpreter.language.core import Add, Fold, Let, Loop, Prim, S, Tab, X, const, families, plus
from interpreter.language.core.building import times
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import contents, counter, counter_slot, expression
from interpreter.language.resolve.expressions.holders import where_is
from interpreter.language.resolve.expressions.rings import further
from interpreter.language.resolve.scope import Scope
from interpreter.language.resolve.statements.moves import move_piece
from interpreter.language.resolve.statements.registry import handles
from interpreter.language.syntax import nodes
from interpreter.loading.model import SpaceDecl
from interpreter.program.types import INT, RESOURCE, UNKNOWN, list_of, piece_of


@handles(nodes.Rotate)
def rotate(c: Context, node: nodes.Rotate, scope: Scope) -> list[S]:
    """Whole rings are turned, so that as much lies on each as lay on another; limits that differ are refused."""
    item = node.item.value if isinstance(node.item, nodes.Bundle) else node.item
    is_whole = isinstance(item, nodes.Name | nodes.Mine | nodes.Attribute) and item.name in c.model.spaces
    spaces = expression(c, item, scope) if is_whole and isinstance(item, nodes.Expr) else None
    steps = expression(c, node.steps, scope, INT)
    if UNKNOWN in (steps.type, None if spaces is None else spaces.type):
        return []
    of = None if spaces is None or spaces.type.item is None else spaces.type.item
    space = None if of is None else c.model.spaces.get(of.space)
    if spaces is None or space is None or not space.ring or space.limit_by:
        c.report("E399", node.item.span)
        return []
    number = c.fresh("n", INT)
    return [Let(number.name, steps), *_pieces(c, spaces, space, number), *_counters(c, spaces, space, number, node)]


def _pieces(c: Context, spaces: X, space: SpaceDecl, number: X) -> list[S]:
    if not space.pieces:
        return []
    item = spaces.type.item
    assert item is not None
    piece, one = c.fresh("x", piece_of(space.pieces)), c.fresh("s", item)
    lists = Fold("list_of", one.name, spaces, None, contents(c, one), list_of(list_of(piece.type)))
    # The list is made before any of them moves, and each goes from where it lies when it is its turn.
    there = Prim("joined", (lists,), list_of(piece.type), families(f"loc:{space.pieces}"))
    target = c.typed(further(c, where_is(c, piece), number), item)
    return [Loop("for", piece.name, there, None, (move_piece(c, piece, target),), False)]


def _counters(c: Context, spaces: X, space: SpaceDecl, number: X, node: nodes.Rotate) -> list[S]:
    item = spaces.type.item
    assert item is not None
    places = set(c.layout.places_of_spaces(space.id))
    held = sorted({r for r, place in c.layout.place_slots if place in places})
    order = {place: i for row in c.layout.space_places[space.id] for i, place in enumerate(row)}
    table = f"ORDER_{space.id}"
    if held and table not in c.layout.tables:
        c.layout.table(table, (*[order.get(place, -1) for place in range(len(c.layout.places))], -1))
    out: list[S] = []
    for r in held:
        resource = const(r, RESOURCE)
        one, before = c.fresh("s", item), c.fresh("before", list_of(INT))
        counts = Fold("list_of", one.name, spaces, None, counter(c, one, resource, node.span), list_of(INT))
        slot = counter_slot(c, one, resource, node.span)
        assert slot is not None
        came = Prim("item0", (before, Tab(table, further(c, one, times(const(-1), number)))), INT)
        left = times(const(-1), Prim("item0", (before, Tab(table, one)), INT))
        out += [Let(before.name, counts), Loop("for", one.name, spaces, None, (Add(slot, plus(came, left)),), False)]
    return out


__all__ = ["rotate"]

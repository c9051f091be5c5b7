"""Spaces that form rings: the one so many spaces further."""

from __future__ import annotations

from interpreter.language.core import WRONG, Prim, Tab, X
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions.registry import builtin, expression
from interpreter.language.resolve.scope import Scope
from interpreter.language.syntax import nodes
from interpreter.program.types import INT, UNKNOWN, list_of


@builtin("ahead")
def _ahead(c: Context, node: nodes.Call, scope: Scope) -> X:
    """ahead(s, n): the space n spaces further round its ring, back where n is below 0."""
    match node.arguments:
        case (
            nodes.Argument(binder=None, name=None, value=nodes.Expr() as where),
            nodes.Argument(binder=None, name=None, value=nodes.Expr() as steps),
        ):
            place, number = expression(c, where, scope), expression(c, steps, scope, INT)
        case _:
            c.report("E304", node.span, wanted=2, found=len(node.arguments))
            return WRONG
    if UNKNOWN in (place.type, number.type):
        return WRONG
    space = c.model.spaces.get(place.type.space)
    has_rings = any(s.ring for s in c.model.spaces.values())
    if place.type.name != "place" or (not space.ring if space is not None else not has_rings):
        c.report("E398", where.span, found=place.type)
        return WRONG
    return further(c, place, number)


def further(c: Context, place: X, steps: X) -> X:
    """The space so many steps further round the ring of one."""
    if "AHEAD" not in c.layout.tables:
        rows: list[tuple[int, ...]] = [(-1,)] * (len(c.layout.places) + 1)
        for space in c.model.spaces.values():
            for ring in c.layout.rings(space) if space.ring else ():
                for i, one in enumerate(ring):
                    rows[one] = ring[i:] + ring[:i]
        c.layout.table("AHEAD", tuple(rows))
    return Prim("along_ring", (Tab("AHEAD", place, list_of(place.type)), steps), place.type)

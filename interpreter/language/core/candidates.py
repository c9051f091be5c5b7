"""Which resources and places an expression may stand for, as far as its form and type say."""

from __future__ import annotations

from interpreter.language.core import Cond, Const, Op, Prim, X
from interpreter.program.layout import Layout


def resources_among(layout: Layout, resource: X) -> tuple[int, ...]:
    """The resources that a resource may be: itself, those of its group, or all."""
    if isinstance(resource, Const):
        return (int(resource.value),)  # type: ignore[call-overload]
    return layout.groups.get(resource.type.of) or tuple(range(len(layout.resources)))


def places_among(layout: Layout, place: X) -> list[int]:
    """The places that a place may be: itself, those of its class of spaces, those of a zone of some player, or all that
    take such pieces."""
    if isinstance(place, Const):
        return [int(place.value)]  # type: ignore[call-overload]
    if place.type.space:
        return list(layout.places_of_spaces(place.type.space))
    first = _first_of_zone(layout, place)
    if first is not None:
        zone = layout.places[first].zone
        return [p for p, info in enumerate(layout.places) if info.zone == zone]
    return [p for p, info in enumerate(layout.places) if not place.type.of or info.pieces == place.type.of]


def _first_of_zone(layout: Layout, place: X) -> int | None:
    """Of a zone of some player, which is written as the owner and the zone's first place: that place."""
    if not isinstance(place, Op) or place.operator != "+":
        return None
    zones = {a.value for a in place.args if isinstance(a, Const) and isinstance(a.value, int)}
    return zones.pop() if len(zones) == 1 and 0 <= min(zones) < len(layout.places) else None


def named_places(layout: Layout, place: X) -> list[tuple[int, X | None]]:
    """The places that an expression names, each with whose it is where that is said beside it: of a zone of some player
    the first place and the player. Nothing for places that only the position tells."""
    match place:
        case Const(value=int() as number) if number >= 0:
            return [(number, None)]
        case Op(operator="+", args=(owner, Const(value=int() as first))) if owner.type.name == "player":
            return [(first, owner)]
        case Cond(then=then, other=other):
            return [*named_places(layout, then), *named_places(layout, other)]
        case Prim(name="there" | "same", args=(inner,)):
            return named_places(layout, inner)
    return []

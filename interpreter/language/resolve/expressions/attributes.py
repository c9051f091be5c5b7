"""What stands behind a dot: attributes of players, pieces, kinds, places, markers, tracks and options."""

from __future__ import annotations

from interpreter.diagnostics import Span, near_names
from interpreter.language.core import (
    WRONG,
    Const,
    Fold,
    Get,
    Op,
    Prim,
    Slot,
    Tab,
    X,
    choice,
    compared,
    const,
    plus,
    times,
)
from interpreter.language.resolve.context import Context, last_name
from interpreter.language.resolve.expressions import tables
from interpreter.language.resolve.expressions.holders import (
    UNLIMITED,
    contents,
    counter,
    declared_resource_type,
    face_of,
    from_the_end,
    group_count,
    is_per_player,
    kind_of_piece,
    nobody_acts,
    owner_of_piece,
    owner_of_place,
    place_of,
    room,
    spaces_of,
    there,
    where_is,
)
from interpreter.language.resolve.expressions.registry import expression, handles
from interpreter.language.resolve.expressions.worth import worth_of
from interpreter.language.resolve.mending import attribute_of
from interpreter.language.resolve.scope import Scope
from interpreter.language.syntax import nodes
from interpreter.loading.model import WORTH
from interpreter.program.types import (
    BOOL,
    HOLDERS,
    INT,
    MARKER,
    OPTIONAL,
    PLAYER,
    UNKNOWN,
    Type,
    classes_of,
    list_of,
    piece_of,
)

ENDS = ("first", "last")
"""What can be asked of every list."""


@handles(nodes.Mine)
def _mine(c: Context, node: nodes.Mine, scope: Scope, wanted: Type | None) -> X:
    if scope.me is None:
        return nobody_acts(c, node.span, scope)
    return attribute(c, scope.me, node.name, node.span)


@handles(nodes.Attribute)
def _attribute(c: Context, node: nodes.Attribute, scope: Scope, wanted: Type | None) -> X:
    if isinstance(node.value, nodes.Name) and node.value.name == "option" and "option" not in scope.names:
        return _option(c, node)
    if (
        isinstance(node.value, nodes.Name)
        and node.value.name in c.model.procedures
        and node.value.name not in scope.names
    ):
        return c.running_parameter(node.value.name, node.name, node.span)
    value = expression(c, node.value, scope)
    return attribute(c, value, node.name, node.span)


def _option(c: Context, node: nodes.Attribute) -> X:
    if node.name not in c.model.game.options:
        c.report(
            "E301", last_name(node.span, node.name), name=node.name, near=near_names(node.name, c.model.game.options)
        )
        return WRONG
    value = c.options[node.name]
    if isinstance(value, bool):
        return Const(value, BOOL)
    if isinstance(value, int):
        return Const(value, INT)
    return Const(value, Type("option", of=node.name))


def attribute(c: Context, value: X, name: str, span: Span) -> X:
    """value.name"""
    t = value.type
    if t == UNKNOWN:
        return WRONG
    is_own = t.name in ("piece", "place") and _is_attribute(c, t, name)
    if name in c.model.resources and t.name in HOLDERS and not is_own:
        return counter(c, value, Const(c.layout.resource(name), declared_resource_type(c, name)), span)
    if name in c.layout.groups and t.name in HOLDERS and not is_own:
        return group_count(c, value, name, span)
    handler = {
        "marker": _marker_attribute,
        "track": _track_attribute,
        "player": _player_attribute,
        "piece": _piece_attribute,
        "place": _place_attribute,
        "kind": _kind_attribute,
        "list": _list_attribute,
    }
    found = handler[t.name](c, value, name, span) if t.name in handler else None
    if found is None and t.name == "holder" and name == "free":
        c.report("E324", span, what="room at a holder that may be of several sorts")
        return WRONG
    if found is None:
        near, hint = near_names(name, c.attribute_names(t)), attribute_of(t, name, c.model.tracks)
        c.report("E302", last_name(span, name), name=name, type=t, near=near, hint=hint)
        return WRONG
    return found


def _is_attribute(c: Context, t: Type, name: str) -> bool:
    """Whether a piece or space has an attribute of the name and holds no counters of it: then it is meant."""
    if t.name == "place":
        space = c.model.spaces.get(t.space)
        held = {c.layout.resources[r] for r, p in c.layout.place_slots if c.layout.places[p].space == t.space}
        return space is not None and name in space.attributes and not held & _named_by(c, name)
    classes = classes_of(t)
    holds = {c.layout.resources[r] for cls in classes for r in c.layout.piece_holders.get(cls, ())}
    has = bool(classes) and all(name in c.model.pieces[cls].attributes for cls in classes)
    return has and not holds & _named_by(c, name)


def _named_by(c: Context, name: str) -> set[str]:
    """The resource, or the resources of the group, of a name."""
    return {c.layout.resources[r] for r in c.layout.groups.get(name, ())} or {name}


def _player_attribute(c: Context, p: X, name: str, span: Span) -> X | None:
    model, layout = c.model, c.layout
    if name in model.spaces and model.spaces[name].per_player:
        return spaces_of(c, name, p)
    if name in model.zones or name in model.boards or name in c.space_classes:
        if not is_per_player(c, name):
            c.report("E327", last_name(span, name), name=name)
            return WRONG
        return place_of(c, name, p)
    if name in model.player_state:
        if name in layout.keys:
            c.report("E326", span, name=name)
            return WRONG
        slot = Slot("variable", name, f"pvar:{name}", there(p))
        return Get(slot, c.type_of(model.player_state[name].type, span))
    if name in model.values:
        return c.call_value(name, (p,), span)
    if name == "next":
        n = layout.players
        return Tab(layout.table("NEXT", (*((i + 1) % n for i in range(n)), -1)), p, PLAYER)
    if name == "seat":
        return plus(p, const(1))
    return None


def _piece_attribute(c: Context, x: X, name: str, span: Span) -> X | None:
    cls = x.type.of if len(classes_of(x.type)) == 1 else ""
    match name:
        case "kind":
            return kind_of_piece(c, x)
        case "place":
            return where_is(c, x)
        case "owner":
            return owner_of_piece(c, x)
        case "free":
            return room(c, x, span) or const(UNLIMITED)
        case "face" if cls and cls in c.layout.face_base:
            return Get(face_of(x), Type("face", of=cls))
        case "value" if cls and c.is_die(cls):
            return plus(Get(face_of(x)), const(1))
        case "face" if cls and len(c.model.pieces[cls].faces) == 1:
            return Const(0, Type("face", of=cls))
    if name == WORTH and cls and c.model.pieces[cls].has_worth:
        return worth_of(c, x)
    if cls and name in c.model.pieces[cls].state:
        decl = c.model.pieces[cls].state[name]
        return Get(Slot("variable", name, f"xvar:{name}", there(x)), c.type_of(decl.type, span))
    found = tables.kind_attribute(c, kind_of_piece(c, x), name, span, piece=x)
    if found is None and name in c.model.values:
        return c.call_value(name, (x,), span)
    return found


def _marker_attribute(c: Context, marker: X, name: str, span: Span) -> X | None:
    """step: where it stands. rank: 1 for the foremost, markers on one step share it."""
    layout = c.layout
    step = step_of(marker)
    if name == "step":
        return step
    if name == "rank":
        n = len(layout.tracks)
        first = Op("%", (marker, const(n)))
        p = c.fresh("p", PLAYER)
        other = step_of(marker_of(c, p, first))
        seats = Const(tuple(range(layout.players)), list_of(PLAYER))
        return plus(Fold("count", p.name, seats, compared(">", other, step), None, INT), const(1))
    return None


def _track_attribute(c: Context, track: X, name: str, span: Span) -> X | None:
    """last: the number of its last step."""
    if name == "last":
        lasts = tuple(c.number(t.steps) or 0 for t in c.model.tracks.values())
        return Tab(c.layout.table("LAST_STEP", lasts), track, INT)
    return None


def step_of(marker: X) -> Get:
    """The step on which a marker stands."""
    return Get(Slot("marker", "", "markers", marker))


def marker_of(c: Context, player: X, track: X) -> X:
    """A player's marker on a track, as its number."""
    return c.typed(plus(times(there(player), const(len(c.layout.tracks))), track), MARKER)


def _list_attribute(c: Context, x: X, name: str, span: Span) -> X | None:
    """first, last: of a list. Of an empty one they are none, and numbers and the like fail."""
    item = x.type.item
    if name not in ENDS or item is None:
        return None
    if item.name in OPTIONAL:
        return Prim("top", (x if name == "last" else from_the_end(x),), item)
    return c.read(Prim("item", (x if name == "first" else from_the_end(x), const(1)), item), span)


def _kind_attribute(c: Context, kind: X, name: str, span: Span) -> X | None:
    return tables.kind_attribute(c, kind, name, span)


def _space_attribute(c: Context, place: X, name: str, span: Span) -> X | None:
    """An attribute or variable of a space; None where its class has none of the name.

    Of a place that may be of any class: the variable of those classes that have it, else the attribute of whichever it
    is (where no class has the attribute, other places fail)."""
    space = place.type.space
    if space:
        decl = c.model.spaces[space]
        if name in decl.state:
            return Get(Slot("variable", name, f"svar:{name}", there(place)), c.type_of(decl.state[name].type, span))
        return tables.space_attribute(c, place, (space,), name) if name in decl.attributes else None
    known = [s for s in c.model.spaces.values() if not place.type.of or s.pieces == place.type.of]
    holders = [s for s in known if name in s.state]
    classes = tuple(s.id for s in known if name in s.attributes)
    if holders:
        having = tuple(p for s in holders for p in c.layout.places_of_spaces(s.id))
        slot = Slot("variable", name, f"svar:{name}", place, only=having)
        variable = Get(slot, c.type_of(holders[0].state[name].type, span))
        if not classes:
            return variable
        fixed = tables.space_attribute(c, place, classes, name)
        has_variable = Op("in", (place, Const(having, list_of(place.type))), BOOL)
        return choice(has_variable, variable, fixed) if fixed.type == variable.type else variable
    return tables.space_attribute(c, place, classes, name) if classes else None


def _place_attribute(c: Context, place: X, name: str, span: Span) -> X | None:
    found = _space_attribute(c, place, name, span)
    if found is not None:
        return found
    match name:
        case "top" if place.type.of:
            return Prim("top", (contents(c, place),), piece_of(place.type.of))
        case "free":
            return room(c, place, span) or const(UNLIMITED)
        case "owner":
            return owner_of_place(c, place)
        case _:
            return None

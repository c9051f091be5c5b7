"""Expressions: from syntax to typed core expressions. One function a kind of node; all mistakes are reported, none raised.

An expression that has a mistake becomes a value of unknown type, which fits everywhere, so that one mistake gives one
message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from interpreter.diagnostics import Span, near_names
from interpreter.language import bags, nodes
from interpreter.language.core import (
    FALSE,
    TRUE,
    Cond,
    Const,
    Fold,
    Get,
    ListX,
    Op,
    Possible,
    Prim,
    Tab,
    Value,
    Var,
    X,
    both,
    choice,
    compared,
    const,
    negated,
    plus,
    times,
)
from interpreter.language.scope import Scope
from interpreter.language.types import (
    ACTION,
    BAG,
    BOOL,
    HOLDER,
    HOLDERS,
    INT,
    MARK,
    MARKER,
    MENU,
    NONE,
    PHASE,
    PLACE,
    PLAYER,
    RESOURCE,
    SUPPLY,
    TEXT,
    TRACK,
    UNKNOWN,
    Type,
    accepts,
    classes_of,
    joined,
    kind_of,
    list_of,
    piece_of,
)

if TYPE_CHECKING:
    from interpreter.language.checker import Checker

WRONG = Const(0, UNKNOWN)
UNLIMITED = 10**6
"""Room where there is no limit: more than any game has of anything."""


def expression(c: Checker, node: nodes.Expr, scope: Scope, wanted: Type | None = None) -> X:
    """The core expression of a node; `wanted` helps names that only a type can resolve, and is checked."""
    x = _BY_NODE[type(node)](c, node, scope, wanted)
    if wanted is not None:
        return fitted(c, x, wanted, node.span)
    return x


def last_name(span: Span, name: str) -> Span:
    """The place of the name behind the last dot of `x.name` or `my name`."""
    return Span(span.source, span.end - len(name), span.end) if span.text.endswith(name) else span


def fitted(c: Checker, x: X, wanted: Type, span: Span) -> X:
    """x as a value of the wanted type; reports where it does not fit."""
    if wanted.name == "list" and x.type.name == "place":
        x = contents(c, x)
    if wanted.name == "holder" and x.type.name in HOLDERS and x.type != HOLDER:
        return as_holder(c, x)
    if wanted.name == x.type.name == "resource" and wanted.of and isinstance(x, Const):
        # A resource may belong to several groups, of which its type names one; for a named one its groups are known.
        if x.value not in (-1, *c.layout.groups[wanted.of]):
            c.report("E303", span, wanted=wanted, found=f"`{c.layout.resources[int(x.value)]}`")  # type: ignore[call-overload]
            return Const(0, UNKNOWN)
        return x
    if not accepts(wanted, x.type):
        c.report("E303", span, wanted=wanted, found=x.type)
        return Const(0, UNKNOWN)
    return x


def as_holder(c: Checker, x: X) -> X:
    if x.type == HOLDER:
        return x
    inner = c.layout.holder_number(x.type.name, x)
    return Prim("same", (inner,), HOLDER) if not isinstance(inner, Const) else Const(inner.value, HOLDER)


def is_nonnegative(x: X) -> bool:
    """Whether a number can be seen never to fall below 0."""
    match x:
        case Const():
            return isinstance(x.value, int) and x.value >= 0
        case Var() | Value():
            return x.nonneg
        case Get():
            return not x.family.startswith(("var:", "pvar:", "xvar:"))
        case Fold():
            return x.kind == "count" or (x.kind in ("sum", "min") and x.value is not None and is_nonnegative(x.value))
        case Op():
            if x.operator in ("+", "*", "//"):
                return all(is_nonnegative(a) for a in x.args)
            if x.operator == "max":
                return any(is_nonnegative(a) for a in x.args)
            return x.operator == "min" and all(is_nonnegative(a) for a in x.args)
        case Cond():
            return is_nonnegative(x.then) and is_nonnegative(x.other)
        case Prim():
            return x.name in ("len", "room", "abs", "total")
        case _:
            return False


# ---- counters


def family(c: Checker, resource: X) -> str:
    """The family of a resource's counters: its group, so that a count of the group reads what its members write."""
    if isinstance(resource, Const) and resource.type.name == "resource":
        decl = c.model.resources[c.layout.resources[int(resource.value)]]  # type: ignore[call-overload]
        return decl.groups[-1] if decl.groups else decl.id
    return resource.type.of or "resources"


def among(c: Checker, resource: X) -> tuple[int, ...]:
    """The resources a resource expression may name."""
    if isinstance(resource, Const):
        return (int(resource.value),)  # type: ignore[call-overload]
    return c.layout.groups.get(resource.type.of) or tuple(range(len(c.layout.resources)))


def counter(c: Checker, holder: X, resource: X, span: Span) -> X:
    """How many of a resource lie at a holder, as a slot read. Reports where that holder holds none of it."""
    address = counter_address(c, holder, resource, span)
    return WRONG if address is None else Get(address, family(c, resource))


def counter_address(c: Checker, holder: X, resource: X, span: Span) -> X | None:
    if holder.type == UNKNOWN or resource.type == UNKNOWN:
        return None
    layout, ids = c.layout, among(c, resource)
    where = holder.type.name
    name = layout.resources[ids[0]] if len(ids) == 1 else (resource.type.of or "resource")
    if where == "player" and all(r in layout.player_columns for r in ids):
        return layout.player_slot(resource, holder, ids)
    if where == "supply":
        if all(r in layout.supply_slots for r in ids):
            return layout.supply_slot(resource, ids)
        c.report("E311", span, name=name)
        return None
    if where == "place" and any((r, p) in layout.place_slots for r in ids for p in _places_of(c, holder)):
        return layout.place_slot(resource, holder, ids)
    if where == "piece":
        classes = list(classes_of(holder.type) or layout.piece_holders)
        if any(set(ids) <= layout.piece_holders.get(cls, set()) for cls in classes):
            return layout.piece_slot(resource, holder, ids)
    if where == "holder":
        return layout.holder_slot(resource, holder)
    c.report("E310", span, name=name, holder=holder.type)
    return None


def _places_of(c: Checker, place: X) -> Iterable[int]:
    return (int(place.value),) if isinstance(place, Const) else range(len(c.layout.places))  # type: ignore[call-overload]


def group_count(c: Checker, holder: X, group: str, span: Span) -> X:
    total: X = const(0)
    for r in c.layout.groups[group]:
        count = counter(c, holder, Const(r, RESOURCE), span)
        if count == WRONG:
            return WRONG
        total = plus(total, count)
    return total


def has_supply(c: Checker, r: int) -> bool:
    return r in c.layout.supply_slots


# ---- places and pieces


def contents(c: Checker, place: X) -> X:
    """The pieces in a place, as a list."""
    cls = place.type.of
    return Get(plus(place, const(c.layout.zone_base)), f"loc:{cls}", list_of(piece_of(cls)))


def place_of(c: Checker, zone: str, owner: X | None = None) -> X:
    decl = c.model.zones.get(zone) or c.model.boards[zone]
    first = const(c.layout.zone_places[zone])
    place = first if owner is None else plus(owner, first)
    return c.typed(place, Type("place", of=decl.pieces or ""))


def is_per_player(c: Checker, zone: str) -> bool:
    decl = c.model.zones.get(zone) or c.model.boards[zone]
    return decl.per_player


def where_is(c: Checker, piece: X) -> X:
    return Get(plus(piece, const(c.layout.at_base)), f"loc:{piece.type.of}", Type("place", of=piece.type.of))


def owner_of_place(c: Checker, place: X) -> X:
    owners = tuple(p.owner for p in c.layout.places) + (-1,)
    return Tab(c.layout.table("OWNER", owners), place, PLAYER)


def kind_of_piece(c: Checker, piece: X) -> X:
    return Tab(c.layout.table("KIND", tuple(c.layout.pieces)), piece, kind_of(piece.type.of))


def room(c: Checker, x: X, span: Span) -> X | None:
    """How many more counters or pieces fit at a place or piece; None where there is no limit."""
    layout = c.layout
    if x.type.name == "place":
        return _room_of_place(c, x, span)
    if x.type.name == "piece" and len(classes_of(x.type)) == 1:
        cls = c.model.pieces[x.type.of]
        if cls.limit is None:
            return None
        limit = expression(c, c.formula(cls.limit), Scope(self_piece=x, marked=True), INT)
        held: X = const(0)
        for r in sorted(layout.piece_holders.get(cls.id, set())):
            held = plus(held, counter(c, x, Const(r, RESOURCE), span))
        return _left(limit, held)
    if x.type.name == "piece":
        return _room_of_any_piece(c, x, span)
    return None


def _room_of_any_piece(c: Checker, x: X, span: Span) -> X | None:
    """Room at a piece of several classes: each class by its own limit; a class without one always has room."""
    classes = [cls for cls in (classes_of(x.type) or c.layout.piece_holders) if c.layout.class_pieces[cls]]
    out: X | None = None
    for cls in classes:
        ids = c.layout.class_pieces[cls]
        here = room(c, c.typed(x, piece_of(cls)), span)
        inside = both([compared(">=", x, const(ids[0])), compared("<=", x, const(ids[-1]))])
        out = (here or const(UNLIMITED)) if out is None else choice(inside, here or const(UNLIMITED), out)
    return None if out == const(UNLIMITED) else out


def _room_of_place(c: Checker, x: X, span: Span) -> X | None:
    layout = c.layout
    limits = {p: layout.places[p].limit for p in _places_of_zone(c, x)}
    known = [limit for limit in limits.values() if limit is not None]
    if not known:
        return None
    limit: X
    if len(set(limits.values())) == 1:
        limit = const(known[0])
    else:
        everywhere = tuple(UNLIMITED if p.limit is None else p.limit for p in layout.places)
        limit = Tab(layout.table("LIMIT", everywhere), x)
    held: X = Prim("len", (contents(c, x),), INT) if x.type.of else const(0)
    for r in range(len(layout.resources)):
        if any((r, p) in layout.place_slots for p in limits):
            held = plus(held, counter(c, x, Const(r, RESOURCE), span))
    return _left(limit, held)


def _left(limit: X, held: X) -> X:
    """What a limit leaves: never below 0, since nothing is laid where it does not fit."""
    return Prim("room", (Op("-", (limit, held)),), INT)


def _places_of_zone(c: Checker, place: X) -> list[int]:
    if isinstance(place, Const):
        return [int(place.value)]  # type: ignore[call-overload]
    zones = {n for n in _constants(place) if 0 <= n < len(c.layout.places)}
    if isinstance(place, Op) and place.operator == "+" and len(zones) == 1:
        zone = c.layout.places[zones.pop()].zone
        return [p for p, info in enumerate(c.layout.places) if info.zone == zone]
    return [p for p, info in enumerate(c.layout.places) if not place.type.of or info.pieces == place.type.of]


def _constants(x: X) -> list[int]:
    if isinstance(x, Op):
        return [int(a.value) for a in x.args if isinstance(a, Const) and isinstance(a.value, int)]
    return []


# ---- names


def _name(c: Checker, node: nodes.Name, scope: Scope, wanted: Type | None) -> X:
    name = node.name
    if name in scope.names:
        return scope.names[name]
    special = _special_name(c, node, scope)
    if special is not None:
        return special
    if wanted is not None and (found := constant_of_type(c, name, wanted)) is not None:
        return found
    found = declared_name(c, name, node.span)
    if found is not None:
        return found
    if wanted is not None and wanted.name in ("face", "option") and wanted.of:
        return _no_such_value(c, node, wanted)
    c.unknown_name(node.span, name, scope)
    return WRONG


def _special_name(c: Checker, node: nodes.Name, scope: Scope) -> X | None:
    name = node.name
    seats = tuple(range(c.layout.players))
    match name:
        case "me":
            if scope.me is None:
                c.report("E305", node.span)
                return WRONG
            return scope.me
        case "self" | "here":
            if scope.self_piece is None:
                c.report("E325", node.span, name=name)
                return WRONG
            return scope.self_piece
        case "owner":
            if scope.owner is None:
                c.report("E325", node.span, name=name)
                return WRONG
            return scope.owner
        case "players":
            return Const(seats, list_of(PLAYER))
        case "others":
            if scope.me is None:
                c.report("E305", node.span)
                return WRONG
            return seats_after(c, scope.me)
        case "supply":
            return Const(-1, SUPPLY)
        case "none":
            return Const(-1, NONE)
        case "true":
            return TRUE
        case "false":
            return FALSE
        case _:
            return None


def seats_after(c: Checker, player: X) -> X:
    n = c.layout.players
    rows = tuple(tuple((p + i) % n for i in range(1, n)) for p in range(n))
    return Tab(c.layout.table("SEATS_AFTER", rows), player, list_of(PLAYER))


def seats_from(c: Checker, player: X) -> X:
    n = c.layout.players
    rows = tuple(tuple((p + i) % n for i in range(n)) for p in range(n))
    return Tab(c.layout.table("SEATS_FROM", rows), player, list_of(PLAYER))


def constant_of_type(c: Checker, name: str, wanted: Type) -> X | None:
    """A name that its context gives a meaning: a face, an option's value, a kind of the class asked for."""
    if wanted.name == "face" and wanted.of:
        faces = c.model.pieces[wanted.of].faces
        if name in faces:
            return Const(faces.index(name), wanted)
    if wanted.name == "option":
        values = c.model.game.options[wanted.of].values
        if name in values:
            return Const(name, wanted)
    if wanted == MARK and name in c.layout.marks:
        return Const(c.layout.marks.index(name), MARK)
    if wanted.name == "kind" and wanted.of and (wanted.of, name) in c.layout.kinds:
        return Const(c.layout.kind(wanted.of, name), wanted)
    return None


def declared_name(c: Checker, name: str, span: Span) -> X | None:
    """What a name of the ruleset means where an expression stands."""
    model, layout = c.model, c.layout
    if name in model.game_state:
        return _game_variable(c, name, span)
    if name in model.resources:
        r = layout.resource(name)
        groups = model.resources[name].groups
        return Const(r, Type("resource", of=groups[-1] if groups else ""))
    if name in layout.groups:
        return Const(layout.groups[name], list_of(Type("resource", of=name)))
    if name in model.pieces and model.pieces[name].is_effect:
        return Const(tuple(layout.class_kinds[name]), list_of(kind_of(name)))
    if name in model.pieces:
        return Const(layout.class_pieces[name], list_of(piece_of(name)))
    if name in model.tracks:
        return Const(layout.tracks.index(name), TRACK)
    if name in c.track_groups:
        return Const(layout.track_group(model, name), list_of(TRACK))
    for cls, kind in layout.kinds:
        if kind == name:
            return Const(layout.kind(cls, kind), kind_of(cls))
    if name in model.zones or name in model.boards:
        if is_per_player(c, name):
            c.report("E314", span, name=name)
            return WRONG
        return place_of(c, name)
    if name in model.tables:
        return c.table_by_players(name, span)
    if name in model.values:
        return c.call_value(name, (), span)
    if name in model.procedures:
        return Const(c.procedure_number(name), PHASE)
    if name in c.action_ids:
        return Const(c.action_ids.index(name), ACTION)
    if name in model.menus:
        return Const(model.menus.index(name), MENU)
    return None


def _game_variable(c: Checker, name: str, span: Span) -> X:
    if name in c.layout.keys:
        c.report("E326", span, name=name)
        return WRONG
    return Get(const(c.layout.vars[name]), f"var:{name}", c.type_of(c.model.game_state[name].type, span))


# ---- attributes


def _mine(c: Checker, node: nodes.Mine, scope: Scope, wanted: Type | None) -> X:
    if scope.me is None:
        c.report("E305", node.span)
        return WRONG
    return attribute(c, scope.me, node.name, node.span)


def _attribute(c: Checker, node: nodes.Attribute, scope: Scope, wanted: Type | None) -> X:
    if isinstance(node.value, nodes.Name) and node.value.name == "option" and "option" not in scope.names:
        return _option(c, node)
    if isinstance(node.value, nodes.Name) and node.value.name in c.model.procedures and node.value.name not in scope.names:
        return c.running_parameter(node.value.name, node.name, node.span)
    value = expression(c, node.value, scope)
    return attribute(c, value, node.name, node.span)


def _option(c: Checker, node: nodes.Attribute) -> X:
    if node.name not in c.model.game.options:
        c.report("E301", last_name(node.span, node.name), name=node.name, near=near_names(node.name, c.model.game.options))
        return WRONG
    value = c.options[node.name]
    if isinstance(value, bool):
        return Const(value, BOOL)
    if isinstance(value, int):
        return Const(value, INT)
    return Const(value, Type("option", of=node.name))


def attribute(c: Checker, value: X, name: str, span: Span) -> X:
    """value.name"""
    t = value.type
    if t == UNKNOWN:
        return WRONG
    if name in c.model.resources and t.name in HOLDERS:
        return counter(c, value, Const(c.layout.resource(name), declared_resource_type(c, name)), span)
    if name in c.layout.groups and t.name in HOLDERS:
        return group_count(c, value, name, span)
    handler = {"marker": _marker_attribute, "track": _track_attribute, "player": _player_attribute, "piece": _piece_attribute, "place": _place_attribute, "kind": _kind_attribute}
    found = handler[t.name](c, value, name, span) if t.name in handler else None
    if found is None and t.name == "holder" and name == "free":
        c.report("E324", span, what="room at a holder that may be of several sorts")
        return WRONG
    if found is None:
        c.report("E302", last_name(span, name), name=name, type=t, near=near_names(name, c.attribute_names(t)))
        return WRONG
    return found


def declared_resource_type(c: Checker, name: str) -> Type:
    groups = c.model.resources[name].groups
    return Type("resource", of=groups[-1] if groups else "")


def _player_attribute(c: Checker, p: X, name: str, span: Span) -> X | None:
    model, layout = c.model, c.layout
    if name in model.zones or name in model.boards:
        if not is_per_player(c, name):
            c.report("E327", last_name(span, name), name=name)
            return WRONG
        return place_of(c, name, p)
    if name in model.player_state:
        if name in layout.keys:
            c.report("E326", span, name=name)
            return WRONG
        base, stride = layout.player_vars[name]
        address = plus(times(p, const(stride)), const(base))
        return Get(address, f"pvar:{name}", c.type_of(model.player_state[name].type, span))
    if name in model.values:
        return c.call_value(name, (p,), span)
    if name == "next":
        n = layout.players
        return Tab(layout.table("NEXT", tuple((i + 1) % n for i in range(n))), p, PLAYER)
    if name == "seat":
        return plus(p, const(1))
    return None


def _piece_attribute(c: Checker, x: X, name: str, span: Span) -> X | None:
    cls = x.type.of if len(classes_of(x.type)) == 1 else ""
    match name:
        case "kind":
            return kind_of_piece(c, x)
        case "place":
            return where_is(c, x)
        case "owner":
            return owner_of_place(c, where_is(c, x))
        case "free":
            return room(c, x, span) or const(UNLIMITED)
        case "face" if cls and cls in c.layout.face_base:
            return Get(plus(x, const(c.layout.face_base[cls])), f"face:{cls}", Type("face", of=cls))
        case "value" if cls and c.is_die(cls):
            return plus(Get(plus(x, const(c.layout.face_base[cls])), f"face:{cls}", INT), const(1))
        case "face" if cls and len(c.model.pieces[cls].faces) == 1:
            return Const(0, Type("face", of=cls))
    if cls and name in c.model.pieces[cls].state:
        decl = c.model.pieces[cls].state[name]
        address = plus(x, const(c.layout.piece_vars[(cls, name)]))
        return Get(address, f"xvar:{name}", c.type_of(decl.type, span))
    found = c.kind_attribute(kind_of_piece(c, x), name, span, piece=x)
    if found is None and name in c.model.values:
        return c.call_value(name, (x,), span)
    return found


def _marker_attribute(c: Checker, marker: X, name: str, span: Span) -> X | None:
    """step: where it stands. rank: 1 for the foremost, markers on one step share it."""
    layout = c.layout
    step = Get(plus(marker, const(layout.marker_base)), "markers", INT)
    if name == "step":
        return step
    if name == "rank":
        n = len(layout.tracks)
        first = Op("%", (marker, const(n)))
        p = c.fresh("p", PLAYER)
        other = Get(plus(plus(times(p, const(n)), first), const(layout.marker_base)), "markers", INT)
        seats = Const(tuple(range(layout.players)), list_of(PLAYER))
        return plus(Fold("count", p.name, seats, compared(">", other, step), None, INT), const(1))
    return None


def _track_attribute(c: Checker, track: X, name: str, span: Span) -> X | None:
    """last: the number of its last step."""
    if name == "last":
        lasts = tuple(c.number(t.steps) or 0 for t in c.model.tracks.values())
        return Tab(c.layout.table("LAST_STEP", lasts), track, INT)
    return None


def marker_of(c: Checker, player: X, track: X) -> X:
    """A player's marker on a track, as its number."""
    return c.typed(plus(times(player, const(len(c.layout.tracks))), track), MARKER)


def _kind_attribute(c: Checker, kind: X, name: str, span: Span) -> X | None:
    return c.kind_attribute(kind, name, span)


def _place_attribute(c: Checker, place: X, name: str, span: Span) -> X | None:
    match name:
        case "top" if place.type.of:
            return Prim("top", (contents(c, place),), piece_of(place.type.of))
        case "free":
            return room(c, place, span) or const(UNLIMITED)
        case "owner":
            return owner_of_place(c, place)
        case _:
            return None


# ---- indexes and calls


def _index(c: Checker, node: nodes.Index, scope: Scope, wanted: Type | None) -> X:
    per = per_address(c, node, scope)
    if per is not None:
        address, fam, item = per
        return Get(address, fam, item)
    if isinstance(node.value, nodes.Mine | nodes.Attribute) and node.value.name == "marker":
        track = expression(c, node.index, scope, TRACK)
        return WRONG if track.type == UNKNOWN else marker_of(c, _mine_player(c, node.value, scope), track)
    if isinstance(node.value, nodes.Name) and node.value.name in c.model.tables and node.value.name not in scope.names:
        return c.read_table(node.value.name, node.index, scope, node.span)
    value = expression(c, node.value, scope)
    if value.type == UNKNOWN:
        expression(c, node.index, scope)
        return WRONG
    index = expression(c, node.index, scope)
    if index.type.name == "resource" and value.type == BAG:
        return bags.count(value, index)
    if index.type.name == "resource" and value.type.name in HOLDERS:
        return counter(c, value, index, node.span)
    if value.type.name == "place" and value.type.of:
        value = contents(c, value)
    if value.type.name == "list" and value.type.item is not None:
        index = fitted(c, index, INT, node.index.span)
        return Prim("item", (value, index), value.type.item)
    if value.type.name == "per" and value.type.item and value.type.key:
        index = fitted(c, index, value.type.key, node.index.span)
        return Prim("item", (value, plus(index, const(1))), value.type.item)
    c.report("E307", node.span, type=value.type)
    return WRONG


def per_address(c: Checker, node: nodes.Expr, scope: Scope) -> tuple[X, str, Type] | None:
    """Slot, family and type of an entry of a `… per …` variable; None where the node is no such entry."""
    if not isinstance(node, nodes.Index):
        return None
    base: X
    match node.value:
        case nodes.Name(name=name) if name in c.model.game_state and name in c.layout.keys and name not in scope.names:
            base, decl, fam = const(c.layout.vars[name]), c.model.game_state[name], f"var:{name}"
        case nodes.Mine(name=name) | nodes.Attribute(name=name) if name in c.model.player_state and name in c.layout.keys:
            player = _mine_player(c, node.value, scope)
            first, stride = c.layout.player_vars[name]
            base = plus(times(player, const(stride)), const(first))
            decl, fam = c.model.player_state[name], f"pvar:{name}"
        case _:
            return None
    item, key = c.per_types(decl.type, node.span)
    index = expression(c, node.index, scope, key)
    if index.type == UNKNOWN:
        return const(0), fam, UNKNOWN
    keys = c.layout.keys[name]
    offset = c.layout.column(f"KEYS_{name}", {k: i for i, k in enumerate(keys)}, index, keys)
    return plus(base, offset), fam, item


def _mine_player(c: Checker, node: nodes.Expr, scope: Scope) -> X:
    if isinstance(node, nodes.Attribute):
        return expression(c, node.value, scope, PLAYER)
    if scope.me is None:
        c.report("E305", node.span)
        return WRONG
    return scope.me


FOLDS = {"count", "any", "those", "sum", "min", "max", "all"}


def _call(c: Checker, node: nodes.Call, scope: Scope, wanted: Type | None) -> X:
    function = node.function
    if isinstance(function, nodes.Attribute) and isinstance(function.value, nodes.Name):
        if function.value.name == "players" and function.name in ("from", "after"):
            return _seats(c, node, function.name, scope)
    if not isinstance(function, nodes.Name):
        c.report("E308", node.span)
        return WRONG
    name = function.name
    if name in FOLDS and any(a.binder for a in node.arguments):
        return _fold(c, node, name, scope, wanted)
    builtin = _BUILTINS.get(name)
    if builtin is not None:
        return builtin(c, node, scope)
    if name in c.model.values:
        return c.call_value_nodes(name, node, scope)
    if name in c.model.procedures or name in c.action_ids:
        c.report("E328", node.span, name=name)
        return WRONG
    c.unknown_name(function.span, name, scope, ("value", "function"))
    return WRONG


def _arguments(c: Checker, node: nodes.Call, scope: Scope, types: tuple[Type | None, ...]) -> list[X] | None:
    if len(node.arguments) != len(types) or any(a.value is None or a.name for a in node.arguments):
        c.report("E304", node.span, wanted=len(types), found=len(node.arguments))
        return None
    return [expression(c, a.value, scope, t) for a, t in zip(node.arguments, types, strict=True) if a.value]


def _seats(c: Checker, node: nodes.Call, name: str, scope: Scope) -> X:
    args = _arguments(c, node, scope, (PLAYER,))
    if args is None:
        return WRONG
    return seats_from(c, args[0]) if name == "from" else seats_after(c, args[0])


def _size(c: Checker, node: nodes.Call, scope: Scope) -> X:
    args = _arguments(c, node, scope, (None,))
    if args is None or args[0].type == UNKNOWN:
        return WRONG
    if args[0].type == BAG:
        return Prim("total", (args[0],), INT)
    x = contents(c, args[0]) if args[0].type.name == "place" and args[0].type.of else args[0]
    if x.type.name != "list":
        c.report("E303", node.arguments[0].span, wanted="a list", found=x.type)
        return WRONG
    if isinstance(x, Const):
        return const(len(x.value))  # type: ignore[arg-type]
    return Prim("len", (x,), INT)


def _abs(c: Checker, node: nodes.Call, scope: Scope) -> X:
    args = _arguments(c, node, scope, (INT,))
    return WRONG if args is None else Prim("abs", tuple(args), INT)


def _extreme(name: str) -> Callable[[Checker, nodes.Call, Scope], X]:
    def build(c: Checker, node: nodes.Call, scope: Scope) -> X:
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


def _possible(c: Checker, node: nodes.Call, scope: Scope) -> X:
    match node.arguments:
        case (nodes.Argument(value=nodes.Name(name=name)),) if name in c.action_ids:
            if scope.me is None:
                c.report("E305", node.span)
                return WRONG
            return Possible(name, scope.me)
        case _:
            c.report("E329", node.span)
            return WRONG


def _units(c: Checker, node: nodes.Call, scope: Scope) -> X:
    """units(holder, resources): one entry for each unit there."""
    args = _arguments(c, node, scope, (None, None))
    if args is None:
        return WRONG
    holder, which = args
    if which.type.name == "resource":
        which = ListX((which,), False, list_of(which.type))
    if which.type.name != "list" or which.type.item is None or which.type.item.name != "resource":
        c.report("E303", node.arguments[1].span, wanted="a list of resources", found=which.type)
        return WRONG
    item = which.type.item
    var = c.fresh("r", item)
    count = counter(c, holder, var, node.span)
    repeated = Op("*", (ListX((var,), False, list_of(item)), count), list_of(item))
    fams = frozenset({family(c, var)})
    return Prim("joined", (Fold("list_of", var.name, which, None, repeated, list_of(list_of(item))),), list_of(item), fams)


_BUILTINS: dict[str, Callable[[Checker, nodes.Call, Scope], X]] = {
    "size": _size,
    "abs": _abs,
    "min": _extreme("min"),
    "max": _extreme("max"),
    "possible": _possible,
    "units": _units,
}

BUILTIN_NAMES = {*_BUILTINS, *FOLDS}


# ---- comprehensions


def domain(c: Checker, node: nodes.Expr, scope: Scope) -> tuple[X, Type]:
    """The list a binder runs over and the type of its elements."""
    x = expression(c, node, scope)
    if x.type.name == "place":
        if not x.type.of:
            c.report("E317", node.span, type="a place that holds no pieces")
            return WRONG, UNKNOWN
        x = contents(c, x)
    if x.type == UNKNOWN:
        return x, UNKNOWN
    if x.type.name != "list" or x.type.item is None:
        c.report("E317", node.span, type=x.type)
        return WRONG, UNKNOWN
    return x, x.type.item


def binder_scope(c: Checker, binder: nodes.Binder, scope: Scope, item: Type) -> tuple[Scope, Var]:
    inner = scope.inner()
    var = c.new_local(binder.name, item, inner, binder.span)
    return inner, var


def _fold(c: Checker, node: nodes.Call, name: str, scope: Scope, wanted: Type | None) -> X:
    if len(node.arguments) != 1 or node.arguments[0].binder is None:
        c.report("E304", node.span, wanted="one", found=len(node.arguments))
        return WRONG
    argument = node.arguments[0]
    binder = argument.binder
    assert binder is not None
    over, item = domain(c, binder.domain, scope)
    inner, var = binder_scope(c, binder, scope, item)
    test = None if binder.condition is None else expression(c, binder.condition, inner, BOOL)
    takes_value = name in ("sum", "min", "max", "all")
    if takes_value != (argument.value is not None) or (binder.extreme and name != "those"):
        c.report("E330", node.span, name=name)
        return WRONG
    if name == "those":
        if binder.extreme and binder.value is not None:
            value = expression(c, binder.value, inner, INT)
            return Fold(binder.extreme, var.name, over, test, value, list_of(item))
        return over if test is None else Fold("list", var.name, over, test, None, list_of(item))
    if argument.value is None:
        return Fold(name, var.name, over, test, None, INT if name == "count" else BOOL)
    value = expression(c, argument.value, inner, BOOL if name == "all" else INT)
    return Fold(name, var.name, over, test, value, BOOL if name == "all" else INT)


# ---- operators


def _if_then(c: Checker, node: nodes.IfThen, scope: Scope, wanted: Type | None) -> X:
    test = expression(c, node.condition, scope, BOOL)
    then = expression(c, node.then, scope, wanted)
    other = expression(c, node.otherwise, scope, wanted)
    kind = joined(then.type, other.type)
    if kind is None:
        c.report("E303", node.otherwise.span, wanted=then.type, found=other.type)
        return WRONG
    if kind == HOLDER:
        then, other = as_holder(c, then), as_holder(c, other)
    result = choice(test, then, other)
    return Cond(test, then, other, kind) if isinstance(result, Cond) else result


def _binary(c: Checker, node: nodes.Binary, scope: Scope, wanted: Type | None) -> X:
    operator = node.operator
    if operator in ("and", "or"):
        left, right = (expression(c, n, scope, BOOL) for n in (node.left, node.right))
        if operator == "and":
            return both([left, right])
        return negated(both([negated(left), negated(right)])) if TRUE in (left, right) else _either(left, right)
    if operator in ("+", "-"):
        left = expression(c, node.left, scope)
        if left.type == BAG:
            right = expression(c, node.right, scope, BAG)
            return bags.joined(left, right if operator == "+" else Prim("bag_negative", (right,), BAG))
        if left.type.name in ("list", "place") and operator == "+":
            return _joined_lists(c, left, node, scope)
        left = fitted(c, left, INT, node.left.span)
    else:
        left = expression(c, node.left, scope, INT)
    right = expression(c, node.right, scope, INT)
    if operator in ("<", "<=", ">", ">="):
        return compared(operator, left, right)
    if operator == "+":
        return plus(left, right)
    if operator == "*":
        return times(left, right)
    core = {"-": "-", "/": "//", "mod": "%"}[operator]
    if isinstance(left, Const) and isinstance(right, Const) and not (core != "-" and right.value == 0):
        a, b = int(left.value), int(right.value)  # type: ignore[call-overload]
        return const(a - b if core == "-" else a // b if core == "//" else a % b)
    return Op(core, (left, right))


def _either(left: X, right: X) -> X:
    if left == FALSE:
        return right
    return left if right == FALSE else Op("or", (left, right), BOOL)


def _joined_lists(c: Checker, left: X, node: nodes.Binary, scope: Scope) -> X:
    right = expression(c, node.right, scope)
    left, right = (contents(c, x) if x.type.name == "place" and x.type.of else x for x in (left, right))
    kind = joined(left.type, right.type)
    if kind is None or kind.name != "list":
        c.report("E303", node.right.span, wanted=left.type, found=right.type)
        return WRONG
    if kind.item == HOLDER:
        left, right = as_holders(c, left), as_holders(c, right)
    return Op("+", (left, right), kind)


def as_holders(c: Checker, x: X) -> X:
    """A list of players, pieces or places as a list of holders."""
    item = x.type.item
    if item is None or item == HOLDER:
        return x
    var = c.fresh("h", item)
    return Fold("list_of", var.name, x, None, as_holder(c, var), list_of(HOLDER))


def _not(c: Checker, node: nodes.Not, scope: Scope, wanted: Type | None) -> X:
    return negated(expression(c, node.value, scope, BOOL))


def _minus(c: Checker, node: nodes.Minus, scope: Scope, wanted: Type | None) -> X:
    x = expression(c, node.value, scope, INT)
    if isinstance(x, Const):
        return const(-int(x.value))  # type: ignore[call-overload]
    return Op("neg", (x,))


def _is(c: Checker, node: nodes.Is, scope: Scope, wanted: Type | None) -> X:
    if node.within:
        return _is_in(c, node, scope)
    if isinstance(node.right, nodes.Name) and node.right.name == "empty" and "empty" not in scope.names:
        return _is_empty(c, node, scope)
    left, right = _same_kind(c, node, scope)
    if UNKNOWN in (left.type, right.type):
        return WRONG
    kind = joined(left.type, right.type)
    if kind is None or never_alike(left.type, right.type):
        c.report("E303", node.right.span, wanted=left.type, found=right.type)
        return WRONG
    if kind == HOLDER:
        left, right = as_holder(c, left), as_holder(c, right)
    if left.type.name == "piece" and right.type == NONE and isinstance(left, Const):
        return Const(node.negated, BOOL)
    return compared("!=" if node.negated else "==", left, right)


def never_alike(a: Type, b: Type) -> bool:
    """Whether a comparison of two pieces, kinds or faces would always be false: they are of different classes."""
    if a.name != b.name or a.name not in ("piece", "kind", "face"):
        return False
    return bool(a.of and b.of) and set(classes_of(a)).isdisjoint(classes_of(b))


def _same_kind(c: Checker, node: nodes.Is, scope: Scope) -> tuple[X, X]:
    """Both sides of `is`; a bare name on one side is first looked up by the type of the other."""
    if isinstance(node.left, nodes.Name) and node.left.name not in scope.names and not isinstance(node.right, nodes.Name):
        right = expression(c, node.right, scope)
        return _named(c, node.left, scope, right.type), right
    left = expression(c, node.left, scope)
    if isinstance(node.right, nodes.Name) and node.right.name not in scope.names:
        return left, _named(c, node.right, scope, left.type)
    return left, expression(c, node.right, scope)


def _named(c: Checker, node: nodes.Name, scope: Scope, other: Type) -> X:
    if (found := constant_of_type(c, node.name, other)) is not None:
        return found
    if other == UNKNOWN and node.name not in c.declared and node.name not in scope.names:
        return WRONG  # it may be a face or a value of what was mistaken on the other side
    if other.name in ("face", "option") and _special_name(c, node, scope) is None:
        return _no_such_value(c, node, other)
    return expression(c, node, scope)


def _no_such_value(c: Checker, node: nodes.Name, wanted: Type) -> X:
    """Report a name that stands where a face or a value of an option is asked for and is none."""
    known = c.model.pieces[wanted.of].faces if wanted.name == "face" else c.model.game.options[wanted.of].values
    c.report("E319", node.span, name=node.name, type=wanted, near=near_names(node.name, [str(v) for v in known]))
    return WRONG


def _is_in(c: Checker, node: nodes.Is, scope: Scope) -> X:
    left = expression(c, node.left, scope)
    if isinstance(node.right, nodes.ListOf):
        elements = []
        for element in node.right.elements:
            if isinstance(element, nodes.Amount):
                c.report("E331", element.span)
                return WRONG
            right = _named(c, element, scope, left.type) if isinstance(element, nodes.Name) else expression(c, element, scope)
            if joined(left.type, right.type) is None:
                c.report("E303", element.span, wanted=left.type, found=right.type)
                return WRONG
            elements.append(right)
        over: X = list_x(elements, left.type)
    else:
        over, item = domain(c, node.right, scope)
        if UNKNOWN in (item, left.type):
            return WRONG
        if joined(left.type, item) is None:
            c.report("E303", node.right.span, wanted=list_of(left.type), found=over.type)
            return WRONG
    test = Op("in", (left, over), BOOL)
    return negated(test) if node.negated else test


def _is_empty(c: Checker, node: nodes.Is, scope: Scope) -> X:
    left = expression(c, node.left, scope)
    if left.type == UNKNOWN:
        return WRONG
    if left.type.name == "place" and not left.type.of:
        held: X = const(0)
        for r in range(len(c.layout.resources)):
            if any((r, p) in c.layout.place_slots for p in _places_of_zone(c, left)):
                held = plus(held, counter(c, left, Const(r, RESOURCE), node.span))
        return compared("!=" if node.negated else "==", held, const(0))
    if left.type.name == "place":
        left = contents(c, left)
    if left.type.name != "list":
        c.report("E303", node.left.span, wanted="a place or a list", found=left.type)
        return WRONG
    return compared("!=" if node.negated else "==", left, Const((), left.type))


def _interval(c: Checker, node: nodes.Interval, scope: Scope, wanted: Type | None) -> X:
    low, high = (expression(c, n, scope, INT) for n in (node.low, node.high))
    return Prim("interval", (low, plus(high, const(1))), list_of(INT))


def list_x(elements: list[X], item: Type) -> X:
    if all(isinstance(e, Const) for e in elements):
        return Const(tuple(e.value for e in elements if isinstance(e, Const)), list_of(item))
    return ListX(tuple(elements), item.name in ("player", "piece", "place", "phase", "kind"), list_of(item))


def _list(c: Checker, node: nodes.ListOf, scope: Scope, wanted: Type | None) -> X:
    elements: list[X] = []
    inner = wanted.item if wanted is not None and wanted.name == "list" else None
    item: Type = inner or UNKNOWN
    if any(isinstance(e, nodes.Amount) for e in node.elements) or wanted == BAG:
        return _bag(c, node, scope)
    for element in node.elements:
        assert isinstance(element, nodes.Expr)
        x = expression(c, element, scope, inner)
        kind = joined(item, x.type)
        if kind is None:
            c.report("E303", element.span, wanted=item, found=x.type)
            return WRONG
        item = kind
        elements.append(x)
    if item == HOLDER:
        elements = [as_holder(c, e) for e in elements]
    return list_x(elements, item)


def _bag(c: Checker, node: nodes.ListOf, scope: Scope) -> X:
    """A list with amounts in it; a bare resource counts one."""
    parts: list[tuple[X, X]] = []
    for element in node.elements:
        if isinstance(element, nodes.Amount):
            parts += c.bag_part(element.resource, expression(c, element.count, scope, INT), scope)
        else:
            parts += c.bag_part(element, const(1), scope)
    return bags.literal(c, parts)


def _number(c: Checker, node: nodes.Number, scope: Scope, wanted: Type | None) -> X:
    return const(node.value)


def _text(c: Checker, node: nodes.Text, scope: Scope, wanted: Type | None) -> X:
    if wanted is not None and wanted.name == "option" and (found := constant_of_type(c, node.value, wanted)) is not None:
        return found
    return Const(node.value, TEXT)


_BY_NODE: dict[type[nodes.Expr], Callable[..., X]] = {
    nodes.Name: _name,
    nodes.Mine: _mine,
    nodes.Attribute: _attribute,
    nodes.Index: _index,
    nodes.Call: _call,
    nodes.IfThen: _if_then,
    nodes.Binary: _binary,
    nodes.Not: _not,
    nodes.Minus: _minus,
    nodes.Is: _is,
    nodes.Interval: _interval,
    nodes.ListOf: _list,
    nodes.Number: _number,
    nodes.Text: _text,
}

__all__ = ["PLACE", "Value", "expression"]

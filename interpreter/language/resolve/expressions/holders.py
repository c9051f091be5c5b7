"""What lies where: counters at holders, pieces in places, room that is left."""

from __future__ import annotations

from interpreter.diagnostics import Span
from interpreter.language.core import (
    TRUE,
    WRONG,
    Const,
    Fold,
    Get,
    ListX,
    Op,
    Prim,
    Slot,
    Tab,
    X,
    both,
    choice,
    compared,
    const,
    plus,
)
from interpreter.language.core.candidates import places_among, resources_among
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.scope import Scope
from interpreter.program.types import (
    BOOL,
    HOLDER,
    INT,
    OPTIONAL,
    PLAYER,
    RESOURCE,
    UNKNOWN,
    Type,
    classes_of,
    kind_of,
    list_of,
    piece_of,
)

UNLIMITED = 10**6
"""Room where there is no limit: more than any game has of anything."""


def as_holder(c: Context, x: X) -> X:
    if x.type == HOLDER:
        return x
    inner = _holder_number(c, x)
    return Prim("same", (inner,), HOLDER) if not isinstance(inner, Const) else Const(inner.value, HOLDER)


def _holder_number(c: Context, x: X) -> X:
    """The number of a player, the supply, a place or a piece among all holders, in the order of
    `Layout.holder_slots`."""
    players = c.layout.players
    if x.type.name == "supply":
        return const(players)
    offset = {"player": 0, "place": players + 1}.get(x.type.name, players + 1 + len(c.layout.places))
    return plus(x, const(offset))


def as_holders(c: Context, x: X) -> X:
    """A list of players, pieces or places as a list of holders."""
    item = x.type.item
    if item is None or item == HOLDER:
        return x
    var = c.fresh("h", item)
    return Fold("list_of", var.name, x, None, as_holder(c, var), list_of(HOLDER))


def there(x: X) -> X:
    """A player, piece, place, kind or resource as what an address is made of: reading or writing at `none` fails
    instead of hitting others. Where it cannot be none, `presence` takes the question away again."""
    if x.type.name not in OPTIONAL or (isinstance(x, Const) and x.value != -1):
        return x
    # A place made of a zone and its owner asks for the owner.
    if isinstance(x, Op) or (isinstance(x, Prim) and x.name == "there"):
        return x
    return Prim("there", (x,), x.type)


WHERES = ("player", "supply", "place", "piece")
"""Sorts of holders: counters of different sorts are never one slot."""


def family(c: Context, resource: X, holder: X) -> str:
    """The families (see `core.families`) of a resource's counters at a holder, such as `coin@player`. What only the
    position tells, the resource or the holder, may be in several."""
    decls = [c.model.resources[c.layout.resources[r]] for r in resources_among(c.layout, resource)]
    names = {decl.groups[-1] if decl.groups else decl.id for decl in decls}
    wheres = [holder.type.name] if holder.type.name in WHERES else WHERES
    return "|".join(sorted(f"{name}@{where}" for name in names for where in wheres))


def counter(c: Context, holder: X, resource: X, span: Span) -> X:
    """How many of a resource lie at a holder, as a slot read. Reports where that holder holds none of it."""
    slot = counter_slot(c, holder, resource, span)
    signed = any(c.model.resources[c.layout.resources[r]].below_zero for r in resources_among(c.layout, resource))
    return WRONG if slot is None else Get(slot, signed=signed)


def counter_slot(c: Context, holder: X, resource: X, span: Span) -> Slot | None:
    """The counter of a resource at a holder; None after a report that this holder holds none of it."""
    if holder.type == UNKNOWN or resource.type == UNKNOWN:
        return None
    layout, ids = c.layout, resources_among(c.layout, resource)
    only = None
    match holder.type.name:
        case "player":
            is_there = all(r in layout.player_arrays for r in ids)
        case "supply":
            is_there = all(r in layout.supply_slots for r in ids)
        case "place":
            places = places_among(layout, holder)
            holding = {p for r, p in layout.place_slots if r in ids}
            is_there = not holding.isdisjoint(places)
            if isinstance(resource, Const) and not isinstance(holder, Const) and not holding.issuperset(places):
                only = tuple(sorted(holding))
        case "piece":
            classes = classes_of(holder.type) or layout.piece_holders
            is_there = any(set(ids) <= layout.piece_holders.get(cls, set()) for cls in classes)
        case where:
            is_there = where == "holder"
    if is_there:
        return counter_of(c, holder, resource, only)
    name = layout.resources[ids[0]] if len(ids) == 1 else (resource.type.of or "resource")
    if holder.type.name == "supply":
        c.report("E311", span, name=name)
    else:
        c.report("E310", span, name=name, holder=holder.type)
    return None


def counter_of(c: Context, holder: X, resource: X, only: tuple[int, ...] | None = None) -> Slot:
    """The counter of a resource at a holder that has one. only: see `core.Slot`."""
    return Slot("counter", "", family(c, resource, holder), there(holder), there(resource), only)


def group_count(c: Context, holder: X, group: str, span: Span) -> X:
    total: X = const(0)
    for r in c.layout.groups[group]:
        count = counter(c, holder, Const(r, RESOURCE), span)
        if count == WRONG:
            return WRONG
        total = plus(total, count)
    return total


def has_supply(c: Context, r: int) -> bool:
    return r in c.layout.supply_slots


def contents(c: Context, place: X) -> X:
    """The pieces in a place, as a list."""
    cls = place.type.of
    return Get(Slot("contents", cls, f"loc:{cls}", there(place)), list_of(piece_of(cls)))


def space_type(c: Context, space: str) -> Type:
    """The type of the spaces of a class."""
    return Type("place", of=c.model.spaces[space].pieces or "", space=space)


def spaces_of(c: Context, space: str, owner: X | None = None) -> X:
    """The spaces of a class, or one player's."""
    rows = c.layout.space_places[space]
    owner = None if owner is None else there(owner)
    kind = list_of(space_type(c, space))
    if owner is None:
        return Const(rows[0], kind)
    return Tab(c.layout.table(f"SPACES_{space}", rows), owner, kind)


def place_of(c: Context, zone: str, owner: X | None = None) -> X:
    """A zone, board or space, or a player's."""
    owner = None if owner is None else there(owner)
    space = c.space_classes.get(zone)
    if space is not None:
        at = const(c.layout.zone_places[zone])
        return c.typed(at, space_type(c, space)) if owner is None else Op("+", (owner, at), space_type(c, space))
    decl = c.model.zones.get(zone) or c.model.boards[zone]
    first = const(c.layout.zone_places[zone])
    kind = Type("place", of=decl.pieces or "")
    # Not folded even where the first place has number 0: which zone a place belongs to is read off this form.
    return c.typed(first, kind) if owner is None else Op("+", (owner, first), kind)


def is_per_player(c: Context, zone: str) -> bool:
    if zone in c.space_classes:
        return c.model.spaces[c.space_classes[zone]].per_player
    decl = c.model.zones.get(zone) or c.model.boards[zone]
    return decl.per_player


def where_is(c: Context, piece: X) -> X:
    cls = piece.type.of
    return Get(Slot("place", cls, f"loc:{cls}", piece), Type("place", of=cls))


def face_of(piece: X) -> Slot:
    """The face that a piece of one class shows."""
    cls = piece.type.of
    return Slot("face", cls, f"face:{cls}", there(piece))


def owner_of_place(c: Context, place: X) -> X:
    owners = tuple(p.owner for p in c.layout.places) + (-1,)
    return Tab(c.layout.table("OWNER", owners), place, PLAYER)


def owner_of_piece(c: Context, piece: X) -> X:
    """Whose a piece is: fixed for pieces of a player, else the owner of the place where it lies."""
    if any(c.model.pieces[cls].per_player for cls in classes_of(piece.type)):
        return Tab(c.layout.table("PIECE_OWNER", (*c.layout.piece_owner, -1)), piece, PLAYER)
    return owner_of_place(c, where_is(c, piece))


def kind_of_piece(c: Context, piece: X) -> X:
    return Tab(c.layout.table("KIND", (*c.layout.pieces, -1)), piece, kind_of(piece.type.of))


def room(c: Context, x: X, span: Span) -> X | None:
    """How many more counters or pieces fit at a place or piece; None where there is no limit."""
    layout = c.layout
    if x.type.name == "place":
        return _room_of_place(c, x, span)
    if x.type.name == "piece" and len(classes_of(x.type)) == 1:
        cls = c.model.pieces[x.type.of]
        if cls.limit is None:
            return None
        limit = c.evaluate(cls.limit, Scope(self_piece=x, marked=True), INT)
        held: X = const(0)
        for r in sorted(layout.piece_holders.get(cls.id, set())):
            held = plus(held, counter(c, x, Const(r, RESOURCE), span))
        return _left(limit, held)
    if x.type.name == "piece":
        return _room_of_any_piece(c, x, span)
    return None


def _room_of_any_piece(c: Context, x: X, span: Span) -> X | None:
    """Room at a piece of several classes: each class by its own limit; a class without one always has room."""
    classes = [cls for cls in (classes_of(x.type) or c.layout.piece_holders) if c.layout.class_pieces[cls]]
    out = _room_by_number(c, x, classes, span)
    if out is not None:
        return out
    for cls in classes:
        ids = c.layout.class_pieces[cls]
        here = room(c, c.typed(x, piece_of(cls)), span)
        inside = both([compared(">=", x, const(ids[0])), compared("<=", x, const(ids[-1]))])
        out = (here or const(UNLIMITED)) if out is None else choice(inside, here or const(UNLIMITED), out)
    return None if out == const(UNLIMITED) else out


def _room_by_number(c: Context, x: X, classes: list[str], span: Span) -> X | None:
    """Room at a piece of several classes that hold the same resources and have limits known beforehand: one table of
    the limits, and what is there."""
    layout, limits = c.layout, [c.model.pieces[cls].limit for cls in classes]
    held = {frozenset(layout.piece_holders.get(cls, ())) for cls in classes}
    if len(held) != 1 or any(limit is None for limit in limits):
        return None
    by_kind: dict[int, int] = {}
    for cls, limit in zip(classes, limits, strict=True):
        assert limit is not None
        for piece in layout.class_pieces[cls]:
            kind = layout.pieces[piece]
            if kind not in by_kind:
                found = _known(c, c.evaluate(limit, Scope(self_piece=Const(piece, piece_of(cls)), marked=True), INT))
                if found is None:
                    return None
                by_kind[kind] = found
    total: X = const(0)
    for r in sorted(held.pop()):
        total = plus(total, counter(c, x, Const(r, RESOURCE), span))
    name = f"LIMITS_OF_{'|'.join(classes)}"
    limit_of = (*(by_kind.get(kind, 0) for kind in layout.pieces), 0)
    return _left(Tab(layout.table(name, limit_of), x), total)


def _known(c: Context, x: X) -> int | None:
    """The number that an expression of constants and tables stands for; None where it is none of these."""
    if isinstance(x, Tab):
        at, table = _known(c, x.index), c.layout.tables[x.table]
        return int(table[at]) if at is not None and isinstance(table, tuple) else None
    return x.value if isinstance(x, Const) and isinstance(x.value, int) else None


def _room_of_place(c: Context, x: X, span: Span) -> X | None:
    layout = c.layout
    limits = {p: layout.places[p].limit for p in places_among(c.layout, x)}
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
        holding = tuple(p for p in limits if (r, p) in layout.place_slots)
        if holding:
            there = counter(c, x, Const(r, RESOURCE), span)
            test = TRUE if len(holding) == len(limits) else Op("in", (x, Const(holding, list_of(x.type))), BOOL)
            held = plus(held, choice(test, there, const(0)))
    return _left(limit, held)


def _left(limit: X, held: X) -> X:
    """What a limit leaves: never below 0, since nothing is laid where it does not fit."""
    return Prim("room", (Op("-", (limit, held)),), INT)


def limits_at(c: Context, place: X) -> tuple[Span, ...]:
    """Where the zones, boards or spaces are declared that a place may be, and that take only so many."""
    if place.type.name != "place":
        return ()
    known = [c.layout.places[p] for p in places_among(c.layout, place)]
    names = dict.fromkeys(p.space or p.zone for p in known if p.limit is not None)
    sections = (c.model.zones, c.model.boards, c.model.spaces)
    return tuple(section[name].span for name in names for section in sections if name in section)


def from_the_end(x: X) -> X:
    """A list the other way round."""
    return Const(tuple(reversed(x.value)), x.type) if isinstance(x, Const) else Prim("reversed", (x,), x.type)  # type: ignore[call-overload]


def seats_after(c: Context, player: X) -> X:
    n = c.layout.players
    rows = tuple(tuple((p + i) % n for i in range(1, n)) for p in range(n))
    return Tab(c.layout.table("SEATS_AFTER", rows), there(player), list_of(PLAYER))


def seats_from(c: Context, player: X) -> X:
    n = c.layout.players
    rows = tuple(tuple((p + i) % n for i in range(n)) for p in range(n))
    return Tab(c.layout.table("SEATS_FROM", rows), there(player), list_of(PLAYER))


def declared_resource_type(c: Context, name: str) -> Type:
    groups = c.model.resources[name].groups
    return Type("resource", of=groups[-1] if groups else "")


def never_alike(a: Type, b: Type) -> bool:
    """Whether a comparison of two pieces, kinds or faces would always be false: they are of different classes."""
    if a.name != b.name or a.name not in ("piece", "kind", "face"):
        return False
    return bool(a.of and b.of) and set(classes_of(a)).isdisjoint(classes_of(b))


def list_x(elements: list[X], item: Type) -> X:
    """A list of elements; what is none is left out."""
    if all(isinstance(e, Const) for e in elements):
        values = tuple(e.value for e in elements if isinstance(e, Const))
        return Const(tuple(v for v in values if v != -1) if item.name in OPTIONAL else values, list_of(item))
    return ListX(tuple(elements), item.name in OPTIONAL, list_of(item))


def nobody_acts(c: Context, span: Span, scope: Scope) -> X:
    """Report a word such as `me` where nobody acts. Only in a statement can somebody be made to act."""
    whose = "say whose it is: `p.coin` for a player p"
    is_formula = not scope.prompt
    c.report("E305", span, hint=whose if is_formula else f"{SAY_WHO}, or {whose}")
    return WRONG


SAY_WHO = "say who: `p does { … }` or `each of players does { … }`"
"""How a statement gets somebody who acts."""

WHAT_MOVES = "write a number and a resource (2 coin), a list of resources, or a piece"
"""What can change places, in words."""

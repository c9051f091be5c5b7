"""Where everything lies in the state: the slots of one ruleset for one player count and one set of options.

A state is one flat list. Slot 0 holds the control stack, slot 1 the ending (0 while the game runs, else its number +
1).
Counters, variables and flags are ints, contents of zones are tuples of piece numbers (sorted, unless the zone keeps an
order). Things are numbered: players by seat from 0, resources, kinds, pieces and places in order of declaration; -1
is none.

The same thing of all players, or of all pieces, lies side by side, so that an address is a number and whose it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from interpreter.loading.borders import borders
from interpreter.loading.model import (
    BoardDecl,
    ByOption,
    ByPlayers,
    Model,
    Number,
    PieceDecl,
    SpaceDecl,
    StateDecl,
    ZoneDecl,
)
from interpreter.records import mutable, record

HEX_DIRECTIONS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""Steps in axial coordinates to the cells beside a hex that stands on a corner: NE, E, SE, SW, W, NW."""


@record
class SlotInfo:
    """What one slot holds, for views, scenarios and saves.

    kind: control, ending, variable, marker, space (a variable of one), supply, player, place, piece (counters), none,
    at (place of a piece), zone, face, flag.
    name: the resource, variable or zone; index: the player, place or piece (-1 for none); key: the key of a `per`
    variable.
    seen_by: all, owner, others or nobody; owner: the seat it belongs to (-1 for none), for things whose owner cannot
    change.
    """

    kind: str
    name: str
    index: int = -1
    key: int = -1
    seen_by: str = "all"
    owner: int = -1
    back_seen_by: str = "nobody"
    """who sees the backs of the pieces of a zone that they may not look into"""


@mutable
class Place:
    """One place on the table: a zone or board, or one player's copy of it."""

    zone: str
    owner: int
    limit: int | None
    ordered: bool
    pieces: str | None
    space: str = ""
    """the class of spaces it is one of"""


@mutable
class Layout:
    """All numbers of one ruleset. `start` is the list of slot values before setup."""

    players: int
    resources: list[str] = field(default_factory=list)
    groups: dict[str, tuple[int, ...]] = field(default_factory=dict)
    kinds: list[tuple[str, str]] = field(default_factory=list)
    """(class, kind) by kind number."""
    class_kinds: dict[str, list[int]] = field(default_factory=dict)
    pieces: list[int] = field(default_factory=list)
    """kind number by piece number."""
    class_pieces: dict[str, tuple[int, ...]] = field(default_factory=dict)
    backs: dict[int, tuple[tuple[tuple[str, object], ...], ...]] = field(default_factory=dict)
    """kind → by face, what its back shows: (attribute, value as it is declared) …"""
    places: list[Place] = field(default_factory=list)
    zone_places: dict[str, int] = field(default_factory=dict)
    """zone id → its place, or its place of seat 0 (the others follow)."""
    space_places: dict[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    """class of spaces → its places in order, for each seat (or once, where they are for all)"""
    space_vars: dict[tuple[str, str], int] = field(default_factory=dict)
    """(class of spaces, variable) → base: slot of place x is base + x"""
    piece_owner: list[int] = field(default_factory=list)
    """seat by piece number, for pieces that belong to a player wherever they lie; else -1"""
    start: list[object] = field(default_factory=list)
    slots: list[SlotInfo] = field(default_factory=list)
    tables: dict[str, object] = field(default_factory=dict)
    supply_slots: dict[int, int] = field(default_factory=dict)
    player_arrays: dict[int, int] = field(default_factory=dict)
    """resource → base: slot of player p is base + p."""
    place_slots: dict[tuple[int, int], int] = field(default_factory=dict)
    """(resource, place) → slot."""
    piece_arrays: dict[int, int] = field(default_factory=dict)
    """resource → base: slot of piece x is base + x."""
    piece_holders: dict[str, set[int]] = field(default_factory=dict)
    """class → resources its pieces may hold."""
    at_base: int = 0
    zone_base: int = 0
    face_base: dict[str, int] = field(default_factory=dict)
    piece_vars: dict[tuple[str, str], int] = field(default_factory=dict)
    """(class, variable) → base: slot of piece x is base + x."""
    vars: dict[str, int] = field(default_factory=dict)
    player_vars: dict[str, tuple[int, int]] = field(default_factory=dict)
    """variable → (base, stride)."""
    tracks: list[str] = field(default_factory=list)
    marker_base: int = 0
    """slot of the marker of player p on track t is marker_base + p * number of tracks + t"""
    flags: dict[str, dict[int, int]] = field(default_factory=dict)
    """flag of the interpreter's own → thing → slot"""
    marks: list[str] = field(default_factory=list)
    key_types: dict[str, str] = field(default_factory=dict)
    """variable with `per` → what its keys are: player, resource, track, place or kind"""
    keys: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """variable with `per` → its keys in order."""

    # ---- making

    def slot(self, info: SlotInfo, start: object = 0) -> int:
        self.slots.append(info)
        self.start.append(start)
        return len(self.start) - 1

    def flag(self, name: str, of: Sequence[int] = (0,), start: object = 0, known_as: str = "") -> int:
        """Reserve a flag for each of some things; the number of the first. known_as: the name under which scenarios
        may set it, where several flags share one. ValueError: the name is in use."""
        if name in self.flags:
            raise ValueError(f"there is a flag {name!r} already")
        first = len(self.start)
        self.flags[name] = {thing: first + i for i, thing in enumerate(of)}
        for i in range(len(of)):
            self.slot(SlotInfo("flag", known_as or name, i), start)
        return first

    # ---- numbers

    def resource(self, name: str) -> int:
        return self.resources.index(name)

    def track_group(self, model: Model, group: str) -> tuple[int, ...]:
        """Numbers of the tracks of a group."""
        return tuple(i for i, t in enumerate(model.tracks.values()) if group in t.groups)

    def kind(self, cls: str, name: str) -> int:
        return self.kinds.index((cls, name))

    def place(self, zone: str, seat: int = 0) -> int:
        place = self.zone_places[zone]
        return place + seat if self.places[place].owner >= 0 else place

    def space_place(self, space: str, name: str) -> int:
        """The place of a space that is there for all, by its id; cells of different grids may share one."""
        return next(p for p in self.space_places[space][0] if self.places[p].zone == name)

    def places_of_spaces(self, space: str) -> tuple[int, ...]:
        """All places of a class of spaces, every seat's."""
        return tuple(p for row in self.space_places[space] for p in row)

    def neighbours(self, space: SpaceDecl, diagonal: bool) -> tuple[tuple[int, ...], ...]:
        """By place: the cells of the same grid beside it (or around it), row by row, those of a hex grid clockwise from
        the north-east; nothing for other places."""
        if space.rings:
            return tuple(tuple(x for x in six if x >= 0) for six in self.hex_neighbours(space))
        steps = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r or c) and (diagonal or not (r and c))]
        out: list[tuple[int, ...]] = [() for _ in self.places]
        for row in self.space_places[space.id]:
            for i, place in enumerate(row):
                r, c = divmod(i, space.columns)
                near = [(r + dr, c + dc) for dr, dc in steps]
                out[place] = tuple(
                    row[y * space.columns + x] for y, x in near if 0 <= y < space.rows and 0 <= x < space.columns
                )
        return tuple(out)

    def hex_neighbours(self, space: SpaceDecl) -> tuple[tuple[int, ...], ...]:
        """By place: the six cells beside it by direction, clockwise from the north-east; -1 beyond the border."""
        out: list[tuple[int, ...]] = [() for _ in self.places]
        at = [(int(kind.attributes["q"]), int(kind.attributes["r"])) for kind in space.kinds.values()]  # type: ignore[call-overload]
        for row in self.space_places[space.id]:
            by_cell = dict(zip(at, row, strict=True))
            for (q, r), place in by_cell.items():
                out[place] = tuple(by_cell.get((q + dq, r + dr), -1) for dq, dr in HEX_DIRECTIONS)
        return tuple(out)

    def touching(self, model: Model, space: SpaceDecl, which: str) -> tuple[tuple[int, ...], ...]:
        """By place of a class of cells, edges or corners: which `cells`, `edges` or `corners` of the same board it
        touches, see `Borders.touching`; nothing for other places. KeyError: there is no class of these."""
        cells = model.spaces[space.cells or space.id]
        of = "edges" if space.edges_of else "corners" if space.corners_of else "cells"
        other = next((s for s in model.spaces.values() if getattr(s, f"{which}_of", "") == cells.id), None)
        target = cells if which == "cells" else other
        if target is None:
            raise KeyError(which)
        out: list[tuple[int, ...]] = [() for _ in self.places]
        rows = borders(cells).touching(of, which)
        for own, others in zip(self.space_places[space.id], self.space_places[target.id], strict=True):
            for place, row in zip(own, rows, strict=True):
                out[place] = tuple(others[i] for i in row)
        return tuple(out)

    def rings(self, space: SpaceDecl) -> tuple[tuple[int, ...], ...]:
        """The rings that the spaces of a class form, those of every seat."""
        out: dict[tuple[int, object], list[int]] = {}
        for seat, row in enumerate(self.space_places[space.id]):
            for place, kind in zip(row, space.kinds.values(), strict=True):
                out.setdefault((seat, kind.attributes.get(space.ring)), []).append(place)
        return tuple(map(tuple, out.values()))

    # ---- tables and holders

    def table(self, name: str, values: object) -> str:
        self.tables[name] = values
        return name

    def holder_slots(self, r: int) -> dict[int, int]:
        """The slots of a resource by the number of the holder: players first, then the supply, places and pieces."""
        out: dict[int, int] = {}
        if r in self.player_arrays:
            for p in range(self.players):
                out[p] = self.player_arrays[r] + p
        if r in self.supply_slots:
            out[self.players] = self.supply_slots[r]
        first = self.players + 1
        for (x, place), slot in self.place_slots.items():
            if x == r:
                out[first + place] = slot
        first += len(self.places)
        for cls, held in self.piece_holders.items():
            if r in held:
                for x in self.class_pieces[cls]:
                    out[first + x] = self.piece_arrays[r] + x
        return out


def number(value: Number | None, players: int) -> int | None:
    """A number for this player count; 0 where a table does not name it."""
    if isinstance(value, ByPlayers):
        found = value.values.get(players, 0)
        return int(found) if isinstance(found, int) else 0
    return value


def build(model: Model, players: int, options: Mapping[str, object]) -> Layout:
    """Number everything and lay out the slots; `options` has a value for each option."""
    layout = Layout(players)
    layout.slot(SlotInfo("control", "control"), None)
    layout.slot(SlotInfo("ending", "ending"))
    _number_resources(model, layout)
    _number_pieces(model, layout)
    _number_places(model, layout)
    layout.tracks = list(model.tracks)
    _lay_variables(model, layout)
    _lay_tracks(model, layout)
    _lay_counters(model, layout, options)
    _lay_pieces(model, layout)
    return layout


def _number_resources(model: Model, layout: Layout) -> None:
    by_group: dict[str, list[str]] = {}
    for r in model.resources.values():
        by_group.setdefault(r.groups[-1] if r.groups else f"={r.id}", []).append(r.id)
    layout.resources = [name for names in by_group.values() for name in names]
    for r in model.resources.values():
        for group in r.groups:
            layout.groups.setdefault(group, ())
    for group in layout.groups:
        layout.groups[group] = tuple(
            i for i, name in enumerate(layout.resources) if group in model.resources[name].groups
        )


def _number_pieces(model: Model, layout: Layout) -> None:
    for cls in model.pieces.values():
        kinds = []
        first = len(layout.pieces)
        for kind in cls.kinds.values():
            layout.kinds.append((cls.id, kind.id))
            kinds.append(len(layout.kinds) - 1)
            if cls.back:
                layout.backs[kinds[-1]] = tuple(
                    tuple((name, _declared(kind.attributes.get(name))) for name in names) for names in cls.back
                )
            copies = 0 if cls.is_effect else (number(kind.copies, layout.players) or 0)
            owners = range(layout.players) if cls.per_player and not kind.shared else (-1,)
            for owner in owners:
                layout.pieces.extend([kinds[-1]] * copies)
                layout.piece_owner.extend([owner] * copies)
        layout.class_kinds[cls.id] = kinds
        layout.class_pieces[cls.id] = tuple(range(first, len(layout.pieces)))


def _declared(value: object) -> object:
    """A declared value that can be compared and kept as a key."""
    if isinstance(value, Mapping):
        return tuple((k, _declared(v)) for k, v in value.items())
    return tuple(map(_declared, value)) if isinstance(value, list | tuple) else value


def _zone_limit(zone: ZoneDecl | BoardDecl, players: int) -> int | None:
    return number(zone.limit, players) if isinstance(zone, ZoneDecl) else None


def _number_places(model: Model, layout: Layout) -> None:
    zones: list[ZoneDecl | BoardDecl] = [*model.zones.values(), *model.boards.values()]
    for zone in zones:
        layout.zone_places[zone.id] = len(layout.places)
        ordered = isinstance(zone, ZoneDecl) and (zone.ordered or zone.kind in ("row", "stack"))
        for owner in range(layout.players) if zone.per_player else (-1,):
            limit = _zone_limit(zone, layout.players)
            layout.places.append(Place(zone.id, owner, limit, ordered, zone.pieces))
    for space in model.spaces.values():
        _number_spaces(space, layout)


def _number_spaces(space: SpaceDecl, layout: Layout) -> None:
    owners = tuple(range(layout.players)) if space.per_player else (-1,)
    rows: list[list[int]] = [[] for _ in owners]
    limit = number(space.limit, layout.players)
    for kind, decl in space.kinds.items():
        if space.limit_by:
            said = decl.attributes.get(space.limit_by, 0)
            limit = said if isinstance(said, int) else 0
        layout.zone_places.setdefault(kind, len(layout.places))
        for row, owner in zip(rows, owners, strict=True):
            row.append(len(layout.places))
            layout.places.append(Place(kind, owner, limit, False, space.pieces, space.id))
    layout.space_places[space.id] = tuple(tuple(row) for row in rows)


def keys_of(type_text: str, layout: Layout) -> tuple[int, ...] | None:
    """The keys of a `<type> per <keys>` variable, or None for a plain type."""
    if " per " not in type_text:
        return None
    over = type_text.split(" per ", 1)[1].strip()
    if over == "player":
        return tuple(range(layout.players))
    if over in layout.groups:
        return layout.groups[over]
    if over == "resource":
        return tuple(range(len(layout.resources)))
    if over == "track":
        return tuple(range(len(layout.tracks)))
    if over in layout.space_places:
        return tuple(sorted(p for row in layout.space_places[over] for p in row))
    cls = over.removesuffix(" kind").removeprefix("kind of ").strip()
    return tuple(layout.class_kinds.get(cls, ()))


def key_type(type_text: str, layout: Layout) -> str:
    """What the keys of a `<type> per <keys>` variable are."""
    over = type_text.split(" per ", 1)[1].strip()
    if over in ("player", "track", "resource"):
        return over
    return "resource" if over in layout.groups else "place" if over in layout.space_places else "kind"


def start_of(type_text: str, layout: Layout) -> object:
    """What a variable of this type holds before its start value is set."""
    if type_text == "bag":
        return (0,) * (len(layout.resources) + len(layout.groups))
    if type_text.startswith("list"):
        return ()
    if " per " in type_text:
        return start_of(type_text.split(" per ")[0].strip(), layout)
    if type_text == "int" or type_text[:1].isdigit() or type_text.startswith("-"):
        return int(type_text.split("..")[0]) if ".." in type_text else 0
    return False if type_text == "bool" else -1


def _lay_variables(model: Model, layout: Layout) -> None:
    for var in model.game_state.values():
        layout.vars[var.id] = len(layout.start)
        _lay_variable(var, layout, -1)
    for var in model.player_state.values():
        layout.player_vars[var.id] = (len(layout.start), len(keys_of(var.type, layout) or (0,)))
        for p in range(layout.players):
            _lay_variable(var, layout, p)


def _lay_variable(var: StateDecl, layout: Layout, owner: int) -> None:
    keys = keys_of(var.type, layout)
    if keys is not None:
        layout.keys[var.id] = keys
        layout.key_types[var.id] = key_type(var.type, layout)
    for key in keys or (-1,):
        info = SlotInfo("variable", var.id, owner, key if keys is not None else -1, var.seen_by, owner)
        layout.slot(info, start_of(var.type, layout))


def _lay_tracks(model: Model, layout: Layout) -> None:
    layout.marks = list(dict.fromkeys(m for t in model.tracks.values() for names in t.marks.values() for m in names))
    layout.marker_base = len(layout.start)
    for p in range(layout.players):
        for track in model.tracks.values():
            layout.slot(SlotInfo("marker", track.id, p, owner=p), number(track.start, layout.players) or 0)


def _lay_counters(model: Model, layout: Layout, options: Mapping[str, object]) -> None:
    for r, name in enumerate(layout.resources):
        decl = model.resources[name]
        said = decl.supply
        supply = number(said.chosen(options[said.option]) if isinstance(said, ByOption) else said, layout.players)
        if supply is not None:
            layout.supply_slots[r] = layout.slot(SlotInfo("supply", name), supply)
    for r, name in enumerate(layout.resources):
        if "player" in model.resources[name].held_by:
            layout.player_arrays[r] = len(layout.start)
            for p in range(layout.players):
                layout.slot(SlotInfo("player", name, p, seen_by=model.resources[name].seen_by, owner=p))
    for i, place in enumerate(layout.places):
        for r, name in enumerate(layout.resources):
            if place.zone in model.resources[name].held_by or place.space in model.resources[name].held_by:
                layout.place_slots[(r, i)] = layout.slot(SlotInfo("place", name, i, owner=place.owner))
    _lay_piece_counters(model, layout)


def holding_classes(model: Model, resource: str) -> tuple[str, ...]:
    """The piece classes whose pieces may hold the resource: named by either side."""
    decl = model.resources[resource]
    names = {resource, *decl.groups}
    return tuple(c.id for c in model.pieces.values() if c.id in decl.held_by or names & set(c.holds))


def _lay_piece_counters(model: Model, layout: Layout) -> None:
    parts: dict[tuple[str, ...], list[int]] = {}
    for r, name in enumerate(layout.resources):
        classes = holding_classes(model, name)
        for cls in classes:
            layout.piece_holders.setdefault(cls, set()).add(r)
        if classes:
            parts.setdefault(classes, []).append(r)
    for classes, resources in parts.items():
        ids = [x for cls in classes for x in layout.class_pieces[cls]]
        low, high = (min(ids), max(ids)) if ids else (0, -1)
        for r in resources:
            layout.piece_arrays[r] = len(layout.start) - low
            for x in range(low, high + 1):
                layout.slot(SlotInfo("piece", layout.resources[r], x))


def _lay_pieces(model: Model, layout: Layout) -> None:
    # Where `none` lies: piece number -1 reads the slot before the first.
    layout.slot(SlotInfo("none", "none"), -1)
    layout.at_base = len(layout.start)
    contents: list[list[int]] = [[] for _ in layout.places]
    for x, kind in enumerate(layout.pieces):
        place = _starting_place(model.pieces[layout.kinds[kind][0]], x, layout)
        layout.slot(SlotInfo("at", "at", x), place)
        if place >= 0:
            contents[place].append(x)
    layout.zone_base = len(layout.start)
    for i, place_info in enumerate(layout.places):
        if place_info.space:
            zone: ZoneDecl | BoardDecl | SpaceDecl = model.spaces[place_info.space]
        else:
            zone = model.zones.get(place_info.zone) or model.boards[place_info.zone]
        seen_by = zone.seen_by
        back = "nobody" if isinstance(zone, BoardDecl) else zone.back_seen_by
        info = SlotInfo("zone", place_info.zone, i, seen_by=seen_by, owner=place_info.owner, back_seen_by=back)
        layout.slot(info, tuple(sorted(contents[i])))
    for space in model.spaces.values():
        places = sorted(p for row in layout.space_places[space.id] for p in row)
        for var in space.state.values():
            layout.space_vars[(space.id, var.id)] = len(layout.start) - (places[0] if places else 0)
            for p in places:
                layout.slot(
                    SlotInfo("space", var.id, p, seen_by=var.seen_by, owner=layout.places[p].owner),
                    start_of(var.type, layout),
                )
    for cls in model.pieces.values():
        ids = layout.class_pieces[cls.id]
        first = ids[0] if ids else 0  # rules can speak of a class of which no piece is in play
        if len(cls.faces) > 1:
            layout.face_base[cls.id] = len(layout.start) - first
            for x in ids:
                layout.slot(SlotInfo("face", cls.id, x))
        for var in cls.state.values():
            layout.piece_vars[(cls.id, var.id)] = len(layout.start) - first
            for x in ids:
                layout.slot(SlotInfo("variable", var.id, x, seen_by=var.seen_by), start_of(var.type, layout))


def _starting_place(cls: PieceDecl, x: int, layout: Layout) -> int:
    if cls.start is None or cls.start not in layout.zone_places:
        return -1
    if not cls.per_player:
        return layout.place(cls.start)
    owner = layout.piece_owner[x]
    place = layout.zone_places[cls.start]
    if layout.places[place].owner < 0:
        return place
    return place + owner if owner >= 0 else -1


def belongings(layout: Layout) -> tuple[list[list[int]], list[list[int]]]:
    """Slots of the counters and of the zones that belong to each player."""
    counters: list[list[int]] = [[] for _ in range(layout.players)]
    places: list[list[int]] = [[] for _ in range(layout.players)]
    for slot, info in enumerate(layout.slots):
        if info.kind == "player" or (info.kind == "place" and info.owner >= 0):
            counters[info.owner].append(slot)
        elif info.kind == "zone" and info.owner >= 0 and layout.places[info.index].pieces is not None:
            places[info.owner].append(slot)
    return counters, places

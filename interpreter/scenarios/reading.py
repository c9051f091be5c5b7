"""The maps under `given` and `expect` → facts: what lies where, by slot. The same words mean the same in both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from typing import Any

from interpreter.diagnostics import Diagnostics, Span, near_names
from interpreter.loading.documents import Item, Leaf, ListNode, MapNode, Node, kind_of, plain
from interpreter.loading.model import StateDecl
from interpreter.program.layout import number
from interpreter.program.types import INT, PLAYER, Type
from interpreter.records import mutable
from interpreter.scenarios.declared import Declared
from interpreter.scenarios.facts import BOX, Contents, Fact, Field, Lone, Scalar, Size, Total, Wanted

GROUPS = ("supply", "pieces", "game", "places")
BESIDE = ("options", "with", "holds_with", "seed", "rules", "do", "given", "expect", "id")
"""Keys of a scenario."""
"""Keys of `given` and `expect` whose contents are not a player's."""


@mutable
class Reader:
    """Reads the maps of one scenario. is_given: for `given`, where only what can be set is allowed."""

    bench: Declared
    diagnostics: Diagnostics
    is_given: bool
    facts: list[Fact] = field(default_factory=list)

    # ---- the table

    def table(self, items: Iterable[Item]) -> list[Fact]:
        """Facts of the items of a `given` or `expect` map that speak of the table. Mistakes are reported."""
        items = list(items)
        for item in items:
            if item.key == "players":
                self._top(item)
        everybody = len(self.facts)
        for item in items:
            if item.key != "players":
                self._top(item)
        own = {fact.about for fact in self.facts[everybody:]}
        self.facts[:everybody] = [fact for fact in self.facts[:everybody] if fact.about not in own]
        return self.facts

    def _top(self, item: Item) -> None:
        seats = self.bench.seats
        if item.key in seats:
            self._map(item, lambda inner: self._player(seats.index(item.key), item.key, inner))
            return
        if item.key == "players":
            for p, seat in enumerate(seats):
                self._map(item, lambda inner, p=p, seat=seat: self._player(p, seat, inner))  # type: ignore[misc]
            return
        readers = (self._supply, self._piece, self._variable, self._common_place)
        groups: dict[str, Callable[[Item], None]] = dict(zip(GROUPS, readers, strict=True))
        if item.key in groups:
            self._map(item, groups[item.key])
        elif item.key in self.bench.layout.vars:
            self._variable(item)
        elif item.key == "box" and item.key not in self.bench.layout.zone_places:
            self._boxed(item)
        else:
            self._common_place(item)

    def _boxed(self, item: Item) -> None:
        """`box`: pieces that are not in play. Under `given` it says how many there are of the kinds that it names."""
        before = len(self.facts)
        self._place(BOX, "box", item)
        if self.is_given:
            told = [fact for fact in self.facts[before:] if isinstance(fact, Contents)]
            if any(not fact.pieces for fact in told):
                self._wrong(item.value, "box", "pieces that are not in play")
            self.facts[before:] = [replace(f, kinds=frozenset(w.kind for w in f.pieces)) for f in told]

    def _map(self, item: Item, each: Callable[[Item], None]) -> None:
        if isinstance(item.value, MapNode):
            for inner in item.value:
                each(inner)
        else:
            self._wrong(item.value, item.key, "a map")

    def _supply(self, item: Item) -> None:
        layout = self.bench.layout
        slots = {layout.resources[r]: slot for r, slot in layout.supply_slots.items()}
        self._counter(item, f"supply.{item.key}", slots, "resource with a limited supply")

    def _variable(self, item: Item) -> None:
        decl = self.bench.model.game_state.get(item.key)
        if decl is None:
            self._unknown(item, self.bench.model.game_state, "variable of the game")
            return
        self._slots(item, item.key, self.bench.layout.vars[item.key], decl.type, decl.span)

    def _common_place(self, item: Item) -> None:
        layout = self.bench.layout
        if self._is_class_of_spaces(item.key, per_player=False):
            self._spaces(item, 0, item.key)
            return
        place = layout.zone_places.get(item.key)
        sharing = self._classes_with(item.key, per_player=False)
        if len(sharing) > 1:
            self._shared(item, sharing)
            return
        if sharing:
            self._space(sharing[0], 0, item.key, item)
            return
        if place is None or layout.places[place].owner >= 0:
            common = [z for z, p in layout.zone_places.items() if layout.places[p].owner < 0]
            known = [*self.bench.seats, *layout.vars, *common, *GROUPS, "players"]
            what = "seat, variable of the game, or place without an owner"
            if item.key in BESIDE:
                what += ", but a key of the scenario: it stands beside `given` or `expect`, not in it"
            self._unknown(item, known, what)
            return
        self._place(place, item.key, item)

    def _player(self, p: int, seat: str, item: Item) -> None:
        layout, model, path = self.bench.layout, self.bench.model, f"{seat}.{item.key}"
        slots = {layout.resources[r]: slots[p] for r in layout.player_arrays for slots in [layout.holder_slots(r)]}
        if item.key in model.player_state:
            decl = model.player_state[item.key]
            base, stride = layout.player_vars[item.key]
            self._slots(item, path, base + p * stride, decl.type, decl.span)
        elif sharing := self._classes_with(item.key, per_player=True):
            if len(sharing) > 1:
                self._shared(item, sharing)
            else:
                self._space(sharing[0], p, path, item)
        elif item.key in layout.zone_places and layout.places[layout.zone_places[item.key]].owner >= 0:
            self._place(layout.zone_places[item.key] + p, path, item)
        elif self._is_class_of_spaces(item.key, per_player=True):
            self._spaces(item, p, path)
        elif item.key == "marker" and model.tracks:
            self._map(item, lambda inner: self._marker(p, f"{path}.{inner.key}", inner))
        else:
            own = [z for z, place in layout.zone_places.items() if layout.places[place].owner >= 0]
            markers = ["marker"] if model.tracks else []
            self._counter(item, path, slots, "thing of a player", [*model.player_state, *own, *markers])

    def _classes_with(self, name: str, per_player: bool) -> list[str]:
        """The classes of spaces, of players or of nobody, that have a space of this id; none if it is a zone's."""
        spaces = () if name in self.bench.model.zones else self.bench.model.spaces.values()
        return [s.id for s in spaces if s.per_player is per_player and name in s.kinds]

    def _shared(self, item: Item, classes: Sequence[str]) -> None:
        said = " or ".join(f"`{name}: {{{item.key}: …}}`" for name in classes)
        self._unknown(item, (), f"name of one place: several classes have a space of it; {said} says which")

    def _is_class_of_spaces(self, name: str, per_player: bool) -> bool:
        space = self.bench.model.spaces.get(name)
        return space is not None and space.per_player is per_player

    def _spaces(self, item: Item, p: int, path: str) -> None:
        """The spaces of a class: a map of some of them, or `empty` for all; `rest: empty` is all that are not named."""
        places = {self.bench.layout.places[place].zone: place for place in self.bench.layout.space_places[item.key][p]}
        named = item.value.items if isinstance(item.value, MapNode) else {}
        rest = item if _is_empty(item.value) else named.get("rest") if "rest" not in places else None
        if rest is not item:
            one_by_one = replace(
                item, value=MapNode(item.value.span, {k: i for k, i in named.items() if i is not rest})
            )
            self._map(one_by_one if named else item, lambda i: self._space(item.key, p, f"{path}.{i.key}", i))
        if rest is not None and not _is_empty(rest.value):
            self._wrong(rest.value, f"{path}.rest", "`empty`")
        elif rest is not None:
            for name in places.keys() - named.keys():
                self._place(places[name], f"{path}.{name}", rest)

    def _space(self, space: str, p: int, path: str, item: Item) -> None:
        """`cell: {r1c1: …}`: a space by its class and id, which is sure where cells of two grids share their ids."""
        layout = self.bench.layout
        by_name = {layout.places[place].zone: place for place in layout.space_places[space][p]}
        if item.key in by_name:
            self._place(by_name[item.key], path, item)
        else:
            self._unknown(item, by_name, f"space of `{space}`")

    def _marker(self, p: int, path: str, item: Item) -> None:
        """`marker: {track: step}`: the step of a player's marker."""
        tracks = list(self.bench.model.tracks)
        if item.key not in tracks:
            self._unknown(item, tracks, "track")
            return
        steps = number(self.bench.model.tracks[item.key].steps, self.bench.layout.players) or 0
        value = self._count(item.value, path)
        if value is not None and not 0 <= value <= steps:
            self._wrong(item.value, path, f"a step from 0 to {steps}")
        elif value is not None:
            slot = self.bench.layout.marker_base + p * len(tracks) + tracks.index(item.key)
            self.facts.append(Scalar(path, item.key_span, slot, value, INT))

    def _counter(self, item: Item, path: str, slots: dict[str, int], what: str, others: Iterable[str] = ()) -> None:
        """A resource, or a group of resources, in the slots of one holder."""
        layout = self.bench.layout
        if item.key in slots:
            value = self._count(item.value, path)
            if value is not None:
                self.facts.append(Scalar(path, item.key_span, slots[item.key], value, INT))
            return
        members = [slots.get(layout.resources[r]) for r in layout.groups.get(item.key, ())]
        found = [slot for slot in members if slot is not None]
        if not found:
            groups = [g for g, rs in layout.groups.items() if any(layout.resources[r] in slots for r in rs)]
            self._unknown(item, [*slots, *groups, *others], what)
            return
        value = self._count(item.value, path)
        if value and self.is_given:
            self.diagnostics.add("E521", item.key_span, path=path)
        elif value is not None:
            self.facts.append(Total(path, item.key_span, tuple(found), value))

    # ---- places and pieces

    def _place(self, place: int, path: str, item: Item) -> None:
        """The counters and pieces of one place: a list of pieces, a map of resources, kinds and `size`, or `empty`."""
        cls = "" if place == BOX else self.bench.layout.places[place].pieces
        if _is_empty(item.value):
            self._listed(place, cls, path, replace(item, value=ListNode(item.value.span, [])))
            slots = [(r, slot) for (r, p), slot in self.bench.layout.place_slots.items() if p == place]
            for r, slot in slots:
                name = self.bench.layout.resources[r]
                self.facts.append(Scalar(f"{path}.{name}", item.key_span, slot, 0, INT))
        elif isinstance(item.value, ListNode):
            self._listed(place, cls, path, item)
        elif isinstance(item.value, MapNode):
            self._mapped(place, cls, path, item, item.value)
        else:
            self._wrong(item.value, path, "a list of pieces, a map, or `empty`")

    def _listed(self, place: int, cls: str | None, path: str, item: Item) -> None:
        assert isinstance(item.value, ListNode)
        wanted: list[Wanted] = []
        for node in item.value.items:
            if isinstance(node, Leaf) and isinstance(node.value, str):
                wanted += self._wanted(Item(node.value, node.span, Leaf(node.span, 1)), cls, path)
            elif isinstance(node, MapNode):
                for inner in node:
                    wanted += self._wanted(inner, cls, path)
            else:
                self._wrong(node, path, "the name of a kind")
        self.facts.append(Contents(path, item.key_span, place, tuple(wanted)))

    def _mapped(self, place: int, cls: str | None, path: str, item: Item, node: MapNode) -> None:
        layout = self.bench.layout
        slots = {layout.resources[r]: slot for (r, p), slot in layout.place_slots.items() if p == place}
        variables = self._space_variables(place)
        wanted: list[Wanted] = []
        kinds: set[int] = set()
        for inner in node:
            number = self._kind_in(inner.key, cls)
            if number is not None:
                kinds.add(number)
                wanted += self._wanted(inner, cls, path)
            elif inner.key == "size" and cls is not None:
                self._size(place, f"{path}.size", inner)
            elif inner.key in variables:
                slot, decl = variables[inner.key]
                self._slots(inner, f"{path}.{inner.key}", slot, decl.type, decl.span)
            else:
                names = [*self._kinds_for(cls), *variables]
                self._counter(inner, f"{path}.{inner.key}", slots, f"thing that can lie in `{path}`", names)
        if kinds:
            # Under `given` the map says all that lies there; under `expect` it says it of the kinds it names.
            only = None if self.is_given else frozenset(kinds)
            self.facts.append(Contents(path, item.key_span, place, tuple(wanted), only))

    def _space_variables(self, place: int) -> dict[str, tuple[int, StateDecl]]:
        """The variables of a space: (slot, declaration) by id; none where the place is no space."""
        layout = self.bench.layout
        for space in self.bench.model.spaces.values():
            if any(place in row for row in layout.space_places[space.id]):
                return {v.id: (layout.space_vars[(space.id, v.id)] + place, v) for v in space.state.values()}
        return {}

    def _size(self, place: int, path: str, item: Item) -> None:
        value = self._count(item.value, path)
        if value is None:
            return
        if self.is_given:
            self.diagnostics.add("E522", item.key_span, path=path)
        else:
            self.facts.append(Size(path, item.key_span, place, value))

    def _kinds_for(self, cls: str | None) -> list[str]:
        if cls is None:
            return []
        return [kind for c, kind in self.bench.layout.kinds if cls in (c, "")]

    def _kind_in(self, name: str, cls: str | None) -> int | None:
        found = [i for i, (c, kind) in enumerate(self.bench.layout.kinds) if kind == name and cls in (c, "")]
        return found[0] if found else None

    def _wanted(self, item: Item, cls: str | None, path: str) -> list[Wanted]:
        """Pieces of the kind that an item names: a number of them, one with properties, or a list of both."""
        kind = self._kind_in(item.key, cls)
        if kind is None:
            self._unknown(item, self._kinds_for(cls), f"kind of piece that can lie in `{path}`")
            return []
        path = f"{path}.{item.key}"
        if isinstance(item.value, ListNode):
            return [w for node in item.value.items for w in self._alike(kind, node, item.key_span, path)]
        return self._alike(kind, item.value, item.key_span, path)

    def _alike(self, kind: int, node: Node, span: Span, path: str) -> list[Wanted]:
        if not isinstance(node, MapNode):
            return [Wanted(kind, span)] * self._pieces(node, path)
        count, owner = 1, None
        fields: list[Field] = []
        for inner in node:
            if inner.key == "count":
                count = self._pieces(inner.value, f"{path}.count")
            elif inner.key == "owner" and self._belongs_to_players(kind):
                owner = self.value(PLAYER, inner.value, f"{path}.owner")
            elif (found := self._field(kind, inner, path)) is not None:
                fields.append(found)
        return [Wanted(kind, span, tuple(fields), owner)] * count

    def _belongs_to_players(self, kind: int) -> bool:
        cls, name = self.bench.layout.kinds[kind]
        decl = self.bench.model.pieces[cls]
        return decl.per_player and not decl.kinds[name].shared

    def _pieces(self, node: Node, path: str) -> int:
        """A number of pieces; 0 after a report. More than the game has would only fill the memory."""
        count = self._count(node, path)
        most = len(self.bench.layout.pieces)
        if count is not None and count > most:
            self._wrong(node, path, f"at most {most}, the number of all pieces")
            return 0
        return count or 0

    def _field(self, kind: int, item: Item, path: str) -> Field | None:
        """A property of a piece: its counters of a resource, its face, or a variable of its class."""
        layout, path = self.bench.layout, f"{path}.{item.key}"
        cls = layout.kinds[kind][0]
        decl = self.bench.model.pieces[cls]
        held = [layout.resources[r] for r in layout.piece_holders.get(cls, ())]
        if item.key in held or item.key in layout.groups:
            return self._piece_counters(cls, item, path)
        is_die = self.bench.checker.is_die(cls)
        if cls in layout.face_base and (item.key == "face" or (item.key == "value" and is_die)):
            kind_type, base = Type("face", of=cls), layout.face_base[cls]
        elif item.key in decl.state:
            base = layout.piece_vars[(cls, item.key)]
            kind_type = self.bench.type_of(decl.state[item.key].type, decl.state[item.key].span)
        else:
            known = [*held, *layout.groups, *decl.state, *(["face"] if cls in layout.face_base else []), "count"]
            known += ["value"] if is_die else []
            known += ["owner"] if self._belongs_to_players(kind) else []
            self._unknown(item, known, f"property of `{layout.kinds[kind][1]}`")
            return None
        value = self.value(kind_type, item.value, path)
        return None if value is None else Field(item.key, (base,), value, kind_type)

    def _piece_counters(self, cls: str, item: Item, path: str) -> Field | None:
        layout = self.bench.layout
        members = layout.groups[item.key] if item.key in layout.groups else (layout.resource(item.key),)
        arrays = tuple(layout.piece_arrays[r] for r in members if r in layout.piece_holders.get(cls, ()))
        count = self._count(item.value, path)
        if count and self.is_given and item.key in layout.groups:
            self.diagnostics.add("E521", item.key_span, path=path)
            return None
        return None if count is None or not arrays else Field(item.key, arrays, count, INT)

    def _piece(self, item: Item) -> None:
        """`pieces: {kind: {…}}`: properties of the only piece of a kind."""
        layout = self.bench.layout
        found = [i for i, (_, kind) in enumerate(layout.kinds) if kind == item.key]
        if not found:
            self._unknown(item, [kind for _, kind in layout.kinds], "kind of piece")
            return
        copies = layout.pieces.count(found[0])
        if copies != 1:
            self.diagnostics.add("E523", item.key_span, kind=item.key, copies=copies)
            return
        for wanted in self._alike(found[0], item.value, item.key_span, f"pieces.{item.key}"):
            self.facts.append(Lone(f"pieces.{item.key}", item.key_span, wanted))

    # ---- values

    def _slots(self, item: Item, path: str, first: int, type_text: str, span: Span) -> None:
        """The slot of a variable, or its slots where it is kept `per` something."""
        kind = self.bench.type_of(type_text, span)
        if kind.name != "per":
            value = self.value(kind, item.value, path)
            if value is not None:
                self.facts.append(Scalar(path, item.key_span, first, value, kind))
            return
        assert kind.item is not None and kind.key is not None
        keys = self.bench.layout.keys[item.key]
        if not isinstance(item.value, MapNode):
            self._wrong(item.value, path, "a map")
            return
        names = {self.bench.namer.thing(kind.key, key): first + i for i, key in enumerate(keys)}
        for inner in item.value:
            if inner.key not in names:
                self._unknown(inner, names, f"key of `{path}`")
                continue
            value = self.value(kind.item, inner.value, f"{path}.{inner.key}")
            if value is not None:
                fact = Scalar(f"{path}.{inner.key}", inner.key_span, names[inner.key], value, kind.item)
                self.facts.append(fact)

    def value(self, kind: Type, node: Node, path: str) -> Any:
        """What a node says as a value of a type, in numbers; None after a report."""
        if kind.name == "list":
            return self._list(kind, node, path)
        given = node.value if isinstance(node, Leaf) else None
        if kind.name == "int":
            if isinstance(given, int) and not isinstance(given, bool):
                return given
            return self._wrong(node, path, "a whole number")
        if kind.name == "bool":
            return int(given) if isinstance(given, bool) else self._wrong(node, path, "true or false")
        if kind.name == "face" and isinstance(given, int) and not isinstance(given, bool):
            given = str(given)  # of a die, `6`
        if not isinstance(given, str):
            return self._wrong(node, path, f"a {kind.name}")
        if kind.name == "text":
            return given
        if given == "none":
            return -1
        names = self._names(kind)
        own = f"{given}.{path.partition('.')[0]}"  # a place of the player whose variable it is
        for name in (given, own):
            if name in names:
                return names[name]
        self.diagnostics.add("E511", node.span, near=near_names(given, names), name=given, what=kind.name, path=path)
        return None

    def _list(self, kind: Type, node: Node, path: str) -> Any:
        if not isinstance(node, ListNode):
            return self._wrong(node, path, "a list")
        values = [self.value(kind.item or INT, item, path) for item in node.items]
        return None if None in values else tuple(values)

    def _names(self, kind: Type) -> dict[str, Any]:
        """Ids → numbers of all things of a type."""
        bench, layout = self.bench, self.bench.layout
        match kind.name:
            case "player":
                return {seat: p for p, seat in enumerate(bench.seats)}
            case "resource":
                ids = layout.groups[kind.of] if kind.of in layout.groups else range(len(layout.resources))
                return {layout.resources[r]: r for r in ids}
            case "kind":
                return {k: i for i, (cls, k) in enumerate(layout.kinds) if kind.of in ("", cls)}
            case "piece":
                classes = [kind.of] if kind.of else list(layout.class_pieces)
                return {layout.kinds[layout.pieces[x]][1]: x for c in classes for x in reversed(layout.class_pieces[c])}
            case "face":
                return {str(face): i for i, face in enumerate(bench.model.pieces[kind.of].faces)}
            case "place":
                among = layout.places_of_spaces(kind.space) if kind.space else range(len(layout.places))
                return {bench.namer.place(i): i for i in among}
            case "track":
                return {track: i for i, track in enumerate(layout.tracks)}
            case "phase":
                return {name: i for i, name in enumerate(bench.checker.procedure_ids)}
            case "menu":
                return {name: i for i, name in enumerate(bench.model.menus)}
        return {}

    def _count(self, node: Node, path: str) -> int | None:
        value = self.value(INT, node, path)
        if value is not None and value < 0 and self.is_given and not self._may_fall_below_zero(path):
            self._wrong(node, path, "0 or more")
            return None
        return value  # type: ignore[no-any-return]

    def _may_fall_below_zero(self, path: str) -> bool:
        decl = self.bench.model.resources.get(path.rpartition(".")[2])
        return decl is not None and decl.below_zero

    # ---- reports

    def _unknown(self, item: Item, known: Iterable[str], what: str) -> None:
        self.diagnostics.add("E510", item.key_span, near=near_names(item.key, known), name=item.key, what=what)

    def _wrong(self, node: Node, path: str, wanted: str) -> None:
        wrong_shape(node, path, wanted, self.diagnostics)


def _is_empty(node: Node) -> bool:
    return isinstance(node, Leaf) and node.value == "empty"


def wrong_shape(node: Node, path: str, wanted: str, diagnostics: Diagnostics) -> None:
    found = f"`{plain(node)}`" if isinstance(node, Leaf) else kind_of(node)
    diagnostics.add("E512", node.span, path=path, wanted=wanted, found=found)

"""Checks between sections that need no effect text: unknown names, types, attributes, names used twice."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache

from interpreter.diagnostics import Span, near_names
from interpreter.loading.documents import Item, Leaf, Limited, ListNode, MapNode, Node, plain
from interpreter.loading.model import (
    WORTH,
    ByOption,
    ByPlayers,
    KindDecl,
    Model,
    Number,
    PieceDecl,
    SpaceDecl,
    ZoneDecl,
    yaml_word,
)
from interpreter.loading.modules import Documents
from interpreter.loading.referring import Referring, near
from interpreter.loading.shown import Shown
from interpreter.loading.words import (
    BUILT_IN,
    HAPPENINGS,
    KIND_KEYS,
    LANGUAGE,
    LATER_TYPES,
    PLAIN_TYPES,
    PROPERTIES,
    begins_as_rule,
)

PROVENANCES = ("rulebook", "public", "reconstructed", "own")

_CODE = re.compile(r"[{}=]")

_NOT_OF_SPACES = frozenset({"copies", "abilities", "actions", "free", "shared", "max_nesting"})
"""Keys of kinds that a space has no use for."""

_RUN = frozenset({"a phase", "a procedure", "an action", "a free action"})
"""What is called by its name, and so may not have that of what rules hang on."""

_UNCOUNTED = frozenset({"int", "bool", "text", "bag", "shape", "place", "mark", "menu", "phase", "piece", "group"})
"""Types of which a variable cannot have one for each."""

_INTERVAL = re.compile(r"(-?\d{1,10})\.\.(-?\d{1,10})")


def check(
    model: Model,
    tree: MapNode,
    documents: Documents,
    types: Iterable[tuple[str, Span]],
    diagnostics: Limited,
) -> None:
    """Report what does not fit together in a model; `tree` is what it was built from, for the places."""
    checker = _Checker(model, tree, diagnostics)
    checker.namespace()
    checker.zones()
    checker.resources()
    checker.boards()
    checker.spaces()
    checker.tracks()
    checker.backs()
    Shown(model, tree, diagnostics).all()
    checker.menus()
    for text, span in types:
        checker.type_text(text, span)
    checker.one_for_each()
    checker.needed()
    for piece in model.pieces.values():
        checker.piece(piece)
    checker.by_players()


def holds(values: Iterable[object], value: object) -> bool:
    """Whether `value` is among `values`, true and 1 being different things."""
    return any(value == v and isinstance(value, bool) == isinstance(v, bool) for v in values)


class _Checker(Referring):
    def __init__(self, model: Model, tree: MapNode, diagnostics: Limited) -> None:
        super().__init__(model, tree, diagnostics)
        self.groups = dict.fromkeys(g for r in model.resources.values() for g in r.groups)
        self.counted = {*model.resources, *self.groups}
        self.types = {*PLAIN_TYPES, *model.pieces, *model.spaces, *self.groups}
        self.places = {*model.zones, *model.boards}
        self.phases = {p.id for p in model.procedures.values() if p.is_phase}

    # ---- sections

    def zones(self) -> None:
        classes = {p.id for p in self.model.pieces.values() if not p.is_effect}
        for zone in self.model.zones:
            self.refer("a piece class", classes, "zones", zone, "pieces")
            self.refer("a zone", self.model.zones, "zones", zone, "from")
            self.refer("a zone", self.model.zones, "zones", zone, "when_empty", "reshuffle")
            for key in (("from",), ("when_empty", "reshuffle")):
                self.whose(self.model.zones[zone].per_player, "zones", zone, *key)
                self.lies(self.model.zones[zone].pieces, "zones", zone, *key)

    def backs(self) -> None:
        """What shows of pieces that are seen in part, and zones in which only that is seen."""
        for piece in self.model.pieces.values():
            node = self.at("pieces", piece.id, "back")
            for item in node if isinstance(node, MapNode) else ():
                if item.key not in piece.faces:
                    near_by = near(item.key, piece.faces)
                    self.diagnostics.add("E120", item.key_span, near=near_by, name=item.key, what="a face of the class")
            below = [(item.key,) for item in node] if isinstance(node, MapNode) else [()]
            for leaf in (leaf for path in below for leaf in self.leaves("pieces", piece.id, "back", *path)):
                name = str(leaf.value)
                if name not in piece.attributes:
                    near_by = near(name, piece.attributes)
                    self.diagnostics.add("E122", leaf.span, near=near_by, name=name, piece=piece.id)
        places: list[tuple[str, ZoneDecl | SpaceDecl]] = [("zones", zone) for zone in self.model.zones.values()]
        places += [("spaces", space) for space in self.model.spaces.values()]
        for section, zone in places:
            held = self.model.pieces.get(zone.pieces or "")
            node = self.at(section, zone.id, "back_seen_by")
            if node is not None and zone.back_seen_by != "nobody" and not (held is not None and held.back):
                self.diagnostics.add("E146", node.span, zone=zone.id)
            node = self.at(section, zone.id, "seen_by")
            if node is not None and zone.seen_by in ("owner", "others") and not zone.per_player:
                self.diagnostics.add("E156", node.span, zone=zone.id, whom=zone.seen_by)

    def spaces(self) -> None:
        classes = {p.id for p in self.model.pieces.values() if not p.is_effect}
        for space in self.model.spaces.values():
            self.refer("a piece class", classes, "spaces", space.id, "pieces")
            if space.limit_by:
                numbers = {name for name, kind in space.attributes.items() if kind == "int"}
                self.refer(f"a number among the attributes of `{space.id}`", numbers, "spaces", space.id, "limit")
            if space.ring not in ("", "true"):
                self.refer(f"an attribute of `{space.id}`", space.attributes, "spaces", space.id, "ring")
            self.defaults("spaces", space.id, [*space.attributes, *KIND_KEYS])
            nodes = self.at("spaces", space.id, "kinds")
            for kind in space.kinds.values():
                node = nodes.get(kind.id) if isinstance(nodes, MapNode) else None
                if isinstance(node, MapNode):
                    self.provenance("spaces", space.id, "kinds", kind.id, "provenance")
                    for key in sorted(_NOT_OF_SPACES & node.items.keys()):
                        self.diagnostics.add("E101", node.items[key].key_span, near=(), key=key, what="a space")
                for name in kind.attributes:
                    if name not in space.attributes:
                        near_by = near(name, space.attributes)
                        place = kind.attribute_spans.get(name, kind.span)
                        self.diagnostics.add("E122", place, near=near_by, name=name, piece=space.id)
                    elif name in kind.attribute_spans:
                        self.fits(kind, name, space.attributes[name], ("spaces", space.id, "kinds", kind.id))

    def tracks(self) -> None:
        """Steps that a track does not have, under any of its keys."""
        for track in self.model.tracks.values():
            for players in self.model.game.players:
                steps, start = (number_for(n, players) for n in (track.steps, track.start))
                if steps is None or start is None:
                    continue
                if steps < 1:
                    self.step(track.id, "steps", "a track has at least one step", steps)
                    break
                wrong = [("start", start)] if start > steps else []
                wrong += [("marks", n) for n in track.marks if not 1 <= n <= steps]
                wrong += [("exclusive", n) for n in track.exclusive if n > steps]
                for key, number in wrong:
                    self.step(track.id, key, f"the steps of `{track.id}` go to {steps}", number)

    def step(self, track: str, key: str, why: str, number: int) -> None:
        """Report a number of a track at the key or value that gives it."""
        around = self.at("tracks", track)
        inner = self.at("tracks", track, key)
        if isinstance(inner, MapNode) and str(number) in inner.items:
            span = inner.items[str(number)].key_span
        else:
            found = [leaf.span for leaf in self.leaves("tracks", track, key) if leaf.value == number]
            known = around.items[key].key_span if isinstance(around, MapNode) and key in around.items else None
            span = found[0] if found else known or self.model.tracks[track].span
        self.diagnostics.add("E147", span, number=number, why=why)

    def whose(self, has_owner: bool, *path: str) -> None:
        """Report a place of each player where there is nobody whose it could be."""
        node = self.at(*path)
        named = str(node.value) if isinstance(node, Leaf) else ""
        place = self.model.zones.get(named) or self.model.boards.get(named)
        if node is not None and place is not None and place.per_player and not has_owner:
            self.diagnostics.add("E154", node.span, name=named, of=path[1])

    def boards(self) -> None:
        for board in self.model.boards:
            self.refer("a piece class", self.model.pieces, "boards", board, "pieces")

    def resources(self) -> None:
        model = self.model
        holders = {"player", "supply", *model.pieces, *model.zones, *model.boards, *model.spaces}
        for resource in model.resources:
            self.refer("`player`, a piece class, a zone or a board", holders, "resources", resource, "held_by")
            self.refer("a resource or group", self.counted, "resources", resource, "pays_for", "kind")
            if isinstance(self.at("resources", resource, "pays_for"), Leaf):
                self.refer("a resource or group", self.counted, "resources", resource, "pays_for")

    def lies(self, cls: str | None, *path: str) -> None:
        """Report a zone or board that is named for pieces of a class and holds others, or none at all."""
        for leaf in self.leaves(*path):
            place = self.model.zones.get(str(leaf.value)) or self.model.boards.get(str(leaf.value))
            if place is not None and cls in self.model.pieces and place.pieces != cls:
                what = f"{place.pieces} pieces" if place.pieces else "counters only"
                self.diagnostics.add("E159", leaf.span, piece=cls, place=place.id, what=what)

    def menus(self) -> None:
        menus = set(self.model.menus)
        for path, _ in self.actions_everywhere():
            self.refer("a menu", menus, *path, "menu")

    def actions_everywhere(self) -> Iterator[tuple[tuple[str, ...], Item]]:
        """Every action and free action with its path in the tree: of the game, of classes, of kinds."""
        for path in self.places_of_abilities():
            for key in ("actions", "free"):
                node = self.at(*path, key)
                for item in node if isinstance(node, MapNode) else ():
                    yield (*path, key, item.key), item

    def places_of_abilities(self) -> Iterator[tuple[str, ...]]:
        yield ()
        for section in ("pieces", "effects"):
            classes = self.at(section)
            for item in classes if isinstance(classes, MapNode) else ():
                yield section, item.key
                kinds = self.at(section, item.key, "kinds")
                for kind in kinds if isinstance(kinds, MapNode) else ():
                    yield section, item.key, "kinds", kind.key

    # ---- pieces

    def piece(self, piece: PieceDecl) -> None:
        section = "effects" if piece.is_effect else "pieces"
        self.refer("a resource or group", self.counted, section, piece.id, "holds")
        self.refer("a zone or board", self.places, section, piece.id, "start")
        self.whose(piece.per_player, section, piece.id, "start")
        self.lies(None if piece.is_effect else piece.id, section, piece.id, "start")
        for key in ("attributes", "state"):
            node = self.at(section, piece.id, key)
            for item in node if isinstance(node, MapNode) else ():
                is_key = item.key in KIND_KEYS or (item.key == WORTH and piece.has_worth)
                if item.key in PROPERTIES or is_key:
                    self.diagnostics.add("E114", item.key_span, name=item.key)
        own_keys = KIND_KEYS if piece.is_effect else (*KIND_KEYS, WORTH)
        self.defaults(section, piece.id, [*piece.attributes, *own_keys])
        for kind in piece.kinds.values():
            self.kind(piece, kind, (section, piece.id, "kinds", kind.id))
            self.provenance(section, piece.id, "kinds", kind.id, "provenance")

    def defaults(self, section: str, of: str, known: Collection[str]) -> None:
        """Report a default that no kind of the class can have."""
        node = self.at(section, of, "defaults")
        for item in node if isinstance(node, MapNode) else ():
            if item.key not in known:
                self.diagnostics.add("E122", item.key_span, near=near(item.key, known), name=item.key, piece=of)

    def provenance(self, *path: str) -> None:
        """A provenance has one of the few words that say how sure it is, none misspelt, and is no effect text that lost
        its key."""
        for leaf in self.leaves(*path):
            wrong = _unsure_word(str(leaf.value))
            if wrong:
                self.diagnostics.add("L614", leaf.span, near=near(wrong, PROVENANCES), word=wrong)

    def kind(self, piece: PieceDecl, kind: KindDecl, path: tuple[str, ...]) -> None:
        cls = self.at(*path[:-2])
        if isinstance(cls, MapNode) and cls.faulty and not piece.attributes:
            return  # they are under a key that is misspelt
        for name in kind.attributes:
            span = kind.attribute_spans[name]
            if name not in piece.attributes:
                near_by = near(name, [*piece.attributes, *KIND_KEYS, *([] if piece.is_effect else [WORTH])])
                if not near_by and begins_as_rule(kind.attributes[name]):
                    self.diagnostics.add("E108", span, key=name, place="abilities", what="a kind")
                else:
                    self.diagnostics.add("E122", span, near=near_by, name=name, piece=piece.id)
                continue
            self.fits(kind, name, piece.attributes[name], path)

    def fits(self, kind: KindDecl, name: str, wanted: str, path: tuple[str, ...]) -> None:
        """Report an attribute whose value is not of its type, at the first part of it that is none."""
        value = kind.attributes[name]
        if self.is_of_type(value, wanted):
            return
        node = self.at(*path, name)
        written = "" if node is None else node.span.text
        whole = node.span if node is not None and written and "\n" not in written else kind.attribute_spans[name]
        place = self.wrong_part(node, wanted) or whole
        self.diagnostics.add(
            "E123",
            place,
            near=self.near_value(value, wanted),
            name=name,
            type=wanted,
            value=f"{written.partition(chr(10))[0]} …" if place is kind.attribute_spans[name] else place.text,
        )

    def wrong_part(self, node: Node | None, wanted: str) -> Span | None:
        """Where in a list or bag the first part of another type stands; of a scalar, itself."""
        if isinstance(node, ListNode) and wanted.startswith("list of "):
            inner = wanted.removeprefix("list of ")
            wrong = (n for n in node.items if not self.is_of_type(plain(n), inner))
            return next((self.wrong_part(n, inner) or n.span for n in wrong), None)
        if isinstance(node, MapNode) and wanted == "bag":
            wrong_items = (i for i in node if not self.is_bag({i.key: plain(i.value)}))
            return next((i.key_span for i in wrong_items), None)
        return node.span if isinstance(node, Leaf) and node.span.text else None

    def is_bag(self, value: object) -> bool:
        """Whether a map gives numbers to counters."""
        if not isinstance(value, dict) or not set(value) <= {*self.counted, *self.groups}:
            return False
        return all(isinstance(n, int) and not isinstance(n, bool) for n in value.values())

    def is_of_type(self, value: object, wanted: str) -> bool:
        """Whether a written attribute fits its type; a type that is unknown was reported and fits everything."""
        if wanted.startswith("list of "):
            inner = wanted.removeprefix("list of ")
            return isinstance(value, tuple) and all(self.is_of_type(v, inner) for v in value)
        if wanted == "int" or _INTERVAL.fullmatch(wanted):
            return isinstance(value, int) and not isinstance(value, bool) and _is_inside(value, wanted)
        if wanted == "bool":
            return isinstance(value, bool)
        if wanted == "text":
            return isinstance(value, str)
        if wanted == "bag":
            return isinstance(value, str) or self.is_bag(value)
        if wanted == "shape":
            return isinstance(value, tuple) and bool(value) and all(isinstance(v, str) and v for v in value)
        known = self.names_of_type(wanted)
        return known is None or value == "none" or (isinstance(value, str) and value in known)

    def names_of_type(self, wanted: str) -> Iterable[str] | None:
        """The names a value of a type can have; None: the type is unknown here."""
        if wanted in self.model.spaces:
            return self.model.spaces[wanted].kinds
        if wanted.startswith("kind of ") or wanted in self.model.pieces:
            piece = self.model.pieces.get(wanted.removeprefix("kind of "))
            return None if piece is None else piece.kinds
        if wanted in self.groups:
            return {r.id for r in self.model.resources.values() if wanted in r.groups}
        return {
            "resource": self.counted,
            "group": self.groups,
            "phase": self.phases,
            "menu": self.model.menus,
            "place": self.places,
        }.get(wanted)

    def near_value(self, value: object, wanted: str) -> tuple[str, ...]:
        known = self.names_of_type(wanted.removeprefix("list of "))
        return near(value, known) if isinstance(value, str) and known else ()

    # ---- types

    def type_text(self, text: str, span: Span) -> None:
        """Report a type that names something unknown."""
        base, *indices = re.split(r"\s+per\s+", text.strip())
        base = base.removeprefix("list of ")
        for word in [base, *indices]:
            self.type_word(word, span, is_index=word is not base)

    def one_for_each(self) -> None:
        """Report types with `per` where they cannot be: only variables of the game and of players are one for each."""
        for cls in self.model.classes:
            for var in cls.state.values():
                if " per " in var.type:
                    what = f"a variable of each `{cls.id}`"
                    self.diagnostics.add("E380", var.span, type=var.type, name=var.id, what=what)
            for name, text in cls.attributes.items():
                if " per " in text:
                    self.diagnostics.add("E380", cls.attribute_places[name], type=text, name=name, what="an attribute")
        for var in (*self.model.game_state.values(), *self.model.player_state.values()):
            _, *keys = re.split(r"\s+per\s+", var.type)
            if len(keys) > 1 or any(_INTERVAL.fullmatch(k) or k in _UNCOUNTED or k in self.model.pieces for k in keys):
                self.diagnostics.add("E381", var.span, type=var.type, name=var.id)

    def needed(self) -> None:
        """Report attributes that a class says every kind gives, where one does not."""
        for cls in self.model.classes:
            section = "spaces" if isinstance(cls, SpaceDecl) else "effects" if cls.is_effect else "pieces"
            self.refer(f"an attribute of `{cls.id}`", cls.attributes, section, cls.id, "needed")
            for kind in cls.kinds.values():
                for name in cls.needed:
                    if name in cls.attributes and name not in kind.attributes:
                        self.diagnostics.add("E383", kind.span, name=name, kind=kind.id, cls=cls.id)

    def type_word(self, word: str, span: Span, is_index: bool) -> None:
        if match := _INTERVAL.fullmatch(word):
            if int(match[1]) > int(match[2]):
                self.diagnostics.add("E129", span, range=word)
            return
        name = word
        if name.startswith("kind of "):
            name = name.removeprefix("kind of ")
            known: Collection[str] = self.model.pieces
        elif is_index and name.endswith(" kind"):
            name = name.removesuffix(" kind")
            known = self.model.pieces
        else:
            known = self.types
        if name in known:
            return
        if name != word:
            self.diagnostics.add("E120", span, near=near(name, known), name=name, what="a piece class")
        elif name in LATER_TYPES:
            self.diagnostics.add("E191", span, type=name)
        else:
            self.diagnostics.add("E121", span, near=near(name, known), type=name)

    # ---- numbers by player count and by option

    def by_players(self) -> None:
        for resource in self.model.resources.values():
            if isinstance(resource.supply, ByOption):
                self.covers_values(resource.supply, "resources", resource.id, "supply")
            else:
                self.covers(resource.supply, "resources", resource.id, "supply")
        for zone in self.model.zones.values():
            self.covers(zone.size, "zones", zone.id, "row")
            self.covers(zone.limit, "zones", zone.id, "limit")
        for track in self.model.tracks.values():
            self.covers(track.steps, "tracks", track.id, "steps")
            self.covers(track.start, "tracks", track.id, "start")
        for space in self.model.spaces.values():
            self.covers(space.limit, "spaces", space.id, "limit")
        for piece in self.model.pieces.values():
            for kind in piece.kinds.values():
                self.covers(kind.copies, "pieces", piece.id, "kinds", kind.id, "copies")
        for table in self.model.tables.values():
            if table.by_players:
                self.covers_all({int(k) for k in table.values}, "tables", table.id)

    def covers_values(self, number: ByOption, *path: str) -> None:
        """Report an option that is none, values that it does not have, and those for which there is no number."""
        options = self.model.game.options
        if number.option not in options:
            self.refer("an option", options, *path, "option")
            return
        values = [yaml_word(value) for value in options[number.option].values]
        self.keys(f"a value of the option `{number.option}`", {"option", *values}, *path)
        missing = [value for value in values if value not in number.values]
        around = self.at(*path[:-1])
        if missing and isinstance(around, MapNode) and self.is_whole(*path):
            span = around.items[path[-1]].key_span
            self.diagnostics.add("E155", span, key=path[-1], option=number.option, values=", ".join(missing))
        for value, each in number.values.items():
            self.covers(each, *path, value)

    def is_whole(self, *path: str) -> bool:
        """Whether nothing was left out of a map; what is missing may else be what was reported."""
        node = self.at(*path)
        return not (isinstance(node, MapNode) and node.faulty)

    def covers(self, number: object, *path: str) -> None:
        if isinstance(number, ByPlayers):
            self.covers_all(set(number.values), *path)

    def covers_all(self, counts: set[int], *path: str) -> None:
        """Report the allowed numbers of players for which a table has no value."""
        missing = [n for n in self.model.game.players if n not in counts]
        around = self.at(*path[:-1])
        if missing and isinstance(around, MapNode) and path[-1] in around.items and self.is_whole(*path):
            span = around.items[path[-1]].key_span
            self.diagnostics.add("E125", span, key=path[-1], counts=", ".join(map(str, missing)))

    # ---- names

    def namespace(self) -> None:
        """Everything an expression can name has one name of its own, and no word of the language is one."""
        seen: dict[str, tuple[str, Span]] = {}
        for what, name, span in self.named():
            is_class = name in self.model.pieces or name in self.model.spaces or name in self.groups
            is_run = what in _RUN and name in HAPPENINGS
            if name in LANGUAGE or name in BUILT_IN or (is_class and name in PLAIN_TYPES) or is_run:
                self.diagnostics.add("E113", span, name=name)
            elif name in seen:
                other, place = seen[name]
                related = [(place, f"{other} is called so here")]
                self.diagnostics.add("E112", span, related=related, name=name, what=what, other=other)
            else:
                seen[name] = (what, span)
        self.player_state(seen)
        self.score_lines()

    def named(self) -> Iterator[tuple[str, str, Span]]:
        model = self.model
        sections: list[tuple[str, Mapping[str, object]]] = [
            ("a resource", model.resources),
            ("a piece class", model.pieces),
            ("a zone", model.zones),
            ("a board", model.boards),
            ("a class of spaces", model.spaces),
            ("a track", model.tracks),
            ("a variable of the game", model.game_state),
            ("a table", model.tables),
            ("a value", model.values),
        ]
        for what, entries in sections:
            for name, entry in entries.items():
                yield what, name, entry.span  # type: ignore[attr-defined]
        yield from self.named_groups()
        yield from self.tree_names("a procedure", "procedures")
        yield from self.tree_names("a phase", "phases")
        yield from self.tree_names("a menu", "menus")
        for piece in model.pieces.values():
            for kind in piece.kinds.values():
                yield f"a kind of {piece.id}", kind.id, kind.span
        for space in model.spaces.values():
            for kind in space.kinds.values() if not space.is_grid else ():
                yield f"a space of {space.id}", kind.id, kind.span
        for path, item in self.actions_everywhere():
            yield "an action" if path[-2] == "actions" else "a free action", item.key, item.key_span

    def named_groups(self) -> Iterator[tuple[str, str, Span]]:
        first: dict[str, Span] = {}
        for resource in self.model.resources:
            for leaf in self.leaves("resources", resource, "group"):
                first.setdefault(str(leaf.value), leaf.span)
        for name, span in first.items():
            yield "a group", name, span

    def tree_names(self, what: str, section: str) -> Iterator[tuple[str, str, Span]]:
        node = self.at(section)
        for item in node if isinstance(node, MapNode) else ():
            yield what, item.key, item.key_span

    def player_state(self, seen: Mapping[str, tuple[str, Span]]) -> None:
        """Variables of a player are read as `p.name`, beside counts, places and values."""
        beside = ("a resource", "a group", "a zone", "a board", "a value")
        for name, state in self.model.player_state.items():
            if name in PROPERTIES or name in LANGUAGE:
                self.diagnostics.add("E114", state.span, name=name)
            elif name in seen and seen[name][0] in beside:
                other, place = seen[name]
                related = [(place, f"{other} is called so here")]
                what = "a variable of a player"
                self.diagnostics.add("E112", state.span, related=related, name=name, what=what, other=other)

    def score_lines(self) -> None:
        categories, breaks = self.at("scoring", "categories"), self.at("scoring", "tie_breaks")
        if isinstance(categories, MapNode) and isinstance(breaks, MapNode):
            for name in categories.items.keys() & breaks.items.keys():
                place = categories.items[name].key_span
                self.diagnostics.add(
                    "E112",
                    breaks.items[name].key_span,
                    related=[(place, "a category is called so here")],
                    name=name,
                    what="a tie-break",
                    other="a category",
                )


def number_for(number: Number, players: int) -> int | None:
    """A number for one number of players; None where that is not told (reported elsewhere)."""
    value = number.values.get(players) if isinstance(number, ByPlayers) else number
    return value if isinstance(value, int) else None


def _is_inside(value: int, wanted: str) -> bool:
    match = _INTERVAL.fullmatch(wanted)
    return match is None or int(match[1]) <= value <= int(match[2])


@cache  # a ruleset says the same of hundreds of things
def _unsure_word(provenance: str) -> str:
    """The word of a provenance that should be one of PROVENANCES and is none; nothing where all is well."""
    words = re.findall(r"[a-z]+", provenance)
    wrong = [w for w in words if w not in PROVENANCES and near_names(w, PROVENANCES, 1)]
    if not wrong and (_CODE.search(provenance) or not any(w in PROVENANCES for w in words)):
        wrong = words[-1:]
    return wrong[0] if wrong else ""

"""The merged tree → the Model: dataclasses, slices of effect text, and whatever can be wrong without reading effects.

Public: `build`. References between sections are checked in `references`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from interpreter.diagnostics import Diagnostics, Span
from interpreter.loading import references, referring, sizes, worths
from interpreter.loading.cells import cells, hex_cells, unknown_cells, with_borders
from interpreter.loading.companions import load_texts, words_elsewhere, words_of
from interpreter.loading.documents import (
    Item,
    Leaf,
    Limited,
    ListNode,
    MapNode,
    Node,
    is_whole,
    leaf_places,
    text_span,
)
from interpreter.loading.leaves import flag_of, frozen, map_of, names_of, number_of, supply_of, text_of, value_of
from interpreter.loading.model import (
    WORTH,
    ActionDecl,
    Allowance,
    BoardDecl,
    EffectText,
    EndingDecl,
    FreeDecl,
    GameDecl,
    HintDecl,
    KindDecl,
    Model,
    ModuleDecl,
    OptionDecl,
    PieceDecl,
    ProcedureDecl,
    ResourceDecl,
    RuleDecl,
    ScoreDecl,
    SpaceDecl,
    StateDecl,
    TableDecl,
    TrackDecl,
    ValueDecl,
    ZoneDecl,
    yaml_word,
)
from interpreter.loading.module_changes import full_tables, lost_words, numbers_before, regrouped, taken_out
from interpreter.loading.modules import Documents
from interpreter.loading.tables import indices_of
from interpreter.loading.words import KIND_KEYS

_SEATS = "abcdefgh"
_ZONE_KINDS = ("deck", "row", "bag", "stack")

T = TypeVar("T")


def build(tree: MapNode, documents: Documents, diagnostics: Diagnostics) -> Model | None:
    """The Model of a merged tree. None: the `game` section is missing or unusable (reported)."""
    return _Builder(tree, documents, diagnostics).build()


class _Entry:
    """One entry with an id while it is turned into a dataclass: shorthand for reading its fields."""

    def __init__(self, builder: _Builder, item: Item, origin: str) -> None:
        self.builder = builder
        self.item = item
        self.origin = item.origin or origin
        self.fields = item.value if isinstance(item.value, MapNode) else MapNode(item.key_span)

    @property
    def head(self) -> tuple[str, Span, str]:
        return self.item.key, self.item.key_span, self.origin

    def get(self, key: str) -> Node | None:
        return self.fields.get(key)

    def effect(self, key: str, start: str) -> EffectText | None:
        return self.builder.effect(self.fields.get(key), start)

    def effects(self, key: str, start: str) -> tuple[EffectText, ...]:
        node = self.fields.get(key)
        leaves = node.items if isinstance(node, ListNode) else [node]
        return tuple(text for text in (self.builder.effect(leaf, start) for leaf in leaves) if text is not None)

    def require(self, what: str, *keys: str) -> None:
        for key in keys:
            if key not in self.fields.items and not self.fields.faulty:
                self.builder.diagnostics.add("E102", self.item.key_span, key=key, what=what)

    def all(self, key: str, make: Callable[[_Entry], T]) -> dict[str, T]:
        """The entries of a nested map of ids."""
        item = self.fields.items.get(key)
        return {} if item is None else self.builder.entries(map_of(item.value), make, item.origin or self.origin)

    def places(self, key: str) -> dict[str, Span]:
        """name → where it stands, of a nested map."""
        return {item.key: item.key_span for item in map_of(self.fields.get(key)) or ()}

    def types(self, key: str) -> dict[str, str]:
        """name → type, with every type noted for the check of references."""
        found: dict[str, str] = {}
        for item in map_of(self.fields.get(key)) or ():
            text = text_of(item.value)
            if text is not None:
                found[item.key] = text
                self.builder.types.append((text, item.value.span))
        return found


class _Builder:
    def __init__(self, tree: MapNode, documents: Documents, diagnostics: Diagnostics) -> None:
        self.tree = tree
        self.documents = documents
        self.diagnostics = Limited(diagnostics)
        self.report_to = diagnostics
        self.types: list[tuple[str, Span]] = []
        self.common: dict[str, KindDecl] = {}
        """class of edges or corners → what those are of which the ruleset says nothing"""

    def build(self) -> Model | None:
        game_item = self.tree.items.get("game")
        if game_item is None or not isinstance(game_item.value, MapNode):
            if self.documents.is_complete and not self.tree.faulty:
                self.diagnostics.add("E110", Span(self.tree.span.source, 0, 0))
            return None
        game = self.game(game_item)
        pieces = {**self.section("pieces", _piece), **self.section("effects", _effect_class)}
        model = Model(
            game=game,
            modules=tuple(
                ModuleDecl(m.id, m.span, m.id, tuple(m.needs), m.excludes, m.players, m.breaks, m.beside)
                for m in self.documents.modules.values()
            ),
            setup=self.effect((map_of(self.tree.get("setup")) or MapNode(game_item.key_span)).get("do"), "program"),
            resources=self.section("resources", _resource),
            pieces=pieces,
            zones=self.section("zones", _zone),
            boards=self.section("boards", _board),
            spaces=with_borders(self.section("spaces", _space_class), self.common, self.diagnostics),
            game_state=self.section("state", _state, "game"),
            player_state=self.section("state", _state, "player"),
            tracks=self.section("tracks", _track),
            tables=self.section("tables", _table),
            values=self.section("values", _value_decl),
            procedures={**self.section("procedures", _procedure), **self.section("phases", _phase)},
            menus=tuple(item.key for item in map_of(self.tree.get("menus")) or ()),
            actions=self.section("actions", _action),
            free=self.section("free", _free),
            rules=self.section("rules", _rule),
            scoring={
                **worths.lines(self.section("scoring", _category, "categories"), pieces, self.diagnostics),
                **worths.lines(self.section("scoring", _tie_break, "tie_breaks"), pieces, self.diagnostics),
            },
            endings=self.section("endings", _ending),
            texts=load_texts(self.documents, self.report_to),
            hints=self.section("hints", _hint),
            show={item.key: frozen(item.value) for item in map_of(self.tree.get("show")) or ()},
            allow=self.section("allow", _allowance),
            words=words_of(self.documents),
            words_elsewhere=words_elsewhere(self.documents),
            regrouped=regrouped(self.documents),
            known_modules=tuple(self.documents.known),
            menu_places={item.key: item.key_span for item in map_of(self.tree.get("menus")) or ()},
            removed=taken_out(self.documents.modules),
            lost_words=lost_words(self.documents),
            full_tables=full_tables(self.documents),
            numbers_before=numbers_before(self.documents),
            is_complete=self.documents.is_complete and all(map(is_whole, self.documents.trees)),
        )
        if self.documents.is_complete:
            references.check(model, self.tree, self.documents, self.types, self.diagnostics)
        return replace(model, is_complete=False) if sizes.is_too_large(model, self.diagnostics) else model

    def section(self, name: str, make: Callable[[_Entry], T], part: str | None = None) -> dict[str, T]:
        node = map_of(self.tree.get(name))
        if part is not None and node is not None:
            node = map_of(node.get(part))
        return self.entries(node, make, "base")

    def entries(self, node: MapNode | None, make: Callable[[_Entry], T], origin: str) -> dict[str, T]:
        return {item.key: make(_Entry(self, item, origin)) for item in node or ()}

    def effect(self, node: Node | None, start: str) -> EffectText | None:
        """A slice of effect text; None where there is none or where it cannot be read from the file (reported)."""
        if not isinstance(node, Leaf) or (node.value is None and not node.style and not node.span.text):
            return None
        span = text_span(node, self.diagnostics)
        return None if span is None else EffectText(start, span)

    def game(self, item: Item) -> GameDecl:
        entry = _Entry(self, item, "base")
        entry.require("the section `game`", "id", "players")
        allowed = set(self.players(entry.get("players")))
        for module in self.documents.modules.values():
            if module.players is not None:
                if allowed and not allowed & set(module.players):
                    counts = ", ".join(map(str, module.players))
                    self.diagnostics.add("E140", module.place("players"), module=module.id, counts=counts)
                else:
                    allowed &= set(module.players)
        seats = names_of(entry.get("seats"))
        self.check_seats(entry, seats, allowed)
        return GameDecl(
            text_of(entry.get("id")) or self.documents.folder.name,
            item.key_span,
            entry.origin,
            players=tuple(sorted(allowed)),
            ruleset_version=text_of(entry.get("version")) or "1",
            options=entry.all("options", _option),
            modules=self.offered(entry.get("modules")),
            seats=seats or tuple(_SEATS[: max(allowed, default=0)]),
        )

    def players(self, node: Node | None) -> list[int]:
        values = [value_of(leaf) for leaf in node.items] if isinstance(node, ListNode) else []
        return [value for value in values if isinstance(value, int)]

    def check_seats(self, entry: _Entry, seats: tuple[str, ...], allowed: set[int]) -> None:
        item = entry.fields.items.get("seats")
        if item is not None and seats and len(seats) < max(allowed, default=0):
            self.diagnostics.add("E139", item.key_span, seats=len(seats), players=max(allowed))

    def offered(self, node: Node | None) -> tuple[str, ...]:
        """The modules `game` lists, or all in the folder; each must exist."""
        if not isinstance(node, ListNode):
            return self.documents.offered
        for leaf in node.items:
            name = text_of(leaf) or ""
            if name not in self.documents.offered:
                near = referring.near(name, self.documents.offered)
                self.diagnostics.add("E130", leaf.span, near=near, module=name)
        return names_of(node)


# ---- one function per kind of entry


def _option(entry: _Entry) -> OptionDecl:
    entry.require("an option", "values", "default")
    node = entry.get("values")
    values = tuple(value_of(leaf) for leaf in node.items) if isinstance(node, ListNode) else ()
    default = entry.get("default")
    if isinstance(default, Leaf) and values and not references.holds(values, default.value):
        shown_values = ", ".join(yaml_word(v) for v in values)
        near = referring.near(str(default.value), map(str, values))
        entry.builder.diagnostics.add("E124", default.span, near=near, value=default.span.text, values=shown_values)
    return OptionDecl(*entry.head, values=values, default=value_of(default))


def _resource(entry: _Entry) -> ResourceDecl:
    overflow = entry.get("overflow")
    pays_for = entry.get("pays_for")
    during: tuple[EffectText, ...] = ()
    out_of_supply = False
    if isinstance(pays_for, MapNode):
        inner = _Entry(entry.builder, Item("pays_for", entry.item.key_span, pays_for), entry.origin)
        inner.require("a substitute", "kind")
        during = inner.effects("during", "span")
        out_of_supply = inner.get("out_of") is not None
        pays_for = inner.get("kind")
    if isinstance(overflow, MapNode):
        text: EffectText | str | None = entry.builder.effect(overflow.get("do"), "program")
    else:
        text = text_of(overflow)
    return ResourceDecl(
        *entry.head,
        groups=names_of(entry.get("group")),
        group_places=leaf_places(entry.get("group")),
        supply=supply_of(entry.get("supply")),
        per_player=entry.get("per") is not None,
        limit=entry.effect("limit", "formula"),
        overflow=text,
        pays_for=text_of(pays_for),
        pays_during=during,
        pays_out_of_supply=out_of_supply,
        held_by=names_of(entry.get("held_by")) or ("player",),
        seen_by=text_of(entry.get("seen_by")) or "all",
        below_zero=flag_of(entry.get("below_zero")),
        shortage=text_of(entry.get("shortage")) or "partial",
    )


def _piece(entry: _Entry) -> PieceDecl:
    attributes = entry.types("attributes")
    is_fact = WORTH in attributes
    return PieceDecl(
        *entry.head,
        attributes=attributes,
        attribute_places=entry.places("attributes"),
        needed=names_of(entry.get("needed")),
        faces=_faces(entry.get("faces")),
        holds=names_of(entry.get("holds")),
        limit=entry.effect("limit", "formula"),
        start=text_of(entry.get("start")),
        per_player=entry.get("per") is not None,
        active_while=entry.effect("active_while", "formula"),
        state=entry.all("state", _state),
        abilities=entry.all("abilities", _rule),
        actions=entry.all("actions", _action),
        free=entry.all("free", _free),
        do=entry.effect("do", "program"),
        kinds=entry.all("kinds", _kind if is_fact else _kind_with_worth),
        back=_backs(entry.get("back"), _faces(entry.get("faces"))),
        worth=entry.effect(WORTH, "formula"),
    )


def _backs(node: Node | None, faces: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The attributes that show on the back, by face; a list of names is the back of each face."""
    if isinstance(node, MapNode):
        return tuple(names_of(node.get(face)) for face in faces)
    return (names_of(node),) * max(1, len(faces)) if node is not None else ()


def _faces(node: Node | None) -> tuple[str, ...]:
    """Names of faces; a number n stands for the faces 1 to n (a die)."""
    count = value_of(node)
    if isinstance(count, int):
        return tuple(str(i) for i in range(1, count + 1))
    return names_of(node)


def _effect_class(entry: _Entry) -> PieceDecl:
    return PieceDecl(
        *entry.head,
        attributes=entry.types("attributes"),
        attribute_places=entry.places("attributes"),
        needed=names_of(entry.get("needed")),
        abilities=entry.all("abilities", _rule),
        do=entry.effect("do", "program"),
        kinds=entry.all("kinds", _kind),
        is_effect=True,
    )


def _kind(entry: _Entry, own: tuple[str, ...] = KIND_KEYS) -> KindDecl:
    """own: the keys that are no attributes."""
    attributes = {item.key: item for item in entry.fields if item.key not in own}
    copies = number_of(entry.get("copies"))
    return KindDecl(
        *entry.head,
        copies=1 if copies is None else copies,
        attributes={key: frozen(item.value) for key, item in attributes.items()},
        attribute_spans={key: item.key_span for key, item in attributes.items()},
        attribute_texts=_amount_texts(attributes),
        abilities=entry.all("abilities", _rule),
        actions=entry.all("actions", _action),
        free=entry.all("free", _free),
        do=entry.effect("do", "program"),
        provenance=text_of(entry.get("provenance")),
        shared=flag_of(entry.get("shared")),
        worth=entry.effect(WORTH, "formula") if WORTH in own else None,
    )


def _kind_with_worth(entry: _Entry) -> KindDecl:
    """A kind of a class that has no attribute called `worth`."""
    node = entry.get(WORTH)
    if isinstance(node, MapNode | ListNode):
        found = "a list" if isinstance(node, ListNode) else "a map"
        mend = "declare an attribute `worth` of the class if it is no formula"
        entry.builder.diagnostics.add("E103", node.span, key=WORTH, expected="a formula", found=found, mend=mend)
    return _kind(entry, (*KIND_KEYS, WORTH))


def _amount_texts(attributes: Mapping[str, Item]) -> dict[str, EffectText]:
    out = {}
    for key, item in attributes.items():
        if isinstance(item.value, Leaf) and isinstance(item.value.value, str):
            span = text_span(item.value, Diagnostics())
            if span is not None:
                out[key] = EffectText("costs", span)
    return out


def _space_class(entry: _Entry) -> SpaceDecl:
    grid = entry.get("grid")
    columns, rows = _size(entry)
    attributes = entry.types("attributes")
    kinds = given = dict(entry.all("kinds", _kind))
    common = entry.fields.items.get("defaults")
    others = KindDecl(*entry.head) if common is None else _kind(_Entry(entry.builder, common, entry.origin))
    if columns and rows:
        attributes = {"row": "int", "column": "int", **attributes}
        kinds = cells(columns, rows, given, others)
    hexes = entry.get("hexes")
    rings = value_of(hexes.get("rings")) if isinstance(hexes, MapNode) else 0
    rings = rings if isinstance(rings, int) else 0
    if hexes is not None and grid is not None:
        first, second = sorted((entry.fields.items[k].key_span for k in ("grid", "hexes")), key=lambda span: span.start)
        entry.builder.diagnostics.add("E145", second, space=entry.item.key, first=first.text, second=second.text)
        rings = 0
    elif rings:
        attributes = {"q": "int", "r": "int", **attributes}
        kinds = hex_cells(rings, given, others)
    beside = {key: text_of(entry.get(key)) or "" for key in ("edges_of", "corners_of")}
    if any(beside.values()):
        entry.builder.common[entry.item.key] = others
    else:
        unknown_cells(entry.item.key, given, kinds, entry.builder.diagnostics)
    shapes = entry.get("shapes")
    how = {k: isinstance(shapes, MapNode) and flag_of(shapes.get(k)) for k in ("rotate", "mirror", "ordered")}
    return SpaceDecl(
        *entry.head,
        attributes=attributes,
        attribute_places=entry.places("attributes"),
        needed=names_of(entry.get("needed")),
        pieces=text_of(entry.get("pieces")),
        limit=number_of(entry.get("limit")),
        limit_by=(text_of(entry.get("limit")) or "") if number_of(entry.get("limit")) is None else "",
        seen_by=text_of(entry.get("seen_by")) or "all",
        back_seen_by=text_of(entry.get("back_seen_by")) or "nobody",
        per_player=entry.get("per") is not None,
        state=entry.all("state", _state),
        kinds=kinds,
        columns=columns,
        rows=rows,
        rings=rings,
        edges_of=beside["edges_of"],
        corners_of=beside["corners_of"],
        ring="true" if value_of(entry.get("ring")) is True else text_of(entry.get("ring")) or "",
        rotate=how["rotate"],
        mirror=how["mirror"],
        ordered=how["ordered"],
    )


def _zone(entry: _Entry) -> ZoneDecl:
    kinds = [k for k in _ZONE_KINDS if entry.get(k) is not None and value_of(entry.get(k)) is not False]
    if len(kinds) > 1:
        span = entry.fields.items[kinds[1]].key_span
        entry.builder.diagnostics.add("E126", span, zone=entry.item.key, first=kinds[0], second=kinds[1])
    when_empty = entry.get("when_empty")
    if isinstance(when_empty, MapNode):
        when_empty = when_empty.get("reshuffle")
    return ZoneDecl(
        *entry.head,
        kind=kinds[0] if kinds else "open",
        pieces=text_of(entry.get("pieces")),
        per_player=entry.get("per") is not None,
        size=number_of(entry.get("row")),
        limit=number_of(entry.get("limit")),
        draws_from=text_of(entry.get("from")),
        slide=text_of(entry.get("slide")),
        refill=text_of(entry.get("refill")) or "when_told",
        when_empty=text_of(when_empty) or "stay",
        seen_by=text_of(entry.get("seen_by")) or "all",
        back_seen_by=text_of(entry.get("back_seen_by")) or "nobody",
        top_seen_by=text_of(entry.get("face_of_top_seen_by")),
        ordered=flag_of(entry.get("ordered")),
    )


def _size(entry: _Entry) -> tuple[int, int]:
    """Columns and rows of the grid of an entry; zeros where it has none, or a faulty one."""
    if (grid := map_of(entry.get("grid"))) is None:
        return 0, 0
    _Entry(entry.builder, Item("grid", entry.item.key_span, grid), entry.origin).require("a grid", "columns", "rows")
    columns, rows = (value_of(grid.get(key)) for key in ("columns", "rows"))
    return columns if isinstance(columns, int) else 0, rows if isinstance(rows, int) else 0


def _board(entry: _Entry) -> BoardDecl:
    entry.require("a board", "grid")
    columns, rows = _size(entry)
    return BoardDecl(
        *entry.head,
        pieces=text_of(entry.get("pieces")),
        per_player=entry.get("per") is not None,
        columns=columns,
        rows=rows,
        rotate=flag_of(entry.get("rotate")),
        mirror=flag_of(entry.get("mirror")),
        arrange_free=text_of(entry.get("arrange")) == "free",
        seen_by=text_of(entry.get("seen_by")) or "all",
    )


def _state(entry: _Entry) -> StateDecl:
    short = entry.item.value if isinstance(entry.item.value, Leaf) else None
    if short is None:
        entry.require("a variable", "type")
    node = short or entry.get("type")
    text = text_of(node)
    if node is not None and text is not None:
        entry.builder.types.append((text, node.span))
    return StateDecl(
        *entry.head,
        type=text or "int",
        start=entry.effect("start", "formula"),
        resets=entry.effect("resets", "span"),
        seen_by=text_of(entry.get("seen_by")) or "all",
    )


def _track(entry: _Entry) -> TrackDecl:
    steps, start = number_of(entry.get("steps")), number_of(entry.get("start"))
    marks = entry.get("marks")
    past_end = entry.get("past_end")
    return TrackDecl(
        *entry.head,
        groups=names_of(entry.get("group")),
        group_places=leaf_places(entry.get("group")),
        steps=1 if steps is None else steps,
        start=0 if start is None else start,
        marks={int(item.key): names_of(item.value) for item in map_of(marks) or () if item.key.isdigit()},
        exclusive=_numbers(entry.get("exclusive")),
        past_end=entry.builder.effect(past_end.get("do"), "program") if isinstance(past_end, MapNode) else None,
    )


def _numbers(node: Node | None) -> tuple[int, ...]:
    """One number or a list of numbers."""
    leaves = node.items if isinstance(node, ListNode) else [node]
    return tuple(value for value in map(value_of, leaves) if isinstance(value, int))


def _table(entry: _Entry) -> TableDecl:
    values: dict[int | str, object] = {}
    places: dict[int | str, tuple[Span, Span]] = {}
    if isinstance(entry.item.value, ListNode):
        values.update(enumerate(map(frozen, entry.item.value.items), 1))
        places.update((n, (node.span, node.span)) for n, node in enumerate(entry.item.value.items, 1))
        return TableDecl(*entry.head, values=values, is_list=True, places=places)
    by_players = entry.get("by") is not None
    for item in entry.fields:
        if by_players and item.key == "by":
            continue
        if by_players and not re.fullmatch("[1-8]", item.key):
            entry.builder.diagnostics.add(
                "E105", item.key_span, key=item.key, expected="a number of players from 1 to 8"
            )
            continue
        indices = indices_of(item, entry.builder.diagnostics)
        if twice := [index for index in indices if index in values]:
            entry.builder.diagnostics.add("E127", item.key_span, index=twice[0], table=entry.item.key)
        for index in indices:
            values.setdefault(index, frozen(item.value))
            places.setdefault(index, (item.key_span, item.value.span))
    return TableDecl(*entry.head, values=values, by_players=by_players, places=places)


def _value_decl(entry: _Entry) -> ValueDecl:
    entry.require("a value", "is")
    return ValueDecl(
        *entry.head,
        given=entry.types("given"),
        formula=entry.effect("is", "formula"),
        at_least=entry.effect("at_least", "formula"),
        at_most=entry.effect("at_most", "formula"),
        seen_by=text_of(entry.get("seen_by")) or "all",
    )


def _procedure(entry: _Entry, is_phase: bool = False) -> ProcedureDecl:
    entry.require("a procedure or phase", "do")
    return ProcedureDecl(
        *entry.head,
        given=entry.types("given"),
        do=entry.effect("do", "program"),
        max_nesting=entry.effect("max_nesting", "formula"),
        is_phase=is_phase,
    )


def _phase(entry: _Entry) -> ProcedureDecl:
    return _procedure(entry, is_phase=True)


def _action(entry: _Entry) -> ActionDecl:
    entry.require("an action", "do")
    return ActionDecl(
        *entry.head,
        menu=text_of(entry.get("menu")),
        given=entry.types("given"),
        choose=entry.effect("choose", "binders"),
        do=entry.effect("do", "program"),
        key=text_of(entry.get("key")),
        limit=entry.effect("limit", "limits"),
    )


def _free(entry: _Entry) -> FreeDecl:
    entry.require("a free action", "window", "do")
    return FreeDecl(
        *entry.head,
        window=entry.effects("window", "span"),
        except_=entry.effects("except", "span"),
        choose=entry.effect("choose", "binders"),
        do=entry.effect("do", "program"),
        key=text_of(entry.get("key")),
        limit=entry.effect("limit", "limits"),
    )


def _rule(entry: _Entry) -> RuleDecl:
    if isinstance(entry.item.value, Leaf):
        return RuleDecl(*entry.head, text=entry.builder.effect(entry.item.value, "rule"))
    entry.require("a rule", "rule")
    order = value_of(entry.get("order"))
    return RuleDecl(
        *entry.head,
        text=entry.effect("rule", "rule"),
        order=order if isinstance(order, int) else None,
        timing=text_of(entry.get("timing")) or "now",
    )


def _category(entry: _Entry, is_tie_break: bool = False) -> ScoreDecl:
    each = text_of(entry.get("each")) or ""
    if not each:
        entry.require("a line of the score", "worth")
    worth, only_if = (entry.effect(key, "formula") for key in ("worth", "only_if"))
    return ScoreDecl(*entry.head, worth, is_tie_break, flag_of(entry.get("lower_wins")), only_if, each)


def _tie_break(entry: _Entry) -> ScoreDecl:
    return _category(entry, is_tie_break=True)


def _hint(entry: _Entry) -> HintDecl:
    if isinstance(entry.item.value, MapNode):
        entry.require("a hint", "worth")
        return HintDecl(*entry.head, worth=entry.effect("worth", "formula"), is_shared=flag_of(entry.get("shared")))
    return HintDecl(*entry.head, worth=entry.builder.effect(entry.item.value, "formula"))


def _allowance(entry: _Entry) -> Allowance:
    entry.require("an allowance", "lint", "names", "reason")
    node = entry.get("names")
    spans = tuple(n.span for n in (node.items if isinstance(node, ListNode) else [node]) if n is not None)
    lint, reason = text_of(entry.get("lint")) or "", text_of(entry.get("reason")) or ""
    return Allowance(*entry.head, lint=lint, names=names_of(node), name_spans=spans, reason=reason)


def _ending(entry: _Entry) -> EndingDecl:
    return EndingDecl(*entry.head, winners=entry.effect("winners", "formula"), all_lose=flag_of(entry.get("all_lose")))

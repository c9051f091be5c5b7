"""One merged ruleset as frozen dataclasses: what the YAML says, no behaviour, no effect text parsed.

Everything is keyed by id, in the order of declaration (modules' additions after the base, in the order of their needs,
then of their ids). Effect text is an EffectText: a slice of the outer file and the grammar's start rule for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, is_dataclass
from functools import cache, cached_property
from operator import attrgetter
from pathlib import PurePath

from interpreter.diagnostics import Span
from interpreter.records import field_names, record

WORTH = "worth"
"""The key of a class or kind of pieces for what they are worth, and what stands behind a dot to ask for it."""

Scalar = int | bool | str | None
"""A plain YAML scalar (YAML 1.2 core schema: on, no and 12:30 are strings)."""


def yaml_word(value: object) -> str:
    """A scalar as YAML writes it."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


@record
class EffectText:
    """Effect text not yet parsed.

    start: the start rule: program, rule, formula, costs, binders, limits or span.
    span: the characters of the outer file that hold it (without quotes, block indicator or comment behind it).
    """

    start: str
    span: Span


@record
class Entry:
    """What every declared thing has. origin: "base" or the id of the module that added or last replaced it."""

    id: str
    span: Span = field(compare=False, repr=False)
    origin: str = "base"


@record
class ByPlayers:
    """A number that depends on the number of players: players → value."""

    values: Mapping[int, Scalar]


Number = int | ByPlayers
"""An int or a table by player count."""


@record
class ByOption:
    """A number that depends on an option: its values, as YAML writes them → the number, None for no limit."""

    option: str
    values: Mapping[str, Number | None]

    def chosen(self, value: object) -> Number | None:
        """The number for a value of the option; None where nothing limits it."""
        return self.values.get(yaml_word(value))


@record
class OptionDecl(Entry):
    """A switch chosen before a game. values: the allowed ones, in order; default is one of them."""

    values: tuple[Scalar, ...] = ()
    default: Scalar = None


@record
class GameDecl(Entry):
    """players: the allowed counts, ascending. ruleset_version: free text. modules: ids offered, in order."""

    players: tuple[int, ...] = ()
    ruleset_version: str = "1"
    options: Mapping[str, OptionDecl] = field(default_factory=dict)
    modules: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    """Names of the seats used in keys of logs and scenarios; default a, b, c …"""


@record
class ResourceDecl(Entry):
    """supply: how many there are, None for unlimited. limit: most of it a player may hold (EffectText formula with
    `owner`), None for no limit.

    overflow: None where a full store simply takes no more; "lost"; or a program run once per unit that does not fit,
    by the gainer.
    pays_for: formula-like name of a resource or group it can stand for, or None. pays_out_of_supply: it stands for no
    more than the supply has of it.
    held_by: "player", piece classes, zone ids, board ids ("supply" is always a holder). seen_by: all, owner or nobody.
    """

    groups: tuple[str, ...] = ()
    group_places: Mapping[str, Span] = field(default_factory=dict, compare=False, repr=False)
    supply: Number | ByOption | None = None
    per_player: bool = False
    limit: EffectText | None = None
    overflow: EffectText | str | None = None
    pays_for: str | None = None
    pays_during: tuple[EffectText, ...] = ()
    pays_out_of_supply: bool = False
    held_by: tuple[str, ...] = ("player",)
    seen_by: str = "all"
    below_zero: bool = False
    shortage: str = "partial"


@record
class RuleDecl(Entry):
    """order: 1 runs first; None runs after all that have one. timing: now, after_action or after_turn."""

    text: EffectText | None = None
    order: int | None = None
    timing: str = "now"


@record
class ActionDecl(Entry):
    """given: parameter → type text. key: a format such as "ship {g} on {s}" or None."""

    menu: str | None = None
    given: Mapping[str, str] = field(default_factory=dict)
    choose: EffectText | None = None
    do: EffectText | None = None
    key: str | None = None
    limit: EffectText | None = None


@record
class FreeDecl(Entry):
    """window, except_: elements parsed with start rule span, or the text "my decisions"."""

    window: tuple[EffectText, ...] = ()
    except_: tuple[EffectText, ...] = ()
    choose: EffectText | None = None
    do: EffectText | None = None
    key: str | None = None
    limit: EffectText | None = None


@record
class KindDecl(Entry):
    """One kind of a piece class. attributes: plain values, names or lists as written; keys without a schema are
    attributes."""

    copies: Number = 1
    attributes: Mapping[str, object] = field(default_factory=dict)
    attribute_spans: Mapping[str, Span] = field(default_factory=dict)
    attribute_texts: Mapping[str, EffectText] = field(default_factory=dict)
    """attributes written as one text, as amounts (for those of type bag)"""
    abilities: Mapping[str, RuleDecl] = field(default_factory=dict)
    actions: Mapping[str, ActionDecl] = field(default_factory=dict)
    free: Mapping[str, FreeDecl] = field(default_factory=dict)
    do: EffectText | None = None
    provenance: str | None = None
    shared: bool = False
    """in a class of which each player has copies: one for all, of nobody"""
    worth: EffectText | None = None
    """points to who has it, a formula with `self` and `owner`; None for what its class says"""


@record
class StateDecl(Entry):
    """type: as written (int, bool, player, 0..60, int per good, list of player …). start: formula or None. resets: a
    period or None."""

    type: str = "int"
    start: EffectText | None = None
    resets: EffectText | None = None
    seen_by: str = "all"


@record
class PieceDecl(Entry):
    """A class of pieces (`effects:` entries are classes with is_effect: no copies on the table, only their kinds).

    attributes: name → type text (int, bool, text, a class, resource, group, phase, menu, shape, list of …).
    holds: resources that lie on pieces of the class; limit: how many counters together (formula with `self`), None
    for no limit.
    start: the zone in which all copies begin. per_player: copies are for each player. back: by face (one entry where
    there are none), the attributes that show where only the back of a piece is seen.
    active_while: formula with `self`; None: active while in a place that belongs to a player.
    worth: points of each piece to who has it while it is active, a formula with `self` and `owner`.
    """

    attributes: Mapping[str, str] = field(default_factory=dict)
    faces: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    limit: EffectText | None = None
    start: str | None = None
    per_player: bool = False
    active_while: EffectText | None = None
    state: Mapping[str, StateDecl] = field(default_factory=dict)
    abilities: Mapping[str, RuleDecl] = field(default_factory=dict)
    actions: Mapping[str, ActionDecl] = field(default_factory=dict)
    free: Mapping[str, FreeDecl] = field(default_factory=dict)
    do: EffectText | None = None
    kinds: Mapping[str, KindDecl] = field(default_factory=dict)
    is_effect: bool = False
    attribute_places: Mapping[str, Span] = field(default_factory=dict, compare=False, repr=False)
    needed: tuple[str, ...] = ()
    """attributes that every kind has to give"""
    back: tuple[tuple[str, ...], ...] = ()
    worth: EffectText | None = None

    def worth_of(self, kind: KindDecl) -> EffectText | None:
        """What one of its kinds is worth, None for nothing."""
        return kind.worth or self.worth

    @property
    def has_worth(self) -> bool:
        """Whether any of its kinds is worth something."""
        return any(self.worth_of(kind) is not None for kind in self.kinds.values())


@record
class ZoneDecl(Entry):
    """kind: open (any order), deck (drawn at random), row (places in order, `size` of them), stack, bag.

    pieces: the class it holds, None for a place that holds only counters. limit: pieces (or counters) it takes.
    draws_from: zone that refills it. refill: "after turn" … or "when_told". when_empty: "stay" or the discard zone to
    reshuffle.
    seen_by: all, owner, others (than the owner) or nobody; back_seen_by, face_of_top_seen_by: all, owner, nobody.
    ordered: keeps the order of arrival.
    """

    kind: str = "open"
    pieces: str | None = None
    per_player: bool = False
    size: Number | None = None
    limit: Number | None = None
    draws_from: str | None = None
    slide: str | None = None
    refill: str = "when_told"
    when_empty: str = "stay"
    seen_by: str = "all"
    back_seen_by: str = "nobody"
    top_seen_by: str | None = None
    ordered: bool = False


@record
class SpaceDecl(Entry):
    """A class of places with attributes. kinds: the spaces in order; those of a grid are made from `columns` × `rows`
    and have the attributes row and column, those of a hex grid from the number of `rings` around its middle and have
    the axial coordinates q and r. pieces, limit, per_player, seen_by, back_seen_by: as for a zone. limit_by: the
    attribute that says the limit of each space, where they differ."""

    attributes: Mapping[str, str] = field(default_factory=dict)
    pieces: str | None = None
    limit: Number | None = None
    limit_by: str = ""
    seen_by: str = "all"
    back_seen_by: str = "nobody"
    per_player: bool = False
    state: Mapping[str, StateDecl] = field(default_factory=dict)
    kinds: Mapping[str, KindDecl] = field(default_factory=dict)
    columns: int = 0
    rows: int = 0
    rings: int = 0
    edges_of: str = ""
    corners_of: str = ""
    """the class of cells whose edges or corners its spaces are"""
    ring: str = ""
    """the attribute by which its spaces form rings, in their order; `true` where all of them are one"""
    rotate: bool = False
    mirror: bool = False
    ordered: bool = False
    """whether it matters which part of a shape lies on which cell"""
    attribute_places: Mapping[str, Span] = field(default_factory=dict, compare=False, repr=False)
    needed: tuple[str, ...] = ()
    """attributes that every kind has to give"""

    @property
    def is_grid(self) -> bool:
        """Whether its spaces are cells, or their edges or corners, whose ids are made and may be those of other grids,
        too."""
        return self.columns > 0 or self.rings > 0 or bool(self.cells)

    @property
    def cells(self) -> str:
        """The class of cells whose edges or corners its spaces are."""
        return self.edges_of or self.corners_of


@record
class BoardDecl(Entry):
    """A grid of cells, or a zone with a room limit per player. shape cells lie on `columns` × `rows`.

    arrange_free: pieces may be rearranged at any time, so a piece fits if some arrangement fits.
    """

    pieces: str | None = None
    per_player: bool = False
    columns: int = 0
    rows: int = 0
    rotate: bool = False
    mirror: bool = False
    arrange_free: bool = False
    seen_by: str = "all"


@record
class TrackDecl(Entry):
    """A track on which every player has one marker. steps: the last step; start: where markers begin (0: before the
    first).

    marks: step → names of what stands there. exclusive: steps that only one marker may occupy. past_end: a program
    run once for each step that a marker cannot go any more, by its owner; None: such steps are lost.
    """

    groups: tuple[str, ...] = ()
    group_places: Mapping[str, Span] = field(default_factory=dict, compare=False, repr=False)
    steps: Number = 1
    start: Number = 0
    marks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    exclusive: tuple[int, ...] = ()
    past_end: EffectText | None = None


@record
class TableDecl(Entry):
    """A table written as a list (indices from 1), as number → value, as range → value, or as id → value.

    values: index → value, ranges spread out; keys are ints or ids. by_players: the index is the number of players and
    the table is read by its bare name. is_list: its indices are not written. default_after: None (an index outside
    fails).
    """

    values: Mapping[int | str, object] = field(default_factory=dict)
    by_players: bool = False
    is_list: bool = False
    places: Mapping[int | str, tuple[Span, Span]] = field(default_factory=dict, compare=False, repr=False)
    """index → where it and its value are written; a range stands for all its indices"""


@record
class ValueDecl(Entry):
    given: Mapping[str, str] = field(default_factory=dict)
    formula: EffectText | None = None
    at_least: EffectText | None = None
    at_most: EffectText | None = None
    seen_by: str = "all"


@record
class ProcedureDecl(Entry):
    given: Mapping[str, str] = field(default_factory=dict)
    do: EffectText | None = None
    max_nesting: EffectText | None = None
    is_phase: bool = False


@record
class ScoreDecl(Entry):
    """worth: formula with `p`, the player scored. tie: for tie-breaks only; higher is better unless lower_wins.

    only_if: whether it is on the sheet, a condition that is settled before the game; None for always.
    each: the class of which this line counts one kind, called as the line is, by what its pieces are worth; worth is
    then a formula with `self` and `owner`. "" for a line with a formula of its own."""

    worth: EffectText | None = None
    is_tie_break: bool = False
    lower_wins: bool = False
    only_if: EffectText | None = None
    each: str = ""


@record
class HintDecl(Entry):
    """worth: formula with `p`, in hundredths of a point: what bots count beside the score.

    is_shared: it is good or bad for everybody alike, and counts although nobody gets ahead by it."""

    worth: EffectText | None = None
    is_shared: bool = False


@record
class Allowance(Entry):
    """A lint that is meant to be left. lint: its code. names: what its messages name first, with their places. reason:
    for people."""

    lint: str = ""
    names: tuple[str, ...] = ()
    name_spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)
    reason: str = ""


@record
class EndingDecl(Entry):
    """winners: formula giving the players among whom the highest score wins; None for all players. all_lose: nobody
    wins."""

    winners: EffectText | None = None
    all_lose: bool = False


BOOK_PARTS = (
    "overview", "goal", "contents", "setup", "flow", "actions", "free_actions", "standing", "steps_shared", "pieces",
    "terms", "end", "scoring", "options", "aid",
)  # fmt: skip
"""The parts of a rulebook, in order; paragraphs of the texts can be bound to each."""


@record
class Texts:
    """One language: id → text, per group (names, prompts, actions, log, refusals, facts, help, rulebook); spans: where
    each id stands. speakers: the modules that have a file of it, "" for the ruleset itself."""

    language: str
    groups: Mapping[str, Mapping[str, str]]
    spans: Mapping[str, Mapping[str, Span]] = field(default_factory=dict, compare=False, repr=False)
    speakers: frozenset[str] = field(default=frozenset(), compare=False, repr=False)


@record
class ModuleDecl(Entry):
    """excludes: modules it cannot be combined with → where it says so. breaks: scenarios of the ruleset that no longer
    hold with it → where. beside: modules for whose company it has sections of its own → where."""

    needs: tuple[str, ...] = ()
    excludes: Mapping[str, Span] = field(default_factory=dict)
    players: tuple[int, ...] | None = None
    breaks: Mapping[str, Span] = field(default_factory=dict)
    beside: Mapping[str, Span] = field(default_factory=dict)


@record
class Model:
    """One ruleset with its modules merged in."""

    game: GameDecl
    modules: tuple[ModuleDecl, ...] = ()
    setup: EffectText | None = None
    resources: Mapping[str, ResourceDecl] = field(default_factory=dict)
    pieces: Mapping[str, PieceDecl] = field(default_factory=dict)
    zones: Mapping[str, ZoneDecl] = field(default_factory=dict)
    boards: Mapping[str, BoardDecl] = field(default_factory=dict)
    spaces: Mapping[str, SpaceDecl] = field(default_factory=dict)
    tracks: Mapping[str, TrackDecl] = field(default_factory=dict)
    wheels: Mapping[str, Entry] = field(default_factory=dict)
    game_state: Mapping[str, StateDecl] = field(default_factory=dict)
    player_state: Mapping[str, StateDecl] = field(default_factory=dict)
    tables: Mapping[str, TableDecl] = field(default_factory=dict)
    values: Mapping[str, ValueDecl] = field(default_factory=dict)
    procedures: Mapping[str, ProcedureDecl] = field(default_factory=dict)
    menus: tuple[str, ...] = ()
    actions: Mapping[str, ActionDecl] = field(default_factory=dict)
    free: Mapping[str, FreeDecl] = field(default_factory=dict)
    rules: Mapping[str, RuleDecl] = field(default_factory=dict)
    scoring: Mapping[str, ScoreDecl] = field(default_factory=dict)
    endings: Mapping[str, EndingDecl] = field(default_factory=dict)
    texts: Mapping[str, Texts] = field(default_factory=dict)
    hints: Mapping[str, HintDecl] = field(default_factory=dict)
    show: Mapping[str, object] = field(default_factory=dict)
    """Hints for drawing the table: see docs/language.md."""
    allow: Mapping[str, Allowance] = field(default_factory=dict)
    words: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """Every word of the rule files, those of modules that are not chosen included: what a text can be for."""
    words_elsewhere: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """Every word of the rule files of modules that are not chosen: what they may use"""
    regrouped: Mapping[str, tuple[str, tuple[str, ...], Span]] = field(default_factory=dict, compare=False, repr=False)
    """resources and tracks that a module takes out of groups by giving them others: id → the module, the groups, and
    where it says so"""
    known_modules: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """modules that can be chosen with this ruleset, as far as they are seen from here"""
    menu_places: Mapping[str, Span] = field(default_factory=dict, compare=False, repr=False)
    removed: Mapping[str, tuple[str, Span]] = field(default_factory=dict, compare=False, repr=False)
    """what modules take out: id → the module, and where it says so"""
    lost_words: Mapping[str, frozenset[str]] = field(default_factory=dict, compare=False, repr=False)
    """what modules take out of the ruleset: id → the words that stand in it"""
    full_tables: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """tables that have a line for each member of a group, or kind of a class, before modules change them → that group
    or class; nothing without modules"""
    numbers_before: Mapping[tuple[str, str], Mapping[str, int]] = field(default_factory=dict, compare=False, repr=False)
    """numbers that kinds have before modules change them: the kind of a class → its attributes"""
    is_complete: bool = True
    """Nothing in the files had to be left out; otherwise a name that is nowhere may be declared in what was."""

    @property
    def classes(self) -> tuple[PieceDecl | SpaceDecl, ...]:
        """Everything that has kinds."""
        return (*self.pieces.values(), *self.spaces.values())

    def formula_of(self, value: str) -> EffectText | None:
        """Where a value of the program is written: one of the ruleset, or what pieces are worth, `card.worth` or
        `card.worth.fair`; None for what is written nowhere, or in several places."""
        if value in self.values:
            return self.values[value].formula
        cls, _, kind = value.partition(f".{WORTH}")
        decl = self.pieces.get(cls)
        return None if decl is None else decl.kinds[kind[1:]].worth if kind else decl.worth

    @property
    def bearers(self) -> tuple[PieceDecl | KindDecl, ...]:
        """What pieces have their rules from: each class, followed by its kinds."""
        out: list[PieceDecl | KindDecl] = []
        for cls in self.pieces.values():
            out += [cls, *cls.kinds.values()]
        return tuple(out)

    @property
    def offered(self) -> tuple[ActionDecl | FreeDecl, ...]:
        """All actions and free actions, those of pieces included."""
        owners: list[Model | PieceDecl | KindDecl] = [self, *self.bearers]
        out: list[ActionDecl | FreeDecl] = []
        for of in owners:
            out += [*of.actions.values(), *of.free.values()]
        return tuple(out)

    def can_be_owned(self, cls: str) -> bool:
        """Whether pieces of a class can lie in a place that belongs to a player. "" is no class."""
        places: list[ZoneDecl | BoardDecl | SpaceDecl] = [
            *self.zones.values(), *self.boards.values(), *self.spaces.values(),
        ]  # fmt: skip
        return cls != "" and (self.pieces[cls].per_player or any(p.pieces == cls and p.per_player for p in places))

    def module_of(self, span: Span) -> ModuleDecl | None:
        """The chosen module in whose folder a place is; None: it is in the ruleset's own files. Of folders inside one
        another the inner one counts, and a module can lie anywhere."""
        path = PurePath(span.path)
        homes = [(PurePath(entry.span.path).parent, entry) for entry in (self.game, *self.modules)]
        around = [(len(folder.parts), entry) for folder, entry in homes if path.is_relative_to(folder)]
        owner = max(around, key=lambda found: found[0], default=(0, self.game))[1]
        return owner if isinstance(owner, ModuleDecl) else None

    @cached_property
    def effect_texts(self) -> tuple[EffectText, ...]:
        """All effect texts, without those of attributes."""
        return tuple(_effect_texts(self))


def _effect_texts(value: object) -> Iterator[EffectText]:
    left = [value]
    while left:
        part = left.pop()
        kind: type = type(part)
        if kind in _WITHOUT_TEXTS:
            continue
        if isinstance(part, EffectText):
            if part.start != "costs":
                yield part
        elif isinstance(part, tuple):
            left += part[::-1]
        elif (fields := _fields_with_texts(kind)) is not None:
            left += [value for value in fields(part) if type(value) not in _WITHOUT_TEXTS]
        elif isinstance(part, Mapping):
            left += [value for value in part.values() if type(value) not in _WITHOUT_TEXTS][::-1]
        else:
            _WITHOUT_TEXTS.add(kind)


_WITHOUT_TEXTS: set[type] = {str, int, bool, type(None)}
"""Kinds of things in a model that have no effect text in them; it grows as others are met."""


@cache
def _fields_with_texts(kind: type) -> Callable[[object], tuple[object, ...]] | None:
    """What reads the fields of a declaration or of the whole model, last ones first; None for other things."""
    if kind is not Model and not (is_dataclass(kind) and "origin" in field_names(kind)):
        return None
    return attrgetter(*field_names(kind)[::-1])


def is_number(type_text: str) -> bool:
    """Whether a type written in a ruleset is that of numbers, such as `int` or `0..20`."""
    return type_text == "int" or type_text[:1].isdigit() or type_text.startswith("-")

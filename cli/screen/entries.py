"""The declarations of a ruleset by their ids: what each is, what there is to say of it, where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from cli.screen.words import Words
from interpreter.diagnostics import Span
from interpreter.explaining.naming import Naming
from interpreter.explaining.sentences import Teller, number
from interpreter.explaining.uses import changers, changes, uses
from interpreter.game import Game
from interpreter.loading.model import (
    ActionDecl,
    BoardDecl,
    ByOption,
    ByPlayers,
    EffectText,
    EndingDecl,
    Entry,
    FreeDecl,
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
    is_number,
    yaml_word,
)

_MOST_NAMED = 12
"""Places or changes that are listed one by one."""


def ids(model: Model) -> list[str]:
    """Ids of everything that `explain` can say something of."""
    out = [kind for cls in model.classes for kind in cls.kinds]
    return list(dict.fromkeys([*out, *(id for section in _sections(model) for id in section)]))


def entries(model: Model, id: str) -> Iterator[Entry]:
    """Every declaration of an id."""
    for cls in model.classes:
        if id in cls.kinds:
            yield cls.kinds[id]
    for section in _sections(model):
        if id in section:
            yield section[id]


def _sections(model: Model) -> tuple[Mapping[str, Entry], ...]:
    variables = [cls.state for cls in model.classes if cls.state]
    modules = {m.id: m for m in model.modules}
    scoring = {id: line for id, line in model.scoring.items() if not line.each}
    return (
        model.pieces, model.actions, model.free, model.procedures, model.resources, model.rules, model.values,
        model.zones, model.boards, model.spaces, model.tracks, scoring, model.game.options, model.game_state,
        model.player_state, *variables, model.tables, model.endings, modules,
    )  # fmt: skip


def what(entry: Entry, words: Words) -> str:
    """What sort of declaration it is."""
    if isinstance(entry, ProcedureDecl) and entry.is_phase:
        return words("sort_phase")
    sort = "ability" if isinstance(entry, RuleDecl) and entry.id not in words.game.model.rules else _SORTS[type(entry)]
    return words(f"sort_{sort}")


_SORTS: dict[type[Entry], str] = {
    KindDecl: "kind", PieceDecl: "piece", ActionDecl: "action", FreeDecl: "free", ProcedureDecl: "procedure",
    ResourceDecl: "resource", RuleDecl: "rule", StateDecl: "state", ScoreDecl: "score", ValueDecl: "value",
    ZoneDecl: "zone", BoardDecl: "board", SpaceDecl: "space", TrackDecl: "track", OptionDecl: "option",
    TableDecl: "table", EndingDecl: "ending", ModuleDecl: "module",
}  # fmt: skip


def facts(entry: Entry, model: Model, words: Words) -> Iterator[str]:
    """What its declaration says beside effect texts; of a module, what it brings and changes."""
    match entry:
        case OptionDecl():
            yield words(
                "option_values", values=", ".join(map(yaml_word, entry.values)), default=yaml_word(entry.default)
            )
            yield from _reads(model, rf"\boption\.{entry.id}\b", words)
        case StateDecl():
            whose = "game" if entry.id in model.game_state else "player" if entry.id in model.player_state else "thing"
            resets = words("variable_resets", period=entry.resets.span.text.strip()) if entry.resets else ""
            yield words(f"variable_{whose}", type=entry.type) + resets
            yield from _changes(model, entry.id, words)
        case PieceDecl() | SpaceDecl() | ZoneDecl() | BoardDecl() | TrackDecl():
            yield from nature(entry, model, words)
        case ModuleDecl():
            for entry_of in _brought(model, entry.id):
                yield f"{what(entry_of, words)} `{entry_of.id}` ({place(entry_of.span)})"


def nature(entry: Entry, model: Model, words: Words) -> Iterator[str]:
    """What a declaration says of a thing, for players: how many there are, whose they are, what lies there."""
    if isinstance(entry, KindDecl):
        for space in model.spaces.values():
            if entry.id in space.kinds:
                yield from _holds(space, words)
    if isinstance(entry, ResourceDecl):
        yield from _resource(entry, model, words)
    if isinstance(entry, TrackDecl) and isinstance(entry.steps, int):
        yield words("about_steps", number=entry.steps)
    if isinstance(entry, SpaceDecl | BoardDecl) and entry.columns:
        yield words("about_grid", columns=entry.columns, rows=entry.rows)
    elif isinstance(entry, SpaceDecl) and entry.rings:
        yield words("about_hexes", number=len(entry.kinds))
    elif isinstance(entry, SpaceDecl | PieceDecl) and entry.kinds:
        if isinstance(entry, PieceDecl) and not entry.is_effect:
            yield _pieces(entry, model.game.players, words)
        kinds = list(map(words.name, entry.kinds))
        if isinstance(entry, SpaceDecl) or kinds != [words.name(entry.id)]:
            phrase = (
                "about_spaces" if isinstance(entry, SpaceDecl) else "about_kinds" if len(kinds) > 1 else "about_kind"
            )
            shown = ", ".join(kinds[:_MOST_NAMED])
            yield words(phrase, n=len(kinds), names=f"{shown} …" if len(kinds) > _MOST_NAMED else f"{shown}.")
    if isinstance(entry, SpaceDecl | PieceDecl):
        known = [a for a in entry.attributes if a not in ("row", "column", "q", "r")]
        if names := ", ".join(map(words.name, dict.fromkeys([*known, *entry.state]))):
            yield words("about_facts", names=names)
    if isinstance(entry, PieceDecl) and entry.start is not None:
        yield words("about_start", name=words.name(entry.start))
    yield from _holds(entry, words)
    if isinstance(entry, StateDecl):
        yield from _variable(entry, model, words)
    if isinstance(entry, OptionDecl):
        yield words("about_option")
        yield words("option_values", values=", ".join(map(yaml_word, entry.values)), default=yaml_word(entry.default))


def _pieces(cls: PieceDecl, counts: Sequence[int], words: Words) -> str:
    """How many pieces of a class are in the game; by number of players where it depends on that."""
    totals = {n: sum(_copies(cls, kind, n) for kind in cls.kinds.values()) for n in counts}
    if len(set(totals.values())) == 1:
        return words("about_count", number=totals[counts[0]])
    return words("about_counts", numbers=number(ByPlayers(totals)))


def _copies(cls: PieceDecl, kind: KindDecl, players: int) -> int:
    found = kind.copies.values.get(players) if isinstance(kind.copies, ByPlayers) else kind.copies
    copies = found if isinstance(found, int) else 0
    return copies * players if cls.per_player and not kind.shared else copies


def _resource(decl: ResourceDecl, model: Model, words: Words) -> Iterator[str]:
    """What a resource is, how much of it there is and can be held, what it stands in for, who gains and who pays it."""
    if decl.groups:
        yield words("about_groups", names=", ".join(map(words.name, decl.groups)))
    else:
        yield words("about_counter")
    said = decl.supply
    chosen = said.chosen(words.game.program.options[said.option]) if isinstance(said, ByOption) else said
    supply = chosen.values.get(words.game.players) if isinstance(chosen, ByPlayers) else chosen
    yield words("about_unlimited") if supply is None else words("about_supply", number=supply)
    teller = Teller(Naming(model, words.language))
    yield from teller.shortfalls(replace(decl, supply=None))
    if decl.pays_for is not None:
        yield teller.stand_in(decl)
    for phrase, owners in zip(("about_gained", "about_paid"), uses(model, decl.id), strict=True):
        names = list(dict.fromkeys(map(words.name, owners)))
        if names:
            more = " …" if len(names) > _MOST_NAMED else "."
            yield words(phrase, names="; ".join(names[:_MOST_NAMED]) + more)


def _variable(decl: StateDecl, model: Model, words: Words) -> Iterator[str]:
    """What a variable tells, whose it is, when it begins anew, and what changes it."""
    own = "about_player" if decl.id in model.player_state else "about_thing"
    whose = "about_game" if decl.id in model.game_state else own
    yield words(whose, what=_kept(decl.type, words))
    if decl.resets is not None:
        yield words("about_anew", period=words.name(decl.resets.span.text.strip()))
    if names := list(dict.fromkeys(map(words.name, changers(model, decl.id)))):
        more = " …" if len(names) > _MOST_NAMED else "."
        yield words("about_changed", names="; ".join(names[:_MOST_NAMED]) + more)


def _kept(type_text: str, words: Words) -> str:
    """A type as the ruleset writes it, in words."""
    item, per, key = type_text.partition(" per ")
    if per:
        each = key.strip().removeprefix("kind of ").removesuffix(" kind")
        return words("kept_per", what=_kept(item.strip(), words), each=_kept(each, words))
    if type_text.startswith("list of "):
        return words("kept_list", what=_kept(type_text.removeprefix("list of ").strip(), words))
    if is_number(type_text):
        return words("kept_int")
    id = type_text.removeprefix("kind of ").strip()
    phrase = f"kept_{id}"
    return words(phrase) if id == type_text and phrase in words.phrases else words.name(id)


def _holds(entry: Entry, words: Words) -> Iterator[str]:
    """What lies in a place, and whose it is."""
    if isinstance(entry, ZoneDecl | SpaceDecl | BoardDecl):
        if entry.pieces:
            yield words("about_pieces", name=words.name(entry.pieces))
        limit: object = None if isinstance(entry, BoardDecl) else entry.limit
        if isinstance(limit, ByPlayers):
            limit = limit.values.get(words.game.players)
        if limit is not None:
            yield words("about_room_each" if isinstance(entry, SpaceDecl) else "about_room", number=limit)
        if entry.per_player:
            yield words("about_own")


def _changes(model: Model, variable: str, words: Words) -> Iterator[str]:
    """Where the rules give a variable a value."""
    found = [place(span) for span in changes(model, variable)]
    if found:
        more = f" … ({len(found)})" if len(found) > _MOST_NAMED else ""
        yield words("changed_at", places=", ".join(dict.fromkeys(found[:_MOST_NAMED])) + more)


def _reads(model: Model, pattern: str, words: Words) -> Iterator[str]:
    """Where effect texts name something."""
    found = [place(t.span) for t in model.effect_texts if re.search(pattern, t.span.text)]
    if found:
        more = f" … ({len(found)})" if len(found) > _MOST_NAMED else ""
        yield words("read_at", places=", ".join(dict.fromkeys(found[:_MOST_NAMED])) + more)


def _brought(model: Model, module: str) -> Iterator[Entry]:
    """The entries that a module adds or replaces."""
    for cls in model.classes:
        if cls.origin != module:
            yield from (kind for kind in cls.kinds.values() if kind.origin == module)
    for section in _sections(model):
        yield from (e for e in section.values() if e.origin == module and not isinstance(e, ModuleDecl))


def labelled(game: Game, label: str) -> list[tuple[str, Span]]:
    """Where a choice asks under a label: (what it stands in, its place). Labels are no declarations."""
    out = {}
    for info in game.program.decisions.values():
        names = {info.prompt, info.skip, *(alt.label for alt in info.alts if not alt.action)}
        if label in names:
            out[info.procedure, str(info.span)] = info.span
    return [(procedure, span) for (procedure, _), span in out.items() if span is not None]


def place(span: Span) -> str:
    return f"{span.path}:{span.line}"


def origin(entry: Entry, words: Words) -> str:
    return "" if entry.origin == "base" else words("from_module", name=entry.origin)


def effects(entry: Entry) -> Iterator[tuple[str, EffectText]]:
    """Effect texts of an entry, with what they are."""
    for name, value in vars(entry).items():
        if isinstance(value, EffectText):
            yield name, value
        elif isinstance(value, Mapping):
            for inner in value.values():
                if isinstance(inner, Entry):
                    for title, text in effects(inner):
                        yield f"{inner.id}: {title}" if title != "text" else inner.id, text

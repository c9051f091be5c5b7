"""What lies in a place, in words and by its parts: counters, pieces with alike ones together, backs, variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from cli.screen.printed import said_of
from cli.screen.safe import minus
from cli.screen.words import Words
from interpreter.loading.model import StateDecl, is_number
from interpreter.program.types import Type

MANY = "×"

Values = tuple[tuple[str, str], ...]
"""What is true of a thing, as (name, value); both are ids or numbers."""


@dataclass(frozen=True)
class Item:
    """One thing that is told of, or several that are alike. text: all of it in words.

    sort: counter, piece, back, hidden (so many that are not seen) or fact. id: the resource, kind of piece or variable;
    title: it alone in words. owner: the seat whose piece it is, where its place does not say so. holds: the counters
    on pieces. notes: what else is told of it, in words. state: face and variables of a piece, what a back shows."""

    text: str
    sort: str
    id: str = ""
    title: str = ""
    count: int = 1
    owner: str = ""
    face: str = ""
    holds: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()
    state: Values = ()


def lying(place: Mapping[str, Any], words: Words, state: Mapping[str, StateDecl]) -> Iterator[Item]:
    """What lies in a place: counters, hidden size, pieces, variables. place: its part of a view; state: the variables
    that are told of it."""
    for r in words.game.program.layout.resources:
        if place.get(r):
            yield Item(words.amount(place[r], r), "counter", r, words.name(r), place[r])
    if place.get("backs"):
        # In the order they lie in: only those beside one another are told together.
        for back, alike in groupby(place["backs"], key=lambda back: _back(back, words)):
            same = list(alike)
            text = back if len(same) == 1 else f"{back} {MANY}{len(same)}"
            yield Item(text, "back", "", back, len(same), state=tuple((k, str(v)) for k, v in same[0].items()))
    elif place.get("size"):
        yield Item(f"{place['size']} {words('hidden')}", "hidden", "", words("hidden"), place["size"])
    yield from pieces(place.get("pieces", ()), words)
    yield from (Item(x, "fact", id, x) for id, decl in state.items() if (x := variable(place.get(id), decl, words)))


def _back(back: Mapping[str, Any], words: Words) -> str:
    """What shows on the back of a piece."""
    shown = words.facts({name: (value, _declared(value, words)) for name, value in back.items()})
    return ", ".join(shown) or words("hidden")


def _declared(value: object, words: Words) -> str:
    """A value as the ruleset writes it: as it is drawn on the map where it is, else in words."""
    if isinstance(value, tuple):
        return " ".join(_declared(v, words) for v in value)
    drawn = words.charted.shown(value) if words.charted is not None and isinstance(value, str) else None
    return drawn or words.written(value)


def pieces(found: Iterable[Mapping[str, Any]], words: Words) -> Iterator[Item]:
    """Pieces with those of one kind, face and variables together, and the counters on all of them in brackets."""
    resources = words.game.program.layout.resources
    groups: dict[Values, list[Mapping[str, Any]]] = {}
    for piece in found:
        groups.setdefault(sameness(piece, words), []).append(piece)
    for same, alike in groups.items():
        first = alike[0]
        title = words.name(first["kind"])
        text = title + (f" {MANY}{len(alike)}" if len(alike) > 1 else "")
        holds = tuple((r, n) for r in resources if (n := sum(p.get(r) or 0 for p in alike)))
        printed, marks = said_of(first["kind"], words), _marks(first, words)
        notes = (*printed, *(words.amount(n, r) for r, n in holds), *marks)
        owner, face = str(first.get("owner") or ""), str(first.get("face", ""))
        told = (*printed, *(marks[1:] if owner else marks))
        shown = f"{text} ({', '.join(notes)})" if notes else text
        yield Item(shown, "piece", first["kind"], title, len(alike), owner, face, holds, told, same)


def sameness(piece: Mapping[str, Any], words: Words) -> Values:
    """What tells a piece from others, its counters aside."""
    resources = words.game.program.layout.resources
    return tuple((k, str(v)) for k, v in piece.items() if k not in resources)


def _marks(piece: Mapping[str, Any], words: Words) -> list[str]:
    """Whose a piece is, where that is not seen from its place, the number of a die, and face and variables where they
    differ from how it starts."""
    game = words.game
    cls = next(c for c, kind in game.program.layout.kinds if kind == piece["kind"])
    decl = game.model.pieces[cls]
    out = [words.name(piece["owner"])] if "owner" in piece else []
    if "face" in piece and decl.faces and (piece["face"] != decl.faces[0] or decl.faces[0] == "1"):
        out.append(words.name(piece["face"]))
    return out + [x for id, var in decl.state.items() if (x := variable(piece.get(id), var, words))]


# ---- variables


def variable(value: Any, decl: StateDecl, words: Words) -> str:
    """A variable in words; empty where it says nothing (none, zero, false)."""
    name = words.title(decl.id)
    if value is None:
        return ""
    if isinstance(value, dict):
        item = decl.type.split(" per ", 1)[0].strip()
        inside = [x for key, inner in value.items() if (x := _entry(key, inner, item, words))]
        # Numbers stand before what they count and need no mark between them; a name behind a name does.
        return f"{name}: {(' ' if is_number(item) else ', ').join(inside)}" if inside else ""
    shown = _value(value, decl.type, words)
    if decl.type == "bool":
        return name if value else ""
    return f"{name}: {shown}" if shown else ""


def _entry(key: str, value: Any, type_text: str, words: Words) -> str:
    """What a variable per something holds for one of them; empty where that says nothing, as of a whole variable."""
    if is_number(type_text):
        return words.amount(value, key) if value else ""
    if type_text == "bool":
        return words.name(key) if value else ""
    shown = "" if value is None else _value(value, type_text, words)
    return f"{words.name(key)} {shown}" if shown else ""


def _value(value: Any, type_text: str, words: Words) -> str:
    """A value of a type as the ruleset writes it, in words; empty where it says nothing."""
    layout, game = words.game.program.layout, words.game
    if type_text == "bag":
        return words.thing(Type("bag"), value) if any(value) else ""
    if isinstance(value, tuple):
        # In a list every item counts: a zero or nobody at its place says something.
        item = "resource" if type_text == "group" else type_text.removeprefix("list of ").strip()
        return ", ".join(_value(v, item, words) or (minus(v) if is_number(item) else "–") for v in value)
    if is_number(type_text):
        return minus(value) if value else ""
    if type_text == "bool":
        return words("yes") if value else ""
    if not isinstance(value, int) or value < 0:
        return ""
    if type_text == "player":
        return words.seat(value)
    if type_text == "resource" or type_text in layout.groups:
        return words.name(layout.resources[value])
    if type_text == "phase":
        return words.name(list(game.model.procedures)[value])
    if type_text in layout.class_kinds or type_text == "piece":
        return words.name(layout.kinds[layout.pieces[value]][1])
    if type_text.startswith("kind of "):
        return words.name(layout.kinds[value][1])
    if type_text in game.model.spaces or type_text == "place":
        return words.thing(Type("place"), value)
    if type_text == "track":
        return words.name(layout.tracks[value])
    if type_text == "mark":
        return words.name(layout.marks[value])
    if type_text == "menu":
        return words.name(list(game.model.menus)[value])
    return str(value)


def facts(cell: Mapping[str, Any], state: Mapping[str, StateDecl], words: Words) -> Iterator[Item]:
    """Variables of a cell, where there is little room: what is built there needs no `Built`."""
    for id, decl in state.items():
        value = cell.get(id)
        is_thing = decl.type in words.game.model.pieces or decl.type.startswith("kind of ")
        shown = _value(value, decl.type, words) if is_thing else variable(value, decl, words)
        if shown:
            yield Item(shown, "fact", id, shown)


__all__ = ["MANY", "Item", "Values", "facts", "lying", "pieces", "sameness", "variable"]

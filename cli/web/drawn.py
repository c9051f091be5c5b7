"""Messages: a position as one seat sees it, as plain data. Made from scenes: nothing hidden from the seat is in it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from rich.text import Text

from cli.screen import story as stories
from cli.screen.words import Words
from cli.session import Session
from cli.table import asking, lit
from cli.table.charts import Chart, Hex
from cli.table.scene import Figure, Grid, Rows, Scene, Shelves, Spot, Zone, scene
from cli.table.things import Item
from interpreter.explaining.blocks import Block, Entry, Heading, Paragraph, Prose, Step, Table
from interpreter.game import Game, State
from interpreter.loading.model import PieceDecl
from interpreter.runtime.decisions import Decision
from interpreter.runtime.scoring import ScoreSheet

Told = tuple[list[list[str]], str, int]
"""A line of the log: (text, style) …, the style of the line, the number of the step after which it was told."""

Json = dict[str, Any]


def position(state: State, seat: int, words: Words) -> Json:
    """What a seat sees, and what it may do."""
    out: Json = {"t": "table", **past(state, seat, words), "due": state.player, "over": state.is_over}
    if state.is_over:
        out["sheet"] = sheet(state.sheet(), words)
        return out
    decision = state.decision
    if decision.player != seat:
        out["question"] = asking.waiting(state, words)
        return out
    out["question"] = asking.question(state, words, seat)
    out["kind"] = decision.kind
    out["options"] = options(state, decision, seat, words)
    return out


def past(state: State, seat: int, words: Words) -> Json:
    """The table of a position, without what is asked there."""
    return {"where": asking.where(state, words), "scene": drawn(scene(state, seat, words), words)}


def options(state: State, decision: Decision, seat: int, words: Words) -> list[Json]:
    """The options of the decision that is due: their keys, words, what they point at, and numbers that are chosen."""
    out = []
    for choice, text in zip(decision.choices, words.options(decision, state.slots), strict=True):
        numbers = [value for _, kind, value in choice.values if kind.name == "int"]
        one: Json = {"key": choice.key, "text": text, "at": [x for x in lit.pointed(state, choice, seat, words) if x]}
        if len(numbers) == 1:
            one["n"] = numbers[0]
        if choice.is_free:
            one["free"] = True
        if choice.action in ("skip", "done"):
            one["ends"] = True
        out.append(one)
    return out


def sheet(found: ScoreSheet, words: Words) -> Json:
    """The score sheet."""
    rows = [[words.title(name), list(row)] for name, row in found.categories.items()]
    ties = [[words("tie", name=words.name(name)), list(row)] for name, row in found.tie_breaks.items()]
    seats = [words.seat(p) for p in range(words.game.players)]
    return {
        "seats": seats, "rows": rows, "ties": ties, "totals": list(found.totals), "ranks": list(found.ranks),
        "winners": list(found.winners), "total": words("total"), "rank": words("rank"),
        "ending": "" if found.ending == "normal" else words("ending", name=words.name(found.ending)),
    }  # fmt: skip


def standing(state: State, seat: int, words: Words) -> Json:
    """What would count now, as far as the seat may know it."""
    found = state.standing(seat)
    rows = [[words.title(name), list(row)] for name, row in found.categories.items()]
    seats = [words.seat(p) for p in range(words.game.players)]
    return {"seats": seats, "rows": rows, "totals": list(found.totals), "total": words("total")}


def story(session: Session, seat: int, words: Words, first: int) -> list[Told]:
    """The lines of the log from a step on; what came before the first step with it, where it begins there."""
    steps, out = session.steps, []
    if not first:
        begun = stories.told([], steps[0].before if steps else session.state, seat, words, whole=True)
        out += [_line(text, 0) for text in begun]
    for number in range(first, len(steps)):
        after = steps[number + 1].before if number + 1 < len(steps) else session.state
        out += [_line(x, number + 1) for x in stories.told(steps[: number + 1], after, seat, words, first=number)]
    return out


def _line(text: Text, step: int) -> Told:
    """A line with its stretches of one style."""
    plain, marks = text.plain, sorted(text.spans, key=lambda span: span.start)
    out, at = [], 0
    for span in marks:
        if span.start > at:
            out.append([plain[at : span.start], ""])
        out.append([plain[span.start : span.end], str(span.style)])
        at = span.end
    if at < len(plain):
        out.append([plain[at:], ""])
    return out, str(text.style), step


def block(one: Block) -> Json:
    """A block of a rulebook."""
    match one:
        case Heading():
            return {"level": one.level, "text": one.text}
        case Paragraph() | Prose():
            return {"text": one.text}
        case Table():
            return {"head": list(one.head), "rows": [list(row) for row in one.rows]}
        case Step():
            return {"item": 1, "text": f"{one.number}. {one.text}"}
        case Entry():
            places = ", ".join(name for name, _ in one.places)
            return {"item": one.depth + 1, "text": f"{one.text}: {places}" if one.text else places}
    return {"item": one.depth + 1, "text": one.text}


# ---- what does not change


def of_game(game: Game, words: Words) -> Json:
    """Names and shapes of the things of a game."""
    model, layout = game.model, game.program.layout
    look = model.show.get("look")
    kinds: Json = {}
    for cls in model.pieces.values():
        for kind in cls.kinds:
            kinds[kind] = {"c": cls.id, "name": words.title(kind)}
            if help := words.help(kind):
                kinds[kind]["help"] = help
    return {
        "game": game.id,
        "title": words.name(game.id),
        "seats": [{"id": name, "name": words.seat(p)} for p, name in enumerate(game.seats)],
        "resources": {r: {"name": words.name(r), **_help(r, words)} for r in layout.resources},
        "classes": {cls.id: _shape(cls) for cls in model.pieces.values()},
        "kinds": kinds,
        "look": {str(id): {**found} for id, found in look.items()} if isinstance(look, Mapping) else {},
    }


def _help(id: str, words: Words) -> Json:
    help = words.help(id)
    return {"help": help} if help else {}


def _shape(cls: PieceDecl) -> str:
    """What a piece looks like where the ruleset does not say it: a die where its faces are numbers, a pawn where each
    player has alike ones, a tile where it says nothing of itself, else a card."""
    if cls.faces and all(face.isdigit() for face in cls.faces):
        return "die"
    if cls.per_player and len(cls.kinds) <= 2:
        return "pawn"
    if not cls.attributes and len(cls.kinds) == 1:
        return "token"
    return "card"


# ---- scenes


def drawn(found: Scene, words: Words) -> Json:
    """A scene as plain data."""
    seats = words.game.seats
    panels = [
        {
            "player": panel.player,
            "own": panel.is_own,
            "counters": [[r, n] for r, n in panel.counters],
            "figures": _figures(panel.figures, words),
        }
        for panel in found.panels
    ]
    return {"shared": _figures(found.shared, words), "panels": panels, "seats": list(seats)}


def _figures(figures: Iterable[Figure], words: Words) -> list[Json]:
    return [_figure(figure, words) for figure in figures]


def _figure(figure: Figure, words: Words) -> Json:
    match figure:
        case Zone():
            return _zone(figure)
        case Grid():
            return _grid(figure, words)
        case Rows():
            return _rows(figure, words)
        case Shelves():
            return _shelves(figure, words)
        case Chart():
            return {"f": "map", "hexes": [_hex(cell, words) for cell in figure.hexes]}


def _zone(figure: Zone) -> Json:
    out: Json = {"f": "zone", "sort": figure.sort, "items": [_item(x, figure.place) for x in figure.items]}
    named = {"id": figure.id, "title": figure.title, "printed": figure.printed.strip(" ()")}
    out |= {key: value for key, value in named.items() if value}
    if figure.place >= 0:
        out["at"] = f"p{figure.place}"
    if not figure.is_shown:
        out["idle"] = True
    return out


def _item(item: Item, place: int) -> Json:
    """An item: `text` all of it in words, and its parts."""
    out: Json = {"s": item.sort, "text": item.text}
    named = {
        "id": item.id, "name": item.title, "owner": item.owner, "face": item.face,
        "holds": [[r, n] for r, n in item.holds], "notes": list(item.notes), "at": lit.item_at(place, item),
    }  # fmt: skip
    out |= {key: value for key, value in named.items() if value}
    if item.count != 1:
        out["n"] = item.count
    return out


def _grid(figure: Grid, words: Words) -> Json:
    hexes = figure.space.kinds if figure.space.rings else {}
    cells = []
    for cell in figure.cells:
        if not cell.is_drawn:
            continue
        one: Json = {"at": f"p{cell.place}", "name": words.name(cell.id), "row": cell.row, "column": cell.column}
        if cell.part:
            one["part"] = cell.part
        if cell.printed:
            one["printed"] = cell.printed
        if cell.items:
            one["items"] = [_item(x, cell.place) for x in cell.items]
        for key, marks in (("sides", figure.edges.get(cell.id, ())), ("ends", figure.corners.get(cell.id, ()))):
            if any(marks):
                one[key] = list(marks)
        if cell.id in hexes:
            one["q"], one["r"] = (int(str(hexes[cell.id].attributes[x])) for x in "qr")
        cells.append(one)
    parts = dict.fromkeys(cell.part for cell in figure.cells if cell.is_drawn)
    out: Json = {
        "f": "hexes" if hexes else "grid", "id": figure.space.id, "title": figure.title, "cells": cells,
        "columns": dict(figure.columns), "rows": dict(figure.rows),
        "parts": [[p, words.title(p) if p else "", ", ".join(figure.said.get(p, ()))] for p in parts],
    }  # fmt: skip
    if not figure.is_shown:
        out["idle"] = True
    return out


def _rows(figure: Rows, words: Words) -> Json:
    rows = [
        {
            "id": row,
            "title": words.title(row),
            "at": f"t:{row}" if figure.hint.space is None else f"k:{row}",
            "spots": [_spot(spot, column, words, figure.hint.marks) for column, spot in spots.items()],
        }
        for row, spots in figure.spots.items()
    ]
    sort = "tracks" if figure.hint.space is None else "rows"
    return {"f": "rows", "sort": sort, "id": figure.hint.id, "title": words.title(figure.hint.id), "rows": rows}


def _spot(spot: Spot, column: int, words: Words, marks: Container[str]) -> Json:
    """marks: what has a letter, of which nothing is no number."""
    out: Json = {"n": column}
    if spot.place >= 0:
        out["at"] = f"p{spot.place}"
        out["name"] = words.name(spot.id or "")
    told = [(name, value) for name, value in (*spot.tables, *spot.attributes) if value or name not in marks]
    printed = [_printed(name, value, words) for name, value in told]
    if shown := [x for x in printed if x]:
        out["printed"] = shown
    if spot.here:
        out["here"] = [[sort, id, words.name(id)] for sort, id in spot.here]
    if spot.items:
        out["items"] = [_item(x, spot.place) for x in spot.items]
    return out


def _printed(name: str, value: object, words: Words) -> list[Any] | None:
    """What a table or attribute prints, as (what, number or None, in words); None where it says nothing."""
    if value is None or value is False:
        return None
    if value is True:
        return [name, None, words.name(name)]
    if isinstance(value, tuple):
        parts = [x for x in (_printed(name, one, words) for one in value) if x]
        return [name, None, ", ".join(str(x[2]) for x in parts)] if parts else None
    if isinstance(value, int):
        return [name, value, words.amount(value, name)]
    return [str(value), None, words.name(str(value))]


def _shelves(figure: Shelves, words: Words) -> Json:
    shelves = [
        {
            "title": words.title(shelf.zone),
            "at": shelf.zone,
            "rows": {
                r: {
                    "n": figure.lying[shelf.zone].get(r, 0),
                    "wide": shelf.cells.get(r, 0),
                    "printed": [x if isinstance(x, int) else words.name(str(x)) for x in shelf.rows.get(r, ())],
                }
                for r in figure.resources
            },
        }
        for shelf in figure.shelves
    ]
    return {"f": "shelves", "resources": list(figure.resources), "shelves": shelves}


def _hex(cell: Hex, words: Words) -> Json:
    out: Json = {"at": f"p{cell.place}", "q": cell.q, "r": cell.r, "name": words.name(cell.tile or cell.id)}
    if not cell.tile:
        return out
    out |= {"cell": words.name(cell.id), "tile": f"p{cell.tile_place}", "edges": list(cell.edges)}
    out["spaces"] = [[f"p{place}", what, words.name(what) if what else ""] for place, what in cell.spaces]
    out["grounds"] = [
        {
            "at": f"p{ground.place}",
            "what": ground.what,
            "units": [[x.owner, x.kind, words.name(x.kind), x.count, x.state.strip(" ()")] for x in ground.units],
        }
        for ground in cell.grounds
    ]
    return out

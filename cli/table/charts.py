"""A map of tiles on hexes, by what the ruleset says under `show: map:` about where the tiles and their edges are told.

Empty cells where the map can go on, because they touch two tiles (or the only one), are part of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cli.screen.tiles import Tiles, drawn_spaces, turned
from cli.screen.words import Words
from interpreter.program.layout import HEX_DIRECTIONS


@dataclass(frozen=True)
class Unit:
    """Pieces of one sort on a space: whose, what, how many, and what is true of them, in words in brackets."""

    owner: str
    kind: str
    count: int
    state: str


@dataclass(frozen=True)
class Ground:
    """A space of a tile on which something stands. what: what it is, in words, where it is not just ground."""

    place: int
    what: str
    units: tuple[Unit, ...]


@dataclass(frozen=True)
class Hex:
    """A cell of the map. tile: the space that lies there, or nothing; tile_place: its number. edges: what its sides
    show, clockwise from the north-east. printed: how many of its spaces bring what. spaces: its spaces by what they
    bring, as (place, what)."""

    id: str
    place: int
    q: int
    r: int
    tile: str = ""
    tile_place: int = -1
    edges: tuple[str, ...] = ()
    printed: tuple[tuple[str, int], ...] = ()
    grounds: tuple[Ground, ...] = ()
    spaces: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Chart:
    """The whole map."""

    hint: Tiles
    hexes: tuple[Hex, ...]


def chart(part: Mapping[str, Any], found: Tiles, words: Words) -> Chart:
    """The map of a part of a view."""
    layout = words.game.program.layout
    inside: dict[str, list[str]] = {}
    for id, (space, link) in drawn_spaces(found, words.game.model).items():
        where = space.kinds[id].attributes.get(link, part.get(id, {}).get(link))
        tile = layout.places[where].zone if isinstance(where, int) and where >= 0 else where
        if isinstance(tile, str):
            inside.setdefault(tile, []).append(id)
    numbers = dict(zip(found.cells.kinds, layout.space_places[found.cells.id][0], strict=True))
    at = {id: (int(str(k.attributes["q"])), int(str(k.attributes["r"]))) for id, k in found.cells.kinds.items()}
    laid: dict[str, Hex] = {}
    for id in found.cells.kinds:
        place = part.get(found.cells.id, {}).get(id, {}).get(found.lies)
        if isinstance(place, int) and place >= 0:
            tile = layout.places[place].zone
            ids = inside.get(tile, ())
            grounds = tuple(_standing(ids, part, found, words))
            edges = tuple(_edges(tile, part, found))
            printed = tuple(_printed(ids, found, words).items())
            spaces = tuple((layout.zone_places[x], _brings(x, found, words)) for x in ids)
            laid[id] = Hex(id, numbers[id], *at[id], tile, place, edges, printed, grounds, spaces)
    taken = {(cell.q, cell.r) for cell in laid.values()}
    empty = [
        Hex(id, numbers[id], *where)
        for id, where in at.items()
        if id not in laid and _touching(where, taken) >= min(2, len(taken))
    ]
    return Chart(found, (*laid.values(), *empty))


def _touching(at: tuple[int, int], cells: set[tuple[int, int]]) -> int:
    return sum((at[0] + dq, at[1] + dr) in cells for dq, dr in HEX_DIRECTIONS)


def _edges(tile: str, part: Mapping[str, Any], found: Tiles) -> Sequence[str]:
    shown = found.tile.kinds[tile].attributes.get(found.edges)
    edges = [str(e) for e in shown] if isinstance(shown, list | tuple) else []
    return turned(edges, part.get(tile, {}).get(found.turn, 0)) if len(edges) == 6 else [""] * 6


def _printed(ids: Sequence[str], found: Tiles, words: Words) -> Counter[str]:
    """What is printed on the spaces of a tile: how many there are of each."""
    spaces = words.game.model.spaces
    return Counter(
        str(spaces[cls].kinds[id].attributes[name])
        for cls, name in found.counts.items()
        for id in ids
        if id in spaces[cls].kinds
    )


def _standing(ids: Sequence[str], part: Mapping[str, Any], found: Tiles, words: Words) -> Iterator[Ground]:
    """The pieces on the spaces of a tile, those of one sort together."""
    zone_places = words.game.program.layout.zone_places
    for id in ids:
        place = part.get(id, {})
        what = _what(id, place, found, words)
        groups = Counter((p.get("owner") or "", p["kind"], _state(p, words)) for p in place.get("pieces", ()))
        units = tuple(Unit(owner, kind, n, state) for (owner, kind, state), n in groups.items())
        if units or (what and not _brings(id, found, words)):
            yield Ground(zone_places[id], what, units)


def _brings(id: str, found: Tiles, words: Words) -> str:
    """What a space is counted by, such as what it brings; empty where it is not."""
    spaces = words.game.model.spaces
    found_in = ((spaces[cls].kinds.get(id), name) for cls, name in found.counts.items())
    return next((str(kind.attributes[name]) for kind, name in found_in if kind is not None), "")


def _what(id: str, place: Mapping[str, Any], found: Tiles, words: Words) -> str:
    """What a space is, where it is not just ground: what it brings, or what stands there."""
    if brings := _brings(id, found, words):
        return words.name(brings)
    for space in words.game.model.spaces.values():
        if id in space.kinds and not space.is_grid:
            shown = [
                words.game.program.layout.kinds[place[name]][1]
                for name, decl in space.state.items()
                if decl.type.startswith("kind of ") and isinstance(place.get(name), int) and place[name] >= 0
            ]
            return " ".join(words.name(x) for x in shown)
    return ""


def _state(piece: Mapping[str, Any], words: Words) -> str:
    """What is true of a piece, in brackets."""
    known = words.game.model.pieces
    kinds = next(cls.state for cls in known.values() if piece["kind"] in cls.kinds)
    marks = [words.name(name) for name, decl in kinds.items() if decl.type == "bool" and piece.get(name)]
    return f" ({', '.join(marks)})" if marks else ""


__all__ = ["Chart", "Ground", "Hex", "Unit", "chart"]

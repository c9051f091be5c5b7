"""A map of tiles on hexes, by what the ruleset says under `show: map:` about where the tiles and their edges are told.

In each cell stand the name of what lies there, what is printed on it, and the pieces on the spaces that belong to it.
Empty cells where the map can go on, because they touch two tiles (or the only one), stand there with their names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cli.screen.hexes import Hex, Map
from cli.screen.tiles import Tiles, drawn_spaces, tiles, turned
from cli.screen.words import Words
from interpreter.program.layout import HEX_DIRECTIONS


def picture(part: Mapping[str, Any], found: Tiles, words: Words) -> Map:
    """The map of a part of a view."""
    layout = words.game.program.layout
    inside: dict[str, list[str]] = {}
    for id, (space, link) in drawn_spaces(found, words.game.model).items():
        where = space.kinds[id].attributes.get(link, part.get(id, {}).get(link))
        tile = layout.places[where].zone if isinstance(where, int) and where >= 0 else where
        if isinstance(tile, str):
            inside.setdefault(tile, []).append(id)
    cells: dict[tuple[int, int], Hex] = {}
    empty: dict[tuple[int, int], Hex] = {}
    for id, kind in found.cells.kinds.items():
        place = part.get(found.cells.id, {}).get(id, {}).get(found.lies)
        if isinstance(place, int) and place >= 0:
            tile = layout.places[place].zone
            lines = [words.name(tile), *_printed(inside.get(tile, ()), found, words)]
            lines += _standing(inside.get(tile, ()), part, found, words)
            at = (int(str(kind.attributes["q"])), int(str(kind.attributes["r"])))
            cells[at] = Hex(lines, _edges(tile, part, found))
    for id, kind in found.cells.kinds.items():
        at = (int(str(kind.attributes["q"])), int(str(kind.attributes["r"])))
        if at not in cells and _touching(at, cells) >= min(2, len(cells)):
            empty[at] = Hex([words.name(id)])
    return Map({**cells, **empty})


def _touching(at: tuple[int, int], cells: Mapping[tuple[int, int], Hex]) -> int:
    return sum((at[0] + dq, at[1] + dr) in cells for dq, dr in HEX_DIRECTIONS)


def _edges(tile: str, part: Mapping[str, Any], found: Tiles) -> Sequence[str]:
    shown = found.tile.kinds[tile].attributes.get(found.edges)
    edges = [str(e) for e in shown] if isinstance(shown, list | tuple) else []
    turn = part.get(tile, {}).get(found.turn, 0)
    return [found.marks.get(e, "") for e in turned(edges, turn)] if len(edges) == 6 else [""] * 6


def legend(found: Tiles, words: Words) -> str:
    """What the marks of edges mean, and in which order edges are told; empty where the map has none."""
    shown = ", ".join(f"{mark} {words.name(id)}" for id, mark in found.marks.items())
    return words("map_edges", marks=shown) if shown else ""


def _printed(ids: Sequence[str], found: Tiles, words: Words) -> Iterator[str]:
    """What is printed on the spaces of a tile: how many there are of each."""
    spaces = words.game.model.spaces
    counted = Counter(
        str(spaces[cls].kinds[id].attributes[name])
        for cls, name in found.counts.items()
        for id in ids
        if id in spaces[cls].kinds
    )
    if counted:
        # An amount is not broken off from what it counts.
        yield ", ".join(words.amount(n, what).replace(" ", "\u00a0") for what, n in counted.items())


def _standing(ids: Sequence[str], part: Mapping[str, Any], found: Tiles, words: Words) -> Iterator[str]:
    """The pieces on the spaces of a tile, those of one sort together."""
    for id in ids:
        place = part.get(id, {})
        what = _what(id, place, found, words)
        groups = Counter(
            (words.name(p.get("owner", "")), words.name(p["kind"]), _state(p, words)) for p in place.get("pieces", ())
        )
        units = [
            f"{owner} {kind}{f' ×{n}' if n > 1 else ''}{state}".strip() for (owner, kind, state), n in groups.items()
        ]
        if units or (what and not _is_counted(id, found, words)):
            yield f"{what}: {', '.join(units)}" if what and units else what or ", ".join(units)


def _is_counted(id: str, found: Tiles, words: Words) -> bool:
    return any(id in words.game.model.spaces[cls].kinds for cls in found.counts)


def _what(id: str, place: Mapping[str, Any], found: Tiles, words: Words) -> str:
    """What a space is, where it is not just ground: what it brings, or what stands there."""
    for cls, name in found.counts.items():
        kind = words.game.model.spaces[cls].kinds.get(id)
        if kind is not None:
            return words.name(str(kind.attributes[name]))
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


__all__ = ["Tiles", "drawn_spaces", "legend", "picture", "tiles"]

"""What lies on a map of tiles on hexes: what a ruleset says of it under `show: map:`, and what things there are called.

A cell is called as it is drawn, with what lies on it or beside it; a tile that is not on the map with what is printed
on it, so that it can be chosen by more than its name; what was built on a space with where that is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.game import Game
from interpreter.loading.model import Model, SpaceDecl
from interpreter.program.layout import HEX_DIRECTIONS


@dataclass(frozen=True)
class Tiles:
    """The hint: cells is the class of hexes, lies the variable that says what lies on one, a space of the class `tile`;
    turn and edges are how it is turned and what its edges show, marks how kinds are drawn, counts the attributes by
    which spaces are told, such as what they bring, attributes those of the tile that are printed on it."""

    cells: SpaceDecl
    tile: SpaceDecl
    lies: str
    turn: str
    edges: str
    counts: Mapping[str, str]
    marks: Mapping[str, str]
    attributes: Sequence[str]


def tiles(model: Model) -> Tiles | None:
    """What the ruleset says of its map; None where it has none."""
    hint = model.show.get("map")
    if not isinstance(hint, Mapping):
        return None
    cells = model.spaces[str(hint["cells"])]
    tile = model.spaces[cells.state[str(hint["lies"])].type]
    names = {key: str(hint.get(key, "")) for key in ("lies", "turn", "edges")}
    counts, marks = (dict(hint.get(key) or {}) for key in ("counts", "marks"))
    attributes = tuple(map(str, hint.get("attributes") or ()))
    return Tiles(cells, tile, **names, counts=counts, marks=marks, attributes=attributes)


def drawn_spaces(found: Tiles, model: Model) -> dict[str, tuple[SpaceDecl, str]]:
    """The spaces that are told on the map: id → its class and what says to which tile it belongs."""
    out = {}
    for space in model.spaces.values():
        declared = {**space.attributes, **{name: decl.type for name, decl in space.state.items()}}
        link = next((name for name, kind in declared.items() if kind == found.tile.id), "")
        if link and space is not found.cells:
            out.update({id: (space, link) for id in space.kinds})
    return out


def turned(edges: Sequence[str], turn: int) -> list[str]:
    """The edges of a tile as it lies, clockwise from the north-east."""
    return [edges[(d - turn) % len(edges)] for d in range(len(edges))]


class Charted:
    """Names of what a map shows, in positions. name: an id in words; amount: a number of something in words; phrases:
    those of the language."""

    def __init__(
        self,
        game: Game,
        found: Tiles,
        name: Callable[[str], str],
        amount: Callable[[int, str], str],
        phrases: Mapping[str, str],
    ) -> None:
        self.game = game
        self.layout = game.program.layout
        self.found = found
        self.name = name
        self.amount = amount
        self.phrases = phrases
        self.drawn = drawn_spaces(found, game.model)
        self._cells = {place: self._at(place) for place in self.layout.places_of_spaces(found.cells.id)}
        self._places = {at: place for place, at in self._cells.items()}

    def called(self, place: int, slots: Sequence[Any]) -> str | None:
        """What a place is called in a position; None where the map says nothing of it."""
        here = self.layout.places[place]
        if here.space == self.found.cells.id:
            return self._cell(place, slots)
        if here.space == self.found.tile.id:
            return self._tile(place, slots)
        return self._built(place, slots) if here.zone in self.drawn else None

    def standing(self, piece: int, slots: Sequence[Any]) -> str:
        """Where on the map a piece stands; empty where it is not there."""
        place = slots[self.layout.at_base + piece]
        if place < 0 or self.layout.places[place].zone not in self.drawn:
            return ""
        return self.called(place, slots) or self.name(self.layout.places[place].zone)

    def lying(self, slots: Sequence[Any]) -> dict[int, int]:
        """tile → the cell on which it lies."""
        base = self.layout.space_vars[self.found.cells.id, self.found.lies]
        return {slots[base + cell]: cell for cell in self._cells if slots[base + cell] >= 0}

    @property
    def shown_by(self) -> tuple[str, ...]:
        """The variables that say which tile lies where, and how."""
        return tuple(str(name) for name in (self.found.lies, self.found.turn) if name)

    def laid(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
        """The tiles that came onto the map between two views, and how they lie there: `Meadow (q0r1): ~~..^^`."""
        cls, lies = self.found.cells.id, self.found.lies
        old, new = before["places"].get(cls, {}), after["places"].get(cls, {})
        out = []
        for cell, now in new.items():
            tile = now.get(lies)
            if tile is None or tile < 0 or tile == old.get(cell, {}).get(lies):
                continue
            id = self.layout.places[tile].zone
            turn = after["places"].get(id, {}).get(self.found.turn) or 0
            edges = self._marks(self.found.tile.kinds[id].attributes.get(self.found.edges), turn)
            out.append(f"{self.name(id)} ({self.name(cell)})" + (f": {edges}" if edges else ""))
        return out

    # ---- one kind of place each

    def _at(self, place: int) -> tuple[int, int]:
        attributes = self.found.cells.kinds[self.layout.places[place].zone].attributes
        return int(str(attributes["q"])), int(str(attributes["r"]))

    def _cell(self, place: int, slots: Sequence[Any]) -> str:
        base = self.layout.space_vars[self.found.cells.id, self.found.lies]
        label = self.name(self.layout.places[place].zone)
        if slots[base + place] >= 0:
            return f"{self.name(self.layout.places[slots[base + place]].zone)} ({label})"
        q, r = self._cells[place]
        near = [self._places.get((q + dq, r + dr)) for dq, dr in HEX_DIRECTIONS]
        names = [self.layout.places[slots[base + x]].zone for x in near if x is not None and slots[base + x] >= 0]
        shown = ", ".join(map(self.name, dict.fromkeys(names)))
        return self.phrases["beside"].format(cell=label, names=shown) if shown else label

    def _tile(self, place: int, slots: Sequence[Any]) -> str | None:
        id = self.layout.places[place].zone
        return self.name(id) if place in self.lying(slots) else self.shown(id)

    def shown(self, id: str) -> str | None:
        """A tile with what is printed on it; None for other things."""
        if id not in self.found.tile.kinds:
            return None
        printed = ", ".join(self.printed(id))
        return f"{self.name(id)} ({printed})" if printed else self.name(id)

    def printed(self, id: str) -> Iterator[str]:
        """What is printed on a tile: what its spaces bring, its attributes, its edges before it is turned."""
        kind = self.found.tile.kinds[id]
        spaces = self.game.model.spaces
        counted = Counter(
            str(one.attributes[name])
            for cls, name in self.found.counts.items()
            for one in spaces[cls].kinds.values()
            if self.drawn[one.id][1] and one.attributes.get(self.drawn[one.id][1]) == id
        )
        yield from (self.amount(n, what) for what, n in counted.items())
        for name in self.found.attributes:
            value = kind.attributes.get(name)
            if value is True:
                yield self.name(name)
            elif isinstance(value, int) and value:
                yield self.amount(value, name)
            elif isinstance(value, str):
                yield self.name(value)
        edges = self._marks(kind.attributes.get(self.found.edges), 0)
        if edges:
            yield edges

    def _marks(self, edges: object, turn: int) -> str:
        if not isinstance(edges, list | tuple) or not edges:
            return ""
        return "".join(self.found.marks.get(str(e), "?") for e in turned([str(e) for e in edges], turn))

    def _built(self, place: int, slots: Sequence[Any]) -> str | None:
        """What stands on a space, and on which tile."""
        id = self.layout.places[place].zone
        space, link = self.drawn[id]
        kinds = [
            slots[self.layout.space_vars[space.id, name] + place]
            for name, decl in space.state.items()
            if decl.type.startswith("kind of ")
        ]
        what = " ".join(self.name(self.layout.kinds[k][1]) for k in kinds if isinstance(k, int) and k >= 0)
        if link in space.state:
            tile = slots[self.layout.space_vars[space.id, link] + place]
            where = self.layout.places[tile].zone if tile >= 0 else ""
        else:
            where = str(space.kinds[id].attributes.get(link) or "")
        return self.phrases["built"].format(what=what, where=self.name(where)) if what and where else None


__all__ = ["Charted", "Tiles", "drawn_spaces", "tiles", "turned"]

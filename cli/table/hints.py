"""What a ruleset says under `show` of how its parts are drawn: rows, grids, shelves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any

from cli.screen.printed import of_kind
from cli.screen.words import Words
from interpreter.loading.model import SpaceDecl, TrackDecl
from interpreter.program.layout import number


def hint(words: Words, key: str) -> list[str]:
    """A list of ids under `show`; empty where there is none."""
    value = words.game.model.show.get(key)
    return [str(v) for v in value] if isinstance(value, list | tuple) else []


# ---- rows


@dataclass(frozen=True)
class Rows:
    """One entry of the hint. rows: id of a row → column → what stands there; a space by its id, or None for a step.

    space: the class of the spaces; None for tracks. attributes: those of them that are printed. printed: id of a row →
    tables printed in it. standing: variable of the game that says where something stands → the one that says how high
    it lies, or nothing. stacked: the variable of players that says so of markers, or nothing. marks: letters by id."""

    id: str
    rows: Mapping[str, Mapping[int, str | None]]
    space: SpaceDecl | None
    attributes: tuple[str, ...]
    printed: Mapping[str, tuple[str, ...]]
    standing: Mapping[str, str]
    stacked: str
    marks: Mapping[str, str]

    @property
    def drawn(self) -> set[str]:
        """The spaces in it."""
        return {id for row in self.rows.values() for id in row.values() if id is not None}

    @property
    def tracks(self) -> Set[str]:
        """The tracks in it."""
        return self.rows.keys() if self.space is None else frozenset()

    @property
    def told(self) -> set[str]:
        """The variables that the picture shows, so that nothing else need tell them."""
        return {*self.standing, *self.standing.values(), self.stacked} - {""}


def rows_of(words: Words) -> list[Rows]:
    """What the ruleset says of its rows."""
    model = words.game.model
    hint = model.show.get("rows")
    out = []
    for id, entry in hint.items() if isinstance(hint, Mapping) else ():
        space = model.spaces[str(entry["spaces"])] if "spaces" in entry else None
        if space is None:
            tracks = [t for t in model.tracks.values() if {t.id, *t.groups}.intersection(names(entry["tracks"]))]
            rows = {t.id: dict.fromkeys(_steps(t, words.game.players)) for t in tracks}
        else:
            tracks, rows = [], _of_spaces(space, str(entry["by"]), str(entry["at"]))
        standing = entry.get("standing") or ()
        out.append(
            Rows(
                str(id),
                rows,
                space,
                names(entry.get("attributes") or ()),
                _printed(dict(entry.get("printed") or {}), rows, {t.id: t.groups for t in tracks}),
                dict(standing) if isinstance(standing, Mapping) else dict.fromkeys(names(standing), ""),
                str(entry.get("stacked") or ""),
                {str(k): str(v) for k, v in dict(entry.get("marks") or {}).items()},
            )
        )
    return out


def names(value: object) -> tuple[str, ...]:
    """A name or a list of names, as a list."""
    return tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),)


def _printed(
    entry: Mapping[str, object], rows: Iterable[str], groups: Mapping[str, Iterable[str]]
) -> dict[str, tuple[str, ...]]:
    """row → its tables, whether the hint names it or a group that it belongs to."""
    out: dict[str, tuple[str, ...]] = {}
    for row in rows:
        for at in (row, *groups.get(row, ())):
            if at in entry:
                out[row] = out.get(row, ()) + names(entry[at])
    return out


def _of_spaces(space: SpaceDecl, by: str, at: str) -> dict[str, dict[int, str | None]]:
    out: dict[str, dict[int, str | None]] = {}
    for kind in space.kinds.values():
        row, column = kind.attributes.get(by), kind.attributes.get(at)
        if isinstance(row, str) and isinstance(column, int):
            out.setdefault(row, {})[column] = kind.id
    return out


def _steps(track: TrackDecl, players: int) -> range:
    return range(min(1, number(track.start, players) or 0), (number(track.steps, players) or 0) + 1)


# ---- grids


@dataclass(frozen=True)
class Grid:
    """What the ruleset says of one grid. by: the attribute that names the part of a cell, or nothing. attributes: those
    that are printed on the cells. columns, rows: the places at the edges, whose content heads the columns and rows."""

    by: str
    attributes: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    marks: Mapping[str, str]

    @property
    def has_letters(self) -> bool:
        """Whether letters stand in the cells; words, where the ruleset only says what is printed there."""
        return bool(self.by or self.marks)


def grid_of(space: SpaceDecl, words: Words) -> Grid | None:
    """What `show: grids:` says of a class of spaces."""
    hints = words.game.model.show.get("grids")
    entry = hints.get(space.id) if isinstance(hints, Mapping) else None
    if not isinstance(entry, Mapping):
        return None
    marks = {str(k): str(v) for k, v in dict(entry.get("marks") or {}).items()}
    attributes, columns, rows = (names(entry.get(key) or ()) for key in ("attributes", "columns", "rows"))
    return Grid(str(entry.get("by") or ""), attributes, columns, rows, marks)


def printed(space: SpaceDecl, hint: Grid | None, words: Words) -> dict[str, str]:
    """id of a cell → what is printed on it, in words."""
    attributes = hint.attributes if hint else ()
    return {id: " + ".join(of_kind(space, kind, attributes, words)) for id, kind in space.kinds.items()}


# ---- shelves


@dataclass(frozen=True)
class Shelf:
    """One entry of the hint. zone: whose counters fill the cells; cells: how many a row has, by resource; printed: the
    table of what is printed on the rows; rows: by resource what is printed, from the first row on."""

    zone: str
    cells: Mapping[str, int]
    printed: str
    rows: Mapping[str, tuple[object, ...]]


def shelves_of(words: Words) -> list[Shelf]:
    """What the ruleset says of its shelves."""
    model = words.game.model
    hint = model.show.get("shelves")
    out = []
    for zone, entry in hint.items() if isinstance(hint, Mapping) else ():
        printed, cells = str(entry["rows"]), entry["cells"]
        values = model.tables[printed].values
        rows = {str(r): row if isinstance(row, tuple) else (row,) for r, row in values.items()}
        found: Mapping[Any, Any] = (
            {r: cells for r in rows} if isinstance(cells, int) else model.tables[str(cells)].values
        )
        out.append(Shelf(str(zone), {r: int(found[r]) for r in rows if r in found}, printed, rows))
    return out


__all__ = ["Grid", "Rows", "Shelf", "grid_of", "hint", "names", "printed", "rows_of", "shelves_of"]

"""Spaces or tracks drawn as rows of one table, by what the ruleset says under `show: rows:`.

               0   1     2     3
Red wheel      Re  ·     2$ *  ·
Blue wheel     ·   Bl▪   ·     ·

Columns are numbers: an attribute of the spaces, or the steps of the tracks. In a cell stands first what is printed
there, then letters for what lies there; a line under the table says what they mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from rich.table import Table
from rich.text import Text

from cli.screen.letters import EMPTY, Letters
from cli.screen.printed import beside
from cli.screen.words import Words
from interpreter.loading.model import SpaceDecl, TrackDecl
from interpreter.program.layout import number


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


def hinted(words: Words) -> list[Rows]:
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


@dataclass
class Picture:
    """Draws the rows of one hint from a view."""

    hint: Rows
    view: Mapping[str, Any]
    words: Words
    letters: Letters = field(init=False)

    def __post_init__(self) -> None:
        self.letters = Letters(self.hint.marks, self.words)

    def table(self) -> Table | None:
        """The table; None where nothing stands on any space, and nothing is printed there."""
        columns = sorted({column for row in self.hint.rows.values() for column in row})
        cells = {
            (row, column): self._cell(row, column, id)
            for row, found in self.hint.rows.items()
            for column, id in found.items()
        }
        if self.hint.space is not None and not self.hint.attributes and not any(cells.values()):
            return None
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
        table.add_column(Text(f" {self.words.title(self.hint.id)}", style="bold"), no_wrap=True)
        for column in columns:
            table.add_column(str(column), header_style="bright_black", overflow="fold", min_width=2)
        for row, places in self.hint.rows.items():
            printed = self._of_tables(row, columns)
            texts = []
            for column in columns:
                if column not in places:
                    texts.append(Text(""))
                    continue
                text = Text(printed.get(column, "") + self._of_attributes(places[column]), style="bright_black")
                found = cells[row, column]
                text.append((" " if text and found else "") + found, style="default not bold")
                texts.append(text if text else Text(EMPTY, style="bright_black"))
            table.add_row(Text(f" {self.words.title(row)}{beside(row, self.words)}"), *texts)
        return table

    def _of_tables(self, row: str, columns: list[int]) -> dict[int, str]:
        """column → what the tables of a row print there: lists from its first column on, others by their indices."""
        first = columns.index(min(self.hint.rows[row]))
        out: dict[int, str] = {}
        for name in self.hint.printed.get(row, ()):
            table = self.words.game.model.tables[name]
            values = table.values
            spread = dict(zip(columns[first:], values.values(), strict=False)) if table.is_list else values
            for column, value in spread.items():
                if isinstance(column, int):
                    out[column] = out.get(column, "") + self.letters.printed(name, value)
        return out

    def _of_attributes(self, id: str | None) -> str:
        """What is printed on a space."""
        if id is None or self.hint.space is None:
            return ""
        attributes = self.hint.space.kinds[id].attributes
        return "".join(self.letters.printed(name, attributes.get(name)) for name in self.hint.attributes)

    def _cell(self, row: str, column: int, id: str | None) -> str:
        """What stands in a cell."""
        if id is None:
            return "".join(self._on_step(row, column))
        places = self.words.game.program.layout.places
        at = {name: self.view["game"].get(name) for name in self.hint.standing}
        here = [name for name, place in at.items() if place is not None and place >= 0 and places[place].zone == id]
        return "".join([*map(self.letters.thing, here), *self.letters.lying(self.view["places"].get(id, {}))])

    def _on_step(self, track: str, step: int) -> Iterator[str]:
        """What the track shows on a step, then what stands there, the lowest first."""
        for name in self.words.game.model.tracks[track].marks.get(step, ()):
            yield self.letters.thing(name)
        game, players = self.view["game"], self.view["players"]
        here = [
            (game[height][track] if height else None, self.letters.thing(name))
            for name, height in self.hint.standing.items()
            if game[name][track] == step
        ]
        here += [
            (players[seat][self.hint.stacked][track] if self.hint.stacked else None, self.letters.seat(seat))
            for seat in self.words.game.seats
            if players[seat].get("marker", {}).get(track) == step
        ]
        yield from (letter for _, letter in sorted(here, key=lambda one: one[0] or 0))


__all__ = ["Picture", "Rows", "hinted", "names"]

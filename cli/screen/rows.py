"""Spaces or tracks drawn as rows of one table, by what the ruleset says under `show: rows:`.

               0   1     2  3
Red wheel      Re  ·     *  ·
Blue wheel     ·   Bl▪   ·  ·

Columns are numbers: an attribute of the spaces, or the steps of the tracks. In a cell stand letters for what lies
there; a line under the table says what they mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.table import Table
from rich.text import Text

from cli.screen.letters import EMPTY, Letters
from cli.screen.words import Words
from interpreter.language.layout import number
from interpreter.loading.model import SpaceDecl, TrackDecl


@dataclass(frozen=True)
class Rows:
    """One entry of the hint. rows: id of a row → column → what stands there; a space by its id, or None for a step.

    printed: id of a row → what its cells say of themselves, from the first column on. marks: letters by id."""

    id: str
    rows: Mapping[str, Mapping[int, str | None]]
    tracks: frozenset[str]
    printed: Mapping[str, tuple[str, ...]]
    marks: Mapping[str, str]

    @property
    def drawn(self) -> set[str]:
        """The spaces in it."""
        return {id for row in self.rows.values() for id in row.values() if id is not None}


def hinted(words: Words) -> list[Rows]:
    """What the ruleset says of its rows."""
    model = words.game.model
    hint = model.show.get("rows")
    out = []
    for id, entry in hint.items() if isinstance(hint, Mapping) else ():
        marks = {str(k): str(v) for k, v in dict(entry.get("marks") or {}).items()}
        printed = {
            str(row): tuple(str(v) for v in model.tables[str(table)].values.values())
            for row, table in dict(entry.get("printed") or {}).items()
        }
        if "spaces" in entry:
            rows = _of_spaces(model.spaces[str(entry["spaces"])], str(entry["by"]), str(entry["at"]))
            out.append(Rows(str(id), rows, frozenset(), printed, marks))
        else:
            wanted = entry["tracks"] if isinstance(entry["tracks"], list | tuple) else [entry["tracks"]]
            tracks = [t for t in model.tracks.values() if {t.id, *t.groups}.intersection(wanted)]
            rows = {t.id: dict.fromkeys(_steps(t, words.game.players)) for t in tracks}
            out.append(Rows(str(id), rows, frozenset(rows), printed, marks))
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
        """The table; None where nothing stands on any space."""
        columns = sorted({column for row in self.hint.rows.values() for column in row})
        cells = {
            (row, column): self._cell(row, column, id)
            for row, found in self.hint.rows.items()
            for column, id in found.items()
        }
        if not self.hint.tracks and not any(cells.values()):
            return None
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
        table.add_column(Text(f" {self.words.title(self.hint.id)}", style="bold"), no_wrap=True)
        for column in columns:
            table.add_column(str(column), header_style="bright_black", overflow="fold", min_width=2)
        for row in self.hint.rows:
            printed = self.hint.printed.get(row, ())
            texts = []
            for place, column in enumerate(columns):
                if column not in self.hint.rows[row]:
                    texts.append(Text(""))
                    continue
                at = place - columns.index(min(self.hint.rows[row]))
                text = Text(printed[at], style="bright_black") if at < len(printed) else Text("")
                found = cells[row, column]
                text.append((" " if text and found else "") + found, style="default not bold")
                texts.append(text if text else Text(EMPTY, style="bright_black"))
            table.add_row(Text(f" {self.words.title(row)}"), *texts)
        return table

    def _cell(self, row: str, column: int, id: str | None) -> str:
        if id is None:
            return "".join(self._standing(row, column))
        return "".join(self.letters.lying(self.view["places"].get(id, {})))

    def _standing(self, track: str, step: int) -> Iterator[str]:
        """The markers on a step, and what the track shows there."""
        for name in self.words.game.model.tracks[track].marks.get(step, ()):
            yield self.letters.thing(name)
        for seat in self.words.game.seats:
            if self.view["players"][seat].get("marker", {}).get(track) == step:
                yield self.letters.seat(seat)


__all__ = ["Picture", "Rows", "hinted"]

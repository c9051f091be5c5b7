"""A grid of spaces as a small picture: a row a line, columns under their numbers, an empty cell as a dot.

    c1        c2    c3
r1  ·         farm  ·
r2  2 seeds   ·     ·

Where the ruleset says so under `show: grids:`, what is printed on the cells stands there too, letters stand instead of
words, and the parts of the grid side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cli.screen.letters import EMPTY, Letters, legend
from cli.screen.lines import INDENT, Line
from cli.screen.printed import of_kind, said_of
from cli.screen.rows import names
from cli.screen.safe import minus
from cli.screen.words import Words
from interpreter.loading.model import SpaceDecl


@dataclass(frozen=True)
class Heads:
    """What lies at the edges of a grid and heads its columns and rows: number → words."""

    columns: Mapping[int, str]
    rows: Mapping[int, str]


BARE = Heads({}, {})


def picture(cells: Mapping[str, Sequence[str]], columns: int, printed: Mapping[str, str], heads: Heads = BARE) -> Table:
    """The cells of a grid, row by row as they come: id → what lies there. printed: id → what stands on the cell."""
    texts = [
        _cell(", ".join(items), printed[id] + (":" if items else "") if printed.get(id) else "")
        for id, items in cells.items()
    ]
    rows = [texts[start : start + columns] for start in range(0, len(texts), columns)]
    numbered = {number: dict(enumerate(row, 1)) for number, row in enumerate(rows, 1)}
    return _table(numbered, list(range(1, columns + 1)), heads)


@dataclass(frozen=True)
class Hint:
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


def hinted(space: SpaceDecl, words: Words) -> Hint | None:
    """What `show: grids:` says of a class of spaces."""
    hints = words.game.model.show.get("grids")
    entry = hints.get(space.id) if isinstance(hints, Mapping) else None
    if not isinstance(entry, Mapping):
        return None
    marks = {str(k): str(v) for k, v in dict(entry.get("marks") or {}).items()}
    attributes, columns, rows = (names(entry.get(key) or ()) for key in ("attributes", "columns", "rows"))
    return Hint(str(entry.get("by") or ""), attributes, columns, rows, marks)


def printed(space: SpaceDecl, hint: Hint | None, words: Words) -> dict[str, str]:
    """id of a cell → what is printed on it, in words."""
    attributes = hint.attributes if hint else ()
    return {id: " + ".join(of_kind(space, kind, attributes, words)) for id, kind in space.kinds.items()}


class Lettered:
    """Draws a grid with letters, and says below what they mean."""

    def __init__(self, space: SpaceDecl, hint: Hint, words: Words, heads: Heads = BARE) -> None:
        self.space = space
        self.hint = hint
        self.words = words
        self.heads = heads
        self.letters = Letters(hint.marks, words)

    def parts(self, cells: Mapping[str, Mapping[str, Any]]) -> Iterator[RenderableType]:
        """The parts, as many beside each other as the width allows, and the legend."""
        found: dict[str, dict[int, dict[int, Text]]] = {}
        for at, (id, cell) in enumerate(cells.items()):
            part = self.space.kinds[id].attributes.get(self.hint.by) if self.hint.by else ""
            if isinstance(part, str):
                row, column = divmod(at, self.space.columns)
                text = _cell("".join(self._content(cell)), self._printed(id))
                found.setdefault(part, {}).setdefault(row + 1, {})[column + 1] = text
        for part in found:
            if printed_there := said_of(part, self.words):
                yield Line(self.words.title(part), tuple(printed_there), indent=INDENT)
        yield Columns([self._part(part, rows) for part, rows in found.items()], padding=(0, 3))
        if said := legend([self.letters]):
            yield said

    def _part(self, part: str, rows: Mapping[int, Mapping[int, Text]]) -> Table:
        columns = sorted({column for row in rows.values() for column in row})
        table = _table(rows, columns, self.heads, padding=(0, 1, 0, 0))
        if part:
            table.title, table.title_justify, table.title_style = (
                f"  {self.words.title(part)}",
                "left",
                "default",
            )
        return table

    def _printed(self, id: str) -> str:
        attributes = self.space.kinds[id].attributes
        return "".join(self.letters.printed(name, attributes.get(name)) for name in self.hint.attributes)

    def _content(self, cell: Mapping[str, Any]) -> Iterator[str]:
        """What lies in a cell, then its variables: a thing and what is true by a letter, a number as it is."""
        yield from self.letters.lying(cell)
        layout = self.words.game.program.layout
        for id, decl in self.space.state.items():
            value = cell.get(id)
            if value is True:
                yield self.letters.thing(id)
            elif value is None or isinstance(value, bool) or not isinstance(value, int):
                continue
            elif decl.type.startswith("kind of "):
                yield self.letters.thing(layout.kinds[value][1]) if value >= 0 else ""
            elif decl.type in layout.class_kinds:
                yield self.letters.thing(layout.kinds[layout.pieces[value]][1]) if value >= 0 else ""
            elif value:
                yield minus(value)


def _table(
    rows: Mapping[int, Mapping[int, Text]],
    columns: Sequence[int],
    heads: Heads,
    padding: tuple[int, int, int, int] = (0, 1, 0, 1),
) -> Table:
    table = Table(box=None, padding=padding, pad_edge=True)
    table.add_column("", style="bright_black", no_wrap=True)
    for number in columns:
        table.add_column(_head(f"c{number}", heads.columns.get(number)), header_style="bright_black", overflow="fold")
    for number, row in rows.items():
        table.add_row(_head(f"r{number}", heads.rows.get(number)), *(row.get(column, Text("")) for column in columns))
    return table


def _head(number: str, title: str | None) -> Text:
    """The number of a row or column, and what lies at its edge."""
    return Text(number) if not title else Text(f"{number} ").append(title, style="not dim default")


def _cell(lying: str, printed: str = "") -> Text:
    """printed: what stands on the cell, whatever lies there."""
    if not printed:
        return Text(lying) if lying else Text(EMPTY, style="bright_black")
    text = Text(printed, style="bright_black")
    return text.append(f" {lying}" if lying else "", style="default")


__all__ = ["BARE", "Heads", "Hint", "Lettered", "hinted", "picture", "printed"]

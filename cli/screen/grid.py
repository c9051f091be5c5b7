"""A grid of spaces as a small picture: a row a line, columns under their numbers, an empty cell as a dot.

    c1        c2    c3
r1  ·         farm  ·
r2  2 seeds   ·     ·

Where the ruleset says so under `show: grids:`, what is printed on the cells stands there too, letters stand instead of
words, and the parts of the grid side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cli.screen.letters import EMPTY, Letters, legend
from cli.screen.lines import INDENT, Line
from cli.screen.safe import minus
from cli.screen.words import Words
from cli.table.scene import Cell, Grid


def picture(figure: Grid) -> Table:
    """The cells of a grid in words, row by row as they come."""
    rows: dict[int, dict[int, Text]] = {}
    for cell in figure.cells:
        lying = ", ".join(item.text for item in cell.items)
        text = _cell(lying, cell.printed + (":" if lying else "") if cell.printed else "")
        rows.setdefault(cell.row, {})[cell.column] = text
    return _table(rows, list(range(1, figure.space.columns + 1)), figure)


def fenced(figure: Grid) -> Text:
    """The cells of a grid in words between their edges and corners."""
    told = {
        cell.id: ", ".join(filter(None, (cell.printed, *(item.text for item in cell.items)))) for cell in figure.cells
    }
    across = figure.space.columns
    widths = [max(5, *(len(told[cell.id]) + 2 for cell in figure.cells if cell.column == n + 1)) for n in range(across)]
    out = Text(
        "    " + "".join(f"{f'c{n + 1}':^{width + 1}}" for n, width in enumerate(widths)).rstrip() + "\n",
        "bright_black",
    )
    rows = [figure.cells[i : i + across] for i in range(0, len(figure.cells), across)]
    for number, row in enumerate(rows, 1):
        out.append(_line(figure, row, widths, 0, (3, 0)))
        out.append(f"{f'r{number}':<4}", "bright_black")
        for cell, width in zip(row, widths, strict=True):
            out.append(_upright(figure, cell, 3) + f"{told[cell.id]:^{width}}")
        out.append(_upright(figure, row[-1], 1) + "\n")
    out.append(_line(figure, rows[-1], widths, 2, (2, 1)))
    out.rstrip()
    return out


def _line(figure: Grid, row: Sequence[Cell], widths: Sequence[int], side: int, ends: tuple[int, int]) -> str:
    """The edges above or below a row, between its corners."""
    text = "    "
    for cell, width in zip(row, widths, strict=True):
        mark = figure.edges.get(cell.id, ("",) * 4)[side]
        middle = "" if mark == "#" else mark
        text += _corner(figure, cell, ends[0]) + f"{middle:{'─' if mark else ' '}^{width}}"
    return text + _corner(figure, row[-1], ends[1]) + "\n"


def _corner(figure: Grid, cell: Cell, which: int) -> str:
    return figure.corners.get(cell.id, ("",) * 4)[which] or "+"


def _upright(figure: Grid, cell: Cell, side: int) -> str:
    mark = figure.edges.get(cell.id, ("",) * 4)[side]
    return "│" if mark == "#" else mark or " "


class Lettered:
    """Draws a grid with letters, and says below what they mean."""

    def __init__(self, figure: Grid, words: Words) -> None:
        assert figure.hint is not None
        self.figure = figure
        self.words = words
        self.letters = Letters(figure.hint.marks, words)

    def parts(self) -> Iterator[RenderableType]:
        """The parts, as many beside each other as the width allows, and the legend."""
        found: dict[str, dict[int, dict[int, Text]]] = {}
        for cell in self.figure.cells:
            if cell.is_drawn:
                text = _cell("".join(self._content(cell)), self._printed(cell))
                found.setdefault(cell.part, {}).setdefault(cell.row, {})[cell.column] = text
        for part in found:
            if printed_there := self.figure.said.get(part):
                yield Line(self.words.title(part), printed_there, indent=INDENT)
        yield Columns([self._part(part, rows) for part, rows in found.items()], padding=(0, 3))
        if said := legend([self.letters]):
            yield said

    def _part(self, part: str, rows: Mapping[int, Mapping[int, Text]]) -> Table:
        columns = sorted({column for row in rows.values() for column in row})
        table = _table(rows, columns, self.figure, padding=(0, 1, 0, 0))
        if part:
            table.title, table.title_justify, table.title_style = (
                f"  {self.words.title(part)}",
                "left",
                "default",
            )
        return table

    def _printed(self, cell: Cell) -> str:
        return "".join(self.letters.printed(name, value) for name, value in cell.attributes)

    def _content(self, cell: Cell) -> Iterator[str]:
        """What lies in a cell, then its variables: a thing and what is true by a letter, a number as it is."""
        yield from self.letters.lying(cell.content)
        layout = self.words.game.program.layout
        for id, decl in self.figure.space.state.items():
            value = cell.content.get(id)
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
    figure: Grid,
    padding: tuple[int, int, int, int] = (0, 1, 0, 1),
) -> Table:
    table = Table(box=None, padding=padding, pad_edge=True)
    table.add_column("", style="bright_black", no_wrap=True)
    for number in columns:
        table.add_column(_head(f"c{number}", figure.columns.get(number)), header_style="bright_black", overflow="fold")
    for number, row in rows.items():
        table.add_row(_head(f"r{number}", figure.rows.get(number)), *(row.get(column, Text("")) for column in columns))
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


__all__ = ["Lettered", "fenced", "picture"]

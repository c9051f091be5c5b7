"""A map of hexes as bricks: each row is half a brick further than the next, so that the two halves of a brick's upper
edge meet its neighbours in the north-west and north-east, as the sides of a hex do.

      +~~~~~~+......+
      ~ meadow      .
      ~             .
   +~~~~~~+......+......+
   ~ lake ~ wood .
   ~      ~      .
   +~~~~~~+......+

An edge is drawn with the mark of what it shows, one that shows nothing with a line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

WIDEST = 16
NARROWEST = 8
DEFAULT = {"across": "-", "down": "|"}


@dataclass(frozen=True)
class Hex:
    """A cell that is drawn. lines: what stands in it; edges: the mark of each edge, clockwise from the north-east,
    empty for none."""

    lines: Sequence[str]
    edges: Sequence[str] = ("",) * 6


@dataclass(frozen=True)
class Map:
    """A picture that is as wide as the screen lets it."""

    cells: Mapping[tuple[int, int], Hex]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield picture(self.cells, options.max_width)


def picture(cells: Mapping[tuple[int, int], Hex], width: int) -> Text:
    """The cells by axial coordinates (q, r), as text of at most `width` columns where that is possible."""
    if not cells:
        return Text()
    # The left end of a brick, counted in half bricks: one to the right for each row further down.
    left = {(q, r): 2 * q + r for q, r in cells}
    first, last = min(left.values()), max(left.values())
    half = max(NARROWEST // 2, min(WIDEST // 2, (width - 1) // (last - first + 2)))
    rows = sorted({r for _, r in cells})
    heights = {r: max(1, *(len(wrapped(h, half)) for (_, y), h in cells.items() if y == r)) for r in rows}
    tops: dict[int, int] = {}
    line = 0
    for r in range(rows[0], rows[-1] + 1):
        tops[r] = line
        line += heights.get(r, 1) + 1
    canvas = [[" "] * ((last - first + 2) * half + 1) for _ in range(line + 1)]
    for (q, r), cell in cells.items():
        _draw(canvas, cell, (left[(q, r)] - first) * half, tops[r], heights[r], half)
    return Text("\n".join("".join(row).rstrip() for row in canvas), no_wrap=True)


def wrapped(cell: Hex, half: int) -> list[str]:
    """The lines of a cell, cut where they are too long for it, though not at spaces that hold together."""
    room = 2 * half - 1
    out: list[str] = []
    for line in cell.lines:
        text = line
        while len(text) > room:
            cut = text.rfind(" ", 0, room + 1)
            cut = cut if cut > 0 else room
            out.append(text[:cut].rstrip())
            text = text[cut:].lstrip()
        out.append(text)
    return [line.replace("\u00a0", " ") for line in out]


def _draw(canvas: list[list[str]], cell: Hex, x: int, y: int, height: int, half: int) -> None:
    ne, e, se, sw, w, nw = cell.edges
    for i in range(1, half):
        _mark(canvas, y, x + i, nw, "across")
        _mark(canvas, y, x + half + i, ne, "across")
        _mark(canvas, y + height + 1, x + i, sw, "across")
        _mark(canvas, y + height + 1, x + half + i, se, "across")
    for i in range(height):
        _mark(canvas, y + 1 + i, x, w, "down")
        _mark(canvas, y + 1 + i, x + 2 * half, e, "down")
    for row in (y, y + height + 1):
        for column in (x, x + half, x + 2 * half):
            canvas[row][column] = "+"
    for i, text in enumerate(wrapped(cell, half)):
        canvas[y + 1 + i][x + 1 : x + 1 + len(text)] = text


def _mark(canvas: list[list[str]], row: int, column: int, mark: str, way: str) -> None:
    if mark or canvas[row][column] == " ":
        canvas[row][column] = mark or DEFAULT[way]


__all__ = ["Hex", "Map", "picture"]

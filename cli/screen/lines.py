"""A title and items on lines, wrapped between the items."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

INDENT = "   "

CHANGED = "▸"
"""Stands before a line in which something is not what it was at the last decision."""

STYLE = "bold yellow"
"""How what is not as it was is written."""


@dataclass(frozen=True)
class Line:
    """One zone or legend: a title and items, wrapped between items (inside one only where it alone is too wide).

    marked: for each item, whether it is not what it was."""

    title: str
    items: tuple[str, ...]
    style: str = ""
    indent: str = " "
    marked: tuple[bool, ...] = ()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        text = Text(self.indent, style=self.style)
        text.stylize(STYLE if self.indent == CHANGED else "")
        if self.title:
            text.append(f"{self.title}: " if self.items else f"{self.title}:", style="bold")
        for i, item in enumerate(self.items):
            item += "," if i < len(self.items) - 1 else ""
            space = " " if i else ""
            if text.cell_len + len(space) + cell_len(item) > width and text.cell_len > len(INDENT):
                yield from hung(text, console, len(INDENT), width)
                text, space = Text(INDENT, style=self.style), ""
            text.append(space).append(item, style=STYLE if i < len(self.marked) and self.marked[i] else None)
        yield from hung(text, console, len(INDENT), width)


def hung(line: Text, console: Console, indent: int, width: int | None = None) -> list[Text]:
    """A line in the width of the screen, or in another one; all but its beginning stands indented."""
    width = width or console.width
    if line.cell_len <= width:
        return [line]
    first, *rest = line.wrap(console, width - indent)
    return [first, *(Text(" " * indent).append_text(part) for part in rest)]


def line(title: str, items: Iterable[str]) -> Line:
    """A zone: its name and what lies there."""
    return Line(title, tuple(items))


__all__ = ["CHANGED", "INDENT", "STYLE", "Line", "hung", "line"]

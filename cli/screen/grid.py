"""A grid of spaces as a small picture: a row a line, columns under their numbers, an empty cell as a dot.

    c1        c2    c3
r1  ·         farm  ·
r2  2 seeds   ·     ·
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

EMPTY = "·"


def picture(cells: Mapping[str, Sequence[str]], columns: int) -> Table:
    """The cells of a grid, row by row as they come: id → what lies there."""
    table = Table(box=None, padding=(0, 1), pad_edge=True)
    table.add_column("", style="bright_black", no_wrap=True)
    for number in range(columns):
        table.add_column(f"c{number + 1}", header_style="bright_black", overflow="fold")
    texts = [_cell(items) for items in cells.values()]
    for number, start in enumerate(range(0, len(texts), columns), 1):
        table.add_row(f"r{number}", *texts[start : start + columns])
    return table


def _cell(items: Sequence[str]) -> Text:
    return Text(", ".join(items)) if items else Text(EMPTY, style="bright_black")


__all__ = ["picture"]

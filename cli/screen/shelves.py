"""Counters that fill rows of cells, by what the ruleset says under `show: shelves:`.

         Near market     Far market
Corn     ■■· 4  ··· 2    ■· 7
Spice    ··· 6           ·· 9  ·· 8

A line for each resource, a column for each zone. Cells are filled from the first row on; behind the cells of a row
stands what is printed on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from cli.screen.letters import EMPTY, NOBODYS
from cli.screen.lines import INDENT, Line
from cli.screen.safe import minus
from cli.screen.words import Words
from cli.table.hints import Shelf
from cli.table.scene import Shelves

MOST_DRAWN = 40
"""Cells of a row up to which each is drawn; more are counted, as `3/100`."""


def parts(figure: Shelves, words: Words) -> Iterator[Table | Line]:
    """The table of all shelves, and what it means."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column()
    for shelf in figure.shelves:
        table.add_column(Text(words.title(shelf.zone), style="bold"), overflow="fold")
    for resource in figure.resources:
        row = (_row(shelf, resource, figure.lying[shelf.zone].get(resource, 0), words) for shelf in figure.shelves)
        table.add_row(Text(f" {words.title(resource)}"), *row)
    yield table
    said = dict.fromkeys(words.name(shelf.printed) for shelf in figure.shelves)
    yield Line("", (words("shelves", full=NOBODYS, free=EMPTY, printed=", ".join(said)),), "bright_black", INDENT)


def _row(shelf: Shelf, resource: str, lying: int, words: Words) -> Text:
    """The cells of one resource on a shelf, row by row, each with what is printed on it."""
    wide = shelf.cells.get(resource, 0)
    out = Text()
    for number, value in enumerate(shelf.rows.get(resource, ()) if wide else ()):
        full = min(wide, max(0, lying - number * wide))
        cells = NOBODYS * full + EMPTY * (wide - full) if wide <= MOST_DRAWN else f"{full}/{wide}"
        out.append(("  " if number else "") + cells, style="default not bold")
        shown = minus(value) if isinstance(value, int) else words.name(str(value))
        out.append(f" {shown}", style="bright_black")
    return out


__all__ = ["parts"]

"""Counters that fill rows of cells, by what the ruleset says under `show: shelves:`.

         Near market     Far market
Corn     ■■· 4  ··· 2    ■· 7
Spice    ··· 6           ·· 9  ·· 8

A line for each resource, a column for each zone. Cells are filled from the first row on; behind the cells of a row
stands what is printed on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

from cli.screen.letters import EMPTY, NOBODYS
from cli.screen.lines import INDENT, Line
from cli.screen.safe import minus
from cli.screen.words import Words

MOST_DRAWN = 40
"""Cells of a row up to which each is drawn; more are counted, as `3/100`."""


@dataclass(frozen=True)
class Shelf:
    """One entry of the hint. zone: whose counters fill the cells; cells: how many a row has, by resource; printed: the
    table of what is printed on the rows; rows: by resource what is printed, from the first row on."""

    zone: str
    cells: Mapping[str, int]
    printed: str
    rows: Mapping[str, tuple[object, ...]]


def hinted(words: Words) -> list[Shelf]:
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


def parts(shelves: list[Shelf], places: Mapping[str, Any], words: Words) -> Iterator[Table | Line]:
    """The table of all shelves, and what it means; nothing without shelves."""
    if not shelves:
        return
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column()
    for shelf in shelves:
        table.add_column(Text(words.title(shelf.zone), style="bold"), overflow="fold")
    for resource in words.game.program.layout.resources:
        if any(resource in shelf.cells for shelf in shelves):
            row = (_row(shelf, resource, places.get(shelf.zone, {}).get(resource) or 0, words) for shelf in shelves)
            table.add_row(Text(f" {words.title(resource)}"), *row)
    yield table
    said = dict.fromkeys(words.name(shelf.printed) for shelf in shelves)
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


__all__ = ["Shelf", "hinted", "parts"]

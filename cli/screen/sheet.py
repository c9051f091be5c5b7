"""The score sheet as a table."""

from __future__ import annotations

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from cli.screen.safe import minus
from cli.screen.words import Words
from interpreter.runtime.scoring import ScoreSheet, Standing


def sheet_table(sheet: ScoreSheet, words: Words) -> Group:
    """Categories by seat, total, tie-breaks, rank, and who has won."""
    seats = range(words.game.players)
    table = Table(box=box.SIMPLE_HEAD, title=words("score"), title_justify="left", title_style="bold", pad_edge=False)
    table.add_column("", overflow="fold")
    for seat in seats:
        table.add_column(words.seat(seat), justify="right", style="bold" if seat in sheet.winners else "")
    for name, row in sheet.categories.items():
        table.add_row(words.title(name), *map(minus, row))
    table.add_section()
    table.add_row(words("total"), *map(minus, sheet.totals), style="bold")
    for name, row in sheet.tie_breaks.items():
        table.add_row(words("tie", name=words.name(name)), *map(minus, row), style="bright_black")
    table.add_row(words("rank"), *map(str, sheet.ranks))
    lines = [Text(winners(sheet, words), style="bold")]
    if sheet.ending != "normal":
        lines.insert(0, Text(words("ending", name=words.name(sheet.ending))))
    return Group(table, *lines)


def standing_table(standing: Standing, words: Words) -> Group:
    """What would count now, by seat; what depends on things that are not seen is shown as `?`."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("", overflow="fold")
    for seat in range(words.game.players):
        table.add_column(words.seat(seat), justify="right")
    rows = {words.title(name): points for name, points in standing.categories.items()}
    total = words("total")
    rows[total] = standing.totals
    hides = None in standing.totals
    for name, found in rows.items():
        cells = ["?" if points is None else minus(points) for points in found]
        if name == total:  # what is known of it, where that is not all
            known = [sum(row[seat] or 0 for row in standing.categories.values()) for seat in range(len(found))]
            cells = [
                f"{minus(n)} + ?" if points is None else cell
                for cell, points, n in zip(cells, found, known, strict=True)
            ]
        if name == total:
            table.add_section()
        table.add_row(name, *cells, style="bold" if name == total else "")
    return Group(table, Text(words("score_hidden"), style="bright_black")) if hides else Group(table)


def winners(sheet: ScoreSheet, words: Words) -> str:
    names = ", ".join(words.seat(p) for p in sheet.winners)
    if not sheet.winners:
        return words("no_winner")
    return words("winner" if len(sheet.winners) == 1 else "winners", names=names)

"""Spaces or tracks drawn as rows of one table, by what the ruleset says under `show: rows:`.

               0   1     2     3
Red wheel      Re  ·     2$ *  ·
Blue wheel     ·   Bl▪   ·     ·

Columns are numbers: an attribute of the spaces, or the steps of the tracks. In a cell stands first what is printed
there, then letters for what lies there; a line under the table says what they mean.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.table import Table
from rich.text import Text

from cli.screen.letters import EMPTY, Letters
from cli.screen.printed import beside
from cli.screen.words import Words
from cli.table.scene import Rows, Spot


@dataclass
class Picture:
    """Draws a figure of rows."""

    figure: Rows
    words: Words
    letters: Letters = field(init=False)

    def __post_init__(self) -> None:
        self.letters = Letters(self.figure.hint.marks, self.words)

    def table(self) -> Table:
        columns, spots = self.figure.columns, self.figure.spots
        cells = {(row, column): self._cell(spot) for row, found in spots.items() for column, spot in found.items()}
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
        table.add_column(Text(f" {self.words.title(self.figure.hint.id)}", style="bold"), no_wrap=True)
        for column in columns:
            table.add_column(str(column), header_style="bright_black", overflow="fold", min_width=2)
        for row, places in spots.items():
            # In this order the line below tells what the letters mean.
            tables = {c: "".join(self.letters.printed(n, v) for n, v in spot.tables) for c, spot in places.items()}
            texts = []
            for column in columns:
                if column not in places:
                    texts.append(Text(""))
                    continue
                named = "".join(self.letters.printed(n, v) for n, v in places[column].attributes)
                text = Text(tables[column] + named, style="bright_black")
                found = cells[row, column]
                text.append((" " if text and found else "") + found, style="default not bold")
                texts.append(text if text else Text(EMPTY, style="bright_black"))
            table.add_row(Text(f" {self.words.title(row)}{beside(row, self.words)}"), *texts)
        return table

    def _cell(self, spot: Spot) -> str:
        """What stands in a cell."""
        seats = self.words.game.seats
        # Players are explained in the order of their seats, however they are stacked.
        told = sorted(spot.here, key=lambda one: seats.index(one[1]) if one[0] == "seat" else -1)
        letters = {who: self.letters.seat(who[1]) if who[0] == "seat" else self.letters.thing(who[1]) for who in told}
        return "".join([*(letters[who] for who in spot.here), *self.letters.lying(spot.content)])


__all__ = ["Picture"]

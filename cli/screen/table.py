"""The table as a seat sees it, in letters: the figures of `cli.table.scene` as lines and small pictures.

Every zone and space is one line `name: piece ×3 (counter 2), piece`, wrapped to the width, a grid of spaces is a small
picture; players follow each other under a rule with their name. Empty places and grids, zeros and unset variables are
left out: what is not there cannot be played with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from cli.screen import grid, hexes, letters, maps, rows, shelves
from cli.screen.lines import INDENT, Line, line
from cli.screen.words import Words
from cli.table.asking import question, where
from cli.table.charts import Chart
from cli.table.scene import Figure, Grid, Panel, Rows, Shelves, Zone, scene
from interpreter.game import State
from interpreter.loading.borders import HEX_CORNERS


def table(state: State, seat: int | None, words: Words) -> Group:
    """The whole table without its header. seat: whose eyes; None sees everything."""
    found = scene(state, seat, words)
    parts: list[RenderableType] = [_rule(words("shared")), *_figures(found.shared, words)]
    for panel in found.panels:
        title = words.seat(panel.player) + (f" ({words('you')})" if panel.player == seat else "")
        parts += [_rule(title, strong=panel.player == seat), *_panel(panel, words)]
    return Group(*parts)


def header(state: State, words: Words, *, seat: int | None = None) -> Text:
    """Which game, which phase, who decides, and what about."""
    out = Text(words.name(state.game.id), style="bold")
    if found := where(state, words):
        out.append(f"  {found}", style="cyan")
    if not state.is_over and state.player is not None:
        out.append("\n")
        out.append(question(state, words, seat), style="bold")
    return out


def _rule(title: str, *, strong: bool = False) -> Rule:
    return Rule(Text(title, style="bold" if strong else "default"), align="left", style="bright_black", characters="─")


# ---- figures


def _panel(panel: Panel, words: Words) -> list[RenderableType]:
    lines = list(_figures(panel.figures, words))
    return lines or ([] if panel.has_more else [line("", [words("nothing")])])


def _figures(figures: Iterable[Figure], words: Words) -> Iterator[RenderableType]:
    """What is shown of figures. The letters of all rows are told together behind the last of them."""
    figures = tuple(figures)
    pictures = [rows.Picture(figure, words) for figure in figures if isinstance(figure, Rows)]
    drawn = 0
    for figure in figures:
        if isinstance(figure, Rows):
            if figure.is_shown:
                yield pictures[drawn].table()
            drawn += 1
            if drawn == len(pictures) and (legend := letters.legend(picture.letters for picture in pictures)):
                yield legend
                yield from _stacks(pictures, words)
        else:
            yield from _figure(figure, words)


def _figure(figure: Zone | Grid | Shelves | Chart, words: Words) -> Iterator[RenderableType]:
    match figure:
        case Zone(is_shown=True):
            items = [item.text for item in figure.items]
            number = f" ({_number(figure)})" if figure.is_counted else ""
            yield line(figure.title + number + figure.printed, items or [words("empty")])
        case Grid(is_shown=True):
            yield line(figure.title, ())
            if figure.hint is not None and figure.hint.has_letters:
                yield from grid.Lettered(figure, words).parts()
            else:
                has_borders = figure.edges or figure.corners
                square = grid.fenced if has_borders else grid.picture
                yield _hexes(figure) if figure.space.rings else square(figure)
        case Shelves():
            yield from shelves.parts(figure, words)
        case Chart():
            yield maps.picture(figure, words)
            if marks := maps.legend(figure.hint, words):
                yield Line("", (marks,), "bright_black", INDENT)


def _number(figure: Zone) -> int:
    return sum(item.count for item in figure.items if item.sort == "piece")


def _stacks(pictures: Iterable[rows.Picture], words: Words) -> Iterator[RenderableType]:
    """How to read the order in a cell, where it says what lies on what."""
    hints = [picture.figure.hint for picture in pictures]
    if any(hint.stacked or any(hint.standing.values()) for hint in hints):
        yield Line("", (words("lowest_first"),), "bright_black", INDENT)


def _hexes(figure: Grid) -> RenderableType:
    """The hexes in which something lies, where they lie."""
    kinds = figure.space.kinds
    cells = {
        cell.id: (int(str(kinds[cell.id].attributes["q"])), int(str(kinds[cell.id].attributes["r"])))
        for cell in figure.cells
    }
    drawn = {}
    for cell in figure.cells:
        edges, corners = figure.edges.get(cell.id, ("",) * 6), figure.corners.get(cell.id, ("",) * 6)
        lines = [x.text for x in cell.items]
        lines += [f"{name} {mark}" for name, mark in zip(HEX_CORNERS, corners, strict=True) if mark]
        if lines or any(edges):
            drawn[cells[cell.id]] = hexes.Hex(lines, edges)
    return hexes.Map(drawn)


def draw(console: Console, state: State, seat: int | None, words: Words) -> None:
    """Print the table and its header, the header nearest to what follows."""
    console.print(table(state, seat, words))
    console.rule(style="bright_black", characters="─")
    console.print(header(state, words, seat=seat))

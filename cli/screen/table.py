"""The table as a seat sees it, in letters: the figures of `cli.table.scene` as lines and small pictures.

Every zone and space is one line `name: piece ×3 (counter 2), piece`, wrapped to the width, a grid of spaces is a small
picture; players follow each other under a rule with their name. Empty places and grids, zeros and unset variables are
left out: what is not there cannot be played with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import groupby

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from cli.screen import grid, hexes, letters, maps, rows, shelves
from cli.screen.lines import CHANGED, INDENT, STYLE, Line, line
from cli.screen.words import Words
from cli.table.asking import question, where
from cli.table.charts import Chart
from cli.table.folding import Before, folded, needed
from cli.table.scene import Figure, Grid, Rows, Scene, Shelves, Zone, scene
from interpreter.game import State
from interpreter.loading.borders import HEX_CORNERS

_WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class Drawing:
    """Draws scenes for a seat. before: with what they are compared; pointed: names of what the options point at
    (`cli.table.lit`); console: where."""

    words: Words
    seat: int | None
    before: Before
    pointed: Set[str]
    console: Console

    def whole(self, now: Scene) -> None:
        """Print the whole table, what changed marked."""
        self.console.print(Group(*self._parts(now)))

    def needed(self, now: Scene) -> int:
        """How many lines what the player has and what the options point at take."""
        return 3 + sum(map(self._height, needed(now, self.before, self.pointed)))

    def _height(self, figure: Figure) -> int:
        return len(self._lines([figure]))

    def folded(self, now: Scene, room: int) -> None:
        """Print what of the table is drawn again, in so many lines of the screen where that is possible."""
        shown, is_less = folded(now, self.before, self.pointed, room - 2, self._height)
        self.console.print(Group(*self._parts(shown)))
        if is_less:
            phrase = "folded_first" if self.before.scene is None else "folded"
            self.console.print(self.words(phrase, mark=CHANGED), style="bright_black")

    def only(self, now: Scene, name: str) -> bool:
        """Print the figures and players whose names begin so. False: there are none."""
        low = name.casefold()
        panels = tuple(panel for panel in now.panels if self.words.seat(panel.player).casefold().startswith(low))
        shared = tuple(figure for figure in now.shared if titled(figure, self.words).casefold().startswith(low))
        if panels or shared:
            self.whole(Scene(shared, panels))
        return bool(panels or shared)

    def _parts(self, found: Scene) -> Iterator[RenderableType]:
        words = self.words
        if found.shared:
            yield _rule(words("shared"))
            yield from self._compared(found.shared, None)
        for panel in found.panels:
            is_own = panel.player == self.seat
            yield _rule(words.seat(panel.player) + (f" ({words('you')})" if is_own else ""), strong=is_own)
            lines = list(self._compared(panel.figures, panel.player))
            yield from lines or ([] if panel.has_more else [line("", [words("nothing")])])

    def _compared(self, figures: Iterable[Figure], player: int | None) -> Iterator[RenderableType]:
        """Figures, with what is not as it was marked: items one by one, pictures by comparing their lines. Rows stand
        together over one legend."""
        for are_rows, run in groupby(figures, lambda figure: isinstance(figure, Rows)):
            found = list(run)
            for block in [found] if are_rows else [[figure] for figure in found]:
                first = block[0]
                if not any(self.before.is_other(figure, player) for figure in block):
                    yield from _figures(block, self.words)
                elif isinstance(first, Zone):
                    yield from _figure(first, self.words, self.before.other_items(first, player) or (True,))
                else:
                    was = [old for figure in block if (old := self._was(figure, player)) is not None]
                    yield from _marked(self._lines(block), self._lines(was))

    def _was(self, figure: Figure, player: int | None) -> Figure | None:
        """What a figure was like, with no other rows than it has now."""
        old = self.before.figure(figure, player)
        if isinstance(old, Rows) and isinstance(figure, Rows):
            return replace(old, spots={row: spot for row, spot in old.spots.items() if row in figure.spots})
        return old

    def _lines(self, figures: Iterable[Figure]) -> list[Text]:
        """Figures as they stand on the screen, line by line."""
        lines = self.console.render_lines(Group(*_figures(figures, self.words)), pad=False)
        return [Text.assemble(*((x.text, x.style or "") for x in found)) for found in lines]


def titled(figure: Figure, words: Words) -> str:
    """What a figure is called on the screen."""
    match figure:
        case Rows():
            return words.title(figure.hint.id)
        case Zone() | Grid():
            return figure.title
    return ""


def _marked(lines: list[Text], was: list[Text]) -> Iterator[Text]:
    """Lines of a picture, those that were not there so marked, and in them the words that were others."""
    old = {tuple(one.plain.split()) for one in was}
    for at, one in enumerate(lines):
        found = list(_WORD.finditer(one.plain))
        texts = [word[0] for word in found]
        if tuple(texts) not in old and not one.plain.startswith(INDENT):  # no legend, nor what goes on from above
            then = was[at].plain.split() if len(was) == len(lines) else []
            for what, _, _, first, end in SequenceMatcher(None, then, texts, autojunk=False).get_opcodes():
                if what != "equal":
                    for word in found[first:end]:
                        one.stylize(STYLE, *word.span())
            if one.plain.startswith(" "):
                one = Text(CHANGED, style=STYLE).append_text(one[1:])
        yield one


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


def _figure(figure: Figure, words: Words, marked: Sequence[bool] = ()) -> Iterator[RenderableType]:
    """marked: of a line, which of its items are not what they were."""
    match figure:
        case Zone(is_shown=True):
            items = tuple(item.text for item in figure.items) or (words("empty"),)
            number = f" ({_number(figure)})" if figure.is_counted else ""
            title = figure.title + number + figure.printed
            # What is no longer there is marked, too: by the line alone.
            yield Line(title, items, indent=CHANGED if marked else " ", marked=tuple(marked))
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
    """Print the whole table and its header, the header nearest to what follows."""
    Drawing(words, seat, Before(), frozenset(), console).whole(scene(state, seat, words))
    console.rule(style="bright_black", characters="─")
    console.print(header(state, words, seat=seat))

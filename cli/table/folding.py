"""What of a table is drawn again before a decision, where the screen has not room for all of it.

Drawn are, as far as they fit: what the player has, what changed since the last decision, and what the options point at.
Of long figures only the rows and items that count are kept. Nothing here knows how a figure is drawn; who draws says
how many lines it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace

from cli.table.charts import Chart
from cli.table.lit import item_at
from cli.table.scene import Figure, Grid, Panel, Rows, Scene, Shelves, Zone
from cli.table.things import Item

Height = Callable[[Figure], int]
"""How many lines a figure takes."""

REST = Item("…", "rest")
"""Stands for the items of a zone that are left out."""

_LONG = 2
"""A zone of more lines is cut to the items that count."""


def name_of(figure: Figure) -> tuple[str, ...]:
    """What makes a figure the same one in another position."""
    match figure:
        case Zone():
            return "zone", figure.sort, figure.id
        case Grid():
            return "grid", figure.space.id
        case Rows():
            return "rows", figure.hint.id
    return (type(figure).__name__,)


@dataclass(frozen=True)
class Before:
    """The scene that the player saw last; None where there was none, and so nothing has changed."""

    scene: Scene | None = None

    def figure(self, figure: Figure, player: int | None) -> Figure | None:
        """What a figure was like; None where it was not there."""
        if self.scene is None:
            return None
        panels = (panel.figures for panel in self.scene.panels if panel.player == player)
        figures = self.scene.shared if player is None else next(panels, ())
        return next((old for old in figures if name_of(old) == name_of(figure)), None)

    def is_other(self, figure: Figure, player: int | None) -> bool:
        """Whether a figure, or what was kept of it, is not what it was."""
        if isinstance(figure, Zone) and REST in figure.items:
            return any(self.other_items(figure, player)) or any(item.sort == "gone" for item in figure.items)
        if isinstance(figure, Rows):
            return bool(self.other_rows(figure, player))
        return self.scene is not None and self.figure(figure, player) != figure

    def other_items(self, zone: Zone, player: int | None) -> tuple[bool, ...]:
        """For each item of a zone, whether it was not there so."""
        old = self.figure(zone, player)
        texts = {item.text for item in old.items} if isinstance(old, Zone) else set()
        return tuple(self.scene is not None and item.text not in texts and item != REST for item in zone.items)

    def other_rows(self, figure: Rows, player: int | None) -> set[str]:
        """The rows of a figure in which something is not what it was."""
        old = self.figure(figure, player)
        spots = old.spots if isinstance(old, Rows) else {}
        return {row for row, found in figure.spots.items() if self.scene is not None and spots.get(row) != found}


@dataclass(frozen=True)
class _Part:
    """A figure that may be drawn. rank: the least come first; player: whose it is."""

    rank: int
    figure: Figure
    player: int | None


def folded(now: Scene, before: Before, pointed: Set[str], room: int, height: Height) -> tuple[Scene, bool]:
    """The part of a scene that fits, and whether anything that is shown in it was left out.

    pointed: names of what the options point at (`cli.table.lit`); room: lines."""
    parts = list(_parts(now, before, pointed))
    kept: list[_Part] = []
    for part in sorted(parts, key=lambda part: part.rank):
        figure = part.figure
        if part.rank and before.scene is not None:
            figure = _cut(figure, part.player, before, pointed, height)
        lines = height(figure)
        if not lines:
            continue
        new_panel = part.player is not None and all(part.player != other.player for other in kept)
        if lines + new_panel <= room or not kept:
            kept.append(replace(part, figure=figure))
            room -= lines + new_panel
    found = {(part.player, name_of(part.figure)): part.figure for part in kept}

    def chosen(figures: Sequence[Figure], player: int | None) -> tuple[Figure, ...]:
        return tuple(x for figure in figures if (x := found.get((player, name_of(figure)))) is not None)

    panels = (replace(panel, figures=chosen(panel.figures, panel.player)) for panel in now.panels)
    scene = Scene(chosen(now.shared, None), tuple(panel for panel in panels if panel.figures))
    return scene, _shown(scene) != _shown(now)


def needed(now: Scene, before: Before, pointed: Set[str]) -> list[Figure]:
    """What the player has, and the pictures that the options point at."""
    return [part.figure for part in _parts(now, before, pointed) if part.rank < 2]


def _shown(scene: Scene) -> list[Figure]:
    """The figures of a scene that are drawn; a place where nothing lies is no loss."""
    figures = [*scene.shared, *(figure for panel in scene.panels for figure in panel.figures)]
    return [figure for figure in figures if not (isinstance(figure, Zone | Grid | Rows) and not figure.is_shown)]


def _parts(now: Scene, before: Before, pointed: Set[str]) -> Iterator[_Part]:
    """The figures that may be drawn, each with how soon it comes."""
    for figure in now.shared:
        rank = _rank(figure, None, before, pointed)
        if rank is not None or before.scene is None:
            yield _Part(4 if rank is None else rank, figure, None)
    for panel in now.panels:
        for figure in panel.figures:
            rank = _rank(figure, panel, before, pointed)
            if rank is not None:
                yield _Part(rank, figure, panel.player)
            elif panel.is_own or before.scene is None:
                yield _Part(3 if panel.is_own else 5, figure, panel.player)


def _rank(figure: Figure, panel: Panel | None, before: Before, pointed: Set[str]) -> int | None:
    """0 for what the player has, 1 for pictures that the options point at, 2 for what is not as it was, 3 for the rest
    of what they point at, which they name themselves; None for anything else."""
    if panel is not None and panel.is_own and isinstance(figure, Zone) and figure.sort == "facts":
        return 0
    is_pointed = not pointed.isdisjoint(_names(figure))
    if is_pointed and not isinstance(figure, Zone):
        return 1
    if before.is_other(figure, None if panel is None else panel.player):
        return 2
    return 3 if is_pointed else None


def _names(figure: Figure) -> Iterator[str]:
    """The names of all that a figure shows."""
    match figure:
        case Zone(sort="place"):
            yield f"p{figure.place}"
            yield from (item_at(figure.place, item) for item in figure.items)
        case Grid():
            yield from (f"p{place}" for place in (*(cell.place for cell in figure.cells), *figure.beside))
        case Rows():
            yield from (name for row in figure.spots for name in _row_names(figure, row))
        case Chart():
            for cell in figure.hexes:
                yield from (f"p{place}" for place in (cell.place, cell.tile_place))
                yield from (f"p{place}" for place, _ in cell.spaces)
                yield from (f"p{ground.place}" for ground in cell.grounds)
        case Shelves():
            yield from (f"r:{resource}" for resource in figure.resources)


def _row_names(figure: Rows, row: str) -> Iterator[str]:
    yield f"t:{row}"
    yield from (f"p{spot.place}" for spot in figure.spots[row].values() if spot.place >= 0)


def _cut(figure: Figure, player: int | None, before: Before, pointed: Set[str], height: Height) -> Figure:
    """The part of a figure that counts: of rows those that changed or that the options point at, of a long zone such
    items."""
    if isinstance(figure, Rows):
        lit = {row for row in figure.spots if not pointed.isdisjoint(_row_names(figure, row))}
        rows = lit | before.other_rows(figure, player)
        return replace(figure, spots={row: found for row, found in figure.spots.items() if row in rows or not rows})
    if isinstance(figure, Zone) and height(figure) > _LONG:
        other = before.other_items(figure, player)
        kept = [
            item
            for item, is_other in zip(figure.items, other, strict=True)
            if is_other or item_at(figure.place, item) in pointed
        ]
        if len(kept) < len(figure.items):
            return replace(figure, items=(*kept, *_gone(figure, player, before), REST))
    return figure


def _gone(zone: Zone, player: int | None, before: Before) -> Iterator[Item]:
    """What lay in a zone and lies there no more."""
    old = before.figure(zone, player)
    there = {(item.sort, item.id) for item in zone.items}
    for item in old.items if isinstance(old, Zone) else ():
        if item.title and (item.sort, item.id) not in there:
            yield Item(f"−{item.title}", "gone", item.id)


__all__ = ["REST", "Before", "folded", "name_of", "needed"]

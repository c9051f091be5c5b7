"""A map of tiles on hexes, in letters: in each cell stand the name of what lies there, what is printed on it, and the
pieces on the spaces that belong to it."""

from __future__ import annotations

from collections.abc import Iterator

from cli.screen.hexes import Hex, Map
from cli.screen.tiles import Tiles
from cli.screen.words import Words
from cli.table import charts


def picture(chart: charts.Chart, words: Words) -> Map:
    """The map as it is drawn."""
    marks = chart.hint.marks
    return Map(
        {
            (cell.q, cell.r): Hex(list(_lines(cell, words)), [marks.get(e, "") for e in cell.edges] or ("",) * 6)
            for cell in chart.hexes
        }
    )


def _lines(cell: charts.Hex, words: Words) -> Iterator[str]:
    yield words.name(cell.tile or cell.id)
    if cell.printed:
        # An amount is not broken off from what it counts.
        yield ", ".join(words.amount(n, what).replace(" ", "\u00a0") for what, n in cell.printed)
    for ground in cell.grounds:
        units = ", ".join(_unit(unit, words) for unit in ground.units)
        yield f"{ground.what}: {units}" if ground.what and units else ground.what or units


def _unit(unit: charts.Unit, words: Words) -> str:
    many = f" ×{unit.count}" if unit.count > 1 else ""
    return f"{words.name(unit.owner)} {words.name(unit.kind)}{many}{unit.state}".strip()


def legend(found: Tiles, words: Words) -> str:
    """What the marks of edges mean, and in which order edges are told; empty where the map has none."""
    shown = ", ".join(f"{mark} {words.name(id)}" for id, mark in found.marks.items())
    return words("map_edges", marks=shown) if shown else ""


__all__ = ["legend", "picture"]

"""Edges and corners of the cells of a grid: what they are called, and what touches what.

A cell has its edges and corners clockwise: of squares n, e, s, w and ne, se, sw, nw; of hexes, which stand on a corner,
ne, e, se, sw, w, nw and ne, se, s, sw, nw, n. The edge i lies between the corners i - 1 and i. One that several cells
share is called by the first of them, `r1c1e`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.loading.model import SpaceDecl
from interpreter.records import record

Point = tuple[int, int]
Row = tuple[int, ...]

_SQUARE = (
    2, {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)},
    2, {"ne": (-1, 1), "se": (1, 1), "sw": (1, -1), "nw": (-1, -1)},
)  # fmt: skip
HEX_CORNERS = ("ne", "se", "s", "sw", "nw", "n")
_HEX = (
    2, {"ne": (1, -1), "e": (1, 0), "se": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (0, -1)},
    3, {"ne": (2, -1), "se": (1, 1), "s": (-1, 2), "sw": (-2, 1), "nw": (-1, -1), "n": (1, -2)},
)  # fmt: skip
"""How far apart cells lie where edges are counted, and the way from a cell to its edges; the same for corners."""


@record
class Borders:
    """What touches what on one board, by number: cells, edges and corners are counted in their order. edge_ids,
    corner_ids: what they are called. edges, corners: those of each cell, clockwise."""

    edge_ids: tuple[str, ...]
    corner_ids: tuple[str, ...]
    edges: tuple[Row, ...]
    corners: tuple[Row, ...]

    def touching(self, of: str, which: str) -> tuple[Row, ...]:
        """For each of the cells, edges or corners, which others it touches: cells, edges or corners. Edges touch the
        edges that they meet at a corner, corners the corners at the other end of an edge."""
        ends = [(0, 0)] * len(self.edge_ids)
        for sides, spots in zip(self.edges[::-1], self.corners[::-1], strict=True):
            for i, edge in enumerate(sides):
                ends[edge] = (spots[i - 1], spots[i])
        match of, which:
            case "cells", "edges":
                return self.edges
            case "cells", "corners":
                return self.corners
            case "edges", "cells":
                return _turned(self.edges, len(self.edge_ids))
            case "corners", "cells":
                return _turned(self.corners, len(self.corner_ids))
            case "edges", "corners":
                return tuple(ends)
            case "corners", "edges":
                return _turned(ends, len(self.corner_ids))
        there = self.touching(of, "corners" if of == "edges" else "edges")
        back = self.touching("corners" if of == "edges" else "edges", of)
        return tuple(tuple(dict.fromkeys(y for x in row for y in back[x] if y != i)) for i, row in enumerate(there))


def _turned(rows: Sequence[Sequence[int]], size: int) -> tuple[Row, ...]:
    out: list[list[int]] = [[] for _ in range(size)]
    for i, row in enumerate(rows):
        for x in row:
            out[x].append(i)
    return tuple(map(tuple, out))


def borders(cells: SpaceDecl) -> Borders:
    """The edges and corners of a grid."""
    first, second = ("q", "r") if cells.rings else ("row", "column")
    at = {id: (int(str(k.attributes[first])), int(str(k.attributes[second]))) for id, k in cells.kinds.items()}
    near, sides, far, spots = _HEX if cells.rings else _SQUARE
    edge_ids, edges = _counted(at, near, sides)
    corner_ids, corners = _counted(at, far, spots)
    return Borders(edge_ids, corner_ids, edges, corners)


def _counted(
    cells: Mapping[str, Point], apart: int, ways: Mapping[str, Point]
) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    """The ids of what lies around cells, and their numbers for each cell."""
    numbers: dict[Point, int] = {}
    ids: list[str] = []
    rows = []
    for cell, (a, b) in cells.items():
        row = []
        for name, (da, db) in ways.items():
            point = (apart * a + da, apart * b + db)
            if point not in numbers:
                numbers[point] = len(ids)
                ids.append(f"{cell}{name}")
            row.append(numbers[point])
        rows.append(tuple(row))
    return tuple(ids), tuple(rows)

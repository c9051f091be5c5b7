"""The cheapest ways through a network. Pure functions: the same start and entries give the same ways, which are
remembered, so that a decision that asks for the way to each of forty cities searches once.

A network is a list of entries. Of links: (one end, the other, cost, the link), gone along both ways; what it costs less
than nothing costs nothing. Of cells: (cell, cost of entering it, cells beside it …); one that costs less than nothing
cannot be entered. What is none, -1, leads nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any, cast

from interpreter.runtime.failures import Unreachable
from interpreter.runtime.faults import long, spend

Row = tuple[int, ...]
Entries = Sequence[Sequence[int]]
Arc = tuple[int, int, int]
"""(cost, where it leads, the link or cell it is)"""
Ways = dict[int, tuple[int, int, int]]
"""By the cost of the way to it, the nearest first: what can be reached → (cost, what lies before it on the
way or -1, the link or cell that leads from there to it)"""

KEPT = 200_000
"""Numbers in what is remembered of networks, and of areas; reaching it forgets all of them."""


class _Known(dict[Any, Any]):
    """What was found out, by what was asked."""

    size = 0

    def keep(self, key: Any, found: Any, size: int) -> Any:
        """Remember an answer. size: the numbers in the question and in it."""
        self.size += size
        if self.size >= KEPT:
            self.clear()
            self.size = size
        self[key] = found
        return found


_known, _areas = _Known(), _Known()


def distance(start: Sequence[int], target: int, entries: Entries, is_links: int) -> int:
    """What the cheapest way from any of the starts costs. Unreachable: there is none."""
    return _found(start, target, entries, is_links)[target][0]


def cheapest(start: Sequence[int], target: int, entries: Entries, is_links: int) -> tuple[int, ...]:
    """The cheapest way from any of the starts: its links, or the cells that are entered. Unreachable: there is none."""
    ways = _found(start, target, entries, is_links)
    way = []
    _, before, by = ways[target]
    while before >= 0:
        way.append(by)
        _, before, by = ways[before]
    return tuple(way[::-1])


def within_reach(start: Sequence[int], most: int, entries: Entries, is_links: int) -> tuple[int, ...]:
    """The starts and all that is at most so far from one of them (below 0: however far), the nearest first."""
    ways = _ways(start, entries, is_links)
    return long(tuple([x for x, (cost, _, _) in ways.items() if cost <= most or most < 0]))


def _found(start: Sequence[int], target: int, entries: Entries, is_links: int) -> Ways:
    ways = _ways(start, entries, is_links)
    if target not in ways:
        raise Unreachable
    return ways


def _ways(start: Sequence[int], entries: Entries, is_links: int) -> Ways:
    key = (start, entries, is_links)
    known = _known.get(key)
    if known is None:
        size = len(start) + sum(map(len, entries))
        spend(40 * size)
        return cast(Ways, _known.keep(key, _searched(start, _arcs(entries, is_links)), size))
    return cast(Ways, known)


def _arcs(entries: Entries, is_links: int) -> dict[int, list[Arc]]:
    arcs: dict[int, list[Arc]] = {}
    if is_links:
        for one, two, cost, link in entries:
            if one >= 0 and two >= 0:
                cost = max(cost, 0)
                arcs.setdefault(one, []).append((cost, two, link))
                arcs.setdefault(two, []).append((cost, one, link))
        return arcs
    costs = {cell: cost for cell, cost, *_ in entries}
    for cell, _, *beside in entries:
        arcs[cell] = [(costs[x], x, x) for x in beside if x >= 0 and costs.get(x, -1) >= 0]
    return arcs


def _searched(start: Sequence[int], arcs: dict[int, list[Arc]]) -> Ways:
    """Dijkstra's algorithm. Of equally cheap ways the one found first counts, in the order of start and entries."""
    reached: Ways = {}
    best: Ways = {}
    waiting: list[tuple[int, int, int]] = []
    numbers = count()
    for x in start:
        if x >= 0 and x not in best:
            best[x] = (0, -1, -1)
            heappush(waiting, (0, next(numbers), x))
    while waiting:
        cost, _, x = heappop(waiting)
        if x in reached:
            continue
        reached[x] = best[x]
        for more, y, by in arcs.get(x, ()):
            if y not in best or cost + more < best[y][0]:
                best[y] = (cost + more, x, by)
                heappush(waiting, (cost + more, next(numbers), y))
    return reached


def enclosed(edges: Row, cells_at: Sequence[Row], edges_of: Sequence[Row]) -> tuple[Row, ...]:
    """The areas that lie behind some edges of a grid: which nobody leaves for the outside who crosses none of them.

    cells_at: by edge, the cells beside it; edges_of: by cell. Each area is the list of its cells."""
    known = _areas.get(edges)
    if known is None or known[0] is not cells_at:  # or they are edges of another game
        found = _enclosed(edges, cells_at, edges_of)
        known = _areas.keep(edges, (cells_at, found), len(edges) + sum(map(len, found)))
    return cast(tuple[Row, ...], known[1])


def _enclosed(edges: Sequence[int], cells_at: Sequence[Row], edges_of: Sequence[Row]) -> tuple[Row, ...]:
    fences = set(edges)
    areas = []
    seen: set[int] = set()
    for first in (cell for edge in edges for cell in cells_at[edge]):
        if first in seen:
            continue
        seen.add(first)
        area, is_open = [first], False
        for cell in area:
            for edge in edges_of[cell]:
                if edge not in fences:
                    is_open |= len(cells_at[edge]) == 1
                    found = [x for x in cells_at[edge] if x not in seen]
                    seen.update(found)
                    area += found
        spend(100 * len(area))
        if not is_open:
            areas.append(tuple(sorted(area)))
    return tuple(sorted(areas))


__all__ = ["cheapest", "distance", "enclosed", "within_reach"]

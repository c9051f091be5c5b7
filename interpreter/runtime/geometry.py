"""Shapes on grids. Knows cells and shapes, not what lies on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.runtime.faults import spend

Cells = tuple[tuple[int, int], ...]


def cells_of(shape: Sequence[str]) -> Cells:
    """The cells (row, column) of a shape drawn as text rows with `#`; a shape without text is one cell."""
    found = tuple((r, c) for r, row in enumerate(shape) for c, mark in enumerate(row) if mark == "#")
    return found or ((0, 0),)


def turned(cells: Cells, rotate: bool, mirror: bool) -> tuple[Cells, ...]:
    """The different ways in which a shape may lie, each moved to the corner."""
    forms: list[Cells] = []
    for flipped in (False, True) if mirror else (False,):
        form = tuple((r, -c) for r, c in cells) if flipped else cells
        for _ in range(4 if rotate else 1):
            top, left = min(r for r, _ in form), min(c for _, c in form)
            normal = tuple(sorted((r - top, c - left) for r, c in form))
            if normal not in forms:
                forms.append(normal)
            form = tuple((c, -r) for r, c in form)
    return tuple(forms)


def packs(columns: int, rows: int, shapes: Sequence[tuple[Cells, ...]]) -> bool:
    """Whether shapes, each in one of its forms, can lie together on a grid without overlap (largest first, depth
    first)."""
    order = sorted(shapes, key=lambda forms: -len(forms[0]))
    if sum(len(forms[0]) for forms in order) > columns * rows:
        return False
    found = {forms: masks(columns, rows, forms) for forms in set(order)}

    def place(i: int, used: int, least: int) -> bool:
        if i == len(order) or len(order[i][0]) == 1:
            return True
        start = least if i and order[i] == order[i - 1] else 0
        options = found[order[i]]
        spend(40 * (len(options) - start))
        return any(not used & options[j] and place(i + 1, used | options[j], j + 1) for j in range(start, len(options)))

    return place(0, 0, 0)


def masks(columns: int, rows: int, forms: tuple[Cells, ...]) -> list[int]:
    """The cells that a shape covers in each way to lie on a grid, as bits of a number."""
    out = []
    for form in forms:
        height, width = max(r for r, _ in form) + 1, max(c for _, c in form) + 1
        spend(6 * columns * rows * len(form))
        for r0 in range(rows - height + 1):
            for c0 in range(columns - width + 1):
                out.append(sum(1 << ((r0 + r) * columns + c0 + c) for r, c in form))
    return out


Content = tuple[int, ...]
"""pieces on a board"""


class Fitting(dict[int, bool]):
    """Whether one more shape fits beside those that lie on a board, in some arrangement of all of them: the answer for
    each number of a shape, found when it is first asked for."""

    def __init__(self, packs_with: Callable[[int], bool]) -> None:
        super().__init__()
        self._packs_with = packs_with

    def __missing__(self, shape: int) -> bool:
        found = self[shape] = self._packs_with(shape)
        return found


def fitter(
    columns: int, rows: int, rotate: bool, mirror: bool, shape_of: Sequence[Sequence[str]]
) -> tuple[tuple[int, ...], Callable[[Content], Fitting]]:
    """(the number of each piece's shape, what fits beside the pieces on a board).

    Answers are remembered by the shapes on the board, of which there are few; the memory is bounded all the same."""
    forms = [turned(cells_of(shape), rotate, mirror) for shape in shape_of]
    numbers = {form: i for i, form in enumerate(dict.fromkeys(forms))}
    shapes = tuple([numbers[form] for form in forms])
    by_number = list(numbers)
    by_shapes: dict[tuple[int, ...], Fitting] = {}
    by_content: dict[Content, Fitting] = {}

    def fitting(content: Content) -> Fitting:
        found = by_content.get(content)
        if found is None:
            lying = tuple(sorted([shapes[x] for x in content]))
            found = by_shapes.get(lying)
            if found is None:
                found = by_shapes[lying] = Fitting(lambda n: packs(columns, rows, [by_number[m] for m in (*lying, n)]))
            if len(by_content) > 5000:
                by_content.clear()
            by_content[content] = found
        return found

    return shapes, fitting


def laid(
    columns: int, rows: int, shape: Sequence[str], rotate: bool, mirror: bool, ordered: bool
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """All ways in which a shape can lie on a grid, each as its cells (row, column from 0) in the order of the drawing.

    ordered: ways that cover the same cells with other parts of the shape are different."""
    found: dict[object, tuple[tuple[int, int], ...]] = {}
    cells = cells_of(shape)
    for flipped in (False, True) if mirror else (False,):
        form = tuple((r, -c) for r, c in cells) if flipped else cells
        for _ in range(4 if rotate else 1):
            top, left = min(r for r, _ in form), min(c for _, c in form)
            height, width = max(r for r, _ in form) - top, max(c for _, c in form) - left
            spend(6 * columns * rows * len(form))
            for r0 in range(rows - height):
                for c0 in range(columns - width):
                    way = tuple((r - top + r0, c - left + c0) for r, c in form)
                    found.setdefault(way if ordered else frozenset(way), way)
            form = tuple((c, -r) for r, c in form)
    return tuple(sorted(found.values()))

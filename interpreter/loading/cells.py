"""The spaces of a grid: made from its size, with the attributes that the ruleset gives some of them."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.loading.model import KindDecl
from interpreter.records import changed


def cells(columns: int, rows: int, given: Mapping[str, KindDecl], others: KindDecl) -> dict[str, KindDecl]:
    """The cells of a grid row by row, `r1c1` first. given: those of which the ruleset says more; others: what
    the others are, but for the id."""
    out: dict[str, KindDecl] = {}
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            name = f"r{row}c{column}"
            known = given.get(name) or changed(others, id=name)
            out[name] = changed(known, attributes={"row": row, "column": column, **known.attributes})
    return out


def hex_cells(rings: int, given: Mapping[str, KindDecl], others: KindDecl) -> dict[str, KindDecl]:
    """The cells of a hex grid row by row, by their axial coordinates: q to the east, r to the south-east. Parameters as
    for `cells`."""
    out: dict[str, KindDecl] = {}
    for r in range(-rings, rings + 1):
        for q in range(max(-rings, -rings - r), min(rings, rings - r) + 1):
            name = f"q{q}r{r}"
            known = given.get(name) or changed(others, id=name)
            out[name] = changed(known, attributes={"q": q, "r": r, **known.attributes})
    return out

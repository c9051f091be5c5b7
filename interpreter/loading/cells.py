"""The spaces of a grid, its edges and corners: made from its size, with what the ruleset says of some of them."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.diagnostics import near_names
from interpreter.loading.borders import borders
from interpreter.loading.documents import Limited
from interpreter.loading.model import KindDecl, SpaceDecl
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


def _bordering(space: SpaceDecl, cells: SpaceDecl, others: KindDecl) -> SpaceDecl:
    """A class of edges or corners with its spaces, which belong to whom the cells belong."""
    found = borders(cells)
    ids = found.edge_ids if space.edges_of else found.corner_ids
    kinds = {id: space.kinds.get(id) or changed(others, id=id) for id in ids}
    return changed(space, kinds=kinds, per_player=cells.per_player)


def with_borders(
    spaces: Mapping[str, SpaceDecl], common: Mapping[str, KindDecl], diagnostics: Limited
) -> dict[str, SpaceDecl]:
    """The classes of spaces, those of edges and corners with their spaces. common: by class of these, what those are of
    which the ruleset says nothing, but for the id."""
    out, taken = dict(spaces), set()
    for space in spaces.values():
        cells = spaces.get(space.cells)
        kind = "edges" if space.edges_of else "corners"
        if not space.cells:
            continue
        is_own = space.columns or space.rings or (space.edges_of and space.corners_of)
        is_own = is_own or (cells is not None and space.per_player and not cells.per_player)
        if cells is None or not (cells.columns or cells.rings) or is_own or (space.cells, kind) in taken:
            diagnostics.add("E161", space.span, space=space.id, kind=kind, cells=space.cells)
            continue
        taken.add((space.cells, kind))
        out[space.id] = _bordering(space, cells, common[space.id])
        unknown_cells(space.id, space.kinds, out[space.id].kinds, diagnostics)
    return out


def unknown_cells(
    space: str, given: Mapping[str, KindDecl], kinds: Mapping[str, KindDecl], diagnostics: Limited
) -> None:
    """Report what is said of cells that a grid does not have."""
    for kind in given.values():
        if kind.id not in kinds:
            what = f"a cell of `{space}`"
            diagnostics.add("E120", kind.span, near=near_names(kind.id, kinds), name=kind.id, what=what)

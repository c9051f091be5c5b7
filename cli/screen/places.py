"""The places in a part of a view: zones, boards and spaces by their ids, grids by the ids of their classes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.game import Game
from interpreter.loading.model import SpaceDecl

Place = Mapping[str, Any]


def single(part: Mapping[str, Any], game: Game) -> Iterator[tuple[str, Place]]:
    """(id, content) of the places that are no cells of a grid, in their order."""
    model = game.model
    spaces = [space.kinds for space in model.spaces.values() if not space.is_grid]
    for id, value in part.items():
        if id in model.zones or id in model.boards or any(id in kinds for kinds in spaces):
            yield id, value


def grids(part: Mapping[str, Any], game: Game) -> Iterator[tuple[SpaceDecl, Mapping[str, Place]]]:
    """(class, its cells by id) of the grids."""
    for id, value in part.items():
        space = game.model.spaces.get(id)
        if space is not None and space.is_grid:
            yield space, value


def every(part: Mapping[str, Any], game: Game) -> Iterator[tuple[str, Place]]:
    """(id, content) of all places, cells included."""
    yield from single(part, game)
    for _, cells in grids(part, game):
        yield from cells.items()

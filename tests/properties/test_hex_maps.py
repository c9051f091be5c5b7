"""Maps of hexes that grow in random games: tiles lie on cells of their own, joined, and what their edges show fits."""

from __future__ import annotations

from typing import Any, cast

import interpreter as rw
from interpreter.loading.source import find
from interpreter.runtime.rng import Rng
from tests.properties.cases import each
from tests.shipped import Case, main_cases, random_choice


def edges_on_map(state: rw.State, hint: dict[str, Any]) -> dict[tuple[int, int], list[str]]:
    """What the tile on each cell shows, clockwise from the north-east."""
    model, layout = state.game.model, state.game.program.layout
    cells = model.spaces[hint["cells"]]
    tiles = model.spaces[cells.state[hint["lies"]].type]
    view = state.game.viewer.view(state.slots, None)["places"]
    out = {}
    for id, kind in cells.kinds.items():
        place = view[cells.id][id][hint["lies"]]
        if place >= 0:
            tile = layout.places[place].zone
            edges, turn = tiles.kinds[tile].attributes[hint["edges"]], view[tile][hint["turn"]]
            at = (int(str(kind.attributes["q"])), int(str(kind.attributes["r"])))
            assert isinstance(edges, list | tuple)
            out[at] = [str(edges[(d - turn) % 6]) for d in range(6)]
    return out


STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


def has_map(game: str) -> bool:
    """Read from the file, since compiling every game for it would take long."""
    show = find(game) / "show.yaml"
    return show.exists() and "\n  map:" in show.read_text(encoding="utf-8")


MAPPED = [case for case in main_cases() if has_map(case.game)]


def test_there_are_maps() -> None:
    assert MAPPED


@each(MAPPED)
def test_edges_match_and_the_map_is_in_one_piece(case: Case) -> None:
    game = case.load()
    hint = cast("dict[str, Any]", game.model.show["map"])
    for seed in range(4):
        state, rng = game.start(seed), Rng(seed)
        while not state.is_over:
            random_choice(state, rng)
        found = edges_on_map(state, hint)
        meetings = 0
        for (q, r), edges in found.items():
            for d, (dq, dr) in enumerate(STEPS):
                other = found.get((q + dq, r + dr))
                if other is not None:
                    meetings += 1
                    assert edges[d] == other[(d + 3) % 6]
        assert meetings >= 2 * (len(found) - 1) > 0

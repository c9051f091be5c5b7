"""`distribute` asks class by class of alike places, of which kinds alone do not always tell."""

from __future__ import annotations

import pytest

from interpreter import pipeline
from interpreter.game import Game
from interpreter.loading.source import folder_from_text

RULES = """
# file: ruleset.yaml
game: {{id: village, players: [2]}}
resources:
  worker: {{supply: 30, held_by: [player, plot, hut]}}
pieces:
  plot:
    attributes: {{size: int}}
    holds: [worker]
    limit: self.size
    start: land
    kinds:
      field:  {{copies: 3, size: 1}}
      forest: {{copies: {forests}, size: 2}}
  hut:
    holds: [worker]
    limit: 1
    start: town
    kinds:
      bakery: {{copies: 2}}
zones:
  land:   {{pieces: plot}}
  meadow: {{pieces: plot}}
  town:   {{pieces: hut}}
phases:
  game:
    do: |
      players[1] does {{
{before}
        gain {workers} worker
        distribute all worker among t in {places} at most t.free
      }}
scoring:
  categories: {{none: {{worth: 0}}}}
"""

BOTH = "(those(t in land) + those(h in town))"


def village(workers: int, places: str = BOTH, before: str = "", forests: int = 2) -> Game:
    text = RULES.format(workers=workers, places=places, before="        " + before, forests=forests)
    return pipeline.load(folder_from_text(text), 2)


def asked(game: Game, *picks: int) -> list[tuple[str, ...]]:
    """The options of each question, one after another, where so many are laid."""
    state = game.start()
    out = [state.decision.keys]
    for number in picks:
        state.apply(next(key for key in state.decision.keys if key.startswith(f"{number} ")))
        if not state.is_over:
            out.append(state.decision.keys)
    return out


def laid(game: Game, *picks: int) -> list[int]:
    """How many workers stand on each piece in the end."""
    state = game.start()
    for number in picks:
        state.apply(next(key for key in state.decision.keys if key.startswith(f"{number} ")))
    assert state.is_over
    base = game.program.layout.piece_arrays[game.program.layout.resources.index("worker")]
    return list(state.slots[base : base + len(game.program.layout.pieces)])


def test_each_class_of_alike_places_is_asked_once() -> None:
    game = village(4)
    assert asked(game, 2, 1, 0) == [
        ("0 on field", "1 on field", "2 on field", "3 on field"),
        ("0 on forest", "1 on forest", "2 on forest"),
        ("0 on forest", "1 on forest"),
    ]
    assert laid(game, 2, 1, 0) == [1, 1, 0, 1, 0, 1, 0]
    assert laid(game, 0, 0) == [0, 0, 0, 0, 2, 1, 1]


def test_a_place_that_takes_one_more_is_alike_to_no_empty_one_of_its_kind() -> None:
    game = village(4, before="gain 1 worker; distribute all worker among t in land if land[5] is t at most 1")
    assert asked(game, 1, 1)[1:] == [
        ("0 on forest", "1 on forest", "2 on forest"),
        ("0 on forest", "1 on forest"),
    ]
    assert laid(game, 1, 1, 0) == [1, 0, 0, 1, 1, 1, 1]


def test_two_of_a_kind_in_different_places_are_told_apart() -> None:
    places = "(those(t in land) + those(t in meadow))"
    game = village(1, places, "for t in land if t.size is 1 and size(meadow) is 0 { move t to meadow }")
    assert asked(game, 0, 0, 0)[0] == ("0 on field", "1 on field")
    assert laid(game, 0, 0, 0) == [1, 0, 0, 0, 0, 0, 0]


def test_what_else_a_place_takes_is_no_part_of_its_kind() -> None:
    places = "(those(t in land if t.size is 1))"
    game = village(2, places, "gain 1 worker; distribute all worker among t in land if land[2] is t at most 1")
    assert laid(game) == [1, 1, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("workers", range(1, 10))
def test_every_way_is_reached_once(workers: int) -> None:
    """As many ways as there are numbers of workers on three alike fields, two forests and two alike bakeries."""
    game = village(workers)
    seen = []
    left = [game.start()]
    while left:
        state = left.pop()
        if state.is_over:
            seen.append(tuple(state.slots[1:]))
            continue
        for key in state.decision.keys:
            copy = state.copy()
            copy.apply(key)
            left.append(copy)
    ways = [
        (a, b, c, d) for a in range(4) for b in range(3) for c in range(3) for d in range(3)
        if a + b + c + d == min(workers, 9)
    ]  # fmt: skip
    assert (len(seen), len(set(seen))) == (len(ways), len(ways))

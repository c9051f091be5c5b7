"""Spaces, grids, markers and dice on the screen."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

import interpreter as rw
from cli.screen import changes, table
from cli.screen.words import Words
from interpreter.loading.source import folder_from_text
from interpreter.runtime.rng import Rng

GAMES = Path(__file__).parents[1] / "runtime"


@cache
def load(name: str, players: int) -> rw.Game:
    return rw.load(GAMES / f"{name}.yaml", players)


def lines(state: rw.State, width: int = 80) -> list[str]:
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False)
    table.draw(console, state, 0, Words(state.game))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().split("\n")


def put(state: rw.State, space: str, cell: str, variable: str, value: Any, seat: int = 0) -> None:
    layout = state.game.program.layout
    place = next(p for p in layout.space_places[space][seat] if layout.places[p].zone == cell)
    state.slots[layout.space_vars[(space, variable)] + place] = value


def test_a_grid_is_drawn_as_a_picture() -> None:
    game = load("tiles", 2)
    state = game.start(1)
    put(state, "cell", "r2c3", "built", game.program.layout.kind("work", "sow"))
    put(state, "cell", "r2c3", "worked", True)
    put(state, "cell", "r3c1", "built", game.program.layout.kind("work", "dig"))
    found = lines(state)
    start = found.index(" Cell:")
    assert [line.split() for line in found[start + 1 : start + 5]] == [
        ["c1", "c2", "c3", "c4"],
        ["r1", "·", "·", "·", "·"],
        ["r2", "·", "·", "sow,", "Worked", "·"],
        ["r3", "dig", "·", "·", "·"],
    ]


def test_empty_grids_and_spaces_are_left_out() -> None:
    assert not [line for line in lines(load("tiles", 2).start(1)) if "Cell" in line or "Plaza" in line or "r1" in line]
    assert not [line for line in lines(load("wheels", 2).start(1)) if line.startswith(" Big 2")]


def test_a_space_shows_its_pieces_with_their_owners_and_its_variables() -> None:
    state = load("wheels", 3).start(1)
    state.apply("place big_1")
    put(state, "tooth", "big_1", "burnt", True)
    assert " Big 1: hand (a), Visits: 1, Burnt" in lines(state)
    assert " Big 3: stone man" in lines(state)


def test_a_die_always_shows_its_number() -> None:
    state = load("tiles", 2).start(1)
    layout = state.game.program.layout
    for x in layout.class_pieces["die"]:
        state.slots[layout.face_base["die"] + x] = 0
    assert " Cup: white ×3 (1), black (1)" in lines(state)


def test_variables_of_new_types_are_words() -> None:
    state = load("wheels", 2).start(1)
    state.apply("place big_1")
    assert any("Last tooth: big 1" in line for line in lines(state))


@pytest.mark.parametrize("name", ["wheels", "tiles"])
@pytest.mark.parametrize("width", [60, 100])
def test_a_whole_game_fits_the_width(name: str, width: int) -> None:
    state, rng = load(name, 3).start(4), Rng(4)
    while not state.is_over:
        found = lines(state, width)
        assert max(map(cell_len, found)) <= width
        assert not [line for line in found if "_" in line]
        state.apply(state.decision.keys[rng.below(len(state.decision.keys))])


def test_an_option_says_how_markers_and_counters_on_spaces_change() -> None:
    state = load("wheels", 2).start(1)
    words = Words(state.game)
    seen: dict[str, set[str]] = {}
    rng = Rng(2)
    while not state.is_over:
        for choice in state.decision.choices:
            found = changes.brings(state, choice, state.player or 0, words)
            seen.setdefault(choice.action, set()).update([*found.own, *found.follows])
        state.apply(state.decision.keys[rng.below(len(state.decision.keys))])
    assert {"+2 sun", "−1 skull"} <= seen["burn"]
    assert "−hand" in seen["place"]
    assert "−1 sun" in seen["build"]


def test_counters_that_move_to_cells_of_ones_own_are_told_with_the_cell() -> None:
    game = load("tiles", 2)
    state = game.start(1)
    words = Words(game)
    before = state.observe(0)
    layout = game.program.layout
    seed = layout.resource("seed")
    state.slots[layout.holder_slots(seed)[0]] -= 1
    state.slots[layout.place_slots[(seed, layout.space_places["cell"][0][5])]] += 1
    assert changes.changes(before, state.observe(0), 0, words) == ["−1 seed (→ r2c2)"]


LOTS = """
game: {id: lots, players: [2], seats: [ann, bob]}
effects:
  region: {kinds: {upland: {}, shore: {}}}
  boon: {kinds: {one_coin: {}, two_coins: {}}}
resources: {seed: {supply: 4, held_by: [player, lot]}}
pieces:
  hut: {per: player, start: shed, kinds: {shack: {copies: 3}, rock: {copies: 1, shared: true}}}
zones: {shed: {pieces: hut, per: player}}
spaces:
  lot:
    grid: {columns: 5, rows: 3}
    pieces: hut
    attributes: {region: kind of region}
    state: {boon: kind of boon, taken: bool, worth: int, built: hut}
    kinds:
      r1c1: {region: upland}
      r1c2: {region: upland}
      r2c1: {region: upland}
      r2c4: {region: shore}
      r2c5: {region: shore}
      r3c5: {region: shore}
setup:
  do: |
    players[1] does { for h in my shed { if lot[1] is empty { move h to lot[1] } } }
    players[1] does { gain 2 seed; move all seed from me to lot[10] }
    players[2] does { for h in my shed { if size(lot[2]) < 2 { move h to lot[2] } } }
    for h in hut if h.kind is rock { move h to lot[6] }
    lot[9].boon = one_coin; lot[9].taken = true
    lot[15].boon = two_coins; lot[15].worth = 7
    for h in hut if h.kind is shack { lot[15].built = h }
phases: {game: {do: 'each of players does { may stop { gain 1 seed } }; end game'}}
scoring: {categories: {seeds: {worth: p.seed}}}
show:
  grids: {lot: {by: region, marks: {rock: "#", one_coin: "$", taken: "!"}}}
"""


def lots(text: str, width: int = 80) -> list[str]:
    return [line.rstrip() for line in lines(rw.load(folder_from_text(text), players=2).start(1), width)]


def test_parts_of_a_grid_stand_side_by_side() -> None:
    found = lots(LOTS)
    start = found.index(" Lot:")
    assert [line.split() for line in found[start + 1 : start + 5]] == [
        ["Upland", "Shore"],
        ["c1", "c2", "c4", "c5"],
        ["r1", "a", "bb", "r2", "$!", "2s"],
        ["r2", "#", "r3", "t7s"],
    ]
    assert found[start + 5].strip() == "a ann, b bob, # rock, $ one coin, ! taken, s shack, t two coins"


def test_parts_of_a_grid_stand_below_each_other_where_there_is_no_room() -> None:
    found = lots(LOTS, 16)
    at = [next(i for i, line in enumerate(found) if name in line) for name in ("Upland", "Shore")]
    assert at[1] == at[0] + 4


def test_a_grid_without_parts_is_drawn_with_all_its_cells() -> None:
    found = lots(LOTS.replace("by: region, ", ""))
    start = found.index(" Lot:")
    assert [line.split() for line in found[start + 1 : start + 3]] == [
        ["c1", "c2", "c3", "c4", "c5"],
        ["r1", "a", "bb", "·", "·", "·"],
    ]


def test_what_is_printed_on_cells_stands_before_what_lies_there() -> None:
    text = LOTS.replace("{region: upland}", "{region: upland, soil: two_coins, price: 3}", 1)
    text = text.replace(
        "attributes: {region: kind of region", "attributes: {soil: kind of boon, price: int, region: kind of region"
    )
    assert "soil: two_coins" in text and "soil: kind of boon" in text
    found = lots(text.replace("by: region,", "by: region, attributes: [soil, price],"))
    start = found.index(" Lot:")
    assert found[start + 3].split()[:4] == ["r1", "t3", "a", "bb"]
    words = lots(
        text.replace('by: region, marks: {rock: "#", one_coin: "$", taken: "!"}', "attributes: [soil, price]"), 200
    )
    start = words.index(" Lot:")
    assert words[start + 2].split()[:8] == ["r1", "two", "coins", "+", "3", "price:", "shack", "(ann)"]


MARKET = """
game: {id: market, players: [2], seats: [ann, bob]}
resources: {coin: {}, seed: {}}
pieces:
  sign: {start: box, kinds: {buy: {}, sell: {}}}
  hut: {per: player, start: shed, kinds: {shack: {copies: 1}}}
zones: {box: {pieces: sign}, shed: {pieces: hut, per: player}}
spaces:
  stall: {grid: {columns: 2, rows: 2}, pieces: hut}
  edge: {pieces: sign, kinds: {west: {}, east: {}, north: {}}}
  shelf:
    pieces: sign
    attributes: {cost: bag, worth: int}
    kinds: {top: {cost: "2 coin, 1 seed", worth: 3}, low: {cost: "1 coin"}, floor: {}}
setup:
  do: |
    for x in box { if x.kind is buy { move x to east } else { move x to top } }
phases: {game: {do: 'each of players does { may stop { gain 1 seed } }; end game'}}
scoring: {categories: {seeds: {worth: p.seed}}}
show:
  grids: {stall: {columns: [west, east], rows: [north], marks: {buy: "$"}}}
  lines: {shelf: [cost, worth]}
"""


def test_what_lies_at_the_edges_heads_columns_and_rows() -> None:
    found = lots(MARKET)
    start = found.index(" Stall:")
    assert [line.split() for line in found[start + 1 : start + 4]] == [
        ["c1", "c2", "buy"],
        ["r1", "·", "·"],
        ["r2", "·", "·"],
    ]
    assert not any(line.startswith(" East") for line in found)
    in_words = lots(MARKET.replace(', marks: {buy: "$"}', ""))
    assert "c2 buy" in in_words[in_words.index(" Stall:") + 1]


def test_without_edges_an_empty_grid_is_not_drawn() -> None:
    assert " Stall:" not in lots(MARKET.replace("columns: [west, east], rows: [north], ", ""))


def test_what_is_printed_beside_listed_spaces() -> None:
    found = lots(MARKET)
    assert " Top (2 coin + 1 seed, 3 worth): sell" in found
    assert " Low (1 coin): empty" in found and not any(line.startswith((" North", " West")) for line in found)
    assert " Top: sell" in lots(MARKET.replace("  lines: {shelf: [cost, worth]}\n", ""))


def test_what_is_printed_beside_the_parts_of_a_grid() -> None:
    text = LOTS.replace(
        "{kinds: {upland: {}, shore: {}}}", "{attributes: {toll: int}, kinds: {upland: {toll: 3}, shore: {}}}"
    )
    found = lots(text.replace("show:\n", "show:\n  lines: {region: [toll]}\n"), 100)
    start = found.index(" Lot:")
    assert found[start + 1] == "   Upland: 3 toll" and found[start + 2].split() == ["Upland", "Shore"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("columns: [west,", "columns: [wets,", "`wets` is not a zone or space"),
        ("rows: [north]", "rows: [nroth]", "`nroth` is not a zone or space"),
        (
            "lines: {shelf:",
            "lines: {stall:",
            "`stall` is not a class of spaces without a grid, of pieces or of effects",
        ),
        ("shelf: [cost,", "shelf: [cots,", "`cots` is not an attribute of `shelf`"),
    ],
)
def test_misspelt_edges_and_lines_are_told(old: str, new: str, message: str) -> None:
    assert old in MARKET
    with pytest.raises(rw.RulesetError) as error:
        rw.load(folder_from_text(MARKET.replace(old, new)), players=2)
    assert message in str([(d.message, d.hint) for d in error.value.diagnostics])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("grids: {lot:", "grids: {plot:", "`plot` is not a grid of spaces"),
        ("by: region,", "by: regoin,", "`regoin` is not an attribute of `lot`"),
        ('rock: "#"', 'rock: "##"', "one letter"),
    ],
)
def test_misspelt_hints_of_grids_are_told(old: str, new: str, message: str) -> None:
    with pytest.raises(rw.RulesetError) as error:
        rw.load(folder_from_text(LOTS.replace(old, new)), players=2)
    assert message in str([(d.message, d.hint) for d in error.value.diagnostics])

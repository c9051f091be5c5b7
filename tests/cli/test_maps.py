"""Hexes on the screen: a map of tiles with edges, what is printed on them and who stands there."""

from __future__ import annotations

import io
from functools import cache

import pytest
from rich.console import Console

import interpreter as rw
from cli.screen import hexes, table
from cli.screen.words import Words
from interpreter.loading.source import folder_from_text

RULES = """
game: {id: isles, players: [2], seats: [ann, ben]}
effects:
  ground: {kinds: {water: {}, meadow: {}}}
  hut_type: {kinds: {inn: {}}}
pieces:
  boat: {per: player, start: harbour, state: {tired: bool}, kinds: {raft: {copies: 3}}}
zones: {harbour: {pieces: boat, per: player}}
spaces:
  spot: {hexes: {rings: 3}, state: {isle: isle}}
  isle:
    attributes: {shores: list of kind of ground}
    state: {turned: int}
    kinds:
      skerry: {shores: [water, water, water, meadow, meadow, water]}
      holm: {shores: [water, water, water, water, water, water]}
  bay:
    attributes: {isle: isle, yields: hue}
    pieces: boat
    kinds:
      cove: {isle: skerry, yields: red_dye}
      bight: {isle: skerry, yields: red_dye}
  hut:
    pieces: boat
    state: {isle: isle, type: kind of hut_type}
    kinds: {hut_1: {}, hut_2: {}}
resources: {red_dye: {group: hue, supply: 3}}
setup:
  do: |
    for c in spot if c is q0r0 { c.isle = skerry }
    for c in spot if c.q is 1 and c.r is -1 { c.isle = holm }
    skerry.turned = 1
    hut_1.isle = holm
    hut_1.type = inn
    players[1] does {
      for x in my harbour { if size(cove) < 2 { move x to cove } else { move x to hut_1; x.tired = true } }
    }
phases:
  game: {do: 'each of players does { may stop { gain 1 red_dye } }; end game'}
scoring: {categories: {dye: {worth: p.red_dye}}}
show:
  hide: [harbour]
  map: {cells: spot, lies: isle, turn: turned, edges: shores, counts: {bay: yields}, marks: {water: "~", meadow: "."}}
"""


@cache
def game() -> rw.Game:
    return rw.load(folder_from_text("# file: ruleset.yaml\n" + RULES))


def lines(state: rw.State, width: int = 80) -> list[str]:
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False)
    table.draw(console, state, 0, Words(state.game))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().split("\n")


def test_tiles_lie_where_they_lie_with_edges_and_those_who_stand_there() -> None:
    found = lines(game().start(1))
    start = found.index("+-------+-------+~~~~~~~+~~~~~~~+")
    assert found[start : start + 10] == [
        "+-------+-------+~~~~~~~+~~~~~~~+",
        "|q0r-1          ~holm           ~",
        "|               ~inn: ann raft  ~",
        "|               ~(tired)        ~",
        "+-------+.......+~~~~~~~+~~~~~~~+-------+",
        "        .skerry         ~q1r0           |",
        "        .2 red dye      ~               |",
        "        .red dye: ann   ~               |",
        "        .raft ×2        ~               |",
        "        +~~~~~~~+~~~~~~~+-------+-------+",
    ]


def test_what_is_on_the_map_is_told_nowhere_else() -> None:
    text = "\n".join(lines(game().start(1)))
    assert "Cove" not in text and "Spot" not in text and "Skerry" not in text and "Hut 1" not in text


def test_a_wide_map_is_drawn_narrower() -> None:
    row = {(q, 0): hexes.Hex(["a long name"]) for q in range(7)}
    assert max(len(line) for line in hexes.picture(row, 80).plain.split("\n")) <= 80
    assert "a long" in hexes.picture(row, 80).plain and "name" in hexes.picture(row, 80).plain


def test_edges_without_marks_are_lines() -> None:
    assert hexes.picture({(0, 0): hexes.Hex(["x"])}, 40).plain.split("\n")[:3] == [
        "+-------+-------+",
        "|x              |",
        "+-------+-------+",
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("cells: spot", "cells: isle", "`isle` is not a class of hexes of this ruleset"),
        ("lies: isle", "lies: isles", "`isles` is not a variable of the hexes that holds a space of this ruleset"),
        ("turn: turned", "turn: shores", "`shores` is not a variable of `isle` of this ruleset"),
        ("edges: shores", "edges: turned", "`turned` is not an attribute of `isle` of this ruleset"),
        ("counts: {bay: yields}", "counts: {bax: yields}", "`bax` is not a class of spaces of this ruleset"),
        ("counts: {bay: yields}", "counts: {bay: isles}", "`isles` is not an attribute of `bay` of this ruleset"),
    ],
)
def test_names_of_the_map_are_checked(right: str, wrong: str, told: str) -> None:
    with pytest.raises(rw.RulesetError) as raised:
        rw.load(folder_from_text("# file: ruleset.yaml\n" + RULES.replace(right, wrong)))
    assert [(d.code, d.message) for d in raised.value.diagnostics] == [("E120", told)]


def test_options_are_what_is_chosen_where_the_question_says_what_for() -> None:
    rules = RULES.replace(
        "each of players does { may stop { gain 1 red_dye } }; end game",
        "players[1] does { do sail; do paint }; end game",
    )
    more = """
procedures:
  sail:  {do: 'choose c in neighbours(spot[19]) if c.r > 0; c.isle = holm'}
  paint: {do: 'choose n in 1..2, g in hue; gain n g'}
# file: texts/en.yaml
prompts: {sail: Where to?}
"""
    state = rw.load(folder_from_text("# file: ruleset.yaml\n" + rules + more)).start(1)
    words = Words(state.game)
    shown = [words.choice(c, state.decision, state.slots) for c in state.decision.choices]
    assert (words.prompt(state.decision, []), shown) == ("Where to?", ["q0r1 (beside skerry)", "q-1r1 (beside skerry)"])
    state.apply("q0r1")
    assert [words.choice(c, state.decision, state.slots) for c in state.decision.choices] == [
        "Paint 1 red dye",
        "Paint 2 red dye",
    ]


def test_pieces_that_read_alike_are_told_by_owner_and_place() -> None:
    rules = RULES.replace(
        "each of players does { may stop { gain 1 red_dye } }; end game", "players[1] does { do rest }"
    )
    more = """
procedures: {rest: {do: "choose x in boat; x.tired = true"}}
# file: texts/en.yaml
names: {ann: Ann, ben: Ben, raft: the raft, cove: the cove, hut_1: the inn, harbour: the harbour}
prompts: {rest: Which one rests?}
"""
    state = rw.load(folder_from_text("# file: ruleset.yaml\n" + rules + more)).start(1)
    words = Words(state.game)
    shown = words.options(state.decision, state.slots)
    assert sorted(shown) == ["The raft (inn in holm)", "The raft (the cove)", "The raft (the harbour)"]

"""Edges and corners of grids and hexes: drawn around the cells, in the terminal and on the page."""

from __future__ import annotations

import io

from rich.console import Console

import interpreter as rw
from cli.screen import table
from cli.screen.words import Words
from cli.table.scene import Grid, every, scene
from cli.web import drawn
from interpreter.loading.source import folder_from_text

COAST = """
# file: ruleset.yaml
game: {id: coast, players: [2]}
resources: {coin: {}, stone: {held_by: [player, wall]}}
pieces: {hut: {per: player, start: home, kinds: {tent: {copies: 3}}}}
zones: {home: {pieces: hut, per: player}}
spaces:
  field:  {grid: {columns: 3, rows: 2}, state: {corn: int}}
  wall:   {edges_of: field, pieces: hut, state: {built: bool, height: int}}
  post:   {corners_of: field, pieces: hut}
  isle:   {hexes: {rings: 1}}
  dyke:   {edges_of: isle, state: {built: bool}}
setup:
  do: |
    for w in wall if w is in those(x in wall if x is r1c1e or x is r2c3s) { w.built = true }
    for w in wall if w is r1c2s { w.height = 2; move 1 stone from supply to w }
    for w in wall if w is r1c1w { for h in players[1].home { if size(w) is 0 { move h to w } } }
    for x in post if x is r1c1se { for h in players[2].home { if size(x) is 0 { move h to x } } }
    for d in dyke if d is q0r0e { d.built = true }
menus: {m: {}}
actions: {rest: {menu: m, do: gain 1 coin}, reap: {menu: m, choose: f in field, do: f.corn += 1}}
phases: {game: {do: 'repeat 2 times { each of players does { do one of m } }'}}
scoring:
  categories: {coins: {worth: 'p.coin + size(corners(field[1])) + count(w in wall if w.built and w.height < 2)'}}
"""


def coast() -> tuple[rw.State, Words]:
    game = rw.load(folder_from_text(COAST))
    return game.start(seed=1), Words(game)


def test_edges_and_corners_are_drawn_around_the_cells_and_what_is_more_than_a_mark_is_told() -> None:
    state, words = coast()
    console = Console(file=io.StringIO(), width=80, highlight=False, markup=False)
    table.draw(console, state, 0, words)
    assert isinstance(console.file, io.StringIO)
    found = [line.rstrip() for line in console.file.getvalue().split("\n")]
    at = found.index(" Field:")
    assert found[at + 1 : at + 9] == [
        "      c1    c2    c3",
        "    +     +     +     +",
        "r1  a     │",
        "    +     b─────+     +",
        "r2",
        "    +     +     +─────+",
        " Wall r1c2s: 1 stone, Height: 2",
        " Isle:",
    ]


def test_the_page_draws_the_same_marks() -> None:
    state, words = coast()
    grids = {figure.space.id: figure for figure in every(scene(state, 0, words)) if isinstance(figure, Grid)}
    assert list(grids) == ["field", "isle"]
    field = {cell["name"]: cell for cell in drawn._grid(grids["field"], words)["cells"]}
    assert field["r1c1"]["sides"] == ["", "#", "", "a"] and field["r1c2"]["sides"] == ["", "", "#", "#"]
    assert [cell for cell, told in field.items() if "ends" in told] == ["r1c1", "r1c2", "r2c1", "r2c2"]
    walls = grids["field"].beside
    assert len(walls) == 17 + 12 and -1 not in walls  # options point at them: the field is drawn with its edges
    isle = {cell["name"]: cell for cell in drawn._grid(grids["isle"], words)["cells"]}
    assert isle["q0r0"]["sides"] == ["", "#", "", "", "", ""] and isle["q1r0"]["sides"] == ["", "", "", "", "#", ""]


def test_empty_borders_are_not_drawn() -> None:
    game = rw.load(
        folder_from_text(
            COAST.replace(" if w is ", " if w is none and w is ")
            .replace("if x is", "if x is none and x is")
            .replace("if d is", "if d is none and d is")
        )
    )
    figures = every(scene(game.start(seed=1), 0, Words(game)))
    assert [figure.space.id for figure in figures if isinstance(figure, Grid) and figure.is_shown] == []

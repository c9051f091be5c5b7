"""Counters drawn as filled cells of rows: what is filled, what is printed beside, and which names are refused."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import interpreter as rw
from cli.screen import table
from cli.screen.words import Words
from interpreter.loading.source import folder_from_text

RULES = """
game: {id: fair, players: [2], seats: [ann, bob]}
resources:
  corn:  {group: ware, supply: 9, held_by: [player, near, far, cellar]}
  spice: {group: ware, supply: 9, held_by: [player, near, far, cellar]}
  silk:  {group: ware, supply: 9, held_by: [player, near, far, cellar]}
zones: {near: {}, far: {}, cellar: {}}
tables:
  wide: {corn: 3, spice: 1}
  near_price: {corn: [4, 2], spice: [12, 9, 7]}
  far_price: {corn: [5], silk: [6, 3]}
setup:
  do: |
    if possible { move 4 corn from supply to near }
    if possible { move 1 silk from supply to near }
    if possible { move 1 spice from supply to near }
    if possible { move 3 silk from supply to far }
phases: {game: {do: 'each of players does { may stop { gain 1 corn } }; end game'}}
scoring: {categories: {corn: {worth: p.corn}}}
show:
  shelves:
    near: {cells: wide, rows: near_price}
    far: {cells: 2, rows: far_price}
"""


def drawn(text: str, width: int = 80) -> list[str]:
    game = rw.load(folder_from_text(text), 2)
    out = io.StringIO()
    table.draw(Console(file=out, width=width), game.start(seed=1), 0, Words(game))
    return out.getvalue().splitlines()


def test_cells_are_filled_from_the_first_row_on_and_each_row_says_what_is_printed_there() -> None:
    lines = [line.rstrip() for line in drawn(RULES)]
    at = next(i for i, line in enumerate(lines) if "Near" in line)
    assert lines[at : at + 5] == [
        "        Near            Far",
        " Corn   ▪▪▪ 4  ▪·· 2    ·· 5",
        " Spice  ▪ 12  · 9  · 7",
        " Silk                   ▪▪ 6  ▪· 3",
        "   ▪ filled, · free, behind each row: near price, far price",
    ]


def test_rows_of_more_cells_than_a_line_holds_are_counted() -> None:
    lines = drawn(RULES.replace("corn: 3, spice", "corn: 1000000000, spice"))
    assert any(line.startswith(" Corn   4/1000000000 4  0/1000000000 2 ") for line in lines), lines


def test_a_zone_that_is_drawn_so_is_not_listed_as_well_and_others_are() -> None:
    lines = drawn(RULES.replace("move 3 silk from supply to far", "move 3 silk from supply to cellar"))
    assert [line for line in lines if line.startswith((" Near:", " Far:", " Cellar:"))] == [" Cellar: 3 silk"]
    assert any("Far" in line for line in lines), "an empty shelf is drawn: its prices are what matters"


def test_without_shelves_nothing_is_drawn() -> None:
    assert not any("filled" in line for line in drawn(RULES[: RULES.index("show:")]))


@pytest.mark.parametrize(
    ("good", "bad", "what"),
    [
        ("near: {cells", "nearer: {cells", "a zone of counters that all share"),
        ("cells: wide", "cells: width", "a table of numbers by resource"),
        ("cells: wide", "cells: near_price", "a table of numbers by resource"),
        ("rows: far_price", "rows: far_prices", "a table by resource"),
    ],
)
def test_a_name_that_does_not_fit_is_told_with_its_place(good: str, bad: str, what: str) -> None:
    with pytest.raises(rw.RulesetError) as error:
        rw.load(folder_from_text(RULES.replace(good, bad)), 2)
    (found,) = error.value.diagnostics
    assert (found.code, found.span.text) == ("E120", bad.split(": ")[-1] if ": {" not in bad else "nearer")
    assert what in found.message

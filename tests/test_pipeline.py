"""The stages together: what one of them reports, no later one reports again."""

from __future__ import annotations

from typing import Any

import pytest

import interpreter as rw
from interpreter import pipeline
from interpreter.checking.variants import check_all
from interpreter.diagnostics import Diagnostics
from interpreter.loading.source import folder_from_text

WHOLE = """\
# file: ruleset.yaml
game: {id: example, players: [2, 3]}
phases:
  game:
    do: players[1] does { gain 1 coin }
# file: things.yaml
resources: {coin: {supply: 9}}
"""


def checked(text: str) -> tuple[list[str], int]:
    """The codes of all mistakes of a text, and how often the checker went over it."""
    diagnostics = Diagnostics()
    model = pipeline.model_of(folder_from_text(text), (), diagnostics)
    assert model is not None
    variants = len(check_all(model, diagnostics))
    return [d.code for d in diagnostics], variants


def test_a_whole_ruleset_is_checked_for_each_number_of_players() -> None:
    assert checked(WHOLE + "scoring: {categories: {money: {worth: p.coin}}}\n") == ([], 2)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("{supply: 9}}", "{supply: 9}"), "E006"),
        (("{coin: {supply: 9}}", "{Coin: {supply: 9}}"), "E105"),
        (("resources:", "resorces:"), "E101"),
    ],
    ids=["broken_yaml", "no_name", "misspelt_section"],
)
def test_what_is_left_out_by_loading_is_not_missed_by_the_checker(change: tuple[str, str], expected: str) -> None:
    """The effect text names `coin`, whose declaration was left out: one mistake, not two."""
    assert checked(WHOLE.replace(*change)) == ([expected], 0)


def test_a_name_that_is_nowhere_is_missed() -> None:
    assert checked(WHOLE.replace("coin: {", "coins: {")) == (["E301"], 2)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"modules": "corn_at_the_start"}, "a list of ids and paths"),
        ({"modules": None}, "a list of ids and paths"),
        ({"modules": [3]}, "by its id or the path"),
        ({"players": "3"}, "players is a whole number, not '3'"),
        ({"players": 3.0}, "players is a whole number"),
        ({"players": True}, "players is a whole number"),
        ({"options": ["limited"]}, "a dict from"),
        ({"options": {1: 2}}, "a dict from"),
    ],
)
def test_arguments_of_another_kind_are_told_at_once(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(TypeError, match=told):
        rw.load("puerto_rico", **arguments)


def test_a_game_and_a_seed_of_another_kind_are_told_at_once() -> None:
    with pytest.raises(TypeError, match="a game's id or the path"):
        rw.load(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seed is a whole number, not 1.5"):
        rw.load("puerto_rico").start(1.5)  # type: ignore[arg-type]

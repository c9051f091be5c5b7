"""The stages together: what one of them reports, no later one reports again."""

from __future__ import annotations

import pytest

from interpreter import pipeline
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
    variants = len(pipeline.check_all(model, diagnostics))
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

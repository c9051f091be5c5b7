"""Positions given from Python, in the words of scenarios."""

from __future__ import annotations

import pytest

import interpreter as rw
from interpreter.loading.source import folder_from_text
from tests.scenarios.test_runner import RULES


@pytest.fixture(scope="module")
def game() -> rw.Game:
    return rw.load(folder_from_text(f"# file: ruleset.yaml\n{RULES}"), 3, options={"bonus": 2})


def test_a_position_is_played_from(game: rw.Game) -> None:
    given = {"phase": {"market": {"first": "b"}}, "players": {"fruit": 0}, "b": {"apple": 1, "coin": 0}}
    state = game.position(given)
    assert (state.player, state.decision.keys) == (1, ("sell apple", "skip sell"))
    state.apply("sell apple")
    assert state.is_over and state.observe(1)["players"]["b"]["coin"] == 3  # with the option of the game
    assert state.entries() == [(1, "sell apple")] and state.game.seats == game.seats
    assert game.position(given) == game.position(given)


def test_the_seed_and_chance_are_as_asked(game: rw.Game) -> None:
    asked = game.position({"phase": "weather"}, seed=3, ask_chance=True)
    assert asked.player is None and not asked.is_over
    asked.apply("draw sun")
    answered = game.position({"phase": "weather"}, seed=3)
    assert answered.is_over and asked.is_over and answered.entries() == []
    assert game.position({}, seed=3).observe(None) == game.start(3).observe(None)


@pytest.mark.parametrize("given", [{"a": {"coins": 1}}, {"phase": "wether"}, {"a": {"coin": -1}}, {"used": 3}])
def test_what_is_no_position_is_told(game: rw.Game, given: dict[str, object]) -> None:
    with pytest.raises(rw.RulesetError) as caught:
        game.position(given)
    assert caught.value.diagnostics and all(d.span is not None for d in caught.value.diagnostics)


def test_what_is_no_plain_data_is_refused(game: rw.Game) -> None:
    with pytest.raises(TypeError):
        game.position({"a": {"coin": object()}})
    with pytest.raises(ValueError, match="made by `load`"):
        rw.Game(game.id, game.model, game.program).position({})

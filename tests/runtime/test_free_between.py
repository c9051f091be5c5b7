"""What was tested before a decision need not hold behind it: a free action may give it away."""

from __future__ import annotations

import pytest

from interpreter import pipeline
from interpreter.diagnostics import RulesetError
from interpreter.loading.source import folder_from_text

RULES = """game: {id: example, players: [2]}
resources: {coin: {}, vp: {}, wood: {group: good}, clay: {group: good}}
menus: {turn: {}}
actions:
  build: {menu: turn, do: 'require my coin >= 2; choose g in good; gain 1 g; pay 2 coin; gain 5 vp'}
  rest: {menu: turn, do: ''}
FREE
setup: {do: 'for p in players { p does { gain 3 coin } }'}
phases:
  game: {do: 'each of players does { do one of turn }; end game'}
scoring: {categories: {points: {worth: p.vp}, coins: {worth: p.coin}}}
"""
FREE = "free: {swap: {window: my decisions, limit: once per game, do: pay COUNT coin}}"


def test_a_free_action_that_takes_what_a_later_payment_needs_is_not_offered() -> None:
    one, two = (pipeline.load(folder_from_text(RULES.replace("FREE", FREE.replace("COUNT", n)))) for n in "12")
    state = one.start(seed=1)
    state.apply("build")
    assert state.decision.keys == ("wood", "clay", "swap")
    state.apply("swap")
    state.apply("clay")
    assert (state.sheet().categories["coins"][0], state.sheet().categories["points"][0]) == (0, 5)
    state = two.start(seed=1)
    state.apply("build")
    assert state.decision.keys == ("wood", "clay")


IN_A_PHASE = "if my coin >= 2 { choose g in good; pay 2 coin }"


@pytest.mark.parametrize("free", ["", FREE.replace("COUNT", "1")])
def test_in_phase_text_a_test_is_no_proof_behind_a_decision_with_free_actions(free: str) -> None:
    text = RULES.replace("FREE", free).replace("{ do one of turn }", f"{{ do one of turn; {IN_A_PHASE} }}")
    if not free:
        pipeline.load(folder_from_text(text))
        return
    with pytest.raises(RulesetError) as caught:
        pipeline.load(folder_from_text(text))
    assert [d.code for d in caught.value.diagnostics] == ["E401"]

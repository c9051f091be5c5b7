"""What was tested before a decision need not hold behind it: a free action may give it away."""

from __future__ import annotations

from typing import Any

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


NESTED = """game: {id: example, players: [2]}
resources: {coin: {}, gold: {pays_for: coin}, vp: {}}
menus: {turn: {}}
actions:
  rest: {menu: turn, do: 'gain 1 vp'}
  buy: {menu: turn, do: 'pay 1 coin; gain 2 vp'}
free:
  spend: {window: my decisions, do: pay 1 coin}
  melt: {window: my decisions, do: pay 1 gold}
  swap: {window: my decisions, limit: once per game, do: 'pay 1 gold; gain 1 coin'}
setup: {do: 'for p in players { p does { gain COINS coin, GOLD gold } }'}
phases:
  game: {do: 'each of players does { do one of turn }; end game'}
scoring: {categories: {points: {worth: p.vp}}}
"""


@pytest.mark.parametrize(("coins", "gold"), [(1, 1), (0, 2), (2, 1)])
def test_free_actions_inside_one_another_never_break_the_outer_one(coins: int, gold: int) -> None:
    """All games to their ends, whatever is taken inside the payment of what."""
    game = pipeline.load(folder_from_text(NESTED.replace("COINS", str(coins)).replace("GOLD", str(gold))))
    left, seen, most = [game.start(seed=0)], set[Any](), 0
    while left:
        state = left.pop()
        if state.is_over or tuple(state.slots) in seen:
            continue
        seen.add(tuple(state.slots))
        most = max(most, depth(state.slots[0]))
        for key in state.decision.keys:
            left.append(state.copy())
            left[-1].apply(key)
    assert most > 2 * depth(game.start(seed=0).slots[0])  # payments inside payments were among them


def depth(frame: Any) -> int:
    return 0 if not frame else 1 + depth(frame[-1])


def test_what_would_leave_the_outer_payment_nothing_is_not_offered_and_says_why() -> None:
    game = pipeline.load(folder_from_text(NESTED.replace("COINS", "1").replace("GOLD", "1")))
    state = game.start(seed=0)
    for key in ("spend", "spend"):
        state.apply(key)
    assert state.decision.keys == ("0 gold", "1 gold", "swap")  # melt or another spend would leave one of the two
    refused = {r.choice.key: r.reasons for r in state.why_not()}
    assert {"spend", "melt"} <= set(refused) and all(refused.values())

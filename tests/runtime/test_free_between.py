"""What was tested before a decision need not hold behind it: a free action may give it away."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter import pipeline
from interpreter.diagnostics import RulesetError
from interpreter.loading.source import folder_from_text
from interpreter.runtime.machine import MOST_FREE, GameFault

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


OPEN = """game: {id: example, players: [2]}
state: {game: {dues: {type: int, start: 3}}}
resources: {coin: {held_by: [player, bowl]}, gold: {pays_for: coin}, wood: {group: good}, clay: {group: good}, gem: {}}
pieces: {card: {start: shop, attributes: {cost: int}, kinds: {cheap: {cost: 1}, fair: {cost: 2}, dear: {cost: 5}}}}
zones: {shop: {pieces: card}, owned: {pieces: card, per: player}, gone: {pieces: card}}
spaces: {bowl: {kinds: {left: {}, right: {}}}}
values: {affordable: {given: {p: player}, is: those(c in shop if c.cost <= p.coin)}}
setup: {do: 'for p in players { p does { START } }'}
free:
  sell: {window: my decisions, do: 'pay 1 wood; gain 1 coin'}
  buy: {window: my decisions, limit: once per game, do: 'pay 3 coin; gain 1 gem'}
  junk: {window: my decisions, limit: once per game, choose: c in shop, do: move c to gone}
  ease: {window: my decisions, limit: once per game, do: dues = 2}
phases:
  game: {do: 'each of players does { DO; choose { over {} end {} } }; end game'}
scoring: {categories: {coins: {worth: p.coin}}}
"""


def asked(start: str, do: str, *keys: str) -> tuple[tuple[str, ...], dict[str, int]]:
    """What may be chosen after some choices of the first player, and what he has by then."""
    game = pipeline.load(folder_from_text(OPEN.replace("START", start).replace("DO", do)))
    state = game.start(seed=0)
    for key in keys:
        state.apply(key)
    layout = game.program.layout
    return state.decision.keys, {layout.resources[r]: state.slots[at] for r, at in layout.player_arrays.items()}


JUNK = ("junk cheap", "junk fair", "junk dear")
PAYING = "may act { pay dues good; gain 9 coin }"


def test_what_is_paid_of_a_payment_is_gone_and_the_rest_is_asked_of_what_is_left() -> None:
    assert asked("gain 1 wood, 3 clay", PAYING, "act")[0] == ("pay wood", "pay clay", "sell", *JUNK, "ease")
    offered, has = asked("gain 1 wood, 3 clay", PAYING, "act", "pay wood")
    assert "sell" not in offered  # the only wood is paid
    offered, has = asked("gain 3 wood, 3 clay", PAYING, "act", "pay wood", "sell")
    assert (offered[:3], has["wood"], has["coin"]) == (("pay wood", "pay clay", "sell"), 1, 1)
    _, has = asked("gain 3 wood, 3 clay", PAYING, "act", "pay wood", "sell", "pay wood")
    assert (has["wood"], has["clay"], has["coin"]) == (0, 2, 10)  # one way is left, which is taken at once
    _, has = asked("gain 2 wood, 3 clay", PAYING, "act", "pay wood", "sell")
    assert (has["wood"], has["clay"], has["coin"]) == (0, 1, 10)


def test_how_much_is_due_is_asked_anew_until_the_first_unit_is_paid() -> None:
    _, has = asked("gain 3 wood, 4 clay", "may act { pay dues good }", "act", "ease", "pay clay")
    assert (has["wood"], has["clay"]) == (3, 2)
    _, has = asked("gain 3 wood, 4 clay", "may act { pay dues good }", "act", "pay wood", "ease", "pay clay")
    assert (has["wood"], has["clay"]) == (2, 2)


def test_a_later_part_of_a_payment_is_never_given_away_before_it_is_due() -> None:
    offered, _ = asked("gain 1 gold, 2 coin, 1 wood", "choose { go { pay [2 coin, 1 wood] } stay {} }", "go")
    assert offered == ("0 gold", "1 gold", *JUNK, "ease")  # neither sell nor buy


@pytest.mark.parametrize(
    "do", ["choose up to 2 of affordable(me) as got", "choose any number of affordable(me) as got"]
)
def test_a_list_is_the_one_of_the_position_as_it_is(do: str) -> None:
    do += "; move got to my owned"
    assert asked("gain 4 coin", do)[0][:3] == ("got cheap", "got fair", "done")
    assert asked("gain 4 coin", do, "buy")[0] == ("got cheap", "done", *JUNK, "ease")
    assert asked("gain 4 coin, 1 wood", do, "sell")[0][:4] == ("got cheap", "got fair", "got dear", "done")
    assert asked("gain 4 coin", do, "got cheap", "junk cheap")[0][:2] == ("got fair", "done")
    assert asked("gain 4 coin", do, "got fair", "junk dear")[0][:2] == ("got cheap", "done")  # before it in the list


def test_exactly_so_many_are_never_left_without_enough() -> None:
    do = "if size(affordable(me)) >= 2 { choose { go {} }; if possible { choose 2 of affordable(me) as got } }"
    assert "buy" not in asked("gain 3 coin", do, "go")[0]


LAYING = "distribute all coin among b in bowl"


def test_what_is_laid_stays_and_the_rest_is_laid_of_what_is_left() -> None:
    assert "buy" not in asked("gain 5 coin", LAYING, "3 on left")[0]
    offered, _ = asked("gain 5 coin", LAYING, "1 on left", "buy")
    assert offered == ("0 on left", "1 on left", *JUNK, "ease")
    _, has = asked("gain 5 coin", LAYING, "1 on left", "buy", "0 on left", "1 on right")
    assert (has["coin"], has["gem"]) == (0, 1)
    assert asked("gain 5 coin", LAYING, "buy")[0][:3] == ("0 on left", "1 on left", "2 on left")


def test_numbers_of_a_split_are_kept_as_far_as_they_may_be() -> None:
    do = "split my coin among b in bowl as share; for b in bowl { gain share[b] gem }"
    assert asked("gain 5 coin", do, "1 on left", "buy")[0][:2] == ("0 on left", "1 on left")
    assert asked("gain 5 coin", do, "4 on left", "buy")[0][:3] == ("0 on left", "1 on left", "2 on left")


def test_free_actions_that_go_round_in_play_end_with_a_diagnostic() -> None:
    """What they give stands in a table, so that checking cannot tell."""
    text = RULES.replace("FREE", "free: {turn_over: {window: my decisions, do: 'pay 1 coin; gain back[1] coin'}}")
    state = pipeline.load(folder_from_text(text + "tables: {back: [1, 2]}\n")).start(seed=1)
    with pytest.raises(GameFault) as caught:
        for _ in range(MOST_FREE + 1):
            state.apply("turn_over")
    assert caught.value.code == "E412" and "`turn_over`" in str(caught.value) and caught.value.span is not None


def test_free_actions_are_counted_anew_at_each_decision() -> None:
    text = RULES.replace("FREE", "free: {turn_over: {window: my decisions, do: 'pay 1 coin; gain back[1] coin'}}")
    state = pipeline.load(folder_from_text(text + "tables: {back: [1, 2]}\n")).start(seed=1)
    counter = state.game.machine.in_a_row
    for key, count in (("turn_over", 1), ("turn_over", 2), ("build", 0), ("turn_over", 1)):
        state.apply(key)
        assert state.slots[counter] == count

"""Free actions without a limit use something up, each and all together."""

from __future__ import annotations

import pytest

from interpreter import pipeline
from interpreter.diagnostics import RulesetError
from interpreter.loading.source import folder_from_text

RULES = """game: {id: example, players: [2]}
state: {game: {used: bool}}
resources: {coin: {}, wood: {group: good}, clay: {group: good}, gem: {supply: 3}}
pieces: {card: {start: pile, kinds: {a: {}, b: {}}}}
zones: {pile: {pieces: card}, hand: {pieces: card, per: player}, spent: {pieces: card}}
menus: {turn: {}}
actions: {grab: {menu: turn, do: gain 1 coin}, chop: {menu: turn, do: gain 1 wood}}
procedures: {barter: {do: 'pay 1 coin; gain 1 wood'}}
phases: {game: {do: 'each of players does { do one of turn }; end game'}}
scoring: {categories: {coins: {worth: p.coin}}}
free:
"""
SELL = "do: 'pay 1 wood; gain 1 coin'"


@pytest.mark.parametrize(
    ("free", "codes"),
    [
        ((SELL,), []),
        (("do: take 1 gem",), []),
        (("do: gain 1 gem",), ["E406"]),
        (("do: take 1 gem", "do: 'pay 1 gem; gain 1 coin'"), ["E410"]),
        (("do: take 1 coin from me.next",), []),
        (("do: lose 1 wood",), ["E406"]),
        (("do: lose all wood",), ["E406"]),
        (("do: 'lose 1 wood; gain 1 coin'",), ["E406"]),
        (("do: 'require my wood > 0; lose 1 wood'",), []),
        (("choose: n in 0..my wood, do: 'pay n wood'",), ["E406"]),
        (("choose: n in 1..my wood, do: 'pay n wood; gain n coin'",), []),
        (("do: 'pay 2 wood; gain 2 wood'",), ["E406"]),
        (("do: 'pay 2 wood; gain 1 wood'",), []),
        (("choose: g in good, do: 'pay 1 g; gain 1 wood'",), ["E406"]),
        (("do: used = true",), ["E406"]),
        (("do: 'require not used; used = true'",), []),
        (("do: 'pay 1 wood; gain 1 coin'", "do: 'pay 1 coin; gain 2 wood'"), ["E410"]),
        (("do: 'pay 1 wood; gain 1 coin'", "do: 'pay 2 coin; gain 1 wood'"), []),
        (("do: 'pay 1 wood; gain 3 coin'", "do: 'pay 7 coin; gain 2 wood'"), []),
        (("do: 'pay 1 wood; gain 3 coin'", "do: 'pay 6 coin; gain 2 wood'"), ["E410"]),
        (("do: 'pay 1 good; gain 1 coin'", "do: 'pay 1 coin; gain 1 good'"), ["E410"]),
        (("do: 'pay 1 good; gain 1 coin'", "do: 'pay 2 coin; gain 1 good'"), []),
        (("do: 'pay 1 good; gain 1 coin'", "do: 'pay 1 wood; gain 1 clay'"), []),
        ((SELL, "do: do barter"), ["E410"]),
        ((SELL, "limit: once per game, do: do barter"), []),
        ((SELL, "do: 'pay 1 coin; gain 1 gem'", "do: 'pay 1 gem; gain 1 wood'"), ["E410"]),
        ((SELL, "do: 'pay 1 coin; gain 1 gem'", "do: 'pay 2 gem; gain 1 wood'"), []),
        (("choose: c in my hand, do: move c to spent", "choose: c in spent, do: move c to my hand"), ["E410"]),
        (("choose: c in my hand, do: move c to spent", "choose: c in pile, do: move c to my hand"), []),
        (("choose: c in my hand, do: 'move c to spent; gain 1 coin'",), []),
        (
            (
                "choose: c in my hand, do: 'move c to spent; gain 1 coin'",
                "choose: c in spent, do: 'pay 2 coin; move c to my hand'",
            ),
            [],
        ),
    ],
)
def test_free_actions_that_could_be_taken_without_end(free: tuple[str, ...], codes: list[str]) -> None:
    text = RULES + "".join(f"  free_{i}: {{window: my decisions, {f}}}\n" for i, f in enumerate(free))
    try:
        pipeline.load(folder_from_text(text))
        found = []
    except RulesetError as error:
        found = [d.code for d in error.diagnostics]
    assert found == codes

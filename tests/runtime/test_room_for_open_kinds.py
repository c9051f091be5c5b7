"""`2 block` of a group, taken by or paid to somebody who has no room for all kinds: only what fits is offered."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.pipeline import load

RULES = """\
game: {{id: pick, players: [2]}}
resources:
  clay: {{group: block, supply: 9, limit: 3, held_by: [player, cart]}}
  slate: {{group: block, supply: 9, held_by: [player, cart]}}
  gold: {{pays_for: clay, held_by: [player, cart]}}
zones: {{cart: {{limit: 1}}}}
setup: {{do: 'for p in players {{ p does {{ gain 3 clay, 3 slate, 1 gold }} }}'}}
menus: {{turn: {{}}}}
actions:
  wait: {{menu: turn, do: gain 0 slate}}
  act: {{menu: turn, do: '{act}'}}
phases: {{game: {{do: 'players[1] does {{ do one of turn }}; end game'}}}}
scoring: {{categories: {{slates: {{worth: p.slate}}}}}}
"""


@pytest.mark.parametrize(
    ("act", "mine", "others"),
    [
        # Both hold as much clay as they can: the slate is all that can change hands.
        ("take 2 block from me.next", (3, 5), (3, 1)),
        ("take 2 block", (3, 5), (3, 3)),
        ("pay 1 block to me.next", (3, 2), (3, 4)),
        ("pay [2 block] to me.next", (3, 1), (3, 5)),
        ("take [1 slate, 1 block] from me.next", (3, 5), (3, 1)),
    ],
)
def test_only_what_fits_is_taken(act: str, mine: tuple[int, int], others: tuple[int, int], tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(RULES.format(act=act))
    state = load(tmp_path, players=2).start(seed=1)
    state.apply("act")
    assert state.is_over, "nothing is left to be picked"
    seats = state.observe(0)["players"]
    assert [(seats[s]["clay"], seats[s]["slate"]) for s in ("a", "b")] == [mine, others]


@pytest.mark.parametrize(
    "act",
    [
        "lose all slate; pay 1 block to me.next",
        "me.next does { lose all slate }; take 1 block from me.next",
        "take [2 clay]",
        "take 4 slate; take 7 block",
        "pay 2 block to cart",
        "pay [1 slate, 1 block] to cart",
        "pay 2 clay to cart",
    ],
)
def test_what_fits_nowhere_is_not_offered(act: str, tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(RULES.format(act=act))
    state = load(tmp_path, players=2).start(seed=1)
    assert state.is_over, "only waiting was left"


def test_a_place_takes_what_it_has_room_for(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(RULES.format(act="pay 1 block to cart"))
    state = load(tmp_path, players=2).start(seed=1)
    state.apply("act")
    assert state.decision.keys == ("pay clay", "pay slate")
    state.apply("pay clay")
    assert state.observe(0)["players"]["a"]["clay"] == 2


@pytest.mark.parametrize("verb", ["take", "gain"])
def test_no_more_is_picked_than_lies_in_the_supply_where_only_some_kinds_have_a_count(
    verb: str, tmp_path: Path
) -> None:
    rules = RULES.format(act=f"{verb} 3 block").replace("slate: {group: block, supply: 9,", "slate: {group: block,")
    (tmp_path / "ruleset.yaml").write_text(rules.replace("supply: 9, limit: 3,", "supply: 7,"))
    state = load(tmp_path, players=2).start(seed=1)
    state.apply("act")
    state.apply(f"{verb} clay")
    assert state.is_over, "of seven clay each got three at the start: one was left"
    assert [state.observe(0)["players"]["a"][r] for r in ("clay", "slate")] == [4, 5]
    assert state.observe(0)["supply"]["clay"] == 0

"""`before <menu>`: others are asked only where somebody is about to choose from the menu."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter as rw

INN = """\
game: {{id: inn, players: [3]}}
resources: {{coin: {{}}, bed: {{}}, favour: {{}}}}
menus: {{evening: {{}}}}
actions:
  lodge: {{menu: evening, do: pay 3 coin; gain 1 bed}}
  feast: {{menu: evening, do: pay 5 coin; gain 1 bed}}
free:
  call:
    window: [before evening]
    do: pay 1 favour; gain 2 coin
setup:
  do: |
    for p in players {{ p does {{ gain {coins} coin }} }}
    for p in {holders} {{ p does {{ gain 1 favour }} }}
phases:
  game: {{do: '{turns} end game'}}
scoring: {{categories: {{beds: {{worth: p.bed}}}}}}
"""

TURNS = "each of players does { may stay { do one of evening } };"


def keys(tmp_path: Path, coins: int, holders: str, turns: str = TURNS) -> list[tuple[int, tuple[str, ...]]]:
    """The decisions of a game in which everybody takes the last option: who decides, and between what."""
    text = INN.format(coins=coins, holders=holders, turns=turns)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    state = rw.load(str(tmp_path)).start(1)
    out = []
    while not state.is_over:
        assert state.player is not None
        out.append((state.player, state.decision.keys))
        state.apply(state.decision.keys[-1])
    return out


PAUSE = ("call", "skip before_evening")
STAY = ("lodge", "skip stay")


def test_others_are_asked_before_somebody_who_can_choose(tmp_path: Path) -> None:
    assert keys(tmp_path, 3, "[players[2]]") == [
        (1, PAUSE), (0, STAY), (1, (*STAY, "call")), (1, ("lodge", "feast", "skip stay")), (2, STAY),
    ]  # fmt: skip


@pytest.mark.parametrize("turn", ["may stay { do one of evening }", "do one of evening"])
def test_nobody_is_asked_where_nothing_can_be_chosen(tmp_path: Path, turn: str) -> None:
    turns = f"players[1] does {{ {turn} }};"
    assert keys(tmp_path, 2, "[players[2]]", turns) == []
    assert keys(tmp_path, 3, "[players[2]]", turns)[0] == (1, PAUSE)


@pytest.mark.parametrize("turn", ["may stay if my coin > 9 {", "may stay { require my coin > 9;"])
def test_a_condition_of_the_offer_counts(tmp_path: Path, turn: str) -> None:
    assert keys(tmp_path, 9, "[players[2]]", f"players[1] does {{ {turn} do one of evening }} }};") == []
    assert keys(tmp_path, 10, "[players[2]]", f"players[1] does {{ {turn} do one of evening }} }};")[0] == (1, PAUSE)


def test_what_the_choosers_own_free_action_opens_counts(tmp_path: Path) -> None:
    turns = "players[1] does { may stay { do one of evening } };"
    # With the two coins of the call there are enough.
    assert keys(tmp_path, 2, "players", turns)[:3] == [(1, PAUSE), (2, PAUSE), (0, ("skip stay", "call"))]
    assert keys(tmp_path, 0, "players", turns) == [(0, ("skip stay", "call"))]

"""A small invented game in which each text that readers have misread can be put."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

RULESET = """
game: {id: mill_town, players: [2, 3]}
resources:
  coin: {}
  hand: {supply: 6}
  oats: {group: crop}
  barley: {group: crop}
pieces:
  card:
    attributes: {cost: int}
    do: gain 1 coin
    start: shelf
    kinds:
      plough: {cost: 2, copies: 3, abilities: {ploughed: 'after sown(any n) by owner { gain 1 coin }'}}
      sickle: {cost: 3, provenance: reconstructed}
zones:
  shelf: {pieces: card, ordered: true}
  desk: {pieces: card, per: player}
  ditch: {}
  barn: {}
tracks:
  road: {steps: 5, group: ways}
menus: {turn: {}}
actions:
  act: {menu: turn, do: ACT}
  rest: {menu: turn, do: ''}
procedures:
  sown: {given: {n: int}, do: ''}
values:
  back_cost: {given: {p: player}, is: 2}
  gap: {given: {a: int, b: int}, is: 'min(abs(a - b), 6 - abs(a - b))'}
  price: {given: {n: int}, is: n + 1}
phases:
  game:
    do: |
      repeat 3 times { do own_round }
      end game
  own_round:
    do: |
      each of players does { may work { do one of turn } }
RULES
scoring: {categories: {money: {worth: p.coin}}}
"""


@pytest.fixture
def mill_town(tmp_path: Path) -> Callable[..., Path]:
    """Writes the game: the text of its action `act`, and rules."""

    def make(act: str = "gain 1 coin", rules: str = "") -> Path:
        folder = tmp_path / "mill_town"
        folder.mkdir(exist_ok=True)
        section = f"rules:\n  tested: '{rules}'" if rules else ""
        lines = "|\n" + "\n".join(f"      {line}" for line in act.splitlines())
        text = RULESET.replace("{menu: turn, do: ACT}", f"\n    menu: turn\n    do: {lines}").replace("RULES", section)
        (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
        return folder

    return make

"""Small invented games for the command line, and a runner for commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import Outcome, run

CARDS = """\
game: {id: cards, players: [2, 3], version: "1", seats: [ann, bob, cid]}
resources:
  coin: {seen_by: owner}
pieces:
  card:
    attributes: {value: int}
    start: deck
    kinds:
      low:  {copies: 6, value: 1}
      high: {copies: 6, value: 3}
zones:
  deck: {pieces: card, deck: true, seen_by: nobody}
  hand: {pieces: card, per: player, seen_by: owner}
  kept: {pieces: card, per: player, seen_by: owner}
  pile: {pieces: card, per: player}
setup:
  do: for p in players { p does { draw 3 from deck to my hand } }
phases:
  game:
    do: |
      repeat 2 times { do round }
      end game
  round:
    do: |
      each of players does { do lay }
      each of players does { do keep }
procedures:
  lay:
    do: |
      choose c in my hand
      move c to my pile
      gain c.value coin
  keep:
    do: |
      may keep {
        choose c in my hand
        pay c.value coin
        move c to my kept
      }
scoring:
  categories:
    cards: {worth: sum(c.value for c in p.pile)}
    coins: {worth: p.coin}
"""
"""A game with hands nobody else sees."""


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    folder = tmp_path / "cards"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(CARDS, encoding="utf-8")
    return folder


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """The game that `rulewright new` writes."""
    assert run("new", "game", "tiny", "--in", tmp_path).code == 0
    return tmp_path / "tiny"


@pytest.fixture
def command() -> Callable[..., Outcome]:
    return run

"""`explain` and `rules` say where a choice that finds no option leaves out what follows."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter as rw
from interpreter.explaining.naming import Naming
from interpreter.explaining.sentences import Teller

GAME = """\
game: {id: ferry, players: [2]}
resources: {coin: {}}
menus: {turn: {}}
actions:
  row:  {menu: turn, do: 'do load; do both; gain 1 coin'}
  rest: {menu: turn, do: ''}
rules:
  early: before row { choose n in [1, 2] if n < my coin; gain n coin }
  other: instead of toll { choose n in [1, 2] if n < my coin; gain n coin }
procedures:
  load: {do: 'choose n in [1, 2] if n < my coin; gain n coin'}
  both: {do: 'choose n in [1, 2] if n < my coin; gain n coin'}
  toll: {do: ''}
phases:
  game: {do: 'repeat 3 times { each of players does { do crossing } }'}
  crossing:
    do: |
      choose n in [1, 2] if n < my coin
      do one of turn
      do both
      do toll
      if my coin > 3 { choose m in [1, 2] if m < my coin }
      choose p in others
      choose { sing {} pay_up if my coin > 1 { pay 1 coin } }
      choose { bow if my coin > 2 { lose 1 coin } pay_up { pay 1 coin } }
      may act { choose k in [1, 2] if k < my coin; pay k coin }
scoring: {categories: {coins: {worth: p.coin}}}
"""

LEFT_OUT = {
    "en": "If nothing can be chosen, what follows in this part is left out",
    "ru": "Если выбирать не из чего, дальнейшее в этой части пропускается",
}


@pytest.fixture
def model(tmp_path: Path) -> rw.Game:
    (tmp_path / "ruleset.yaml").write_text(GAME, encoding="utf-8")
    return rw.load(str(tmp_path))


def sentences(game: rw.Game, id: str, lang: str = "en") -> list[str]:
    say = Naming(game.model, lang)
    decl = game.model.procedures[id]
    return [line.text for line in Teller(say).text(decl.do, flow=say.flow(id))]


def test_it_is_said_where_something_follows_in_the_same_braces(model: rw.Game) -> None:
    said = sentences(model, "crossing")
    # Not behind the last choice of its braces, a choice of others, one with a branch that is always open, or a `may`.
    assert [said[i - 1] for i, line in enumerate(said) if line == LEFT_OUT["en"] + "."] == [
        "Choose «n» from (1, 2) with: «n» is less than your coin.",
        "Choose one action of «turn».",
        "Pay 1 coin.",  # the last branch of those that may all be closed
    ]
    assert sentences(model, "crossing", "ru").count(LEFT_OUT["ru"] + ".") == 3


def test_inside_actions_a_choice_fails_and_nothing_is_said(model: rw.Game) -> None:
    assert not [line for line in sentences(model, "load") if line.startswith(LEFT_OUT["en"])]


def test_a_procedure_of_phases_and_actions_says_both(model: rw.Game) -> None:
    assert sentences(model, "both")[1] == LEFT_OUT["en"] + "; within an action, it cannot be done then."


def test_rules_around_an_event_are_phase_text(model: rw.Game) -> None:
    said = {id: [x.text for x in Teller(Naming(model.model)).text(rule.text)] for id, rule in model.model.rules.items()}
    assert LEFT_OUT["en"] + "." in said["early"]
    assert LEFT_OUT["en"] + "." in said["other"]

"""Random play as straight code: the same games as the machine plays, in games whose rules allow it.

The corpus of texts (`test_checker.py`) plays each of its cases both ways too.
"""

from __future__ import annotations

import pytest

from interpreter import game as games
from interpreter import pipeline
from interpreter.game import Game
from interpreter.loading.source import folder_from_text
from interpreter.runtime.machine import GameFault
from interpreter.runtime.rng import fractions
from tests.shipped import Case, all_cases, option_cases

TRIED = ("new_buildings", "partial_production=allowed")
"""with these only a trial tells some options"""

STRAIGHT = [
    case
    for case in (*all_cases(), *option_cases())
    if case.game == "puerto_rico" and not any(name in str(case) for name in TRIED)
]
"""The shipped rules of which all have the form"""


@pytest.mark.parametrize("case", STRAIGHT, ids=str)
def test_it_comes_to_the_same_end_after_as_many_questions(case: Case) -> None:
    game = case.load()
    assert game.straight is not None
    for seed in range(40):
        s, t = game.machine.start(), game.straight.start()
        asked = game.machine.playout(s, fractions(seed))
        assert (game.straight.straight_playout(t, fractions(seed)), t) == (asked, s)


RULES = """
# file: ruleset.yaml
game: {id: heap, players: [2]}
state:
  game: {heap: int}
menus: {turn: {}}
resources:
  pebble: {supply: 9}
  stone: {pays_for: pebble}
phases:
  game:
    do: |
      heap = 9
      repeat at most 20 times until heap is 0 {
        each of players does { if heap > 0 { do one of turn } }
      }
actions:
  grab:
    menu: turn
    do: |
      choose n in 1..3 if n <= heap
      heap -= n
      gain n pebble
scoring:
  categories: {pebbles: {worth: p.pebble}}
"""


def heap(more: str = "") -> Game:
    return pipeline.load(folder_from_text(RULES + more), 2)


def test_the_form_is_made_late_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "PLAYED_BEFORE", 3)
    game = heap()
    made = []
    original = game._straight
    assert original is not None
    monkeypatch.setattr(game, "_straight", lambda: made.append(1) or original())
    first = [game.playout(seed) for seed in range(3)]
    assert not made
    again = [game.playout(seed) for seed in range(3)]
    assert made == [1] and game.straight is not None
    assert again == first and len(set(first)) > 1


def test_where_free_actions_come_between_there_is_no_such_form() -> None:
    free = "free: {toss: {window: my decisions, limit: once per game, do: lose 1 pebble}}\n"
    assert heap().straight is not None
    assert heap(free).straight is None
    assert heap(free).playout(1) is not None


def test_where_only_a_trial_tells_an_option_there_is_no_such_form() -> None:
    dear = "  pawn:\n    menu: turn\n    do: |\n      choose n in 1..3\n      do sell(n)\n"
    sell = "procedures:\n  sell: {given: {n: int}, do: 'choose k in 1..3 if k > n; pay k pebble'}\n"
    game = heap("# file: more.yaml\n" + sell + "actions:\n" + dear)
    assert "trial(" in game.program.source
    assert game.straight is None


@pytest.mark.parametrize("before", [0, 100])
def test_a_rule_that_fails_is_told_at_the_same_place(monkeypatch: pytest.MonkeyPatch, before: int) -> None:
    monkeypatch.setattr(games, "PLAYED_BEFORE", before)
    text = RULES.replace("{ do one of turn }", "{ do one of turn; gain 9 / (heap - 3) pebble }")
    game = pipeline.load(folder_from_text(text), 2)
    with pytest.raises(GameFault) as told:
        for seed in range(20):
            game.playout(seed)
    assert told.value.span is not None and "gain 9 / (heap - 3)" in told.value.span.text


@pytest.mark.parametrize("choices", [10, 90])
def test_what_python_could_not_nest_is_played_by_the_machine(choices: int) -> None:
    many = "; ".join(["choose n in 0..1 if n < heap"] * choices)
    text = RULES.replace("{ do one of turn }", "{ do one of turn; do wait }")
    game = pipeline.load(folder_from_text(f"{text}# file: more.yaml\nprocedures: {{wait: {{do: '{many}'}}}}\n"), 2)
    assert (game.straight is not None) == (choices == 10)
    assert game.playout(1)[0] > choices

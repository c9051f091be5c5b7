"""A choice that has no option is passed over, in trials of what comes before it as in play."""

from __future__ import annotations

from interpreter import pipeline
from interpreter.loading.source import folder_from_text

ENDING_BEHIND = """game: {id: passing, players: [2]}
resources: {coin: {}}
phases:
  game:
    do: |
      players[1] does {
        choose k in 1..3
        choose j in (k + 1)..2
      }
      end game
scoring: {categories: {points: {worth: p.coin}}}
"""


def test_a_trial_reaches_the_end_of_the_game_behind_it() -> None:
    state = pipeline.load(folder_from_text(ENDING_BEHIND)).start(seed=0)
    assert state.decision.keys == ("1", "2", "3")
    assert state.why_not() == []
    state.apply("3")
    assert state.is_over

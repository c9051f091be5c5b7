"""Abilities of several owners on one event run in turn order from who acts, unless the ruleset orders them."""

from __future__ import annotations

import pytest

from interpreter import pipeline
from interpreter.loading.source import folder_from_text

RULES = """game: {id: example, players: [3]}
state: {game: {ran: list of int}}
pieces:
  card:
    start: deck
    attributes: {chair: int}
    kinds:
      first:  {chair: 3, abilities: {x: {ORDER_OF_X rule: 'TIMING built(any n) { ran += [1] }'}}}
      second: {chair: 2, abilities: {y: 'TIMING built(any n) by any p { ran += [2] }'}}
      third:  {chair: 1, abilities: {z: 'TIMING built { ran += [3] }', w: 'TIMING built by owner { ran += [4] }'}}
      fourth: {chair: 3, copies: 6, abilities: {v: 'TIMING built { may note { ran += [5] } }'}}
      sixth:  {chair: 2, abilities: {u: 'TIMING built { ran += [6] }'}}
      potato: {chair: 1, abilities: {t: 'TIMING built { ran += [7]; move self to (owner.next).table }'}}
zones: {deck: {pieces: card}, table: {pieces: card, per: player}}
procedures: {built: {given: {n: int}, do: ''}}
setup: {do: 'for c in deck if DEALT { move c to players[c.chair].table }'}
phases:
  game: {do: 'RUN; players[1] does { choose { end {} over {} } }; end game'}
scoring: {categories: {none: {worth: 0}}}
"""


def ran(run: str, dealt: str, order: str = "", timing: str = "after", without: tuple[str, ...] = ()) -> str:
    """The abilities that run, each as a digit, where somebody builds."""
    text = RULES.replace("RUN", run).replace("DEALT", dealt).replace("TIMING", timing).replace("ORDER_OF_X", order)
    text = "\n".join(line for line in text.split("\n") if not any(part in line for part in without))
    state = pipeline.load(folder_from_text(text), 3).start(seed=0)
    while "note" in state.decision.keys:
        state.apply("note")
    variable = next(i for i, slot in enumerate(state.game.program.layout.slots) if slot.name == "ran")
    return "".join(map(str, state.slots[variable]))


THREE = "(c.kind is first or c.kind is second or c.kind is third)"


@pytest.mark.parametrize("timing", ["before", "after"])
def test_who_acts_comes_first_and_then_the_others_in_turn(timing: str) -> None:
    assert ran("players[1] does { do built(1) }", THREE, timing=timing) == "3421"
    assert ran("players[2] does { do built(1) }", THREE, timing=timing) == "213"
    assert ran("players[3] does { do built(1) }", THREE, timing=timing) == "132"


def test_without_somebody_who_acts_turn_order_begins_with_the_first_seat() -> None:
    dealt = "(c.kind is first or c.kind is sixth)"
    assert ran("do built(1)", dealt, without=("by any p", "by owner", "may note")) == "61"


def test_what_the_ruleset_orders_goes_first_whoever_owns_it() -> None:
    assert ran("players[1] does { do built(1) }", THREE, "order: 1,") == "1342"


def test_several_pieces_of_one_owner_run_as_they_are_declared() -> None:
    dealt = "(c.kind is first or c.kind is second or c.kind is fourth)"
    assert ran("players[2] does { do built(1) }", dealt) == "21555555"


def test_what_changes_hands_meanwhile_runs_once() -> None:
    assert ran("players[1] does { do built(1) }", "(c.kind is second or c.kind is potato)") == "72"

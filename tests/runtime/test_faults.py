"""Rulesets that are at fault while a game is played: the place is that of the statement or formula, never a guess."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

import interpreter as rw
from interpreter.analysis import SimulationError, simulate
from interpreter.loading.source import Folder, folder_from_text
from interpreter.players import bot_named
from interpreter.runtime import machine
from interpreter.runtime.machine import GameFault

RULES = """
game: {id: faulty, players: [2]}
resources: {coin: {}, wood: {group: good}, clay: {group: good}}
pieces:
  tile: {attributes: {size: int, gives: good}, start: bag, state: {mark: int}, kinds: {plain: {gives: wood}, bare: {}}}
zones: {bag: {pieces: tile, deck: true}, mine: {pieces: tile, per: player}, gone: {pieces: tile}}
state: {player: {steps: int}}
tables: {wage: [1, 2]}
menus: {m: {}}
actions:
  dig: {menu: m, do: gain 1 coin}
  lie: {menu: m, do: gain 2 coin}
values:
  share:
    given: {p: player, n: int}
    is: p.coin / n
phases:
  game:
    do: |
      each of players does { do one of m }
      do tested
      end game
"""
TEXT = "  tested:\n    do: |\n"
CASES = {
    "a variable of none": (
        TEXT
        + """
      players[1] does {
        draw 2 from bag to gone
        draw 1 from bag as t
        gain 1 coin
        gain t.mark coin
      }
""",
        "gain t.mark coin",
    ),
    "a resource that is none": (
        TEXT
        + """
      players[1] does {
        for t in bag {
          gain 1 t.gives
        }
      }
""",
        "gain 1 t.gives",
    ),
    "an entry beyond a table": (
        TEXT
        + """
      players[1] does {
        if size(bag) > 1 {
          gain wage[2] coin
          gain wage[size(bag) + 1] coin
        }
      }
""",
        "gain wage[size(bag) + 1] coin",
    ),
    "inside a value that is written out where it is called": (
        TEXT
        + """
      players[1] does {
        gain share(me, my steps) coin
      }
""",
        "gain share(me, my steps) coin",
    ),
    "after a decision": (
        TEXT
        + """
      players[1] does {
        may rest { gain 1 coin }
        if my coin > 0 { gain wage[my coin + 8] coin }
      }
""",
        "gain wage[my coin + 8] coin",
    ),
}


def ruleset(more: str) -> Folder:
    return folder_from_text("# file: ruleset.yaml\n" + RULES.rstrip("\n") + "\n" + more.replace("\n\n", "\n"))


def played(given: Folder) -> rw.State:
    state = rw.load(given).start(seed=1)
    while not state.is_over:
        state.apply(state.decision.keys[0])
    return state


@pytest.mark.parametrize(("more", "text"), CASES.values(), ids=CASES)
def test_a_fault_names_its_statement(more: str, text: str) -> None:
    with pytest.raises(GameFault) as caught:
        played(ruleset(more))
    assert caught.value.span is not None
    assert caught.value.span.text == text
    assert caught.value.diagnostic().code == "E560"
    assert str(caught.value).startswith(str(caught.value.span))


BEYOND = {
    "let n = [1, 2][my steps + 3]\n        gain n coin": ("element 3 of a list that has 2", "size(…)"),
    "gain players[my steps + 3].coin coin": ("element 3 of a list that has 2", "size(…)"),
    "gain [1, 2][my steps] coin": ("element 0 of a list that has 2", "at least 1"),
    "let heap = those(n in 1..3 if n > 5)\n        gain heap[1] coin": ("element 1 of a list that is empty", "size(…)"),
    "gain 4 / my steps coin": ("a division by 0", "if n is not 0"),
}


@pytest.mark.parametrize("text", BEYOND)
def test_a_fault_tells_what_is_not_there_and_how_to_mend_it(text: str) -> None:
    with pytest.raises(GameFault) as caught:
        played(ruleset(f"{TEXT}\n      players[1] does {{\n        {text}\n      }}\n"))
    told = caught.value.diagnostic()
    what, how = BEYOND[text]
    assert told.message == f"this cannot be worked out: {what}"
    assert how in told.hint and "none" not in told.hint


def test_a_fault_of_the_scoring_names_its_formula() -> None:
    more = TEXT + "      players[1] does { gain 1 coin }\nscoring: {categories: {c: {worth: p.coin / p.steps}}}\n"
    state = played(ruleset(more))
    with pytest.raises(GameFault) as caught:
        state.sheet()
    assert caught.value.span is not None and caught.value.span.text == "p.coin / p.steps"


def test_a_fault_of_a_hint_names_its_formula() -> None:
    more = TEXT + "      players[1] does { gain 1 coin }\nhints: {far: '10', near: p.coin / p.steps}\n"
    state = rw.load(ruleset(more)).start(seed=1)
    with pytest.raises(GameFault) as caught:
        bot_named("greedy", 1).choose(state)
    assert caught.value.span is not None and caught.value.span.text == "p.coin / p.steps"


def test_a_fault_of_a_simulation_can_be_shown_and_comes_from_another_process() -> None:
    more, text = CASES["after a decision"]
    with pytest.raises(SimulationError) as caught:
        simulate(ruleset(more), 2, 2, seed=1, bots=["random"], jobs=1)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.fault is not None and again.fault.span is not None
    assert again.fault.span.text == text
    assert str(again.fault) == str(caught.value.fault)


SEARCHED = """
      players[1] does {
        may trade {
          choose g in good
          pay 1 g
          choose h in good
          if g is wood { gain 1 clay } else { gain 1 wood }
          pay 1 h
          pay 1 clay
        }
      }
"""


def test_a_search_beyond_its_bound_names_the_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "NODE_BUDGET", 0)
    with pytest.raises(GameFault) as caught:
        played(ruleset(TEXT + "      players[1] does { gain 2 wood }\n" + SEARCHED.strip("\n") + "\n"))
    assert caught.value.code == "E562" and caught.value.span is not None
    assert "more than 0 trials" in str(caught.value)


def test_a_mistake_of_the_checker_is_told_as_one() -> None:
    """Only a program that was not made from checked rules fails where nothing may."""
    program = rw.load(ruleset(TEXT + "      players[1] does { may rest { gain 1 coin } }\n")).program
    broken = replace(program, source=program.source.replace("CODE = [", "CODE = [lambda s, f: 1] * 99 + ["))
    with pytest.raises(GameFault) as caught:
        made = machine.Machine(broken)
        made.run(made.start())
    assert caught.value.code == "E561"

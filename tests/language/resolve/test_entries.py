"""What is read of a list or table and is not there: said when the ruleset is checked, where its numbers show it."""

from __future__ import annotations

import pytest

import interpreter as rw
from interpreter import pipeline
from interpreter.checking.variants import check_all
from interpreter.diagnostics import Diagnostics
from interpreter.loading.source import folder_from_text
from interpreter.runtime.machine import GameFault

RULES = """
game: {id: market, players: [2, 3, 4]}
resources: {coin: {}, wood: {group: good}, clay: {group: good}}
pieces: {mill: {start: yard, attributes: {steps: list of int}, kinds: {low: {steps: [1, 2]}, high: {steps: [1, 2, 3]}}}}
zones: {yard: {pieces: mill}}
tables:
  comes: {by: players, 2: [3, 4, 3], 3: [3, 4, 3], 4: [3, 4]}
  more: [1, 2, 3]
  gaps: {0: 1, 1: 2, 3: 4}
  prices: {wood: [1, 2], clay: [2, 3, 4]}
state: {game: {step: {type: 1..3, start: '1'}, free: int}, player: {level: 0..3}}
values: {now: {is: 'comes[min(step, 2)]'}, few: {given: {n: int}, is: 'more[n]'}}
phases:
  game: {do: 'each of players does { TEXT; step += 1; my level += 1 }; end game'}
scoring: {categories: {c: {worth: p.coin + p.good}}}
"""


def told(text: str) -> list[tuple[str, str, str]]:
    diagnostics = Diagnostics()
    model = pipeline.model_of(folder_from_text(RULES.replace("TEXT", text)), [], diagnostics)
    assert model is not None
    check_all(model, diagnostics)
    return [(d.code, d.message, d.span.text) for d in diagnostics if d.span and (d.code == "L641" or d.code[0] == "E")]


@pytest.mark.parametrize(
    ("text", "code", "read", "says"),
    [
        ("gain more[size(players)] coin", "E382", "more[size(players)]", "number 4, and there are only 3 elements"),
        ("gain more[size(players) - 2] coin", "E382", "more[size(players) - 2]", "number 0"),
        ("may buy { gain more[7] coin }", "E382", "more[7]", "number 7"),
        ("gain gaps[2] coin", "E382", "gaps[2]", "the keys 0, 1, 3"),
        ("gain comes[step] coin", "L641", "comes[step]", "number 3, and there are only 2 elements, with 4 players"),
        ("gain more[my level] coin", "L641", "more[my level]", "number 0, and there are only 3 elements"),
        ("gain gaps[my level] coin", "L641", "gaps[my level]", "number 2, and there are only the keys 0, 1, 3"),
        ("for g in good { gain prices[g][step] coin }", "L641", "prices[g][step]", "number 3"),
        (
            "for m in yard { gain m.steps[step] coin }",
            "L641",
            "m.steps[step]",
            "number 3, and there are only 2",
        ),
        ("for i in 1..4 { gain more[i] coin }", "L641", "more[i]", "number 4"),
        ("gain sum(more[i] for i in 0..2) coin", "L641", "more[i]", "number 0"),
        ("may buy { choose n in 1..4; gain more[n] coin }", "L641", "more[n]", "number 4"),
        ("let n = step + 1; gain more[n] coin", "L641", "more[n]", "number 4"),
    ],
)
def test_a_read_beyond_is_told_at_its_place(text: str, code: str, read: str, says: str) -> None:
    ((found, message, place),) = told(text)
    assert (found, place) == (code, read)
    assert says in message


@pytest.mark.parametrize(
    "text",
    [
        "gain now coin",
        "gain few(2) coin",
        "gain more[step] coin",
        "if size(players) < 4 { gain more[size(players)] coin }",
        "gain (if size(players) < 4 then more[size(players)] else 0) coin",
        "if my level > 0 { gain more[my level] coin }",
        "gain (if my level is 0 then 0 else more[my level]) coin",
        "may buy { require my level > 0; gain more[my level] coin }",
        "gain sum(more[i] for i in 0..2 if i > 0) coin",
        "for i in 1..size(more) { gain more[i] coin }",
    ],
)
def test_what_a_test_keeps_within_bounds_is_not_told(text: str) -> None:
    assert [found for found in told(text) if found[0] in ("L641", "E382")] == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("free += 2; gain comes[free + my level] coin", "element 4 of `comes`, which has 3"),
        ("free += 2; gain gaps[free] coin", "entry 2 of `gaps`, which it does not have"),
        ("free += 2; gain few(free) coin", "entry 4 of `more`, which it does not have"),
    ],
)
def test_the_fault_while_playing_names_the_table_and_the_index(text: str, says: str) -> None:
    game = rw.load(folder_from_text(RULES.replace("TEXT", text)))
    with pytest.raises(GameFault) as fault:
        game.start(seed=1)
    assert says in fault.value.diagnostic().message

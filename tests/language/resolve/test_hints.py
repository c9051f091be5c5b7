"""Hints that depend on where a mistake stands."""

from __future__ import annotations

import pytest

from interpreter import pipeline
from interpreter.checking.variants import check_all
from interpreter.diagnostics import Diagnostics
from interpreter.loading.source import folder_from_text

RULES = """game: {id: example, players: [2]}
resources: {coin: {}, corn: {}}
tables: {crops: [coin, corn]}
zones: {pile: {}}
values: {worth: {given: {p: player}, is: FORMULA}}
phases: {game: {do: 'PROGRAM; end game'}}
scoring: {categories: {coins: {worth: SCORE}}}
"""
WHOSE = "say whose it is: `p.coin` for a player p"
WHO = "say who: `p does { … }` or `each of players does { … }`"


def _hints(program: str = "players[1] does { gain 1 coin }", formula: str = "1", score: str = "p.coin") -> list[str]:
    text = RULES.replace("FORMULA", formula).replace("PROGRAM", program).replace("SCORE", score)
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(text), (), found)
    if model is not None and not found.has_errors:
        check_all(model, found)
    return [f"{d.code} {d.hint}" for d in found.errors]


@pytest.mark.parametrize(
    ("where", "text", "hint"),
    [
        ("score", "my coin", f"E305 {WHOSE}"),
        ("formula", "my coin", f"E305 {WHOSE}"),
        ("formula", "size(others)", f"E305 {WHOSE}"),
        ("program", "gain 1 coin", f"E305 {WHO}"),
        ("program", "let n = my coin", f"E305 {WHO}, or {WHOSE}"),
        ("program", "players[1] does { gain crops[1] }",
         "E332 name it and say how many: `let r = crops[1]`, then an amount such as `1 r`"),
        ("program", "players[1] does { let b = []; gain b }",
         "E332 say what it is a list of, as in `those(g in group if false)`"),
        ("program", "players[1] does { gain 3 }",
         "E332 write a number and a resource (2 coin), a list of resources, or a piece"),
        ("program", "players[1] does { gain 2 crops[1] }",
         "E237 write `let r = crops[…]` before, then `gain 1 r`"),
        ("program", "for n in 3 { players[1] does { gain n coin } }", "E317 write `1..3` for the numbers up to it"),
        ("program", "for n in pile { end game }", "E317 "),
        ("formula", "max(1..3)", "E370 write `max(n for n in 1..3)`"),
        ("formula", "sum(players)", "E370 write `sum(… for x in players)`"),
        ("formula", "count(players)", "E370 write `size(players)`"),
    ],
)  # fmt: skip
def test_the_hint_fits_the_place(where: str, text: str, hint: str) -> None:
    assert _hints(**{where: text}) == [hint]


ROOMY = """game: {id: example, players: [2]}
pieces: {chip: {start: heap, kinds: {red: {copies: 2}}}}
zones: {heap: {pieces: chip}, slot: {pieces: chip, limit: 1}}
FREE
phases: {game: {do: "players[1] does { choose x in heap if slot.free > 0; move x to slot }; end game"}}
scoring: {categories: {chips: {worth: '0'}}}
"""
WANDER = "free: {wander: {window: [my decisions], choose: y in heap, do: move y to slot}}"


def test_a_condition_of_a_choice_counts_but_where_free_actions_may_come_between() -> None:
    def errors(free: str) -> list[str]:
        found = Diagnostics()
        model = pipeline.model_of(folder_from_text(ROOMY.replace("FREE", free)), (), found)
        assert model is not None
        check_all(model, found)
        return [f"{d.code} {d.hint}" for d in found.errors]

    assert errors("") == []
    (told,) = errors(WANDER)
    assert told.startswith("E401 ")
    assert told.endswith(" once more behind the last choice: free actions may come between")

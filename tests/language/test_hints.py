"""Hints that depend on where a mistake stands."""

from __future__ import annotations

import pytest

from interpreter import pipeline
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
        pipeline.check_all(model, found)
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
    ],
)  # fmt: skip
def test_the_hint_fits_the_place(where: str, text: str, hint: str) -> None:
    assert _hints(**{where: text}) == [hint]

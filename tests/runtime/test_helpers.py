"""Whatever a formula calls is in the program, wherever in the ruleset the formula stands and in every form."""

from __future__ import annotations

import builtins
import dis
from collections.abc import Iterator
from types import CodeType

import pytest

import interpreter as rw
from interpreter import pipeline
from interpreter.checking.variants import check_all
from interpreter.diagnostics import Diagnostics
from interpreter.language.codegen import Generator
from interpreter.language.codegen.callers import CallableGenerator, TryingCallableGenerator
from interpreter.language.codegen.probes import ProbedCallableGenerator, ProbedGenerator, TryingGenerator
from interpreter.loading.model import Model
from interpreter.loading.source import folder_from_text
from interpreter.program import Program
from interpreter.ruleset import Variant
from interpreter.runtime.machine import Machine

RULES = """
game: {id: huts, players: [2]}
resources: {coin: {limit: LIMIT}, gem: {}}
pieces: {hut: {per: player, start: home, attributes: {rent: int}, kinds: {barn: {copies: 2, rent: 3}, mill: {rent: 1}}}}
zones: {home: {pieces: hut, per: player}}
tables: {worth_of: {barn: 3, mill: 4}}
values: {rents: {given: {p: player}, is: VALUE}}
SHOW
menus: {work: {}}
actions:
  earn: {menu: work, choose: h in my home, do: gain 1 coin}
  idle: {menu: work, do: gain 1 gem}
phases: {game: {do: 'each of players does { do one of work }; end game as race'}}
scoring: {categories: {c: {worth: SCORE}}, tie_breaks: {t: {worth: TIE}}}
endings: {race: {winners: WINNERS}}
hints: {h: {worth: HINT}, g: {worth: SHARED, shared: true}}
"""
PLAIN = {
    "LIMIT": "9",
    "VALUE": "p.coin",
    "SCORE": "p.coin",
    "TIE": "p.coin",
    "WINNERS": "players",
    "HINT": "p.coin",
    "SHARED": "p.coin",
    "SHOW": "",
}
COUNTED = "count(h in hut if h.owner is p and h.rent > 0)"
SECTIONS = [
    ("LIMIT", COUNTED.replace("is p", "is me")),
    ("LIMIT", "if possible(idle) then 9 else 3"),
    ("VALUE", COUNTED),
    ("SCORE", COUNTED),
    ("TIE", f"sum(worth_of[h.kind] for h in hut if h.owner is p) + {COUNTED}"),
    ("WINNERS", "those(p in players if any(h in hut if h.owner is p))"),
    ("HINT", COUNTED),
    ("SHARED", COUNTED),
    ("SHOW", "show: {values: [rents]}"),
]


def ruleset(section: str, formula: str) -> str:
    text = RULES
    for name, usual in (PLAIN | {section: formula}).items():
        text = text.replace(name, usual if name == "SHOW" else f"'{usual}'")
    return text


def model_of(text: str) -> Model:
    diagnostics = Diagnostics()
    model = pipeline.model_of(folder_from_text(text), (), diagnostics)
    assert model is not None
    check_all(model, diagnostics)
    assert diagnostics.errors == []
    return model


def forms(model: Model) -> Iterator[Program]:
    """The program of the smallest table in all its forms."""
    variant = Variant(model, model.game.players[0], {})
    yield variant.program
    yield variant.diagnostic_form
    others: tuple[type[Generator], ...] = (
        CallableGenerator, TryingCallableGenerator, ProbedGenerator, TryingGenerator, ProbedCallableGenerator,
    )  # fmt: skip
    for generator in others:
        yield variant.program_by(generator)


def missing(program: Program) -> set[str]:
    """Names that a program reads and that nothing defines."""
    machine = Machine(program)
    assert machine.compiled is not None
    read = {
        instruction.argval
        for code in _codes(machine.compiled)
        for instruction in dis.get_instructions(code)
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME")
    }
    return {name for name in read if name not in machine.names and not hasattr(builtins, name)}


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


@pytest.mark.parametrize(("section", "formula"), SECTIONS)
def test_a_formula_can_stand_in_any_section_alone(section: str, formula: str) -> None:
    for program in forms(model_of(ruleset(section, formula))):
        assert missing(program) == set()


@pytest.mark.parametrize("section", ["SCORE", "TIE", "WINNERS"])
def test_a_game_ends_with_it(section: str) -> None:
    game = rw.load(folder_from_text(ruleset(section, dict(SECTIONS)[section])))
    state = game.start(seed=2)
    while not state.is_over:
        state.apply(state.decision.keys[0])
    assert len(state.sheet().totals) == 2

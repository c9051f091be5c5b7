"""The code a ruleset is compiled to holds nothing of a stranger's text but literals, whatever things are called."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import interpreter as rw
from interpreter.diagnostics import Diagnostics, Source
from interpreter.language.codegen.callers import CallableGenerator, TryingCallableGenerator
from interpreter.language.codegen.probes import ProbedGenerator
from interpreter.loading.source import Folder, find, read_folder
from interpreter.program import Program
from interpreter.ruleset import Ruleset
from interpreter.runtime.machine import GameFault
from tests.cli.running import run
from tests.shipped import shipped_with_quick

FORMS = (None, CallableGenerator, TryingCallableGenerator, ProbedGenerator)

HOSTILE = "evil\nimport os; os._exit(7)  # \r\x0c\x85\u2028\u2029\x1b]52;c;eA==\x07 '''\"\"\"\\\n{0}%s  # 3"
"""A path that would be code wherever it stood in a program's source."""

RULES = """\
game: {id: heap, players: [2]}
resources: {coin: {supply: unlimited}}
pieces:
  card: {attributes: {worth: int}, start: deck, kinds: {low: {copies: 3, worth: 1}, high: {copies: 3, worth: 3}}}
zones:
  deck: {pieces: card, deck: true}
  hand: {pieces: card, per: player}
setup: {do: "for p in players { p does { draw 2 from deck to my hand } }"}
values:
  riches: {given: {p: player}, is: p.coin + 1}
phases:
  game:
    do: |
      each of players does { do turn }
      end game
procedures:
  turn:
    do: |
      choose c in my hand
      let n = riches(me) + c.worth
      gain c.worth * riches(me) / 1 coin
scoring: {categories: {coins: {worth: p.coin + riches(p)}}}
hints: {rich: {worth: riches(p)}}
"""


def programs(game: str | Path | Folder) -> Iterator[Program]:
    """A ruleset in all forms it is compiled to."""
    variant = Ruleset(game).sound()
    yield from map(variant.program_by, FORMS)
    yield variant.diagnostic_form


def called(folder: Folder, path: str) -> Folder:
    """A ruleset as if it lay somewhere else. The texts stay, since a place is nothing but what people see."""
    files = {name: Source(f"{path}/{name}", source.text) for name, source in folder.files.items()}
    return Folder(Path("x"), files, folder.is_complete)


def shipped(game: str) -> Folder:
    path = find(game)
    assert path is not None
    folder = read_folder(path, Diagnostics())
    assert folder is not None
    return folder


def comments(source: str) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def texts(tree: ast.AST) -> set[str]:
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.parametrize("game", shipped_with_quick("santa_maria"))
def test_the_program_of_a_shipped_game_holds_no_text_but_ids_and_shapes(game: str) -> None:
    folder = shipped(game)
    whole = rw.load(called(folder, HOSTILE))
    ids = {*whole.model.values, *whole.model.procedures, *whole.model.scoring}
    for program in (whole.program, whole.plain.program):
        tree = ast.parse(program.source)
        assert {text for text in texts(tree) if not re.fullmatch(r"[#.]+", text)} <= ids
        first, *rest = comments(program.source)
        assert first == "# Generated from the ruleset; see `rulewright show GAME --python`."
        numbers = [re.fullmatch(r"(?:# [a-z0-9_. ]+  )?# (\d+)", comment) for comment in rest]
        assert numbers and all(found is not None and int(found[1]) < len(program.marks) for found in numbers)
    assert ast.dump(ast.parse(whole.program.source)) == ast.dump(ast.parse(rw.load(game).program.source))


def small(path: str, name: str) -> Folder:
    return Folder(Path("x"), {name: Source(path, RULES)})


@pytest.fixture(scope="module")
def plainly_called() -> list[str]:
    return [program.source for program in programs(small("heap/ruleset.yaml", "ruleset.yaml"))]


@given(path=st.text(), name=st.text(st.characters(exclude_characters="/\0"), max_size=20))
@settings(max_examples=15)
def test_names_of_files_and_folders_change_no_letter_of_any_form(
    path: str, name: str, plainly_called: list[str]
) -> None:
    assert [p.source for p in programs(small(path, f"{name}.yaml"))] == plainly_called


def test_the_most_hostile_name_changes_nothing_and_places_are_found_all_the_same(plainly_called: list[str]) -> None:
    folder = small(HOSTILE, "ruleset.yaml")
    assert [p.source for p in programs(folder)] == plainly_called
    text = RULES.replace("/ 1 coin", "/ (my coin - my coin) coin")
    game = rw.load(Folder(Path("x"), {"ruleset.yaml": Source(HOSTILE, text)}))
    state = game.start(seed=1)
    with pytest.raises(GameFault) as fault:
        while not state.is_over:
            state.apply(state.decision.keys[0])
    span = fault.value.diagnostic().span
    assert span is not None and (span.path, span.text[:6]) == (HOSTILE, "gain c")


def test_the_code_is_shown_with_its_places(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(RULES)
    shown = run("show", tmp_path, "--python").out
    line = RULES[: RULES.index("let n")].count("\n") + 1
    assert re.search(rf"^ +n_\d+ = .*  # \S*ruleset\.yaml:{line}:7$", shown, re.MULTILINE)


# ---- names made from ids

ALIKE = """\
game: {id: names, players: [2]}
resources: {coin: {supply: unlimited}}
pieces:
  card:
    attributes: {WORTH: int}
    start: deck
    kinds: {low: {copies: 6, WORTH: 1}, high: {copies: 6, WORTH: 3}, mid: {copies: 3, WORTH: 7}}
spaces:
  ONE: {pieces: card, attributes: {FIRST: int}, kinds: {a1: {FIRST: 1}, a2: {FIRST: 5}, a3: {FIRST: 2}}}
  TWO: {pieces: card, attributes: {SECOND: int}, kinds: {b1: {SECOND: 10}, b2: {SECOND: 50}, b3: {SECOND: 23}}}
zones:
  deck: {pieces: card, deck: true}
  hand: {pieces: card, per: player}
setup: {do: "for p in players { p does { draw 3 from deck to my hand } }"}
values:
  VALUE:
    given: {p: player, n: int}
    is: |
      sum(c.WORTH * n + (if any(d in p.hand if d.WORTH > c.WORTH) then n else 2) for c in p.hand)
      + sum(min(q.coin, 50) for q in players) + min(n, 9) * n
phases:
  game:
    do: |
      each of players does { do act }
      end game
procedures:
  act:
    do: |
      choose c in my hand
      do PROC(c.WORTH)
  PROC:
    given: {n: int}
    do: |
      gain n coin
      let LOCAL = VALUE(me, n)
      gain VALUE(me, LOCAL) coin
      gain VALUE(me, VALUE(me, n)) coin
      for c in my hand { gain c.WORTH coin }
      for c in my hand { if c.WORTH > 1 { gain c.WORTH coin } }
      for x in ONE { gain x.FIRST coin }
      for x in TWO { gain x.SECOND coin }
scoring: {categories: {coins: {worth: p.coin}}}
"""
PLAIN = {
    "WORTH": "worth", "ONE": "east", "TWO": "west", "FIRST": "number", "SECOND": "second", "VALUE": "valued",
    "PROC": "proc", "LOCAL": "local",
}  # fmt: skip


def outcome(names: dict[str, str]) -> list[object]:
    """What the same moves and the same random play come to under other names."""
    text = re.sub("|".join(PLAIN), lambda found: {**PLAIN, **names}[found[0]], ALIKE)
    game = rw.load(Folder(Path("x"), {"ruleset.yaml": Source("ruleset.yaml", text)}))
    state = game.start(seed=3)
    while not state.is_over:
        state.apply(state.decision.keys[0])
    other = game.start(seed=4)
    while not other.is_over:
        other.apply(other.decision.keys[-1])
    return [state.sheet().totals, state.entries(), other.sheet().totals, other.entries()]


@pytest.mark.parametrize(
    "names",
    [
        {"PROC": "worth"},
        {"ONE": "a", "FIRST": "b_c", "TWO": "a_b", "SECOND": "c"},
        {"LOCAL": "__import__", "VALUE": "globals"},
        {"LOCAL": "v", "VALUE": "lambda"},
        {"PROC": "import", "ONE": "class", "FIRST": "def", "WORTH": "global"},
        {"ONE": "any_", "PROC": "root", "VALUE": "print"},
        *({"VALUE": f"foo_{n}", "LOCAL": f"{prefix}_foo"} for n in (10, 11, 12, 13) for prefix in ("v", "can")),
    ],
    ids=str,
)  # fmt: skip
def test_a_thing_may_be_called_as_it_likes(names: dict[str, str]) -> None:
    assert outcome(names) == outcome({})

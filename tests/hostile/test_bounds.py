"""What a stranger's ruleset asks too much of ends with a diagnostic at its statement, after a bounded number of steps.

Each ruleset is made from one template. The budget is small here, so that the tests are quick: that it stops what goes
on, and where, does not depend on its size.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

import pytest

import interpreter as rw
from interpreter import bounds
from interpreter.runtime import faults, machine
from interpreter.runtime.machine import GameFault
from interpreter.runtime.rng import fractions

SMALL = 2_000_000

STATE = "state:\n  game: {n: {type: int, start: '2'}, m: int, l: list of int}\n"
CARDS = (
    "pieces:\n  card:\n    attributes: {cost: int}\n    start: deck\n    kinds:\n"
    + "".join(f"      kind{i}: {{cost: {i % 7}}}\n" for i in range(300))
    + "zones: {deck: {pieces: card}}\n"
)
CELLS = "spaces:\n  cell: {grid: {columns: 60, rows: 60}, state: {mark: int}}\n"
TILES = (
    'pieces:\n  tile: {attributes: {shape: shape}, start: pool, kinds: {bent: {copies: 36, shape: ["##", "#."]}}}\n'
    "zones: {pool: {pieces: tile}}\n"
    "boards:\n  town: {grid: {columns: 9, rows: 9}, per: player, pieces: tile, arrange: free}\n"
)


def folder_of(path: Path, text: str, more: str = "", *, rounds: int = 2, coin: str = "coin: {}") -> Path:
    """A game of two in which each does `text` round for round, or passes. Its text begins in line 11."""
    path.mkdir(exist_ok=True)
    (path / "ruleset.yaml").write_text(
        f"game: {{id: hostile, players: [2]}}\nresources:\n  {coin}\nmenus: {{turn: {{}}}}\nphases:\n"
        f"  game: {{do: 'repeat {rounds} times {{ each of players does {{ do one of turn }} }}; end game'}}\n"
        "scoring: {categories: {money: {worth: p.coin}}}\nactions:\n  act: {menu: turn, do: do acting}\n"
        f"procedures:\n  acting:\n    do: |\n{indent(text, '      ')}\n{more}",
        encoding="utf-8",
    )
    return path


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A small budget of steps."""
    monkeypatch.setattr(machine, "MOST_STEPS", SMALL)
    monkeypatch.setattr(faults, "MOST_STEPS", SMALL)
    yield


LOOPS = {
    "a count": "repeat 1000000000 times { gain 1 coin }",
    "a count inside another": "repeat 10000 times { repeat 10000 times { gain 1 coin } }",
    "until what never comes": "repeat at most 1000000000 times until my coin < 0 { gain 1 coin }",
    "while something falls": "m = 1000000000\nrepeat while m falls { m -= 1 }",
    "a count with a choice that never comes":
        "repeat 1000000000 times { if my coin < 0 { choose { give { gain 1 coin } take { gain 2 coin } } } }",
    "a range": "for k in 1..1000000000 { gain 1 coin }",
    "a range that is left early": "for k in 1..1000000000 { if my coin < 0 { end loop }; gain 1 coin }",
    "counted elements": "gain count(k in 1..1000000000 if k mod 2 is 0) coin",
    "looking for one": "if any(k in 1..1000000000 if k < 0) { gain 1 coin }",
    "small ranges six deep":
        "gain sum(sum(sum(sum(sum(sum(f + my coin for a in 1..40) for b in 1..40) for c in 1..40) for d in 1..40)"
        " for e in 1..40) for f in 1..40) coin",
    "what can be reached": "gain size(reachable([x + 1] for x in [1])) coin",
    "assigning": "if assignable(1..2000 for k in 1..2000, 1 for j in 1..2000) { gain 1 coin }",
}  # fmt: skip


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("text", LOOPS.values(), ids=LOOPS.keys())
def test_a_loop_without_end_is_told_at_its_statement(text: str, tmp_path: Path) -> None:
    _stops(folder_of(tmp_path / "hostile", text, STATE), "E563", 13 + text.count("\n"))


MORE = {
    "spaces three deep": ("for a in cell { for b in cell { for c in cell { if a.mark > 3 { gain 1 coin } } } }", CELLS),
    "spaces three deep in a formula":
        ("gain count(a in cell if any(b in cell if any(c in cell if a.mark + b.mark + c.mark > 3))) coin", CELLS),
    "three binders over many kinds":
        ("choose a in deck, b in deck, c in deck if a.cost + b.cost + c.cost is 19 - my coin * 9\ngain 1 coin", CARDS),
    "ways from each cell": ("gain sum(distance(a, cell[1], b.mark for b in cell) for a in cell) coin", CELLS),
    "shapes that cannot lie together": ("for x in pool { if possible { move x to my town } }", TILES),
}  # fmt: skip


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("text", "more"), MORE.values(), ids=MORE.keys())
def test_many_things_deep_inside_one_another(text: str, more: str, tmp_path: Path) -> None:
    # Where what is chosen is looked for before the action is offered, the place is that decision.
    _stops(folder_of(tmp_path / "hostile", text, more), "E563", None if text.startswith("choose") else 13)


CALLS = {
    "a procedure that calls itself twice":
        ("do again(25)", "  again:\n    given: {k: int}\n    max_nesting: 30\n"
         "    do: gain 1 coin; if k > 0 { do again(k - 1); do again(k - 1) }\n"),
    "rules that set each other off":
        ("do again(40)", "  again:\n    given: {k: int}\n    max_nesting: 60\n    do: gain 1 coin\n"
         "rules:\n  first: after again(any k) if k > 0 { if possible { do again(k - 1) } }\n"
         "  second: after again(any k) if k > 0 { if possible { do again(k - 1) } }\n"),
    "values that read one another twice":
        ("gain value30 coin", STATE + "values:\n  value0: {is: n}\n"
         + "".join(f"  value{i}: {{is: value{i - 1} + value{i - 1}}}\n" for i in range(1, 31))),
}  # fmt: skip


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("text", "more"), CALLS.values(), ids=CALLS.keys())
def test_calls_that_double(text: str, more: str, tmp_path: Path) -> None:
    _stops(folder_of(tmp_path / "hostile", text, more), "E563")


@pytest.mark.usefixtures("small")
def test_what_does_not_fit_is_done_unit_by_unit_within_the_budget(tmp_path: Path) -> None:
    wood = "coin: {}\n  wood: {limit: '3', overflow: {do: gain 1 coin}}"
    _stops(folder_of(tmp_path / "hostile", "gain 1000000000 wood", coin=wood), "E563")


NUMBERS = {
    "squares": "repeat 40 times { n = n * n }",
    "doubles": "repeat 1000 times { n = n + n }",
    "doubles of a local name": "let k = 2\nrepeat 1000 times { k += k }\ngain k coin",
    "counters": "gain 1 coin\nrepeat 1000 times { gain my coin coin }",
    "below zero": "n = 0 - 2\nrepeat 1000 times { n = n + n }",
}


@pytest.mark.parametrize("text", NUMBERS.values(), ids=NUMBERS.keys())
def test_a_number_that_grows_without_bound(text: str, tmp_path: Path) -> None:
    line = 13 + next(i for i, part in enumerate(text.split("\n")) if "repeat" in part)
    _stops(folder_of(tmp_path / "hostile", text, STATE), "E566", line)


def test_a_number_that_doubles_once_a_decision(tmp_path: Path) -> None:
    _stops(folder_of(tmp_path / "hostile", "gain my coin + 1 coin", rounds=1000), "E566", 13)


def test_a_formula_alone_cannot_make_a_number_huge(tmp_path: Path) -> None:
    squares = "".join(f"  value{i}: {{is: value{i - 1} * value{i - 1}}}\n" for i in range(1, 41))
    _stops(
        folder_of(
            tmp_path / "hostile", "if value40 > 7 { gain 1 coin }", f"{STATE}values:\n  value0: {{is: n}}\n{squares}"
        ),
        "E566",
    )


@pytest.mark.parametrize("text", ["repeat 40 times { l = l + l + [1] }", "let k = [1]\nrepeat 60 times { k += k }"])
def test_a_list_that_grows_without_bound(text: str, tmp_path: Path) -> None:
    _stops(folder_of(tmp_path / "hostile", text, STATE), "E565", 13 + text.count("\n"))


OPTIONS = {
    "a range": ("choose k in 0..1000000\ngain k coin", "E564"),
    "two ranges": ("choose k in 1..200, j in 1..200\ngain k coin", "E564"),
    "some of many": ("choose 5 of 1..20000 as x\ngain size(x) coin", "E564"),
    "a number for each": ("split 1000000 among g in [1, 2, 3] as share\ngain 1 coin", "E564"),
}


@pytest.mark.parametrize(("text", "code"), OPTIONS.values(), ids=OPTIONS.keys())
def test_too_many_options(text: str, code: str, tmp_path: Path) -> None:
    _stops(folder_of(tmp_path / "hostile", text), code, 13)


def test_what_is_looked_for_before_an_action_is_offered_is_told_at_the_action(tmp_path: Path) -> None:
    _stops(folder_of(tmp_path / "hostile", "choose k in 0..1000000000\ngain k coin"), "E563", 9)


@pytest.mark.usefixtures("small")
def test_the_searches_of_one_decision_share_a_budget(tmp_path: Path) -> None:
    """None of them reaches the bound of a single one."""
    text = "choose a in 1..200\nchoose b in 1..60\nchoose c in 1..60\nrequire a * b * c < 0\ngain 1 coin"
    _stops(folder_of(tmp_path / "hostile", text, "  idle: {do: ''}\n"), "E563")


def test_a_game_without_end_is_told_with_its_phase(tmp_path: Path) -> None:
    more = "free: {wait: {do: ''}}\n"
    game = rw.load(folder_of(tmp_path / "hostile", "choose { give {} take {} }", rounds=10**9))
    with pytest.raises(GameFault) as caught:
        game.machine.playout(game.machine.start(), fractions(1))
    assert (caught.value.code, caught.value.arguments["phases"]) == ("E567", "game"), more
    state = game.start(seed=1)
    with pytest.raises(GameFault) as caught:
        while True:
            state.apply_option(state.options[0])
    assert caught.value.code == "E567" and state.taken == bounds.MOST_DECISIONS + 1


@pytest.mark.usefixtures("small")
def test_formulas_of_scoring_hints_and_show_have_the_budget_too(tmp_path: Path) -> None:
    long = "count(k in 1..1000000000 if k is p.coin)"
    path = folder_of(tmp_path / "hostile", "gain 1 coin", f"hints: {{hope: '{long}'}}\n")
    (path / "ruleset.yaml").write_text((path / "ruleset.yaml").read_text().replace("worth: p.coin", f"worth: '{long}'"))
    state = rw.load(path).start(seed=1)
    with pytest.raises(GameFault) as caught:
        state.sheet()
    assert caught.value.code == "E563" and str(caught.value.span).endswith(":7:40")


def test_a_budget_is_full_again_at_each_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may take more in all than one decision may."""
    monkeypatch.setattr(machine, "MOST_STEPS", 200_000)
    game = rw.load(
        folder_of(tmp_path / "hostile", "choose { give {} take {} }\nrepeat 2000 times { gain 1 coin }", rounds=100)
    )
    decided, _ = game.machine.playout(game.machine.start(), fractions(1))
    assert decided == 200


def test_the_full_budget_ends_within_seconds(tmp_path: Path) -> None:
    """As a safety net, and with the real bounds: the limit is far above what it takes."""
    path = folder_of(tmp_path / "hostile", "repeat 1000000000 times { gain 1 coin }")
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "simulate", str(path), "--games", "1", "--jobs", "1"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 60)),
    )
    assert done.returncode == 1 and "E563" in done.stdout + done.stderr
    assert f"{path / 'ruleset.yaml'}:13:" in (done.stdout + done.stderr).replace("\n", "")


def _stops(path: Path, code: str, line: int | None = None) -> None:
    """A game stops with a code, at a line of the ruleset."""
    game = rw.load(path)
    with pytest.raises(GameFault) as caught:
        game.machine.playout(game.machine.start(), fractions(1))
    fault = caught.value
    assert fault.code == code and fault.span is not None
    assert fault.span.path.endswith("ruleset.yaml")
    if line is not None:
        assert fault.span.line == line, fault

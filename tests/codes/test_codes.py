"""Every mistake of checking has words and an example: the failing one gives just that code, the mended one plays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter import pipeline
from interpreter.checking.variants import check_all
from interpreter.codes import CODES
from interpreter.codes.code import Code
from interpreter.diagnostics import Diagnostics, RulesetError, Source, Span
from interpreter.loading.source import folder_from_text
from tests.codes import CHECKING, PLAYING, SETTINGS, SYNTAX

ROOT = Path(__file__).resolve().parents[2]


def found_in(text: str) -> Diagnostics:
    """All that is found in one text, for every player count and option, with the last of its modules."""
    diagnostics = Diagnostics()
    folder = folder_from_text(text)
    model = pipeline.model_of(folder, folder.folders_in("modules")[-1:], diagnostics)
    if model is not None and not diagnostics.has_errors:
        check_all(model, diagnostics)
    return diagnostics


@pytest.mark.parametrize("code", CHECKING, ids=lambda c: c.id)
def test_failing_example_gives_its_code_at_its_place_and_nothing_else(code: Code) -> None:
    found = [d for d in found_in(code.failing) if d.is_lint == code.is_lint]
    assert [d.code for d in found] == [code.id], [(d.code, d.message, str(d.span)) for d in found]
    marked = [n for n, line in enumerate(code.failing.split("\n"), 1) if "# <--" in line]
    assert found[0].span is not None
    assert [found[0].span.line] == marked


@pytest.mark.parametrize("code", CHECKING, ids=lambda c: c.id)
def test_mended_example_plays_to_its_end(code: Code) -> None:
    assert [(d.code, d.message) for d in found_in(code.mended) if not d.is_lint or code.is_lint] == []
    game = pipeline.load(folder_from_text(code.mended))
    game.playout(seed=1)


@pytest.mark.parametrize("code", [*CHECKING, *PLAYING, *SYNTAX], ids=lambda c: c.id)
def test_every_code_is_explained(code: Code) -> None:
    assert code.message and code.page.endswith(".")
    assert CODES[code.id] is code


def test_every_reported_code_stands_in_the_table() -> None:
    used = set()
    for path in (*(ROOT / "interpreter").rglob("*.py"), *(ROOT / "cli").rglob("*.py")):
        if "codes" not in path.parts:
            used |= set(re.findall(r"(?:report|add)\(\s*\"([EL][3-6]\d\d)\"", path.read_text(encoding="utf-8")))
    assert used - set(CODES) == set()
    assert {c.id for c in [*CHECKING, *SETTINGS]} - used == set()


# ---- what is asked of a ruleset


OPTIONS = """game: {id: example, players: [2, 3], options: {pace: {values: [slow, quick], default: slow}}}
phases: {game: {do: end game}}
"""


def codes_of(players: int | None = None, options: dict[str, object] | None = None) -> list[tuple[str, str]]:
    with pytest.raises(RulesetError) as error:
        pipeline.load(folder_from_text(OPTIONS), players, options=options)
    return [(d.code, d.message) for d in error.value.diagnostics]


def test_settings_that_the_ruleset_does_not_have() -> None:
    assert codes_of(players=5) == [("E500", "5 players are not allowed")]
    assert codes_of(options={"pase": "slow"}) == [("E501", "`pase` is not an option of this ruleset")]
    assert codes_of(options={"pace": "late"}) == [("E502", "the option `pace` cannot be late")]


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(RulesetError) as error:
        pipeline.load("no_such_game")
    assert [d.code for d in error.value.diagnostics] == ["E503"]


# ---- the list of diagnostics


def test_equal_mistakes_are_kept_once_and_an_unknown_code_is_a_programming_error() -> None:
    span = Span(Source("a.yaml", "text"), 0, 4)
    diagnostics = Diagnostics()
    for _ in range(3):
        diagnostics.add("E306", span)
    diagnostics.extend(list(diagnostics))
    assert len(diagnostics) == 1
    with pytest.raises(KeyError):
        diagnostics.add("E999", span)

"""Whoever reports a mistake gives just what its words have places for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from interpreter.codes import CODES

ROOT = Path(__file__).resolve().parents[2]
FIXED = {"near", "related", "span"}
"""What every report may give besides."""
BY_SCHEMA = {"_at", "_Problem"}
"""They hand their arguments on as a mapping, which the examples of these codes fill."""


def places(code: str) -> set[str]:
    """The names in braces of a code's message and hint."""
    texts = (CODES[code].message, CODES[code].hint)
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}


def reports() -> Iterator[tuple[str, ast.Call, str]]:
    """Calls with the literal code of a mistake among their arguments: path, call, code."""
    for path in [*(ROOT / "interpreter").rglob("*.py"), *(ROOT / "cli").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                for given in node.args[:2]:
                    if isinstance(given, ast.Constant) and isinstance(given.value, str) and given.value in CODES:
                        yield f"{path.relative_to(ROOT)}:{node.lineno}", node, given.value


def complaint(call: ast.Call, code: str) -> str | None:
    """What is wrong with a call; None too where it passes on arguments that only the run knows."""
    given = {keyword.arg for keyword in call.keywords}
    if None in given or (isinstance(call.func, ast.Name) and call.func.id in BY_SCHEMA):
        return None
    lacking, unknown = places(code) - given, given - places(code) - FIXED
    return f"{code}: lacks {sorted(lacking)}, unknown {sorted(map(str, unknown))}" if lacking or unknown else None


def test_reports_give_what_the_words_have_places_for() -> None:
    found = [(where, complaint(call, code)) for where, call, code in reports()]
    assert len(found) > 400
    assert [pair for pair in found if pair[1]] == []


@pytest.mark.parametrize(
    ("call", "is_right"),
    [('add("E301", s, name="x")', True), ('add("E301", s, nam="x")', False), ('add("E301", s, near=())', False)],
)
def test_a_wrong_argument_is_told(call: str, is_right: bool) -> None:
    node = ast.parse(call).body[0]
    assert isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    assert (complaint(node.value, "E301") is None) == is_right

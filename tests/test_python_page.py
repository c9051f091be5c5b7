"""The page on Python tells the truth: its examples run, and it names everything that is public."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import interpreter.api
from interpreter import Choice, Decision, Game, ScoreSheet, State
from interpreter.records import field_names

PAGE = (Path(__file__).parents[1] / "docs" / "python.md").read_text(encoding="utf-8")
INNER = {"at", "event", "shown_values", "told_of", "playout", "machine", "plain", "namer", "viewer", "dealer", "native"}
"""Parts of a game that the rest of the package uses."""


def test_the_examples_run_one_after_another(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "rulewright", interpreter.api)
    names: dict[str, object] = {}
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) >= 6
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    printed = capsys.readouterr().out
    assert "is not offered" in printed and "E510" in printed


def test_every_public_name_stands_on_the_page() -> None:
    of_state = {name for name in dir(State) if not name.startswith("_")} - {"log", "rng", "slots", "taken", "tried"}
    of_game = {name for name in dir(Game) if not name.startswith("_")} - INNER
    fields = {*field_names(Choice), *field_names(Decision), *field_names(ScoreSheet)} - {"option", "label"}
    names = {*interpreter.api.__all__, *of_state, *of_game, *fields}
    assert sorted(name for name in names if not re.search(rf"`{name}\b", PAGE)) == []

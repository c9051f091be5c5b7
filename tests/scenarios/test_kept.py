"""Programs for scenarios are kept between runs: the same results, and nothing compiled or proved again."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import compiled
from interpreter.language import check, codegen
from interpreter.scenarios.runner import run_ruleset

RULES = """\
game: {id: kept, players: [2]}
resources: {coin: {}}
menus: {turn: {}}
actions:
  earn: {menu: turn, do: gain 2 coin}
  beg: {menu: turn, do: gain 1 coin}
  spend: {menu: turn, do: pay 1 coin}
phases: {game: {do: 'each of players does { do one of turn }; end game'}}
"""
SCENARIOS = """\
- id: earning
  do: [{a: earn}, {b: earn}]
  expect: {a: {coin: 2}}
- id: spending
  do: [{a: earn}, {refused: {b: {spend: short}}}]
- id: wrong
  do: [{a: earn}, {b: earn}]
  expect: {a: {coin: 3}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(compiled, "WORTH_KEEPING", 0)
    folder = tmp_path / "kept"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(RULES, encoding="utf-8")
    (folder / "scenarios" / "money.yaml").write_text(SCENARIOS, encoding="utf-8")
    return folder


def reports(folder: Path) -> list[tuple[str, str]]:
    return [(result.id, result.report()) for result in run_ruleset(folder)]


def test_a_second_run_says_the_same_and_compiles_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = reports(folder)
    assert [id for id, report in first if report] == ["wrong"]
    for module, name in ((codegen, "compile_program"), (check, "check")):
        monkeypatch.setattr(module, name, lambda *_: pytest.fail("made again"))
    assert reports(folder) == first


def test_a_changed_rule_is_another_program(folder: Path) -> None:
    reports(folder)
    (folder / "ruleset.yaml").write_text(RULES.replace("gain 2 coin", "gain 3 coin"), encoding="utf-8")
    assert [id for id, report in reports(folder) if report] == ["earning"]

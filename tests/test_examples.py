"""The example games under docs/examples: sound, short, told on a page that quotes them, and played in both forms."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import interpreter as rw
from interpreter.checking.checkup import check_ruleset
from interpreter.diagnostics import Diagnostics
from interpreter.loading.source import read_folder
from interpreter.native.building import compiler
from interpreter.scenarios import run_folder
from tests.lockstep import engine_of, play

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
GAMES = sorted(path.parent.name for path in EXAMPLES.glob("*/ruleset.yaml"))


@pytest.mark.parametrize("name", GAMES)
def test_an_example_is_sound_short_and_told(name: str) -> None:
    diagnostics = Diagnostics()
    check_ruleset(EXAMPLES / name, (), diagnostics)
    assert [d.code for d in diagnostics] == []
    assert len((EXAMPLES / name / "ruleset.yaml").read_text(encoding="utf-8").splitlines()) < 150
    page = (EXAMPLES / f"{name}.md").read_text(encoding="utf-8")
    lines = {
        " ".join(line.split()) for path in (EXAMPLES / name).rglob("*.yaml") for line in path.open(encoding="utf-8")
    }
    quoted = [line for block in re.findall(r"```yaml\n(.*?)```", page, re.S) for line in block.splitlines()]
    assert [line for line in quoted if not any(" ".join(line.split()) in known for known in lines)] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_scenarios_of_an_example_hold(name: str) -> None:
    folder = read_folder(EXAMPLES / name, Diagnostics())
    assert folder is not None
    results = run_folder(folder)
    assert len(results) >= 3 and [r.id for r in results if not r.passed] == []


@pytest.mark.skipif(compiler() is None, reason="there is no C compiler")
@pytest.mark.xdist_group("native")
@pytest.mark.parametrize("name", GAMES)
def test_an_example_is_played_to_its_end_alike_in_both_forms(name: str) -> None:
    for players in (2, 4):
        game = rw.load(EXAMPLES / name, players)
        assert play(game, engine_of(game), seed=players) > 20

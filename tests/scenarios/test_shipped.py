"""Every scenario of every shipped ruleset and module holds."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from interpreter.loading.source import shipped_games
from interpreter.scenarios import Benches, run_file, scenario_files
from tests.shipped import folder_of


@cache
def _benches(folder: Path) -> Benches:
    """Rulesets compiled for one file serve the others too."""
    return Benches(folder)


FILES = [(game, path) for game in shipped_games() for path in scenario_files(folder_of(game))]


@pytest.mark.parametrize(("game", "path"), FILES, ids=[f"{game}-{path.stem}" for game, path in FILES])
def test_scenarios_hold(game: str, path: Path) -> None:
    results = run_file(path, benches=_benches(folder_of(game)))
    reports = [result.report() for result in results if not result.passed]
    assert results, f"{path} has no scenarios"
    assert not reports, "\n\n".join(reports)

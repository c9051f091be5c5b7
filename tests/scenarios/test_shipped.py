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


FILES = [
    pytest.param(game, path, id=f"{game}-{path.stem}", marks=pytest.mark.xdist_group(f"scenarios of {game}"))
    for game in shipped_games()
    for path in scenario_files(folder_of(game))
]
"""Those of one game go to one worker, which compiles what they need once."""


@pytest.mark.parametrize(("game", "path"), FILES)
def test_scenarios_hold(game: str, path: Path) -> None:
    results = run_file(path, benches=_benches(folder_of(game)))
    reports = [result.report() for result in results if not result.passed]
    assert results, f"{path} has no scenarios"
    assert not reports, "\n\n".join(reports)

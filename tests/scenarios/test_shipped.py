"""Every scenario of every shipped ruleset and module holds.

A ruleset is compiled for each set of modules, number of players and options that a scenario asks for, and most of these
sets are those of one or two scenarios. `make test` runs the scenarios of the sets that many share, `make test-slow` the
others, and all once more with the modules with which they say that they hold.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter.loading.source import shipped_games
from interpreter.scenarios import Benches, run_file, scenario_files
from tests.shipped import LARGEST, folder_of

LONG = ("cards", "crises", "negotiation", "phases")
"""Files of the largest game that take longest."""

SHARED = 4
"""Scenarios that make a set of modules, players and options one that many share."""


@cache
def _benches(folder: Path) -> Benches:
    """Rulesets compiled for one file serve the others too."""
    return Benches(folder)


def _settings(path: Path, scenario: dict[str, Any]) -> str:
    """What a scenario asks the ruleset to be compiled for."""
    home = path.parts[-3] if path.parts[-4] == "modules" else ""
    return repr((home, *(scenario.get(key) for key in ("with", "players", "seats", "options"))))


def _parameters(game: str) -> list[Any]:
    """Each file with the ids of its scenarios that many sets share, and with those of the others."""
    files = {path: yaml.load(path.read_text("utf-8"), yaml.CSafeLoader) for path in scenario_files(folder_of(game))}
    sharing: dict[str, list[tuple[Path, str]]] = defaultdict(list)
    for path, scenarios in files.items():
        for scenario in scenarios:
            sharing[_settings(path, scenario)].append((path, scenario["id"]))
    shared = {one for several in sharing.values() if len(several) >= SHARED for one in several}
    out = []
    group = pytest.mark.xdist_group(f"scenarios of {game}")
    for path, scenarios in files.items():
        usual = {s["id"] for s in scenarios if (path, s["id"]) in shared}
        rest = {s["id"] for s in scenarios if s["id"] not in usual or "holds_with" in s}
        name = f"{game}-{path.stem}"
        many = (group, pytest.mark.slow) if game == LARGEST and path.stem in LONG else group
        out += [pytest.param(game, path, usual, False, id=name, marks=many)] if usual else []
        out += (
            [pytest.param(game, path, rest, True, id=f"{name}-others", marks=(group, pytest.mark.slow))] if rest else []
        )
    assert sum(len({s["id"] for s in scenarios}) for scenarios in files.values()) == len(
        {(p.values[1], id) for p in out for id in p.values[2]}
    )
    return out


@pytest.mark.parametrize(("game", "path", "ids", "others"), [p for game in shipped_games() for p in _parameters(game)])
def test_scenarios_hold(game: str, path: Path, ids: set[str], others: bool) -> None:
    results = run_file(path, benches=_benches(folder_of(game)), ids=ids, others=others)
    reports = [result.report() for result in results if not result.passed]
    assert {result.id.partition(" with ")[0] for result in results} == ids
    assert not reports, "\n\n".join(reports)

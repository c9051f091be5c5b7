"""Renaming in the shipped rulesets: the renamed ruleset passes its own scenarios."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostics
from interpreter.editor.project import Project, root_of
from interpreter.editor.renaming import Refused, rename, replaced
from interpreter.loading.companions import load_scenarios
from interpreter.loading.documents import plain
from interpreter.loading.source import find
from interpreter.scenarios import scenario_files
from interpreter.scenarios.runner import run_ruleset


def copied(game: str, target: Path) -> Path:
    folder = find(game)
    assert folder is not None
    return Path(shutil.copytree(folder, target / game))


def renamed(folder: Path, name: str, new: str) -> None:
    """Rename on the disk."""
    project = Project(folder)
    project.refresh()
    entry = project.declared[name][0]
    where = next(project.path_of(n) for n, source in project.files.items() if source is entry.span.source)
    for path, spans in rename(project, where, entry.span.start, new).items():
        path.write_text(replaced(spans, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("game", "names"),
    [
        pytest.param("puerto_rico", ["colonist", "small_market", "captain", "build"], marks=pytest.mark.slow),
        pytest.param("tzolkin", ["corn"], marks=pytest.mark.slow),
    ],
)
def test_a_renamed_ruleset_passes_its_scenarios(game: str, names: list[str], tmp_path: Path) -> None:
    folder = copied(game, tmp_path)
    for name in names:
        renamed(folder, name, f"{name}_renamed")
    results = run_ruleset(folder)
    assert [r.report() for r in results if not r.passed] == []
    found = [scenario for path in scenario_files(folder) for scenario in load_scenarios(path, Diagnostics())]
    assert {r.id for r in results} >= {str(plain(scenario.items["id"].value)) for scenario in found}
    assert len(found) > 20


def test_a_name_with_two_meanings_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(
        "game: {id: two, players: [2]}\n"
        "pieces:\n"
        "  hut: {attributes: {size_of: int}, kinds: {small: {size_of: 1}}}\n"
        "  barn: {attributes: {size_of: int}, kinds: {big: {size_of: 2}}}\n"
    )
    project = Project(tmp_path)
    project.refresh()
    file = tmp_path / "ruleset.yaml"
    with pytest.raises(Refused, match="several things"):
        rename(project, file, file.read_text().index("size_of"), "width")


def test_the_ruleset_of_a_file(tmp_path: Path) -> None:
    folder = copied("puerto_rico", tmp_path)
    for name in ("flow.yaml", "pieces/buildings.yaml", "modules/cost_swap/module.yaml", "texts/en.yaml"):
        assert root_of(folder / name) == folder.resolve()
    assert root_of(tmp_path / "none.yaml") is None
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text("game: {id: alone, players: [2]}\n")
    assert root_of(tmp_path / "a.yaml") == (tmp_path / "a.yaml").resolve()

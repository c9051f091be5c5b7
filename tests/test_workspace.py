"""A workspace answers as a fresh check does, reads unsaved buffers, and reads anew only what was changed."""

from __future__ import annotations

import shutil
from itertools import product
from pathlib import Path

import pytest

from interpreter.checking.checkup import check_ruleset
from interpreter.diagnostics import Diagnostics
from interpreter.loading.companions import load_scenarios
from interpreter.loading.source import data_folder
from interpreter.workspace import Workspace, check_steps
from tests.shipped import shipped_with_quick

GOOD = """\
game: {id: small, players: [2, 3]}
resources: {coin: {}}
menus: {turn: {}}
actions: {earn: {menu: turn, do: gain 1 coin}}
phases:
  game: {do: 'each of players does { do one of turn }; end game'}
scoring: {categories: {money: {worth: p.coin}}}
"""


def told(workspace: Workspace) -> list[tuple[str, str]]:
    """(code, place) of everything that one reading and checking finds."""
    found = Diagnostics()
    model = workspace.read(found)
    if model is not None:
        list(check_steps(model, found))
    return [(d.code, str(d.span)) for d in found]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    (tmp_path / "ruleset.yaml").write_text(GOOD)
    return tmp_path


def test_a_mistake_comes_and_goes_with_the_saves(small: Path) -> None:
    file = small / "ruleset.yaml"
    workspace = Workspace(small)
    assert told(workspace) == []
    file.write_text(GOOD.replace("1 coin", "1 coim"))
    assert [code for code, _ in told(workspace)] == ["E301"]
    file.write_text(GOOD)
    assert told(workspace) == []


def test_a_buffer_counts_instead_of_the_file(small: Path) -> None:
    workspace = Workspace(small)
    workspace.buffers[(small / "ruleset.yaml").resolve()] = GOOD.replace("gain", "gian")
    assert len(told(workspace)) == 1
    workspace.buffers.clear()
    assert told(workspace) == []


def test_a_file_that_was_never_saved_counts_too(small: Path) -> None:
    workspace = Workspace(small)
    workspace.buffers[(small / "new.yaml").resolve()] = "surplus: 1\n"
    workspace.buffers[(small.parent / "elsewhere.yaml").resolve()] = "surplus: 1\n"
    ((code, place),) = told(workspace)
    assert code == "E101" and place.endswith("new.yaml:1:1")


def test_a_file_that_comes_is_read_and_one_that_goes_is_not(small: Path) -> None:
    workspace = Workspace(small)
    told(workspace)
    more = small / "more.yaml"
    more.write_text("resources: {coin: {}}\n")
    assert [code for code, _ in told(workspace)] == ["E011"]
    more.unlink()
    assert told(workspace) == []


@pytest.mark.parametrize("game", shipped_with_quick("puerto_rico"))
def test_after_a_change_it_tells_what_a_fresh_check_tells(game: str, tmp_path: Path) -> None:
    folder = data_folder("rulesets")
    assert folder is not None
    copy = tmp_path / game
    shutil.copytree(folder / game, copy)
    workspace = Workspace(copy)
    told(workspace)
    for file, spoil in product(sorted(copy.glob("*.yaml"))[:1], (with_a_key_too_many, with_a_wrong_word)):
        before = file.read_text(encoding="utf-8")
        file.write_text(spoil(before), encoding="utf-8")
        fresh = Diagnostics()
        check_ruleset(copy, [], fresh)
        assert told(workspace) == [(d.code, str(d.span)) for d in fresh]
        assert spoil(before) == before or len(fresh)
        file.write_text(before, encoding="utf-8")


def with_a_key_too_many(text: str) -> str:
    return text + "\nsurplus: 1\n"


def with_a_wrong_word(text: str) -> str:
    return text.replace("gain ", "gian ", 1)


def test_unchanged_files_are_the_same_sources(small: Path) -> None:
    (small / "extra.yaml").write_text("tables: {income: [1, 2]}\n")
    workspace = Workspace(small)
    first = workspace.folder(Diagnostics())
    (small / "extra.yaml").write_text("tables: {income: [1, 2, 3]}\n")
    second = workspace.folder(Diagnostics())
    assert first is not None and second is not None
    assert first.files["ruleset.yaml"] is second.files["ruleset.yaml"]
    assert first.files["extra.yaml"] is not second.files["extra.yaml"]


@pytest.mark.parametrize("game", shipped_with_quick("puerto_rico"))
def test_scenarios_of_shipped_rulesets_have_ids_of_their_own(game: str) -> None:
    """Across files: an editor and a report name a scenario by its id."""
    folder = data_folder("rulesets")
    assert folder is not None
    found = Diagnostics()
    load_scenarios(folder / game, found)
    assert [d.message for d in found] == []

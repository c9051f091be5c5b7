"""Folders and files: what is read, and the limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostics
from interpreter.loading import source
from interpreter.loading.companions import load_scenarios
from interpreter.loading.source import find, folder_from_text, read_folder, shipped_games, text_source
from interpreter.pipeline import model_of

GAME = "game: {id: farm, players: [2]}\n"


def codes(path: Path, modules: list[str | Path] | None = None) -> list[str]:
    diagnostics = Diagnostics()
    model_of(path, modules or [], diagnostics)
    return [d.code for d in diagnostics]


def test_what_is_read_as_rules(tmp_path: Path) -> None:
    for name, text in {
        "a.yaml": GAME,
        "pieces/b.yaml": "pieces: {card: {}}\n",
        "scenarios/s.yaml": "- {id: one}\n",
        "modules/m/m.yaml": "module: {id: m}\nmenus: {add: {main: {}}}\n",
        "texts/en.yaml": "names: {card: Card}\n",
        "not_built.yaml": "X-1: why\n",
        ".hidden/c.yaml": "not: [valid",
        "notes.txt": "\x00",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(text)
    diagnostics = Diagnostics()
    model = model_of(tmp_path, ["m"], diagnostics)
    assert not len(diagnostics)
    assert model is not None and list(model.pieces) == ["card"] and model.menus == ("main",)
    assert model.texts["en"].groups["names"] == {"card": "Card"}
    assert len(load_scenarios(tmp_path, diagnostics)) == 1
    assert len(load_scenarios(tmp_path / "scenarios" / "s.yaml", diagnostics)) == 1


def test_a_module_given_by_path(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "m.yaml").write_text("module: {id: mine}\nmenus: {add: {main: {}}}\n")
    diagnostics = Diagnostics()
    model = model_of(tmp_path / "game.yaml", [tmp_path / "mine"], diagnostics)
    assert model is not None and not len(diagnostics)
    assert [m.id for m in model.modules] == ["mine"]


def test_bom_and_line_ends() -> None:
    diagnostics = Diagnostics()
    found = text_source("x", b"\xef\xbb\xbfa: 1\r\nb: 2\rc: 3\n", diagnostics)
    assert found is not None and found.text == "a: 1\nb: 2\nc: 3\n"


def test_bytes_that_are_not_utf8() -> None:
    diagnostics = Diagnostics()
    assert text_source("x", "é\r\nab".encode() + b"\xff", diagnostics) is None
    (only,) = diagnostics
    assert (only.code, only.span.line if only.span else 0, only.span.column if only.span else 0) == ("E004", 2, 3)
    assert only.message == "byte ff is not UTF-8 text"


def test_missing_and_empty(tmp_path: Path) -> None:
    assert codes(tmp_path / "nowhere") == ["E001"]
    assert codes(tmp_path) == ["E001"]
    assert codes(folder_from_text(GAME).path) == ["E001"]
    (tmp_path / "a.yaml").write_text(GAME)
    assert codes(tmp_path, ["other"]) == ["E130"]
    assert codes(tmp_path, [tmp_path / "other"]) == ["E001"]


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for i in range(4):
        (tmp_path / f"f{i}.yaml").write_text(f"menus: {{m{i}: {{}}}}\n")
    (tmp_path / "a.yaml").write_text(GAME)
    assert codes(tmp_path) == []
    monkeypatch.setattr(source, "MAX_FILES", 3)
    assert codes(tmp_path) == ["E003"]
    monkeypatch.setattr(source, "MAX_FILES", 400)
    monkeypatch.setattr(source, "MAX_FILE_BYTES", 30)
    assert codes(tmp_path) == ["E002"]


def test_links_in_a_circle_end(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(GAME)
    (tmp_path / "loop").symlink_to(tmp_path)
    assert codes(tmp_path) == []


def test_find(tmp_path: Path) -> None:
    assert find(str(tmp_path)) == tmp_path
    assert find("no_such_game") is None
    assert find("") is None and find("a\0b") is None and find("x" * 5000) is None
    assert all(find(game) is not None for game in shipped_games())


def test_unreadable_file(tmp_path: Path) -> None:
    folder = read_folder(tmp_path / "no", Diagnostics())
    assert folder is None

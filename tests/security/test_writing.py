"""Whatever a command writes is there whole or not at all, and nothing is written where nobody said so."""

from __future__ import annotations

import ast
import errno
import os
from pathlib import Path

import pytest

from interpreter.files import write_whole
from tests.cli.running import ROOT, run

GAME = "game: {id: farm, players: [2]}\n"
UNTIDY = "menus:   {turn:   {}}\n"
TIDY = "menus: {turn: {}}\n"


@pytest.fixture(params=["write", "fsync", "replace"])
def full(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full when something is written, made safe, or put in its place."""

    def fails(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, request.param, fails)


@pytest.fixture
def farm(tmp_path: Path) -> Path:
    folder = tmp_path / "farm"
    folder.mkdir()
    (folder / "menus.yaml").write_text(UNTIDY)
    (folder / "ruleset.yaml").write_text(GAME)
    return folder


def files(folder: Path) -> dict[str, str]:
    return {str(p.relative_to(folder)): p.read_text() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.mark.usefixtures("full")
def test_a_full_disk_leaves_the_old_file(farm: Path) -> None:
    before = files(farm)
    with pytest.raises(OSError, match="No space"):
        write_whole(farm / "menus.yaml", "new")
    assert files(farm) == before


@pytest.mark.usefixtures("full")
def test_commands_on_a_full_disk_say_so_and_leave_what_was_there(farm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(farm)
    (farm / "rules.md").write_text("old")
    before = files(farm)
    for command in (
        ("fmt", "."),
        ("rules", "puerto_rico", "-o", "rules.md"),
        ("new", "scenario", "first", "--for", "puerto_rico"),
        ("new", "scenario", "second", "--for", "."),
    ):
        outcome = run(*command)
        assert outcome.code == 1
        if command[-1] != ".":
            assert "no space left" in outcome.err.lower()
    assert files(farm) == before


def test_a_new_game_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written, real = [], os.replace

    def fails_later(source: str, target: str) -> None:
        written.append(target)
        if len(written) == 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(source, target)

    monkeypatch.setattr(os, "replace", fails_later)
    assert run("new", "game", "farm", "--in", tmp_path).code == 1
    assert list(tmp_path.iterdir()) == []
    assert run("new", "game", "farm", "--in", tmp_path).code == 0
    assert (tmp_path / "farm" / "ruleset.yaml").is_file()


def test_a_file_keeps_its_mode_and_a_new_one_has_the_usual(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("x")
    old.chmod(0o640)
    write_whole(old, "y")
    assert old.stat().st_mode & 0o777 == 0o640
    usual = tmp_path / "usual"
    usual.write_text("")
    write_whole(tmp_path / "new", "y")
    assert (tmp_path / "new").stat().st_mode == usual.stat().st_mode


def test_a_link_is_followed_within_its_folder_and_never_out_of_it(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "file").write_text("old")
    (inner / "link").symlink_to("file")
    write_whole(inner / "link", "new")
    assert (inner / "link").is_symlink() and (inner / "file").read_text() == "new"
    (tmp_path / "secret").write_text("secret")
    for name, target in (("out", tmp_path / "secret"), ("gone", inner / "nothing"), ("not_yet", tmp_path / "new")):
        (inner / name).symlink_to(target)
        with pytest.raises(OSError) as refused:
            write_whole(inner / name, "new")
        assert refused.value.errno == errno.ELOOP
        assert (inner / name).is_symlink()
    assert (tmp_path / "secret").read_text() == "secret"
    assert not (tmp_path / "new").exists() and not (inner / "nothing").exists()
    write_whole(inner / "out", "new", within=tmp_path)
    assert (tmp_path / "secret").read_text() == "new"


def test_a_pipe_or_device_is_not_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null")):
        with pytest.raises(OSError) as refused:
            write_whole(path, "x")
        assert refused.value.errno == errno.EINVAL
    outcome = run("rules", "puerto_rico", "-o", tmp_path / "pipe")
    assert outcome.code == 1 and "no regular file" in outcome.err


def test_one_bad_file_does_not_keep_fmt_from_the_others(farm: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text(UNTIDY)
    os.mkfifo(farm / "a_pipe.yaml")
    (farm / "b_gone.yaml").symlink_to("nothing")
    (farm / "c_out.yaml").symlink_to(secret)
    (farm / "d_bytes.yaml").write_bytes(b"\xff")
    (farm / "z.yaml").write_text(UNTIDY)
    outcome = run("fmt", farm)
    assert outcome.code == 1
    assert [(farm / name).read_text() for name in ("menus.yaml", "z.yaml")] == [TIDY, TIDY]
    assert secret.read_text() == UNTIDY
    assert all(name in outcome.out for name in ("a_pipe.yaml", "b_gone.yaml", "c_out.yaml", "d_bytes.yaml"))
    assert run("fmt", farm / "c_out.yaml").code == 1
    assert secret.read_text() == UNTIDY


WRITES = {"write_text", "write_bytes", "open", "mkstemp", "NamedTemporaryFile"}
ALLOWED = {
    ("interpreter/files.py", "open"): "the one way",
    ("cli/saves.py", "open"): "locks, which hold nothing",
    ("cli/faults.py", "open"): "where output goes that nobody reads any more",
    ("interpreter/loading/documents.py", "open"): "a map or list of a document",
    ("cli/editor/server.py", "open"): "a file that an editor opened",
    ("cli/main.py", "open"): "a closed stream leads to the null device",
    ("cli/web/store.py", "open"): "an empty database that only its owner can read, for SQLite to write",
    ("interpreter/native/building.py", "write_text"): "C for the compiler, in a folder of its own that is new",
    ("cli/internal.py", "mkstemp"): "the report of a failure, under a name that is new",
}


@pytest.mark.parametrize("folder", ["cli", "interpreter"])
def test_there_is_one_way_to_write_a_file(folder: str) -> None:
    found = set()
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in WRITES:
                    found.add((path.relative_to(ROOT).as_posix(), name))
    assert found == {place for place in ALLOWED if place[0].startswith(folder)}

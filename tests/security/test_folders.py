"""Nothing outside of a ruleset's folder is read, and whatever lies in it ends in a diagnostic, not in a wait."""

from __future__ import annotations

import os
import pickle
import stat
from pathlib import Path

import pytest

from interpreter import caching
from interpreter.diagnostics import Diagnostics
from interpreter.loading import source
from interpreter.loading.source import folder_from_text, read_folder
from interpreter.pipeline import model_of
from interpreter.runtime import log as logs
from interpreter.scenarios.runner import run_ruleset, scenario_files
from tests.cli.running import run

GAME = "game: {id: farm, players: [2]}\n"


@pytest.fixture
def farm(tmp_path: Path) -> Path:
    folder = tmp_path / "farm"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(GAME)
    return folder


def codes(folder: Path) -> list[str]:
    found = Diagnostics()
    read_folder(folder, found)
    return [d.code for d in found]


@pytest.mark.parametrize(
    "name",
    ["a\nb", "a\rb", "a\x1b[31m", "a\x85b", "a\u2028b", "a\u2029b", "a\u202eb", "a\u2066b", b"a\xff"],
)
def test_a_name_that_is_more_than_letters_is_refused(name: str | bytes, farm: Path, tmp_path: Path) -> None:
    text = os.fsdecode(name)
    (farm / text).mkdir()
    assert codes(farm) == []  # nothing in it is read
    (farm / text / "x.yaml").write_text("menus: {}\n")
    assert codes(farm) == ["E027"]
    found = Diagnostics()
    assert read_folder(farm / text, found) is None
    assert read_folder(farm / text / "x.yaml", found) is None
    assert {d.code for d in found} == {"E027"}
    assert all("\n" not in d.message and d.message.isprintable() for d in found)
    (farm / f"{text}.yaml").write_text("menus: {}\n")
    assert codes(farm) == ["E027", "E027"]


def test_a_link_that_leads_out_is_refused_and_one_that_stays_is_read(farm: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("password: swordfish\n")
    (tmp_path / "elsewhere").mkdir()
    (farm / "menus.yaml").symlink_to(secret)
    assert codes(farm) == ["E028"]
    outcome = run("check", farm)
    assert outcome.code == 1 and "swordfish" not in outcome.out + outcome.err
    (farm / "menus.yaml").unlink()
    (farm / "modules").symlink_to(tmp_path / "elsewhere")
    assert codes(farm) == ["E028"]
    (farm / "modules").unlink()
    (farm / "more").mkdir()
    (farm / "more" / "menus.txt").write_text("menus: {turn: {}}\n")
    (farm / "menus.yaml").symlink_to(Path("more", "menus.txt"))
    (farm / "again").symlink_to(farm / "more")
    (farm / "README").symlink_to(secret)  # nobody reads it
    found = Diagnostics()
    model = model_of(farm, (), found)
    assert not len(found) and model is not None and model.menus == ("turn",)


def test_games_that_came_with_the_package_may_be_made_of_links(
    farm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "installed"
    (installed / "farm").mkdir(parents=True)
    (installed / "farm" / "ruleset.yaml").symlink_to(farm / "ruleset.yaml")
    assert codes(installed / "farm") == ["E028"]
    monkeypatch.setattr(source, "data_folder", lambda name: installed)
    assert codes(installed / "farm") == []


def test_scenarios_behind_a_link_that_leads_out_are_not_run(farm: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside" / "scenarios"
    outside.mkdir(parents=True)
    (outside / "s.yaml").write_text("- {id: one}\n")
    (farm / "scenarios").mkdir()
    (farm / "scenarios" / "own.yaml").write_text("- {id: own}\n")
    (farm / "scenarios" / "linked.yaml").symlink_to(outside / "s.yaml")
    (farm / "modules").mkdir()
    (farm / "modules" / "evil").symlink_to(tmp_path / "outside")
    assert [path.name for path in scenario_files(farm)] == ["own.yaml"]
    assert {d.code for result in run_ruleset(farm) for d in result.diagnostics} == {"E028"}


def test_what_is_no_regular_file_is_reported_and_nobody_waits_for_it(farm: Path) -> None:
    os.mkfifo(farm / "pipe.yaml")
    (farm / "gone.yaml").symlink_to(farm / "nothing")
    (farm / "round.yaml").symlink_to(farm / "round.yaml")
    (farm / "folder.yaml").mkdir()
    (farm / "folder.yaml" / "menus.yaml").write_text("menus: {turn: {}}\n")
    assert codes(farm) == ["E001"] * 3
    assert (run("check", farm).code, run("check", farm / "pipe.yaml").code) == (1, 2)
    assert (run("fmt", farm).code, run("fmt", farm / "pipe.yaml").code) == (1, 1)
    outcome = run("replay", farm / "pipe.yaml")
    assert (outcome.code, "E550" in outcome.err) == (1, True)


def test_a_log_that_never_ends_is_not_read(tmp_path: Path) -> None:
    found = Diagnostics()
    assert logs.read(Path("/dev/zero"), found) is None
    assert [d.code for d in found] == ["E550"]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is kept from the superuser")
def test_a_folder_that_cannot_be_read_is_reported(farm: Path) -> None:
    (farm / "closed").mkdir(mode=0)
    assert codes(farm) == ["E001"]


def test_a_folder_with_too_much_in_it_is_reported(farm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_SEEN", 10)
    for folder in ("a", "b", "c"):
        (farm / folder).mkdir()
        for n in range(4):
            (farm / folder / f"{n}.txt").touch()
    assert codes(farm) == ["E003"]


def test_folders_inside_one_another_without_end_are_read(farm: Path) -> None:
    here = os.open(farm, os.O_RDONLY)
    for _ in range(1200):  # deeper than Python may call itself
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)
    assert codes(farm) == []
    levels = [farm.joinpath(*["d"] * n) for n in range(1, 1201)]
    for path in reversed(levels):  # what removes folders calls itself as well
        path.rmdir()


# ---- texts


@pytest.mark.parametrize("character", ["\x1b", "\x07", "\x9b", "\x85", "\u2028", "\u202e", "\u2069", "\u200b"])
@pytest.mark.parametrize("written", ["as it is", "as an escape", "in a key", "in a comment"])
def test_characters_that_do_more_than_be_read_are_refused(character: str, written: str) -> None:
    text = {
        "as it is": f"texts: {{en: {{names: {{farm: 'x{character}y'}}}}}}\n",
        "as an escape": f'texts: {{en: {{names: {{farm: "x\\u{ord(character):04x}y"}}}}}}\n',
        "in a key": f'texts: {{en: {{names: {{"fa\\u{ord(character):04x}rm": x}}}}}}\n',
        "in a comment": f"menus: {{}}  # {character}\n",
    }[written]
    found = Diagnostics()
    model_of(folder_from_text(GAME + text), (), found)
    refused = [d for d in found if d.code in ("E005", "E026")]
    assert len(refused) == 1 and refused[0].span is not None and refused[0].span.line == 2
    assert f"U+{ord(character):04X}" in refused[0].message


def test_a_key_is_one_line() -> None:
    found = Diagnostics()
    model_of(folder_from_text(GAME + 'menus: {"turn\\n": {}}\n'), (), found)
    assert [d.code for d in found] == ["E026"]


@pytest.mark.parametrize("id", ['"x\\n"', "|\n    x\n  version: y"])
def test_an_id_ends_with_no_line_break(id: str) -> None:
    found = Diagnostics()
    model_of(folder_from_text(f"game:\n  players: [2]\n  id: {id}\n"), (), found)
    assert "E105" in [d.code for d in found]


# ---- what is kept between runs


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("RULEWRIGHT_NO_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    caching.keep("key", "value")
    assert caching.kept("key") == "value"
    return tmp_path / "cache" / "rulewright"


class Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (os.environ["TRAP"],)


def test_a_kept_thing_is_believed_only_where_nobody_else_can_put_one(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAP", str(tmp_path / "trap"))
    planted = tmp_path / "planted"
    planted.write_bytes(pickle.dumps(Evil()))
    (cache / "key.ruleset").unlink()
    (cache / "key.ruleset").symlink_to(planted)
    assert caching.kept("key") is None
    (cache / "key.ruleset").unlink()
    os.mkfifo(cache / "key.ruleset")
    assert caching.kept("key") is None
    for folder, mode in ((cache, 0o770), (cache, 0o702), (cache.parent, 0o777)):
        before = stat.S_IMODE(folder.stat().st_mode)
        folder.chmod(mode)
        assert caching.cache_folder() is None
        folder.chmod(before)
    assert caching.cache_folder() == cache
    assert not (tmp_path / "trap").exists()


def test_without_a_home_nothing_is_kept_in_the_working_directory(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    assert caching.cache_folder() is None
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert caching.cache_folder() is None
    assert not (tmp_path / "~").exists()

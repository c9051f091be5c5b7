"""That a game is kept is said only where it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import Terminal, run


@pytest.fixture
def farm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    assert run("new", "game", "farm").code == 0
    return "farm"


def no_folder(state: Path) -> None:
    state.write_text("a file where the folder would be\n")


def no_file(state: Path) -> None:
    state.mkdir()
    (state / "rulewright").symlink_to("/proc")  # where nobody can make a file, not even the superuser


@pytest.mark.parametrize("harm", [no_folder, no_file], ids=lambda f: f.__name__)
def test_a_game_that_cannot_be_kept_says_so_once_and_can_be_saved_at_the_end(
    harm: Callable[[Path], None], farm: str, tmp_path: Path
) -> None:
    state = tmp_path / "state"
    harm(state)
    talk = Terminal("play", farm, "--seed", "1", state=state)
    talk.until("Gather or build?")
    talk.say("gather")
    talk.until("cannot be kept")
    talk.until("Gather or build?")
    talk.say("gather")
    assert "cannot be kept" not in talk.until("Gather or build?")
    talk.say("quit")
    talk.until("Save it to which file?")
    talk.say(str(tmp_path / "nowhere" / "file"))
    talk.until("Could not save")
    talk.until("Save it to which file?")
    talk.say("mine.jsonl")
    assert "is kept" not in talk.until("--file")
    assert talk.end() == 0
    assert (tmp_path / "mine.jsonl").read_text().count("gather") >= 2


def test_leaving_without_saving_does_not_say_that_it_is_kept(farm: str, tmp_path: Path) -> None:
    no_folder(tmp_path / "state")
    talk = Terminal("play", farm, "--seed", "1", state=tmp_path / "state")
    talk.until("Gather or build?")
    talk.say("gather")
    talk.until("Gather or build?")
    talk.say("quit")
    talk.until("Save it to which file?")
    talk.say("")
    talk.until("The game is not kept.")
    assert talk.end() == 0


def test_what_save_wrote_is_not_asked_for_again(farm: str, tmp_path: Path) -> None:
    no_folder(tmp_path / "state")
    talk = Terminal("play", farm, "--seed", "1", state=tmp_path / "state")
    talk.until("Gather or build?")
    talk.say("gather")
    talk.until("Gather or build?")
    talk.say("save mine.jsonl")
    talk.until("Saved to")
    talk.say("quit")
    talk.until("mine.jsonl")
    assert talk.end() == 0


def test_before_anything_is_decided_nothing_is_kept(farm: str, tmp_path: Path) -> None:
    talk = Terminal("play", farm, "--seed", "1", state=tmp_path / "state")
    talk.until("Gather or build?")
    talk.say("quit")
    talk.until("nothing to keep")
    assert talk.end() == 0


def test_without_a_home_folder_nothing_is_kept_and_that_is_said(
    farm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cli import saves

    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", unknown)
    assert saves.new_path("farm") is None
    assert saves.kept() == [] and not saves.is_kept(tmp_path / "x.jsonl")
    assert run("saves").code == 0

"""A log or save names things; nothing of it runs, and it is read only where its reader stands or says."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.running import Terminal, run

TRAP = """\
from pathlib import Path
Path("trap").touch()
from interpreter.players import GreedyBot
class Bot(GreedyBot):
    pass
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game, a module of Python that shows when it is imported, and a log of that game."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert run("new", "game", "farm").code == 0
    (folder / "evil_bot.py").write_text(TRAP)
    write_log(folder / "farm.jsonl", folder / "farm", "evil_bot:Bot")
    return folder


def write_log(path: Path, game: Path | str, bot: str = "greedy", modules: tuple[str, ...] = ()) -> None:
    from interpreter.loading.fingerprint import fingerprint

    header = {
        "rulewright": 1, "game": str(game), "version": "1", "modules": list(modules), "options": {"rounds": 10},
        "players": 2, "seed": 1, "seats": {"a": "human", "b": bot}, "files": fingerprint(str(game), modules),
    }  # fmt: skip
    path.write_text(f'{json.dumps(header)}\n["a", "gather"]\n')


@pytest.mark.parametrize("bot", ["evil_bot:Bot", "mcts:9999999", "mcts:9999999ms", "", "\x1b[31m:x"])
def test_a_bot_that_no_file_may_start_is_asked_for(bot: str, here: Path, tmp_path: Path) -> None:
    write_log(here / "farm.jsonl", here / "farm", bot)
    talk = Terminal("play", "farm", "--file", "farm.jsonl", state=tmp_path / "state")
    shown = talk.until("E504") + talk.until("--bots")
    assert bot.replace("\x1b", "\ufffd") in " ".join(shown.split())
    assert talk.end() == 1
    assert not (here / "trap").exists()
    talk = Terminal("play", "farm", "--file", "farm.jsonl", "--bots", "greedy", state=tmp_path / "state")
    talk.until("Gather or build?")
    talk.say("quit")
    assert talk.end() == 0
    assert not (here / "trap").exists()
    saved = next((tmp_path / "state" / "rulewright").glob("*.jsonl"), None)
    assert saved is None or '"b": "greedy"' in saved.read_text()


def test_a_bot_of_ones_own_goes_on_where_one_asks_for_it(here: Path, tmp_path: Path) -> None:
    talk = Terminal("play", "farm", "--file", "farm.jsonl", "--bots", "evil_bot:Bot", state=tmp_path / "state")
    talk.until("Gather or build?")
    talk.say("gather")
    talk.until("Gather or build?")
    talk.say("quit")
    assert talk.end() == 0 and (here / "trap").exists()
    (here / "trap").unlink()
    talk = Terminal("play", "farm", "--resume", state=tmp_path / "state")
    talk.until("E504")
    assert talk.end() == 1 and not (here / "trap").exists()


def test_bots_of_a_saved_game_that_need_no_asking_stay(here: Path, tmp_path: Path) -> None:
    write_log(here / "farm.jsonl", here / "farm")
    talk = Terminal("play", "farm", "--file", "farm.jsonl", "--bots", "random", state=tmp_path / "state")
    talk.until("leave out --bots")
    assert talk.end() == 2


def test_a_replay_starts_no_bot(here: Path) -> None:
    assert run("replay", "farm.jsonl").code == 0
    assert not (here / "trap").exists()


def test_a_log_names_no_ruleset_and_no_module_elsewhere(
    here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert run("new", "game", "secret", "--in", elsewhere).code == 0
    assert run("new", "module", "extra", "--for", "farm", "--in", elsewhere).code == 0
    write_log(here / "farm.jsonl", elsewhere / "secret")
    (here / "link").symlink_to(elsewhere / "secret")
    write_log(here / "linked.jsonl", "link")
    write_log(here / "module.jsonl", here / "farm", modules=(str(elsewhere / "extra"),))
    for name in ("farm.jsonl", "linked.jsonl", "module.jsonl"):
        outcome = run("replay", name)
        assert (outcome.code, outcome.out) == (1, "")
        assert "E505" in outcome.err
    assert run("replay", "farm.jsonl", "--trust", elsewhere).code == 0
    monkeypatch.chdir(tmp_path)  # around both: whoever stands there means it
    assert [run("replay", here / name).code for name in ("farm.jsonl", "module.jsonl")] == [0, 0]


def test_a_module_elsewhere_is_read_where_the_command_line_names_it(here: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    assert run("new", "module", "extra", "--for", "farm", "--in", elsewhere).code == 0
    write_log(here / "module.jsonl", here / "farm", modules=(str(elsewhere / "extra"),))
    talk = Terminal("play", "farm", "--file", "module.jsonl", state=tmp_path / "state")
    talk.until("E505")
    assert talk.end() == 1
    more = ("--with", elsewhere / "extra")
    talk = Terminal("play", "farm", "--file", "module.jsonl", *more, state=tmp_path / "state")
    talk.until("Gather or build?")
    talk.say("quit")
    assert talk.end() == 0


def test_a_scenario_names_modules_by_their_ids(here: Path, tmp_path: Path) -> None:
    (here / "farm" / "scenarios" / "evil.yaml").write_text(
        f"- {{id: evil, with: ['{tmp_path}/elsewhere'], expect: {{}}}}\n"
    )
    outcome = run("test", "farm")
    assert outcome.code == 1 and "E105" in outcome.out + outcome.err

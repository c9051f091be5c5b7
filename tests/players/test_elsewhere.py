"""Bots that somebody writes in a file of their own: found by `module:Class`, and blamed for what they do wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import interpreter as rw
from interpreter.analysis import SimulationError, simulate
from interpreter.players import Bot, BotFault, bot_named
from tests.cli.running import run
from tests.players.games import ORCHARD

OWN = """
from interpreter.players import Bot, GreedyBot

class Last(Bot):
    def pick(self, view):
        return len(view.options) - 1

class Broken(Bot):
    def pick(self, view):
        return 1 // 0

class Outside(Bot):
    def pick(self, view):
        return -5

class Unfinished(Bot):
    pass

class Unmade(Bot):
    def __init__(self):
        pass
    def pick(self, view):
        return 0

Number = 3
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_bots.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "spoilt_bots.py").write_text("import nothing_of_this_name", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("own_bots", "spoilt_bots"):
        monkeypatch.delitem(sys.modules, name, raising=False)


class First(Bot):
    def pick(self, view: rw.State) -> int:
        return 0


@pytest.mark.usefixtures("own")
def test_a_bot_by_the_name_of_its_class() -> None:
    bot = bot_named("own_bots:Last", 3)
    state = rw.load(ORCHARD, 3).start(1)
    assert bot.name == "own_bots:Last" and bot.choose(state) == state.decision.keys[-1]


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("no_such_file:Last", "no module `no_such_file`"),
        ("own_bots:Lost", "`Lost` of `own_bots` is no bot"),
        ("own_bots:Number", "`Number` of `own_bots` is no bot"),
        ("own_bots:Unfinished", "pick is missing"),
        ("own_bots:Unmade", "cannot be made with a name and a seed"),
        ("spoilt_bots:Last", "nothing_of_this_name"),
        ("greedy:Last", "there is no bot"),
    ],
)
def test_what_is_wrong_with_a_name_is_told(name: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        bot_named(name)
    result = run("simulate", str(ORCHARD), "--bots", name)
    assert result.code == 2 and told in result.err


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("name", "told"), [("own_bots:Broken", "ZeroDivisionError.*own_bots.py, line 10"), ("own_bots:Outside", "-5")]
)
def test_a_bot_is_blamed_for_what_it_does(name: str, told: str) -> None:
    with pytest.raises(BotFault, match=told):
        bot_named(name).choose(rw.load(ORCHARD, 3).start(1))
    with pytest.raises(SimulationError, match=told) as raised:
        simulate(ORCHARD, 3, 2, 0, [name], jobs=1)
    assert raised.value.culprit == "a bot"
    result = run("simulate", str(ORCHARD), "--games", "2", "--jobs", "1", "--bots", name)
    assert result.code == 1 and "a bot is at fault" in result.err and "Traceback" not in result.err


def test_classes_play_in_other_processes_too() -> None:
    one, two = (simulate(ORCHARD, 3, 16, 7, [First, "random"], jobs=jobs) for jobs in (1, 2))
    assert one["scores"] == two["scores"] and f"{__name__}:First" in one["bots"]


def test_a_class_that_no_other_process_finds_is_refused() -> None:
    class Inner(First):
        pass

    with pytest.raises(ValueError, match="inside something else"):
        simulate(ORCHARD, 3, 2, 0, [Inner])

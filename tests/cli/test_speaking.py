"""The language of a sitting: the system's or the one a game was begun in, commands in it; which names are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli import asked
from tests.cli.running import Terminal, run

RU = "Номер, ключ или команда (помощь)> "
PROMPT = "Number, key or command (help)> "


@pytest.mark.parametrize(
    ("set_to", "given", "spoken"),
    [("ru_RU.UTF-8", None, "ru"), ("ru_RU.UTF-8", "en", "en"), ("de_DE.UTF-8", None, "en"), ("", None, "en")],
)
def test_without_a_language_the_systems_is_spoken(
    set_to: str, given: str | None, spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", set_to)
    assert asked.language(given) == spoken


def test_a_game_goes_on_in_its_language_and_by_its_number(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    talk = Terminal("play", tiny, "--seat", "all", "--seed", "1", "--lang", "ru", state=tmp_path / "state")
    talk.until(RU)
    talk.say("1")
    talk.until(RU)
    for command, answer in {
        "стол": "На столе", "почему": "Башня", "счёт": "Итого", "журнал": "Собрать дерево", "что башня": "Башня",
        "правила": "Одна из глав", "правила хижина": "Хижина", "отмена": "Возврат",
    }.items():  # fmt: skip
        talk.say(command)
        assert answer in talk.until(RU), command
    talk.say("1")
    talk.until(RU)
    talk.say("выход")
    assert talk.end() == 0
    assert run("saves").out.split("\n")[3].split()[:2] == ["1", "tiny"]
    again = Terminal("play", tiny, "--file", "1", state=tmp_path / "state")
    again.until(RU)
    again.say("выход")
    assert again.end() == 0
    wrong = Terminal("play", tiny, "--file", "7", state=tmp_path / "state")
    assert wrong.end() == 2


def test_names_are_found_as_they_stand_on_the_screen(tiny: Path, tmp_path: Path) -> None:
    talk = Terminal("play", tiny, "--seat", "all", "--seed", "1", state=tmp_path / "state")
    talk.until(PROMPT)
    talk.say("about Build Cabin")
    assert "Cabin" in talk.until(PROMPT).split("\n")[1]
    talk.say("about 2")
    assert "Cabin" in talk.until(PROMPT).split("\n")[1]
    talk.say("build tower")  # is not offered
    assert "6 wood needed" in talk.until(PROMPT)
    talk.say("rules zeppelin")
    assert "Nothing is known of `zeppelin`." in talk.until(PROMPT)
    talk.say("cabin")  # stands in one option only
    assert "a: Build Cabin  −2 wood" in talk.until(PROMPT)
    talk.say("q")
    assert talk.end() == 0

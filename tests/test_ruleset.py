"""The stages from files to programs: each is worked out once, and shared by all who ask."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import interpreter as rw
from cli.screen.pages import about
from cli.screen.words import Words
from interpreter.diagnostics import Diagnostics, RulesetError
from interpreter.language import check
from interpreter.loading.source import folder_from_text
from interpreter.ruleset import Ruleset, Variant

RULES = """\
# file: ruleset.yaml
game: {id: mill, players: [2, 3], options: {long: {values: [false, true], default: false}}}
resources: {flour: {}}
menus: {turn: {}}
actions: {grind: {menu: turn, do: gain 1 flour}, bake: {menu: turn, do: pay 1 flour}, rest: {menu: turn, do: ''}}
phases: {game: {do: 'repeat 2 times { each of players does { do one of turn } }; end game'}}
scoring: {categories: {flour: {worth: p.flour}}}
"""


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The checkers that have gone over a ruleset."""
    seen: list[object] = []
    plain = check.check

    def counted(c: object, skip_flow: bool = False) -> object:
        seen.append(c)
        return plain(c, skip_flow)  # type: ignore[arg-type]

    monkeypatch.setattr(check, "check", counted)
    return seen


def test_each_stage_is_worked_out_once(checks: list[object]) -> None:
    ruleset = Ruleset(folder_from_text(RULES))
    assert ruleset.documents is ruleset.documents and ruleset.model is ruleset.model
    variant = ruleset.sound()
    assert variant.players == 2 and variant.program is variant.program
    assert ruleset.sound(2) is variant is ruleset.sound(2, {})
    assert len(checks) == 1
    assert ruleset.sound(3) is not variant is not ruleset.sound(2, {"long": True})
    assert len(checks) == 3


def test_a_loaded_game_is_explained_without_another_check(checks: list[object]) -> None:
    game = rw.load(folder_from_text(RULES), 3)
    for _ in range(2):
        assert any("flour" in line.plain for line in about(game, Words(game), "grind"))
    assert Variant.of(game).players == 3
    assert len(checks) == 1
    assert [refusal.key for refusal in game.start(1).why_not("bake")] == ["bake"]  # by a form that is checked apart
    assert game.plain is game.plain
    assert len(checks) == 2


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("gain 1 flour", "gain 1 flower"), "E301"),
        (("flour: {}", "flour: {colour: red}"), "E101"),
        (("game:", "gme:"), "E101"),
    ],
)
def test_what_has_mistakes_is_not_sound(change: tuple[str, str], code: str) -> None:
    with pytest.raises(RulesetError) as raised:
        Ruleset(folder_from_text(RULES.replace(*change))).sound()
    assert code in [d.code for d in raised.value.diagnostics]


def test_what_is_not_there_is_reported_where_the_caller_asks() -> None:
    found = Diagnostics()
    ruleset = Ruleset("no_such_mill", (), found)
    assert ruleset.home is None and ruleset.documents is None and ruleset.merged is None and ruleset.model is None
    assert [d.code for d in found] == ["E503"]


def test_a_kept_ruleset_needs_neither_its_files_nor_what_reads_them(tmp_path: Path) -> None:
    """It plays without the parser, and is explained from its model."""
    folder = tmp_path / "mill"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(RULES, encoding="utf-8")
    keep = "import interpreter.compiled as c, interpreter.pipeline as p; c.WORTH_KEEPING = 0; p.load(PATH).start()"
    play = (
        "import sys, interpreter as rw; game = rw.load(PATH); game.start(); "
        "print([m for m in ('lark', 'yaml', 'interpreter.language.check') if m in sys.modules]); "
        "(PATH / 'ruleset.yaml').unlink(); from interpreter.ruleset import Variant; "
        "print(sorted(Variant.of(game).checked.actions))"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    environment.pop("RULEWRIGHT_NO_CACHE", None)
    said = [
        subprocess.run(
            [sys.executable, "-c", f"from pathlib import Path; PATH = Path({str(folder)!r}); {text}"],
            env=environment, capture_output=True, text=True, check=True,
        ).stdout.split("\n")
        for text in (keep, play)
    ]  # fmt: skip
    assert said[1][:2] == ["[]", "['bake', 'grind', 'rest']"]

"""`compare` on the command line: which sides it takes, what it says, and what it refuses."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from cli.screen.compare import sentences
from cli.screen.measures import MEASURES
from tests.cli.running import SOLITARY, run

if TYPE_CHECKING:
    from cli.screen.words import Words


@pytest.fixture
def richer(cards: Path, tmp_path: Path) -> Path:
    """The game of cards with another worth of its high cards."""
    folder = tmp_path / "richer"
    shutil.copytree(cards, folder)
    rules = folder / "ruleset.yaml"
    rules.write_text(rules.read_text("utf-8").replace("high: {copies: 6, value: 3}", "high: {copies: 6, value: 9}"))
    return folder


@pytest.fixture
def modular(cards: Path) -> Path:
    """The game of cards with an option, and a module that pays more."""
    rules = cards / "ruleset.yaml"
    options = "options: {rich: {values: [false, true], default: false}}"
    text = rules.read_text("utf-8")
    text = text.replace("seats: [ann, bob, cid]", f"seats: [ann, bob, cid], modules: [gifts], {options}")
    text = text.replace("gain c.value coin", "gain c.value coin\n      if option.rich { gain 5 coin }")
    rules.write_text(text, "utf-8")
    (cards / "modules" / "gifts").mkdir(parents=True)
    module = "module: {}\nrules:\n  gift: after lay by any p { p does { gain 4 coin } }\n"
    (cards / "modules" / "gifts" / "module.yaml").write_text(module, "utf-8")
    return cards


def compared(*arguments: object) -> dict[str, object]:
    outcome = run("compare", *arguments, "--games", 60, "--jobs", 1, "--format", "json")
    assert outcome.code == 0, outcome.err
    data: dict[str, object] = json.loads(outcome.out)
    return data


def mean(data: dict[str, object]) -> dict[str, object]:
    lines = data["measures"]
    assert isinstance(lines, list)
    return next(line for line in lines if line["name"] == "mean")


def test_scores_are_told_before_what_is_used() -> None:
    def line(group: str, name: str, p: float) -> dict[str, object]:
        return {
            "group": group, "name": name, "p": p, "found": True, "difference": -2.0, "interval": (-3.0, -1.0),
            "pairs_apart": 9, "visible": None, "a": -0.5, "b": -2.5, "only": None,
        }  # fmt: skip

    lines = [line("length", "tiling", 0.0), line("thing", "hut", 0.0), line("score", "mean", 0.01)]
    result = {"measures": lines, "level": 0.05, "pairs": 60, "different": 60}
    said = sentences(result, MEASURES["en"], [cast("Words", Names())] * 2)
    assert [text.strip().split(":")[0] for text in said[1:]] == [
        "Mean score", "How often «tiling» runs, a game", "Hut chosen a game",
    ]  # fmt: skip


class Names:
    """Words of no game."""

    def text(self, group: str, id: str) -> None:
        return None

    def name(self, id: str) -> str:
        return id


def test_what_only_one_side_has_is_told_apart(cards: Path, tmp_path: Path) -> None:
    folder = tmp_path / "renamed"
    shutil.copytree(cards, folder)
    rules = folder / "ruleset.yaml"
    rules.write_text(rules.read_text("utf-8").replace("high:", "tall:"), "utf-8")
    said = run("compare", cards, "--versus", folder, "--games", 60, "--jobs", 1).out
    assert "In all that both have, A and B went the same way in every game." in said
    assert "Only A has: high chosen a game" in said and "Only B has: tall chosen a game" in said


def test_greedy_is_not_advised_to_greedy(cards: Path) -> None:
    same = [run("compare", cards, "--versus", cards, "--games", 30, "--jobs", 1, "--bots", bot).out for bot in BOTS]
    assert ["Try --bots greedy" in said for said in same] == [True, False]
    assert "Try more games, or other bots." in " ".join(same[1].split())


BOTS = ("random", "greedy")


def test_two_folders(cards: Path, richer: Path) -> None:
    data = compared(cards, "--versus", richer)
    found = mean(data)
    assert found["found"] and found["difference"] > 0  # type: ignore[operator]


def test_a_module_against_the_game_alone_and_an_option_against_a_module(modular: Path) -> None:
    alone = compared(modular, "--with", "gifts")
    assert alone["a"]["modules"] == ["gifts"] and alone["b"]["modules"] == []  # type: ignore[index]
    assert mean(alone)["difference"] < 0  # type: ignore[operator]
    other = compared(modular, "--option", "rich=true", "--versus", "gifts", "--versus", "rich=false")
    assert other["a"]["options"] == {"rich": True} and other["b"]["modules"] == ["gifts"]  # type: ignore[index]


def test_a_module_by_its_path(modular: Path) -> None:
    data = compared(modular, "--versus", modular / "modules" / "gifts")
    assert data["b"]["modules"] == ["gifts"] and data["b"]["game"] == "cards"  # type: ignore[index]


def test_what_is_said(cards: Path, richer: Path) -> None:
    outcome = run("compare", cards, "--versus", richer, "--games", 60, "--jobs", 1)
    assert outcome.code == 0
    assert "tell A from B" in outcome.out and re.search(r"\+[\d.]+ under B \(from \+", outcome.out)
    assert f"({cards})" in outcome.out.replace("\n", "") and f"({richer})" in outcome.out.replace("\n", "")
    same = run("compare", cards, "--versus", cards, "--games", 30, "--jobs", 1)
    assert same.code == 0 and "the same way in every game" in same.out
    # What is equal is not listed, but for the scores and the length.
    assert "more (--all" not in same.out and "  mean score: " in same.out and "  decisions a game: " in same.out
    said = [line for line in outcome.out.split("\n") if " under B (from " in line]
    assert "core" in said[0] or "Lead" in said[0]
    russian = run("compare", cards, "--versus", richer, "--games", 60, "--jobs", 1, "--lang", "ru")
    assert " при B (от " in russian.out and "under" not in russian.out


def test_copies_of_one_pair_are_no_statistics(tmp_path: Path) -> None:
    """Greedy bots without chance: 300 copies of one pair find nothing, and what differs is exact."""
    for name, coins in (("plain", 2), ("rich", 3)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(SOLITARY.replace("gain 2 coin", f"gain {coins} coin"))
    sides = ("compare", tmp_path / "plain", "--versus", tmp_path / "rich", "--games", 60, "--jobs", 1)
    outcome = run(*sides, "--bots", "greedy")
    shown = " ".join(outcome.out.split())
    assert "these are 1 different pairs" in shown and "tell A from B" not in shown
    assert re.search(r"mean score 8.00 12.00 \+4.00 – –", shown)
    assert "tell A from B" in run(*sides, "--bots", "random").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "--versus"),
        (["--versus", "no_such_module"], "no_such_module"),
        (["--versus", "nothing=1"], "nothing"),
        (["--versus", "./not/there"], "not/there"),
        (["--with", "no_such"], "no_such"),
        (["--versus", "base", "--bots", "greddy"], "greedy"),
        (["--versus", "x", "--lang", "xx"], "--lang"),
        (["--versus", "x", "--format", "csv"], "--format"),
        (["--versus", "x", "--games", "3"], "30"),
    ],
)
def test_wrong_use(cards: Path, arguments: list[str], said: str) -> None:
    outcome = run("compare", cards, *arguments)
    assert outcome.code == 2 and said in outcome.err + outcome.out
    assert "Traceback" not in outcome.err


def test_one_other_ruleset_at_most(cards: Path, richer: Path) -> None:
    assert run("compare", cards, "--versus", richer, "--versus", cards).code == 2


def test_an_option_that_side_a_has_from_its_module_is_not_taken_over(modular: Path) -> None:
    module = modular / "modules" / "gifts" / "module.yaml"
    more = "game: {patch: {options: {gift: {values: [1, 4], default: 4}}}}\n"
    module.write_text(more + module.read_text("utf-8").replace("gain 4 coin", "gain option.gift coin"), "utf-8")
    outcome = run("compare", modular, "--with", "gifts", "--versus", "gift=1")
    assert outcome.code == 2
    assert "`gift` is an option of side A only" in outcome.err and "--versus too" in outcome.err
    assert run("compare", modular, "--with", "gifts", "--versus", "gifd=1").err.startswith("E501")
    data = compared(modular, "--with", "gifts", "--versus", "gifts", "--versus", "gift=1")
    assert mean(data)["difference"] != 0

"""`report`: a page that stands alone, in both languages, with whatever names a ruleset has."""

from __future__ import annotations

import importlib.util
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.cli.running import SOLITARY, run

pytest.importorskip("matplotlib", reason="the report is an extra")

LOADS = {"src", "href", "srcset", "data", "poster", "action", "background", "xlink:href"}
"""Attributes that make a browser load something."""


class Page(HTMLParser):
    """What a page has: its tags, what it loads, its text outside scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loads: list[str] = []
        self.texts: list[str] = []
        self.styles: list[str] = []
        self.ids: list[str] = []
        self._in = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loads += [f"{tag} {name}={value}" for name, value in attrs if name in LOADS and (value or "")[:1] != "#"]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self._in = tag

    def handle_endtag(self, tag: str) -> None:
        self._in = ""

    def handle_data(self, data: str) -> None:
        if self._in == "style":
            self.styles.append(data)
        elif self._in != "script":
            self.texts.append(data)


def written(game: Path, target: Path, *more: object) -> str:
    outcome = run("report", game, "-o", target, "--games", 30, "--jobs", 1, *more)
    assert outcome.code == 0, outcome.err
    return target.read_text("utf-8")


def plots_in(text: str) -> set[str]:
    return set(re.findall(r'<figure class="wide" id="plot-([\w-]+)"><svg', text))


def test_the_page_stands_alone(cards: Path, tmp_path: Path) -> None:
    page = Page(written(cards, tmp_path / "page.html"))
    assert page.loads == [] and not {"link", "script"} & set(page.tags)
    assert not re.search(r"@import|url\((?!#)", "".join(page.styles))
    assert len(page.ids) == len(set(page.ids)), "two plots share an id"


def test_every_plot_is_there(cards: Path, tmp_path: Path) -> None:
    text = written(cards, tmp_path / "page.html", "--bots", "greedy,random", "--players", 2)
    assert plots_in(text) == {"scores", "bots", "wins", "lead", "kept", "use-0", "lengths", "rounds"}
    assert len(text) < 1_500_000
    said = "".join(Page(text).texts)
    for word in ("30 games", "Scores", "Wins by seat", "The lead over time", "Use and win rate", "Length", "seat ann"):
        assert word in said


def test_russian(cards: Path, tmp_path: Path) -> None:
    text = written(cards, tmp_path / "page.html", "--lang", "ru")
    said = "".join(Page(text).texts)
    assert '<html lang="ru">' in text and "Отрыв по ходу партии" in said
    assert not re.search(r"\b(Scores|seat|games|chosen)\b", said)


def test_names_of_a_ruleset_are_no_markup(cards: Path, tmp_path: Path) -> None:
    (cards / "texts").mkdir()
    name = "<script>alert(1)</script><img src=x>"
    (cards / "texts" / "en.yaml").write_text(f'names: {{cards: "{name}", high: "{name}", ann: "{name}"}}\n', "utf-8")
    text = written(cards, tmp_path / "page.html")
    assert "<script>alert" not in text and Page(text).loads == []
    assert name in "".join(Page(text).texts)


REVOLT = """\
game: {id: revolt, players: [1, 3], options: {length: {values: [brief, full], default: brief}}}
resources: {coin: {}}
pieces: {omen: {start: fate, kinds: {calm: {}, storm: {copies: 3}}}}
zones: {fate: {pieces: omen, deck: true}, seen: {pieces: omen}}
menus: {turn: {}}
actions: {earn: {menu: turn, do: gain 1 coin}, rest: {menu: turn, do: ''}}
phases:
  game:
    do: |
      repeat 3 times { do day }
      draw 1 from fate to seen as x
      if x.kind is storm { end game as ruin }
      end game
  day: {do: 'each of players does { do one of turn }'}
endings: {ruin: {all_lose: true}}
scoring: {categories: {coins: {worth: p.coin}}}
"""


@pytest.fixture
def revolt(tmp_path: Path) -> Path:
    """A game that all lose three times in four, for one player or three."""
    folder = tmp_path / "revolt"
    (folder / "texts").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(REVOLT)
    (folder / "texts" / "en.yaml").write_text("names: {length: length of the game, brief: three days}\n")
    (folder / "texts" / "ru.yaml").write_text("names: {length: длина игры, brief: три дня}\n", encoding="utf-8")
    return folder


def test_an_equal_share_is_one_of_the_games_that_somebody_won(revolt: Path, tmp_path: Path) -> None:
    text = written(revolt, tmp_path / "page.html", "--players", 3)
    page = " ".join(Page(text).texts)
    (lost, fair) = re.findall(r"In (\d+) % of the games nobody won, so an equal share is ([\d.]+) %\.", page)[0]
    assert int(lost) > 40 and abs((100 - int(lost)) / 3 - float(fair)) < 0.5
    assert 'id="wins-equal-share"' in text
    assert f"In {lost} % of the games nobody wins." in page


def test_one_player_has_nobody_to_share_with(revolt: Path, tmp_path: Path) -> None:
    text = written(revolt, tmp_path / "page.html", "--players", 1)
    assert plots_in(text) == {"scores", "wins", "lengths", "rounds"} and "equal-share" not in text
    page = " ".join(Page(text).texts)
    assert "equal share" not in page and "the seat is no matter" not in page


def test_options_are_told_by_their_names(revolt: Path, tmp_path: Path) -> None:
    assert "Options: length of the game – three days" in written(revolt, tmp_path / "en.html", "--players", 3)
    assert "Варианты: длина игры – три дня" in written(revolt, tmp_path / "ru.html", "--players", 3, "--lang", "ru")


def test_a_single_value_is_a_bar() -> None:
    """Every game takes three days: the outline goes up and down again."""
    from cli.screen.plots import outline

    assert outline({"3": 30}, 1) == ([1.5, 2.5, 3.5, 4.5], [0, 30, 0])
    assert outline({"3": 30, "4": 1}, 2) == ([-0.5, 1.5, 3.5, 5.5, 7.5], [0, 30, 1, 0])


def test_copies_of_one_game_are_no_statistics(tmp_path: Path) -> None:
    """Greedy bots in a game without chance play the same game again and again: nothing is claimed from 40 copies."""
    (tmp_path / "ruleset.yaml").write_text(SOLITARY)
    outcome = run("simulate", tmp_path, "--games", 40, "--jobs", 1, "--bots", "greedy")
    assert "of 40 games only 1 are different" in " ".join(outcome.out.split())
    assert not re.search(r"\d – \d", outcome.out), "an interval of one game"
    mixed = run("simulate", tmp_path, "--games", 40, "--jobs", 1, "--bots", "greedy,random")
    assert "are different" not in mixed.out and re.search(r"\d – \d", mixed.out)


def test_what_is_never_taken_stands_first(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(SOLITARY)
    lines = run("simulate", tmp_path, "--games", 40, "--jobs", 1).out.splitlines()
    assert lines[2] == "Never taken: beg." and lines[3] == "Never chosen of gem: opal."


def test_wrong_use(cards: Path, tmp_path: Path) -> None:
    for arguments, said in (
        (["-o", tmp_path / "no" / "page.html"], "no such folder"),
        (["-o", tmp_path], "it is a folder"),
        (["--lang", "xx"], "--lang"),
        (["--bots", "greddy"], "greedy"),
        (["--players", 9], "9"),
    ):
        outcome = run("report", cards, *arguments)
        assert outcome.code == 2 and said in outcome.err


def test_without_matplotlib_it_says_what_to_install(
    cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *a: None if name == "matplotlib" else real(name, *a))
    outcome = run("report", cards, "-o", tmp_path / "page.html")
    assert outcome.code == 2 and "pip install 'rulewright[report]'" in outcome.err
    assert not (tmp_path / "page.html").exists()

"""`report`: a page that stands alone, in both languages, with whatever names a ruleset has."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.cli.running import run

pytest.importorskip("plotly", reason="the report is an extra")

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
        self._in = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loads += [f"{tag} {name}={value}" for name, value in attrs if name in LOADS]
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


def test_the_page_stands_alone(cards: Path, tmp_path: Path) -> None:
    page = Page(written(cards, tmp_path / "page.html"))
    assert page.loads == [] and "link" not in page.tags
    assert not re.search(r"@import|url\(", "".join(page.styles))


def test_every_plot_is_there(cards: Path, tmp_path: Path) -> None:
    text = written(cards, tmp_path / "page.html", "--bots", "greedy,random", "--players", 2)
    drawn = set(re.findall(r'Plotly\.newPlot\(\s*"plot-(\w+)"', text))
    assert drawn == {"scores", "bots", "wins", "lead", "kept", "use", "lengths", "rounds"}
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
    dotted = {float(y) for y in re.findall(r'"type":"line","x0":0,"x1":1,"xref":"x domain","y0":([\d.]+)', text)}
    assert dotted and max(dotted) < 30, "no line at a third"


def test_one_player_has_nobody_to_share_with(revolt: Path, tmp_path: Path) -> None:
    text = written(revolt, tmp_path / "page.html", "--players", 1)
    assert set(re.findall(r'Plotly\.newPlot\(\s*"plot-(\w+)"', text)) == {"scores", "wins", "lengths", "rounds"}
    page = " ".join(Page(text).texts)
    assert "equal share" not in page and "the seat is no matter" not in page


def test_options_are_told_by_their_names(revolt: Path, tmp_path: Path) -> None:
    assert "Options: length of the game – three days" in written(revolt, tmp_path / "en.html", "--players", 3)
    assert "Варианты: длина игры – три дня" in written(revolt, tmp_path / "ru.html", "--players", 3, "--lang", "ru")


def test_a_single_value_is_a_bar(revolt: Path, tmp_path: Path) -> None:
    """Every game takes three days: the outline goes up and down again."""
    from cli.screen.plots import distributions

    (trace,) = distributions({"days": {"3": 30}}, "days", "games").data
    assert list(trace.x) == [2, 3, 4] and list(trace.y) == [0, 30, 0]


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


def test_without_plotly_it_says_how_to_install_it(cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *a: None if name == "plotly" else real(name, *a))
    outcome = run("report", cards, "-o", tmp_path / "page.html")
    assert outcome.code == 2 and "pip install 'rulewright[report]'" in outcome.err
    assert not (tmp_path / "page.html").exists()


CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no browser")
def test_a_browser_without_network_draws_every_plot(cards: Path, tmp_path: Path) -> None:
    text = written(cards, tmp_path / "page.html")
    arguments = [
        "--headless", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND",
        f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=10000", "--dump-dom",
    ]  # fmt: skip
    command = [str(CHROMIUM), *arguments, (tmp_path / "page.html").as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    drawn = set(re.findall(r'Plotly\.newPlot\(\s*"plot-(\w+)"', text))
    for id in drawn:
        plot = re.search(rf'<div id="plot-{id}" class="[^"]*js-plotly-plot.*?<svg class="main-svg"', shown, re.DOTALL)
        assert plot is not None, id

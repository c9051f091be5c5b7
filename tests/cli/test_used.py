"""What simulations count, by its name on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter as rw
from cli.screen.measures import MEASURES
from cli.screen.used import measured, used
from cli.screen.words import Words
from interpreter.loading.source import folder_from_text
from tests.cli.running import run

MARKET = """\
game: {id: market, players: [2]}
resources: {coin: {}}
menus: {work: {}}
actions:
  fetch: {menu: work, choose: n in 1..3, do: gain n coin}
  claim: {menu: work, choose: 'n in 1..3, m in 1..2', do: gain n coin}
  lay: {menu: work, choose: n in 1..2, do: gain n coin}
  rest: {menu: work, do: ''}
  sell: {menu: work, do: 'if my coin > 0 { lose 1 coin }'}
procedures:
  build_wall: {do: 'choose n in 1..2; gain n coin'}
phases:
  game:
    do: 'each of players does { do one of work; may beg { gain 1 coin }; do build_wall }; end game'
scoring: {categories: {c: {worth: p.coin}}}
"""

TEXTS = """\
names: {sell: Sale}
actions:
  fetch: "{n}: take {n} coins, to all"
  claim: "Claim {n}: {n}, {m}"
  lay: "Lay on {n}"
  rest: "Rest {n}"
  sell: "Sell for {n}"
"""


@pytest.fixture
def words() -> Words:
    return Words(rw.load(folder_from_text(f"# file: ruleset.yaml\n{MARKET}# file: texts/en.yaml\n{TEXTS}"), 2))


@pytest.mark.parametrize(
    ("id", "shown"),
    [
        ("fetch", "take … coins, to all"),
        ("claim", "Claim"),
        ("lay", "Lay on …"),
        ("rest", "Rest"),
        ("sell", "Sale"),
        ("in build_wall", "choice in «build wall»"),
        ("skip beg", "beg: declined"),
        ("pay", "what is paid"),
        ("payment", "way to pay"),
        ("", "(without a name)"),
    ],
)
def test_names(words: Words, id: str, shown: str) -> None:
    assert used(id, words, MEASURES["en"]) == shown


@pytest.mark.parametrize(
    ("id", "en", "ru"),
    [
        ("sell", "action Sale a game", "действие Sale за партию"),
        ("beg", "option beg a game", "вариант beg за партию"),
        ("in build_wall", "choice in «build wall», a game", "выбор в «build wall», за партию"),
        ("skip beg", "beg: declined, a game", "beg: отказ, за партию"),
    ],
)
def test_measures_say_what_they_are(words: Words, id: str, en: str, ru: str) -> None:
    assert [measured(id, [words, words], MEASURES[lang]) for lang in ("en", "ru")] == [en, ru]


def test_things_called_alike_keep_their_lines(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(MARKET, "utf-8")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "en.yaml").write_text("actions: {fetch: Gain, claim: Gain}", "utf-8")
    outcome = run("simulate", tmp_path, "--games", 10, "--jobs", 1, "--bots", "random")
    rows = [line.split()[0] for line in outcome.out.split("Taken")[1].splitlines() if line.strip()]
    assert rows.count("Gain") == 2

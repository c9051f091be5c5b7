"""What balance says of a small game whose answers are known: what is good because of itself, what is not, and the price
that would make a thing like the others of its kind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter.analysis.balance import Settings, balance
from tests.cli.running import run

FAIR = """\
game: {id: fair, players: [2, 3], version: "1"}
resources: {coin: {}}
pieces:
  ware:
    attributes: {price: int, points: int}
    start: window
    kinds:
      hat:   {copies: 9, price: 2, points: 3}
      coat:  {copies: 9, price: 2, points: 3}
      scarf: {copies: 9, price: 2, points: 3}
      crown: {copies: 9, price: 2, points: 6}
      brick: {copies: 9, price: 1, points: 0}
  omen: {start: lots, kinds: {sun: {copies: 20}, rain: {copies: 20}}}
zones:
  window: {pieces: ware}
  bought: {pieces: ware, per: player}
  lots: {pieces: omen, deck: true}
  seen: {pieces: omen}
menus: {trade: {}}
actions:
  earn: {menu: trade, do: 'draw 1 from lots as o; move o to seen; gain (if o.kind is sun then 2 else 1) coin'}
  buy: {menu: trade, choose: w in window, do: 'pay w.price coin; move w to my bought'}
phases:
  game: {do: 'repeat 6 times { each of players does { do one of trade } }; end game'}
scoring: {categories: {wares: {worth: sum(w.points for w in p.bought)}}}
hints: {coins: p.coin * 70}
"""
"""A crown is worth twice what the others are for the same price, a brick nothing."""


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    (tmp_path / "fair").mkdir()
    (tmp_path / "fair" / "ruleset.yaml").write_text(FAIR, encoding="utf-8")
    return tmp_path / "fair"


def test_a_thing_is_worth_what_is_lost_without_it(fair: Path) -> None:
    found = balance(Settings(fair, 2, 60, seed=2, engine="python", jobs=1), only=["crown", "hat", "earn"])
    lines = {line["thing"]: line for line in found["things"]}
    assert found["things"][0]["worth"] >= found["things"][-1]["worth"]
    crown = lines["crown"]
    assert crown["found"] and crown["worth"] > 3 and crown["interval"][0] > 0 and crown["win_rate"] < 0.3
    assert {*found["base"]["never"]["ware"]} >= {"hat", "coat", "scarf"}  # nobody takes what is worse at the same price
    assert lines["hat"]["worth"] == 0 and not lines["hat"]["found"]
    assert found["skill"]["win_rate"] > 0.7 and found["close"]["mean"] >= 0


def test_prices_are_looked_for_and_shown_as_a_change(fair: Path) -> None:
    found = balance(
        Settings(fair, 2, 40, 2, engine="python", jobs=1), "price", ["crown", "hat", "coat", "scarf", "brick"]
    )
    rows = {row["thing"]: row for row in found["prices"]}
    crown = rows["crown"]
    assert crown["free"] > crown["worth"] > crown["dearer"] - 0.01 and crown["even"] > crown["now"] == 2
    change = crown["change"]
    assert change["before"].strip() == "crown: {copies: 9, price: 2, points: 6}"
    assert change["after"].strip() == f"crown: {{copies: 9, price: {crown['even']}, points: 6}}"
    assert FAIR.splitlines()[change["line"] - 1] == change["before"]
    assert 3 <= crown["even"] <= 7 and rows["hat"]["even"] is None


def test_questions_end_when_they_are_clear(fair: Path) -> None:
    asked = Settings(fair, 2, 300, 2, engine="python", jobs=1, until=2.0)
    lines = {line["thing"]: line for line in balance(asked, only=["crown", "hat"])["things"]}
    assert lines["crown"]["found"] and lines["crown"]["deals"] < 150 and lines["crown"]["interval"][0] > 0
    assert not lines["hat"]["found"] and lines["hat"]["deals"] < 150


def test_ctrl_c_keeps_what_there_is(fair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*asked: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("interpreter.analysis.balance._at_price", stop)
    found = balance(Settings(fair, 2, 20, engine="python", jobs=1), "price", ["crown", "hat"])
    assert found["interrupted"] and found["things"] and not found["prices"]


def test_balance_on_the_command_line(fair: Path, tmp_path: Path) -> None:
    asked = ("balance", fair, "--games", 20, "--jobs", 1, "--engine", "python")
    page = run(*asked, "-o", tmp_path / "page.html")
    assert page.code == 0
    text = (tmp_path / "page.html").read_text("utf-8")
    assert "<h2" in text and "What each thing is worth" in text and "crown" in text
    written = run(*asked, "--only", "crown")
    assert written.code == 0 and "| crown |" in written.out and "| hat |" not in written.out
    data = json.loads(run(*asked, "--only", "crown", "--format", "json").out)
    assert [line["thing"] for line in data["things"]] == ["crown"]
    for wrong in (("--price", "weight"), ("--only", "shoe"), ("--players", 9), ("-o", tmp_path / "no" / "p.md")):
        assert run(*asked, *wrong).code == 2


def test_the_page_is_the_same_for_any_number_of_jobs(fair: Path) -> None:
    one, two = (balance(Settings(fair, 3, 30, engine="python", jobs=jobs), only=["crown"]) for jobs in (1, 2))
    for found in (one, two):
        for name in [name for name in found["base"] if "second" in name]:
            del found["base"][name]
    assert one == two

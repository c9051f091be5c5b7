"""Comparisons: nothing is found where rules are equal, and what differs is found; the statistics against tables."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest

from interpreter.analysis.compare import CompareJob, Comparer, PairTally, Side, compare, findings
from interpreter.analysis.paired import LEVEL, Pairs, can_tell, judge, p_value, t_to_z, z_to_t
from tests.players.games import ORCHARD

STALL = """\
game: {id: stall, players: [2], version: "1"}
resources:
  coin: {}
pieces:
  ware:
    attributes: {price: int, points: int}
    start: stock
    kinds:
      hat:   {copies: 4, price: 1, points: 1}
      coat:  {copies: 4, price: 2, points: 3}
      cloak: {copies: 4, price: 3, points: 5}
  omen: {start: lots, kinds: {sun: {copies: 4}, rain: {copies: 4}}}
zones:
  stock: {pieces: ware, deck: true}
  window: {pieces: ware}
  bought: {pieces: ware, per: player}
  lots: {pieces: omen, deck: true}
  table: {pieces: omen}
setup:
  do: draw 6 from stock to window
menus: {trade: {}}
actions:
  earn: {menu: trade, do: gain 1 coin}
  rest: {menu: trade, do: ''}
  buy:
    menu: trade
    choose: w in window
    do: |
      pay w.price coin
      move w to my bought
phases:
  game:
    do: |
      repeat 4 times { do round }
      end game
  round: {do: 'each of players does { do one of trade }'}
scoring:
  categories:
    wares: {worth: sum(w.points for w in p.bought)}
    coins: {worth: p.coin}
"""

OTHER_CHANCE = STALL.replace("do: draw 6", "do: draw 3 from lots to table; draw 6").replace(
    "earn: {menu: trade, do: gain 1 coin}\n  rest: {menu: trade, do: ''}",
    "rest: {menu: trade, do: ''}\n  earn: {menu: trade, do: gain 1 coin}",
)
"""The same rules, with lots drawn that mean nothing but take from the chance, and the options in another order, so that
random players take others: hardly a game is like its pair."""


def written(folder: Path, text: str) -> Path:
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return folder


def comparer(tmp_path: Path, a: str, b: str) -> Comparer:
    sides = [Side(written(tmp_path / name, text)) for name, text in (("a", a), ("b", b))]
    return Comparer(CompareJob(*sides, 2, ("random",), 0))


def test_equal_rules_and_equal_chance_never_differ() -> None:
    result = compare(Side(ORCHARD), Side(ORCHARD), 2, 40, 1, jobs=1)
    assert result["pairs"] == 40 and result["measures"]
    assert all(line["a"] == line["b"] and line["p"] is None and not line["found"] for line in result["measures"])


@pytest.mark.slow
def test_equal_rules_are_found_to_differ_at_most_5_times_in_100(tmp_path: Path) -> None:
    """200 comparisons of equal rules on unequal chance: a comparison errs if any of its measures is found."""
    both = comparer(tmp_path, STALL, OTHER_CHANCE)
    tries, wrong, apart = 200, 0, 0
    for seed in range(tries):
        lines = findings(both.play(range(60), seed), 2)
        wrong += any(line["found"] for line in lines)
        apart += sum(line["pairs_apart"] for line in lines if line["name"] == "mean")
    assert apart > tries * 60 / 3  # the games do differ
    assert wrong <= tries * LEVEL


def test_a_planted_price_change_is_found(tmp_path: Path) -> None:
    dearer = STALL.replace("coat:  {copies: 4, price: 2", "coat:  {copies: 4, price: 4")
    lines = findings(comparer(tmp_path, STALL, dearer).play(range(400)), 2)
    found = {(line["group"], line["name"]) for line in lines if line["found"]}
    assert ("thing", "coat") in found
    coat = next(line for line in lines if line["name"] == "coat")
    assert coat["b"] < coat["a"] and coat["interval"][1] < 0
    assert lines[0]["found"]  # what is found stands first


def test_a_small_change_is_found_with_its_direction(tmp_path: Path) -> None:
    richer = STALL.replace("do: gain 1 coin", "do: gain 2 coin")
    lines = {line["name"]: line for line in findings(comparer(tmp_path, STALL, richer).play(range(200)), 2)}
    assert lines["mean"]["found"] and lines["mean"]["difference"] > 0
    assert lines["mean"]["interval"][0] <= lines["mean"]["difference"] <= lines["mean"]["interval"][1]
    assert lines["mean"]["difference"] == pytest.approx(lines["mean"]["b"] - lines["mean"]["a"])
    assert not lines["decisions"]["found"]


def test_the_report_is_the_same_for_any_number_of_jobs(tmp_path: Path) -> None:
    a, b = written(tmp_path / "a", STALL), written(tmp_path / "b", OTHER_CHANCE)
    one, two = (compare(Side(a), Side(b), 2, 40, 3, ["random", "greedy"], jobs=jobs) for jobs in (1, 2))
    assert json.dumps(one) == json.dumps(two)


def test_wins_by_seat_add_up(tmp_path: Path) -> None:
    lines = findings(comparer(tmp_path, STALL, OTHER_CHANCE).play(range(50)), 2)
    for side in ("a", "b"):
        assert sum(line[side] for line in lines if line["group"] == "seat") == pytest.approx(1)


def test_too_few_games_are_refused() -> None:
    with pytest.raises(ValueError):
        compare(Side(ORCHARD), Side(ORCHARD), 2, 10)


# ---- statistics


# Two-sided points of Student's t from printed tables: (degrees of freedom, level, t).
TABLE = [(29, 0.05, 2.045), (29, 0.001, 3.659), (99, 0.05, 1.984), (99, 0.001, 3.392), (10, 0.01, 3.169)]


@pytest.mark.parametrize(("df", "level", "t"), TABLE)
def test_students_t_is_that_of_the_tables(df: int, level: float, t: float) -> None:
    assert 2 * NormalDist().cdf(-t_to_z(t, df)) == pytest.approx(level, rel=0.02)
    assert z_to_t(NormalDist().inv_cdf(1 - level / 2), df) == pytest.approx(t, rel=0.002)


def pairs_of(differences: list[int]) -> Pairs:
    out = Pairs()
    for d in differences:
        out.enter(10, 10 + d)
    return out


def test_the_standard_error_is_that_of_the_differences() -> None:
    pairs = pairs_of([1, 2, 3, 6])
    assert pairs.difference == 3 and pairs.error == pytest.approx(math.sqrt(14 / 3) / 2)


def test_what_hardly_ever_differs_is_not_found() -> None:
    """Exchanging sides of 5 pairs gives 32 outcomes, so nothing rarer than 2 in 32 can be said of them."""
    rare = pairs_of([1] * 5 + [0] * 995)
    assert p_value(rare) == 2 / 32 and not can_tell(rare)
    assert p_value(pairs_of([1] * 12 + [0] * 988)) >= 2 / 2**12


def test_holm_by_hand() -> None:
    """Three p values; the second fails at its step, so the third is not looked at."""
    measures = [pairs_of(d) for d in ([0, 1] * 100, [3, -2] * 50 + [-1, 1] * 50, [9, -8] * 100)]
    ps = [p_value(m) for m in measures]
    judged = judge(measures)
    order = sorted(range(3), key=lambda i: ps[i])
    assert [judged[i].p for i in order] == pytest.approx(
        [
            min(1.0, 3 * ps[order[0]]),
            max(3 * ps[order[0]], min(1.0, 2 * ps[order[1]])),
            max(2 * ps[order[1]], ps[order[2]]),
        ]
    )
    assert [j.found for j in judged] == [True, False, False]
    for j in judged:
        assert j.found == (not j.low <= 0 <= j.high)


def test_intervals_hold_what_they_should() -> None:
    """Corrected intervals of many measures, all of them at once, miss a known difference in at most 5 in 100 tries."""
    rng, missed, tries = random.Random(4), 0, 300
    for _ in range(tries):
        measures = [pairs_of([rng.randint(-5, 7) for _ in range(80)]) for _ in range(4)]
        missed += any(not j.low <= 1 <= j.high for j in judge(measures))
    assert missed <= tries * 0.1  # those found are held at a lower level than the simultaneous one


def test_tallies_add_up() -> None:
    rows: list[tuple[dict[Any, int], dict[Any, int]]] = [
        ({("action", "x"): 2}, {("action", "x"): 1}), ({}, {("action", "y"): 4}), ({("action", "x"): 1}, {}),
    ]  # fmt: skip
    whole, left, right = PairTally(), PairTally(), PairTally()
    for i, (a, b) in enumerate(rows):
        whole.enter(a, b)
        (left if i < 2 else right).enter(a, b)
    left.add(right)
    assert findings(left, 2) == findings(whole, 2)
    assert whole.whole(("action", "x")) == Pairs(3, 3, 1, 2, 2)


def test_what_only_one_side_has_tells_nothing(tmp_path: Path) -> None:
    """A copy with other ids is the same game; what a module brings cannot be compared with anything."""
    renamed = STALL
    for old, new in (("hat", "cap"), ("earn", "toil"), ("wares", "goods"), ("round", "day"), ("sun", "moon")):
        renamed = renamed.replace(f"{old}:", f"{new}:").replace(f"do {old} ", f"do {new} ")
    for name, text in (("one", STALL), ("other", renamed)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(text)
    result = compare(Side(tmp_path / "one"), Side(tmp_path / "other"), 2, 60, jobs=1)
    only = {line["name"]: line["only"] for line in result["measures"]}
    assert {name: only[name] for name in ("hat", "earn", "wares")} == dict.fromkeys(("hat", "earn", "wares"), "a")
    assert {name: only[name] for name in ("cap", "toil", "goods")} == dict.fromkeys(("cap", "toil", "goods"), "b")
    assert only["coat"] is None and only["coins"] is None and only["mean"] is None
    assert not any(line["pairs_apart"] for line in result["measures"] if line["only"] is None)
    assert not any(line["found"] or line["p"] is not None for line in result["measures"])

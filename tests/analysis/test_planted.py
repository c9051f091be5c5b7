"""Comparisons that end by themselves: equal rules are left alone, what is planted is found (the table of
`python -m tests.analysis.planted`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.screen.measures import MEASURES
from interpreter.analysis.compare import FIRST_LOOK, Side, Until, compare
from interpreter.analysis.paired import LEVEL, Pairs
from interpreter.analysis.sequential import judge_difference
from tests.analysis.planted import CHANGES, comparer, run
from tests.cli.running import run as command
from tests.players.games import ORCHARD


@pytest.mark.parametrize("change", list(CHANGES)[1:])
def test_a_planted_change_is_found(change: str, tmp_path: Path) -> None:
    games, found = run(comparer(tmp_path, change), 1)
    expected = {"coat": "thing coat", "seat": "points a", "hat": "category wares"}
    assert next(name for word, name in expected.items() if word in change) in found
    assert games >= FIRST_LOOK


@pytest.mark.slow
def test_equal_rules_are_found_to_differ_at_most_5_times_in_100(tmp_path: Path) -> None:
    """200 comparisons of equal rules, looked at every 25 pairs."""
    pairs, tries = comparer(tmp_path, "equal rules"), 200
    assert sum(bool(run(pairs, seed, 200)[1]) for seed in range(tries)) <= tries * LEVEL


def test_a_comparison_ends_by_itself_at_the_same_pair_for_any_number_of_jobs(tmp_path: Path) -> None:
    sides = comparer(tmp_path, "a hat scores double").job
    until = Until(points=4.0, wins=0.3)
    one, two = (compare(sides.a, sides.b, 2, 3000, 1, jobs=jobs, until=until) for jobs in (1, 2))
    assert one == two and FIRST_LOOK <= one["pairs"] < 3000 and one["until"]["sure"]
    mean = next(line for line in one["measures"] if line["name"] == "mean")
    assert mean["found"] and mean["interval"][0] > 0
    capped = compare(sides.a, sides.b, 2, FIRST_LOOK, 1, jobs=1, until=Until(points=0.001, wins=0.001))
    assert capped["pairs"] == FIRST_LOOK and not capped["until"]["sure"]


def test_games_that_never_differ_end_at_the_first_look() -> None:
    result = compare(Side(ORCHARD), Side(ORCHARD), 2, 1000, jobs=1, until=Until())
    assert result["pairs"] == FIRST_LOOK and not any(line["found"] for line in result["measures"])


def test_the_interval_of_a_difference_leaves_out_0_exactly_where_it_is_found() -> None:
    for shift in range(-6, 7):
        pairs = Pairs()
        for i in range(400):
            pairs.enter(0, i % 9 - 4 + (shift if i % 4 == 0 else 0))
        judged = judge_difference(pairs, pairs.squares / 4, 0.05)
        assert judged.low < pairs.difference < judged.high
        assert judged.found is not (judged.low <= 0 <= judged.high) and judged.found is (judged.p <= LEVEL)
    assert not judge_difference(Pairs(100), 1.0, 0.05).found


def test_compare_until_sure_on_the_command_line(tmp_path: Path) -> None:
    sides = comparer(tmp_path, "a hat scores double").job
    asked = ("compare", sides.a.game, "--versus", sides.b.game, "--jobs", 1)
    outcome = command(
        *asked, "--games", 2000, "--until-sure", "--no-difference-above", "4", "--no-difference-above", "30%"
    )
    said = MEASURES["en"]["ended_sure"].format(points="4.00", wins="30")
    assert outcome.code == 0 and " ".join(said.split()) in " ".join(outcome.out.split())
    assert command(*asked, "--no-difference-above", "3").code == 2
    assert command(*asked, "--until-sure", "--no-difference-above", "few").code == 2

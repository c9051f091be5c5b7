"""Duels and ladders: who is stronger is found, equals are not told apart, and a run that ends by itself ends at the
same deal however it is spread."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import pytest

from interpreter.analysis import sequential
from interpreter.analysis.duels import FIRST_LOOK, Duel, DuelsJob, DuelTally, line, play_duels, settled
from interpreter.analysis.ladder import ladder, ratings
from interpreter.runtime.scoring import ScoreSheet
from tests.cli.running import run
from tests.players.games import ORCHARD

JOB = DuelsJob(ORCHARD, 3, (), (), (Duel("greedy", "random"), Duel("random", "random")), 7, "python")


def test_a_duel_that_is_decided_plays_no_further_deals() -> None:
    (strong, even), cut = play_duels(JOB, 100, settled(0.05, 0.02, 3), jobs=1)
    assert not cut and strong.games == FIRST_LOOK and even.games == 100
    assert len(strong.places) == 3 * strong.games and sum(strong.wins.values()) == strong.games
    assert line(strong, 3, 0.05)["found"] == "more" and line(even, 3, 0.05)["found"] is None
    assert line(strong, 3, 0.05)["margin"] > 5 > abs(line(even, 3, 0.05)["margin"])


def test_the_same_deals_are_played_for_any_number_of_jobs() -> None:
    one, two = (play_duels(JOB, 45, settled(0.05, 0.02, 3), jobs=jobs) for jobs in (1, 2))
    assert one == two


def test_what_all_lose_is_drawn_by_all() -> None:
    tally = DuelTally()
    for winners in ((), (0,), ()):
        sheet = ScoreSheet({}, (3, 9, 1), {}, (2, 1, 3), winners, "fire")
        tally.enter([sheet, sheet, sheet])
    assert line(tally, 3, None)["win_rate"] == pytest.approx(1 / 3)
    assert tally.places[:3] == [(0, 2)] * 3 and tally.places[3:6] == [(0, 0), (1, 0), (2, 0)]


def test_a_ladder_ranks_players_and_rates_them() -> None:
    found = ladder(ORCHARD, 2, 16, ["random", "greedy", "mcts:8"], every_pair=True, jobs=1)
    steps = {(step["bot"], step["against"]): step for step in found["steps"]}
    assert set(steps) == {("greedy", "random"), ("mcts:8", "random"), ("mcts:8", "greedy")}
    assert steps["greedy", "random"]["win_rate"] > 0.8 and steps["mcts:8", "random"]["found"] == "more"
    pytest.importorskip("openskill")
    rated = found["ratings"]
    assert rated["greedy"]["rating"] > rated["random"]["rating"]
    assert all(low < r["rating"] < high for r in rated.values() for low, high in [r["interval"]])


def test_ratings_of_equals_at_tables_of_four_do_not_drift() -> None:
    pytest.importorskip("openskill")
    (tally,), _ = play_duels(replace(JOB, duels=(Duel("greedy", "random"),)), 1, jobs=1)
    rng = random.Random(5)
    tally.places = [(rng.randrange(4), 0) for _ in range(800)]
    rated = ratings(["a", "b"], [Duel("b", "a")], [tally], 4)
    assert rated is not None
    assert rated["b"]["rating"] == pytest.approx(rated["a"]["rating"], abs=2.5)


def test_ladder_on_the_command_line() -> None:
    outcome = run("ladder", ORCHARD, "--players", 2, "--games", 4, "--bots", "random,greedy", "--jobs", 1)
    assert outcome.code == 0 and "greedy" in outcome.out and "95 % interval" in outcome.out
    asked = ("ladder", ORCHARD, "--bots", "random", "--seconds", "0.002", "--games", 2, "--jobs", 1, "--format", "json")
    assert json.loads(run(*asked).out)["bots"] == ["random", "mcts:2ms"]
    for wrong in (("--bots", "greedy"), ("--bots", "greedy,greedy"), ("--seconds", "soon"), ("--players", 1)):
        assert run("ladder", ORCHARD, *wrong).code == 2


# ---- statistics


def outcomes(rng: random.Random, rate: float, deals: int) -> Counter[int]:
    return Counter((rng.random() < rate) + (rng.random() < rate) for _ in range(deals))


def test_looking_again_and_again_errs_seldom_and_finds_a_stronger_player() -> None:
    """200 duels of equals, looked at after every ten deals: more than one in twenty would be more than chance. Fixed
    intervals, looked at so often, err in about a third."""
    rng, wrong, found = random.Random(1), 0, 0
    for _ in range(200):
        even, strong, errs, finds = Counter[int](), Counter[int](), False, False
        for _ in range(40):
            even += outcomes(rng, 0.5, 10)
            errs = errs or sequential.bet_on_rate(even, 2, 0.5) >= 3.0
            if not finds:
                strong += outcomes(rng, 0.65, 10)
                finds = sequential.bet_on_rate(strong, 2, 0.5) >= 3.0
        wrong, found = wrong + errs, found + finds
    assert wrong <= 10 and found >= 195


def test_the_interval_of_a_rate_leaves_out_what_the_bet_refutes() -> None:
    values = outcomes(random.Random(2), 0.6, 300)
    low, high = sequential.rate(values, 2, 0.05)
    assert low < 0.6 < high and high - low < 0.15
    assert sequential.bet_on_rate(values, 2, low - 0.01) > 2.99 > sequential.bet_on_rate(values, 2, low + 0.01)
    assert sequential.rate(Counter(), 2, 0.05) == (0.0, 1.0)
    assert sequential.rate(Counter({2: 200}), 2, 0.05)[1] == 1.0

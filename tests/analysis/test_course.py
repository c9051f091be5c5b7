"""What a report draws: distributions that add up, the lead as the scores give it, the use of things."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from interpreter.analysis import simulate
from interpreter.analysis.course import STEPS, CourseTally, course
from interpreter.analysis.stats import SHARE
from tests.players.games import ORCHARD

TIMES = ("seconds", "games_per_second", "decisions_per_second")


def timeless(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key not in TIMES}


def test_the_games_are_those_of_simulate() -> None:
    drawn, plain = (
        course(ORCHARD, 3, 30, 2, ["greedy", "random"], jobs=1),
        simulate(ORCHARD, 3, 30, 2, ["greedy", "random"], jobs=1),
    )
    for line in (*drawn["scores"].values(), *drawn["bots"].values(), drawn["length"], drawn["rounds"]):
        del line["counts"]
    del drawn["lead"], drawn["things"]
    assert timeless(drawn) == timeless(plain)


def test_one_job_and_two_give_the_same_report() -> None:
    one, two = (course(ORCHARD, 2, 40, 7, ["random"], jobs=jobs) for jobs in (1, 2))
    assert json.dumps(timeless(one)) == json.dumps(timeless(two))


def test_distributions_add_up() -> None:
    report = course(ORCHARD, 2, 40, 1, jobs=1)
    for line in report["scores"].values():
        total = sum(int(value) * times for value, times in line["counts"].items())
        assert sum(line["counts"].values()) == 40 and total / 40 == pytest.approx(line["mean"])
    assert sum(report["length"]["counts"].values()) == 40


def test_things_are_those_of_all_actions() -> None:
    report = course(ORCHARD, 2, 40, 1, jobs=1)
    wanted: Counter[str] = Counter()
    for action in report["choices"].values():
        for thing, line in action["things"].items():
            wanted[thing] += line["times"]
    assert {"leaf", "bud"} <= set(report["things"])
    assert {name: line["times"] for name, line in report["things"].items()} == {
        name: times for name, times in wanted.items() if name in report["things"]
    }
    assert all(line["seats"] <= 80 for line in report["things"].values())


def test_the_lead_by_hand() -> None:
    """One game of 40 decisions: a tie, then the first seat ahead, then the second, which wins."""
    tally = CourseTally()
    tally.enter_course([(0, (3, 3)), (10, (9, 4)), (30, (9, 12)), (40, (9, 14))], 40, (1,))
    last = STEPS - 1
    assert tally.leads == {0: 1, STEPS // 4: 1, STEPS * 3 // 4: 1, last: 1}
    assert (tally.lead[0], tally.lead[STEPS // 4], tally.lead[last]) == (0, 5, 5)
    assert tally.led[0] == 0 and tally.kept[STEPS // 4] == 0 and tally.kept[last] == SHARE


def test_the_leader_wins_more_often_the_later_it_is() -> None:
    steps = course(ORCHARD, 2, 100, 4, jobs=1)["lead"]
    assert steps[-1]["to"] == 1 and steps[0]["from"] < 0.2
    assert steps[-1]["win_rate"] > 0.75 > steps[0]["win_rate"]
    assert all(step["interval"][0] <= step["win_rate"] <= step["interval"][1] for step in steps)

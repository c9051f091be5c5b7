"""Simulations: the same for any number of jobs, counts that add up, faults and interruptions that lose nothing."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import interpreter as rw
from interpreter.analysis import SimulationError, game_seed, seated, simulate
from interpreter.analysis.recorder import Played, Recorder
from interpreter.diagnostics import RulesetError
from interpreter.loading.source import folder_from_text
from interpreter.players import bot_named
from interpreter.runtime.rng import Rng
from tests.players.games import ORCHARD

TIMES = ("seconds", "games_per_second", "decisions_per_second")


def timeless(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key not in TIMES}


def test_one_job_and_two_give_the_same_report() -> None:
    one, two = (simulate(ORCHARD, 3, 40, 7, ["greedy", "random", "mcts:3"], jobs=jobs) for jobs in (1, 2))
    assert json.dumps(timeless(one)) == json.dumps(timeless(two))
    assert timeless(one) != timeless(simulate(ORCHARD, 3, 40, 8, ["greedy", "random", "mcts:3"], jobs=1))


def test_counts_add_up() -> None:
    report = simulate(ORCHARD, 3, 60, 1, ["greedy", "random"], jobs=1)
    json.dumps(report)
    assert report["games"] == report["finished"] == 60 and not report["interrupted"]
    assert list(report["scores"]) == ["a", "b", "c"]
    assert all(line["seats"] == 60 for line in report["scores"].values())
    assert sum(line["win_rate"] for line in report["scores"].values()) == pytest.approx(1)
    assert sum(line["wins"] for line in report["bots"].values()) == pytest.approx(60)
    assert sum(line["seats"] for line in report["bots"].values()) == 3 * 60
    assert sum(line["games"] for line in report["endings"].values()) == 60
    assert sum(line["times"] for line in report["choices"].values()) == report["decisions"]
    assert report["length"]["mean"] == pytest.approx(report["decisions"] / 60)
    assert report["decisions_per_second"] == pytest.approx(report["decisions"] / report["seconds"])
    for line in (*report["scores"].values(), *report["bots"].values()):
        assert line["interval"][0] <= line["win_rate"] <= line["interval"][1]
        assert line["min"] <= line["quantiles"]["50"] <= line["max"]
    assert report["bots"]["greedy"]["win_rate"] > report["bots"]["random"]["win_rate"]


def test_counts_are_those_of_the_logs() -> None:
    """Choices are counted without keys; the keys of the same games tell the same."""
    game, names, games = rw.load(ORCHARD, 2), ("greedy", "greedy"), 5
    report = simulate(ORCHARD, 2, games, 3, names, jobs=1)
    keys: Counter[str] = Counter()
    scores: Counter[int] = Counter()
    for number in range(games):
        seed = game_seed(3, number)
        chance = Rng(seed)
        played = Played()
        Recorder(game).play([bot_named(name, chance.bits()) for name in names], seed, played, with_log=True)
        assert played.sheet is not None
        keys.update(key for seat, key in played.log if seat is not None)
        scores[played.sheet.totals[0]] += 1
    choices = report["choices"]
    assert sum(keys.values()) == report["decisions"]
    for action in ("plant", "pick", "sell", "dig", "skip swap"):
        assert choices.get(action, {"times": 0})["times"] == keys[action]
    swaps = {key.split()[1]: times for key, times in keys.items() if key.startswith("swap ")}
    assert {thing: line["times"] for thing, line in choices["swap"]["things"].items()} == swaps
    assert report["scores"]["a"]["mean"] == sum(v * n for v, n in scores.items()) / games


def test_phases_and_rounds_are_counted_in_the_game_only() -> None:
    """What searching bots try out is no part of the count."""
    report = simulate(ORCHARD, 2, 3, 1, ["mcts:3"], jobs=1)
    assert report["rounds"]["phase"] == "day"
    assert report["rounds"]["min"] == report["rounds"]["max"] == 6
    assert report["phases"]["game"]["max"] == 1


def test_seats_move_on() -> None:
    assert [seated(("x", "y", "z"), 3, n) for n in range(3)] == [("x", "y", "z"), ("y", "z", "x"), ("z", "x", "y")]
    assert seated(("x", "y"), 3, 0) == ("x", "y", "x")
    for bots in (("x",), ("x", "y"), ("x", "y", "z", "w")):
        counts = Counter(name for n in range(12) for name in seated(bots, 4, n))
        assert len(set(counts.values())) == 1


def test_seeds_of_games_are_their_own() -> None:
    seeds = {game_seed(seed, number) for seed in range(30) for number in range(200)}
    assert len(seeds) == 30 * 200


def test_progress_and_interruption() -> None:
    seen: list[tuple[int, int]] = []

    def stop_at_half(done: int, games: int) -> None:
        seen.append((done, games))
        if done >= 20:
            raise KeyboardInterrupt

    for jobs in (1, 2):
        seen.clear()
        report = simulate(ORCHARD, 2, 40, 1, jobs=jobs, progress=stop_at_half)
        assert report["interrupted"] and report["finished"] == seen[-1][0] >= 20
        assert report["finished"] < 40 and seen[0][1] == 40
        assert sum(line["wins"] for line in report["scores"].values()) == pytest.approx(report["finished"])


def faulty(folder: Path) -> Path:
    """A ruleset that reads beyond the end of a table from the third day on."""
    text = ORCHARD.read_text(encoding="utf-8")
    text = text.replace("player: {trees: int}", "player: {trees: int}\n  game: {days: int, mark: int}")
    text = text.replace("menus:", "tables:\n  marks: {1: 1, 2: 1}\nmenus:")
    text = text.replace("  day:\n    do: |\n", "  day:\n    do: |\n      days += 1\n      mark = marks[days]\n")
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_names_the_game_and_its_log(tmp_path: Path, jobs: int) -> None:
    with pytest.raises(SimulationError) as caught:
        simulate(faulty(tmp_path / "faulty"), 2, 20, 5, jobs=jobs)
    error = caught.value
    assert error.seed == game_seed(5, error.number) and f"seed {error.seed}" in str(error)
    assert error.fault is not None and "an entry that a table does not have" in error.reason
    assert sum(seat is not None for seat, _ in error.log) >= 4


def test_places_that_each_player_has_are_counted_together() -> None:
    rules = """# file: ruleset.yaml
game: {id: rows, players: [2]}
resources: {seed: {supply: 9, held_by: [player, bed]}}
spaces: {bed: {per: player, limit: 1, kinds: {near: {}, far: {}}}}
menus: {turn: {}}
actions: {sow: {menu: turn, choose: b in my bed if b.free > 0, do: 'gain 1 seed; move 1 seed to b'}}
phases: {game: {do: 'each of players does { do one of turn }; end game'}}
scoring: {categories: {sown: {worth: 'count(b in p.bed if b.seed > 0)'}}}
"""
    report = simulate(folder_from_text(rules), 2, 30, 1, bots=["random"], jobs=1)
    assert report["choices"]["sow"]["things"].keys() == {"near", "far"}


def test_wrong_requests_are_refused() -> None:
    for games, bots, jobs in ((0, ["random"], 1), (5, [], 1), (5, ["random"], 0), (5, ["nobody"], 1)):
        with pytest.raises(ValueError):
            simulate(ORCHARD, 2, games, bots=bots, jobs=jobs)
    with pytest.raises(RulesetError):
        simulate("no_such_game", 2, 1)

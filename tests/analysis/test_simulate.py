"""Simulations: the same for any number of jobs, counts that add up, faults and interruptions that lose nothing."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import interpreter as rw
from interpreter.analysis import SimulationError, game_seed, seated, simulate
from interpreter.analysis.compare import Side, compare
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
    assert sum(line["asked"] for line in report["choices"].values()) == report["decisions"]
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
    assert error.fault is not None and "entry 3 of `marks`" in error.reason
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


LEFT_OVER = """\
game: {id: left_over, players: [2], options: {free: {values: [false, true], default: false}}}
resources: {coin: {group: good}, clay: {group: good}}
pieces: {tile: {start: row, kinds: {red: {}, blue: {}, green: {}}}}
zones: {row: {pieces: tile}, pile: {pieces: tile, per: player}}
spaces: {field: {per: player, attributes: {first: bool}, kinds: {north: {first: true}, south: {}}}}
menus: {fair: {}}
actions:
  pick: {menu: fair, choose: t in row, do: 'move t to my pile; gain 1 clay'}
procedures:
  lay: {do: 'choose w in my field if option.free or w.first; gain 1 clay'}
phases:
  game:
    do: |
      players[1] does { do one of fair }
      players[2] does { do one of fair }
      each of players does { may beg { pay 9 coin } }
      each of players does { do lay }
      players[1] does { do one of fair }
      players[1] does { if possible { pay 1 good } else { gain 9 clay } }
      end game
scoring: {categories: {c: {worth: p.coin}}}
"""
"""Three tiles for three turns, so the last is forced; begging that nobody can afford; one field to lay a tile on, or,
with the option, two."""


def test_what_is_left_alone_is_counted_as_taken() -> None:
    """Options that nobody is asked about count, except ways to pay and declining."""
    report = simulate(folder_from_text(LEFT_OVER), 2, 20, 1, bots=["random"], jobs=1)
    choices = report["choices"]
    assert set(choices) == {"pick", "in lay", "pay"}
    pick, lay = choices["pick"], choices["in lay"]
    assert (pick["times"], pick["asked"], pick["per_game"], pick["seats"]) == (60, 40, 3, 40)
    assert {thing: line["times"] for thing, line in pick["things"].items()} == {"red": 20, "blue": 20, "green": 20}
    assert sum(line["asked"] for line in pick["things"].values()) == 40
    assert (lay["times"], lay["asked"], lay["things"]["north"]["times"]) == (40, 0, 40)
    assert report["decisions"] == 40


def test_what_is_only_asked_is_no_difference(tmp_path: Path) -> None:
    """Where an option turns what is forced into a choice, it is taken as often on both sides."""
    folder = tmp_path / "left_over"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(LEFT_OVER, "utf-8")
    a, b = (Side(folder, (), (("free", free),)) for free in (False, True))
    report = compare(a, b, players=2, games=40, jobs=1)
    lay = next(line for line in report["measures"] if line["name"] == "in lay")
    assert (lay["a"], lay["b"], lay["pairs_apart"]) == (2, 2, 0)
    asked = next(line for line in report["measures"] if line["name"] == "decisions")
    assert (asked["a"], asked["b"], asked["found"]) == (2, 4, True)


def test_choices_inside_an_action_are_no_taking_of_it() -> None:
    rules = LEFT_OVER.replace(
        "do: 'move t to my pile; gain 1 clay'", "do: 'move t to my pile; choose n in 1..2; gain n clay'"
    )
    choices = simulate(folder_from_text(rules), 2, 10, 1, jobs=1)["choices"]
    assert (choices["pick"]["times"], choices["in pick"]["times"]) == (30, 30)
    assert set(choices["in pick"]["things"]) == {"1", "2"}

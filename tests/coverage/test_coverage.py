"""Coverage: what ran and what did not, at its lines; look-ahead is not counted; play stays as it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import interpreter as rw
from interpreter.analysis import game_seed, simulate
from interpreter.analysis.recorder import Played, Recorder
from interpreter.coverage import Entry, Report, coverage
from interpreter.game import Game
from interpreter.language.codegen.probes import ProbedGenerator, TryingGenerator
from interpreter.players import bot_named
from interpreter.ruleset import Ruleset
from interpreter.runtime.probing import ProbedMachine
from interpreter.runtime.rng import Rng
from tests.players.games import ORCHARD

MARKET = """\
game: {id: market, players: [2], version: "1", seats: [ann, bob]}
resources:
  coin: {}
  wood: {}
state:
  player: {walls: int, days: int}
pieces:
  hut:
    attributes: {cost: int}
    start: shop
    kinds:
      shed:   {cost: 1}
      palace: {cost: 90}
zones:
  shop: {pieces: hut}
  home: {pieces: hut, per: player}
setup:
  do: for p in players { p does { gain 2 coin } }
menus: {working: {}}
actions:
  earn: {menu: working, do: gain income(me) coin}
  buy:
    menu: working
    choose: h in shop
    do: |
      pay h.cost coin
      move h to my home
  conquer:
    menu: working
    do: |
      pay 1000 coin
      my walls = 7
values:
  income: {given: {p: player}, is: 1}
rules:
  thrift: modify income(any p) by 1 if p.coin < 3
  fortune: modify income(any p) by 5 if p.coin > 500
  feast: after buy by any p { p.walls += 1 }
  parade: after conquer by any p { p.walls += 1 }
phases:
  game:
    do: |
      repeat 3 times { do round }
      end game
  round:
    do: |
      each of players does {
        do one of working
        my days += 1
        if my days > 50 {
          my walls = 0
        } else {
          my walls += 1
        }
        if my days > 0 { my walls += 2 }
        if possible { pay 50 coin } else { my walls += 1 }
      }
scoring:
  categories:
    coins: {worth: p.coin + p.walls}
"""

SCENARIO = """\
- id: shopping
  given: {phase: round, ann: {coin: 1}, bob: {coin: 0}}
  do:
    - refused: {ann: buy palace}
    - ann: buy shed
"""


@pytest.fixture
def market(tmp_path: Path) -> Path:
    folder = tmp_path / "market"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(MARKET, encoding="utf-8")
    (folder / "scenarios" / "buying.yaml").write_text(SCENARIO, encoding="utf-8")
    return folder


def line_of(text: str) -> int:
    return next(i for i, line in enumerate(MARKET.split("\n"), 1) if text in line)


def entries(report: Report, category: str) -> dict[str, Entry]:
    return {e.id: e for e in report.entries.values() if e.category == category}


def test_what_the_scenarios_ran(market: Path) -> None:
    report = coverage(market)
    assert report.failed == () and report.runs == {"scenarios": {"scenarios": 1, "hold": 1}}
    times = {
        (e.category, e.id): e.times["scenarios"] for e in report.entries.values() if e.category not in ("statement",)
    }
    assert times["action", "buy"] == 1 and times["action", "earn"] == 1 and times["action", "conquer"] == 0
    assert times["piece", "hut.shed"] >= 1 and times["piece", "hut.palace"] == 0
    assert times["rule", "feast"] == 1 and times["rule", "parade"] == 0
    assert times["rule", "thrift"] >= 1 and times["rule", "fortune"] == 0
    assert times["branch", "if my days > 50 → yes"] == 0 and times["branch", "if my days > 50 → no"] == 2
    assert times["branch", "if my days > 0 → yes"] == 2 and times["branch", "if my days > 0 → no"] == 0
    # Trying it out is not doing it.
    assert times["branch", "if possible → yes"] == 0 and times["branch", "if possible → no"] == 2
    assert times["phase", "game"] == 0 and times["phase", "round"] == 1
    assert times["menu", "working"] == 2
    assert times["refusal", "pay h.cost coin"] >= 1
    never = [(e.category, e.id) for e in report.never("scenarios")]
    assert never[:2] == [("action", "conquer"), ("piece", "hut.palace")]


def test_never_offered_is_told_from_never_taken(market: Path) -> None:
    actions = entries(coverage(market), "action")
    assert actions["conquer"].offered == {"scenarios": False} and actions["buy"].offered == {"scenarios": True}


def test_lines_are_those_of_the_file(market: Path) -> None:
    report = coverage(market)
    (path,) = report.sources
    lines = report.lines(path, ["scenarios"])
    assert lines[line_of("my days += 1")] == (2, False)
    assert lines[line_of("if my days > 50")] == (2, True)
    assert lines[line_of("my walls = 0")] == (0, False)
    assert lines[line_of("} else {") + 1] == (2, False)
    assert lines[line_of("my walls = 7")] == (0, False)
    assert lines[line_of("move h to my home")] == (1, False)
    assert lines[line_of("fortune:")] == (0, False)
    assert line_of("scoring:") not in lines
    assert entries(report, "rule")["feast"].span.line == line_of("feast:")


def test_games_and_scenarios_stand_side_by_side(market: Path) -> None:
    report = coverage(market, games=60, seed=3)
    assert entries(report, "phase")["game"].times == {"scenarios": 0, "games": 60}
    palace = entries(report, "piece")["hut.palace"]
    assert palace.never("games") and palace.never("scenarios")
    data = json.loads(json.dumps(report.as_json()))
    assert list(data)[:4] == ["game", "runs", "failed_scenarios", "never"]
    assert {"category": "piece", "id": "hut.palace"}.items() <= data["never"]["games"][1].items()
    assert data["summary"]["games"]["action"] == {"ran": 2, "of": 3}


@pytest.mark.parametrize("generator", [ProbedGenerator, TryingGenerator])
def test_games_are_those_of_simulate(generator: type[ProbedGenerator]) -> None:
    """The probes change nothing, and count each choice once: none of what bots and searches try out."""
    names, games = ("greedy", "random"), 8
    wanted = simulate(ORCHARD, 2, games, 3, names, jobs=1)
    variant = Ruleset(ORCHARD).sound(2)
    loaded = Game(variant.id, variant.model, variant.program_by(generator))
    machine = ProbedMachine(loaded.program)
    recorder, sums, decisions = Recorder(loaded, machine), [0, 0], 0
    for number in range(games):
        seed = game_seed(3, number)
        chance, played = Rng(seed), Played()
        table = names if number % 2 == 0 else names[::-1]
        recorder.play([bot_named(name, chance.bits()) for name in table], seed, played)
        assert played.sheet is not None
        sums = [a + b for a, b in zip(sums, played.sheet.totals, strict=True)]
        decisions += played.decisions
    assert decisions == wanted["decisions"]
    assert [total / games for total in sums] == pytest.approx([line["mean"] for line in wanted["scores"].values()])


def test_actions_are_counted_as_simulate_counts_them() -> None:
    report = coverage(ORCHARD, scenarios=False, games=20, players=2, bots=["greedy", "random"], seed=5)
    wanted = simulate(ORCHARD, 2, 20, 5, ["greedy", "random"], jobs=1)["choices"]
    actions = entries(report, "action")
    for name in ("plant", "pick", "sell"):
        assert actions[name].times["games"] == wanted[name]["times"] > 0


def test_the_ordinary_program_has_no_probes() -> None:
    program = rw.load(ORCHARD, 2).program
    assert program.probes == () and "hit(s" not in program.source and "took(s" not in program.source


def test_a_scenario_that_fails_is_named_and_counts(market: Path) -> None:
    text = SCENARIO + "    - ann: buy palace\n"
    (market / "scenarios" / "buying.yaml").write_text(text, encoding="utf-8")
    report = coverage(market)
    assert report.failed == ("shopping",)
    assert entries(report, "action")["buy"].times["scenarios"] == 1


def test_ctrl_c_reports_what_was_played(market: Path) -> None:
    def stop(done: int, games: int) -> None:
        if done == 7:
            raise KeyboardInterrupt

    report = coverage(market, scenarios=False, games=100, progress=stop)
    assert report.runs["games"]["games"] == 7 and report.runs["games"]["interrupted"]
    assert entries(report, "phase")["game"].times == {"games": 7}


def test_wrong_requests_are_refused(market: Path) -> None:
    with pytest.raises(ValueError):
        coverage(market, games=-1)
    with pytest.raises(ValueError):
        coverage(market, games=1, bots=["nobody"])


DICE = """\
game: {id: dice, players: [2]}
resources: {coin: {}}
pieces:
  die: {faces: 6, start: cup, kinds: {white: {copies: 2}, black: {}}}
zones: {cup: {pieces: die}}
menus: {work: {}}
actions:
  dig: {menu: work, do: gain 1 coin}
phases:
  game:
    do: |
      each of players does {
        do one of work
        may beg { gain 1 coin }
        choose {
          throw { for d in cup if d.kind is white { roll d } }
          stop { gain 1 coin }
          leap if my coin > 50 { pay 50 coin }
        }
      }
      end game
scoring: {categories: {c: {worth: p.coin}}}
"""

THROWN = """\
- id: thrown
  do:
    - a: skip beg
    - expect: {offered: [throw, stop]}
    - a: stop
    - b: skip beg
    - b: %s
  expect: {over: true}
"""


def rolling(folder: Path, last: str) -> Report:
    (folder / "scenarios").mkdir()
    (folder / "ruleset.yaml").write_text(DICE, "utf-8")
    (folder / "scenarios" / "thrown.yaml").write_text(THROWN % last, "utf-8")
    return coverage(folder)


def test_what_was_offered_later_in_a_game_was_offered(tmp_path: Path) -> None:
    report = rolling(tmp_path, "stop")
    assert report.failed == ()
    options = entries(report, "option")
    assert {id: (e.times["scenarios"], e.offered["scenarios"]) for id, e in options.items()} == {
        "beg": (0, True), "skip beg": (2, True), "throw": (0, True), "stop": (2, True), "leap": (0, False),
    }  # fmt: skip


def test_dice_count_when_they_are_rolled(tmp_path: Path) -> None:
    pieces = entries(rolling(tmp_path, "throw"), "piece")
    assert {id: e.times["scenarios"] for id, e in pieces.items()} == {"die.white": 2, "die.black": 0}


def test_refusals_of_every_decision_count(market: Path) -> None:
    """In a game of many rounds a palace cannot be paid at each of them, not only at the first, and so in the last
    game."""
    refusals = entries(coverage(market, scenarios=False, games=1, seed=3), "refusal")
    assert refusals["pay h.cost coin"].times["games"] > 1


LINES = """\
game: {id: lines, players: [2]}
resources: {coin: {}, gem: {}}
menus: {turn: {}}
actions:
  wait: {menu: turn, do: 'gain 1 coin; choose { rest {} dig if my gem > 9 { gain 1 gem } }'}
  walk: {menu: turn, do: 'gain 1 coin; for p in players if p.gem > 9 { p does { gain 1 coin } }'}
  rest: {menu: turn, do: 'gain 1 coin; gain 1 coin'}
phases: {game: {do: 'repeat 5 times { each of players does { do one of turn } }; end game'}}
scoring: {categories: {coins: {worth: p.coin + p.gem}}}
"""


def test_a_line_is_marked_where_anything_on_it_never_ran(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(LINES)
    report = coverage(tmp_path, scenarios=False, games=20)
    (path,) = report.sources
    marked = {n: partial for n, (times, partial) in report.lines(path, ["games"]).items() if times}
    assert marked == {5: True, 6: True, 7: False, 8: False}


def test_a_menu_stands_once_whatever_modules_take_out_of_it(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(LINES)
    (tmp_path / "modules/fewer").mkdir(parents=True)
    (tmp_path / "modules/fewer/module.yaml").write_text("module: {id: fewer}\nactions: {remove: [wait]}\n")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios/both.yaml").write_text(
        "- {id: whole, given: {}, do: [{a: rest}]}\n- {id: less, with: [fewer], given: {}, do: [{a: rest}]}\n"
    )
    menus = [e for e in coverage(tmp_path).entries.values() if e.category == "menu"]
    assert [(e.id, e.span.line, e.times) for e in menus] == [("turn", 3, {"scenarios": 2})]

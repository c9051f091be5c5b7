"""Learning hints: what a player weighs and is kept from is the same in Python and in C, useful terms are found, what is
learned is written as a module that can be used, and nothing is changed where it is not better."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

import interpreter as rw
from interpreter.analysis.duels import Duel, DuelsJob, play_duels
from interpreter.analysis.terms import accepted, proposals, write_module
from interpreter.analysis.tune import tune
from interpreter.native.building import compiler
from interpreter.players import GreedyBot
from interpreter.players.barred import allowed, bars
from interpreter.ruleset import Ruleset
from tests.cli.running import run

STORE = """\
game: {id: store, players: [2], version: "1"}
resources: {coin: {}, seed: {}, sand: {}}
pieces:
  shop:
    attributes: {price: int, points: int}
    start: street
    kinds:
      stall: {copies: 2, price: 2, points: 1}
      mill: {copies: 2, price: 3, points: 6}
      tent: {copies: 4, price: 1, points: 0}
  lot: {start: lots, kinds: {high: {copies: 5}, low: {copies: 5}}}
zones:
  street: {pieces: shop}
  mine: {pieces: shop, per: player}
  lots: {pieces: lot, deck: true}
  drawn: {pieces: lot}
menus: {m: {}}
actions:
  sow: {menu: m, do: 'gain 1 seed; gain 1 sand'}
  reap:
    menu: m
    do: |
      require my seed > 0
      lose 1 seed
      draw 1 from lots as t
      move t to drawn
      gain (if t.kind is high then 3 else 2) coin
  rest: {menu: m, do: ''}
  buy: {menu: m, choose: s in street, do: 'pay s.price coin; move s to my mine'}
phases:
  game: {do: 'repeat 5 times { each of players does { do one of m } }; end game'}
scoring: {categories: {shops: {worth: sum(s.points for s in p.mine)}}}
hints: {sands: p.sand * 30, coins: p.coin * 10}
"""
"""Seeds and coins are worth something only later; its hints praise sand, which is good for nothing."""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / "ruleset.yaml").write_text(STORE, encoding="utf-8")
    return tmp_path / "store"


def test_every_option_that_names_a_thing_is_barred(store: Path) -> None:
    game = rw.load(store)
    state = game.start(seed=1)
    for key in ("sow", "sow", "reap", "sow", "reap"):
        state.apply(next(k for k in state.decision.keys if k == key)) if key in state.decision.keys else state.apply(
            "rest"
        )
    while "buy tent" not in state.decision.keys:
        state.apply("reap" if "reap" in state.decision.keys else "sow")
    label, keys = state.slots[0][0], state.decision.keys

    def left(thing: str) -> list[str]:
        return [keys[i] for i in allowed(bars(game.program, thing), label, list(state.options))]

    assert left("tent") == [k for k in keys if k != "buy tent"] and "buy tent" in keys
    assert left("buy") == [k for k in keys if not k.startswith("buy")]
    assert left("nothing_so_called") == list(keys) and not bars(game.program, "coin")
    bot = GreedyBot("greedy", 1)
    bot.barred = tuple(bar for thing in ("sow", "reap", "rest", "buy") for bar in bars(game.program, thing))
    assert bot.choose(state) in keys  # something must be taken


@pytest.mark.skipif(compiler() is None, reason="there is no C compiler")
@pytest.mark.xdist_group("native")
def test_weights_and_bars_are_the_same_in_c(store: Path) -> None:
    duels = (
        Duel("greedy", "greedy", weights=(-20, 300)), Duel("greedy", "greedy", others_weights=(0, 250)),
        Duel("greedy", "random", (0, 100), barred="mill"), Duel("greedy", "random", (0, 100)),
    )  # fmt: skip
    job = DuelsJob(store, 2, (), (), duels, 3, "python")
    (here, _), (in_c, _) = play_duels(job, 12, jobs=1), play_duels(replace(job, engine="native"), 12, jobs=1)
    assert here == in_c
    assert len({tally.margins for tally in here}) == 4  # each makes a difference


def test_terms_are_proposed_from_what_is_declared(store: Path, tmp_path: Path) -> None:
    model = Ruleset(store).model
    assert model is not None
    found = proposals(model)
    assert {"has_seed", "first_coin", "size_mine", "sum_mine_price", "count_mine_mill"} <= found.keys()
    bad = {**found, "wrong": "100 * p.nothing_there", "worse": "100 +"}
    assert accepted(tmp_path / "m", store, 2, (), {}, bad) == found


def test_a_module_of_hints_is_used(store: Path, tmp_path: Path) -> None:
    write_module(tmp_path / "m", {"has_seed": "30 * p.seed"}, {"sands": "(p.sand * 200) * 0 / 100"}, ["so it is"])
    game = rw.load(store, modules=[tmp_path / "m"])
    assert game.program.hints == ("sands", "coins", "has_seed") or set(game.program.hints) == {
        "sands",
        "coins",
        "has_seed",
    }


@pytest.mark.xdist_group("native")
def test_better_hints_are_learned_and_written(store: Path, tmp_path: Path) -> None:
    pytest.importorskip("cmaes")
    engine = "python" if compiler() is None else "native"
    seconds = count()  # one passes each time that somebody looks, so that all depends on the seed alone
    found = tune(store, 2, 0.4, tmp_path / "out", seed=1, jobs=1, engine=engine, clock=lambda: next(seconds))
    assert found["better"] and found["result"]["interval"][0] > 0.5
    game = rw.load(store, modules=[tmp_path / "out"])
    changed = {hint["hint"] for hint in found["hints"] if hint["after"] != hint["before"]}
    assert changed and {h["hint"] for h in found["hints"] if h["new"] and h["after"]} <= set(game.program.hints)
    said = (tmp_path / "out" / "hints.yaml").read_text("utf-8")
    assert f"learned by `rulewright tune` from {found['games']:,} games" in said


def test_tune_refuses_what_it_cannot_do(store: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    assert run("tune", store, "-o", tmp_path / "full").code == 2
    assert run("tune", store, "--players", 7, "-o", tmp_path / "out").code == 2
    assert not (tmp_path / "out").exists()

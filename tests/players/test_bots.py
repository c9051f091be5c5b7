"""Bots: their names, their honesty, that equal seeds give equal play, and who beats whom in a small game."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import interpreter as rw
from interpreter.players import BOTS, HiddenOptions, SearchBot, bot_named
from interpreter.players.base import Bot
from interpreter.players.evaluation import Evaluator
from tests.players.games import ORCHARD, altered, orchard

KINDS = ("random", "greedy", "mcts:20")


def played(game: rw.Game, names: tuple[str, ...], seed: int) -> rw.State:
    state = game.start(seed)
    bots = [bot_named(name, 100 * seed + seat) for seat, name in enumerate(names)]
    while not state.is_over:
        assert state.player is not None
        state.apply(bots[state.player].choose(state))
    return state


def won(game: rw.Game, names: tuple[str, str], games: int) -> float:
    """Games won by the first bot; seats change every game, a shared win is half a win."""
    total = 0.0
    for seed in range(games):
        seat = seed % 2
        winners = played(game, names if seat == 0 else names[::-1], seed).sheet().winners
        total += 1 / len(winners) if seat in winners else 0
    return total


def without_hints(folder: Path, apple_price: int = 2) -> rw.Game:
    text = ORCHARD.read_text(encoding="utf-8").split("hints:")[0]
    assert "gain 2 coin'}" in text
    text = text.replace("gain 2 coin'}", f"gain {apple_price} coin'}}")
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return rw.load(folder, 2)


def test_names() -> None:
    for name in (*BOTS, "mcts:7", "mcts:30ms"):
        assert bot_named(name).name == name
    timed = bot_named("mcts:30ms")
    assert isinstance(timed, SearchBot) and timed.by_time and timed.budget == 30


@pytest.mark.parametrize("name", ["", "Random", "mcts:", "mcts:0", "mcts:-3", "mcts:3s", "greedy:4"])
def test_unknown_names_are_refused_with_what_there_is(name: str) -> None:
    with pytest.raises(ValueError, match=", ".join(BOTS)):
        bot_named(name)


@pytest.mark.parametrize("name", KINDS)
def test_equal_seeds_give_equal_games(name: str) -> None:
    first, second = (played(orchard(), (name,) * 3, 5).entries() for _ in range(2))
    assert first == second
    other = [played(orchard(), (name,) * 3, seed).entries() for seed in range(6, 9)]
    assert any(log != first for log in other)


@pytest.mark.parametrize("name", KINDS)
def test_choices_do_not_depend_on_hidden_things(name: str) -> None:
    """Two tables that look alike to the seat: the same bot with the same seed does the same at both."""
    state = played_to_the_middle()
    changed = 0
    for seed in range(12):
        seat = state.player
        assert seat is not None
        twin = altered(state, seat, seed)
        assert twin.observe(seat) == state.observe(seat)
        changed += twin.slots != state.slots
        assert bot_named(name, seed).choose(twin) == bot_named(name, seed).choose(state)
        state.apply(state.decision.keys[seed % len(state.decision.keys)])
    assert changed > 6


def played_to_the_middle() -> rw.State:
    state = orchard().start(3)
    for key in ("plant", "dig", "dig", "skip swap", "skip swap", "skip swap"):
        state.apply(key)
    return state


@pytest.mark.parametrize("name", KINDS)
def test_choosing_leaves_the_game_as_it_is(name: str) -> None:
    state = played_to_the_middle()
    before, chance, keys = list(state.slots), state.rng.state, state.decision.keys
    assert bot_named(name, 4).choose(state) in keys
    assert state.slots == before and state.rng.state == chance and state.decision.keys == keys


def test_what_a_bot_is_shown_is_dealt_anew() -> None:
    """Of hidden things a bot is shown the known totals and nothing else."""
    state = played_to_the_middle()
    true = state.observe(None)
    views = [state.redealt(0, seed).observe(None) for seed in range(8)]
    assert any(v["players"]["b"]["hand"] != true["players"]["b"]["hand"] for v in views)
    for v in views:
        assert v["players"]["a"] == true["players"]["a"]
        assert sum(v["players"][p]["gem"] for p in "abc") == sum(true["players"][p]["gem"] for p in "abc")
        cards = [c["kind"] for p in "bc" for c in v["players"][p]["hand"]["pieces"]]
        cards += [c["kind"] for c in v["places"]["stack"]["pieces"]]
        assert sorted(cards) == sorted(
            c["kind"]
            for place in (*(true["players"][p]["hand"] for p in "bc"), true["places"]["stack"])
            for c in place["pieces"]
        )


def test_options_unlike_those_the_seat_can_know_are_refused() -> None:
    state = played_to_the_middle()
    narrowed = state.game.at(list(state.slots), list(state.options)[:-1])
    for name in ("greedy", "mcts:5"):
        with pytest.raises(HiddenOptions, match="seat a"):
            bot_named(name).choose(narrowed)


def test_a_bot_that_is_not_asked_says_so() -> None:
    state = played(orchard(), ("random",) * 3, 1)
    with pytest.raises(ValueError):
        bot_named("greedy").choose(state)


def test_greedy_beats_random() -> None:
    assert won(orchard(2), ("greedy", "random"), 30) >= 27


FISTS = """
game: {id: fists, version: 1, players: [3]}
resources: {coin: {seen_by: owner}}
setup: {do: 'each of players does { gain 9 coin }'}
phases:
  game:
    do: |
      simultaneously each of players does { choose bid in 0..my coin }
      for p in players { p does { lose bid[p] coin } }
      end game
scoring: {categories: {coins: {worth: p.coin}}}
"""


def test_greedy_sees_what_a_simultaneous_choice_costs(tmp_path: Path) -> None:
    """All pay when the last one has answered: nothing is worth a bid, whoever is asked first."""
    (tmp_path / "ruleset.yaml").write_text(FISTS, encoding="utf-8")
    game = rw.load(tmp_path, 3)
    for seed in range(4):
        assert [key for _, key in played(game, ("greedy",) * 3, seed).entries()] == ["0", "0", "0"]


def test_search_beats_random() -> None:
    assert won(orchard(2), ("mcts:40", "random"), 10) >= 9


@pytest.mark.slow
def test_search_sees_what_greedy_does_not(tmp_path: Path) -> None:
    """A tree pays much, but nothing says so until one looks two choices ahead: greedy digs for gems instead."""
    assert won(without_hints(tmp_path, apple_price=12), ("mcts:200", "greedy"), 20) >= 18


def test_a_budget_of_time_is_kept() -> None:
    state = played_to_the_middle()
    began = time.perf_counter()
    assert bot_named("mcts:50ms").choose(state) in state.decision.keys
    assert 0.05 <= time.perf_counter() - began < 60


def test_bots_need_no_hints(tmp_path: Path) -> None:
    game = without_hints(tmp_path)
    assert game.program.hints == ()
    assert played(game, ("greedy", "mcts:5"), 1).is_over


@pytest.mark.parametrize("picked", [-1, 99, "dig", None, True])
def test_a_pick_that_is_no_option_is_told(picked: object) -> None:
    class Wrong(Bot):
        def pick(self, view: rw.State) -> int:
            return picked  # type: ignore[return-value]

    with pytest.raises(ValueError, match="the bot `wrong` picked"):
        Wrong("wrong").choose(played_to_the_middle())


SIEGE = """
game: {id: siege, players: [2]}
resources: {wall: {}}
menus: {turn: {}}
actions:
  mend:  {menu: turn, do: gain 1 wall}
  hold:  {menu: turn, do: gain 2 wall}
  yield: {menu: turn, do: 'require me is players[1]; end game as fall'}
phases: {game: {do: 'repeat 3 times { each of players does { do one of turn } }'}}
endings: {fall: {winners: 'those(p in players if p is players[2])'}}
scoring: {categories: {walls: {worth: p.wall}}}
hints: {fear: {worth: 0 - 5000, shared: true}}
"""


def test_an_end_at_which_only_others_can_win_is_lost_however_dark_it_looks_before(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(SIEGE, encoding="utf-8")
    game = rw.load(tmp_path, 2)
    state = game.start(1)
    assert bot_named("greedy").choose(state) == "hold"
    state.apply("yield")
    sheet = state.sheet()
    assert (sheet.totals, sheet.eligible, sheet.winners) == ((0, 0), (1,), (1,))
    assert Evaluator(game.machine).rewards(state.slots)[0] == 0

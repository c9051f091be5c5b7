"""Positions of games as scenarios: each begins with just that position, wherever it is taken from."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter as rw
from interpreter.loading.source import find, folder_from_text
from interpreter.runtime.log import Header
from interpreter.runtime.rng import Rng
from interpreter.scenarios import moments, run_folder
from interpreter.scenarios.bench import Benches
from interpreter.scenarios.runner import run_with

GAME = """# file: ruleset.yaml
game: {id: fair, players: [2, 3], seats: [ann, ben, cat]}
resources: {coin: {supply: 30}, wood: {held_by: [player, cart]}}
pieces:
  cart: {faces: [clean, dirty], holds: [wood], start: yard, state: {trips: int, last: fruit},
         kinds: {red: {copies: 2}, blue: {}}}
  fruit: {start: basket, attributes: {price: int}, kinds: {apple: {copies: 6, price: 1}, pear: {copies: 3, price: 2}}}
  helper: {per: player, start: house, kinds: {mate: {copies: 2}}}
zones:
  yard: {pieces: cart}
  barn: {pieces: cart, per: player}
  basket: {pieces: fruit, deck: true}
  row: {pieces: fruit, deck: true}
  gone: {pieces: fruit}
  house: {pieces: helper, per: player}
  square: {pieces: helper}
spaces: {bed: {grid: {columns: 2, rows: 1}, pieces: fruit, state: {ripe: int}}}
tracks: {fame: {steps: 20}}
state: {game: {first: {type: player, start: "players[1]"}, days: int}, player: {sold: int per player}}
setup: {do: 'draw 3 from basket to row; for p in players { p does { gain 3 coin } }'}
menus: {turn: {}}
actions:
  hire: {menu: turn, choose: c in yard, do: 'pay 1 coin; move c to my barn; c.trips += 1; c.face = dirty'}
  load: {menu: turn, choose: c in my barn, do: 'gain 1 wood; move 1 wood to c; c.last = none; c.face = clean'}
  sell:
    menu: turn
    choose: f in row, s in bed if size(s) is 0
    do: move f to s; s.ripe += f.price; my sold[first] += 1
  clear: {menu: turn, choose: s in bed if size(s) > 0, do: 'for f in s { move f to gone }; draw 1 from basket to row'}
  send: {menu: turn, choose: m in my house, do: move m to square}
  rise: {menu: turn, limit: 2 times per game, do: 'advance my marker[fame] by 2'}
  rest: {menu: turn, do: gain 1 coin}
phases:
  game: {do: 'repeat 9 times { days += 1; do day }; end game'}
  day: {do: 'each of players.from(first) does { do one of turn }; first = first.next'}
scoring: {categories: {money: {worth: p.coin}}}
"""


def moments_of(game: rw.Game, seed: int, every: int) -> list[tuple[rw.State, list[tuple[str | None, str]]]]:
    """Positions of a game of random choices in which somebody decides, with the moves that led there."""
    state, dice, out = game.start(seed, ask_chance=True), Rng(seed), []
    moves: list[tuple[str | None, str]] = []
    while not state.is_over:
        player, choices = state.player, state.decision.choices
        if player is None:
            drawn = state.rng.pick(game.machine.chances(state.slots))
            choice = next(c for c in choices if c.option == drawn)
        else:
            choice = choices[dice.below(len(choices))]
            if len(moves) % every == 0:
                out.append((state.copy(), moves[:]))
        moves.append((None if player is None else game.seats[player], choice.key))
        state.apply_choice(choice)
    return out


def test_every_position_of_a_small_game() -> None:
    folder = folder_from_text(GAME)
    game = rw.load(folder, 3)
    texts = []
    for seed in (4, 5):
        for state, moves in moments_of(game, seed, 2):
            kept = moments.scenario("x", folder, Header("fair", "1", (), {}, 3, seed), moves, state)
            [result] = run_folder(folder_from_text(f"{GAME}# file: scenarios/x.yaml\n{kept.text}"))
            assert result.passed, result.report() + kept.text
            texts.append(kept)
    by_given = [kept.text for kept in texts if not kept.by_moves]
    assert len(by_given) > len(texts) / 2
    told = "".join(by_given)
    for words in (
        "face: dirty",
        "wood: 1",
        "trips: 1",
        "ripe: ",
        "marker: {fame: ",
        "used: {rise: [",
        "owner: ",
        "sold: {",
    ):
        assert words in told, words


@pytest.mark.parametrize("name", ["puerto_rico", pytest.param("archipelago", marks=pytest.mark.slow)])
def test_positions_of_shipped_games(name: str, tmp_path: Path) -> None:
    folder = find(name)
    assert folder is not None
    benches = Benches(folder)
    for state, moves in moments_of(rw.load(name, 3), 2, 60)[:4]:
        kept = moments.scenario("x", folder, Header(name, "1", (), {}, 3, 2), moves, state)
        (tmp_path / "x.yaml").write_text(kept.text, encoding="utf-8")
        [result] = run_with(folder, [], [tmp_path / "x.yaml"], benches=benches)
        assert result.passed, result.report() + kept.text


def test_nobody_decides_at_the_end() -> None:
    folder = folder_from_text(GAME)
    state = rw.load(folder, 2).start(1)
    while not state.is_over:
        state.apply(state.decision.keys[-1])
    with pytest.raises(ValueError, match="somebody decides"):
        moments.scenario("x", folder, Header("fair", "1", (), {}, 2, 1), [], state)


def test_a_position_as_text_is_what_a_map_is() -> None:
    game = rw.load(folder_from_text(GAME), 2)
    text = game.position("ann: {coin: 7}\nyard: [red]\n", seed=3)
    assert text.observe(None) == game.position({"ann": {"coin": 7}, "yard": ["red"]}, seed=3).observe(None)
    with pytest.raises(rw.RulesetError, match="coyn"):
        game.position("ann:\n  coyn: 7\n")

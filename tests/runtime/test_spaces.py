"""Two invented games of spaces, tracks, dice, bags and modifiers for a while, played at random in all the ways that the
shipped games are: to an end, keeping everything, in both forms alike, and the same again from a log."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import interpreter as rw
from interpreter.runtime.rng import Rng
from tests.properties.test_legality import play_both_forms
from tests.properties.test_play import Supplies, check_keys, check_pieces, check_sheet, play

MOST_DECISIONS = 500
CASES = [(game, players) for game in ("wheels", "tiles") for players in (2, 3)]
each = pytest.mark.parametrize(("name", "players"), CASES)


@cache
def load(name: str, players: int) -> rw.Game:
    return rw.load(Path(__file__).parent / f"{name}.yaml", players)


@each
def test_nothing_is_lost_and_keys_tell_options_apart(name: str, players: int) -> None:
    game = load(name, players)
    supplies = Supplies(game)

    def check(state: rw.State) -> None:
        supplies.check(state)
        check_pieces(state)
        check_keys(state)
        assert all(n >= 0 for counts in supplies.slots.values() for n in (state.slots[i] for i in counts))

    for seed in range(6):
        check_sheet(play(game, seed, check))


@each
def test_guards_offer_what_trying_finds(name: str, players: int) -> None:
    for seed in range(6):
        play_both_forms(load(name, players), seed, MOST_DECISIONS)


@each
def test_every_option_can_be_carried_out(name: str, players: int) -> None:
    game = load(name, players)
    for seed in range(3):
        state, rng = game.start(seed, ask_chance=True), Rng(seed)
        while not state.is_over:
            choices = state.decision.choices
            for choice in choices:
                before = list(state.slots)
                game.machine.apply(state.slots[:], choice.option)
                assert state.slots == before
            state.apply_choice(choices[rng.below(len(choices))])


def record(game: rw.Game, seed: int) -> tuple[list[str], list[Any]]:
    """The keys of a random game, chance's too, and its last state."""
    state, rng, keys = game.start(seed, ask_chance=True), Rng(seed), []
    while not state.is_over:
        keys.append(state.decision.keys[rng.below(len(state.decision.keys))])
        state.apply(keys[-1])
    return keys, list(state.slots)


@each
def test_keys_replay_a_game(name: str, players: int) -> None:
    game = load(name, players)
    for seed in range(3):
        keys, end = record(game, seed)
        state = game.start(seed + 1, ask_chance=True)
        for key in keys:
            state.apply(key)
        assert state.slots == end


@each
def test_copies_go_their_own_way(name: str, players: int) -> None:
    game = load(name, players)
    state, rng = game.start(3), Rng(3)
    for _ in range(12):
        other = state.copy()
        before = list(state.slots)
        while not other.is_over:
            other.apply(other.decision.keys[rng.below(len(other.decision.keys))])
        assert state.slots == before
        state.apply(state.decision.keys[rng.below(len(state.decision.keys))])


@each
def test_a_seat_sees_what_is_open(name: str, players: int) -> None:
    """Nothing is hidden in these games, so that everybody sees the same, and what is dealt anew is as it was."""
    game = load(name, players)
    state, rng = game.start(2), Rng(2)
    while not state.is_over:
        views = [state.observe(seat) for seat in (*range(players), None)]
        assert all(view == views[0] for view in views)
        assert state.redealt(0, 1).slots[1:] == state.slots[1:]
        state.apply(state.decision.keys[rng.below(len(state.decision.keys))])


def test_cells_of_two_grids_are_told_apart_in_a_view() -> None:
    """Cells of different grids may have the same ids, and lie with one player."""
    game = load("tiles", 2)
    layout = game.program.layout
    state = game.start(1)
    for n, places in enumerate((layout.space_places["cell"][0], layout.space_places["shelf"][0])):
        assert layout.places[places[0]].zone == "r1c1", n
    view = state.observe(0)["players"]["a"]
    assert "built" in view["cell"]["r1c1"] and "pieces" not in view["cell"]["r1c1"]
    assert view["shelf"]["r1c1"] == {"pieces": []}
    assert len(view["cell"]) == 12 and len(view["shelf"]) == 2
    assert len(state.observe(0)["places"]["plaza"]) == 9


MASTS = """\
game: {id: masts, players: [2]}
resources: {coin: {}}
pieces:
  sign: {start: row, kinds: {red: {abilities: {rung: 'after ring { rings += 1 }'}}}}
zones: {row: {pieces: sign}}
spaces: {mast: {pieces: sign, per: player, kinds: {fore: {}}}}
state: {game: {rings: int}}
procedures: {ring: {do: ''}}
menus: {turn: {}}
actions:
  toll:  {menu: turn, do: do ring}
  hoist: {menu: turn, choose: 'x in row, m in my mast', do: move x to m}
phases:
  game: {do: 'repeat 2 times { each of players does { do one of turn } }; end game'}
scoring: {categories: {rings: {worth: rings}}}
"""


def test_an_ability_works_from_a_space_of_a_player_and_not_from_a_place_of_nobody(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(MASTS, encoding="utf-8")
    state = rw.load(str(tmp_path)).start(1)
    for key in ("toll", "hoist red fore"):  # then only the toll is left, which nobody is asked about
        state.apply(key)
    assert state.is_over
    assert state.sheet().totals == (2, 2)

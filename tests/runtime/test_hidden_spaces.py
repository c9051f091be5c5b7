"""Spaces whose pieces lie face down, and spaces that say themselves how much they hold."""

from __future__ import annotations

import pytest

import interpreter as rw
from interpreter.loading.source import folder_from_text
from interpreter.pipeline import load
from interpreter.runtime.rng import Rng
from tests.properties.test_secrecy import altered

CAVE = """# file: ruleset.yaml
game: {id: cave, version: 1, players: [2]}
resources: {coin: {}, lamp: {held_by: [player, seat]}}
pieces:
  find:
    attributes: {worth: int, size: int}
    back: [size]
    start: sack
    kinds: {gold: {worth: 5, size: 1, copies: 3}, dust: {worth: 1, size: 1, copies: 4}, rock: {size: 2, copies: 3}}
  man: {per: player, start: home, kinds: {digger: {copies: 4}}}
zones:
  sack: {pieces: find, seen_by: nobody}
  found: {pieces: find, per: player}
  home: {pieces: man, per: player}
spaces:
  cave: {grid: {columns: 3, rows: 2}, pieces: find, SEEN, limit: 1}
  seat: {attributes: {room: int}, pieces: man, limit: room, kinds: {bench: {room: 3}, stool: {room: 1}, wall: {}}}
setup: {do: 'for s in cave { draw 1 from sack to s }'}
menus: {m: {}}
actions:
  dig: {menu: m, choose: CHOICE, do: 'let t = s.top; move t to my found; gain t.worth coin'}
  sit: {menu: m, choose: s in seat, do: 'require my home is not empty; move my home.top to s'}
phases:
  game: {do: 'repeat 3 times { each of players does { do one of m } }; end game'}
scoring: {categories: {coins: {worth: p.coin}}}
"""
SEEN = "seen_by: nobody"
CHOICE = "s in cave if s is not empty"


def cave(seen: str = SEEN, choice: str = CHOICE) -> rw.Game:
    return load(folder_from_text(CAVE.replace("SEEN", seen).replace("CHOICE", f"'{choice}'")))


def test_what_lies_face_down_shows_when_it_is_taken() -> None:
    state = cave().start(1)
    assert state.observe(0)["places"]["cave"]["r1c1"] == {"size": 1}
    state.apply("dig r1c1")
    assert state.observe(1)["places"]["cave"]["r1c1"] == {"size": 0}
    assert len(state.observe(1)["players"]["a"]["found"]["pieces"]) == 1


def test_backs_can_be_seen_and_chosen_by() -> None:
    state = cave(f"{SEEN}, back_seen_by: all", "s in cave if s is not empty and s.top.size is 1").start(1)
    backs = {id: cell["backs"] for id, cell in state.observe(0)["places"]["cave"].items()}
    assert {back["size"] for (back,) in backs.values()} == {1, 2}
    small = {id for id, (back,) in backs.items() if back["size"] == 1}
    assert {key.removeprefix("dig ") for key in state.decision.keys if key.startswith("dig")} == small


@pytest.mark.parametrize(
    "choice",
    ["s in cave if s.top.worth > 2", "s in cave, t in s", "s in cave if any(t in s if t.kind is gold)"],
)
def test_nobody_chooses_by_what_is_hidden(choice: str) -> None:
    with pytest.raises(rw.RulesetError) as raised:
        cave(choice=choice)
    assert {d.code for d in raised.value.diagnostics} == {"E405"}
    cave("seen_by: all", choice.replace(", t in s", " if s is not empty"))


def test_backs_hide_what_is_not_on_them() -> None:
    with pytest.raises(rw.RulesetError) as raised:
        cave(f"{SEEN}, back_seen_by: all", "s in cave if s.top.worth > 2")
    assert {d.code for d in raised.value.diagnostics} == {"E405"}


@pytest.mark.parametrize("seen", [SEEN, f"{SEEN}, back_seen_by: all"])
def test_tables_that_look_alike_are_treated_alike(seen: str) -> None:
    game, rng, differing = cave(seen), Rng(5), 0
    for seed in range(6):
        state = game.start(seed)
        for seat in range(2):
            dealt, other = state.redealt(seat, seed), altered(state, seat, rng)
            differing += dealt.slots != state.slots
            assert dealt.observe(seat) == state.observe(seat) == game.viewer.view(other, seat)
            assert dealt.decision.keys == state.decision.keys
    assert differing


def test_each_space_holds_what_it_says() -> None:
    state = cave().start(1)
    for key in ("sit stool", "sit bench", "sit bench", "sit bench"):
        assert "sit wall" not in state.decision.keys
        state.apply(key)
    assert not [key for key in state.decision.keys if key.startswith("sit")]


@pytest.mark.parametrize("limit", ["rom", "number"])
def test_a_limit_names_a_number_of_the_class(limit: str) -> None:
    text = CAVE.replace("SEEN", SEEN).replace("CHOICE", f"'{CHOICE}'").replace("limit: room", f"limit: {limit}")
    with pytest.raises(rw.RulesetError) as raised:
        load(folder_from_text(text))
    (found,) = raised.value.diagnostics
    assert found.code == "E120" and "a number among the attributes of `seat`" in found.message

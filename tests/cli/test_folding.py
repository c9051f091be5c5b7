"""What `play` draws again before a decision on a low screen, and what it keeps for `table` and Enter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Terminal

PROMPT = "Number, key or command (help)> "

BARNS = (
    """\
game: {id: barns, players: [2], seats: [ann, ben]}
resources: {seed: {supply: 90, held_by: [player, barn]}, coin: {}}

spaces:
  barn:
    attributes: {price: int}
    kinds: {"""
    + ", ".join(f"barn_{n}: {{price: {n}}}" for n in range(1, 31))
    + """}
show: {lines: {barn: [price]}}
menus: {turn: {}}
actions:
  fill: {menu: turn, choose: b in barn if b.price > 5, do: pay 1 coin; move 2 seed from supply to b}
  rest: {menu: turn, do: gain 1 coin}
phases:
  game: {do: 'for p in players { p does { gain 9 coin } }; repeat 9 times { each of players does { do one of turn } }'}
scoring: {categories: {coins: {worth: p.coin}}}
"""
)


@pytest.fixture
def barns(tmp_path: Path) -> Path:
    (tmp_path / "ruleset.yaml").write_text(BARNS, encoding="utf-8")
    return tmp_path


def shown(talk: Terminal) -> list[str]:
    return talk.until(PROMPT).split("\n")


def test_a_low_screen_shows_what_changed_and_keeps_the_rest(barns: Path) -> None:
    talk = Terminal("play", barns, "--seat", "all", "--seed", "1", state=barns / "state", columns=80, rows=24)
    first = shown(talk)
    assert len(first) <= 24 and any(line.startswith(" 9 coin") for line in first)
    assert "… all of it: table" in first
    talk.say("fill barn_30")
    talk.until(PROMPT)  # ben's
    talk.say("rest")
    again = shown(talk)
    assert len(again) <= 26  # with what was typed and what happened, which may scroll away
    assert "▸Barn 30 (30 price): 2 seed" in again
    assert "▸8 coin" in again
    assert not any(line.strip().startswith("Barn 7 ") for line in again if "Fill" not in line)
    talk.say("table")
    whole = shown(talk)
    assert all(any(f"Barn {n} " in line for line in whole) for n in range(1, 31))
    talk.say("table barn 2")
    assert [line for line in shown(talk) if line.startswith(" Barn")][0].startswith(" Barn 2 ")
    talk.say("table attic")
    assert "Nothing is known of `attic`." in talk.until(PROMPT)
    talk.say("q")
    assert talk.end() == 0


def test_options_for_which_there_is_no_room_come_with_enter(barns: Path) -> None:
    talk = Terminal("play", barns, "--seed", "1", state=barns / "state", columns=80, rows=24)
    seen = shown(talk)
    pages = 1
    while any(line.endswith("more: Enter") for line in seen):
        talk.say("")
        seen = shown(talk)
        pages += 1
    assert pages > 1 and any("Rest" in line for line in seen)
    talk.say("")
    assert len(shown(talk)) <= 2  # there are no more
    talk.say("q")
    assert talk.end() == 0


STALL = """\
game: {id: stall, players: [2], seats: [ann, ben]}
resources: {egg: {}, ham: {}, pie: {}}
menus: {turn: {}}
actions:
  trade: {menu: turn, do: do giving; do wanting; do tasting}
  rest: {menu: turn, do: ''}
procedures:
  giving: {do: 'may up to 2 times give { choose r in [egg, ham], n in 1..me[r]; pay n r }'}
  wanting: {do: 'may up to 2 times want { choose r in [egg, ham, pie], n in 1..5; gain n r }'}
  tasting: {do: 'may taste { gain 1 pie }'}
phases:
  game:
    do: |
      for p in players { p does { gain 4 egg; gain 2 ham } }
      repeat 4 times { each of players does { do one of turn } }
scoring: {categories: {pies: {worth: p.pie}}}
"""


@pytest.fixture
def stall(tmp_path: Path) -> Path:
    (tmp_path / "ruleset.yaml").write_text(STALL, encoding="utf-8")
    return tmp_path


def test_amounts_are_one_line_and_are_typed(stall: Path) -> None:
    talk = Terminal("play", stall, "--seat", "ann", "--seed", "1", state=stall / "state", columns=80, rows=24)
    talk.until(PROMPT)
    talk.say("trade")
    assert any(line.startswith("#1–#4  Give egg 1–4") for line in map(str.strip, shown(talk)))
    talk.say("3 egg for 2 pie")
    told = talk.until(PROMPT)
    assert "ann: Give egg 3  −3 egg" in told and "ann: Want pie 2  +2 pie" in told
    talk.say("trade")  # is not offered here
    assert "is an action of the menu" in talk.until(PROMPT)
    talk.say("skip want; 1 ham; skip taste")
    told = talk.until(PROMPT)
    assert "ann: Skip want" in told and "`1 ham` is neither an option nor a command" in told
    assert " 1  Taste       +1 pie" in told  # a row that breaks off leaves the next decision on the screen
    talk.say("q")
    assert talk.end() == 0

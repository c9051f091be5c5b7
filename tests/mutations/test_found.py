"""What the mutations have found, as small as it gets."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter as rw
from cli.logs import loaded
from interpreter.diagnostics import Diagnostics, RulesetError, Source
from interpreter.loading.source import folder_from_text
from interpreter.runtime import log as logs
from interpreter.runtime.machine import GameFault
from tests.players.games import ORCHARD

NO_PIECES = """\
game: {id: t, players: [2]}
resources: {coin: {}}
pieces:
  die: {faces: 6, start: cup, state: {worn: {type: int, start: size(players), resets: round}}, kinds: {}}
  card: {faces: [day, night], start: pile, state: {worn: int}, kinds: {sun: {copies: 0}}}
zones: {cup: {pieces: die}, pile: {pieces: card}}
phases:
  game: {do: 'do round; end game'}
  round:
    do: |
      each of players does {
        roll cup
        gain sum(d.value + d.worn for d in cup) + count(c in pile if c.face is night) coin
        for d in cup { d.value = 3; d.worn += 1 }
        for c in pile { c.face = night; c.worn = 2 }
        gain 1 coin
      }
"""
"""Rules that speak of dice and cards of which there are none."""


def test_rules_can_speak_of_pieces_that_are_not_in_play() -> None:
    state = rw.load(folder_from_text(NO_PIECES)).start(seed=1)
    assert state.is_over and state.observe(None)["players"]["a"]["coin"] == 1


@pytest.mark.parametrize("cost", ["{coin: {gem: 1}}", "{coin: '1 gem'}", "{coin: true}", "{coin: [1]}", "{coin: 1.5}"])
def test_a_list_of_amounts_with_no_numbers_is_told(cost: str) -> None:
    rules = f"""\
game: {{id: t, players: [2]}}
resources: {{coin: {{}}, gem: {{}}}}
pieces:
  tile:
    attributes: {{cost: bag}}
    start: bag
    kinds:
      hill: {{cost: {cost}}}
zones: {{bag: {{pieces: tile}}}}
phases: {{game: {{do: 'each of players does {{ for t in bag {{ gain t.cost }} }}; end game'}}}}
"""
    with pytest.raises(RulesetError) as caught:
        rw.load(folder_from_text(rules))
    assert [d.span.line for d in caught.value.diagnostics if d.span is not None] == [8]


@pytest.mark.parametrize(
    ("state", "formula"),
    [
        ("game: {n: int, host: {type: player, start: 'players[n].next'}}", "players[n].next"),
        ("player: {n: {type: int, start: 1 / (size(players) - 2)}}", "1 / (size(players) - 2)"),
    ],
)
def test_a_value_to_begin_with_that_is_not_there_is_told_with_its_place(state: str, formula: str) -> None:
    game = rw.load(
        folder_from_text(f"game: {{id: t, players: [2]}}\nstate: {{{state}}}\nphases: {{game: {{do: end game}}}}\n")
    )
    with pytest.raises(GameFault) as caught:
        game.start(seed=1)
    assert caught.value.span is not None and caught.value.span.text == formula


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"modules": ("night",)}, "E130"), ({"options": {"pace": 1}}, "E501"), ({"players": 9}, "E500"),
        ({"game": "no_such_game"}, "E580"),
    ],
)  # fmt: skip
def test_what_a_log_asks_for_and_is_not_there_is_told_at_its_first_line(wrong: dict[str, object], code: str) -> None:
    right: dict[str, object] = {"game": str(ORCHARD), "modules": (), "options": {}, "players": 2}
    header = logs.Header(version="1", seed=1, **right | wrong)  # type: ignore[arg-type]
    found = Diagnostics()
    log = logs.loads(Source(str(Path("a.jsonl")), logs.dumps(header, [])), found)
    assert log is not None
    with pytest.raises(RulesetError) as caught:
        loaded(log, Path("a.jsonl"), found, named=[ORCHARD])
    assert [d.code for d in caught.value.diagnostics] == [code]
    assert all(d.span is not None for d in caught.value.diagnostics)


def test_a_log_may_begin_with_a_byte_order_mark_and_end_its_lines_as_windows_does(tmp_path: Path) -> None:
    text = logs.dumps(logs.Header("t", "", (), {}, 2, 1), [("a", "pass")])
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    found = Diagnostics()
    log = logs.read(path, found)
    assert log is not None and log.entries[0].key == "pass", list(found)

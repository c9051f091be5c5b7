"""Pieces of one kind stand in a view as keys number them, unless that could tell of hidden places."""

from __future__ import annotations

import interpreter as rw
from interpreter.loading.source import folder_from_text

RULES = """# file: ruleset.yaml
game: {id: pots, players: [2], seats: [a, b]}
resources: {coin: {held_by: [player, pot]}}
pieces:
  pot: {holds: [coin], start: shelf, kinds: {jar: {copies: 3}, urn: {}}}
zones: {shelf: {pieces: pot}, hall: {pieces: pot, per: player, seen_by: SEEN}}
setup:
  do: |
    for k in shelf {
      if k.kind is jar { fills += 1; let n = max(3 - fills, 0) * 5 + fills * fills; move n coin from supply to k }
    }
state: {game: {fills: int}}
phases: {game: {do: 'each of players does { choose k in shelf; move k to my hall }; end game'}}
"""


def shelf(seen_by: str) -> tuple[rw.State, list[int]]:
    state = rw.load(folder_from_text(RULES.replace("SEEN", seen_by))).start()
    return state, [piece["coin"] for piece in state.observe(0)["places"]["shelf"]["pieces"] if piece["kind"] == "jar"]


def test_a_number_in_a_key_counts_as_the_view_does() -> None:
    state, coins = shelf("all")
    assert coins == [11, 9, 9]  # 11, 9 and 9 by piece: alike ones are one option
    assert state.decision.keys == ("jar", "jar #2", "urn")
    for key, there in (("jar", 11), ("jar #2", 9)):
        table = state.copy()
        table.apply(key)
        assert [piece["coin"] for piece in table.observe(0)["players"]["a"]["hall"]["pieces"]] == [there]


def test_where_pieces_can_be_hidden_the_order_is_that_of_what_is_seen_and_of_numbers() -> None:
    _, coins = shelf("owner")
    assert coins == [9, 9, 11]  # as numbers; as text 11 would come first

"""Options of a stock of alike pieces are listed whatever the tests of its kinds are worked out from."""

from __future__ import annotations

import interpreter as rw
from interpreter.loading.source import folder_from_text

GAME = """game: {id: stock, players: [2]}
resources: {wood: {group: good, supply: 9}, clay: {group: good, supply: 9}, coin: {}}
menus: {turn: {}}
pieces:
  card:
    start: shelf
    kinds:
      gift:  {copies: 2, do: 'choose g in good; gain 1 g'}
      trick: {copies: 2, do: 'choose n in 1..3; gain n coin'}
      debt:  {copies: 2, do: 'choose n in 1..my coin; pay n coin'}
zones: {shelf: {pieces: card}, mine: {pieces: card, per: player}}
actions:
  play: {menu: turn, choose: c in shelf, do: do c; move c to my mine}
  rest: {menu: turn, do: gain 1 coin}
phases: {game: {do: 'each of players does { repeat 4 times { do one of turn } }; end game'}}
scoring: {categories: {all: {worth: p.coin}}}
"""


def test_a_kind_is_listed_where_its_text_has_something_to_choose() -> None:
    """Whether it has is asked once for all pieces of the stock: a test that may stand as a list."""
    state = rw.load(folder_from_text(GAME), 2).start(1)
    assert state.decision.keys == ("play gift", "play trick", "rest")
    _take(state, "rest")
    assert state.decision.keys == ("play gift", "play trick", "play debt", "rest")
    _take(state, "play trick")
    assert (state.decision.prompt, state.decision.keys) == ("card", ("1", "2", "3"))


def _take(state: rw.State, key: str) -> None:
    state.apply_choice(next(choice for choice in state.decision.choices if choice.key == key))

"""What may nest too deep after something that cannot be foreseen is told at the call, however it comes there."""

from __future__ import annotations

import pytest

from tests.codes.test_codes import found_in

CALLS = """\
game: {{id: calls, players: [2]}}
resources: {{coin: {{}}}}
pieces: {{card: {{start: hand, per: player, kinds: {{echo: {{do: '{echo}'}}, plain: {{do: gain 1 coin}}}}}}}}
zones: {{hand: {{pieces: card, per: player}}, table: {{pieces: card, per: player}}}}
menus: {{turn: {{}}}}
procedures:
  play:
    given: {{c: card}}
    max_nesting: 9
    do: |
      move c to my table
      each of others does {{ may answer {{ gain 1 coin }} }}
      do c
actions:
  play_one: {{menu: turn, choose: c in my hand, do: do play(c)}}
  play_all:
    menu: turn
    do: |
      {all}
phases: {{game: {{do: 'repeat 3 times {{ each of players does {{ do one of turn }} }}; end game'}}}}
scoring: {{categories: {{coins: {{worth: p.coin}}}}}}
"""

SAFE = "for c in my hand { if possible { do play(c) } }"


@pytest.mark.parametrize(
    ("everything", "echo", "line"),
    [
        (SAFE, "gain 1 coin", None),
        # In a loop: after what others were asked in the first time around.
        ("for c in my hand { do play(c) }", "gain 1 coin", 19),
        # A card that plays two others: the first of them calls the procedure that is being looked at.
        (SAFE, "may more { choose c in my hand; do play(c); if possible { do play(c) } }", None),
        (SAFE, "may more { choose c in my hand; do play(c); do play(c) }", 3),
    ],
)
def test_a_call_that_may_nest_too_deep_is_told_where_it_stands(everything: str, echo: str, line: int | None) -> None:
    text = CALLS.format(all=everything, echo=echo)
    found = [d for d in found_in(text) if not d.is_lint]
    told = [(d.code, d.span.line if d.span else 0) for d in found]
    assert told == ([] if line is None else [("E402", line)]), [str(d) for d in found]
    if line is not None:
        assert found[0].related[0][1] == "`play` fails where it would nest more than 9 deep"


@pytest.mark.parametrize(
    ("numbers", "is_sure"),
    [
        ("0..my coin", True),
        ("0..3 + my coin", True),
        ("0..my debt", False),  # it may be below 0
        ("1..my coin", False),
        ("0..my luck", False),
    ],
)
def test_numbers_up_to_a_count_are_never_none(numbers: str, is_sure: bool) -> None:
    text = f"""\
game: {{id: bids, players: [2]}}
resources: {{coin: {{}}, debt: {{below_zero: true}}}}
state: {{player: {{luck: int}}}}
menus: {{turn: {{}}}}
actions: {{ask: {{menu: turn, do: 'simultaneously each of players does {{ choose bid in {numbers} }}'}}}}
phases: {{game: {{do: 'each of players does {{ do one of turn }}; end game'}}}}
scoring: {{categories: {{coins: {{worth: p.coin}}}}}}
"""
    assert [d.code for d in found_in(text) if not d.is_lint] == ([] if is_sure else ["E402"])

"""Hints of E302 and E303: how what was meant is had from what was written."""

from __future__ import annotations

import pytest

from interpreter import pipeline
from interpreter.checking.variants import check_all
from interpreter.diagnostics import Diagnostics
from interpreter.loading.source import folder_from_text

TEXT = """game: {{id: example, players: [2]}}
resources: {{coin: {{}}, wood: {{}}}}
pieces: {{hut: {{start: row, attributes: {{cost: int}}, kinds: {{inn: {{cost: 2}}}}}}}}
zones: {{row: {{pieces: hut}}, town: {{pieces: hut, per: player}}}}
tracks: {{fame: {{steps: 5}}}}
phases:
  game:
    do: |
      for x in row {{ players[1] does {{ {text} }} }}
      end game
"""


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("gain row coin", "E303", "`size(…)`"),
        ("gain my marker[fame] coin", "E303", "`.step`"),
        ("gain (my coin > 2) coin", "E303", "`(if … then 1 else 0)`"),
        ("gain me coin", "E303", "`p.coin`"),
        ("gain x coin", "E303", "`x.cost`"),
        ("if my coin { gain 1 coin }", "E303", "`… > 0`"),
        ("if my town { gain 1 coin }", "E303", "`… is not empty`"),
        ("if x { gain 1 coin }", "E303", "`… is not none`"),
        ("players does { gain 1 coin }", "E303", "`for p in …`"),
        ("gain my fame coin", "E302", "`.marker[fame].step`"),
        ("gain players.coin coin", "E302", "`sum(x.coin for x in …)`"),
        ("gain size(row).cost coin", "E302", "stands alone"),
    ],
)
def test_the_hint_says_how_it_is_had(text: str, code: str, hint: str) -> None:
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(TEXT.format(text=text)), (), found)
    assert model is not None
    check_all(model, found)
    assert code in [d.code for d in found], [(d.code, d.message) for d in found]
    assert hint in next(d.hint for d in found if d.code == code)

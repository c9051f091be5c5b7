"""Numbers that may go beyond the list or table that they read.

L641:
  message: '`{read}` may read number {index}, and there are only {has}{when}'
  hint: give it what is missing, or test the number before; a list counts from 1
  page: >-
    The type of a variable, or the range of a loop, lets the number go so far. In phase text the game would stop
    there, and an option that reads it is not offered. A number that an earlier test has looked at is not reported.
  failing: |
    tables: {more: [4, 3]}
    do: |
      repeat 3 times { each of players does { gain more[step] coin }; step += 1 }  # <--
      end game
  mended: |
    tables: {more: [4, 3, 3]}
    do: |
      repeat 3 times { each of players does { gain more[step] coin }; step += 1 }
      end game
  rest: |
    state: {game: {step: {type: 1..3, start: '1'}}}
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
"""

from __future__ import annotations

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language.core.checked import Checked, Missing
from interpreter.language.lints.registry import Variants, lint
from interpreter.loading.model import Model


@lint
def beyond(model: Model, checked: Variants, diagnostics: Diagnostics) -> None:
    """Report reads whose number may be one that the list or table does not have."""
    places: dict[Span, list[tuple[Checked, Missing]]] = {}
    for one in checked:
        for missing in one.missing:
            places.setdefault(missing.span, []).append((one, missing))
    for span, cases in places.items():
        seats = sorted({one.layout.players for one, _ in cases})
        with_players = "" if len(seats) == len(model.game.players) else f", with {' or '.join(map(str, seats))} players"
        _, first = cases[0]
        read = " ".join(span.text.split())
        diagnostics.add("L641", span, read=read, index=first.index, has=first.has, when=with_players)

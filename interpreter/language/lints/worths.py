"""What pieces are worth and no line of the score counts.

L675:
  message: 'what `{name}` are worth is counted nowhere'
  hint: >-
    add a line to the score: `{name}: {{each: {name}}}` stands for one of each kind; a sum of `x.worth` over a zone is
    one for all
  page: >-
    `worth` says what a piece is worth to who has it. It becomes points where a line of the score asks for it.
  failing: |
    pieces: {medal: {start: rack, kinds: {gold: {worth: 3}}}}  # <--
    scoring: {categories: {money: {worth: p.coin}}}
  mended: |
    pieces: {medal: {start: rack, kinds: {gold: {worth: 3}}}}
    scoring: {categories: {money: {worth: p.coin}, medals: {each: medal}}}
  rest: |
    turn: gain 1 coin; move rack to my chest
    zones: {rack: {pieces: medal}, chest: {pieces: medal, per: player}}
    resources: {coin: {}}
"""

from __future__ import annotations

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.reading import is_of_these
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.resolve.expressions.worth import name_of
from interpreter.loading.model import Model


@lint
def worths(model: Model, checked: Variants, diagnostics: Diagnostics) -> None:
    """Report classes with kinds that are worth something, where neither a line of the score nor a text asks for it."""
    counted = {line.each for line in model.scoring.values()}
    counted |= {cls for cls in model.pieces for one in checked if name_of(cls) in one.values}
    for cls in model.pieces.values() if checked else ():
        if cls.has_worth and cls.id not in counted and is_of_these(model, cls.span):
            diagnostics.add("L675", cls.span, name=cls.id)

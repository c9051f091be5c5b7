"""Comparisons that always hold, or never, whatever is on the table.

L624:
  message: '`{comparison}` {how} holds'
  hint: correct the number, the name or the sign; a test that is meant to be open for a module can be allowed
  page: >-
    A count is never below 0, a variable never beyond the ends of its type, and no kind has a value that none of them
    gives. What options or the number of players decide is not reported.
  failing: |
    turn: if my coin >= 0 { gain 1 coin }  # <--
  mended: |
    turn: if my coin > 0 { gain 1 coin }
  rest: |
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
"""

from __future__ import annotations

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language.analysis.ranges import Ranges
from interpreter.language.lints.registry import Variants, lint
from interpreter.loading.model import Model


@lint
def certain(model: Model, checked: Variants, diagnostics: Diagnostics) -> None:
    """Report comparisons with one answer in every variant of a ruleset. What only options or the number of players
    decide, or what one piece of many is asked for, is no such comparison."""
    found: dict[Span, set[bool | None]] = {}
    for one in checked:
        ranges = Ranges(one)
        for span, x in one.comparisons:
            answers = found.setdefault(span, set())
            if None not in answers:
                answers.add(ranges.answer(x))
    for span, answers in found.items():
        if len(answers) == 1 and None not in answers:
            how = "always" if True in answers else "never"
            diagnostics.add("L624", span, comparison=" ".join(span.text.split()), how=how)

"""L624: comparisons that always hold, or never, whatever is on the table."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language.analysis.ranges import Ranges
from interpreter.language.core.checked import Checked
from interpreter.loading.model import Model


def certain(model: Model, checked: Sequence[Checked], diagnostics: Diagnostics) -> None:
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

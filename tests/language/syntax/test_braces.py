"""Where a brace is missing is shown by the indentation of the lines."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Diagnostics
from interpreter.language.syntax.texts import parsed
from tests.language.lints.test_lints import texts_of

WHOLE = """each of players does {
  may dig {
    pay 1 coin
  }
  if my coin > 0 {
    gain 1 coin
  }
  gain 1 coin
}
gain 1 gem"""


def shown_lines(text: str) -> list[int]:
    """The lines of an effect text at which its mistakes stand, and those that they show beside."""
    found = Diagnostics()
    parsed(texts_of(text), found)
    places = [span for d in found for span in (d.span, *(place for place, _ in d.related))]
    return [span.line - 1 for span in places if span is not None]


def without(number: int) -> str:
    lines = WHOLE.split("\n")
    return "\n".join(lines[: number - 1] + lines[number:])


@pytest.mark.parametrize(("gone", "shown"), [(1, 8), (2, 3), (4, 2), (5, 6), (7, 5), (9, 1)])
def test_the_line_that_lost_its_partner_is_shown(gone: int, shown: int) -> None:
    assert shown in shown_lines(without(gone))


def test_braces_of_one_line_and_of_comments_do_not_count() -> None:
    text = WHOLE.replace("    pay 1 coin", "    if my coin > 2 { pay 1 coin }   # } {").replace(
        "  gain 1 coin\n}", "}\n}"
    )
    assert shown_lines(text) == [9]

"""The count of bytecodes: every question has its row, and the same games give the same numbers."""

from __future__ import annotations

import bytecodes


def test_every_question_has_its_row_and_the_count_is_the_same_again() -> None:
    for count in (bytecodes.engine, bytecodes.peer):
        count(2)  # what is remembered between games is there from now on
        first, again = count(1), count(1)
        assert set(first.by_question) <= {*bytecodes.QUESTIONS, "the loop"}
        assert first.by_question == again.by_question
        assert first.by_question["Mayor"] > first.by_question["Trader"] > 0

"""A small seeded sample of mutated inputs: the whole is `python -m tests.mutations --n 100000`."""

from __future__ import annotations

import pytest

from interpreter.runtime.rng import Rng
from tests.mutations.kinds import KINDS, LOG_KINDS
from tests.mutations.stock import NO_MORE, small
from tests.mutations.trial import TooLong, faults_of, make, time_limit

EACH = 4
"""Inputs of each kind."""


@pytest.mark.parametrize("kind", [*KINDS, *LOG_KINDS])
def test_nothing_breaks_down_hangs_or_is_told_without_a_place(kind: str) -> None:
    for number in range(EACH):
        given = make(number, 5, [kind], NO_MORE, shipped=False)
        faults = faults_of(given, Rng(number))
        assert [f"{f.sort}: {f.key}\n{f.text}\n{given.text}" for f in faults] == []


def test_an_input_is_the_same_for_the_same_number() -> None:
    first, again, other = (make(n, 5, ["words"], NO_MORE, shipped=False) for n in (1, 1, 2))
    assert first.text == again.text != other.text


def test_the_small_rulesets_are_worth_it() -> None:
    assert sum(subject.is_sound for subject in small(NO_MORE)) > 200


def test_the_time_limit_stops_what_does_not_end() -> None:
    with pytest.raises(TooLong), time_limit(0.2):
        while True:
            pass

"""A small seeded sample of planted mistakes: the whole is `python -m tests.mistakes.plant --n 1000`."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Source
from tests.mistakes.kinds import KINDS, Planted
from tests.mistakes.plant import Outcome, plant, report
from tests.mistakes.shelf import shelves

SAMPLE = 18


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    return list(plant(SAMPLE, seed=7))


def test_all_but_one_of_the_sample_are_told(outcomes: list[Outcome]) -> None:
    assert len([o for o in outcomes if not o.is_caught]) <= 1, report([o.tally for o in outcomes])


def test_all_but_one_of_those_are_told_at_their_line(outcomes: list[Outcome]) -> None:
    assert len([o for o in outcomes if o.is_caught and not o.is_exact]) <= 1, report([o.tally for o in outcomes])


def test_nothing_breaks_the_checker_down(outcomes: list[Outcome]) -> None:
    assert [str(o) for o in outcomes if o.crash] == []


def test_every_kind_is_in_the_sample(outcomes: list[Outcome]) -> None:
    assert {o.kind for o in outcomes} == set(KINDS)


@pytest.mark.slow
def test_an_unchanged_ruleset_has_no_news() -> None:
    shelf = shelves()[0]
    file = next(f for f in shelf.files if "texts" not in f)
    assert shelf.news(file, shelf.folder.files[file].text) == []


def test_changes_are_applied_from_the_end() -> None:
    planted = Planted(0, 1, "x", "", (1,), ((3, 4, "yy"),))
    assert planted.applied(Source("a", "abcd").text) == "xbcyy"

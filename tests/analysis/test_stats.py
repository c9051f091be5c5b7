"""The statistics against the standard library and against values worked out by hand."""

from __future__ import annotations

import math
import statistics
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.analysis.stats import SHARE, deviation, mean, quantile, summary, wilson, win_rate

NUMBERS = st.lists(st.integers(-50, 200), min_size=2, max_size=60)


@given(NUMBERS)
def test_mean_and_deviation_are_those_of_the_standard_library(values: list[int]) -> None:
    histogram = Counter(values)
    assert math.isclose(mean(histogram), statistics.fmean(values), abs_tol=1e-9)
    assert math.isclose(deviation(histogram), statistics.stdev(values), rel_tol=1e-9, abs_tol=1e-9)


@given(NUMBERS, st.integers(1, 100))
def test_a_quantile_splits_the_values(values: list[int], percent: int) -> None:
    at = quantile(Counter(values), percent)
    assert at in values
    assert sum(v <= at for v in values) * 100 >= percent * len(values)
    assert sum(v < at for v in values) * 100 < percent * len(values)


def test_nothing_has_no_quantiles() -> None:
    with pytest.raises(ValueError):
        quantile({}, 50)
    assert summary(Counter()) == {"mean": None, "sd": None, "min": None, "max": None, "quantiles": {}}


def test_wilson_by_hand() -> None:
    """8 of 10: the textbook interval of 0.490 to 0.943."""
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.49, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 20)[0] == 0.0 and wilson(20, 20)[1] == pytest.approx(1.0)


@given(st.integers(1, 500), st.floats(0, 1))
def test_the_interval_holds_the_rate(games: int, rate: float) -> None:
    low, high = wilson(rate * games, games)
    assert 0 <= low <= rate + 1e-12 and rate - 1e-12 <= high <= 1


def test_shared_wins_add_up_exactly() -> None:
    assert all(SHARE % k == 0 for k in range(1, 9))
    assert win_rate(SHARE // 3 * 3, 4)["wins"] == 1.0

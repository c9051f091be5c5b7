"""Statistics of many games, kept as whole numbers so that parts add up to the same whole in any order."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

Z = 1.959963984540054
"""Standard deviations on either side of a 95 % interval."""

QUANTILES = (5, 25, 50, 75, 95)

SHARE = 840
"""Parts of one win: divisible by every number of winners from 1 to 8, so shared wins add up exactly."""


def wilson(won: float, games: int, z: float = Z) -> tuple[float, float]:
    """Wilson's interval for a rate: `won` of `games`, which may be fractional. (0, 1) without games."""
    if games == 0:
        return 0.0, 1.0
    rate = won / games
    width = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    middle = rate + z * z / (2 * games)
    scale = 1 + z * z / games
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


def mean(values: Mapping[int, int]) -> float:
    """The mean of a histogram (value → how often); 0 if it is empty."""
    count = sum(values.values())
    return sum(v * n for v, n in values.items()) / count if count else 0.0


def deviation(values: Mapping[int, int]) -> float:
    """The standard deviation of a histogram as a sample; 0 for fewer than two values."""
    count = sum(values.values())
    if count < 2:
        return 0.0
    total = sum(v * n for v, n in values.items())
    squares = sum(v * v * n for v, n in values.items())
    return math.sqrt(max(0, count * squares - total * total) / (count * (count - 1)))


def quantile(values: Mapping[int, int], percent: int) -> int:
    """The smallest value that at least `percent` of a histogram do not exceed. ValueError: it is empty."""
    wanted = sum(values.values()) * percent
    seen = 0
    for value in sorted(values):
        seen += values[value]
        if seen * 100 >= wanted:
            return value
    raise ValueError("nothing has no quantiles")


def summary(values: Counter[int], percents: Sequence[int] = QUANTILES) -> dict[str, object]:
    """mean, sd, min, max and quantiles of a histogram, as plain data; None where it is empty."""
    if not values:
        return {"mean": None, "sd": None, "min": None, "max": None, "quantiles": {}}
    return {
        "mean": mean(values),
        "sd": deviation(values),
        "min": min(values),
        "max": max(values),
        "quantiles": {str(q): quantile(values, q) for q in percents},
    }


def win_rate(parts: int, games: int) -> dict[str, object]:
    """wins, win_rate and its 95 % interval, from wins counted in `SHARE` parts."""
    wins = parts / SHARE
    low, high = wilson(wins, games)
    return {"wins": wins, "win_rate": wins / games if games else None, "interval": [low, high]}

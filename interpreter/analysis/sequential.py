"""Statistics that may be looked at as often as one likes: a run ends when it can tell.

All rests on e-values: what a bet against the hypothesis would have made of 1. Where the hypothesis holds, the bet is
ever worth 1/level or more with a chance of `level` at most, at whatever moment one looks (Ville's inequality). The
values that no such bet refutes are an interval that holds at all moments at once (Waudby-Smith and Ramdas 2024).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from interpreter.analysis.paired import LEVEL, Judged, Pairs

STAKES = (0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 0.9)
"""Parts of the most that can be bet without ruin; money is spread over them evenly."""
STEPS = 40
"""Halvings in the search for the end of an interval."""


def bet_on_rate(values: Mapping[int, int], whole: int, mean: float) -> float:
    """The logarithm of the e-value against the mean of values from 0 to `whole` being `mean` (a part of it), in (0, 1).
    values: value → how often; they are independent and alike."""
    logs = []
    for stake in STAKES:
        for bet in (stake / mean, -stake / (1 - mean)):
            logs.append(sum(n * math.log1p(bet * (value / whole - mean)) for value, n in values.items()))
    return _log_mean(logs)


def rate(values: Mapping[int, int], whole: int, level: float) -> tuple[float, float]:
    """The interval of the mean of values from 0 to `whole`, as a part of it, that errs at any moment with a chance of
    `level` at most. (0, 1) without values."""
    count = sum(values.values())
    if not count:
        return 0.0, 1.0
    mean = sum(value * n for value, n in values.items()) / whole / count
    limit, tiny = -math.log(level), 1e-9

    def is_refuted(at: float) -> bool:
        return bet_on_rate(values, whole, min(1 - tiny, max(tiny, at))) >= limit

    low = _edge(mean, 0.0, is_refuted) if mean > 0 else 0.0
    return low, _edge(mean, 1.0, is_refuted) if mean < 1 else 1.0


def _edge(inside: float, outside: float, is_refuted: Callable[[float], bool]) -> float:
    """Where what is refuted begins, between a value that is not and the farthest."""
    if not is_refuted(outside):
        return outside
    for _ in range(STEPS):
        middle = (inside + outside) / 2
        if is_refuted(middle):
            outside = middle
        else:
            inside = middle
    return outside


def _log_mean(logs: Sequence[float]) -> float:
    """The logarithm of the mean of numbers given by theirs."""
    top = max(logs)
    return top + math.log(sum(math.exp(x - top) for x in logs) / len(logs))


# ---- paired differences


def bet_on_difference(pairs: Pairs, difference: float, scale: float) -> float:
    """The logarithm of the e-value against the sides differing by `difference` (B less A) and otherwise being alike:
    then exchanging the sides of a pair changes nothing, each difference less this one is as likely with either sign,
    and exp(x S - x² V / 2) is no more than 1 on average for the sum S of them and V of their squares, whatever their
    sizes (de la Peña 1999). x is spread normally; scale: the V for which the bet is made, a function of the sizes of
    differences alone."""
    total = pairs.b - pairs.a - pairs.n * difference
    squares = pairs.squares - 2 * difference * (pairs.b - pairs.a) + pairs.n * difference * difference + scale
    return (math.log(scale / squares) + total * total / squares) / 2


def judge_difference(pairs: Pairs, scale: float, level: float) -> Judged:
    """A measure at whatever moment one looks: `found` errs with a chance of `level` at most, over all moments together.
    level: the share of this measure in LEVEL; p: corrected for that. visible: half the length of the interval."""
    if not pairs.squares or not scale:
        return Judged(1.0, False, pairs.difference, pairs.difference, 0.0)
    limit, mean = -math.log(level), pairs.difference

    def is_refuted(at: float) -> bool:
        return bet_on_difference(pairs, at, scale) >= limit

    far = 1.0
    while not is_refuted(mean + far) and far < MOST_DIFFERENCE:
        far *= 2
    low, high = _edge(mean, mean - far, is_refuted), _edge(mean, mean + far, is_refuted)
    p = min(1.0, math.exp(-bet_on_difference(pairs, 0.0, scale)) * LEVEL / level)
    return Judged(p, is_refuted(0.0), low, high, (high - low) / 2)


MOST_DIFFERENCE = 2.0**40
"""Differences that are looked at for the end of an interval; pairs too few to refute them say nothing."""

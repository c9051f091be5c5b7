"""Paired differences: their test, the correction for many at once, and intervals. All from whole numbers, so that parts
add up to the same whole in any order.

If two rulesets are equal, exchanging the games of a pair changes nothing, so the differences lie evenly around 0, and
over many pairs their mean by its standard error is distributed as Student's t; for measures that seldom differ see
`p_value`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

from interpreter.records import mutable, record

LEVEL = 0.05
"""Chance that any finding at all is false, over all measures of a comparison."""

_NORMAL = NormalDist()


@mutable
class Pairs:
    """Sums over pairs of games of one measure: of both sides, of the differences and their squares. apart: pairs that
    differ."""

    n: int = 0
    a: int = 0
    b: int = 0
    squares: int = 0
    apart: int = 0

    def enter(self, a: int, b: int) -> None:
        self.n += 1
        self.a += a
        self.b += b
        self.squares += (a - b) * (a - b)
        self.apart += a != b

    def add(self, other: Pairs) -> None:
        self.n += other.n
        self.a += other.a
        self.b += other.b
        self.squares += other.squares
        self.apart += other.apart

    @property
    def error(self) -> float:
        """The standard error of the mean difference; 0 where there are fewer than two pairs."""
        if self.n < 2:
            return 0.0
        total = self.a - self.b
        return math.sqrt(max(0, self.n * self.squares - total * total) / (self.n * self.n * (self.n - 1)))

    @property
    def difference(self) -> float:
        """The mean of side B less side A."""
        return (self.b - self.a) / self.n if self.n else 0.0


def t_to_z(t: float, df: int) -> float:
    """The point of the normal distribution that cuts off as much as `t` does of Student's (Wallace 1959: right to
    three digits from df = 5 on)."""
    return math.copysign((8 * df + 1) / (8 * df + 3) * math.sqrt(df * math.log1p(t * t / df)), t)


def z_to_t(z: float, df: int) -> float:
    """The inverse of `t_to_z`; infinite where the normal point is too far out for the degrees of freedom."""
    exponent = (z * (8 * df + 3) / (8 * df + 1)) ** 2 / df
    return math.inf if exponent > 700 else math.sqrt(df * math.expm1(exponent))


def p_value(pairs: Pairs) -> float:
    """Two-sided, for the mean difference being 0.

    Never below 2 / 2**k for k pairs that differ: that is the least which exchanging the sides of each pair can give, so
    measures that hardly ever differ are not found by Student's distribution alone.
    """
    if not pairs.apart or pairs.n < 2:
        return 1.0
    least = _least(pairs.apart)
    if pairs.error == 0:  # all pairs differ by the same
        return least
    t = pairs.difference / pairs.error
    return max(least, 2 * _NORMAL.cdf(-abs(t_to_z(t, pairs.n - 1))))


def _least(apart: int) -> float:
    return math.ldexp(1.0, 1 - apart) if apart < 1000 else 0.0


def can_tell(pairs: Pairs) -> bool:
    """Whether the pairs that differ are enough for any finding. Measures that are not are no part of the correction;
    that takes nothing from its level, since it does not depend on which side is ahead."""
    return _least(pairs.apart) <= LEVEL


@record
class Judged:
    """One measure of many after Holm's correction. p: corrected. low, high: the interval at the level at which this
    measure is tested, so it leaves out 0 exactly where the measure is found. visible: the difference that would have
    been found four times in five."""

    p: float
    found: bool
    low: float
    high: float
    visible: float


def judge(measures: Sequence[Pairs]) -> list[Judged]:
    """Holm's correction over measures: the chance of any false finding is at most LEVEL."""
    ps = [p_value(pairs) for pairs in measures]
    out: dict[int, Judged] = {}
    corrected, still = 0.0, True
    level = LEVEL / max(1, len(measures))
    for rank, i in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        corrected = min(1.0, max(corrected, ps[i] * (len(ps) - rank)))
        if still:  # behind the first that is not found, all stand at its level
            level = LEVEL / (len(ps) - rank)
        still = still and ps[i] <= level
        out[i] = _judged(measures[i], corrected, still, level)
    return [out[i] for i in range(len(measures))]


def _judged(pairs: Pairs, p: float, found: bool, level: float) -> Judged:
    df = max(1, pairs.n - 1)
    t = z_to_t(_NORMAL.inv_cdf(1 - level / 2), df)
    half = t * pairs.error if pairs.error else 0.0
    if not found:  # the floor of the p value can say no where Student's interval leaves out 0
        half = max(half, abs(pairs.difference))
    visible = (t + _NORMAL.inv_cdf(0.8)) * pairs.error
    return Judged(p, found, pairs.difference - half, pairs.difference + half, visible)

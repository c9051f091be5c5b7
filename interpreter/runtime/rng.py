"""Seeds → chance. A generator is two numbers, so it copies and saves with the game."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex

MASK = (1 << 64) - 1


def fractions(seed: int) -> Callable[[], float]:
    """The fastest source, for playouts that nobody copies or saves: numbers from 0 up to 1."""
    return random.Random(seed).random


def quick(seed: int) -> Callable[[int], int]:
    """The same as below(n) → 0 to n - 1."""
    fraction = fractions(seed)
    return lambda n: int(fraction() * n)


def whole_number(what: str, given: object) -> int:
    """A number that somebody gave, of whichever integer type. TypeError: it is none."""
    if not isinstance(given, bool) and isinstance(given, SupportsIndex):
        return operator.index(given)
    raise TypeError(f"{what} is a whole number, not {given!r}")


class Rng:
    """SplitMix64 (Steele, Lea, Flood 2014): one 64-bit state, advanced by a constant and mixed."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        # Mixed, so that neighbouring seeds do not walk through one another's numbers.
        self.state = seed & MASK
        self.state = self.bits()

    def copy(self) -> Rng:
        new = Rng.__new__(Rng)
        new.state = self.state
        return new

    def bits(self) -> int:
        """64 random bits."""
        self.state = z = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; n at least 1 and far below 2**64, so that the bias of the product is nothing."""
        return (self.bits() * n) >> 64

    def pick(self, weighted: Sequence[tuple[Any, int]]) -> Any:
        """One of (value, weight) with probability by weight."""
        at = self.below(sum(w for _, w in weighted))
        for value, weight in weighted:
            at -= weight
            if at < 0:
                return value
        raise AssertionError("weights are positive")

    def shuffled(self, values: Sequence[Any]) -> list[Any]:
        """The values in random order."""
        out = list(values)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out

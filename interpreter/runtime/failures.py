"""What an expression raises for what is not there. It fails a block, as a payment that cannot be made does."""

from __future__ import annotations


class Outside(Exception):
    """An index or key outside a list, or something of nobody."""


class Beyond(Outside):
    """An index beyond a list. index: what was asked for, from 1; size: how many elements there are."""

    def __init__(self, index: int, size: int) -> None:
        super().__init__(index, size)
        self.index, self.size = index, size


class Unreachable(Outside):
    """There is no way through a network."""

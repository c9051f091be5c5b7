"""What the keys of a table stand for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from interpreter.diagnostics import Diagnostics
from interpreter.loading.documents import Item

MAX_RANGE = 1000
"""Indices that one range of a table may cover."""

_RANGE = re.compile(r"(-?\d{1,6})-(-?\d{1,6})")
_INDEX = re.compile(r"-?\d{1,9}")


def indices_of(item: Item, diagnostics: Diagnostics) -> Sequence[int | str]:
    """What one key of a table stands for: a number, the numbers of a range, or an id."""
    if _INDEX.fullmatch(item.key):
        return [int(item.key)]
    if match := _RANGE.fullmatch(item.key):
        first, last = int(match[1]), int(match[2])
        if first <= last < first + MAX_RANGE:
            return range(first, last + 1)
        diagnostics.add("E128", item.key_span, range=item.key, most=MAX_RANGE)
        return []
    if not re.fullmatch("[a-z][a-z0-9_]*", item.key):
        diagnostics.add("E105", item.key_span, key=item.key, expected="a number, a range such as 2-5, or a name")
        return []
    return [item.key]

"""What generated code calls: lists, alike pieces, numbers over places. Pure functions on values; the state is only read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any


class Outside(Exception):
    """An index or key outside a list: fails the block, as a payment that cannot be made does."""


FAILURES = (Outside, KeyError, ValueError, IndexError, ZeroDivisionError)
"""What an expression may raise for a value that is not there."""


def top(pieces: Sequence[int]) -> int:
    return pieces[-1] if pieces else -1


def item(values: Sequence[Any], index: int) -> Any:
    """The index-th value, from 1."""
    if not 0 < index <= len(values):
        raise Outside
    return values[index - 1]


def present(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(v for v in values if v >= 0)


def joined(lists: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    return tuple(x for part in lists for x in part)


def without(values: Sequence[Any], others: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(v for v in values if v not in others)


def with_item(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def most(pairs: Sequence[tuple[int, Any]]) -> tuple[Any, ...]:
    if not pairs:
        return ()
    best = max(value for value, _ in pairs)
    return tuple(x for value, x in pairs if value == best)


def least(pairs: Sequence[tuple[int, Any]]) -> tuple[Any, ...]:
    if not pairs:
        return ()
    best = min(value for value, _ in pairs)
    return tuple(x for value, x in pairs if value == best)


Signature = Callable[[Sequence[Any], int], Any]
"""(state, piece) → what makes pieces of a class alike: kind, face, variables, counters, place."""


def alike(s: Sequence[Any], signature: Signature, pieces: Iterable[int]) -> list[int]:
    """One piece, the first, of each group of alike ones."""
    first: dict[Any, int] = {}
    for x in pieces:
        first.setdefault(signature(s, x), x)
    return list(first.values())


def weighted(s: Sequence[Any], signature: Signature, pieces: Iterable[int]) -> list[tuple[int, int]]:
    """(piece, how many are alike) of each group of alike ones."""
    counts: dict[Any, list[int]] = {}
    for x in pieces:
        counts.setdefault(signature(s, x), []).append(x)
    return [(group[0], len(group)) for group in counts.values()]


# ---- choosing some of a list, one by one


def some_options(source: Sequence[Any], signs: Sequence[Any], position: int, chosen: int, low: int, high: int) -> list[int]:
    """Positions that may be chosen next, in list order so that no set is offered twice; -1 for done.

    Of alike elements only the first is offered; a position is offered only if enough elements follow to reach `low`."""
    if chosen >= high:
        return [-1]
    out: list[int] = []
    seen = set()
    for i in range(position, len(source)):
        if signs[i] in seen or chosen + len(source) - i < low:
            continue
        seen.add(signs[i])
        out.append(i)
    if chosen >= low:
        out.append(-1)
    return out


# ---- numbers over places, class by class of alike ones

Classes = tuple[tuple[tuple[int, ...], int], ...]
"""(positions of alike places, cap of each) …; alike places of cap 1 form one class, others one class each."""


def spread_classes(signs: Sequence[Any], caps: Sequence[int]) -> Classes:
    groups: dict[Any, list[int]] = {}
    out: list[tuple[tuple[int, ...], int]] = []
    order: list[Any] = []
    for i, (sign, cap) in enumerate(zip(signs, caps, strict=True)):
        if cap <= 0:
            continue
        if cap == 1:
            if (sign,) not in groups:
                order.append((sign,))
            groups.setdefault((sign,), []).append(i)
        else:
            order.append(i)
    for key in order:
        if isinstance(key, tuple):
            out.append((tuple(groups[key]), 1))
        else:
            out.append(((key,), caps[key]))
    return tuple(out)


def spread_range(classes: Classes, at: int, low: int, high: int) -> range:
    """The numbers that the class `at` may get, when `low` to `high` are still to be laid on it and the later ones."""
    positions, cap = classes[at]
    room = len(positions) * cap
    later = sum(len(p) * c for p, c in classes[at + 1 :])
    return range(max(0, low - later), min(room, high) + 1)


def spread_shares(classes: Classes, numbers: Sequence[int], places: int) -> tuple[int, ...]:
    """How much lies on each place, from the numbers of the classes."""
    out = [0] * places
    for (positions, cap), number in zip(classes, numbers, strict=False):
        for p in positions:
            out[p] = min(cap, number)
            number -= out[p]
    return tuple(out)


__all__ = [name for name in dir() if not name.startswith("_")]

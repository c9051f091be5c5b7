"""What generated code calls: lists, alike pieces, numbers over places. Pure functions on values; the state is only
read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from operator import add, itemgetter, neg
from typing import Any

from interpreter.bounds import MOST_OPTIONS
from interpreter.runtime.failures import Beyond, Outside, Unreachable
from interpreter.runtime.faults import BUDGET, long, numbers, options_of, promised, spend, spent, within  # noqa: F401
from interpreter.runtime.networks import cheapest, distance, enclosed, within_reach  # noqa: F401

FIXED_KEPT = 4096
"""Most results that a value which reads nothing of the position remembers; reaching it forgets them all."""


FEW = 8
"""Elements from which on looking for one in a set costs less than in a list."""


FAILURES = (Outside, KeyError, ValueError, IndexError, ZeroDivisionError)
"""What an expression may raise for a value that is not there."""


def absent(error: Exception) -> dict[str, str]:
    """What was read and is not there, and how to keep that from happening, in words: the arguments of E560. error: one
    of FAILURES."""
    match error:
        case Beyond():
            has = f"has {error.size}" if error.size else "is empty"
            return {"what": f"element {error.index} of a list that {has}", "how": _WITHIN}
        case Unreachable():
            return {
                "what": "a way to where none leads",
                "how": "test it before, as in `if t is in reachable(S, …) { … }`",
            }
        case ZeroDivisionError():
            return {"what": "a division by 0", "how": "test it before, as in `if n is not 0 { … }`"}
        case KeyError():
            return {"what": "an entry that a table does not have", "how": "give the table this entry, or test before"}
        case IndexError():
            return {"what": "a number outside a list", "how": _WITHIN}
        case ValueError():
            return {"what": "the most or least of nothing", "how": "test before that the list is not empty"}
    return {"what": "something of nobody, or of none", "how": "test it before, as in `if x is not none { … }`"}


_WITHIN = "test before that the number is at least 1 and at most `size(…)` of the list"


def there(number: int) -> int:
    """A player or piece that must be somebody or something."""
    if number < 0:
        raise Outside
    return number


def top(pieces: Sequence[int]) -> int:
    return pieces[-1] if pieces else -1


def product(factors: Iterable[int]) -> int:
    out = 1
    for factor in factors:
        out = within(out * factor)
    return out


def at_most(number: int, bounds: Iterable[int]) -> int:
    return min((number, *bounds))


def at_least(number: int, bounds: Iterable[int]) -> int:
    return max((number, *bounds))


def as_many(number: int, found: Iterable[Any]) -> bool:
    """Whether so many are found; looks no further than it must."""
    return sum(1 for _ in islice(found, number)) >= number


def end_mark(is_marked: bool, frame: Any) -> Any:
    """What comes next behind a block: the frame, under an end mark where the block is only tried."""
    return (0, frame) if is_marked else frame


def item(values: Sequence[Any], index: int) -> Any:
    """The index-th value, from 1. Beyond: there is none."""
    if not 0 < index <= len(values):
        raise Beyond(index, len(values))
    return values[index - 1]


def along_ring(ring: Sequence[int], steps: int) -> int:
    """The place so many steps further round a ring, which begins at the place itself; -1 for what is in no ring."""
    return ring[steps % len(ring)]


def present(values: Iterable[int]) -> tuple[int, ...]:
    return tuple([v for v in values if v >= 0])


def joined(lists: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    return long(tuple(x for part in lists for x in part))


def reachable(
    start: Iterable[Any],
    steps: Callable[[Any], Iterable[Any]],
    belongs: Callable[[Any], Any] | None,
    limit: int,
    weight: int = 1,
) -> tuple[Any, ...]:
    """What can be reached from the first elements, they included, each once, the nearest first.

    belongs: leaves out elements for which it is false (None: none). limit: at most so many steps (below 0: any number).
    weight: what asking an element takes from the budget.
    """
    wave = [x for x in dict.fromkeys(start) if belongs is None or belongs(x)]
    found = dict.fromkeys(wave)
    while wave and limit:
        limit -= 1
        spent(wave, weight)
        long(found)
        further = []
        for x in wave:
            for y in steps(x):
                if y not in found and (belongs is None or belongs(y)):
                    found[y] = None
                    further.append(y)
        wave = further
    return tuple(found)


def union(lists: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    """The elements of all lists, each once."""
    return long(tuple(dict.fromkeys(x for part in lists for x in part)))


def assignable(lists: Sequence[Sequence[Any]], targets: Sequence[Any], limits: Sequence[int]) -> bool:
    """Whether each list can give one of its elements so that no target is given more often than its limit (what is no
    target cannot be given)."""
    place = _placing(lists, targets, limits)
    return all(place(i, set()) for i in range(len(lists)))


def left_over(
    elements: Sequence[Any], lists: Sequence[Sequence[Any]], targets: Sequence[Any], limits: Sequence[int]
) -> tuple[Any, ...]:
    """The elements for which nothing is left where as many as possible are given one of their list, see
    `assignable`."""
    place = _placing(lists, targets, limits)
    return tuple([x for i, x in enumerate(elements) if not place(i, set())])


def _placing(
    lists: Sequence[Sequence[Any]], targets: Sequence[Any], limits: Sequence[int]
) -> Callable[[int, set[Any]], bool]:
    """What gives one more list one of its elements, if it can. Augmenting paths: who stands in the way moves on."""
    room = dict(zip(targets, limits, strict=True))
    given: dict[Any, list[int]] = {target: [] for target in room}

    def place(i: int, tried: set[Any]) -> bool:
        spend(len(lists[i]))
        for target in lists[i]:
            if target in tried or target not in room:
                continue
            tried.add(target)
            if len(given[target]) < room[target]:
                given[target].append(i)
                return True
            for at, other in enumerate(given[target]):
                if place(other, tried):
                    given[target][at] = i
                    return True
        return False

    return place


def without(values: Sequence[Any], others: Sequence[Any]) -> tuple[Any, ...]:
    left_out = set(others) if len(others) > FEW else others
    spend(len(values))
    return tuple([v for v in values if v not in left_out])


def with_item(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def paired(keys: Sequence[int], values: Sequence[int]) -> tuple[int, ...]:
    """values by key: the entry of key k stands at index k, 0 where k is no key."""
    last = max(keys, default=-1)
    long(range(last))
    out = [0] * (last + 1)
    for key, number in zip(keys, values, strict=True):
        out[key] += number
    return tuple(out)


def most(pairs: Sequence[tuple[int, Any]]) -> tuple[Any, ...]:
    if not pairs:
        return ()
    best = max(pairs)[0]
    return tuple([x for value, x in pairs if value == best])


def least(pairs: Sequence[tuple[int, Any]]) -> tuple[Any, ...]:
    if not pairs:
        return ()
    best = min(pairs)[0]
    return tuple([x for value, x in pairs if value == best])


def rising(pairs: Sequence[tuple[int, Any]]) -> tuple[Any, ...]:
    """What stands beside numbers, the least number first; of equal ones what stood first."""
    return tuple([x for _, x in sorted(pairs, key=itemgetter(0))])


def falling(pairs: Sequence[tuple[int, Any]]) -> tuple[Any, ...]:
    """What stands beside numbers, the greatest number first; of equal ones what stood first."""
    return tuple([x for _, x in sorted(pairs, key=itemgetter(0), reverse=True)])


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


# ---- bags: a number a column


def bag(width: int, *parts: int) -> tuple[int, ...]:
    """A bag from column, number, column, number, …"""
    out = [0] * width
    for column, number in zip(parts[::2], parts[1::2], strict=True):
        out[column] += number
    return tuple(out)


def bag_sum(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(add, a, b))


def bag_negative(a: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(neg, a))


# ---- choosing some of a list, one by one


def some_options(
    source: Sequence[Any], signs: Sequence[Any], position: int, chosen: int, low: int, high: int
) -> list[int]:
    """Positions that may be chosen next, in list order so that no set is offered twice; -1 for done.

    Of alike elements only the first is offered; a position is offered only if enough elements follow to reach `low`."""
    if chosen >= high:
        return [-1]
    out: list[int] = []
    seen = set()
    spend(len(source) - position)
    for i in range(position, len(source)):
        if signs[i] in seen or chosen + len(source) - i < low:
            continue
        seen.add(signs[i])
        out.append(i)
    if chosen >= low:
        out.append(-1)
    return out if len(out) <= MOST_OPTIONS else options_of(out)


def one_way(
    options: list[int], source: Sequence[Any], signs: Sequence[Any], position: int, chosen: Sequence[Any], low: int
) -> bool:
    """Whether a payment can be made in only one way from here on: all that is left is due, or all of it is alike."""
    if len(options) > 1:
        return False
    return options == [-1] or len(source) - position == low - len(chosen) or len(set(signs[position:])) == 1


def in_turn(owners: Sequence[int], first: int, players: int) -> list[int]:
    """The positions of what players own, in turn order of the owners from one of them on (below 0: the first seat)."""
    found = [i for i, owner in enumerate(owners) if owner >= 0]
    first = max(first, 0)
    return sorted(found, key=lambda i: (owners[i] - first) % players) if len(found) > 1 else found


def still_chosen(chosen: Sequence[Any], source: Sequence[Any], most: int) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """What was chosen and still may be, at most so many, and what may be chosen besides."""
    left = list(source)
    kept: list[Any] = []
    for x in chosen:
        if x in left and len(kept) < most:
            left.remove(x)
            kept.append(x)
    return tuple(kept), tuple(left)


# ---- numbers over places, class by class of alike ones

Classes = tuple[Any, ...]
"""A chain, () or (positions of alike places, room there together, room in all later classes, the later classes): alike
places of cap 1 form one class, others one class each."""

NUMBERS = list(range(100))
"""Cutting a list out of this one costs less than making one."""


def spread_classes(signs: Sequence[Any], keys: Iterable[int], caps: Sequence[int]) -> Classes:
    """signs: what makes places alike; the place at each position has signs[its key]. keys: as many as caps."""
    groups: dict[Any, list[int]] = {}
    for i, key in enumerate(keys):
        cap = caps[i]
        if cap == 1:
            sign = signs[key]
            if sign in groups:
                groups[sign].append(i)
            else:
                groups[sign] = [i]
        elif cap > 0:
            groups[~i] = [i]  # below 0, which no sign is
    chain: Classes = ()
    later = 0
    for group in reversed(groups.values()):
        room = len(group) * caps[group[0]]
        chain = (tuple(group), room, later, chain)
        later += room
    return chain


def spread_shares(laid: tuple[Any, ...], filled: Classes, caps: Sequence[int]) -> tuple[int, ...]:
    """How much lies on each place. laid: a chain of (positions, number on them, what was laid before); filled: the
    classes that are full; nothing lies on others."""
    out = [0] * len(caps)
    while laid:
        positions, number, laid = laid
        if len(positions) == 1:
            out[positions[0]] = number
        else:
            for p in positions[:number]:
                out[p] = 1
    while filled:
        positions, _, _, filled = filled
        for p in positions:
            out[p] = caps[p]
    return tuple(out)


def added_up(shares: tuple[int, ...], held: Sequence[int]) -> tuple[int, ...]:
    """What is laid on each place, with what was held there before; held: () for nothing."""
    return tuple([n + m for n, m in zip(shares, held, strict=True)]) if held else shares


def held_by_place(places: Sequence[Any], held: Sequence[int], shares: tuple[int, ...]) -> dict[Any, int]:
    """Place → what was laid on it so far."""
    return {place: n for place, n in zip(places, added_up(shares, held), strict=True) if n}


def still_held(before: dict[Any, int], places: Sequence[Any], caps: Sequence[int], most: int) -> tuple[int, ...]:
    """Of what was laid on places that which may still lie there: on places that take it, together at most so much.
    () for nothing."""
    out = []
    for place, cap in zip(places, caps, strict=True):
        n = before.get(place, 0)
        n = n if n <= min(cap, most) else 0
        most -= n
        out.append(n)
    return tuple(out) if any(out) else ()


def tallied(values: Iterable[Any]) -> list[tuple[Any, int]]:
    """Each of some values once, with how often it is there."""
    found: dict[Any, int] = {}
    for x in values:
        found[x] = found.get(x, 0) + 1
    return options_of(list(found.items()))


def first_alike(s: Sequence[Any], signature: Signature, pieces: Sequence[int], first: int, position: int) -> int:
    """The first piece from `first` on that is alike to the one at `position`: what an option for all of them names."""
    if first == position:
        return pieces[first]
    sign = signature(s, pieces[position])
    for i in range(first, position):
        if signature(s, pieces[i]) == sign:
            return pieces[i]
    return pieces[position]


__all__ = [name for name in dir() if not name.startswith("_")]

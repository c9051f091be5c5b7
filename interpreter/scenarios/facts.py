"""Facts: what `given` makes true and `expect` compares. Each knows where it was written and what it is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.diagnostics import Span
from interpreter.program.types import Type
from interpreter.records import record
from interpreter.scenarios.declared import Declared

BOX = -1
"""The place of a piece that is not in play."""


@record
class Fact:
    """path: what it is called, such as `a.coin`."""

    path: str
    span: Span

    @property
    def about(self) -> object:
        """What it speaks of: of two facts about the same, the one of a single seat overrides the one of all seats."""
        raise NotImplementedError


@record
class Scalar(Fact):
    """One slot holds one value."""

    slot: int
    value: Any
    type: Type

    @property
    def about(self) -> object:
        return "slot", self.slot


@record
class Total(Fact):
    """Several slots together hold a number: a group of resources."""

    slots: tuple[int, ...]
    value: int

    @property
    def about(self) -> object:
        return "slots", self.slots


@record
class Field:
    """One property of a piece: its slots, base + x for piece x, hold the value; those of a group its sum."""

    name: str
    arrays: tuple[int, ...]
    value: Any
    type: Type

    def slots(self, x: int) -> list[int]:
        return [base + x for base in self.arrays]

    def found(self, s: Sequence[Any], x: int) -> Any:
        """What piece x holds in a state."""
        slots = self.slots(x)
        return s[slots[0]] if len(slots) == 1 else sum(s[slot] for slot in slots)


@record
class Wanted:
    """One piece: its kind and those of its properties that are named.

    owner: the seat of a piece that belongs to a player wherever it lies; None where that is not said."""

    kind: int
    span: Span
    fields: tuple[Field, ...] = ()
    owner: int | None = None


@record
class Contents(Fact):
    """The pieces in a place, or in the box. kinds: only pieces of these kinds are meant; None for all."""

    place: int
    pieces: tuple[Wanted, ...]
    kinds: frozenset[int] | None = None

    @property
    def about(self) -> object:
        return "place", self.place

    def there(self, bench: Declared, s: Sequence[Any]) -> list[int]:
        """The pieces that are meant as they lie in a state."""
        found = lying(bench, s, self.place)
        return [x for x in found if self.kinds is None or bench.layout.pieces[x] in self.kinds]


@record
class Size(Fact):
    """How many pieces lie in a place, whatever their kinds."""

    place: int
    value: int

    @property
    def about(self) -> object:
        return "place", self.place


@record
class Lone(Fact):
    """Properties of the only piece of its kind, wherever it lies."""

    piece: Wanted

    @property
    def about(self) -> object:
        return "kind", self.piece.kind


def lying(bench: Declared, s: Sequence[Any], place: int) -> Sequence[int]:
    """The pieces in a place or in the box."""
    layout = bench.layout
    if place == BOX:
        return [x for x in range(len(layout.pieces)) if s[layout.at_base + x] == BOX]
    there: Sequence[int] = s[layout.zone_base + place]
    return there


def is_same(bench: Declared, kind: Type, one: Any, other: Any) -> bool:
    """Whether two values of a type are the same to a scenario: pieces are distinguished by their kind only."""
    if kind.name == "list" and kind.item is not None:
        item = kind.item
        return len(one) == len(other) and all(is_same(bench, item, a, b) for a, b in zip(one, other, strict=True))
    if kind.name == "piece" and one >= 0 and other >= 0:
        return bool(bench.layout.pieces[one] == bench.layout.pieces[other])
    return bool(one == other)

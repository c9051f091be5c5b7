"""Bags: amounts of several resources as one value. A bag is a tuple with one number a resource, in order of number,
then one a group: an amount of a group whose kinds are still open (`2 block`), or a discount of open kind (`-1 block`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from interpreter.language.core import Const, Prim, X, const
from interpreter.language.resolve.context import Context
from interpreter.program.types import BAG, INT, UNKNOWN


def width(c: Context) -> int:
    return len(c.layout.resources) + len(c.layout.groups)


def group_column(c: Context, group: str) -> int:
    return len(c.layout.resources) + list(c.layout.groups).index(group)


def empty(c: Context) -> Const:
    return Const((0,) * width(c), BAG)


def from_list(c: Context, x: X) -> X:
    """The empty bag for the empty list `[]`, which may be either; any other expression as it is."""
    return empty(c) if isinstance(x, Const) and x.value == () and x.type.name == "list" else x


def literal(c: Context, parts: list[tuple[X, X]]) -> X:
    """The bag of some (column, number) pairs."""
    if all(isinstance(column, Const) and isinstance(number, Const) for column, number in parts):
        numbers = [0] * width(c)
        for column, number in parts:
            assert isinstance(column, Const) and isinstance(number, Const)
            numbers[int(column.value)] += int(number.value)  # type: ignore[call-overload]
        return Const(tuple(numbers), BAG)
    flat = [x for pair in parts for x in pair]
    return Prim("bag", (const(width(c)), *flat), BAG)


def joined(a: X, b: X) -> X:
    """The sum of two bags; of unknown type where one is wrong, which has been reported."""
    if UNKNOWN in (a.type, b.type):
        return Const(0, UNKNOWN)
    if isinstance(a, Const) and isinstance(b, Const):
        pairs = zip(a.value, b.value, strict=True)  # type: ignore[call-overload]
        return Const(tuple(x + y for x, y in pairs), BAG)
    return Prim("bag_sum", (a, b), BAG)


def count(bag: X, column: X) -> X:
    """How much of one column is in the bag."""
    if isinstance(bag, Const) and isinstance(column, Const):
        return const(bag.value[int(column.value)])  # type: ignore[index, call-overload]
    return Prim("item0", (bag, column), INT)


def groups_in_bags(c: Context) -> frozenset[str]:
    """Groups of which some bag of the ruleset may hold an open amount or a discount."""
    found: set[str] = set()
    for text in c.model.effect_texts:
        found |= c.syntax_of(text).in_bags & c.layout.groups.keys()
    for cls in c.model.pieces.values():
        names = [name for name, kind in cls.attributes.items() if kind == "bag"]
        for kind_decl in cls.kinds.values():
            for name in names:
                found |= _names_in(kind_decl.attributes.get(name)) & set(c.layout.groups)
    return frozenset(found)


def _names_in(raw: object) -> set[str]:
    """The resources and groups that a bag written in YAML names, as a map or as a text of amounts."""
    if isinstance(raw, Mapping):
        return {str(key) for key in raw}
    return set(re.findall(r"[a-z_]\w*", str(raw or "")))

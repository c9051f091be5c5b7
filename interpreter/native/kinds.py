"""The types of what a program's source computes, found by unification: the source says none, but uses each name in one
way."""

from __future__ import annotations

import ast


class Unsupported(Exception):
    """The program does something that has no native form. The text says what, in a line."""


class Kind:
    """A type, or one that is not known yet. name: int, list, options, option, ref (where a frame lies), state; "" while
    unknown. item: of a list."""

    __slots__ = ("item", "name", "same", "shape")

    def __init__(self, name: str = "", item: Kind | None = None) -> None:
        self.name = name
        self.item = item
        self.same: Kind | None = None
        self.shape = ""
        """of a list that Python keeps as nested pairs or records: classes or laid"""

    def found(self) -> Kind:
        """The one that stands for all that were found to be the same."""
        at = self
        while at.same is not None:
            at = at.same
        return at

    @property
    def is_list(self) -> bool:
        return self.found().name == "list"

    @property
    def depth(self) -> int:
        """0 for a number, 1 for a list of numbers, 2 for a list of lists, …"""
        at, out = self.found(), 0
        while at.name == "list":
            out += 1
            assert at.item is not None
            at = at.item.found()
        return out

    @property
    def c(self) -> str:
        """The type in C."""
        found = self.found()
        if found.name == "list":
            if found.depth > MOST_DEEP:
                raise Unsupported("lists of lists of lists of lists")
            return f"List{found.depth}"
        return {"options": "Opts", "option": "const i64 *", "ref": "int", "state": "S *"}.get(found.name, "i64")


MOST_DEEP = 3


def INT() -> Kind:
    return Kind("int")


def list_of(item: Kind) -> Kind:
    return Kind("list", item)


def unify(a: Kind, b: Kind, where: str | ast.AST = "") -> Kind:
    """Note that two types are the same. Unsupported: they cannot be."""
    a, b = a.found(), b.found()
    if a is b:
        return a
    if not a.name:
        a.same = b
        return b
    if not b.name:
        b.same = a
        return a
    if a.name != b.name:
        said = ast.unparse(where)[:100] if isinstance(where, ast.AST) else where
        raise Unsupported(f"one name for a {a.name} and a {b.name}: {said}")
    b.same = a
    a.shape = a.shape or b.shape
    if a.item is not None and b.item is not None:
        unify(a.item, b.item, where)
    return a

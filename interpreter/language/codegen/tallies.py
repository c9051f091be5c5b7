"""Counting by a key once instead of for each key.

`count(t in list if t.crop is g)`, asked for one g after another, goes through the list each time. What is asked is
always the same: which crops there are. So the crops are listed once, and each g is looked for among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter.language.core import (
    Const,
    Fold,
    Op,
    Prim,
    Var,
    X,
    both,
    children,
    conjuncts,
    free_vars,
    rebuilt,
    walk,
)
from interpreter.program.types import BOOL, INT, list_of


def tally(x: X) -> tuple[Fold, X] | None:
    """For a question how many elements have a key, or whether one has it: the list of all keys, and the key."""
    if not isinstance(x, Fold) or x.kind not in ("count", "any") or x.test is None or x.value is not None:
        return None
    tests = conjuncts(x.test)
    for i, part in enumerate(tests):
        if not isinstance(part, Op) or part.operator != "==":
            continue
        for own, key in (part.args, part.args[::-1]):
            if free_vars(own) == {x.var} and free_vars(key) and x.var not in free_vars(key):
                rest = both([*tests[:i], *tests[i + 1 :]])
                test = None if rest == Const(True, BOOL) else rest
                return Fold("list_of", x.var, x.domain, test, own, list_of(own.type)), key
    return None


def tallies(x: X) -> Iterator[Fold]:
    """The lists of keys of all such questions in an expression, those left out that go on from one of its elements."""
    for part in walk(x):
        found = tally(part)
        if found is not None and free_vars(found[0]) <= free_vars(x):
            yield found[0]


def counted(x: X, known: Callable[[Fold], Var | None]) -> X:
    """The expression with such questions answered from lists of keys, where there is one."""
    found = tally(x)
    if found is not None:
        keys, key = found
        name = known(keys)
        if name is not None:
            assert isinstance(x, Fold)
            return Op("in", (key, name), BOOL) if x.kind == "any" else Prim("times_in", (name, key), INT)
    return rebuilt(x, lambda c: counted(c, known)) if children(x) else x


__all__ = ["counted", "tallies"]

"""Counting by a key once instead of for each key.

`count(t in list if t.crop is g)`, asked for one g after another, goes through the list each time. What is asked is
always the same: which crops there are. So the crops are listed once, and each g is looked for among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter.language import core
from interpreter.program.types import BOOL, INT, list_of


def tally(x: core.X) -> tuple[core.Fold, core.X] | None:
    """For a question how many elements have a key, or whether one has it: the list of all keys, and the key."""
    if not isinstance(x, core.Fold) or x.kind not in ("count", "any") or x.test is None or x.value is not None:
        return None
    tests = core.conjuncts(x.test)
    for i, part in enumerate(tests):
        if not isinstance(part, core.Op) or part.operator != "==":
            continue
        for own, key in (part.args, part.args[::-1]):
            if core.free_vars(own) == {x.var} and core.free_vars(key) and x.var not in core.free_vars(key):
                rest = core.both([*tests[:i], *tests[i + 1 :]])
                test = None if rest == core.Const(True, BOOL) else rest
                return core.Fold("list_of", x.var, x.domain, test, own, list_of(own.type)), key
    return None


def tallies(x: core.X) -> Iterator[core.Fold]:
    """The lists of keys of all such questions in an expression, those left out that go on from one of its elements."""
    for part in core.walk(x):
        found = tally(part)
        if found is not None and core.free_vars(found[0]) <= core.free_vars(x):
            yield found[0]


def counted(x: core.X, known: Callable[[core.Fold], core.Var | None]) -> core.X:
    """The expression with such questions answered from lists of keys, where there is one."""
    found = tally(x)
    if found is not None:
        keys, key = found
        name = known(keys)
        if name is not None:
            assert isinstance(x, core.Fold)
            return core.Op("in", (key, name), BOOL) if x.kind == "any" else core.Prim("times_in", (name, key), INT)
    return core.rebuilt(x, lambda c: counted(c, known)) if core.children(x) else x

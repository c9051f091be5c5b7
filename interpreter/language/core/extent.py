"""How large and how deep expressions are."""

from __future__ import annotations

from interpreter.language.core import Const, Slot, X, children


def size(x: X) -> int:
    """The number of nodes of an expression written out; remembered with it, so that what stands in it twice, and in
    that twice again, is counted and not walked."""
    known: int | None = x.__dict__.get("_size")
    if known is None:
        parts = children(x)
        if isinstance(x, Slot) and all(isinstance(part, Const) for part in parts):
            parts = ()  # whatever the position, it is the same slot
        known = x.__dict__["_size"] = 1 + sum(map(size, parts))
    return known


def depth(x: X) -> int:
    """How deep the nodes of an expression lie inside one another; remembered with it."""
    known: int | None = x.__dict__.get("_depth")
    if known is None:
        known = x.__dict__["_depth"] = 1 + max(map(depth, children(x)), default=0)
    return known

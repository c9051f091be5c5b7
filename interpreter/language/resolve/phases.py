"""Which phases an expression may come to."""

from __future__ import annotations

from typing import cast

from interpreter.language.core import Cond, Const, Fold, ListX, Op, Prim, Tab, Var, X
from interpreter.language.resolve.context import Context


def phases_named_by(c: Context, value: X) -> list[str]:
    """The phases that an expression may come to: all, where that does not show."""
    found = _phase_numbers(c, value)
    if found is None:
        return [p.id for p in c.model.procedures.values() if p.is_phase]
    return [c.procedure_ids[n] for n in dict.fromkeys(found) if n >= 0]


def _phase_numbers(c: Context, value: X) -> list[int] | None:
    match value:
        case Const(value=tuple() as elements):
            return [cast(int, n) for n in elements]
        case Const(value=int() as number):
            return [number]
        case Var(name=name) if name in c.domains:
            return _phase_numbers(c, c.domains[name])
        case Cond():
            parts: tuple[X, ...] = (value.then, value.other)
        case ListX():
            parts = value.elements
        case Op(operator="+"):
            parts = value.args
        case Fold(kind="list" | "most" | "least" | "rising" | "falling"):
            parts = (value.domain,)
        case Prim(name="item" | "item0" | "top" | "there"):
            parts = value.args[:1]
        case Tab(table=table) if table.startswith(("A_", "P_", "S_", "TABLE_")):
            entries = c.layout.tables[table]
            flat = entries.values() if isinstance(entries, dict) else cast("tuple[object, ...]", entries)
            return [n for x in flat for n in (x if isinstance(x, tuple) else (x,)) if isinstance(n, int)]
        case _:
            return None
    numbers = [_phase_numbers(c, part) for part in parts]
    return None if None in numbers else [n for some in numbers if some is not None for n in some]

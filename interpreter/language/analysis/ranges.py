"""The least and the greatest that a number can be, whatever is on the table, as far as its formula shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from interpreter.language.core import Cond, Const, Fold, Get, Op, Prim, Tab, Value, Var, X, families, is_nonnegative
from interpreter.language.core.checked import Checked
from interpreter.program.types import BOOL, INT, classes_of
from interpreter.records import mutable

_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
_VARIABLES = ("var:", "pvar:", "xvar:", "svar:")

Range = tuple[int | None, int | None]
"""The least and the greatest a number can be; None where there is no end."""

ALL: Range = (None, None)


@mutable
class Ranges:
    checked: Checked
    bounds: Mapping[str, Range] = field(init=False)
    """family of a variable → the ends of its type"""
    below_zero: frozenset[str] = field(init=False)
    locals: dict[str, Range] = field(default_factory=dict)
    """locals of which more is known than their types say"""

    def __post_init__(self) -> None:
        model = self.checked.model
        sorts: list[tuple[str, Iterable[tuple[str, str]]]] = [
            ("var:", [(v.id, v.type) for v in model.game_state.values()]),
            ("pvar:", [(v.id, v.type) for v in model.player_state.values()]),
            ("xvar:", [(v.id, v.type) for cls in model.pieces.values() for v in cls.state.values()]),
            ("svar:", [(v.id, v.type) for space in model.spaces.values() for v in space.state.values()]),
        ]
        bounds: dict[str, Range] = {}
        for sort, found in sorts:
            for id, type in found:
                ends = _RANGE.fullmatch(type.partition(" per ")[0].strip())
                new: Range = (int(ends[1]), int(ends[2])) if ends else ALL
                bounds[sort + id] = new if bounds.get(sort + id, new) == new else ALL
        self.bounds = bounds
        signed = [r for r in model.resources.values() if r.below_zero]
        self.below_zero = frozenset(name for r in signed for name in (r.id, *r.groups))

    def answer(self, x: X) -> bool | None:
        """What a comparison comes to, whatever the state; None where the state decides, or where it was settled while
        it was read, as by an option."""
        if not isinstance(x, Op) or len(x.args) != 2:
            return None
        a, b = x.args
        if isinstance(a, Const) and not isinstance(b, Const):
            a, b = b, a
            operator = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(x.operator, x.operator)
        else:
            operator = x.operator
        if not isinstance(b, Const) or isinstance(a, Const) or isinstance(b.value, tuple):
            return None
        if b.type == INT and a.type == INT and isinstance(b.value, int):
            return _compared(operator, self.range(a), b.value)
        if operator in ("==", "!=") and b.value != -1 and b.type != BOOL:
            values = self.values(a)
            if values is not None and b.value not in values:
                return operator == "!="
        return None

    def values(self, x: X) -> frozenset[object] | None:
        """All that an attribute can be, none included; None where x is no attribute."""
        if not isinstance(x, Tab) or not x.table.startswith(("A_", "P_")):
            return None
        layout, entries = self.checked.layout, self.checked.layout.tables[x.table]
        if not isinstance(entries, tuple):
            return None
        numbers: set[int] = set()
        for cls in classes_of(x.index.type):
            numbers.update(layout.class_pieces[cls] if x.table.startswith("P_") else layout.class_kinds[cls])
        chosen = [entries[n] for n in sorted(numbers)] if numbers else entries
        return frozenset([*chosen, entries[-1]])

    def range(self, x: X) -> Range:
        """The ends of a number, as far as they can be seen."""
        match x:
            case Const(value=int() as value):
                return value, value
            case Get():
                return self._slot(x.family)
            case Tab(table="LAST_STEP"):
                return 1, None
            case Tab():
                known = self.values(x)
                numbers = [v for v in known or () if isinstance(v, int)]
                return (min(numbers), max(numbers)) if known is not None and numbers else ALL
            case Op(operator="+" | "-" | "min" | "max" | "neg"):
                return _combined(x.operator, [self.range(a) for a in x.args])
            case Op(operator="%", args=(_, Const(value=int() as divisor))) if divisor > 0:
                return 0, divisor - 1
            case Cond():
                return _combined("either", [self.range(x.then), self.range(x.other)])
            case Prim(name="len", args=(Const(value=tuple() as elements),)):
                return len(elements), len(elements)
            case Var(name=name) if name in self.locals:
                return self.locals[name]
            case Fold(kind="count") | Prim(name="len" | "room" | "total"):
                return 0, None
            case Value() | Var():
                return (0, None) if x.nonneg else ALL
            case Fold(kind="sum" | "min", value=value) if value is not None:
                return self._from_zero(value)
            case Op(operator="*" | "//"):
                return self._from_zero(*x.args)
        return (0, None) if not isinstance(x, Get) and is_nonnegative(x) else ALL

    def _from_zero(self, *made_of: X) -> Range:
        lows = [self.range(x)[0] for x in made_of]
        return (0, None) if all(low is not None and low >= 0 for low in lows) else ALL

    def _slot(self, family: str) -> Range:
        if family.startswith(_VARIABLES):
            return self.bounds.get(family, ALL)
        if family.startswith("face:"):
            faces = self.checked.model.pieces[family.removeprefix("face:")].faces
            return 0, len(faces) - 1
        if family.startswith("param:"):
            return ALL
        if any(one.partition("@")[0] in self.below_zero for one in families(family)):
            return ALL
        return (0, None) if "@" in family or family == "markers" else ALL


def _combined(operator: str, ranges: Sequence[Range]) -> Range:
    lows, highs = [low for low, _ in ranges], [high for _, high in ranges]
    match operator:
        case "neg":
            return _minus(highs[0]), _minus(lows[0])
        case "+":
            return _sum(lows), _sum(highs)
        case "-":
            return _sum([lows[0], _minus(highs[1])]), _sum([highs[0], _minus(lows[1])])
        case "min":
            ends = [h for h in highs if h is not None]
            return _least(lows), min(ends) if ends else None
        case "max":
            starts = [low for low in lows if low is not None]
            return max(starts) if starts else None, _greatest(highs)
    return _least(lows), _greatest(highs)


def _minus(n: int | None) -> int | None:
    return None if n is None else -n


def _sum(numbers: Sequence[int | None]) -> int | None:
    return None if None in numbers else sum(n for n in numbers if n is not None)


def _least(numbers: Sequence[int | None]) -> int | None:
    return None if None in numbers else min(n for n in numbers if n is not None)


def _greatest(numbers: Sequence[int | None]) -> int | None:
    return None if None in numbers else max(n for n in numbers if n is not None)


def _compared(operator: str, ends: Range, number: int) -> bool | None:
    low, high = ends
    above = low is not None and low > number
    below = high is not None and high < number
    match operator:
        case "<" | ">=":
            is_less = True if below else False if low is not None and low >= number else None
            return None if is_less is None else is_less == (operator == "<")
        case ">" | "<=":
            is_more = True if above else False if high is not None and high <= number else None
            return None if is_more is None else is_more == (operator == ">")
        case "==" | "!=":
            return operator == "!=" if above or below else None
    return None

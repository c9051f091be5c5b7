"""Conditions worked out part by part: what generated code makes of them, and what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from typing import Any

from interpreter.diagnostics import Span
from interpreter.program import ClauseInfo
from interpreter.program.types import INT, Type
from interpreter.records import record
from interpreter.runtime.primitives import FAILURES

Worked = tuple[int, bool, tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]
"""(number of the clause, whether it holds, what its names stand for, what it compares or is given, those of its parts
that settle it)"""

Part = Callable[[], Worked]


def fact(
    number: int,
    names: tuple[Any, ...],
    holds: object,
    operands: tuple[Any, ...] = (),
    parts: tuple[Worked, ...] = (),
) -> Worked:
    return number, bool(holds), names, operands, parts


def and_parts(number: int, names: tuple[Any, ...], parts: tuple[Part, ...]) -> Worked:
    """Those that settle it: the first that fails, or all."""
    return _up_to(number, names, parts, False)


def or_parts(number: int, names: tuple[Any, ...], parts: tuple[Part, ...]) -> Worked:
    return _up_to(number, names, parts, True)


def _up_to(number: int, names: tuple[Any, ...], parts: tuple[Part, ...], wanted: bool) -> Worked:
    # In the order of the text: a later part may only make sense where the former ones hold.
    seen = []
    for part in parts:
        seen.append(part())
        if seen[-1][1] is wanted:
            return number, wanted, names, (), (seen[-1],)
    return number, not wanted, names, (), tuple(seen)


def not_parts(number: int, names: tuple[Any, ...], parts: tuple[Part, ...]) -> Worked:
    found = parts[0]()
    return number, not found[1], names, (), (found,)


def if_parts(number: int, names: tuple[Any, ...], parts: tuple[Part, ...]) -> Worked:
    asked = parts[0]()
    then = parts[1 if asked[1] else 2]()
    return number, then[1], names, (), (asked, then)


def named(
    number: int,
    names: tuple[Any, ...],
    holds: object,
    operands: tuple[Any, ...],
    formula: Part | None,
    rules: Callable[[], Worked | None] | None,
) -> Worked:
    """A value: its formula settles it, unless a rule does that changes it."""
    found = None if formula is None else formula()
    if (found is None or found[1] is not bool(holds)) and rules is not None:
        found = rules()
    parts = () if found is None or found[1] is not bool(holds) else (found,)
    return number, bool(holds), names, operands, parts


def over_parts(
    number: int,
    names: tuple[Any, ...],
    wants: bool,
    over: Iterable[Any],
    counts: Callable[[Any], object] | None,
    hits: Callable[[Any], object],
    part: Callable[[Any], Worked] | None,
) -> Worked:
    """any (wants is true) or all over elements. Operands: how many elements count, and the one that settles it, None
    where it takes all of them."""
    found = [x for x in over if counts is None or counts(x)]
    hit = next((x for x in found if hits(x)), None)
    decides = hit if hit is not None else found[0] if len(found) == 1 else None
    parts = () if decides is None or part is None else (part(decides),)
    return number, (hit is not None) is wants, names, (len(found), decides), parts


def explained(work_out: Callable[..., Worked], *given: Any) -> Worked | None:
    """What a condition comes to; None where a part of it reads what is not there: then only the whole can be told."""
    try:
        return work_out(*given)
    except FAILURES:
        return None


@record
class Clause:
    """A condition, or a part of one, as it came out.

    kind: `and`, `or`, `not`, `if`, `compare`, `any`, `all`, `value` (a condition with a name), `assignable` or `fact`;
    `elements`: what may be chosen; `rule`: one that sets a value; `mine`: whether the piece that an action stands on
    belongs to who acts; `limit`; `formula`: what a number with a name is made of. span: where it stands. holds: whether
    it does. value: the id of the value. names: what stands behind the names of the text, as (name, type, thing). parts:
    what settles it: of an `and` the first that fails, of an `or` all where none holds, of a value what its formula came
    to, of `any` and `all` what came of the element that settles it; nothing where there is no such part; of a `compare`
    the formulas of its numbers. operands: what is compared, given to the value, added up, the element that settles it,
    or the list of those that cannot be assigned, as (type, thing). compares: how what is there should stand to what is
    needed. needed, has: where these are numbers. number: of `any` and `all`, how many elements there are.
    """

    kind: str
    span: Span = field(repr=False)
    holds: bool
    value: str = ""
    names: tuple[tuple[str, Type, Any], ...] = ()
    parts: tuple[Clause, ...] = ()
    operands: tuple[tuple[Type, Any], ...] = ()
    compares: str = ""
    needed: int | None = None
    has: int | None = None
    number: int | None = None

    @property
    def line(self) -> int:
        return self.span.line

    @property
    def smallest(self) -> Clause:
        """The smallest part that settles it alone."""
        if self.kind == "compare":
            return self
        return self.parts[-1].smallest if len(self.parts) == 1 or self.kind == "if" and self.parts else self


def clause(worked: Worked, infos: tuple[ClauseInfo, ...]) -> Clause:
    """What a condition came to. infos: those of the program that worked it out."""
    number, holds, names, operands, inner = worked
    info = infos[number]
    known = tuple((name, kind, x) for (name, kind), x in zip(info.names, names, strict=True))
    parts = tuple(clause(part, infos) for part in inner)
    if info.kind in ("any", "all"):
        size, decides = operands
        item = info.operands[0].item or INT
        settled = () if decides is None else ((item, decides),)
        return Clause(info.kind, info.span, holds, names=known, parts=parts, operands=settled, number=size)
    things = tuple(zip(info.operands, operands, strict=True))
    numbers = [x for kind, x in things if kind == INT] if info.kind in ("compare", "limit") else []
    has, needed = numbers if len(numbers) == 2 else (None, None)
    return Clause(info.kind, info.span, holds, info.value, known, parts, things, info.compares, needed, has)


__all__ = [
    "Clause",
    "and_parts",
    "clause",
    "explained",
    "fact",
    "if_parts",
    "named",
    "not_parts",
    "or_parts",
    "over_parts",
]

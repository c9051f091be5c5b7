"""Reads of what a list or table does not have, as far as the ranges of numbers show it.

What a test before it has looked at counts as kept within bounds: nobody tests a number without need.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language.analysis.ranges import ALL, Range, Ranges
from interpreter.language.core import (
    FALSE,
    TRUE,
    Body,
    Check,
    Cond,
    Const,
    Decide,
    Fold,
    Get,
    If,
    Let,
    Loop,
    Op,
    Prim,
    Tab,
    Value,
    Var,
    X,
    bodies,
    children,
    expressions,
    statements,
    walk,
)
from interpreter.language.core.checked import Checked, Missing
from interpreter.program.types import INT
from interpreter.records import mutable

MOST_KEYS = 500
"""Numbers that are looked up in a table one by one."""

Names = frozenset[str]


def check(checked: Checked, diagnostics: Diagnostics) -> None:
    """Note which reads may go beyond a constant list or table, for this number of players and these options; report
    those that do in any case."""
    checked.missing = _found(checked)
    for missing in checked.missing:
        if missing.is_certain:
            read = " ".join(missing.span.text.split())
            diagnostics.add("E382", missing.span, read=read, index=missing.index, has=missing.has)


def _found(checked: Checked) -> list[Missing]:
    looking = _Looking(checked)
    if looking.places:
        looking.everywhere()
    return looking.missing


def _entries(x: X, checked: Checked) -> tuple[int, int] | frozenset[int] | None:
    """What a read can find: the sizes of the shortest and the longest list it may read, or the numbers that are keys;
    None where that depends on the position."""
    if isinstance(x, Tab):
        table = checked.layout.tables[x.table]
        if x.index.type != INT or not isinstance(table, dict) or not x.table.startswith("TABLE_"):
            return None
        return frozenset(table)
    if not isinstance(x, Prim) or x.name != "item" or x.args[0].type.name != "list":
        return None
    match x.args[0]:
        case Const(value=tuple() as elements):
            return len(elements), len(elements)
        case Tab(table=name):
            entries = checked.layout.tables[name]
            lists = entries.values() if isinstance(entries, dict) else entries if isinstance(entries, tuple) else ()
            sizes = [len(one) for one in lists if isinstance(one, tuple) and one]
            return (min(sizes), max(sizes)) if sizes else None
    return None


def _index(x: X) -> X:
    return x.index if isinstance(x, Tab) else x.args[1] if isinstance(x, Prim) else x


def _beyond(has: tuple[int, int] | frozenset[int], low: int | None, high: int | None) -> int | None:
    """The first number between two that a list or table does not have; None where there is none, or no end is known."""
    if low is None or high is None:
        return None
    if isinstance(has, frozenset):
        return next((n for n in range(low, min(high, low + MOST_KEYS) + 1) if n not in has), None)
    shortest, longest = has
    return low if low < 1 else high if high > (longest if low == high else shortest) else None


@mutable
class _Looking:
    """Walks through all that can be carried out, with what is known there."""

    checked: Checked
    missing: list[Missing] = field(default_factory=list)
    ranges: Ranges = field(init=False)
    places: dict[int, Span] = field(init=False)

    def __post_init__(self) -> None:
        self.ranges = Ranges(self.checked)
        self.places = {id(x): span for span, x in self.checked.reads if self._is_open(x)}

    def _is_open(self, x: X) -> bool:
        """Whether it takes a look at what stands around a read to know that it is within bounds."""
        has, index = _entries(x, self.checked), _index(x)
        if has is None:
            return False
        if any(isinstance(part, Var) for part in walk(index)):
            return True
        return _beyond(has, *self.ranges.range(index)) is not None

    def everywhere(self) -> None:
        c = self.checked
        for procedure in c.procedures.values():
            self._lets(procedure.body)
            self.body(procedure.body, frozenset())
        for rule in c.state_rules:
            self.body(rule.body, frozenset())
        worths = [one[2] for group in (c.scores, c.tie_breaks, c.hints) for one in group]
        winners = [winners for _, winners, _ in c.endings if winners is not None]
        for x in (*(v.result for v in c.values.values()), *worths, *winners):
            self.formula(x, frozenset())

    def _lets(self, body: Body) -> None:
        """Take up the ranges of locals that are set once."""
        lets = [s for s in statements(body) if isinstance(s, Let)]
        names = [let.var for let in lets]
        for let in lets:
            if names.count(let.var) == 1:
                self.ranges.locals[let.var] = self.ranges.range(let.value)

    def body(self, body: Body, tested: Names) -> None:
        for s in body:
            if isinstance(s, Decide):
                self._decision(s, tested)
                continue
            for x in expressions(s):
                self.formula(x, tested)
            if isinstance(s, If):
                inner = tested | _names(s.test)
                for part in () if s.test == FALSE else (s.then,):
                    self.body(part, inner)
                for part in () if s.test == TRUE else (s.other,):
                    self.body(part, inner)
                continue
            if isinstance(s, Check):
                tested |= _names(s.test)
            inner = tested
            if isinstance(s, Loop):
                inner = tested if s.test is None else tested | _names(s.test)
                self.ranges.locals[s.var] = self._elements(s.over)
            for part in bodies(s):
                self.body(part, inner)

    def _decision(self, s: Decide, tested: Names) -> None:
        for alt in s.alts:
            inner = tested
            if alt.when is not None:
                self.formula(alt.when, inner)
                inner |= _names(alt.when)
            for let in alt.lets:
                self.formula(let.value, inner)
            for bind in alt.binds:
                self.formula(bind.domain, inner)
                self.ranges.locals[bind.var] = self._elements(bind.domain)
                if bind.test is not None:
                    self.formula(bind.test, inner)
                    inner |= _names(bind.test)
                if bind.value is not None:
                    self.formula(bind.value, inner)
            self.body(alt.body, inner)
        if s.skip:
            self.body(s.skip[1], tested)

    def formula(self, x: X, tested: Names) -> None:
        match x:
            case Cond(test=test):
                self.formula(test, tested)
                for part, dead in ((x.then, FALSE), (x.other, TRUE)):
                    if test != dead:
                        self.formula(part, tested | _names(test))
            case Op(operator="and" | "or"):
                for part in x.args:
                    self.formula(part, tested)
                    tested |= _names(part)
            case Fold():
                self.formula(x.domain, tested)
                self.ranges.locals[x.var] = self._elements(x.domain)
                if x.test is not None:
                    self.formula(x.test, tested)
                    tested |= _names(x.test)
                if x.value is not None:
                    self.formula(x.value, tested)
            case _:
                if id(x) in self.places:
                    self._read(x, tested)
                for part in children(x):
                    self.formula(part, tested)

    def _read(self, x: X, tested: Names) -> None:
        has, index = _entries(x, self.checked), _index(x)
        low, high = self.ranges.range(index)
        beyond = None if has is None or _names(index) & tested else _beyond(has, low, high)
        if beyond is None or has is None:
            return
        if isinstance(has, frozenset):
            said = (
                f"the keys {', '.join(map(str, sorted(has)))}"
                if has != {*range(1, len(has) + 1)}
                else _elements(len(has))
            )
        else:
            said = _elements(has[0])
        self.missing.append(Missing(self.places[id(x)], beyond, said, low == high))

    def _elements(self, domain: X) -> Range:
        """The ends of the numbers in a list."""
        match domain:
            case Const(value=tuple() as elements) if elements and all(type(n) is int for n in elements):
                return min(elements), max(elements)
            case Prim(name="interval", args=(first, end)):
                low, high = self.ranges.range(first)[0], self.ranges.range(end)[1]
                return low, None if high is None else high - 1
        return ALL


def _elements(number: int) -> str:
    return "1 element" if number == 1 else f"{number} elements"


def _names(x: X) -> Names:
    """What a test looks at: variables, locals, values."""
    return frozenset(_named(walk(x)))


def _named(parts: Iterable[X]) -> Iterator[str]:
    for part in parts:
        match part:
            case Get(family=name) | Var(name=name) | Value(id=name):
                yield name

"""Reads of what a list or table does not have, as far as the ranges of numbers show it.

What a test before it has looked at counts as kept within bounds: nobody tests a number without need.
"""

from __future__ import annotations

from interpreter.diagnostics import Diagnostics
from interpreter.language import core
from interpreter.language.analysis.engine import Forward
from interpreter.language.analysis.ranges import ALL, Range, Ranges
from interpreter.language.core.checked import Checked, Missing
from interpreter.language.core.footprint import footprint
from interpreter.program.types import INT

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
        looking.all()
    return [*dict.fromkeys(looking.missing)]


def _entries(x: core.X, checked: Checked) -> tuple[int, int] | frozenset[int] | None:
    """What a read can find: the sizes of the shortest and the longest list it may read, or the numbers that are keys;
    None where that depends on the position."""
    if isinstance(x, core.Tab):
        table = checked.layout.tables[x.table]
        if x.index.type != INT or not isinstance(table, dict) or not x.table.startswith("TABLE_"):
            return None
        return frozenset(table)
    if not isinstance(x, core.Prim) or x.name != "item" or x.args[0].type.name != "list":
        return None
    match x.args[0]:
        case core.Const(value=tuple() as elements):
            return len(elements), len(elements)
        case core.Tab(table=name):
            entries = checked.layout.tables[name]
            lists = entries.values() if isinstance(entries, dict) else entries if isinstance(entries, tuple) else ()
            sizes = [len(one) for one in lists if isinstance(one, tuple) and one]
            return (min(sizes), max(sizes)) if sizes else None
    return None


def _index(x: core.X) -> core.X:
    return x.index if isinstance(x, core.Tab) else x.args[1] if isinstance(x, core.Prim) else x


def _beyond(has: tuple[int, int] | frozenset[int], low: int | None, high: int | None) -> int | None:
    """The first number between two that a list or table does not have; None where there is none, or no end is known."""
    if low is None or high is None:
        return None
    if isinstance(has, frozenset):
        return next((n for n in range(low, min(high, low + MOST_KEYS) + 1) if n not in has), None)
    shortest, longest = has
    return low if low < 1 else high if high > (longest if low == high else shortest) else None


class _Looking(Forward[Names]):
    """What is known are the names that a test has looked at."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(checked, frozenset())
        self.missing: list[Missing] = []
        self.ranges = Ranges(checked)
        self.places = {id(x): span for span, x in checked.reads if self._is_open(x)}

    def _is_open(self, x: core.X) -> bool:
        """Whether it takes a look at what stands around a read to know that it is within bounds."""
        has, index = _entries(x, self.checked), _index(x)
        if has is None:
            return False
        if any(isinstance(part, core.Var) for part in core.walk(index)):
            return True
        return _beyond(has, *self.ranges.range(index)) is not None

    def begins(self, body: core.Body) -> None:
        """Take up the ranges of locals that are set once."""
        lets = [s for s in core.statements(body) if isinstance(s, core.Let)]
        names = [let.var for let in lets]
        for let in lets:
            if names.count(let.var) == 1:
                self.ranges.locals[let.var] = self.ranges.range(let.value)

    def where(self, test: core.X, known: Names) -> Names | None:
        return None if test == core.FALSE else known | _names(test)

    def after(self, s: core.S, known: Names) -> Names:
        return known | _names(s.test) if isinstance(s, core.Check) else known

    def binds(self, var: str, domain: core.X) -> None:
        self.ranges.locals[var] = self._elements(domain)

    def matters(self, x: core.X) -> bool:
        return id(x) in self.places

    def part(self, x: core.X, known: Names) -> core.X:
        if id(x) in self.places:
            self._read(x, known)
        return super().part(x, known)

    def _read(self, x: core.X, tested: Names) -> None:
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

    def _elements(self, domain: core.X) -> Range:
        """The ends of the numbers in a list."""
        match domain:
            case core.Const(value=tuple() as elements) if elements and all(type(n) is int for n in elements):
                return min(elements), max(elements)
            case core.Prim(name="interval", args=(first, end)):
                low, high = self.ranges.range(first)[0], self.ranges.range(end)[1]
                return low, None if high is None else high - 1
        return ALL


def _elements(number: int) -> str:
    return "1 element" if number == 1 else f"{number} elements"


def _names(x: core.X) -> Names:
    """What a test looks at: variables, locals, values."""
    read = footprint(x, lambda value: None)
    return read.names | read.families | read.values

"""Whether free actions without a limit can feed one another without end (E406, E410).

Each is read as what it takes from the one who acts and what it gives back: a vector over resources, variables and
places. They can go on forever exactly where some mix of them takes nothing on the whole; otherwise there are weights
under which each of them costs something. What no text says for sure is read in favour of the ruleset, and play has a
bound besides (E412).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from interpreter.language.core import Act, Add, Const, Op, Put, S, const
from interpreter.language.core.checked import FreeDef, Procedure
from interpreter.language.core.running import unguarded
from interpreter.language.resolve.context import Context
from interpreter.language.syntax import nodes
from interpreter.language.syntax.printer import to_text
from interpreter.records import mutable

Change = dict[str, int]
"""what → how much there is of it afterwards: below 0 where it is used up"""
MOST_WAYS = 64
"""Ways to choose the resources of one action that are looked at."""


def circle(c: Context, unlimited: Sequence[FreeDef], using: Container[str]) -> list[FreeDef]:
    """Free actions that go round without using anything up, [] for none. One alone is a circle if it uses nothing.

    using: those of which some statement takes something away; it counts where that statement is not looked into."""
    ways = [(free, way) for free in unlimited for way in _Reading(c, free, free.id in using).ways()]
    keys = sorted({key for _, way in ways for key in way})
    if not ways:
        return []
    shares = _mix([[way.get(key, 0) for key in keys] or [0] for _, way in ways])
    found = {free.id for (free, _), share in zip(ways, shares, strict=True) if share > 0}
    return [free for free in unlimited if free.id in found]


def _mix(rows: list[list[int]]) -> list[Fraction]:
    """How often to take each row so that no column falls on the whole; all 0 where every mix lets one fall.

    The value of the game in which one player picks the row and the other the column, by the simplex method."""
    shift = 1 - min(min(row) for row in rows)
    n, m = len(rows), len(rows[0])
    table = [
        [*(Fraction(x + shift) for x in row), *(Fraction(i == j) for j in range(n)), Fraction(1)]
        for i, row in enumerate(rows)
    ]
    cost = [*([Fraction(-1)] * m), *([Fraction(0)] * (n + 1))]
    basis = [m + i for i in range(n)]
    while (column := next((j for j in range(m + n) if cost[j] < 0), None)) is not None:
        ratios = [(table[i][-1] / table[i][column], basis[i], i) for i in range(n) if table[i][column] > 0]
        at = min(ratios)[2]
        basis[at] = column
        table[at] = [x / table[at][column] for x in table[at]]
        for row in (*(r for i, r in enumerate(table) if i != at), cost):
            if factor := row[column]:
                row[:] = [x - factor * y for x, y in zip(row, table[at], strict=True)]
    return cost[m : m + n] if 1 / cost[-1] >= shift else [Fraction(0)] * n


@mutable
class _Reading:
    """One free action as it is written."""

    c: Context
    free: FreeDef
    uses_up: bool

    def ways(self) -> Iterator[Change]:
        """What it changes, for each choice of the resources that it leaves open."""
        decl = self.free.decl
        self.binders = {b.name: b for b in self.c.binders(decl.choose)}
        self.body = [*self._statements(self.c.program(decl.do), frozenset())]
        for _, s in self.body:
            if isinstance(s, nodes.Choose):
                self.binders |= {b.name: b for b in s.binders}
        self.tested = self._tested()
        self.open: dict[str, tuple[str, ...]] = {}
        changes = [change for sure, s in self.body for change in self._changes(s, sure)]
        names = [*self.open]
        for i, picks in enumerate(product(*self.open.values())):
            if i >= MOST_WAYS:
                return
            picked = dict(zip(names, picks, strict=True))
            out: Counter[str] = Counter()
            for key, n in changes:
                out[picked.get(key, key)] += n
            yield dict(out)

    def _statements(
        self, body: nodes.Block, inside: frozenset[str], sure: bool = True
    ) -> Iterator[tuple[bool, nodes.Statement]]:
        """What runs without anybody having said that it may; and whether it runs for sure."""
        for s in body:
            yield sure, s
            match s:
                case nodes.If():
                    yield from self._statements(s.then, inside, False)
                    yield from self._statements(s.otherwise or (), inside, False)
                case nodes.For() | nodes.Repeat() | nodes.Does():
                    yield from self._statements(s.body, inside, False)
                case nodes.IfPossible():
                    yield from self._statements(s.otherwise or (), inside, False)
                case nodes.Do():
                    name = _called(s)
                    if name in self.c.model.procedures and name not in inside:
                        text = self.c.program(self.c.model.procedures[name].do)
                        yield from self._statements(text, inside | {name}, sure)
                case _:
                    pass

    def _tested(self) -> set[str]:
        """Every name in a condition or in a list that something is chosen from."""
        conditions: list[nodes.Node | None] = [x for b in self.binders.values() for x in (b.domain, b.condition)]
        conditions += [s.condition for _, s in self.body if isinstance(s, nodes.Require | nodes.If)]
        names: set[str] = set()
        for x in conditions:
            for node in nodes.walk(x):
                if isinstance(node, nodes.Name | nodes.Mine):
                    names.add(node.name)
                    if node.name in self.c.model.values:
                        names.add("")  # what a value reads is not looked up
        return names

    def _changes(self, s: nodes.Statement, sure: bool) -> Iterator[tuple[str, int]]:
        match s:
            case nodes.Transfer():
                for alternatives in s.amounts:
                    for item in alternatives.items[:1] if len(alternatives.items) == 1 else ():
                        yield from self._transferred(item, s.verb, sure, s.other is None)
                    if len(alternatives.items) > 1 and s.verb in ("pay", "lose"):
                        yield self._apart(s)
            case nodes.Move(item=nodes.Bundle(value=nodes.Name(name=name))) if name in self.binders:
                source, target = to_text(self.binders[name].domain), to_text(s.to)
                if source != target:
                    yield f"at {source}", -1
                    yield f"at {target}", int(sure)
            case nodes.Assign() if (name := _assigned(s)) and self._is_tested(name):
                yield f"of {name}", -1 if s.operator != "+=" or isinstance(s.value, nodes.Minus) else int(sure)
            case (
                nodes.Transfer() | nodes.Let() | nodes.Choose() | nodes.ChooseSome() | nodes.Require() | nodes.Assign()
            ):
                pass
            case nodes.If() | nodes.For() | nodes.Repeat() | nodes.IfPossible() | nodes.Reveal():
                pass
            case nodes.Do() if _called(s) in self.c.model.procedures:
                pass
            case _ if self.uses_up:
                yield self._apart(s)
            case _:
                pass

    def _apart(self, s: nodes.Statement) -> tuple[str, int]:
        """Something that is used up and that nothing is known to give back."""
        return f"{self.free.id} {s.span.start}", -1

    def _is_tested(self, name: str) -> bool:
        return name in self.tested or "" in self.tested

    def _transferred(self, item: nodes.Item, verb: str, sure: bool, by_supply: bool) -> Iterator[tuple[str, int]]:
        outward, exact = verb in ("pay", "lose"), verb in ("pay", "take")
        if isinstance(item, nodes.Bundle):
            if outward:
                yield f"{self.free.id} {item.span.start}", -1
            return
        key, names = self._resource(item.resource)
        count = item.count if isinstance(item, nodes.Amount) else None
        number = count.value if isinstance(count, nodes.Number) else None
        decl = self.c.model.resources.get(key)
        if not by_supply or (decl is not None and decl.supply is not None):  # the other side has less, or more
            other = f"{key} in supply" if by_supply else f"{key} of others"
            taken = exact and count is not None and not self._is_from_zero(count)
            yield other, (number or 0) * sure if outward else -(1 if number is None else number) * taken
        if not outward:
            yield key, number if number is not None and sure else 0
        elif not self._is_from_zero(count) and (exact and count is not None or any(map(self._is_tested, names))):
            yield key, -1 if number is None else -number
        else:
            yield key, 0

    def _is_from_zero(self, count: nodes.Expr | None) -> bool:
        """Whether a number is chosen from 0 on."""
        binder = self.binders.get(count.name) if isinstance(count, nodes.Name) else None
        low = binder.domain.low if binder is not None and isinstance(binder.domain, nodes.Interval) else None
        return isinstance(low, nodes.Number) and low.value <= 0

    def _resource(self, x: nodes.Expr) -> tuple[str, tuple[str, ...]]:
        """What stands for a resource in a change, and the names by which tests speak of it."""
        name = x.name if isinstance(x, nodes.Name) else to_text(x)
        among = self.binders[name].domain if name in self.binders else x
        group = among.name if isinstance(among, nodes.Name) else ""
        if members := tuple(m for m, decl in self.c.model.resources.items() if group in decl.groups):
            key = f"any {name}" if name in self.binders else f"any {name} {x.span.start}"
            self.open[key] = members
            return key, (name, group, *members)
        if name in self.c.model.resources:
            return name, (name, *self.c.model.resources[name].groups)
        return f"{self.free.id} {name}", (name,)


def _called(s: nodes.Do) -> str:
    target = s.target.function if isinstance(s.target, nodes.Call) else s.target
    return target.name if isinstance(target, nodes.Name) else ""


def _assigned(s: nodes.Assign) -> str:
    target: nodes.Expr = s.target
    while isinstance(target, nodes.Index):
        target = target.value
    return target.name if isinstance(target, nodes.Name | nodes.Mine | nodes.Attribute) else ""


def check(c: Context, procedures: Mapping[str, Procedure]) -> None:
    """A free action that may be taken any number of times must use something up, and all of them together must."""
    unlimited = [free for free in c.free if free.decl.limit is None]
    using = {free.id for free in unlimited if any(map(_uses_up, unguarded(procedures[free.id].body)))}
    endless = [free for free in unlimited if circle(c, [free], using)]
    for free in endless:
        c.report("E406", free.decl.span, name=free.id)
    others = [free for free in unlimited if free not in endless]
    if len(found := circle(c, others, using)) > 1:
        related = [(free.decl.span, f"`{free.id}` stands here") for free in found[1:]]
        c.diagnostics.add("E410", found[0].decl.span, related=related, names=", ".join(f"`{f.id}`" for f in found))


def _uses_up(s: S) -> bool:
    """Whether a statement takes away from something, or moves a piece."""
    if isinstance(s, Act):
        return s.name == "move_piece"
    if isinstance(s, Put):
        return s.value == const(0)
    if not isinstance(s, Add):
        return False
    if isinstance(s.value, Const):
        return isinstance(s.value.value, int) and s.value.value < 0
    return isinstance(s.value, Op) and s.value.operator == "neg"

"""Python text that lists the options of a decision: loops over domains with tests, cheapest form first.

Values are written out inside tests; what does not depend on the loop is taken out in front of it; a test "no element
of a list has the same x" becomes a look-up in a set made once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from interpreter.diagnostics import Span
from interpreter.language.analysis.costs import Costs
from interpreter.language.analysis.legality import Analysis
from interpreter.language.codegen.pycode import iterable, spent, test, value
from interpreter.language.core import (
    TRUE,
    Alt,
    At,
    Bind,
    Cond,
    Const,
    Fold,
    ListX,
    Op,
    Prim,
    Tab,
    Value,
    Var,
    X,
    both,
    children,
    free_vars,
    is_nonnegative,
    rebuilt,
    walk,
)
from interpreter.language.core.extent import size
from interpreter.program.types import BOOL, INT, Type, list_of
from interpreter.records import mutable

PLACE = "  # "
"""Stands before the number of a place (see `Program.marks`) at the end of the first line of its statement."""


@mutable
class Writer:
    """Lines of Python text with a current indent. Where a new statement of the rules begins, the line ends with its
    place, so that a fault can be told by it. Places are numbers: no text of the ruleset stands in a comment."""

    lines: list[str] = field(default_factory=list)
    indent: int = 1
    loop: int = -1
    """label of the loop whose head is being written: going there is `continue`"""
    direct: bool = False
    """whether a jump may call a loop's head instead of leaving it to the machine: at the bottom of the Python stack"""
    _place: str = ""

    def __call__(self, text: str) -> None:
        self.lines.append("    " * self.indent + text + self._place)
        self._place = ""

    def at(self, place: int) -> None:
        """The next line is the first of the statement at the place of this number."""
        self._place = f"{PLACE}{place}"

    def into(self) -> Writer:
        return Writer(self.lines, self.indent + 1, self.loop, self.direct)


Found = Callable[[Writer, str], None]
"""Writes what happens with an option, given as text."""


@mutable
class Lister:
    """Writes the listing of alternatives.

    alike: (domain, its binder, steps for each element that are taken from the budget) → text of an iterable with alike
    pieces merged.
    """

    analysis: Analysis
    alike: Callable[[X, Bind, int], str]
    lowered: Callable[[X], X]
    """puts addresses in the place of slots"""
    costs: Costs
    number: Callable[[Span], int]
    """what stands for a place at the end of a line"""
    counter: int = 0
    hoisted: dict[X, Var] = field(default_factory=dict)

    def inlined(self, x: X) -> X:
        """An expression with its values written out and its addresses known."""
        return self.lowered(self.analysis.inlined(x))

    def _begin(self, place: Span | None, w: Writer) -> None:
        """The next line is the first of what is written for a place."""
        if place is not None:
            w.at(self.number(place))

    def fresh(self, name: str) -> str:
        self.counter += 1
        return f"{name}{self.counter}"

    def alternative(
        self, w: Writer, alt: Alt, found: Found, number: int, guard: X, known: set[str], *, bare: bool = False
    ) -> None:
        """Write the loops of one alternative; `found` writes what happens with each option. bare: of an option with one
        binding it is told only what is bound."""
        available = set(known)
        for let in alt.lets:
            w(f"{let.var} = {value(self.inlined(let.value))}")
            available.add(let.var)
        tests = _conjuncts(self.inlined(guard))
        if alt.when is not None:
            tests = _conjuncts(self.inlined(alt.when)) + tests
        w, tests = self._level(w, tests, available, alt.span)
        if bare and len(alt.binds) == 1:
            self._rest(w, alt.binds, tests, available, (), lambda iw, text: found(iw, text[1:-2]))
        else:
            self._rest(w, alt.binds, tests, available, (str(number),), found)

    def _rest(
        self,
        w: Writer,
        binds: tuple[Bind, ...],
        tests: list[X],
        available: set[str],
        chosen: tuple[str, ...],
        found: Found,
    ) -> None:
        """Write the loops of the bindings; `chosen` are the texts of what the option holds already."""
        for i, bind in enumerate(binds):
            w, tests = self._bind(w, bind, tests, available, binds[i + 1 :])
        bound = (*chosen, *(bind.var for bind in binds))
        found(w, f"({', '.join(bound)}{',' if len(bound) == 1 else ''})")

    def _level(
        self, w: Writer, tests: list[X], available: set[str], place: Span | None = None
    ) -> tuple[Writer, list[X]]:
        """Open an `if` for the tests whose locals are all known; the others wait. place: of the alternative, at which
        it is told if its tests take too long."""
        ready = [t for t in tests if free_vars(t) <= available]
        waiting = [t for t in tests if not free_vars(t) <= available]
        condition = both(self._short_first(ready))
        if condition != TRUE:
            text = test(condition)
            if "spent(" in text:
                self._begin(place, w)
            w(f"if {text}:")
            w = w.into()
        return w, waiting

    def _short_first(self, tests: list[X]) -> list[X]:
        """Tests in an order that spares the long ones, where each can be asked whatever the others say."""
        if any(self.analysis.outside.may_read(t) for t in tests):
            return tests
        return sorted(tests, key=size)

    def _bind(
        self, w: Writer, bind: Bind, tests: list[X], available: set[str], later: tuple[Bind, ...]
    ) -> tuple[Writer, list[X]]:
        own = [] if bind.test is None else _conjuncts(self.inlined(bind.test))
        domain = self.inlined(bind.domain)
        ready = [t for t in tests if free_vars(t) <= available | {bind.var}]
        waiting = [t for t in tests if t not in ready]
        if bind.extreme:
            return self._best(w, bind, domain, own, ready, available), waiting
        wanted = own + ready
        weight = self.costs.listing(bind.domain, [*own, *tests], later)
        by_identity = any(_uses_identity(t, bind.var) for t in wanted)
        self.hoisted = {}
        if isinstance(domain, Fold) and any(p == domain for t in wanted for p in walk(t)):
            w(f"{(name := self.fresh('h'))} = {value(domain)}")
            self.hoisted[domain] = Var(name, domain.type)
        if isinstance(domain, ListX) and len(domain.elements) <= SHORT:
            hoisted = wanted
        else:
            hoisted = [self._hoist(w, t, available) for t in wanted]
            domain = self._hoist_inside(w, self.hoisted.get(domain, domain), available)
        condition = both(hoisted)
        text = self.alike(domain, bind, weight) if not by_identity else spent(weight, iterable(domain))
        if by_identity and bind.type.name == "piece" and condition != TRUE:
            text = self.alike(Fold("list", bind.var, domain, condition, None, domain.type), bind, weight)
            condition = TRUE
        if weight:
            self._begin(bind.at, w)
        w(f"for {bind.var} in {text}:")
        w = w.into()
        available.add(bind.var)
        if condition != TRUE:
            w(f"if {test(condition)}:")
            w = w.into()
        return w, waiting

    def _best(self, w: Writer, bind: Bind, domain: X, own: list[X], ready: list[X], available: set[str]) -> Writer:
        """`with most`: the best of those that pass their own test; tests of the guard come after."""
        assert bind.value is not None and bind.extreme is not None
        merged = Fold(bind.extreme, bind.var, domain, both(own), self.inlined(bind.value), bind.domain.type)
        w(f"for {bind.var} in {self.alike(merged, bind, 0)}:")
        w = w.into()
        available.add(bind.var)
        if ready:
            w(f"if {test(both(ready))}:")
            w = w.into()
        return w

    # ---- loop invariants

    def _hoist(self, w: Writer, x: X, available: set[str]) -> X:
        """x with its costly parts that do not change in the loop taken out into locals in front of it."""
        joined = self._as_set(w, x, available)
        if joined is not None:
            return joined
        if x in self.hoisted:
            return self.hoisted[x]
        if isinstance(x, Prim) and x.name == "fits" and free_vars(x.args[1]) <= available:
            board, content, piece = x.args
            if not free_vars(piece) <= available and _is_safe(content, self.analysis):
                fitting = self._hoist(w, Prim("fitting", (board, content), list_of(INT)), available)
                return Prim("fits_in", (board, piece, fitting), BOOL)
        if _is_costly(x) and free_vars(x) <= available and _is_safe(x, self.analysis):
            name = self.fresh("h")
            w(f"{name} = {test(x) if x.type == BOOL else value(x)}")
            self.hoisted[x] = Var(name, x.type, is_nonnegative(x))
            return self.hoisted[x]
        if not children(x):
            return x
        return rebuilt(x, lambda c: self._hoist(w, c, available))

    def _hoist_inside(self, w: Writer, domain: X, available: set[str]) -> X:
        """The domain with what does not change inside its own loops taken out in front."""
        if not isinstance(domain, Fold):
            return domain
        return rebuilt(domain, lambda c: self._hoist(w, c, available))

    def _as_set(self, w: Writer, x: X, available: set[str]) -> X | None:
        """any(c in list if f(c) is g), where only g changes in the loop → g in {f(c)…} with the set made in front."""
        if not isinstance(x, Fold) or x.kind != "any" or not isinstance(x.test, Op) or x.test.operator != "==":
            return None
        if not free_vars(x.domain) <= available or not _is_safe(x.domain, self.analysis):
            return None
        for inner, outer in (x.test.args, x.test.args[::-1]):
            if x.var in free_vars(inner) and free_vars(inner) <= available | {x.var} and x.var not in free_vars(outer):
                is_first = isinstance(x.domain, Prim) and x.domain.name == "placements" and _is_first(inner, x.var)
                if not is_first and not _is_safe(inner, self.analysis):
                    continue
                name = self.fresh("set")
                members = Fold("set_of", x.var, x.domain, None, inner, Type("list", item=inner.type))
                w(f"{name} = {value(members)}")
                return Op("in", (outer, Var(name, members.type)), BOOL)
        return None


SHORT = 3
"""In a loop over a list written out with so few elements nothing is taken out: often no element comes to it."""


def _conjuncts(x: X) -> list[X]:
    if isinstance(x, Op) and x.operator == "and":
        return [part for a in x.args for part in _conjuncts(a)]
    return [] if x == TRUE else [x]


def _is_costly(x: X) -> bool:
    return any(isinstance(p, Fold | Value | Prim | Cond | At) for p in walk(x)) and not isinstance(x, Var)


def _is_safe(x: X, analysis: Analysis) -> bool:
    """Whether evaluating it early cannot raise where the loop would never have come to it."""
    for p in walk(x):
        if isinstance(p, Tab) and isinstance(analysis.tables[p.table], dict):
            return False
        if isinstance(p, Prim) and p.name in ("item", "there", "distance", "cheapest"):
            return False
        if isinstance(p, Op) and p.operator in ("//", "%") and not (isinstance(p.args[1], Const) and p.args[1].value):
            return False
        if isinstance(p, Fold) and p.kind in ("min", "max"):
            return False
    return True


def _is_first(x: X, var: str) -> bool:
    """Whether x is the first element of a local: a way to lay a shape has at least one cell."""
    return isinstance(x, Prim) and x.name == "item" and x.args[1] == Const(1) and x.args[0] == Var(var, x.args[0].type)


def _uses_identity(x: X, var: str) -> bool:
    """Whether a test compares the piece itself, so that alike pieces may differ in it."""
    match x:
        case Op(operator="==" | "!=" | "in"):
            if any(a == Var(var, a.type) for a in x.args):
                return True
    return any(_uses_identity(c, var) for c in children(x))

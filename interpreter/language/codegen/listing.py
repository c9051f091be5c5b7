"""Python text that lists the options of a decision: loops over domains with tests, cheapest form first.

Values are written out inside tests; what does not depend on the loop is taken out in front of it; a test "no element
of a list has the same x" becomes a look-up in a set made once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

from interpreter.diagnostics import Span
from interpreter.language.analysis.costs import Costs
from interpreter.language.analysis.legality import Analysis
from interpreter.language.codegen.pycode import always, exchanged, identifier, iterable, repeated, test, value
from interpreter.language.codegen.pycode import counted as run_over
from interpreter.language.codegen.pycode import spent as spent_by
from interpreter.language.codegen.tallies import counted
from interpreter.language.core import (
    FALSE,
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
    substituted,
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
    pieces merged. stock: (domain, its binder) → class and place, where all copies of the kinds lie at first. function:
    takes the text of a function beside the listing.
    """

    analysis: Analysis
    alike: Callable[[X, Bind, int], str]
    stock: Callable[[X, Bind], tuple[str, int] | None]
    function: Callable[[str], None]
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
        ways: int = 1,
    ) -> None:
        """Write the loops of the bindings that are left; `chosen` are the texts of what the option holds already. ways:
        how many times what is written here is written in all."""
        if not binds:
            found(w, f"({', '.join(chosen)}{',' if len(chosen) == 1 else ''})")
            return
        bind, later = binds[0], binds[1:]
        values = _few(bind)
        if values is None or ways * len(values) > MOST_WAYS:
            w, tests = self._bind(w, bind, tests, available, later)
            self._rest(w, later, tests, available, (*chosen, bind.var), found, ways)
            return
        own = [] if bind.test is None else [bind.test]
        for v in values:
            env: dict[str, X] = {bind.var: Const(v, bind.type)}
            here = [part for t in (*own, *tests) for part in _conjuncts(self.inlined(substituted(t, env)))]
            if FALSE in here:
                continue
            inner, waiting = self._level(w, here, available)
            rest = tuple(_with(b, env) for b in later)
            self._rest(inner, rest, waiting, set(available), (*chosen, str(v)), found, ways * len(values))

    def _level(
        self, w: Writer, tests: list[X], available: set[str], place: Span | None = None
    ) -> tuple[Writer, list[X]]:
        """Open an `if` for the tests whose locals are all known; the others wait. place: of the alternative, at which
        it is told if its tests take too long."""
        ready = [t for t in tests if free_vars(t) <= available]
        waiting = [t for t in tests if not free_vars(t) <= available]
        condition = both(self._short_first(ready))
        if condition != TRUE:
            text = test(self._tallied(w, condition, available))
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

    def _tallied(self, w: Writer, x: X, available: set[str]) -> X:
        """x where something is asked for each of a few things: what has that thing for its key is listed beforehand."""
        if isinstance(x, Fold) and isinstance(x.domain, Const):
            made: dict[X, Var] = {}

            def known(keys: Fold) -> Var | None:
                if keys not in made and free_vars(keys) <= available and _is_safe(keys, self.analysis):
                    made[keys] = Var(self.fresh("keys"), keys.type)
                    w(f"{made[keys].name} = {iterable(keys)}")
                return made.get(keys)

            return self.analysis.folded(counted(x, known))
        return rebuilt(x, lambda c: self._tallied(w, c, available)) if children(x) else x

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
        if not by_identity and (stock := self.stock(self.inlined(bind.domain), bind)) is not None:
            text, condition = self._of_kinds(bind, *stock, condition)
        else:
            text = self.alike(domain, bind, weight) if not by_identity else spent_by(weight, iterable(domain))
        if by_identity and bind.type.name == "piece" and condition != TRUE:
            text = self.alike(Fold("list", bind.var, domain, condition, None, domain.type), bind, weight)
            condition = TRUE
        if weight:
            self._begin(bind.at, w)
        w(f"for {bind.var} in {text}:")
        w = w.into()
        available.add(bind.var)
        if condition != TRUE:
            w = self._tested(w, _conjuncts(condition), available)
        return w, waiting

    def _of_kinds(self, bind: Bind, cls: str, place: int, condition: X) -> tuple[str, X]:
        """Of pieces with many copies in one place only those kinds are gone through that pass the tests which ask
        nothing but their kind and a few numbers, such as a price. Which do is remembered by these numbers."""
        tests = _conjuncts(condition)
        fixed = [t for t in tests if _asks_kind(t, bind.var) and _is_safe(t, self.analysis)]
        if not fixed:
            return self.alike(self.inlined(bind.domain), bind, 0), condition
        test_of_kind = both(fixed)
        names = sorted(free_vars(test_of_kind) - {bind.var})
        given = ", ".join(names)
        # What was tested before may stand as any value that is true or not, such as a list; remembered is yes or no.
        tested = {p.name for p in walk(test_of_kind) if isinstance(p, Var) and p.type == BOOL}
        asked = ", ".join(f"not not {n}" if n in tested else n for n in names)
        name = self.fresh("kinds")
        self.function(
            f"@lru_cache(FIXED_KEPT)\ndef {name}({given}):\n"
            f"    copies = COPIES_{identifier(cls)}\n"
            f"    return [pieces for pieces in copies for {bind.var} in [pieces[0]] if {test(test_of_kind)}]"
        )
        kinds = f"{name}({asked})"
        by_kind = [t for t in tests if t not in fixed and _asks_kind(t, bind.var, anything=True)]
        if by_kind:
            first = f"for {bind.var} in [pieces[0]]"
            kinds = f"[pieces for pieces in {kinds} {first} if {test(both(by_kind))}]"
        rest = [t for t in tests if t not in fixed and t not in by_kind]
        return f"AT_{identifier(cls)}(s, {kinds}, {place})", both(rest)

    def _tested(self, w: Writer, tests: list[X], available: set[str]) -> Writer:
        """Open an `if` for tests; a costly part of several of them is worked out once, when the first comes to it."""
        known = available | {v.name for v in self.hoisted.values()}
        shared = self._shared(tests, known) or repeated(tests, frozenset(known))
        if shared is None:
            w(f"if {test(both(tests))}:")
            return w.into()
        first = next(i for i, t in enumerate(tests) if any(p == shared for p in walk(t)))
        if first:
            w(f"if {test(both(tests[:first]))}:")
            w = w.into()
        name = self.fresh("h")
        _set(w, name, shared, value(shared))
        noted = Var(name, shared.type, is_nonnegative(shared))
        return self._tested(w, [exchanged(t, shared, noted) for t in tests[first:]], available | {name})

    def _shared(self, tests: list[X], available: set[str]) -> X | None:
        """The largest costly part that stands in several tests and may be worked out before the first of them."""
        if len(tests) < 2:
            return None
        count: dict[X, int] = {}
        certain: dict[X, bool] = {}
        for t in tests:
            certainly = set(always(t))
            for part in dict.fromkeys(p for p in walk(t) if _is_called(p) and free_vars(p) <= available):
                count[part] = count.get(part, 0) + 1
                certain.setdefault(part, part in certainly)
        found = [p for p, n in count.items() if n > 1 and (certain[p] or _is_safe(p, self.analysis))]
        return max(found, key=lambda p: sum(1 for _ in walk(p)), default=None)

    def _best(self, w: Writer, bind: Bind, domain: X, own: list[X], ready: list[X], available: set[str]) -> Writer:
        """`with most`: the best of those that pass their own test; tests of the guard come after."""
        assert bind.value is not None and bind.extreme is not None
        merged = Fold(bind.extreme, bind.var, domain, both(own), self.inlined(bind.value), bind.domain.type)
        w(f"for {bind.var} in {self.alike(merged, bind, 0)}:")
        w = w.into()
        available.add(bind.var)
        if ready:
            w = self._tested(w, ready, available)
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
            _set(w, name, x, test(x) if x.type == BOOL else value(x))
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


def _set(w: Writer, name: str, x: X, text: str) -> None:
    """Write what sets a local. What counts elements or looks for one goes through its list in place, which costs less
    than making another list. text: how x is written elsewhere."""
    is_looked_through = isinstance(x, Fold) and x.kind in ("count", "any") and not isinstance(x.domain, Const)
    if (
        not isinstance(x, Fold)
        or not is_looked_through
        or (x.test is not None and repeated([x.test], free_vars(x) | {x.var}))
    ):
        w(f"{name} = {text}")
        return
    w(f"{name} = {0 if x.kind == 'count' else False}")
    w(f"for {x.var} in {run_over(x, x.domain)}:")
    inner = w.into()
    if x.test is not None:
        inner(f"if {test(x.test)}:")
        inner = inner.into()
    inner(f"{name} += 1" if x.kind == "count" else f"{name} = True")
    if x.kind == "any":
        inner("break")


SHORT = 3
"""In a loop over a list written out with so few elements nothing is taken out: often no element comes to it."""

FEW = 6
"""Choices among at most so many things that are known beforehand are written out one by one, which folds addresses,"""
MOST_WAYS = 216
"""and at most so many combinations of them."""


def _few(bind: Bind) -> tuple[int, ...] | None:
    """The things of a choice that is written out."""
    if bind.extreme or not isinstance(bind.domain, Const) or not isinstance(bind.domain.value, tuple):
        return None
    values = bind.domain.value
    is_plain = bind.type.name in ("resource", "player") or (bind.type.name == "piece" and not bind.shown)
    return values if is_plain and len(values) <= FEW else None


def _with(bind: Bind, env: dict[str, X]) -> Bind:
    """A binding in which a former one is settled."""
    return replace(
        bind,
        domain=substituted(bind.domain, env),
        test=None if bind.test is None else substituted(bind.test, env),
        value=None if bind.value is None else substituted(bind.value, env),
    )


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


def _is_called(x: X) -> bool:
    """Whether working x out costs at least a loop or a call."""
    return isinstance(x, Fold | Value) or isinstance(x, Prim) and x.name in ("bag_sum", "placements")


def _asks_kind(x: X, var: str, *, anything: bool = False) -> bool:
    """Whether a test of a piece asks only for entries of tables by its kind, numbers and what is true or not. anything:
    whatever other locals hold may be asked too, and its shape."""
    match x:
        case Tab(table=table, index=Var(name=name)) if name == var:
            return table == "KIND" or table.startswith("P_")
        case Prim(name="fits_in", args=(_, Var(name=name), fitting)) if anything and name == var:
            return var not in free_vars(fitting)
        case Tab(index=index):
            return _asks_kind(index, var, anything=anything)
        case Var():
            return x.name != var and (anything or x.type.name in ("int", "bool", "player"))
        case Const() | Op() | Cond():
            return all(_asks_kind(c, var, anything=anything) for c in children(x))
    return False


def _uses_identity(x: X, var: str) -> bool:
    """Whether a test compares the piece itself, so that alike pieces may differ in it."""
    match x:
        case Op(operator="==" | "!=" | "in"):
            if any(a == Var(var, a.type) for a in x.args):
                return True
    return any(_uses_identity(c, var) for c in children(x))

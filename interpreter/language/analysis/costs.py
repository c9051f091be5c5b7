"""How many steps rules take at most, and how large numbers and lists can grow, as far as their text tells.

What is certainly short is carried out without counting. A loop or a call that may be long takes its steps from the
budget of the decision where it is written (`runtime.faults`), and counts as one step for what holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from functools import cached_property

from interpreter.bounds import MOST_ELEMENTS, UNCOUNTED
from interpreter.language import core
from interpreter.language.core.checked import Checked
from interpreter.records import mutable

UNKNOWN = 10**9
"""Elements of a list of which nothing says how many there can be."""

SLOT_BITS = 50
"""Bits of a number that is kept or handed on (`bounds.MOST_KEPT`)."""

WIDE = 2_000
"""Bits of a number up to which a formula may work one out without a check."""

SMALL_BITS = 40
"""Bits of a number that can be added without a check: no game adds often enough that it matters."""

ELEMENT = 15
"""Steps, at least, of an element of a long list that is gone through, and"""
CANDIDATE = 40
"""of one that may become an option or part of a list: each takes memory."""

BUILDING = ("list_of", "set_of", *core.SELECTING)
"""Kinds of loops inside expressions that give a list."""

CALL = 20
"""Steps of a call, of a function or of what takes steps from the budget, and"""
ASKING = 500
"""of a decision or draw, without its options."""

AT_ONCE = 1_000_000
"""Most steps that are taken from the budget for one element or one call."""

GROWS = 1 << 30
"""Stands for: as many times what is kept as one likes."""

WEIGHTS = {
    "fits": 100, "placements": 200, "assignable": 100, "weighted": 50, "without": 50, "reversed": 50, "same": 0,
    "room": 0,
    "network": 0, "distance": 50, "cheapest": 50, "within_reach": 50, "enclosed": 100,
}  # fmt: skip
"""Steps of primitives that cost more or less than others, besides what they take from the budget themselves."""


@mutable
class Costs:
    """What the rules of one ruleset cost. nesting: procedures that may come to be called inside themselves."""

    checked: Checked
    nesting: frozenset[str] = frozenset()
    inlined: Callable[[core.X, int], core.X] = lambda x, _: x
    """an expression as it is written: with values written out in it, up to so many nodes"""
    _steps: dict[core.X, int] = field(default_factory=dict)
    _growth: dict[core.X, tuple[int, int]] = field(default_factory=dict)
    _of_value: dict[str, int] = field(default_factory=dict)
    _of_procedure: dict[str, int] = field(default_factory=dict)
    _most_of_value: dict[str, int] = field(default_factory=dict)
    _most_of_table: dict[str, int] = field(default_factory=dict)
    _of_statement: dict[int, tuple[core.S, int]] = field(default_factory=dict)
    """by identity, which is the statement's while it is kept here: each level asks for those below"""
    _growth_of_value: dict[str, tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.layout = self.checked.layout
        self.procedures = self.checked.procedures
        self.values = self.checked.values
        self._under_way: set[str] = set()

    # ---- lists

    def elements(self, x: core.X) -> int:
        """How many elements a list has at most."""
        match x:
            case core.Const(value=tuple() as found):
                return len(found)
            case core.Get() | core.At() if x.type.name == "list" and x.family.startswith("loc:"):
                classes = [f.removeprefix("loc:") for f in core.families(x.family)]
                return sum(len(self.layout.class_pieces.get(cls, ())) for cls in classes)
            case core.Tab():
                return self._longest(x.table)
            case core.Fold(kind="list" | "most" | "least" | "rising" | "falling" | "set_of"):
                return self.elements(x.domain)
            case core.Fold(kind="list_of"):
                return self.elements(x.domain)
            case core.ListX():
                return len(x.elements)
            case core.Op(operator="+", args=args):
                return min(UNKNOWN, sum(map(self.elements, args)))
            case core.Cond(then=then, other=other):
                return max(self.elements(then), self.elements(other))
            case core.Prim(name="interval", args=(core.Const(value=int() as low), core.Const(value=int() as high))):
                return max(0, high - low)
            case core.Prim(name="without" | "with_item" | "reversed", args=(first, *_)):
                return self.elements(first)
            case core.Prim(name="joined" | "union", args=(core.Fold(kind="list_of", domain=domain, value=inner),)):
                return min(UNKNOWN, self.elements(domain) * (UNKNOWN if inner is None else self.elements(inner)))
            case core.Prim(name="noting", args=(domain, *_)):
                return self.elements(domain)
            case core.Value(id=name):
                if name not in self._most_of_value:
                    self._most_of_value[name] = UNKNOWN
                    self._most_of_value[name] = self.elements(self.values[name].result)
                return self._most_of_value[name]
        return UNKNOWN

    def _longest(self, table: str) -> int:
        if table not in self._most_of_table:
            found = self.layout.tables.get(table)
            rows = found.values() if isinstance(found, dict) else found if isinstance(found, tuple) else ()
            self._most_of_table[table] = max((len(row) for row in rows if isinstance(row, tuple)), default=0)
        return self._most_of_table[table]

    def is_long(self, x: core.X) -> bool:
        """Whether a list that is put together may become too long. One that is kept is not."""
        match x:
            case core.Get() | core.At() | core.Var():
                return False
            case core.Fold(kind="list" | "list_of" | "most" | "least" | "rising" | "falling", domain=domain):
                return self.is_long(domain)
            case core.Prim(name="noting" | "reversed", args=(domain, *_)):
                return self.is_long(domain)
        return self.elements(x) > MOST_ELEMENTS

    # ---- steps

    def steps(self, x: core.X) -> int:
        """Steps, at most, of working out an expression, without those that it takes from the budget itself."""
        known = self._steps.get(x)
        if known is None:
            known = self._steps[x] = self._counted(x)
        return known

    def _counted(self, x: core.X) -> int:
        own = 1
        match x:
            case core.Fold():
                own += self.steps(x.domain) + (0 if x.limit is None else self.steps(x.limit))
                return own + (CALL if self.weight(x) else self.elements(x.domain) * self._each(x))
            case core.Cond(test=test, then=then, other=other):
                return own + self.steps(test) + max(self.steps(then), self.steps(other))
            case core.Value(id=name):
                own += self.of_value(name)
            case core.Prim(name="interval"):
                own = 5 + min(AT_ONCE, 12 * self.elements(x)) if self.elements(x) < UNKNOWN else 5
            case core.Prim(name=name):
                own = WEIGHTS.get(name, 5)
            case core.Op(operator="in", args=(_, domain)):
                own += min(self.elements(domain) // 8, 100)
        return own + sum(self.steps(c) for c in core.children(x))

    def each(self, x: core.Fold) -> int:
        """Steps for each element of a loop inside an expression, as far as they are counted with it."""
        return min(self._each(x), AT_ONCE)

    def _each(self, x: core.Fold) -> int:
        return 1 + sum(self.steps(p) for p in (x.test, x.value) if p is not None)

    def weight(self, x: core.Fold) -> int:
        """Steps for each element that a loop inside an expression takes from the budget; 0 if it need not."""
        if self.elements(x.domain) * self._each(x) <= UNCOUNTED:
            return 0
        return min(AT_ONCE, max(self._each(x), CANDIDATE if x.kind in BUILDING else ELEMENT))

    def listing(self, domain: core.X, tests: Iterable[core.X], later: Iterable[core.Bind]) -> int:
        """The same of a loop over what may be chosen. later: what is chosen with it, inside this loop."""
        each = 1 + sum(map(self.steps, tests))
        for bind in later:
            each = min(UNCOUNTED, each * (1 + self.elements(bind.domain)))
        each = max(each, CANDIDATE)
        return min(each, AT_ONCE) if self.elements(domain) * each > UNCOUNTED else 0

    def candidates(self, binds: Iterable[core.Bind]) -> int:
        """How many options an alternative has at most."""
        count = 1
        for bind in binds:
            count = min(UNKNOWN, count * self.elements(bind.domain))
        return count

    def of_value(self, name: str) -> int:
        """Steps of calling a value: few if it takes them from the budget itself."""
        return CALL if self.call_of_value(name) else self._of_value[name]

    def call_of_value(self, name: str) -> int:
        """Steps that a call of a value takes from the budget; 0 if it need not."""
        if name not in self._of_value:
            self._of_value[name] = 1  # values do not call themselves
            self._of_value[name] = self.steps(self.inlined(self.values[name].result, 200))
        found = self._of_value[name]
        return min(found, AT_ONCE) if found > UNCOUNTED else 0

    def call(self, name: str) -> int:
        """Steps that a call of a procedure takes from the budget; 0 if it need not."""
        if name not in self._of_procedure:
            self._of_procedure[name] = 1
            self._of_procedure[name] = self.body(self.procedures[name].body)
        found = self._of_procedure[name]
        return min(CALL + found, AT_ONCE) if found > UNCOUNTED or name in self.nesting else 0

    def body(self, body: core.Body) -> int:
        """Steps, at most, of statements, without those that they take from the budget themselves."""
        return sum(self._statement(s) for s in body)

    def _statement(self, s: core.S) -> int:
        known = self._of_statement.get(id(s))
        if known is None:
            known = self._of_statement[id(s)] = (s, self._counted_statement(s))
        return known[1]

    def _counted_statement(self, s: core.S) -> int:
        own = 1 + sum(self.steps(self.inlined(x, 60)) for x in core.expressions(s))
        match s:
            case core.Decide() | core.ChooseSome() | core.Spread() | core.Chance():
                own += ASKING
            case core.Act():
                own += CALL + len(self.layout.pieces) // 16
            case core.Invoke(procedure=name):
                return own + (CALL if self.call(name) else self._of_procedure[name])
            case core.Loop():
                return own + (CALL if self.loop(s) else self._times(s) * (1 + self.body(s.body)))
        inner = [self.body(part) for part in core.bodies(s)]
        return own + (
            max(inner, default=0)
            if isinstance(s, core.If | core.Decide | core.Dispatch | core.IfPossible)
            else sum(inner)
        )

    def loop(self, s: core.Loop) -> int:
        """Steps for each time that a loop takes from the budget; 0 if it need not."""
        each = CALL + self.body(s.body) + (0 if s.test is None else self.steps(self.inlined(s.test, 60)))
        return min(each, AT_ONCE) if self._times(s) * each > UNCOUNTED else 0

    def _times(self, s: core.Loop) -> int:
        if s.kind == "for":
            return self.elements(s.over)
        match s.over:
            case core.Const(value=int() as count) if s.kind != "falls":
                return max(count, 0)
            case core.Prim(name="len", args=(inner,)) if s.kind != "falls":
                return self.elements(inner)
        return UNKNOWN

    def option(self, alt: core.Alt) -> int:
        """Steps, at most, of listing an alternative and carrying out an option of it, as far as that is not counted."""
        tests = [self.inlined(x, 60) for bind in alt.binds for x in (bind.test, bind.value) if x is not None]
        each = 1 + sum(map(self.steps, tests))
        for bind in alt.binds:
            each = min(UNCOUNTED, each * (1 + self.elements(bind.domain)))
        return each + min(UNCOUNTED, self.body(alt.body))

    # ---- numbers

    def growth(self, x: core.X) -> tuple[int, int]:
        """(how often what is kept or handed on stands in a number, added up; the bits that it has at most)."""
        known = self._growth.get(x)
        if known is None:
            known = self._growth[x] = self._grown(x)
        return known

    def _grown(self, x: core.X) -> tuple[int, int]:
        match x:
            case core.Const(value=int() as number):
                return 0, number.bit_length()
            case core.Var(name=name):
                return self._growth_of_local(name)
            case core.Get() | core.At() if not x.signed and all(map(self._is_limited, core.families(x.family))):
                return 0, 32
            case core.Tab() | core.Fold(kind="count"):
                return 0, SMALL_BITS - 8
            case core.Op(operator="+" | "-", args=args):
                parts = [self.growth(a) for a in args]
                return min(GROWS, sum(k for k, _ in parts)), max(b for _, b in parts) + 1
            case core.Op(operator="*", args=(a, b)):
                return self._product(self.growth(a), self.growth(b))
            case core.Op(operator="neg" | "//", args=(a, *_)):
                return self.growth(a)
            case core.Op(operator="%", args=(_, b)):
                return self.growth(b)
            case core.Op(operator="min", args=args) if core.is_nonnegative(x):
                return min(map(self.growth, args))
            case core.Op(operator="min" | "max", args=args):
                return _widest([self.growth(a) for a in args])
            case core.Cond(then=then, other=other):
                return _widest([self.growth(then), self.growth(other)])
            case core.Fold(kind="min" | "max", value=inner) if inner is not None:
                return self.growth(inner)
            case core.Fold(kind="sum", value=inner) if inner is not None:
                times, bits = self.growth(inner)
                return (GROWS if times else 0), bits + 32
            case core.Prim(name="len" | "seen"):
                return 0, 32
            case core.Prim(name="total"):
                return GROWS, SLOT_BITS + 32
            case core.Prim(name="item" | "item0", args=(core.Var(name=name), _)):
                return self._growth_of_local(name)
            case core.Prim(name="room" | "same" | "abs", args=(a, *_)):
                return self.growth(a)
            case core.Value(id=name, args=args):
                times, bits = self._growth_of(name)
                handed = _widest([self.growth(a) for a in args])
                return (min(GROWS, times * max(1, handed[0])), max(bits, handed[1])) if times else (times, bits)
        return 1, SLOT_BITS

    def _growth_of_local(self, name: str) -> tuple[int, int]:
        found = self._locals.get(name)
        if not found or name in self._under_way:
            return 1, SLOT_BITS
        self._under_way.add(name)
        widest = _widest([self._growth_inside(x) for x in found])
        self._under_way.discard(name)
        return widest

    def _growth_inside(self, x: core.X) -> tuple[int, int]:
        """The growth of a number, or of those in a list."""
        match x:
            case core.Prim(name="interval", args=(low, high)):
                return _widest([self.growth(low), self.growth(high)])
            case core.Const(value=tuple() as found):
                return 0, max((n.bit_length() for n in found if isinstance(n, int)), default=1)
            case core.ListX(elements=elements):
                return _widest([self.growth(e) for e in elements])
        return self.growth(x) if x.type.name == "int" else (1, SLOT_BITS)

    @cached_property
    def _locals(self) -> dict[str, list[core.X]]:
        """Local → what it is set to, counts to, or is chosen from."""
        out: dict[str, list[core.X]] = {}
        alts = [
            alt
            for _, found in (*self.checked.possible_alts.values(), *self.checked.free_alts.values())
            for alt in found
        ]
        bodies_ = [p.body for p in self.procedures.values()] + [alt.body for alt in alts]
        for s in (s for body in bodies_ for s in core.statements(body)):
            match s:
                case core.Let():
                    out.setdefault(s.var, []).append(s.value)
                case core.Loop(kind="for" | "times" | "at_most"):
                    out.setdefault(s.var, []).append(s.over)
                case core.Spread():
                    out.setdefault(s.var, []).append(s.high)
                case core.Decide():
                    alts += s.alts
        for alt in alts:
            for let in alt.lets:
                out.setdefault(let.var, []).append(let.value)
            for bind in alt.binds:
                out.setdefault(bind.var, []).append(bind.domain)
        return out

    def _is_limited(self, family: str) -> bool:
        """Whether what a slot of the family holds is bounded by the ruleset."""
        sort, _, name = family.partition(":")
        if not name:
            return family.partition("@")[0] in self._limited
        decls = [*self.checked.model.game_state.values()] if sort == "var" else []
        decls += [*self.checked.model.player_state.values()] if sort == "pvar" else []
        return any(decl.id == name and ".." in decl.type for decl in decls)

    @cached_property
    def _limited(self) -> frozenset[str]:
        """Families of resources of which there are only so many."""
        by_family: dict[str, list[bool]] = {}
        for number, name in enumerate(self.layout.resources):
            decl = self.checked.model.resources[name]
            is_limited = number in self.layout.supply_slots and not decl.below_zero
            by_family.setdefault(decl.groups[-1] if decl.groups else name, []).append(is_limited)
        return frozenset(name for name, limited in by_family.items() if all(limited))

    def _product(self, a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
        bits = a[1] + b[1]
        if bits > WIDE:  # it is checked where it is worked out, see `is_wide`
            return GROWS, SLOT_BITS
        if a[0] and b[0]:
            return GROWS, bits
        times = a[0] << min(b[1], 30) if a[0] else b[0] << min(a[1], 30)
        return min(GROWS, times), bits

    def _growth_of(self, name: str) -> tuple[int, int]:
        if name not in self._growth_of_value:
            self._growth_of_value[name] = (1, SLOT_BITS)
            self._growth_of_value[name] = self.growth(self.values[name].result)
        return self._growth_of_value[name]

    def is_wide(self, x: core.Op) -> bool:
        """Whether a product is to be checked where it is worked out: a formula alone can make it huge."""
        return self.growth(x.args[0])[1] + self.growth(x.args[1])[1] > WIDE

    def grows(self, s: core.Let | core.Put | core.Add | core.Invoke, x: core.X) -> bool:
        """Whether a number that a statement keeps, adds or hands on must be checked: carried out again and again, it
        could grow without bound."""
        if x.type.name != "int":
            return False
        times, bits = self.growth(x)
        if isinstance(s, core.Add):
            return times > 0 or bits > SMALL_BITS
        return times > 1 or bits > SLOT_BITS + 12


def _widest(parts: list[tuple[int, int]]) -> tuple[int, int]:
    return (max(k for k, _ in parts), max(b for _, b in parts)) if parts else (0, 1)

"""How many steps rules take at most, and how large numbers and lists can grow, as far as their text tells.

What is certainly short is carried out without counting. A loop or a call that may be long takes its steps from the
budget of the decision where it is written (`runtime.faults`), and counts as one step for what holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field

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
    _bits: dict[core.X, int] = field(default_factory=dict)
    _of_value: dict[str, int] = field(default_factory=dict)
    _of_procedure: dict[str, int] = field(default_factory=dict)
    _most_of_value: dict[str, int] = field(default_factory=dict)
    _most_of_table: dict[str, int] = field(default_factory=dict)
    _of_statement: dict[int, tuple[core.S, int]] = field(default_factory=dict)
    """by identity, which is the statement's while it is kept here: each level asks for those below"""

    def __post_init__(self) -> None:
        self.layout = self.checked.layout
        self.procedures = self.checked.procedures
        self.values = self.checked.values

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
            case core.Prim(name="reversed", args=(domain, *_)):
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

    def bits(self, x: core.X) -> int:
        """Bits that a number has at most, where those that are kept have `SLOT_BITS`."""
        known = self._bits.get(x)
        if known is None:
            known = self._bits[x] = self._bits_of(x)
        return known

    def _bits_of(self, x: core.X) -> int:
        match x:
            case core.Const(value=int() as number):
                return number.bit_length()
            case core.Tab() | core.Fold(kind="count") | core.Prim(name="len" | "seen"):
                return 32
            case core.Op(operator="+" | "-", args=args):
                parts = [self.bits(a) for a in args]
                return max(parts) + (min(parts) > SMALL_BITS)
            case core.Op(operator="*", args=(a, b)):
                both = self.bits(a) + self.bits(b)
                return both if both <= WIDE else SLOT_BITS  # it is checked where it is worked out, see `is_wide`
            case core.Op(operator="neg" | "//", args=(a, *_)) | core.Op(operator="%", args=(_, a)):
                return self.bits(a)
            case core.Op(operator="min" | "max", args=args):
                return max(map(self.bits, args))
            case core.Cond(then=then, other=other):
                return max(self.bits(then), self.bits(other))
            case core.Fold(kind="min" | "max", value=inner) if inner is not None:
                return self.bits(inner)
            case core.Fold(kind="sum", value=inner) if inner is not None:
                return self.bits(inner) + 32
            case core.Prim(name="total"):
                return SLOT_BITS + 32
            case core.Prim(name="room" | "same" | "abs", args=(a, *_)):
                return self.bits(a)
            case core.Value(id=name):
                return self.bits(self.values[name].result)  # values do not call themselves
        return SLOT_BITS

    def is_wide(self, x: core.Op) -> bool:
        """Whether a product is to be checked where it is worked out: a formula alone can make it huge."""
        return sum(map(self.bits, x.args)) > WIDE

    def grows(self, s: core.Let | core.Put | core.Add | core.Invoke, x: core.X) -> bool:
        """Whether a number that a statement keeps, adds or hands on must be checked: carried out again and again, it
        could grow without bound."""
        return x.type.name == "int" and self.bits(x) > (SMALL_BITS if isinstance(s, core.Add) else SLOT_BITS)

"""The core language: what checked effect text becomes before it is cut into segments.

Names are resolved, types are known, triggers are linked, costs are spelled out: every expression is built from slots of
the state, constants, locals and a few primitives; every statement from writes, checks, choices and control. Later
stages (legality, segments, code) work on these nodes and on nothing else.

A local is a name that is unique in its procedure. Families name what an expression reads and a statement writes
(`coin@player`, `loc:tile`, `var:round`): two tests with disjoint families do not disturb each other.

What is read and written is named (`Slot`), not numbered: where it lies in the state is worked out when code is written,
in `codegen.addresses`, which puts an `At` in the place of each `Get`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from functools import cache
from operator import is_
from typing import Any

from interpreter.diagnostics import Span
from interpreter.program.types import BOOL, INT, Type
from interpreter.records import changed, record, remembering_hash

# ---- expressions


@record
class Const:
    value: object
    type: Type = INT


@record
class Var:
    """nonneg: a number that is never below 0."""

    name: str
    type: Type = INT
    nonneg: bool = field(default=False, compare=False)


@remembering_hash
@record
class Slot:
    """What is read or written, by its name.

    kind: counter (of the resource `key` at the holder `owner`), variable (of the game; of a player, piece or space
    `owner`; its entry `key`, where it has several), contents (of the place `owner`), place (where the piece `owner`
    lies), face (of the piece `owner`), marker (the marker `owner`), flag (of the interpreter's own; of the player or
    piece `owner`, where each has one).
    name: the variable, the class of the piece or of the contents, or the flag.
    family: see `families`. only: the owners that have such a slot, where others may be asked for too, which fails.
    """

    kind: str
    name: str
    family: str
    owner: X | None = None
    key: X | None = None
    only: tuple[int, ...] | None = field(default=None, compare=False, repr=False)
    type: Type = INT


@remembering_hash
@record
class Get:
    """The value of a slot. signed: a counter that may be below 0."""

    slot: Slot
    type: Type = INT
    signed: bool = field(default=False, compare=False, kw_only=True)

    @property
    def family(self) -> str:
        return self.slot.family


@remembering_hash
@record
class At:
    """A `Get` for which it is known where the slot lies: the value at `address` in the state."""

    address: X
    family: str
    type: Type = INT
    signed: bool = field(default=False, compare=False, kw_only=True)


@remembering_hash
@record
class Op:
    """operator: + - * // % == != < <= > >= and or not neg in"""

    operator: str
    args: tuple[X, ...]
    type: Type = INT


@remembering_hash
@record
class Cond:
    """at: the rule that makes the difference, where one does."""

    test: X
    then: X
    other: X
    type: Type = INT
    at: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@remembering_hash
@record
class Tab:
    """Entry of a constant table of the program. A tuple table is read unchecked; a dict table fails outside its
    keys."""

    table: str
    index: X
    type: Type = INT


@remembering_hash
@record
class Fold:
    """kind: sum, count, any, all, min, max, list, most, least, reachable. value is the summed, tested or compared
    expression, or the list of what can be reached from an element; limit: at most so many steps. at: the rule that adds
    the sum, where one does."""

    kind: str
    var: str
    domain: X
    test: X | None
    value: X | None
    type: Type = INT
    limit: X | None = None
    at: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@remembering_hash
@record
class ListX:
    """A list of given elements; with drop_none, elements below 0 (none) are left out."""

    elements: tuple[X, ...]
    drop_none: bool
    type: Type


@remembering_hash
@record
class Value:
    """Call of a value (a formula with its modifiers). nonneg: a number that is never below 0."""

    id: str
    args: tuple[X, ...]
    type: Type = INT
    nonneg: bool = field(default=False, compare=False)


@remembering_hash
@record
class Prim:
    """Call of a primitive of the runtime that reads the state. reads: families."""

    name: str
    args: tuple[X, ...]
    type: Type
    reads: frozenset[str] = frozenset()
    with_state: bool = False


@remembering_hash
@record
class Possible:
    """Whether the action can be carried out now by `me`."""

    action: str
    me: X
    type: Type = BOOL


X = Const | Var | Slot | Get | At | Op | Cond | Tab | Fold | ListX | Value | Prim | Possible


@cache
def families(text: str) -> frozenset[str]:
    """The families that a slot may belong to: one, or several with `|` where only the position tells which."""
    return frozenset(text.split("|"))


# ---- conditions in parts, for `why`


@record
class Clause:
    """A condition or a part of one.

    kind: and, or, not, if (parts: the condition, what counts where it holds, what else), compare (operands: what is
    there and what is needed), any, all (operands: the elements, and which of them count; var: the element; parts: what
    is asked of it), value (a named formula, operands: its arguments), fact. names: what the text has names for. And:
    elements (what may be chosen), mine (whether a piece is one's own), limit, formula (a number's two parts).
    """

    kind: str
    span: Span
    test: X
    names: tuple[tuple[str, X], ...] = ()
    parts: tuple[Clause, ...] = ()
    operands: tuple[X, ...] = ()
    compares: str = ""
    var: str = ""
    value: str = ""


# ---- statements


@record
class Placed:
    """at: where the statement stands in the rules, for reports of what ran; None for what the rules do not say
    themselves."""

    at: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@record
class Let(Placed):
    var: str
    value: X
    asks: bool = field(default=False, compare=False, kw_only=True)  # part of the decision behind it, see `again`


@record
class Put(Placed):
    slot: Slot
    value: X

    @property
    def family(self) -> str:
        return self.slot.family


@record
class Add(Placed):
    slot: Slot
    value: X

    @property
    def family(self) -> str:
        return self.slot.family


@record
class Reason:
    """Why a check fails, for people. kind: the code of the wording; parts: what is needed, what is there, of what.

    compares: how what is there should stand to what is needed (`>=`), where they are compared. words: what the rules
    say about it, an id of texts or the words themselves. limits: where the ruleset limits what is there.
    """

    kind: str
    span: Span = field(compare=False, repr=False)
    need: X | None = None
    have: X | None = None
    what: str = ""
    compares: str = ""
    words: str = ""
    limits: tuple[Span, ...] = field(default=(), compare=False, repr=False)
    clause: Clause | None = field(default=None, compare=False, repr=False)
    """the condition taken apart, where checking does that"""


@record
class Check(Placed):
    """Fails where `test` is false."""

    test: X
    reason: Reason


@record
class If(Placed):
    test: X
    then: tuple[S, ...]
    other: tuple[S, ...] = ()


@record
class Loop(Placed):
    """kind: for (over `over`, fixed at the start, each tested by `test` when reached), times, at_most, falls.

    var: the element, or the counter of times/at_most (0, 1, …). over: the list, the number, or the measure.
    test: the element test (for) or the stop test, tried first (at_most).
    """

    kind: str
    var: str
    over: X
    test: X | None
    body: tuple[S, ...]
    is_user_loop: bool = True
    secret: bool = False
    """whether each answers without knowing the others' answers"""


@record
class Act(Placed):
    """A primitive of the runtime that changes the state. result: the local that takes what it returns, or None."""

    name: str
    args: tuple[X, ...]
    writes: frozenset[str]
    result: str | None = None


@record
class Tell(Placed):
    """Says that a text of the rules begins, for the log: the number of what is told, who acts (None: nobody), and its
    parameters. No rule reads anything here, and nothing changes."""

    number: int
    who: X | None
    args: tuple[X, ...]


@record
class Bind:
    """One choice: `var` in `domain` if `test`, the ones with the most or least `value` where `extreme` is set. at: the
    condition, or the whole choice, for `why`. is_certain: the text around it shows that there is something."""

    var: str
    domain: X
    test: X | None
    type: Type
    extreme: str | None = None
    value: X | None = None
    shown: bool = True
    at: Span | None = field(default=None, compare=False, repr=False)
    is_certain: bool = False
    clause: Clause | None = field(default=None, compare=False, repr=False)
    among: Clause | None = field(default=None, compare=False, repr=False)
    """`test` and `domain` taken apart, where checking does that"""


@record
class Alt:
    """One alternative of a decision: under `when`, after `lets`, with every binding of `binds`; then `body` runs.

    label: stands in keys ("" for a bare choose). key: a format with the binds' names, or None. names: bind var → its
    name in the text. action: the action's id, for statistics and texts, or "".
    """

    label: str
    when: X | None
    lets: tuple[Let, ...]
    binds: tuple[Bind, ...]
    body: tuple[S, ...]
    key: str | None = None
    names: tuple[tuple[str, str], ...] = ()
    action: str = ""
    span: Span | None = field(default=None, compare=False, repr=False)
    when_at: Span | None = field(default=None, compare=False, repr=False)
    """where `when` stands, if not in the alternative itself"""
    checks: tuple[Check, ...] = field(default=(), compare=False, repr=False)
    """those parts of `when` that have reasons of their own: requirements, and the `if` of a branch"""


@record
class Decide(Placed):
    """A decision of `who`. skip: label and body of declining, or None. prompt: an id for texts.

    is_block: the bodies of the alternatives are atomic blocks of their own (may, menus, branches); a bare choose goes
    on with what follows it.
    """

    who: X
    alts: tuple[Alt, ...]
    skip: tuple[str, tuple[S, ...]] | None
    prompt: str
    is_block: bool
    span: Span = field(compare=False, repr=False)
    menu: str = ""
    secret: tuple[tuple[str, object], ...] = ()
    """in a simultaneous choice: the locals that keep everybody's answers, and what stands there for no answer"""
    told: tuple[tuple[str, Var], ...] = ()
    """locals that a text of the question names, by their names in the rules"""
    pauses: Body = ()
    """what runs before the decision where no atomic block has begun: free actions of others before this menu"""


@record
class ChooseSome(Placed):
    """Choose `low` to `high` of `source` as `var`. due: the local that says how much the loop behind it moves."""

    who: X
    var: str
    source: X
    low: X
    high: X
    item: Type
    prompt: str
    span: Span = field(compare=False, repr=False)
    secret: tuple[tuple[str, object], ...] = ()
    due: str = ""


@record
class Spread(Placed):
    """Numbers on `places`, together `low` to `high`, as the list `var`. binds: no free action takes away what lies."""

    who: X
    var: str
    places: X
    caps: X
    low: X
    high: X
    item: Type
    prompt: str
    span: Span = field(compare=False, repr=False)
    binds: bool = False


@record
class Chance(Placed):
    """A decision of nobody over `options` (a primitive's list of (value, weight)); the result becomes `var`.

    who, piece, to: who acts, the piece that is thrown, and the place to which a drawn piece goes, None where there is
    none. They are kept for telling; no rule reads them here.
    """

    var: str
    source: X
    item: Type
    prompt: str
    span: Span = field(compare=False, repr=False)
    reads: frozenset[str] = frozenset()
    who: X | None = None
    piece: X | None = None
    to: X | None = None


@record
class Invoke(Placed):
    """Run a procedure, phase or action; the first argument is who acts."""

    procedure: str
    args: tuple[X, ...]
    span: Span = field(compare=False, repr=False)


@record
class Dispatch(Placed):
    """Run the case whose key equals `on`."""

    on: X
    cases: tuple[tuple[int, tuple[S, ...]], ...]


@record
class Block(Placed):
    """An atomic block: the body of a rule or of a called action. soft: a choice without options only ends its innermost
    braces."""

    body: tuple[S, ...]
    soft: bool = False


@record
class IfPossible(Placed):
    me: X
    body: tuple[S, ...]
    other: tuple[S, ...]


@record
class Scope(Placed):
    """Braces: where a choice without options ends, in phase text."""

    body: tuple[S, ...]


@record
class End(Placed):
    """how: loop, phase, game. target: the phase or the ending."""

    how: str
    target: str = ""


S = (
    Let | Put | Add | Check | If | Loop | Act | Tell | Decide | ChooseSome | Spread | Chance | Invoke | Dispatch | Block
    | IfPossible | Scope | End
)  # fmt: skip

Body = tuple[S, ...]

TRUE = Const(True, BOOL)
FALSE = Const(False, BOOL)

# ---- building, with folding of constants


def const(value: object, type: Type = INT) -> Const:
    return Const(value, type)


def plus(a: X, b: X) -> X:
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(a.value + b.value, INT)  # type: ignore[operator]
    if isinstance(a, Const) and a.value == 0:
        return b
    if isinstance(b, Const) and b.value == 0:
        return a
    if isinstance(a, Const):
        a, b = b, a
    if isinstance(b, Const) and isinstance(a, Op) and a.operator == "+" and isinstance(a.args[1], Const):
        return plus(a.args[0], plus(a.args[1], b))
    return Op("+", (a, b))


def times(a: X, b: X) -> X:
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(a.value * b.value, INT)  # type: ignore[operator]
    if isinstance(a, Const):
        a, b = b, a
    if isinstance(b, Const) and b.value == 1:
        return a
    return Op("*", (a, b))


def conjuncts(test: X) -> list[X]:
    """The tests that all have to hold for a test to hold."""
    return [p for a in test.args for p in conjuncts(a)] if isinstance(test, Op) and test.operator == "and" else [test]


def both(tests: list[X]) -> X:
    """All of the tests (true when there are none)."""
    flat: dict[X, None] = {}
    for test in tests:
        if test == FALSE:
            return FALSE
        if test != TRUE:
            flat[test] = None
    if not flat:
        return TRUE
    return next(iter(flat)) if len(flat) == 1 else Op("and", tuple(flat), BOOL)


def negated(test: X) -> X:
    if test == TRUE:
        return FALSE
    if test == FALSE:
        return TRUE
    if isinstance(test, Op) and test.operator == "not":
        return test.args[0]
    opposite = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
    if isinstance(test, Op) and test.operator in opposite:
        return Op(opposite[test.operator], test.args, BOOL)
    return Op("not", (test,), BOOL)


def compared(operator: str, a: X, b: X) -> X:
    if isinstance(a, Const) and isinstance(b, Const):
        x, y = a.value, b.value
        if operator in ("==", "!="):
            return Const((x == y) == (operator == "=="), BOOL)
        result = {"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[operator]  # type: ignore[operator]
        return Const(result, BOOL)
    return Op(operator, (a, b), BOOL)


def choice(test: X, then: X, other: X) -> X:
    if test == TRUE:
        return then
    if test == FALSE:
        return other
    return Cond(test, then, other, then.type)


# ---- walking


def children(x: X) -> tuple[X, ...]:
    """The expressions directly inside an expression."""
    read = _CHILDREN.get(type(x))
    return () if read is None else read(x)


_CHILDREN: dict[type, Callable[[Any], tuple[X, ...]]] = {
    Slot: lambda x: tuple([e for e in (x.owner, x.key) if e is not None]),
    Get: lambda x: (x.slot,),
    At: lambda x: (x.address,),
    Op: lambda x: x.args,
    Cond: lambda x: (x.test, x.then, x.other),
    Tab: lambda x: (x.index,),
    Fold: lambda x: tuple(e for e in (x.domain, x.test, x.value, x.limit) if e is not None),
    ListX: lambda x: x.elements,
    Value: lambda x: x.args,
    Prim: lambda x: x.args,
    Possible: lambda x: (x.me,),
}
"""By type and not by match: this is asked of every expression many times."""


def rebuilt(x: X, change: Callable[[X], X]) -> X:
    """The same node over changed children; the node itself where none of them changes."""
    old = children(x)
    if not old:
        return x
    new = tuple([change(child) for child in old])
    if all(map(is_, old, new)):
        return x
    return _OVER[type(x)](x, new)


_OVER: dict[type, Callable[[Any, tuple[X, ...]], X]] = {
    Op: lambda x, new: Op(x.operator, new, x.type),
    Value: lambda x, new: Value(x.id, new, x.type, x.nonneg),
    Prim: lambda x, new: Prim(x.name, new, x.type, x.reads, x.with_state),
    Slot: lambda x, new: _slot_over(x, new),
    Get: lambda x, new: Get(new[0], x.type, signed=x.signed),  # type: ignore[arg-type]  # a slot's parts make a slot
    At: lambda x, new: At(new[0], x.family, x.type, signed=x.signed),
    Cond: lambda x, new: changed(x, test=new[0], then=new[1], other=new[2]),
    Tab: lambda x, new: Tab(x.table, new[0], x.type),
    Fold: lambda x, new: _fold_over(x, new),
    ListX: lambda x, new: ListX(new, x.drop_none, x.type),
    Possible: lambda x, new: Possible(x.action, new[0], x.type),
}
"""By type: the node over other children, in the order of `children`"""


def _slot_over(x: Slot, new: tuple[X, ...]) -> Slot:
    rest = iter(new)
    owner = None if x.owner is None else next(rest)
    return changed(x, owner=owner, key=None if x.key is None else next(rest))


def _fold_over(x: Fold, new: tuple[X, ...]) -> Fold:
    rest = iter(new[1:])
    test = None if x.test is None else next(rest)
    value = None if x.value is None else next(rest)
    limit = None if x.limit is None else next(rest)
    return changed(x, domain=new[0], test=test, value=value, limit=limit)


def walk(x: X) -> Iterator[X]:
    """An expression and all inside it, from the outside in and from left to right."""
    left = [x]
    while left:
        part = left.pop()
        yield part
        read = _CHILDREN.get(type(part))
        if read is not None:
            left += read(part)[::-1]


def substituted(x: X, env: dict[str, X]) -> X:
    """x with locals replaced. Bound variables are unique, so nothing can be captured."""
    if isinstance(x, Var):
        return env.get(x.name, x)
    if not env or free_vars(x).isdisjoint(env):
        return x
    return rebuilt(x, lambda c: substituted(c, env))


def free_vars(x: X) -> frozenset[str]:
    """The locals that an expression reads and does not bind itself; remembered with the expression, which never
    changes."""
    known: frozenset[str] | None = x.__dict__.get("_free_vars")
    if known is None:
        known = x.__dict__["_free_vars"] = _free_vars(x)
    return known


_NO_VARS: frozenset[str] = frozenset()


def _free_vars(x: X) -> frozenset[str]:
    if isinstance(x, Var):
        return frozenset((x.name,))
    if isinstance(x, Fold):
        inner = _NO_VARS.union(*[free_vars(part) for part in (x.test, x.value) if part is not None])
        outside = [free_vars(part) for part in (x.domain, x.limit) if part is not None]
        return (inner - {x.var}).union(*outside)
    return _NO_VARS.union(*map(free_vars, children(x)))


def bodies(s: S) -> tuple[Body, ...]:
    """The statement lists inside a statement."""
    read = _BODIES.get(type(s))
    return () if read is None else read(s)


_BODIES: dict[type, Callable[[Any], tuple[Body, ...]]] = {
    If: lambda s: (s.then, s.other),
    Loop: lambda s: (s.body,),
    Block: lambda s: (s.body,),
    Scope: lambda s: (s.body,),
    IfPossible: lambda s: (s.body, s.other),
    Decide: lambda s: (
        *[a.body for a in s.alts],
        *((s.skip[1],) if s.skip else ()),
        *((s.pauses,) if s.pauses else ()),
    ),
    Dispatch: lambda s: tuple([body for _, body in s.cases]),
}


def expressions(s: S) -> tuple[X, ...]:
    """The expressions of a statement itself, without those of the lists inside it."""
    read = _EXPRESSIONS.get(type(s))
    return () if read is None else read(s)


def _of_decision(s: Decide) -> tuple[X, ...]:
    out: list[X] = [s.who]
    for alt in s.alts:
        out += [] if alt.when is None else [alt.when]
        out += [let.value for let in alt.lets]
        for bind in alt.binds:
            out += [e for e in (bind.domain, bind.test, bind.value) if e is not None]
    return tuple(out)


_EXPRESSIONS: dict[type, Callable[[Any], tuple[X, ...]]] = {
    Let: lambda s: (s.value,),
    Put: lambda s: (s.slot, s.value),
    Add: lambda s: (s.slot, s.value),
    Check: lambda s: (s.test,),
    If: lambda s: (s.test,),
    Loop: lambda s: (s.over,) if s.test is None else (s.over, s.test),
    Act: lambda s: s.args,
    Invoke: lambda s: s.args,
    Decide: _of_decision,
    ChooseSome: lambda s: (s.who, s.source, s.low, s.high),
    Spread: lambda s: (s.who, s.places, s.caps, s.low, s.high),
    Chance: lambda s: (s.source,),
    Dispatch: lambda s: (s.on,),
    IfPossible: lambda s: (s.me,),
}


def statements(body: Body) -> Iterator[S]:
    """All statements of a body, nested ones included."""
    left = [*reversed(body)]
    while left:
        s = left.pop()
        yield s
        read = _BODIES.get(type(s))
        if read is not None:
            for inner in reversed(read(s)):
                left += inner[::-1]

"""The syntax tree of effect text: nodes with places, no behaviour.

Names are unresolved strings; what they mean is the checker's business. Every node knows the stretch of the outer file
it was written in.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.diagnostics import Span


@dataclass(frozen=True)
class Node:
    span: Span = field(compare=False, repr=False)


# ---- expressions


@dataclass(frozen=True)
class Expr(Node):
    pass


@dataclass(frozen=True)
class IfThen(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True)
class Binary(Expr):
    """operator: + - * / mod < <= > >= and or"""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Not(Expr):
    value: Expr


@dataclass(frozen=True)
class Minus(Expr):
    value: Expr


@dataclass(frozen=True)
class Is(Expr):
    """left is [not] [in] right"""

    left: Expr
    right: Expr
    negated: bool
    within: bool


@dataclass(frozen=True)
class Interval(Expr):
    """low..high, both included"""

    low: Expr
    high: Expr


@dataclass(frozen=True)
class Attribute(Expr):
    value: Expr
    name: str


@dataclass(frozen=True)
class Index(Expr):
    value: Expr
    index: Expr


@dataclass(frozen=True)
class Call(Expr):
    function: Expr
    arguments: tuple[Argument, ...]


@dataclass(frozen=True)
class Name(Expr):
    name: str


@dataclass(frozen=True)
class Mine(Expr):
    """my name"""

    name: str


@dataclass(frozen=True)
class Number(Expr):
    value: int


@dataclass(frozen=True)
class Text(Expr):
    value: str


@dataclass(frozen=True)
class ListOf(Expr):
    """[a, b, 2 wood]: elements are expressions or amounts; with an amount in it the list is a bag."""

    elements: tuple[Expr | Amount, ...]


@dataclass(frozen=True)
class Binder(Node):
    """name in domain [if condition] [with most|least value]"""

    name: str
    domain: Expr
    condition: Expr | None
    extreme: str | None
    value: Expr | None


@dataclass(frozen=True)
class Argument(Node):
    """An argument of a call: `name` for `name = value`; `binder` for a comprehension (`value` is None for `x in s if
    c`)."""

    value: Expr | None
    name: str | None = None
    binder: Binder | None = None


# ---- amounts


@dataclass(frozen=True)
class Amount(Node):
    """count resource; the resource is a dotted name (`wood`, `first.good`)."""

    count: Expr
    resource: Expr


@dataclass(frozen=True)
class AllOf(Node):
    """all resource"""

    resource: Expr


@dataclass(frozen=True)
class Bundle(Node):
    """A bag or a piece given as one expression (`pay m.cost`, `move b to my city`)."""

    value: Expr


Item = Amount | AllOf | Bundle


@dataclass(frozen=True)
class Alternatives(Node):
    """1 wood or 1 gem: one of the items"""

    items: tuple[Item, ...]


Amounts = tuple[Alternatives, ...]


# ---- statements


@dataclass(frozen=True)
class Statement(Node):
    pass


Block = tuple[Statement, ...]


@dataclass(frozen=True)
class Transfer(Statement):
    """verb is pay, lose (to other), take or gain (from other); other is None for the supply."""

    verb: str
    amounts: Amounts
    other: Expr | None


@dataclass(frozen=True)
class Move(Statement):
    item: Item
    source: Expr | None
    to: Expr


@dataclass(frozen=True)
class Step(Statement):
    """verb is advance or retreat; steps is None for one."""

    verb: str
    what: Expr
    steps: Expr | None


@dataclass(frozen=True)
class Draw(Statement):
    count: Expr
    source: Expr
    to: Expr | None
    name: str | None


@dataclass(frozen=True)
class Shuffle(Statement):
    what: Expr
    into: Expr | None


@dataclass(frozen=True)
class Roll(Statement):
    what: Expr


@dataclass(frozen=True)
class Reveal(Statement):
    what: Expr
    to: Expr | None


@dataclass(frozen=True)
class Refill(Statement):
    what: Expr


@dataclass(frozen=True)
class Require(Statement):
    condition: Expr


@dataclass(frozen=True)
class Let(Statement):
    name: str
    value: Expr


@dataclass(frozen=True)
class Assign(Statement):
    """operator: = += -="""

    target: Expr
    operator: str
    value: Expr


@dataclass(frozen=True)
class Choose(Statement):
    binders: tuple[Binder, ...]


@dataclass(frozen=True)
class Quantity(Node):
    """how: exactly, up_to, at_least, any (number is None only for any)"""

    how: str
    number: Expr | None


@dataclass(frozen=True)
class ChooseSome(Statement):
    quantity: Quantity
    source: Expr
    name: str


@dataclass(frozen=True)
class Branch(Node):
    """label [if condition] { body }; a quoted label keeps no quotes."""

    label: str
    condition: Expr | None
    body: Block


@dataclass(frozen=True)
class ChooseBranch(Statement):
    branches: tuple[Branch, ...]


@dataclass(frozen=True)
class Distribute(Statement):
    item: Item
    binder: Binder
    most: Expr | None


@dataclass(frozen=True)
class Split(Statement):
    quantity: Quantity
    binder: Binder
    most: Expr | None
    name: str


@dataclass(frozen=True)
class May(Statement):
    """times is None for a plain may."""

    times: Expr | None
    branch: Branch
    otherwise: Block | None


@dataclass(frozen=True)
class If(Statement):
    condition: Expr
    then: Block
    otherwise: Block | None


@dataclass(frozen=True)
class IfPossible(Statement):
    then: Block
    otherwise: Block | None


@dataclass(frozen=True)
class For(Statement):
    binder: Binder
    body: Block


@dataclass(frozen=True)
class Repeat(Statement):
    """how: times (n times), at_most (at most n times [until condition]), while_falls (number is the measure)"""

    how: str
    number: Expr
    until: Expr | None
    body: Block


@dataclass(frozen=True)
class Does(Statement):
    """how: one (p does), each (each of ps does), together (simultaneously each of ps does)"""

    how: str
    who: Expr
    body: Block


@dataclass(frozen=True)
class Do(Statement):
    """do target: a call, or an expression whose `do:` runs; `original` is the Name "original"."""

    target: Expr


@dataclass(frozen=True)
class DoOneOf(Statement):
    menu: Expr


@dataclass(frozen=True)
class ModifyNow(Statement):
    modifier: Modifier
    until: Period | None
    uses: Expr | None


@dataclass(frozen=True)
class End(Statement):
    """how: loop, game (name is the ending or None), phase (name is the phase)"""

    how: str
    name: str | None


# ---- rules


@dataclass(frozen=True)
class Period(Node):
    name: str
    mine: bool


@dataclass(frozen=True)
class Limit(Node):
    """n times per period; times is None for once"""

    times: Expr | None
    period: Period


@dataclass(frozen=True)
class Pattern(Node):
    """One argument of an event: `any new_name`, or an expression tested for equality; `parameter` where it is named."""

    new_name: str | None
    test: Expr | None
    parameter: str | None = None


@dataclass(frozen=True)
class Event(Node):
    """patterns is None where the event stands without parentheses (whatever its arguments)."""

    name: str
    patterns: tuple[Pattern, ...] | None


@dataclass(frozen=True)
class Trigger(Node):
    """timing: before, after, instead_of"""

    timing: str
    event: Event
    by: Pattern | None
    condition: Expr | None
    body: Block


@dataclass(frozen=True)
class StateRule(Node):
    condition: Expr
    body: Block


@dataclass(frozen=True)
class Modifier(Node):
    """change: to, by, times, without, at_most, at_least"""

    event: Event
    change: str
    value: Expr
    condition: Expr | None


@dataclass(frozen=True)
class Rule(Node):
    limit: Limit | None
    head: Trigger | StateRule | Modifier


@dataclass(frozen=True)
class Timing(Node):
    """before <menu>: an element of a free action's window"""

    timing: str
    name: str


Parsed = Block | Rule | Expr | Amounts | tuple[Binder, ...] | Limit | Period | Timing

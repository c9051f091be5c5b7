"""The syntax tree of effect text: nodes with places, and how to walk them.

Names are unresolved strings; what they mean is the checker's business. Every node knows the stretch of the outer file
it was written in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from interpreter.diagnostics import Span
from interpreter.records import field_names, record


@record
class Node:
    span: Span = field(compare=False, repr=False)


# ---- expressions


@record
class Expr(Node):
    pass


@record
class IfThen(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@record
class Binary(Expr):
    """operator: + - * / mod < <= > >= and or"""

    operator: str
    left: Expr
    right: Expr


@record
class Not(Expr):
    value: Expr


@record
class Minus(Expr):
    value: Expr


@record
class Is(Expr):
    """left is [not] [in] right"""

    left: Expr
    right: Expr
    negated: bool
    within: bool


@record
class Interval(Expr):
    """low..high, both included"""

    low: Expr
    high: Expr


@record
class Attribute(Expr):
    value: Expr
    name: str


@record
class Index(Expr):
    value: Expr
    index: Expr


@record
class Call(Expr):
    function: Expr
    arguments: tuple[Argument, ...]


@record
class Name(Expr):
    name: str


@record
class Mine(Expr):
    """my name"""

    name: str


@record
class Number(Expr):
    value: int


@record
class Text(Expr):
    value: str


@record
class ListOf(Expr):
    """[a, b, 2 wood]: elements are expressions or amounts; with an amount in it the list is a bag."""

    elements: tuple[Expr | Amount, ...]


NO_GAME_COMES_NEAR = 10_000
"""Times that a loop goes round at most whose end the author answers for."""

LISTED = "list"
"""What the call is called that `[x.f for x in S]` becomes: a word of the language, so no name of a ruleset."""


@record
class Random(Expr):
    """random of a list, random n of it, random order of it: what chance takes from it. It is what a name is given or a
    variable set to, and nothing else."""

    source: Expr
    count: Expr | None = None
    is_order: bool = False


@record
class Key(Node):
    """A number by which elements stand in order, the least first, or the most."""

    value: Expr
    most_first: bool = False


@record
class Binder(Node):
    """name in domain [if condition] [with most|least value] [by keys]"""

    name: str
    domain: Expr
    condition: Expr | None
    extreme: str | None
    value: Expr | None
    keys: tuple[Key, ...] = ()


@record
class Argument(Node):
    """An argument of a call: `name` for `name = value`; `binder` for a comprehension (`value` is None for `x in s if
    c`)."""

    value: Expr | None
    name: str | None = None
    binder: Binder | None = None


# ---- amounts


@record
class Amount(Node):
    """count resource; the resource is a dotted name (`wood`, `first.good`)."""

    count: Expr
    resource: Expr


@record
class AllOf(Node):
    """all resource"""

    resource: Expr


@record
class Bundle(Node):
    """A bag or a piece given as one expression (`pay m.cost`, `move b to my city`)."""

    value: Expr


Item = Amount | AllOf | Bundle


@record
class Alternatives(Node):
    """1 wood or 1 gem: one of the items"""

    items: tuple[Item, ...]


Amounts = tuple[Alternatives, ...]


# ---- statements


@record
class Statement(Node):
    pass


Block = tuple[Statement, ...]


@record
class Transfer(Statement):
    """verb is pay, lose (to other), take or gain (from other); other is None for the supply."""

    verb: str
    amounts: Amounts
    other: Expr | None


@record
class Move(Statement):
    item: Item
    source: Expr | None
    to: Expr


@record
class Rotate(Statement):
    """Rings turn: what lies on their spaces goes so many spaces further."""

    item: Item
    steps: Expr


@record
class Step(Statement):
    """verb is advance or retreat; steps is None for one."""

    verb: str
    what: Expr
    steps: Expr | None


@record
class Draw(Statement):
    count: Expr
    source: Expr
    to: Expr | None
    name: str | None


@record
class Shuffle(Statement):
    what: Expr
    into: Expr | None


@record
class Roll(Statement):
    what: Expr


@record
class Reveal(Statement):
    what: Expr
    to: Expr | None


@record
class Refill(Statement):
    what: Expr


@record
class Require(Statement):
    """words: the id of what is told where the condition does not hold, or those words themselves."""

    condition: Expr
    words: str = ""


@record
class Let(Statement):
    name: str
    value: Expr


@record
class Assign(Statement):
    """operator: = += -="""

    target: Expr
    operator: str
    value: Expr


@record
class Choose(Statement):
    binders: tuple[Binder, ...]


@record
class Quantity(Node):
    """how: exactly, up_to, at_least, any (number is None only for any)"""

    how: str
    number: Expr | None


@record
class ChooseSome(Statement):
    quantity: Quantity
    source: Expr
    name: str


@record
class Branch(Node):
    """label [if condition] { body }; a quoted label keeps no quotes."""

    label: str
    condition: Expr | None
    body: Block


@record
class ChooseBranch(Statement):
    branches: tuple[Branch, ...]


@record
class Distribute(Statement):
    item: Item
    binder: Binder
    most: Expr | None


@record
class Split(Statement):
    quantity: Quantity
    binder: Binder
    most: Expr | None
    name: str


@record
class May(Statement):
    """times is None for a plain may."""

    times: Expr | None
    branch: Branch
    otherwise: Block | None


@record
class If(Statement):
    condition: Expr
    then: Block
    otherwise: Block | None


@record
class IfPossible(Statement):
    """is_sure: `surely`, of which the author answers that it can be carried out; then there is no `otherwise`."""

    then: Block
    otherwise: Block | None
    is_sure: bool = False


@record
class For(Statement):
    binder: Binder
    body: Block


@record
class Repeat(Statement):
    """how: times (n times), at_most (at most n times [until condition]), surely (until the condition, which the author
    answers for: number is then a bound that no game comes near), while_falls (number is the measure)"""

    how: str
    number: Expr
    until: Expr | None
    body: Block


@record
class Does(Statement):
    """how: one (p does), each (each of ps does), together (simultaneously each of ps does)"""

    how: str
    who: Expr
    body: Block


@record
class Do(Statement):
    """do target: a call, or an expression whose `do:` runs; `original` is the Name "original"."""

    target: Expr

    @property
    def called(self) -> str:
        """What is called by its name; "" where another expression says what runs."""
        target = self.target.function if isinstance(self.target, Call) else self.target
        return target.name if isinstance(target, Name) else ""


@record
class DoOneOf(Statement):
    menu: Expr


@record
class ModifyNow(Statement):
    modifier: Modifier
    until: Period | None
    uses: Expr | None


@record
class End(Statement):
    """how: loop, game (name is the ending or None), phase (name is the phase)"""

    how: str
    name: str | None


# ---- rules


@record
class Period(Node):
    name: str
    mine: bool


@record
class Limit(Node):
    """n times per period; times is None for once"""

    times: Expr | None
    period: Period


@record
class Pattern(Node):
    """One argument of an event: `any new_name`, or an expression tested for equality; `parameter` where it is named."""

    new_name: str | None
    test: Expr | None
    parameter: str | None = None


@record
class Event(Node):
    """patterns is None where the event stands without parentheses (whatever its arguments)."""

    name: str
    patterns: tuple[Pattern, ...] | None


@record
class Trigger(Node):
    """timing: before, after, instead_of"""

    timing: str
    event: Event
    by: Pattern | None
    condition: Expr | None
    body: Block


@record
class StateRule(Node):
    condition: Expr
    body: Block


@record
class Modifier(Node):
    """change: to, by, times, without, at_most, at_least"""

    event: Event
    change: str
    value: Expr
    condition: Expr | None


@record
class Rule(Node):
    limit: Limit | None
    head: Trigger | StateRule | Modifier


@record
class Timing(Node):
    """before <menu>: an element of a free action's window"""

    timing: str
    name: str


Parsed = Block | Rule | Expr | Amounts | tuple[Binder, ...] | Limit | Period | Timing


# ---- walking


def parts(node: object) -> Iterator[object]:
    """The nodes and tuples right inside a node or tuple of a syntax tree."""
    if isinstance(node, tuple):
        yield from node
    elif isinstance(node, Node):
        yield from [getattr(node, name) for name in field_names(type(node)) if name != "span"]


def phase_blocks(block: Block) -> Iterator[Block]:
    """A block of phase text and the blocks in it that are phase text too: not those of options, which are tried."""
    yield block
    for s in block:
        for part in (s.otherwise,) if isinstance(s, May | IfPossible) else parts(s):
            if isinstance(part, tuple) and part and isinstance(part[0], Statement):
                yield from phase_blocks(part)


def walk(node: object) -> Iterator[Node]:
    """All nodes of a syntax tree, each before what is inside it."""
    if isinstance(node, Node):
        yield node
    for part in parts(node):
        yield from walk(part)

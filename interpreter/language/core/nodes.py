"""The nodes of the core language: expressions, conditions in parts, statements."""

from __future__ import annotations

from dataclasses import field
from functools import cache

from interpreter.diagnostics import Span
from interpreter.program.types import BOOL, INT, Type
from interpreter.records import record, remembering_hash

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


SELECTING = ("list", "most", "least", "rising", "falling")
"""Kinds of a Fold that give elements of its domain, some of them or all in an order."""


@remembering_hash
@record
class Fold:
    """kind: sum, count, any, all, min, max, reachable, list_of or one of SELECTING. value is the summed, tested or
    compared expression, or the list of what can be reached from an element; limit: at most so many steps. at: the rule
    that adds the sum, where one does."""

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
    is asked of it), value (a named formula, operands: its arguments), assignable (operand: for what nothing is left),
    fact. names: what the text has names for. And: elements (what may be chosen), mine (whether a piece is one's own),
    limit, formula (a number's two parts).
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
    places: tuple[tuple[X, Span], ...] = field(default=(), compare=False, repr=False)
    """parts of the test that are written at places of their own"""


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
    domain_at: Span | None = field(default=None, compare=False, repr=False)
    value_at: Span | None = field(default=None, compare=False, repr=False)
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
    source_at: Span | None = field(default=None, compare=False, repr=False)
    number_at: Span | None = field(default=None, compare=False, repr=False)


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

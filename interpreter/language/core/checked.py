"""A ruleset in core form: what checking makes and compiling takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from interpreter.diagnostics import Span
from interpreter.language.core import (
    Alt,
    Body,
    Clause,
    Var,
    X,
    substituted,
)
from interpreter.language.syntax import nodes
from interpreter.loading.model import (
    ActionDecl,
    FreeDecl,
    Model,
    RuleDecl,
)
from interpreter.program import ToldInfo
from interpreter.program.layout import Layout
from interpreter.program.types import INT, MARK, TRACK, Type
from interpreter.records import mutable, record

Signature = tuple[tuple[str, Type], ...]

EVENTS: dict[str, Signature] = {
    "reach": (("track", TRACK), ("step", INT)),
    "cross": (("track", TRACK), ("mark", MARK)),
}
"""Basic changes that are events: a marker comes to a step; a marker comes to something that stands on a step."""


DEEPEST = 30
"""Calls of a procedure inside one another, where a formula says how many."""


@mutable
class Procedure:
    """A procedure, phase, action or `do:` in core form. params[0] is who acts."""

    id: str
    params: tuple[Var, ...]
    body: Body
    is_phase: bool
    span: Span | None
    max_nesting: str | None = None
    stored: dict[str, int] = field(default_factory=dict)
    """parameters that are read from outside while it runs: local name → slot"""
    resets: list[tuple[int, int, object]] = field(default_factory=list)
    """(first slot, count, value) set back when the period ends"""


@mutable
class ValueDef:
    id: str
    params: tuple[Var, ...]
    result: X

    def bound(self, args: Sequence[X]) -> dict[str, X]:
        """The names of the parameters, with what a call gives for them."""
        return {p.name: a for p, a in zip(self.params, args, strict=True)}

    def applied(self, args: Sequence[X]) -> X:
        """The formula with the arguments of a call in the places of the parameters."""
        return substituted(self.result, self.bound(args))


@mutable
class StateRuleDef:
    """A `whenever`: fires when `test` turns true. latch: the slot that remembers that it was true."""

    id: str
    test: X
    body: Body
    latch: int
    reads: frozenset[str]


@mutable
class FreeDef:
    """A free action. alts is made anew for each use (see Context.action_alternatives)."""

    id: str
    decl: FreeDecl
    cls: str
    kind: str
    windows: tuple[nodes.Period | nodes.Timing, ...]
    excepts: tuple[nodes.Period | nodes.Timing, ...]


@mutable
class ActionInfo:
    """Where an action is declared: by the ruleset, or by a piece class or kind (then `self` is one of its pieces)."""

    id: str
    decl: ActionDecl | FreeDecl
    cls: str = ""
    kind: str = ""


@record
class Missing:
    """A read of an entry that may not be there. is_certain: it is read whatever the position. has: the number of
    elements, or the keys."""

    span: Span
    index: int
    has: str
    is_certain: bool


@record
class Clash:
    """Rules of two modules whose order matters although nothing says it. first: the one that runs first now. settled:
    how it is said."""

    event: str
    first: RuleDecl
    second: RuleDecl
    settled: str


@mutable
class Checked:
    """A whole ruleset in core form, for one player count and one set of options."""

    model: Model
    layout: Layout
    options: Mapping[str, object]
    procedures: dict[str, Procedure]
    values: dict[str, ValueDef]
    state_rules: list[StateRuleDef]
    scores: list[tuple[str, Var, X]]
    tie_breaks: list[tuple[str, Var, X, bool]]
    endings: list[tuple[str, X | None, bool]]
    hints: list[tuple[str, Var, X, bool]]
    actions: dict[str, ActionInfo]
    free: list[FreeDef]
    free_alts: dict[str, tuple[Var, tuple[Alt, ...]]]
    pauses: dict[str, tuple[Var, Body]]
    """menu → what others may do before it: (who is about to choose, statements)"""
    possible_alts: dict[str, tuple[Var, tuple[Alt, ...]]]
    """alternatives of each action whose possibility is asked for"""
    told: list[ToldInfo] = field(default_factory=list)
    """what has a text under `log`, by the number of its `Tell`"""
    comparisons: list[tuple[Span, X]] = field(default_factory=list)
    """each comparison that is written somewhere, with what it was read as"""
    reads: list[tuple[Span, X]] = field(default_factory=list)
    """each read of an element of a list or an entry of a table, with what it was read as"""
    shown: dict[str, Type] = field(default_factory=dict)
    """values that are told with the table → their types"""
    noted: frozenset[str | Span | None] = frozenset()
    """names of what is chosen, and places of branches, that only note something where not everybody sees it"""
    quiet: frozenset[Span] = frozenset()
    """places of decisions of which not everybody may know that they were due: that somebody declined is not told"""
    veiled: Mapping[str, Type] = field(default_factory=dict)
    """names that stand, while somebody decides, for what that player may not know → their types"""
    spoken: dict[str, tuple[Type, Type]] = field(default_factory=dict)
    """what texts may tell of a thing that is chosen: id of a value → the types of its only parameter and its result"""
    clauses: dict[str, Clause] = field(default_factory=dict)
    """the formulas of conditions with names, taken apart, where checking does that"""
    missing: list[Missing] = field(default_factory=list)
    """those that may find nothing, see `entries`"""
    clashes: Sequence[Clash] = ()

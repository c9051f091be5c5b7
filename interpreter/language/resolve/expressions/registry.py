"""The entrance to expressions: which function handles which node, and fitting a value to the type that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from interpreter.diagnostics import Span
from interpreter.language.core import (
    Const,
    Value,
    X,
)
from interpreter.language.resolve import bags
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions.holders import as_holder, contents
from interpreter.language.resolve.scope import Scope
from interpreter.language.syntax import nodes
from interpreter.program.types import HOLDER, HOLDERS, OPTIONAL, UNKNOWN, Type, accepts

Handler = Callable[..., X]
HANDLERS: dict[type[nodes.Expr], Handler] = {}
F = TypeVar("F", bound=Handler)

Builtin = Callable[[Context, nodes.Call, Scope], X]
BUILTINS: dict[str, Builtin] = {}
"""name of a function that every ruleset has → what makes the core expression of a call"""


def handles(kind: type[nodes.Expr]) -> Callable[[F], F]:
    def register(function: F) -> F:
        HANDLERS[kind] = function
        return function

    return register


def builtin(name: str) -> Callable[[Builtin], Builtin]:
    def register(function: Builtin) -> Builtin:
        BUILTINS[name] = function
        return function

    return register


def expression(c: Context, node: nodes.Expr, scope: Scope, wanted: Type | None = None) -> X:
    """The core expression of a node; `wanted` helps names that only a type can resolve, and is checked."""
    x = HANDLERS[type(node)](c, node, scope, wanted)
    if wanted is not None:
        return fitted(c, x, wanted, node.span)
    return x


def fitted(c: Context, x: X, wanted: Type, span: Span) -> X:
    """x as a value of the wanted type; reports where it does not fit."""
    if wanted.name == "list" and x.type.name == "place":
        x = contents(c, x)
    if wanted.name == "bag":
        x = bags.from_list(c, x)
    if wanted.name == "holder" and x.type.name in HOLDERS and x.type != HOLDER:
        return as_holder(c, x)
    if x.type.name == "none" and wanted.name in OPTIONAL:
        return Const(-1, wanted)  # of a type of its own it would be asked nowhere whether it is there
    if wanted.name == x.type.name == "resource" and wanted.of and isinstance(x, Const):
        # A resource may belong to several groups, of which its type names one; for a named one its groups are known.
        if x.value not in (-1, *c.layout.groups[wanted.of]):
            c.mismatch(span, wanted, f"`{c.layout.resources[int(x.value)]}`")  # type: ignore[call-overload]
            return Const(0, UNKNOWN)
        return x
    if not accepts(wanted, x.type) and not _is_within(c, x.type, wanted):
        formula = c.model.values[x.id].formula if isinstance(x, Value) and x.id in c.model.values else None
        related = [(formula.span, f"`{x.id}` is worked out here")] if isinstance(x, Value) and formula else []
        c.mismatch(span, wanted, x.type, related)
        return Const(0, UNKNOWN)
    return x


def _is_within(c: Context, given: Type, wanted: Type) -> bool:
    """Whether a resource of one group is always one of another."""
    if not (given.name == wanted.name == "resource" and given.of in c.layout.groups and wanted.of in c.layout.groups):
        return False
    return set(c.layout.groups[given.of]) <= set(c.layout.groups[wanted.of])

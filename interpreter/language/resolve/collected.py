"""Rules and modifiers as they are collected before anything hangs on them."""

from __future__ import annotations

from dataclasses import field

from interpreter.diagnostics import Span
from interpreter.language.core import Body, Slot, Var, X
from interpreter.language.syntax import nodes
from interpreter.loading.model import RuleDecl
from interpreter.records import mutable, record


@mutable
class Collected:
    """One rule and where it stands: cls and kind are "" for a rule of the ruleset itself. acting: the parts of its head
    that ask who acts. linked: its test and text wherever it hangs, each with the first parameter there."""

    decl: RuleDecl
    node: nodes.Rule
    cls: str = ""
    kind: str = ""
    acting: list[Span] = field(default_factory=list)
    linked: list[tuple[str, X, Body]] = field(default_factory=list)

    @property
    def event(self) -> str:
        head = self.node.head
        return "" if isinstance(head, nodes.StateRule) else head.event.name


@record
class Site:
    """One `modify` statement: slot of its live uses, the parameters of the value as it sees them, kept locals."""

    slot: Slot
    change: str
    params: tuple[Var, ...]
    kept: tuple[Var, ...]
    test: X
    value: X

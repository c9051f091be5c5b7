"""What is known of effect texts by their syntax alone, kept with the file they stand in.

A text is parsed once for as long as its file stays as it is: for all player counts and options, and for one check of a
ruleset after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.language.syntax import nodes
from interpreter.language.syntax.parser import parse
from interpreter.loading.model import EffectText
from interpreter.records import field_names, record


@record
class Parsed:
    """One parsed text. tree: None after a syntax mistake, which `mistakes` holds."""

    tree: nodes.Parsed | None
    mistakes: tuple[Diagnostic, ...] = ()

    @cached_property
    def by_kind(self) -> dict[type, list[nodes.Node]]:
        """All nodes of the text by their kind, each before what is inside it."""
        out: dict[type, list[nodes.Node]] = {}
        for node in nodes.walk(self.tree):
            out.setdefault(type(node), []).append(node)
        return out

    @cached_property
    def assigned(self) -> frozenset[str]:
        """Names that the text assigns to with =, += or -=."""
        return frozenset(_assigned_names(self.tree))

    @cached_property
    def modified(self) -> frozenset[str]:
        """Values that statements of the text modify for a while."""
        return frozenset(_modified_in(self.tree))

    @cached_property
    def named(self) -> tuple[str, ...]:
        """Names that the text reads, alone or behind a dot, in their order."""
        found = (x.name for x in nodes.walk(self.tree) if isinstance(x, nodes.Name | nodes.Attribute))
        return tuple(dict.fromkeys(found))

    @cached_property
    def in_bags(self) -> frozenset[str]:
        """Names that amounts in lists (bags) of the text are of."""
        found = (amount.resource for amount in _amounts(self.tree))
        return frozenset(resource.name for resource in found if isinstance(resource, nodes.Name))


def parsed(text: EffectText, diagnostics: Diagnostics) -> Parsed:
    """The tree of a text and what can be told of it; its syntax mistakes are added to `diagnostics`."""
    memo, key = text.span.source.memo, (text.span.start, text.span.end, text.start)
    found: Parsed | None = memo.get(key)
    if found is None:
        mistakes = Diagnostics()
        tree = parse(text, mistakes)
        found = memo[key] = Parsed(tree, tuple(mistakes))
    if found.mistakes:
        diagnostics.extend(found.mistakes)
    return found


def _amounts(value: object) -> Iterator[nodes.Amount]:
    """Amounts that stand in lists (bags), not those of pay or gain."""
    if isinstance(value, nodes.ListOf):
        yield from (e for e in value.elements if isinstance(e, nodes.Amount))
    if isinstance(value, nodes.Node):
        for name in field_names(type(value)):
            yield from _amounts(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _amounts(item)


def _modified_in(parsed: object) -> Iterator[str]:
    if isinstance(parsed, nodes.ModifyNow):
        yield parsed.modifier.event.name
    if isinstance(parsed, tuple):
        for part in parsed:
            yield from _modified_in(part)
    elif isinstance(parsed, nodes.Node) and not isinstance(parsed, nodes.Expr):
        for name in field_names(type(parsed)):
            yield from _modified_in(getattr(parsed, name))


def _assigned_names(parsed: object) -> Iterator[str]:
    if isinstance(parsed, tuple):
        for part in parsed:
            yield from _assigned_names(part)
    elif isinstance(parsed, nodes.Node):
        if isinstance(parsed, nodes.Assign) and isinstance(parsed.target, nodes.Name):
            yield parsed.target.name
        if not isinstance(parsed, nodes.Expr):
            for name in field_names(type(parsed)):
                yield from _assigned_names(getattr(parsed, name))

"""L620: rules that never count because another always takes their place."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.diagnostics import Diagnostics
from interpreter.language import nodes
from interpreter.language.lints.reading import rule_in
from interpreter.language.overridden import all_needs, overridden
from interpreter.language.rules import Collected, declared
from interpreter.loading.model import Model


def vain(model: Model, diagnostics: Diagnostics) -> None:
    """Report rules that another of the same ruleset or module, or one that their module builds on, makes vain. That a
    module changes what it builds on is what it is for."""
    needs = all_needs(model)
    for rule, other in overridden(list(_collected(model))):
        if other.decl.origin not in ("base", rule.decl.origin, *needs.get(rule.decl.origin, ())):
            continue
        is_setting = isinstance(rule.node.head, nodes.Modifier)
        how = f"sets `{rule.event}`" if is_setting else f"replaces `{rule.event}`"
        related = [(other.decl.span, f"`{other.decl.id}` {'sets it' if is_setting else 'replaces it'} in any case")]
        diagnostics.add("L620", rule.decl.span, related=related, rule=rule.decl.id, how=how, other=other.decl.id)


def _collected(model: Model) -> Iterator[Collected]:
    for decl, cls, kind in declared(model):
        if (found := rule_in(decl.text)) is not None:
            yield Collected(decl, found, cls, kind)

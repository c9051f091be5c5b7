"""L620, L636: rules that never count because another always takes their place, and rules whose order nothing says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.diagnostics import Diagnostics
from interpreter.language.analysis.overridden import all_needs, overridden
from interpreter.language.core.checked import Checked
from interpreter.language.lints.reading import rule_in
from interpreter.language.resolve.collected import Collected
from interpreter.language.resolve.rules import declared
from interpreter.language.syntax import nodes
from interpreter.loading.model import Model


def vain(model: Model, diagnostics: Diagnostics) -> None:
    """Report rules that another of the same ruleset or module, or one that their module builds on, makes vain. That a
    module changes what it builds on is what it is for."""
    needs = all_needs(model)
    for rule, other in overridden(list(collected(model))):
        if other.decl.origin not in ("base", rule.decl.origin, *needs.get(rule.decl.origin, ())):
            continue
        does = "sets" if isinstance(rule.node.head, nodes.Modifier) else "replaces"
        related = [(other.decl.span, f"`{other.decl.id}` always {does} `{rule.event}`")]
        diagnostics.add("L620", rule.decl.span, related=related, rule=rule.decl.id, other=other.decl.id)


def unordered(checked: Sequence[Checked], diagnostics: Diagnostics) -> None:
    """Report rules of two modules that do not commute, or of which it cannot be told that they never hold together."""
    for clash in (clash for one in checked for clash in one.clashes):
        first, second = sorted((clash.first, clash.second), key=lambda rule: rule.origin)
        diagnostics.add(
            "L636",
            second.span,
            related=[(first.span, f"`{first.id}` of `{first.origin}`")],
            first=first.id,
            second=second.id,
            event=clash.event,
            settled=clash.settled,
        )


def collected(model: Model) -> Iterator[Collected]:
    """All rules of a ruleset that can be read, in the order in which they run."""
    for decl, cls, kind in declared(model):
        if (found := rule_in(decl.text)) is not None:
            yield Collected(decl, found, cls, kind)

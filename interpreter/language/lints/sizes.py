"""L619, L620: choices among more than anybody can read, values that are set twice."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.diagnostics import Diagnostics
from interpreter.language import nodes
from interpreter.language.lints.reading import all_nodes, tree
from interpreter.loading.model import Model, RuleDecl

MANY = 1000
"""Options of one decision above which nobody lists them, and a bot tries each."""


def large_choices(model: Model, diagnostics: Diagnostics) -> None:
    """Report choices of a number out of very many."""
    binders = [b for node in all_nodes(model) if isinstance(node, nodes.Choose) for b in node.binders]
    for offered in (model.actions.values(), model.free.values()):
        for decl in offered:
            parsed = None if decl.choose is None else tree(decl.choose)
            binders += [b for b in parsed if isinstance(b, nodes.Binder)] if isinstance(parsed, tuple) else []
    for binder in dict.fromkeys(binders):
        domain = binder.domain
        if isinstance(domain, nodes.Interval) and binder.condition is None and binder.extreme is None:
            low, high = domain.low, domain.high
            if isinstance(low, nodes.Number) and isinstance(high, nodes.Number) and high.value - low.value >= MANY:
                diagnostics.add("L619", domain.span, name=binder.name, count=high.value - low.value + 1)


def set_twice(model: Model, diagnostics: Diagnostics) -> None:
    """Report rules that set a value which a later rule of the same ruleset or module sets in any case."""
    last: dict[tuple[str, str], RuleDecl] = {}
    for rule, head in reversed(list(_setting(model))):
        key = (rule.origin, head.event.name)
        if (later := last.get(key)) is not None:
            related = [(later.span, f"`{later.id}` sets it in any case")]
            diagnostics.add("L620", rule.span, related=related, rule=rule.id, value=head.event.name)
        elif head.condition is None and all(p.test is None for p in head.event.patterns or ()):
            last[key] = rule


def _setting(model: Model) -> Iterator[tuple[RuleDecl, nodes.Modifier]]:
    """The rules that set a value, in the order in which they come to it."""
    ordered = sorted(model.rules.values(), key=lambda r: (r.order is None, r.order or 0))
    for rule in ordered:
        parsed = None if rule.text is None else tree(rule.text)
        if isinstance(parsed, nodes.Rule) and isinstance(parsed.head, nodes.Modifier) and parsed.head.change == "to":
            yield rule, parsed.head

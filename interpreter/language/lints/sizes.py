"""Choices among more than anybody can read.

L619:
  message: '`{name}` is one of {count} numbers'
  hint: bound it by what there is, or choose a digit at a time
  page: 'Every option is listed and, by bots, tried: a decision among so many takes long, and nobody reads its list.'
  failing: |
    turn: |
      choose n in 1..5000  # <--
      gain n coin
  mended: |
    turn: |
      choose n in 1..50
      gain n coin
  rest: |
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
"""

from __future__ import annotations

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.reading import all_nodes, tree
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.loading.model import Model

MANY = 1000
"""Options of one decision above which nobody lists them, and a bot tries each."""


@lint
def large_choices(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report choices of a number out of very many."""
    binders = [b for node in all_nodes(model) if isinstance(node, nodes.Choose) for b in node.binders]
    for decl in model.offered:
        parsed = None if decl.choose is None else tree(decl.choose)
        binders += [b for b in parsed if isinstance(b, nodes.Binder)] if isinstance(parsed, tuple) else []
    for binder in binders:
        domain = binder.domain
        if isinstance(domain, nodes.Interval) and binder.condition is None and binder.extreme is None:
            low, high = domain.low, domain.high
            if isinstance(low, nodes.Number) and isinstance(high, nodes.Number) and high.value - low.value >= MANY:
                diagnostics.add("L619", domain.span, name=binder.name, count=high.value - low.value + 1)

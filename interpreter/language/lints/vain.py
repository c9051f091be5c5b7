"""Rules that never count because another always takes their place, and rules whose order nothing says.

L620:
  message: '`{rule}` has no effect: `{other}` always overrides it'
  hint: give `{other}` an `if`, let it `do original`, change their `order`, or take one out
  page: >-
    Of several `modify … to` the last whose condition holds counts; of several `instead of` the first, which the
    others come into only where it does the original. One that holds wherever the other does hides it.
  failing: |
    rules:
      cheap: modify price to 2  # <--
      dear: modify price to 3
  mended: |
    rules:
      cheap: modify price to 2
      dear: modify price to 3 if size(players) > 2
  rest: |
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
    values: {price: {is: 1}}
    turn: gain price coin
L636:
  message: '`{first}` and `{second}` of two modules do not commute on `{event}`; nothing says which runs first'
  hint: give them an `order`, let one module need the other, or say it in {settled}
  page: >-
    One of the two changes what the other reads, pays or sets, so it matters which comes first; or both set or replace
    the same, each under a condition, and it cannot be proved that the conditions never hold together. The order is
    the same whatever the modules are called, but nobody has chosen it.
  failing: |
    # file: modules/tax/module.yaml
    module: {id: tax}
    rules:
      take: 'after rest { gain my coin coin }'  # <--
    # file: modules/gift/module.yaml
    module: {id: gift}
    rules: {give: 'after rest { gain 1 coin }'}
    # file: modules/zeal/module.yaml
    module: {id: zeal, needs: [gift, tax]}
  mended: |
    # file: modules/tax/module.yaml
    module: {id: tax}
    rules:
      take: 'after rest { gain my coin coin }'  # <--
    with: {gift: {rules: {patch: {give: {order: 1}}}}}
    # file: modules/gift/module.yaml
    module: {id: gift}
    rules: {give: 'after rest { gain 1 coin }'}
    # file: modules/zeal/module.yaml
    module: {id: zeal, needs: [gift, tax]}
  rest: |
    # file: ruleset.yaml
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
    procedures: {rest: {do: gain 1 coin}}
    turn: do rest
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.diagnostics import Diagnostics
from interpreter.language.analysis.overridden import all_needs, overridden
from interpreter.language.lints.reading import rule_in
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.resolve.collected import Collected
from interpreter.language.resolve.rules import declared
from interpreter.language.syntax import nodes
from interpreter.loading.model import Model


@lint
def vain(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report rules that another of the same ruleset or module, or one that their module builds on, makes vain. That a
    module changes what it builds on is what it is for."""
    needs = all_needs(model)
    for rule, other in overridden(list(collected(model))):
        if other.decl.origin not in ("base", rule.decl.origin, *needs.get(rule.decl.origin, ())):
            continue
        does = "sets" if isinstance(rule.node.head, nodes.Modifier) else "replaces"
        related = [(other.decl.span, f"`{other.decl.id}` always {does} `{rule.event}`")]
        diagnostics.add("L620", rule.decl.span, related=related, rule=rule.decl.id, other=other.decl.id)


@lint
def unordered(_: Model, checked: Variants, diagnostics: Diagnostics) -> None:
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

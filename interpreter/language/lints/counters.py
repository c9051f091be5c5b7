"""Resources that can be paid and never gained, or gained and never used.

L605:
  message: '`{name}` is paid or counted, and never gained'
  hint: gain it somewhere, or take it out
  page: No text gives it to anybody, and it is in no list, bag or attribute that could be gained.
  failing: |
    resources: {coin: {}}  # <--
    turn: may dig { pay 1 coin }
  mended: |
    resources: {coin: {}}
    turn: |
      gain 1 coin
      may dig { pay 1 coin }
L606:
  message: '`{name}` is gained, and never paid, counted or looked at'
  hint: let it be worth something, or take it out
  page: 'Nothing in the game changes by having it: it scores nothing, pays for nothing and is asked for nowhere.'
  failing: |
    resources: {coin: {}}  # <--
  mended: |
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
  rest: |
    turn: gain 1 coin
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.reading import names_in, tree
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import parts
from interpreter.loading.model import Model

_GAINED, _SPENT, _READ, _OTHER = "gained", "spent", "read", "other"
_NOT_A_USE = frozenset({"id", "origin", "span", "groups", "holds", "held_by", "pays_for", "provenance", "given"})


@lint
def counters(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report resources that only one of the two happens to.

    A name that stands anywhere else (in a list, an attribute, a bag, a loop over its group) may be gained and spent.
    """
    found: dict[str, set[str]] = {}
    for text in model.effect_texts:
        for name, how in _uses(tree(text), _OTHER):
            found.setdefault(name, set()).add(how)
    for cls in [*model.classes, *model.tables.values()]:
        for text_name in names_in(cls, _NOT_A_USE):
            for word in text_name.replace(",", " ").split():
                found.setdefault(word, set()).add(_OTHER)
    for resource in model.resources.values():
        uses = set().union(*(found.get(n, set()) for n in (resource.id, *resource.groups)))
        if resource.pays_for is not None and _is_spent(resource.pays_for, model, found):
            uses.add(_OTHER if resource.pays_out_of_supply else _SPENT)
        if uses and not uses & {_GAINED, _OTHER}:
            diagnostics.add("L605", resource.span, name=resource.id)
        elif uses == {_GAINED}:
            diagnostics.add("L606", resource.span, name=resource.id)


def _is_spent(target: str, model: Model, found: dict[str, set[str]]) -> bool:
    """Whether something may be paid for which others stand in."""
    members = (r for r in model.resources.values() if target in (r.id, *r.groups))
    return any(found.get(n, set()) & {_SPENT, _OTHER} for r in members for n in (r.id, *r.groups))


def _uses(node: object, how: str) -> Iterator[tuple[str, str]]:
    """Names with what happens to them there."""
    if isinstance(node, nodes.Transfer):
        inner = _GAINED if node.verb in ("gain", "take") else _SPENT
        if node.verb == "lose" and node.other is not None:
            inner = _OTHER
        yield from _amounts(node.amounts, inner)
        yield from _uses(node.other, how)
        return
    if isinstance(node, nodes.Mine | nodes.Attribute):
        yield node.name, _READ
    elif isinstance(node, nodes.Name):
        yield node.name, how
    for part in parts(node):
        yield from _uses(part, _OTHER)


def _amounts(amounts: nodes.Amounts, how: str) -> Iterator[tuple[str, str]]:
    for alternatives in amounts:
        for item in alternatives.items:
            if isinstance(item, nodes.Amount):
                yield from _uses(item.count, _OTHER)
                yield from _uses(item.resource, how)
            elif isinstance(item, nodes.AllOf):
                yield from _uses(item.resource, how)
            else:
                yield from _uses(item, _OTHER)

"""Amounts, numbers of times and ranges that come to nothing, and calculations that change nothing.

L653:
  message: '`{part}` holds no number, since it begins above its end'
  hint: write the smaller number first, as in `1..5`
  page: A range counts upwards. One that begins above its end is empty, so nothing is chosen, added up or done.
  failing: |
    turn: for n in 5..1 { gain n coin }  # <--
  mended: |
    turn: for n in 1..5 { gain n coin }
  rest: |
    resources: {coin: {}}
    scoring: {categories: {all: {worth: p.coin}}}
L654:
  message: '`{part}` {why}'
  hint: write the number that is meant, or take it out
  page: >-
    Zero of something is nothing, and adding 0 or multiplying by 1 changes nothing. What a game leaves out for some
    players can be said by a table or by an option.
  failing: |
    turn: gain 0 coin  # <--
  mended: |
    turn: gain 1 coin
  rest: |
    resources: {coin: {}}
    scoring: {categories: {all: {worth: p.coin}}}
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language.lints.reading import found, number, quoted, tree
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import walk
from interpreter.loading.model import Entry, Model

_NEUTRAL = {("+", 0), ("-", 0), ("*", 1), ("/", 1)}
_FIELDS = ("limit", "supply", "size", "copies")


@lint
def ranges(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report ranges without a number in them."""
    for node in found(model, nodes.Interval):
        low, high = number(node.low), number(node.high)
        below = node.high if isinstance(node.high, nodes.Binary) and node.high.operator == "-" else None
        is_less = below is not None and below.left == node.low and (number(below.right) or 0) > 0
        if is_less or low is not None and high is not None and low > high:
            diagnostics.add("L653", node.span, part=quoted(node))


@lint
def nothing(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report zeros where a number of things or times is said, and operations that leave a number as it is."""
    for node, why in (*_zeros(model), *_idle(model)):
        diagnostics.add("L654", node.span, part=quoted(node), why=why)
    for span, part in _declared(model):
        diagnostics.add("L654", span, part=part, why="leaves room for nothing, or has nothing")
    for span, part, why in _beyond(model):
        diagnostics.add("L654", span, part=part, why=why)
    worths = [*(s.worth for s in model.scoring.values() if not s.each), *(h.worth for h in model.hints.values())]
    for node in (x for x in (tree(text) for text in worths if text) if isinstance(x, nodes.Number)):
        diagnostics.add("L654", node.span, part=quoted(node), why="is worth the same for everybody")


def _zeros(model: Model) -> Iterator[tuple[nodes.Node, str]]:
    """Where nothing of something is meant, and no times."""
    amount, never = "is nothing of it", "never happens"
    in_bags = {id(x) for bag in found(model, nodes.ListOf) for x in bag.elements}  # `[0 coin]` is an empty bag
    counts: list[tuple[nodes.Node, nodes.Expr | None, str]] = [
        *((n, n.count, amount) for n in found(model, nodes.Amount) if id(n) not in in_bags),
        *((n, n.count, amount) for n in found(model, nodes.Draw)),
        *((n, n.number, "takes none") for n in found(model, nodes.Quantity)),
        *((n, n.most, amount) for n in found(model, nodes.Distribute)),
        *((n, n.most, amount) for n in found(model, nodes.Split)),
        *((n, n.steps, "does not go anywhere") for n in found(model, nodes.Step)),
        *((n.number, n.number if n.how != "while_falls" else None, never) for n in found(model, nodes.Repeat)),
        *((n.times, n.times, never) for n in found(model, nodes.May) if n.times is not None),
        *((n, n.times, never) for n in found(model, nodes.Limit)),
        *((n, n.uses, never) for n in found(model, nodes.ModifyNow)),
    ]
    return ((node, why) for node, count, why in counts if number(count) == 0)


def _idle(model: Model) -> Iterator[tuple[nodes.Node, str]]:
    """Operations that leave a number as it is, or make 0 of any."""
    same, zero = "leaves the number as it is", "is 0 in any case"
    for node in found(model, nodes.Binary):
        left, right = number(node.left), number(node.right)
        if (node.operator, right) in _NEUTRAL or node.operator in "+*" and (node.operator, left) in _NEUTRAL:
            yield node, same
        elif node.operator == "*" and 0 in (left, right) or (node.operator, right) == ("mod", 1):
            yield node, zero
    for change in found(model, nodes.Assign):
        if change.operator != "=" and number(change.value) == 0:
            yield change, "changes nothing"
    for modifier in found(model, nodes.Modifier):
        if (modifier.change, number(modifier.value)) in (("by", 0), ("times", 1)):
            yield modifier, "changes nothing"


def _beyond(model: Model) -> Iterator[tuple[Span, str, str]]:
    """Bounds that exclude each other, rows longer than what there is, prices above the supply, ways from a place to
    itself."""
    for v in model.values.values():
        low, high = (None if t is None else number(tree(t)) for t in (v.at_least, v.at_most))
        if low is not None and high is not None and low >= high:
            yield v.span, v.id, f"is always {low}, since it is at least {low} and at most {high}"
    for zone in model.zones.values():
        if zone.id in (zone.draws_from, zone.when_empty):
            yield zone.span, zone.id, "is filled from itself"
        cls = model.pieces.get(zone.pieces or "")
        copies = [] if cls is None or cls.per_player else [kind.copies for kind in cls.kinds.values()]
        there = sum(n for n in copies if isinstance(n, int))
        if isinstance(zone.size, int) and all(isinstance(n, int) for n in copies) and 0 < there < zone.size:
            yield zone.span, zone.id, f"has places for {zone.size}, and there are only {there} of `{zone.pieces}`"
    for amounts in model.classes:
        for kind in amounts.kinds.values():
            for name, text in kind.attribute_texts.items():
                for resource, n in _named_amounts(tree(text)):
                    most = model.resources[resource].supply if resource in model.resources else None
                    if isinstance(most, int) and n > most:
                        span = kind.attribute_spans.get(name, kind.span)
                        yield span, kind.id, f"asks for {n} `{resource}`, and there are only {most}"


def _named_amounts(bag: object) -> Iterator[tuple[str, int]]:
    """The resources that an attribute says by their names, with how many of each."""
    for node in walk(bag):
        if isinstance(node, nodes.Amount) and isinstance(node.resource, nodes.Name):
            yield node.resource.name, number(node.count) or 0


def _declared(model: Model) -> Iterator[tuple[Span, str]]:
    """Places that take nothing, resources that there are none of: where it stands."""
    kinds = [kind for cls in model.pieces.values() for kind in cls.kinds.values()]
    entries: list[Entry] = [*model.zones.values(), *model.spaces.values(), *model.resources.values(), *kinds]
    for entry in entries:
        for name in _FIELDS:
            value = getattr(entry, name, None)
            written = re.compile(rf"\b(?:{name}|row): *['\"]?0\b").search(entry.span.source.text, entry.span.start)
            if value == 0 and not isinstance(value, bool) and written is not None:
                yield Span(entry.span.source, *written.span()), f"{entry.id}: {written[0]}"

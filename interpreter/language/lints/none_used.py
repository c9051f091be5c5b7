"""Things that are used just where they are not there.

L668:
  message: '`{part}` is used here, where it is none'
  hint: ask whether it is not none, or use something else
  page: >-
    The condition before it says that there is nothing. What reads or moves nothing cannot be carried out: an option in
    which it stands is not offered, and in phase text the game would stop.
  failing: |
    turn: if best is none { move best to bag } else { gain 1 coin }; best = bag.top  # <--
  mended: |
    turn: if best is not none { move best to bag } else { gain 1 coin }; best = bag.top
  rest: |
    state: {game: {best: tile}}
    pieces: {tile: {start: bag, kinds: {hill: {}}}}
    zones: {bag: {pieces: tile, stack: true}}
    resources: {coin: {}}
    scoring: {categories: {all: {worth: p.coin}}}
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.reading import found, quoted
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import walk
from interpreter.loading.model import Model


@lint
def none_used(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report what is read, moved or run in a branch whose condition says that it is none."""
    places: list[tuple[nodes.Expr, object]] = []
    for choice in (*found(model, nodes.If), *found(model, nodes.IfThen)):
        assert isinstance(choice, nodes.If | nodes.IfThen)
        places += [(x, choice.then) for x in _nones(choice.condition, True)]
        places += [(x, choice.otherwise) for x in _nones(choice.condition, False)]
    for joined in found(model, nodes.Binary):
        if joined.operator in ("and", "or"):
            places += [(x, joined.right) for x in _nones(joined.left, joined.operator == "and")]
    for thing, where in places:
        for use in _uses(thing, where):
            diagnostics.add("L668", use.span, part=quoted(use))


def _nones(condition: nodes.Expr, holds: bool) -> Iterator[nodes.Expr]:
    """What is none where a condition holds, or where it does not."""
    match condition:
        case nodes.Is() if not condition.within and condition.negated != holds:
            for thing, other in ((condition.left, condition.right), (condition.right, condition.left)):
                if isinstance(other, nodes.Name) and other.name == "none":
                    yield thing
        case nodes.Not():
            yield from _nones(condition.value, not holds)
        case nodes.Binary() if condition.operator == ("and" if holds else "or"):
            yield from _nones(condition.left, holds)
            yield from _nones(condition.right, holds)


def _uses(thing: nodes.Expr, where: object) -> Iterator[nodes.Node]:
    """The uses of a thing that cannot be carried out, up to where it may have become another."""
    if not isinstance(where, tuple):
        yield from _in(thing, where)
        return
    for s in where:
        if any(_may_set(thing, n) for n in walk(s)):
            if isinstance(s, nodes.Assign):
                yield from _in(thing, s.value)
            return
        yield from _in(thing, s)


def _in(thing: nodes.Expr, where: object) -> Iterator[nodes.Node]:
    for node in walk(where):
        used: object = None
        match node:
            case nodes.Attribute() | nodes.Bundle():
                used = node.value
            case nodes.Move():
                used = node.to
            case nodes.Do():
                used = node.target
            case nodes.Does():
                used = node.who
        if used == thing:
            yield node


def _may_set(thing: nodes.Expr, node: nodes.Node) -> bool:
    """Whether a statement may give a thing another value, or asks itself whether it is there."""
    match node:
        case nodes.Assign() | nodes.Is():
            return thing in (node.target,) if isinstance(node, nodes.Assign) else thing in (node.left, node.right)
        case nodes.Do():
            return node.target != thing
        case nodes.DoOneOf() | nodes.Let() | nodes.Choose() | nodes.May():
            return True
    return False

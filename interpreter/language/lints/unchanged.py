"""Statements that change nothing because of what stands beside them.

L655:
  message: '`{part}` {why}'
  hint: name what is meant on one of the two sides, or take it out
  page: What is set to itself stays as it is, and what is set twice in a row keeps the second value only.
  failing: |
    turn: n = n  # <--
  mended: |
    turn: n = n + 1
  rest: |
    state: {game: {n: int}}
    scoring: {categories: {all: {worth: n}}}
L656:
  message: '`{part}` stands here twice in a row'
  hint: take one of them out; if twice is meant, say it with a number, or `repeat 2 times`
  page: A statement that is the same as the one before it was mostly copied, and not changed.
  failing: |
    turn: gain 1 coin; gain 1 coin  # <--
  mended: |
    turn: gain 2 coin
  rest: |
    resources: {coin: {}}
    scoring: {categories: {all: {worth: p.coin}}}
L660:
  message: nothing comes to `{part}`, because of `{end}` before it
  hint: write it before the end, or take it out
  page: After `end` the rest of its block is not carried out.
  failing: |
    do: end game; do rest  # <--
  mended: |
    do: do rest; end game
  rest: |
    procedures: {rest: {do: ''}}
"""

from __future__ import annotations

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.reading import bodies, found, quoted, tree
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import walk
from interpreter.loading.model import Model


@lint
def unchanged(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report assignments and moves of a thing to itself."""
    for node in found(model, nodes.Assign):
        if node.operator == "=" and node.target == node.value:
            diagnostics.add("L655", node.span, part=quoted(node), why="leaves it as it is")
    for move in found(model, nodes.Move):
        item = move.item.value if isinstance(move.item, nodes.Bundle) else move.source
        if move.to in (item, move.source):
            diagnostics.add("L655", move.span, part=quoted(move), why="moves nothing from its place")


@lint
def in_a_row(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report statements that are the same as the one before, that come after an end, and values that are lost."""
    for _owner, block in bodies(model):
        for one, other in zip(block, block[1:], strict=False):
            if _ends(one):
                diagnostics.add("L660", other.span, part=quoted(other), end=quoted(one))
                break
            if one == other and not (isinstance(one, nodes.Do) and _asks(model, one)):
                diagnostics.add("L656", other.span, part=quoted(other))
            elif _is_lost(one, other):
                why = "is lost at once: the next statement sets it again"
                diagnostics.add("L655", one.span, part=quoted(one), why=why)


def _asks(model: Model, call: nodes.Do) -> bool:
    """Whether what a statement runs may ask somebody, whose answers need not be the same."""
    called, known = [call.called], {call.called}
    for name in called:  # grows
        text = model.procedures[name].do if name in model.procedures else None
        for node in walk(tree(text)) if text is not None else ():
            if isinstance(node, _DECISIONS):
                return True
            if isinstance(node, nodes.Do) and node.called not in known:
                known.add(node.called)
                called.append(node.called)
    return not {*known} <= {*model.procedures}


_DECISIONS = (
    nodes.Choose,
    nodes.ChooseSome,
    nodes.ChooseBranch,
    nodes.May,
    nodes.DoOneOf,
    nodes.Distribute,
    nodes.Split,
)


def _ends(s: nodes.Statement) -> bool:
    """Whether nothing in the block comes after a statement."""
    if isinstance(s, nodes.If):
        return all(block and _ends(block[-1]) for block in (s.then, s.otherwise))
    return isinstance(s, nodes.End)


def _is_lost(one: nodes.Statement, other: nodes.Statement) -> bool:
    if not isinstance(one, nodes.Assign) or not isinstance(other, nodes.Assign) or one.target != other.target:
        return False
    return other.operator == "=" and all(x != one.target and not isinstance(x, nodes.Call) for x in walk(other.value))

"""Statements that change nothing because of what stands beside them.

L655:
  message: '`{part}` {why}'
  hint: name what is meant on one of the two sides, or take it out
  page: >-
    What is set to itself stays as it is, what is set twice in a row keeps the second value only, and what is given and
    taken at once has changed nothing.
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
    for transfer in found(model, nodes.Transfer):
        if isinstance(transfer.other, nodes.Name) and transfer.other.name == "me":
            diagnostics.add("L655", transfer.span, part=quoted(transfer), why="is to and from the same player")


@lint
def scored_alike(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report lines of the score sheet that count the same once more, and tie-breaks that can break no tie."""
    lines = [(s, tree(s.worth)) for s in model.scoring.values() if s.worth is not None and s.only_if is None]
    for number, (line, worth) in enumerate(lines):
        for other, same in lines[:number]:
            if line.is_tie_break == other.is_tie_break and worth == same:
                why = f"is worth what `{other.id}` is"
                diagnostics.add("L655", line.span, related=[(other.span, "this line")], part=line.id, why=why)


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
            elif _takes_back(one, other):
                moves = isinstance(other, nodes.Move)
                why = "moves on what was moved just before" if moves else "takes back what was done just before"
                diagnostics.add("L655", other.span, part=quoted(other), why=why)


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


_BACK = {"gain": ("lose", "pay"), "take": ("lose", "pay"), "lose": ("gain", "take"), "pay": ("gain", "take")}


def _takes_back(one: nodes.Statement, other: nodes.Statement) -> bool:
    """Whether a statement undoes the one before it: the same amount there and back, or a piece moved on at once."""
    match one, other:
        case nodes.Assign(operator="+=" | "-="), nodes.Assign(operator="+=" | "-="):
            return one.operator != other.operator and (one.target, one.value) == (other.target, other.value)
        case nodes.Transfer(), nodes.Transfer():
            is_back = other.verb in _BACK[one.verb]
            return is_back and (one.amounts, one.other) == (other.amounts, other.other)
        case nodes.Move(item=nodes.Bundle()), nodes.Move():
            return one.item == other.item
    return False


def _is_lost(one: nodes.Statement, other: nodes.Statement) -> bool:
    if not isinstance(one, nodes.Assign) or not isinstance(other, nodes.Assign) or one.target != other.target:
        return False
    return other.operator == "=" and all(x != one.target and not isinstance(x, nodes.Call) for x in walk(other.value))

"""Branches that all do the same, and blocks that do nothing.

L651:
  message: '`{what}` does the same whichever way it goes'
  hint: write it once, or let one of the branches say something else
  page: Where all branches are the same text, nothing depends on the condition or choice before them.
  failing: |
    turn: if my coin > 2 { gain 1 coin } else { gain 1 coin }  # <--
  mended: |
    turn: if my coin > 2 { gain 1 coin } else { gain 2 coin }
  rest: |
    resources: {coin: {}}
    scoring: {categories: {all: {worth: p.coin}}}
L652:
  message: '`{what}` does nothing here'
  hint: '{hint}'
  page: >-
    Nothing stands between the braces. An option to do nothing, the body of `instead of`, and a procedure without a text
    on which rules hang are meant so and not reported.
  failing: |
    turn: if my coin > 2 { } else { gain 1 coin }  # <--
  mended: |
    turn: if my coin <= 2 { gain 1 coin }
  rest: |
    resources: {coin: {}}
    scoring: {categories: {all: {worth: p.coin}}}
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.reading import bodies, found, quoted
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.loading.model import Model


def _begin(node: nodes.Node) -> str:
    """A statement up to its first brace."""
    return quoted(node).split(" {")[0].split("{")[0].strip() or "{ }"


@lint
def alike(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report choices and conditions all of whose branches are the same."""
    for choice in found(model, nodes.IfThen):
        if choice.then == choice.otherwise:
            diagnostics.add("L651", choice.span, what=quoted(choice))
    blocks: list[tuple[nodes.Node, Sequence[nodes.Block | None]]] = [
        *((n, [n.then, n.otherwise]) for n in found(model, nodes.If)),
        *((n, [n.then, n.otherwise]) for n in found(model, nodes.IfPossible)),
        *((n, [n.branch.body, n.otherwise]) for n in found(model, nodes.May)),
        *((n, [branch.body for branch in n.branches]) for n in found(model, nodes.ChooseBranch)),
    ]
    for node, branches in blocks:
        if len(branches) > 1 and branches[0] and all(b == branches[0] for b in branches):
            diagnostics.add("L651", node.span, what=_begin(node))


@lint
def empty(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report blocks without a statement."""
    offered = {id(n.branch): n.otherwise for n in found(model, nodes.May)}
    for node, block in bodies(model):
        if block or node is None or isinstance(node, nodes.Trigger) and node.timing == "instead_of":
            continue
        hint = "let it do something, or take it out"
        if isinstance(node, nodes.Branch) and (id(node) not in offered or offered[id(node)]):
            continue  # an option to do nothing
        if isinstance(node, nodes.If) and not node.then and node.otherwise:
            hint = "ask for the contrary, and write what comes after else"
        elif isinstance(node, nodes.If | nodes.IfPossible | nodes.May) and node.otherwise == ():
            hint = "leave the else out"
        elif isinstance(node, nodes.Branch):
            hint = "say what is done when it is chosen; to do nothing, nobody need be asked"
        diagnostics.add("L652", node.span, what=_begin(node), hint=hint)

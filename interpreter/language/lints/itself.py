"""What is compared with itself, or said twice in one condition.

L650:
  message: '`{part}` {why}'
  hint: name the other thing that is meant, or leave the part out
  page: >-
    What is set against itself has one answer whatever is on the table, and what stands twice in one condition counts
    once. Most are slips of the hand, such as `p` for `q`.
  failing: |
    turn: if my coin > my coin { gain 1 coin }  # <--
  mended: |
    turn: if my coin > 2 { gain 1 coin }
  rest: |
    resources: {coin: {}}
    scoring: {categories: {all: {worth: p.coin}}}
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.reading import found, number, quoted
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.loading.model import Model

_ITSELF = {
    **dict.fromkeys(("<", ">"), "compares a thing with itself, which is never so"),
    **dict.fromkeys(("<=", ">="), "compares a thing with itself, which is always so"),
    "-": "takes a number from itself, which leaves 0",
    "/": "divides a number by itself",
    "mod": "divides a number by itself, which leaves 0",
}
_OPPOSITE = {"<": ">=", ">=": "<", "<=": ">", ">": "<="}


@lint
def itself(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report operations whose two sides are the same, and conditions that say something twice."""
    for node in found(model, nodes.Binary):
        if node.operator in _ITSELF and node.left == node.right:
            diagnostics.add("L650", node.span, part=quoted(node), why=_ITSELF[node.operator])
        elif node.operator in _OPPOSITE and None not in (number(node.left), number(node.right)):
            diagnostics.add("L650", node.span, part=quoted(node), why="compares two numbers that are written there")
    for test in found(model, nodes.Is):
        if not test.within and test.left == test.right:
            why = _ITSELF["<" if test.negated else "<="]
            diagnostics.add("L650", test.span, part=quoted(test), why=why)
    for call in found(model, nodes.Call):
        _call(call, diagnostics)
    for condition in _conditions(model):
        _twice(condition, diagnostics)
    chains: list[nodes.If | nodes.IfThen] = [*found(model, nodes.If), *found(model, nodes.IfThen)]
    for chain in chains:
        _asked_before(chain, diagnostics)


def _call(call: nodes.Call, diagnostics: Diagnostics) -> None:
    """Report the least or greatest, or the union, of the same twice, and of numbers that are written there."""
    values = [a.value for a in call.arguments if a.binder is None and a.value is not None]
    if not isinstance(call.function, nodes.Name) or len(values) < 2 or len(values) < len(call.arguments):
        return
    if call.function.name in ("min", "max", "union") and any(x in values[:i] for i, x in enumerate(values)):
        diagnostics.add("L650", call.span, part=quoted(call), why="names the same twice")
    elif call.function.name in ("min", "max") and all(number(x) is not None for x in values):
        diagnostics.add("L650", call.span, part=quoted(call), why="is a number that could be written there")


def _conditions(model: Model) -> Iterator[nodes.Binary]:
    """The outermost `and` and `or`, each with all that it joins."""
    joined = [n for n in found(model, nodes.Binary) if n.operator in ("and", "or")]
    sides = ((n, x) for n in joined for x in (n.left, n.right) if isinstance(x, nodes.Binary))
    inner = {id(x) for n, x in sides if x.operator == n.operator}
    return (n for n in joined if id(n) not in inner)


def _parts(node: nodes.Expr, operator: str) -> Iterator[nodes.Expr]:
    if isinstance(node, nodes.Binary) and node.operator == operator:
        yield from _parts(node.left, operator)
        yield from _parts(node.right, operator)
    else:
        yield node


def _twice(condition: nodes.Binary, diagnostics: Diagnostics) -> None:
    """Report parts of an `and` or `or` that stand there twice, or beside their contrary."""
    seen: list[nodes.Expr] = []
    for part in _parts(condition, condition.operator):
        if part in seen:
            diagnostics.add("L650", part.span, part=quoted(part), why="stands twice in this condition")
        elif any(x in seen for x in _contraries(part)):
            how = "never" if condition.operator == "and" else "always"
            diagnostics.add("L650", part.span, part=quoted(part), why=f"stands beside its contrary: this {how} holds")
        seen.append(part)


def _contraries(part: nodes.Expr) -> Iterator[nodes.Expr]:
    yield nodes.Not(part.span, part)
    match part:
        case nodes.Not():
            yield part.value
        case nodes.Is():
            yield nodes.Is(part.span, part.left, part.right, not part.negated, part.within)
        case nodes.Binary() if part.operator in _OPPOSITE:
            yield nodes.Binary(part.span, _OPPOSITE[part.operator], part.left, part.right)


def _asked_before(chain: nodes.If | nodes.IfThen, diagnostics: Diagnostics) -> None:
    """Report an `else if` that asks what an `if` before it has asked."""
    seen, node = [chain.condition], _else_if(chain)
    while node is not None:
        if node.condition in seen:
            why = "was asked before, so this is never reached"
            diagnostics.add("L650", node.condition.span, part=quoted(node.condition), why=why)
        seen.append(node.condition)
        node = _else_if(node)


def _else_if(node: nodes.If | nodes.IfThen) -> nodes.If | nodes.IfThen | None:
    other: object = node.otherwise
    if isinstance(other, tuple):
        other = other[0] if len(other) == 1 else None
    return other if isinstance(other, nodes.If | nodes.IfThen) else None

"""What a condition says that was already settled: by another part of it, by the condition around it, by a constant.

L680:
  message: '`{part}` {why}'
  hint: name the other thing or number that is meant, or leave the part out
  page: >-
    Two parts of a condition can exclude each other (`n > 3 and n < 2`), cover everything (`x is not a or x is not b`),
    or say less than another part; and a condition inside a block asks nothing where the one around it has answered.
  failing: |
    turn: if my coin > 3 and my coin < 2 { gain 1 coin }  # <--
  mended: |
    turn: if my coin > 3 or my coin < 2 { gain 1 coin }
  rest: |
    resources: {coin: {}}
    scoring: {categories: {all: {worth: p.coin}}}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.reading import bodies, found, number, quoted
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.loading.model import Model
from interpreter.records import record

_FAR = 10**18
_ENDS = {"<": (None, -1), "<=": (None, 0), ">": (1, None), ">=": (0, None)}


@record
class _Fact:
    """What one part of a condition says of `of`: it is (or is not) one of some things, or a number in a range."""

    part: nodes.Expr
    of: nodes.Expr
    things: frozenset[str] | None = None
    is_one: bool = True
    low: int = -_FAR
    high: int = _FAR

    def excludes(self, other: _Fact) -> bool:
        """Whether the two cannot both hold."""
        if (self.things is None) != (other.things is None):
            return False
        if self.things is None or other.things is None:
            return max(self.low, other.low) > min(self.high, other.high)
        if self.is_one and other.is_one:
            return not self.things & other.things
        one, none = (self, other) if self.is_one else (other, self)
        return one.is_one != none.is_one and bool(one.things) and (one.things or set()) <= (none.things or set())

    def says(self, other: _Fact) -> bool:
        """Whether the other holds wherever this one does."""
        if (self.things is None) != (other.things is None):
            return False
        if self.things is None or other.things is None:
            return self.low >= other.low and self.high <= other.high
        if self.is_one:
            return self.things <= other.things if other.is_one else not self.things & other.things
        return not other.is_one and other.things <= self.things


@lint
def conditions(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report parts of conditions that the rest of them, the text around them or a constant has settled."""
    constants = _constants(model)
    for node, operand in _asked(model):
        if isinstance(node, nodes.Binder) and operand == nodes.Name(operand.span, "false"):
            continue  # `those(p in players if false)` is an empty list of players
        if isinstance(operand, nodes.Name) and operand.name in ("true", "false"):
            how = "always" if operand.name == "true" else "never"
            diagnostics.add("L680", operand.span, part=quoted(operand), why=f"{how} holds")
        elif isinstance(node, nodes.Not) and isinstance(operand, nodes.Not):
            diagnostics.add("L680", node.span, part=quoted(node), why="denies what it denies")
    joined = [n for n in found(model, nodes.Binary) if n.operator in ("and", "or")]
    inner = {id(x) for n in joined for x in (n.left, n.right) if getattr(x, "operator", "") == n.operator}
    for whole in (n for n in joined if id(n) not in inner):
        _within(whole, constants, diagnostics)
    blocks = [block for owner, block in bodies(model) if not isinstance(owner, nodes.If)]
    for block in blocks:
        _again(block, [], constants, diagnostics)


def _constants(model: Model) -> frozenset[str]:
    """Names that are one thing wherever they stand."""
    kinds = {kind for cls in model.classes for kind in cls.kinds}
    faces = {face for cls in model.pieces.values() for face in cls.faces}
    return frozenset({"none", "true", "false", *kinds, *faces, *model.resources, *model.tracks, *model.procedures})


def _asked(model: Model) -> Iterator[tuple[nodes.Node, nodes.Expr]]:
    """Every condition and every part that `and`, `or` and `not` join, with what asks it."""
    for node in found(model, nodes.Binary):
        if node.operator in ("and", "or"):
            yield from ((node, side) for side in (node.left, node.right))
    for denied in found(model, nodes.Not):
        yield denied, denied.value
    for kind in _WITH_CONDITIONS:
        for asking in found(model, kind):
            if (condition := getattr(asking, "condition", None)) is not None:
                yield asking, condition


_WITH_CONDITIONS: tuple[type[nodes.Node], ...] = (
    nodes.If, nodes.IfThen, nodes.Require, nodes.Binder, nodes.Branch, nodes.Trigger, nodes.Modifier, nodes.StateRule,
)  # fmt: skip


# ---- parts of one condition


def _parts(node: nodes.Expr, operator: str) -> list[nodes.Expr]:
    if isinstance(node, nodes.Binary) and node.operator == operator:
        return [*_parts(node.left, operator), *_parts(node.right, operator)]
    return [node]


def _facts(node: nodes.Expr, holds: bool, constants: frozenset[str]) -> Iterator[_Fact]:
    """What is known where a condition holds, or does not."""
    while isinstance(node, nodes.Not):
        node, holds = node.value, not holds
    if isinstance(node, nodes.Binary) and node.operator == ("and" if holds else "or"):
        for side in (node.left, node.right):
            yield from _facts(side, holds, constants)
    else:
        yield _fact(node, holds, constants)


def _fact(node: nodes.Expr, holds: bool, constants: frozenset[str]) -> _Fact:
    while isinstance(node, nodes.Not):
        node, holds = node.value, not holds
    match node:
        case nodes.Is(within=False) if holds != node.negated and (n := number(node.right)) is not None:
            return _Fact(node, node.left, low=n, high=n)
        case nodes.Is():
            is_list = node.within and isinstance(node.right, nodes.ListOf)
            things = node.right.elements if isinstance(node.right, nodes.ListOf) and is_list else (node.right,)
            names = frozenset(x.name for x in things if isinstance(x, nodes.Name) and x.name in constants)
            if names and len(names) == len(things) and (is_list or not node.within):
                return _Fact(node, node.left, names, holds != node.negated)
        case nodes.Binary() if node.operator in _ENDS and (n := number(node.right)) is not None:
            low, high = _ENDS[node.operator]
            ends = (-_FAR if low is None else n + low, _FAR if high is None else n + high)
            if not holds:
                ends = (ends[1] + 1, _FAR) if low is None else (-_FAR, ends[0] - 1)
            return _Fact(node, node.left, low=ends[0], high=ends[1])
    same = nodes.Is(node.span, node.left, node.right, False, node.within) if isinstance(node, nodes.Is) else node
    return _Fact(node, same, frozenset({"true"}), holds != (same != node))


def _within(whole: nodes.Binary, constants: frozenset[str], diagnostics: Diagnostics) -> None:
    """Report parts that exclude one another or that one of the others says; of an `or`, by what denies them."""
    is_and = whole.operator == "and"
    known: list[_Fact] = []
    for part in _parts(whole, whole.operator):
        fact = _fact(part, is_and, constants)
        for other in (x for x in known if x.of == fact.of and x.part != part and not _is_denial(x.part, part)):
            if other.excludes(fact):
                how = "can never hold" if is_and else "makes this always hold"
                diagnostics.add("L680", part.span, part=quoted(part), why=f"{how} beside `{quoted(other.part)}`")
            elif other.says(fact) or fact.says(other):
                less, more = (fact, other) if other.says(fact) else (other, fact)
                why = f"says nothing beside `{quoted(more.part)}`"
                diagnostics.add("L680", less.part.span, part=quoted(less.part), why=why)
            else:
                continue
            break
        known.append(fact)


def _is_denial(one: nodes.Expr, other: nodes.Expr) -> bool:
    """Whether two parts are contraries word for word, of which another lint speaks."""
    match one, other:
        case nodes.Is(), nodes.Is():
            return one.right == other.right and one.within == other.within and one.negated != other.negated
        case nodes.Binary(), nodes.Binary():
            opposite = {"<": ">=", ">=": "<", "<=": ">", ">": "<="}
            return one.right == other.right and opposite.get(one.operator) == other.operator
    return False


# ---- what the text around a condition has settled


def _again(block: nodes.Block, known: Sequence[_Fact], constants: frozenset[str], diagnostics: Diagnostics) -> None:
    """Report conditions of a block that were answered before it or in it, as long as nothing has been done since."""
    known = [*known]
    for s in block:
        match s:
            case nodes.If():
                _settled(s.condition, known, constants, diagnostics)
                _again(s.then, [*known, *_facts(s.condition, True, constants)], constants, diagnostics)
                _again(s.otherwise or (), [*known, *_facts(s.condition, False, constants)], constants, diagnostics)
                known = []
            case nodes.Require():
                _settled(s.condition, known, constants, diagnostics)
                known += _facts(s.condition, True, constants)
            case nodes.Let():
                pass
            case _:
                known = []


def _settled(
    condition: nodes.Expr, known: Sequence[_Fact], constants: frozenset[str], diagnostics: Diagnostics
) -> None:
    operator = "or" if isinstance(condition, nodes.Binary) and condition.operator == "or" else "and"
    for part in _parts(condition, operator):
        fact = _fact(part, True, constants)
        for other in (x for x in known if x.of == fact.of):
            if other.says(fact) or other.excludes(fact):
                how = "holds here anyway" if other.says(fact) else "never holds here"
                related = [(other.part.span, "this has settled it")]
                diagnostics.add("L680", part.span, related=related, part=quoted(part), why=how)
                break

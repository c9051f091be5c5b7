"""Nodes → canonical effect text: one statement a line, blocks indented by two spaces, parentheses only where needed.

What is printed parses back to an equal tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from interpreter.language.syntax import nodes
from interpreter.loading.words import WORDS

_INDENT = "  "

# How tightly an expression holds together; an operand that holds less tightly than its place asks for is put in
# parentheses. These are the levels of the grammar.
_EXPR, _OR, _AND, _NOT, _COMPARE, _RANGE, _SUM, _PRODUCT, _UNARY, _POSTFIX, _ATOM = range(11)

_OPERATOR_LEVEL = {"or": _OR, "and": _AND, "+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "mod": _PRODUCT}


def to_text(node: nodes.Node | tuple[nodes.Node, ...]) -> str:
    """The canonical text of a tree or of a part of one; no newline at its end.

    A tuple is a block of statements, the alternatives of a cost or the binders of a choice. An empty block is "".
    TypeError: `node` is nothing that the parser makes.
    """
    if isinstance(node, tuple):
        if all(isinstance(x, nodes.Statement) for x in node):
            return "\n".join(to_text(x) for x in node)
        return ", ".join(to_text(x) for x in node)
    writer = _WRITERS.get(type(node))
    if writer is None:
        raise TypeError(f"{type(node).__name__} has no text")
    return writer(node)


def _expr(value: nodes.Expr, level: int = _EXPR) -> str:
    text = to_text(value)
    return text if _level(value) >= level else f"({text})"


def _level(value: nodes.Expr) -> int:
    if isinstance(value, nodes.Binary):
        return _OPERATOR_LEVEL.get(value.operator, _COMPARE)
    return _LEVELS.get(type(value), _ATOM)


_LEVELS: dict[type, int] = {
    nodes.IfThen: _EXPR,
    nodes.Not: _NOT,
    nodes.Is: _COMPARE,
    nodes.Interval: _RANGE,
    nodes.Minus: _UNARY,
    nodes.Attribute: _POSTFIX,
    nodes.Index: _POSTFIX,
    nodes.Call: _POSTFIX,
}


def _part(words: str, value: nodes.Expr | None, level: int = _EXPR, after: str = "") -> str:
    """An optional part with its word before it: " to x", or nothing."""
    return "" if value is None else f" {words} {_expr(value, level)}{after}"


def _block(body: nodes.Block) -> str:
    if not body:
        return "{}"
    lines = to_text(body).splitlines()
    return "{\n" + "\n".join(_INDENT + line for line in lines) + "\n}"


def _else(body: nodes.Block | None) -> str:
    if body is None:
        return ""
    if len(body) == 1 and isinstance(body[0], nodes.If | nodes.IfPossible) and not getattr(body[0], "is_sure", False):
        return " else " + to_text(body[0])
    return " else " + _block(body)


# ---- expressions


def _if_then(n: nodes.IfThen) -> str:
    condition, then = _expr(n.condition, _OR), _expr(n.then, _OR)
    return f"if {condition} then {then} else {_expr(n.otherwise)}"


def _binary(n: nodes.Binary) -> str:
    level = _level(n)
    if level == _COMPARE:
        return f"{_expr(n.left, _RANGE)} {n.operator} {_expr(n.right, _RANGE)}"
    return f"{_expr(n.left, level)} {n.operator} {_expr(n.right, level + 1)}"


def _is(n: nodes.Is) -> str:
    words = "is" + (" not" if n.negated else "") + (" in" if n.within else "")
    return f"{_expr(n.left, _RANGE)} {words} {_expr(n.right, _RANGE)}"


def _argument(n: nodes.Argument) -> str:
    if n.binder is not None:
        return to_text(n.binder) if n.value is None else f"{_expr(n.value)} for {to_text(n.binder)}"
    assert n.value is not None
    return _expr(n.value) if n.name is None else f"{n.name} = {_expr(n.value)}"


def _random(n: nodes.Random) -> str:
    count = "" if n.count is None else f" {_expr(n.count, _SUM)}"
    return f"random{' order' if n.is_order else count} of {_expr(n.source)}"


def _joined(parts: tuple[nodes.Node, ...]) -> str:
    return ", ".join(to_text(x) for x in parts)


def _binder(n: nodes.Binder) -> str:
    extreme = "" if n.extreme is None else _part(f"with {n.extreme}", n.value)
    keys = " then ".join(f"{'most ' if k.most_first else ''}{_expr(k.value)}" for k in n.keys)
    order = f" by {keys}" if keys else ""
    return f"{n.name} in {_expr(n.domain, _OR)}{_part('if', n.condition)}{extreme}{order}"


# ---- statements


def _transfer(n: nodes.Transfer) -> str:
    word = "to" if n.verb in ("pay", "lose") else "from"
    return f"{n.verb} {_joined(n.amounts)}{_part(word, n.other)}"


def _draw(n: nodes.Draw) -> str:
    name = "" if n.name is None else f" as {n.name}"
    return f"draw {_expr(n.count, _SUM)} from {_expr(n.source)}{_part('to', n.to)}{name}"


def _quantity(n: nodes.Quantity) -> str:
    if n.number is None:
        return "any number"
    words = {"exactly": "", "up_to": "up to ", "at_least": "at least "}[n.how]
    return words + _expr(n.number, _SUM)


def _label(label: str) -> str:
    plain = re.fullmatch(r"[a-z_][a-z0-9_]*", label) and label not in WORDS
    return label if plain else f'"{label}"'


def _branch(n: nodes.Branch) -> str:
    return f"{_label(n.label)}{_part('if', n.condition)} {_block(n.body)}"


def _choose_branch(n: nodes.ChooseBranch) -> str:
    lines = "\n".join(to_text(x) for x in n.branches).splitlines()
    return "choose {\n" + "\n".join(_INDENT + line for line in lines) + "\n}"


def _distribute(n: nodes.Distribute) -> str:
    return f"distribute {to_text(n.item)} among {to_text(n.binder)}{_part('at most', n.most, _SUM)}"


def _split(n: nodes.Split) -> str:
    most = _part("at most", n.most, _SUM)
    return f"split {to_text(n.quantity)} among {to_text(n.binder)}{most} as {n.name}"


def _may(n: nodes.May) -> str:
    otherwise = "" if n.otherwise is None else " else " + _block(n.otherwise)
    return f"may{_part('up to', n.times, _SUM, ' times')} {to_text(n.branch)}{otherwise}"


def _repeat(n: nodes.Repeat) -> str:
    number = _expr(n.number, _SUM)
    bound = {
        "times": f"{number} times",
        "at_most": f"at most {number} times{_part('until', n.until)}",
        "while_falls": f"while {number} falls",
        "surely": f"surely{_part('until', n.until)}",
    }[n.how]
    return f"repeat {bound} {_block(n.body)}"


def _does(n: nodes.Does) -> str:
    words = {"one": "", "each": "each of ", "together": "simultaneously each of "}[n.how]
    return f"{words}{_expr(n.who, _POSTFIX)} does {_block(n.body)}"


def _modify_now(n: nodes.ModifyNow) -> str:
    until = "" if n.until is None else f" until end of {to_text(n.until)}"
    uses = _part("for", n.uses, _SUM, " use" if n.uses is not None and to_text(n.uses) == "1" else " uses")
    return f"{to_text(n.modifier)}{until}{uses}"


def _end(n: nodes.End) -> str:
    if n.how == "loop":
        return "end loop"
    if n.how == "game":
        return "end game" if n.name is None else f"end game as {n.name}"
    return f"end {n.name}"


# ---- rules


def _limit(n: nodes.Limit) -> str:
    times = "once" if n.times is None else f"{_expr(n.times, _SUM)} times"
    return f"{times} per {to_text(n.period)}"


def _pattern(n: nodes.Pattern) -> str:
    parameter = "" if n.parameter is None else f"{n.parameter} = "
    if n.new_name is not None:
        return f"{parameter}any {n.new_name}"
    assert n.test is not None
    return parameter + _expr(n.test)


def _event(n: nodes.Event) -> str:
    return n.name if n.patterns is None else f"{n.name}({_joined(n.patterns)})"


def _trigger(n: nodes.Trigger) -> str:
    by = "" if n.by is None else f" by {to_text(n.by)}"
    timing = n.timing.replace("_", " ")
    return f"{timing} {to_text(n.event)}{by}{_part('if', n.condition)} {_block(n.body)}"


def _modifier(n: nodes.Modifier) -> str:
    change = n.change.replace("_", " ")
    return f"modify {to_text(n.event)} {change} {_expr(n.value)}{_part('if', n.condition)}"


def _rule(n: nodes.Rule) -> str:
    limit = "" if n.limit is None else to_text(n.limit) + " "
    return limit + to_text(n.head)


_WRITERS: dict[type, Callable[[Any], str]] = {
    nodes.IfThen: _if_then,
    nodes.Binary: _binary,
    nodes.Not: lambda n: f"not {_expr(n.value, _NOT)}",
    nodes.Minus: lambda n: f"-{_expr(n.value, _UNARY)}",
    nodes.Is: _is,
    nodes.Interval: lambda n: f"{_expr(n.low, _SUM)}..{_expr(n.high, _SUM)}",
    nodes.Attribute: lambda n: f"{_expr(n.value, _POSTFIX)}.{n.name}",
    nodes.Index: lambda n: f"{_expr(n.value, _POSTFIX)}[{_expr(n.index)}]",
    nodes.Call: lambda n: f"{_expr(n.function, _POSTFIX)}({_joined(n.arguments)})",
    nodes.Name: lambda n: n.name,
    nodes.Mine: lambda n: f"my {n.name}",
    nodes.Number: lambda n: str(n.value),
    nodes.Text: lambda n: f'"{n.value}"',
    nodes.Random: _random,
    nodes.ListOf: lambda n: f"[{_joined(n.elements)}]",
    nodes.Binder: _binder,
    nodes.Argument: _argument,
    nodes.Amount: lambda n: f"{_expr(n.count, _SUM)} {to_text(n.resource)}",
    nodes.AllOf: lambda n: f"all {to_text(n.resource)}",
    nodes.Bundle: lambda n: _expr(n.value, _SUM),
    nodes.Alternatives: lambda n: " or ".join(to_text(x) for x in n.items),
    nodes.Transfer: _transfer,
    nodes.Move: lambda n: f"move {to_text(n.item)}{_part('from', n.source)} to {_expr(n.to)}",
    nodes.Rotate: lambda n: f"move {to_text(n.item)} by {_expr(n.steps, _SUM)}",
    nodes.Step: lambda n: f"{n.verb} {_expr(n.what)}{_part('by', n.steps, _SUM)}",
    nodes.Draw: _draw,
    nodes.Shuffle: lambda n: f"shuffle {_expr(n.what)}{_part('into', n.into)}",
    nodes.Roll: lambda n: f"roll {_expr(n.what)}",
    nodes.Reveal: lambda n: f"reveal {_expr(n.what)}{_part('to', n.to)}",
    nodes.Refill: lambda n: f"refill {_expr(n.what)}",
    nodes.Require: lambda n: f"require {_expr(n.condition)}" + (f" else {_label(n.words)}" if n.words else ""),
    nodes.Let: lambda n: f"let {n.name} = {_expr(n.value)}",
    nodes.Assign: lambda n: f"{_expr(n.target, _POSTFIX)} {n.operator} {_expr(n.value)}",
    nodes.Choose: lambda n: f"choose {_joined(n.binders)}",
    nodes.Quantity: _quantity,
    nodes.ChooseSome: lambda n: f"choose {to_text(n.quantity)} of {_expr(n.source)} as {n.name}",
    nodes.Branch: _branch,
    nodes.ChooseBranch: _choose_branch,
    nodes.Distribute: _distribute,
    nodes.Split: _split,
    nodes.May: _may,
    nodes.If: lambda n: f"if {_expr(n.condition)} {_block(n.then)}{_else(n.otherwise)}",
    nodes.IfPossible: lambda n: f"{'surely' if n.is_sure else 'if possible'} {_block(n.then)}{_else(n.otherwise)}",
    nodes.For: lambda n: f"for {to_text(n.binder)} {_block(n.body)}",
    nodes.Repeat: _repeat,
    nodes.Does: _does,
    nodes.Do: lambda n: f"do {_expr(n.target, _POSTFIX)}",
    nodes.DoOneOf: lambda n: f"do one of {_expr(n.menu, _POSTFIX)}",
    nodes.ModifyNow: _modify_now,
    nodes.End: _end,
    nodes.Period: lambda n: ("my " if n.mine else "") + n.name,
    nodes.Limit: _limit,
    nodes.Pattern: _pattern,
    nodes.Event: _event,
    nodes.Trigger: _trigger,
    nodes.StateRule: lambda n: f"whenever {_expr(n.condition)} {_block(n.body)}",
    nodes.Modifier: _modifier,
    nodes.Rule: _rule,
    nodes.Timing: lambda n: f"{n.timing.replace('_', ' ')} {n.name}",
}

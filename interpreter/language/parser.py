"""Effect text → nodes. Knows the grammar and its typical misspellings, but no names of a ruleset."""

from __future__ import annotations

import threading

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language import nodes
from interpreter.language.grammar import STARTS
from interpreter.language.quick import quick_tree
from interpreter.language.tree import Mistake
from interpreter.loading.model import EffectText
from interpreter.records import field_names

MOST_CHARACTERS = 200_000
MOST_DEPTH = 120
"""Nodes inside each other: later stages walk the tree recursively."""

_LOCK = threading.Lock()
"""One builder serves all texts, so one text is parsed at a time."""


def parse(text: EffectText, diagnostics: Diagnostics) -> nodes.Parsed | None:
    """The tree of an effect text, in the shape of its start rule; None after a syntax mistake.

    program gives a Block, rule a Rule, formula an Expr, costs Amounts, binders a tuple of Binder, limits a Limit and
    span a Period or Timing. A mistake adds exactly one diagnostic (E200 to E249); no text makes this function raise.
    ValueError: `text.start` is no start rule.
    """
    if text.start not in STARTS:
        raise ValueError(f"{text.start!r} is no start rule of the grammar; there are {', '.join(STARTS)}")
    try:
        return _parse(text)
    except Mistake as mistake:
        _report(mistake, text, diagnostics)
        return None


def _report(mistake: Mistake, text: EffectText, diagnostics: Diagnostics) -> None:
    source = text.span.source
    diagnostics.add(
        mistake.code,
        Span(source, mistake.start, mistake.end),
        near=mistake.near,
        related=[(Span(source, start, end), words) for start, end, words in mistake.related],
        **mistake.arguments,
    )


def _parse(text: EffectText) -> nodes.Parsed:
    span = text.span
    if span.end - span.start > MOST_CHARACTERS:
        raise Mistake("E218", span.start, span.start + 1, most=f"{MOST_CHARACTERS:,}")
    with _LOCK:
        found = quick_tree(text)
        if found is None:
            from interpreter.language.careful import careful_tree

            found = careful_tree(text)
    tree, tokens = found
    # Few tokens cannot make a deep tree, so that short texts need no walk.
    if tokens > MOST_DEPTH // 2:
        _check_depth(tree)
    return tree


def _check_depth(tree: nodes.Parsed) -> None:
    """Mistake E223: nodes lie deeper inside each other than later stages can walk."""
    level: list[object] = [tree]
    for _ in range(MOST_DEPTH):
        level = [child for node in level for child in _children(node)]
        if not level:
            return
    deepest = next(node for node in level if isinstance(node, nodes.Node))
    raise Mistake("E223", deepest.span.start, deepest.span.end, most=MOST_DEPTH)


def _children(node: object) -> list[nodes.Node]:
    if isinstance(node, tuple):
        return [x for x in node if isinstance(x, nodes.Node)]
    found: list[nodes.Node] = []
    for name in field_names(type(node)):
        value = getattr(node, name)
        if isinstance(value, nodes.Node):
            found.append(value)
        elif isinstance(value, tuple):
            found.extend(x for x in value if isinstance(x, nodes.Node))
    return found

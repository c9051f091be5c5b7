"""Effect text → nodes, by Lark. Knows the grammar and its typical misspellings, but no names of a ruleset."""

from __future__ import annotations

import hashlib
import threading
from functools import cache
from pathlib import Path

import lark
from lark import Lark, TextSlice, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from interpreter.caching import cache_folder
from interpreter.diagnostics import Diagnostics, Span
from interpreter.language.syntax import nodes
from interpreter.language.syntax.errors import Failure, explain, refine
from interpreter.language.syntax.lines import joined
from interpreter.language.syntax.tree import Mistake, TreeBuilder
from interpreter.loading.model import EffectText
from interpreter.records import field_names

GRAMMAR = Path(__file__).with_name("effects.lark")
STARTS = ("program", "rule", "formula", "costs", "binders", "limits", "span")
OPENING = frozenset({"LBRACE", "LPAR", "LSQB"})
CLOSING = frozenset({"RBRACE", "RPAR", "RSQB"})
MOST_NESTING = 60
"""Brackets and braces inside each other."""

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
        tree, tokens = _tree(text)
    # Few tokens cannot make a deep tree, so that short texts need no walk.
    if tokens > MOST_DEPTH // 2:
        _check_depth(tree)
    return tree


def _tree(text: EffectText) -> tuple[nodes.Parsed, int]:
    """The tree of a text and the number of its tokens. Mistake: the text is not in the language."""
    parser, builder = _parser()
    source = builder.source = text.span.source
    piece = TextSlice(joined(text), text.span.start, text.span.end)
    machine = parser.parse_interactive(piece, start=text.start)
    tokens: list[Token] = []
    depth = 0
    try:
        for token in machine.iter_parse():
            if token.type in OPENING:
                depth += 1
                if depth > MOST_NESTING:
                    raise Mistake("E217", _start(token), _end(token), most=MOST_NESTING)
            elif token.type in CLOSING:
                depth -= 1
            elif _runs_on(token, source.text, text.span.end):
                raise explain(Failure(text, tokens, _start(token), "GLUED", _accepted(machine)))
            tokens.append(token)
        tree: nodes.Parsed = machine.feed_eof()  # type: ignore[no-untyped-call]
    except Mistake as mistake:
        raise refine(mistake, Failure(text, tokens, mistake.start, "", set())) from None
    except UnexpectedToken as error:
        token = error.token
        if tokens and tokens[-1].start_pos == token.start_pos and token.type != "$END":
            tokens.pop()
        start = text.span.end if token.type == "$END" else _start(token)
        raise explain(Failure(text, tokens, start, token.type, _accepted(machine))) from None
    except UnexpectedCharacters as error:
        raise explain(Failure(text, tokens, error.pos_in_stream or 0, "", _accepted(machine))) from None
    return tree, len(tokens)


def _runs_on(token: Token, text: str, end: int) -> bool:
    """Whether a word or number runs on into the next character: `2coin`, or `inside` where only `in` can stand."""
    at = _end(token)
    return token.type != "NAME" and at < end and token[-1].isalnum() and (text[at] == "_" or text[at].isalnum())


def _start(token: Token) -> int:
    return token.start_pos or 0


def _end(token: Token) -> int:
    return token.end_pos or 0


def _accepted(machine: InteractiveParser) -> set[str]:
    accepted: set[str] = machine.accepts()  # type: ignore[no-untyped-call]
    return accepted


@cache
def _parser() -> tuple[Lark, TreeBuilder]:
    """The parser, built once per process, and what it builds nodes with."""
    grammar = GRAMMAR.read_text(encoding="utf-8")
    builder = TreeBuilder()
    parser = Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        start=list(STARTS),
        keep_all_tokens=True,
        maybe_placeholders=True,
        transformer=builder,
        cache=_cache_file(grammar) or False,
    )
    return parser, builder


def _cache_file(grammar: str) -> str | None:
    """Where Lark keeps its tables between runs; None where there is no safe place."""
    folder = cache_folder()
    key = hashlib.sha256(f"{lark.__version__}\n{grammar}".encode()).hexdigest()[:16]
    return None if folder is None else str(folder / f"lark-{key}.tables")


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

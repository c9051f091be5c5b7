"""Where a statement or formula goes on in the next line: such line ends are blanks to the parser."""

from __future__ import annotations

import re

from interpreter.loading.model import EffectText

ONE_EXPRESSION = frozenset({"formula", "costs", "binders", "limits", "span"})
"""Start rules without statements, so that no line end parts anything."""

_TOKEN = re.compile(r'"[^"\n]*"|#[^\n]*|[a-z_][a-z0-9_]*|[0-9]+|\.\.|[<>+\-]=|[^ \t\r]|\n')
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_BETWEEN = frozenset(["is", "in", "and", "or", "mod", "+", "-", "*", "/", "<", ">", "<=", ">=", "..", "."])
_GOES_ON_AFTER = _BETWEEN | {"then", "not", "=", "+=", "-=", ","}
_GOES_ON_BEFORE = _BETWEEN | {"then", "else"}


def joined(text: EffectText) -> str:
    """The text of the source in which the line ends (and comments before them) that part nothing are blanks.

    A line end parts nothing inside ( ) and [ ], after and before an operator, and anywhere in a text that is one
    expression. Every character keeps its place.
    """
    source = text.span.source.text
    start, end = text.span.start, text.span.end
    if source.find("\n", start, end) < 0:
        return source
    blanks = _blanks(source, start, end, text.start in ONE_EXPRESSION)
    if not blanks:
        return source
    out: list[str] = []
    done = 0
    for first, last in blanks:
        out += (source[done:first], " " * (last - first))
        done = last
    return "".join((*out, source[done:]))


def _blanks(source: str, start: int, end: int, is_one: bool) -> list[tuple[int, int]]:
    """The stretches of comments and line ends that part nothing, in order."""
    found: list[tuple[int, int]] = []
    open_brackets: list[tuple[str, list[tuple[int, int]]]] = []
    before = ""
    gap: list[tuple[int, int]] = []
    for match in _TOKEN.finditer(source, start, end):
        token = match[0]
        if token == "\n" or token[0] == "#":
            gap.append(match.span())
            continue
        if gap:
            if is_one or before in _GOES_ON_AFTER or token in _GOES_ON_BEFORE:
                found += gap
            elif open_brackets:
                open_brackets[-1][1].extend(gap)
            gap = []
        if token in _PAIRS:
            open_brackets.append((_PAIRS[token], []))
        elif token in _PAIRS.values() and open_brackets:
            wanted, inside = open_brackets.pop()
            if token == wanted != "}":  # of a bracket that nothing closes the lines stay, so that its place is told
                found += inside
        before = token
    return sorted(found)

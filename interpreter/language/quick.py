"""Parses a text without mistakes: the loop of Lark's parser over Lark's own tables, without what only mistakes need.

No lines and columns are counted, no history is kept, nothing can be resumed. Whatever is not simply right gives None,
and the parser proper reads the text again and says what is wrong.
"""

from __future__ import annotations

from typing import Any

from lark import TextSlice, Token
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_interactive_parser import InteractiveParser

from interpreter.language.tree import Mistake

OPENING = frozenset({"LBRACE", "LPAR", "LSQB"})
CLOSING = frozenset({"RBRACE", "RPAR", "RSQB"})
MOST_NESTING = 60
"""Brackets and braces inside each other."""

_words: dict[tuple[Any, str], str] = {}
"""(scanner of words, a word) → the type it has there"""


def quick_tree(machine: InteractiveParser, piece: TextSlice[str]) -> tuple[Any, int] | None:
    """The tree of a text and how many tokens it has; None: it has a mistake. machine: at the beginning of the text."""
    try:
        return _run(machine, piece)
    except (_Irregular, Mistake):
        return None


class _Irregular(Exception):
    pass


def _run(machine: InteractiveParser, piece: TextSlice[str]) -> tuple[Any, int]:
    state = machine.parser_state
    states, callbacks, end_state = state.parse_conf.states, state.parse_conf.callbacks, state.parse_conf.end_state
    lexers = state.lexer.lexer.lexers  # type: ignore[attr-defined]
    stack: list[Any] = [state.parse_conf.start_state]
    values: list[Any] = []
    text, at, end = piece.text, piece.start, piece.end
    tokens = depth = 0
    while True:
        if at < end:
            lexer = lexers[stack[-1]]
            found = lexer.scanner.match(piece, at)
            if found is None:
                raise _Irregular
            value, kind = found
            start, at = at, at + len(value)
            if kind in lexer.ignore_types:
                continue
            words = lexer.callback.get(kind)
            if words is not None:
                kind = _word(words, value, kind)
            if kind in OPENING:
                depth += 1
                if depth > MOST_NESTING:
                    raise _Irregular
            elif kind in CLOSING:
                depth -= 1
            elif kind != "NAME" and at < end and value[-1].isalnum() and (text[at] == "_" or text[at].isalnum()):
                raise _Irregular  # a word or number runs on: `2coin`
            token = _token(kind, value, start, at)
            tokens += 1
        else:
            kind, token = "$END", None
        while True:
            step = states[stack[-1]].get(kind)
            if step is None:
                raise _Irregular
            action, arg = step
            if action is Shift:
                stack.append(arg)
                values.append(token)
                break
            size = len(arg.expansion)
            if size:
                parts = values[-size:]
                del stack[-size:]
                del values[-size:]
            else:
                parts = []
            values.append(callbacks[arg](parts))
            stack.append(states[stack[-1]][arg.origin.name][1])
            if token is None and stack[-1] == end_state:
                return values[-1], tokens


def _word(words: Any, value: str, kind: str) -> str:
    """The type of what may be a word of the language or a name."""
    key = (words, value)
    known = _words.get(key)
    if known is None:
        known = _words[key] = str(words(_token(kind, value, 0, 0)).type)
    return known


def _token(kind: str, value: str, start: int, end: int) -> Token:
    """A token with its place and no line or column."""
    token = str.__new__(Token, value)
    token.type, token.value, token.start_pos, token.end_pos = kind, value, start, end
    return token

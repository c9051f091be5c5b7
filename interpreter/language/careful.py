"""Lark's parser of effect text: makes the tables that `quick` runs over, and reads the texts that have mistakes, of
which it says where it stopped and what could have stood there.

Importing Lark and reading its own tables takes longer than reading most rulesets, so this module is only imported where
one of the two is asked for.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import lark
from lark import Lark, TextSlice
from lark import Token as LarkToken
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.grammar import Rule
from lark.lexer import BasicLexer
from lark.parse_tree_builder import maybe_create_child_filter
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_interactive_parser import InteractiveParser

from interpreter.caching import cache_folder
from interpreter.language import nodes
from interpreter.language.grammar import CLOSING, GRAMMAR, MOST_NESTING, OPENING, STARTS, Tables, runs_on
from interpreter.language.lines import joined
from interpreter.language.syntax_errors import Failure, explain, refine
from interpreter.language.tree import Mistake, Token, TreeBuilder
from interpreter.loading.model import EffectText


def careful_tree(text: EffectText) -> tuple[nodes.Parsed, int]:
    """The tree of a text and how many tokens it has. Mistake: the text is not in the language."""
    parser, builder = lark_parser()
    builder.source = text.span.source
    piece = TextSlice(joined(text), text.span.start, text.span.end)
    return _feed(parser.parse_interactive(piece, start=text.start), text)


def _feed(machine: InteractiveParser, text: EffectText) -> tuple[nodes.Parsed, int]:
    """Feed all tokens of a text; the tree and the number of tokens. Mistake: the text is not in the language."""
    tokens: list[Token] = []
    source = text.span.source.text
    depth = 0
    try:
        for found in machine.iter_parse():
            token = _token(found)
            if token.type in OPENING:
                depth += 1
                if depth > MOST_NESTING:
                    raise Mistake("E217", token.start_pos, token.end_pos, most=MOST_NESTING)
            elif token.type in CLOSING:
                depth -= 1
            elif runs_on(token.type, token, source, token.end_pos, text.span.end):
                raise explain(Failure(text, tokens, token.start_pos, "GLUED", _accepted(machine)))
            tokens.append(token)
        tree: nodes.Parsed = machine.feed_eof()  # type: ignore[no-untyped-call]
    except Mistake as mistake:
        raise refine(mistake, Failure(text, tokens, mistake.start, "", set())) from None
    except UnexpectedToken as error:
        token = _token(error.token)
        if tokens and tokens[-1].start_pos == token.start_pos and token.type != "$END":
            tokens.pop()
        start = text.span.end if token.type == "$END" else token.start_pos
        raise explain(Failure(text, tokens, start, token.type, _accepted(machine))) from None
    except UnexpectedCharacters as error:
        raise explain(Failure(text, tokens, error.pos_in_stream or 0, "", _accepted(machine))) from None
    return tree, len(tokens)


def _token(found: LarkToken) -> Token:
    token = Token(found)
    token.type, token.start_pos, token.end_pos = found.type, found.start_pos or 0, found.end_pos or 0
    return token


def _accepted(machine: InteractiveParser) -> set[str]:
    accepted: set[str] = machine.accepts()  # type: ignore[no-untyped-call]
    return accepted


# ---- Lark and its tables


@cache
def lark_parser() -> tuple[Lark, TreeBuilder]:
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


def tables_of_lark() -> Tables:
    """Lark's tables of the grammar in the plain form."""
    parser, _ = lark_parser()
    front: Any = parser.parser
    table = front.parser._parse_table
    numbers = {rule: number - len(parser.rules) for number, rule in enumerate(parser.rules)}
    scanners: dict[int, tuple[int, BasicLexer]] = {}
    for lexer in front.lexer.lexers.values():
        scanners.setdefault(id(lexer), (len(scanners), lexer))
    return Tables(
        states=[
            {name: to if action is Shift else numbers[to] for name, (action, to) in table.states[state].items()}
            for state in range(len(table.states))
        ],
        sizes=[len(rule.expansion) for rule in parser.rules],
        origins=[str(rule.origin.name) for rule in parser.rules],
        builders=[_builder(rule) for rule in parser.rules],
        starts={start: (table.start_states[start], table.end_states[start]) for start in STARTS},
        scanner_of=[scanners[id(front.lexer.lexers[state])][0] for state in range(len(table.states))],
        scanners=[_scanner(lexer) for _, lexer in scanners.values()],
        ignored=front.lexer.root_lexer.ignore_types,
    )


def _builder(rule: Rule) -> tuple[str, bool, list[tuple[int, bool, int]] | None, int]:
    options = rule.options
    name = rule.alias or options.template_source or str(rule.origin.name)
    given: Any = maybe_create_child_filter(rule.expansion, options.keep_all_tokens, False, list(options.empty_indices))
    parts, absent = (None, 0) if given is None else (given.args[0], (*given.args, 0)[1])
    if parts is not None:
        parts = [(number, opened, (*rest, 0)[0]) for number, opened, *rest in parts]
    return name, bool(options.expand1 and not rule.alias), parts, absent


def _scanner(lexer: BasicLexer) -> tuple[list[tuple[str, str]], dict[str, dict[str, str]]]:
    terminals = [(t.name, t.pattern.to_regexp()) for t in lexer.scanner.terminals]
    words = {}
    for name, instead in lexer.callback.items():
        words[name] = {t.pattern.value: t.name for t in instead.scanner.terminals}  # type: ignore[attr-defined]
    return terminals, words

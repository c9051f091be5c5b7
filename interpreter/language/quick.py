"""Parses a text without mistakes: the loop of an LALR parser with a lexer that knows what may stand where.

Lark builds the tables from the grammar; here they stand as plain lists and dicts, which Python reads back in no time,
so that a ruleset without mistakes is read without Lark. No lines and columns are counted, no history is kept, nothing
can be resumed. Whatever is not simply right gives None: Lark's parser reads the text again and says what is wrong.

A copy of the tables in the user's cache directory saves building them; it is keyed by the grammar, this file, Python
and Lark, and does without where it cannot be written or trusted.
"""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Any

from interpreter.caching import cache_folder, own_bytes
from interpreter.files import write_whole
from interpreter.language import nodes
from interpreter.language.grammar import CLOSING, GRAMMAR, MOST_NESTING, OPENING, Tables, runs_on
from interpreter.language.lines import joined
from interpreter.language.tree import Mistake, Token, TreeBuilder
from interpreter.loading.model import EffectText
from interpreter.records import mutable, record

Build = Callable[[list[Any]], Any]


class Irregular(Exception):
    """The text is not simply right."""


def quick_tree(text: EffectText) -> tuple[nodes.Parsed, int] | None:
    """The tree of a text and how many tokens it has; None: it has a mistake."""
    parser = _parser()
    parser.builder.source = text.span.source
    try:
        return _run(parser, text.start, joined(text), text.span.start, text.span.end)
    except (Irregular, Mistake):
        return None


def _run(parser: Parser, begin: str, text: str, at: int, end: int) -> tuple[nodes.Parsed, int]:
    tables = parser.tables
    states, sizes, origins, scanner_of = tables.states, tables.sizes, tables.origins, tables.scanner_of
    builds, scanners, ignored = parser.builds, parser.scanners, tables.ignored
    first, last = tables.starts[begin]
    stack = [first]
    values: list[Any] = []
    tokens = depth = 0
    while True:
        state = stack[-1]
        token = None
        if at < end:
            scanner = scanners[scanner_of[state]] or parser.scanner(scanner_of[state])
            found = scanner.match(text, at, end)
            if found is None:
                raise Irregular
            kind, start, at = str(found.lastgroup), at, found.end()
            if kind in ignored:
                continue
            value = found.group()
            words = scanner.words.get(kind)
            if words is not None:
                kind = words.get(value, kind)
            if kind in OPENING:
                depth += 1
                if depth > MOST_NESTING:
                    raise Irregular
            elif kind in CLOSING:
                depth -= 1
            elif runs_on(kind, value, text, at, end):
                raise Irregular
            token = Token(value)
            token.type, token.start_pos, token.end_pos = kind, start, at
            tokens += 1
        else:
            kind = "$END"
        while True:
            step = states[state].get(kind)
            if step is None:
                raise Irregular
            if step >= 0:
                stack.append(step)
                values.append(token)
                break
            size = sizes[step]
            if size:
                parts = values[-size:]
                del stack[-size:]
                del values[-size:]
            else:
                parts = []
            values.append(builds[step](parts))
            state = states[stack[-1]][origins[step]]
            stack.append(state)
            if token is None and state == last:
                tree: nodes.Parsed = values[-1]
                return tree, tokens


# ---- the parser


@record
class Scanner:
    """match: finds the terminal at a place; its name is the match's last group. words: terminal → word → what it is
    instead."""

    match: Callable[[str, int, int], re.Match[str] | None]
    words: dict[str, dict[str, str]]


@mutable
class Parser:
    """The tables, and what nodes are built with."""

    tables: Tables
    builder: TreeBuilder
    builds: list[Build] = field(default_factory=list)
    scanners: list[Scanner | None] = field(default_factory=list)
    """made when they are first needed: most states never are"""

    def __post_init__(self) -> None:
        self.builds = [_build(self.builder, *told) for told in self.tables.builders]
        self.scanners = [None] * len(self.tables.scanners)

    def scanner(self, number: int) -> Scanner:
        """The scanner of a number, which is kept."""
        terminals, words = self.tables.scanners[number]
        pattern = re.compile("|".join(f"(?P<{name}>{text})" for name, text in terminals))
        made = self.scanners[number] = Scanner(pattern.match, words)
        return made


class Parts:
    """What a rule without a builder comes to: its parts, which the rule around it takes in its place."""

    __slots__ = ("children",)

    def __init__(self, children: list[Any]) -> None:
        self.children = children


def _build(
    builder: TreeBuilder, name: str, stands_for_itself: bool, given: list[tuple[int, bool, int]] | None, absent: int
) -> Build:
    """What is called with the parts of a rule."""
    build: Build = getattr(builder, name, Parts)
    if given is None:
        return (lambda parts: parts[0] if len(parts) == 1 else build(parts)) if stands_for_itself else build

    def filtered(parts: list[Any]) -> Any:
        out: list[Any] = []
        for number, opened, before in given:
            if before:
                out += [None] * before
            if opened:
                out += parts[number].children
            else:
                out.append(parts[number])
        if absent:
            out += [None] * absent
        return out[0] if stands_for_itself and len(out) == 1 else build(out)

    return filtered


@cache
def _parser() -> Parser:
    return Parser(tables(), TreeBuilder())


# ---- the tables


def tables() -> Tables:
    """The tables as they are kept, or else made by Lark, and kept."""
    path = kept_at()
    if path is not None:
        with suppress(OSError, EOFError, TypeError, ValueError):
            return Tables(*marshal.loads(own_bytes(path)))
    from interpreter.language.careful import tables_of_lark

    made = tables_of_lark()
    if path is not None:
        with suppress(OSError):
            write_whole(path, marshal.dumps(tuple(vars(made).values())), durable=False)
    return made


def kept_at() -> Path | None:
    """Where the tables are kept between runs; None where there is no safe place."""
    folder = cache_folder()
    lark = importlib.util.find_spec("lark")
    if folder is None or lark is None or lark.origin is None:
        return None
    made_by = [Path(__file__), Path(__file__).with_name("careful.py"), Path(lark.origin)]
    stamps = [f"{path} {path.stat().st_mtime_ns}" for path in made_by]
    key = "\n".join([sys.version, *stamps, GRAMMAR.read_text(encoding="utf-8")])
    return folder / f"effects-{hashlib.sha256(key.encode()).hexdigest()[:16]}.tables"

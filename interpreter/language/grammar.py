"""The grammar of effect text, as far as both know it that read texts: `quick`, without Lark, and `careful`, with it."""

from __future__ import annotations

from pathlib import Path

from interpreter.records import record

GRAMMAR = Path(__file__).with_name("effects.lark")
STARTS = ("program", "rule", "formula", "costs", "binders", "limits", "span")
OPENING = frozenset({"LBRACE", "LPAR", "LSQB"})
CLOSING = frozenset({"RBRACE", "RPAR", "RSQB"})
MOST_NESTING = 60
"""Brackets and braces inside each other."""


def runs_on(kind: str, word: str, text: str, at: int, end: int) -> bool:
    """Whether a word or number that ends at a place runs on into the next character: `2coin`, or `inside` where only
    `in` can stand. kind: its terminal."""
    return kind != "NAME" and at < end and word[-1].isalnum() and (text[at] == "_" or text[at].isalnum())


@record
class Tables:
    """What the grammar comes to.

    states: by state, terminal or rule → the state that follows, or, below 0, the rule that is complete; rules count
    from the end of the lists. sizes, origins: by rule, how many parts it has, its name. builders: by rule, the method
    that builds it, whether a single part stands for itself, and which parts are given to it, None for all: (number,
    whether its own parts are given instead, how many absent ones stand before it); and how many absent ones stand at
    the end. starts: start rule → first state, last state. scanner_of: by state, its scanner. scanners: terminals in the
    order in which they are tried, with their patterns, and for some of them what single words are instead. ignored:
    terminals that part others.
    """

    states: list[dict[str, int]]
    sizes: list[int]
    origins: list[str]
    builders: list[tuple[str, bool, list[tuple[int, bool, int]] | None, int]]
    starts: dict[str, tuple[int, int]]
    scanner_of: list[int]
    scanners: list[tuple[list[tuple[str, str]], dict[str, dict[str, str]]]]
    ignored: frozenset[str]

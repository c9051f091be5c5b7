"""Where a brace is missing: where the lines step in or out and the braces do not."""

from __future__ import annotations

import re

from interpreter.diagnostics import Span

_COMMENT = re.compile(r"#[^\n]*")
_BRACE = re.compile(r"[{}]")

Place = tuple[int, int, str]
"""Start and end in the file, and what is there."""


def misfit(text: Span) -> Place | None:
    """The first brace whose partner is not at its depth of indentation; None: all are, or the lines do not show it.

    Only braces that open on one line and close on another are looked at, and not those of a line that YAML begins.
    """
    source = text.source.text
    opened: list[tuple[int, int | None]] = []
    at = text.start
    for line in text.text.split("\n"):
        before = source[source.rfind("\n", 0, at) + 1 : at]
        indent = None if before.strip() else len(before) + len(line) - len(line.lstrip(" "))
        closing, opening = _lone_braces(_COMMENT.sub("", line))
        for column in closing:
            if not opened:
                return (at + column, at + column + 1, "nothing is open at the depth of this line")
            place, depth = opened.pop()
            if depth is not None and indent is not None and depth != indent:
                if depth > indent:
                    return (place, place + 1, "not closed where the lines step back")
                return (at + column, at + column + 1, "nothing is open at the depth of this line")
        opened += [(at + column, indent) for column in opening]
        at += len(line) + 1
    place, depth = opened[-1] if opened else (0, None)
    return (place, place + 1, "not closed where the lines step back") if depth is not None else None


def _lone_braces(line: str) -> tuple[list[int], list[int]]:
    """The columns of braces that close what another line has opened, and of those that another line has to close."""
    closing: list[int] = []
    opening: list[int] = []
    for brace in _BRACE.finditer(line):
        if brace[0] == "{":
            opening.append(brace.start())
        elif opening:
            opening.pop()
        else:
            closing.append(brace.start())
    return closing, opening

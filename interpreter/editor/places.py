"""Where in a YAML file a cursor stands, found from the lines above it: while one types, the file often is no YAML.

A tolerant reading of the shapes that rulesets use: maps by indentation, lists with dashes, { } and [ ] over any number
of lines, quotes, | blocks.
"""

from __future__ import annotations

import re
from dataclasses import field

from interpreter.diagnostics import Source
from interpreter.records import mutable, record

ELEMENT = "[]"
"""The step of a path that leads into a list."""

_WORD = re.compile(r"[^\W\d]\w*")
_KEY = re.compile(r"""("[^"]*"|'[^']*'|[^\s#:{}\[\],"'-][^#{}\[\]"']*?)\s*:(?=\s|$)""")
_BLOCK = re.compile(r"[|>][-+0-9]*\s*(#.*)?$")


@record
class Place:
    """path: keys from the file's top to the map or value that the cursor stands in. is_key: a key is due there, of the
    map at `path`; otherwise the cursor stands in the value at `path`. begun: what stands before the cursor of that key
    or value."""

    path: tuple[str, ...]
    is_key: bool
    begun: str


@record
class Word:
    """A name in a text. start, end: its characters. is_member: after a dot or `my`."""

    text: str
    start: int
    end: int
    is_member: bool


def word_at(source: Source, offset: int) -> Word | None:
    """The name that a cursor stands in or behind."""
    line, column = source.position(min(offset, len(source.text)))
    text, start = source.line(line), source.line_starts[line - 1]
    for found in _WORD.finditer(text):
        if found.start() <= column - 1 <= found.end():
            before = text[: found.start()]
            is_member = before.endswith(".") or re.search(r"\bmy\s+$", before) is not None
            return Word(found[0], start + found.start(), start + found.end(), is_member)
    return None


@mutable
class _Level:
    indent: int
    key: str
    is_block: bool = False
    has_value: bool = False


@mutable
class _Flow:
    """An open { } or [ ]: brackets with the key whose value is being read, and the token begun."""

    open: list[tuple[str, str | None]] = field(default_factory=list)
    token: str = ""
    quote: str = ""

    def feed(self, text: str) -> None:
        for i, c in enumerate(text):
            if self.quote:
                self.quote = "" if c == self.quote else self.quote
                self.token += c
            elif c in "\"'" and not self.token.strip():
                self.quote, self.token = c, c
            elif c in "{[":
                self.open.append((c, None))
                self.token = ""
            elif c in "}]" and self.open:
                self.open.pop()
                self.token = ""
                if not self.open:
                    return
            elif c == "," and self.open:
                self.open[-1] = (self.open[-1][0], None)
                self.token = ""
            elif c == ":" and self._ends_key(text[i + 1 : i + 2]):
                self.open[-1] = ("{", self.token.strip().strip("\"'"))
                self.token = ""
            elif c == "#" and text[i - 1 : i] in (" ", ""):
                return
            else:
                self.token += c

    def _ends_key(self, following: str) -> bool:
        return bool(self.open) and self.open[-1] == ("{", None) and following in ("", " ")

    def steps(self) -> list[str]:
        """The path into the innermost bracket, and its open key."""
        steps = (ELEMENT if bracket == "[" else key for bracket, key in self.open)
        return [step for step in steps if step is not None]


def place_at(text: str, offset: int) -> Place:
    """Where a cursor stands."""
    return _Reading(text[:offset]).place()


class _Reading:
    def __init__(self, before: str) -> None:
        self.lines = before.split("\n")
        self.levels: list[_Level] = []
        self.flow: _Flow | None = None

    def place(self) -> Place:
        for line in self.lines[:-1]:
            self.take(line)
        return self.last(self.lines[-1])

    @property
    def path(self) -> list[str]:
        return [level.key for level in self.levels]

    def in_block(self, line: str) -> bool:
        if not self.levels or not self.levels[-1].is_block:
            return False
        return not line.strip() or _indent(line) > self.levels[-1].indent

    def take(self, line: str) -> None:
        """A line above the cursor's."""
        if self.flow is not None:
            self.flow.feed(line)
        elif not self.in_block(line) and line.strip() and not line.lstrip().startswith("#"):
            value = self.opened(line)
            if value is not None and value[:1] in ("{", "["):
                self.flow = _Flow()
                self.flow.feed(value)
            elif value is not None:
                self.levels[-1].is_block = _BLOCK.match(value) is not None
                self.levels[-1].has_value = bool(value) and not value.startswith("#")
        if self.flow is not None and not self.flow.open:
            self.flow = None

    def opened(self, line: str) -> str | None:
        """Go down to the key of a line; what stands behind it, or None where the line has no key."""
        indent, rest = _indent(line), line.lstrip()
        self.leave(indent)
        while rest.startswith("- "):
            self.levels.append(_Level(indent, ELEMENT))
            indent, rest = indent + 2, rest[2:]
        found = _KEY.match(rest)
        if found is None:
            return rest if rest[:1] in ("{", "[") and self.levels else None
        self.levels.append(_Level(indent, found[1].strip("\"'")))
        return rest[found.end() :].lstrip()

    def leave(self, indent: int) -> None:
        while self.levels and self.levels[-1].indent >= indent:
            self.levels.pop()

    def last(self, line: str) -> Place:
        if self.flow is not None:
            self.flow.feed(line)
            return self.of_flow()
        if self.in_block(line) and (line.strip() or len(line) > self.levels[-1].indent):
            return Place(tuple(self.path), False, line.lstrip())
        value = self.opened(line) if line.strip() else None
        if value is None:
            self.leave(len(line) if not line.strip() else _indent(line))
            is_text = bool(self.levels) and self.levels[-1].has_value
            return Place(tuple(self.path), not is_text, line.lstrip().removeprefix("- "))
        if value[:1] in ("{", "["):
            self.flow = _Flow()
            self.flow.feed(value)
            return self.of_flow()
        return Place(tuple(self.path), False, value)

    def of_flow(self) -> Place:
        flow = self.flow
        assert flow is not None
        path = (*self.path, *flow.steps())
        is_key = bool(flow.open) and flow.open[-1] == ("{", None)
        return Place(path, is_key, flow.token.lstrip().lstrip("\"'"))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))

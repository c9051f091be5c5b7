"""Where in a file that is no YAML a line, or the end of one, seems to be missing.

YAML itself tells the first place at which nothing fits any more, which may stand far below the gap. Indentation tells
more: lines that are indented for a key which is not there begin just at it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.diagnostics import Source, Span
from interpreter.records import record

_KEY = re.compile(r"""\s*(?:[\w ]+|"[^"]*"|'[^']*')\s*:(?=\s|$)""")
_OPENS = re.compile(r"[\[{]")


@record
class Gap:
    """span: the line beside the gap. where: on which side of that line the gap is. line: what could stand there. mend:
    what else it can be."""

    span: Span
    where: str
    line: str
    mend: str


@record
class _Line:
    number: int
    indent: int
    text: str

    @property
    def is_key(self) -> bool:
        return _KEY.match(self.text) is not None

    @property
    def is_entry(self) -> bool:
        return self.text.lstrip().startswith("-")


def missing_line(source: Source, at: int) -> Gap | None:
    """The place where a line with a key seems to be missing. at: where YAML found something else than a key or the end
    of the file."""
    lines = list(_lines(source, source.position(at)[0]))
    if not lines or lines[-1].number != source.position(at)[0] or lines[-1].is_entry:
        return None
    *above, here = lines
    return _above_deeper(source, above, here) or _below_key(source, above, here) or _above_here(source, above, here)


def outdented(source: Source, at: int) -> tuple[Span, int] | None:
    """A line with key and value that is indented less than those before and behind it, and the number of the one
    before. at: the line behind it, where YAML found a key that has no place."""
    lines = list(_lines(source, source.position(at)[0]))[-3:]
    if len(lines) < 3:
        return None
    before, line, behind = lines
    is_out = line.indent < before.indent == behind.indent and line.is_key and behind.is_key
    return (_whole(source, line), before.number) if is_out and not line.text.endswith((":", "|", ">")) else None


def missing_id(source: Source, at: int) -> Gap | None:
    """The place where the line before a text seems to be missing. at: the colon of a key that YAML has taken for a part
    of that text."""
    lines = list(_lines(source, source.position(at)[0]))
    if not lines or not lines[-1].is_key:
        return None
    *above, here = lines
    indent = here.indent
    for line in reversed(above):
        if line.is_entry:
            return None
        if line.is_key:
            is_open = line.text.endswith(":") and line.indent < indent and line is not above[-1]
            mend = "effect text stands under a key, in a | block where it has several lines"
            return Gap(_whole(source, line), "below", "key: |", mend) if is_open else None
        indent = min(indent, line.indent)
    return None


def unclosed(source: Source, opened: int, at: int) -> Span | None:
    """The end of the last line inside a { } or [ ] that is not closed, where the next line is indented too little to
    be inside. opened: the bracket. at: where YAML missed its end."""
    first, last = source.position(opened)[0], source.position(at)[0]
    begun = source.line(first)
    indent = len(begun) - len(begun.lstrip())
    outside = indent if source.position(opened)[1] > indent + 1 else indent - 1
    inside = None
    for line in _lines(source, last):
        if line.number > first and line.indent <= outside and line.is_key:
            end = source.line_starts[inside.number - 1] + len(inside.text) if inside is not None else 0
            return Span(source, end - 1, end) if inside is not None else None
        inside = line if line.number >= first else None
    return None


def _lines(source: Source, last: int) -> Iterator[_Line]:
    """The lines up to one that hold more than a comment, without it."""
    for number in range(1, last + 1):
        text = re.sub(r"(^|\s)#.*", "", source.line(number)).rstrip()
        if text:
            yield _Line(number, len(text) - len(text.lstrip()), text)


def _above_deeper(source: Source, above: list[_Line], here: _Line) -> Gap | None:
    """Lines that are indented deeper than the one where YAML stopped, behind one that is indented less than it. That
    one must be indented as keys are in this file: else it is the one that stands wrong."""
    deeper: list[_Line] = []
    outer = None
    for line in reversed(above):
        if line.indent <= here.indent:
            outer = line
            break
        deeper.append(line)
    if not deeper or not here.is_key or (outer is not None and outer.indent == here.indent):
        return None
    first = deeper[-1]
    step = min((line.indent for line in above if line.indent), default=1)
    is_step = here.indent % step == 0 or (here.indent > 1 and step % here.indent == 0)
    if first.is_entry or not is_step or first.indent - here.indent < min(step, here.indent or step):
        return None
    mend = f"write it, or indent the keys from here on as line {here.number}"
    return Gap(_with_comments(source, first), "above", "key:", mend)


def _below_key(source: Source, above: list[_Line], here: _Line) -> Gap | None:
    """Text of several lines below a key that holds no block."""
    indent = here.indent
    for line in reversed(above) if not here.is_key else ():
        if line.is_entry:
            return None
        if line.is_key:
            is_block = line.text.endswith(("|", ">")) or _OPENS.search(line.text) is not None
            mend = "text of several lines stands in a | block under its key"
            return None if is_block or line.indent >= indent else Gap(_whole(source, line), "below", "do: |", mend)
        indent = min(indent, line.indent)
    return None


def _above_here(source: Source, above: list[_Line], here: _Line) -> Gap | None:
    """A line with a key that is indented deeper than the one before, which has a value already."""
    if not here.is_key or not above or above[-1].indent >= here.indent or not above[-1].is_key:
        return None
    mend = f"write it, or indent this line as line {above[-1].number}"
    return Gap(_with_comments(source, here), "above", "key:", mend)


def _with_comments(source: Source, line: _Line) -> Span:
    """A line, or the first of the comments that stand just above it and are indented as it is."""
    start = " " * line.indent + "#"
    number = line.number
    while number > 1 and source.line(number - 1).startswith(start):
        number -= 1
    return (
        _whole(source, line)
        if number == line.number
        else _whole(source, _Line(number, line.indent, source.line(number)))
    )


def _whole(source: Source, line: _Line) -> Span:
    start = source.line_starts[line.number - 1]
    return Span(source, start + line.indent, start + len(line.text))

"""Formats a YAML file of a ruleset with its effect texts; comments stay, and so does everything that is meant.

Only spaces, line ends and blank lines are changed, and the result is read again and compared before it is handed out:
the same keys and values, the same words of effect text, the same comments.

The form: two spaces a level; one space after : and , and none inside brackets, except where the values of neighbouring
lines stand in one column; effect text indented by its brackets; comments behind code stay in the column that a run of
lines shares, else they go to the column that most comments of the file have.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import field
from itertools import groupby

from interpreter.diagnostics import Diagnostics, RulesetError, Source
from interpreter.editor.keys import takes_effect
from interpreter.editor.places import ELEMENT
from interpreter.loading.documents import Item, Leaf, ListNode, MapNode, Node, read_document
from interpreter.records import mutable

STEP = 2
COMMENT_COLUMN = 78
"""Where comments behind code go in a file that has none yet."""
GAP = 2
"""Spaces before a comment, at least."""
PUSH = 4
"""Spaces before a comment whose line is too long for the column."""

_GOES_ON = re.compile(r"(?:[-+,]|\b(?:and|or|else))$")
"""How a line of effect text ends whose expression goes on below."""
_SPACES = re.compile(r"\s+")


class Unsure(Exception):
    """The formatted text would not mean the same: a mistake of the formatter, which then changes nothing."""


def formatted(source: Source, name: str) -> str:
    """The text of a file, formatted.

    name: of the file in its ruleset (`modules/night/module.yaml`), for what its keys mean. RulesetError: it cannot be
    read. Unsure: see there.
    """
    tree = _read(source)
    spaced = Source(source.path, _spaced(source.text, tree))
    lines = _Lines(spaced, tree if spaced.text == source.text else _read(spaced), name).formatted()
    text = "\n".join(_with_comments(lines)) + "\n"
    if text == source.text:
        return text
    after = Source(source.path, text)
    made = _read(after)
    if _meaning(made, name) != _meaning(tree, name) or _comments(after, made, name) != _comments(source, tree, name):
        raise Unsure(f"{source.path} is left as it is: formatting would change what it says")
    return text


def _read(source: Source) -> Node:
    found = Diagnostics()
    tree = read_document(source, found)
    if tree is None or found.has_errors:
        raise RulesetError(found.errors)
    return tree


# ---- what must stay


def _meaning(node: Node, name: str, path: tuple[str, ...] = ()) -> object:
    """A tree without its places; effect text without its spaces."""
    if isinstance(node, MapNode):
        return {item.key: _meaning(item.value, name, (*path, item.key)) for item in node}
    if isinstance(node, ListNode):
        return [_meaning(item, name, (*path, ELEMENT)) for item in node.items]
    if isinstance(node.value, str) and node.style == "|" and takes_effect(name, path):
        return [_SPACES.sub(" ", line).strip() for line in node.value.split("\n") if line.strip()]
    return (type(node.value), node.value)


def _comments(source: Source, tree: Node, name: str) -> list[str]:
    """The comments of a file, in order."""
    lines = _Lines(source, tree, name).formatted()
    return [line.comment for line in lines if line.comment]


# ---- spaces inside { } and [ ]


def _spaced(text: str, tree: Node) -> str:
    """The text with single spaces between the parts of maps and lists in brackets."""
    for start, end, new in sorted(_gaps(text, tree), reverse=True):
        if "\n" not in text[start:end] and "#" not in text[start:end]:
            text = text[:start] + new + text[end:]
    return text


def _gaps(text: str, node: Node) -> Iterator[tuple[int, int, str]]:
    """(start, end, what should stand there) between the parts of everything in brackets."""
    parts: list[tuple[int, int]] = []
    if isinstance(node, MapNode):
        is_flow = _is_flow(text, node)
        for item in node:
            start, end = item.key_span.start, item.value.span.end
            if is_flow and end > item.key_span.end and item.value.span.start < end:
                yield from _colon(text, item)
            parts.append((start, max(end, item.key_span.end)))
            yield from _gaps(text, item.value)
    elif isinstance(node, ListNode):
        is_flow = _is_flow(text, node)
        for inner in node.items:
            parts.append((inner.span.start, inner.span.end))
            yield from _gaps(text, inner)
    else:
        return
    if is_flow and parts:
        yield from _between(text, node.span.start, node.span.end, parts)


def _colon(text: str, item: Item) -> Iterator[tuple[int, int, str]]:
    start, end = item.key_span.end, item.value.span.start
    if text[start:end].strip() == ":":
        yield start, end, ": "


def _between(text: str, start: int, end: int, parts: list[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    edges = [(start + 1, parts[0][0], ""), (parts[-1][1], end - 1, "")]
    edges += [(a[1], b[0], ", ") for a, b in zip(parts, parts[1:], strict=False)]
    for left, right, new in edges:
        if text[left:right].strip() == new.strip():
            yield left, right, new


def _is_flow(text: str, node: MapNode | ListNode) -> bool:
    return text[node.span.start : node.span.start + 1] in ("{", "[")


# ---- lines


@mutable
class _Line:
    """One line to be written. code: without indentation and comment. column: where its comment stood."""

    indent: int
    code: str
    comment: str = ""
    column: int = 0

    @property
    def width(self) -> int:
        return self.indent + len(self.code)


@mutable
class _Lines:
    """Reads what each line of a file is, and gives it its new indentation."""

    source: Source
    tree: Node
    name: str
    indents: dict[int, int] = field(default_factory=dict)
    """line that begins a key or an element → its new indentation"""
    inner: dict[int, int] = field(default_factory=dict)
    """line inside a value that began above → by how much it is moved"""
    texts: dict[int, int] = field(default_factory=dict)
    """line of effect text → indentation of the whole text"""
    verbatim: set[int] = field(default_factory=set)
    """lines of other | blocks, where # is no comment"""
    leaves: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """line → stretches of scalars, where # is no comment"""

    def formatted(self) -> list[_Line]:
        self.visit(self.tree, 0, ())
        out: list[_Line] = []
        effect = _Effect()
        for number in range(1, len(self.source.line_starts) + 1):
            text = self.source.line(number).rstrip()
            if number in self.texts:
                out.append(effect.line(text, self.texts[number]))
                continue
            effect = _Effect()
            out.append(self.line(number, text))
        self.indent_comments(out)
        return self.without_blank_runs(_with_columns(out, self.indents))

    def without_blank_runs(self, lines: list[_Line]) -> list[_Line]:
        """Blank lines between others made one, and those at both ends left out; within scalars they mean something."""
        out: list[_Line] = []
        is_text = False
        for number, line in enumerate(lines, 1):
            is_text = number in self.verbatim or number in self.leaves
            if line.code or line.comment or is_text or (out and (out[-1].code or out[-1].comment)):
                out.append(line)
        return out[:-1] if out and not (is_text or line.code or line.comment) else out

    def line(self, number: int, text: str) -> _Line:
        old = len(text) - len(text.lstrip())
        if number in self.verbatim:
            whole, shift = self.source.line(number), self.inner.get(number, 0)  # spaces at its end belong to the text
            return _Line(0, " " * shift + whole if shift > 0 and whole else whole[min(-shift, old) :])
        at = self.comment_at(number, text)
        code, comment = (text, "") if at is None else (text[:at].rstrip(), text[at:])
        indent = self.indents.get(number, max(0, old + self.inner.get(number, 0)))
        return _Line(indent if text else 0, code.strip(), comment, 0 if at is None else at)

    def comment_at(self, number: int, text: str) -> int | None:
        start = self.source.line_starts[number - 1]
        for found in re.finditer(r"(?:(?<=\s)|^)#", text):
            at = start + found.start()
            if not any(a <= at < b for a, b in self.leaves.get(number, ())):
                return found.start()
        return None

    def indent_comments(self, lines: list[_Line]) -> None:
        """A line that is only a comment stands as the next line with code does, or the one before where it stood
        like that."""
        following: int | None = None
        for number in range(len(lines), 0, -1):
            line = lines[number - 1]
            if line.code:
                following = number
            elif line.comment and number not in self.texts:
                old = line.column
                if following is not None and following not in self.texts and following not in self.inner:
                    was = self.source.line(following)
                    if len(was) - len(was.lstrip()) == old:
                        line.indent = lines[following - 1].indent
                line.indent = line.indent if line.indent else old

    # ---- the tree

    def visit(self, node: Node, indent: int, path: tuple[str, ...]) -> None:
        """indent: of the keys or dashes of `node`, if it is no scalar and in no brackets."""
        if isinstance(node, Leaf):
            self.leaf(node, indent, path)
        elif _is_flow(self.source.text, node):
            self.flow(node, path)
        elif isinstance(node, MapNode):
            for item in node:
                line = self.own_line(item.key_span.start)
                if line is not None:
                    self.indents[line] = indent
                self.mark(item.key_span.start, item.key_span.end)
                self.visit(item.value, indent + STEP, (*path, item.key))
        else:
            for inner in node.items:
                line = self.source.position(inner.span.start)[0]
                if self.source.line(line).lstrip().startswith("- "):
                    self.indents.setdefault(line, indent)
                self.visit(inner, indent + STEP, (*path, ELEMENT))

    def own_line(self, offset: int) -> int | None:
        """The line that begins with the character at `offset`."""
        line, column = self.source.position(offset)
        return line if not self.source.line(line)[: column - 1].strip() else None

    def leaf(self, leaf: Leaf, indent: int, path: tuple[str, ...]) -> None:
        start, end = leaf.span.start, leaf.span.end
        first, last = self.source.position(start)[0], self.source.position(max(start, end - 1))[0]
        if leaf.style not in ("|", ">"):
            self.mark(start, end)
            self.move(first, last)
        elif leaf.style == "|" and takes_effect(self.name, path):
            self.texts |= dict.fromkeys(range(first + 1, last + 1), indent)
        else:
            body = [self.source.line(n) for n in range(first + 1, last + 1)]
            least = min((len(b) - len(b.lstrip()) for b in body if b.strip()), default=0)
            self.inner |= dict.fromkeys(range(first + 1, last + 1), indent - least)
            self.verbatim |= set(range(first + 1, last + 1))

    def flow(self, node: MapNode | ListNode, path: tuple[str, ...]) -> None:
        first, last = self.source.position(node.span.start)[0], self.source.position(node.span.end - 1)[0]
        self.move(first, last)
        for leaf in _leaves(node):
            self.mark(leaf[0], leaf[1])

    def move(self, first: int, last: int) -> None:
        """Lines of a value that began on line `first` move with it."""
        text = self.source.line(first)
        shift = self.indents.get(first, len(text) - len(text.lstrip())) - (len(text) - len(text.lstrip()))
        self.inner |= dict.fromkeys(range(first + 1, last + 1), shift)

    def mark(self, start: int, end: int) -> None:
        for line in range(self.source.position(start)[0], self.source.position(max(start, end - 1))[0] + 1):
            self.leaves.setdefault(line, []).append((start, end))


def _leaves(node: Node) -> Iterator[tuple[int, int]]:
    if isinstance(node, Leaf):
        yield node.span.start, node.span.end
    elif isinstance(node, MapNode):
        for item in node:
            yield item.key_span.start, item.key_span.end
            yield from _leaves(item.value)
    else:
        for inner in node.items:
            yield from _leaves(inner)


class _Effect:
    """Indents one effect text by its brackets. A line that goes on with an expression keeps its distance."""

    def __init__(self) -> None:
        self.depth = 0
        self.first: int | None = None
        self.before = ""

    def line(self, text: str, base: int) -> _Line:
        code, comment, column = _split(text)
        code = _single_spaces(code)
        old = len(text) - len(text.lstrip())
        if self.first is None and text:
            self.first = old
        opened, closed_first = _brackets(code)
        indent = base + STEP * max(0, self.depth - closed_first)
        if code and _GOES_ON.search(self.before):
            indent += max(0, old - (self.first or 0) - (indent - base))
        self.depth = max(0, self.depth + opened)
        self.before = code or self.before
        return _Line(indent if code or comment else 0, code, comment, column)


def _split(text: str) -> tuple[str, str, int]:
    """Code and comment of a line of effect text, and the comment's column."""
    is_quoted = ""
    for i, c in enumerate(text):
        if is_quoted:
            is_quoted = "" if c == is_quoted else is_quoted
        elif c == '"':
            is_quoted = c
        elif c == "#":
            return text[:i].strip(), text[i:], i
    return text.strip(), "", 0


def _single_spaces(code: str) -> str:
    """Runs of spaces outside quotes made one."""
    parts = re.split(r'("[^"]*")', code)
    return "".join(part if i % 2 else re.sub(r"[ \t]+", " ", part) for i, part in enumerate(parts))


def _brackets(code: str) -> tuple[int, int]:
    """By how much a line changes the depth, and how many brackets it closes before it opens any."""
    bare = re.sub(r'"[^"]*"', "", code)
    depth = closed = 0
    for c in bare:
        if c in "{([":
            depth += 1
        elif c in "})]":
            depth -= 1
            closed = max(closed, -depth)
    lead = re.match(r"[\s})\]]*", bare)
    return depth, min(closed, sum(c in "})]" for c in lead[0]) if lead else 0)


# ---- columns

_ENTRY = re.compile(r"""((?:"[^"]*"|'[^']*'|[^\s#:{}\[\],"'-][^#{}\[\]"':]*):)( +)(\S.*)""")


def _with_columns(lines: list[_Line], indents: dict[int, int]) -> list[_Line]:
    """One space behind each key of a block map, except where lines of one indentation have their values in one column;
    neighbours of such lines that are spread but stand elsewhere go to the column."""
    entries = {n: found for n, line in enumerate(lines, 1) if n in indents and (found := _ENTRY.fullmatch(line.code))}
    shared = Counter((lines[n - 1].indent, found.end(2)) for n, found in entries.items())
    order = {number: i for i, number in enumerate(entries)}
    for _, members in groupby(entries, lambda n: (lines[n - 1].indent, n - order[n])):
        numbers = list(members)
        columns = Counter(entries[n].end(2) for n in numbers if not entries[n][3].startswith(("|", ">")))
        usual, times = max(columns.items(), key=lambda pair: (pair[1], pair[0]), default=(0, 0))
        for n in numbers:
            key, value = entries[n][1], entries[n][3]
            at = entries[n].end(2)
            is_spread = at > len(key) + 1
            column = (
                at
                if shared[lines[n - 1].indent, at] > 1
                else usual
                if times > 1 and is_spread and usual > len(key)
                else 0
            )
            lines[n - 1].code = f"{key} ".ljust(column) + value
    return lines


def _with_comments(lines: list[_Line]) -> Iterator[str]:
    """The lines as text, comments behind code in their column."""
    behind = [line.column for line in lines if line.code and line.comment]
    usual = min(Counter(behind).items(), key=lambda pair: (-pair[1], pair[0]))[0] if behind else COMMENT_COLUMN
    for has_both, members in groupby(lines, lambda line: bool(line.code and line.comment)):
        run = list(members)
        columns = Counter(line.column for line in run)
        for line in run:
            pad = " " * line.indent
            if not has_both:
                yield pad + (line.code or line.comment) if line.code or line.comment else ""
                continue
            is_shared = len(run) == 1 or columns[line.column] > 1
            keep = is_shared and line.column >= line.width + GAP
            column = line.column if keep else usual if usual >= line.width + GAP else line.width + PUSH
            yield f"{pad}{line.code}".ljust(column) + line.comment

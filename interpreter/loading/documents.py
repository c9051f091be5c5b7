"""YAML text → a plain tree that knows where every key and every value stands in its file.

Built from PyYAML's events, not from its constructor: nothing is executed, aliases and tags are refused, and sizes are
bounded. Scalars follow the YAML 1.2 core schema. Knows no key of a ruleset.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import yaml

from interpreter.diagnostics import Diagnostics, Source, Span
from interpreter.loading.gap import missing_id, missing_line, outdented, unclosed
from interpreter.visible import HIDDEN, code_point

MAX_DEPTH = 40
MAX_NODES = 100_000
MAX_NUMBER = 1_000_000_000
MAX_REPORTS = 40
"""Mistakes reported of one file: after so many, the rest is noise."""

Scalar = str | int | bool | None

_LOADER = getattr(yaml, "CLoader", yaml.Loader)
_BAD_CHARACTER = re.compile("[^\t\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_WORDS: dict[str, Scalar] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_COLON = re.compile(r"\s*:")
_FLOW_HINT = "inside [ ] or { } put text that holds , : [ ] { } in quotes"
_PROBLEMS = {
    "mapping values are not allowed": (
        "a colon is not allowed here",
        "put the text in quotes or in a | block, or indent the key like its neighbours",
    ),
    "did not find expected ',' or '}'": ("a comma or } is missing", _FLOW_HINT),
    "did not find expected ',' or ']'": ("a comma or ] is missing", _FLOW_HINT),
    "could not find expected ':'": ("this line has no colon", "write key: value, or indent a text's further lines"),
    "did not find expected key": ("a key was expected here", "keys of one map start in the same column"),
    "did not find expected '-' indicator": (
        "a list entry was expected here",
        "entries of one list start with - in the same column",
    ),
    "found character that cannot start any token": ("no value can start with this character", "put the text in quotes"),
    "found unexpected end of stream": ("the text ends inside quotes", "close the quotes"),
    "found unexpected ':'": ("a colon is not allowed here", _FLOW_HINT),
    "did not find expected node content": ("a value was expected here", _FLOW_HINT),
    "block sequence entries are not allowed": ("a list cannot start here", "start the list on a line of its own"),
    "did not find expected <document start>": ("the file goes on after its end", "indent every key of one map alike"),
}

_WITHOUT_KEY = {
    "a key was expected here": missing_line,
    "the file goes on after its end": missing_line,
    "a colon is not allowed here": missing_id,
}
"""Words for what YAML tells where a line may be missing → what looks for that place."""

_OUTDENTED = "this line is indented less than those around it"


class Limited(Diagnostics):
    """Hands the first mistakes of a stage on to `target`; the flood that a hostile file could cause ends here."""

    def __init__(self, target: Diagnostics, most: int = 200) -> None:
        super().__init__()
        self.target = target
        self.left = most

    @property
    def is_full(self) -> bool:
        return self.left <= 0

    def add(
        self,
        code: str,
        span: Span | None,
        *,
        near: Iterable[str] = (),
        related: Iterable[tuple[Span, str]] = (),
        **arguments: object,
    ) -> None:
        if not self.is_full:
            self.left -= 1
            self.target.add(code, span, near=near, related=related, **arguments)


@dataclass(eq=False, slots=True)
class Leaf:
    """A scalar. value: by the core schema. style: "" plain, or the character that introduces it (' " | >)."""

    span: Span
    value: Scalar
    style: str = ""


@dataclass(eq=False, slots=True)
class ListNode:
    span: Span
    items: list[Node] = field(default_factory=list)
    faulty: bool = False


@dataclass(eq=False, slots=True)
class Item:
    """One key of a map. origin: the module that wrote it; None: like the map around it."""

    key: str
    key_span: Span
    value: Node
    origin: str | None = None


@dataclass(eq=False, slots=True)
class MapNode:
    """faulty: something in it was reported and left out, so a key that is missing is no news."""

    span: Span
    items: dict[str, Item] = field(default_factory=dict)
    faulty: bool = False

    def get(self, key: str) -> Node | None:
        item = self.items.get(key)
        return None if item is None else item.value

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items.values())


Node = Leaf | ListNode | MapNode


def plain(node: Node) -> object:
    """The tree as plain Python values: dict, list, str, int, bool, None."""
    if isinstance(node, MapNode):
        return {item.key: plain(item.value) for item in node}
    if isinstance(node, ListNode):
        return [plain(item) for item in node.items]
    return node.value


def is_whole(node: Node) -> bool:
    """Whether nothing was left out of a tree, however deep in it."""
    if isinstance(node, Leaf):
        return True
    inner = (item.value for item in node) if isinstance(node, MapNode) else node.items
    return not node.faulty and all(map(is_whole, inner))


def leaf_places(node: Node | None) -> dict[str, Span]:
    """Where the values of a scalar, or of the scalars of a list, stand, by their text."""
    leaves = node.items if isinstance(node, ListNode) else [node]
    return {str(leaf.value): leaf.span for leaf in leaves if isinstance(leaf, Leaf)}


def copied(node: Node) -> Node:
    """A copy whose maps can be changed without changing `node`; leaves and lists are shared."""
    if not isinstance(node, MapNode):
        return node
    items = {key: Item(key, item.key_span, copied(item.value), item.origin) for key, item in node.items.items()}
    return MapNode(node.span, items, node.faulty)


def read_document(source: Source, diagnostics: Diagnostics) -> Node | None:
    """The tree of one YAML file. None: the file is empty or cannot be read as YAML (reported)."""
    if bad := _BAD_CHARACTER.search(source.text) or HIDDEN.search(source.text):
        code = "E005" if _BAD_CHARACTER.match(bad[0]) else "E026"
        diagnostics.add(code, Span(source, bad.start(), bad.end()), character=code_point(bad[0]))
        return None
    return _Composer(source, diagnostics).compose()


def read_map(source: Source, diagnostics: Diagnostics) -> MapNode | None:
    """Like `read_document`, for a file whose top level must be a map."""
    node = read_document(source, diagnostics)
    if node is None or isinstance(node, MapNode):
        return node
    diagnostics.add("E010", _first_character(node.span), expected="a map of keys", found=kind_of(node))
    return None


def read_list(source: Source, diagnostics: Diagnostics) -> ListNode | None:
    """Like `read_document`, for a file whose top level must be a list."""
    node = read_document(source, diagnostics)
    if node is None or isinstance(node, ListNode):
        return node
    diagnostics.add("E010", _first_character(node.span), expected="a list", found=kind_of(node))
    return None


def kind_of(node: Node) -> str:
    """What a node is, in a person's words."""
    if isinstance(node, MapNode):
        return "a map"
    if isinstance(node, ListNode):
        return "a list"
    if node.value is None:
        return "nothing"
    if isinstance(node.value, bool):
        return "true or false"
    return "a number" if isinstance(node.value, int) else "text"


def text_span(leaf: Leaf, diagnostics: Diagnostics) -> Span | None:
    """The characters of the outer file that are the effect text of a scalar.

    Plain: all of it; quoted: without the quotes; | block: its lines without the first indentation. None: the text in
    the file is not the text that is meant (escapes, folded blocks): reported.
    """
    source, start, end = leaf.span.source, leaf.span.start, leaf.span.end
    if leaf.style == "":
        return leaf.span
    if leaf.style == ">":
        diagnostics.add("E021", Span(source, start, start + 1))
        return None
    if leaf.style == "|":
        return _block_span(source, start, end)
    inner = Span(source, start + 1, end - 1)
    escape = "\\" if leaf.style == '"' else "''"
    at = inner.text.find(escape)
    if at >= 0:
        diagnostics.add("E022", Span(source, inner.start + at, inner.start + at + len(escape)), escape=escape)
        return None
    return inner


def _block_span(source: Source, start: int, end: int) -> Span:
    first = source.text.find("\n", start, end) + 1 or end
    content = source.text[first:end]
    if not content.strip():
        return Span(source, first, first)
    return Span(source, first + len(content) - len(content.lstrip()), first + len(content.rstrip()))


def _first_character(span: Span) -> Span:
    return Span(span.source, span.start, min(span.start + 1, max(span.end, span.start)))


@dataclass(eq=False, slots=True)
class _Frame:
    """An open map or list. key: a key that waits for its value. flagged: a valueless key was reported already."""

    node: MapNode | ListNode
    key: Leaf | None = None
    has_key: bool = False
    flagged: bool = False


class _Stop(Exception):
    """The file cannot be read further; why stands in the diagnostics."""


class _Composer:
    """Events → nodes, with an explicit stack: depth is bounded and nothing recurses."""

    def __init__(self, source: Source, diagnostics: Diagnostics) -> None:
        self.source = source
        self.diagnostics = diagnostics
        self.stack: list[_Frame] = []
        self.root: Node | None = None
        self.nodes = 0
        self.reports = 0
        self.documents = 0
        self.refused: set[str] = set()

    def compose(self) -> Node | None:
        try:
            for event in yaml.parse(self.source.text, Loader=_LOADER):
                self.take(event)
        except yaml.YAMLError as error:
            self.report_yaml_error(error)
            return None
        except (ValueError, OverflowError):  # PyYAML without libyaml: an escape beyond the last character
            self.diagnostics.add("E006", Span(self.source, 0, 0), problem="an escape names no character", mend="")
            return None
        except _Stop:
            return None
        if self.root is None or (isinstance(self.root, Leaf) and self.root.value is None and not self.root.style):
            self.diagnostics.add("E009", Span(self.source, 0, 0))
            return None
        return self.root

    def take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self.check_marks(event)
            self.attach(self.leaf(event))
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            self.check_marks(event)
            self.open(event)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self.close(event)
        elif isinstance(event, yaml.AliasEvent):
            self.refuse("E012", event, name=f"*{event.anchor}")
            self.attach(Leaf(self.span(event), None))
        elif isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self.report("E008", self.span(event))
                raise _Stop

    def span(self, event: yaml.Event) -> Span:
        assert event.start_mark is not None and event.end_mark is not None
        return Span(self.source, event.start_mark.index, event.end_mark.index)

    def report(self, code: str, span: Span, **arguments: object) -> None:
        self.diagnostics.add(code, span, **arguments)  # type: ignore[arg-type]
        self.reports += 1
        if self.reports >= MAX_REPORTS:
            raise _Stop

    def refuse(self, code: str, event: yaml.Event, name: str) -> None:
        """Report what is never allowed, once a file."""
        if code not in self.refused:
            self.refused.add(code)
            start = self.span(event).start
            self.report(code, Span(self.source, start, start + 1), name=name)

    def check_marks(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.anchor is not None:
            self.refuse("E012", event, name=f"&{event.anchor}")
        if event.tag is not None:
            self.refuse("E013", event, name=str(event.tag))

    def count(self, span: Span) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self.report("E015", _first_character(span), most=f"{MAX_NODES:,}")
            raise _Stop

    def leaf(self, event: yaml.ScalarEvent) -> Leaf:
        span = self.span(event)
        self.count(span)
        text: str = event.value
        if event.style:
            if event.style == '"' and (bad := HIDDEN.search(text)):  # written as an escape
                self.report("E026", span, character=code_point(bad[0]))
            return Leaf(span, text, event.style)
        if text in _WORDS:
            return Leaf(span, _WORDS[text])
        if _INT.fullmatch(text):
            return Leaf(span, self.number(text, span))
        return Leaf(span, text)

    def number(self, text: str, span: Span) -> int:
        value = MAX_NUMBER + 1
        if len(text) <= 12:
            value = int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))
        if abs(value) > MAX_NUMBER:
            self.report("E016", span, most=f"{MAX_NUMBER:,}")
            return 0
        return value

    def open(self, event: yaml.MappingStartEvent | yaml.SequenceStartEvent) -> None:
        span = self.span(event)
        self.count(span)
        if len(self.stack) >= MAX_DEPTH:
            self.report("E014", _first_character(Span(self.source, span.start, span.start + 1)), most=MAX_DEPTH)
            raise _Stop
        node = MapNode(span) if isinstance(event, yaml.MappingStartEvent) else ListNode(span)
        self.stack.append(_Frame(node))

    def close(self, event: yaml.Event) -> None:
        node = self.stack.pop().node
        node.span = Span(self.source, node.span.start, max(node.span.start, self.span(event).end))
        self.attach(node)

    def attach(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        frame = self.stack[-1]
        if isinstance(frame.node, ListNode):
            if self.is_whole(frame.node, node):
                frame.node.items.append(node)
        elif not frame.has_key:
            frame.has_key, frame.key = True, self.key(node)
        else:
            key, frame.key, frame.has_key = frame.key, None, False
            if key is None:
                frame.node.faulty = True
            elif self.is_valueless(key, node):
                self.report_valueless(frame, key)
            elif self.is_whole(frame.node, node):
                self.add_item(frame.node, key, node)

    def key(self, node: Node) -> Leaf | None:
        """A key as text, just as it is written; None where it is no text (reported)."""
        if not isinstance(node, Leaf) or node.style in ("|", ">") or node.span.start == node.span.end:
            self.report("E019", _first_character(node.span))
            return None
        if not node.style:
            return Leaf(node.span, node.span.text)
        if bad := re.search("[\n\t]", str(node.value)):
            self.report("E026", node.span, character=code_point(bad[0]))
            return None
        return node

    def add_item(self, target: MapNode, key: Leaf, value: Node) -> None:
        name = str(key.value)
        if first := target.items.get(name):
            self.diagnostics.add("E011", key.span, related=[(first.key_span, "first written here")], key=name)
            self.reports += 1
            if self.reports >= MAX_REPORTS:
                raise _Stop
            return
        target.items[name] = Item(name, key.span, value)

    def is_whole(self, around: MapNode | ListNode, node: Node) -> bool:
        """False for a decimal number, which is reported and left out of the map or list around it."""
        if not isinstance(node, Leaf) or node.style or not isinstance(node.value, str):
            return True
        if not _FLOAT.fullmatch(node.value):
            return True
        self.report("E017", node.span, number=node.value)
        around.faulty = True
        return False

    def is_valueless(self, key: Leaf, value: Node) -> bool:
        """Whether a key of a { } map stands there without colon and value, as `b)` in {is: min(a, b)}."""
        if not isinstance(value, Leaf) or value.style or value.span.start != value.span.end:
            return False
        return not _COLON.match(self.source.text, key.span.end)

    def report_valueless(self, frame: _Frame, key: Leaf) -> None:
        """Report once a map, and give the characters back to the text that was cut at the comma: no echo follows."""
        assert isinstance(frame.node, MapNode)
        if not frame.flagged:
            frame.flagged = True
            self.report("E018", key.span, key=key.span.text)
        before = next(reversed(frame.node.items.values()), None)
        if before and isinstance(before.value, Leaf) and not before.value.style:
            whole = Span(self.source, before.value.span.start, key.span.end)
            before.value = Leaf(whole, whole.text)

    def report_yaml_error(self, error: yaml.YAMLError) -> None:
        problem = str(getattr(error, "problem", None) or error.__class__.__name__)
        marks = [getattr(error, name, None) for name in ("problem_mark", "context_mark")]
        if "end of stream" in problem:  # where the quotes open, rather than the end of the file
            marks.reverse()
        mark = marks[0] or marks[1]
        at = min(mark.index if mark else 0, len(self.source.text))
        line, _ = self.source.position(at)
        lead = self.source.line(line)
        tab = lead[: len(lead) - len(lead.lstrip())].find("\t")
        if tab >= 0:
            start = self.source.line_starts[line - 1] + tab
            self.diagnostics.add("E007", Span(self.source, start, start + 1))
            return
        words, hint = next((w for part, w in _PROBLEMS.items() if part in problem), (problem, ""))
        start = marks[1].index if marks[1] is not None and marks[1] is not mark else at
        place = Span(self.source, at, min(at + 1, len(self.source.text)))
        looked_for = _WITHOUT_KEY.get(words)
        if looked_for is not None and (found := outdented(self.source, at)) is not None:
            related = [(place, "here it is no YAML any more")]
            mend = f"indent it as line {found[1]}"
            self.diagnostics.add("E006", found[0], related=related, problem=_OUTDENTED, mend=mend)
            return
        if looked_for is not None and (gap := looked_for(self.source, at)) is not None:
            related = [(place, "here it is no YAML any more")] if place.line != gap.span.line else []
            self.diagnostics.add("E025", gap.span, related=related, line=gap.line, where=gap.where, mend=gap.mend)
            return
        if problem.startswith("did not find expected ','") and (end := unclosed(self.source, start, at)) is not None:
            place, hint = end, "close what is opened at the place beside"
        around = Span(self.source, start, min(start + 1, len(self.source.text)))
        is_elsewhere = around.text.strip() != "" and around.line != place.line
        related = [(around, "what it stands in begins here")] if is_elsewhere else []
        self.diagnostics.add("E006", place, related=related, problem=words, mend=hint)

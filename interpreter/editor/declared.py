"""Every name that the files of a ruleset declare, with its kind, its place and the module that declares it.

Read from the files as they stand, not from a model: while one types there often is no model, and an editor asks about
all modules, chosen or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.diagnostics import Span
from interpreter.loading.documents import Item, Leaf, ListNode, MapNode, Node
from interpreter.loading.modules import OPERATIONS
from interpreter.records import record

BASE = "base"

_KIND_WORDS = {
    "resources": "resource",
    "zones": "zone",
    "boards": "board",
    "tracks": "track",
    "tables": "table",
    "values": "value",
    "procedures": "procedure",
    "phases": "phase",
    "menus": "menu",
    "actions": "action",
    "free": "free action",
    "rules": "rule",
    "endings": "ending",
    "hints": "hint",
}
"""Sections whose entries are names, each of one kind."""
_CLASSES = {"pieces": "piece class", "effects": "effect class", "spaces": "class of spaces"}
_INNER = {"abilities": "ability", "actions": "action", "free": "free action"}
_COMMENT = re.compile(r"\s#(.*)$")
MOST_LINES = 14
"""Lines of an entry that are quoted."""


@record
class Declared:
    """One place that declares a name or changes what it means.

    kind: in a person's words, `kind of building`. origin: "base" or a module. how: "" or the operation of the module
    (patch, replace, remove). owner: the class of an attribute or variable, or "". item: its key and value.
    """

    name: str
    kind: str
    span: Span
    origin: str
    how: str
    item: Item | None = None
    owner: str = ""

    @property
    def is_member(self) -> bool:
        """Whether it is read after a dot only: an attribute or a variable of pieces, spaces and players."""
        return bool(self.owner)

    @property
    def comments(self) -> list[str]:
        """The comment behind it and those on the lines right above: rule numbers and where the rule is from."""
        source, line = self.span.source, self.span.line
        found: list[str] = []
        if behind := _COMMENT.search(source.line(line)):
            found.append(behind[1].strip())
        while line > 1 and (above := source.line(line - 1).strip()).startswith("#"):
            found.insert(0, above.lstrip("# ").strip())
            line -= 1
        return [text for text in found if text]

    @property
    def text(self) -> str:
        """Its lines in the file, without the indentation they share; long entries are cut."""
        source = self.span.source
        first = self.span.line
        end = max(self.span.end, self.item.value.span.end) if self.item else self.span.end
        end = self.span.start + len(source.text[self.span.start : end].rstrip())  # a block ends where the next begins
        last = max(first, source.position(max(self.span.start, end - 1))[0])
        lines = [source.line(n) for n in range(first, min(last, first + MOST_LINES - 1) + 1)]
        indent = min((len(ln) - len(ln.lstrip()) for ln in lines if ln.strip()), default=0)
        more = ["…"] if last - first >= MOST_LINES else []
        return "\n".join([*(ln[indent:].rstrip() for ln in lines), *more]).rstrip()


def declared_in(tree: MapNode, origin: str) -> Iterator[Declared]:
    """The names of one file's tree, in its order."""
    for section in tree:
        for how, entries in _parts(section.value, origin):
            yield from _section(section.key, entries, origin, how)


def _parts(node: Node, origin: str) -> Iterator[tuple[str, MapNode]]:
    """The entries of a section, cut by the operations of a module."""
    if not isinstance(node, MapNode):
        return
    plain = MapNode(node.span)
    for item in node:
        if origin != BASE and item.key in OPERATIONS and isinstance(item.value, MapNode):
            yield ("" if item.key == "add" else item.key), item.value
        elif origin != BASE and item.key == "remove" and isinstance(item.value, ListNode):
            removed = [leaf for leaf in item.value.items if isinstance(leaf, Leaf)]
            yield "remove", MapNode(node.span, {str(x.value): Item(str(x.value), x.span, x) for x in removed})
        else:
            plain.items[item.key] = item
    yield "", plain


def _section(section: str, entries: MapNode, origin: str, how: str) -> Iterator[Declared]:
    if section in _KIND_WORDS:
        for item in entries:
            yield Declared(item.key, _KIND_WORDS[section], item.key_span, origin, how, item)
            yield from _groups(item, origin, how)
    elif section in _CLASSES:
        for item in entries:
            yield Declared(item.key, _CLASSES[section], item.key_span, origin, how, item)
            yield from _groups(item, origin, how)
            yield from _of_class(item, origin, how)
    elif section == "state":
        for scope, owner in (("game", ""), ("player", "player")):
            kind = "variable of the game" if scope == "game" else "variable of players"
            for item in _map(entries.get(scope)):
                yield Declared(item.key, kind, item.key_span, origin, how, item, owner)
    elif section == "scoring":
        for part, kind in (("categories", "scoring category"), ("tie_breaks", "tie-break")):
            for item in _map(entries.get(part)):
                yield Declared(item.key, kind, item.key_span, origin, how, item)
    elif section == "game":
        for item in _map(entries.get("options")):
            yield Declared(item.key, "option", item.key_span, origin, how, item, "option")


def _of_class(cls: Item, origin: str, how: str) -> Iterator[Declared]:
    for part, kind in (("attributes", "attribute"), ("state", "variable")):
        for item in _map(_get(cls.value, part)):
            yield Declared(item.key, f"{kind} of {cls.key}", item.key_span, origin, how, item, cls.key)
    kinds = list(_map(_get(cls.value, "kinds")))
    for item in kinds:
        yield Declared(item.key, f"kind of {cls.key}", item.key_span, origin, how, item)
    for owner in (cls, *kinds):
        for part, kind in _INNER.items():
            for item in _map(_get(owner.value, part)):
                yield Declared(item.key, f"{kind} of {owner.key}", item.key_span, origin, how, item)


def _groups(item: Item, origin: str, how: str) -> Iterator[Declared]:
    node = _get(item.value, "group")
    for leaf in node.items if isinstance(node, ListNode) else [node]:
        if isinstance(leaf, Leaf) and isinstance(leaf.value, str):
            yield Declared(leaf.value, "group", leaf.span, origin, how)


def _map(node: Node | None) -> Iterator[Item]:
    return iter(node) if isinstance(node, MapNode) else iter(())


def _get(node: Node, key: str) -> Node | None:
    return node.get(key) if isinstance(node, MapNode) else None

"""A merged ruleset written as one YAML text in which every entry names where it comes from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from interpreter.diagnostics import Diagnostics
from interpreter.loading.documents import Item, Leaf, ListNode, MapNode, Node
from interpreter.ruleset import Ruleset

_PLAIN = re.compile(r"[A-Za-z_][\w .+*/<>=()'-]*(?<! )")
_READS_AS_OTHER = frozenset({"true", "false", "null", "yes", "no", "on", "off"})
DEPTH = 2
"""Levels of keys that name their file and line: sections and their entries."""


def merged_yaml(game: str | Path, modules: Sequence[str | Path], diagnostics: Diagnostics) -> list[str]:
    """All rule files of a ruleset and its modules as lines of one; the comment of a part says its file and line, and
    the module that wrote it. Empty: nothing could be read (reported)."""
    return [line for item in Ruleset(game, modules, diagnostics).merged or () for line in _item(item, 0, None)]


def _item(item: Item, depth: int, origin: str | None) -> Iterator[str]:
    """One key with what is under it. origin: the module that wrote what is around it."""
    pad = "  " * depth
    own = item.origin or origin
    note = _note(item, own) if depth < DEPTH or own != origin else ""
    value = item.value
    if isinstance(value, MapNode) and value.items:
        yield f"{pad}{_scalar(item.key)}:{note}"
        for inner in value:
            yield from _item(inner, depth + 1, own)
    elif isinstance(value, Leaf) and isinstance(value.value, str) and "\n" in value.value.strip("\n"):
        yield f"{pad}{_scalar(item.key)}: |{note}"
        for line in value.value.rstrip("\n").split("\n"):
            yield f"{pad}  {line}".rstrip()
    else:
        yield f"{pad}{_scalar(item.key)}: {_flow(value)}{note}"


def _note(item: Item, origin: str | None) -> str:
    module = f"module {origin}, " if origin else ""
    return f"    # {module}{item.key_span.path}:{item.key_span.line}"


def _flow(node: Node) -> str:
    """A value on one line."""
    if isinstance(node, MapNode):
        return "{" + ", ".join(f"{_scalar(i.key)}: {_flow(i.value)}" for i in node) + "}"
    if isinstance(node, ListNode):
        return "[" + ", ".join(map(_flow, node.items)) + "]"
    if isinstance(node.value, str):
        return _scalar(node.value.strip("\n"))
    return json.dumps(node.value)


def _scalar(text: str) -> str:
    """A string as YAML reads it back."""
    if _PLAIN.fullmatch(text) and text.casefold() not in _READS_AS_OTHER and " #" not in text:
        return text
    return json.dumps(text, ensure_ascii=False)

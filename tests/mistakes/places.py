"""Where mistakes can be planted in a file: its keys, its values, the words of its effect text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.diagnostics import Span
from interpreter.loading.documents import Item, Leaf, ListNode, MapNode, Node
from interpreter.loading.model import Model
from interpreter.loading.words import WORDS
from tests.mistakes.shelf import Shelf

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_SKIPPED = re.compile(r"#[^\n]*")


@dataclass(frozen=True)
class Key:
    """A key of a file with its value. path: the keys above it. around: the map that holds it."""

    path: tuple[str, ...]
    item: Item
    around: MapNode


@dataclass(frozen=True)
class Word:
    """A name or word in effect text, or a number. text: the whole text."""

    text: Span
    start: int
    end: int
    word: str


def keys(tree: MapNode, path: tuple[str, ...] = ()) -> Iterator[Key]:
    """All keys of a file, in its order."""
    for item in tree:
        yield Key(path, item, tree)
        yield from _keys_in(item.value, (*path, item.key))


def _keys_in(node: Node, path: tuple[str, ...]) -> Iterator[Key]:
    if isinstance(node, MapNode):
        yield from keys(node, path)
    elif isinstance(node, ListNode):
        for inner in node.items:
            yield from _keys_in(inner, path)


def leaves(tree: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Leaf]]:
    """All scalars of a file with the keys that lead to them."""
    if isinstance(tree, MapNode):
        for item in tree:
            yield from leaves(item.value, (*path, item.key))
    elif isinstance(tree, ListNode):
        for inner in tree.items:
            yield from leaves(inner, path)
    elif tree.span.start < tree.span.end:
        yield path, tree


def effect_texts(shelf: Shelf, file: str) -> list[Span]:
    """The effect texts of one file, in its order."""
    path = shelf.folder.files[file].path
    found = {(t.span.start, t.span.end): t.span for t in shelf.model.effect_texts if t.span.path == path}
    return [found[place] for place in sorted(found)]


def words(text: Span, pattern: re.Pattern[str] = _WORD) -> list[Word]:
    """Words of an effect text that are no comments."""
    plain = _SKIPPED.sub(lambda m: " " * len(m[0]), text.text)
    return [
        Word(text, text.start + m.start(), text.start + m.end(), m[0])
        for m in re.finditer(rf"(?<![\w\"']){pattern.pattern}(?![\w\"'])", plain)
    ]


def names(text: Span) -> list[Word]:
    """Words of an effect text that are names: none of the language."""
    return [w for w in words(text) if w.word not in WORDS]


def sorts(model: Model) -> dict[str, str]:
    """name → what sort of thing it is, of those names that mean one thing."""
    out: dict[str, str] = {}
    for sort, ids in {
        "resource": [*model.resources, *(g for r in model.resources.values() for g in r.groups)],
        "class": list(model.pieces),
        "space class": list(model.spaces),
        "zone": [*model.zones, *model.boards],
        "procedure": list(model.procedures),
        "track": list(model.tracks),
        "table": list(model.tables),
        "value": list(model.values),
        "action": list(model.actions),
        "kind": [k for p in model.pieces.values() for k in p.kinds],
        "variable": list(model.game_state),
        "player variable": list(model.player_state),
    }.items():
        for name in ids:
            out[name] = "" if name in out and out[name] != sort else sort
    return {name: sort for name, sort in out.items() if sort}

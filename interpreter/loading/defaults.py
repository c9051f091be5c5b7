"""`defaults` of a class: what its kinds have where they say nothing else. Written into the trees, so that nobody who
reads a kind need ask where a value comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.loading.documents import Item, Leaf, MapNode, Node

KEY = "defaults"

SECTIONS = ("pieces", "effects", "spaces")
"""Sections of classes with kinds."""

_OF_ITS_FILE = "provenance"
"""The default that speaks of who wrote it: it holds for the kinds beside it, and for none that a module adds."""


def fill_documents(base: MapNode, modules: Iterable[MapNode]) -> None:
    """Fill in the kinds of a ruleset, and those that modules bring, from the defaults beside them.

    modules: trees, what a module needs before it. In a patch, kinds that are there already are left alone.
    """
    for _, cls in _classes(base):
        _fill(cls, _kinds(cls))
    there = {path: {kind.key for kind in _kinds(cls)} for path, cls in _classes(base)}
    for tree in modules:
        brought = [(operation, *found) for operation, part in _parts(tree) for found in _classes(part)]
        for operation, path, cls in brought:
            known = there.get(path, set()) if operation == "patch" else ()
            _fill(cls, [kind for kind in _kinds(cls) if kind.key not in known])
        for _, path, cls in brought:
            there.setdefault(path, set()).update(kind.key for kind in _kinds(cls))


def fill_added(tree: MapNode) -> None:
    """Fill in the kinds that modules have added to classes of a merged tree from the defaults of these classes."""
    for _, cls in _classes(tree):
        _fill(cls, [kind for kind in _kinds(cls) if kind.origin], leave=_OF_ITS_FILE)


def _parts(tree: MapNode) -> Iterator[tuple[str, MapNode]]:
    """What a module and its `with` blocks add and patch: the operation, and a map of sections."""
    for operation in ("add", "patch"):
        part = MapNode(tree.span)
        for item in tree:
            inner = item.value.get(operation) if isinstance(item.value, MapNode) else None
            if item.key in SECTIONS and inner is not None:
                part.items[item.key] = Item(item.key, item.key_span, inner)
        yield operation, part
    blocks = tree.get("with")
    for block in blocks if isinstance(blocks, MapNode) else ():
        if isinstance(block.value, MapNode):
            yield from _parts(block.value)


def _classes(tree: Node | None) -> Iterator[tuple[tuple[str, str], MapNode]]:
    for section in SECTIONS:
        node = tree.get(section) if isinstance(tree, MapNode) else None
        for item in node if isinstance(node, MapNode) else ():
            if isinstance(item.value, MapNode):
                yield (section, item.key), item.value


def _kinds(cls: MapNode) -> list[Item]:
    node = cls.get("kinds")
    return list(node) if isinstance(node, MapNode) else []


def _fill(cls: MapNode, kinds: Iterable[Item], leave: str = "") -> None:
    defaults = cls.get(KEY)
    if not isinstance(defaults, MapNode):
        return
    for kind in kinds:
        if isinstance(kind.value, Leaf) and kind.value.value is None:
            kind.value = MapNode(kind.key_span)
        fields = kind.value.items if isinstance(kind.value, MapNode) else {}
        fields |= {item.key: item for item in defaults if item.key not in fields and item.key != leave}

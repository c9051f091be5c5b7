"""What the chosen modules change of a ruleset, as far as remarks want to know what was there before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from interpreter.diagnostics import Span
from interpreter.loading.documents import Item, Leaf, ListNode, MapNode, Node
from interpreter.loading.modules import Documents, ModuleDocument


def taken_out(modules: Mapping[str, ModuleDocument]) -> dict[str, tuple[str, Span]]:
    """What the chosen modules take out: ids, each with the module and the place where it says so."""
    found: dict[str, tuple[str, Span]] = {}
    for module in modules.values():
        for section in module.tree:
            taken = _leaves(at(section.value, "remove"))
            found.update((str(leaf.value), (module.id, leaf.span)) for leaf in taken)
    return found


def lost_words(documents: Documents) -> dict[str, frozenset[str]]:
    """The words in each entry of the ruleset that a chosen module takes out: what is named there and nowhere else is
    named no more."""
    found: dict[str, frozenset[str]] = {}
    for module in documents.modules.values():
        for section in module.tree:
            for path in _paths(at(section.value, "remove"), (section.key,)):
                entry = at(documents.base, *path)
                if entry is not None:
                    found[path[-1]] = frozenset(re.findall(r"[a-z]\w*", entry.span.text))
    return found


def _paths(node: Node | None, before: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Where the ids in a map that goes down to lists lead to."""
    if isinstance(node, MapNode):
        for item in node:
            yield from _paths(item.value, (*before, item.key))
    else:
        yield from ((*before, str(leaf.value)) for leaf in _leaves(node))


def regrouped(documents: Documents) -> dict[str, tuple[str, tuple[str, ...], Span]]:
    """Resources and tracks that a chosen module takes out of groups of the ruleset by a patch of their `group`: id →
    the module, the groups that are lost, and where it says so."""
    found: dict[str, tuple[str, tuple[str, ...], Span]] = {}
    for module in documents.modules.values():
        for section in ("resources", "tracks"):
            for item in _items(module.tree, section, "patch"):
                old, group = _names(documents.base, section, item.key, "group"), at(item.value, "group")
                lost = tuple(name for name in old if name not in {str(leaf.value) for leaf in _leaves(group)})
                if lost and isinstance(item.value, MapNode) and group is not None:
                    found[item.key] = (module.id, lost, item.value.items["group"].key_span)
    return found


def full_tables(documents: Documents) -> dict[str, str]:
    """Tables of the ruleset itself that have a line for each member of a group or each kind of a class, and for nothing
    else: the table → that group or class. Nothing where no module is chosen."""
    if not documents.modules:
        return {}
    members: dict[str, set[str]] = {}
    for item in _items(documents.base, "resources"):
        for group in _names(item.value, "group"):
            members.setdefault(group, set()).add(item.key)
    for section in ("pieces", "effects", "spaces"):
        for item in _items(documents.base, section):
            members[item.key] = {kind.key for kind in _items(item.value, "kinds")}
    found: dict[str, str] = {}
    for table in _items(documents.base, "tables"):
        keys = {line.key for line in _items(table.value)}
        of = next((name for name, known in members.items() if known == keys), None) if len(keys) > 1 else None
        if of is not None:
            found[table.key] = of
    return found


def numbers_before(documents: Documents) -> dict[tuple[str, str], dict[str, int]]:
    """The numbers that kinds of the ruleset itself have in attributes which a chosen module patches: the class and the
    kind → the attributes."""
    found: dict[tuple[str, str], dict[str, int]] = {}
    for module in documents.modules.values():
        for section in ("pieces", "effects", "spaces"):
            for cls in _items(module.tree, section, "patch"):
                for kind in _items(cls.value, "kinds"):
                    for attribute in _items(kind.value):
                        number = at(documents.base, section, cls.key, "kinds", kind.key, attribute.key)
                        if isinstance(number, Leaf) and type(number.value) is int:
                            found.setdefault((cls.key, kind.key), {})[attribute.key] = number.value
    return found


def at(node: Node | None, *path: str) -> Node | None:
    """What a path of keys leads to."""
    for key in path:
        node = node.get(key) if isinstance(node, MapNode) else None
    return node


def _items(node: Node | None, *path: str) -> Iterable[Item]:
    """The entries of the map that a path of keys leads to; none where there is no map."""
    found = at(node, *path)
    return found if isinstance(found, MapNode) else ()


def _names(node: Node | None, *path: str) -> list[str]:
    """A name or names that a path of keys leads to."""
    return [str(leaf.value) for leaf in _leaves(at(node, *path))]


def _leaves(node: Node | None) -> Iterator[Leaf]:
    if isinstance(node, Leaf):
        yield node
    elif isinstance(node, ListNode | MapNode):
        for inner in node.items if isinstance(node, ListNode) else [item.value for item in node]:
            yield from _leaves(inner)

"""What checks of names share: the node at a path of a ruleset, and the report of a name that is declared nowhere."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from interpreter.diagnostics import near_names
from interpreter.loading.documents import Leaf, Limited, ListNode, MapNode, Node
from interpreter.loading.model import Model


def near(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Near names, at a bounded cost however many names a ruleset declares."""
    return near_names(name, [k for k in known if abs(len(k) - len(name)) <= 4][:500])


class Referring:
    """Looks up names in a model; `tree` is what it was built from, for the places."""

    def __init__(self, model: Model, tree: MapNode, diagnostics: Limited) -> None:
        self.model = model
        self.tree = tree
        self.diagnostics = diagnostics

    def at(self, *path: str) -> Node | None:
        """The node at a path of keys in the merged tree."""
        node: Node | None = self.tree
        for key in path:
            node = node.get(key) if isinstance(node, MapNode) else None
        return node

    def leaves(self, *path: str) -> Iterator[Leaf]:
        """The scalar at a path, or the scalars of the list there."""
        node = self.at(*path)
        for leaf in node.items if isinstance(node, ListNode) else [node]:
            if isinstance(leaf, Leaf):
                yield leaf

    def refer(self, what: str, names: Collection[str], *path: str) -> None:
        """Report each name at a path that is not among `names` (a set or mapping: this runs for every entry)."""
        for leaf in self.leaves(*path):
            name = leaf.span.text if not leaf.style else str(leaf.value)
            if name not in names and not self.diagnostics.is_full:
                self.diagnostics.add("E120", leaf.span, near=near(name, names), name=name, what=what)

    def word(self, *path: str) -> str:
        """The word at a path; nothing where there is none."""
        node = self.at(*path)
        return str(node.value) if isinstance(node, Leaf) else ""

    def keys(self, what: str, names: Collection[str], *path: str) -> None:
        """Report each key of the mapping at a path that is not among `names`."""
        node = self.at(*path)
        for item in node if isinstance(node, MapNode) else ():
            if item.key not in names and not self.diagnostics.is_full:
                self.diagnostics.add("E120", item.key_span, near=near(item.key, names), name=item.key, what=what)

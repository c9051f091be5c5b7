"""Nodes of YAML as the plain things that a model is made of."""

from __future__ import annotations

from interpreter.loading.documents import Leaf, ListNode, MapNode, Node, Scalar, plain
from interpreter.loading.model import ByOption, ByPlayers, Number


def map_of(node: Node | None) -> MapNode | None:
    """A map; None for anything else."""
    return node if isinstance(node, MapNode) else None


def value_of(node: Node | None) -> Scalar:
    """The value of a leaf; None for anything else."""
    return node.value if isinstance(node, Leaf) else None


def text_of(node: Node | None) -> str | None:
    """Text as it is written: a name such as `on` or `2` is what stands in the file."""
    if not isinstance(node, Leaf) or (node.value is None and not node.style):
        return None
    return node.value if isinstance(node.value, str) else node.span.text


def flag_of(node: Node | None) -> bool:
    """Whether `true` stands there."""
    return value_of(node) is True


def number_of(node: Node | None) -> Number | None:
    """A number, or one by player count."""
    value = value_of(node)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(node, MapNode):
        return ByPlayers({int(item.key): value_of(item.value) for item in node if item.key.isdigit()})
    return None


def supply_of(node: Node | None) -> Number | ByOption | None:
    """A number, one by player count, or one by option."""
    if isinstance(node, MapNode) and "option" in node.items:
        numbers = {item.key: number_of(item.value) for item in node if item.key != "option"}
        return ByOption(text_of(node.get("option")) or "", numbers)
    return number_of(node)


def names_of(node: Node | None) -> tuple[str, ...]:
    """One name or a list of names."""
    leaves = node.items if isinstance(node, ListNode) else [node]
    return tuple(name for name in map(text_of, leaves) if name is not None)


def frozen(node: Node) -> object:
    """Plain values with tuples for lists."""
    if isinstance(node, ListNode):
        return tuple(frozen(item) for item in node.items)
    return plain(node)

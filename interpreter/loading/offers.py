"""What the modules of a ruleset would make possible: numbers of players that the ruleset alone does not allow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from interpreter.diagnostics import Diagnostics
from interpreter.loading.documents import Leaf, ListNode, MapNode
from interpreter.loading.modules import read_offered
from interpreter.loading.source import Folder, read_folder


def modules_for(path: Path | Folder, players: int) -> list[tuple[str, ...]]:
    """The smallest sets of modules of a ruleset with which it is for so many players."""
    unheard = Diagnostics()
    folder = path if isinstance(path, Folder) else read_folder(path, unheard)
    found = [] if folder is None else [s for m in read_offered(folder) for s in _allowing(m.tree, players, (m.id,))]
    sets = sorted({tuple(sorted(s)) for s in found}, key=lambda s: (len(s), s))
    return [s for s in sets if not any(set(other) < set(s) for other in sets)]


def _allowing(tree: MapNode, players: int, chosen: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    node = tree.get("game")
    for key in ("patch", "players"):
        node = node.get(key) if isinstance(node, MapNode) else None
    if isinstance(node, ListNode) and any(isinstance(n, Leaf) and n.value == players for n in node.items):
        yield chosen
    blocks = tree.get("with")
    for item in blocks if isinstance(blocks, MapNode) else ():
        if isinstance(item.value, MapNode):
            yield from _allowing(item.value, players, (*chosen, item.key))

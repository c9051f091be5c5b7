"""Players and options, held against what a ruleset allows; and which of its modules would allow more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from interpreter.diagnostics import Diagnostics, near_names
from interpreter.loading.documents import Leaf, ListNode, MapNode
from interpreter.loading.model import Model, yaml_word
from interpreter.loading.modules import read_offered
from interpreter.loading.source import Folder, read_folder


def check_settings(
    model: Model,
    players: int,
    options: Mapping[str, object],
    diagnostics: Diagnostics,
    home: Path | Folder | None = None,
) -> None:
    """Check a player count and options against what the ruleset allows. home: where modules are looked for that would
    allow more."""
    if players not in model.game.players:
        found = [] if home is None else modules_for(home, players)[:2]
        more = f", and for {players} with {' or with '.join(' and '.join(names) for names in found)}" if found else ""
        allowed = ", ".join(map(str, model.game.players)) + more
        diagnostics.add("E500", model.game.span, players=players, allowed=allowed)
    for name, value in options.items():
        declared = model.game.options.get(name)
        if declared is None:
            known = ", ".join(model.game.options) or "none"
            near = near_names(name, model.game.options)
            diagnostics.add("E501", model.game.span, name=name, known=known, near=near)
        elif value not in declared.values:
            allowed = ", ".join(map(yaml_word, declared.values))
            diagnostics.add("E502", declared.span, name=name, value=yaml_word(value), allowed=allowed)


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

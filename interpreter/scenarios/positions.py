"""Positions given from Python, in the words of `given` of a scenario."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

import yaml

from interpreter.diagnostics import Diagnostics, RulesetError, Source
from interpreter.game import State
from interpreter.loading.documents import ListNode, MapNode
from interpreter.loading.schema import read_checked
from interpreter.loading.source import Folder, find
from interpreter.scenarios.bench import Benches
from interpreter.scenarios.checking import changes_of
from interpreter.scenarios.start import Start
from interpreter.scenarios.steps import answer_chance, is_chance


class Positions:
    """Makes positions of a game as it was loaded; what is compiled for them is kept."""

    def __init__(
        self,
        game: str | Path | Folder,
        players: int | None,
        modules: Sequence[str | Path],
        options: Mapping[str, object],
    ) -> None:
        folder = game if isinstance(game, Folder) else find(str(game))
        assert folder is not None  # it was loaded from there
        self.benches = Benches(folder)
        self.players, self.options = players, options
        self.modules = [name if isinstance(name, str) else str(name.resolve()) for name in modules]

    def position(self, given: Mapping[str, object] | str, seed: int, ask_chance: bool) -> State:
        """See `Game.position`."""
        found = Diagnostics()
        tree = read_checked(Source("position", _scenario(given, seed)), "scenarios", found)
        node = tree.items[0] if isinstance(tree, ListNode) and tree.items else None
        state = self._state(node, found) if isinstance(node, MapNode) and not found.has_errors else None
        if state is None or found.has_errors:
            raise RulesetError(found.errors)
        while is_chance(state) and not ask_chance:
            answer_chance(state)
        state.ask_chance = ask_chance
        state.log, state.taken = None, 0
        return state

    def _state(self, node: MapNode, found: Diagnostics) -> State | None:
        bench = self.benches.get(self.players, self.modules, self.options, found, changes=changes_of(node))
        if bench is None:
            return None
        bench.seated(tuple(bench.model.game.seats or "abcdefgh")[: bench.layout.players])
        return Start(bench, node, found).state()


def _scenario(given: Mapping[str, object] | str, seed: int) -> str:
    """A file of one scenario that begins so."""
    if isinstance(given, str):
        return f"{textwrap.indent(given, '    ').rstrip() or '    {}'}\n".join(
            ["- given:\n", f"  id: position\n  seed: {seed}\n"]
        )
    try:
        return yaml.safe_dump([{"id": "position", "seed": seed, "given": dict(given)}], sort_keys=False, width=1000)
    except yaml.YAMLError as error:
        raise TypeError(f"a position is made of dicts, lists, texts, numbers and truths: {error}") from error

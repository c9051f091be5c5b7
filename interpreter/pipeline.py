"""From a name or folder to a playable game. The stages between them are the properties of `ruleset.Ruleset`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from interpreter import compiled
from interpreter.collecting import no_collection
from interpreter.diagnostics import Diagnostics
from interpreter.game import Game, State
from interpreter.loading.model import Model
from interpreter.loading.source import Folder
from interpreter.ruleset import Ruleset, Variant
from interpreter.runtime.machine import Machine
from interpreter.runtime.rng import whole_number


def load(
    game: str | Path | Folder,
    players: int | None = None,
    *,
    modules: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
) -> Game:
    """A playable game from a shipped game's id or a ruleset's folder.

    players: the smallest allowed number by default. modules: ids, or folders anywhere. options: id → value.
    RulesetError: the ruleset has mistakes (all of them), or players, modules or options do not fit. TypeError: an
    argument is of another kind than these.
    """
    players = _asked_in_kind(game, players, modules, options)
    placing = partial(_placed, [game, players, modules, options or {}])
    key = None if isinstance(game, Folder) else compiled.key_of(game, modules, players, options or {})
    kept = compiled.stored(key)
    if kept is not None:
        _, model, program, code = kept
        return playable(Variant.compiled(model, program), lambda: Machine(program, compiled=code), placing)
    began = time.perf_counter()
    variant = Ruleset(game, modules).sound(players, options)
    program = variant.program
    is_worth_keeping = time.perf_counter() - began >= compiled.WORTH_KEEPING

    @no_collection()
    def machine() -> Machine:
        made = Machine(program)
        if is_worth_keeping:  # once it is played: whoever only reads a ruleset does not wait for Python to compile it
            compiled.store(key, (variant.id, variant.model, program, made.compiled))
        return made

    return playable(variant, machine, placing)


def playable(
    variant: Variant, machine: Callable[[], Machine] | None = None, placing: Callable[..., State] | None = None
) -> Game:
    """The game of a sound variant. machine, placing: see `Game`."""
    return Game(variant.id, variant.model, variant.program, machine, variant, placing)


def _placed(asked: list[Any], given: Mapping[str, object] | str, seed: int, ask_chance: bool) -> State:
    """asked: what the game was loaded with; then what makes positions of it, when the first was made."""
    from interpreter.scenarios.positions import Positions

    if not isinstance(asked[0], Positions):
        asked[:] = [Positions(*asked)]
    made: State = asked[0].position(given, seed, ask_chance)
    return made


def model_of(game: str | Path | Folder, modules: Sequence[str | Path], diagnostics: Diagnostics) -> Model | None:
    """The merged model; None when nothing was found or nothing could be read."""
    return Ruleset(game, modules, diagnostics).model


def scenarios_of(game: str | Path) -> list[dict[str, object]]:
    """The scenarios beside a ruleset as plain values; none where there are none that can be read."""
    from interpreter.loading.companions import scenarios_beside
    from interpreter.loading.documents import plain
    from interpreter.loading.source import find, read_folder

    path, unread = find(str(game)), Diagnostics()
    folder = None if path is None else read_folder(path, unread)
    found = [] if folder is None else [plain(node) for node in scenarios_beside(folder, unread)]
    return [scenario for scenario in found if isinstance(scenario, dict)]


def _asked_in_kind(game: object, players: object, modules: object, options: object) -> int | None:
    """The number of players, as a plain `int`. TypeError: something has another type than `load` takes; a string would
    else be read letter by letter, and a float fail far from here."""
    if not isinstance(game, str | Path | Folder):
        raise TypeError(f"game is a game's id or the path of a folder, not {game!r}")
    if isinstance(modules, str | Path) or not isinstance(modules, Iterable):
        raise TypeError(f"modules is a list of ids and paths, such as [{str(modules or 'name')!r}], not {modules!r}")
    for module in modules:
        if not isinstance(module, str | Path):
            raise TypeError(f"a module is named by its id or the path of its folder, not by {module!r}")
    if options is not None and not (isinstance(options, Mapping) and all(isinstance(o, str) for o in options)):
        raise TypeError(f"options is a dict from an option's id to its value, not {options!r}")
    return None if players is None else whole_number("players", players)

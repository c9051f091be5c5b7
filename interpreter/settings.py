"""Players and options that are asked for, against what a ruleset allows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from interpreter.diagnostics import Diagnostics
from interpreter.loading.model import Model, yaml_word
from interpreter.loading.source import Folder, find, shipped_games


def diagnostics_near(name: str) -> tuple[str, ...]:
    from interpreter.diagnostics import near_names

    return near_names(name, shipped_games())


def settings(
    model: Model,
    players: int,
    options: Mapping[str, object],
    diagnostics: Diagnostics,
    game: str | Path | Folder | None = None,
) -> None:
    """Check a player count and options against what the ruleset allows. game: where modules are looked for that would
    allow more."""
    from interpreter.diagnostics import near_names

    if players not in model.game.players:
        allowed = ", ".join(map(str, model.game.players)) + _with_modules(game, players)
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


def _with_modules(game: str | Path | Folder | None, players: int) -> str:
    """Which modules a number of players needs; nothing where none is for so many."""
    from interpreter.loading.offers import modules_for

    path = find(game) if isinstance(game, str) else game
    found = modules_for(path, players)[:2] if path is not None else []
    return f", and for {players} with {' or with '.join(' and '.join(names) for names in found)}" if found else ""

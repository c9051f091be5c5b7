"""The games that tables can be made of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from interpreter.diagnostics import Diagnostics
from interpreter.loading.model import Model
from interpreter.pipeline import model_of


def entry(name: str, language: str) -> dict[str, Any] | None:
    """What is chosen before a game. None: its ruleset makes no model."""
    model = model_of(Path(name) if "/" in name else name, (), Diagnostics())
    if model is None:
        return None
    return {
        "game": name,
        "title": _name(model, model.game.id, language),
        "players": list(model.game.players),
        "modules": [_module(name, model, id, language) for id in model.game.modules],
        "options": _options(model, language),
    }


def _module(name: str, base: Model, id: str, language: str) -> dict[str, Any]:
    """A module with the options and numbers of players that it brings."""
    model = model_of(Path(name) if "/" in name else name, (id,), Diagnostics())
    if model is None:
        return {"id": id, "title": id.replace("_", " "), "options": [], "players": []}
    new = [option for option in _options(model, language) if option["id"] not in base.game.options]
    return {"id": id, "title": _name(model, id, language), "options": new, "players": list(model.game.players)}


def _options(model: Model, language: str) -> list[dict[str, Any]]:
    return [
        {
            "id": option.id,
            "title": _name(model, option.id, language),
            "values": [[value, _value(model, value, language)] for value in option.values],
            "default": option.default,
        }
        for option in model.game.options.values()
    ]


def _value(model: Model, value: object, language: str) -> str:
    if isinstance(value, bool):
        return {"en": ("no", "yes"), "ru": ("нет", "да")}.get(language, ("no", "yes"))[value]
    return _name(model, str(value), language)


def _name(model: Model, id: str, language: str) -> str:
    for lang in (language, "en"):
        found = model.texts[lang].groups.get("names", {}).get(id) if lang in model.texts else None
        if found:
            return found[:1].upper() + found[1:]
    shown = id.replace("_", " ")
    return shown[:1].upper() + shown[1:]

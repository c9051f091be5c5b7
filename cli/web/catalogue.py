"""The games that tables can be made of."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from interpreter.diagnostics import Diagnostics
from interpreter.loading.model import Model
from interpreter.pipeline import model_of


def entry(name: str, language: str) -> dict[str, Any] | None:
    """What is chosen before a game, but for its modules. None: its ruleset makes no model."""
    model = _model(name)
    if model is None:
        return None
    return {
        "game": name,
        "title": _name(model, model.game.id, language),
        "players": list(model.game.players),
        "options": _options(model, language),
    }


def modules(name: str, language: str) -> list[dict[str, Any]]:
    """The modules of a game, with the options and numbers of players that each brings."""
    base = _model(name)
    found = ((id, _model(name, id)) for id in (base.game.modules if base is not None else ()))
    return [_module(base, model, id, language) for id, model in found if base is not None and model is not None]


def _module(base: Model, model: Model, id: str, language: str) -> dict[str, Any]:
    new = [option for option in _options(model, language) if option["id"] not in base.game.options]
    return {"id": id, "title": _name(model, id, language), "options": new, "players": list(model.game.players)}


@cache
def _model(name: str, *modules: str) -> Model | None:
    return model_of(Path(name) if "/" in name else name, modules, Diagnostics())


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

"""Environments for research: games as others' libraries want them. See docs/research.md.

`Encoding` and `Table` need nothing else; `Batch` needs numpy and a C compiler, `GameEnv` PettingZoo, `SeatEnv`
Gymnasium, `spiel` OpenSpiel. Each is imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from interpreter.encoding.encoding import REWARDS, Encoding, EncodingMismatch
from interpreter.encoding.table import Table

_LATER = {
    "Batch": ("interpreter.envs.batch", "numpy"),
    "GameEnv": ("interpreter.envs.aec", "pettingzoo"),
    "SeatEnv": ("interpreter.envs.single", "gymnasium"),
    "SpielGame": ("interpreter.envs.spiel", "open_spiel"),
    "SpielState": ("interpreter.envs.spiel", "open_spiel"),
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, needed = _LATER[name]
    try:
        return getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith(("interpreter", "rulewright")):
            raise
        text = f"`{name}` needs {needed}: pip install 'rulewright[research]'"
        raise ModuleNotFoundError(text, name=error.name) from error


__all__ = [
    "REWARDS",
    "Batch",
    "Encoding",
    "EncodingMismatch",
    "GameEnv",
    "SeatEnv",
    "SpielGame",
    "SpielState",
    "Table",
]

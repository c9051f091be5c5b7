"""Bots that are not ours: a class in somebody's own Python file, named `module:Class` as packages name entry points."""

from __future__ import annotations

import importlib
import os
import re
import sys

from interpreter.players.base import Bot

NAME = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)")
"""`package.module:Class`"""


def name_of(kind: type[Bot]) -> str:
    """The name under which other processes find a class. ValueError: they cannot, since it is not at the top of a
    module."""
    module, name = kind.__module__, kind.__qualname__
    if "." in name:
        raise ValueError(f"the bot {name} is inside something else: bots are classes at the top of a file")
    if module == "__main__" and not hasattr(sys.modules["__main__"], "__file__"):
        raise ValueError(f"the bot {name} was typed in: write it into a file and import it from there")
    return f"{module}:{name}"


def bot_class(name: str) -> type[Bot]:
    """The class that `module:Class` names; modules in the working directory are found too, as with `python -m`.
    ValueError: there is no such module or class, or it is no bot."""
    found = NAME.fullmatch(name)
    if found is None:
        raise ValueError(f"`{name}` is not of the form module:Class")
    module, attribute = found.groups()
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
    importlib.invalidate_caches()
    try:
        kind = getattr(importlib.import_module(module), attribute, None)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise ValueError(f"the module `{module}` of the bot `{name}` cannot be imported: {error}") from error
        raise ValueError(f"there is no module `{module}` for the bot `{name}`, here or among the installed") from None
    except Exception as error:  # any code in somebody's file runs when it is imported
        reason = f"{type(error).__name__}: {error}"
        raise ValueError(f"the module `{module}` of the bot `{name}` cannot be imported: {reason}") from error
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise ValueError(f"`{attribute}` of `{module}` is no bot: a subclass of interpreter.players.Bot is needed")
    if missing := sorted(kind.__abstractmethods__):
        raise ValueError(f"the bot `{name}` does not say how it chooses: {', '.join(missing)} is missing")
    return kind


def made(name: str, seed: int) -> Bot:
    """A bot of the class that `module:Class` names, called with that name and the seed. ValueError: as of `bot_class`,
    or the call fails."""
    kind = bot_class(name)
    try:
        return kind(name, seed)
    except Exception as error:  # somebody's own code
        reason = f"{type(error).__name__}: {error}"
        raise ValueError(f"the bot `{name}` cannot be made with a name and a seed: {reason}") from error

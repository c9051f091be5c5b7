"""Compiled rulesets kept between runs: what decides whether one that is kept still holds."""

from __future__ import annotations

import hashlib
import marshal
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import CodeType

from interpreter.caching import keep, kept
from interpreter.diagnostics import Diagnostics
from interpreter.loading.model import Model
from interpreter.loading.source import Folder, data_folder, find, read_folder
from interpreter.program import Program

Compiled = tuple[str, Model, Program, CodeType | None]
"""id of the game, its model, its program, and that program's source as Python compiled it"""

WORTH_KEEPING = 0.15
"""Seconds of compiling from which on a program is kept for the next run."""


def key_of(
    game: str | Path, modules: Sequence[str | Path], players: int | None, options: Mapping[str, object], form: str = ""
) -> str | None:
    """What stands for one game: the text of every file it is read from, how it is asked for, and this version of the
    interpreter. form: how the program is written, where it is not for play. None: something cannot be read, which
    loading will report."""
    path = find(str(game))
    if path is None:
        return None
    parts = [_version(), form, repr(players), repr(sorted((k, type(v).__name__, v) for k, v in options.items()))]
    for folder in (path, *(Path(m) for m in modules if isinstance(m, Path) or "/" in m or "\\" in m)):
        found = Diagnostics()
        read = read_folder(folder, found)
        if read is None or len(found):
            return None
        parts += [str(folder), *_texts(read)]
    parts += map(repr, modules)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def _texts(folder: Folder) -> Iterator[str]:
    for name, source in folder.files.items():
        if not name.startswith(("scenarios/", "rulebook/")):
            yield from (name, source.path, source.text)


@cache
def _version() -> str:
    """The interpreter as it lies on the disk: a change in any of its files makes everything anew."""
    here = Path(__file__).parent
    schemas = data_folder("schemas")
    files = [*here.rglob("*.py"), *here.rglob("*.lark"), *(schemas.glob("*.json") if schemas else ())]
    stamps = sorted(f"{path} {path.stat().st_mtime_ns} {path.stat().st_size}" for path in files)
    return "\n".join([sys.version, *stamps])


def stored(key: str | None) -> Compiled | None:
    """The compiled ruleset under a key, if it is kept."""
    found = None if key is None else kept(key)
    if not isinstance(found, tuple) or len(found) != 4:
        return None
    id_, model, program, code = found
    if not (isinstance(id_, str) and isinstance(model, Model) and isinstance(program, Program)):
        return None
    try:
        made = marshal.loads(code)
    except (EOFError, TypeError, ValueError):
        return None
    return (id_, model, program, made) if isinstance(made, CodeType) else None


def store(key: str | None, compiled: Compiled) -> None:
    """Keep a compiled ruleset for later runs. Its code goes by `marshal`, as Python's own bytecode does: the key holds
    Python's version."""
    if key is not None:
        id_, model, program, code = compiled
        keep(key, (id_, model, program, marshal.dumps(code)))

"""What a ruleset was read from, as hashes: two games are the same game if they agree in these."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from interpreter.diagnostics import Diagnostics
from interpreter.loading.modules import load_documents
from interpreter.loading.source import BESIDE, Folder, find, read_folder

_NOT_RULES = ("modules", *BESIDE)


def fingerprint(game: str | Path, modules: Sequence[str | Path] = ()) -> dict[str, str]:
    """File → hash of its text, for the rule files of a ruleset, the chosen modules (ids or paths) and those they need.

    Texts, scenarios and modules not in play do not change a game and are left out. What cannot be read is left out too:
    whoever loads the game reports it.
    """
    diagnostics = Diagnostics()
    path = find(str(game))
    folder = read_folder(path, diagnostics) if path is not None else None
    if folder is None:
        return {}
    out = _hashes(folder, "")
    documents = load_documents(folder, modules, diagnostics) if modules else None
    for name, module in documents.modules.items() if documents is not None else ():
        if module.folder is not None:
            out |= _hashes(module.folder, f"modules/{name}/")
    return dict(sorted(out.items()))


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """What differs between two fingerprints, file by file, in words."""
    out = [f"{name} has changed" for name in before if name in now and now[name] != before[name]]
    out += [f"{name} is gone" for name in before if name not in now]
    out += [f"{name} is new" for name in now if name not in before]
    return sorted(out)


def _hashes(folder: Folder, prefix: str) -> dict[str, str]:
    return {
        prefix + name: hashlib.sha256(source.text.encode()).hexdigest()[:16]
        for name, source in folder.files.items()
        if name.partition("/")[0] not in _NOT_RULES and name != "not_built.yaml"
    }

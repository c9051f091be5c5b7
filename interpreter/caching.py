"""What is kept between runs to save time, in the user's cache directory: tables of the grammar, compiled rulesets.

Kept things are pickles, and reading a pickle can run code: the directory must be ours and writable by nobody else.
Where that is not so, where it cannot be written, or with RULEWRIGHT_NO_CACHE set, everything works without. With
RULEWRIGHT_NO_CACHE=rulesets only the tables are kept.
"""

from __future__ import annotations

import os
import pickle
import stat
from contextlib import suppress
from pathlib import Path

MOST_FILES = 60
"""Kept rulesets; the ones not used for longest go first."""
ONLY_TABLES = "rulesets"
"""The value of RULEWRIGHT_NO_CACHE that switches off kept rulesets alone."""


def cache_folder() -> Path | None:
    """The directory; None where there is no safe place."""
    if os.environ.get("RULEWRIGHT_NO_CACHE", "") not in ("", ONLY_TABLES) or not hasattr(os, "getuid"):
        return None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = Path(base, "rulewright")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return None
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        return None
    return folder


def kept(key: str) -> object | None:
    """What was kept under a key; None where there is nothing, or nothing that can be read."""
    folder = _ruleset_folder()
    if folder is None:
        return None
    path = folder / f"{key}.ruleset"
    try:
        found: object = pickle.loads(path.read_bytes())
        os.utime(path)
    except (OSError, pickle.PickleError, EOFError, AttributeError, ImportError, LookupError, TypeError, ValueError):
        return None  # written half, or by another version: it is made anew
    return found


def keep(key: str, value: object) -> None:
    """Keep a value for later runs, if there is a place for it."""
    folder = _ruleset_folder()
    if folder is None:
        return
    part = folder / f"{key}.{os.getpid()}.part"
    with suppress(OSError):
        part.write_bytes(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
        part.replace(folder / f"{key}.ruleset")  # whole or not at all, whoever else writes it
        _tidy(folder)


def _ruleset_folder() -> Path | None:
    return None if os.environ.get("RULEWRIGHT_NO_CACHE") == ONLY_TABLES else cache_folder()


def _tidy(folder: Path) -> None:
    files = sorted(folder.glob("*.ruleset"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[MOST_FILES:]:
        path.unlink(missing_ok=True)

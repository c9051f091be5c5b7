"""What is kept between runs to save time, in the user's cache directory: tables of the grammar, compiled rulesets.

Kept things are pickles, and reading a pickle can run code: the directory must be ours and writable by nobody else.
Where that is not so, where it cannot be written, or with RULEWRIGHT_NO_CACHE set, everything works without. With
RULEWRIGHT_NO_CACHE=rulesets only the tables are kept.
"""

from __future__ import annotations

import os
import pickle
import stat
import zlib
from contextlib import suppress
from pathlib import Path

from interpreter.files import regular_bytes, write_whole

MOST_FILES = 200
"""Kept rulesets; the ones not used for longest go first."""
MOST_BYTES = 200_000_000
"""A larger file was not kept by us; it is cut off, so that it cannot be read."""
UNREADABLE = (
    OSError, zlib.error, pickle.PickleError, EOFError, AttributeError, ImportError, LookupError, TypeError, ValueError
)  # fmt: skip
"""What reading a file comes to that is not whole or not of this version."""
ONLY_TABLES = "rulesets"
"""The value of RULEWRIGHT_NO_CACHE that switches off kept rulesets alone."""


def cache_folder() -> Path | None:
    """The directory; None where there is no safe place."""
    if os.environ.get("RULEWRIGHT_NO_CACHE", "") not in ("", ONLY_TABLES) or not hasattr(os, "getuid"):
        return None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = Path(base, "rulewright")
    if not folder.is_absolute():  # else it would be a folder of wherever we stand, such as a stranger's
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.lstat()
        if not all(map(_keeps_out, folder.resolve().parents)):
            return None
    except (OSError, RuntimeError):
        return None
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        return None
    return folder


def _keeps_out(folder: Path) -> bool:
    """Whether nobody but us and the system can put something else in the place of what lies in a folder."""
    status = folder.stat()
    if status.st_uid not in (0, os.getuid(), os.stat("/").st_uid):  # whoever owns / owns the system, by any number
        return False
    # A group with the number of its user is that user's alone.
    is_own_group = status.st_gid in (0, os.getgid()) and status.st_gid == status.st_uid
    others = status.st_mode & (stat.S_IWOTH if is_own_group else stat.S_IWOTH | stat.S_IWGRP)
    return not others or bool(status.st_mode & stat.S_ISVTX)


def kept(key: str) -> object | None:
    """What was kept under a key; None where there is nothing, or nothing that can be read."""
    folder = _ruleset_folder()
    if folder is None:
        return None
    path = folder / f"{key}.ruleset"
    try:
        found: object = pickle.loads(zlib.decompress(own_bytes(path)))
        os.utime(path)
    except UNREADABLE:
        return None  # written half, or by another version: it is made anew
    return found


def keep(key: str, value: object) -> None:
    """Keep a value for later runs, if there is a place for it."""
    folder = _ruleset_folder()
    if folder is None:
        return
    with suppress(OSError):
        data = zlib.compress(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), level=1)
        write_whole(folder / f"{key}.ruleset", data, durable=False)
        _tidy(folder)


def own_bytes(path: Path) -> bytes:
    """What is in a file of the directory, if it is ours. OSError: it is another's, a link, or cannot be read."""
    return regular_bytes(path, MOST_BYTES, is_ours=True)


def _ruleset_folder() -> Path | None:
    return None if os.environ.get("RULEWRIGHT_NO_CACHE") == ONLY_TABLES else cache_folder()


def _tidy(folder: Path) -> None:
    files = sorted(folder.glob("*.ruleset"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[MOST_FILES:]:
        path.unlink(missing_ok=True)

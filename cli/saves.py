"""Where unfinished games are kept: one log a game in the user's state folder, locked while it is being played."""

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

KEPT = 20
"""Unfinished games kept for each ruleset; older ones are deleted."""


def folder() -> Path:
    """The folder of unfinished games: $XDG_STATE_HOME/rulewright, or its usual place on this system. OSError: there is
    no such place, since nobody says where home is."""
    if state := os.environ.get("XDG_STATE_HOME"):
        return Path(state) / "rulewright"
    if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local) / "rulewright"
    try:
        home = Path.home()
    except RuntimeError:
        home = Path("~")
    if not home.is_absolute():
        raise FileNotFoundError(errno.ENOENT, "there is no home folder", "~")
    return home / ".local" / "state" / "rulewright"


def new_path(game_id: str) -> Path | None:
    """A file for a game that begins now; the oldest of too many are deleted. None: there is no place for it."""
    for old in unfinished(game_id)[KEPT - 1 :]:
        with suppress(OSError):
            old.unlink()
            old.with_suffix(".lock").unlink(missing_ok=True)
    stamp = time.strftime("%Y%m%d-%H%M%S")
    try:
        return folder() / f"{game_id}-{stamp}-{os.getpid()}.jsonl"
    except OSError:
        return None


def is_kept(path: Path) -> bool:
    """Whether a file lies among the unfinished games."""
    try:
        return path.resolve().parent == folder().resolve()
    except OSError:
        return False


def unfinished(game_id: str) -> list[Path]:
    """Unfinished games of a ruleset that nobody is playing now, the latest first."""
    return [p for p in kept(game_id) if not is_locked(p)]


def played_now(game_id: str) -> bool:
    """Whether an unfinished game of a ruleset is being played at this moment."""
    return any(is_locked(p) for p in kept(game_id))


def kept(game_id: str | None = None) -> list[Path]:
    """Unfinished games of a ruleset, or of all, the latest first."""
    start = "" if game_id is None else f"{game_id}-"
    try:
        found = [p for p in folder().iterdir() if p.name.startswith(start) and p.suffix == ".jsonl"]
        # The id of another ruleset may begin with this one's: what follows must be the stamp alone.
        found = [p for p in found if game_id is None or p.stem[len(start) :].replace("-", "").isdigit()]
        found.sort(key=lambda p: (p.stat().st_mtime_ns, p.name), reverse=True)
    except OSError:
        return []
    return found


class BeingPlayed(Exception):
    """Another process plays the game."""


class Lock:
    """Held while a game is played, so that no second `play` goes on with it; the system lets go when a process dies.

    Entering it raises BeingPlayed where another process holds it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.with_suffix(".lock")
        self._file: IO[str] | None = None

    def __enter__(self) -> Lock:
        with suppress(OSError, ImportError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = self.path.open("a")
            try:
                _lock(file)
            except BlockingIOError as error:
                file.close()
                raise BeingPlayed from error
            self._file = file
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            with suppress(OSError):
                self.path.unlink()


def _lock(file: IO[str]) -> None:
    """BlockingIOError: another process holds it. ImportError: this system has no such locks."""
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_locked(path: Path) -> bool:
    """Whether a game is being played by another process."""
    lock = path.with_suffix(".lock")
    try:
        with lock.open("r+") as file:
            _lock(file)
    except BlockingIOError:
        return True
    except (OSError, ImportError):
        return False
    return False

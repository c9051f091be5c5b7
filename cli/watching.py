"""`check --watch`: a ruleset is checked again whenever one of its files is saved.

The first answer is for the smallest number of players and comes at once; the other variants and the remarks follow,
unless the next save comes first. Files are looked at by their times: no library and no operating system is needed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from interpreter.checking.variants import variants
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.loading.model import Model
from interpreter.workspace import Workspace, check_steps

PAUSE = 0.005
"""Seconds between two looks at the files."""

Times = dict[str, tuple[int, int]]
"""path → when it was changed, and its size"""


class Watch:
    """The watched files of a ruleset and of modules that lie elsewhere, and what was told of them last."""

    def __init__(self, path: Path, modules: Sequence[str | Path]) -> None:
        self.workspace = Workspace(path, modules)
        self.folders = [path, *(Path(m) for m in modules if isinstance(m, Path) or "/" in m)]
        self.times = self._times()

    def changed(self) -> list[str]:
        """Files that were written, made or removed since the last look, as people see them."""
        old, self.times = self.times, self._times()
        paths = [path for path in {**old, **self.times} if old.get(path) != self.times.get(path)]
        return sorted(os.path.relpath(path, self.folders[0]) for path in paths)

    def wait(self) -> list[str]:
        """Wait for the next change."""
        while not (found := self.changed()):
            time.sleep(PAUSE)
        return found

    def is_stale(self) -> bool:
        """Whether something was changed since the last look."""
        return self.times != self._times()

    def _times(self) -> Times:
        found: Times = {}
        for folder in self.folders:
            if folder.is_file():
                _note(folder, str(folder), found)
            else:
                _look_through(str(folder), found)
        return found


def _look_through(folder: str, found: Times) -> None:
    """By `scandir` and not by paths: this is done two hundred times a second."""
    try:
        entries = [entry for entry in os.scandir(folder) if not entry.name.startswith(".")]
    except OSError:
        return  # removed just now: its files are missing from the times, which is what counts
    for entry in entries:
        if entry.name.endswith((".yaml", ".yml")):
            _note(entry, entry.path, found)
        elif entry.is_dir(follow_symlinks=False):
            _look_through(entry.path, found)


def _note(file: Path | os.DirEntry[str], path: str, found: Times) -> None:
    try:
        status = file.stat()
    except OSError:
        return  # removed just now, too
    found[path] = (status.st_mtime_ns, status.st_size)


Told = Callable[[Model | None, Sequence[Diagnostic], int, int, float], None]
"""What is told: the model, what is new since the last telling, variants checked so far, how many there are, seconds
since the change was seen."""


def answers(watch: Watch, tell: Told) -> Diagnostics:
    """Check the files as they are now, and tell it in two parts: the first variant, then all others."""
    began = time.perf_counter()
    found = Diagnostics()
    model = watch.workspace.read(found)
    steps = check_steps(model, found, watch.workspace.documents) if model is not None else iter(())
    count = next(steps, 0)
    total = len(variants(model)) if model is not None and count else 0
    told = list(found)
    tell(model, told, count, total, time.perf_counter() - began)
    if count == 0:
        return found
    for number in steps:
        count = number
        if watch.is_stale():
            return found
    tell(model, [d for d in found if d not in told], count, total, time.perf_counter() - began)
    return found


def watch_forever(path: Path, modules: Sequence[str | Path], tell: Told, announce: Callable[[list[str]], None]) -> None:
    """Answer for the files as they are, then after each save, until interrupted."""
    watch = Watch(path, modules)
    while True:
        answers(watch, tell)
        announce(watch.wait())

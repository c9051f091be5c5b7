"""What is said and kept when rulewright itself fails: never that somebody's files are at fault."""

from __future__ import annotations

import os
import platform
import shlex
import sys
import tempfile
import traceback
from importlib import metadata
from pathlib import Path
from typing import NamedTuple


class Report(NamedTuple):
    """what: the error and its place, which is alike wherever the same thing fails. path: the file with all that is
    needed to find it; None: none could be written. text: what stands in it."""

    what: str
    path: Path | None
    text: str


def kept(error: BaseException) -> Report:
    """Write down an error that is no mistake of a user's."""
    what = f"{type(error).__name__} at {_place(error)}"
    text = "\n".join([
        f"rulewright {_version()}, Python {platform.python_version()}, {platform.platform()}",
        f"command: {shlex.join(sys.argv)}",
        f"failed:  {what}",
        "",
        "".join(traceback.format_exception(error)),
    ])  # fmt: skip
    try:
        handle, name = tempfile.mkstemp(prefix="rulewright-failure-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError:
        return Report(what, None, text)
    return Report(what, Path(name), text)


def lines_of(report: Report) -> list[str]:
    """What to tell of it."""
    first = f"rulewright itself has failed, and not your files: {report.what}"
    if report.path is None:
        return [first, "Please report this with the following, and with the ruleset if you may:", report.text]
    return [first, f"Please report this with the file {report.path}, and with the ruleset if you may."]


def _place(error: BaseException) -> str:
    """The innermost line of ours that the error passed; of an error from another process the one it names itself."""
    frames = traceback.extract_tb(error.__traceback__)
    here = Path(__file__).parents[1]
    own = [f for f in frames if f.filename.startswith((str(here / "interpreter"), str(here / "cli")))] or frames
    if not own:
        return "an unknown place"
    return f"{os.path.relpath(own[-1].filename, here)}:{own[-1].lineno}"


def _version() -> str:
    try:
        return metadata.version("rulewright")
    except metadata.PackageNotFoundError:  # run from a folder
        return "of a folder"

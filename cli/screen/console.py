"""The consoles that commands print on, and JSON for machines."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from rich.console import Console


def out() -> Console:
    """What a command answers. Without a terminal, lines are as long as COLUMNS says, else 100."""
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 100
    return Console(file=sys.stdout, highlight=False, emoji=False, markup=False, width=width)


def err() -> Console:
    """What goes wrong in the use of a command, and progress."""
    return Console(file=sys.stderr, highlight=False, emoji=False, markup=False)


def print_json(value: Any) -> None:
    """A value as JSON on the standard output, readable by people too where it takes their letters."""
    is_plain = not (sys.stdout.encoding or "").lower().startswith("utf")
    sys.stdout.write(json.dumps(value, ensure_ascii=is_plain, indent=2) + "\n")

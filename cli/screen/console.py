"""The consoles that commands print on, and JSON for machines."""

from __future__ import annotations

import json
import sys
from typing import Any

from rich.console import Console


def out() -> Console:
    """What a command answers. Without a terminal, lines are as long as COLUMNS says, else 100."""
    console = Console(file=sys.stdout, highlight=False, emoji=False, markup=False)
    return (
        console
        if console.is_terminal or "COLUMNS" in console._environ
        else Console(file=sys.stdout, highlight=False, emoji=False, markup=False, width=100)
    )


def err() -> Console:
    """What goes wrong in the use of a command, and progress."""
    return Console(file=sys.stderr, highlight=False, emoji=False, markup=False)


def print_json(value: Any) -> None:
    """A value as JSON on the standard output, readable by people too."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")

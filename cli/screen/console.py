"""All that commands write on a screen goes through here, and is cleaned here: the consoles, questions, text for pipes,
JSON for machines. What rich itself writes to move the cursor and to colour is not text and stays."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from interpreter.visible import HIDDEN, clean


class CleanConsole(Console):
    """A console on which no text can do more than be read, wherever it comes from."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control or not HIDDEN.search(segment.text):
                yield segment
            else:
                yield Segment(clean(segment.text), segment.style)


def out() -> Console:
    """What a command answers. Without a terminal, lines are as long as COLUMNS says, else 100."""
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 100
    return CleanConsole(file=sys.stdout, highlight=False, emoji=False, markup=False, width=width)


def err() -> Console:
    """What goes wrong in the use of a command, and progress."""
    return CleanConsole(file=sys.stderr, highlight=False, emoji=False, markup=False)


def print_json(value: Any) -> None:
    """A value as JSON on the standard output, readable by people too where it takes their letters. What could do more
    than be read is escaped."""
    is_plain = not (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(value, ensure_ascii=is_plain, indent=2)
    sys.stdout.write(HIDDEN.sub(lambda found: json.dumps(found[0])[1:-1], text) + "\n")


def write(text: str) -> None:
    """A text that may go into a file or to another program, as it is but clean."""
    sys.stdout.write(clean(text))


def ask(question: str) -> str:
    """The answer to a question. EOFError: nobody answers."""
    return input(clean(question))

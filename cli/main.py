"""Where the installed command begins. All else is imported under its care, so that Ctrl-C is quiet from the start."""

from __future__ import annotations

import os
import signal
import sys
from io import TextIOWrapper
from types import FrameType

INTERRUPTED = 130


def _refuse_hidden(arguments: list[str]) -> None:
    """End the command where what was typed, or pasted, holds more than can be seen."""
    from interpreter.visible import HIDDEN, clean, code_point

    for argument in arguments:
        if found := HIDDEN.search(argument):
            what = f"`{clean(argument)}` holds the character {code_point(found[0])}, which does more than be read"
            sys.stderr.write(f"rulewright: {what}; leave it out\n")
            raise SystemExit(2)


def main() -> None:
    """Entry point of the installed command."""
    signal.signal(signal.SIGINT, _quiet_end)  # `reporting` takes over where a command begins
    _mend_streams()
    _refuse_hidden(sys.argv[1:])
    from cli.app import app
    from cli.faults import report

    try:
        app()
    except Exception as error:  # none of a command, but of what reads the command line
        sys.exit(report(error))


def _quiet_end(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


def _mend_streams() -> None:
    """A terminal that lacks a letter shows a mark for it; a stream that is closed leads nowhere."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    main()

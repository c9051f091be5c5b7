"""The native back end: a program written in C, compiled, and played as its Python form is. See docs/native.md.

`Native` is what others use: a game's engine as soon as there is one. `compiling` compiles meanwhile.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from interpreter.native.building import NoNative, built, stored
from interpreter.native.engine import Engine, GaveUp
from interpreter.program import Program
from interpreter.runtime.seats import Seat

ENGINES = ("auto", "python", "native")
"""What may be asked for: `auto` changes over to C when that is compiled, `native` waits for it."""
ASK_AGAIN = 1.0
"""Seconds after which it is looked again whether the library is there."""


class Native:
    """The native form of a program, as soon as there is one."""

    def __init__(self, program: Program, wish: str = "auto") -> None:
        self.program = program
        self._lock = threading.Lock()
        self._engine: Engine | None = None
        self._next = float("inf") if wish == "python" else 0.0

    @property
    def engine(self) -> Engine | None:
        """What plays in C; None while Python does."""
        if self._engine is None and time.monotonic() >= self._next:
            self._next = time.monotonic() + ASK_AGAIN
            try:
                library = stored(self.program)
                if library is not None:
                    self._engine = Engine(self.program, library)
            except (NoNative, GaveUp):
                self._next = float("inf")
        return self._engine

    def pick(self, view: Sequence[Any], options: int, seat: Seat, dice: int) -> tuple[int, int] | None:
        """As `Engine.pick`, from any thread. None too where there is no engine yet."""
        with self._lock:
            engine = self.engine
            return None if engine is None else engine.pick(view, options, seat, dice)


@contextmanager
def compiling(programs: Sequence[Program], wish: str, work: int = 0) -> Iterator[None]:
    """While this lasts the programs are compiled beside what goes on (`auto`, where it is worth it), or have been
    (`native`). work: how many games are to be played. NoNative: with `native` there is no such form."""
    if wish == "native":
        for program in programs:
            built(program)
    if wish != "auto" or work < WORTH_COMPILING:
        yield
        return
    stop = threading.Event()
    thread = threading.Thread(target=_build, args=(programs, stop), daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(STOPS_WITHIN)


STOPS_WITHIN = 1.0
"""Seconds in which the compiler is stopped that is needed no more."""
WORTH_COMPILING = 100
"""Games from which on a program is compiled for them."""


def _build(programs: Sequence[Program], stop: threading.Event) -> None:
    for program in programs:
        try:
            built(program, stop)
        except NoNative:
            return


__all__ = ["ENGINES", "Engine", "GaveUp", "Native", "NoNative", "WORTH_COMPILING", "compiling"]

"""A game stepped from Python by the numbers of its options, without keys or log."""

from __future__ import annotations

from typing import Any

from interpreter.native.engine import Engine
from interpreter.native.library import GaveUp
from interpreter.runtime.rng import Rng


class Position:
    """One position in C, a value with its own chance, as `interpreter.State` is: the same seed gives the same game.

    count: how many options the player has who is to choose, 0 where the game is over. player: the seat of that player.
    """

    __slots__ = ("block", "_c", "_rng", "_thread", "count", "engine")

    def __init__(self, engine: Engine, seed: int = 0) -> None:
        """A new game at its first decision. GaveUp: it is to be played in Python."""
        self.engine = engine
        self._c, self._thread = engine.library.c, engine.thread
        self.block = engine.library.state()
        self._c.rw_copy(self.block, engine.start)
        self._rng = engine.library.ffi.new("uint64_t *", Rng(seed).state)
        self.count: int = self._c.rw_step(self._thread, self.block, -1, self._rng)
        if self.count < 0:
            raise GaveUp

    @property
    def is_over(self) -> bool:
        return self.count == 0

    @property
    def player(self) -> int:
        """The seat of who is to choose."""
        return int(self._c.rw_player(self.block))

    def apply(self, number: int) -> None:
        """Take the option of a number, from 0, and go on to the next decision. IndexError: there is none. GaveUp: the
        step is to be made in Python; the position is as before."""
        if not 0 <= number < self.count:
            raise IndexError(f"there is no option {number} among {self.count}")
        n: int = self._c.rw_step(self._thread, self.block, number, self._rng)
        if n < 0:
            raise GaveUp
        self.count = n

    def copy(self) -> Position:
        """An independent position, with the same chance to come."""
        new = Position.__new__(Position)
        new.engine, new._c, new._thread, new.count = self.engine, self._c, self._thread, self.count
        new.block = self.engine.library.state()
        self._c.rw_copy(new.block, self.block)
        new._rng = self.engine.library.ffi.new("uint64_t *", self._rng[0])
        return new

    def __del__(self) -> None:
        if hasattr(self, "block"):
            self._c.rw_forget(self._thread, self.block)

    @property
    def slots(self) -> list[Any]:
        """The position as the Python form has it, for whatever reads that: keys, views, logs."""
        return self.engine.library.slots(self.block)

    @property
    def options(self) -> list[Any]:
        """The options as the Python form has them."""
        if self._c.rw_list(self._thread, self.block) < 0:
            raise GaveUp
        return self.engine.options(self.slots[0][0])

    @property
    def rng(self) -> Rng:
        """The chance to come."""
        out = Rng(0)
        out.state = self._rng[0]
        return out

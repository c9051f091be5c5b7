"""How a seat chooses, as the native form of a game is told."""

from __future__ import annotations

from interpreter.records import record

ELSEWHERE, RANDOM, GREEDY, SEARCH = 0, 1, 2, 3
"""How a seat chooses: in Python, at random, what looks best at once, or by a search."""


@record
class Seat:
    """How a seat chooses. budget: positions looked at, playouts, or (by_time) milliseconds. weights, barred: as
    `native/runtime/players.h` has them. The rest as in `players.search`."""

    kind: int = ELSEWHERE
    budget: int = 0
    by_time: bool = False
    cut_off: int = 0
    candidates: int = 0
    exploration: float = 0.0
    temperature: float = 1.0
    even: float = 0.0
    weights: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()

    def in_c(self, dice: int) -> tuple[object, ...]:
        """The same as C has it, but for weights and what is barred. dice: the state of its generator."""
        settings = (self.budget, self.by_time, self.cut_off, self.candidates)
        return (self.kind, dice, *settings, self.exploration, self.temperature, self.even)

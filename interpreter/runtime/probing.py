"""A machine for programs with probes: it says which state is played, so that what is only tried out is not noted."""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from typing import Any

from interpreter.program import FREE
from interpreter.records import mutable
from interpreter.runtime.machine import Machine, Option, State


@mutable
class ProbedMachine(Machine):
    """Plays like any machine and notes what happens to the states it is given.

    offered: (label of the decision, or FREE; alternative) that were to be chosen. failed: number of the reason → times
    a check failed while options were tried (only in programs that try all). moved, owned: pieces that were moved, that
    came to a place of a player.
    """

    offered: set[tuple[int, int]] = field(default_factory=set)
    failed: Counter[int] = field(default_factory=Counter)
    moved: Counter[int] = field(default_factory=Counter)
    owned: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        super().__post_init__()
        layout = self.program.layout
        self.hits: dict[int, int] = self.names["HITS"]
        self.taken: dict[tuple[int, Any], int] = self.names["TAKEN"]
        self._live: list[State | None] = self.names["LIVE"]
        self._pieces = slice(layout.at_base, layout.at_base + len(layout.pieces))
        self._owners = [place.owner for place in layout.places]

    def run(self, s: State) -> Any:
        self._live[0] = s
        try:
            result = super().run(s)
        finally:
            self._live[0] = None
            self.failed.update({number for number, _, _ in self.why})
            self.why.clear()
        if type(result) is list:
            self._note_offered(s, result)
        return result

    def apply(self, s: State, option: Option) -> Any:
        before = s[self._pieces]
        self._live[0] = s
        try:
            result = super().apply(s, option)
        finally:
            self._live[0] = None
        after = s[self._pieces]
        if before != after:
            self._note_moves(before, after)
        return result

    def _note_offered(self, s: State, options: list[Option]) -> None:
        label = s[0][0]
        for option in options:
            if type(option) is tuple:
                self.offered.add((FREE if option[0] >= FREE else label, option[0]))

    def _note_moves(self, before: list[int], after: list[int]) -> None:
        for piece, (old, new) in enumerate(zip(before, after, strict=True)):
            if old != new:
                self.moved[piece] += 1
                if new >= 0 and self._owners[new] >= 0:
                    self.owned[piece] += 1

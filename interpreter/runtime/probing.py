"""A machine for programs with probes: it says which state is played, so that what is only tried out is not noted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import field
from typing import Any

from interpreter.program import FREE
from interpreter.records import mutable
from interpreter.runtime.machine import Happened, Machine, Option, State


@mutable
class ProbedMachine(Machine):
    """Plays like any machine and notes what happens to the states it is given.

    offered: (label of the decision, or FREE; alternative) that were to be chosen. failed: number of the reason → times
    a check failed while options were tried (only in programs that try all). moved, owned, rolled: pieces that were
    moved, that came to a place of a player, that were thrown.
    """

    offered: set[tuple[int, int]] = field(default_factory=set)
    failed: Counter[int] = field(default_factory=Counter)
    moved: Counter[int] = field(default_factory=Counter)
    owned: Counter[int] = field(default_factory=Counter)
    rolled: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        super().__post_init__()
        layout = self.program.layout
        self.hits: dict[int, int] = self.names["HITS"]
        self.taken: dict[tuple[int, Any], int] = self.names["TAKEN"]
        self._played: list[State | None] = self.names["LIVE"]
        self._pieces = slice(layout.at_base, layout.at_base + len(layout.pieces))
        self._thrown = {
            n: 2 + info.locals.index(info.piece) for n, info in self.program.decisions.items() if info.piece
        }
        self._owners = [place.owner for place in layout.places]

    def run(self, s: State) -> Any:
        return self._noted(s, lambda: super(ProbedMachine, self).run(s))

    def apply(self, s: State, option: Option) -> Any:
        return self._applied_noted(s, lambda: super(ProbedMachine, self).apply(s, option))

    def forced(self, s: State, option: Option | None) -> tuple[Any, list[Happened]]:
        happened: list[Happened] = []

        def carry_out() -> Any:
            pending, found = super(ProbedMachine, self).forced(s, option)
            happened.extend(found)
            return pending

        return (self._noted if option is None else self._applied_noted)(s, carry_out), happened

    def _noted(self, s: State, carry_out: Callable[[], Any]) -> Any:
        """What the machine stops with; notes what failed on the way and what is then offered."""
        self._played[0] = s
        try:
            result = carry_out()
        finally:
            self._note_failed()
        self._note_offered(s, result)
        return result

    def _applied_noted(self, s: State, carry_out: Callable[[], Any]) -> Any:
        """The same where an option is applied; notes what it moves and throws, too."""
        before, frame = s[self._pieces], s[0]
        if frame[0] in self._thrown:
            self.rolled[frame[self._thrown[frame[0]]]] += 1
        result = self._noted(s, carry_out)
        after = s[self._pieces]
        if before != after:
            self._note_moves(before, after)
        return result

    def _note_failed(self) -> None:
        """What ruled out options on the way to a decision, each reason once."""
        self._played[0] = None
        self.failed.update({number for number, *_ in self.why})
        self.why.clear()

    def _note_offered(self, s: State, options: Any) -> None:
        """options: what the machine stopped with; only where a player is to choose they are a list."""
        if type(options) is not list:
            return
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

"""The bot that takes what looks best at once: it tries each option, and goes on while the next choice is its own."""

from __future__ import annotations

from typing import Any

from interpreter.game import State
from interpreter.players.base import Bot
from interpreter.players.evaluation import Evaluator
from interpreter.runtime.machine import OVER, PENDING_CHANCE, Machine

TRIALS = 200
"""Most positions looked at for one choice, shared out among the options."""


class GreedyBot(Bot):
    """Values each option by the lead it gives (see `Evaluator.lead`). Chance that comes with it is sampled once."""

    _machine: Machine
    _evaluator: Evaluator | None = None

    def pick(self, view: State) -> int:
        machine = view.game.machine
        if self._evaluator is None or self._machine is not machine:
            self._machine, self._evaluator = machine, Evaluator(machine)
        options = list(view.options)
        seat = int(view.slots[0][1])
        worth = [self._worth(view.slots, option, seat, TRIALS // len(options)) for option in options]
        best = max(worth)
        return self._any([i for i, value in enumerate(worth) if value == best])

    def _any(self, among: list[int]) -> int:
        return among[self.rng.below(len(among))] if len(among) > 1 else among[0]

    def _worth(self, s: list[Any], option: Any, seat: int, trials: int) -> float:
        assert self._evaluator is not None
        t = s[:]
        pending = self._machine.apply(t, option)
        while pending == PENDING_CHANCE:
            pending = self._machine.apply(t, self.rng.pick(self._machine.chances(t)))
        if pending != OVER and t[0][1] == seat and len(pending) <= trials:
            each = trials // len(pending)
            return max(self._worth(t, o, seat, each) for o in list(pending))
        return self._evaluator.lead(t, seat)

"""The bot that takes any option, each with equal probability."""

from __future__ import annotations

from interpreter.game import State
from interpreter.players.base import Bot
from interpreter.runtime.seats import RANDOM, Seat


class RandomBot(Bot):
    """Looks at nothing but the number of options, so no position need be redealt for it."""

    def seat(self) -> Seat | None:
        return Seat(RANDOM) if type(self) is RandomBot else None

    def index(self, state: State) -> int:
        return self.pick(state)

    def pick(self, view: State) -> int:
        return self.rng.below(len(view.options))

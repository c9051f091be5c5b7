"""The bot that takes any option, each with equal probability."""

from __future__ import annotations

from interpreter.game import State
from interpreter.players.base import Bot


class RandomBot(Bot):
    """Looks at nothing but the number of options, so no position need be redealt for it."""

    def index(self, state: State) -> int:
        return self.pick(state)

    def pick(self, view: State) -> int:
        return self.rng.below(len(view.options))

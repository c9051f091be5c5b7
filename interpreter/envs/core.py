"""One game for the environments of others: in C where there is a C form, in Python elsewhere, and the same in both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from interpreter.encoding.encoding import Encoding, require_reward
from interpreter.encoding.table import Table
from interpreter.envs.batch import GAVE_UP, IN_C, Batch
from interpreter.game import State
from interpreter.native.building import NoNative
from interpreter.native.library import GaveUp
from interpreter.players import Bot, bot_named

LARGEST = float(2**24)
"""Up to here whole numbers are exact in an observation."""


class Core:
    """One game in which some seats are bots. player: the seat that is asked. is_over: whether the game has ended.
    gave_up: whether it ended because C could not carry it on, without rewards."""

    def __init__(self, encoding: Encoding, reward: str, bots: Sequence[str] = (), native: bool | None = None) -> None:
        """bots: for each seat the name of a bot, or "". native: whether it is played in C; None: where that can be.
        NoNative, GaveUp: it cannot, and is to be. ValueError: there is no such reward or bot."""
        require_reward(reward)
        self.encoding, self.reward = encoding, reward
        self.players = encoding.program.players
        self._names = list(bots) or [""] * self.players
        self._bots: list[Bot | None] = [bot_named(name) if name else None for name in self._names]
        self._batch: Batch | None = None
        if native is not False:
            try:
                others = [name if name in IN_C else "" for name in self._names]
                self._batch = Batch(encoding, 1, reward=reward, others=others, restarts=False)
            except (NoNative, GaveUp):
                if native:
                    raise
        self._table: Table | None = None

    @property
    def _here(self) -> Table:
        if self._table is None:
            raise ValueError("call reset first")
        return self._table

    def reset(self, seed: int) -> None:
        """Begin the game of a seed."""
        self._bots = [bot_named(n, seed * self.players + p) if n else None for p, n in enumerate(self._names)]
        if self._batch is not None:
            self._batch.reset(seed)
        else:
            state = self.encoding.game.start(seed)
            state.keeps_log = False
            self._table = Table(self.encoding, state)
        self._go_on()

    def step(self, action: int) -> None:
        """Take an action, and let bots choose. ValueError: it is not possible."""
        self._step(action)
        self._go_on()

    def _step(self, action: int) -> None:
        if self._batch is not None:
            self._batch.step_one(action)
        else:
            self._here.step(action)

    def _go_on(self) -> None:
        while not self.is_over and (bot := self._bots[self.player]) is not None:
            table = self._here if self._batch is None else Table(self.encoding, self._batch.state(0))
            for action in table.spelled(bot.index(table.state)):
                self._step(action)

    @property
    def state(self) -> State:
        """The position, for looking only."""
        return self._here.state if self._batch is None else self._batch.state(0)

    @property
    def is_over(self) -> bool:
        return self._here.is_over if self._batch is None else bool(self._batch.over[0])

    @property
    def gave_up(self) -> bool:
        return self._batch is not None and bool(self._batch.over[0] == GAVE_UP)

    @property
    def player(self) -> int:
        if self._batch is not None:
            return int(self._batch.player[0])
        return self._here.player or 0

    def mask(self) -> Any:
        """A new array: 1 where an action is possible."""
        if self._batch is not None:
            return self._batch.mask[0].astype(np.int8)
        mask: Any = np.zeros(len(self.encoding.actions), np.int8)
        mask[self._here.legal] = 1
        return mask

    def seen(self, seat: int) -> Any:
        """A new array: what a seat sees."""
        if self._batch is None:
            return np.array(self._here.observation(seat), np.float32)
        if seat == self._batch.player[0] and not self._batch.over[0]:
            return self._batch.observation[0].copy()
        return self._batch.seen(0, seat)

    def rewards(self) -> list[float]:
        """What each seat gets, if the game is over."""
        if self._batch is None:
            return self._here.rewards(self.reward)
        return [float(x) for x in self._batch.rewards[0]]

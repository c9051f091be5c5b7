"""What a bot is: it is shown a position and names an option. No bot ever holds what its seat may not see.

A concrete bot writes `pick`, which gets a position redealt for its seat: what the seat sees is true, all else invented.
Callers use `choose` (a key) or `option` (a raw option, for fast play); only this module touches the true position.
"""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from typing import Any

from interpreter.game import State
from interpreter.runtime.machine import GameFault
from interpreter.runtime.rng import Rng
from interpreter.runtime.seats import RANDOM, Seat


class HiddenOptions(ValueError):
    """The options of a decision depend on what the seat that decides may not see: the ruleset is at fault."""


class BotFault(ValueError):
    """A bot that is not ours has failed, or has named no option."""


class Bot(ABC):
    """A player. Equal seeds and equal sights give equal choices, unless the bot looks at the clock.

    name: what it is called in reports, such as `mcts:200`. rng: its own chance; never that of the game. plays_in_c:
    whether the native form of the game chooses for it where there is one, which gives the same choices.
    """

    plays_in_c = True

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        self.rng = Rng(seed)

    def seat(self) -> Seat | None:
        """How the native form chooses for this bot; None: it cannot."""
        return None

    def choose(self, state: State) -> str:
        """The key of the option taken in the decision that is due. ValueError: no player decides."""
        return state.decision.choices[self.index(state)].key

    def option(self, state: State) -> Any:
        """The same as a raw option of `state.options`."""
        return state.options[self.index(state)]

    def index(self, state: State) -> int:
        """The number of the option taken, from 0. HiddenOptions: what is offered depends on what the seat may not see.
        BotFault: `pick` failed, or gave no number of an option."""
        view = self.view(state)
        if (found := self._picked_in_c(view)) is not None:
            return found
        try:
            number = self.pick(view)
        except Exception as error:
            if isinstance(error, GameFault | HiddenOptions) or type(self).__module__.startswith("interpreter."):
                raise
            raise BotFault(f"the bot `{self.name}` failed: {_told(error)}") from error
        if type(number) is not int or not 0 <= number < len(state.options):
            raise BotFault(f"the bot `{self.name}` picked {number!r}: an index of `view.options` is needed")
        return number

    def view(self, state: State) -> State:
        """The position as the seat that decides sees it, what is hidden invented. Errors: as those of `index`."""
        seat = state.player
        if seat is None:
            raise ValueError("no player decides here")
        view = state.redealt(seat, self.rng.bits())
        if view.player != seat or list(view.options) != list(state.options):
            raise HiddenOptions(f"what seat {state.game.seats[seat]} may choose depends on what it may not see")
        return view

    def _picked_in_c(self, view: State) -> int | None:
        seat = self.seat() if self.plays_in_c else None
        if seat is None or seat.kind == RANDOM:
            return None
        found = view.game.native.pick(view.slots, len(view.options), seat, self.rng.state)
        if found is None:
            return None
        number, self.rng.state = found
        return number

    @abstractmethod
    def pick(self, view: State) -> int:
        """The number of an option of `view.options`. The bot may change the view as it likes."""


def _told(error: Exception) -> str:
    """An error of somebody's code with the line it comes from."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({last.filename}, line {last.lineno})"

"""The numbered games of a simulation: the seed and the seats of each, and the error that names the one that failed."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.players.base import BotFault, HiddenOptions
from interpreter.runtime.machine import GameFault
from interpreter.runtime.rng import Rng

OURSELVES = "rulewright"
"""Whom to blame for what neither a ruleset nor a bot can have done."""


def reason_of(error: Exception) -> tuple[str, GameFault | None, str]:
    """Why a game stopped: in words, the fault of the ruleset where it is one, and who is to blame."""
    match error:
        case BotFault():
            return str(error), None, "a bot"
        case GameFault():
            return str(error), error, OURSELVES if error.is_ours else "the ruleset"
        case HiddenOptions():
            return str(error), None, "the ruleset"
    return f"{type(error).__name__}: {error}", None, OURSELVES


class SimulationError(Exception):
    """A game stopped with a fault. number, seed: which one; log: (seat, or None for chance; key) up to the fault;
    fault: what is wrong with the ruleset, where that is the reason; culprit: "the ruleset", "a bot" or OURSELVES."""

    def __init__(
        self,
        number: int,
        seed: int,
        log: Sequence[tuple[int | None, str]],
        reason: str,
        fault: GameFault | None = None,
        culprit: str = "the ruleset",
    ) -> None:
        super().__init__(number, seed, log, reason, fault, culprit)
        self.culprit = culprit
        self.fault = fault
        self.number = number
        self.seed = seed
        self.log = log
        self.reason = reason

    def __str__(self) -> str:
        last = "; ".join(key for _, key in self.log[-5:])
        which = f"game {self.number} (seed {self.seed})"
        return f"{which} stopped after {len(self.log)} decisions: {self.reason}; last: {last}"


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a simulation: far from those of its neighbours and of other simulations."""
    return Rng(Rng(seed).bits() ^ number * 0xD6E8FEB86659FD93).bits()


def seated(bots: Sequence[str], players: int, number: int) -> tuple[str, ...]:
    """The bots' names by seat in one game: the list is repeated around the table and moves on a seat each game."""
    table = [bots[p % len(bots)] for p in range(max(players, len(bots)))]
    return tuple(table[(p + number) % len(table)] for p in range(players))

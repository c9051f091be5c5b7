"""What the environments of Gymnasium and PettingZoo have in common."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from interpreter.encoding.encoding import Encoding
from interpreter.envs.core import LARGEST
from interpreter.game import Game, State
from interpreter.runtime.rng import Rng

MASKS = ("info", "observation")
"""Where the action mask may stand: in `info["action_mask"]`, or beside the observation in a dict."""


def observation_space(encoding: Encoding, mask_in: str) -> Any:
    """A box, or a dict of `observation` and `action_mask`. ValueError: the mask can stand nowhere else."""
    if mask_in not in MASKS:
        raise ValueError(f"mask_in is one of {', '.join(MASKS)}, not {mask_in!r}")
    box = Box(-LARGEST, LARGEST, (encoding.size,), np.float32)
    if mask_in == "info":
        return box
    return Dict({"observation": box, "action_mask": Box(0, 1, (len(encoding.actions),), np.int8)})


def action_space(encoding: Encoding) -> Any:
    """The numbers of the actions."""
    return Discrete(len(encoding.actions))


def encoding_of(game: Game | Encoding) -> Encoding:
    """The encoding of a game, or the one that is given."""
    return game if isinstance(game, Encoding) else Encoding(game)


def drawn(state: State, seat: int) -> str:
    """The table as a seat sees it, as text."""
    return json.dumps(state.observe(seat), indent=1, default=str)


class Seeds:
    """Seeds of games: one that is given, then others that follow from it; from 0 where none was ever given."""

    def __init__(self) -> None:
        self._rng = Rng(0)

    def next(self, given: int | None) -> int:
        """The seed of the game that begins now."""
        if given is None:
            return self._rng.bits()
        self._rng = Rng(given)
        return given

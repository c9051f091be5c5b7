"""One seat of a game as a Gymnasium environment; bots have the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import Env

from interpreter.encoding.encoding import Encoding
from interpreter.envs.core import Core
from interpreter.envs.spaces import Seeds, action_space, drawn, encoding_of, observation_space
from interpreter.game import Game


class SeatEnv(Env):  # type: ignore[misc]
    """The reward of the seat comes when the game ends. `info["action_mask"]` and `action_masks()` say what is
    possible."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: Game | Encoding,
        *,
        seat: int = 0,
        bots: str | Sequence[str] = "random",
        reward: str = "win",
        mask_in: str = "info",
        illegal: str = "refuse",
        native: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        """bots: the name of one for all other seats, or one for each of these in turn order. illegal: what becomes of
        an action that is not possible, `refuse` (ValueError) or `replace`: the next possible one by number is taken,
        for learners that know no masks. The rest: see `GameEnv`.
        ValueError: there is no such seat or bot, or another argument has no such value."""
        self.encoding = encoding_of(game)
        players = self.encoding.program.players
        if not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat!r}: seats are 0 to {players - 1}")
        names = [bots] * (players - 1) if isinstance(bots, str) else list(bots)
        if len(names) != players - 1:
            raise ValueError(f"{players - 1} bots are needed, not {len(names)}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or `ansi`, not {render_mode!r}")
        if illegal not in ("refuse", "replace"):
            raise ValueError(f"illegal is `refuse` or `replace`, not {illegal!r}")
        self._replaces = illegal == "replace"
        self.render_mode = render_mode
        self.seat = seat
        self._mask_in = mask_in
        self.observation_space = observation_space(self.encoding, mask_in)
        self.action_space = action_space(self.encoding)
        self._core = Core(self.encoding, reward, [*names[:seat], "", *names[seat:]], native)
        self._seeds = Seeds()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game: of this seed, or of the next one that follows from the last. One that ends before the seat is
        asked is passed over."""
        super().reset(seed=seed)
        self._core.reset(self._seeds.next(seed))
        while self._core.is_over:
            self._core.reset(self._seeds.next(None))
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take an action. ValueError: it is not possible, and not to be replaced; or the game is over."""
        action = int(action)
        possible = np.flatnonzero(self._core.mask()) if self._replaces else ()
        if len(possible):
            action = int(possible[np.searchsorted(possible, action) % len(possible)])
        self._core.step(action)
        over, gave_up = self._core.is_over, self._core.gave_up
        reward = self._core.rewards()[self.seat] if over else 0.0
        seen, info = self._seen()
        return seen, reward, over and not gave_up, gave_up, info

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        seen, mask = self._core.seen(self.seat), self._core.mask()
        return (seen if self._mask_in == "info" else {"observation": seen, "action_mask": mask}), {"action_mask": mask}

    def action_masks(self) -> Any:
        """What is possible, as sb3-contrib's masked algorithms ask for it."""
        return self._core.mask().astype(bool)

    def render(self) -> str | None:
        """The table as the seat sees it, as text; None where render_mode is not `ansi`."""
        return drawn(self._core.state, self.seat) if self.render_mode == "ansi" else None

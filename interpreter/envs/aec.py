"""A game as a PettingZoo environment in which agents take turns (AEC)."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import AECEnv

from interpreter.encoding.encoding import Encoding
from interpreter.envs.core import Core
from interpreter.envs.spaces import Seeds, action_space, drawn, encoding_of, observation_space
from interpreter.game import Game


class GameEnv(AECEnv):  # type: ignore[misc]
    """Agents are `player_0` … by seat. All get their rewards when the game ends. An agent that is to choose several
    things is asked several times, see `encoding.actions`.

    A game that C cannot carry on ends truncated, without rewards.
    """

    def __init__(
        self,
        game: Game | Encoding,
        *,
        reward: str = "win",
        mask_in: str = "info",
        native: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        """reward: see REWARDS. mask_in: `info` or `observation`. native: whether it is played in C; None: where there
        is a C form. NoNative, GaveUp: it cannot be, and is to be. ValueError: another argument has no such value."""
        super().__init__()
        self.encoding = encoding_of(game)
        name = f"rulewright_{self.encoding.game.id}"
        self.metadata = {"name": name, "is_parallelizable": False, "render_modes": ["ansi"]}
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or `ansi`, not {render_mode!r}")
        self.render_mode = render_mode
        self.possible_agents = [f"player_{p}" for p in range(self.encoding.program.players)]
        self.agents: list[str] = []
        self._mask_in = mask_in
        self.observation_spaces = {a: observation_space(self.encoding, mask_in) for a in self.possible_agents}
        self.action_spaces = {a: action_space(self.encoding) for a in self.possible_agents}
        self._core = Core(self.encoding, reward, native=native)
        self._seeds = Seeds()
        self._none: Any = np.zeros(len(self.encoding.actions), np.int8)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: of this seed, or of the next one that follows from the last."""
        self._core.reset(self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def _ask(self) -> None:
        """Select who is asked, and tell what is possible."""
        self.agent_selection = self.possible_agents[self._core.player]
        over = self._core.is_over
        self._mask = self._none if over else self._core.mask()
        self.infos = {
            a: {"action_mask": self._mask if a == self.agent_selection else self._none} for a in self.agents
        }  # fmt: skip

    def observe(self, agent: str) -> Any:
        """What an agent sees now."""
        seen = self._core.seen(self.possible_agents.index(agent))
        if self._mask_in == "info":
            return seen
        return {"observation": seen, "action_mask": self.infos.get(agent, {}).get("action_mask", self._none)}

    def step(self, action: Any) -> None:
        """Take the action of the selected agent (None for one whose game is over). ValueError: it is not possible."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._core.step(int(action))
        if self._core.is_over:
            gave_up = self._core.gave_up
            self.terminations = dict.fromkeys(self.agents, not gave_up)
            self.truncations = dict.fromkeys(self.agents, gave_up)
            self.rewards = dict(zip(self.agents, self._core.rewards(), strict=True))
        self._ask()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table as the selected agent sees it, as text; None where render_mode is not `ansi`."""
        if self.render_mode != "ansi":
            return None
        return drawn(self._core.state, self._core.player)

    def close(self) -> None:
        """Nothing is held open."""

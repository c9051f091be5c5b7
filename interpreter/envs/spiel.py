"""A game in OpenSpiel, under the name `rulewright`: chance is asked in nodes of its own, information states are strings
with perfect recall.

    import pyspiel, rulewright.envs.spiel
    game = pyspiel.load_game("rulewright(game=harvest,players=3)")
"""

from __future__ import annotations

from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from interpreter.bounds import MOST_DECISIONS
from interpreter.encoding.encoding import Encoding, require_reward
from interpreter.encoding.table import Table
from interpreter.pipeline import load

MOST_POINTS = 1e6
"""No score is expected beyond."""
DEFAULTS = {"game": "", "players": 0, "modules": "", "reward": "win"}
"""Parameters: id or path of the game; players, 0 for the smallest number; ids of modules, parted by `+`; reward."""


def _type(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name="rulewright",
        long_name="Rulewright",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        default_loadable=False,
        parameter_specification=DEFAULTS,
    )


@lru_cache(maxsize=8)
def _encoding(game: str, players: int, modules: str) -> Encoding:
    wanted: str | Path = Path(game) if "/" in game or game.endswith(".yaml") else game
    return Encoding(load(wanted, players or None, modules=[m for m in modules.split("+") if m]))


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel; see `DEFAULTS` for its parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """RulesetError: there is no such game. ValueError: there is no such reward."""
        given = {**DEFAULTS, **(params or {})}
        key = str(given["game"]), int(given["players"]), str(given["modules"])
        self.encoding = _encoding(*key)
        self.reward = str(given["reward"])
        require_reward(self.reward)
        players = self.encoding.program.players
        is_zero_sum = self.reward == "lead" and players == 2
        low, high = (0.0, 1.0) if self.reward == "win" else (-MOST_POINTS, MOST_POINTS)
        info = {
            "num_distinct_actions": len(self.encoding.actions),
            "max_chance_outcomes": max(64, len(self.encoding.program.layout.pieces)),
            "num_players": players,
            "min_utility": low,
            "max_utility": high,
            "max_game_length": MOST_DECISIONS,
        }
        if is_zero_sum:
            info["utility_sum"] = 0.0
        utilities = pyspiel.GameType.Utility
        utility = utilities.ZERO_SUM if is_zero_sum else utilities.GENERAL_SUM
        super().__init__(_type(utility), pyspiel.GameInfo(**info), params or {})
        self.start = _Played(key)

    def new_initial_state(self) -> SpielState:
        """The start of a game, often with chance to decide."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """What reads states; it takes no parameters."""
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        return _Observer(self.encoding, iig_obs_type)


class _Played:
    """A table, and in text what each seat has seen and done. key: what `_encoding` makes its encoding of."""

    def __init__(self, key: tuple[str, int, str]) -> None:
        self.key = key
        encoding = _encoding(*key)
        self.table = Table(encoding, encoding.game.start(0, ask_chance=True))
        self.actions: list[int] = []
        players = encoding.program.players
        self._views = [[0.0] * encoding.size] * players
        self.texts = [""] * players
        self._note()

    def __deepcopy__(self, memo: dict[int, Any]) -> _Played:
        new = object.__new__(_Played)
        new.key, new.table = self.key, self.table.copy()
        new.actions, new._views, new.texts = self.actions[:], self._views[:], self.texts[:]
        return new

    def __reduce__(self) -> Any:
        return _replayed, (self.key, self.actions)

    def step(self, action: int) -> None:
        """Take an action."""
        player = self.table.player
        if player is not None:
            self.texts[player] += f"<{action}>"
        self.table.step(action)
        self.actions.append(action)
        self._note()

    def _note(self) -> None:
        """Write down for each seat how what it sees has changed."""
        for seat, before in enumerate(self._views):
            seen = self.table.observation(seat)
            if seen != before:
                changed = (f"{i}:{new:g}" for i, (old, new) in enumerate(zip(before, seen, strict=True)) if old != new)
                self.texts[seat] += f"[{' '.join(changed)}]"
                self._views[seat] = seen


def _replayed(key: tuple[str, int, str], actions: list[int]) -> _Played:
    played = _Played(key)
    for action in actions:
        played.step(action)
    return played


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel. An action of chance is the number of a choice."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._reward = game.reward
        self._played = deepcopy(game.start)

    @property
    def table(self) -> Table:
        """The position, for looking only."""
        return self._played.table

    def current_player(self) -> int:
        """The seat that is asked, or what stands for chance or the end."""
        if self.table.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        player = self.table.player
        return int(pyspiel.PlayerId.CHANCE) if player is None else player

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.table.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The choices of chance with their probabilities."""
        weights = self.table.state.decision.weights
        return [(i, w / sum(weights)) for i, w in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        self._played.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.table.state.decision.keys[action])
        return self.table.encoding.actions[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table.is_over

    def returns(self) -> list[float]:
        """What each seat gets; nothing before the end."""
        return self.table.rewards(self._reward)

    def recalled(self, player: int) -> str:
        """All that a seat has seen and done, in order."""
        return f"{player}{self._played.texts[player]}"

    def determinized(self, player: int, seed: int) -> Table:
        """The table with what a seat may not see and the chance to come drawn anew."""
        return Table(self.table.encoding, self.table.state.redealt(player, seed))

    def __str__(self) -> str:
        return "\n".join(key for _, key in self.table.state.entries()) + "".join(f" {a}" for a in self.table.chosen)


class _Observer:
    """What a seat sees, as numbers and as text."""

    def __init__(self, encoding: Encoding, kind: Any) -> None:
        self._recalls = bool(kind is not None and kind.perfect_recall)
        self.tensor: Any = np.zeros(encoding.size, np.float32)
        self.dict = encoding.named(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor."""
        self.tensor[:] = state.table.observation(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The information state where that is asked for, else the observation."""
        if self._recalls:
            return state.recalled(player)
        return " ".join(f"{i}:{x:g}" for i, x in enumerate(state.table.observation(player)) if x)


pyspiel.register_game(_type(pyspiel.GameType.Utility.GENERAL_SUM), SpielGame)

"""Many games of one kind at once, stepped in C: arrays in, arrays out.

batch = Batch(encoding, 1024, seed=1)
while learning:
    batch.step(policy(batch.observation, batch.mask))
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from interpreter.encoding.encoding import REWARDS, Encoding, require_reward
from interpreter.game import State
from interpreter.native.building import built
from interpreter.native.engine import Engine
from interpreter.native.library import OVER, GaveUp, depths_of
from interpreter.players import bot_named
from interpreter.runtime.seats import Seat

IN_C = ("random", "greedy")
"""Bots that may have seats of a batch."""
FINISHED, GAVE_UP = 1, 2
"""What `over` says of a game that has ended, and of one that C could not carry on."""


class Batch:
    """n games, each with a player who is to choose an action.

    observation: float32 (n, encoding.size), what the player sees who is asked. mask: uint8 (n, actions), 1 where an
    action is possible. player: int32 (n,), the seat that is asked. After a step, of what was before: rewards: float32
    (n, players), given where a game ended. over: uint8 (n,), FINISHED or GAVE_UP (no rewards) where another game was
    begun, else 0. taken: int64 (n,), whether the action completed an option.

    The arrays are written anew by each step. Game k of row i has the seed `seed + i + k * n`, and goes as
    `Game.start(seed)` does.
    """

    def __init__(
        self,
        encoding: Encoding,
        n: int,
        seed: int = 0,
        *,
        reward: str = "win",
        others: str | Sequence[str] = "",
        jobs: int = 1,
        restarts: bool = True,
    ) -> None:
        """others: how the seats play that are not asked: `random` or `greedy` for all but seat i % players in row i; or
        for each seat, in every row, one of these or "". Where only Python can deal anew what the greedy player does not
        see, its seat is asked after all. jobs: threads among which the games are shared out. restarts: whether another
        game is begun where one has ended; otherwise no action is possible there until `reset`. NoNative: there is no C
        form of the game here. GaveUp: of a hundred games none comes to a choice in C. ValueError: there is no such
        reward or player, or n or jobs is below 1."""
        require_reward(reward)
        if n < 1 or jobs < 1:
            raise ValueError(f"at least one game and one job are needed, not {n} and {jobs}")
        self.encoding, self.n, self.restarts = encoding, n, restarts
        program, actions = encoding.program, len(encoding.actions)
        self.observation: Any = np.zeros((n, encoding.size), np.float32)
        self.mask: Any = np.zeros((n, actions), np.uint8)
        self.player: Any = np.zeros(n, np.int32)
        self.rewards: Any = np.zeros((n, program.players), np.float32)
        self.over: Any = np.zeros(n, np.uint8)
        self.taken: Any = np.zeros(n, np.int64)
        self._actions: Any = np.zeros(n, np.int64)
        self._seats = _seats(others, n, program.players)
        self._table = np.array(encoding.table, np.int32)
        library = built(program)
        self._frames = np.array(depths_of(library.form.frames), np.int32)
        bounds = [n * j // jobs for j in range(jobs + 1)]
        self._parts = [
            _Part(self, Engine(program, library), a, b, REWARDS.index(reward))
            for a, b in zip(bounds, bounds[1:], strict=False)
            if b > a
        ]
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Begin all games anew."""
        for part in self._parts:
            part.reset(seed)

    def step(self, actions: Any) -> None:
        """Take an action in each game. actions: whole numbers (n,). ValueError: one is not possible; nothing is
        done."""
        self._actions[:] = actions
        possible = (self._actions >= 0) & (self._actions < self.mask.shape[1])
        possible &= self.mask[np.arange(self.n), np.where(possible, self._actions, 0)] > 0
        if not possible.all():
            row = int(np.argmin(possible))
            raise ValueError(f"the action {self._actions[row]} is not possible in game {row}; see `mask`")
        if self._pool is None:
            self._parts[0].step()
        else:
            list(self._pool.map(_Part.step, self._parts))

    def step_one(self, action: int) -> None:
        """`step` for a batch of one game, quicker."""
        if not (0 <= action < self.mask.shape[1] and self.mask[0, action]):
            raise ValueError(f"the action {action} is not possible here; see the action mask")
        self._actions[0] = action
        self._parts[0].step()

    def seen(self, row: int, seat: int, out: Any = None) -> Any:
        """What a seat sees of a game, asked or not: float32 (encoding.size,)."""
        out = np.zeros(self.encoding.size, np.float32) if out is None else out
        for part in self._parts:
            if part.first <= row < part.last:
                part.see(row - part.first, seat, out)
        return out

    def state(self, row: int) -> State:
        """The position of a game as a State without log, for whatever reads that: bots, views, keys. GaveUp: its
        options cannot be listed in C."""
        part = next(part for part in self._parts if part.first <= row < part.last)
        return part.state(row - part.first, self.encoding)

    def named(self) -> dict[str, Any]:
        """The observations by field: views of shape (n, …)."""
        return self.encoding.named(self.observation)


class _Part:
    """Some of the rows of a batch, played by one thread."""

    def __init__(self, batch: Batch, engine: Engine, first: int, last: int, reward: int) -> None:
        self.first, self.last, self._engine = first, last, engine
        self._c, self._ffi = engine.library.c, engine.library.ffi
        self._games = engine.library.ffi.new_allocator(should_clear_after_alloc=False)(
            "char[]", self._c.rw_game_size() * (last - first)
        )
        own, players = slice(first, last), batch.encoding.program.players
        seats = batch._seats[first * players : last * players]
        self._kinds = self._ffi.new("Seat[]", [engine.seat_in_c(seat, 0) for seat in seats])
        arrays = {
            "table": ("int32_t[]", batch._table), "frames": ("int32_t[]", batch._frames),
            "actions": ("int64_t[]", batch._actions[own]), "observed": ("float[]", batch.observation[own]),
            "mask": ("unsigned char[]", batch.mask[own]), "player": ("int32_t[]", batch.player[own]),
            "rewards": ("float[]", batch.rewards[own]), "over": ("unsigned char[]", batch.over[own]),
            "taken": ("int64_t[]", batch.taken[own]),
        }  # fmt: skip
        self._buffers = {name: self._ffi.from_buffer(kind, array) for name, (kind, array) in arrays.items()}
        self._env = self._ffi.new("Env *", {
            "start": engine.start, "games": self._games, "n": last - first, "reward": reward,
            "stride": batch.n if batch.restarts else 0, "kinds": self._kinds, **self._buffers,
        })  # fmt: skip

    def reset(self, seed: int) -> None:
        for i in range(self.last - self.first):
            if self._c.rw_env_reset(self._engine.thread, self._env, i, (seed + self.first + i) % 2**64) < 0:
                raise GaveUp("of a hundred games none comes to a choice in C")

    def step(self) -> None:
        if self._c.rw_env_step(self._engine.thread, self._env):
            raise GaveUp

    def state(self, row: int, encoding: Encoding) -> State:
        size, library = self._c.rw_game_size(), self._engine.library
        block = self._games[row * size : row * size + library.size]
        slots = library.slots(block)
        if slots[0] is None or slots[1]:
            return encoding.game.at(slots, OVER)
        if self._c.rw_list(self._engine.thread, block) < 0:
            raise GaveUp
        return encoding.game.at(slots, self._engine.options(slots[0][0]))

    def see(self, row: int, seat: int, out: Any) -> None:
        if self._c.rw_env_see(self._engine.thread, self._env, row, seat, self._ffi.from_buffer("float[]", out)):
            raise GaveUp


def _seats(others: str | Sequence[str], n: int, players: int) -> list[Seat]:
    """How each seat of each row chooses, row after row. ValueError: there is no such player here."""
    given = [others] if isinstance(others, str) else list(others)
    if {*given} - {"", *IN_C} or (not isinstance(others, str) and len(given) != players):
        raise ValueError(f'`others` is {", ".join(IN_C)} or a list of {players} of these or "", not {others!r}')
    seats = {name: (bot_named(name).seat() if name else None) or Seat() for name in given}
    if isinstance(others, str):
        return [Seat() if p == i % players else seats[others] for i in range(n) for p in range(players)]
    return [seats[name] for name in given] * n

"""The bot that searches: Monte Carlo tree search over determinizations, for any number of players.

Each playout works on a position dealt anew for the seat that decides. The tree is that of information sets (Cowling,
Powley, Whitehouse 2012): its nodes are the decisions met after a sequence of options, whatever chance and hidden things
were in that playout; an option's exploration counts how often it was offered. Each seat maximises its own reward.
Below the tree a playout goes on at random for a while, then the position is valued by score and hints.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

from interpreter.game import State
from interpreter.players.base import Bot
from interpreter.players.evaluation import Evaluator
from interpreter.runtime.machine import OVER, PENDING_CHANCE, Machine

EXPLORATION = 0.35
"""Weight of the unknown in the upper confidence bound, for rewards from 0 to 1."""

CUT_OFF = 12
CANDIDATES = 0
"""Decisions played at random below the tree before a position is valued."""


class Edge:
    """One option at a node: how often taken, how often offered, the rewards of the seat that decides, what follows."""

    __slots__ = ("nodes", "offered", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.offered = 0
        self.total = 0.0
        self.nodes: dict[tuple[int, int], dict[Any, Edge]] = {}


Node = dict[Any, Edge]


class SearchBot(Bot):
    """budget: playouts for each choice, or milliseconds with by_time. Deterministic only if it counts playouts."""

    _machine: Machine
    _evaluator: Evaluator | None = None

    def __init__(self, name: str, seed: int = 0, *, budget: int = 200, by_time: bool = False) -> None:
        super().__init__(name, seed)
        self.budget = budget
        self.by_time = by_time

    def pick(self, view: State) -> int:
        self._machine = view.game.machine
        self._evaluator = Evaluator(self._machine)
        options = list(view.options)
        root: Node = {}
        self._search(view, options, root)
        visits = [(root[o].visits, root[o].total / root[o].visits) if o in root else (0, 0.0) for o in options]
        return visits.index(max(visits))

    def _search(self, view: State, options: list[Any], root: Node) -> None:
        seat = int(view.slots[0][1])
        deal = view.game.viewer.redealt
        until = time.perf_counter() + self.budget / 1000
        count = 0
        while time.perf_counter() < until or count == 0 if self.by_time else count < self.budget:
            self._playout(deal(view.slots, seat, self.rng), options, root)
            count += 1

    def _playout(self, s: list[Any], options: list[Any], node: Node) -> None:
        """Down the tree to a new option, on at random, and the rewards back up."""
        machine, rng = self._machine, self.rng
        path: list[tuple[Edge, int]] = []
        pending: Any = options
        is_new = False
        while pending != OVER and not is_new:
            if path:
                node = path[-1][0].nodes.setdefault((s[0][0], s[0][1]), {})
            option, is_new = self._select(node, pending)
            path.append((node[option], s[0][1]))
            pending = machine.apply(s, option)
            while pending == PENDING_CHANCE:
                pending = machine.apply(s, rng.pick(machine.chances(s)))
        self._on_at_random(s, pending)
        assert self._evaluator is not None
        rewards = self._evaluator.rewards(s)
        for edge, who in path:
            edge.visits += 1
            edge.total += rewards[who]

    def _select(self, node: Node, options: Sequence[Any]) -> tuple[Any, bool]:
        """An option never taken at this node, else the one with the highest upper bound; and whether it is new."""
        untried = [o for o in options if o not in node]
        for o in options:
            if o in node:
                node[o].offered += 1
        if untried:
            option = untried[self.rng.below(len(untried))]
            node[option] = Edge()
            node[option].offered = 1
            return option, True

        def bound(option: Any) -> float:
            edge = node[option]
            return edge.total / edge.visits + EXPLORATION * math.sqrt(math.log(edge.offered) / edge.visits)

        return max(options, key=bound), False

    def _on_at_random(self, s: list[Any], pending: Any) -> None:
        machine, rng = self._machine, self.rng
        left = CUT_OFF
        while pending != OVER and left > 0:
            if pending == PENDING_CHANCE:
                pending = machine.apply(s, rng.pick(machine.chances(s)))
            else:
                left -= 1
                if CANDIDATES > 1 and len(pending) > 1:
                    pending = self._sensible(s, pending)
                else:
                    pending = machine.apply(s, pending[rng.below(len(pending))])

    def _sensible(self, s, pending):
        who = s[0][1]
        best = None
        n = len(pending)
        if n <= CANDIDATES:
            picks = pending
        else:
            picks = [pending[self.rng.below(n)] for _ in range(CANDIDATES)]
        best_value = None
        for option in list(picks):
            t = s[:]
            p = self._machine.apply(t, option)
            v = self._evaluator.own(t, who)
            if best_value is None or v > best_value:
                best_value, best, bp = v, t, p
        s[:] = best
        return bp

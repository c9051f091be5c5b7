"""The bot that searches: Monte Carlo tree search over determinizations, for any number of players.

Each playout works on a position dealt anew for the seat that decides. The tree is that of information sets (Cowling,
Powley, Whitehouse 2012): its nodes are the decisions met after a sequence of options, whatever chance and hidden things
were in that playout. Each seat maximises its own reward; it tries first what looks good at once (PUCT: Rosin 2011).
Below the tree the seats go on for a while with the best of a few options drawn at random; then score and hints value
the position. Without that little sense a playout says next to nothing about a game in which most options are blunders.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

from interpreter.game import State
from interpreter.players.base import Bot
from interpreter.players.evaluation import Evaluator
from interpreter.runtime.machine import OVER, PENDING_CHANCE, WAITING, Machine
from interpreter.runtime.rng import quick
from interpreter.runtime.seats import SEARCH, Seat

PLAYOUTS = 200
"""Budget of a search that is given none."""

EXPLORATION = 0.6
"""Weight of an option's promise against the rewards it has brought, which lie between 0 and 1."""

TEMPERATURE = 1.5
"""Points by which an option must look better at once to be e times as promising."""

EVEN = 0.3
"""Part of the promise that is shared evenly, so that no option is forgotten."""

CUT_OFF = 12
"""Decisions played below the tree before a position is valued."""

CANDIDATES = 3
"""Options compared in each of these decisions."""


class Edge:
    """One option at a node: its promise, how often it was taken, the rewards of the seat that decides, what follows."""

    __slots__ = ("nodes", "promise", "total", "visits")

    def __init__(self, promise: float) -> None:
        self.promise = promise
        self.visits = 0
        self.total = 0.0
        self.nodes: dict[tuple[int, int], Node] = {}
        """(label, seat) of the decision that follows, which chance may change → the node"""


class Node:
    """A decision in the tree, with the rewards of the seat that decides."""

    __slots__ = ("edges", "total", "visits")

    def __init__(self) -> None:
        self.edges: dict[Any, Edge] = {}
        self.visits = 0
        self.total = 0.0


class SearchBot(Bot):
    """budget: playouts for each choice, or milliseconds with by_time. Deterministic only if it counts playouts."""

    def __init__(self, name: str, seed: int = 0, *, budget: int = PLAYOUTS, by_time: bool = False) -> None:
        super().__init__(name, seed)
        self.budget = budget
        self.by_time = by_time

    def seat(self) -> Seat | None:
        if type(self) is not SearchBot:
            return None
        return Seat(SEARCH, self.budget, self.by_time, CUT_OFF, CANDIDATES, EXPLORATION, TEMPERATURE, EVEN)

    def pick(self, view: State) -> int:
        options = list(view.options)
        root = _Search(view.game.machine, self.rng.bits())
        deal, seat = view.game.dealer.redealt, int(view.slots[0][1])
        until = time.perf_counter() + self.budget / 1000
        count = 0
        while count == 0 or (time.perf_counter() < until if self.by_time else count < self.budget):
            root.playout(deal(view.slots, seat, self.rng), options)
            count += 1
        return root.best(options)


class _Search:
    """The tree of one choice and the playouts that grow it."""

    def __init__(self, machine: Machine, seed: int) -> None:
        self.machine = machine
        self.evaluator = Evaluator(machine)
        self.below = quick(seed)
        self.root = Node()

    def best(self, options: Sequence[Any]) -> int:
        """The number of the option taken most often; of several, of the one with the highest rewards."""
        edges = [self.root.edges[option] for option in options]
        worth = [(e.visits, e.total / e.visits if e.visits else 0.0, e.promise) for e in edges]
        return worth.index(max(worth))

    def playout(self, s: list[Any], options: Sequence[Any]) -> None:
        """Down the tree to a new option, on below it, and the rewards back up. s: changed."""
        node, pending = self.root, options
        path: list[tuple[Node, Edge, int]] = []
        while True:
            who = s[0][1]
            edge, option = self._select(node, s, pending)
            path.append((node, edge, who))
            pending = self._go_on(s, option)
            if pending == OVER or not edge.visits:
                break
            node = edge.nodes.setdefault((s[0][0], s[0][1]), Node())
        for _ in range(CUT_OFF):
            if pending == OVER:
                break
            pending = self._sensible(s, pending)
        rewards = self.evaluator.rewards(s)
        for node, edge, who in path:
            node.visits += 1
            node.total += rewards[who]
            edge.visits += 1
            edge.total += rewards[who]

    def _select(self, node: Node, s: list[Any], options: Sequence[Any]) -> tuple[Edge, Any]:
        """The option with the best mix of rewards so far and promise (PUCT); one never taken counts as the mean."""
        edges = node.edges
        if any(option not in edges for option in options):
            self._promise(node, s, options)
        mean = node.total / node.visits if node.visits else 0.5
        weight = EXPLORATION * math.sqrt(node.visits + 1)
        best, found, chosen = -1.0, None, None
        for option in options:
            edge = edges[option]
            visits = edge.visits
            value = (edge.total / visits if visits else mean) + weight * edge.promise / (1 + visits)
            if value > best:
                best, found, chosen = value, edge, option
        assert found is not None
        return found, chosen

    def _promise(self, node: Node, s: list[Any], options: Sequence[Any]) -> None:
        """Give new options their promise: from how the position looks to the seat that decides right after each."""
        who = s[0][1]
        worth = []
        for option in options:
            t = s[:]
            self._look(t, option)
            worth.append(self.evaluator.own(t, who) + self.evaluator.shared(t, who))
        top = max(worth)
        weights = [math.exp((w - top) / TEMPERATURE) for w in worth]
        total, even = sum(weights), EVEN / len(options)
        for option, w in zip(options, weights, strict=True):
            if option not in node.edges:
                node.edges[option] = Edge((1 - EVEN) * w / total + even)

    def _go_on(self, s: list[Any], option: Any) -> Any:
        """Apply an option and chance after it, to the next decision of a player."""
        machine = self.machine
        pending = machine.apply(s, option)
        while pending == PENDING_CHANCE:
            pending = machine.apply(s, machine.draw(s, self.below))
        return pending

    def _look(self, s: list[Any], option: Any) -> Any:
        """The same, without listing what can be done there."""
        machine = self.machine
        pending = machine.look(s, option)
        while pending == PENDING_CHANCE:
            pending = machine.look(s, machine.draw(s, self.below))
        return pending

    def _sensible(self, s: list[Any], options: Sequence[Any]) -> Any:
        """Take the best of a few options for the seat that decides. Returns what is pending then."""
        n = len(options)
        tried = options if n <= CANDIDATES else [options[self.below(n)] for _ in range(CANDIDATES)]
        who = s[0][1]
        best: tuple[float, list[Any], Any] | None = None
        for option in tried:
            t = s[:]
            pending = self._look(t, option)
            worth = self.evaluator.own(t, who) + self.evaluator.shared(t, who)
            if best is None or worth > best[0]:
                best = (worth, t, pending)
        assert best is not None
        s[:] = best[1]
        return self.machine.run(s) if best[2] == WAITING else best[2]

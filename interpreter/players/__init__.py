"""Bots: `bot_named` makes one from its name, `BOTS` lists the kinds. See docs/bots.md."""

from __future__ import annotations

import re

from interpreter.players.base import Bot, HiddenOptions
from interpreter.players.greedy import GreedyBot
from interpreter.players.random import RandomBot
from interpreter.players.search import SearchBot

BOTS: dict[str, str] = {
    "random": "takes any option",
    "greedy": "takes what looks best at once",
    "mcts": "searches; mcts:100 with 100 playouts for each choice, mcts:200ms for 200 milliseconds",
}
"""Kinds of bots and what they do."""

_BUDGET = re.compile(r"mcts:([1-9]\d{0,6})(ms)?")


def bot_named(name: str, seed: int = 0) -> Bot:
    """A bot by its name: `random`, `greedy`, `mcts`, `mcts:100` (playouts), `mcts:200ms`. ValueError: no such bot."""
    if name == "random":
        return RandomBot(name, seed)
    if name == "greedy":
        return GreedyBot(name, seed)
    if name == "mcts":
        return SearchBot(name, seed)
    if match := _BUDGET.fullmatch(name):
        return SearchBot(name, seed, budget=int(match[1]), by_time=match[2] is not None)
    raise ValueError(f"there is no bot `{name}`; there are: {', '.join(BOTS)} (mcts also as mcts:100, mcts:200ms)")


__all__ = ["BOTS", "Bot", "GreedyBot", "HiddenOptions", "RandomBot", "SearchBot", "bot_named"]

"""Bots: `bot_named` makes one from its name, `BOTS` lists the kinds. See docs/bots.md.

To add a kind, write a subclass of `Bot` with `pick` in a module of this package and name it in `_CLASSES` and `BOTS`.
"""

from __future__ import annotations

import re

from interpreter.players.base import Bot, BotFault, HiddenOptions
from interpreter.players.elsewhere import NAME, made, name_of
from interpreter.players.greedy import GreedyBot
from interpreter.players.random import RandomBot
from interpreter.players.search import SearchBot

_CLASSES: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot, "mcts": SearchBot}

BOTS: dict[str, str] = {
    "random": "takes any option",
    "greedy": "takes what looks best at once",
    "mcts": "searches; mcts:100 with 100 playouts for each choice, mcts:200ms for 200 milliseconds",
}
"""Kinds of bots and what they do, as the command line lists them."""

_BUDGET = re.compile(r"mcts:([1-9]\d{0,6})(ms)?")


_MOST_FROM_FILE = 10_000
"""Playouts or milliseconds for one choice up to which a file may ask for a search."""


def may_come_from_file(name: str) -> bool:
    """Whether a bot may be made because a save or log names it: it is one of ours and does not think for long. Others
    are somebody's code, and somebody has to ask for them."""
    match = _BUDGET.fullmatch(name)
    return name in BOTS or (match is not None and int(match[1]) <= _MOST_FROM_FILE)


def bot_named(name: str | type[Bot], seed: int = 0) -> Bot:
    """A bot by its name: `random`, `greedy`, `mcts`, `mcts:100` (playouts), `mcts:200ms`, `policy:FILE` for a trained
    one (see `policy`), or `module:Class` for one of your own, which is called with a name and a seed. ValueError: there
    is no such bot."""
    if not isinstance(name, str):
        return bot_named(name_of(name), seed)
    if name in _CLASSES:
        return _CLASSES[name](name, seed)
    if match := _BUDGET.fullmatch(name):
        return SearchBot(name, seed, budget=int(match[1]), by_time=match[2] is not None)
    if name.startswith("policy:"):
        from interpreter.players.policy import PolicyBot

        return PolicyBot(name, seed)
    if NAME.fullmatch(name) and name.split(":")[0] not in BOTS:
        return made(name, seed)
    known = ", ".join(BOTS)
    more = "(mcts also as mcts:100, mcts:200ms), policy:FILE, module:Class"
    raise ValueError(f"there is no bot `{name}`; there are: {known} {more}")


__all__ = [
    "BOTS",
    "Bot",
    "BotFault",
    "GreedyBot",
    "HiddenOptions",
    "RandomBot",
    "SearchBot",
    "bot_named",
    "may_come_from_file",
    "name_of",
]

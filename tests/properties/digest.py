"""Prints what must not depend on the process: `python -m tests.properties.digest GAME`."""

from __future__ import annotations

import hashlib
import sys

from interpreter.runtime.rng import Rng
from tests.shipped import Case, random_choice, widest_cases


def digest(case: Case) -> list[str]:
    """Generated source, order of options, keys, views and sheet of one case, as short hashes."""
    game = case.load()
    state, rng = game.start(21), Rng(21)
    offered = []
    while not state.is_over:
        offered.append(state.decision.keys)
        random_choice(state, rng)
    parts = {
        "source": game.program.source,
        "plain source": game.plain.program.source,
        "playout": game.playout(21),
        "offered": offered,
        "log": state.entries(),
        "views": [state.observe(seat) for seat in (None, *range(game.players))],
        "sheet": state.sheet(),
    }
    return [f"{case} {name} {hashlib.sha256(repr(part).encode()).hexdigest()[:16]}" for name, part in parts.items()]


if __name__ == "__main__":
    for case in widest_cases():
        if case.game == sys.argv[1]:
            print("\n".join(digest(case)))

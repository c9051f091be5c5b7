"""Small invented games for tests of bots and simulations."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import interpreter as rw
from interpreter.runtime.rng import Rng

ORCHARD = Path(__file__).parent / "orchard.yaml"


@cache
def orchard(players: int = 3) -> rw.Game:
    return rw.load(ORCHARD, players)


def altered(state: rw.State, seat: int, seed: int) -> rw.State:
    """A copy that looks the same to the seat: other hands and the deck, the others' coins and gems are different."""
    rng, new, layout = Rng(seed), state.copy(), state.game.program.layout
    others = [p for p in range(state.game.players) if p != seat]
    zones = [layout.zone_base + layout.place("hand", p) for p in others] + [layout.zone_base + layout.place("stack")]
    pool = rng.shuffled([x for slot in zones for x in new.slots[slot]])
    for slot in zones:
        count = len(new.slots[slot])
        mine, pool = pool[:count], pool[count:]
        new.slots[slot] = tuple(sorted(mine))
        for x in mine:
            new.slots[layout.at_base + x] = slot - layout.zone_base
    coin, gem = (layout.player_arrays[layout.resource(name)] for name in ("coin", "gem"))
    gems = rng.shuffled([new.slots[gem + p] for p in others])
    for p, held in zip(others, gems, strict=True):
        new.slots[coin + p] += rng.below(7)
        new.slots[gem + p] = held
    return new

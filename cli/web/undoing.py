"""What may be taken back at a table, and what stops it."""

from __future__ import annotations

from collections.abc import Collection

from cli.session import Session
from interpreter.game import State
from interpreter.runtime.views import sees


def stopped(session: Session, seat: int, people: Collection[int]) -> tuple[int | None, str]:
    """So many steps stay when a seat takes its last decision back, or None and what stops it: nothing (it has taken
    none), others (somebody else has decided since), chance, or seen (it has seen what was hidden before)."""
    steps = session.steps
    at = next((i for i in range(len(steps) - 1, -1, -1) if steps[i].player == seat), None)
    if at is None:
        return None, "nothing"
    since = [step.player for step in steps[at + 1 :]]
    if any(player is not None and player != seat and player in people for player in since):
        return None, "others"
    if None in since:
        return None, "chance"
    hidden, seen = _pieces(steps[at].before, seat, seen=False), _pieces(session.state, seat, seen=True)
    return (None, "seen") if hidden & seen else (at, "")


def _pieces(state: State, seat: int, *, seen: bool) -> set[int]:
    """The pieces that lie where a seat may look, or where it may not."""
    slots = enumerate(state.game.program.layout.slots)
    places = (number for number, info in slots if info.kind == "zone" and sees(info, seat) == seen)
    return {piece for place in places for piece in state.slots[place]}

"""Where a game stands, and what is asked of whom."""

from __future__ import annotations

from cli.screen.words import Words
from interpreter.game import State
from interpreter.runtime.views import answering, sees


def where(state: State, words: Words) -> str:
    """The phases that run, the outermost first, which is the game itself, left out where there are others."""
    running = words.running(state.slots)
    return " › ".join(words.title(id) for id in running[1:] or running)


def question(state: State, words: Words, seat: int | None) -> str:
    """Who decides, and about what. seat: who reads it."""
    decision, slots = state.decision, state.slots
    assert decision.player is not None
    layout = state.game.program.layout
    viewer = decision.player if seat is None else seat
    hidden = [
        piece
        for piece, place in enumerate(slots[layout.at_base : layout.at_base + len(layout.pieces)])
        if place < 0 or not sees(layout.slots[layout.zone_base + place], viewer)
    ]
    who = words("your_turn" if decision.player == seat else "decides", seat=words.seat(decision.player))
    return f"{who}: {words.prompt(decision, words.running(slots), slots, hidden)}"


def waiting(state: State, words: Words) -> str:
    """The same for those who do not decide: nothing in it depends on what may be hidden from them."""
    decision = state.decision
    assert decision.player is not None
    who = words("decides", seat=words.seat(decision.player))
    if answering(state.game.program, state.slots[0]) is not None:
        return who
    ids = words.running(state.slots)
    return f"{who}: {words.title(ids[-1])}" if ids else who


__all__ = ["question", "waiting", "where"]

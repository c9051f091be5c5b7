"""Over the shipped games: two positions that differ only in what a seat may not see are the same to it in every byte of
its screen: options, previews, prompts, advice, score, table, view and keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import interpreter as rw
from cli.screen.words import Words
from cli.session import Session
from interpreter.runtime.rng import Rng
from tests.properties.cases import each
from tests.properties.test_screens import begun, go_on, screen, waiting
from tests.properties.test_secrecy import altered
from tests.shipped import Case, main_cases

_LOOKS = 2
"""So many positions of a game are looked at, each with one alteration."""
_APART = 31
"""So many decisions lie between two of them."""
_MOST_OPTIONS = 12
"""Decisions with more options are passed over, as each is tried on many tables."""


def open_totals(game: rw.Game, slots: list[Any]) -> list[Any]:
    """What the ruleset tells everybody of the whole table (`show: values:`), whatever it reads."""
    return [value for _, _, value in game.shown_values(slots, None)]


def unlike(state: rw.State, seat: int, rng: Rng) -> list[Any]:
    """The slots with what the seat may not see changed, so that what is told to everybody stays: `altered`, and hidden
    counters change owners instead where their total is told."""
    game, layout = state.game, state.game.program.layout
    slots = altered(state, seat, rng)
    if open_totals(game, slots) == open_totals(game, state.slots):
        return slots
    for name in {info.name for info in layout.slots if info.kind == "player" and info.seen_by == "owner"}:
        held = [at for at, x in enumerate(layout.slots) if x.kind == "player" and x.name == name and x.index != seat]
        for at, value in zip(held, rng.shuffled([state.slots[at] for at in held]), strict=True):
            slots[at] = value
    assert open_totals(game, slots) == open_totals(game, state.slots)
    return slots


def alone(session: Session, slots: Sequence[Any] | None = None) -> Session:
    """The position of a session without what led to it, or one with other slots."""
    out = begun(session.game, session.header.seed)
    out.state = session.state.copy()
    if slots is not None:
        out.state.slots = list(slots)
    return out


@each([case for case in main_cases() if not case.modules])
def test_what_a_seat_may_not_see_changes_no_byte_of_its_screen(case: Case) -> None:
    game, rng = case.load(), Rng(29)
    words = Words(game, "en")
    session, looks, decisions = waiting(game, 29), 0, 0
    while not session.state.is_over and looks < _LOOKS:
        seat = session.state.player
        assert seat is not None
        if decisions >= (looks + 1) * _APART and 1 < len(session.state.options) <= _MOST_OPTIONS:
            other = alone(session, unlike(session.state, seat, rng))
            assert screen(other, seat, words) == screen(alone(session), seat, words)
            looks += 1
        go_on(session, rng)
        decisions += 1
    assert looks or decisions < _APART

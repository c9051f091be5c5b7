"""A state is a value: copies are independent, undo is keeping one, and a log gives the same state again."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import interpreter as rw
from interpreter.diagnostics import Diagnostics, Source
from interpreter.runtime import log
from interpreter.runtime.rng import Rng
from tests.properties.cases import each
from tests.shipped import Case, main_cases, random_choice


def value(state: rw.State) -> tuple[Any, ...]:
    """All that a state is, copied so deep that nothing can change it."""
    decision = None if state.is_over else state.decision
    return copy.deepcopy((state.slots, state.rng.state, state.entries(), decision))


def sampled(game: rw.Game, seed: int, every: int) -> Iterator[rw.State]:
    """The states of a random game at every n-th decision; the caller must leave them alone."""
    state, rng, n = game.start(seed), Rng(seed), 0
    while not state.is_over:
        if n % every == 0:
            yield state
        random_choice(state, rng)
        n += 1


def go_on(state: rw.State, seed: int, most: int) -> None:
    rng = Rng(seed)
    for _ in range(most):
        if state.is_over:
            return
        random_choice(state, rng)


@each(main_cases())
def test_copies_are_independent(case: Case) -> None:
    """A copy is equal; playing on with it leaves the original as it was; both play on alike."""
    for state in sampled(case.load(), seed=3, every=25):
        before = value(state)
        first, second = state.copy(), state.copy()
        assert first == state
        assert hash(first) == hash(state)
        go_on(first, 8, most=40)
        assert value(state) == before
        go_on(second, 8, most=40)
        assert value(second) == value(first)


@each(main_cases())
def test_undo_gives_the_old_state_back(case: Case) -> None:
    """Undo is keeping a copy: after taking back any number of choices, the same choices lead to the same end."""
    game = case.load()
    history: list[tuple[rw.State, str]] = []
    state, rng = game.start(4), Rng(4)
    while not state.is_over:
        keys = state.decision.keys
        key = keys[rng.below(len(keys))]
        history.append((state.copy(), key))
        state.apply(key)
    end = value(state)
    for back in range(1, len(history) + 1, 60):
        again = history[-back][0].copy()
        for _, key in history[-back:]:
            again.apply(key)
        assert value(again) == end


@each(main_cases())
def test_a_log_replays_to_the_same_state(case: Case) -> None:
    """The keys alone, chance's answers among them, give the final state, its log and its sheet again."""
    game = case.load()
    state = game.start(6)
    go_on(state, 6, most=100_000)
    again = game.start(0, ask_chance=True)
    for seat, key in state.entries():
        assert again.player == seat
        again.apply(key)
    assert again.is_over
    assert again.slots == state.slots
    assert again.entries() == state.entries()
    assert again.sheet() == state.sheet()


@each(main_cases())
def test_a_saved_game_goes_on_as_it_would_have(case: Case) -> None:
    """A game saved as text in the middle and read again has the same position, and the same chance ahead of it."""
    game = case.load()
    state = game.start(9)
    go_on(state, 9, most=120)
    header = log.Header(case.game, "1", case.modules, dict(case.options), case.players, 9)
    names = [(None if seat is None else game.seats[seat], key) for seat, key in state.entries()]
    diagnostics = Diagnostics()
    read = log.loads(Source("saved", log.dumps(header, names)), diagnostics)
    assert read is not None
    again = log.replay(read, game, diagnostics)
    assert list(diagnostics) == []
    assert value(again) == value(state)
    again.ask_chance = False
    go_on(state, 10, most=60)
    go_on(again, 10, most=60)
    assert value(again) == value(state)


@each(main_cases())
def test_a_seed_fixes_the_game(case: Case) -> None:
    game = case.load()
    ends = []
    for seed in (1, 1, 2):
        state = game.start(seed)
        go_on(state, seed, most=100_000)
        ends.append(value(state))
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]

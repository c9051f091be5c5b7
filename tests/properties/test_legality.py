"""Offered is exactly what can be carried out.

Games are compiled in two forms. The one for play offers options by guards, and searches only where there is no guard.
The plain form has no guards: it tries every option to the end of its block. Both are played in lockstep with the same
choices, and must offer the same at every decision and agree on every slot.
"""

from __future__ import annotations

from typing import Any

import interpreter as rw
from interpreter.program import FREE, OVER, PENDING_CHANCE, WAITING
from interpreter.runtime.machine import Machine
from interpreter.runtime.rng import Rng
from tests.properties.cases import each
from tests.shipped import MOST_DECISIONS, Case, main_cases


def offered(machine: Machine, slots: list[Any], pending: Any) -> Any:
    """What is due: OVER, or who decides (None: chance) and the raw options, in an order of their own."""
    if pending == OVER:
        return OVER
    is_chance = pending == PENDING_CHANCE
    options = machine.chances(slots) if is_chance else pending
    return (None if is_chance else slots[0][1], sorted(options, key=repr))


def play_both_forms(game: rw.Game, seed: int, most: int) -> None:
    """One random game in both forms in lockstep; fails where they differ, or after `most` decisions without an end."""
    rng = Rng(seed)
    guarded, plain = game.machine.start(), game.plain.start()
    due, same = game.machine.run(guarded), game.plain.run(plain)
    for _ in range(most):
        found = offered(game.machine, guarded, due)
        assert found == offered(game.plain, plain, same)
        assert guarded[1:] == plain[1:]
        if found == OVER:
            return
        who, options = found
        option = options[rng.below(len(options))]
        option = option[0] if who is None else option  # chance lists (value, weight)
        due, same = game.machine.apply(guarded, option), game.plain.apply(plain, option)
        game.plain.why.clear()
    raise AssertionError(f"no end within {most} decisions (seed {seed})")


@each(main_cases())
def test_guards_offer_what_trying_finds(case: Case) -> None:
    game = case.load()
    for seed in range(2):
        play_both_forms(game, seed, MOST_DECISIONS)


@each(main_cases())
def test_no_offered_option_fails(case: Case) -> None:
    """Every option of a decision, not only the one taken, can be carried out and leads to a decision or the end."""
    game = case.load()
    machine, rng = game.machine, Rng(5)
    state = game.start(5, ask_chance=True)
    state.keeps_log = False
    while not state.is_over:
        if state.player is not None and rng.below(4) == 0:
            for choice in state.decision.choices:
                machine.apply(state.slots[:], choice.option)
        choices = state.decision.choices
        state.apply_choice(choices[rng.below(len(choices))])


@each(main_cases())
def test_looking_finds_what_applying_finds(case: Case) -> None:
    """`look` leads where `apply` does, and leaves out the options of others alone, which `run` lists after it."""
    game = case.load()
    machine, rng = game.machine, Rng(7)
    state = game.start(7, ask_chance=True)
    state.keeps_log = False
    while not state.is_over:
        choices = state.decision.choices
        if state.player is not None and rng.below(4) == 0:
            for choice in choices:
                applied, looked = state.slots[:], state.slots[:]
                due, seen = machine.apply(applied, choice.option), machine.look(looked, choice.option, state.player)
                if seen == WAITING:
                    assert type(due) is list and looked[0][1] != state.player
                    seen = machine.run(looked)
                elif type(due) is list and applied[0][1] != state.player and machine.costly[applied[0][0]]:
                    assert len(due) == 1 + len([o for o in due if type(o) is tuple and o[0] >= FREE])
                assert (seen, looked) == (due, applied)
        state.apply_choice(choices[rng.below(len(choices))])

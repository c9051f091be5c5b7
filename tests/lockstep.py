"""Both forms of a program played side by side: the same options in the same order, the same position after each.

`python -m tests.lockstep [WORD…]` plays every case of the shipped games whose name has one of the words, for long.
"""

from __future__ import annotations

import sys
from typing import Any

import interpreter as rw
from interpreter.native import Engine, GaveUp, NoNative
from interpreter.native.building import built
from interpreter.native.stepping import Position
from interpreter.runtime.rng import Rng


def engine_of(game: rw.Game) -> Engine:
    """The native form of a game, compiled now. NoNative: it has none."""
    return Engine(game.program, built(game.program))


def plain(value: Any) -> Any:
    """A value with truths as numbers and all lists as tuples, which is all that C knows."""
    if isinstance(value, tuple | list | range):
        return tuple(map(plain, value))
    return int(value) if isinstance(value, bool) else value


def play(game: rw.Game, engine: Engine, seed: int, most: int = 100_000) -> int:
    """One game of random choices in both forms, checked at every decision. Gives how many decisions there were."""
    state = game.start(seed)
    state.keeps_log = False
    position = Position(engine, seed)
    dice = Rng(seed + 1)
    for taken in range(most):
        assert position.is_over == state.is_over, f"decision {taken}: one is over"
        mine, theirs = position.slots, state.slots
        if state.is_over:
            assert plain(mine[1:]) == plain(theirs[1:]), f"the end: {differences(game, mine, theirs)}"
            assert engine.sheet_of(position) == state.sheet()
            return taken
        assert plain(mine) == plain(theirs), f"decision {taken}: {differences(game, mine, theirs)}"
        assert list(map(plain, position.options)) == list(map(plain, state.options)), (
            f"decision {taken}: {position.options} instead of {state.options}"
        )
        assert position.player == state.player and position.rng.state == state.rng.state
        number = dice.below(position.count)
        position.apply(number)
        state.apply_option(state.options[number])
    return most


def differences(game: rw.Game, mine: list[Any], theirs: list[Any]) -> list[str]:
    """The slots in which the two forms differ."""
    names = [f"{info.kind} {info.name} {info.index}" for info in game.program.layout.slots]
    return [
        f"{name}: {a} in C, {b} in Python"
        for name, a, b in zip(names, mine, map(plain, theirs), strict=True)
        if a != b
    ]  # fmt: skip


def main(words: list[str]) -> int:
    from tests.shipped import all_cases

    failed = 0
    for case in all_cases():
        if words and not any(word in str(case) for word in words):
            continue
        try:
            game = case.load()
            engine = engine_of(game)
            played = [play(game, engine, seed) for seed in range(3)]
            print(f"{case}: {sum(played)} decisions", flush=True)
        except (AssertionError, NoNative, GaveUp) as error:
            failed += 1
            print(f"{case}: {type(error).__name__} {error}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

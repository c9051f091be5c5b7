"""What a player is kept from choosing, so that games with and without it show what it is worth (restricted play: Jaffe
and others 2012)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from interpreter.program import FREE, PAYMENT, AltInfo, Program
from interpreter.program.types import Type

Bar = tuple[int, int, int, frozenset[int]]
"""(label of a decision, number of an alternative, place in the option, values there); place 0: the alternative whatever
it names."""

MARK = 1 << 30
"""Where the numbers of free actions begin in C."""


def bars(program: Program, thing: str) -> tuple[Bar, ...]:
    """Every option that names a thing, by its id: a kind of piece, a place, a resource, or the label of an option.
    Empty where no decision is about it. What is paid with is not barred."""
    out: list[Bar] = []
    for label, info in program.decisions.items():
        if info.kind != "choose" or info.prompt == PAYMENT:
            continue
        alternatives = [*enumerate(info.alts), *((FREE + i, alt) for i, alt in enumerate(program.free))]
        for number, alt in alternatives:
            out += [(label, number, *found) for found in _in_alternative(program, alt, thing)]
    return tuple(out)


def _in_alternative(program: Program, alt: AltInfo, thing: str) -> list[tuple[int, frozenset[int]]]:
    if alt.label == thing:
        return [(0, frozenset())]
    found = [(at, _values(program, bind.type, thing)) for at, bind in enumerate(alt.binds, 1)]
    return [(at, values) for at, values in found if values]


def _values(program: Program, kind: Type, thing: str) -> frozenset[int]:
    """What of a type is the thing, or one of its pieces."""
    layout = program.layout
    match kind.name:
        case "piece":
            return frozenset(x for x, of in enumerate(layout.pieces) if layout.kinds[of][1] == thing)
        case "kind":
            return frozenset(k for k, (_, name) in enumerate(layout.kinds) if name == thing)
        case "place":
            return frozenset(n for n, place in enumerate(layout.places) if place.zone == thing)
        case "resource":
            return frozenset(n for n, name in enumerate(layout.resources) if name == thing)
    return frozenset()


def allowed(barred: Sequence[Bar], label: int, options: Sequence[Any]) -> list[int]:
    """The numbers of the options that are not barred; all of them where all are."""
    here = [(number, at, values) for at_label, number, at, values in barred if at_label == label]
    if not here:
        return [*range(len(options))]
    free = [
        i for i, option in enumerate(options)
        if not any(option[0] == number and (not at or option[at] in values) for number, at, values in here)
    ]  # fmt: skip
    return free or [*range(len(options))]


@lru_cache(256)
def in_numbers(barred: tuple[Bar, ...]) -> tuple[int, ...]:
    """The same as `native/runtime/players.h` has it; () for nothing."""
    if not barred:
        return ()
    out = [len(barred)]
    for label, number, at, values in barred:
        alternative = MARK + number - FREE if number >= FREE else number
        out += [label, alternative, at, len(values), *sorted(values)]
    return tuple(out)

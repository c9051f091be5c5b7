"""What an option or a decision changes for a player, as far as one seat can see: `Harbor, −6 coin`.

Compares two views of the same seat, so nothing hidden can get in; what an option would bring is tried on a table in
which everything hidden from the seat was dealt anew, so that not even a forced move of somebody else gives it away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from cli.screen.places import every
from cli.screen.words import Words
from interpreter.game import State
from interpreter.runtime.decisions import Choice

View = Mapping[str, Any]

_SAMPLES = (1, 2)
"""Seeds of the tables on which an option is tried; only what all of them agree on is shown."""


def brings(state: State, choice: Choice, seat: int, words: Words) -> list[str]:
    """What taking the option changes for the seat that decides: its counters, its pieces, the end of the game.

    Stops where chance or another decision comes first. Empty where nothing of it can be foreseen.
    """
    outcomes = [_outcome(table, choice, seat, words) for table in _tables(state, seat)]
    first = outcomes[0]
    return [line for line in first if all(line in other for other in outcomes)]


def _tables(state: State, seat: int) -> list[State]:
    hides = any(info.seen_by != "all" for info in state.game.program.layout.slots)
    tables = [state.redealt(seat, seed) for seed in _SAMPLES] if hides else [state.copy()]
    for table in tables:
        table.ask_chance = True
    return tables


def _outcome(table: State, choice: Choice, seat: int, words: Words) -> list[str]:
    if table.player != seat or choice.option not in table.options:
        return []  # what is offered depends on hidden things, so nothing can be said of it
    before = table.observe(seat)
    table.apply_choice(choice)
    mentioned = {words.game.namer.thing(kind, value) for _, kind, value in choice.values}
    out = changes(before, table.observe(seat), seat, words, mentioned)
    return [*out, words("forced")] if table.is_over else out


def changes(before: View, after: View, player: int, words: Words, known: set[str] | None = None) -> list[str]:
    """What changed for a player between two views of one seat: pieces first, then counters.

    known: ids that need no mention (the option names them already).
    """
    seat = words.game.seats[player]
    old, new = before["players"][seat], after["players"][seat]
    out = []
    pieces_before, pieces_after = _pieces(old, words), _pieces(new, words)
    for kind in dict.fromkeys([*pieces_before, *pieces_after]):
        number = pieces_after[kind] - pieces_before[kind]
        if abs(number) > 1:
            out.append(words.amount(number, kind, signed=True))
        elif number and kind not in (known or ()):
            out.append(("+" if number > 0 else "−") + words.name(kind))
    counts_before, counts_after = _counts(old, words), _counts(new, words)
    for name, then in counts_after.items():
        first = counts_before.get(name)
        if first is not None and then is not None and then != first:
            out.append(words.amount(then - first, name, signed=True))
    stood = old.get("marker", {})
    out += [words.amount(n - stood[t], t, signed=True) for t, n in new.get("marker", {}).items() if n != stood[t]]
    return out


def _pieces(panel: Mapping[str, Any], words: Words) -> Counter[str]:
    """Kinds in a player's places, where they can be seen."""
    return Counter(piece["kind"] for place in every(panel, words.game) for piece in place.get("pieces", ()))


def _counts(panel: Mapping[str, Any], words: Words) -> dict[str, int | None]:
    """Counters of a player, those on his pieces and places included, so that moving them about is no change."""
    resources = words.game.program.layout.resources
    out: dict[str, int | None] = {r: panel[r] for r in resources if r in panel}
    for place in every(panel, words.game):
        for holder in (place, *place.get("pieces", ())):
            for r in resources:
                if r in holder and holder[r] is not None and out.get(r, 0) is not None:
                    out[r] = (out.get(r) or 0) + holder[r]
    return out

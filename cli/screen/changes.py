"""What an option or a decision changes for a player, as far as one seat can see: `Harbor, −6 coin`.

Compares two views of the same seat, so nothing hidden can get in; what an option would bring is tried on a table in
which everything hidden from the seat was dealt anew, so that not even a forced move of somebody else gives it away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cli.screen.places import every
from cli.screen.words import Words
from interpreter.game import Event, Game, State
from interpreter.program import PAYMENT
from interpreter.runtime.decisions import Choice
from interpreter.runtime.views import sees

View = Mapping[str, Any]

_FEW, _MANY = 6, 40
"""On so many tables an option is tried, on many where it takes pieces from a place that the seat may not look into.
Only what all agree on is shown: of few hidden things some tables are alike by chance, and what is shown is taken for
certain."""

_FORCED_SHOWN = 2
"""So many of the things that an option leads to by force are named, the rest only by what they change."""


@dataclass(frozen=True)
class Outcome:
    """What an option changes for the seat that decides: by itself (own), and by what then is carried out without
    asking, as nothing else is left to choose (forced: what that is; follows: what it changes)."""

    own: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()

    def common(self, other: Outcome) -> Outcome:
        """What both say."""
        parts = ((self.own, other.own), (self.forced, other.forced), (self.follows, other.follows))
        return Outcome(*(tuple(line for line in mine if line in theirs) for mine, theirs in parts))

    def said(self, words: Words) -> str:
        """In words: `−2 wood; then by force Rest: +1 coin`."""
        shown = self.forced[:_FORCED_SHOWN] + (("…",) if len(self.forced) > _FORCED_SHOWN else ())
        then = ", ".join(shown)
        if self.follows:
            then += (": " if then else "") + ", ".join(self.follows)
        return "; ".join(
            [*([", ".join(self.own)] if self.own else []), *([words("by_force", what=then)] if then else [])]
        )


class Tables:
    """Tables that look the same to a seat, on which options are tried: as many as are asked for, each dealt once."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat = seat
        self._state = state
        self.are_one = not hides(state.game)
        """whether nothing is hidden, so that all tables are the same"""
        self._dealt: list[State] = []
        places = [(slot, info) for slot, info in enumerate(state.game.program.layout.slots) if info.kind == "zone"]
        self._hidden = [slot for slot, info in places if not sees(info, seat)]

    def __getitem__(self, number: int) -> State:
        """A copy of the table of a number, to be changed at will."""
        while len(self._dealt) <= number:
            dealt = self._state.copy() if self.are_one else self._state.redealt(self.seat, len(self._dealt) + 1)
            dealt.ask_chance = True
            self._dealt.append(dealt)
        return self._dealt[number].copy()

    def hidden(self, table: State) -> list[Any]:
        """What lies where the seat may not look."""
        return [table.slots[slot] for slot in self._hidden]


def brings(state: State, choice: Choice, seat: int, words: Words, tables: Tables | None = None) -> Outcome:
    """What taking the option changes for the seat that decides: its counters, its pieces, the end of the game.

    Stops where chance or another decision comes first. Empty where nothing of it can be foreseen. tables: those of this
    position, where more than one option is looked at.
    """
    tables = tables or Tables(state, seat)
    outcome: Outcome | None = None
    number, wanted = 0, 1 if tables.are_one else _FEW
    while number < wanted and outcome != Outcome():
        table = tables[number]
        hidden = tables.hidden(table)
        found = _outcome(table, choice, seat, words)
        outcome = found if outcome is None else outcome.common(found)
        if tables.hidden(table) != hidden:
            wanted = _MANY
        number += 1
    return outcome or Outcome()


def is_told(event: Event) -> bool:
    """Whether what was carried out without asking (`State.carry_out`) is told: not a way to pay, which shows in what it
    cost, nor that somebody declined or had done what could not be gone on with."""
    if event.id:
        return True
    decision = event.at.decision
    return decision.prompt != PAYMENT and decision.choices[0].action not in ("skip", "done")


def hides(game: Game) -> bool:
    """Whether anything in the game is hidden from somebody."""
    return any(info.seen_by != "all" for info in game.program.layout.slots)


def _outcome(table: State, choice: Choice, seat: int, words: Words) -> Outcome:
    if table.player != seat or choice.option not in table.options:
        return Outcome()  # what is offered depends on hidden things, so nothing can be said of it
    before = _view(table, seat, words)
    forced = [event.at for event in table.carry_out(choice) if not event.id and is_told(event)]
    after = _view(table, seat, words)
    own = _view(forced[0], seat, words) if forced else after
    mentioned = {words.game.namer.thing(kind, value) for _, kind, value in choice.values}
    found = [*changes(before, own, seat, words, mentioned), *shared(before, own, words)]
    follows = [*changes(own, after, seat, words), *shared(own, after, words)] if forced else []
    (follows if forced else found).extend([words("forced")] if table.is_over else [])
    return Outcome(tuple(found), tuple(_forced(at, seat, words) for at in forced), tuple(follows))


def _view(state: State, seat: int, words: Words) -> View:
    """A view of the seat with nothing in it but its own part, and what is told of for all where there is such."""
    viewer = state.game.viewer
    common = viewer.common(state.slots, seat) if _told(words) or words.charted is not None else {}
    return {**common, "players": {state.game.seats[seat]: viewer.panel(state.slots, seat, seat)}}


def _told(words: Words) -> list[str]:
    """What the ruleset wants told where it changes (`show: changes:`)."""
    listed = words.game.model.show.get("changes")
    return [str(id) for id in listed] if isinstance(listed, list | tuple) else []


def _forced(position: State, seat: int, words: Words) -> str:
    """What is carried out without asking, in words; whose it is, where it is not the seat's own."""
    decision = position.decision
    if decision.player is None:
        return words.chance(decision.choices[0], decision)
    text = words.choice(decision.choices[0], decision, position.slots)
    return text if decision.player == seat else f"{words.seat(decision.player)} {text}"


def changes(before: View, after: View, player: int, words: Words, known: set[str] | None = None) -> list[str]:
    """What changed for a player between two views of one seat: pieces first, then counters, markers, and variables
    where the ruleset wants them told.

    known: ids that need no mention (the option names them already).
    """
    seat = words.game.seats[player]
    old, new = before["players"][seat], after["players"][seat]
    out = []
    pieces_before, pieces_after = _pieces(old, words), _pieces(new, words)
    moved = _within(old, new, pieces_before, pieces_after, words)
    for kind in dict.fromkeys([*pieces_before, *pieces_after]):
        number = pieces_after[kind] - pieces_before[kind]
        if number * moved > 0:
            continue
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
    for id in _told(words):
        first, then = old.get(id), new.get(id)  # None where the seat may not see it
        if id in words.game.model.player_state and None not in (first, then) and then != first:
            out.append(words.amount(then - first, id, signed=True))
    return out


def shared(before: View, after: View, words: Words) -> list[str]:
    """What changed for all of that which the ruleset wants told, and the tiles laid on a map."""
    out = []
    for id in _told(words):
        if id in words.game.model.game_state:
            old, new = before["game"].get(id), after["game"].get(id)
            if isinstance(old, int) and isinstance(new, int) and new != old:
                out.append(words.amount(new - old, id, signed=True))
            continue
        first, then = before["places"].get(id, {}), after["places"].get(id, {})
        differing = [
            words.amount((then.get(r) or 0) - (first.get(r) or 0), r, signed=True)
            for r in words.game.program.layout.resources
            if (then.get(r) or 0) != (first.get(r) or 0)
        ]
        if differing:
            out.append(f"{words.name(id)} {' '.join(differing)}")
    return out if words.charted is None else [*words.charted.laid(before, after), *out]


def _within(
    old: Mapping[str, Any], new: Mapping[str, Any], before: Counter[str], after: Counter[str], words: Words
) -> int:
    """-1 where what a player lost from sight went to places of his own that cannot be looked into, such as his deck; 1
    where what he gained came from there; else 0."""
    sizes = [sum(place.get("size", 0) for _, place in every(panel, words.game)) for panel in (old, new)]
    covered = sizes[1] - sizes[0]
    if covered > 0 and (before - after).total() <= covered:
        return -1
    return 1 if covered < 0 and (after - before).total() <= -covered else 0


def _pieces(panel: Mapping[str, Any], words: Words) -> Counter[str]:
    """Kinds in a player's places, where they can be seen and are not left out of the table."""
    return Counter(
        piece["kind"]
        for id, place in every(panel, words.game)
        if id not in words.hidden
        for piece in place.get("pieces", ())
    )


def _counts(panel: Mapping[str, Any], words: Words) -> dict[str, int | None]:
    """Counters of a player, those on his pieces and places included, so that moving them about is no change."""
    resources = words.game.program.layout.resources
    out: dict[str, int | None] = {r: panel[r] for r in resources if r in panel}
    for _, place in every(panel, words.game):
        for holder in (place, *place.get("pieces", ())):
            for r in resources:
                if r in holder and holder[r] is not None and out.get(r, 0) is not None:
                    out[r] = (out.get(r) or 0) + holder[r]
    return out

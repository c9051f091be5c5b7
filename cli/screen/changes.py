"""What an option or a decision changes for the players, as far as one seat can see: `Harbor, −6 coin; bob: +1 coin`.

Compares two views of the same seat, so nothing hidden can get in; what an option would bring is tried on tables in
which everything hidden from the seat was dealt anew (`Dealer.tried`), so that not even a forced move of somebody else
gives it away. Only what all of these tables agree on is shown, for what is shown is taken for certain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from cli.screen.places import every
from cli.screen.words import Words
from interpreter.game import Event, Game, State
from interpreter.program import PAYMENT
from interpreter.runtime.decisions import Choice
from interpreter.runtime.machine import GameFault
from interpreter.runtime.tracking import TrackedState, Unforeseen, Unknown
from interpreter.runtime.views import hides

View = Mapping[str, Any]

_FEW, _MANY, _MOST = 6, 40, 120
"""On so many tables an option is tried: on few where a hidden number is read, on many where hidden pieces are looked
at, until each has lain everywhere, but never on more than most."""

_IN_ALL = 800
"""So many tables are shared out among the options of a decision, so that nobody waits long."""

_FORCED_SHOWN = 2
"""So many of the things that an option leads to by force are named, the rest only by what they change."""


@dataclass(frozen=True)
class Outcome:
    """What an option changes for the seat that decides and for the others (pairs of a player and what changes): by
    itself (own, others), and by what then is carried out without asking, as nothing else is left to choose (forced:
    what that is and for whom, -1 for chance; follows, others_follow: what it changes)."""

    own: tuple[str, ...] = ()
    others: tuple[tuple[int, str], ...] = ()
    forced: tuple[tuple[int, str], ...] = ()
    follows: tuple[str, ...] = ()
    others_follow: tuple[tuple[int, str], ...] = ()

    def common(self, other: Outcome) -> Outcome:
        """What both say."""
        parts = zip(astuple(self), astuple(other), strict=True)
        return Outcome(*(tuple(line for line in mine if line in theirs) for mine, theirs in parts))

    def said(self, words: Words, seat: int) -> str:
        """In words for the seat that decides: `−2 wood; bob: +1 wood; then Rest: +1 coin`."""
        players: dict[str, list[int]] = {}
        for player, text in self.forced:
            players.setdefault(text, []).append(player)
        told = [_forced_on(text, who, seat, words) for text, who in players.items()]
        shown = told[:_FORCED_SHOWN] + (["…"] if len(told) > _FORCED_SHOWN else [])
        mine = ": ".join(part for part in (", ".join(shown), ", ".join(self.follows)) if part)
        then = [*([mine] if mine else []), *_said_of(self.others_follow, words)]
        parts = [*([", ".join(self.own)] if self.own else []), *_said_of(self.others, words)]
        return "; ".join([*parts, *([words("by_force", what="; ".join(then))] if then else [])])


def _said_of(others: Sequence[tuple[int, str]], words: Words) -> list[str]:
    """What changes for each of the others: `bob: +1 coin, −1 wood`."""
    players = dict.fromkeys(player for player, _ in others)
    return [f"{words.seat(p)}: {', '.join(text for q, text in others if q == p)}" for p in players]


def _forced_on(text: str, players: Sequence[int], seat: int, words: Words) -> str:
    """What is left to do, with those on whom it is forced where these are others: `Rest (ann, bob)`."""
    who = [words.seat(player) for player in dict.fromkeys(players) if player >= 0]
    return text if not who or set(players) == {seat} else f"{text} ({', '.join(who)})"


class Tables:
    """Tables that look the same to a seat, on which options are tried: as many as are asked for, each dealt once."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat = seat
        self._state = state
        self.are_one = not hides(state.game.program)
        """whether nothing is hidden, so that all tables are the same"""
        self._dealt: list[tuple[State, Sight]] = []
        self._unseen = state.game.viewer.unseen(seat)

    def __getitem__(self, number: int) -> tuple[State, Sight]:
        """A copy of the table of a number, to be changed at will, and what is seen of it. Unforeseen: what may be
        chosen on it depends on something unknown."""
        while len(self._dealt) <= number:
            dealt = self._state.copy() if self.are_one else self._state.tried(self.seat, len(self._dealt))
            dealt.ask_chance = True
            self._dealt.append((dealt, Sight(dealt.game, dealt.slots, self.seat)))
        table, sight = self._dealt[number]
        return table.copy(), sight

    def outcome(self, choice: Choice, words: Words) -> Outcome:
        """What all tables agree on for an option. The first one tells whether anything hidden is looked at."""
        table, sight = self[0]
        table.slots = tracked = TrackedState(table.slots, self._unseen, table.game.program.layout)
        outcome = _outcome(table, sight, choice, words)
        wanted = 1
        if tracked.has_read_pieces:
            each = max(_FEW, _IN_ALL // len(self._state.options))
            wanted = min(_MOST, each, max(_MANY, table.game.dealer.turns(self._state.slots, self.seat)))
        elif tracked.has_read_hidden:
            wanted = _FEW
        for number in range(1, wanted):
            if outcome == Outcome():
                break
            outcome = outcome.common(_outcome(*self[number], choice, words))
        return outcome


class Sight:
    """What a seat sees of the players, and of what is told of for all, at a position and at those that follow."""

    def __init__(self, game: Game, slots: Sequence[Any], seat: int) -> None:
        self.seat = seat
        self._game = game
        self._slots = slots
        self._first: View | None = None

    def first(self, words: Words) -> View:
        """The view of the position itself."""
        if self._first is None:
            names = enumerate(self._game.seats)
            players = {name: self._game.viewer.panel(self._slots, p, self.seat) for p, name in names}
            self._first = {**self._common(self._slots, words), "players": players}
        return self._first

    def _common(self, slots: Sequence[Any], words: Words) -> View:
        """What is told of for all where there is such."""
        ids = self._ids(words)
        return self._game.viewer.common(slots, self.seat, ids) if ids else {}

    def _ids(self, words: Words) -> frozenset[str]:
        return frozenset([*_told(words), *(words.charted.shown_by if words.charted is not None else ())])

    def then(self, slots: Sequence[Any], words: Words) -> View:
        """The view of a position that follows. What is unknown counts as unchanged."""
        first, viewer, seat = self.first(words), self._game.viewer, self.seat
        now = slots
        if Unknown in map(type, slots):
            now = [old if type(new) is Unknown else new for new, old in zip(slots, self._slots, strict=True)]
        players = {
            name: viewer.panel(now, p, seat) if viewer.may_differ(self._slots, now, p, seat) else first["players"][name]
            for p, name in enumerate(self._game.seats)
        }
        is_other = any(self._slots[slot] != now[slot] for slot, _ in self._game.viewer.named(self._ids(words)))
        return {**(self._common(now, words) if is_other else first), "players": players}


def brings(state: State, choice: Choice, seat: int, words: Words, tables: Tables | None = None) -> Outcome:
    """What taking the option changes for the players: their counters, their pieces, the end of the game.

    Stops where chance or another decision comes first. Empty where nothing of it can be foreseen. tables: those of this
    position, where more than one option is looked at.
    """
    tables = tables or Tables(state, seat)
    try:
        return tables.outcome(choice, words)
    except Unforeseen:
        return Outcome()
    except GameFault:
        if tables.are_one:
            raise
        return Outcome()  # on a table that cannot be


def is_told(event: Event) -> bool:
    """Whether what was carried out without asking (`State.carry_out`) is told: not a way to pay, which shows in what it
    cost, nor that somebody declined or had done what could not be gone on with."""
    if event.id:
        return True
    decision = event.at.decision
    return decision.prompt != PAYMENT and decision.choices[0].action not in ("skip", "done")


def _outcome(table: State, sight: Sight, choice: Choice, words: Words) -> Outcome:
    seat = sight.seat
    if table.player != seat or choice.option not in table.options:
        return Outcome()  # what is offered depends on hidden things, so nothing can be said of it
    mentioned = named(table, choice, words)
    before = sight.first(words)
    forced = [event.at for event in table.carry_out(choice) if not event.id and is_told(event)]
    after = sight.then(table.slots, words)
    own = sight.then(forced[0].slots, words) if forced else after
    found = [*changes(before, own, seat, words, mentioned), *shared(before, own, words)]
    follows = [*changes(own, after, seat, words), *shared(own, after, words)] if forced else []
    (follows if forced else found).extend([words("forced")] if table.is_over else [])
    return Outcome(
        tuple(found),
        tuple(of_others(before, own, seat, words, mentioned)),
        tuple(_forced(at, words) for at in forced),
        tuple(follows),
        tuple(of_others(own, after, seat, words)) if forced else (),
    )


def named(before: State, choice: Choice, words: Words) -> set[str]:
    """The ids that an option names, so that what it changes of these needs no mention; none of them where more is
    chosen with it, of which all is told at the end."""
    info = before.game.program.decisions[before.decision.label]
    if info.kind == "some" and before.slots[0][2 + info.locals.index("chosen")]:
        return set()
    return {words.game.namer.thing(kind, value) for _, kind, value in choice.values}


def of_others(
    before: View, after: View, player: int, words: Words, known: set[str] | None = None
) -> list[tuple[int, str]]:
    """What changed for all players but one, as pairs of the player and a change."""
    others = (p for p in range(words.game.players) if p != player)
    return [(p, text) for p in others for text in changes(before, after, p, words, known)]


def _told(words: Words) -> list[str]:
    """What the ruleset wants told where it changes (`show: changes:`)."""
    listed = words.game.model.show.get("changes")
    return [str(id) for id in listed] if isinstance(listed, list | tuple) else []


def _forced(position: State, words: Words) -> tuple[int, str]:
    """What is carried out without asking, in words, and for whom; -1 for chance."""
    decision = position.decision
    if decision.player is None:
        return -1, words.chance(decision.choices[0], decision)
    return decision.player, words.choice(decision.choices[0], decision, position.slots)


def changes(before: View, after: View, player: int, words: Words, known: set[str] | None = None) -> list[str]:
    """What changed for a player between two views of one seat: pieces first, then counters, markers, and variables
    where the ruleset wants them told.

    known: ids that need no mention (the option names them already).
    """
    seat = words.game.seats[player]
    old, new = before["players"][seat], after["players"][seat]
    if old is new or old == new:
        return []
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
        elif old.get(name) is not None and (laid := (new.get(name) or 0) - old[name]):
            # It stays the player's own, but is no longer at hand, or is again.
            out.append(f"{words.amount(laid, name, signed=True)}{_where(old, new, name, laid, words)}")
    stood = old.get("marker", {})
    out += [words.amount(n - stood[t], t, signed=True) for t, n in new.get("marker", {}).items() if n != stood[t]]
    for id in _told(words):
        first, then = old.get(id), new.get(id)  # None where the seat may not see it
        if id in words.game.model.player_state and None not in (first, then) and then != first:
            out.append(words.amount(then - first, id, signed=True))
    return out


def shared(before: View, after: View, words: Words) -> list[str]:
    """What changed for all of that which the ruleset wants told, and the tiles laid on a map."""
    if before is after or all(before.get(part) is after.get(part) for part in ("game", "places")):
        return []
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


def _where(old: Mapping[str, Any], new: Mapping[str, Any], name: str, laid: int, words: Words) -> str:
    """The place of a player's own to which a counter went or from which it came, where that is one."""
    held = [{id: _held(place, name) for id, place in every(panel, words.game)} for panel in (old, new)]
    found = [id for id, number in held[1].items() if (number - held[0].get(id, 0)) * laid < 0]
    sign = "→" if laid < 0 else "←"
    return f" ({sign} {words.name(found[0])})" if len(found) == 1 else ""


def _held(place: Mapping[str, Any], name: str) -> int:
    """So many of a counter lie in a place and on the pieces in it, as far as it can be seen."""
    return sum(holder.get(name) or 0 for holder in (place, *place.get("pieces", ())))


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

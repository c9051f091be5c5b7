"""Positions that look the same to a seat, with what it may not see dealt anew: for bots, and for trying out options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from interpreter.program import DecisionInfo, Program
from interpreter.program.layout import Layout
from interpreter.program.types import PLAYER, Type
from interpreter.records import record
from interpreter.runtime.rng import Rng
from interpreter.runtime.tracking import UNKNOWN
from interpreter.runtime.views import back_of, row_of_backs, sees, sees_backs

_PLENTY = 20
"""So much more than oneself the others have of something hidden on one of the tables on which options are tried."""


@record
class Hidden:
    """Slots that one seat may not see, by how they are dealt anew.

    shared: groups with a known total. guessed, copied: (slot, the seat's own). unknown: back to the start. zones:
    groups of zones with pieces of one class.
    """

    shared: tuple[tuple[int, ...], ...]
    guessed: tuple[tuple[int, int], ...]
    copied: tuple[tuple[int, int], ...]
    unknown: tuple[int, ...]
    zones: tuple[tuple[int, ...], ...]


class Dealer:
    """Deals hidden things of one program anew. Nothing that it deals depends on what the seat cannot know."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = program.layout
        self._hidden: dict[int, Hidden] = {}

    # ---- what a search may assume

    def redealt(self, s: list[Any], seat: int, rng: Rng) -> list[Any]:
        """A state that looks the same to the seat, with everything hidden from it dealt anew at random.

        Hidden counters of a resource with a limited supply are redistributed (what is not seen elsewhere must be
        there), those of an unlimited one are guessed around the seat's own; hidden pieces of one class, decks included,
        change places, where their backs are seen with those of the same back; a hidden variable is taken to be as the
        seat's own, or as it was at the start; so are names in the rules that stand for something hidden. What chance
        has not yet decided is no part of a state, so the order of decks needs nothing.
        """
        hidden = self.hidden_of(seat)
        out = list(s)
        for slots in hidden.shared:
            self._redistribute(out, slots, rng)
        for slot, own in hidden.guessed:
            out[slot] = out[own] // 2 + rng.below(out[own] + 1) if out[own] > 0 else out[own]
        for slot, own in hidden.copied:
            out[slot] = out[own]
        for slot in hidden.unknown:
            out[slot] = self.layout.start[slot]
        for slots in hidden.zones:
            self._swap(out, slots, seat, rng.shuffled(self._pool(out, slots)))
        out[0] = self._known(s[0], seat, _Invented(self.layout, s, seat, rng))
        return out

    # ---- what is tried to say what an option brings

    def tried(self, s: list[Any], seat: int, number: int) -> list[Any]:
        """The table of a number on which an option is tried, so that what all tables agree on is certain.

        Of a hidden counter the first tables hold none and plenty. Hidden pieces are moved on by one from table to
        table, so that each comes to lie everywhere, then shuffled. What else is hidden is UNKNOWN.
        """
        hidden, rng = self.hidden_of(seat), Rng(number)
        out = list(s)
        for slots in hidden.shared:
            if number < len(slots):
                total = sum(out[slot] for slot in slots)
                for at, slot in enumerate(slots):
                    out[slot] = total if at == number else 0
            else:
                self._redistribute(out, slots, rng)
        for slot, own in hidden.guessed:
            out[slot] = (0, out[own] + _PLENTY)[number] if number < 2 else rng.below(2 * out[own] + 2)
        for slot, _ in hidden.copied:
            out[slot] = UNKNOWN
        for slot in hidden.unknown:
            out[slot] = UNKNOWN
        for slots in hidden.zones:
            pool = self._pool(out, slots)
            self._swap(out, slots, seat, pool[number:] + pool[:number] if number < len(pool) else rng.shuffled(pool))
        out[0] = self._known(s[0], seat, None)
        return out

    def turns(self, s: Sequence[Any], seat: int) -> int:
        """How many tables it takes until each hidden piece has lain everywhere."""
        return max((sum(len(s[slot]) for slot in slots) for slots in self.hidden_of(seat).zones), default=0)

    # ---- the stack

    def _known(self, frame: Any, seat: int, invented: _Invented | None) -> Any:
        """The stack as the seat knows it. In a simultaneous choice the others are still to be asked, after who decides;
        names that stand for something hidden stand for something invented, or (None) are UNKNOWN."""
        if not frame:
            return frame
        up = self._known(frame[-1], seat, invented)
        info = self.program.decisions.get(frame[0])
        veiled = self.program.veiled.get(frame[0], ())
        if (info is None or not info.secret) and not veiled:
            return frame if up is frame[-1] else (*frame[:-1], up)
        out = [*frame[:-1], up]
        for at, kind in veiled:
            if kind.item is not None and kind.key == PLAYER:  # the answers of all: one's own is known
                made = (self._veiled(x, kind.item, invented) if p != seat else x for p, x in enumerate(out[at]))
                out[at] = tuple(made)
            else:
                out[at] = self._veiled(out[at], kind, invented)
        if info is not None and info.secret:
            self._ask_again(out, info, seat)
        return tuple(out)

    def _veiled(self, value: Any, kind: Type, invented: _Invented | None) -> Any:
        return UNKNOWN if invented is None else invented(value, kind)

    def _ask_again(self, frame: list[Any], info: DecisionInfo, seat: int) -> None:
        """Take the answers of others out of the frame of a simultaneous choice."""
        over, at, *kept = (2 + info.locals.index(name) for name in info.secret)
        due = frame[1]
        asked = frame[over][: frame[at]]
        has_answered = seat != due and seat in asked
        frame[over] = (due, *(p for p in frame[over] if p != due and not (p == seat and has_answered)))
        frame[at] = 1
        for where, empty in zip(kept, info.unanswered, strict=True):
            frame[where] = tuple(a if p == seat else empty for p, a in enumerate(frame[where]))

    # ---- slots

    def hidden_of(self, seat: int) -> Hidden:
        """What the seat may not see, by how it is dealt anew."""
        if seat not in self._hidden:
            self._hidden[seat] = self._hidden_from(seat)
        return self._hidden[seat]

    def _hidden_from(self, seat: int) -> Hidden:
        layout = self.layout
        counters: dict[str, list[int]] = {}
        zones: dict[str, list[int]] = {}
        copied, unknown = [], []
        for slot, info in enumerate(layout.slots):
            if sees(info, seat):
                continue
            if info.kind == "player":
                counters.setdefault(info.name, []).append(slot)
            elif info.kind == "zone":
                if layout.places[info.index].pieces is not None:
                    zones.setdefault(layout.places[info.index].pieces or "", []).append(slot)
            elif info.index >= 0 and info.seen_by == "owner" and info.name in layout.player_vars:
                copied.append((slot, slot + (seat - info.index) * layout.player_vars[info.name][1]))
            else:
                unknown.append(slot)
        shared, guessed = [], []
        for name, slots in counters.items():
            if layout.resource(name) in layout.supply_slots:
                shared.append(tuple(slots))
            elif layout.slots[slots[0]].seen_by == "owner":
                guessed += [(x, x + seat - layout.slots[x].index) for x in slots]
            else:
                unknown += slots
        return Hidden(tuple(shared), tuple(guessed), tuple(copied), tuple(unknown), tuple(map(tuple, zones.values())))

    def _redistribute(self, out: list[Any], slots: tuple[int, ...], rng: Rng) -> None:
        total = sum(out[slot] for slot in slots)
        if total <= 0 or len(slots) < 2:
            return
        cuts = sorted(rng.below(total + 1) for _ in range(len(slots) - 1))
        for slot, low, high in zip(slots, [0, *cuts], [*cuts, total], strict=True):
            out[slot] = high - low

    def _pool(self, s: Sequence[Any], slots: tuple[int, ...]) -> list[int]:
        """The pieces in some zones, in an order that tells nothing of where they lie."""
        return sorted(x for slot in slots for x in s[slot])

    def _swap(self, out: list[Any], slots: tuple[int, ...], seat: int, pool: list[int]) -> None:
        """Deal the pieces of a pool to some zones, each of which keeps its number of them."""
        places = self.layout.places
        if len(slots) < 2 and not places[slots[0] - self.layout.zone_base].ordered:
            return
        # Those whose backs are seen first: there are pieces for all of these, whatever the others get.
        with_backs = [slot for slot in slots if sees_backs(self.layout.slots[slot], seat)]
        backs = {slot: row_of_backs(self.layout, out, slot) for slot in with_backs}
        dealt = {slot: [self._drawn(out, pool, back) for back in backs[slot]] for slot in with_backs}
        for slot in slots:
            if slot not in dealt:
                dealt[slot], pool = pool[: len(out[slot])], pool[len(out[slot]) :]
        for slot, mine in dealt.items():
            place = slot - self.layout.zone_base
            out[slot] = tuple(mine if places[place].ordered else sorted(mine))
            for x in mine:
                out[self.layout.at_base + x] = place

    def _drawn(self, s: Sequence[Any], pool: list[int], back: tuple[tuple[str, object], ...]) -> int:
        """Take the first piece with a back out of the pool."""
        found = next(x for x in pool if back_of(self.layout, s, x) == back)
        pool.remove(found)
        return found


class _Invented:
    """What names in the rules might stand for that come of something hidden: any hidden piece of the class, the same
    for the same one; of all else as little as there can be."""

    def __init__(self, layout: Layout, s: Sequence[Any], seat: int, rng: Rng) -> None:
        self._layout = layout
        self._s = s
        self._seat = seat
        self._rng = rng
        self._pools: dict[str, Iterator[int]] = {}
        self._pieces: dict[int, int] = {}

    def __call__(self, value: Any, kind: Type) -> Any:
        if kind.name == "list" and kind.item is not None:
            return tuple(self(x, kind.item) for x in value)
        if kind.name == "piece" and self._is_hidden(value):
            if value not in self._pieces:
                self._pieces[value] = next(self._pool(self._layout.kinds[self._layout.pieces[value]][0]))
            return self._pieces[value]
        if kind.name == "kind" and value >= 0:
            return self._layout.class_kinds[self._layout.kinds[value][0]][0]
        return {"int": 1, "bool": False, "player": 0, "resource": 0}.get(kind.name, value)

    def _pool(self, cls: str) -> Iterator[int]:
        """The hidden pieces of a class, shuffled."""
        if cls not in self._pools:
            hidden = [x for x in self._layout.class_pieces[cls] if self._is_hidden(x)]
            self._pools[cls] = iter(self._rng.shuffled(hidden))
        return self._pools[cls]

    def _is_hidden(self, piece: int) -> bool:
        place = self._s[self._layout.at_base + piece] if piece >= 0 else -1
        return place >= 0 and not sees(self._layout.slots[self._layout.zone_base + place], self._seat)

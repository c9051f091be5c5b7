"""Games of one program played in C: whole ones between players of ours; choices of others are left to Python.

The same seed gives the same game as Python's form. Where C gives up, because a bound is reached or a rule is at fault,
the caller plays that game in Python, which finds the fault and says its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from interpreter.native.library import LIST, PAUSED, GaveUp, Library
from interpreter.program import FREE, DecisionInfo, Program
from interpreter.runtime.dealing import Dealer
from interpreter.runtime.machine import OVER
from interpreter.runtime.scoring import ScoreSheet, ranked
from interpreter.runtime.views import sees_backs

ELSEWHERE, RANDOM, GREEDY = 0, 1, 2
"""How a seat chooses: in Python, at random, or what looks best at once."""
FREE_MARK = 1 << 30
"""Where the numbers of free actions begin in what is noted."""

MOST_GIVEN = 1000
"""Lists of numbers for players that are kept."""

Taste = tuple[tuple[int, ...], tuple[int, ...]]
"""Weights of hints, and what is barred, as players.h has them; () for none."""
Key = tuple[int, int, Any]
Chooser = Callable[[list[Any], list[Any], int, int], tuple[int, int]]
"""(position, options, seat, state of its generator) → (number of an option, state of the generator then)"""


class Engine:
    """Plays games of one program. For one thread."""

    def __init__(self, program: Program, library: Library, belonging: tuple[Any, Any]) -> None:
        """belonging: the slots of counters and of zones that belong to each player."""
        self.program = program
        self.library = library
        self._c, self._ffi = library.c, library.ffi
        self.thread = library.thread()
        self.start = library.put(self.thread, program.layout.start)
        self._c.rw_begin(self.start)
        self._state = library.state()
        self._keys: dict[bytes, Key] = {}
        self._given: dict[tuple[int, ...], Any] = {}
        self.why = 0
        """why C gave up last: stopped, too much, or at fault"""
        backs = library.numbers(_backs(program))
        for seat in range(program.players):
            counters, zones = (part[seat] if part else () for part in belonging)
            mine = library.numbers([len(counters), *counters, len(zones), *zones])
            self._c.rw_hidden(seat, library.numbers(_hidden(program, seat)), mine, backs)
        self._depth = {label: kinds for label, kinds in library.form.frames.items()}

    def play(
        self,
        kinds: Sequence[int],
        dice: Sequence[int],
        seed: int,
        choose: Chooser,
        noting: bool = True,
        tastes: Sequence[Taste] = (),
    ) -> tuple[dict[Key, int], dict[Key, int], dict[str, int], int, ScoreSheet]:
        """One game: what was chosen, what was carried out as the only option, how often each phase was entered, how
        often somebody chose, and the score sheet. kinds, dice: how each seat chooses and the state of its generator.
        choose: called for seats of the kind ELSEWHERE, and where a player of C cannot. tastes: of each seat. GaveUp:
        play it in Python."""
        c, thread, state = self._c, self.thread, self._state
        c.rw_begin_game(thread, state, self.start, seed, noting)
        given = [[self._numbers(part) for part in taste] for taste in tastes or [((), ())] * len(kinds)]
        seats = self._ffi.new("Seat[]", [(*seat, *own) for *seat, own in zip(kinds, dice, given, strict=True)])
        r = c.rw_play(thread, state, seats, -1)
        while r != OVER:
            if r == PAUSED:
                r = c.rw_play(thread, state, seats, -2)
            elif r == LIST:
                slots = self.library.slots(state)
                who = slots[0][1]
                number, seats[who].rng = choose(slots, self.options(slots[0][0]), who, seats[who].rng)
                r = c.rw_play(thread, state, seats, number)
            else:
                self.why = r
                raise GaveUp
        counts, forced = self._noted() if noting else ({}, {})
        entered = c.rw_entered(thread)
        phases = {name: entered[label] for label, name in self.program.phases.items() if entered[label]}
        return counts, forced, phases, c.rw_decided(thread), self.sheet(state)

    def _numbers(self, values: tuple[int, ...]) -> Any:
        """Numbers for as long as the game goes on, or no numbers."""
        if not values:
            return self._ffi.NULL
        if values not in self._given:
            if len(self._given) >= MOST_GIVEN:
                self._given.clear()
            self._given[values] = self._ffi.new("int32_t[]", values)
        return self._given[values]

    def sheet(self, state: Any) -> ScoreSheet:
        """The score sheet of a position in C."""
        program, players = self.program, self.program.players
        names = [*program.scores, *(name for name, _ in program.tie_breaks)]
        out = self._ffi.new("int64_t[]", (len(names) + 2) * players + 1)
        if self._c.rw_sheet(self.thread, state, out):
            raise GaveUp
        rows = [tuple(out[i * players : (i + 1) * players]) for i in range(len(names))]
        at = len(names) * players
        eligible = tuple(out[at + 1 : at + 1 + out[at]])
        ending = self.library.slots_of(state, 1)
        n = len(program.scores)
        scores = dict(zip(program.scores, rows, strict=False))
        ties = {name: row for (name, _), row in zip(program.tie_breaks, rows[n:], strict=True)}
        return ranked(program, scores, ties, eligible, ending)

    def sheet_of(self, position: Any) -> ScoreSheet:
        """The score sheet of a `stepping.Position`."""
        return self.sheet(position.block)

    def options(self, label: int) -> list[Any]:
        """The options of the decision that is due, as the Python form has them."""
        width, c = self.library.form.sizes["WIDTH"], self._c
        found = c.rw_options(self.thread)
        info = self.program.decisions[label]
        out: list[Any] = []
        for i in range(c.rw_count(self.thread)):
            first = found[i * width]
            if info.kind != "choose" and first < FREE:
                out.append(first)
                continue
            out.append(tuple([first, *(self._part(label, first, k, found[i * width + k])
                                       for k in range(1, 1 + _binds(self.program, info, first)))]))  # fmt: skip
        return out

    def _part(self, label: int, first: int, at: int, value: int) -> Any:
        if (label, first, at) not in self.library.form.boxed:
            return value
        boxed = self._ffi.cast("struct { const int32_t *p; int n; } *", value)
        return tuple(boxed.p[0 : boxed.n])

    # ---- what was noted

    def _noted(self) -> tuple[dict[Key, int], dict[Key, int]]:
        size, n = self._c.rw_note_size(), self._ffi.new("int *")
        found = self._c.rw_notes(self.thread, n)
        raw = bytes(self._ffi.buffer(found, 4 * size * n[0]))
        numbers = memoryview(raw).cast("i") if raw else ()
        counts: dict[Key, int] = {}
        forced: dict[Key, int] = {}
        keys = self._keys
        for i in range(n[0]):
            at = i * size
            text = raw[4 * at + 8 : 4 * (at + size)]
            key = keys.get(text)
            if key is None:
                key = keys[text] = self._key([*numbers[at + 2 : at + size]])
            if numbers[at]:
                counts[key] = numbers[at]
            if numbers[at + 1]:
                forced[key] = numbers[at + 1]
        return counts, forced

    def _key(self, noted: list[int]) -> Key:
        """(seat, label, what was chosen) from how C noted it."""
        who, label, first, *rest = noted
        info = self.program.decisions[label]
        if first >= FREE_MARK:
            first = FREE + first - FREE_MARK
        elif info.kind == "some":
            names = list(info.locals)
            depth = self._depth[label][1 + names.index("src")]
            return who, label, tuple(rest[:first]) if depth == "2" and first >= 0 else first
        elif info.kind != "choose":
            return who, label, first
        value: list[Any] = [first]
        for k in range(1, 1 + _binds(self.program, info, first)):
            if (label, first, k) in self.library.form.boxed:
                n = rest.pop(0)
                value.append(tuple(rest[:n]))
                del rest[:n]
            else:
                value.append(rest.pop(0))
        alts: Mapping[int, Any] | Sequence[Any] = self.program.free if first >= FREE else info.alts
        if first >= 0:
            binds = alts[first - FREE if first >= FREE else first].binds
            value[1:] = [bool(v) if b.type.name == "bool" else v for b, v in zip(binds, value[1:], strict=True)]
        return who, label, tuple(value)


def _binds(program: Program, info: DecisionInfo, first: int) -> int:
    """How many things an option of an alternative names."""
    if first < 0:
        return 0
    return len((program.free[first - FREE] if first >= FREE else info.alts[first]).binds)


def _hidden(program: Program, seat: int) -> list[int]:
    """What a seat does not see, as `redealt` in players.c reads it."""
    layout = program.layout
    hidden = Dealer(program).hidden_of(seat)
    out = [len(hidden.shared)]
    for slots in hidden.shared:
        out += [len(slots), *slots]
    out.append(len(hidden.guessed))
    for slot, own in hidden.guessed:
        out += [slot, own]
    out.append(len(hidden.copied))
    for slot, own in hidden.copied:
        out += [slot, own, int(isinstance(layout.start[slot], tuple))]
    unknown = [slot for slot in hidden.unknown if not isinstance(layout.start[slot], tuple)]
    if len(unknown) < len(hidden.unknown):
        raise GaveUp
    out.append(len(unknown))
    for slot in unknown:
        out += [slot, int(layout.start[slot] or 0)]  # type: ignore[call-overload]
    out.append(len(hidden.zones))
    for zone_slots in hidden.zones:
        out.append(len(zone_slots))
        for slot in zone_slots:
            place = layout.places[slot - layout.zone_base]
            out += [slot, int(sees_backs(layout.slots[slot], seat)), int(place.ordered)]
    return out


def _backs(program: Program) -> list[int]:
    """The backs of pieces as numbers, in the order in which they are sorted, as `back_of` in players.c reads them."""
    layout = program.layout
    known = sorted({back for faces in layout.backs.values() for back in faces} | {()}, key=str)
    most = max([1, *map(len, layout.backs.values())])
    faces = [layout.face_base.get(layout.kinds[kind][0], -1) for kind in layout.pieces]
    slots = [-1 if base < 0 else base + x for x, base in enumerate(faces)]
    out = [most, *(slot if kind in layout.backs else -1 for slot, kind in zip(slots, layout.pieces, strict=True))]
    for kind in range(len(layout.kinds)):
        mine = layout.backs.get(kind) or ((),)
        out += [known.index(mine[min(i, len(mine) - 1)]) for i in range(most)]
    return out


__all__ = ["ELSEWHERE", "GREEDY", "RANDOM", "Engine", "GaveUp"]

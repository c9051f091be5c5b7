"""Games of one program played in C: whole ones between players of ours; choices of others are left to Python.

The same seed gives the same game as Python's form. Where C gives up, because a bound is reached or a rule is at fault,
the caller plays that game in Python, which finds the fault and says its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from interpreter.native.library import AGAIN_PLEASE, LEFT_TO_PYTHON, LIST, PAUSED, GaveUp, Library
from interpreter.native.program import NativeForm
from interpreter.program import FREE, DecisionInfo, Program
from interpreter.program.layout import belongings
from interpreter.program.types import PLAYER, Type
from interpreter.runtime.dealing import Dealer
from interpreter.runtime.machine import OVER
from interpreter.runtime.scoring import ScoreSheet, ranked
from interpreter.runtime.seats import Seat
from interpreter.runtime.views import sees, sees_backs

FREE_MARK = 1 << 30
"""Where the numbers of free actions begin in what is noted."""

MOST_GIVEN = 1000
"""Lists of numbers for players that are kept."""

Key = tuple[int, int, Any]
Chooser = Callable[[list[Any], list[Any], int, int], tuple[int, int]]
"""(position, options, seat, state of its generator) → (number of an option, state of the generator then)"""


class Engine:
    """Plays games of one program. For one thread."""

    def __init__(self, program: Program, library: Library) -> None:
        self.program = program
        self.library = library
        self._c, self._ffi = library.c, library.ffi
        self.thread = library.thread()
        self.start = library.put(self.thread, [(library.form.sizes["START"], None), *program.layout.start[1:]])
        self._state = library.state()
        self.notes: list[Key] = []
        """what the notes stand for, by number; forgotten where there are too many"""
        self._given: dict[tuple[int, ...], Any] = {}
        self.why = 0
        """why C gave up last: stopped, too much, or at fault"""
        counters, zones = belongings(program.layout)
        backs, known = library.numbers(backs_of(program)), library.numbers(what_is_known(program, library.form))
        for seat in range(program.players):
            mine = [len(counters[seat]), *counters[seat], len(zones[seat]), *zones[seat]]
            hidden = library.numbers(hidden_from(program, seat))
            self._c.rw_hidden(self.thread, seat, hidden, library.numbers(mine), known, backs)
        self._depth = {label: kinds for label, kinds in library.form.frames.items()}

    def play(
        self, seats: Sequence[Seat], dice: Sequence[int], seed: int, choose: Chooser | None = None, noting: bool = True
    ) -> tuple[int, ScoreSheet]:
        """One game: how often somebody chose, and the score sheet. dice: the state of each seat's generator. choose:
        called for seats of the kind ELSEWHERE, and where a player of C cannot choose. noting: what is chosen is counted
        for `noted`, `phases` and `add_up`. GaveUp: play it in Python."""
        c, thread, state = self._c, self.thread, self._state
        if c.rw_notes_begin(thread):
            self.notes = []
        c.rw_begin_game(thread, state, self.start, seed, noting)
        given = self._ffi.new("Seat[]", [self.seat_in_c(seat, own) for seat, own in zip(seats, dice, strict=True)])
        r = c.rw_play(thread, state, given, -1)
        while r != OVER:
            if r == PAUSED:
                r = c.rw_play(thread, state, given, -2)
            elif r == LIST:
                assert choose is not None
                slots = self.library.slots(state)
                who = slots[0][1]
                number, given[who].rng = choose(slots, self.options(slots[0][0]), who, given[who].rng)
                r = c.rw_play(thread, state, given, number)
            else:
                self.why = r
                raise GaveUp
        return c.rw_decided(thread), self.sheet(state)

    def pick(self, view: Sequence[Any], options: int, seat: Seat, dice: int) -> tuple[int, int] | None:
        """What a seat picks at a position that is dealt anew for it: (number of an option, state of its generator
        then). options: how many there are. None: Python is to choose."""
        c, thread = self._c, self.thread
        try:
            state = self.library.put(thread, view)
        except (GaveUp, OverflowError):
            return None
        if c.rw_list(thread, state) != LIST or c.rw_count(thread) != options:
            return None
        given = self._ffi.new("Seat *", self.seat_in_c(seat, dice))
        number = c.rw_pick(thread, state, given, 0)
        while number == AGAIN_PLEASE:
            number = c.rw_pick(thread, state, given, 1)
        return None if number == LEFT_TO_PYTHON or number < 0 else (number, given.rng)

    def seat_in_c(self, seat: Seat, dice: int) -> tuple[object, ...]:
        """How a seat chooses, as C has it. dice: the state of its generator."""
        return (*seat.in_c(dice), self._numbers(seat.weights), self._numbers(seat.barred))

    def _numbers(self, values: tuple[int, ...]) -> Any:
        """Numbers that are kept for as long as the engine is used; nothing for none."""
        if not values:
            return self._ffi.NULL
        if values not in self._given:
            if len(self._given) >= MOST_GIVEN:  # what is not of the game at hand is needed no more
                self._given = dict(list(self._given.items())[MOST_GIVEN // 2 :])
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

    def noted(self) -> tuple[dict[Key, int], dict[Key, int]]:
        """What was chosen in the last game, and what was carried out as the only option, with how often."""
        n: int = self._c.rw_noted(self.thread, self._ffi.NULL, 0)
        out = self._ffi.new("int[]", 3 * n)
        self._c.rw_noted(self.thread, out, n)
        found, keys = self._ffi.unpack(out, 3 * n), self.notes
        rows = list(zip(found[::3], found[1::3], found[2::3], strict=True))
        return {keys[i]: n for i, n, _ in rows if n}, {keys[i]: n for i, _, n in rows if n}

    def new_notes(self) -> Iterator[tuple[int, Key]]:
        """The notes that have come since this was last asked, with their numbers."""
        n = self._ffi.new("int *")
        for i in range(len(self.notes), self._c.rw_notes(self.thread)):
            found = self._c.rw_note(self.thread, i, n)
            self.notes.append(self._key(self._ffi.unpack(found, n[0])))
            yield i, self.notes[i]

    def counts_for(self, note: int, entries: Sequence[int]) -> None:
        """Say as which entries `add_up` counts a note, by their numbers."""
        if self._c.rw_counts_for(self.thread, note, entries, len(entries)):
            raise MemoryError

    def add_up(self, shares: Sequence[int]) -> None:
        """Add the last game to what is counted of entries. shares: what each seat has won."""
        self._c.rw_add_up(self.thread, shares)

    def added_up(self, entries: int) -> list[int]:
        """{times, times there was a choice, games of seats that took it, what these won} of so many entries, since this
        was last asked."""
        out = self._ffi.new("int64_t[]", 4 * entries)
        self._c.rw_added_up(self.thread, out, entries)
        return self._ffi.unpack(out, 4 * entries)  # type: ignore[no-any-return]

    def phases(self) -> dict[str, int]:
        """How often each phase was entered in the last game."""
        entered = self._c.rw_entered(self.thread)
        return {name: entered[label] for label, name in self.program.phases.items() if entered[label]}

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


def hidden_from(program: Program, seat: int) -> list[int]:
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


def backs_of(program: Program) -> list[int]:
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


_AS_IT_IS, _ONE, _ZERO, _PIECE, _KIND, _BY_PLAYER = 0, 1, 2, 3, 4, 8
_STANDS_FOR = {"int": _ONE, "bool": _ZERO, "player": _ZERO, "resource": _ZERO, "piece": _PIECE, "kind": _KIND}


def what_is_known(program: Program, form: NativeForm) -> list[int]:
    """What names in the rules may stand for that come of something hidden, as `invent` in dealing.c reads it; a label
    whose values C cannot invent has -1 in place of where they stand."""
    layout, labels = program.layout, form.sizes["N_LABELS"]
    classes = [*layout.class_pieces]
    number = {cls: i for i, cls in enumerate(classes)}
    out = [len(classes), len(layout.kinds), 0]
    for cls in classes:
        pieces, kinds = layout.class_pieces[cls], layout.class_kinds[cls]
        out += [pieces[0] if pieces else 0, len(pieces), kinds[0] if kinds else -1]
    out += [number[layout.kinds[kind][0]] for kind in layout.pieces] + [number[cls] for cls, _ in layout.kinds]
    for seat in range(program.players):
        out += [int(sees(layout.slots[layout.zone_base + n], seat)) for n in range(len(layout.places))]
    out[2] = at = len(out)
    out += [0] * labels
    secret = {label for label, info in program.decisions.items() if info.secret}
    for label in sorted({*program.veiled, *secret}):
        depths = form.frames.get(label)
        if depths is None:
            continue
        parts = _parts(program.decisions[label]) if label in secret else {}
        row = _stands_for(depths, dict(program.veiled.get(label, ())), parts) if len(classes) <= _MOST_CLASSES else None
        out[at + label] = -1 if row is None else len(out)
        out += row or ()
    return out


_MOST_CLASSES = 16
"""Classes of pieces up to which names are made up in C."""


def _parts(info: DecisionInfo) -> dict[int, tuple[int, int]]:
    """Place in the frame of a simultaneous choice → its part there, and what stands there before an answer."""
    over, at, *kept = (2 + info.locals.index(name) for name in info.secret)
    unanswered = (int(empty) if isinstance(empty, int) else 0 for empty in info.unanswered)
    answers = {where: (_ANSWERS, empty) for where, empty in zip(kept, unanswered, strict=True)}
    return {over: (_WHO_IS_ASKED, 0), at: (_HOW_MANY, 0), **answers}


_WHO_IS_ASKED, _HOW_MANY, _ANSWERS = 1, 2, 3
_MOST_VALUES = 64


def _stands_for(
    depths: Sequence[str], veiled: Mapping[int, Type], parts: Mapping[int, tuple[int, int]]
) -> list[int] | None:
    """Of each value of a frame how deep a list it is, what is made up for it, and its part in a simultaneous choice.
    None: C cannot do that."""
    out = [len(depths)]
    for at, depth in enumerate(depths, 1):
        part = parts.get(at, (0, 0))
        if at not in veiled:
            out += [int(depth) if depth.isdigit() else 1, _AS_IT_IS, *part]
            continue
        kind, what = veiled[at], 0
        if kind.item is not None and kind.key == PLAYER:
            kind, what = kind.item, _BY_PLAYER
        while kind.name == "list" and kind.item is not None:
            kind = kind.item
        if not depth.isdigit():
            return None
        out += [int(depth), what | _STANDS_FOR.get(kind.name, _AS_IT_IS), *part]
    return out if len(depths) <= _MOST_VALUES else None


__all__ = ["Engine", "GaveUp", "backs_of", "hidden_from", "what_is_known"]

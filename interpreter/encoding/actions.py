"""The fixed action space of a compiled ruleset: every option is spelled with actions that have numbers and names.

An option is a word of actions: what is done (`trade: sell`), then each thing that is chosen (`trade: sell g=wood`),
then what tells pieces of one kind from each other (face, place, owner), the end, and a number where nothing else
differs. An environment asks for one action after another; where all options that are left go on alike, nothing is
asked. So the space grows with the sum of the things that can be chosen, not with their product.

Everything is a table of whole numbers, which `Spelling` reads here and `native/runtime/envs.c` in C. Seats count from
whoever is to choose: 0 is `me`, 1 the next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from interpreter.program import FREE, AltInfo, BindInfo, DecisionInfo, Program
from interpreter.program.types import Type, classes_of
from interpreter.runtime.decisions import Names

DIGITS = 32
"""How many actions name a number below it; greater ones take one more for each further digit to this base."""
LEVELS = 6
"""How many further digits there are."""
OWN_BLOCK = 256
"""Places up to so many have actions of their own at each choice; else those that all choices share."""
NUMBER, THING, FACE, PLACE, OWNER, LENGTH = range(6)
"""What a part of a word tells of a value: LENGTH goes before the parts of a list."""
WIDTH = 6
"""Numbers for one part: what it tells, which value of the option, first action, table, its stride by seat, whether it
is told of each thing in a list."""
KINDS = {"choose": 1, "some": 2, "spread": 3}


class Numbers:
    """A table of whole numbers in which rows are kept once."""

    def __init__(self, first: int) -> None:
        self.cells = [0] * first
        self._known: dict[tuple[int, ...], int] = {}

    def add(self, row: Sequence[int]) -> int:
        """Where a row lies."""
        key = tuple(row)
        if key not in self._known:
            self._known[key] = len(self.cells)
            self.cells += key
        return self._known[key]


def seat_name(distance: int) -> str:
    """What a seat is called that is so many seats after the one who looks: me, next, next2 …"""
    return "me" if distance == 0 else "next" if distance == 1 else f"next{distance}"


class Things:
    """What values of each type are called and how they are numbered, seen from each seat."""

    def __init__(self, program: Program, names: Names, numbers: Numbers) -> None:
        self.program, self.layout, self.names, self.numbers = program, program.layout, names, numbers
        self.seats = range(program.players)
        self.place_names, self.place_rows = self._places()

    def _places(self) -> tuple[list[str], list[list[int]]]:
        """The names of places as a seat sees them, and for each seat the number of each place among these names."""
        known: dict[str, int] = {}
        rows = []
        for seat in self.seats:
            row = []
            for place in self.layout.places:
                whose = "" if place.owner < 0 else f"{seat_name(self.distance(place.owner, seat))} "
                row.append(known.setdefault(f"{whose}{place.zone}", len(known)))
            rows.append(row)
        return list(known), rows

    def distance(self, player: int, seat: int) -> int:
        """How many seats a player is after another."""
        return (player - seat) % self.program.players

    def kinds(self, classes: Sequence[str], *, with_pieces: bool) -> list[int]:
        """The kinds of some classes (of all, where none is named), or those of them of which there are pieces."""
        found = [k for cls in classes or self.layout.class_kinds for k in self.layout.class_kinds.get(cls, ())]
        there = set(self.layout.pieces) if with_pieces else set(found)
        return [k for k in found if k in there]

    def domain(self, kind: Type) -> tuple[list[str], list[list[int]]] | None:
        """The names of the values of a type as a seat sees them, and for each seat the number of each value among them
        (one row for all seats where they agree). None: numbers, or what is told by its number."""
        layout = self.layout
        same: Callable[[int], list[list[int]]] = lambda n: [list(range(n))]  # noqa: E731
        match kind.name:
            case "bool":
                return ["no", "yes"], same(2)
            case "player":
                rows = [[self.distance(p, seat) for p in self.seats] for seat in self.seats]
                return [seat_name(p) for p in self.seats], rows
            case "resource":
                return list(layout.resources), same(len(layout.resources))
            case "piece" | "kind":
                numbered = self.kinds(classes_of(kind), with_pieces=kind.name == "piece")
                at = {k: i for i, k in enumerate(numbered)}
                whole = layout.pieces if kind.name == "piece" else range(len(layout.kinds))
                return [layout.kinds[k][1] for k in numbered], [[at.get(k, len(numbered)) for k in whole]]
            case "place":
                return self._places_of(kind)
            case "marker":
                tracks = len(layout.tracks)
                names = [f"{seat_name(p)} {track}" for p in self.seats for track in layout.tracks]
                rows = [[self.distance(p, s) * tracks + t for p in self.seats for t in range(tracks)]
                        for s in self.seats]  # fmt: skip
                return names, rows
        plain = {"phase": self.names.procedures, "menu": self.names.menus, "track": layout.tracks,
                 "mark": layout.marks, "face": self.names.faces.get(kind.of, ())}  # fmt: skip
        return (list(map(str, plain[kind.name])), same(len(plain[kind.name]))) if kind.name in plain else None

    def _places_of(self, kind: Type) -> tuple[list[str], list[list[int]]]:
        wanted = [
            p for p, place in enumerate(self.layout.places)
            if (not kind.space or place.space == kind.space) and (not kind.of or place.pieces == kind.of)
        ]  # fmt: skip
        found = sorted({row[p] for row in self.place_rows for p in wanted})
        at = {number: i for i, number in enumerate(found)}
        return [self.place_names[n] for n in found], [[at.get(n, len(found)) for n in row] for row in self.place_rows]

    def table(self, rows: list[list[int]], size: int) -> tuple[int, int]:
        """Where a table lies of the numbers of values (from -1, none, which is numbered last), and its stride."""
        flat = [x for row in rows for x in (size, *row)]
        return self.numbers.add(flat), 0 if len(rows) == 1 else len(rows[0]) + 1


class Spelling:
    """The words of the options of one program. names: what each action is called, by number."""

    def __init__(self, program: Program, things: Things, numbers: Numbers) -> None:
        self.program, self.things, self.numbers = program, things, numbers
        self.names: list[str] = []
        self._blocks: dict[str, int] = {}
        self.end = self._block("that", [""])
        self.minus = self._block("minus", [""])
        higher = [f"{DIGITS**level} times {n}" for level in range(1, LEVELS + 1) for n in range(DIGITS)]
        self.digits = self._block("number ", higher)
        self.ordinal = self._block("the one with number ", map(str, range(DIGITS)))
        layout = program.layout
        self.at_base = layout.at_base
        self._shared_places = self._block("place ", [*things.place_names, "none"])
        most = max([1, *(len(f) for f in things.names.faces.values())])
        self._faces = self._block("face ", [str(n + 1) for n in range(most)])
        self._owners = self._block("of ", [*map(seat_name, things.seats), "nobody"])
        self._tables = self._common_tables()
        self.free = [self._alternative("free", alt) for alt in program.free]
        self.labels = {label: self._decision(info) for label, info in program.decisions.items() if info.kind in KINDS}

    def _block(self, name: str, values: Sequence[str] | Iterator[str] | map[str]) -> int:
        """The first of the actions that name the values of something; the same for what is called the same."""
        if name not in self._blocks:
            self._blocks[name] = len(self.names)
            self.names += [f"{name}{value}" for value in values]
        return self._blocks[name]

    def _common_tables(self) -> dict[int, tuple[int, int]]:
        layout, things = self.program.layout, self.things
        faces = [layout.face_base.get(layout.kinds[k][0], -1) for k in layout.pieces]
        slots = [-1 if base < 0 else base + x for x, base in enumerate(faces)]
        owners = [[things.distance(p, s) if p >= 0 else -1 for p in layout.piece_owner] for s in things.seats]
        return {
            FACE: things.table([slots], -1),
            OWNER: things.table(owners, -1),
            PLACE: things.table(things.place_rows, len(things.place_names)),
        }

    # ---- from declarations to parts

    def _decision(self, info: DecisionInfo) -> int:
        """Where what is known of a decision lies: kind, skip or done, then where each alternative lies."""
        where = info.menu or info.prompt or info.procedure
        stop = self._block(f"{'skip' if info.kind == 'choose' else 'done'} {where}", [""])
        if info.kind == "choose":
            rows = [self._alternative(where, alt) for alt in info.alts]
        else:
            verb = self._block(where, [""])
            parts = list(self._parts(where, BindInfo("x", info.item or Type("int"), True), 0))
            if info.kind == "spread":
                units = self._block(f"{where} n=", map(str, range(DIGITS)))
                parts.append((NUMBER, 1, units, 0, 0, 0))
            rows = [self._row(verb, parts)]
            if info.kind == "spread":  # the first value of a frame is who acts
                rows += [1 + info.locals.index(name) for name in ("left", "where")]
        return self.numbers.add([KINDS[info.kind], stop, *rows])

    def _alternative(self, where: str, alt: AltInfo) -> int:
        verb = f"{where}: {alt.label}" if alt.label and alt.label != where else where
        parts = [part for i, bind in enumerate(alt.binds) for part in self._parts(verb, bind, i + 1)]
        return self._row(self._block(verb, [""]), parts)

    def _row(self, verb: int, parts: Sequence[tuple[int, ...]]) -> int:
        ordered = sorted(parts, key=lambda part: FACE <= part[0] <= OWNER)  # what tells alike things apart comes last
        return self.numbers.add([verb, len(ordered), *(x for part in ordered for x in part)])

    def _parts(self, verb: str, bind: BindInfo, at: int) -> Iterator[tuple[int, ...]]:
        """What is told of one value."""
        kind, many = bind.type, 0
        name = f"{verb} {bind.name}"
        if kind.name in ("list", "bag"):
            yield LENGTH, at, self._block(f"size of {name}=", map(str, range(DIGITS))), 0, 0, 0
            kind, many = (kind.item or Type("int")) if kind.name == "list" else Type("int"), 1
            if kind.name in ("list", "bag"):
                return  # told apart by its number
        found = self.things.domain(kind)
        if found is None:
            yield NUMBER, at, self._block(f"{name}=", map(str, range(DIGITS))), 0, 0, many
            return
        names, rows = found
        table, stride = self.things.table(rows, len(names))
        if kind.name == "place" and len(names) > OWN_BLOCK:
            yield (THING, at, self._shared_places, *self._tables[PLACE], many)
        else:
            base = self._block(f"{name}=", [*names, "none"])
            yield THING, at, base, table, stride, many
        if kind.name == "piece":
            yield (FACE, at, self._faces, *self._tables[FACE], many)
            yield (PLACE, at, self._shared_places, *self._tables[PLACE], many)
            yield (OWNER, at, self._owners, *self._tables[OWNER], many)

    # ---- words

    def words(self, s: Sequence[Any], options: Sequence[Any]) -> list[list[int]]:
        """The words of the options of the decision that is due in a position, no two alike, and none the beginning of
        another."""
        label, seat = s[0][0], s[0][1]
        words = [self._word(s, label, option, seat) for option in options]
        alike = Counter(map(tuple, words))
        if len(alike) < len(words):
            seen: Counter[tuple[int, ...]] = Counter()
            for word in words:
                key = tuple(word)
                if alike[key] > 1:
                    self._number(word, seen[key], self.ordinal)
                    seen[key] += 1
        return words

    def _word(self, s: Sequence[Any], label: int, option: Any, seat: int) -> list[int]:
        cells = self.numbers.cells
        if type(option) is tuple and option and option[0] >= FREE:
            row, values = self.free[option[0] - FREE], option
        else:
            info, record = self.program.decisions[label], self.labels[label]
            first = option[0] if info.kind == "choose" else option
            if first < 0:
                return [cells[record + 1], self.end]
            row = cells[record + 2 + (first if info.kind == "choose" else 0)]
            values = option if info.kind == "choose" else self._asked(info, s[0], option)
        word = [cells[row]]
        for at in range(row + 2, row + 2 + WIDTH * cells[row + 1], WIDTH):
            what, which, base, table, stride, many = cells[at : at + WIDTH]
            value = values[which]
            if what == LENGTH:
                self._number(word, len(value), base)
            elif many:
                for each in value:
                    self._tell(word, s, what, each, base, table + stride * seat + 1)
            else:
                self._tell(word, s, what, value, base, table + stride * seat + 1)
        return [*word, self.end]

    def _asked(self, info: DecisionInfo, frame: Any, option: int) -> tuple[Any, ...]:
        """The thing of a choice among several, or the place that a number is laid on and the number."""
        if info.kind == "some":
            return (frame[2 + info.locals.index("src")][option],)
        left, where = (frame[2 + info.locals.index(name)] for name in ("left", "where"))
        return where[left[0][0]], option

    def _tell(self, word: list[int], s: Sequence[Any], what: int, value: int, base: int, table: int) -> None:
        cells = self.numbers.cells
        if what == NUMBER:
            self._number(word, int(value), base)
        elif what == THING:
            word.append(base + cells[table + value])
        elif value >= 0:
            if what == PLACE:
                word.append(base + cells[table + s[self.at_base + value]])
            elif (found := cells[table + value]) >= 0:
                word.append(base + (s[found] if what == FACE else found))

    def _number(self, word: list[int], value: int, base: int) -> None:
        """Spell a number: its sign, its further digits, and its last digit with an action of its own."""
        if value < 0:
            word.append(self.minus)
            value = -value
        level = 0
        while level < LEVELS and value >= DIGITS ** (level + 1):
            level += 1
        for at in range(level, 0, -1):
            word.append(self.digits + (at - 1) * DIGITS + value // DIGITS**at % DIGITS)
        word.append(base + value % DIGITS)

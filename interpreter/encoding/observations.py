"""What a seat sees of a position, as numbers in named fields: made from the layout and its declared visibility.

A slot that a seat may not see is not read, and has no field. Pieces are counted by place and kind, never listed by
their numbers, so nothing can be told from which of several alike pieces lies somewhere. Seats count from who looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from interpreter.encoding.actions import Numbers, Things, seat_name
from interpreter.loading.model import Model
from interpreter.program import Program
from interpreter.program.layout import Place, SlotInfo
from interpreter.program.types import Type
from interpreter.records import mutable, record
from interpreter.runtime.views import sees, sees_backs

COPY, SEAT, LIST, ZONE, SIZE, BACKS, ORDER, OVER = range(8)
"""What a step of reading does: a number, a seat as one of several, a list, pieces in a place by kind, how many, their
backs, the first of them in their order; the end."""
BY_KIND, COUNTED, ONLY = range(3)
"""How pieces in a place are told: sums for each kind; a number for each kind, then sums; which kind the only piece has,
counted from 1, then sums."""
MOST_SHOWN = 8
"""So much of a list is told, and of the pieces of a place that has an order."""
MOST_ASKED = 6
"""So many names of a question are told,"""
MOST_CHOSEN = 6
"""and so many actions of the option that is being spelled."""


@record
class Field:
    """A named part of an observation: numbers from `offset` on, in an array of this shape. axes: what the numbers along
    each axis are called."""

    name: str
    offset: int
    axes: tuple[tuple[str, ...], ...]

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(map(len, self.axes))

    @property
    def size(self) -> int:
        n = 1
        for axis in self.axes:
            n *= len(axis)
        return n


@mutable
class _Cell:
    """What one slot gives to a field: what it is called there, whose it is, the axes of its numbers, and the step that
    reads it, without where it writes."""

    label: str
    owner: int
    inner: tuple[tuple[str, ...], ...]
    step: tuple[int, ...]


class Sight:
    """The fields of a program, and for each seat the steps that fill them. size: of the whole observation."""

    def __init__(self, program: Program, model: Model, things: Things, numbers: Numbers) -> None:
        self.program, self.layout, self.model, self.things, self.numbers = (
            program, program.layout, model, things, numbers
        )  # fmt: skip
        self._first_of_pieces = self.layout.zone_base + len(self.layout.places)
        faces = [self.layout.face_base.get(self.layout.kinds[k][0], -1) for k in self.layout.pieces]
        self._faces = numbers.add([-1 if base < 0 else base + x for x, base in enumerate(faces)] or [0])
        self.fields: dict[str, Field] = {}
        self.size = 0
        self.steps = [self._of_seat(seat) for seat in things.seats]

    def field(self, name: str, axes: Sequence[Sequence[str]]) -> Field:
        """Lay another field after those that are there."""
        made = self.fields[name] = Field(name, self.size, tuple(map(tuple, axes)))
        self.size += made.size
        return made

    def _of_seat(self, seat: int) -> int:
        """Where the steps of one seat lie."""
        found: dict[str, list[_Cell]] = {}
        for slot, info in enumerate(self.layout.slots):
            for name, cell in self._cells(slot, info, seat):
                found.setdefault(name, []).append(cell)
        steps: list[int] = []
        for name, cells in found.items():
            cells.sort(key=lambda cell: cell.owner)
            inner = cells[0].inner
            axes = [[cell.label for cell in cells], *inner] if len(cells) > 1 or not inner else inner
            if name not in self.fields:
                self.field(name, axes)
            width = self.fields[name].size // len(cells)
            for i, cell in enumerate(cells):
                steps += [cell.step[0], self.fields[name].offset + i * width, *cell.step[1:]]
        return self.numbers.add([*steps, OVER])

    # ---- what each slot gives

    def _cells(self, slot: int, info: SlotInfo, seat: int) -> Iterator[tuple[str, _Cell]]:
        layout = self.layout
        if info.kind == "zone":
            yield from self._zone(slot, info, layout.places[info.index], seat)
            return
        if not sees(info, seat):
            return
        match info.kind:
            case "variable" if slot < self._first_of_pieces:
                declared = self.model.game_state if info.index < 0 else self.model.player_state
                of = "game" if info.index < 0 else "players"
                label, order = self._whose(info.index, seat)
                if info.key >= 0:
                    key, at = self._key(info, seat)
                    label, order = f"{label} {key}".strip(), order * len(layout.slots) + at
                yield f"{of}/{info.name}", self._variable(slot, declared[info.name].type, label or "all", order, seat)
            case "space":
                place = layout.places[info.index]
                label, order = self._place(info.index, seat)
                type_text = self.model.spaces[place.space].state[info.name].type
                yield f"{place.space}/{info.name}", self._variable(slot, type_text, label, order, seat)
            case "marker" | "player":
                label, order = self._whose(info.index, seat)
                of = "tracks" if info.kind == "marker" else "players"
                yield f"{of}/{info.name}", _Cell(label, order, (), (COPY, slot, 0))
            case "supply":
                yield f"supply/{info.name}", _Cell("all", 0, (), (COPY, slot, 0))
            case "place":
                label, order = self._place(info.index, seat)
                place = layout.places[info.index]
                yield f"{place.space or place.zone}/{info.name}", _Cell(label, order, (), (COPY, slot, 0))

    def _whose(self, player: int, seat: int) -> tuple[str, int]:
        if player < 0:
            return "", 0
        distance = self.things.distance(player, seat)
        return seat_name(distance), distance

    def _place(self, place: int, seat: int) -> tuple[str, int]:
        """What a place is called, and where it comes among those of its zone or class."""
        owner = self.layout.places[place].owner
        order = place if owner < 0 else place + len(self.layout.places) * (1 + self.things.distance(owner, seat))
        return self.things.place_names[self.things.place_rows[seat][place]], order

    def _key(self, info: SlotInfo, seat: int) -> tuple[str, int]:
        kind = self.layout.key_types[info.name]
        if kind == "player":
            return self._whose(info.key, seat)
        if kind == "place":
            return self._place(info.key, seat)
        return self.things.names.thing(Type(kind), info.key), info.key

    def _variable(self, slot: int, type_text: str, label: str, order: int, seat: int) -> _Cell:
        base = type_text.split(" per ")[0].strip()
        start = self.layout.start[slot]
        of_players = int("player" in base.split())
        if isinstance(start, tuple):
            if base == "bag":
                axis = tuple([*self.layout.resources, *self.layout.groups])[: len(start)]
                return _Cell(label, order, (axis,), (LIST, slot, len(start), 0, 0, 0))
            axis = ("length", *(str(n + 1) for n in range(MOST_SHOWN)))
            return _Cell(label, order, (axis,), (LIST, slot, MOST_SHOWN, 1, 1, of_players))
        if base == "player":
            return _Cell(label, order, (tuple(map(seat_name, self.things.seats)),), (SEAT, slot))
        return _Cell(label, order, (), (COPY, slot, 0 if _is_number(base) else 1))

    # ---- pieces

    def _zone(self, slot: int, info: SlotInfo, place: Place, seat: int) -> Iterator[tuple[str, _Cell]]:
        if place.pieces is None:
            return
        layout = self.layout
        classes = [c for c in ([place.pieces] if place.pieces else layout.class_kinds) if layout.class_pieces.get(c)]
        if not classes:
            return
        label, order = self._place(info.index, seat)
        name = f"{place.space or place.zone}"
        if not sees(info, seat):
            yield f"{name} size", _Cell(label, order, (), (SIZE, slot))
            if sees_backs(info, seat) and any(k in layout.backs for c in classes for k in layout.class_kinds[c]):
                yield f"{name} backs", self._backs(slot, label, order)
            return
        limit = place.limit if place.limit is not None else len(layout.pieces)
        names, table = self._kinds(classes, place, seat)
        sums, sum_names = self._sums(classes, seat)
        mode = BY_KIND if not place.space else ONLY if limit == 1 and len(names) > MOST_SHOWN else COUNTED
        faces = [layout.class_pieces[c] for c in classes if c in layout.face_base]
        most = max([1, *(len(self.things.names.faces[c]) for c in classes if c in layout.face_base)])
        if mode != BY_KIND and most == 1:
            most = 0
        channels = [*(("count",) if most == 1 else (f"face {n + 1}" for n in range(most))), *sum_names]
        head = () if mode == BY_KIND else ("kind",) if mode == ONLY else tuple(names)
        axes = (tuple(names), tuple(channels)) if mode == BY_KIND else ((*head, *channels),)
        step = (ZONE, slot, mode, table, len(names), len(channels), most, self._faces if faces else -1,
                len(sums) // 4, *sums)  # fmt: skip
        yield name, _Cell(label, order, axes, step)
        if place.ordered and (limit > 1 or place.limit is None):
            shown = min(limit, MOST_SHOWN)
            axis = tuple(f"{n + 1} from the top" for n in range(shown))
            yield f"{name} order", _Cell(label, order, (axis,), (ORDER, slot, table, shown))

    def _kinds(self, classes: Sequence[str], place: Place, seat: int) -> tuple[list[str], int]:
        """The kinds of pieces that may lie in a place, by owner where pieces of several players may, and where it is
        written which of them each piece is."""
        layout = self.layout
        kinds = self.things.kinds(classes, with_pieces=True)
        at = {k: i for i, k in enumerate(kinds)}
        names = [layout.kinds[k][1] for k in kinds]
        whose = [-1] * len(layout.pieces)
        if place.owner < 0:
            owned = {x for c in classes for x in layout.class_pieces[c] if layout.piece_owner[x] >= 0}
            whose = [owner if x in owned else -1 for x, owner in enumerate(layout.piece_owner)]
        n = self.program.players if max(whose, default=-1) >= 0 else 1
        if n > 1:
            names = [f"{seat_name(p)} {name}" for p in range(n) for name in names]
        row = []
        for x, kind in enumerate(layout.pieces):
            by = self.things.distance(whose[x], seat) if whose[x] >= 0 else 0
            row.append(by * len(kinds) + at[kind] if kind in at else -1)
        return names, self.numbers.add(row or [-1])

    def _sums(self, classes: Sequence[str], seat: int) -> tuple[list[int], list[str]]:
        """What is added up over pieces, counters and variables that everybody sees: (slot of piece 0, first piece, last
        piece, what is added to each) for each, and their names."""
        layout = self.layout
        rows: list[int] = []
        names: list[str] = []
        for cls in classes:
            ids = layout.class_pieces[cls]
            for r in sorted(layout.piece_holders.get(cls, ())):
                rows += [layout.piece_arrays[r], ids[0], ids[-1], 0]
                names.append(f"{cls} {layout.resources[r]}")
            for var in self.model.pieces[cls].state.values():
                base = layout.piece_vars[cls, var.id]
                if sees(layout.slots[base + ids[0]], seat) and not isinstance(layout.start[base + ids[0]], tuple):
                    rows += [base, ids[0], ids[-1], 0 if _is_number(var.type) else 1]
                    names.append(f"{cls} {var.id}")
        return rows, names

    def _backs(self, slot: int, label: str, order: int) -> _Cell:
        layout = self.layout
        known = sorted({back for faces in layout.backs.values() for back in faces}, key=str)
        most = max(map(len, layout.backs.values()))
        row = []
        for kind in layout.pieces:
            mine = layout.backs.get(kind, ())
            row += [known.index(mine[min(i, len(mine) - 1)]) if mine else -1 for i in range(most)]
        axis = tuple(" ".join(str(value) for _, value in back) or "plain" for back in known)
        return _Cell(label, order, (axis,), (BACKS, slot, self.numbers.add(row), most, self._faces))

    # ---- reading

    def fill(self, out: list[float], s: Sequence[Any], seat: int) -> None:
        """Write what a seat sees of a position into its observation, in which zeros stand."""
        cells, at, n = self.numbers.cells, self.steps[seat], self.program.players
        while (what := cells[at]) != OVER:
            to, slot = cells[at + 1], cells[at + 2]
            held = s[slot]
            match what:
                case 0:  # COPY
                    out[to] = float(held) + cells[at + 3]
                    at += 4
                case 1:  # SEAT
                    if held >= 0:
                        out[to + (held - seat) % n] = 1.0
                    at += 3
                case 2:  # LIST
                    most, with_length, more, of_players = cells[at + 3 : at + 7]
                    if with_length:
                        out[to] = float(len(held))
                    for i, x in enumerate(held[:most]):
                        if isinstance(x, int):
                            seen = (x - seat) % n if of_players and x >= 0 else x
                            out[to + with_length + i] = float(seen + more)
                    at += 7
                case 3:  # ZONE
                    at = self._fill_zone(out, s, at)
                case 4:  # SIZE
                    out[to] = float(len(held))
                    at += 3
                case 5:  # BACKS
                    table, most, faces = cells[at + 3 : at + 6]
                    for x in held:
                        face = s[cells[faces + x]] if cells[faces + x] >= 0 else 0
                        if (back := cells[table + x * most + min(face, most - 1)]) >= 0:
                            out[to + back] += 1.0
                    at += 6
                case _:  # ORDER
                    table, shown = cells[at + 3 : at + 5]
                    for i, x in enumerate(reversed(held[-shown:])):
                        out[to + i] = float(cells[table + x] + 1)
                    at += 5

    def _fill_zone(self, out: list[float], s: Sequence[Any], at: int) -> int:
        """Write the pieces of a place, and give where the next step lies."""
        cells = self.numbers.cells
        _, to, slot, mode, table, kinds, channels, most, faces, sums = cells[at : at + 10]
        for x in s[slot]:
            kind = cells[table + x]
            if kind < 0:
                continue
            if mode == BY_KIND:
                here = to + kind * channels
            elif mode == COUNTED:
                out[to + kind] += 1.0
                here = to + kinds
            else:
                out[to] = float(kind + 1)
                here = to + 1
            if most:
                face = s[cells[faces + x]] if faces >= 0 and cells[faces + x] >= 0 else 0
                out[here + face] += 1.0
            for i in range(sums):
                base, first, last, more = cells[at + 10 + 4 * i : at + 14 + 4 * i]
                if first <= x <= last:
                    out[here + most + i] += float(s[base + x]) + more
        return at + 10 + 4 * sums


def _is_number(type_text: str) -> bool:
    base = type_text.split(" per ")[0].strip()
    return base in ("int", "bool") or ".." in base

"""What each seat sees of a state, made from declared visibility, and what is answered unseen in a simultaneous choice.

Whether something is secret is asked here and nowhere else: `sees` of a slot, `answering` of what is answered, `hides`
and `differs` of a whole program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from interpreter.program import DecisionInfo, Program
from interpreter.program.layout import Layout, Place, SlotInfo
from interpreter.program.types import Type
from interpreter.runtime.decisions import Namer
from interpreter.runtime.tracking import Unseen

WATCHER = -2
"""Stands for a seat: somebody who plays with nobody, and sees what everybody sees."""

Hidden = None
"""What stands in a view for a value that the seat may not see."""


def sees(info: SlotInfo, seat: int | None) -> bool:
    """Whether a seat (None: somebody who may see everything) may see the slot."""
    return seat is None or may_see(seat, info.seen_by, (info.owner,))


def may_see(seat: int, seen_by: str, owners: Sequence[int | None]) -> bool:
    """Whether a seat may see what belongs to some players, or to somebody who is not known (None). seen_by: `all`,
    `owner`, `others` (all but the owner) or `nobody`."""
    match seen_by:
        case "all":
            return True
        case "owner":
            return owners != () and all(owner == seat for owner in owners)
        case "others":
            return seat != WATCHER and owners != () and all(owner not in (seat, None) for owner in owners)
    return False


def sees_backs(info: SlotInfo, seat: int | None) -> bool:
    """Whether a seat may see the backs of the pieces of a zone (who sees the pieces sees the backs)."""
    return sees(info, seat) or info.back_seen_by == "all" or (info.back_seen_by == "owner" and info.owner == seat)


def answering(program: Program, frame: Any) -> tuple[DecisionInfo, Any] | None:
    """The simultaneous choice under way on a stack (its top frame is given): a decision of it, and the frame of that.
    None: there is none. A free action taken while somebody answers lies above it."""
    decisions = program.decisions
    while frame:
        info = decisions.get(frame[0])
        if info is not None and info.secret:
            return info, frame
        frame = frame[-1]
    return None


def answers_unseen(program: Program) -> bool:
    """Whether a program has simultaneous choices."""
    return any(info.secret for info in program.decisions.values())


def hides(program: Program) -> bool:
    """Whether anything in a game is hidden from somebody."""
    return any(info.seen_by != "all" for info in program.layout.slots) or answers_unseen(program)


def differs(program: Program) -> bool:
    """Whether something in a game is seen by one seat and not by another."""
    seats = range(program.players)
    return answers_unseen(program) or any(
        len({(sees(info, p), sees_backs(info, p)) for p in seats}) > 1 for info in program.layout.slots
    )


def follows(layout: Layout, s: Sequence[Any], slot: int, seat: int) -> bool:
    """Whether what a slot holds, which a seat may not see, follows from what it sees: of a resource with a limited
    supply all the rest, or that none is left to be hidden; of a place without an order all other pieces of its
    class."""
    info = layout.slots[slot]
    if info.kind == "zone":
        place = layout.places[info.index]
        unseen = [at for at in _zones_of(layout, place.pieces) if s[at] and not sees(layout.slots[at], seat)]
        return unseen == [slot] and not place.ordered
    resource = layout.resources.index(info.name) if info.kind in ("player", "place") else -1
    if resource not in layout.supply_slots:
        return False
    unseen = [at for at, x in enumerate(layout.slots) if x.name == info.name and not _sees_counter(layout, s, at, seat)]
    return len(unseen) == 1 or not any(s[at] for at in unseen)


def _zones_of(layout: Layout, cls: str | None) -> list[int]:
    return [layout.zone_base + n for n, place in enumerate(layout.places) if place.pieces == cls]


def _sees_counter(layout: Layout, s: Sequence[Any], slot: int, seat: int) -> bool:
    """Whether a seat sees how much of a resource lies somewhere: on a piece, where it sees that."""
    info = layout.slots[slot]
    place = s[layout.at_base + info.index] if info.kind == "piece" else -1
    return sees(info, seat) and (place < 0 or sees(layout.slots[layout.zone_base + place], seat))


def back_of(layout: Layout, s: Sequence[Any], x: int) -> tuple[tuple[str, object], ...]:
    """What the back of a piece shows, as (attribute, value) pairs; nothing for classes without backs."""
    backs = layout.backs.get(layout.pieces[x])
    if not backs:
        return ()
    cls = layout.kinds[layout.pieces[x]][0]
    return backs[s[layout.face_base[cls] + x] if cls in layout.face_base else 0]


def row_of_backs(layout: Layout, s: Sequence[Any], slot: int) -> list[tuple[tuple[str, object], ...]]:
    """The backs in a zone, in an order that tells nothing else of the pieces."""
    found = [back_of(layout, s, x) for x in s[slot]]
    return found if layout.places[slot - layout.zone_base].ordered else sorted(found, key=str)


def _sortable(piece: Mapping[str, Any]) -> Iterator[tuple[str, bool, int, str]]:
    """What is seen of a piece, so that numbers come in their order."""
    for name, value in piece.items():
        is_number = isinstance(value, int)
        yield name, is_number, value if is_number else 0, str(value)


class Viewer:
    """Views of states of one program."""

    def __init__(self, namer: Namer) -> None:
        self.namer = namer
        self.layout = namer.layout
        self._grids = namer.grids
        hiding = {place.pieces for info, place in self._zones() if info.seen_by != "all"}
        self._open = frozenset(cls for cls in self.layout.class_pieces if not hiding & {cls, ""})
        """the classes whose pieces nobody may lose sight of"""
        self._order = {kind: i for i, (_, kind) in enumerate(self.layout.kinds)}
        self._common: dict[frozenset[str], list[tuple[int, SlotInfo]]] = {}
        self._compared: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
        first_of_pieces = self.layout.zone_base + len(self.layout.places)
        self._shown = [
            (slot, info)
            for slot, info in enumerate(self.layout.slots)
            if info.kind != "variable" or slot < first_of_pieces  # those of pieces stand with the pieces
        ]
        self._shown_of = [
            [(slot, info) for slot, info in self._shown if self._whose(info) == p] for p in range(self.layout.players)
        ]
        self._shown_of_all = [(slot, info) for slot, info in self._shown if self._whose(info) < 0]
        self._of_pieces = [
            (slot, info)
            for slot, info in enumerate(self.layout.slots)
            if info.kind in ("piece", "face") or info.kind == "variable" and slot >= first_of_pieces
        ]

    def _zones(self) -> Iterator[tuple[SlotInfo, Place]]:
        return zip(self.layout.slots[self.layout.zone_base :], self.layout.places, strict=False)

    def view(self, s: Sequence[Any], seat: int | None) -> dict[str, Any]:
        """The table as a seat sees it (None: everything), as plain data for screens, bots and tests.

        {"game": {variable: value}, "supply": {resource: n}, "players": {seat: {resource, variable, zone}},
        "places": {zone: {"pieces": [...], resource: n}}}; a player's markers stand under "marker": {track: step}, and
        the cells of a grid under the id of their class, since cells of different grids share their ids.
        Hidden numbers are None; of a hidden zone only the size shows, and the `backs` of its pieces where those are
        seen: {attribute: value}, with the values as the ruleset writes them.
        A piece is {"kind": id} with its face, variables and counters where it has any, and with its owner where it is a
        player's and does not lie in one of their places.
        """
        seats = self.namer.seats
        out: dict[str, Any] = {"game": {}, "supply": {}, "players": {name: {} for name in seats}, "places": {}}
        for slot, info in self._shown:
            self._enter(out, s, slot, info, seat)
        return out

    def panel(self, s: Sequence[Any], player: int, seat: int | None) -> dict[str, Any]:
        """What a seat sees of one player: that player's part of `view`, and much faster."""
        name = self.namer.seats[player]
        out: dict[str, Any] = {"players": {name: {}}}
        for slot, info in self._shown_of[player]:
            self._enter(out, s, slot, info, seat)
        panel: dict[str, Any] = out["players"][name]
        return panel

    def may_differ(self, s: Sequence[Any], t: Sequence[Any], player: int, seat: int) -> bool:
        """Whether a seat may see a player otherwise in one state than in another; much faster than two panels."""
        if (player, seat) not in self._compared:
            slots = [*self._shown_of[player], *self._of_pieces]
            seen = [slot for slot, info in slots if sees(info, seat)]
            hidden = [slot for slot, info in slots if info.kind == "zone" and not sees(info, seat)]
            self._compared[player, seat] = seen, hidden
        seen, hidden = self._compared[player, seat]
        return [s[slot] for slot in seen] != [t[slot] for slot in seen] or any(s[x] is not t[x] for x in hidden)

    def common(self, s: Sequence[Any], seat: int | None, ids: frozenset[str]) -> dict[str, Any]:
        """What a seat sees of what is nobody's, as far as it is one of some variables, or lies in one of some places;
        see `view`."""
        out: dict[str, Any] = {"game": {}, "supply": {}, "places": {}}
        for slot, info in self.named(ids):
            self._enter(out, s, slot, info, seat)
        return out

    def named(self, ids: frozenset[str]) -> list[tuple[int, SlotInfo]]:
        """The slots of which `common` tells."""
        if ids not in self._common:
            places = self.layout.places
            self._common[ids] = [
                (slot, info)
                for slot, info in self._shown_of_all
                if info.name in ids or info.kind == "place" and places[info.index].zone in ids
            ]
        return self._common[ids]

    def _whose(self, info: SlotInfo) -> int:
        """In whose part of a view a slot stands; -1: in nobody's."""
        match info.kind:
            case "variable" | "marker" | "player":
                return info.index
            case "space" | "place" | "zone":
                return self.layout.places[info.index].owner
            case _:
                return -1

    def _enter(self, out: dict[str, Any], s: Sequence[Any], slot: int, info: SlotInfo, seat: int | None) -> None:
        shown = s[slot] if sees(info, seat) else Hidden
        match info.kind:
            case "variable":
                target = out["game"] if info.index < 0 else out["players"][self.namer.seats[info.index]]
                if info.key >= 0:
                    target.setdefault(info.name, {})[self._key(info)] = shown
                else:
                    target[info.name] = shown
            case "space":
                self._place(out, info.index)[info.name] = shown
            case "marker":
                out["players"][self.namer.seats[info.index]].setdefault("marker", {})[info.name] = shown
            case "supply":
                out["supply"][info.name] = shown
            case "player":
                out["players"][self.namer.seats[info.index]][info.name] = shown
            case "place":
                self._place(out, info.index)[info.name] = shown
            case "zone":
                if self.layout.places[info.index].pieces is None:
                    return
                place = self._place(out, info.index)
                if shown is Hidden:
                    place["size"] = len(s[slot])
                    if sees_backs(info, seat):
                        place["backs"] = self._backs(s, info.index)
                else:
                    place["pieces"] = self.pieces(s, info.index, seat)

    def _key(self, info: SlotInfo) -> str:
        return self.namer.thing(Type(self.layout.key_types[info.name]), info.key)

    def _place(self, out: dict[str, Any], number: int) -> dict[str, Any]:
        place = self.layout.places[number]
        target = out["places"] if place.owner < 0 else out["players"][self.namer.seats[place.owner]]
        if place.space in self._grids:
            target = target.setdefault(place.space, {})
        found: dict[str, Any] = target.setdefault(place.zone, {})
        return found

    def pieces(self, s: Sequence[Any], place: int, seat: int | None) -> list[dict[str, Any]]:
        """The pieces in a place, by kind unless the place keeps an order. Those of one kind come in the order in which
        keys number them (`x`, `x #2`), or by what is on them where that order could tell of hidden places."""
        there = s[self.layout.zone_base + place]
        found = [self.piece(s, x, seat) for x in there]
        if len(found) < 2 or self.layout.places[place].ordered:
            return found
        if self.layout.kinds[self.layout.pieces[there[0]]][0] in self._open:
            return sorted(found, key=lambda p: self._order[p["kind"]])
        return sorted(found, key=lambda p: (self._order[p["kind"]], sorted(_sortable(p))))

    def _backs(self, s: Sequence[Any], place: int) -> list[dict[str, Any]]:
        return [dict(back) for back in row_of_backs(self.layout, s, self.layout.zone_base + place)]

    def piece(self, s: Sequence[Any], x: int, seat: int | None) -> dict[str, Any]:
        layout = self.layout
        cls, kind = layout.kinds[layout.pieces[x]]
        out: dict[str, Any] = {"kind": kind}
        whose, place = layout.piece_owner[x], s[layout.at_base + x]
        if whose >= 0 and (place < 0 or layout.places[place].owner != whose):
            out["owner"] = self.namer.seats[whose]
        if cls in layout.face_base:
            out["face"] = self.namer.faces[cls][s[layout.face_base[cls] + x]]
        for (owner, name), base in layout.piece_vars.items():
            if owner == cls:
                out[name] = s[base + x] if sees(layout.slots[base + x], seat) else Hidden
        for r in sorted(layout.piece_holders.get(cls, ())):
            out[layout.resources[r]] = s[layout.piece_arrays[r] + x]
        return out

    def unseen(self, seat: int) -> Unseen:
        """What a seat may not see."""
        hidden = {slot: info for slot, info in enumerate(self.layout.slots) if not sees(info, seat)}
        places = frozenset(info.index for info in hidden.values() if info.kind == "zone")
        return Unseen(frozenset(hidden), places)

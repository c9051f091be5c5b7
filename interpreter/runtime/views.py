"""What each seat sees of a state, made from declared visibility and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.language.layout import SlotInfo
from interpreter.runtime.decisions import Namer
from interpreter.runtime.rng import Rng

Hidden = None
"""What stands in a view for a value that the seat may not see."""


def sees(info: SlotInfo, seat: int | None) -> bool:
    """Whether a seat (None: somebody who may see everything) may see the slot."""
    if seat is None or info.seen_by == "all":
        return True
    return info.seen_by == "owner" and info.owner == seat


class Viewer:
    """Views of states of one program."""

    def __init__(self, namer: Namer) -> None:
        self.namer = namer
        self.layout = namer.layout

    def view(self, s: Sequence[Any], seat: int | None) -> dict[str, Any]:
        """The table as a seat sees it (None: everything), as plain data for screens, bots and tests.

        {"game": {variable: value}, "supply": {resource: n}, "players": {seat: {resource, variable, zone}},
        "places": {zone: {"pieces": [...], resource: n}}}. Hidden numbers are None; of a hidden zone only the size shows.
        A piece is {"kind": id} with its face, variables and counters where it has any.
        """
        seats = self.namer.seats
        out: dict[str, Any] = {"game": {}, "supply": {}, "players": {name: {} for name in seats}, "places": {}}
        for slot, info in enumerate(self.layout.slots):
            if info.kind == "variable" and self._is_piece_variable(slot):
                continue
            self._enter(out, s, slot, info, seat)
        return out

    def _is_piece_variable(self, slot: int) -> bool:
        return slot >= self.layout.zone_base + len(self.layout.places)

    def _enter(self, out: dict[str, Any], s: Sequence[Any], slot: int, info: SlotInfo, seat: int | None) -> None:
        shown = s[slot] if sees(info, seat) else Hidden
        match info.kind:
            case "variable":
                target = out["game"] if info.index < 0 else out["players"][self.namer.seats[info.index]]
                if info.key >= 0:
                    target.setdefault(info.name, {})[self._key(info)] = shown
                else:
                    target[info.name] = shown
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
                else:
                    place["pieces"] = self.pieces(s, info.index, seat)

    def _key(self, info: SlotInfo) -> str:
        keys = self.layout.keys[info.name]
        if set(keys) <= set(range(len(self.layout.resources))) and info.name in self.layout.keys:
            for group in self.layout.groups.values():
                if keys == group:
                    return self.layout.resources[info.key]
        return str(info.key)

    def _place(self, out: dict[str, Any], number: int) -> dict[str, Any]:
        place = self.layout.places[number]
        target = out["places"] if place.owner < 0 else out["players"][self.namer.seats[place.owner]]
        found: dict[str, Any] = target.setdefault(place.zone, {})
        return found

    def pieces(self, s: Sequence[Any], place: int, seat: int | None) -> list[dict[str, Any]]:
        """The pieces in a place; alike in order of kind unless the place keeps an order."""
        found = [self.piece(s, x, seat) for x in s[self.layout.zone_base + place]]
        if self.layout.places[place].ordered:
            return found
        order = {kind: i for i, (_, kind) in enumerate(self.layout.kinds)}
        return sorted(found, key=lambda p: (order[p["kind"]], sorted((k, str(v)) for k, v in p.items())))

    def piece(self, s: Sequence[Any], x: int, seat: int | None) -> dict[str, Any]:
        layout = self.layout
        cls, kind = layout.kinds[layout.pieces[x]]
        out: dict[str, Any] = {"kind": kind}
        if cls in layout.face_base:
            out["face"] = self.namer.faces[cls][s[layout.face_base[cls] + x]]
        for (owner, name), base in layout.piece_vars.items():
            if owner == cls:
                out[name] = s[base + x] if sees(layout.slots[base + x], seat) else Hidden
        for r in sorted(layout.piece_holders.get(cls, ())):
            base, stride = layout.piece_arrays[r]
            out[layout.resources[r]] = s[base + stride * x]
        return out

    # ---- what a search may assume

    def redealt(self, s: list[Any], seat: int, rng: Rng) -> list[Any]:
        """A state that looks the same to the seat, with everything hidden from it dealt anew at random.

        Hidden counters of one resource are redistributed among those who hold it hidden; pieces in hidden zones of one
        class change places. What chance has not yet decided is no part of a state, so decks need nothing.
        """
        out = list(s)
        hidden: dict[str, list[int]] = {}
        zones: dict[str, list[int]] = {}
        for slot, info in enumerate(self.layout.slots):
            if sees(info, seat):
                continue
            if info.kind == "player":
                hidden.setdefault(info.name, []).append(slot)
            if info.kind == "zone" and info.seen_by == "owner":
                cls = self.layout.places[info.index].pieces or ""
                zones.setdefault(cls, []).append(slot)
        for slots in hidden.values():
            self._redistribute(out, slots, rng)
        for slots in zones.values():
            self._swap(out, slots, rng)
        return out

    def _redistribute(self, out: list[Any], slots: list[int], rng: Rng) -> None:
        total = sum(out[slot] for slot in slots)
        if total <= 0 or len(slots) < 2:
            return
        cuts = sorted(rng.below(total + 1) for _ in range(len(slots) - 1))
        for slot, low, high in zip(slots, [0, *cuts], [*cuts, total], strict=True):
            out[slot] = high - low

    def _swap(self, out: list[Any], slots: list[int], rng: Rng) -> None:
        pool = rng.shuffled([x for slot in slots for x in out[slot]])
        for slot in slots:
            count = len(out[slot])
            mine, pool = sorted(pool[:count]), pool[count:]
            out[slot] = tuple(mine)
            for x in mine:
                out[self.layout.at_base + x] = slot - self.layout.zone_base

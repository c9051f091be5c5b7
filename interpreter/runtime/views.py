"""What each seat sees of a state, made from declared visibility and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.language.layout import Layout, SlotInfo
from interpreter.language.types import Type
from interpreter.program import DecisionInfo
from interpreter.records import record
from interpreter.runtime.decisions import Namer
from interpreter.runtime.rng import Rng
from interpreter.runtime.tracking import Unseen

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
            return owners != () and all(owner not in (seat, None) for owner in owners)
    return False


def sees_backs(info: SlotInfo, seat: int | None) -> bool:
    """Whether a seat may see the backs of the pieces of a zone (who sees the pieces sees the backs)."""
    return sees(info, seat) or info.back_seen_by == "all" or (info.back_seen_by == "owner" and info.owner == seat)


def back_of(layout: Layout, s: Sequence[Any], x: int) -> tuple[tuple[str, object], ...]:
    """What the back of a piece shows, as (attribute, value) pairs; nothing for classes without backs."""
    backs = layout.backs.get(layout.pieces[x])
    if not backs:
        return ()
    cls = layout.kinds[layout.pieces[x]][0]
    return backs[s[layout.face_base[cls] + x] if cls in layout.face_base else 0]


@record
class _Hidden:
    """Slots that one seat may not see, by how they are dealt anew.

    shared: groups with a known total. guessed, copied: (slot, the seat's own). unknown: back to the start. zones:
    groups of zones with pieces of one class.
    """

    shared: tuple[tuple[int, ...], ...]
    guessed: tuple[tuple[int, int], ...]
    copied: tuple[tuple[int, int], ...]
    unknown: tuple[int, ...]
    zones: tuple[tuple[int, ...], ...]


class Viewer:
    """Views of states of one program."""

    def __init__(self, namer: Namer) -> None:
        self.namer = namer
        self.layout = namer.layout
        self._grids = namer.grids
        self._hidden: dict[int, _Hidden] = {}
        self._order = {kind: i for i, (_, kind) in enumerate(self.layout.kinds)}
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

    def common(self, s: Sequence[Any], seat: int | None) -> dict[str, Any]:
        """What a seat sees of what is nobody's: `view` without the players."""
        out: dict[str, Any] = {"game": {}, "supply": {}, "places": {}}
        for slot, info in self._shown_of_all:
            self._enter(out, s, slot, info, seat)
        return out

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
        """The pieces in a place; alike in order of kind unless the place keeps an order."""
        found = [self.piece(s, x, seat) for x in s[self.layout.zone_base + place]]
        if len(found) < 2 or self.layout.places[place].ordered:
            return found
        return sorted(found, key=lambda p: (self._order[p["kind"]], sorted((k, str(v)) for k, v in p.items())))

    def _backs(self, s: Sequence[Any], place: int) -> list[dict[str, Any]]:
        return [dict(back) for back in self._row_of_backs(s, self.layout.zone_base + place)]

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

    # ---- what a search may assume

    def redealt(self, s: list[Any], seat: int, rng: Rng) -> list[Any]:
        """A state that looks the same to the seat, with everything hidden from it dealt anew at random.

        What is dealt depends on nothing that the seat cannot know: hidden counters of a resource with a limited supply
        are redistributed (what is not seen elsewhere must be there), those of an unlimited one are guessed around the
        seat's own; hidden pieces of one class, decks included, change places, where their backs are seen with those of
        the same back; a hidden variable is taken to be as the seat's own, or as it was at the start. What chance has
        not yet decided is no part of a state, so the order of decks needs nothing.
        """
        hidden = self._hidden_of(seat)
        out = list(s)
        out[0] = self._without_secrets(s[0], seat)
        for slots in hidden.shared:
            self._redistribute(out, slots, rng)
        for slot, own in hidden.guessed:
            out[slot] = out[own] // 2 + rng.below(out[own] + 1) if out[own] > 0 else out[own]
        for slot, own in hidden.copied:
            out[slot] = out[own]
        for slot in hidden.unknown:
            out[slot] = self.layout.start[slot]
        for slots in hidden.zones:
            self._swap(out, slots, seat, rng)
        return out

    def _hidden_of(self, seat: int) -> _Hidden:
        if seat not in self._hidden:
            self._hidden[seat] = self._hidden_from(seat)
        return self._hidden[seat]

    def _without_secrets(self, frame: Any, seat: int) -> Any:
        """The stack as the seat knows it in a simultaneous choice: the others are still to be asked, after the seat."""
        info = self.namer.program.decisions.get(frame[0]) if frame else None
        if info is None or not info.secret or frame[1] != seat:
            return frame
        over, at, *kept = info.secret
        new = list(frame)
        for name, value in self._asked_first(frame, info, over, at, seat):
            new[2 + info.locals.index(name)] = value
        for name, empty in zip(kept, info.unanswered, strict=True):
            new[2 + info.locals.index(name)] = (empty,) * self.layout.players
        return tuple(new)

    def _asked_first(self, frame: Any, info: DecisionInfo, over: str, at: str, seat: int) -> list[tuple[str, Any]]:
        """The order in which all are asked, with the seat at its head."""
        everybody = frame[2 + info.locals.index(over)]
        return [(over, (seat, *(p for p in everybody if p != seat))), (at, 1)]

    def _hidden_from(self, seat: int) -> _Hidden:
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
        return _Hidden(tuple(shared), tuple(guessed), tuple(copied), tuple(unknown), tuple(map(tuple, zones.values())))

    def _redistribute(self, out: list[Any], slots: tuple[int, ...], rng: Rng) -> None:
        total = sum(out[slot] for slot in slots)
        if total <= 0 or len(slots) < 2:
            return
        cuts = sorted(rng.below(total + 1) for _ in range(len(slots) - 1))
        for slot, low, high in zip(slots, [0, *cuts], [*cuts, total], strict=True):
            out[slot] = high - low

    def _swap(self, out: list[Any], slots: tuple[int, ...], seat: int, rng: Rng) -> None:
        if len(slots) < 2:
            return
        pool = rng.shuffled(sorted(x for slot in slots for x in out[slot]))
        # Those whose backs are seen first: there are pieces for all of these, whatever the others get.
        with_backs = [slot for slot in slots if sees_backs(self.layout.slots[slot], seat)]
        dealt = {slot: [self._drawn(out, pool, back) for back in self._row_of_backs(out, slot)] for slot in with_backs}
        for slot in slots:
            if slot not in dealt:
                dealt[slot], pool = pool[: len(out[slot])], pool[len(out[slot]) :]
        for slot, mine in dealt.items():
            place = slot - self.layout.zone_base
            out[slot] = tuple(mine if self.layout.places[place].ordered else sorted(mine))
            for x in mine:
                out[self.layout.at_base + x] = place

    def _row_of_backs(self, s: Sequence[Any], slot: int) -> list[tuple[tuple[str, object], ...]]:
        """The backs in a zone, in an order that tells nothing else of the pieces."""
        found = [back_of(self.layout, s, x) for x in s[slot]]
        return found if self.layout.places[slot - self.layout.zone_base].ordered else sorted(found, key=str)

    def _drawn(self, s: Sequence[Any], pool: list[int], back: tuple[tuple[str, object], ...]) -> int:
        """Take the first piece with a back out of the pool."""
        found = next(x for x in pool if back_of(self.layout, s, x) == back)
        pool.remove(found)
        return found

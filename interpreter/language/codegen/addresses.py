"""Where slots lie: the one place in which what is named in core statements becomes a number in the state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from interpreter.language.core import At, Const, Get, Op, Slot, Tab, X, children, const, plus, rebuilt, times
from interpreter.language.core.candidates import resources_among
from interpreter.program.layout import Layout
from interpreter.program.types import INT
from interpreter.records import changed, mutable

HOLDER_KEY = 1000
"""What a holder's or place's number is multiplied by in tables that have a key for each resource there."""


@mutable
class Addresses:
    """The addresses of one ruleset, each expression being looked at once."""

    layout: Layout
    known: dict[int, tuple[X, X]] = field(default_factory=dict)
    """by identity, which is the expression's while it is kept here: equal ones may stand in different places"""

    def lowered(self, x: X) -> X:
        """An expression with an `At` for each `Get`, and the address for each slot that is written."""
        if not children(x) and not isinstance(x, Slot):
            return x
        found = self.known.get(id(x))
        if found is None:
            found = self.known[id(x)] = (x, self._lowered(x))
        return found[1]

    def _lowered(self, x: X) -> X:
        if isinstance(x, Get):
            return self._got(x)
        inner = rebuilt(x, self.lowered)
        if not isinstance(inner, Slot):
            return inner
        found = self.address(inner)
        return const(found.value) if isinstance(found, Const) else found

    def _got(self, x: Get) -> At:
        return At(self.lowered(x.slot), x.family, x.type, signed=x.signed)

    def address(self, slot: Slot) -> X:
        """The number of a slot in the state, as an expression. KeyError in play where the owner has no such slot."""
        layout, owner, key = self.layout, slot.owner, slot.key
        match slot.kind:
            case "counter":
                assert owner is not None and key is not None
                return self._counter(owner, key, slot.only)
            case "variable":
                return self._variable(slot)
            case "flag":
                slots = layout.flags[slot.name]
                return self._column(f"FLAG_{slot.name}", slots, const(0) if owner is None else owner, slots)
        assert owner is not None
        match slot.kind:
            case "contents":
                return plus(owner, const(layout.zone_base))
            case "place":
                return plus(owner, const(layout.at_base))
            case "face":
                return plus(owner, const(layout.face_base[slot.name]))
            case "marker":
                return plus(_number(owner), const(layout.marker_base))
        raise AssertionError(slot)

    def _variable(self, slot: Slot) -> X:
        layout, owner = self.layout, slot.owner
        if owner is None:
            base: X = const(layout.vars[slot.name])
        elif owner.type.name == "player":
            first, stride = layout.player_vars[slot.name]
            base = plus(times(owner, const(stride)), const(first))
        elif owner.type.name == "piece":
            return plus(owner, const(layout.piece_vars[owner.type.of, slot.name]))
        elif owner.type.space:
            return plus(owner, const(layout.space_vars[owner.type.space, slot.name]))
        else:
            spaces = [space for space, name in layout.space_vars if name == slot.name]
            only = set(slot.only or ())
            slots = {
                p: layout.space_vars[space, slot.name] + p
                for space in spaces
                for p in layout.places_of_spaces(space)
                if p in only
            }
            return Tab(layout.table(f"SOME_SLOTS_{slot.name}|{owner.type.of}", slots), owner, INT)
        if slot.key is None:
            return base
        keys = layout.keys[slot.name]
        return plus(base, self._column(f"KEYS_{slot.name}", {k: i for i, k in enumerate(keys)}, slot.key, keys))

    def _counter(self, holder: X, resource: X, only: tuple[int, ...] | None) -> X:
        layout, ids = self.layout, resources_among(self.layout, resource)
        match holder.type.name:
            case "player":
                return plus(holder, self._column("PLAYER_ARRAY", layout.player_arrays, resource, ids))
            case "supply":
                return self._column("SUPPLY_SLOT", layout.supply_slots, resource, ids)
            case "place":
                return self._counter_of_place(resource, holder, ids, only)
            case "piece":
                return plus(holder, self._column("PIECE_ARRAY", layout.piece_arrays, resource, ids))
        rows = {h * HOLDER_KEY + r: s for r in range(len(layout.resources)) for h, s in layout.holder_slots(r).items()}
        return self._entry("HOLDER_SLOTS", rows, holder, resource)

    def _counter_of_place(self, resource: X, place: X, ids: Iterable[int], only: tuple[int, ...] | None) -> X:
        layout = self.layout
        if isinstance(place, Const):
            at = place.value
            here = {r: slot for (r, p), slot in layout.place_slots.items() if p == at}
            return self._column(f"PLACE_SLOT_{at}", here, resource, ids)
        if isinstance(resource, Const):
            r = resource.value
            by_place = {p: slot for (x, p), slot in layout.place_slots.items() if x == r}
            name = f"SLOT_OF_{layout.resources[r]}"  # type: ignore[call-overload]
            if only is not None:
                return Tab(layout.table(f"SOME_{name}", by_place), place, INT)
            return self._column(name, by_place, place, sorted(by_place))
        rows = {p * HOLDER_KEY + r: slot for (r, p), slot in layout.place_slots.items()}
        return self._entry("PLACE_SLOTS", rows, place, resource)

    def _entry(self, name: str, rows: Mapping[int, int], holder: X, resource: X) -> X:
        return Tab(self.layout.table(name, dict(rows)), plus(times(holder, const(HOLDER_KEY)), resource), INT)

    def _column(self, name: str, wanted: Mapping[int, int], index: X, among: Iterable[int]) -> X:
        """wanted[index] as an expression: a constant, arithmetic where the numbers run evenly, else a table."""
        if isinstance(index, Const):
            return const(wanted[int(index.value)])  # type: ignore[call-overload]
        keys = [k for k in among if k in wanted]
        if len(keys) > 1:
            step = wanted[keys[1]] - wanted[keys[0]]
            if all(wanted[k] - wanted[keys[0]] == step * (k - keys[0]) for k in keys) and keys == list(
                range(keys[0], keys[0] + len(keys))
            ):
                return plus(times(index, const(step)), const(wanted[keys[0]] - step * keys[0]))
        return Tab(self.layout.table(name, dict(wanted)), index, INT)


def _number(x: X) -> X:
    """A thing that is worked out, as the number that it is, so that constants in it are folded."""
    return changed(x, type=INT) if isinstance(x, Op) else x

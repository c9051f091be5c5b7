"""`given`: a state in which the named facts are true, and as little else as possible differs from the setup.

Pieces and counters come from somewhere: a piece that is named moves from where it lies, and the supply of a limited
resource gives or takes what the named counters need, so that nothing is made or lost. A supply that is named itself is
taken as it is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from interpreter.diagnostics import Diagnostics, Span, near_names
from interpreter.loading.documents import Item, ListNode, MapNode, plain
from interpreter.records import mutable
from interpreter.runtime import geometry
from interpreter.scenarios.bench import Bench, State
from interpreter.scenarios.declared import Declared
from interpreter.scenarios.facts import BOX, Contents, Fact, Lone, Scalar, Total, Wanted
from interpreter.scenarios.reading import wrong_shape

NOBODY = -1
"""The owner of a piece that belongs to no player by itself."""


def set_up(
    bench: Bench, s: State, facts: Sequence[Fact], diagnostics: Diagnostics, without: Iterable[int] = ()
) -> None:
    """Make the facts true in `s`. Reports what cannot be. without: kinds whose pieces are put into the box first."""
    totals = _totals(bench, s)
    _put_aside(bench, s, frozenset(without))
    _lay_pieces(bench, s, [f for f in facts if isinstance(f, Contents)], diagnostics)
    for fact in facts:
        if isinstance(fact, Scalar):
            s[fact.slot] = fact.value
        elif isinstance(fact, Total):
            for slot in fact.slots:
                s[slot] = 0
        elif isinstance(fact, Lone):
            x = bench.layout.pieces.index(fact.piece.kind)
            _set_fields(s, x, fact.piece)
    if diagnostics.has_errors:
        return
    _fill_supplies(bench, s, totals, facts, diagnostics)
    _check_room(bench, s, facts, diagnostics)


def settle_state_rules(bench: Bench, s: State) -> None:
    """A `whenever` rule whose condition is true in the given state has already had its effect there."""
    for rule in bench.checked.state_rules:
        s[rule.latch] = 1 if bench.function(rule.test)(s) else 0


# ---- counters


def _totals(bench: Bench, s: State) -> dict[int, int]:
    """How many of each limited resource there are, wherever they lie."""
    layout = bench.layout
    return {r: sum(s[slot] for slot in layout.holder_slots(r).values()) for r in layout.supply_slots}


def _fill_supplies(
    bench: Bench, s: State, totals: dict[int, int], facts: Sequence[Fact], diagnostics: Diagnostics
) -> None:
    layout = bench.layout
    named = {fact.slot: fact for fact in facts if isinstance(fact, Scalar)}
    for r, slot in layout.supply_slots.items():
        if slot in named:
            continue
        elsewhere = sum(s[other] for other in layout.holder_slots(r).values()) - s[slot]
        if elsewhere > totals[r]:
            name = layout.resources[r]
            where = next((f for f in reversed(facts) if _speaks_of(bench, f, r)), facts[-1])
            diagnostics.add("E514", where.span, wanted=elsewhere, name=name, there=totals[r])
        else:
            s[slot] = totals[r] - elsewhere


def _speaks_of(bench: Bench, fact: Fact, r: int) -> bool:
    name = bench.layout.resources[r]
    if isinstance(fact, Scalar):
        return fact.slot in bench.layout.holder_slots(r).values()
    pieces = fact.pieces if isinstance(fact, Contents) else (fact.piece,) if isinstance(fact, Lone) else ()
    return any(field.name == name for piece in pieces for field in piece.fields)


# ---- pieces


@mutable
class _Laying:
    """Pieces on their way: the pool of those lifted from the named places, and the places that may be taken from."""

    bench: Bench
    s: State
    named: frozenset[int]
    boxed: frozenset[int]
    """the kinds of which `given` says how many are in the box"""
    pool: list[int]

    def take(self, wanted: Wanted, home: int) -> int | None:
        """A piece that is wanted at a place: from there, else lifted from another named place, else from where
        pieces of its class begin, the box, a place nobody owns, a player's place. None: all are needed elsewhere."""
        layout = self.bench.layout
        common = NOBODY if home == BOX else layout.places[home].owner
        owner = common if wanted.owner is None else wanted.owner
        owners = {owner, NOBODY} if owner >= 0 else {NOBODY, *range(layout.players)}
        right = [x for x, kind in enumerate(layout.pieces) if kind == wanted.kind and layout.piece_owner[x] in owners]
        free = [x for x in right if self._is_free(x)]
        if not free:
            return None
        x = min(free, key=lambda y: (self._rank(y, home), y))
        if x in self.pool:
            self.pool.remove(x)
        else:
            lift(self.bench, self.s, x)
        return x

    def _is_free(self, x: int) -> bool:
        place, kind = self.s[self.bench.layout.at_base + x], self.bench.layout.pieces[x]
        return x in self.pool or (kind not in self.boxed if place == BOX else place not in self.named)

    def _rank(self, x: int, home: int) -> int:
        place = self.s[self.bench.layout.at_base + x]
        if x in self.pool:
            return 0 if place == home else 1
        if place in (BOX, _start_of(self.bench, x)):
            return 2
        return 3 if self.bench.layout.places[place].owner < 0 else 4


def _start_of(bench: Bench, x: int) -> int:
    """The place in which a piece begins, before the setup."""
    place = bench.layout.start[bench.layout.at_base + x]
    assert isinstance(place, int)
    return place


def lift(bench: Bench, s: State, x: int) -> None:
    """Take a piece out of its place; it still remembers where it lay."""
    place = s[bench.layout.at_base + x]
    if place != BOX:
        zone = bench.layout.zone_base + place
        s[zone] = tuple(y for y in s[zone] if y != x)


def lay(bench: Bench, s: State, x: int, place: int) -> None:
    """Put a lifted piece into a place, or into the box."""
    s[bench.layout.at_base + x] = place
    if place != BOX:
        zone = bench.layout.zone_base + place
        s[zone] = (*s[zone], x) if bench.layout.places[place].ordered else tuple(sorted((*s[zone], x)))


def _lay_pieces(bench: Bench, s: State, facts: Sequence[Contents], diagnostics: Diagnostics) -> None:
    layout = bench.layout
    named = frozenset(fact.place for fact in facts if fact.place != BOX)
    boxed = frozenset(kind for fact in facts if fact.place == BOX for kind in fact.kinds or ())
    pool = list(dict.fromkeys(x for fact in facts for x in fact.there(bench, s)))
    for lying in pool:
        lift(bench, s, lying)
    laying = _Laying(bench, s, named, boxed, pool)
    for fact in facts:
        for wanted in fact.pieces:
            x = laying.take(wanted, fact.place)
            if x is None:
                name = layout.kinds[wanted.kind][1]
                copies = layout.pieces.count(wanted.kind)
                of = "the one there is lies" if copies == 1 else f"the {copies} there are lie"
                there = f"{of} in places that `given` names"
                if copies == 0:
                    there = f"with {layout.players} players there is none"
                diagnostics.add("E513", wanted.span, path=fact.path, name=name, there=there)
                continue
            _clear(bench, s, x)
            lay(bench, s, x, fact.place)
            _set_fields(s, x, wanted)
    for left in pool:
        _clear(bench, s, left)
        start = _start_of(bench, left)
        lay(bench, s, left, BOX if start in named else start)


def _put_aside(bench: Bench, s: State, kinds: frozenset[int]) -> None:
    for x, kind in enumerate(bench.layout.pieces):
        if kind in kinds:
            lift(bench, s, x)
            _clear(bench, s, x)
            lay(bench, s, x, BOX)


def _clear(bench: Bench, s: State, x: int) -> None:
    """A piece as it is before the setup: no counters, first face, variables at their start."""
    layout = bench.layout
    cls = layout.kinds[layout.pieces[x]][0]
    slots = [layout.piece_arrays[r] + x for r in layout.piece_holders.get(cls, ())]
    slots += [layout.face_base[cls] + x] if cls in layout.face_base else []
    slots += [base + x for (owner, _), base in layout.piece_vars.items() if owner == cls]
    for slot in slots:
        s[slot] = layout.start[slot]


def _set_fields(s: State, x: int, wanted: Wanted) -> None:
    for field in wanted.fields:
        for slot in field.slots(x):
            s[slot] = field.value


# ---- room


def _check_room(bench: Bench, s: State, facts: Sequence[Fact], diagnostics: Diagnostics) -> None:
    layout = bench.layout
    for fact in facts:
        if isinstance(fact, Contents) and fact.place != BOX:
            limit = layout.places[fact.place].limit
            pieces = s[layout.zone_base + fact.place]
            if (limit is not None and len(pieces) > limit) or not _fits_board(bench, fact.place, pieces):
                diagnostics.add("E515", fact.span, path=fact.path)
            for x in pieces:
                _check_counters(bench, s, x, fact.path, fact.span, diagnostics)
        elif isinstance(fact, Lone):
            x = layout.pieces.index(fact.piece.kind)
            _check_counters(bench, s, x, fact.path, fact.span, diagnostics)


def _check_counters(bench: Bench, s: State, x: int, path: str, span: Span, diagnostics: Diagnostics) -> None:
    left = bench.room_at(x, span)
    if left is not None and left(s) < 0:
        diagnostics.add("E515", span, path=f"{path}.{_kind_name(bench, x)}")


def _kind_name(bench: Bench, x: int) -> str:
    return bench.layout.kinds[bench.layout.pieces[x]][1]


def _fits_board(bench: Bench, place: int, pieces: Sequence[int]) -> bool:
    board = bench.model.boards.get(bench.layout.places[place].zone)
    if board is None:
        return True
    forms = []
    for x in pieces:
        cls, kind = bench.layout.kinds[bench.layout.pieces[x]]
        shape = bench.model.pieces[cls].kinds[kind].attributes.get("shape") or ()
        forms.append(geometry.turned(geometry.cells_of(shape), board.rotate, board.mirror))  # type: ignore[arg-type]
    return geometry.packs(board.columns, board.rows, forms)


# ---- what is not there


def absent(bench: Declared, item: Item, diagnostics: Diagnostics) -> frozenset[int]:
    """`without: [kinds and classes]`: the numbers of the kinds whose pieces are not in play. Mistakes are reported."""
    layout = bench.layout
    found: set[int] = set()
    if not isinstance(item.value, ListNode):
        wrong_shape(item.value, "without", "a list of kinds and classes of pieces", diagnostics)
        return frozenset()
    for leaf in item.value.items:
        name = plain(leaf)
        named = [i for i, (cls, kind) in enumerate(layout.kinds) if name in (cls, kind)]
        found.update(named)
        if not named:
            near = near_names(str(name), {word for pair in layout.kinds for word in pair})
            diagnostics.add("E510", leaf.span, near=near, name=name, what="kind or class of pieces")
    return frozenset(found)


# ---- uses


def set_uses(bench: Bench, s: State, item: Item, diagnostics: Diagnostics) -> None:
    """`used: {limit: [seats]}`: what a limit such as `once per` has counted already, once a mention of a seat."""
    known = [info.name.removeprefix("limit ") for info in bench.layout.slots if info.name.startswith("limit ")]
    for limit, seats in uses(bench, item, known, diagnostics):
        slots = use_slots(bench, s, limit.key)
        for seat, span in seats:
            owned = slots.get(bench.seats.index(seat), [])
            if not owned:
                diagnostics.add("E515", span, path=f"used.{limit.key}")
            for slot in owned:
                s[slot] += 1


def uses(
    bench: Declared, item: Item, known: Iterable[str], diagnostics: Diagnostics
) -> Iterator[tuple[Item, list[tuple[str, Span]]]]:
    """What `used` names: limits, each with the places of its seats. known: all limits. Mistakes are reported."""
    if not isinstance(item.value, MapNode):
        wrong_shape(item.value, "used", "a map of limits", diagnostics)
        return
    known = list(known)
    for limit in item.value:
        if limit.key not in known:
            near = near_names(limit.key, known)
            what = "rule or action with a limit"
            diagnostics.add("E510", limit.key_span, near=near, name=limit.key, what=what)
        elif not isinstance(limit.value, ListNode):
            wrong_shape(limit.value, f"used.{limit.key}", "a list of seats", diagnostics)
        else:
            yield limit, list(_seats_in(bench, limit.value, diagnostics))


def _seats_in(bench: Declared, node: ListNode, diagnostics: Diagnostics) -> Iterator[tuple[str, Span]]:
    for leaf in node.items:
        seat = plain(leaf)
        if isinstance(seat, str) and seat in bench.seats:
            yield seat, leaf.span
        else:
            near = near_names(str(seat), bench.seats)
            diagnostics.add("E510", leaf.span, near=near, name=seat, what="seat")


def use_slots(bench: Bench, s: Sequence[Any], name: str) -> dict[int, list[int]]:
    """The slots that count the uses of a limit, by seat: the seat's own, or those of its pieces."""
    slots = [i for i, info in enumerate(bench.layout.slots) if info.name == f"limit {name}"]
    info = bench.checker.actions.get(name)
    where = [(info.cls, info.kind)] if info is not None else []
    where += [(rule.cls, rule.kind) for rule in bench.checker.rules if rule.decl.id == name]
    cls, kind = where[0]
    if not cls:
        return {p: [slot] for p, slot in enumerate(slots)}
    out: dict[int, list[int]] = {}
    for slot, x in zip(slots, bench.checker.pieces_of(cls, kind), strict=True):
        place = s[bench.layout.at_base + x]
        if place != BOX:
            out.setdefault(bench.layout.places[place].owner, []).append(slot)
    return out

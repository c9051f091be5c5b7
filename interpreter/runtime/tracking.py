"""How it is found out what depends on what a seat may not see: a state that tracks whether something hidden is read,
and a value that stands for what is unknown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, SupportsIndex

from interpreter.program.layout import Layout
from interpreter.records import record


@record
class Unseen:
    """What somebody may not see. slots: all of it. places: those among them where pieces lie, whose number is open."""

    slots: frozenset[int]
    places: frozenset[int]


class TrackedState(list[Any]):
    """The slots of a state, copies of which are tracked with it. has_read_hidden: whether a hidden one was read since
    this was last set to False; how many pieces lie in a hidden place is open and may be asked. has_read_pieces: whether
    that was what lies in a place."""

    def __init__(self, s: Sequence[Any], unseen: Unseen, layout: Layout) -> None:
        super().__init__(s)
        self.has_read_hidden = self.has_read_pieces = False
        self.places = unseen.places
        self._first = self
        for place in unseen.places:
            slot = layout.zone_base + place
            for piece in s[slot]:
                list.__setitem__(self, layout.at_base + piece, _HiddenPlace(place, self))
            list.__setitem__(self, slot, _HiddenPieces(s[slot], self))
        self._hidden = unseen.slots - {layout.zone_base + place for place in unseen.places}

    def __getitem__(self, at: Any) -> Any:
        if at == slice(None):
            return self._copied()
        slots = range(*at.indices(len(self))) if isinstance(at, slice) else (at,)
        if not self._hidden.isdisjoint(slots):
            self._first.has_read_hidden = True
        return list.__getitem__(self, at)

    def _copied(self) -> TrackedState:
        new = TrackedState.__new__(TrackedState)
        list.__init__(new, self)
        new._first, new._hidden, new.places = self._first, self._hidden, self.places
        return new

    def note(self) -> None:
        """What lies in a hidden place was looked at."""
        self.has_read_hidden = self.has_read_pieces = True


class Unforeseen(Exception):
    """What comes next depends on something unknown."""


class Unknown:
    """A value that may be anything: what is calculated with it is unknown too, and whatever asks what it is ends in
    Unforeseen."""

    def _same(self, *_: object) -> Unknown:
        return self

    def _asked(self, *_: object) -> Any:
        raise Unforeseen

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __abs__ = _same
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _same
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __index__ = __int__ = __hash__ = _asked
    __iter__ = __len__ = __getitem__ = __contains__ = __str__ = _asked


UNKNOWN = Unknown()


class _HiddenPlace:
    """Where a piece lies that is in a hidden place: that it is in none of the open ones may be asked."""

    def __init__(self, place: int, state: TrackedState) -> None:
        self._place = place
        self._state = state

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int) and other not in self._state.places:
            return False
        return int(self) == other

    def __hash__(self) -> int:
        return hash(self._place)  # what is found by it is compared, too

    def __index__(self) -> int:
        self._state.note()
        return self._place

    __int__ = __index__

    def __add__(self, other: int) -> int:
        return int(self) + other

    __radd__ = __add__

    def __sub__(self, other: int) -> int:
        return int(self) - other

    def __rsub__(self, other: int) -> int:
        return other - int(self)

    def __mul__(self, other: int) -> int:
        return int(self) * other

    def __floordiv__(self, other: int) -> int:
        return int(self) // other

    def __mod__(self, other: int) -> int:
        return int(self) % other

    def __lt__(self, other: int) -> bool:
        return other >= 0 and int(self) < other  # it is somewhere, and no place has a number below 0

    def __ge__(self, other: int) -> bool:
        return not self < other

    def __le__(self, other: int) -> bool:
        return self < other + 1

    def __gt__(self, other: int) -> bool:
        return not self < other + 1


class _HiddenPieces(tuple[int, ...]):
    """The pieces in a hidden place: looking at them is noted, counting them is not."""

    _state: TrackedState

    def __new__(cls, pieces: Sequence[int], state: TrackedState) -> _HiddenPieces:
        made = super().__new__(cls, pieces)
        made._state = state
        return made

    def __iter__(self) -> Iterator[int]:
        self._state.note()
        return super().__iter__()

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        self._state.note()
        return super().__getitem__(at)

    def __contains__(self, piece: object) -> bool:
        self._state.note()
        return super().__contains__(piece)

    def index(self, *args: Any) -> int:
        self._state.note()
        return super().index(*args)

    def count(self, piece: object) -> int:
        self._state.note()
        return super().count(piece)

    def __eq__(self, other: object) -> bool:
        if other != ():  # whether there are any may be asked
            self._state.note()
        return super().__eq__(other)

    def __add__(self, other: Any) -> Any:
        self._state.note()
        return tuple(self) + tuple(other)

    def __radd__(self, other: Any) -> Any:
        self._state.note()
        return tuple(other) + tuple(self)

    __hash__ = tuple.__hash__

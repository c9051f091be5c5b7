"""Which expressions may read what is not there: an index or key outside, a division by zero, the least of nothing.

Reading outside fails a block as a payment that cannot be made does, so a statement that may do so counts as one that
can fail. Here stands what can be shown never to do so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from interpreter.language.core import (
    At,
    Cond,
    Const,
    Fold,
    Get,
    Op,
    Prim,
    Slot,
    Tab,
    Value,
    X,
    both,
    choice,
    compared,
    const,
    walk,
)
from interpreter.program.layout import Layout
from interpreter.program.types import BOOL, INT, Type, list_of

KeysOf = Callable[[Type], tuple[int, ...] | None]
"""All values that a type can have; None where they are not counted."""


def keys_in(layout: Layout) -> KeysOf:
    """The values of each type in one ruleset."""

    def keys_of(t: Type) -> tuple[int, ...] | None:
        match t.name:
            case "resource":
                return layout.groups[t.of] if t.of else tuple(range(len(layout.resources)))
            case "kind":
                return tuple(layout.class_kinds[t.of]) if t.of else tuple(range(len(layout.kinds)))
            case "player":
                return tuple(range(layout.players))
        return None

    return keys_of


class Outside:
    """Answers for the expressions of one ruleset, each value being looked at once."""

    def __init__(self, values: Mapping[str, X], tables: Mapping[str, object], keys_of: KeysOf) -> None:
        self._values, self._tables, self._keys_of = values, tables, keys_of
        self._known: dict[str, bool] = {}
        self._asked: dict[int, tuple[X, bool]] = {}
        """by identity, which is the expression's while it is kept here: the same ones are asked about again and
        again"""

    def may_read(self, x: X) -> bool:
        """Whether evaluating x may read something that is not there."""
        known = self._asked.get(id(x))
        if known is None:
            known = self._asked[id(x)] = (x, any(self._part(part) for part in walk(x)))
        return known[1]

    def may_fail(self, x: X) -> bool:
        """Whether evaluating x itself, apart from what is inside it, may read something that is not there."""
        return self._part(x)

    def _part(self, x: X) -> bool:
        match x:
            case Value():
                return self._value(x.id)
            case Tab():
                return self._table(x)
            case Prim(name="item", args=(values, index)):
                return not self._is_inside(values, index)
            case Prim(name="there"):
                return True
            case Prim() if _is_way(x):
                return True
            case Slot():
                return _lacks_some(x)
            case Op(operator="//" | "%", args=(_, divisor)):
                return not (isinstance(divisor, Const) and divisor.value != 0)
            case Fold(kind="min" | "max"):
                return x.test is not None or not (isinstance(x.domain, Const) and bool(x.domain.value))
        return False

    def tests(self, x: X) -> list[X] | None:
        """Tests under which evaluating x reads nothing that is not there; None where they cannot be said beforehand:
        for what is read only under a condition, for each element of a list, or inside a value."""
        out: list[X] = []
        return out if self._collect(x, out) else None

    def _collect(self, x: X, out: list[X]) -> bool:
        if not self.may_read(x):
            return True
        match x:
            case Prim(name="item", args=(values, index)) if not self.may_read(values) and not self.may_read(index):
                size = Prim("len", (values,), INT)
                if index == size:
                    out.append(compared("!=", values, Const((), values.type)))
                    return True
                out += [compared(">=", index, const(1)), compared("<=", index, size)]
                return True
            case Prim(name="there", args=(thing,)):
                known = self._collect(thing, out)
                out.append(compared(">=", thing, const(0)))
                return known
            case Prim(name="distance" | "cheapest", args=(start, target, entries, is_links)):
                is_known = all(self._collect(part, out) for part in (start, target, entries))
                reached = Prim("within_reach", (start, const(-1), entries, is_links), start.type)
                out.append(Op("in", (target, reached), BOOL))
                return is_known
            case Cond(test=test, then=then, other=other) if any(_is_way(part) for part in walk(x)):
                sides: tuple[list[X], list[X]] = ([], [])
                known = self._collect(test, out) and self._collect(then, sides[0]) and self._collect(other, sides[1])
                out.append(choice(test, both(sides[0]), both(sides[1])))
                return known
            case Tab(index=index) if not self.may_read(index):
                table = self._tables[x.table]
                keys = Const(tuple(table) if isinstance(table, dict) else (), list_of(index.type))
                out.append(Op("in", (index, keys), BOOL))
                return True
            case Op(operator="+" | "-" | "*" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "min" | "max" | "neg"):
                return all(self._collect(a, out) for a in x.args)
            case Slot(owner=owner, key=key):
                if not all(self._collect(part, out) for part in (owner, key) if part is not None):
                    return False
                if _lacks_some(x):
                    assert owner is not None and x.only is not None
                    if self.may_read(owner):
                        return False
                    out.append(Op("in", (owner, Const(x.only, list_of(owner.type))), BOOL))
                return True
            case Get(slot=slot):
                return self._collect(slot, out)
            case At(address=address):
                return self._collect(address, out)
        return False

    def _value(self, name: str) -> bool:
        if name not in self._known:
            self._known[name] = False  # values never call each other in a circle
            self._known[name] = self.may_read(self._values[name])
        return self._known[name]

    def _table(self, x: Tab) -> bool:
        """Tables of the ruleset may lack keys, and those named SOME_…; what else the checker makes holds every thing
        that it is asked for."""
        table = self._tables[x.table]
        if not x.table.startswith(("TABLE_", "SOME_")) or not isinstance(table, dict):
            return False
        if isinstance(x.index, Const):
            return x.index.value not in table
        keys = self._keys_of(x.index.type)
        return keys is None or any(k not in table for k in keys)

    def _is_inside(self, values: X, index: X) -> bool:
        if isinstance(values, Const) and isinstance(index, Const):
            return 0 < index.value <= len(values.value)  # type: ignore[operator, arg-type]
        # What all players were asked for at once has an entry for each of them.
        key = values.type.key
        return values.type.name == "per" and key is not None and key.name == "player"


def _is_way(x: X) -> bool:
    return isinstance(x, Prim) and x.name in ("distance", "cheapest")


def _lacks_some(slot: Slot) -> bool:
    """Whether the slot may be asked of an owner that has none."""
    owner = slot.owner.value if isinstance(slot.owner, Const) else None
    return slot.only is not None and owner not in slot.only


def is_from_there(x: X) -> bool:
    """Whether x is taken from a list in which `none` never is: pieces that lie somewhere, spaces of a declaration."""
    if not isinstance(x, Prim) or x.name not in ("item", "item0"):
        return False
    values = x.args[0]
    while isinstance(values, Fold) and values.kind == "list":
        values = values.domain
    match values:
        case Get(slot=slot):
            return slot.kind == "contents"
        case At(family=family):
            return family.startswith("loc:")
        case Tab(table=table):
            return table.startswith("SPACES_")
        case Const(value=tuple() as elements):
            return all(isinstance(e, int) and e >= 0 for e in elements)
    return False

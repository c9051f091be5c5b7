"""Which pieces are alike, so that a decision offers one of them: signatures and the lists made with them."""

from __future__ import annotations

from interpreter.language.codegen.pycode import identifier, iterable, spent, value
from interpreter.language.codegen.segments import Segments
from interpreter.language.core import (
    At,
    Bind,
    Cond,
    Const,
    Fold,
    Get,
    Op,
    Prim,
    Slot,
    Spread,
    Tab,
    Var,
    X,
)
from interpreter.program.types import Type, classes_of
from interpreter.records import mutable

MANY = 300
"""Pieces of a class from which on it is counted how many are gone through."""


@mutable
class Alike(Segments):
    """Writes what tells alike pieces."""

    def _signature_parts(self, cls: str) -> list[str]:
        parts = ["KIND[x]"]
        if self.checked.model.pieces[cls].per_player:
            parts.append("PIECE_OWNER[x]")
        if cls in self.layout.face_base:
            parts.append(f"s[{self.layout.face_base[cls]} + x]")
        parts += [f"s[{base} + x]" for (c, _), base in self.layout.piece_vars.items() if c == cls]
        for r in sorted(self.layout.piece_holders.get(cls, ())):
            parts.append(f"s[{self.layout.piece_arrays[r]} + x]")
        parts.append(f"s[{self.layout.at_base} + x]")
        return parts

    def _alike(self, domain: X, bind: Bind, weight: int) -> str:
        """Text of an iterable that has one piece of each group of alike ones. weight: steps for each element of the
        domain that are taken from the budget, 0 for none."""
        text = spent(weight, iterable(domain))
        if bind.type.name != "piece" or not bind.shown:
            return text
        classes = classes_of(bind.type) or tuple(self.checked.model.pieces)
        if all(self._all_differ(cls) for cls in classes):
            return text
        is_sorted = not any(p.ordered for p in self.layout.places if p.pieces in classes)
        if len(classes) == 1 and is_sorted and isinstance(domain, At) and domain.type.name == "list":
            return f"DISTINCT_{identifier(classes[0])}(s, {text})"
        if len(classes) == 1 and is_sorted and (zones := _different_zones(domain)):
            return f"({' + '.join(f'DISTINCT_{identifier(classes[0])}(s, {value(zone)})' for zone in zones)})"
        parts = {tuple(self._signature_parts(cls)) for cls in classes_of(bind.type)}
        if len(parts) == 1:
            return f"reversed({{({', '.join(parts.pop())}): x for x in reversed({text})}}.values())"
        return f"alike(s, {self._signature(bind.type)}, {text})"

    def _stock(self, domain: X, bind: Bind) -> tuple[str, int] | None:
        """For a choice of pieces from where all copies of their kinds lie at first: the class and the place."""
        classes = classes_of(bind.type)
        if bind.type.name != "piece" or not bind.shown or len(classes) != 1 or self._all_differ(classes[0]):
            return None
        start = self.checked.model.pieces[classes[0]].start
        if start is None or not isinstance(domain, At) or not isinstance(domain.address, Const):
            return None
        place = self.layout.slots[domain.address.value].index  # type: ignore[call-overload]  # an address is a number
        here = self.layout.places[place]
        if here.zone != start or here.owner >= 0 or here.ordered:
            return None
        copies: dict[int, list[int]] = {}
        for x in self.layout.class_pieces[classes[0]]:
            copies.setdefault(self.layout.pieces[x], []).append(x)
        self.layout.table(f"COPIES_{classes[0]}", tuple(map(tuple, copies.values())))
        return classes[0], place

    def _all_differ(self, cls: str) -> bool:
        """Whether no two pieces of the class are of one kind."""
        kinds = [self.layout.pieces[x] for x in self.layout.class_pieces[cls]]
        return len(set(kinds)) == len(kinds)

    def _signature(self, item: Type) -> str:
        """Name of the function that tells alike pieces of a type."""
        return f"SIG_{identifier(item.of)}" if len(classes_of(item)) == 1 else "any_sig"

    def _distinct(self, cls: str) -> str:
        """A function from the pieces of one place to one of each group of alike ones. Alike pieces mostly lie side by
        side; only where they do not, all are compared."""
        state = ", ".join(self._signature_parts(cls)[1:-1])
        name = identifier(cls)
        lines = [
            f"def DISTINCT_{name}(s, pieces):",
            *self._many(cls, "len(pieces)"),
            "    out = []",
            "    kind = -1",
            "    for x in pieces:",
            "        if KIND[x] == kind:",
            f"            if ({state}) == last:" if state else "            if True:",
            "                continue",
            f"            return alike(s, SIG_{name}, pieces)",
            "        kind = KIND[x]",
            f"        last = ({state})" if state else "        pass",
            "        out.append(x)",
            "    return out",
        ]
        return "\n".join(lines)

    def _many(self, cls: str, steps: str) -> list[str]:
        """The line that counts the steps of going through the pieces of a class, where they are many."""
        return [f"    spend({steps})"] if len(self.layout.class_pieces[cls]) > MANY else []

    def _distinct_of(self, cls: str) -> str:
        """A function from the pieces of some kinds to one of each group of alike ones of those at a place."""
        state = ", ".join(self._signature_parts(cls)[1:-1])
        at = f"s[{self.layout.at_base} + x] == place"
        every = f"[x for pieces in kinds for x in pieces if {at}]"
        lines = [
            f"def AT_{identifier(cls)}(s, kinds, place):",
            *self._many(cls, str(len(self.layout.class_pieces[cls]))),
            "    out = []",
            "    for pieces in kinds:",
            "        first = -1",
            "        for x in pieces:",
            f"            if {at}:",
            "                if first < 0:",
            "                    first = x",
            f"                    last = ({state})",
            "                    out.append(x)",
            f"                elif ({state}) != last:",
            f"                    return alike(s, SIG_{identifier(cls)}, {every})",
            "    return out",
        ]
        return "\n".join(lines)

    def _signs(self, item: Type, source: str) -> str:
        """Text of what makes each element of a list alike to others."""
        if item.name != "piece":
            return source
        parts = {tuple(self._signature_parts(cls)) for cls in classes_of(item)}
        if len(parts) == 1:
            return f"[({', '.join(parts.pop())}) for x in {source}]"
        return f"[{self._signature(item)}(s, x) for x in {source}]"

    def _spread_signs(self, s: Spread, places: str) -> str:
        """Text of what makes the places of a `Spread` alike and of the keys to it: their kinds where no more is needed,
        since only places that take one each are compared."""
        classes = classes_of(s.item) if s.item.name == "piece" else ()
        parts = {tuple(self._signature_parts(cls)) for cls in classes}
        if len(parts) == 1:
            asked = parts.pop()[1:]
            told = {self._told_by_cap(s, classes), self._told_by_kind(s)}
            if all(part in told for part in asked):
                return f"KIND, {places}"
        return f"{self._signs(s.item, places)}, range(len(caps))"

    def _told_by_cap(self, s: Spread, classes: tuple[str, ...]) -> str:
        """The part of a signature that the cap of a piece tells together with its kind: a counter, where the cap is
        what a limit of its kind leaves beside it. "" for none."""
        cap = self.lets.get(s.caps.name) if isinstance(s.caps, Var) else None
        cap = None if cap is None else self.analysis.inlined(cap)
        match cap:
            case Fold(
                kind="list_of",
                domain=domain,
                test=None,
                value=Prim(
                    name="room", args=(Op(operator="-", args=(Tab(table=table, index=Var(name=of)), Get(slot=at))),)
                ),
            ) if domain == s.places and of == cap.var:
                limits = self.layout.tables[table]
                pieces = [x for cls in classes for x in self.layout.class_pieces[cls]]
                by_kind = {(self.layout.pieces[x], limits[x]) for x in pieces} if isinstance(limits, tuple) else set()
                match at:
                    case Slot(kind="counter", owner=Var(name=name), key=Const(value=int() as r)) if name == cap.var:
                        base = self.layout.piece_arrays[r]
                        return f"s[{base} + x]" if len(by_kind) == len(dict(by_kind)) else ""
        return ""

    def _told_by_kind(self, s: Spread) -> str:
        """The place as a part of a signature, where the places are the contents of zones and no two of these hold
        pieces of one class. "" where two of a kind may lie in different places."""
        domain = self.lets.get(s.places.name) if isinstance(s.places, Var) else None
        left = [] if domain is None else [self.analysis.inlined(domain)]
        seen: set[str] = set()
        while left:
            match left.pop():
                case Op(operator="+", args=args):
                    left += args
                case Get(type=kind) if kind.item is not None and classes_of(kind.item):
                    if seen & set(classes_of(kind.item)):
                        return ""
                    seen |= set(classes_of(kind.item))
                case _:
                    return ""
        return f"s[{self.layout.at_base} + x]" if seen else ""


def _different_zones(x: X) -> list[X]:
    """The parts of a list that holds the contents of several zones one after another, some of them perhaps not: pieces
    of different parts lie in different places, so none are alike. [] for other lists."""
    parts, left, addresses = [], [x], []
    while left:
        part = left.pop(0)
        if isinstance(part, Op) and part.operator == "+":
            left[:0] = part.args
            continue
        zone = part.then if isinstance(part, Cond) and part.other == Const((), part.other.type) else part
        if not isinstance(zone, At) or not isinstance(zone.address, Const):
            return []
        parts.append(part)
        addresses.append(zone.address.value)
    return parts if len(set(addresses)) == len(addresses) else []

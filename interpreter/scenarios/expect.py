"""`expect`: compares a state with facts, decisions, formulas, scores and views. What differs is returned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from typing import Any

from interpreter.diagnostics import Diagnostics, Span, near_names
from interpreter.game import State
from interpreter.loading.documents import Item, Leaf, ListNode, MapNode, Node, plain
from interpreter.loading.model import EffectText
from interpreter.program.types import INT, PLAYER
from interpreter.records import mutable, record
from interpreter.runtime.primitives import FAILURES
from interpreter.runtime.views import back_of, follows, sees, sees_backs
from interpreter.scenarios.bench import Bench, running_phases
from interpreter.scenarios.declared import Declared
from interpreter.scenarios.facts import BOX, Contents, Fact, Lone, Scalar, Size, Total, Wanted, is_same, lying
from interpreter.scenarios.reading import Reader, wrong_shape

Slots = list[Any]
"""The slots of a state."""


SPECIAL = (
    "player", "prompt", "offered", "offers", "not_offered", "phase", "phase_over", "over", "values", "scores",
    "winners", "sees", "cannot_see", "gained", "lost",
)  # fmt: skip
"""Keys of `expect` that do not speak of the table alone."""


@record
class Failure:
    """One difference. what: what was looked at (`a.coin`). wanted, found: as text. span: where the scenario says so."""

    what: str
    wanted: str
    found: str
    span: Span


@mutable
class Comparison:
    """Compares one state with one `expect` map; `failures` grows.

    state: None where it is only asked whether the map is well-formed and names what there is; `bench` may then be
    without a program.
    """

    bench: Declared
    state: State | None
    diagnostics: Diagnostics
    before: Sequence[Any] = ()
    """the table with which to compare, for `gained` and `lost`"""
    failures: list[Failure] = field(default_factory=list)

    def run(self, node: MapNode) -> None:
        special: dict[str, Callable[[Item], None]] = {
            "player": self._player, "prompt": self._prompt, "offered": self._offered, "offers": self._offers,
            "not_offered": self._not_offered, "phase": self._phase, "phase_over": self._phase_over, "over": self._over,
            "values": self._values, "scores": self._scores, "winners": self._winners, "sees": self._sees,
            "cannot_see": self._cannot_see, "gained": lambda item: self._changed(item, 1),
            "lost": lambda item: self._changed(item, -1),
        }  # fmt: skip
        rest = []
        for item in node:
            if item.key in special:
                special[item.key](item)
            else:
                rest.append(item)
        for fact in Reader(self.bench, self.diagnostics, False).table(rest):
            if self.state is not None:
                self._compare(fact, self.state.slots)

    @property
    def played(self) -> Bench:
        """The bench of a state."""
        assert isinstance(self.bench, Bench)
        return self.bench

    def _fail(self, what: str, wanted: object, found: object, span: Span) -> None:
        self.failures.append(Failure(what, str(wanted), str(found), span))

    def _check(self, what: str, wanted: object, found: object, span: Span) -> None:
        if wanted != found:
            self._fail(what, wanted, found, span)

    # ---- the table

    def _compare(self, fact: Fact, s: Slots) -> None:
        bench = self.played
        if isinstance(fact, Scalar):
            found = s[fact.slot]
            if not is_same(bench, fact.type, found, fact.value):
                self._fail(fact.path, bench.shown(fact.type, fact.value), bench.shown(fact.type, found), fact.span)
        elif isinstance(fact, Total):
            self._check(fact.path, fact.value, sum(s[slot] for slot in fact.slots), fact.span)
        elif isinstance(fact, Size):
            self._check(fact.path, fact.value, len(lying(bench, s, fact.place)), fact.span)
        elif isinstance(fact, Contents):
            self._contents(fact, s)
        elif isinstance(fact, Lone):
            x = bench.layout.pieces.index(fact.piece.kind)
            if not self._matches(x, fact.piece, s):
                self._fail(fact.path, self._text(fact.piece), self._piece(x, fact.piece, s), fact.span)

    def _contents(self, fact: Contents, s: Slots) -> None:
        layout, there = self.bench.layout, fact.there(self.bench, s)
        if fact.place != BOX and layout.places[fact.place].ordered and fact.kinds is None:
            pairs = zip(there, fact.pieces, strict=False)
            right = len(there) == len(fact.pieces) and all(self._matches(x, w, s) for x, w in pairs)
        else:
            right = self._pairs_up(there, fact.pieces, s)
        if not right:
            self._fail_pieces(fact.path, fact, there, s)

    def _fail_pieces(self, path: str, fact: Contents, there: Sequence[int], s: Slots) -> None:
        named = {w.kind: w for w in fact.pieces}
        found = [self._piece(x, named.get(self.bench.layout.pieces[x]), s) for x in there]
        self._fail(path, _listed(self._text(w) for w in fact.pieces), _listed(found), fact.span)

    def _pairs_up(self, there: Sequence[int], wanted: Sequence[Wanted], s: Slots) -> bool:
        """Whether each piece can be given to one wanted one: those with most properties named choose first."""
        if len(there) != len(wanted):
            return False
        left = list(there)
        for want in sorted(wanted, key=lambda w: -len(w.fields)):
            found = next((x for x in left if self._matches(x, want, s)), None)
            if found is None:
                return False
            left.remove(found)
        return True

    def _matches(self, x: int, wanted: Wanted, s: Slots) -> bool:
        layout = self.bench.layout
        if wanted.owner is not None and layout.piece_owner[x] != wanted.owner:
            return False
        return layout.pieces[x] == wanted.kind and all(
            is_same(self.played, f.type, f.found(s, x), f.value) for f in wanted.fields
        )

    def _text(self, wanted: Wanted) -> str:
        kind = self.bench.layout.kinds[wanted.kind][1]
        named = [f"{f.name}: {self.played.shown(f.type, f.value)}" for f in wanted.fields]
        if wanted.owner is not None:
            named.insert(0, f"owner: {self.played.shown(PLAYER, wanted.owner)}")
        return f"{kind} ({', '.join(named)})" if named else kind

    def _piece(self, x: int, like: Wanted | None, s: Slots) -> str:
        """A piece that is there, with the properties that the wanted one names."""
        kind = self.bench.layout.kinds[self.bench.layout.pieces[x]][1]
        if like is None:
            return kind
        named = [f"{f.name}: {self.played.shown(f.type, f.found(s, x))}" for f in like.fields]
        if like.owner is not None:
            named.insert(0, f"owner: {self.played.shown(PLAYER, self.bench.layout.piece_owner[x])}")
        return f"{kind} ({', '.join(named)})" if named else kind

    def _changed(self, item: Item, sign: int) -> None:
        """`gained` (sign 1) and `lost` (-1): how counters and pieces differ from the table as it was given."""
        for fact in Reader(self.bench, self.diagnostics, False).table(self._map(item)):
            path = f"{item.key}.{fact.path}"
            if isinstance(fact, Scalar) and fact.type != INT or isinstance(fact, Lone):
                found = "properties of a piece" if isinstance(fact, Lone) else f"a {fact.type.name}"
                self.diagnostics.add("E512", fact.span, path=path, wanted="a number, or pieces of a place", found=found)
            elif self.state is not None and isinstance(fact, Contents):
                now, then = (self.state.slots, self.before) if sign > 0 else (self.before, self.state.slots)
                there = self._come(fact, now, then)
                if not self._pairs_up(there, fact.pieces, list(now)):
                    self._fail_pieces(path, fact, there, list(now))
            elif self.state is not None and isinstance(fact, Scalar | Total | Size):
                more = self._number(fact, self.state.slots) - self._number(fact, self.before)
                self._check(path, fact.value, sign * more, fact.span)

    def _come(self, fact: Contents, now: Sequence[Any], then: Sequence[Any]) -> list[int]:
        """The pieces by which a place has more of their kinds now than then."""
        here, there = fact.there(self.bench, now), fact.there(self.bench, then)
        kinds = self.bench.layout.pieces
        more = Counter(kinds[x] for x in here) - Counter(kinds[x] for x in there)
        out = []
        for x in (x for x in here if x not in there):
            if more[kinds[x]] > 0:
                more[kinds[x]] -= 1
                out.append(x)
        return out

    def _number(self, fact: Scalar | Total | Size, s: Sequence[Any]) -> int:
        if isinstance(fact, Size):
            return len(lying(self.bench, s, fact.place))
        return sum(s[slot] for slot in self._slots_of(fact))

    # ---- the decision

    def _player(self, item: Item) -> None:
        wanted = self._text_of(item)
        if wanted is None:
            return
        if wanted not in (*self.bench.seats, "none"):
            self._unknown(wanted, item.value.span, [*self.bench.seats, "none"], "seat")
            return
        if self.state is None:
            return
        p = self.state.player
        self._check("player", wanted, "none" if p is None else self.bench.seats[p], item.key_span)

    def _prompt(self, item: Item) -> None:
        wanted = self._text_of(item)
        if self.state is not None:
            found = "none" if self.state.player is None else self.state.decision.prompt
            self._check("prompt", wanted, found, item.key_span)

    def _keys(self) -> tuple[str, ...]:
        return () if self.state is None or self.state.player is None else self.state.decision.keys

    def _key_texts(self, item: Item) -> list[str]:
        """Keys that should be offered. That a key consists of known words follows from its being offered; only where
        nothing is offered yet is it asked."""
        found = self._texts(item)
        if self.state is None:
            for text, span in found:
                check_key(self.bench, text, span, self.diagnostics)
        return [text for text, _ in found]

    def _offered(self, item: Item) -> None:
        wanted = self._key_texts(item)
        if self.state is not None and Counter(wanted) != Counter(self._keys()):
            self._fail("offered", _listed(wanted), _listed(self._keys()), item.key_span)

    def _offers(self, item: Item) -> None:
        missing = [text for text in self._key_texts(item) if text not in self._keys()]
        if self.state is not None and missing:
            self._fail("offers", f"among others {_listed(missing)}", _listed(self._keys()), item.key_span)

    def _not_offered(self, item: Item) -> None:
        for text, span in self._texts(item):
            if check_key(self.bench, text, span, self.diagnostics) and text in self._keys():
                self._fail("not_offered", f"no option `{text}`", _listed(self._keys()), span)

    # ---- where the game is

    def _phase(self, item: Item) -> None:
        wanted = self._text_of(item)
        phases = [p.id for p in self.bench.model.procedures.values() if p.is_phase]
        if wanted not in phases:
            if wanted is not None:
                self._unknown(wanted, item.value.span, phases, "phase")
            return
        if self.state is not None and wanted not in (running := running_phases(self.state)):
            self._fail("phase", f"`{wanted}` is running", _listed(running), item.key_span)

    def _phase_over(self, item: Item) -> None:
        wanted = self._bool_of(item)
        if self.state is not None:
            found = self.state.is_over and self.state.slots[1] == 0
            self._check("phase_over", wanted, found, item.key_span)

    def _over(self, item: Item) -> None:
        wanted = self._bool_of(item)
        if self.state is not None:
            self._check("over", wanted, bool(self.state.slots[1]), item.key_span)

    # ---- formulas and scores

    def _values(self, item: Item) -> None:
        for inner in self._map(item):
            span = _text_in(inner.key_span)
            text = EffectText("formula", span)
            if self.state is None:
                self.bench.typed(text, self.diagnostics)
                continue
            made = self.played.formula(text, self.diagnostics)
            if made is None:
                continue
            try:
                found = self.played.shown(made[1], made[0](self.state.slots))
            except FAILURES:
                self._fail(span.text, plain(inner.value), "a value that is not there is read", inner.key_span)
                continue
            wanted = plain(inner.value)
            if isinstance(wanted, list) and isinstance(found, list):
                wanted, found = sorted(wanted, key=str), sorted(found, key=str)
            self._check(span.text, wanted, found, inner.key_span)

    def _scores(self, item: Item) -> None:
        model = self.bench.model
        known = [*model.scoring, "total"]
        sheet = None if self.state is None else self.state.sheet()
        rows = {} if sheet is None else {**sheet.categories, **sheet.tie_breaks, "total": sheet.totals}
        for of_seat in self._map(item):
            if of_seat.key not in self.bench.seats:
                self._unknown(of_seat.key, of_seat.key_span, self.bench.seats, "seat")
                continue
            p = self.bench.seats.index(of_seat.key)
            for inner in self._map(of_seat):
                if inner.key not in known:
                    self._unknown(inner.key, inner.key_span, known, "category, tie-break or `total`")
                elif inner.key in rows:
                    what = f"scores.{of_seat.key}.{inner.key}"
                    self._check(what, plain(inner.value), rows[inner.key][p], inner.key_span)

    def _winners(self, item: Item) -> None:
        wanted = []
        for text, span in self._texts(item):
            if text not in self.bench.seats:
                self._unknown(text, span, self.bench.seats, "seat")
            wanted.append(text)
        if self.state is not None:
            found = sorted(self.bench.seats[p] for p in self.state.sheet().winners)
            self._check("winners", sorted(wanted), found, item.key_span)

    # ---- views

    def _sees(self, item: Item) -> None:
        """What each seat sees must be as said, and must be visible to it."""
        for viewer, inner in self._viewers(item):
            if not isinstance(inner.value, MapNode):
                self._wrong(inner.value, f"sees.{inner.key}", "a map")
                continue
            for fact in Reader(self.bench, self.diagnostics, False).table(inner.value):
                if self.state is None:
                    continue
                if all(sees(self.bench.layout.slots[slot], viewer) for slot in self._slots_of(fact)):
                    self._compare(fact, self.state.slots)
                else:
                    self._fail(f"sees.{inner.key}.{fact.path}", "visible", "hidden", fact.span)

    def _slots_of(self, fact: Fact) -> list[int]:
        """The slots that a seat must see to know whether a fact is true."""
        layout = self.bench.layout
        if isinstance(fact, Scalar):
            return [fact.slot]
        if isinstance(fact, Total):
            return list(fact.slots)
        if isinstance(fact, Contents):
            own = [layout.at_base + x for x, kind in enumerate(layout.pieces) if kind in (fact.kinds or ())]
            return own if fact.place == BOX else [layout.zone_base + fact.place]
        if isinstance(fact, Lone):
            x = layout.pieces.index(fact.piece.kind)
            return [slot for f in fact.piece.fields for slot in f.slots(x)]
        return []

    def _cannot_see(self, item: Item) -> None:
        """A seat's view must stay the same whatever the named thing holds, and that must not follow from the view."""
        for viewer, inner in self._viewers(item):
            for text, span in self._texts(inner):
                slot = self._slot_called(text, span)
                if slot is None or self.state is None:
                    continue
                s = self.state.slots
                if self._shows(slot, viewer, s):
                    self._fail(f"cannot_see.{inner.key}", f"`{text}` hidden", "visible", span)
                elif not self._is_drawn_from(slot) and follows(self.bench.layout, s, slot, viewer):
                    self._fail(
                        f"cannot_see.{inner.key}", f"`{text}` hidden", "it follows from the rest, which is seen", span
                    )

    def _is_drawn_from(self, slot: int) -> bool:
        """Whether a slot is a deck: of that, what comes next is hidden though all that lies in it may be known."""
        zone = self.played.game.model.zones.get(self.bench.layout.slots[slot].name)
        return zone is not None and zone.kind == "deck"

    def _slot_called(self, text: str, span: Span) -> int | None:
        """The slot of `seat.thing`, of a variable or of a place."""
        layout = self.bench.layout
        seat, dot, name = text.rpartition(".")
        p = self.bench.seats.index(seat) if seat in self.bench.seats else -1
        for slot, info in enumerate(layout.slots):
            if info.name != (name if dot else text):
                continue
            owner = layout.places[info.index].owner if info.kind == "zone" else info.index
            if info.kind in ("variable", "player", "zone", "place") and owner == p and (p >= 0) == bool(dot):
                return slot
        known = [f"{a}.{info.name}" for a in self.bench.seats for info in layout.slots]
        self._unknown(text, span, known, "thing on the table")
        return None

    def _shows(self, slot: int, viewer: int, s: Slots) -> bool:
        """Whether the view of a seat changes with what a slot holds; of pieces whose backs it may see, with what they
        are beyond their backs."""
        changed = s[:]
        viewer_of, info = self.played.game.viewer, self.bench.layout.slots[slot]
        if info.kind != "zone":
            held = changed[slot]
            changed[slot] = (held[1:] or (*held, 0)) if isinstance(held, tuple) else held + 1
            return viewer_of.view(s, viewer) != viewer_of.view(changed, viewer)
        layout = self.bench.layout
        pieces = s[slot]
        ids = layout.class_pieces.get(layout.places[info.index].pieces or "", tuple(range(len(layout.pieces))))
        spare = [x for x in ids if x not in pieces and pieces and layout.pieces[x] != layout.pieces[pieces[0]]]
        if sees_backs(info, viewer):
            spare = [x for x in spare if back_of(layout, s, x) == back_of(layout, s, pieces[0])]
        if not spare:  # no other piece can lie there: what its declaration says must do
            return sees(info, viewer)
        changed[slot] = (spare[0], *pieces[1:])
        before, after = viewer_of.view(s, viewer), viewer_of.view(changed, viewer)
        return before != after

    def _viewers(self, item: Item) -> list[tuple[int, Item]]:
        out = []
        for inner in self._map(item):
            if inner.key in self.bench.seats:
                out.append((self.bench.seats.index(inner.key), inner))
            else:
                self._unknown(inner.key, inner.key_span, self.bench.seats, "seat")
        return out

    # ---- nodes

    def _map(self, item: Item) -> Iterable[Item]:
        if isinstance(item.value, MapNode):
            return item.value
        self._wrong(item.value, item.key, "a map")
        return ()

    def _texts(self, item: Item) -> list[tuple[str, Span]]:
        return texts(item.value, item.key, self.diagnostics)

    def _text_of(self, item: Item) -> str | None:
        if isinstance(item.value, Leaf) and isinstance(item.value.value, str):
            return item.value.value
        self._wrong(item.value, item.key, "text")
        return None

    def _bool_of(self, item: Item) -> bool:
        if isinstance(item.value, Leaf) and isinstance(item.value.value, bool):
            return item.value.value
        self._wrong(item.value, item.key, "true or false")
        return False

    def _wrong(self, node: Node, path: str, wanted: str) -> None:
        wrong_shape(node, path, wanted, self.diagnostics)

    def _unknown(self, name: str, span: Span, known: Iterable[str], what: str) -> None:
        self.diagnostics.add("E510", span, near=near_names(name, known), name=name, what=what)


def texts(node: Node, path: str, diagnostics: Diagnostics) -> list[tuple[str, Span]]:
    """A text, or a list of texts, each with its place. Numbers are read as text."""
    nodes = node.items if isinstance(node, ListNode) else [node]
    out = []
    for part in nodes:
        if isinstance(part, Leaf) and part.value is not None and not isinstance(part.value, bool):
            out.append((str(part.value), part.span))
        else:
            wrong_shape(part, path, "text", diagnostics)
    return out


def check_key(bench: Declared, key: str, span: Span, diagnostics: Diagnostics) -> bool:
    """Whether a key that must not be offered consists of words of this ruleset: a misspelt one is never offered."""
    known = bench.words
    for word in key.split():
        for part in word.replace("+", " ").replace(".", " ").split():
            if part not in known and not part.lstrip("-#").isdigit():
                taken = bench.model.removed.get(part)
                why = (
                    "this ruleset does not have"
                    if taken is None
                    else f"the module `{taken[0]}` takes out of the ruleset"
                )
                near = near_names(part, known) if taken is None else ()
                diagnostics.add("E519", span, near=near, word=part, key=key, why=why)
                return False
    return True


def _text_in(span: Span) -> Span:
    """A key without its quotes."""
    if span.text[:1] in ("'", '"'):
        return Span(span.source, span.start + 1, span.end - 1)
    return span


def _listed(items: Iterable[object]) -> str:
    return ", ".join(map(str, items)) or "nothing"

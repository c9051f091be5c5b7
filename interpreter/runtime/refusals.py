"""Why options are not offered: the checks that fail, where they stand, and by how much."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from math import prod
from typing import Any

from interpreter.diagnostics import Span
from interpreter.program import FREE, AltInfo, BindInfo, Program
from interpreter.program.types import Type
from interpreter.records import record
from interpreter.runtime import primitives
from interpreter.runtime.apart import Clause, clause
from interpreter.runtime.decisions import Choice, Namer
from interpreter.runtime.failures import Unreachable
from interpreter.runtime.faults import refill
from interpreter.runtime.machine import Machine, State

_TOGETHER = 400
"""of how many ways to choose several things it is said that they are not among what may be chosen"""

_TRIES = 4
"""Decisions behind an option, one inside the other, that are looked through for what cannot be carried out."""

_TRIED = 300
"""and so many in all."""

Failed = tuple[int, Any, Any, Any]
"""(number of the reason, needed, there, what its condition came to part by part)"""


@record
class Reason:
    """A check that fails.

    code: `short` (not enough of `what`), `require`, `no_room`, `does_not_fit`, `no_piece`, `too_few`; `where`: the
    condition of a choice or a limit does not hold; `not_best`: others are the most or least; `nothing`: there is
    nothing to choose from; `absent`: it is not among what may be chosen; `unreachable`: no way leads there; `outside`:
    an index or key is read that is not there (of `what`, a table, else of a list: has is the index, needed how many
    entries there are); `passed`: it stands in the list before what was picked; `rest`: too few stand behind it to pick
    as many as are needed; `rest_too_big`: where a number is laid, the places behind it cannot hold what would be left;
    `later`: the rest of the block cannot be carried out. span: the statement. needed, has: where numbers were compared;
    compares: how they should (`>=`: has at least what is needed). words: what the rules say about it behind `else`, an
    id of texts or the words themselves. clause: the condition that fails, as it came out, with the parts that settle
    it; None where it is no condition, or a part of it reads what is not there.
    """

    code: str
    span: Span
    what: str = ""
    needed: int | None = None
    has: int | None = None
    compares: str = ""
    words: str = ""
    clause: Clause | None = None

    @property
    def line(self) -> int:
        return self.span.line


@record
class Refusal:
    """An option that the rules declare at a decision and that is not offered. choice: what of it is settled where it
    fails."""

    choice: Choice
    reasons: tuple[Reason, ...]

    @property
    def key(self) -> str:
        return self.choice.key


def refusals(machine: Machine, slots: State, shown: State, namer: Namer, offered: Iterable[str]) -> list[Refusal]:
    """What the decision that is due declares and does not offer, each with what fails.

    machine: one in plain form; slots: a state of it. shown: the same state in the form of the program that the namer
    knows. offered: the keys that are offered.
    """
    refill()
    return list(_Refusing(machine, slots, shown, namer, frozenset(offered)).found())


class _Refusing:
    def __init__(self, machine: Machine, slots: State, shown: State, namer: Namer, offered: frozenset[str]) -> None:
        self.machine = machine
        self.program: Program = machine.program
        self.slots = slots
        self.shown = shown
        self.frame = slots[0]
        self.namer = namer
        self.offered = offered
        self.info = self.program.decisions[shown[0][0]]
        self.told: dict[tuple[str, str], list[Reason]] = {}
        self.choices: dict[tuple[str, str], Choice] = {}
        self.among: dict[int, Reason] = {}
        """alternative → what it chooses from"""
        self.left = 0
        self.listed: tuple[Choice, ...] = ()

    def found(self) -> Iterator[Refusal]:
        self._tried()
        self._not_listed()
        self._absent()
        if self.info.kind == "some":
            self._not_picked()
        elif self.info.kind == "spread":
            self._not_laid()
        for key, reasons in self.told.items():
            if not self._is_offered(key[0]):
                yield Refusal(self.choices[key], self._telling(tuple(dict.fromkeys(reasons))))

    def _telling(self, reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
        """Where an action stands on pieces: what keeps those of one's own from being used, else one reason for all."""
        others = [(x, x.clause.smallest) for x in reasons if x.clause is not None and x.clause.smallest.kind == "mine"]
        own = tuple(x for x in reasons if not any(x is other for other, _ in others))
        if own or not others:
            return own
        (first, clause), kinds = others[0], {self.program.layout.pieces[c.operands[0][1]] for _, c in others}
        if len(kinds) == 1:
            return (first,)
        kind = clause.operands[0][0]
        return (replace(first, clause=replace(clause, operands=((kind, -1),))),)

    def _is_offered(self, key: str) -> bool:
        """Whether the key is offered, or pieces that are told apart behind it are."""
        return key in self.offered or any(k.startswith((f"{key} at ", f"{key} of ", f"{key} #")) for k in self.offered)

    def _note(self, choice: Choice, reasons: Sequence[Reason]) -> None:
        id = (choice.key, choice.action)
        self.choices.setdefault(id, choice)
        self.told.setdefault(id, []).extend(reasons)

    # ---- options that are listed, and fail when they are tried

    def _tried(self) -> None:
        machine, label = self.machine, self.frame[0]
        options = machine.raw[label](self.slots, self.frame)
        named = self.namer.decision(self.shown, options).choices
        self.listed = named
        for choice in named:
            if choice.key in self.offered:
                continue
            machine.why.clear()
            machine._trial(self.slots, self.frame, label, choice.option)
            if not machine.why and machine._can_break(self.slots, self.frame):
                machine._comes_back(self.slots, self.frame, label, choice.option)
            self._note(choice, self._reasons(machine.why) or self._beyond(choice.option) or [self._later(choice)])
        slots, frame = machine.settled(self.slots, self.frame)
        for option in self._free_listed(slots, frame):
            choice = self.namer.alternative(self.program.free[option[0] - FREE], option, True, self.shown)
            if choice.key in self.offered:
                continue
            machine.why.clear()
            machine._free_survives(slots, frame, label, option)
            self._note(choice, self._reasons(machine.why) or [self._later(choice)])
        machine.why.clear()

    def _beyond(self, option: Any) -> list[Reason]:
        """What stands in the way behind an option, where no check says so: something is read that is not there, or
        nothing can be chosen at a decision."""
        slots, self.left = self.slots[:], _TRIED
        found = self._dead_end(slots, lambda: self.machine.applies[self.frame[0]](slots, self.frame, option), _TRIES)
        self.machine.why.clear()
        return found

    def _dead_end(self, slots: State, act: Callable[[], Any], tries: int) -> list[Reason]:
        """What the first way on from an action comes to that leads nowhere. slots: a copy made for this, on which it
        acts. tries: so many decisions are looked through at most, one inside the other."""
        machine = self.machine
        try:
            result = act()
            while result is None and (at := slots[0][0]) and machine.raw[at] is None and machine.draws[at] is None:
                result = machine.code[at](slots, slots[0])
            frame = slots[0]
            listing = machine.raw[frame[0]] if result is None and frame[0] else None
            options = [] if listing is None else listing(slots, frame)
        except primitives.FAILURES as error:
            span = machine.place_of(error) or self.info.span
            what, index, size = machine.read_of(error) or ("", None, None)
            return [Reason("unreachable" if isinstance(error, Unreachable) else "outside", span, what, size, index)]
        self.left -= 1
        if listing is None or tries == 0 or self.left < 0:
            return []
        if not options:
            refused = machine.names["REFUSED"].get(frame[0])
            notes = [] if refused is None else refused(slots, frame)
            return [x for x in (self._reason(*failed) for _, *failed in notes) if x.code != "absent"][:1]
        for option in options:
            t = slots[:]
            if found := self._dead_end(t, partial(machine.applies[frame[0]], t, frame, option), tries - 1):
                return found
        return []

    # ---- picks, one after another, from a list

    def _not_picked(self) -> None:
        """Elements that cannot be picked any more, or not yet: picks go in the order of the list."""
        frame = self.shown[0]
        source, position, chosen, low = (
            frame[2 + self.info.locals.index(name)] for name in ("src", "pos", "chosen", "low")
        )
        item = self.info.item or Type("int")
        for i, x in enumerate(source):
            left = low - len(chosen)
            if i < position and x not in chosen:
                reason = Reason("passed", self.info.span)
            elif i >= position and len(source) - i < left:
                reason = Reason("rest", self.info.span, needed=left, has=len(source) - i)
            else:
                continue
            key = f"{self.info.prompt} {self.namer.thing(item, x, self.shown)}"
            self._note(Choice(key, i, self.info.prompt, (("x", item, x),)), [reason])
        there = {self.namer.layout.pieces[x] for x in source} if item.name == "piece" else set(source)
        among = Clause("elements", self.info.span, True, operands=((Type("list", item=item), tuple(source)),))
        for kind, i, name in self._declared(item) if item.name in ("piece", "kind") else ():
            if i not in there:
                key = f"{self.info.prompt} {name}"
                self._note(
                    Choice(key, -2, self.info.prompt, (("x", kind, i),)),
                    [Reason("absent", self.info.span, clause=among)],
                )

    def _not_laid(self) -> None:
        """Numbers that cannot be laid on the place that is asked about: more than there is or than it holds, or so few
        that the places behind it cannot hold the rest."""
        frame = self.shown[0]
        left, low, high, where = (frame[2 + self.info.locals.index(name)] for name in ("left", "low", "high", "where"))
        positions, room, later, _ = left
        item, place = self.info.item or Type("int"), where[positions[0]]
        for n in range(high + 1):
            if n > room:
                reason = Reason("no_room", self.info.span, needed=n, has=room)
            elif low - n > later:
                reason = Reason("rest_too_big", self.info.span, needed=low - n, has=later)
            else:
                continue
            key = f"{n} on {self.namer.thing(item, place, self.shown)}"
            self._note(Choice(key, n, self.info.prompt, (("n", Type("int"), n), ("x", item, place))), [reason])

    def _free_listed(self, slots: State, frame: Any) -> list[Any]:
        if not self.program.free:
            return []
        found: list[Any] = self.machine.names["FREE_LIST"](slots, frame[1], frame[0])
        return found

    def _reasons(self, failed: Iterable[Failed]) -> list[Reason]:
        return [self._reason(*x) for x in dict.fromkeys(failed)]

    def _reason(self, number: int, need: Any, have: Any, worked: Any) -> Reason:
        info = self.program.reasons[number]
        needed, has = (x if type(x) is int else None for x in (need, have))
        apart = None if worked is None else clause(worked, self.program.clauses)
        compares = info.compares
        if apart is not None and needed is None and (least := apart.smallest).needed is not None and not least.holds:
            needed, has, compares = least.needed, least.has, least.compares
        return Reason(info.kind, info.span, info.what, needed, has, compares, info.words, apart)

    def _later(self, choice: Choice) -> Reason:
        alt = self._alt(choice.option)
        return Reason("later", alt.span if alt is not None and alt.span is not None else self.info.span)

    def _alt(self, option: Any) -> AltInfo | None:
        if type(option) is not tuple or option[0] < 0:
            return None
        return self.program.free[option[0] - FREE] if option[0] >= FREE else self.info.alts[option[0]]

    # ---- options that are not even listed

    def _not_listed(self) -> None:
        names = self.machine.names
        notes: list[tuple[tuple[Any, ...], int, Any, Any, Any]] = []
        refused = names.get("REFUSED", {}).get(self.frame[0])
        try:
            if refused is not None:
                notes += refused(self.slots, self.frame)
            if self.program.free:
                notes += names["FREE_REFUSED"](
                    self.machine.settled(self.slots, self.frame)[0], self.frame[1], self.frame[0]
                )
        except primitives.FAILURES:
            return  # a value that is not there would be read: what is listed tells no more
        for option, *failed in notes:
            reason = self._reason(*failed)
            if reason.code == "absent":
                self.among.setdefault(option[0], reason)
            else:
                self._note(self._choice(option), [reason])

    def _choice(self, option: tuple[Any, ...]) -> Choice:
        """The option as far as it is settled: its key breaks off where something is not chosen."""
        alt = self._alt(option)
        assert alt is not None
        is_free = option[0] >= FREE
        if len(option) - 1 == len(alt.binds):
            return self.namer.alternative(alt, option, is_free, self.shown)
        values = tuple((b.name, b.type, v) for b, v in zip(alt.binds, option[1:], strict=False) if b.shown)
        words = [self.namer.thing(kind, v, self.shown) for _, kind, v in values]
        key = " ".join([alt.label, *words]).strip() or self.info.prompt
        return Choice(key, option, alt.label, values, is_free)

    # ---- kinds, spaces and resources that no option speaks of

    def _absent(self) -> None:
        """Kinds of pieces, spaces and resources that no option of an action speaks of; where the action as a whole is
        kept out, by a limit for instance, that is the reason. A resource is asked of only then, as it is never absent
        itself. Of spaces that everybody has, those of who decides."""
        spoken = {id[0] for id in self.told} | self.offered
        heads = {
            c.option: self.told[id]
            for id, c in self.choices.items()
            if type(c.option) is tuple and all(reason.code != "nothing" for reason in self.told[id])
        }
        for number, alt in enumerate(self.info.alts):
            shown = [b for b in alt.binds if b.shown]
            head = heads.get((number,))
            if len(shown) > 1 and alt.key:
                self._absent_together(number, alt, shown, spoken)
                continue
            if not shown or (head is None and shown[0].type.name == "resource"):
                continue
            for kind, i, name in self._declared(shown[0].type):
                key = alt.key.format(**{shown[0].name: name}) if alt.key else f"{alt.label} {name}".strip()
                if not any(k == key or k.startswith(key + " ") for k in spoken):
                    choice = Choice(key, (number,), alt.label, ((shown[0].name, kind, i),))
                    absent = Reason("absent", shown[0].at or alt.span or self.info.span)
                    self._note(choice, head or [self.among.get(number, absent)])
                    spoken.add(key)

    def _absent_together(self, number: int, alt: AltInfo, shown: Sequence[BindInfo], spoken: set[str]) -> None:
        """The same where several things stand in a key of its own: the first that is not among what may be chosen, or
        that is refused, is the reason."""
        assert alt.key is not None
        declared = [list(self._declared(bind.type)) for bind in shown]
        if not shown or prod(map(len, declared)) > _TOGETHER:
            return
        begun: dict[tuple[str, ...], list[Reason]] = {}
        listed: set[tuple[str, ...]] = set()
        for choice in (*self.choices.values(), *self.listed):
            if type(choice.option) is tuple and choice.option[0] == number:
                names = tuple(self._declared_as(kind, value) for _, kind, value in choice.values)
                if len(names) < len(shown):
                    begun[names] = self.told.get((choice.key, choice.action), [])
                else:
                    listed |= {names[:i] for i in range(len(names) + 1)}
        for found in product(*declared):
            names = tuple(name for _, _, name in found)
            if names in listed:
                continue
            key = alt.key.format(**{bind.name: name for bind, name in zip(shown, names, strict=True)})
            if key in spoken:
                continue
            values = tuple((bind.name, kind, i) for bind, (kind, i, _) in zip(shown, found, strict=True))
            refused = next((begun[names[:i]] for i in range(len(names)) if begun.get(names[:i])), [])
            at = next((b.at for i, b in enumerate(shown, 1) if names[:i] not in listed), None)
            reasons = refused or [Reason("absent", at or alt.span or self.info.span)]
            self._note(Choice(key, (number,), alt.label, values), reasons)

    def _declared_as(self, kind: Type, value: Any) -> str:
        """What a ruleset declares it as: of a piece its kind, whatever its face."""
        layout = self.program.layout
        if kind.name == "piece" and isinstance(value, int) and value >= 0:
            return layout.kinds[layout.pieces[value]][1]
        return self.namer.thing(kind, value, self.shown)

    def _declared(self, kind: Type) -> Iterator[tuple[Type, int, str]]:
        """What a ruleset declares of a type: how it is called in a choice, its number, its id."""
        layout = self.program.layout
        if kind.name == "place" and kind.space in layout.space_places:
            rows = layout.space_places[kind.space]
            row = rows[max(self.frame[1], 0) if len(rows) > 1 else 0]
            yield from ((kind, x, self.namer.place(x, self.shown)) for x in row)
        elif kind.name in ("piece", "kind"):
            yield from ((Type("kind", of=cls), i, id) for i, (cls, id) in enumerate(layout.kinds) if cls == kind.of)
        elif kind.name == "resource":
            members = layout.groups.get(kind.of, range(len(layout.resources)))
            yield from ((kind, i, layout.resources[i]) for i in members)

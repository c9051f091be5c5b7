"""The steps of `do`: moves, scripted chance, refusals, and expectations on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from interpreter.diagnostics import Diagnostics, Span, near_names
from interpreter.game import Event, State
from interpreter.loading.documents import Item, Leaf, ListNode, MapNode, Node, plain
from interpreter.records import mutable, record
from interpreter.runtime.refusals import Reason
from interpreter.scenarios.bench import Bench
from interpreter.scenarios.expect import Comparison, Failure, check_key, texts
from interpreter.scenarios.reading import wrong_shape

NOT_DECLARED = "not declared at this decision, so that no check refuses it: the reason is `undeclared`"
"""Found where a reason is expected of what is not even among what may be chosen, such as a number outside its range."""

OFFERED = "to be offered"
"""What is expected of a move."""

REASON_KEYS = ("code", "needs", "has", "of")

NOT_ASKED = ("turn", "undeclared")
"""Reasons that no check of an option gives: it is not that seat's decision, or not one where this is declared."""


@record
class Forced:
    """A move that was the only option, and so has been carried out unasked. before: the position in which it was."""

    before: State

    @property
    def who(self) -> int | None:
        """The seat; None for chance."""
        return self.before.player

    @property
    def key(self) -> str:
        return self.before.decision.keys[0]


def forced_moves(events: Iterable[Event]) -> list[Forced]:
    """The moves among what was carried out without asking."""
    return [Forced(event.at) for event in events if not event.id]


def names_reasons(do: Node | None) -> bool:
    """Whether some step says why an option is refused."""
    steps = do.items if isinstance(do, ListNode) else ()
    items = [item for step in steps if isinstance(step, MapNode) for item in step]
    refused = [item.value for item in items if item.key == "refused" and isinstance(item.value, MapNode)]
    reasons = [
        one.value for seats in refused for seat in seats if isinstance(seat.value, MapNode) for one in seat.value
    ]
    return any(not isinstance(reason, Leaf) or reason.value not in NOT_ASKED for reason in reasons)


def _facts(reason: Reason) -> dict[str, object]:
    of = reason.what or reason.words  # a `require` is known by what stands behind its `else`
    return {"code": reason.code, "needs": reason.needed, "has": reason.has, "of": of}


def _place(reason: Reason) -> str:
    """Where a reason stands; of a condition, where the part of it that fails does, and that part."""
    if reason.clause is None or reason.clause.holds:
        return str(reason.span)
    least = reason.clause.smallest.span
    return f"{least} `{' '.join(least.text.split())}`"


def _said(facts: dict[str, object]) -> str:
    return ", ".join(f"{key} {value}" for key, value in facts.items() if value not in (None, ""))


def is_chance(state: State) -> bool:
    """Whether chance decides now."""
    return not state.is_over and state.player is None


def answer_chance(state: State) -> list[Forced]:
    """Answer one decision of chance from the scenario's seed. Returns the moves that were then forced."""
    decision = state.decision
    pairs = list(zip(range(len(decision.choices)), decision.weights, strict=True))
    return forced_moves(state.carry_out(decision.choices[state.rng.pick(pairs)]))


@mutable
class Steps:
    """Carries out the steps of `do`; `failures` grows.

    forced: what was carried out unasked since the last step that moved the game, and no step has named yet.
    """

    bench: Bench
    state: State
    diagnostics: Diagnostics
    before: Sequence[object]
    """the table as it was given"""
    forced: list[Forced] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    tells_why: bool = False
    """whether the bench can say why something is not offered"""
    at_forced: bool = False
    """whether the last step named a forced move, so that the table is looked at as it was just after that"""

    def run(self, nodes: Sequence[Node]) -> bool:
        """Carry out steps: {seat: key or keys}, {chance: key or keys}, {refused: {seat: key or keys}} or {expect: {…}}.
        Whether all were carried out: the first failure or mistake stops it."""
        items = []
        for node in nodes:
            if isinstance(node, MapNode):
                items += list(node)
            else:
                wrong_shape(node, "do", "a map of one step", self.diagnostics)
                return False
        for i, item in enumerate(items):
            self._item(item, next((later for later in items[i + 1 :] if later.key not in ("expect", "refused")), None))
            if self.failures or self.diagnostics.has_errors:
                return False
        return True

    def _item(self, item: Item, following: Item | None) -> None:
        """following: the next step that moves the game."""
        if item.key in ("expect", "refused") and not isinstance(item.value, MapNode):
            wrong_shape(item.value, item.key, "a map", self.diagnostics)
        elif item.key == "expect":
            self._compare(item.value, self._looked_at(following))
        elif item.key == "refused":
            state = self._looked_at(None if following is not None and following.key == "chance" else following)
            for inner in item.value if isinstance(item.value, MapNode) else ():
                self._refused(inner, state)
        elif item.key == "chance":
            self._keys(item, None)
        elif (seat := self._seat(item, "seat or step", "chance", "expect", "refused")) is not None:
            self._keys(item, seat)

    def _keys(self, item: Item, seat: int | None) -> None:
        for key, span in texts(item.value, item.key, self.diagnostics):
            if not self.failures:
                self._move(seat, key, span)

    def _looked_at(self, following: Item | None) -> State:
        """The position that a step speaks of which moves nothing: between forced moves, where the steps around it name
        them; else the one that is reached, once chance has had its turn where the next step does not speak for it."""
        if self.at_forced and self.forced:
            return self.forced[0].before
        if following is not None and (named := self._named(following)) is not None:
            return named.before
        if not self.at_forced and (following is None or following.key != "chance"):
            self._let_chance_pass()
        return self.state

    def _named(self, item: Item) -> Forced | None:
        """The forced move that a step begins with; None where it is one still to be made."""
        node = item.value.items[0] if isinstance(item.value, ListNode) and item.value.items else item.value
        seat = self.bench.seats.index(item.key) if item.key in self.bench.seats else None
        key = str(plain(node))
        return (
            None
            if self._is_offered(seat, key)
            else next((f for f in self.forced if (f.who, f.key) == (seat, key)), None)
        )

    def _is_offered(self, seat: int | None, key: str) -> bool:
        return not self.state.is_over and self.state.player == seat and key in self.state.decision.keys

    def _seat(self, item: Item, what: str, *others: str) -> int | None:
        seats = self.bench.seats
        if item.key in seats:
            return seats.index(item.key)
        near = near_names(item.key, [*seats, *others])
        self.diagnostics.add("E510", item.key_span, near=near, name=item.key, what=what)
        return None

    def expect(self, node: MapNode) -> None:
        """Compare the state, once chance has had its turn, with an `expect` map."""
        self._let_chance_pass()
        self._compare(node, self.state)

    def _compare(self, node: Node, state: State) -> None:
        assert isinstance(node, MapNode)
        comparison = Comparison(self.bench, state, self.diagnostics, self.before)
        comparison.run(node)
        self.failures += comparison.failures

    def _let_chance_pass(self) -> None:
        while is_chance(self.state):
            self.forced += answer_chance(self.state)

    def _move(self, seat: int | None, key: str, span: Span) -> None:
        """A move of a seat, or (None) of chance: what is offered, else what was forced and has been carried out."""
        if seat is not None and is_chance(self.state) and not self._was_forced(seat, key):
            self._let_chance_pass()
        if self._is_offered(seat, key):
            # Of two moves that read alike and of which only the first was forced, one is still to be named.
            twin = [f for f in self.forced if (f.who, f.key) == (seat, key)][:1]
            choice = next(c for c in self.state.decision.choices if c.key == key)
            self.forced = twin + forced_moves(self.state.carry_out(choice))
            self.at_forced = False
        elif self._was_forced(seat, key):
            last = next(i for i, f in enumerate(self.forced) if (f.who, f.key) == (seat, key))
            del self.forced[: last + 1]
            self.at_forced = True
        else:
            self._not_possible(seat, key, span)

    def _was_forced(self, seat: int | None, key: str) -> bool:
        return any((f.who, f.key) == (seat, key) for f in self.forced)

    def _not_possible(self, seat: int | None, key: str, span: Span) -> None:
        who = "chance" if seat is None else self.bench.seats[seat]
        if self.state.player != seat or self.state.is_over:
            self._fail(f"{who}: {key}", f"a decision of {who}", self._now(self.state), span)
            return
        because = self._because(key)
        near = near_names(key, self.state.decision.keys) if not because else ()
        meant = f" (did you mean {', '.join(f'`{k}`' for k in near)}?)" if near else ""
        self._fail(f"{who}: {key}", OFFERED, f"not offered{meant}{because}", span)

    def _because(self, key: str) -> str:
        """Why something that is declared is not offered, where that is known."""
        if not self.tells_why or self.state.player is None:
            return ""
        found = [x for r in self.state.why_not() if r.key == key for x in r.reasons]
        return "".join(f": {_said(_facts(x))} ({_place(x)})" for x in found[:3])

    def _refused(self, item: Item, state: State) -> None:
        seat = self._seat(item, "seat")
        if seat is None:
            return
        if isinstance(item.value, MapNode):
            for inner in item.value:
                self._refused_because(seat, inner, state)
            return
        for key, span in texts(item.value, "refused", self.diagnostics):
            if not check_key(self.bench, key, span, self.diagnostics):
                continue
            why = self._why_not_asked(seat, key, state)
            if state.player == seat and key in state.decision.keys:
                self._fail(f"refused: {item.key}: {key}", "to be refused", "offered", span)
            elif why is not None:
                seat_name = self.bench.seats[seat]
                found = f"this decision, {self._now(state)}, declares no such option"
                if why == "turn":
                    found = self._now(state)
                self.diagnostics.add("L696", span, key=key, seat=seat_name, found=found, reason=why)

    def _why_not_asked(self, seat: int, key: str, state: State) -> str | None:
        """The one of NOT_ASKED that holds; None where the decision that is due declares such an option."""
        if state.is_over or state.player != seat:
            return "turn"
        program = self.bench.game.program
        info, word = program.decisions[state.decision.label], key.partition(" ")[0]
        begins = {(alt.key or alt.label).partition(" ")[0] for alt in (*info.alts, *program.free)}
        begins |= {"skip"} if info.skip else set()
        begins |= {info.prompt, "done"} if info.kind == "some" else {word} if info.kind == "spread" else set()
        is_open = any("{" in first or not first for first in begins)
        return None if is_open or word in begins else "undeclared"

    def _refused_because(self, seat: int, item: Item, state: State) -> None:
        """{key: reason}; the reason is its code, or a map of code, needs, has, of."""
        wanted = check_reason(item, self.diagnostics)
        if wanted is None:
            return
        if not check_key(self.bench, item.key, item.key_span, self.diagnostics):
            return
        name, why = f"refused: {self.bench.seats[seat]}: {item.key}", self._why_not_asked(seat, item.key, state)
        if wanted.get("code") in NOT_ASKED and why == wanted.get("code"):
            return
        if state.player != seat:
            self._fail(name, f"a decision of {self.bench.seats[seat]}", self._now(state), item.key_span)
        elif item.key in state.decision.keys:
            self._fail(name, "to be refused", "offered", item.key_span)
        elif wanted.get("code") in NOT_ASKED:
            self._fail(name, str(wanted.get("code")), self._now(state), item.value.span)
        else:
            found = [_facts(x) for r in state.why_not() if r.key == item.key for x in r.reasons]
            if not any(wanted.items() <= facts.items() for facts in found):
                there = "; ".join(_said(facts) for facts in found) or NOT_DECLARED
                self._fail(name, _said(wanted), there, item.value.span)

    def _now(self, state: State) -> str:
        """Whose decision it is, in words."""
        if state.is_over:
            return "the game is over" if state.slots[1] else "the phase is over"
        if is_chance(state):
            return f"chance decides ({', '.join(state.decision.keys)})"
        return f"{self.bench.seats[state.player or 0]} decides `{state.decision.prompt}`"

    def _fail(self, what: str, wanted: str, found: str, span: Span) -> None:
        self.failures.append(Failure(what, wanted, found, span))


def check_reason(item: Item, diagnostics: Diagnostics) -> dict[str, object] | None:
    """The reason that stands behind a refused key: its code, or a map of code, needs, has, of. None after a report."""
    wanted = plain(item.value)
    if isinstance(wanted, str):
        wanted = {"code": wanted}
    if not isinstance(wanted, dict) or not wanted or not wanted.keys() <= set(REASON_KEYS):
        wrong_shape(item.value, "refused", f"a code, or a map of {', '.join(REASON_KEYS)}", diagnostics)
        return None
    return wanted

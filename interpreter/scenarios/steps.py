"""The steps of `do`: moves, scripted chance, refusals, and expectations on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from interpreter.diagnostics import Diagnostics, Span, near_names
from interpreter.game import State
from interpreter.loading.documents import Item, ListNode, MapNode, Node, plain
from interpreter.records import mutable
from interpreter.runtime.refusals import Reason
from interpreter.scenarios.bench import Bench
from interpreter.scenarios.expect import Comparison, Failure, check_key, texts
from interpreter.scenarios.reading import wrong_shape

NOT_DECLARED = "not declared at this decision, so that no check refuses it: leave the reason out"
"""Found where a reason is expected of what is not even among what may be chosen, such as a number outside its range."""

OFFERED = "to be offered"
"""What is expected of a move."""

REASON_KEYS = ("code", "needs", "has", "of")


def names_reasons(do: Node | None) -> bool:
    """Whether some step says why an option is refused."""
    steps = do.items if isinstance(do, ListNode) else ()
    items = [item for step in steps if isinstance(step, MapNode) for item in step]
    refused = [item.value for item in items if item.key == "refused" and isinstance(item.value, MapNode)]
    return any(isinstance(inner.value, MapNode) for seats in refused for inner in seats)


def _facts(reason: Reason) -> dict[str, object]:
    return {"code": reason.code, "needs": reason.needed, "has": reason.has, "of": reason.what}


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


def answer_chance(state: State) -> None:
    """Answer one decision of chance from the scenario's seed."""
    decision = state.decision
    pairs = list(zip(range(len(decision.choices)), decision.weights, strict=True))
    state.apply_choice(decision.choices[state.rng.pick(pairs)])


@mutable
class Steps:
    """Carries out the steps of `do`; `failures` grows."""

    bench: Bench
    state: State
    diagnostics: Diagnostics
    failures: list[Failure] = field(default_factory=list)
    tells_why: bool = False
    """whether the bench can say why something is not offered"""

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
            self._item(item, next((later.key for later in items[i + 1 :] if later.key != "expect"), ""))
            if self.failures or self.diagnostics.has_errors:
                return False
        return True

    def _item(self, item: Item, following: str) -> None:
        """following: the key of the next step that does something."""
        if item.key == "chance":
            self._chance(item)
        elif item.key == "expect" and isinstance(item.value, MapNode):
            if following != "chance":
                self._let_chance_pass()
            self._compare(item.value)
        elif item.key == "refused" and isinstance(item.value, MapNode):
            self._let_chance_pass()
            for inner in item.value:
                self._refused(inner)
        elif item.key in ("expect", "refused"):
            wrong_shape(item.value, item.key, "a map", self.diagnostics)
        elif (seat := self._seat(item, "seat or step", "chance", "expect", "refused")) is not None:
            for key, span in texts(item.value, item.key, self.diagnostics):
                if not self.failures:
                    self._move(seat, key, span)

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
        self._compare(node)

    def _compare(self, node: MapNode) -> None:
        comparison = Comparison(self.bench, self.state, self.diagnostics)
        comparison.run(node)
        self.failures += comparison.failures

    def _let_chance_pass(self) -> None:
        while is_chance(self.state):
            answer_chance(self.state)

    def _chance(self, item: Item) -> None:
        for key, span in texts(item.value, "chance", self.diagnostics):
            if self.failures:
                return
            if is_chance(self.state):
                self._apply("chance", key, span)
            else:
                self._fail(f"chance: {key}", "a decision of chance", self._now(), span)

    def _move(self, seat: int, key: str, span: Span) -> None:
        self._let_chance_pass()
        name = self.bench.seats[seat]
        if self.state.player == seat:
            self._apply(name, key, span)
        else:
            self._fail(f"{name}: {key}", f"a decision of {name}", self._now(), span)

    def _apply(self, who: str, key: str, span: Span) -> None:
        keys = self.state.decision.keys
        if key in keys:
            self.state.apply(key)
            return
        because = self._because(key)
        near = near_names(key, keys) if not because else ()
        meant = f" (did you mean {', '.join(f'`{k}`' for k in near)}?)" if near else ""
        self._fail(f"{who}: {key}", OFFERED, f"not offered{meant}{because}", span)

    def _because(self, key: str) -> str:
        """Why something that is declared is not offered, where that is known."""
        if not self.tells_why or self.state.player is None:
            return ""
        found = [x for r in self.state.why_not() if r.key == key for x in r.reasons]
        return "".join(f": {_said(_facts(x))} ({_place(x)})" for x in found[:3])

    def _refused(self, item: Item) -> None:
        seat = self._seat(item, "seat")
        if seat is None:
            return
        if isinstance(item.value, MapNode):
            for inner in item.value:
                self._refused_because(seat, inner)
            return
        for key, span in texts(item.value, "refused", self.diagnostics):
            known = check_key(self.bench, key, span, self.diagnostics)
            if known and self.state.player == seat and key in self.state.decision.keys:
                self._fail(f"refused: {item.key}: {key}", "to be refused", "offered", span)

    def _refused_because(self, seat: int, item: Item) -> None:
        """{key: reason}; the reason is its code, or a map of code, needs, has, of."""
        wanted = check_reason(item, self.diagnostics)
        if wanted is None:
            return
        if not check_key(self.bench, item.key, item.key_span, self.diagnostics):
            return
        name = f"refused: {self.bench.seats[seat]}: {item.key}"
        if self.state.player != seat:
            self._fail(name, f"a decision of {self.bench.seats[seat]}", self._now(), item.key_span)
        elif item.key in self.state.decision.keys:
            self._fail(name, "to be refused", "offered", item.key_span)
        else:
            found = [_facts(x) for r in self.state.why_not() if r.key == item.key for x in r.reasons]
            if not any(wanted.items() <= facts.items() for facts in found):
                there = "; ".join(_said(facts) for facts in found) or NOT_DECLARED
                self._fail(name, _said(wanted), there, item.value.span)

    def _now(self) -> str:
        """Whose decision it is, in words."""
        if self.state.is_over:
            return "the game is over" if self.state.slots[1] else "the phase is over"
        if is_chance(self.state):
            return f"chance decides ({', '.join(self.state.decision.keys)})"
        decision = self.state.decision
        return f"{self.bench.seats[self.state.player or 0]} decides `{decision.prompt}`"

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

"""Everything that the rules declare at a decision is offered, or there is a reason why not; never both."""

from __future__ import annotations

import operator
from collections.abc import Iterator

import pytest

import interpreter as rw
from interpreter.program import FREE
from interpreter.runtime.apart import Clause
from interpreter.runtime.refusals import Reason, Refusal, refusals
from interpreter.runtime.rng import Rng
from tests.shipped import shipped_with_quick

EVERY = 9
MOST = 180


def declared(state: rw.State) -> list[tuple[str, str]]:
    """(action, kind of a piece that is the only thing chosen with it, or "") of all alternatives that are due."""
    program = state.game.program
    out = []
    for alt in program.decisions[state.decision.label].alts:
        shown = [b for b in alt.binds if b.shown]
        if len(shown) == 1 and shown[0].type.name in ("piece", "kind"):
            out += [(alt.label, kind) for cls, kind in program.layout.kinds if cls == shown[0].type.of]
        out.append((alt.label, ""))
    return out


def parts_of(clause: Clause) -> Iterator[Clause]:
    yield clause
    for part in clause.parts:
        yield from parts_of(part)


COMPARED = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def agrees(clause: Clause) -> None:
    """A clause came out as its parts and its numbers say, and its parts are what settles it."""
    inner = [part.holds for part in clause.parts]
    match clause.kind:
        case "and":
            assert inner and all(inner) is clause.holds and (clause.holds or inner == [False])
        case "or":
            assert inner and any(inner) is clause.holds and (not clause.holds or inner == [True])
        case "not":
            assert inner == [not clause.holds]
        case "if":
            assert len(inner) == 2 and inner[1] is clause.holds
        case "value" | "all":
            assert set(inner) <= {clause.holds}
        case "any":
            assert set(inner) <= {clause.holds} and (clause.number or not clause.holds)
        case "compare":
            assert len(clause.operands) == 2 and all(part.kind == "formula" for part in clause.parts)
            if clause.needed is not None and clause.has is not None:
                assert COMPARED[clause.compares](clause.has, clause.needed) is clause.holds
        case _:
            assert not inner


def holds(state: rw.State, refused: list[Refusal]) -> None:
    keys = state.decision.keys
    for refusal in refused:
        assert refusal.key not in keys
        assert refusal.reasons
        for reason in refusal.reasons:
            assert reason.line > 0 and reason.span.text.strip()
            if reason.clause is not None:
                assert reason.clause.holds is (reason.clause.kind == "elements")
                for part in parts_of(reason.clause):
                    agrees(part)
            if reason.code == "short" and reason.needed is not None and reason.has is not None:
                assert reason.has < reason.needed
    known = {c.action for c in state.decision.choices} | {r.choice.action for r in refused}
    words = [set(k.split()) for k in (*keys, *(r.key for r in refused))]
    for action, kind in declared(state):
        assert action in known
        assert not kind or any(kind in w and (not action or action in w or len(w) > 1) for w in words), (action, kind)


@pytest.mark.parametrize("name", shipped_with_quick("puerto_rico", "tzolkin", "santa_maria"))
def test_declared_is_offered_or_refused_with_a_reason(name: str) -> None:
    game = rw.load(name)
    rng = Rng(4)
    state = game.start(11)
    asked = 0
    for n in range(MOST):
        if state.is_over:
            break
        if n % EVERY == EVERY - 1:
            refused = state.why_not()
            asked += len(refused)
            holds(state, refused)
        state.apply(state.decision.keys[rng.below(len(state.decision.keys))])
    assert asked > 0


def raised(state: rw.State, reason: Reason) -> list[Reason] | None:
    """The reasons of the same options at the same position, but with as much of a resource as the reason says is needed
    with who decides; None where what is short is no single resource of a player."""
    layout, machine, me = state.game.program.layout, state.game.plain, state.player
    if me is None or reason.what not in layout.resources or reason.needed is None or reason.has is None:
        return None
    slots = state._again(machine)
    slot = layout.holder_slots(layout.resource(reason.what)).get(me)
    if slot is None or slots[slot] != reason.has:
        return None  # of another player, or with what stands in for it
    shown = state.slots[:]
    slots[slot] = shown[slot] = reason.needed
    found = refusals(machine, slots, shown, state.game.namer, ())
    return [x for refusal in found for x in refusal.reasons]


@pytest.mark.parametrize("name", shipped_with_quick("puerto_rico", "tzolkin", "santa_maria"))
def test_what_is_short_no_longer_is_with_as_much_as_is_needed(name: str) -> None:
    game = rw.load(name)
    rng = Rng(5)
    state = game.start(12)
    tried: set[tuple[int, str]] = set()
    for n in range(3 * MOST):
        if state.is_over or len(tried) >= 12:
            break
        if n % EVERY == EVERY - 1:
            short = [x for r in state.why_not() for x in r.reasons if x.code == "short"]
            for reason in dict.fromkeys(short):
                place = (reason.span.start, reason.what)
                if place in tried or (left := raised(state, reason)) is None:
                    continue
                tried.add(place)
                # With more in hand other ways go on to the same check, where something has been spent before.
                assert reason not in left
        state.apply(state.decision.keys[rng.below(len(state.decision.keys))])
    assert tried


def test_reasons_of_one_key() -> None:
    game = rw.load("santa_maria")
    rng = Rng(1)
    state = game.start(3)
    found: list[Refusal] = []
    while not found:
        found = [r for r in state.why_not("buy") if r.choice.option[0] >= FREE]
        state.apply(state.decision.keys[rng.below(len(state.decision.keys))])
    reason = next(x for x in found[0].reasons if x.code == "short")
    assert (reason.what, reason.needed) == ("coin", 3)
    assert reason.span.text.startswith("3 coin")


def test_a_position_without_its_log_has_no_reasons() -> None:
    game = rw.load("santa_maria")
    state = game.start(3)
    while len(state.options) < 2:
        state.apply(state.decision.keys[0])
    state.apply_option(state.options[0])
    with pytest.raises(ValueError, match="log does not hold"):
        state.why_not()

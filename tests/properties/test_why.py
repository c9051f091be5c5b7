"""Everything that the rules declare at a decision is offered, or there is a reason why not; never both."""

from __future__ import annotations

import pytest

import interpreter as rw
from interpreter.loading.source import shipped_games
from interpreter.program import FREE
from interpreter.runtime.refusals import Refusal
from interpreter.runtime.rng import Rng

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


def holds(state: rw.State, refused: list[Refusal]) -> None:
    keys = state.decision.keys
    for refusal in refused:
        assert refusal.key not in keys
        assert refusal.reasons
        for reason in refusal.reasons:
            assert reason.line > 0 and reason.span.text.strip()
            if reason.code == "short" and reason.needed is not None and reason.has is not None:
                assert reason.has < reason.needed
    known = {c.action for c in state.decision.choices} | {r.choice.action for r in refused}
    words = [set(k.split()) for k in (*keys, *(r.key for r in refused))]
    for action, kind in declared(state):
        assert action in known
        assert not kind or any(kind in w and (not action or action in w or len(w) > 1) for w in words), (action, kind)


@pytest.mark.parametrize("name", shipped_games())
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

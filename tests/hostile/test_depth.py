"""What is deeper or longer than Python allows either works or is told at its place, before anything runs into it."""

from __future__ import annotations

import pytest

from interpreter import pipeline
from interpreter.checking.checkup import check_ruleset
from interpreter.diagnostics import Diagnostics
from interpreter.loading.source import folder_from_text
from tests.hostile.test_linear import calling, game, nested, rules

MODIFIED = "procedures: {f: {do: n = w}}\nvalues: {w: {is: n}}"


def codes(text: str) -> list[str]:
    found = Diagnostics()
    check_ruleset(folder_from_text(text), [], found)
    assert all(d.span is not None for d in found)
    return [d.code for d in found.errors]


def plays(text: str) -> None:
    assert codes(text) == []
    loaded = pipeline.load(folder_from_text(text))
    loaded.playout(seed=1)
    state = loaded.start(seed=1)
    while not state.is_over:
        state.apply_choice(state.decision.choices[0])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (nested("repeat 2 times { ", "n = 1")(20), "E372"),
        (rules("instead of f if n > # { n += 1 }")(80), "E372"),
        (calling("procedures", "n += 1", "do @", "do @")(1_500), "E373"),
        (calling("values", "n", "@ + 1", "n = @")(150), "E374"),
        (game("\n      ".join(["may l { pay 1 coin }"] * 401)), "E375"),
        (rules("modify w times 2 if n > #", MODIFIED)(300), "E377"),
        (rules("modify w at least # if n > #", MODIFIED)(120), "E377"),
    ],
    ids=["loops", "rules on one event", "procedures", "values", "decisions", "modifiers", "bounds of a value"],
)
def test_too_deep_is_told(text: str, code: str) -> None:
    assert set(codes(text)) == {code}


def test_values_in_a_long_circle_are_told() -> None:
    lines = "\n".join(f"  q{i}: {{is: q{(i + 1) % 500} + 1}}" for i in range(500))
    assert "E374" in codes(game("n = q0", f"values:\n{lines}"))


@pytest.mark.parametrize(("times", "told"), [(60, set()), (3_000, {"E356"})])
def test_a_key_is_not_written_out_for_thousands_of_options_at_any_length(times: int, told: set[str]) -> None:
    free = "free: {f: {window: my decisions, choose: k in 1..9000, key: 'KEY', do: 'pay k vp'}}"
    assert set(codes(game(more=free.replace("KEY", "{k}" * times)))) == told


def test_many_modifiers_of_one_value_work() -> None:
    plays(rules("modify w by 1 if n > #", MODIFIED)(200))
    plays(rules("modify w to # if n > #", MODIFIED)(200))
    plays(rules("modify w at least # if n > #", MODIFIED)(100))
    plays(rules("modify w at most # if n > #", MODIFIED)(100))


def test_deep_offers_and_long_texts_work() -> None:
    plays(nested("may l# { gain 1 vp; ", "gain 1 vp")(50))
    plays(nested("if possible { gain 1 vp; ", "gain 1 vp")(50))
    plays(game("\n      ".join(f"may l{i} {{ gain 1 vp }}" for i in range(60))))
    plays(game("\n      ".join(f"choose x{i} in 1..2" for i in range(60))))
    plays(game("\n      ".join(["n += 1"] * 1_000)))


def test_rules_that_set_off_one_another_fire_once_each() -> None:
    text = "\n".join(f"  r{i}: {{rule: 'whenever n > {i} {{ n += 1; m += 1 }}'}}" for i in range(6))
    loaded = pipeline.load(folder_from_text(game("n = 1", f"rules:\n{text}")))
    state = loaded.start(seed=1)
    state.apply("go")
    state.apply("rest")
    told = state.view(0) if hasattr(state, "view") else state.observe(seat=0)
    assert told["game"]["n"] == 7 and told["game"]["m"] == 6


def test_a_menu_of_more_than_a_thousand_actions_plays() -> None:
    actions = "\n".join(f"  a{i}: {{menu: turn, do: gain 1 vp}}" for i in range(1_001))
    loaded = pipeline.load(folder_from_text(game().replace("  rest:", f"{actions}\n  rest:")))
    state = loaded.start(seed=1)
    state.apply("a1000")
    assert state.decision.keys[1001] == "a1000"


def test_spaces_without_a_space_may_have_variables() -> None:
    for kind in ("0..3", "{type: 0..3, resets: game}"):
        plays(game(more=f"spaces: {{land: {{kinds: {{}}, state: {{z: {kind}}}}}}}"))

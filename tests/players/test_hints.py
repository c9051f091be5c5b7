"""The section `hints`: formulas per player that bots read, changed by modules like all else, checked like all else."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter as rw
from interpreter.diagnostics import RulesetError
from interpreter.players import bot_named
from interpreter.players.evaluation import Evaluator
from interpreter.players.greedy import GreedyBot
from tests.players.games import ORCHARD, orchard

MODULE = """
module: {id: frost}
hints:
  add: {gems: 50 * p.gem}
  replace: {trees: 10 * p.trees}
  remove: [apples]
"""


def written(folder: Path, text: str, name: str) -> Path:
    folder.mkdir(parents=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_hints_add_hundredths_to_the_points() -> None:
    state = orchard(2).start(1)
    evaluator = Evaluator(state.game.machine)
    before = evaluator.points(state.slots)
    assert before == [float(x) for x in state.sheet().totals]
    state.apply("plant")
    after = evaluator.points(state.slots)
    assert (after[0] - before[0], after[1] - before[1]) == (1.5, 0.0)


def test_modules_change_hints(tmp_path: Path) -> None:
    game = rw.load(ORCHARD, 2, modules=[written(tmp_path / "frost", MODULE, "module.yaml")])
    assert sorted(game.program.hints) == ["gems", "trees"]
    state = game.start(1)
    before = Evaluator(game.machine).points(state.slots)[0]
    state.apply("plant")
    assert Evaluator(game.machine).points(state.slots)[0] == pytest.approx(before + 0.1)


@pytest.mark.parametrize(
    ("hint", "code"), [("150 * p.treez", "E3"), ("p", "E3"), ("{wroth: 1}", "E1"), ("pay 1 coin", "E2")]
)
def test_mistakes_in_hints_are_found_at_load_time(tmp_path: Path, hint: str, code: str) -> None:
    text = ORCHARD.read_text(encoding="utf-8").replace("150 * min(p.trees, 2)", hint)
    with pytest.raises(RulesetError) as caught:
        rw.load(written(tmp_path / "wrong", text, "ruleset.yaml"), 2)
    assert [d for d in caught.value.diagnostics if d.code.startswith(code) and "ruleset.yaml" in str(d)]


def test_bots_value_what_lies_with_a_player_where_there_are_no_hints(tmp_path: Path) -> None:
    text = ORCHARD.read_text(encoding="utf-8").split("hints:")[0]
    game = rw.load(written(tmp_path / "bare", text, "ruleset.yaml"), 2)
    state = game.start(1)
    points = Evaluator(game.machine).points(state.slots)
    coins, cards = 2, 2
    assert points == pytest.approx([t + 0.1 * coins + 0.25 * cards for t in state.sheet().totals])


PLAIN = "trees: 900 * p.trees"
SHARED = PLAIN + "\n  blight: {worth: 0 - 1500 * sum(q.trees for q in players), shared: true}"


def test_what_is_shared_is_no_part_of_a_lead(tmp_path: Path) -> None:
    """The greedy bot avoids what hurts all alike, though it gets ahead by it."""
    text = ORCHARD.read_text(encoding="utf-8")
    plain, shared = (
        rw.load(written(tmp_path / f"x{i}", text.replace("trees:  150 * min(p.trees, 2)", hints), "ruleset.yaml"), 2)
        for i, hints in enumerate((PLAIN, SHARED))
    )
    state = shared.start(1)
    evaluator = Evaluator(shared.machine)
    assert evaluator.shared(state.slots, 0) == 0.0
    state.apply("plant")
    assert evaluator.shared(state.slots, 0) == evaluator.shared(state.slots, 1) == -15.0
    ahead = evaluator.own(state.slots, 0) - evaluator.own(state.slots, 1)
    assert evaluator.lead(state.slots, 0) == pytest.approx(ahead - 15)
    assert bot_named("greedy", 1).choose(plain.start(1)) == "plant"
    assert bot_named("greedy", 1).choose(shared.start(1)) != "plant"


def test_the_greedy_bot_says_what_it_makes_of_each_option() -> None:
    state = orchard(2).start(1)
    before = (state.copy(), state.rng.state)
    found = dict(zip(state.decision.keys, GreedyBot("greedy").appraise(state), strict=True))
    assert (state, state.rng.state) == before
    assert found["plant"].lead == pytest.approx(1.5)
    assert {name: n for name, n in found["plant"].parts.items() if n} == {"trees": 1.5}
    assert found["waste"].lead == pytest.approx(-1)
    assert {name: n for name, n in found["waste"].parts.items() if n} == {"money": -1}
    assert found["dig"].parts["money"] == 2


def test_the_option_with_the_highest_appraisal_is_taken() -> None:
    state = orchard(3).start(5)
    for _ in range(12):
        found = GreedyBot("greedy", 3).appraise(state)
        taken = GreedyBot("greedy", 3).index(state)
        assert found[taken].lead == max(x.lead for x in found)
        state.apply(state.decision.keys[taken])


def test_without_hints_belongings_are_the_parts(tmp_path: Path) -> None:
    text = ORCHARD.read_text(encoding="utf-8").split("hints:")[0]
    state = rw.load(written(tmp_path / "bare", text, "ruleset.yaml"), 2).start(1)
    found = dict(zip(state.decision.keys, GreedyBot("greedy").appraise(state), strict=True))
    assert found["waste"].parts == pytest.approx({"money": -1, "cards": 0, "counters": -0.1, "pieces": 0})

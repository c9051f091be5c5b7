"""The benchmark script measures what it says. No figure is asserted: they depend on the machine."""

import json

import pytest
import run


@pytest.mark.parametrize("name", run.ENGINE)
def test_both_paths_of_the_engine_play_whole_games_that_come_again(name: str) -> None:
    contender = run.engine_adapter(name, "puerto_rico", 3)
    steps, decisions = contender.playout(3)
    assert steps == decisions > 50
    assert contender.playout(3) == (steps, decisions)
    assert contender.copy() is not contender.copy()


def test_engine_not_available_says_why() -> None:
    with pytest.raises(run.Unavailable, match="stepped not available: RulesetError: .*some_game"):
        run.engine_adapter("stepped", "some_game", 4)


def test_yardstick_refuses_two_players() -> None:
    with pytest.raises(run.Unavailable, match="not with 2"):
        run.adapter("handwritten", "puerto_rico", 2)


def test_ratios_are_taken_round_by_round() -> None:
    figures: run.Figures = {
        "simulate": {"games_per_s": run.Figure([10, 40, 90]), "steps_per_s": run.Figure([1, 1, 1])},
        "handwritten": {"games_per_s": run.Figure([10, 20, 30]), "steps_per_s": run.Figure([2, 2, 2])},
    }
    for rows in figures.values():
        rows["copy_us"] = run.Figure([3, 3, 3])
    found = run.ratios(figures)
    assert found["games/s: simulate / handwritten"] == {"median": 2, "min": 1, "max": 3}
    assert found["steps/s: simulate / handwritten"]["median"] == 0.5
    assert not any("catanatron" in label for label in found)


def test_json_holds_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["--rounds", "1", "--seconds", "0.05", "--only", "handwritten", "--format", "json"]
    assert run.main(argv) == 0
    result = json.loads(capsys.readouterr().out)
    assert set(result["figures"]["handwritten"]) == set(run.ROWS)

"""The benchmark script measures what it says. No figure is asserted: they depend on the machine."""

import json
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
import run


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """A stand-in for the engine's public interface, in the place of the package."""
    loaded = SimpleNamespace(start=lambda seed: [seed], playout=lambda seed: (seed + 10, seed + 5))
    stand_in = SimpleNamespace(load=lambda game, players: loaded)
    monkeypatch.setitem(sys.modules, "interpreter", stand_in)
    yield stand_in


def test_engine_adapter(engine: SimpleNamespace) -> None:
    contender = run.engine_adapter("some_game", 4)
    assert contender.playout(3) == (13, 8)
    assert contender.copy() == [1]


def test_engine_not_available_says_why(engine: SimpleNamespace) -> None:
    del engine.load
    with pytest.raises(run.Unavailable, match="engine not available: AttributeError: .*load"):
        run.engine_adapter("some_game", 4)


def test_yardstick_refuses_two_players() -> None:
    with pytest.raises(run.Unavailable, match="not with 2"):
        run.adapter("handwritten", "puerto_rico", 2)


def test_ratios_are_taken_round_by_round() -> None:
    figures: run.Figures = {
        "engine": {"games_per_s": run.Figure([10, 40, 90]), "steps_per_s": run.Figure([1, 1, 1])},
        "handwritten": {"games_per_s": run.Figure([10, 20, 30]), "steps_per_s": run.Figure([2, 2, 2])},
    }
    for rows in figures.values():
        rows["copy_us"] = run.Figure([3, 3, 3])
    found = run.ratios(figures)
    assert found["games/s: engine / handwritten"] == {"median": 2, "min": 1, "max": 3}
    assert found["steps/s: engine / handwritten"]["median"] == 0.5
    assert not any("catanatron" in label for label in found)


def test_json_holds_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["--rounds", "1", "--seconds", "0.05", "--only", "handwritten", "--format", "json"]
    assert run.main(argv) == 0
    result = json.loads(capsys.readouterr().out)
    assert set(result["figures"]["handwritten"]) == set(run.ROWS)

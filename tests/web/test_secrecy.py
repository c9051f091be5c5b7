"""Nobody sees what is hidden: what a window is sent does not depend on what its seat may not see, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter as rw
from cli.screen.words import Words
from cli.table.scene import Zone, scene
from cli.web import desk, drawn
from interpreter.runtime.rng import Rng
from interpreter.runtime.views import WATCHER
from tests.properties.cases import each
from tests.properties.test_secrecy import altered, positions
from tests.shipped import Case, main_cases
from tests.web.serving import market


def message(state: rw.State, seat: int, words: Words) -> bytes:
    return desk.as_bytes({**drawn.position(state, seat, words), "score": drawn.standing(state, seat, words)})


def differing(game: rw.Game, seed: int, every: int) -> tuple[int, list[tuple[int, int]]]:
    """How many positions were changed in what a seat may not see, and where that shows, as (decision, seat)."""
    words, rng, tried, found = Words(game), Rng(seed), 0, []
    for state in positions(game, seed, every):
        for seat in (*range(game.players), WATCHER):
            other = state.copy()
            other.slots = altered(state, seat, rng)
            tried += other.slots != state.slots
            if message(state, seat, words) != message(other, seat, words):
                found.append((state.taken, seat))
    return tried, found


@pytest.fixture(autouse=True)
def without_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a ruleset has shown as a value is seen by everybody, whatever it reads."""
    monkeypatch.setattr(rw.Game, "shown_values", lambda *_: iter(()))


@each([case for case in main_cases() if not case.modules])
def test_messages_of_shipped_games_do_not_depend_on_hidden_things(case: Case) -> None:
    assert differing(case.load(), 23, 60)[1] == []


def test_messages_of_a_small_game_do_not_depend_on_hidden_things(tmp_path: Path) -> None:
    tried, found = differing(rw.load(market(tmp_path), 3), 5, 1)
    assert tried > 20 and found == []


def test_what_is_open_does_show(tmp_path: Path) -> None:
    """The tests above would hold for a message that says nothing."""
    game = rw.load(market(tmp_path), 2)
    state, words = game.start(3), Words(game)
    other = state.copy()
    other.apply("rest")
    assert message(state, WATCHER, words) != message(other, WATCHER, words)


def test_a_watcher_sees_no_hand(tmp_path: Path) -> None:
    game = rw.load(market(tmp_path), 2)
    state, words = game.start(3), Words(game)
    hands = [
        item.sort
        for panel in scene(state, WATCHER, words).panels
        for figure in panel.figures
        if isinstance(figure, Zone) and figure.id == "hand"
        for item in figure.items
    ]
    assert hands == ["hidden", "hidden"]
    assert b'"secret",null' in message(state, WATCHER, words)


def test_who_does_not_decide_has_no_options(tmp_path: Path) -> None:
    game = rw.load(market(tmp_path), 2)
    state, words = game.start(3), Words(game)
    assert [("options" in drawn.position(state, seat, words)) for seat in (0, 1, WATCHER)] == [True, False, False]

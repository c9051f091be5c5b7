"""What the workers answer: going on, going back, the log line by line, what may be taken back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.web import desk, undoing
from cli.web.desk import Entry, NotOffered, Spec
from tests.web.serving import market


@pytest.fixture
def spec(tmp_path: Path) -> Iterator[Spec]:
    yield Spec("t", market(tmp_path), (), (), 2, 7)
    desk._open.clear()
    desk._games.clear()
    desk._words.clear()


def after(spec: Spec, *taken: Entry) -> list[Entry]:
    """The entries of a table at which these were taken."""
    entries = list(desk.start(spec).entries)
    for seat, key in taken:
        entries += desk.take(spec, entries, seat, key).entries
    return entries


def shown(spec: Spec, entries: list[Entry], seat: int, told: int = 0) -> dict[str, Any]:
    message, _ = desk.draw(spec, entries, seat, "en", [0, 1], told, "0.0")
    found: dict[str, Any] = json.loads(message)
    return found


def test_chance_answers_before_the_first_decision(spec: Spec) -> None:
    due = desk.start(spec)
    assert due.player == 0 and not due.is_over
    assert len(due.entries) == 7 and {seat for seat, _ in due.entries} == {-1}


def test_the_same_entries_give_the_same_however_they_are_come_by(spec: Spec) -> None:
    entries = after(spec, (0, "rest"), (1, "peek"), (0, "save 2"))
    known = shown(spec, entries, 0)
    after(spec, (0, "peek"))  # the table goes back, and elsewhere
    assert shown(spec, entries, 0) == known
    desk._open.clear()  # as in another process
    assert shown(spec, entries, 0) == known


@pytest.mark.parametrize("taken", [(1, "rest"), (0, "save 9"), (0, "nonsense"), (5, "rest"), (-1, "draw apple")])
def test_only_what_is_offered_is_taken(spec: Spec, taken: Entry) -> None:
    entries = after(spec)
    with pytest.raises(NotOffered):
        desk.take(spec, entries, *taken)
    assert desk.take(spec, entries, 0, "rest").player == 1  # and it does no harm


def test_the_log_comes_in_pieces_as_it_comes_whole(spec: Spec) -> None:
    entries = after(spec)
    lines: list[Any] = []
    for taken in [(0, "rest"), (1, "peek"), (0, "save 1"), (1, "rest")]:
        lines += shown(spec, entries, 0, len(lines))["log"]["lines"]
        entries += desk.take(spec, entries, *taken).entries
    lines += shown(spec, entries, 0, len(lines))["log"]["lines"]
    desk._open.clear()
    assert shown(spec, entries, 0)["log"] == {"from": 0, "lines": lines}


def test_a_line_of_the_log_leads_to_its_position(spec: Spec) -> None:
    entries = after(spec, (0, "rest"), (1, "rest"))
    lines = shown(spec, entries, 0)["log"]["lines"]
    at = next(n for n, (parts, _) in enumerate(lines) if parts[0][0] == "Ann")
    own = json.loads(desk.at_line(spec, entries, 0, "en", at))["scene"]["panels"][-1]
    assert ["coin", 6] in own["counters"]
    first = json.loads(desk.at_line(spec, entries, 0, "en", 0))["scene"]["panels"][-1]
    assert ["coin", 0] in first["counters"] or ["coin", 5] in first["counters"]


@pytest.mark.parametrize(
    ("taken", "people", "stopped"),
    [
        ([], [0, 1], "nothing"),
        ([(0, "rest")], [0, 1], ""),
        ([(0, "rest"), (1, "rest")], [0, 1], "others"),
        ([(0, "rest"), (1, "rest")], [0], ""),  # a bot may decide the same again
        ([(0, "peek")], [0, 1], "chance"),
        ([(0, "save 2")], [0, 1], ""),
    ],
)
def test_what_stops_taking_back(spec: Spec, taken: list[Entry], people: list[int], stopped: str) -> None:
    session = desk._session(spec, after(spec, *taken)).session
    assert undoing.stopped(session, 0, people)[1] == stopped


def test_taking_back_is_the_game_without_the_decision(spec: Spec) -> None:
    before = after(spec)
    entries = after(spec, (0, "save 3"))
    number = desk.undo(spec, entries, 0, [0, 1])
    assert entries[:number] == before


def test_why_something_that_is_drawn_cannot_be_chosen(spec: Spec) -> None:
    entries = after(spec, (0, "save 5"), (1, "rest"))  # nothing is left to buy with
    options = shown(spec, entries, 0)["options"]
    assert not any(option["key"].startswith("buy") for option in options)
    scene = shown(spec, entries, 0)["scene"]
    stall = next(zone for zone in scene["shared"] if zone.get("id") == "stall")
    assert any("coin" in line for line in desk.why_shown(spec, entries, 0, "en", stall["items"][0]["at"]))


def test_advice_brings_and_score(spec: Spec) -> None:
    entries = after(spec)
    options = shown(spec, entries, 0)["options"]
    texts = desk.brings(spec, entries, 0, "en")
    assert len(texts) == len(options)
    assert texts[[option["key"] for option in options].index("save 2")] == "−2 coins, +2 secret"
    assert len(desk.advice(spec, entries, 0, "en")) == len(options) + 1
    assert desk.score(spec, entries, 0, "en")["totals"] == [5, None]
    assert "Red and sweet." in " ".join(desk.about(spec, "en", "apple"))
    assert any(block.get("level") for block in desk.rulebook(spec, "en"))


def test_a_bot_decides_the_same_again(spec: Spec) -> None:
    entries = after(spec)
    first = desk.bot(spec, entries, 0, "random")
    assert first == desk.bot(spec, entries, 0, "random")
    assert desk.take(spec, entries, 0, first).player == 1


def test_tables_are_forgotten_before_there_are_too_many_positions(spec: Spec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "MOST_STEPS", 20)
    for number in range(5):
        desk.start(Spec(f"t{number}", spec.game, (), (), 2, number))
    assert list(desk._open) == ["t2", "t3", "t4"]

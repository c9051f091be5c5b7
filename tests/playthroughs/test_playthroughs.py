"""Recorded games replay line by line, and every ruleset has one for each number of players and each module."""

from __future__ import annotations

import pytest

from interpreter.loading.source import shipped_games
from tests.playthroughs import recorded
from tests.properties.cases import each
from tests.shipped import Case, players_of

CASES = [case for game in shipped_games() for case in recorded.cases(game)]
RENEW = "if the change is meant, run `python -m tests.playthroughs.record` and look at the diff"


def difference(before: str, now: str) -> str | None:
    """The first line that differs, in words; None: the texts are equal."""
    old, new = before.splitlines(), now.splitlines()
    for number, (a, b) in enumerate(zip(old, new, strict=False), 1):
        if a != b:
            ended = f"\n  {new[-1]}" if new[-1].startswith("not offered") else ""
            return f"line {number}\n  recorded: {a}\n  now:      {b}{ended}"
    return None if len(old) == len(new) else f"{len(old)} lines recorded, now {len(new)}: {new[-1]}"


@each(CASES)
def test_recorded_game_replays(case: Case) -> None:
    path = recorded.path_of(case)
    before = path.read_text(encoding="utf-8")
    found = difference(before, recorded.replay(case, before))
    assert found is None, f"{path.name}, {found}\n{RENEW}"


@pytest.mark.parametrize("game", shipped_games())
def test_every_number_of_players_is_recorded(game: str) -> None:
    for players in players_of(game, ()):
        assert (recorded.FOLDER / game / f"{players}_players.txt").is_file()


def test_a_changed_line_is_noticed() -> None:
    """The comparison itself: another key, another number of options, another sheet."""
    case = CASES[0]
    text = recorded.record(case, seed=1)
    assert difference(text, recorded.replay(case, text)) is None
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if " | " in line)
    for at, changed in (
        (first, lines[first] + "x"),
        (first, lines[first].replace(" | ", " | 1", 3)),
        (-1, lines[-1] + "0"),
    ):
        other = "\n".join([*lines[:at], changed, *(lines[at + 1 :] if at >= 0 else [])])
        assert difference(other, recorded.replay(case, other)) is not None

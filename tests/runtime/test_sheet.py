"""Lines of the score sheet that are there only under some options or numbers of players."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter as rw

FAIR = """\
game:
  id: fair
  players: [2, 3]
  options: {prizes: {values: [true, false], default: false}, pace: {values: [slow, quick], default: slow}}
resources: {coin: {}}
phases: {game: {do: 'players[2] does { gain 5 coin }; end game'}}
scoring:
  categories:
    purse:  {worth: 1}
    prizes: {worth: p.coin, only_if: option.prizes}
    haste:  {worth: 2, only_if: option.pace is quick and size(players) is 2}
  tie_breaks:
    coins: {worth: p.coin, only_if: not option.prizes}
    seat:  {worth: p.seat, lower_wins: true}
"""


@pytest.mark.parametrize(
    ("players", "options", "lines", "ties", "totals"),
    [
        (2, {}, ["purse"], ["coins", "seat"], (1, 1)),
        (2, {"prizes": True}, ["purse", "prizes"], ["seat"], (1, 6)),
        (2, {"pace": "quick"}, ["purse", "haste"], ["coins", "seat"], (3, 3)),
        (3, {"pace": "quick"}, ["purse"], ["coins", "seat"], (1, 1, 1)),
    ],
)
def test_a_line_is_on_the_sheet_where_its_condition_holds(
    players: int, options: dict[str, object], lines: list[str], ties: list[str], totals: tuple[int, ...], tmp_path: Path
) -> None:
    (tmp_path / "ruleset.yaml").write_text(FAIR, encoding="utf-8")
    sheet = rw.load(str(tmp_path), players, options=options).start(1).sheet()
    assert list(sheet.categories) == lines
    assert list(sheet.tie_breaks) == ties
    assert tuple(sheet.totals) == totals
    assert list(sheet.winners) == [1]  # by points, or by coins

"""Lines of the score sheet that are there only under some options or numbers of players."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter as rw
from interpreter.loading.source import shipped_games
from interpreter.runtime.rng import Rng

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


SECRETS = """\
game: {id: secrets, players: [3]}
resources:
  favor: {seen_by: owner}
  vote: {seen_by: owner, supply: 10}
pieces:
  card:
    attributes: {rank: int}
    start: deck
    kinds: {ace: {copies: 20, rank: 0}, queen: {copies: 1, rank: 10}}
zones:
  deck: {pieces: card, deck: true, seen_by: nobody}
  hand: {pieces: card, per: player, seen_by: owner}
  mat: {pieces: card, per: player}
state:
  player: {plan: {type: int, seen_by: owner}}
values: {queens: {given: {p: player}, is: 'count(c in card if c.place is p.mat and c.kind is queen)'}}
phases:
  game: {do: 'each of players does { do one of work }; end game'}
menus: {work: {}}
actions: {wait: {menu: work, do: ''}}
setup: {do: 'each of players does { draw 2 from deck to my hand; my plan = me.seat; gain 1 favor; gain 2 vote }'}
scoring:
  categories:
    size:   {worth: size(p.hand)}
    some:   {worth: if p.hand is empty then 0 else 1}
    queen:  {worth: 'if any(c in p.hand if c.kind is queen) then 10 else 0'}
    ranks:  {worth: sum(c.rank for c in p.hand)}
    where:  {worth: 'count(c in card if c.place is p.hand)'}
    open:   {worth: queens(p)}
    plans:  {worth: p.plan}
    favors: {worth: p.favor}
    votes:  {worth: p.vote}
    most:   {worth: 'if p.favor >= max(q.favor for q in players) then 1 else 0'}
"""


def test_what_a_seat_may_know_of_the_score_is_what_it_sees(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(SECRETS, encoding="utf-8")
    state = rw.load(str(tmp_path), 3).start(1)
    known, true = state.standing(1), state.sheet()
    mine = ("queen", "ranks", "where", "plans", "favors", "votes")
    own = {name: (None, true.categories[name][1], None) for name in mine}
    assert known.categories == own | {
        "size": (2, 2, 2),
        "some": (1, 1, 1),
        "open": (0, 0, 0),
        "most": (None, None, None),
    }
    assert known.totals == (None, None, None)


def test_a_card_that_is_rarely_there_is_not_said_to_be_missing(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(SECRETS, encoding="utf-8")
    game = rw.load(str(tmp_path), 3)
    held = [game.start(seed).standing(0).categories["queen"] for seed in range(40)]
    assert {row[1:] for row in held} == {(None, None)}
    assert {row[0] for row in held} == {0, 10}


@pytest.mark.parametrize("name", shipped_games())
def test_what_is_known_of_the_score_holds_in_all_positions_that_look_the_same(name: str) -> None:
    game = rw.load(name)
    state, rng = game.start(7), Rng(7)
    for step in range(200):
        if state.is_over:
            break
        state.apply_option(state.options[rng.below(len(state.options))])
        if step % 40 == 0:
            for seat in range(game.players):
                known = state.standing(seat)
                for seed in range(3):
                    dealt = state.redealt(seat, seed).sheet()
                    for line, points in known.categories.items():
                        pairs = zip(points, dealt.categories[line], strict=True)
                        assert all(mine is None or mine == true for mine, true in pairs), (line, seat)

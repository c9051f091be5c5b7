"""Pieces that are seen in part: views show what is on their backs, and searches assume any that would show the same."""

from __future__ import annotations

from functools import cache

import interpreter as rw
from interpreter.loading.source import folder_from_text
from interpreter.scenarios import run_folder

RULES = """
game: {id: omens, players: [2]}
pieces:
  omen:
    attributes: {stars: int, power: int}
    back: [stars]
    start: sky
    kinds:
      comet:   {copies: 2, stars: 1, power: 3}
      eclipse: {copies: 2, stars: 1, power: 1}
      aurora:  {copies: 3, stars: 2, power: 2}
  coin:
    attributes: {head: text, tail: text}
    faces: [up, down]
    back: {up: [head], down: [tail]}
    start: purse
    kinds: {lion: {head: king, tail: lion}, rose: {head: king, tail: rose}}
zones:
  sky:   {pieces: omen, deck: true, seen_by: nobody}
  next:  {pieces: omen, limit: 1, seen_by: nobody, back_seen_by: all}
  held:  {pieces: omen, per: player, seen_by: nobody, back_seen_by: owner, ordered: true}
  purse: {pieces: coin, deck: true, seen_by: nobody}
  table: {pieces: coin, seen_by: nobody, back_seen_by: all}
setup:
  do: |
    draw 1 from sky to next
    for p in players { draw 2 from sky to p.held }
    draw 1 from purse to table
    roll table
phases:
  game: {do: 'each of players does { may stop { my tired = true } }; end game'}
state: {player: {tired: bool}}
scoring: {categories: {power: {worth: sum(o.power for o in p.held)}}}
"""
KINDS = {"comet": 1, "eclipse": 1, "aurora": 2}


@cache
def game() -> rw.Game:
    return rw.load(folder_from_text("# file: ruleset.yaml\n" + RULES))


def content(state: rw.State, place: str, seat: int | None = None) -> list[str]:
    """The kinds of the pieces in a place, as they are."""
    view = state.game.viewer.view(state.slots, None)
    part = view["places"] if seat is None else view["players"][state.game.seats[seat]]
    return [piece["kind"] for piece in part[place]["pieces"]]


def test_a_view_shows_backs_and_nothing_else() -> None:
    for seed in range(10):
        state = game().start(seed)
        view = state.observe(0)
        assert view["places"]["next"] == {"size": 1, "backs": [{"stars": KINDS[content(state, "next")[0]]}]}
        assert view["places"]["sky"] == {"size": 2}
        mine, other = view["players"]["a"]["held"], view["players"]["b"]["held"]
        assert mine == {"size": 2, "backs": [{"stars": KINDS[k]} for k in content(state, "held", 0)]}
        assert other == {"size": 2}


def test_what_shows_depends_on_the_side_that_is_up() -> None:
    seen = set()
    for seed in range(30):
        state = game().start(seed)
        (piece,) = state.game.viewer.view(state.slots, None)["places"]["table"]["pieces"]
        (back,) = state.observe(1)["places"]["table"]["backs"]
        assert back == ({"head": "king"} if piece["face"] == "up" else {"tail": piece["kind"]})
        seen.add(str(back))
    assert len(seen) == 3


def test_a_search_assumes_any_piece_that_would_show_the_same() -> None:
    found: dict[str, set[str]] = {}
    coins = set()
    for seed in range(60):
        state = game().start(seed)
        dealt = state.redealt(0, 1000 - seed)
        assert dealt.observe(0) == state.observe(0)
        found.setdefault(content(state, "next")[0], set()).add(content(dealt, "next")[0])
        coins.add((str(state.observe(0)["places"]["table"]["backs"]), content(dealt, "table")[0]))
    assert found == {"comet": {"comet", "eclipse"}, "eclipse": {"comet", "eclipse"}, "aurora": {"aurora"}}
    assert sorted(coins) == [
        ("[{'head': 'king'}]", "lion"),
        ("[{'head': 'king'}]", "rose"),
        ("[{'tail': 'lion'}]", "lion"),
        ("[{'tail': 'rose'}]", "rose"),
    ]


def test_a_scenario_may_say_that_no_more_than_backs_are_seen() -> None:
    given = "{next: [comet], sky: [eclipse, aurora], a: {held: [eclipse]}}"
    text = f"- id: it\n  players: 2\n  given: {given}\n  expect: EXPECT\n"

    def holds(expect: str, rules: str = RULES) -> bool:
        scenario = text.replace("EXPECT", expect)
        folder = folder_from_text(f"# file: ruleset.yaml{rules}# file: scenarios/it.yaml\n{scenario}")
        (result,) = run_folder(folder)
        assert result.diagnostics == ()
        return result.passed

    assert holds("{cannot_see: {a: [next, a.held, sky], b: [next, a.held]}}")
    assert not holds("{cannot_see: {b: [next]}}", RULES.replace("limit: 1, seen_by: nobody", "limit: 1, seen_by: all"))
    own = RULES.replace("per: player, seen_by: nobody", "per: player, seen_by: owner")
    assert not holds("{cannot_see: {a: [a.held]}}", own)

"""`seen_by: others`: cards that all but their owner see."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import pipeline
from interpreter.diagnostics import RulesetError
from interpreter.explaining.naming import Naming
from interpreter.explaining.rulebook import Rulebook
from interpreter.game import Game
from interpreter.loading.source import folder_from_text
from interpreter.ruleset import Ruleset
from interpreter.runtime.views import WATCHER

RULES = """game: {id: example, players: [3]}
resources: {point: {}}
menus: {turn: {}}
pieces:
  card:
    attributes: {number: int}
    start: pile
    kinds: {ace: {copies: 5, number: 1}, deuce: {copies: 5, number: 2}, trey: {copies: 5, number: 3}}
zones:
  pile: {pieces: card, deck: true, seen_by: nobody}
  hand: {pieces: card, per: player, seen_by: others, ordered: true}
  row:  {pieces: card, ordered: true}
state: {player: {told: {type: 0..3, start: 0}}}
actions:
  tell: {menu: turn, choose: 'TELL', do: 'p.told = k'}
  play:
    menu: turn
    choose: PLAY
    do: |
      move my hand[n] to row
      gain row[size(row)].number point
phases:
  game: {do: 'repeat 4 times { each of players does { do one of turn } }; end game'}
setup: {do: 'for p in players { p does { draw 3 from pile to my hand } }'}
scoring: {categories: {points: {worth: p.point}}}
"""
TELL = "p in others, k in 1..3 if any(c in p.hand if c.number is k)"
PLAY = "n in 1..size(my hand)"


def game(tell: str = TELL, play: str = PLAY) -> Game:
    return pipeline.load(folder_from_text(RULES.replace("TELL", tell).replace("PLAY", play)))


def test_all_but_the_owner_see_the_cards() -> None:
    state = game().start(seed=2)
    for seat in range(3):
        view = state.observe(seat)["players"]
        for owner, name in enumerate(state.game.seats):
            shown = view[name]["hand"]
            assert set(shown) == ({"size"} if owner == seat else {"pieces"}), (seat, owner)


def test_somebody_who_watches_sees_what_everybody_sees() -> None:
    """Whoever has a link for watching may play on a seat as well."""
    state = game().start(seed=2)
    view = state.observe(WATCHER)
    assert all(set(view["players"][name]["hand"]) == {"size"} for name in state.game.seats)
    assert all(view["players"][name]["told"] == 0 for name in state.game.seats)


def test_what_is_offered_follows_from_what_is_seen() -> None:
    """Every table that looks the same to the player offers the same; their own cards differ from one to another."""
    state = game().start(seed=2)
    seat = state.player
    assert seat is not None
    place = next(i for i, p in enumerate(state.game.program.layout.places) if p.zone == "hand" and p.owner == seat)
    own = set()
    for seed in range(20):
        table = state.redealt(seat, seed)
        assert table.decision.keys == state.decision.keys
        assert table.observe(seat) == state.observe(seat)
        kinds = table.game.program.layout.pieces
        own.add(tuple(kinds[x] for x in table.slots[table.game.program.layout.zone_base + place]))
    assert len(own) > 1


@pytest.mark.parametrize(
    ("tell", "play"),
    [
        (TELL, "n in 1..size(my hand) if my hand[n].number is 1"),
        (TELL, "c in my hand"),
        (TELL.replace("others", "players"), PLAY),
        ("k in 1..3, p in players if any(c in p.hand if c.number is k)", PLAY),
        ("p in others, k in 1..3 if any(q in players if any(c in q.hand if c.number is k))", PLAY),
        # Whoever sits behind another may be the one who acts.
        ("p in others, k in 1..3 if any(q in players.after(p) if any(c in q.hand if c.number is k))", PLAY),
        ("p in others, k in 1..3 if any(c in (if k > 1 then p else me).hand if c.number is k)", PLAY),
        ("p in others, k in 1..3 if any(c in players.after(p)[1].hand if c.number is k)", PLAY),
    ],
)
def test_what_the_owner_does_not_see_decides_nothing_for_the_owner(tell: str, play: str) -> None:
    with pytest.raises(RulesetError) as caught:
        game(tell, play)
    assert [d.code for d in caught.value.diagnostics][:1] == ["E405"]


@pytest.mark.parametrize(
    "tell",
    [
        "p in others if p.hand is not empty, c in p.hand, k in 1..3 if c.number is k",
        "k in 1..3, p in others if any(q in others if q is p and any(c in q.hand if c.number is k))",
        "p in those(q in others if q.hand[1].number > 1), k in 1..3",
    ],
)
def test_the_cards_of_others_may_decide(tell: str) -> None:
    assert game(tell).start(seed=1).decision.keys


@pytest.mark.parametrize(
    ("whose", "is_told"), [("me", False), ("players.after(me)[1]", True), ("(if k > 1 then me else players[1])", True)]
)
def test_what_a_neighbour_holds_is_not_the_owners(whose: str, is_told: bool) -> None:
    """Of cards that only their owner sees, those that one comes to from oneself are somebody else's."""
    tell = f"k in 1..3, p in others if any(c in {whose}.hand if c.number is k)"
    text = RULES.replace("seen_by: others", "seen_by: owner").replace("TELL", tell).replace("PLAY", PLAY)
    if is_told:
        with pytest.raises(RulesetError) as caught:
            pipeline.load(folder_from_text(text))
        assert [d.code for d in caught.value.diagnostics] == ["E405"]
    else:
        pipeline.load(folder_from_text(text))


SLOTS = RULES.replace(
    "  hand: {pieces: card, per: player, seen_by: others, ordered: true}\n", "  hand: {pieces: card, per: player}\n"
).replace(
    "zones:", "spaces: {slot: {pieces: card, per: player, seen_by: others, kinds: {left: {}, right: {}}}}\nzones:"
)


@pytest.mark.parametrize(
    ("whose", "is_told"),
    [("p", False), ("me", True), ("players.after(p)[1]", True), ("(if k > 1 then p else me)", True)],
)
def test_spaces_are_seen_as_zones_are(whose: str, is_told: bool) -> None:
    """What lies on places of others may decide, where they are certainly theirs."""
    tell = f"p in others, k in 1..3 if any(s in {whose}.slot if s is not empty and s.top.number is k)"
    text = SLOTS.replace("TELL", tell).replace("PLAY", PLAY)
    if is_told:
        with pytest.raises(RulesetError) as caught:
            pipeline.load(folder_from_text(text))
        assert [d.code for d in caught.value.diagnostics] == ["E405"]
    else:
        pipeline.load(folder_from_text(text))


def test_rulebooks_say_who_sees(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(RULES.replace("TELL", TELL).replace("PLAY", PLAY), encoding="utf-8")
    checked = Ruleset(tmp_path).sound().checked
    for language, words in (("en", "seen by all but their owner"), ("ru", "видят все, кроме владельца")):
        blocks = Rulebook(checked, Naming(checked.model, language)).blocks()
        assert any(words in str(vars(block)) for block in blocks)

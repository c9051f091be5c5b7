"""Lines of the score sheet for each kind of pieces, by what these are worth."""

from __future__ import annotations

import pytest

from interpreter import pipeline
from interpreter.diagnostics import RulesetError
from interpreter.loading.source import folder_from_text

SHOP = """# file: ruleset.yaml
game: {id: shop, players: [2], modules: [more]}
resources: {coin: {}, clerk: {supply: 9, held_by: [player, house]}}
pieces:
  house:
    start: market
    active_while: self.clerk > 0
    kinds:
      bank: {copies: 6, worth: owner.coin / 2 + self.clerk}
      inn: {worth: 3}
      shed: {}
zones: {market: {pieces: house}, town: {pieces: house, per: player}}
phases:
  game:
    do: |
      for p in players {
        p does {
          gain 4 coin
          for h in market if size(my town) < 4 { move h to my town }
          for h in my town if h.kind is not bank or me.seat is 2 { if possible { take 1 clerk; move 1 clerk to h } }
        }
      }
      end game
scoring:
  categories:
    money: {worth: p.coin}
    houses: {each: house}
  tie_breaks: {seat: {worth: p.seat}}
# file: modules/more/module.yaml
module: {id: more}
pieces: {patch: {house: {kinds: {shed: {worth: 2}, tower: {worth: 50 + owner.seat}}}}}
rules:
  first_has_all: |
    instead of game {
      for p in players if p.seat is 1 {
        p does { gain 4 coin; for h in market { move h to my town; if possible { take 1 clerk; move 1 clerk to h } } }
      }
      end game
    }
"""


def test_each_kind_is_a_line_of_its_own_and_counts_what_its_owner_has() -> None:
    game = pipeline.load(folder_from_text(SHOP), 2)
    sheet = game.start(seed=1).sheet()
    assert {id: tuple(by_seat) for id, by_seat in sheet.categories.items()} == {
        "money": (4, 4), "bank": (0, 6), "inn": (0, 3),
    }  # fmt: skip
    assert tuple(sheet.totals) == (4, 13)


def test_kinds_of_modules_have_their_lines() -> None:
    folder = folder_from_text(SHOP)
    sheet = pipeline.load(folder, 2, modules=["more"]).start(seed=1).sheet()
    assert list(sheet.categories) == ["money", "bank", "inn", "shed", "tower"]
    assert [by_seat[0] for by_seat in sheet.categories.values()] == [4, 18, 3, 2, 51]


WRONG = [
    ("houses: {each: house}", "houses: {each: hous}", "E165", "it is not a class of pieces"),
    ("houses: {each: house}", "houses: {each: house, worth: p.coin}", "E165", "beside `each`"),
    ("tie_breaks: {seat: {worth: p.seat}}", "tie_breaks: {seat: {each: house}}", "E165", "one number"),
    ("money: {worth: p.coin}", "inn: {worth: p.coin}", "E112", "`inn`"),
    ("worth: owner.coin / 2 + self.clerk", "worth: owner.con", "E302", "con"),
    ("worth: owner.coin / 2 + self.clerk", "worth: self.worth", "E320", "house.worth"),
    ("worth: owner.coin / 2 + self.clerk", "worth: owner", "E303", "int"),
    ("worth: 3}", "worth: [3]}", "E103", "a list"),
    ("worth: 3}", "wort: 3}", "E122", "wort"),
    ("    active_while:", "    state: {worth: int}\n    active_while:", "E114", "worth"),
]


@pytest.mark.parametrize(("old", "new", "code", "part"), WRONG, ids=[w[1][:30] for w in WRONG])
def test_mistakes_in_what_pieces_are_worth(old: str, new: str, code: str, part: str) -> None:
    assert old in SHOP
    with pytest.raises(RulesetError) as caught:
        pipeline.load(folder_from_text(SHOP.replace(old, new)), 2)
    found = [(d.code, d.message) for d in caught.value.diagnostics]
    assert any(d == code and part in message for d, message in found), found


def test_what_no_text_asks_for_is_checked_too() -> None:
    with pytest.raises(RulesetError) as caught:
        pipeline.load(
            folder_from_text(SHOP.replace("houses: {each: house}", "n: {worth: p.seat}").replace("/ 2 +", "/ two +")), 2
        )
    assert [d.code for d in caught.value.diagnostics] == ["E301"]

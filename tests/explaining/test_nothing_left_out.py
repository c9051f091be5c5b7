"""What a page and a rulebook must not leave out: rules on markers, bounds, limits of groups, picks, windows, steps that
only rules and pieces run."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.explaining.blocks import Heading, Step
from interpreter.explaining.naming import Naming
from interpreter.explaining.rulebook import Line, Rulebook
from interpreter.ruleset import Ruleset
from tests.explaining.test_misreadings import told

RULES = """\
game: {id: quarry, players: [2]}
resources:
  coin: {}
  clay: {group: block}
  slate: {group: block, supply: 3, limit: 2 + owner.sheds}
  debt: {below_zero: true}
  offer: {}
pieces:
  cart:
    attributes: {cost: int}
    start: yard
    do: gain here.cost coin; do tip
    kinds: {red: {cost: 2}, blue: {cost: 3}}
  card: {start: hand, per: player, kinds: {ace: {copies: 3, abilities: {glad: 'after dealt by owner { gain 1 coin }'}}}}
zones:
  yard: {pieces: cart}
  garage: {pieces: cart, per: player}
  hand: {pieces: card, per: player}
  gone: {pieces: card}
spaces: {field: {attributes: {last: bool}, kinds: {north: {last: true}, south: {}}}}
tracks:
  road: {steps: 6, marks: {3: inn}, exclusive: 6, group: ways}
  river: {steps: 4, group: ways}
state: {player: {sheds: int}}
values: {price: {given: {p: player}, is: '3', at_least: 1, at_most: 9}}
menus: {turn: {}}
setup: {do: do lay_out}
phases:
  game: {do: 'each of players does { do day }; end game'}
  day: {do: 'may work { do one of turn }; do tidy'}
procedures:
  lay_out: {do: 'each of players does { gain 1 coin }'}
  tidy: {do: 'if size(my hand) > 2 { choose size(my hand) - 2 of my hand as dropped; move dropped to gone }; do dealt'}
  dealt: {do: ''}
  tip: {do: gain 1 coin}
actions:
  go: {menu: turn, do: 'advance my marker[road]'}
  float: {menu: turn, do: 'advance my marker[river]'}
  cheap: {menu: turn, do: 'modify price(me) to 0 until end of day; pay price(me) coin'}
  dig: {menu: turn, do: 'gain 2 block; lose 1 debt'}
  bid:
    menu: turn
    do: |
      simultaneously each of players does { choose paid in 0..3 }
      for p in players { p does { lose paid[p] coin } }
      split 2 among b in block as share
      for b in block { gain share[b] b }
      may rest { pay 2 coin } else { gain 1 coin }
      may up to 2 times swap { pay 1 coin; gain 1 debt } else { gain 1 coin }
  haggle: {menu: turn, do: 'may up to 3 times bargain { choose n in 1..3; pay n coin }'}
  ride: {menu: turn, choose: c in yard, do: 'move c to my garage; do c'}
free:
  sell: {window: [my decisions], except: [tidy], limit: once per day, do: 'pay 1 clay; gain 1 coin'}
rules:
  rest_at_inn: after cross(road, inn) { gain 1 coin }
  end_of_way: after reach(any t, any n) if n is t.last { gain 1 coin }
scoring: {categories: {coins: {worth: p.coin}}}
"""
TEXTS = {
    "en": "names: {last: last field}\nactions: {bargain: 'Offer {n coin} now'}\n",
    "ru": "names: {last: последнее поле}\nactions: {bargain: 'Предложить {n coin} сейчас'}\n",
}


@pytest.fixture
def quarry(tmp_path: Path) -> Path:
    (tmp_path / "texts").mkdir()
    (tmp_path / "ruleset.yaml").write_text(RULES)
    for language, text in TEXTS.items():
        (tmp_path / "texts" / f"{language}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("go", "Rest at inn  (ruleset.yaml:"),
        ("go", "End of way  (ruleset.yaml:"),
        ("go", "a step that only one marker may occupy, too, if another one is there: 6."),
        ("float", "End of way  (ruleset.yaml:"),
        ("road", "Only one marker may occupy a step, no other goes there or past it: 6."),
        ("road", "Rest at inn  (ruleset.yaml:"),
        ("end_of_way", "«n» is the last step of «t»"),
        ("price", "3, at least 1, at most 9"),
        ("cheap", "«price» counts as 0 wherever the rules read it (if p is you), in the end at least 1, at most 9."),
        ("dig", "Block is a group: whoever does this picks the kind of each."),
        ("dig", "The supply of slate is limited (3): you get only what is left."),
        ("dig", "You may hold at most (2 + your sheds) slate: you get only what fits."),
        ("dig", "Lose 1 debt, also where that is more than you have."),
        ("bid", "Lose («paid» for player p) coin, as far as you have it."),
        ("bid", "Gain («share» for block b) block b."),
        ("bid", "If you leave it, or it cannot be done:\n  Gain 1 coin."),
        ("bid", "If you stop before that, or it cannot be done any more:\n  Gain 1 coin."),
        ("haggle", "you may do this («Offer now»), or stop:"),
        ("day", "In «dropped» (ruleset.yaml:33): you cannot decline"),
        ("sell", "When: at any of your decisions; but not: during «tidy»."),
        ("red", "Gain (cost of this) coin."),
        ("block", "A group of 2: clay, slate."),
        ("turn", "Actions to choose from: go, float, cheap, dig, bid, haggle, ride."),
        ("debt", "Debt may fall below 0."),
    ],
)
def test_a_page_tells_it(id: str, said: str, quarry: Path) -> None:
    assert said in told(quarry, id)


def test_a_marker_of_another_track_does_not_come_there(quarry: Path) -> None:
    assert "Rest at inn" not in told(quarry, "float")


def test_every_procedure_is_in_the_rulebook(quarry: Path) -> None:
    """Those that only the setup, a piece or nothing but rules run, too; each once: what one text runs and nothing else
    speaks of is told there, the others under a heading."""
    checked = Ruleset(quarry).sound().checked
    for language, gain in (("en", "gain 1 coin."), ("ru", "получите: coin 1.")):
        book = Rulebook(checked, Naming(checked.model, language)).blocks()
        titles = [block.text for block in book if isinstance(block, Heading)]
        assert titles.count("Dealt") == 1 and titles.count("Tidy") == 1, (language, titles)
        assert not {"Lay out", "Tip"} & {*titles}
        steps = [block.text for block in book if isinstance(block, Step)]
        assert len(steps) == 3 and steps[-1].endswith(gain)


def test_the_rulebook_tells_where_pieces_begin_and_what_waits(quarry: Path) -> None:
    checked = Ruleset(quarry).sound().checked
    book = Rulebook(checked, Naming(checked.model, "en")).blocks()
    lines = {block.text for block in book if isinstance(block, Line | Step)}
    assert "Cart: begins in yard." in lines
    assert "Card: begins in hand (for each player)." in lines
    assert "A moment to which rules refer: ace." in lines
    assert "Debt may fall below 0." in lines
    told = "Haggle: Up to 3 times, you may (Offer now): Pay coin equal to the number. …"  # in the player aid
    assert told in lines
    assert "When: at any of your decisions; but not: during «tidy»." in lines


CHOICES = """\
game: {id: choices, players: [2]}
resources: {coin: {}, clay: {group: block}, slate: {group: block}}
menus: {turn: {}, more: {}, free: {}}
actions:
  picky: {menu: turn, do: 'choose g in block if me[g] > 3; gain 1 coin'}
  inside: {menu: turn, do: do deep}
  branches: {menu: turn, do: 'choose { low if my coin < 3 { gain 2 coin } high if my coin > 9 { lose 1 coin } }'}
  menu: {menu: turn, do: do one of more}
  other: {menu: turn, do: do dear}
  offered: {menu: turn, do: 'may try { choose g in block if me[g] > 3; gain 1 coin }'}
  sure: {menu: turn, do: 'do one of free; choose g in block; choose { rest {} pay { pay 1 coin } }'}
  dear: {menu: more, do: 'pay 3 coin; gain 1 clay'}
  gift: {menu: free, do: 'gain 1 coin'}
procedures: {deep: {do: 'choose g in block if me[g] > 3; gain 1 coin'}}
phases:
  game: {do: 'each of players does { do one of turn; do night }; end game'}
  night: {do: 'choose g in block if me[g] > 3; gain 1 g'}
scoring: {categories: {coins: {worth: p.coin + p.block}}}
"""


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("picky", "there is nothing to choose: «Choose block g with: your block g is more than 3»  (ruleset.yaml:5)"),
        ("inside", "there is nothing to choose: «Choose block g with: your block g is more than 3»  (ruleset.yaml:14)"),
        ("branches", "none of these can be carried out: «low», «high»  (ruleset.yaml:7)"),
        ("menu", "none of these can be carried out: «more»  (ruleset.yaml:8)"),
        ("other", "none of these can be carried out: «dear»  (ruleset.yaml:9)"),
        ("offered", "Nothing: it can always be carried out."),
        ("sure", "Nothing: it can always be carried out."),
    ],
)
def test_a_choice_without_options_rules_an_action_out(id: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(CHOICES)
    rules_out = told(tmp_path, id).partition("What can rule it out\n")[2]
    assert rules_out == said


def test_a_choice_without_options_rules_no_phase_out(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(CHOICES)
    assert "What can rule it out" not in told(tmp_path, "night")
    assert "you must take one of the options there" in told(tmp_path, "picky")


WORDS = """\
game: {id: wordy, players: [2]}
resources: {coin: {}}
pieces: {card: {start: deck, attributes: {royal: bool}, kinds: {king: {royal: true}, page: {}}}}
zones: {deck: {pieces: card}}
state: {player: {seen: list of card, wanted: {type: bool}}}
values: {cards_of: {given: {p: player}, is: p.seen}}
phases: {game: {do: 'each of players does { do look }; end game'}}
procedures:
  look:
    do: |
      for c in deck if c.royal is my wanted { my seen += [c] }
      for c in deck if c.royal is not my wanted { gain 1 coin }
      my seen += my cards_of
      for c in my cards_of { gain 1 coin }
scoring: {categories: {coins: {worth: p.coin}}}
"""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "with: «royal» holds for card c if and only if «wanted» holds for you:"),
        ("en", "with: «royal» holds for card c if and only if not «wanted» holds for you:"),
        ("en", "Add your cards to your seen."),
        ("en", "For each «c» from your cards:"),
        ("ru", "верно «royal» (card c) – тогда и только тогда, когда верно «wanted» у вас"),
    ],
)
def test_truths_are_compared_lists_are_joined(language: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(WORDS)
    assert said in told(tmp_path, "look", language)

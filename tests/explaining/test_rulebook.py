"""What the made rulebook says of stand-ins, printed grids, kinds without facts, and how the game ends."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Diagnostics
from interpreter.explaining.expressions import Speaker
from interpreter.explaining.naming import Naming
from interpreter.explaining.rulebook import Heading, Paragraph, Rulebook, Table
from interpreter.explaining.sentences import Line
from interpreter.explaining.understood import explained
from interpreter.language import lints
from interpreter.language.core.checked import Checked
from interpreter.language.syntax.parser import parse
from interpreter.loading.source import folder_from_text
from interpreter.pipeline import model_of
from interpreter.ruleset import Variant

RULES = """# file: ruleset.yaml
game: {id: forge, players: [2]}
resources:
  ore:   {group: metal, supply: 8}
  tin:   {group: metal, supply: 8}
  coin:  {}
  joker: {supply: 2, pays_for: metal}
  beer:  {limit: 3, overflow: {do: 'gain 2 coin'}}
  ale:   {limit: 2, overflow: lost}
tracks: {fame: {steps: 4, past_end: {do: gain 5 coin}}}
pieces:
  chip: {start: bag, kinds: {blue: {copies: 4}, red: {copies: 2}}}
  plan: {attributes: {cost: bag}, start: bag_of_plans, kinds: {bell: {cost: 2 ore}}}
zones: {bag: {pieces: chip, deck: true}, bag_of_plans: {pieces: plan}}
spaces:
  wall:
    grid: {columns: 2, rows: 2}
    attributes: {shade: kind of chip, worth: int, wet: bool}
    kinds: {r1c1: {shade: blue}, r1c2: {shade: red, worth: 2}, r2c2: {wet: true}}
menus: {turn: {}}
actions:
  cast: {menu: turn, do: 'pay 1 ore; gain 3 coin'}
  mix:  {menu: turn, do: 'pay 2 metal; gain 4 coin'}
  buy:  {menu: turn, do: 'pay 2 coin; gain 1 joker'}
  plan_it: {menu: turn, choose: x in bag_of_plans, do: 'pay x.cost; move x to box'}
  dig:  {menu: turn, do: 'gain 1 ore, 1 tin'}
  rest: {menu: turn, do: 'gain 1 beer, 1 ale; advance my marker[fame]; if me is players[1] { gain 1 coin }'}
  tidy:
    menu: turn
    do: |
      for c in wall if c.wet { gain 1 coin }
      for c in wall { if c.shade is red { gain c.worth coin; gain 1 ore } }
phases:
  game:
    do: |
      repeat 9 times {
        each of players does { do one of turn }
        if any(p in players if p.coin > 8) { end game }
      }
      end game
scoring: {categories: {coins: {worth: p.coin}}}
"""


def checked(text: str = RULES) -> Checked:
    diagnostics = Diagnostics()
    model = model_of(folder_from_text(text), (), diagnostics)
    assert model is not None
    variant = Variant(model, 2, {})
    assert not variant.found.has_errors and not diagnostics.has_errors, list(variant.found)
    return variant.checked


def book(lang: str = "en") -> Rulebook:
    found = checked()
    return Rulebook(found, Naming(found.model, lang))


def lines_under(title: str, lang: str = "en") -> list[object]:
    blocks = book(lang).blocks()
    at = blocks.index(next(b for b in blocks if isinstance(b, Heading) and b.text == title))
    level = blocks[at].level  # type: ignore[union-attr]
    out: list[object] = []
    for block in blocks[at + 1 :]:
        if isinstance(block, Heading) and block.level <= level:
            break
        out.append(block)
    return out


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "Joker may be paid instead of metal, one for one."), ("ru", "замена при оплате, один к одному")],
)
def test_a_stand_in_is_told_once_among_the_components(lang: str, said: str) -> None:
    texts = [b.text for b in book(lang).blocks() if isinstance(b, Line) and said in b.text]
    assert len(texts) == 1
    found = checked()
    sections = explained(found, Naming(found.model, lang), "joker")
    assert any(said in line.text for section in sections for line in section.lines)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["For each that does not fit: Gain 2 coin.",
                "What does not fit is lost.",
                "For each step that the marker cannot go: Gain 5 coin.",
                "If you are the player in seat 1: gain 1 coin."]),
        ("ru", ["За каждую единицу, которая не помещается: Получите: coin 2.", "То, что не помещается, пропадает.",
                "За каждый шаг, который маркер не может сделать: Получите: coin 5.",
                "Если вы – это игрок на месте 1: получите: coin 1."]),
    ],
)  # fmt: skip
def test_what_does_not_fit_and_what_lies_beyond_the_end_is_told(lang: str, said: list[str]) -> None:
    texts = [b.text for b in book(lang).blocks() if isinstance(b, Line)]
    for text in said[:3]:
        assert sum(text in line for line in texts) == 1  # among the components only
    assert said[3] in texts


def test_a_printed_grid_is_a_table() -> None:
    assert lines_under("Wall") == [
        Table(("", "1", "2"), (("1", "blue", "red, worth 2"), ("2", "–", "wet"))),
    ]


def test_kinds_without_facts_are_listed() -> None:
    assert Table(("Name", "Copies"), (("Blue", "4"), ("Red", "2"))) in lines_under("Chip")


def test_the_end_tells_its_condition() -> None:
    texts = [line.text for line in lines_under("End of the game") if isinstance(line, Line)]
    assert "The game ends when there is a player with: coin of the player is more than 8." in texts
    assert not any("do one of" in text or "turn" in text for text in texts)


def test_the_aid_leaves_out_what_is_conditional() -> None:
    texts = [line.text for line in lines_under("Player aid") if isinstance(line, Line | Paragraph)]
    assert any(text.startswith("Tidy") and text.endswith("…") for text in texts)
    assert not any(text.endswith(":") for text in texts)


AID = """game: {id: example, players: [2]}
resources: {coin: {}, coal: {}}
state: {game: {first: {type: player, start: 'players[1]'}, left: {type: int, start: 3}}}
menus: {work: {}}
procedures: {burn: {do: do stoke}, stoke: {do: pay 1 coal}}
actions:
  build:
    menu: work
    do: |
      repeat 2 times { do burn }
      if my coin > 3 { pay 2 coin }
      if my coin > 9 { gain 1 coal }
      gain 1 coin
  earn: {menu: work, do: gain 1 coal}
phases:
  game: {do: 'first = first.next; repeat at most 9 times until left < 1 { do prepare; do working; do rest }; end game'}
  prepare: {do: first = first.next}
  working: {do: 'each of players.from(first) does { do one of work }'}
  rest: {do: left -= 1}
scoring: {categories: {c: {worth: p.coin}}}
"""


@pytest.mark.parametrize(
    ("language", "built"),
    [
        (
            "en",
            "Build: 2 times: pay 1 coal. If your coin is more than 3: pay 2 coin. "
            "If your coin is more than 9: gain 1 coal. Gain 1 coin.",
        ),
        ("ru", ""),
    ],
)
def test_the_aid_tells_all_that_is_paid(language: str, built: str) -> None:
    texts = [x.text for x in blocks_of(AID, language) if isinstance(x, Line)]
    said = next(text for text in texts if text.startswith("Build: "))
    assert said == built or (not built and said.count("coal") == 2 and said.count("coin") == 4)


def test_only_phases_that_bring_about_the_end_are_named_with_it() -> None:
    texts = [x.text for x in blocks_of(AID) if isinstance(x, Line) and "come about" in x.text]
    assert texts == ["This can also come about in «rest» (see there)."]


def remarks(text: str) -> list[tuple[str, str]]:
    diagnostics = Diagnostics()
    model = model_of(folder_from_text(text), (), diagnostics)
    assert model is not None
    lints.check(model, diagnostics)
    return [(d.code, d.message) for d in diagnostics if "joker" in d.message]


def test_lints_know_what_stands_in() -> None:
    assert remarks(RULES) == []
    assert [code for code, _ in remarks(RULES.replace("gain 1 joker", "gain 1 coin"))] == ["L605"]
    never_paid = RULES.replace("pay 1 ore; ", "").replace("pay x.cost; ", "").replace("pay 2 metal; ", "")
    assert [code for code, _ in remarks(never_paid.replace("cost: 2 ore", "cost: 2 coin"))] == ["L606"]


PLACES = """# file: ruleset.yaml
game: {id: quay, players: [2, 3]}
resources: {coin: {}}
pieces:
  crate:
    start: pile
    active_while: self.place is in owner.dock
    kinds: {tea: {copies: 4, abilities: {brewed: 'after unload by owner { gain 1 coin }'}}, silk: {copies: 2}}
  sign: {start: row, kinds: {red: {abilities: {lit: 'after unload by owner { gain 1 coin }'}}, blue: {}}}
zones:
  pile: {pieces: crate, deck: true, seen_by: nobody, when_empty: {reshuffle: heap}}
  heap: {pieces: crate}
  hold: {pieces: crate, per: player, limit: 3, seen_by: owner}
  row:  {pieces: sign, ordered: true}
  attic: {pieces: sign}
spaces:
  dock: {pieces: crate, per: player, limit: 1, hexes: {rings: 1}, attributes: {worth: int}, kinds: {q0r0: {worth: 4}}}
  mast: {pieces: sign, per: player, kinds: {fore: {}, aft: {}}}
tables:
  berths: {by: players, 2: [[1, 2], [3]], 3: [[1], [2, 3]]}
menus: {turn: {}}
actions:
  unload: {menu: turn, do: draw 1 from pile to my hold}
  hoist:  {menu: turn, choose: 'x in row, m in my mast', do: move x to m}
  store:  {menu: turn, choose: 'x in my hold, c in my dock if c is empty', do: 'move x to c; gain c.worth coin'}
phases:
  game: {do: 'repeat 9 times { each of players does { do one of turn } }; end game'}
scoring: {categories: {coins: {worth: p.coin + size(berths)}}}
show: {hide: [attic]}
"""


def blocks_of(text: str, language: str = "en") -> list[object]:
    found = checked(text)
    return list(Rulebook(found, Naming(found.model, language)).blocks())


def test_places_are_told_with_their_room_and_who_sees_them() -> None:
    found = blocks_of(PLACES)
    places = next(b for b in found if isinstance(b, Table) and b.head[1:2] == ("What lies there",))
    rows = {row[0]: row[1:] for row in places.rows}
    assert rows == {
        "Pile": ("crate", "", "drawn from at random; once it is empty, heap is shuffled into it; seen by nobody"),
        "Heap": ("crate", "", ""),
        "Hold (for each player)": ("crate", "up to 3", "seen by their owner only"),
        "Row": ("sign", "", "in the order in which they come"),
        "Dock (for each player)": ("crate", "7 hexagons, up to 1 on each", ""),
        "Mast (for each player)": ("sign", "2 spaces", ""),
    }
    assert Table(("Name", ""), (("q0r0", "worth 4"),)) in found


def test_lists_in_lists_of_a_table_stay_apart() -> None:
    rows = [row for b in blocks_of(PLACES) if isinstance(b, Table) for row in b.rows]
    assert ("Berths", "(1, 2), (3)", "(1), (2, 3)") in rows


def test_when_abilities_work_is_told() -> None:
    texts = [b.text for b in blocks_of(PLACES) if isinstance(b, Paragraph)]
    assert "The abilities and actions of each work while the place of this is one of dock of its owner." in texts
    # Signs lie on spaces of a player, and in a row that is nobody's.
    assert "The abilities and actions of each work while it lies in a place of a player." in texts
    assert not any("abilities" in t for t in [b.text for b in blocks_of(RULES) if isinstance(b, Paragraph)])


def test_abilities_of_pieces_on_spaces_of_a_player_are_told_apart_from_those_that_always_work() -> None:
    found = checked(PLACES)
    page = [line.text for s in explained(found, Naming(found.model), "red") for line in s.lines]
    assert "It works while it lies in a place of a player." in page
    shared = checked(PLACES.replace("pieces: sign, per: player", "pieces: sign").replace("my mast", "mast"))
    page = [line.text for s in explained(shared, Naming(shared.model), "red") for line in s.lines]
    assert "It works while it lies in a place of a player." not in page


OPTIONS = """# file: ruleset.yaml
game:
  id: kiln
  players: [2]
  options: {fire: {values: [low, high], default: high}, rain: {values: [false, true], default: false}}
resources: {coin: {}}
phases:
  game: {do: 'if option.rain { players[1] does { gain (if option.fire is high then 2 else 1) coin } }; end game'}
scoring: {categories: {coins: {worth: p.coin}}}
# file: texts/en.yaml
help: {fire: "How much the kiln brings: 1 or 2 coin."}
# file: texts/ru.yaml
names: {rain: дождь}
"""


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["Fire: low, high (usually high). How much the kiln brings: 1 or 2 coin.",
                "Rain: no, yes (usually no)"]),
        ("ru", ["Fire: low, high (обычно high). How much the kiln brings: 1 or 2 coin.",
                "Дождь: нет, да (обычно нет)"]),
    ],
)  # fmt: skip
def test_options_tell_what_the_choice_is(lang: str, said: list[str]) -> None:
    texts = [b.text for b in blocks_of(OPTIONS, lang) if isinstance(b, Line)]
    assert [text for text in texts if text.startswith(("Fire", "Rain", "Дождь"))] == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Sell {g}", "Sell"),
        ("Sell {n g}", "Sell"),
        ("Buy {x} for {x.cost}", "Buy"),
        ("Buy for {x.cost}: {x}", "Buy"),
        ("{x.cost} for {x}", "plan it"),
        ("A second one for {option.price} coins", "plan it"),
        ("Buy for {y.cost}", "plan it"),
    ],
)
def test_an_action_is_called_without_what_is_chosen_and_passed_over_with_a_place_for_nothing(
    text: str, said: str
) -> None:
    words = f"# file: texts/en.yaml\nactions: {{plan_it: '{text}'}}\n"
    model = model_of(folder_from_text(RULES + words), (), Diagnostics())
    assert model is not None
    assert Naming(model, "en").action("plan_it") == said


def test_the_size_of_a_space_is_what_lies_on_it() -> None:
    formula = "hints: {full: 'sum(size(c) for c in wall) + size(bag)'}\n"
    model = model_of(folder_from_text(RULES + formula), (), Diagnostics())
    assert model is not None
    text = model.hints["full"].worth
    assert text is not None
    said = {lang: Speaker(Naming(model, lang)).expr(parse(text, Diagnostics())) for lang in ("en", "ru")}
    assert said == {
        "en": "(the sum of the number of pieces on wall c over wall c) + the number of bag",
        "ru": "(сумма (сколько всего лежит на: wall c) по всем: wall c) + количество (bag)",
    }

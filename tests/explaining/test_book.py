"""What makes a rulebook out of rules: things called by what they are, no machinery, start values, examples,
paragraphs of the designer, and links that lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from cli.screen.documents import html, markdown
from interpreter.explaining.blocks import Entry, Heading, Paragraph, Prose, Table
from interpreter.explaining.naming import Naming, book_words
from interpreter.explaining.phrases import SAYINGS
from interpreter.explaining.rulebook import Rulebook
from interpreter.loading.source import folder_from_text
from interpreter.pipeline import scenarios_of
from interpreter.ruleset import Ruleset
from tests.cli.running import run

RULES = """# file: ruleset.yaml
game: {id: orchard, players: [2, 3]}
resources:
  apple: {group: fruit}
  pear: {group: fruit, supply: 9}
  coin: {held_by: [player, bed]}
pieces:
  basket: {per: player, start: shed, kinds: {wicker: {copies: 4}, scarecrow: {copies: {2: 3, 3: 0}, shared: true}}}
  lot: {start: lots, kinds: {short: {}, long: {}}}
  tree:
    attributes: {price: bag, age: int, old: bool, tall: bool}
    start: nursery
    kinds:
      oak: {price: 2 apple, age: 1, old: true, do: gain 1 coin}
      elm: {price: 1 pear, tall: true, do: gain 2 coin}
  song: {start: choir, kinds: {hymn: {}}}
zones:
  shed: {pieces: basket, per: player}
  lots: {pieces: lot, deck: true}
  nursery: {pieces: tree}
  garden: {pieces: tree, per: player}
  choir: {pieces: song, ordered: true}
spaces:
  bed:
    attributes: {next_bed: bed, wet: bool}
    pieces: basket
    kinds: {north: {next_bed: south}, south: {next_bed: north, wet: true}}
tracks: {sun: {steps: 4, start: 1}}
tables:
  fee: [0, 2, 5]
  worth: {apple: 2, pear: 3}
  harvests: {by: players, 2: 4, 3: 5}
state:
  game: {first: {type: player, start: 'players[1]'}, rounds_done: int}
  player: {picked: {type: int, resets: day}, cheerful: {type: bool, start: true}, last_bed: bed}
values:
  yield_of: {given: {p: player, n: int}, is: n}
  has_like: {given: {p: player, t: tree}, is: any(x in p.garden if x.kind is t.kind)}
  tired: {given: {p: player}, is: p.coin < 1 and not any(b in bed if b is empty)}
menus: {turn: {}}
setup:
  do: |
    draw 1 from lots to box
    each of players does { gain 1 coin }
procedures:
  beg: {do: 'require my coin < 2; gain 2 coin'}
  pick: {given: {b: bed}, do: 'my picked += 1; pay fee[my picked + 1] coin; move my shed[1] to b'}
  ripe: {do: ''}
  round_trip: {max_nesting: 3, do: 'if my coin > 90 { do round_trip }'}
actions:
  plant:
    menu: turn
    choose: t in nursery if t.age > 0 and not has_like(me, t)
    do: 'pay t.price; move t to my garden; do t'
  gather: {menu: turn, do: 'choose b in bed if b is empty; do pick(b); move 1 coin to b; do ripe'}
  sell: {menu: turn, do: 'choose n in 1..my apple; pay n apple; gain n * worth[apple] coin'}
  rest: {menu: turn, do: 'gain min(2, supply.pear) pear; gain max(0, my coin - 3) apple; gain yield_of(me, 3) coin'}
  dig:
    menu: turn
    do: |
      if tired(me) { if possible { may beg { do beg }; pay 2 coin } } else { may beg { do beg }; gain 1 fruit }
      advance my marker[sun]
  wander:
    menu: turn
    do: |
      for t in nursery { move t to box; end loop }
      my last_bed = none
      if my last_bed is none { do round_trip }
      for s in those(x in choir if x.kind is hymn) { move s to box }
phases:
  game:
    do: |
      repeat at most 40 times until rounds_done is harvests { each of players.from(first) does { do day } }
      end game
  day: {do: 'do one of turn; rounds_done += 1'}
rules:
  sunny: modify yield_of(any p, any n) by 1 if p.marker[sun].step > 1
scoring: {categories: {coins: {worth: p.coin}, big: {worth: 'if p.cheerful then 2 * size(p.garden) else 0'}}}
show: {hide: [lots]}
# file: texts/en.yaml
names:
  {apple: apples, 1 apple: apple, nursery: trees on offer, sun: Sun, picked: picked today, fee: fee for a basket}
rulebook:
  goal: "Have the *best* orchard. <script>alert(1)</script> ![x](https://a.example/x.png) [here](https://a.example)"
  day: |
    Everybody takes *one* turn. Then the sun moves on.
  plant: |
    A tree stays where it is.

    - It never moves.
# file: texts/ru.yaml
rulebook: {plant: "Дерево остаётся на месте."}
"""

SCENARIOS = [
    {
        "id": "planted", "players": 2,
        "given": {"phase": "day", "actor": "a", "a": {"apple": 2}, "nursery": [{"oak": {}}], "garden": []},
        "do": [{"a": "plant oak"}], "expect": {"a": {"apple": 0, "coin": 1, "garden": [{"oak": {}}]}},
    },
]  # fmt: skip


def book(language: str = "en", text: str = RULES) -> Rulebook:
    checked = Ruleset(folder_from_text(text)).sound(2).checked
    return Rulebook(checked, Naming(checked.model, language), SCENARIOS)


def page(language: str = "en") -> str:
    return markdown(book(language).blocks())


@pytest.mark.parametrize(
    "said",
    [
        "tree from trees on offer with: age of the tree is more than 0 and «has like» does not hold (the tree).",
        "Has like: there is a tree x from your garden with: the kind of tree x is the kind of tree t",
        "Pay price of the tree.",
        "Move the tree to your garden.",
        "Choose one bed with: the bed is empty.",
        "Pay coin equal to 0/2/5 (fee for a basket, for your picked today = 0/1/2).",
        "Move one of your shed to the bed.",
        "Move 1 coin from you to the bed.",
        "Choose one number from 1 to your apples.",
        "Pay apples equal to the number.",
        "Gain coin equal to the number × 2.",
        "Gain pear equal to 2 (or all that is there, if less).",
        "Gain apples equal to your coin − 3 (at least 0).",
        "Gain coin equal to 3 (yield of).",
        "If «tired» holds:",
        "even what you «may» do is compulsory:",
        "You may: do «beg».",
        "You have no «last bed» any more.",
        "If you have no «last bed»: do «round trip».",
        "For each song from choir with: the song is hymn: move the song to the box.",
        "Sunny: «yield of» changes by 1, if your step on Sun is more than 1.",
        "Again and again until rounds done is harvests (4/5 with 2/3 players):",
        "each player in turn, beginning with first: do «day».",
        "The game ends when rounds done is harvests (4/5 with 2/3 players).",
        "Big: 2 × the number of your garden, if «cheerful» holds for you.",
        "Fruit are apples, pear. Where the rules say «Fruit», you pick the kind of each.",
        "Your markers begin: Sun on step 1.",
        "For one tree from trees on offer, if there is any: move the tree to the box.",
        "Nobody has any apples, pear, coin yet, but for what the setup gives.",
    ],
)
def test_the_book_says_it_as_a_person_would(said: str) -> None:
    assert said in page().replace("\\", "")


def test_what_is_only_machinery_is_not_told() -> None:
    text = page()
    assert " 40 " not in text  # the bound of a loop that ends by a condition
    assert "Lot" not in text  # pieces that lie in hidden places only
    assert "next bed" not in text  # which space comes after which
    assert not re.search(r"\b(?:bed|song|player|number) [a-z]\b", text)  # letters of the effect text
    assert "Nothing by itself" not in text
    assert text.count("nothing to choose, the rest of that part is left out") == 1


def test_components_are_counted_without_those_that_nobody_owns() -> None:
    rows = [row for b in book().blocks() if isinstance(b, Table) for row in b.rows]
    assert ("Basket", "", "4 (for each player)") in rows
    assert ("Scarecrow", "", "2: 3 / 3: 0") in rows


def test_kinds_stand_in_one_table_with_what_they_do() -> None:
    tables = [b for b in book().blocks() if isinstance(b, Table)]
    wanted = Table(
        ("Name", "Copies", "Price", "Age", "Signs", "What it does"),
        (("Oak", "1", "2 apples", "1", "old", "Gain 1 coin."), ("Elm", "1", "1 pear", "–", "tall", "Gain 2 coin.")),
    )
    assert wanted in tables


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Example:", "First player: 2 apples.", "Trees on offer: oak.", "First player: Plant oak.",
                "After that:", "First player: 0 apples; 1 coin; garden: oak."]),
        ("ru", ["Пример:", "Первый игрок: apples 2.", "После этого:", "Первый игрок: apples 0; coin 1; garden: oak."]),
    ],
)  # fmt: skip
def test_an_action_has_an_example_from_a_scenario(language: str, said: list[str]) -> None:
    lines = [re.sub(r"^[- ]+", "", line) for line in page(language).split("\n")]
    places = [lines.index(line) for line in said]
    assert places == sorted(places)


def test_an_action_says_why_it_cannot_be_taken() -> None:
    text = page().partition("#### Plant")[2].partition("####")[0]
    reasons = text.partition("You cannot do this if:\n")[2]
    assert "there is nothing to choose: tree from trees on offer" in reasons
    assert "you have not enough: price of the tree" in reasons
    assert "yaml" not in reasons  # the places are for designers


def test_paragraphs_of_the_designer_stand_first_where_they_belong() -> None:
    blocks = book().blocks()
    at = blocks.index(Heading(4, "Plant"))
    assert blocks[at + 1] == Prose("A tree stays where it is.\n\n- It never moves.")
    goal = blocks.index(Heading(2, "Goal of the game"))
    assert isinstance(blocks[goal + 1], Prose) and isinstance(blocks[goal + 2], Paragraph)
    assert Prose("Дерево остаётся на месте.") in book("ru").blocks()


@pytest.mark.parametrize("language", SAYINGS)
def test_links_of_the_page_lead_somewhere(language: str) -> None:
    text = html(book(language).blocks(), "x", language)
    anchors = re.findall(r' id="([^"]+)"', text)
    links = [unquote(link) for link in re.findall(r'href="#([^"]+)"', text)]
    assert len(anchors) == len({*anchors}) == len([b for b in book(language).blocks() if isinstance(b, Heading)])
    assert {*links} <= {*anchors} and len(links) > 30


def test_sections_are_linked_where_they_are_named() -> None:
    assert "do «[beg](#beg)»" in markdown(book().blocks(), links=True)
    assert "](#" not in markdown(book().blocks())


def test_what_a_ruleset_says_can_only_be_read() -> None:
    text = html(book().blocks(), "<b>", "en")
    assert (
        "<script" not in text and "<img" not in text and "http://" not in re.sub(r"!?\[x?h?[a-z]*\]\([^)]*\)", "", text)
    )
    assert "&lt;script&gt;" in text and "<em>best</em>" in text and "<title>&lt;b&gt;</title>" in text


def test_the_index_names_the_sections_that_speak_of_a_thing() -> None:
    entries = {b.text: [title for title, _ in b.places] for b in book().blocks() if isinstance(b, Entry) and b.text}
    assert entries["Oak"] == ["Plant", "Tree"]
    assert entries["Plant"][0] == "Plant"
    assert "Components" in entries["Pear"] and "Rest" in entries["Pear"]


def test_the_aid_is_the_last_part_and_short() -> None:
    blocks = book().blocks()
    at = blocks.index(Heading(2, "Player aid"))
    assert not any(isinstance(b, Heading) for b in blocks[at + 1 :])
    assert len(blocks) - at < 15
    lines = [b.text for b in blocks[at + 1 :] if not isinstance(b, Table)]
    assert "Day: Everybody takes one turn." in lines  # the first sentence of the designer's paragraph
    gather = next(line for line in lines if line.startswith("Gather: "))
    assert "Pay coin equal to 0/2/5" in gather  # what is paid stands there, however deep in the action


def test_both_languages_have_the_same_words_of_the_book() -> None:
    words = book_words()
    for key in words["en"].keys() ^ words["ru"].keys():
        assert all(key.removesuffix("_by") in SAYINGS[language] | words[language] for language in words), key


def test_a_paragraph_of_nothing_is_reported(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    ruleset, english, _ = re.split(r"# file: .*\n", RULES)[1:]
    (tmp_path / "ruleset.yaml").write_text(ruleset)
    english = english.replace("rulebook:\n", "rulebook:\n  fee: What it costs.\n  goat: Bleats.\n")
    (tmp_path / "texts" / "en.yaml").write_text(english)
    said = run("check", tmp_path).out + run("check", tmp_path).err
    assert "L621" in said and "nothing looks for a text of `fee` under rulebook" in said
    assert "L603" in said and "`goat` has a text" in said
    assert "`goal` has a text" not in said and "text of `goal`" not in said


ANSWERS = [
    ("What do I begin with?", "three in front of that player, three in the bank"),
    ("Where do my temple markers begin?", "Chaac on step 2; Quetzalcoatl on step 2; Kukulcan on step 2"),
    ("How many monuments lie out with three players?", "| Monuments on the board | 4 | 5 | 6 |"),
    ("May I place and pick up in one turn?", "**exactly one** of two things, and you cannot pass"),
    ("When may I beg?", "only if your corn is at most 2"),
    ("Must I beg?", "cannot pay for any space *must*"),
    ("What does begging cost?", "Choose one temple with: your step on the temple is more than 1."),
    ("What does the third worker of a turn cost?", "number of the space + 0/1/2/3/4/5 (corn for further workers"),
    ("What does an earlier action cost?", "for 1 corn for each step back"),
    ("Which space does a worker go to?", "the empty space of that wheel with the lowest number"),
    ("What do spaces 6 and 7 do?", "Palenque 6 – any action of its wheel"),
    ("What does a technology cost?", "1/2/3/1 (blocks for a level"),
    ("What does stone cost on the market?", "Pay corn equal to the number × 3."),
    ("What if I cannot feed a worker?", "each worker that goes hungry costs 3 points"),
    ("When are Food Days?", "7, 13, 20 and 26 days"),
    ("What is the bonus of the highest?", "2/6/4 (bonus of the highest in Age 2"),
    ("What do those get who share it?", "«bonus» / 2 (rounded down)"),
    ("Who is the next first player?", "the next player clockwise from"),
    ("What is a skull worth?", "Crystal skulls: 3 × your crystal skulls"),
    ("What is corn worth?", "Points for corn: your corn at the end, resources included / 4 (rounded down)"),
    ("Who wins a tie?", "Workers on the wheels: the number of your spaces of the workers"),
]
"""What a newcomer asks of a shipped game, and where the book answers."""


def test_questions_of_a_newcomer_have_their_answers() -> None:
    checked = Ruleset("tzolkin").sound().checked
    text = markdown(Rulebook(checked, Naming(checked.model), scenarios_of("tzolkin")).blocks())
    text = re.sub(r"\s+", " ", text.replace("\\", ""))
    assert [question for question, answer in ANSWERS if answer not in text] == []

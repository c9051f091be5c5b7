"""What options are called: their texts, what these leave unsaid, and that no two of a decision read alike."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import interpreter as rw
from cli.screen.pages import about, thing_page
from cli.screen.table import header
from cli.screen.words import Words
from cli.table import things
from interpreter import pipeline
from interpreter.checking.variants import check_all
from interpreter.diagnostics import Diagnostics
from interpreter.loading.source import Folder, folder_from_text

BARROW = """\
game: {id: barrow, players: [2], seats: [ann, bob]}
resources:
  gem: {group: good, supply: 20}
  ore: {group: good, supply: 20}
  tin: {group: good, supply: 20}
  joker: {supply: 9, pays_for: good}
pieces: {stone: {start: heap, kinds: {flint: {copies: 3}}}}
zones: {heap: {pieces: stone}}
spaces: {cave: {pieces: stone, per: player, kinds: {nook: {}}}}
menus: {m: {}}
actions:
  forge: {menu: m, do: pay 2 gem}
  dump:  {menu: m, do: pay 1 good}
  grab:  {menu: m, do: 'choose 2 of good as taken; gain taken'}
  spare: {menu: m, do: 'choose 1 of good as spared; pay spared'}
  single:
    menu: m
    choose: g in good
    do: 'gain 1 g; choose h in good; gain 1 h; choose { left { gain 1 gem } "go right" { gain 1 tin } }'
phases:
  game:
    do: |
      each of players does { gain 3 gem, 3 ore, 3 tin, 3 joker }
      repeat 3 times { each of players does { do one of m } }
      end game
"""


TRADE = """\
game: {id: trade, players: [2], seats: [ann, bob]}
resources: {gem: {group: good}, ore: {group: good}}
pieces: {card: {start: deck, kinds: {sun: {}}}}
zones: {deck: {pieces: card, deck: true, seen_by: nobody}}
procedures:
  answer: {given: {offered: bag, from: player}, do: 'may accept { gain 1 ore }'}
  guess:
    do: |
      let top = deck.top
      may look { gain 1 gem }
phases:
  game:
    do: |
      players[1] does { gain 1 ore }
      let n = 3
      players[2] does {
        choose g in [gem, ore]; gain 1 g; let held = [n gem] + [1 ore]
        do answer(held, players[1]); do guess
      }
      end game
"""


def question(texts: str, *keys: str, lang: str = "en") -> str:
    """What is asked after some decisions."""
    state = rw.load(folder_from_text(f"# file: ruleset.yaml\n{TRADE}# file: texts/{lang}.yaml\n{texts}")).start(1)
    for key in keys:
        state.apply(key)
    return header(state, Words(state.game, lang), seat=1).plain.rpartition(": ")[2]


def test_a_question_names_what_is_bound_before_it() -> None:
    texts = "prompts: {accept: '{offered} from {from}?', game: 'Which, of {n}'}\nnames: {ann: Ann}\n"
    assert question(texts) == "Which, of 3"
    assert question(texts, "gem") == "3 gem, 1 ore from Ann?"
    assert question("prompts: {accept: 'Za {offered}?'}", "gem", lang="ru") == "Za gem 3, ore 1?"


def test_a_question_that_names_what_is_not_there_is_passed_over() -> None:
    assert question("prompts: {accept: '{zork}?', answer: 'And now?'}", "gem") == "And now?"


def test_a_question_names_no_piece_that_is_hidden() -> None:
    assert question("prompts: {look: 'Is it {top}?'}", "gem", "skip accept") == "Is it something hidden?"


def options(folder: Path, texts: str, *keys: str, lang: str = "en") -> list[str]:
    """The options in words after some decisions, in a game with texts in one language."""
    (folder / "texts").mkdir(exist_ok=True)
    (folder / "ruleset.yaml").write_text(BARROW, encoding="utf-8")
    (folder / f"texts/{lang}.yaml").write_text(texts, encoding="utf-8")
    state = rw.load(folder).start(1)
    for key in keys:
        state.apply(key)
    return Words(state.game, lang).options(state.decision, state.slots)


def test_a_text_of_an_action_does_not_hide_what_is_chosen_in_it(tmp_path: Path) -> None:
    texts = "actions: {grab: Grab two, dump: Dump one, forge: Forge it, single: 'Take {g}'}"
    assert options(tmp_path, texts, "grab") == ["Grab two: gem", "Grab two: ore"]
    assert options(tmp_path, texts, "dump") == ["Dump one: gem", "Dump one: ore", "Dump one: tin"]
    assert options(tmp_path, texts, "forge") == ["0 joker", "1 joker", "2 joker"]
    assert options(tmp_path, texts, "single gem") == ["Single gem", "Single ore", "Single tin"]
    assert options(tmp_path, texts, "single gem", "ore") == ["Left", "Go right"]


def test_what_a_text_has_no_place_for_stands_behind_it(tmp_path: Path) -> None:
    texts = "actions: {single: Take one, taken: One of them, left: Links}"
    assert options(tmp_path, texts)[-3:] == ["Take one: gem", "Take one: ore", "Take one: tin"]
    assert options(tmp_path, texts, "single gem") == ["Take one: gem", "Take one: ore", "Take one: tin"]
    assert options(tmp_path, texts, "grab") == ["One of them: gem", "One of them: ore"]
    assert options(tmp_path, texts, "single gem", "ore") == ["Links", "Go right"]


def test_a_text_of_the_whole_action_may_name_what_is_chosen_inside(tmp_path: Path) -> None:
    texts = "actions: {grab: 'Grab {x}'}\nprompts: {spare: Which one?}"
    assert options(tmp_path, texts, "grab")[0] == "Grab gem"
    assert options(tmp_path, texts, "spare") == ["Gem", "Ore", "Tin"]


def test_a_text_may_stand_under_the_key_of_an_option(tmp_path: Path) -> None:
    texts = "actions: {taken gem: A gem, taken: 'One {x}', single gem: 'Just a {g}', ore: Some ore, 1 joker: With one}"
    assert options(tmp_path, texts, "grab") == ["A gem", "One ore"]
    assert options(tmp_path, texts)[-3:] == ["Just a gem", "Single ore", "Single tin"]
    assert options(tmp_path, texts, "single tin") == ["Single gem", "Some ore", "Single tin"]
    assert options(tmp_path, texts, "forge") == ["0 joker", "With one", "2 joker"]


def test_amounts_of_a_payment_are_told_as_the_language_does(tmp_path: Path) -> None:
    assert options(tmp_path, "names: {joker: джокеры}", "forge", lang="ru")[1] == "джокеры 1"
    assert options(tmp_path, "names: {joker: jokers, 1 joker: joker}", "forge")[1:] == ["1 joker", "2 jokers"]


TRADER = """
game: {id: trader, version: 1, players: [1]}
resources: {fruit: {}, gold: {pays_for: fruit}, coin: {}}
setup: {do: 'each of players does { gain 2 fruit, 1 gold }'}
phases:
  game: {do: 'each of players does { may sell { pay 2 fruit; gain 3 coin } }; end game'}
scoring: {categories: {coins: {worth: p.coin}}}
"""


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ("names: {gold: gold}", ["Sell", "Sell: 1 gold"]),
        ("actions: {sell: Sell two}", ["Sell two", "Sell two: 1 gold"]),
        ("actions: {sell: 'Gold {k}'}", ["Gold 0", "Gold 1"]),
    ],
)
def test_an_offer_that_is_a_payment_reads_as_the_offer(texts: str, expected: list[str]) -> None:
    """What stands in is told behind it, nothing where nothing does."""
    game = rw.load(folder_from_text(f"# file: ruleset.yaml{TRADER}# file: texts/en.yaml\n{texts}\n"))
    state = game.start()
    words = Words(game)
    assert state.decision.keys == ("0 gold", "1 gold", "skip sell")
    assert [words.choice(c, state.decision, state.slots) for c in state.decision.choices][:2] == expected


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_things_that_are_called_the_same_are_told_by_their_keys(tmp_path: Path, lang: str) -> None:
    texts = "names: {gem: stone, ore: stone}\nactions: {taken: 'A {x}'}"
    assert options(tmp_path, texts, "grab", lang=lang) == ["A stone [taken gem]", "A stone [taken ore]"]


def test_an_open_amount_is_asked_for_under_its_verb(tmp_path: Path) -> None:
    """The id that scenarios call its `prompt` is the first under which texts speak of it."""
    options(tmp_path, "prompts: {pay: Give which?, dump: What goes?}")
    state = rw.load(tmp_path).start(1)
    state.apply("dump")
    words = Words(state.game)
    assert state.decision.prompt == "pay"
    assert words.prompt(state.decision, words.running(state.slots)) == "Give which?"


def test_about_tells_by_the_rules_what_has_no_help(tmp_path: Path) -> None:
    options(tmp_path, "help: {grab: Two of them.}")
    game = rw.load(tmp_path)

    def told(name: str, lang: str = "en") -> list[str]:
        return [line.plain.strip() for line in about(game, Words(game, lang), name)]

    assert told("joker") == [
        "Joker", "A counter.", "There are 9 of them.", "Joker may be paid instead of good, one for one.",
        "Gained by: game.",
    ]  # fmt: skip
    assert told("joker", "ru")[1:] == [
        "Жетоны или кубики.", "Всего: 9.", "Joker – замена при оплате, один к одному: good.", "Дают: game."
    ]  # fmt: skip
    assert told("gem")[1] == "A counter, of the group: good."
    assert told("gem")[-1] == "Paid or lost by: forge; dump."
    assert told("forge")[:2] == ["Forge", "Pay 2 gem."]
    assert told("grab") == ["Grab", "Two of them."]
    assert told("nook") == ["Nook", "Here lie: stone.", "Each player has their own."]
    assert told("heap") == ["Heap", "Here lie: stone."]
    assert told("game")[-1] == "…"


LOFT = """
game: {id: loft, players: [2, 3]}
resources: {coin: {}}
pieces:
  hen:
    attributes: {cost: int}
    state: {fed: bool}
    start: yard
    kinds:
      layer: {cost: 2, do: gain 1 coin, abilities: {clucking: 'after feed by any p { gain 1 coin }'}}
      idle:  {cost: 3}
      noted: {cost: 4, copies: 6, do: gain 1 coin}
  egg: {per: player, kinds: {white: {copies: {2: 4, 3: 2}}, brown: {copies: 1, shared: true}}}
  cock: {start: pen, kinds: {tom: {}}}
  grain: {kinds: {wheat: {copies: 2}}}
zones: {yard: {pieces: hen}, coop: {pieces: hen, per: player, limit: {2: 3, 3: 4}}, pen: {pieces: cock}}
spaces: {perch: {pieces: hen, limit: 1, hexes: {rings: 1}, attributes: {high: bool}}}
state: {game: {rounds: int, order: list of player}}
procedures: {feed: {do: 'gain 1 coin'}}
phases:
  game:
    do: |
      order = players
      each of order does {
        rounds += 1
        may buy { choose h in yard; pay h.cost coin; h.fed = true; move h to my coop; do h; do feed }
        may perch_it { choose h in my coop, c in perch if c.high; move h to c }
      }
      end game
scoring: {categories: {coins: {worth: p.coin}}}
"""


def test_about_a_variable_tells_what_it_keeps_and_what_changes_it() -> None:
    rules = LOFT.replace(
        "order: list of player}",
        "order: list of player, owed: {type: player per hen kind, resets: game}}, player: {proud: bool}",
    ).replace("rounds += 1", "rounds += 1; my proud = true")
    game = rw.load(folder_from_text(f"# file: ruleset.yaml{rules}# file: texts/en.yaml\nnames: {{hen: fowl}}\n"))

    def told(name: str, lang: str = "en") -> list[str]:
        return [line.plain.strip() for line in about(game, Words(game, lang), name)]

    assert told("rounds") == ["Rounds", "Kept for the whole game: number.", "Changed by: game."]
    assert told("order") == ["Order", "Kept for the whole game: list (player).", "Changed by: game."]
    assert told("owed") == [
        "Owed", "Kept for the whole game: player (for each: fowl).", "It begins anew each time: game."
    ]  # fmt: skip
    assert told("proud")[1] == "Kept of each player: yes or no."
    assert told("fed")[1:] == ["Kept of each piece or space: yes or no.", "Changed by: game."]
    assert told("proud", "ru")[1:] == ["Хранится у каждого игрока: да или нет.", "Меняют: game."]


def test_about_a_kind_tells_its_rules_behind_its_facts() -> None:
    game = rw.load(folder_from_text(f"# file: ruleset.yaml{LOFT}# file: texts/en.yaml\nhelp: {{noted: Lays.}}\n"))
    told = {name: [line.plain for line in about(game, Words(game), name)] for name in ("layer", "idle", "noted")}
    assert told["layer"][:4] == ["Layer", "  cost: 2", "  Gain 1 coin.", "  Clucking:"]
    assert told["layer"][4].startswith("    After «feed» has been carried out, whoever does it")
    assert told["idle"] == ["Idle", "  cost: 3"]
    assert told["noted"] == ["Noted", "  Lays.", "  cost: 4"]


def test_about_a_kind_tells_its_attributes_in_the_words_of_facts() -> None:
    rules = LOFT.replace("{cost: int}", "{cost: int, shy: bool}").replace("cost: 3}", "cost: 3, shy: true}")
    texts = "facts: {cost: 'takes {cost} seeds'}"
    game = rw.load(folder_from_text(f"# file: ruleset.yaml{rules}# file: texts/en.yaml\n{texts}\n"))
    assert [line.plain for line in about(game, Words(game), "idle")] == ["Idle", "  takes 3 seeds, shy"]


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("perch", ["7 hexagons.", "Of each is known: high.", "Here lie: hen.", "There is room for 1 on each."]),
        (
            "hen",
            [
                "Pieces in all: 8.",
                "3 kinds: layer, idle, noted.",
                "Of each is known: cost, fed.",
                "They begin here: yard.",
            ],
        ),
        ("egg", ["Pieces in all, by number of players: 2: 9 / 3: 7.", "2 kinds: white, brown."]),
        ("cock", ["Pieces in all: 1.", "1 kind: tom.", "They begin here: pen."]),
        ("grain", ["Pieces in all: 2.", "1 kind: wheat."]),
        ("coop", ["Here lie: hen.", "There is room for 3.", "Each player has their own."]),
        ("order", ["of the game, list of player", "changed at: ruleset.yaml:23"]),
        ("rounds", ["of the game, int", "changed at: ruleset.yaml:25"]),
    ],
)
def test_explain_tells_what_a_declaration_says(id: str, said: list[str]) -> None:
    game = rw.load(folder_from_text(f"# file: ruleset.yaml{LOFT}"))
    page = [line.plain.strip() for line in thing_page(game.model, Words(game), id)]
    assert [line for line in page if line in said] == said


def test_one_kind_that_is_called_as_its_class_is_not_told() -> None:
    game = rw.load(folder_from_text(f"# file: ruleset.yaml{LOFT}# file: texts/en.yaml\nnames: {{tom: cock}}\n"))
    page = [line.plain.strip() for line in thing_page(game.model, Words(game), "cock")]
    assert not any("kind:" in line for line in page)


def test_numbers_of_pieces_in_russian() -> None:
    game = rw.load(folder_from_text(f"# file: ruleset.yaml{LOFT}"))
    page = [line.plain.strip() for line in thing_page(game.model, Words(game, "ru"), "egg")]
    assert page[-2:] == ["Всего штук, по числу игроков: 2: 9 / 3: 7.", "Видов – 2: white, brown."]


def test_declining_is_told_in_the_language_where_a_game_has_no_text_for_it(tmp_path: Path) -> None:
    options(tmp_path, "names: {tip: a tip}")
    words = {lang: Words(rw.load(tmp_path), lang) for lang in ("en", "ru")}
    decision = words["en"].game.start(1).decision
    choice = decision.choices[0]
    told = {
        (lang, key): said.choice(replace(choice, key=key, action=key.split()[0], values=()), decision)
        for lang, said in words.items()
        for key in ("done", "skip tip")
    }
    assert told == {
        ("en", "done"): "Done", ("en", "skip tip"): "Skip a tip",
        ("ru", "done"): "Готово", ("ru", "skip tip"): "Пропустить: a tip",
    }  # fmt: skip


def test_the_log_of_an_action_is_not_told_again_for_what_is_chosen_in_it(tmp_path: Path) -> None:
    options(tmp_path, "log: {grab: '{me} grabs two', single: '{me} takes {g}'}")
    state = rw.load(tmp_path).start(1)
    words = Words(state.game)

    def told(key: str) -> tuple[str, bool] | None:
        choice = next(c for c in state.decision.choices if c.key == key)
        found = words.logged(choice, state.decision, state.slots)
        state.apply_choice(choice)
        return found

    assert told("grab") == ("ann grabs two", True)
    assert told("taken gem") is None
    state = state.game.start(1)
    assert told("single ore") == ("ann takes ore", True)
    assert told("gem") is None


SHOP = """
game: {id: shop, version: 1, players: [1]}
resources: {coin: {}, wood: {}}
pieces:
  card:
    attributes: {cost: bag, price: int, rare: bool, likes: resource}
    start: shop
    kinds:
      lamp:  {cost: "2 coin, 1 wood", price: 3, rare: true, likes: wood}
      spoon: {cost: {coin: 1}}
zones: {shop: {pieces: card}}
setup: {do: 'each of players does { gain 9 coin, 9 wood }'}
menus: {m: {}}
actions:
  buy: {menu: m, choose: c in shop, do: 'pay c.cost; move c to box'}
phases:
  game:
    do: |
      each of players does { do one of m; choose any number of shop as kept; for c in kept { move c to box } }
      end game
scoring: {categories: {coins: {worth: p.coin}}}
"""


def test_a_text_may_tell_what_is_printed_on_what_is_chosen() -> None:
    texts = "actions: {buy: '{c} ({c.cost}), {c.price}, {c.rare}, {c.likes}'}"
    game = rw.load(folder_from_text(f"# file: ruleset.yaml{SHOP}# file: texts/en.yaml\n{texts}\n"))
    state = game.start()
    assert Words(game).options(state.decision, state.slots) == [
        "Lamp (2 coin, 1 wood), 3, yes, wood", "Spoon (1 coin), –, –, –",
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), [("{c.cost}", []), ("{c.cots}", ["{c.cots}"]), ("{d.cost}", ["{d.cost}"])])
def test_check_knows_what_is_printed_on_what_is_chosen(text: str, told: list[str]) -> None:
    texts = f"actions: {{buy: 'Buy {text}', kept: 'Keep {{x.price}}'}}"
    folder = folder_from_text(f"# file: ruleset.yaml{SHOP}# file: texts/en.yaml\n{texts}\n")
    found = Diagnostics()
    model = pipeline.model_of(folder, (), found)
    assert model is not None
    check_all(model, found)
    assert [place for d in found if d.code == "L622" for place in re.findall(r"\{\w\.\w+\}", d.message)] == told


FAIR = """
game: {id: fair, version: 1, players: [2], seats: [ann, bob]}
resources: {coin: {}}
pieces:
  stall:
    start: yard
    per: player
    kinds: {tent: {copies: 2}}
  card: {attributes: {worth: int}, start: deck, kinds: {sun: {worth: 2}, rain: {worth: 1}}}
zones: {yard: {pieces: stall, per: player}, deck: {pieces: card, deck: true, seen_by: nobody}}
spaces:
  lot: {grid: {columns: 3, rows: 1}, pieces: stall}
values:
  crowd:  {given: {c: lot}, is: 'count(x in neighbours(c) if x is not empty) + 1'}
  beside: {given: {c: lot}, is: 'those(x in neighbours(c))'}
  busy:   {given: {c: lot}, is: crowd(c) > 1}
  first_there: {given: {c: lot}, is: 'those(x in lot if x is not empty)[1].top.owner'}
  luck:   {given: {c: lot}, is: 'count(x in deck if x.worth > c.column)'}
  chance: {given: {c: lot}, is: if luck(c) > 1 then 1 else 0}
  shares: {given: {p: player, c: lot}, is: p.coin + c.column}
phases:
  game: {do: 'each of players does { do build; gain 1 coin }; end game'}
procedures:
  build: {do: 'if my yard is not empty { choose c in lot if c is empty or crowd(c) > 9; move my yard.top to c }'}
scoring: {categories: {coins: {worth: 'p.coin + sum(shares(p, c) + chance(c) for c in lot)'}}}
"""


def fair(text: str) -> Folder:
    return folder_from_text(f"# file: ruleset.yaml{FAIR}# file: texts/en.yaml\nactions: {{build: '{text}'}}\n")


def test_a_text_may_tell_what_values_are_for_what_is_chosen() -> None:
    game = rw.load(fair("{c}: {c.crowd} by {c.beside}, {c.busy}"))
    state = game.start()
    assert Words(game).options(state.decision, state.slots) == [
        "R1c1: 1 by r1c2, –", "R1c2: 1 by r1c1 + r1c3, –", "R1c3: 1 by r1c2, –",
    ]  # fmt: skip
    state.apply("r1c1")
    assert Words(game).options(state.decision, state.slots) == ["R1c2: 2 by r1c1 + r1c3, yes", "R1c3: 1 by r1c2, –"]


def test_a_text_is_passed_over_where_a_value_fails() -> None:
    game = rw.load(fair("{c}, {c.first_there}"))
    state = game.start()
    assert Words(game).options(state.decision, state.slots) == ["Build r1c1", "Build r1c2", "Build r1c3"]
    state.apply("r1c1")
    assert Words(game).options(state.decision, state.slots) == ["R1c2, ann", "R1c3, ann"]


@pytest.mark.parametrize("value", ["luck", "chance", "shares", "zork"])
def test_a_text_tells_no_value_of_hidden_things_or_of_others(value: str) -> None:
    game = rw.load(fair(f"{{c}}, {{c.{value}}}"))
    state = game.start()
    assert Words(game).options(state.decision, state.slots) == ["Build r1c1", "Build r1c2", "Build r1c3"]


def test_a_text_tells_no_value_that_asks_what_is_possible() -> None:
    rest = FAIR.replace("phases:", "actions: {rest: {do: gain 1 coin}}\nphases:", 1)
    asking = "modify crowd(any c) by (if possible(rest) then 1 else 0) until end of build; "
    asked = rest.replace("build: {do: '", f"build: {{do: '{asking}", 1)
    spoken = [rw.load(folder_from_text(f"# file: ruleset.yaml{rules}")).program.spoken for rules in (rest, asked)]
    assert list(map(sorted, spoken)) == [["beside", "busy", "crowd", "first_there"], ["beside", "first_there"]]


@pytest.mark.parametrize(
    ("text", "told"),
    [("{c.crowd}{c.first_there}{c.busy}{c.beside}", []), ("{c.luck}", ["{c.luck}"]), ("{c.chance}", ["{c.chance}"]),
     ("{c.shares}", ["{c.shares}"])],
)  # fmt: skip
def test_check_knows_what_values_a_text_may_tell(text: str, told: list[str]) -> None:
    found = Diagnostics()
    model = pipeline.model_of(fair(text), (), found)
    assert model is not None
    check_all(model, found)
    assert [place for d in found if d.code == "L622" for place in re.findall(r"\{\w\.\w+\}", d.message)] == told
    unused = re.findall(r"the value `(\w+)`", " ".join(d.message for d in found if d.code == "L601"))
    assert {"beside", "busy", "first_there"} - set(unused) == {
        x for x in ("beside", "busy", "first_there") if x in text
    }


def test_pieces_are_told_with_what_is_printed_on_them() -> None:
    game = rw.load(folder_from_text(f"# file: ruleset.yaml{SHOP}show: {{lines: {{card: [cost, rare]}}}}\n"))
    found = game.start().observe(None)["places"]["shop"]["pieces"]
    assert [x.text for x in things.pieces(found, Words(game))] == ["lamp (2 coin + 1 wood, rare)", "spoon (1 coin)"]


SPELLS = """\
game: {id: spells, players: [2], seats: [ann, bob]}
resources: {gem: {}}
effects:
  spell:
    kinds:
      look: {do: 'let n = 3; choose target in players; target does { gain 1 gem }; may more { gain n gem }'}
      grab: {do: 'choose target in players; target does { gain 1 gem }'}
      wait: {do: 'choose target in players; target does { gain 1 gem }'}
menus: {m: {}}
actions: {cast: {menu: m, choose: k in spell, do: do k}}
phases: {game: {do: 'each of players does { do one of m }; end game'}}
"""


def test_what_a_kind_asks_has_texts_of_the_kind_and_else_of_its_class(tmp_path: Path) -> None:
    texts = "prompts: {look: 'Whom, or {n}?', look target: Whom do you look at?, spell target: Whom then?}\n"
    (tmp_path / "ruleset.yaml").write_text(SPELLS, encoding="utf-8")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "en.yaml").write_text(texts, encoding="utf-8")
    found = Diagnostics()
    model = pipeline.model_of(tmp_path, (), found)
    assert model is not None
    check_all(model, found)
    assert [d.code for d in found if d.code in ("L621", "L622")] == []
    game = rw.load(tmp_path)
    words = Words(game)
    asked = []
    for spell in ("look", "grab"):
        state = game.start(1)
        state.apply(f"cast {spell}")
        asked.append(words.prompt(state.decision, [], state.slots))
        state.apply("ann")
        asked.append(words.prompt(state.decision, [], state.slots))
    assert asked[:3] == ["Whom do you look at?", "Whom, or 3?", "Whom then?"]

"""What lints count as a use of a name, and which rules they find without effect."""

from __future__ import annotations

import pytest

from interpreter import pipeline
from interpreter.checking.variants import check_all
from interpreter.diagnostics import Diagnostics, Source, Span
from interpreter.language.lints.misspelt import point_at_declarations
from interpreter.loading.model import EffectText
from interpreter.loading.source import folder_from_text

MISSPELT_GROUP = """game: {id: example, players: [2]}
resources:
  apple:
    group: fruit
  pear:
    group: fruit
  nut:
    group: fruti
pieces:
  tile:
    start: bag
    attributes: {points: int}
    kinds:
      hill: {points: 3}
zones: {bag: {pieces: tile}}
phases: {game: {do: 'for f in fruit { a does { gain 1 f } }; end game'}}
"""


def texts_of(text: str) -> EffectText:
    """A program as it stands in a block of YAML: from the second line on, two columns in."""
    lines = "".join(f"  {line}\n" for line in text.split("\n"))
    source = Source("tested.yaml", f"do: |\n{lines}")
    return EffectText("program", Span(source, len("do: |\n  "), len(source.text) - 1))


def test_a_name_is_not_used_by_the_text_of_the_file_it_is_declared_in() -> None:
    found = Diagnostics()
    text = MISSPELT_GROUP.replace("a does", "each of players does")
    model = pipeline.model_of(folder_from_text(text), (), found)
    assert model is not None
    check_all(model, found)
    assert ("L601", "the group `fruti` is declared and never used") in [(d.code, d.message) for d in found]


@pytest.mark.parametrize("given", ["{glory: int, who: player}", "{who: player, glory: int}"])
def test_an_unknown_name_shows_the_parameter_that_is_misspelt(given: str) -> None:
    text = f"""game: {{id: example, players: [2]}}
resources: {{coin: {{}}}}
procedures:
  praise:
    given: {given.replace("glory", "glroy")}
    do: who does {{ gain glory coin }}
phases: {{game: {{do: 'each of players does {{ do praise(1, me) }}; end game'}}}}
"""
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(text), (), found)
    assert model is not None
    check_all(model, found)
    assert "glroy" in [place.text for d in found if d.code == "E301" for place, _ in d.related]


TEXTS = """# file: ruleset.yaml
game: {id: example, players: [2], options: {rich: {values: [no, yes], default: no}}}
resources: {gem: {group: good, supply: 20}, ore: {group: good, supply: 20}, joker: {supply: 5, pays_for: good}}
menus: {turn: {}}
actions:
  grab: {menu: turn, do: 'choose 2 of good as taken; gain taken'}
  forge: {menu: turn, do: pay 2 gem}
  single: {menu: turn, choose: g in good, do: 'gain 1 g; choose l in good; gain 1 l'}
procedures: {rest: {do: 'if option.rich is yes { may relax { gain 1 gem } }; require not_tired else tired'}}
values: {not_tired: {is: size(players) > 0}}
phases: {game: {do: 'each of players does { do one of turn; if possible { do rest } }; end game'}}
scoring: {categories: {all: {worth: p.good}}}
# file: texts/en.yaml
"""


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ("actions: {taken gem: A gem, single ore: Ore, 1 joker: One, skip relax: No, done: Enough, gem: A gem}", []),
        ("actions: {grab: 'Get {x}', single: 'A {g}', taken: 'One {x}', relax: Rest, joker: 'Use {k}'}", []),
        ("prompts: {turn: What?, taken: Which?, single: Which?, relax: Rest?, forge: How?, payment: How?}", []),
        ("log: {grab: '{me} gets two', rest: '{me} rests', single: '{me} has {g}'}", []),
        ("refusals: {tired: 'Too tired ({have} of {need})'}", []),
        ("actions: {taken hat: A hat}", ["L621 taken hat"]),
        ("actions: {zork gem: Nonsense}", ["L621 zork gem"]),
        ("actions: {skip grab: No}", ["L621 skip grab"]),
        ("actions: {l: One}", ["L621 l"]),
        ("actions: {grab: 'Get {zork}'}", ["L622 {zork}"]),
        ("actions: {single: 'Get {h}'}", ["L622 {h}"]),
        ("prompts: {single: 'Which {g}?'}", []),
        ("prompts: {single: 'Which {h}?'}", ["L622 {h}"]),
        ("actions: {single: 'A {g} and {l}'}", ["L622 {l}"]),
        ("actions: {taken gem: 'A {g}'}", ["L622 {g}"]),
        ("actions: {single: 'Get {}'}", ["L622 {}"]),
        ("prompts: {l: Which?}", ["L621 l"]),
        ("prompts: {gem: Which?}", ["L621 gem"]),
        ("prompts: {turn: 'What {who}?'}", ["L622 {who}"]),
        ("log: {good: Good}", ["L621 good"]),
        ("log: {rest: '{x} rests'}", ["L622 {x}"]),
        ("refusals: {rest: Too tired}", ["L621 rest"]),
        ("refusals: {tired: 'Too tired, {me}'}", ["L622 {me}"]),
        ("names: {1 gem: gem}", []),
        ("names: {1 gme: gem}", ["L603 gme"]),
        ("names: {gem: 'a {x}'}", ["L622 {x}"]),
    ],
)
def test_texts_that_are_never_shown_and_places_for_nothing(texts: str, said: list[str]) -> None:
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(TEXTS + texts + "\n"), (), found)
    assert model is not None
    check_all(model, found)
    told = [d for d in found if d.code in ("L603", "L621", "L622")]
    assert [d.code for d in told] == [x[:4] for x in said]
    assert all(x[5:] in d.message for d, x in zip(told, said, strict=True))
    assert all(d.span is not None and d.span.path.endswith("en.yaml") for d in told)


# ---- rules without effect

IN_VAIN = """game: {id: example, players: [2, 3]}
resources: {coin: {}}
pieces:
  tile:
    start: bag
    abilities: {CLASS}
    kinds:
      hill: {abilities: {KIND}}
      lake: {}
zones: {bag: {pieces: tile}, mine: {pieces: tile, per: player}}
values: {price: {given: {p: player}, is: 1}}
phases:
  game: {do: 'do day; end game'}
  day: {do: 'each of players does { gain price(me) coin; draw 1 from bag to my mine }'}
rules: {RULES}
scoring: {categories: {coins: {worth: p.coin}}}
"""


def _in_vain(rules: str = "", kind: str = "", of_class: str = "") -> list[str]:
    text = IN_VAIN.replace("RULES", rules).replace("KIND", kind).replace("CLASS", of_class)
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(text), (), found)
    assert model is not None
    check_all(model, found)
    assert not found.has_errors, [(d.code, d.message) for d in found]
    return [d.message.partition(":")[0] for d in found if d.code == "L620"]


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("a: 'modify price(any p) to 2', b: modify price to 3", ["`a` has no effect"]),
        ("a: 'modify price(players[1]) to 2', b: 'modify price(players[1]) to 3'", ["`a` has no effect"]),
        ("a: 'modify price(players[1]) to 2', b: 'modify price(players[2]) to 3'", []),
        ("a: 'modify price(any p) to 2', b: 'modify price(any p) to 3 if p.coin > 1'", []),
        ("a: 'modify price(any p) to 2 if p.coin > 1', b: 'modify price(any q) to 3 if q.coin > 1'", []),
        ("a: 'modify price(any p) by 2', b: modify price to 3", []),
        ("a: modify price to 2, b: {order: 1, rule: modify price to 3}", ["`b` has no effect"]),
        ("a: 'instead of day { }', b: 'instead of day { end game }'", ["`b` has no effect"]),
        ("a: 'instead of day { do original }', b: 'instead of day { end game }'", []),
        ("a: 'instead of day if size(bag) > 0 { }', b: 'instead of day { end game }'", []),
        ("a: 'instead of day { }', b: 'after day { end game }'", []),
    ],
)
def test_rules_that_another_makes_vain(rules: str, told: list[str]) -> None:
    assert _in_vain(rules) == told


@pytest.mark.parametrize(
    ("kind", "of_class", "rules", "told"),
    [
        ("a: modify price(owner) to 2, b: modify price(owner) to 3", "", "", ["`a` has no effect"]),
        ("a: modify price(owner) to 2", "b: modify price(owner) to 3", "", []),
        ("a: modify price(owner) to 2", "", "b: modify price to 3", []),
        ("a: {order: 1, rule: modify price(owner) to 2}", "", "b: modify price to 3", ["`a` has no effect"]),
        ("a: modify price(owner) to 2, b: modify price(any p) to 3", "", "", []),
    ],
)
def test_abilities_that_another_rule_makes_vain(kind: str, of_class: str, rules: str, told: list[str]) -> None:
    assert _in_vain(rules, kind, of_class) == told


# ---- where the mistake is


def _shown(text: str, code: str) -> list[list[str]]:
    """The further places of the mistakes with a code."""
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(text), (), found)
    assert model is not None
    point_at_declarations(model, found)
    if not found.has_errors:
        check_all(model, found)
    return [[words for _, words in d.related] for d in found if d.code == code]


def test_a_menu_that_is_misspelt_where_it_is_declared_is_shown_there() -> None:
    text = "game: {id: example, players: [2]}\nmenus: {mian: {}, other: {}}\nactions: {rest: {menu: main, do: ''}}\n"
    text += "phases: {game: {do: 'each of players does { do one of main; do one of other }; end game'}}\n"
    assert _shown(text, "E120") == [["`mian` is declared here and used nowhere"]]


def test_a_text_of_nothing_shows_what_has_no_text_and_looks_like_it() -> None:
    text = "# file: ruleset.yaml\ngame: {id: example, players: [2]}\nresources: {coin: {}}\n"
    text += "phases: {game: {do: 'each of players does { gain 1 coin }; end game'}}\nhints: {tokens: p.coin}\n"
    text += "# file: texts/en.yaml\nnames: {coin: Coin, toknes: Tokens}\n"
    assert _shown(text, "L603") == [["`tokens` stands here and has no text"]]


def test_a_procedure_without_a_name_where_the_others_have_one_is_told() -> None:
    procedures = "\n".join(f"  {name}: {{do: ''}}" for name in ("saw", "plane", "sand", "glue", "paint"))
    calls = "; ".join(f"do {name}" for name in ("saw", "plane", "sand", "glue", "paint"))
    text = (
        "# file: ruleset.yaml\ngame: {id: example, players: [2]}\n"
        f"procedures:\n{procedures}\nphases: {{game: {{do: '{calls}; end game'}}}}\n# file: texts/ru.yaml\nnames: "
    )
    assert _shown_names(text + "{game: игра, saw: пилить, plane: строгать, sand: шлифовать, glue: клеить}\n") == [
        "paint"
    ]
    assert _shown_names(text + "{saw: пилить, plane: строгать}\n") == []


def test_what_every_screen_shows_needs_a_name_in_other_languages_than_english() -> None:
    text = (
        "# file: ruleset.yaml\ngame: {id: example, players: [2]}\nresources: {coin: {}}\n"
        "phases: {game: {do: 'each of players does { do turn }; end game'}, turn: {do: gain 1 coin}}\n"
        "scoring: {categories: {purse: {worth: p.coin}}}\n"
    )
    some, all_ = "names: {coin: монеты}\n", "names: {coin: монеты, turn: Ход, purse: Кошелёк}\n"
    assert _shown_names(f"{text}# file: texts/ru.yaml\n{some}") == ["turn", "purse"]
    assert _shown_names(f"{text}# file: texts/ru.yaml\n{all_}") == []
    assert _shown_names(f"{text}# file: texts/en.yaml\n{some}") == []


def _shown_names(text: str) -> list[str]:
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(text), (), found)
    assert model is not None
    check_all(model, found)
    return [d.message.split("`")[1] for d in found if d.code == "L604"]


# ---- comparisons with one answer, and what is not to be told


def lints_of(text: str, code: str, modules: list[str] | None = None) -> list[str]:
    """The places of one lint in a ruleset without errors, as they are written there."""
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(text), modules or [], found)
    assert model is not None and not found.has_errors, list(found)
    check_all(model, found)
    assert not found.has_errors, list(found)
    return [d.span.text for d in found if d.code == code and d.span is not None]


COMPARED = """game:
  id: example
  players: [2, 3]
  options: {rich: {values: [true, false], default: false}}
resources:
  coin: {}
  debt: {below_zero: true}
  wood: {group: good, supply: 5}
  clay: {group: good, supply: 5}
pieces:
  lot:
    start: bag
    faces: 6
    attributes: {crop: good, cost: int}
    kinds: {hill: {copies: 6, crop: wood, cost: 2}, moor: {copies: 2, crop: wood, cost: 4}}
    abilities: {dear: 'after rest by owner if self.cost > 3 { gain 1 coin }'}
zones: {bag: {pieces: lot}, plot: {pieces: lot, per: player}}
state: {player: {fame: 0..20, joy: int}}
values: {wage: {given: {p: player}, is: p.joy}}
procedures: {rest: {do: ''}}
phases:
  game:
    do: |
      each of players does {
        do rest
        if TESTED { gain 1 coin }
        for x in bag { move x to my plot }
      }
      end game
"""


@pytest.mark.parametrize(
    "test",
    [
        "my coin < 0",
        "my fame > 20",
        "my fame - 21 >= 0",
        "size(my plot) >= 0",
        "count(x in bag if x.cost > 1) < 0",
        "min(my coin, my joy, 3) > 3",
        "any(x in bag if x.cost > 4)",
        "any(x in bag if x.crop is clay)",
        "any(x in bag if x.value > 6)",
        "0 > my good",
    ],
)
def test_comparisons_with_one_answer_are_told(test: str) -> None:
    assert len(lints_of(COMPARED.replace("TESTED", test), "L624")) == 1


@pytest.mark.parametrize(
    "test",
    [
        "my debt < 0",
        "my fame >= 20",
        "my joy < 0",
        "my wage < 0",
        "my coin - 1 < 0",
        "any(x in bag if x.cost > 3)",
        "any(x in bag if x.cost is 0)",
        "any(x in bag if x.crop is wood)",
        "any(x in bag if x.crop is not none)",
        "any(x in bag if x.value is 6)",
        "option.rich",
        "size(players) > 2",
        "me.seat > 2",
    ],
)
def test_comparisons_that_the_table_the_options_or_the_players_decide_are_not_told(test: str) -> None:
    assert lints_of(COMPARED.replace("TESTED", test), "L624") == []


SCORED = """game: {id: example, players: [2]}
state: {player: {dug: {type: int, resets: round}}}
menus: {turn: {}}
actions: {dig: {menu: turn, do: ''}, rest: {menu: turn, do: ''}}
rules: {count: 'after dig { my dug += 1 }'}
procedures: {round: {do: ROUND}}
phases: {game: {do: GAME}}
scoring: {categories: {holes: {worth: p.dug}}}
"""
TURN = "'each of players does { do one of turn }'"


def test_a_scored_variable_that_is_set_back_before_the_end_is_told() -> None:
    told = SCORED.replace("ROUND", TURN).replace("GAME", "'repeat 2 times { do round }; end game'")
    assert lints_of(told, "L627") == ["holes"]


@pytest.mark.parametrize(
    ("round", "game"),
    [
        (TURN.replace("}'", "}; end game'"), "do round"),  # the game ends within the period
        (TURN, "'do round; each of players does { do one of turn }'"),  # it is set behind the last of them
        (TURN, "'do round; for p in players { p.dug = 1 }'"),
    ],
)
def test_a_scored_variable_that_may_still_have_its_value_is_not_told(round: str, game: str) -> None:
    assert lints_of(SCORED.replace("ROUND", round).replace("GAME", game), "L627") == []


CARDS = """game: {id: example, players: [2]}
resources: {coin: {}}
pieces:
  card:
    start: deck
    ACTIVE
    kinds: {duke: {copies: 4, abilities: {fee: 'RULE'}}}
zones:
  deck: {pieces: card, deck: true}
  hand: {pieces: card, per: player, seen_by: owner}
  town: {pieces: card, per: player}
values: {price: {given: {p: player}, is: size(p.town)}, tax: {is: size(deck)}}
procedures: {rest: {do: 'draw 1 from deck to my hand; gain price(me) + tax coin'}}
phases: {game: {do: 'each of players does { do rest }'}}
scoring: {categories: {all: {worth: p.coin}}}
"""


@pytest.mark.parametrize(
    ("active", "rule", "codes"),
    [
        ("", "after rest by owner { gain 1 coin }", ["L625"]),
        ("active_while: self.place is owner.town", "after rest by owner { gain 1 coin }", []),
        ("active_while: self.place is owner.town", "after rest { gain 1 coin }", ["L626"]),
        ("active_while: self.place is owner.town", "after rest { owner does { gain 1 coin } }", []),
        ("active_while: self.place is owner.town", "modify price(any p) by 1", ["L626"]),
        ("active_while: self.place is owner.town", "modify price(owner) by 1", []),
        ("active_while: self.place is owner.town", "modify price(any p) by 1 if p is owner", []),
        ("active_while: self.place is owner.town", "modify tax by 1", []),
        ("active_while: self.place is owner.town", "after rest by any p if p is not owner { gain 1 coin }", ["L634"]),
        ("active_while: self.place is owner.town", "after rest { move self to deck; gain 1 coin }", ["L634"]),
        ("active_while: self.place is owner.town", "after rest by any p if p is owner { gain 1 coin }", []),
        (
            "active_while: self.place is owner.town",
            "after rest by any p if p is not owner { p does { gain 1 coin } }",
            [],
        ),
        (
            "active_while: self.place is owner.town",
            "after rest if owner.coin > 1 { gain 1 coin; owner does { lose 1 coin } }",
            [],
        ),
    ],
)
def test_where_and_for_whom_abilities_work(active: str, rule: str, codes: list[str]) -> None:
    text = CARDS.replace("ACTIVE", active).replace("RULE", rule)
    assert [code for code in ("L625", "L626", "L634") if lints_of(text, code)] == codes


LABELLED = """game: {id: example, players: [2]}
resources: {coin: {}}
menus: {turn: {}}
procedures: {delve: {do: gain 1 coin}}
actions: {dig: {menu: turn, do: do delve}}
phases: {game: {do: 'each of players does { do one of turn; may dig { BODY } }; end game'}}
scoring: {categories: {all: {worth: p.coin}}}
"""


@pytest.mark.parametrize(
    ("body", "is_told"), [("gain 2 coin", True), ("do dig", False), ("do one of turn", False), ("do delve", False)]
)
def test_a_label_that_is_the_id_of_an_action_is_told_where_it_does_something_else(body: str, is_told: bool) -> None:
    assert (lints_of(LABELLED.replace("BODY", body), "L628") != []) is is_told


# ---- texts that one language lacks

SPOKEN = """# file: ruleset.yaml
game: {id: example, players: [2], modules: [night]}
resources: {coin: {}, moon: {}, star: {}, gem: {}}
phases: {game: {do: 'each of players does { gain 1 coin; gain 1 gem; gain 1 moon; gain 1 star }; end game'}}
scoring: {categories: {all: {worth: p.coin + p.moon + p.star + p.gem}}}
# file: texts/en.yaml
names: {coin: coins, moon: moons, star: stars}
# file: modules/night/module.yaml
module: {id: night}
resources: {add: {owl: {}, bat: {}}}
setup: {patch: {do: 'for p in players { p does { gain 1 owl; gain 1 bat } }'}}
scoring: {add: {categories: {birds: {worth: p.owl + p.bat}}}}
# file: modules/night/texts/en.yaml
names: {owl: owls, bat: bats}
# file: modules/night/texts/ru.yaml
"""


@pytest.mark.parametrize(
    ("texts", "lacking"),
    [
        ("names: {owl: совы, bat: мыши}", []),
        ("names: {owl: совы}", ["bat"]),
        ("names: {owl: совы, bat: мыши, coin: монеты}", []),
        ("names: {owl: совы, bat: мыши, coin: монеты, moon: луны}", ["star"]),
    ],
)
def test_a_language_of_one_module_is_asked_for_its_own_names(texts: str, lacking: list[str]) -> None:
    """Only a module that gives most of the ruleset's names is asked for the rest of them."""
    assert lints_of(SPOKEN + texts + "\n", "L602", ["night"]) == lacking


def test_a_module_is_asked_for_the_languages_of_its_ruleset() -> None:
    text = SPOKEN.replace(
        "# file: modules/night/texts/ru.yaml", "# file: texts/ru.yaml\nnames: {coin: монеты, moon: луны}"
    )
    assert sorted(lints_of(text, "L602", ["night"])) == ["bat", "owl", "star"]


@pytest.mark.parametrize("section", ["actions", "free"])
def test_large_choices_of_pieces_are_told(section: str) -> None:
    """Actions and free actions of a class and of a kind are looked at as those of menus are."""
    menu = "menu: turn, " if section == "actions" else "window: before turn, "
    large = "{" + menu + "choose: n in 1..5000, do: 'take n coin'}"
    text = f"""game: {{id: example, players: [2]}}
resources: {{coin: {{supply: 9}}}}
menus: {{turn: {{}}}}
actions: {{rest: {{menu: turn, do: ''}}}}
pieces:
  purse:
    start: bag
    {section}: {{dig: {large}}}
    kinds: {{big: {{{section}: {{delve: {large}}}}}, small: {{}}}}
zones: {{bag: {{pieces: purse}}, belt: {{pieces: purse, per: player}}}}
phases: {{game: {{do: 'each of players does {{ for x in bag {{ move x to my belt }}; do one of turn }}; end game'}}}}
scoring: {{categories: {{all: {{worth: p.coin}}}}}}
"""
    assert len(lints_of(text, "L619")) == 2


# ---- places shown beside, where a name of one's own is misspelt

HUNT = """# file: ruleset.yaml
game: {id: example, players: [2]}
resources:
  bow: {group: tool}
  axe: {group: tool}
  net: {group: [gear, tool]}
  rod: {group: gear}
menus: {turn: {}, pond: {}}
actions:
  hunt: {menu: turn, choose: g in tool, do: gain 1 g}
  fish: {menu: pond, choose: g in gear, do: gain 1 g}
free:
  mend: {window: before turn, limit: once per hunt, do: gain 1 bow}
phases:
  game:
    do: |
      let days = 0
      each of players does {
        do one of turn
        may fish { do one of pond }
        choose { stay { gain 1 axe } go { gain 1 rod } }
        days += 1
        for g in gear { lose 1 g }
      }
      if days > 1 { end game }
scoring: {categories: {bows: {worth: p.bow}, axes: {worth: p.axe}, nets: {worth: p.net}, rods: {worth: p.rod}}}
# file: texts/en.yaml
names: {bows: bows, axes: axes, nets: nets, rods: rods, stay: stay, go: go}
actions: {hunt: 'Get {g}', fish: 'Catch {g}', stay: Stay, go: Go}
"""


@pytest.mark.parametrize(
    ("right", "wrong", "code", "shown"),
    [
        ("  hunt: {menu", "  hutn: {menu", "E315", "hutn"),
        ("let days = 0", "let days = true", "E303", "let days"),
        ("choose { stay", "choose { satay", "L603", "satay"),
        ("  fish: {menu", "  fihs: {menu", "L622", "fihs"),
        ("net: {group: [gear, tool]}", "net: {group: [geer, tool]}", "L601", "geer"),
        ("nets: {worth: p.net}", "ntes: {worth: p.net}", "L604", "ntes"),
    ],
)
def test_the_place_of_a_misspelt_name_is_shown(right: str, wrong: str, code: str, shown: str) -> None:
    """At the place itself or beside it, and nothing is said of the ruleset as it was."""
    assert right in HUNT
    assert _all_places(HUNT) == {}
    places = _all_places(HUNT.replace(right, wrong, 1))
    assert shown in places.get(code, []), places


def _all_places(text: str) -> dict[str, list[str]]:
    """By code what is told at, and what is shown beside."""
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(text), (), found)
    assert model is not None
    check_all(model, found)
    out: dict[str, list[str]] = {}
    for d in found:
        out.setdefault(d.code, []).extend(s.text for s in (d.span, *(place for place, _ in d.related)) if s is not None)
    return out


def test_the_class_is_meant_where_a_text_names_a_kind() -> None:
    """What the text of a class asks goes by the class."""
    text = """# file: ruleset.yaml
game: {id: example, players: [2]}
resources: {gem: {group: good}, ore: {group: good}}
pieces: {card: {start: shelf, do: 'choose g in good; gain 1 g', kinds: {gift: {}}}}
zones: {shelf: {pieces: card}}
phases: {game: {do: 'each of players does { for c in shelf { if possible { do c } } }; end game'}}
scoring: {categories: {all: {worth: p.good}}}
# file: texts/en.yaml
prompts: {WHAT: Which good?}
"""
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(text.replace("WHAT", "gift")), (), found)
    assert model is not None
    check_all(model, found)
    assert [(d.code, d.near) for d in found] == [("L621", ("card",))]
    assert lints_of(text.replace("WHAT", "card"), "L621") == []


MARKET = """# file: ruleset.yaml
game: {id: example, players: [2], options: {dear: {values: [true, false], default: false}}}
resources: {tea: {group: crop}, oats: {group: crop}, rye: {group: crop}}
tables: {price: {tea: 3, oats: 1, rye: 2}}
procedures: {grow: {do: 'if option.dear { gain 1 tea } else { gain 1 rye, 1 oats }'}}
phases: {game: {do: 'each of players does { do grow }; end game'}}
scoring: {categories: {crops: {worth: 'sum(p[g] * price[g] for g in crop if p[g] > 0)'}}}
"""


def told_with(*modules: str) -> list[tuple[str, str, str]]:
    """What is told of the market with modules, each given as what stands below its own section: the code, the message,
    and where."""
    files = [f"# file: modules/m{n}/module.yaml\nmodule: {{id: m{n}}}\n{text}\n" for n, text in enumerate(modules)]
    found = Diagnostics()
    folder = folder_from_text(MARKET + "".join(files))
    model = pipeline.model_of(folder, [f"m{n}" for n in range(len(modules))], found)
    assert model is not None
    check_all(model, found)
    return [(d.code, d.message, str(d.span)) for d in found]


def test_a_table_that_a_module_writes_anew_without_some_of_its_lines_is_told() -> None:
    assert told_with() == []
    missing = "the table `price` has no entry for `oats`, `rye` of `crop`"
    assert told_with("tables: {replace: {price: {tea: 3}}}") == [("L615", missing, "modules/m0/module.yaml:3:20")]
    assert told_with("tables: {replace: {price: {tea: 3, rye: 1, oats: 2}}}") == []


def test_a_line_that_a_module_takes_out_of_a_table_is_told() -> None:
    (told,) = told_with("tables: {remove: {price: [oats, rye]}}")
    assert told[:2] == ("L615", "the table `price` has no entry for `oats`, `rye` of `crop`")


def test_members_that_a_module_adds_without_lines_are_told_where_it_adds_them() -> None:
    add = "resources: {add: {fig: {group: crop}, nut: {group: crop}, hop: {group: crop}}}"
    gain = "\nrules: {more: 'after grow { gain 1 fig, 1 nut, 1 hop }'}"
    missing = "the table `price` has no entry for `fig`, `nut`, `hop` of `crop`"
    assert told_with(add + gain) == [("L615", missing, "modules/m0/module.yaml:3:19")]
    assert told_with(add + gain + "\ntables: {patch: {price: {fig: 1, nut: 1, hop: 1}}}") == []


def test_an_option_that_nothing_reads_since_a_module_is_told() -> None:
    other = "procedures: {patch: {grow: {do: 'gain 1 tea, 1 rye, 1 oats'}}}"
    unread = ("L601", "the option `dear` is declared and never used", "ruleset.yaml:2:45")
    assert told_with(other) == [unread]
    assert told_with(other + "\ngame: {remove: {options: [dear]}}") == []


def test_what_only_a_removed_thing_has_used_is_told_with_the_removal() -> None:
    text = MARKET.replace("{ gain 1 tea } else", "{ gain extra tea } else")
    text = text.replace("phases:", "values: {extra: {is: 1}}\nphases:").replace(
        "do: 'if", "do: 'do more'}, more: {do: 'if"
    )
    module = "# file: modules/a/module.yaml\nmodule: {id: a}\nprocedures: {remove: [more], patch: {grow: {do: ''}}}\n"
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(text + module), ("a",), found)
    assert model is not None
    check_all(model, found)
    told = {d.message: [(str(span), words) for span, words in d.related] for d in found if d.code == "L601"}
    gone = [("modules/a/module.yaml:3:23", "`a` takes out `more`, which names it")]
    assert told["the option `dear` is declared and never used"] == gone
    assert told["the value `extra` is declared and never used"] == gone


def test_a_misspelt_line_of_a_table_is_told_where_it_stands() -> None:
    (told,) = told_with("tables: {patch: {price: {otas: 2}}}")
    assert told == ("E301", "nothing is called `otas` here", "modules/m0/module.yaml:3:26")
    (told,) = told_with("tables: {patch: {price: {oats: true}}}")
    assert told == ("E303", "int is needed here, and this is bool", "modules/m0/module.yaml:3:32")


SHED = """# file: ruleset.yaml
game: {id: example, players: [2]}
resources: {coin: {}}
pieces:
  shed:
    start: town
    per: player
    kinds:
      barn: {abilities: {bread: 'after rest by owner { gain 1 coin }', milk: 'before rest by owner { gain 1 coin }'}}
zones: {town: {pieces: shed, per: player}}
procedures: {rest: {do: ''}}
phases: {game: {do: 'each of players does { do rest }; end game'}}
scoring: {categories: {coins: {worth: p.coin}}}
# file: modules/a/module.yaml
module: {id: a}
pieces: {patch: {shed: {kinds: {barn: {abilities: {ABILITY}}}}}}
"""


@pytest.mark.parametrize(
    ("ability", "other"),
    [
        ("breat: 'after rest by owner if my coin > 2 { gain 2 coin }'", "bread"),
        ("loaf: 'after rest by owner { gain 2 coin }'", "bread"),
        ("loaf: 'after rest by owner if my coin > 2 { gain 2 coin }'", ""),
        ("breat: 'before rest by owner if my coin > 2 { gain 2 coin }'", ""),
        ("loaf: 'once per rest after rest by owner { gain 2 coin }'", ""),
        ("bread: 'after rest by owner { gain 2 coin }'", ""),
    ],
)
def test_an_ability_beside_the_one_that_was_meant_to_change_is_told(ability: str, other: str) -> None:
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(SHED.replace("ABILITY", ability)), ("a",), found)
    assert model is not None
    check_all(model, found)
    message = f"`{ability.partition(':')[0]}` is a second ability of `barn` beside `{other}`, and both count"
    assert [(d.code, d.message) for d in found] == ([("L631", message)] if other else [])


TOWN = """game: {id: example, players: [2]}
resources: {coin: {}}
pieces: {tile: {start: deck, attributes: {cost: int}, kinds: {hill: {copies: 9, cost: 1}}}}
zones:
  deck: {pieces: tile, deck: true, seen_by: nobody}
  town: {pieces: tile, row: 3, from: deck}
menus: {work: {}}
actions: {buy: {menu: work, do: 'choose t in town if t.cost <= my coin; move t to box; refill town'}}
procedures:
  turn:
    do: |
      TEXT
phases: {game: {do: 'each of players does { gain 2 coin; do one of work; do turn }; end game'}}
scoring: {categories: {coins: {worth: p.coin}}}
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("choose t in town if t.cost < 9; move t to box; refill town", 1),
        ("if my coin > 1 { choose t in town if t.cost < 9; move t to box; each of others does { gain 1 coin } }", 1),
        ("choose t in town if t.cost < 9; let n = t.cost; each of others does { gain n coin }", 0),
        ("if my coin > 1 { choose t in town if t.cost < 9; move t to box }; refill town", 0),
        ("choose n in 1..3; gain n coin; refill town", 0),
        ("choose t in town if t.cost < 9; move t to box; gain 1 coin", 0),
        ("may buy { choose t in town if t.cost < 9; move t to box; refill town }", 0),
        ("may rest { gain 1 coin } else { choose t in town if t.cost < 9; move t to box; refill town }", 1),
    ],
)
def test_upkeep_behind_a_choice_that_may_have_nothing_to_offer_is_told(text: str, told: int) -> None:
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(TOWN.replace("TEXT", text)), (), found)
    assert model is not None
    check_all(model, found)
    assert not found.has_errors, list(found)
    assert [d.code for d in found if d.code == "L633"] == ["L633"] * told


HAND = """# file: ruleset.yaml
game: {id: example, players: [2]}
resources: {coin: {}}
pieces: {card: {start: hand, per: player, kinds: {duke: {}, earl: {}}}}
zones: {hand: {pieces: card, per: player, seen_by: owner}, shown: {pieces: card, per: player}}
procedures: {rest: {do: ''}}
phases: {game: {do: 'each of players does { do rest }; end game'}}
scoring: {categories: {coins: {worth: p.coin}}}
# file: modules/a/module.yaml
module: {id: a}
pieces: {patch: {card: {kinds: {duke: {abilities: {fee: 'after rest by owner WHERE{ gain 1 coin }'}}}}}}
"""


@pytest.mark.parametrize(
    ("where", "places"),
    [
        ("", ["modules/a/module.yaml:3:52"]),
        ("if self.place is owner.shown ", []),
        ("if owner.coin > 2 ", ["modules/a/module.yaml:3:52"]),
    ],
)
def test_an_ability_in_a_hand_is_told_where_it_is_added_unless_it_asks_where_it_lies(
    where: str, places: list[str]
) -> None:
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(HAND.replace("WHERE", where)), ("a",), found)
    assert model is not None
    check_all(model, found)
    assert [(d.code, str(d.span)) for d in found] == [("L625", place) for place in places]


def test_abilities_of_two_modules_that_do_not_know_each_other_are_both_meant() -> None:
    other = (
        "\n# file: modules/b/module.yaml\nmodule: {id: b}\npieces: {patch: {shed: {kinds: {barn: {abilities: {X}}}}}}"
    )
    text = SHED.replace("ABILITY", "loaf: 'before rest by owner if my coin > 1 { gain 2 coin }'").rstrip()
    text += other.replace("X", "loafs: 'before rest by owner if my coin > 1 { gain 2 coin }'")
    for needs, told in (("", []), (", needs: [a]", ["L631"])):
        found = Diagnostics()
        folder = folder_from_text(text.replace("{id: b}", f"{{id: b{needs}}}"))
        model = pipeline.model_of(folder, ("a", "b"), found)
        assert model is not None
        check_all(model, found)
        assert [d.code for d in found] == told


def test_words_with_the_old_number_are_told_where_all_kinds_state_theirs() -> None:
    ruleset = SHED.partition("# file: modules")[0].replace("kinds:\n", "attributes: {room: int}\n    kinds:\n")
    for name, number in (("barn", 4), ("silo", 6), ("loft", 2)):
        kind = f"      {name}: {{room: {number}}}\n"
        ruleset = ruleset.replace("zones:", f"{kind}zones:") if name != "barn" else ruleset
    ruleset = ruleset.replace("barn: {abil", "barn: {room: 4, abil")
    module = "# file: modules/a/module.yaml\nmodule: {id: a}\npieces: {patch: {shed: {kinds: {barn: {room: NEW}}}}}\n"

    def told(loft: str, new: int = 5, more: str = "") -> list[tuple[str, str]]:
        names = f"names: {{barn: Barn for 4, silo: Silo for 6, loft: {loft}}}\n"
        texts = f"# file: texts/en.yaml\n{names}# file: texts/ru.yaml\n{names}"
        found = Diagnostics()
        text = ruleset + texts + module.replace("NEW", str(new)) + more
        model = pipeline.model_of(folder_from_text(text), ("a",), found)
        assert model is not None
        check_all(model, found)
        return [(d.code, str(d.span)) for d in found if d.code not in ("L601", "L604")]

    assert told("Loft for 2") == [("L632", "modules/a/module.yaml:3:40")]
    assert told("Loft") == []
    assert told("Loft for 2", new=4) == []
    new = "names: {barn: Barn for 5}\n"
    new_words = f"# file: modules/a/texts/en.yaml\n{new}# file: modules/a/texts/ru.yaml\n{new}"
    assert told("Loft for 2", more=new_words) == []

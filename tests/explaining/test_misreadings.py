"""Texts that a reader has taken for something else: the explanation says what they do, so that the mistake is seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.explaining.naming import Naming
from interpreter.explaining.understood import explained
from interpreter.ruleset import Ruleset

Make = Callable[..., Path]


def told(folder: Path, id: str, language: str = "en") -> str:
    checked = Ruleset(folder).sound().checked
    return "\n".join(
        f"{section.title}\n" + "\n".join("  " * line.depth + line.text for line in section.lines)
        for section in explained(checked, Naming(checked.model, language), id)
    )


ACTS = {
    "until the end, not the start": (
        "modify back_cost(any p) by 1 until end of own_round",
        "holds until the end of «own round»",
    ),
    "if possible is no may": ("if possible { pay 2 coin }", "you are not asked whether"),
    "best for what was chosen": (
        "choose g in crop\nchoose c in shelf with most c.cost\nmove c to my desk",
        "only the best may be chosen, those with the most cost",
    ),
    "an index from 1": ("move shelf[1] to my desk", "number 1 of shelf"),
    "gain may give less": ("pay 1 oats; gain 1 hand", "you get only what is left"),
    "take is all or nothing": ("take 1 hand", "or this cannot be done"),
    "advance forwards": ("advance my marker[road] by 2", "Advance the marker of road by 2. At either end it stops."),
    "retreat backwards": ("retreat my marker[road] by 2", "Move back the marker of road by 2."),
    "the step of a marker": ("require my marker[road].step > 1; gain 1 coin", "the step of the marker of road"),
    "split only notes": (
        "split 2 among p in players as share\nfor p in players { p does { gain share[p] coin } }",
        "nothing moves by that",
    ),
    "do what it says": ("choose c in shelf; do c", "Do what card c says."),
    "a may has a name": ("may dig { gain 1 coin }", "You may do this («dig»), or leave it"),
    "who picks of a group": ("gain 1 crop", "whoever does this picks the kind"),
    "shuffled into another place": ("shuffle my desk into shelf", "Shuffle your desk into shelf."),
    "what is left of a step": (
        "gain max(0, gap(2, my coin) - 1) + 3 coin",
        "Gain (the greater of (0; gap (2, your coin) − 1) + 3) coin.",
    ),
    "a sum ends before what is added": (
        "gain sum(c.cost for c in shelf if c.cost > 2) + 1 coin",
        "Gain ((the sum of cost of card c over card c in shelf with: cost of card c is more than 2) + 1) coin.",
    ),
    "what is taken from a price": ("gain back_cost(me) + price(2) - 1 coin", "(price for 2)) − 1"),
    "a condition over elements ends": (
        "require not any(c in shelf if c.cost > 2) and my coin > 0",
        "if (there is no card c in shelf with: cost of card c is more than 2) and your coin is more than 0.",
    ),
    "not of both": ("require not (my coin > 0 and my hand > 0)", "it is not so that (your coin is more than 0 and"),
    "a list of those": (
        "for c in those(d in shelf if d.cost > 2) if c.cost < 5 { gain 1 coin }",
        "each «c» from (those card d in shelf with: cost of card d is more than 2) with: cost of «c» is less than 5:",
    ),
    "each of those with": (
        "require all(c.cost > 2 for c in shelf if c.cost is not 3)",
        "each card c in shelf with: (cost of card c is not 3) has: cost of card c is more than 2",
    ),
    "a case in a case": (
        "gain (if my coin > 3 then (if my hand > 0 then 1 else 2) else 3) coin",
        "Gain ((1 if your hand is more than 0, else 2) if your coin is more than 3, else 3) coin.",
    ),
    "a number of things is compared": (
        "require count(c in shelf if c.cost > 2) > 1",
        "(the number of card c in shelf with: cost of card c is more than 2) is",
    ),
    "how many there are": ("gain count(c in shelf) coin", "Gain (the number of card c in shelf) coin."),
    "end of the loop": ("for p in players { gain 1 coin; end loop }", "what stands behind it goes on"),
}

RULES = {
    "before has settled its arguments": ("before sown(any n) { draw 1 from shelf to box }", None),
    "to 0 only where it is read": ("modify back_cost(any p) to 0", "counts as 0 wherever the rules read it"),
    "any is a new name": ("after sown(any n) by any p { gain n coin }", "whoever does it (player p)"),
    "a name is a test": ("after sown(2) { gain 1 coin }", "if n is 2"),
    "a limit": ("once per own_round after sown(any n) { gain 1 coin }", "At most 1 × per «own round»."),
}


@pytest.mark.parametrize("case", ACTS)
def test_what_an_action_does(case: str, mill_town: Make) -> None:
    text, said = ACTS[case]
    assert said in told(mill_town(act=text), "act")


@pytest.mark.parametrize("case", [c for c in RULES if RULES[c][1]])
def test_what_a_rule_does(case: str, mill_town: Make) -> None:
    text, said = RULES[case]
    assert said is not None
    assert said in told(mill_town(rules=text), "tested")


RUSSIAN = {
    "a sum ends before what is added": (
        "gain sum(c.cost for c in shelf if c.cost > 2) + 1 coin",
        "(сумма (cost (card c)) по всем: card c (где: shelf), где cost (card c) больше 2) + 1",
    ),
    "shuffled into another place": ("shuffle my desk into shelf", "куда: shelf"),
}


@pytest.mark.parametrize("case", RUSSIAN)
def test_what_an_action_does_in_russian(case: str, mill_town: Make) -> None:
    text, said = RUSSIAN[case]
    assert said in told(mill_town(act=text), "act", "ru")


def test_before_runs_before_what_is_chosen_inside(mill_town: Make) -> None:
    page = told(mill_town(rules="before act { gain 1 coin }"), "tested")
    assert "Before «act» is carried out" in page
    assert "what is chosen inside it is not" in page


def test_who_may_decline_and_what_hangs_on_it(mill_town: Make) -> None:
    page = told(mill_town(act="pay 2 coin; do sown(1)"), "act")
    assert "you may decline («skip work»)" in page
    assert "Plough  (ruleset.yaml:" in page
    assert "It works while it lies in a place of a player." in page
    assert "there is not enough: 2 coin  (ruleset.yaml:" in page


def test_the_same_in_russian(mill_town: Make) -> None:
    page = told(mill_town(act="pay 1 oats; if possible { gain 1 hand }"), "act", "ru")
    assert "Заплатите: oats 1." in page
    assert "вас не спрашивают" in page
    assert "Вы получаете только то, что осталось." in page
    assert "можно отказаться" in page


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (
            "choose up to 2 of shelf as put\nfor c in put { c.used = true }",
            "you may choose none, and stop after each one",
        ),
        ("choose 1 of players as put\nfor p in put { p.tired = true }", "you cannot decline"),
    ],
)
def test_picks_are_among_what_is_decided(act: str, said: str, tmp_path: Path) -> None:
    rules = FACTS.replace("ACT", act.replace("\n", "\n      "))
    (tmp_path / "ruleset.yaml").write_text(rules, encoding="utf-8")
    page = told(tmp_path, "turn")
    assert f"In «put» (ruleset.yaml:15): {said}" in page


FACTS = """game: {id: example, players: [2]}
resources: {coin: {}}
pieces:
  card:
    start: shelf
    attributes: {holy: bool, cost: int}
    state: {used: bool}
    kinds: {psalm: {cost: 1}, hymn: {holy: true}}
zones: {shelf: {pieces: card}}
state: {game: {is_late: bool}, player: {tired: bool}}
phases:
  game: {do: 'each of players does { do turn }; end game'}
  turn:
    do: |
      ACT
scoring: {categories: {all: {worth: p.coin}}}
"""


@pytest.mark.parametrize(
    ("act", "said", "in_russian"),
    [
        ("for c in shelf if c.holy { c.used = true }", "with: «holy» holds for card c", "верно «holy» (card c)"),
        (
            "for c in shelf if not c.holy { c.used = false }",
            "«holy» does not hold for card c",
            "неверно «holy» (card c)",
        ),
        (
            "for c in shelf { c.used = c.cost > 0 }",
            "now on «used» holds for card c if cost of",
            "«used» (card c), если",
        ),
        ("if is_late { gain 1 coin }", "If «is late» holds:", "Если верно «is late»:"),
        ("if not my tired { my tired = true }", "If «tired» does not hold for you:", "неверно «tired» у вас"),
        ("my tired = false", "From now on «tired» does not hold for you.", "неверно «tired» у вас"),
        ("for p in players if p.tired { p.tired = false }", "«tired» holds for player p", "верно «tired» (игрок p)"),
    ],
)
def test_what_is_true_or_false_of_something_is_a_clause(act: str, said: str, in_russian: str, tmp_path: Path) -> None:
    """Names of such facts may be anything: a noun (`a row`), a clause (`is a row`), an adjective."""
    (tmp_path / "ruleset.yaml").write_text(FACTS.replace("ACT", act))
    assert said in told(tmp_path, "turn")
    assert in_russian in told(tmp_path, "turn", "ru")


def test_a_class_and_a_kind_say_what_reads_them(mill_town: Make) -> None:
    folder = mill_town(
        act="choose c in shelf if c.cost > 2; move c to my desk", rules="after act if size(shelf) is 1 { gain 1 coin }"
    )
    (folder / "more.yaml").write_text(
        "values: {tools: {given: {p: player}, is: count(c in p.desk if c.kind is plough)}}\n"
    )
    assert [line.split("  (")[0].strip() for line in _section(told(folder, "card"), "What reads it")] == [
        "Act",
        "Tools",
    ]
    assert [line.split("  (")[0].strip() for line in _section(told(folder, "plough"), "What reads it")] == ["Tools"]
    assert "What reads it" not in told(folder, "sickle")


CROWNED = """\
game: {id: crowned, players: [2]}
resources: {coin: {}}
pieces:
  king: {start: court, kinds: {crowned: {}}}
  land: {state: {king: player, rich: bool}, start: table, kinds: {hill: {}, rich_hill: {}}}
zones: {court: {pieces: king}, table: {pieces: land}}
phases:
  game: {do: 'each of players does { do claim; do tax; do bow }; end game'}
procedures:
  claim: {do: 'for d in table { d.king = me }'}
  tax: {do: 'for d in table if d.king is me { gain 1 coin }'}
  bow: {do: 'for k in court if k.kind is crowned { gain 1 coin }'}
scoring: {categories: {c: {worth: p.coin}}}
"""


def test_a_variable_called_as_a_class_does_not_read_the_class(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(CROWNED)
    reading = {
        id: [line.split("  (")[0].strip(" -") for line in _section(told(tmp_path, id), "What reads it")]
        for id in ("king", "land")
    }
    assert reading == {"king": ["Bow"], "land": ["Claim", "Tax"]}


def _section(page: str, title: str) -> list[str]:
    lines = page.split("\n")
    at = lines.index(title) + 1
    return [line for line in lines[at:] if "(" in line]

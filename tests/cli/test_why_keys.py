"""`why`: which options a text means, reasons told once for all that share them, and the designer's words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.asking import answer, begun, take
from tests.cli.running import Terminal

SHOP = """\
game: {id: shop, players: [2]}
resources: {coin: {}, wood: {group: good}, clay: {group: good}}
pieces:
  stall:
    attributes: {cost: int}
    start: market
    kinds: {tent: {cost: 1}, booth: {cost: 5}, hall: {cost: 7}, inn: {cost: 7}, inn_sign: {cost: 2}}
spaces:
  plot: {pieces: stall, limit: 1, grid: {columns: 3, rows: 2}}
zones: {market: {pieces: stall}, city: {pieces: stall, per: player}}
menus: {turn: {}}
actions:
  rest:  {menu: turn, do: gain 1 coin}
  nap:   {menu: turn, do: gain 2 coin}
  build: {menu: turn, choose: s in market, do: 'pay s.cost coin; move s to my city'}
  boast: {menu: turn, do: 'require my coin >= 3 else too_poor; gain 1 wood'}
  brag:  {menu: turn, do: 'require my coin > 4 and my wood < 3 else "nothing to brag of"; gain 1 wood'}
  tally: {menu: turn, do: 'require my wood is 2; require 6 <= my clay; gain 1 wood'}
  put:   {menu: turn, choose: 's in market, p in plot', do: 'require my coin >= 40; move s to p'}
  sell:  {menu: turn, choose: 'g in good if my coin > 9', do: 'pay 1 g; gain 3 coin'}
  give:  {menu: turn, choose: 's in my city', do: move s to market}
phases:
  game:
    do: |
      repeat 5 times {
        each of players does {
          do one of turn
          may beg { require my coin < 1 else rich; choose g in good; gain 1 g }
          may work { choose g in good; gain 1 g }
        }
      }
scoring: {categories: {coins: {worth: p.coin}}}
"""

TEXTS = {
    "en": 'refusals: {too_poor: "Who has {have} of {need} coins has nothing to boast of.", rich: The rich do not beg.}',
    "ru": 'refusals: {too_poor: "Хвалиться нечем: монет {have} из {need}.", rich: Богатые не просят.}\n',
}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    (folder / "texts").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(SHOP, encoding="utf-8")
    for language, words in TEXTS.items():
        (folder / "texts" / f"{language}.yaml").write_text(words, encoding="utf-8")
    return folder


def test_options_that_fail_for_the_same_reason_are_told_together(shop: Path) -> None:
    session = begun(shop)
    told = answer(session, "")
    assert "  Build hall, Build inn: 7 coin needed, 0 there: 7 short (ruleset.yaml:15)" in told
    assert (
        "  30 options (Put tent r1c1, Put tent r1c2, Put tent r1c3 …): the rule demands: your coin is at least 40"
        " (needs at least 40, has 0) (ruleset.yaml:19)"
    ) in told
    options = len(session.state.why_not())
    # A head; one line less for the hall, for each option of `put`, of `sell` and of `give` but their first.
    assert len(told) == 1 + options - 1 - 29 - 1 - 4
    assert (
        "  вариантов: 30 (Put tent r1c1, Put tent r1c2, Put tent r1c3 …): правило требует: ваш coin не меньше 40"
        in "\n".join(answer(session, "", "ru"))
    )


def test_a_key_is_taken_exactly_then_as_a_beginning(shop: Path) -> None:
    session = begun(shop)
    assert answer(session, "build inn") == [
        "Not offered here:", "  Build inn: 7 coin needed, 0 there: 7 short (ruleset.yaml:15)",
    ]  # fmt: skip
    assert answer(session, "build ten")[1:] == ["  Build tent: 1 coin needed, 0 there: 1 short (ruleset.yaml:15)"]
    assert answer(session, "re") == ["`rest` is offered."]
    several = answer(session, "BUILD IN")
    assert several[0] == "2 options begin with `BUILD IN`:"
    assert [line.split(":")[0] for line in several[1:]] == ["  Build inn", "  Build inn sign"]
    assert answer(session, "build", "ru")[0] == "Вариантов, которые начинаются с `build`: 5."


def test_a_key_that_goes_on_or_stands_inside_is_found_last(shop: Path) -> None:
    session = begun(shop)
    said = "  Boast: Who has 0 of 3 coins has nothing to boast of. (ruleset.yaml:16)"
    assert answer(session, "boast loudly") == ["Not offered here:", said]
    assert answer(session, "oas")[1] == said
    inside = answer(session, "booth")
    assert inside[0] == "8 options have `booth` in their names:"
    assert [line.split(":")[0] for line in inside[1:]] == [
        "  Build booth", "  6 options (Put booth r1c1, Put booth r1c2, Put booth r1c3 …)", "  Give booth",
    ]  # fmt: skip
    assert answer(session, "fly")[0] == "The rules list no `fly` at this decision."


def test_a_requirement_says_its_numbers_and_the_words_of_the_rules(shop: Path) -> None:
    session = begun(shop)
    assert answer(session, "boast", "ru")[1] == "  Boast: Хвалиться нечем: монет 0 из 3. (ruleset.yaml:16)"
    assert answer(session, "brag")[1] == "  Brag: nothing to brag of (needs more than 4, has 0) (ruleset.yaml:17)"
    assert answer(session, "tally")[1] == (
        "  Tally: the rule demands: your wood is 2 (must be 2, is 0) (ruleset.yaml:18)"
    )
    for _ in range(2):
        take(session, "rest")
        take(session, "work wood")
        take(session, "nap")
        take(session, "work wood")
    # Tried in order: the first requirement holds now.
    assert answer(session, "tally")[1] == (
        "  Tally: the rule demands: 6 is at most your clay (needs at least 6, has 0) (ruleset.yaml:18)"
    )
    assert "(needs at least" not in answer(session, "boast")[1]


def test_words_reach_a_requirement_before_the_choice_of_a_may(shop: Path) -> None:
    # A free action keeps the decision open, so that it can be asked why nothing else is in it.
    with (shop / "ruleset.yaml").open("a", encoding="utf-8") as file:
        file.write("free:\n  burn: {window: my decisions, do: pay 1 wood}\n")
    session = begun(shop)
    for key in ("rest", "work wood"):
        take(session, key)
    take(session, "rest")
    take(session, "work wood")
    take(session, "rest")
    assert session.state.decision.keys == ("skip beg", "burn")
    # The requirement keeps out `beg` whole, so that `beg wood` is not even listed; it is answered for all the same.
    assert answer(session, "beg wood") == [
        "Not offered here:", "  Beg wood: The rich do not beg. (must be less than 1, is 2) (ruleset.yaml:28)",
    ]  # fmt: skip


def test_a_person_reads_it_in_play(shop: Path, tmp_path: Path) -> None:
    talk = Terminal("play", shop, "--seed", "1", "--lang", "ru", state=tmp_path / "state", columns=120)
    prompt = "Номер, ключ или команда (помощь)> "
    talk.until(prompt)
    talk.say("why boast")
    assert "  Boast: Хвалиться нечем: монет 0 из 3. (ruleset.yaml:16)" in talk.until(prompt)
    talk.say("quit")
    assert talk.end() == 0


def test_the_part_of_a_requirement_that_fails_is_told_to_its_end(shop: Path) -> None:
    long = "require my clay < 99 and (my coin + my wood >= 40 or my wood + my clay > my coin or size(my city) > 2)"
    (shop / "ruleset.yaml").write_text(SHOP.replace("require my coin >= 40", long), encoding="utf-8")
    assert answer(begun(shop), "put tent r1c1")[1] == (
        "  Put tent r1c1: the rule demands: your coin + your wood is at least 40 (needs at least 40, has 0) or your "
        "wood + your clay is more than your coin (needs more than 0, has 0) or the number of your city is more than 2 "
        "(needs more than 2, has 0) (ruleset.yaml:19)"
    )

"""Changes of the rules: which there are, which of them a scenario notices, and that a bound holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.coverage.mutating import Mutation, mutate, mutations
from interpreter.diagnostics import RulesetError
from interpreter.loading.source import Folder, folder_from_text

RULES = """# file: ruleset.yaml
game: {id: example, players: [2]}
resources: {coin: {}, wood: {}}
pieces: {hut: {start: row, attributes: {cost: int}, kinds: {inn: {cost: 2}, mill: {cost: 3}}}}
zones: {row: {pieces: hut}, town: {pieces: hut, per: player}}
phases:
  game:
    do: |
      each of players does { do turn }
      end game
  turn: {do: 'may buy { choose x in row; pay x.cost coin; move x to my town }'}
rules: {tax: 'after turn if my coin > 5 { lose 1 coin }'}
scoring: {categories: {all: {worth: p.coin}}}
hints: {rich: p.coin * 7}
# file: scenarios/all.yaml
- id: an-inn-costs-two
  players: 2
  given: {phase: turn, actor: a, a: {coin: 4}}
  do: [a: buy inn]
  expect: {a: {coin: 2, town: [inn]}, phase_over: true}
"""


def game(more: str = "") -> Folder:
    return folder_from_text(RULES + more, Path("example"))


def said(change: Mutation) -> tuple[str, str, str]:
    return change.kind, " ".join(change.span.text.split()), change.text


def test_each_kind_of_change_is_made() -> None:
    found = {said(change) for change in mutations(game())}
    assert {
        ("pay for gain", "pay", "gain"),
        ("lose for gain", "lose", "gain"),
        ("one more", "1", "2"),
        ("one less", "5", "4"),
        ("swapped", "2", "3"),
        ("before for after", "after", "before"),
        ("flipped", ">", "<="),
        ("dropped", "move x to my town", "require true"),
    } <= found
    assert not [change for change in found if "7" in change[1:]]  # hints are no rules


def test_a_change_of_what_a_scenario_shows_is_noticed_and_others_are_told() -> None:
    report = mutate(game(), 1000)
    noticed = {said(t.mutation): t.by for t in report.tried}
    assert noticed["pay for gain", "pay", "gain"] == "an-inn-costs-two"
    assert noticed["swapped", "2", "3"] == "an-inn-costs-two"
    unnoticed = {said(change) for change in report.unnoticed}
    assert {("flipped", ">", "<="), ("lose for gain", "lose", "gain")} & unnoticed
    assert report.scenarios == 1 and len(report.tried) == report.possible
    assert [c.span.line for c in report.unnoticed] == sorted(c.span.line for c in report.unnoticed)


def test_the_same_are_tried_for_a_seed_and_any_number_of_processes() -> None:
    one, two = (mutate(game(), 6, seed=3, jobs=jobs) for jobs in (1, 2))
    assert one.as_json() == two.as_json()
    assert one.as_json() != mutate(game(), 6, seed=4).as_json()


def test_no_more_is_begun_when_the_time_is_up() -> None:
    report = mutate(game(), 10, seconds=0)
    assert report.interrupted and len(report.tried) < 10


def test_a_module_is_changed_for_its_own_scenarios() -> None:
    module = """# file: modules/gift/module.yaml
module: {id: gift}
rules: {add: {gift: 'after turn { gain 1 wood }'}}
# file: modules/gift/scenarios/gift.yaml
- id: a-gift
  given: {phase: turn, actor: a, a: {coin: 4}}
  do: [a: skip buy]
  expect: {a: {wood: 1}}
"""
    report = mutate(game(module), 1000)
    of_module = {said(t.mutation): t.by for t in report.tried if t.mutation.module == "gift"}
    assert of_module["gain for pay", "gain", "pay"] == "check"
    assert of_module["one more", "1", "2"] == "a-gift"


@pytest.mark.parametrize("text", ["game: {id: example}\n", RULES.replace("an-inn-costs-two", "an inn")])
def test_a_ruleset_with_mistakes_is_refused(text: str) -> None:
    with pytest.raises(RulesetError):
        mutate(folder_from_text(text), 5)

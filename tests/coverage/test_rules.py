"""The rulebook of a ruleset: read, counted, and looked up from the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from interpreter.coverage.rules import Rulebook, read_rulebook
from interpreter.diagnostics import Diagnostics
from interpreter.loading.source import folder_from_text, read_folder, shipped_games
from tests.cli.running import run

ROOT = Path(__file__).parents[2]
RULES = """# file: ruleset.yaml
game: {id: well, players: [2], seats: [a, b]}
resources: {water: {}}
phases:
  game: {do: 'each of players does { do one of work }; end game'}
menus: {work: {}}
actions:
  dip:  {menu: work, do: gain 1 water}                 # WE-1, WE-3 to WE-5
  rest: {menu: work, do: gain 0 water}                 # WE-11
# file: not_built.yaml
WE-4: nobody looks
# file: rulebook/rules.yaml
Turns:
  WE-1: You may draw water.
  WE-2: {rule: The well never runs dry., scope: solo, source: page 3, note: a note}
End:
  WE-3: Who has most water wins.
  WE-4: Ties are broken by thirst.
  WE-11: You may rest.
# file: scenarios/a.yaml
- {id: one, rules: [WE-1, WE-3], do: [{a: dip}], expect: {a: {water: 1}}}
- {id: two, rules: [WE-1, WE-9], do: [{a: dip}], expect: {a: {water: 1}}}
# file: modules/deep/module.yaml
module: {id: deep}
# file: modules/deep/rulebook/more.yaml
Depth:
  WE-20: The deep well gives two.
# file: modules/deep/scenarios/b.yaml
- {id: three, rules: [WE-20], do: [{a: dip}], expect: {a: {water: 1}}}
"""


def read(text: str = RULES) -> tuple[Rulebook, Diagnostics]:
    found = Diagnostics()
    return read_rulebook(folder_from_text(text), found), found


def test_rules_are_read_with_what_shows_them() -> None:
    book, found = read()
    assert not found.has_errors and list(book.rules) == ["WE-1", "WE-2", "WE-3", "WE-4", "WE-11", "WE-20"]
    second = book.rules["WE-2"]
    assert (second.heading, second.text) == ("Turns", "The well never runs dry.")
    assert (second.scope, second.source, second.note) == ("solo", "page 3", "a note")
    assert [name for name, _ in book.shown["WE-1"]] == ["one", "two"]
    assert book.counts() == {"rules": 6, "shown": 3, "not_built": 1, "neither": 2}
    assert [rule.id for rule in book.missing] == ["WE-2", "WE-11"] and book.unknown == ["WE-9"]


@pytest.mark.parametrize(
    ("id", "lines"), [("WE-1", ["dip"]), ("WE-4", ["dip"]), ("WE-11", ["rest"]), ("WE-2", []), ("WE-6", [])]
)
def test_places_are_lines_whose_comments_name_the_rule(id: str, lines: list[str]) -> None:
    book, _ = read()
    assert [span.text.strip().partition(":")[0] for span in book.places(id)] == lines


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("WE-3: Who has most water wins.", "WE-3: {rul: Who has most water wins.}", "E101"),
        ("WE-3: Who", "WE-3: [Who]\n  WE-31: Who", "E103"),
        ("  WE-11: You may rest.", "  WE-11: You may rest.\nDepth:\n  WE-20: Again.", "E011"),
    ],
)
def test_mistakes_of_a_rulebook_are_told(old: str, new: str, code: str) -> None:
    assert old in RULES
    _, found = read(RULES.replace(old, new))
    assert code in [d.code for d in found] and all(d.span is not None for d in found)


@pytest.mark.parametrize("game", shipped_games())
def test_every_rule_of_the_shipped_games_is_shown_or_declared(game: str) -> None:
    folder = read_folder(ROOT / "rulesets" / game, Diagnostics())
    assert folder is not None
    found = Diagnostics()
    book = read_rulebook(folder, found)
    assert not list(found) and book.rules and not book.missing and not book.unknown
    plain = yaml.safe_load((ROOT / "rulesets" / game / "rulebook" / "rules.yaml").read_text(encoding="utf-8"))
    assert sum(len(rules) for rules in plain.values()) == len(book.rules)


def test_the_example_of_the_page_is_a_rulebook() -> None:
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^```yaml rulebook\n(.*?)^```$", page, re.M | re.S)
    book, found = read(f"# file: ruleset.yaml\ngame: {{id: orchard}}\n# file: rulebook/rules.yaml\n{text}")
    assert not list(found) and list(book.rules) == ["OR-12", "OR-13", "OR-20"]


# ---- from the command line


@pytest.fixture
def well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, source in folder_from_text(RULES).files.items():
        path = tmp_path / "well" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source.text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "well"


def test_coverage_counts_rules(well: Path) -> None:
    told = run("coverage", "well", "--rules")
    assert "6 rules: 3 shown by a scenario, 1 declared not built, 2 neither" in told.out
    assert "WE-2  The well never runs dry." in told.out and "WE-3" not in told.out and "WE-9" in told.out
    assert "WE-3" in run("coverage", "well", "--rules", "--all").out
    values = json.loads(run("coverage", "well", "--rules", "--format", "json").out)
    assert (values["neither"], values["missing"], values["unknown"]) == (2, ["WE-2", "WE-11"], ["WE-9"])
    assert run("coverage", "well", "--rules", "--simulate", 3).code == 2
    (well / "rulebook" / "rules.yaml").unlink()
    (well / "modules" / "deep" / "rulebook" / "more.yaml").unlink()
    assert "has no rulebook" in run("coverage", "well", "--rules").err


def test_a_rule_is_explained(well: Path) -> None:
    told = run("explain", "well", "WE-4").out
    assert "Ties are broken by thirst." in told and "not built: nobody looks" in told
    assert "No scenario shows it." in told and "ruleset.yaml:8" in told
    assert "one" in run("explain", "well", "WE-3").out
    assert run("explain", "well", "WE-99").code == 2
    assert run("explain", "PR-104").out.startswith("PR-104  Captain\nA ship carries only one kind.")


def test_scenarios_of_a_rule_are_run(well: Path) -> None:
    told = run("test", "well", "--rule", "WE-1", "--verbose")
    assert told.code == 0 and told.out.startswith("WE-1  You may draw water.\n")
    assert "one" in told.out and "two" in told.out and "three" not in told.out
    assert "no scenario shows WE-2" in run("test", "well", "--rule", "WE-2").err
    assert run("test", "well", "--rule", "WE-1", "--with", "deep").code == 2


def test_a_misspelt_rule_of_a_scenario_is_remarked_on(well: Path) -> None:
    told = run("check", "well")
    assert "L697" in told.out and "WE-9" in told.out

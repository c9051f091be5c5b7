"""`coverage` on the command line: what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.screen.measures import MEASURES
from interpreter.coverage import CATEGORIES
from tests.cli.running import run


def test_what_never_happened_is_first(tiny: Path) -> None:
    outcome = run("coverage", tiny, "--simulate", 20, "--seed", 1)
    assert outcome.code == 0
    head, never, summary = (outcome.out.index(t) for t in ("20 games", "Scenarios", "How much ran"))
    assert head < never < summary


def test_json_has_everything(tiny: Path) -> None:
    outcome = run("coverage", tiny, "--format", "json")
    data = json.loads(outcome.out)
    assert outcome.code == 0 and list(data["runs"]) == ["scenarios"]
    assert {e["category"] for e in data["entries"]} <= set(CATEGORIES)
    assert all(e["line"] >= 1 and e["file"].endswith(".yaml") for e in data["entries"])


def test_source_is_marked(tiny: Path) -> None:
    outcome = run("coverage", tiny, "--source", "--no-scenarios", "--simulate", 10)
    assert outcome.code == 0
    texts = [line.split(" │ ", 1) for line in outcome.out.splitlines() if " │ " in line]
    files = {p: p.read_text(encoding="utf-8").splitlines() for p in tiny.glob("*.yaml")}
    assert [text for _, text in texts] == [line for p in sorted(files) for line in files[p] if p.name in outcome.out]
    assert any(mark.strip().split()[0].isdigit() for mark, _ in texts if len(mark.split()) == 2)


def test_russian(tiny: Path) -> None:
    outcome = run("coverage", tiny, "--lang", "ru")
    assert outcome.code == 0 and "Сколько выполнено" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--no-scenarios"], "--simulate"),
        (["--file", "x"], "--source"),
        (["--source", "--file", "nowhere"], "nowhere"),
        (["--lang", "xx"], "--lang"),
        (["--format", "csv"], "--format"),
        (["--simulate", "5", "--bots", "greddy"], "greedy"),
        (["--players", "40"], "40"),
        (["--with", "no_such"], "no_such"),
    ],
)
def test_wrong_use(tiny: Path, arguments: list[str], said: str) -> None:
    outcome = run("coverage", tiny, *arguments)
    assert outcome.code == 2 and said in outcome.err + outcome.out


def test_a_failing_scenario_is_a_fault(tiny: Path) -> None:
    scenario = next((tiny / "scenarios").glob("*.yaml"))
    scenario.write_text(scenario.read_text(encoding="utf-8").replace("expect:", "expect:\n    xyzzy: 1", 1), "utf-8")
    assert run("coverage", tiny).code == 1


def test_every_language_has_every_phrase() -> None:
    assert {frozenset(phrases) for phrases in MEASURES.values()} == {frozenset(MEASURES["en"])}
    assert set(CATEGORIES) <= set(MEASURES["en"])


def test_a_module_from_elsewhere_brings_its_scenarios(tiny: Path, tmp_path: Path) -> None:
    home = tmp_path / "gifts"
    (home / "scenarios").mkdir(parents=True)
    (home / "module.yaml").write_text("module: {id: gifts}\nscoring: {add: {categories: {gifts: {worth: '0'}}}}\n")
    scenario = "- id: nothing\n  given: {}\n  expect: {over: false}\n"
    (home / "scenarios" / "gifts.yaml").write_text(scenario, encoding="utf-8")
    runs = [json.loads(run("coverage", tiny, *more, "--format", "json").out)["runs"] for more in ([], ["--with", home])]
    assert runs[1]["scenarios"]["scenarios"] == runs[0]["scenarios"]["scenarios"] + 1

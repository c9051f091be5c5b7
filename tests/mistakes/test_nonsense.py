"""Provable nonsense is told where it stands, and nothing is said of the games that ship."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
import yaml
from _pytest.mark.structures import ParameterSet

from interpreter.checking.variants import check_all
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.language import lints
from interpreter.loading.source import folder_from_text
from interpreter.ruleset import Ruleset
from interpreter.scenarios.checking import check_scenarios
from tests.shipped import shipped_with_quick

HERE = Path(__file__).parent / "nonsense"
FILES = ("ruleset.yaml", "scenarios/all.yaml")
NONSENSE = ("E390", *(f"L{n}" for n in range(650, 700)))


@dataclass(frozen=True)
class Case:
    """One change of the game. also: further changes that it needs. at: words of the lines where it may be told."""

    kind: str
    was: str
    new: str
    file: str
    also: tuple[tuple[str, str], ...]
    at: str

    def text(self) -> tuple[str, set[int]]:
        """The game with the change, and the lines at which it has to be told."""
        files = {name: (HERE / name).read_text(encoding="utf-8") for name in FILES}
        for old, new in self.also:
            assert old in files[self.file], old
            files[self.file] = files[self.file].replace(old, new, 1)
        assert self.was in files[self.file], self.was
        start = files[self.file].index(self.was)
        files[self.file] = files[self.file].replace(self.was, self.new, 1)
        whole = "".join(f"# file: {name}\n{files[name]}" for name in FILES)
        text = f"\n{files[self.file]}"  # a place counts from the line that names its file
        if self.at:
            return whole, {n for n, line in enumerate(text.split("\n"), 1) if self.at in line}
        first, last = (text.count("\n", 0, 1 + at) + 1 for at in (start, start + len(self.new)))
        return whole, {*range(first, last + 1)}


def cases() -> list[Case]:
    found = yaml.safe_load(HERE.with_suffix(".yaml").read_text(encoding="utf-8"))
    return [
        Case(
            case["kind"],
            case["was"],
            case["is"],
            case.get("file", FILES[0]),
            tuple(cast("tuple[str, str]", tuple(case[key])) for key in ("also", "also2") if key in case),
            case.get("at", ""),
        )
        for case in found
    ]


def told(text: str) -> list[Diagnostic]:
    """All that `check` says of a ruleset and its scenarios."""
    found = Diagnostics()
    ruleset = Ruleset(folder_from_text(text), diagnostics=found)
    assert ruleset.model is not None and ruleset.documents is not None, list(found)
    check_all(ruleset.model, found)
    for _ in check_scenarios(ruleset.model, ruleset.documents, found):
        pass
    return list(found)


def test_the_game_itself_is_fine() -> None:
    assert told("".join(f"# file: {name}\n{(HERE / name).read_text(encoding='utf-8')}" for name in FILES)) == []


def marked() -> Iterator[ParameterSet]:
    """All cases; the first of each kind is run every time."""
    kinds: set[str] = set()
    for case in cases():
        marks = (pytest.mark.slow,) if case.kind in kinds else ()
        kinds.add(case.kind)
        yield pytest.param(case, id=f"{case.kind}: {case.new[:40]}", marks=marks)


@pytest.mark.parametrize("case", list(marked()))
def test_nonsense_is_told_at_its_line(case: Case) -> None:
    text, lines = case.text()
    found = told(text)
    places = {s.line for d in found for s in (d.span, *(place for place, _ in d.related)) if s is not None}
    assert places & lines, (sorted(lines), [(d.code, d.message, str(d.span)) for d in found])


@pytest.mark.parametrize("game", shipped_with_quick("puerto_rico"))
def test_nothing_of_it_is_said_of_the_shipped_games(game: str) -> None:
    folder = Path("rulesets") / game
    modules = sorted(p.name for p in (folder / "modules").glob("*/")) if (folder / "modules").is_dir() else []
    for chosen in ((), *((name,) for name in modules)):
        found = Diagnostics()
        model = Ruleset(game, chosen, found).model
        assert model is not None
        said = Diagnostics()
        lints.check(model, said)
        assert [(d.code, d.message, str(d.span)) for d in said if d.code in NONSENSE] == [], chosen

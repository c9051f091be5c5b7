"""The section `allow`: lints that are left with a reason, and allowances that meet none."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.checking.checkup import check_ruleset
from interpreter.diagnostics import Diagnostic, Diagnostics

GAME = """game: {id: example, players: [2, 3]}
resources: {coin: {}, gem: {}}
procedures: {harvest: {do: end game}}
phases: {game: {do: end game}}
"""
TEXTS = "names: {coin: coins, gem: gems, exampel: Example}\n"
MODULE = "module: {id: fair}\nprocedures: {add: {sell: {do: end game}}}\n"


def told(folder: Path, rules: str, *modules: str, module: str = MODULE) -> list[tuple[str, str]]:
    """Codes of what is told of a ruleset, each with the text that it marks."""
    for name, text in {"a.yaml": rules, "texts/en.yaml": TEXTS, "modules/fair/module.yaml": module}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    found = Diagnostics()
    check_ruleset(folder, modules, found)
    return sorted(map(_short, found))


def _short(d: Diagnostic) -> tuple[str, str]:
    assert d.span is not None
    return d.code, d.span.text


def allow(lint: str, names: str) -> str:
    return f"allow:\n  meant: {{lint: {lint}, names: {names}, reason: it is meant so}}\n"


EVERYTHING = [("L601", "coin"), ("L601", "gem"), ("L601", "harvest"), ("L603", "exampel")]


def test_without_an_allowance_all_is_told(tmp_path: Path) -> None:
    assert told(tmp_path, GAME) == EVERYTHING


def test_one_name_or_several_of_one_lint_are_allowed(tmp_path: Path) -> None:
    assert told(tmp_path, GAME + allow("L601", "gem")) == [e for e in EVERYTHING if e[1] != "gem"]
    assert told(tmp_path, GAME + allow("L601", "[coin, gem]")) == EVERYTHING[2:]


def test_to_name_a_thing_in_an_allowance_is_no_use_of_it(tmp_path: Path) -> None:
    assert told(tmp_path, GAME + allow("L603", "exampel")) == EVERYTHING[:3]
    assert told(tmp_path, allow("L603", "exampel") + GAME) == EVERYTHING[:3]


@pytest.mark.parametrize(("lint", "name"), [("L601", "game"), ("L605", "coin"), ("L603", "gem")])
def test_an_allowance_of_nothing_is_told_at_its_name(tmp_path: Path, lint: str, name: str) -> None:
    assert told(tmp_path, GAME + allow(lint, f"[{name}]")) == [*EVERYTHING, ("L618", name)]


def test_what_the_ruleset_allows_may_be_needless_with_a_module(tmp_path: Path) -> None:
    user = MODULE.replace("do: end game", "do: do harvest") + "phases: {patch: {game: {do: do sell}}}\n"
    rules = GAME + allow("L601", "[coin, gem, harvest]")
    assert told(tmp_path, rules, "fair", module=user) == [("L603", "exampel")]


def test_modules_allow_what_they_add(tmp_path: Path) -> None:
    more = MODULE + "allow: {add: {own: {lint: L601, names: [sell], reason: others sell}}}\n"
    assert told(tmp_path, GAME, "fair") == sorted([*EVERYTHING, ("L601", "sell")])
    assert told(tmp_path, GAME, "fair", module=more) == EVERYTHING
    needless = more.replace("[sell]", "[sell, buy]")
    assert told(tmp_path, GAME, "fair", module=needless) == [*EVERYTHING, ("L618", "buy")]


@pytest.mark.parametrize(
    "entry",
    [
        "{lint: L601, names: gem}",
        "{lint: L601, names: gem, reason: ''}",
        "{lint: L601, reason: it is meant so}",
        "{lint: E301, names: gem, reason: it is meant so}",
        "{lint: L618, names: gem, reason: it is meant so}",
        "{lint: L601, names: [], reason: it is meant so}",
    ],
)
def test_an_allowance_says_what_and_why(tmp_path: Path, entry: str) -> None:
    assert any(code.startswith("E1") for code, _ in told(tmp_path, GAME + f"allow: {{meant: {entry}}}\n"))

"""The README tells the truth: its commands are targets, its Python runs, its links and paths exist."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import interpreter.api

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(language: str) -> list[str]:
    """The fenced blocks of the README in one language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_python_of_the_readme_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`rulewright` is the installed name of interpreter.api; tests/test_packaging.py shows that it is installed so."""
    monkeypatch.setitem(sys.modules, "rulewright", interpreter.api)
    (script,) = blocks("python")
    assert 8 <= len(script.strip().splitlines()) <= 12
    names: dict[str, object] = {}
    exec(compile(script, "README.md", "exec"), names)
    assert getattr(names["state"], "is_over", False)
    assert capsys.readouterr().out.strip()


def test_commands_of_the_readme_are_targets() -> None:
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    assert commands == ["make play", "make simulate", "make test"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in commands:
        assert re.search(rf"^{command.removeprefix('make ')}:", makefile, re.MULTILINE)


def test_ci_runs_the_very_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert script[-3:] == ["make lint", "make test", "make test-slow"]
    assert "set -euo pipefail" in script


def test_the_quick_tests_are_there() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    (names,) = re.findall(r"^QUICK := (.*)$", text, re.MULTILINE)
    assert len(names.split()) > 5
    assert [name for name in names.split() if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    assert [link for link in links if link and not (page.parent / link).exists()] == []


def test_the_map_names_what_there_is() -> None:
    rows = [line for line in README.splitlines() if line.startswith("| `")]
    paths = [name for row in rows for name in re.findall(r"`([a-z_/]+/)`", row.split("|")[1])]
    assert len(paths) > 8
    assert [name for name in paths if not ((ROOT / name).is_dir() or (ROOT / "interpreter" / name).is_dir())] == []

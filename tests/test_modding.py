"""The tutorial docs/modding.md, step by step: its files are written, its commands run, in the order of the page."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.running import run

PAGE = Path(__file__).parents[1] / "docs" / "modding.md"
_FENCE = re.compile(r"^```(yaml|sh)([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"^# file: (\S+)\n")


def test_every_step_of_the_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = 0
    for kind, words, text in _FENCE.findall(PAGE.read_text(encoding="utf-8")):
        if kind == "yaml":
            file = _FILE.match(text)
            assert file is not None, f"no `# file:` above {text[:60]!r}"
            target = tmp_path / file[1]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text[file.end() :], encoding="utf-8")
            continue
        for line in text.splitlines():
            program, *arguments = shlex.split(line)
            assert program == "rulewright"
            found = run(*arguments)
            commands += 1
            failing = words.split()[1:] if words.split()[:1] == ["fails"] else []
            said = found.out + found.err
            assert found.code == (1 if failing else 0), f"{line}\n{said[-2000:]}"
            assert all(code in said for code in failing), f"{line}\n{said[-2000:]}"
    assert commands > 12


def test_scenarios_of_the_tutorial_show_what_the_module_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bakery's own scenarios are run with it, and what is no longer true is named."""
    monkeypatch.chdir(tmp_path)
    for _, _, text in _FENCE.findall(PAGE.read_text(encoding="utf-8")):
        file = _FILE.match(text)
        if file is not None and file[1].startswith("bakery_module/"):
            target = tmp_path / file[1]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text[file.end() :], encoding="utf-8")
    said = run("test", "puerto_rico", "--with", "./bakery_module", "--verbose").out
    assert "bread-for-coins" in said and "no-corn-no-bread" in said
    assert "no longer true with ./bakery_module: setup_3" in said
    assert not any(f"FAILS {name}" in said for name in ("bread-for-coins", "no-corn-no-bread"))

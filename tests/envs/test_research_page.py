"""docs/research.md and its notebook tell the truth: every example runs, and every public name stands on the page."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

import interpreter.api
import interpreter.api.envs
import interpreter.envs as envs
from interpreter.native.building import compiler
from tests.envs.games import KUHN

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "research.md").read_text(encoding="utf-8")

for needed in ("numpy", "pettingzoo", "gymnasium", "pyspiel"):
    pytest.importorskip(needed, reason="environments are left out: the extra `research` is not installed")
pytestmark = [
    pytest.mark.skipif(compiler() is None, reason="there is no C compiler"),
    pytest.mark.xdist_group("envs"),
]


@pytest.fixture(autouse=True)
def as_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a checkout the package is called otherwise."""
    monkeypatch.setitem(sys.modules, "rulewright", interpreter.api)
    monkeypatch.setitem(sys.modules, "rulewright.envs", interpreter.api.envs)


def test_the_examples_run_one_after_another(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) >= 5
    for block in blocks:
        exec(compile(block, "docs/research.md", "exec"), names)
    assert "True [(0, " in capsys.readouterr().out


@pytest.mark.slow
def test_the_notebook_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"KUHN": str(KUHN)}
    cells = json.loads((DOCS / "research.ipynb").read_text(encoding="utf-8"))["cells"]
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"docs/research.ipynb, cell {number}", "exec"), names)
    assert capsys.readouterr().out.rstrip().endswith("0.4583333333333333")
    assert float(str(names["correlation"])) > 0.2


def test_every_public_name_stands_on_the_page() -> None:
    assert [name for name in envs.__all__ if f"`{name}`" not in PAGE] == []
    for reward in envs.REWARDS:
        assert f"`{reward}`" in PAGE

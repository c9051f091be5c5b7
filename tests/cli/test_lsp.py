"""`rulewright lsp` where its library is missing."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app


def test_without_pygls_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls", None)
    for name in [n for n in sys.modules if n.startswith(("cli.editor", "pygls."))]:
        monkeypatch.delitem(sys.modules, name)
    result = CliRunner().invoke(app, ["lsp"])
    assert result.exit_code == 2
    assert "pip install 'rulewright[editor]'" in result.output


def test_the_schemas_are_where_it_says() -> None:
    folder = Path(CliRunner().invoke(app, ["lsp", "--schemas"]).output.strip())
    assert (folder / "ruleset.schema.json").is_file()


def test_the_settings_of_the_page_start_this_command() -> None:
    page = (Path(__file__).parents[2] / "docs" / "editor.md").read_text(encoding="utf-8")
    (settings,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    read = json.loads(settings)
    assert [read["glspc.server.command"], *read["glspc.server.commandArguments"]] == ["rulewright", "lsp"]
    assert read["glspc.server.languageId"] == ["yaml"]
    (lua,) = re.findall(r"```lua\n(.*?)```", page, re.DOTALL)
    assert 'cmd = { "rulewright", "lsp" }' in lua
    assert all(lua.count(a) == lua.count(b) for a, b in ("()", "{}"))

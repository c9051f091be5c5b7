"""`rulewright lsp` where its library is missing."""

from __future__ import annotations

import sys

import pytest
from typer.testing import CliRunner

from cli.main import app


def test_without_pygls_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls", None)
    for name in [n for n in sys.modules if n.startswith(("cli.editor", "pygls."))]:
        monkeypatch.delitem(sys.modules, name)
    result = CliRunner().invoke(app, ["lsp"])
    assert result.exit_code == 2
    assert "pip install 'rulewright[editor]'" in result.output

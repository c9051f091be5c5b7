"""How commands end when what goes wrong is no ruleset: Ctrl-C, closed streams, faults of rulewright itself."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import interpreter as rw
import interpreter.analysis.simulate  # noqa: F401
from cli.internal import kept, lines_of
from interpreter.game import Game
from interpreter.program import Program
from interpreter.runtime.machine import Machine
from tests.cli.running import ROOT, Outcome, run
from tests.players.games import ORCHARD

PATIENCE = 120
"""Seconds that anything may take before a test fails."""


def started(code: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False, **more
    )


@pytest.mark.parametrize("module", ["cli.app", "typer", "cli.commands.show", "rich.console", "interpreter.pipeline"])
def test_ctrl_c_while_modules_are_imported_is_quiet(module: str) -> None:
    ended = started(f"""
import os, signal, sys
from cli.main import main
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
sys.argv = ["rulewright", "show", {str(ORCHARD)!r}]
main()
""")
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("show {game} --python | head -1", 1),
        ("explain E301 L607 E405 | true", 1),
        ("nonsense 2>&1 | true", 2),
        ("show {game} --players 9 2>&1 | true", 2),
        ("show {game} >&-", 0),
        ("play {game} --seed 1 <&- >/dev/null", 0),
        ("check {game} 2>&- >&- <&-", 0),
    ],
)
def test_closed_streams_are_no_fault(line: str, code: int) -> None:
    command = f"set -o pipefail; {sys.executable} -m cli.main {line.format(game=ORCHARD)}"
    ended = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    # Whether a pipe is closed before all is written is for the system to say.
    assert ended.returncode in (0, 1, code)
    assert "Traceback" not in ended.stderr and "Exception ignored" not in ended.stderr


@pytest.mark.parametrize("name", ["ascii", "latin-1"])
def test_letters_that_the_output_does_not_know_are_no_fault(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "sad"
    folder.mkdir()
    text = ORCHARD.read_text("utf-8").replace("doze:", "doze: {menu: work, do: nothing, name: сад}\n  nap:")
    (folder / "ruleset.yaml").write_text(text, "utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": name, "LANG": "C", "LC_ALL": "C"}
    for line in (["check", folder, "--format", "json"], ["check", folder], ["show", ORCHARD, "--lang", "ru"]):
        ended = subprocess.run(
            [sys.executable, "-m", "cli.main", *map(str, line)], cwd=ROOT, capture_output=True, timeout=PATIENCE,
            check=False, env=environment,
        )  # fmt: skip
        assert ended.returncode in (0, 1) and b"Traceback" not in ended.stderr
        if "json" in line:
            assert "name" in str(json.loads(ended.stdout.decode(name)))


# ---- faults of our own


def told_as_ours(outcome: Outcome, what: str) -> str:
    """Check that an outcome is told as a fault of rulewright; what its report says."""
    assert outcome.code == 70
    assert "rulewright itself has failed, and not your files" in outcome.err and "at fault" not in outcome.err
    path = re.search(r"the file (\S+\.txt)", outcome.err.replace("\n", ""))
    assert path is not None
    report = Path(path[1]).read_text("utf-8")
    Path(path[1]).unlink()
    assert what in outcome.err and what in report
    assert "Traceback" in report and "Python 3" in report and "command: " in report
    return report


@pytest.mark.parametrize("verb", ["show", "explain", "rules", "simulate", "play", "coverage", "compare"])
def test_a_fault_of_our_own_is_told_as_one(monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    def broken(*_: object) -> None:
        raise KeyError("nobody foresaw this")

    monkeypatch.setattr("interpreter.language.check.check", broken)
    folder = str(ORCHARD.parent / "orchard.yaml")
    more = {"explain": ["plant"], "compare": ["--versus", "x=1"]}.get(verb, [])
    monkeypatch.setattr("interpreter.compiled.stored", lambda key: None)
    assert "nobody foresaw this" in told_as_ours(run(verb, folder, *more), "KeyError at interpreter/ruleset.py:")


def damaged(program: Program, into: str) -> Program:
    """The program with one function that does something nobody meant."""
    return replace(
        program, source=program.source + f"\ndef broken(s, f):\n    {into}\n\nCODE[:] = [broken] * len(CODE)\n"
    )


@pytest.mark.parametrize("line", ["no_such_name", "return 1 + ''", "return {}[s[1]]", "a, b = (1,)", "return int('x')"])
def test_a_mistake_in_generated_code_is_not_called_a_fault_of_the_ruleset(
    monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    sound = rw.load(ORCHARD, 2)
    program = damaged(sound.program, line)
    game = Game(sound.id, sound.model, program, lambda: Machine(program))
    monkeypatch.setattr(rw, "load", lambda *_, **__: game)
    monkeypatch.setattr(sys.modules["interpreter.analysis.simulate"], "load", lambda *_, **__: game)
    report = told_as_ours(run("simulate", ORCHARD, "--games", "3", "--jobs", "1"), "Error at interpreter/")
    assert "game 0" in report
    told_as_ours(run("play", ORCHARD, "--seed", "1"), "Error at interpreter/")


def test_what_the_checker_should_have_seen_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = rw.load(ORCHARD, 2)
    program = damaged(sound.program, "return 1")
    monkeypatch.setattr(rw, "load", lambda *_, **__: Game(sound.id, sound.model, program, lambda: Machine(program)))
    told_as_ours(run("play", ORCHARD, "--seed", "1"), "GameFault at ")


def test_where_no_report_can_be_kept_it_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr("tempfile.mkstemp", full)
    try:
        raise LookupError("here")
    except LookupError as error:
        first, _, text = lines_of(kept(error))
    assert "LookupError at " in first and "Traceback" in text
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

"""What reaches a terminal, a page or another program can only be read."""

from __future__ import annotations

import ast
import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table
from rich.text import Text

from cli.screen import console
from cli.screen.documents import html
from interpreter.visible import HIDDEN, HIDDEN_IN_NAMES, clean, clean_name
from tests.cli.running import ROOT, run

OSC_52 = "\x1b]52;c;cm0gLXJmIH4=\x07"
"""It would put `rm -rf ~` on the clipboard."""
HOSTILE = f"[red]{OSC_52}\x1b[2J\x9b31m\r\u202egnp.exe\u2066\u200b\x08\x7f[/red][link=http://x]y[/link]:smile:"


def is_clean(text: str) -> bool:
    return HIDDEN.search(text) is None


@given(st.text())
def test_cleaning_leaves_nothing_hidden_and_all_that_can_be_read(text: str) -> None:
    assert is_clean(clean(text)) and HIDDEN_IN_NAMES.search(clean_name(text)) is None
    assert len(clean(text)) == len(text)
    if is_clean(text):
        assert clean(text) == text


@pytest.mark.parametrize("stream", [console.out, console.err], ids=["out", "err"])
def test_whatever_is_printed_comes_out_clean(stream: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert callable(stream)
    screen = stream()
    table = Table(HOSTILE, title=HOSTILE)
    table.add_row(HOSTILE)
    for thing in (HOSTILE, Text(HOSTILE, style="bold"), table):
        screen.print(thing, soft_wrap=True)
    screen.print(HOSTILE, style="red")
    written = "".join(capsys.readouterr())
    assert is_clean(written) and "[red]" in written and "gnp.exe" in written


def test_a_terminal_still_gets_its_colours_and_nothing_else() -> None:
    file = io.StringIO()
    screen = console.CleanConsole(file=file, force_terminal=True, color_system="standard", markup=False, width=200)
    screen.print(Text(f"a{OSC_52}b", style="bold"))
    assert file.getvalue() == "\x1b[1ma\ufffd]52;c;cm0gLXJmIH4=b\x1b[0m\n"


@given(st.text() | st.just(HOSTILE))
def test_json_is_clean_and_says_the_same(text: str) -> None:
    shown = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", shown)
        console.print_json({text: [text]})
    assert is_clean(shown.getvalue())
    assert json.loads(shown.getvalue()) == {text: [text]}


def test_questions_are_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("builtins.input", lambda question: asked.append(question) or "yes")  # type: ignore[func-returns-value]
    assert console.ask(HOSTILE) == "yes"
    assert is_clean(asked[0])


def test_nothing_writes_past_the_console() -> None:
    """`print`, `input` and the streams themselves are used in one file."""
    found = set()
    for path in sorted((ROOT / "cli").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func)
                if name in ("print", "input", "typer.echo", "sys.stdout.write", "sys.stderr.write", "Console"):
                    found.add((path.relative_to(ROOT).as_posix(), name))
    assert {place for place in found if place[0] != "cli/screen/console.py"} == {
        ("cli/main.py", "sys.stderr.write"),  # before anything is loaded, and clean
        ("cli/commands/explain.py", "print"),  # an empty line
        ("cli/commands/lsp.py", "print"),  # where the schemas lie
    }


# ---- what comes from files


def test_what_a_log_holds_is_shown_clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "log.jsonl"
    header = {"rulewright": 1, "game": HOSTILE, "version": HOSTILE, "modules": [HOSTILE], "options": {HOSTILE: HOSTILE},
              "players": 2, "seed": 1, "seats": {HOSTILE: HOSTILE}, "files": {HOSTILE: HOSTILE}}  # fmt: skip
    for game in (HOSTILE, "puerto_rico"):
        for modules in ([HOSTILE], []):
            for options in ({HOSTILE: HOSTILE}, {}):
                head = header | {"game": game, "modules": modules, "options": options}
                path.write_text(f"{json.dumps(head, ensure_ascii=False)}\n{json.dumps([HOSTILE, HOSTILE])}\n")
                for more in ((), ("--force",)):
                    outcome = run("replay", path, *more)
                    assert outcome.code in (1, 2) and outcome.err
                    assert is_clean(outcome.out + outcome.err)


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", HOSTILE), ("explain", "puerto_rico", HOSTILE), ("explain", HOSTILE), ("new", "game", HOSTILE),
        ("check", "puerto_rico", "--with", HOSTILE), ("simulate", "puerto_rico", "--bots", HOSTILE),
        ("play", "puerto_rico", "--seat", HOSTILE), ("play", "puerto_rico", "--option", f"{HOSTILE}=1"),
        ("replay", HOSTILE), ("fmt", HOSTILE), ("play", "puerto_rico", "--lang", HOSTILE),
    ],
    ids=lambda a: a[0],
)  # fmt: skip
def test_what_was_typed_is_shown_clean(arguments: tuple[str, ...]) -> None:
    outcome = run(*arguments)
    assert outcome.code in (1, 2)
    assert is_clean(outcome.out + outcome.err)


def test_arguments_with_more_than_can_be_seen_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from cli.main import main

    monkeypatch.setattr("sys.argv", ["rulewright", "--no-such", HOSTILE])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    written = capsys.readouterr().err
    assert is_clean(written) and "U+001B" in written


# ---- pages

SCRIPT = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&"


NAMES = "farm wood hut cabin lodge tower market village game round huts stock rounds"


@pytest.mark.parametrize("command", ["rules", "report"])
def test_a_page_shows_names_as_text(command: str, tmp_path: Path) -> None:
    if command == "report":
        pytest.importorskip("matplotlib")
    assert run("new", "game", "farm", "--in", tmp_path).code == 0
    names = "".join(f"  {name}: {json.dumps(SCRIPT + name)}\n" for name in re.findall(r"\w+", NAMES))
    for language in ("en", "ru"):
        text = f'names:\n{names}actions: {{gather: Gather, build: "Build {{h}}"}}\nprompts: {{turn: Which}}\n'
        (tmp_path / "farm" / "texts" / f"{language}.yaml").write_text(text)
    page = tmp_path / "page.html"
    more = ("--format", "html") if command == "rules" else ("--games", "4", "--jobs", "1")
    outcome = run(command, tmp_path / "farm", *more, "-o", page)
    assert outcome.code == 0, outcome.err + outcome.out
    written = page.read_text()
    assert "alert(1)" in written and "<script>alert" not in written and "<img" not in written


def test_documents_escape_what_names_hold() -> None:
    assert "<script>" not in html([], SCRIPT, "en")

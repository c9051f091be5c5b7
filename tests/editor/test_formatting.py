"""The formatter: its form, and that nothing but spaces changes, over all shipped rulesets."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from cli.app import app
from interpreter.diagnostics import Diagnostics, RulesetError, Source
from interpreter.editor import formatting
from interpreter.editor.files import format_file, yaml_files
from interpreter.editor.formatting import formatted
from interpreter.loading.source import find, shipped_games
from interpreter.pipeline import load

FORMS = [
    (
        "blank lines of effect text, which say nothing",
        """\
        phases:
          game:
            do: |
              players[1] does {


                gain 1 coin
              }



        scoring: {}
        """,
        """\
        phases:
          game:
            do: |
              players[1] does {

                gain 1 coin
              }

        scoring: {}
        """,
    ),
    (
        "blank lines and ends of lines of other text, which are part of it",
        """\
        actions:
            earn:
                note: |
                    one \n\n
                    two
                said: 'a


                  b'


        """,
        """\
        actions:
          earn:
            note: |
              one \n\n
              two
            said: 'a


              b'
        """,
    ),
    (
        "indentation of two a level",
        """\
        actions:
            earn:
                menu: turn
                do: gain 1 coin
        """,
        """\
        actions:
          earn:
            menu: turn
            do: gain 1 coin
        """,
    ),
    (
        "spaces in brackets",
        """\
        resources: { coin:  {supply: 3 ,held_by: [ player,role ]},wood: {} }
        """,
        """\
        resources: {coin: {supply: 3, held_by: [player, role]}, wood: {}}
        """,
    ),
    (
        "effect text by its braces",
        """\
        phases:
          game:
            do: |
                repeat 5  times {
                gain 1 coin
                    may rest {
                    pay 1 coin
                    }
                }
        """,
        """\
        phases:
          game:
            do: |
              repeat 5 times {
                gain 1 coin
                may rest {
                  pay 1 coin
                }
              }
        """,
    ),
    (
        "a shared column of values stays, a stray one goes",
        """\
        resources:
          coin:   {}
          copper: {}
        menus:
          turn:    {}
        """,
        """\
        resources:
          coin:   {}
          copper: {}
        menus:
          turn: {}
        """,
    ),
    (
        "comments go to the column of the others",
        """\
        # Head.
        resources:
          coin: {}            # one
          copper: {}          # two
          iron: {} # three

          # about tin
          tin: {}
        """,
        """\
        # Head.
        resources:
          coin: {}            # one
          copper: {}          # two
          iron: {}            # three

          # about tin
          tin: {}
        """,
    ),
    (
        "blank lines and ends of lines",
        "\n\nresources:\n  coin: {}   \n\n\n\nmenus: {turn: {}}\n\n",
        "resources:\n  coin: {}\n\nmenus: {turn: {}}\n",
    ),
    (
        "quotes and # in texts stay",
        """\
        actions:
          a: {key:   "x  #  y", do: 'gain 1 coin'}   #  why
        """,
        """\
        actions:
          a: {key: "x  #  y", do: 'gain 1 coin'}   #  why
        """,
    ),
    (
        "an expression that goes on keeps its distance",
        """\
        phases:
          game:
            do: |
              if a and
                    b {
              end game
              }
        """,
        """\
        phases:
          game:
            do: |
              if a and
                    b {
                end game
              }
        """,
    ),
]


@pytest.mark.parametrize(("before", "after"), [form[1:] for form in FORMS], ids=[form[0] for form in FORMS])
def test_forms(before: str, after: str) -> None:
    assert formatted(Source("a.yaml", dedent(before)), "flow.yaml") == dedent(after)
    assert formatted(Source("a.yaml", dedent(after)), "flow.yaml") == dedent(after)


def shipped() -> Iterator[Path]:
    for game in shipped_games():
        folder = find(game)
        assert folder is not None
        yield from yaml_files(folder, Diagnostics())


def comments(text: str) -> list[str]:
    """Everything that looks like a comment, found by another way than the formatter's."""
    return re.findall(r"(?:(?<=\s)|^)#.*?(?=\s*$)", text, re.MULTILINE)


@pytest.mark.parametrize("path", list(shipped()), ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_shipped_files_keep_their_comments_and_are_formatted_once(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    format_file(copy, write=True)
    assert comments(copy.read_text(encoding="utf-8")) == comments(path.read_text(encoding="utf-8"))
    assert not format_file(copy, write=True)


@pytest.mark.parametrize("game", shipped_games())
def test_the_program_is_the_same(game: str, tmp_path: Path) -> None:
    """Spoiled by hand: twice the indentation in the files of rules; then formatted."""
    folder = find(game)
    assert folder is not None
    copy = tmp_path / game
    shutil.copytree(folder, copy)
    modules = [p.name for p in sorted((copy / "modules").glob("*")) if p.is_dir()][:1]
    for path in yaml_files(copy, Diagnostics()):
        if not {"scenarios", "texts"} & set(path.parts):
            text = path.read_text(encoding="utf-8")
            path.write_text(re.sub(r"(?m)^( +)(?=\S)", r"\1\1", text), encoding="utf-8")
        format_file(path, write=True)
    for chosen in ([], modules):
        games = load(folder, modules=chosen), load(copy, modules=chosen)
        before, after = (game.program for game in games)
        plain_before, plain_after = (game.plain.program for game in games)
        assert without_places(after.source) == without_places(before.source)
        assert without_places(plain_after.source) == without_places(plain_before.source)
        assert after.decisions == before.decisions


def without_places(source: str) -> str:
    """Generated code without the comments that say where it comes from."""
    return re.sub(r"(?m)^\s*#.*$|  # \S+:\d+:\d+$", "", source)


LINES = st.sampled_from(
    [
        "a: 1",
        "  b:   {c: 2 ,d: 3}",
        "    e: [ 1,2 ]  # x",
        "  f: |",
        "      gain  1 coin",
        "- g",
        "# note",
        "",
        "  h: 'it''s'",
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(LINES, max_size=8))
def test_any_file_is_formatted_once_or_refused(lines: list[str]) -> None:
    source = Source("a.yaml", "\n".join(lines) + "\n")
    try:
        once = formatted(source, "flow.yaml")
    except RulesetError:
        return
    assert formatted(Source("a.yaml", once), "flow.yaml") == once


def test_the_command(tmp_path: Path) -> None:
    good, bad, broken = tmp_path / "good.yaml", tmp_path / "bad.yaml", tmp_path / "broken.yaml"
    good.write_text("menus: {turn: {}}\n")
    bad.write_text("menus: { turn: {}}\n")
    run = CliRunner().invoke
    asked = run(app, ["fmt", str(tmp_path), "--check"])
    assert asked.exit_code == 1
    assert "would change" in asked.output and "1 to change, 1 as they were" in asked.output
    assert bad.read_text() == "menus: { turn: {}}\n"
    assert run(app, ["fmt", str(tmp_path)]).exit_code == 0
    assert bad.read_text() == "menus: {turn: {}}\n"
    assert run(app, ["fmt", str(tmp_path), "--check"]).exit_code == 0
    broken.write_text("menus: {turn: [\n")
    failed = run(app, ["fmt", str(tmp_path)])
    assert failed.exit_code == 1 and "broken.yaml:" in failed.output
    assert run(app, ["fmt", str(tmp_path / "nowhere")]).exit_code == 2


def test_a_file_that_would_say_something_else_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A formatter that loses a comment is caught by its own proof."""
    file = tmp_path / "a.yaml"
    file.write_text("menus: { turn: {}}  # why\n")
    monkeypatch.setattr(formatting, "_with_comments", lambda lines: (line.code for line in lines))
    result = CliRunner().invoke(app, ["fmt", str(file)])
    assert result.exit_code == 1
    assert "is left as it is" in result.output
    assert file.read_text() == "menus: { turn: {}}  # why\n"

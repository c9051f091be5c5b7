"""The formatter: its form, and that nothing but spaces changes, over all shipped rulesets."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import is_dataclass
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from cli.app import app
from interpreter.diagnostics import Diagnostics, RulesetError, Source, Span
from interpreter.editor import formatting
from interpreter.editor.files import format_file, yaml_files
from interpreter.editor.formatting import formatted
from interpreter.language.syntax.parser import parse
from interpreter.loading.model import EffectText
from interpreter.pipeline import model_of
from interpreter.records import field_names
from tests.shipped import folder_of, largest_sets, modules_of, shipped_with_quick

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


def comments(text: str) -> list[str]:
    """Everything that looks like a comment, found by another way than the formatter's."""
    return re.findall(r"(?:(?<=\s)|^)#.*?(?=\s*$)", text, re.MULTILINE)


@pytest.mark.parametrize("game", shipped_with_quick("tzolkin", "puerto_rico"))
def test_shipped_files_keep_their_comments_and_are_formatted_once(game: str, tmp_path: Path) -> None:
    for path, copy in copies(game, tmp_path):
        if format_file(copy, write=True):  # else a second time would be the same again
            assert not format_file(copy, write=True), path
        assert comments(copy.read_text(encoding="utf-8")) == comments(path.read_text(encoding="utf-8")), path


def copies(game: str, tmp_path: Path) -> list[tuple[Path, Path]]:
    """The files of a shipped game, each with that of a copy of the folder."""
    folder = folder_of(game)
    copy = tmp_path / game
    shutil.copytree(folder, copy)
    return [(path, copy / path.relative_to(folder)) for path in yaml_files(folder, Diagnostics())]


@pytest.mark.parametrize("game", shipped_with_quick("tzolkin", "puerto_rico"))
def test_the_ruleset_is_the_same(game: str, tmp_path: Path) -> None:
    """Spoiled by hand: twice the indentation in the files of rules; then formatted. A program is made of nothing but
    what is compared here."""
    changed = 0
    for path, copy in copies(game, tmp_path):
        if not {"scenarios", "texts"} & set(path.parts):
            text = path.read_text(encoding="utf-8")
            copy.write_text(re.sub(r"(?m)^( +)(?=\S)", r"\1\1", text), encoding="utf-8")
            changed += format_file(copy, write=True)
    assert changed
    for modules in {(), *largest_sets(game, tuple(modules_of(game)))}:
        before, after = (model_of(folder, modules, Diagnostics()) for folder in (folder_of(game), tmp_path / game))
        assert meant(before) == meant(after)


def meant(value: object) -> object:
    """What a model says, without the places that say it: effect texts as trees."""
    if isinstance(value, EffectText):
        diagnostics = Diagnostics()
        tree = parse(value, diagnostics)
        assert tree is not None and not len(diagnostics)
        return value.start, tree
    if isinstance(value, Span):
        return None
    if isinstance(value, Mapping):
        return [(key, meant(item)) for key, item in value.items()]
    if isinstance(value, tuple | list):
        return [meant(item) for item in value]
    names = field_names(type(value)) if is_dataclass(value) else ()
    return [meant(getattr(value, name)) for name in names] if names else value


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

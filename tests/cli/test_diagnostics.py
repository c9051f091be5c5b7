"""Diagnostics on the screen and as JSON: the marks stand under what they speak of, whatever the line holds."""

from __future__ import annotations

import io
import re
from string import Formatter

import pytest
from rich.cells import cell_len
from rich.console import Console

from cli.screen.diagnostics import MOST_SHOWN, as_json, count, lines_of, print_diagnostics, snippet
from cli.screen.pages import code_page
from interpreter.checking.checkup import check_ruleset
from interpreter.codes import CODES
from interpreter.codes.code import Code
from interpreter.diagnostics import Diagnostic, Diagnostics, Source, Span, shortened
from interpreter.loading.source import folder_from_text


def span_of(text: str, wanted: str) -> Span:
    start = text.index(wanted)
    return Span(Source("some.yaml", text), start, start + len(wanted))


def shown(text: str, wanted: str) -> list[str]:
    return [line.plain for line in snippet(span_of(text, wanted))]


def test_the_whole_form() -> None:
    text = "a: 1\ndo: pay 2 woood\n"
    place = span_of(text, "woood")
    first = span_of(text, "a")
    diagnostic = Diagnostic("E301", "`woood` is unknown", place, "name a resource", ((first, "seen here"),), ("wood",))
    assert [line.plain for line in lines_of(diagnostic)] == [
        "E301  some.yaml:2:11  `woood` is unknown",
        " 2 | do: pay 2 woood",
        "   |           ^^^^^",
        "   some.yaml:1:1  seen here",
        " 1 | a: 1",
        "   | ^",
        " Hint: name a resource",
        " Did you mean `wood`?  More: rulewright explain E301",
    ]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("\tdo: gain 1 gld", "gld"),
        ("имя: цена домика растёт", "домика"),
        ("name: 資源 を 得る", "を"),
        ("price: 資源資源", "資源資源"),
        ("emoji: 🎲🎲 here", "here"),
        ("plain", "plain"),
    ],
)
def test_marks_stand_under_the_spot_in_cells(line: str, wanted: str) -> None:
    source, marks = shown(line, wanted)
    assert "\t" not in source
    assert marks.count("^") == cell_len(wanted)
    start = cell_len(source[: source.index(wanted)])
    assert cell_len(marks[: marks.index("^")]) == start


def test_a_span_over_lines_is_marked_on_each_without_its_indent() -> None:
    text = "do: |\n  gain 1 wood\n    and more\nnext: 1\n"
    assert shown(text, "1 wood\n    and more") == [
        " 2 |   gain 1 wood",
        "   |        ^^^^^^",
        " 3 |     and more",
        "   |     ^^^^^^^^",
    ]


def test_a_long_span_is_cut() -> None:
    text = "".join(f"line {n}\n" for n in range(20))
    lines = shown(text, text[:-1])
    assert len(lines) == 9
    assert lines[-1].endswith("| …")


def test_a_span_that_ends_with_a_newline_stays_on_its_line() -> None:
    assert shown("abc\ndef\n", "abc\n") == [" 1 | abc", "   | ^^^"]


def test_an_empty_span_has_one_mark() -> None:
    source = Source("some.yaml", "abc\n")
    assert [line.plain for line in snippet(Span(source, 3, 3))] == [" 1 | abc", "   |    ^"]
    assert [line.plain for line in snippet(Span(source, 4, 4))] == [" 2 | ", "   | ^"]


def test_a_very_long_line_is_cut_around_the_spot() -> None:
    source, marks = shown("x" * 5000 + " HERE " + "y" * 5000, "HERE")
    assert len(source) < 200
    assert source[marks.index("^") : marks.index("^") + 4] == "HERE"


def test_nothing_that_moves_the_cursor_reaches_the_terminal() -> None:
    text = "name: \x1b[2Jgone \u202eback\n"
    diagnostic = Diagnostic("E005", "\x1b]0;title\x07", span_of(text, "gone"), "", (), ("\x1b[1m",))
    assert "\x1b" not in "".join(line.plain for line in lines_of(diagnostic))
    assert "\u202e" not in "".join(line.plain for line in lines_of(diagnostic))


def test_the_count() -> None:
    error = Diagnostic("E301", "m", None)
    lint = Diagnostic("L601", "m", None)
    assert count([error]) == "1 mistake"
    assert count([error, error, lint]) == "2 mistakes, 1 remark"
    assert count([lint, lint]) == "2 remarks"


def test_json_has_places_in_lines_and_columns_from_1() -> None:
    text = "a: 1\ndo: pay 2 woood\n  more\n"
    found = Diagnostic("E301", "m", span_of(text, "woood\n  more"), "h", ((span_of(text, "a"), "first"),), ("wood",))
    assert as_json([found, Diagnostic("L601", "no place", None)]) == [
        {
            "code": "L601", "severity": "remark", "file": None, "line": None, "column": None, "end_line": None,
            "end_column": None, "message": "no place", "hint": "", "near": [], "related": [],
        },
        {
            "code": "E301", "severity": "error", "file": "some.yaml", "line": 2, "column": 11, "end_line": 3,
            "end_column": 7, "message": "m", "hint": "h", "near": ["wood"],
            "related": [
                {"file": "some.yaml", "line": 1, "column": 1, "end_line": 1, "end_column": 2, "message": "first"}
            ],
        },
    ]  # fmt: skip


@pytest.mark.parametrize("code", CODES.values(), ids=lambda c: c.id)
def test_no_page_of_a_mistake_shows_a_place_that_is_not_filled(code: Code) -> None:
    fields = {name for text in (code.message, code.hint) for _, name, _, _ in Formatter().parse(text) if name}
    said = [line.plain for line in code_page(code)]
    title, hints = said[0], [line for line in said if line.startswith("Hint: ")]
    shown = {name for name in fields for line in (title, *hints) if re.search(rf"\{{{name}[:}}]", line)}
    assert shown == set()
    assert len(title.removeprefix(f"{code.id}  ")) > 3


def test_titles_of_pages_read_as_sentences() -> None:
    titles = {id: code_page(CODES[id])[0].plain for id in ("E402", "E512", "E517")}
    assert titles["E402"] == "E402  this can fail after something, which cannot be foreseen"
    assert titles["E512"] == "E512  `…` must be one thing, not another"
    assert titles["E517"].startswith("E517  `…` cannot be given the first turn: ")


def test_of_very_many_the_first_are_shown_and_the_rest_counted() -> None:
    """A mistake is among them wherever it stands."""
    text = "".join(f"r{n}: {{}}\n" for n in range(3000))
    source = Source("some.yaml", text)
    places = [Span(source, m.start(), m.end()) for m in re.finditer(r"r\d+", text)]
    found = [Diagnostic("L601", "never used", place) for place in places[:-1]]
    found.append(Diagnostic("E301", "unknown", places[-1]))
    console = Console(file=io.StringIO(), width=100)
    print_diagnostics(console, found)
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().split("\n")
    assert len(lines) < 5 * (MOST_SHOWN + 1)
    assert any(line.startswith("E301") for line in lines)
    assert lines[-3:] == [f"{3000 - MOST_SHOWN} more are not shown.", "1 mistake, 2999 remarks", ""]


def test_names_without_end_are_cut_in_messages() -> None:
    name = "a" * 60_000
    rules = (
        f"game: {{id: t, players: [2]}}\nresources:\n  ? {name}\n  : {{}}\n"
        f"phases: {{game: {{do: 'players[1] does {{ gain 1 {name}b, 1 {name[:-1]} }}; end game'}}}}\n"
    )
    found = Diagnostics()
    check_ruleset(folder_from_text(rules), (), found)
    assert [d.code for d in found] == ["E301", "E301"]
    for d in found:
        assert len("".join(line.plain for line in lines_of(d))) < 2000
        assert len(str(as_json([d]))) < 2000


def test_what_is_cut_keeps_its_beginning_and_its_end() -> None:
    assert (
        shortened("nothing is called `" + "a" * 5000 + "z` here") == f"nothing is called `{'a' * 259}…{'a' * 18}z` here"
    )
    many = ", ".join(f"name{n}" for n in range(1000))
    assert shortened(many).startswith("name0, name1") and shortened(many).endswith("name999")
    assert len(shortened(many)) < 2000 and shortened("x" * 300) == "x" * 300

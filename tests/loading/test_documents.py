"""YAML text → trees: scalars, places, and everything that is refused."""

from __future__ import annotations

import time

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.diagnostics import Diagnostics, Source
from interpreter.loading import documents
from interpreter.loading.documents import Leaf, MapNode, plain, read_document, text_span
from interpreter.loading.source import Folder, folder_from_text, text_source
from interpreter.pipeline import model_of


def read(text: str) -> tuple[documents.Node | None, list[tuple[str, int, int]]]:
    diagnostics = Diagnostics()
    node = read_document(Source("x.yaml", text), diagnostics)
    return node, [(d.code, d.span.line, d.span.column) for d in diagnostics if d.span]


def value(text: str) -> object:
    node, errors = read(f"k: {text}\n")
    assert errors == []
    assert isinstance(node, MapNode)
    return plain(node.items["k"].value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on", "on"),
        ("no", "no"),
        ("12:30", "12:30"),
        ("0..60", "0..60"),
        ("12", 12),
        ("-3", -3),
        ("+3", 3),
        ("012", 12),
        ("0x1F", 31),
        ("0o17", 15),
        ("1_000", "1_000"),
        ("true", True),
        ("FALSE", False),
        ("tRUE", "tRUE"),
        ("null", None),
        ("~", None),
        ("", None),
        ("'12'", "12"),
        ('"true"', "true"),
        ("2001-01-01", "2001-01-01"),
        ("=", "="),
        ("1000000000", 10**9),
    ],
)
def test_scalars_of_the_core_schema(text: str, expected: object) -> None:
    found = value(text)
    assert found == expected and type(found) is type(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("k: 1.5", ("E017", 1, 4)),
        ("k: 1e3", ("E017", 1, 4)),
        ("k: .inf", ("E017", 1, 4)),
        ("k: 1000000001", ("E016", 1, 4)),
        ("k: -" + "9" * 5000, ("E016", 1, 4)),
        ("k: 0x" + "f" * 5000, ("E016", 1, 4)),
        ("a: 1\na: 2", ("E011", 2, 1)),
        ("a: &x 1", ("E012", 1, 4)),
        ("a: *x", ("E012", 1, 4)),
        ("a: !!python/object:os.system 1", ("E013", 1, 4)),
        ("a: {b: !x {}}", ("E013", 1, 8)),
        ("a: " + "[" * 60 + "]" * 60, ("E014", 1, 43)),
        ("a: 1\n---\nb: 2", ("E008", 2, 1)),
        ("", ("E009", 1, 1)),
        ("# only a remark\n", ("E009", 1, 1)),
        ("a: 1\x00", ("E005", 1, 5)),
        ("a:\n\tb: 1", ("E007", 2, 1)),
        ("a: [1, 2", ("E006", 1, 9)),
        ("a: 'x", ("E006", 1, 4)),
        ("a: b: c", ("E006", 1, 5)),
        ("a: @x", ("E006", 1, 4)),
        ("? [a]\n: 1", ("E019", 1, 3)),
        ("{is: min(a, b)}", ("E018", 1, 13)),
    ],
)
def test_what_is_refused(text: str, expected: tuple[str, int, int]) -> None:
    assert read(text)[1] == [expected]


def test_too_many_values() -> None:
    node, errors = read("a: [" + "1," * 100_001 + "]")
    assert node is None
    assert [code for code, _, _ in errors] == ["E015"]


def test_a_flood_of_mistakes_is_cut_off() -> None:
    started = time.process_time()
    _, errors = read("".join(f"k{i}: 1.5\n" for i in range(20_000)))
    assert 0 < len(errors) <= documents.MAX_REPORTS
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gain 1 coin # why", "gain 1 coin"),
        ("gain 1 coin;\n   pay 2 coin  # why", "gain 1 coin;\n   pay 2 coin"),
        ("'gain 1 coin' # why", "gain 1 coin"),
        ('"gain: 1, coin"', "gain: 1, coin"),
        ("''", ""),
        ("|\n  gain 1 coin # in it\n\n  pay 1 coin\n\n", "gain 1 coin # in it\n\n  pay 1 coin"),
        ("|-  # why\n    a {\n      b\n    }\n# behind", "a {\n      b\n    }"),
        ("|2+\n    a\n", "a"),
        ("|\n", ""),
        ("false", "false"),
        ("0x10", "0x10"),
        ("\U0001f600 é x", "\U0001f600 é x"),
    ],
)
def test_effect_text_is_the_slice_of_the_file(text: str, expected: str) -> None:
    before = "# \U0001f600 é 漢\nfirst: \U0001f600\n"
    node, errors = read(f"{before}k: {text}\nz: 1\n")
    assert errors == []
    assert isinstance(node, MapNode)
    leaf = node.items["k"].value
    assert isinstance(leaf, Leaf)
    span = text_span(leaf, Diagnostics())
    assert span is not None and span.text == expected
    assert node.items["z"].key_span.text == "z"


@pytest.mark.parametrize(
    ("text", "code"),
    [(">\n  a\n", "E021"), ("'it''s'", "E022"), ('"a\\tb"', "E022")],
)
def test_effect_text_that_is_not_in_the_file(text: str, code: str) -> None:
    node, _ = read(f"k: {text}\n")
    assert isinstance(node, MapNode)
    leaf = node.items["k"].value
    diagnostics = Diagnostics()
    assert isinstance(leaf, Leaf) and text_span(leaf, diagnostics) is None
    assert [d.code for d in diagnostics] == [code]


def test_text_cut_at_a_comma_is_given_back() -> None:
    node, errors = read("{is: min(a, b, c), z: 1}")
    assert [code for code, _, _ in errors] == ["E018"]
    assert isinstance(node, MapNode)
    assert plain(node) == {"is": "min(a, b, c)", "z": 1}


YAML_BITS = st.lists(
    st.sampled_from(
        [
            "a",
            "b:",
            ":",
            "-",
            "?",
            "|",
            ">",
            "[",
            "]",
            "{",
            "}",
            ",",
            "#",
            "&",
            "*",
            "!",
            "'",
            '"',
            "%",
            "@",
            "`",
            "\t",
            "\n",
            "\r",
            "\r\n",
            "---",
            "...",
            "1",
            "1.5",
            "0x",
            "9999999999999",
            "is:",
            "\\",
            "é",
            "😀",
            "~",
            "do:",
            "rules:",
            "game:",
            "pieces:",
            "kinds:",
            "{}",
            "[]",
            "add:",
            "patch:",
            "<<:",
            "null",
            "\x85",
            "\u2028",
            "\ufeff",
            "%YAML",
        ]
    )
    | st.just(" ")
    | st.just("\n  "),
    max_size=60,
).map("".join)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200) | YAML_BITS.map(lambda t: t.encode("utf-8")))
def test_no_bytes_raise(data: bytes) -> None:
    diagnostics = Diagnostics()
    source = text_source("x.yaml", data, diagnostics)
    if source is None:
        assert diagnostics.has_errors
        return
    model_of(Folder(folder_from_text("").path, {"x.yaml": source}), (), diagnostics)
    for diagnostic in diagnostics:
        if diagnostic.span:
            assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(source.text)
            assert diagnostic.span.line >= 1 and diagnostic.span.column >= 1


@settings(max_examples=100, deadline=None)
@given(YAML_BITS)
def test_both_loaders_of_pyyaml_end(text: str) -> None:
    text = text.replace("\r", "\n")
    before = documents._LOADER
    documents._LOADER = yaml.Loader
    try:
        slow = read(text)
    finally:
        documents._LOADER = before
    assert slow[0] is not None or slow[1]

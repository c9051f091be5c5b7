"""The schemas themselves, and that whatever they refuse is reported in words."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from interpreter.diagnostics import Diagnostics, Source
from interpreter.loading import schema
from interpreter.loading.documents import plain, read_document
from interpreter.loading.fitting import fits
from interpreter.loading.schema import SCHEMAS, check, load_schema
from interpreter.loading.source import data_folder
from tests.loading.loading_texts import load_text

ANNOTATIONS = {"$schema", "$id", "$ref", "$defs", "title", "description", "default", "examples", "x-effect"}
NAMING = ("additionalProperties", "propertyNames")
HERE = Path(__file__).parent


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_schemas(name: str) -> None:
    Draft202012Validator.check_schema(load_schema(name))


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_key_is_described_and_nothing_else_allowed(name: str) -> None:
    """What an editor needs: a description on every key, and no silent extra keys where keys are fixed."""
    missing: list[str] = []

    def walk(part: object, path: str) -> None:
        if isinstance(part, dict):
            for key, prop in part.get("properties", {}).items() if isinstance(part.get("properties"), dict) else ():
                target = prop
                while isinstance(target, dict) and "description" not in target and "$ref" in target:
                    target = lookup(name, target["$ref"])
                if "description" not in target:
                    missing.append(f"{path}/{key}")
            if part.get("properties") and "additionalProperties" not in part:
                missing.append(f"{path}: additionalProperties")
            for key, inner in part.items():
                walk(inner, f"{path}/{key}")
        elif isinstance(part, list):
            for inner in part:
                walk(inner, path)

    walk(load_schema(name), name)
    assert missing == []


def lookup(name: str, reference: str) -> object:
    file, _, pointer = reference.partition("#/")
    target: object = load_schema(file.removesuffix(".schema.json") or name)
    for step in pointer.split("/"):
        assert isinstance(target, dict)
        target = target[step]
    return target


def test_every_keyword_has_words() -> None:
    """A keyword without them could be used in a schema, and its first mistake would raise."""
    keywords: set[str] = set()

    def walk(schema: object) -> None:
        if not isinstance(schema, dict):
            return
        keywords.update(schema)
        for key in ("properties", "$defs"):
            for inner in schema.get(key, {}).values():
                walk(inner)
        for inner in [*schema.get("anyOf", ()), *(schema.get(k) for k in ("items", *NAMING))]:
            walk(inner)

    for name in SCHEMAS:
        walk(load_schema(name))
    assert keywords - {*schema._WORDING, *ANNOTATIONS, *NAMING, "type", "anyOf", "items", "properties"} == set()


WORDS = [
    "add",
    "patch",
    "replace",
    "remove",
    "game",
    "players",
    "id",
    "sell",
    "do",
    "is",
    "given",
    "menu",
    "kinds",
    "copies",
    "attributes",
    "supply",
    "unlimited",
    "group",
]
VALUES = st.recursive(
    st.sampled_from([*WORDS, "", True, None, 0, 3, -1, 9]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*WORDS, "3", "Bad-id"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["ruleset", "module"]), st.data())
def test_every_mistake_is_worded_and_taken_out(name: str, data: st.DataObject) -> None:
    sections = sorted(load_schema(name)["properties"])
    value = data.draw(st.dictionaries(st.sampled_from(sections), VALUES, min_size=1, max_size=3))
    diagnostics = Diagnostics()
    node = read_document(Source("x.yaml", json.dumps(value)), diagnostics)
    if node is None or diagnostics.has_errors:
        return
    is_valid = schema._validator(name).is_valid(plain(node))
    check(node, name, diagnostics)
    assert diagnostics.has_errors != is_valid
    # What is left is in order; only a list can have become empty.
    again = Diagnostics()
    check(node, name, again)
    assert {d.code for d in again} <= {"E107"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"game: {{id: a, players: [{', '.join(f'{i}, a{i}' for i in range(5000))}]}}", "E103"),
        (f"game: {{id: a, players: [2], seats: [{', '.join('a' for _ in range(5000))}]}}", "E107"),
        (f"tables: {{t: [{', '.join('{a: 1}' for _ in range(5000))}]}}", "E103"),
        ("".join(f"k{i}: 1\n" for i in range(5000)), "E101"),
    ],
    ids=["mixed_list", "same_items", "wrong_items", "unknown_keys"],
)
def test_a_flood_of_mistakes_is_cut_off(text: str, expected: str) -> None:
    """In time that grows with the text, not with its square: a hostile file must not hang the program."""
    diagnostics = Diagnostics()
    node = read_document(Source("x.yaml", text), diagnostics)
    assert node is not None
    started = time.process_time()
    check(node, "ruleset", diagnostics)
    assert time.process_time() - started < 2
    assert {d.code for d in diagnostics} >= {expected} and len(diagnostics) <= schema.MAX_REPORTS


SHIPPED = [p for p in sorted((Path(__file__).parents[2] / "rulesets").rglob("*.yaml")) if "scenarios" not in p.parts]


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_the_quick_answer_is_that_of_jsonschema(data: st.DataObject) -> None:
    """Of the files as they are and with one value in them changed or left out."""
    path = data.draw(st.sampled_from(SHIPPED))
    name = "texts" if "texts" in path.parts else "module" if "modules" in path.parts else "ruleset"
    node = read_document(Source(path.name, path.read_text(encoding="utf-8")), Diagnostics())
    assert node is not None
    value: Any = plain(node)
    if data.draw(st.booleans()):
        around, key = data.draw(st.sampled_from(list(places(value))))
        if data.draw(st.booleans()):
            around[key] = data.draw(VALUES)
        else:
            del around[key]
    assert fits(value, load_schema(name), schema._referred) == schema._validator(name).is_valid(value)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every map and list inside a value with each of its keys or positions."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield value, key
        yield from places(inner)


def test_schemas_are_found() -> None:
    folder = data_folder("schemas")
    assert folder is not None and sorted(p.name for p in folder.glob("*.json")) == sorted(
        f"{name}.schema.json" for name in SCHEMAS
    )
    assert data_folder("no_such_folder") is None


FARM = (HERE / "good" / "farm.yaml").read_text(encoding="utf-8").partition("# file: modules/")[0]
DEEP = st.sampled_from(["sell", "buy", "field", "kinds", "acre", "game", "player", "categories", "money", "resources"])


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_module_raises(data: st.DataObject) -> None:
    """Whatever two modules hold, merging and building end with a Model or with messages."""
    sections = sorted(load_schema("module")["properties"])
    inner = st.recursive(VALUES, lambda v: st.dictionaries(DEEP, v, max_size=2), max_leaves=6)
    changes = st.dictionaries(st.sampled_from(["add", "patch", "replace", "remove", "sell", "a"]), inner, max_size=3)
    text = FARM.replace("modules: [storms, traders]", "modules: [a, b]")
    for module in "ab":
        tree = data.draw(st.dictionaries(st.sampled_from(sections), changes, max_size=3))
        text += f"# file: modules/{module}/m.yaml\n{json.dumps({**tree, 'module': {'id': module}})}\n"
    model, diagnostics = load_text(text)
    assert model is not None or diagnostics.has_errors

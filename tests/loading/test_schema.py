"""The schemas themselves, and that our walker and jsonschema accept and refuse the same files."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loading_texts import load_text
from referencing import Registry, Resource

from interpreter.codes.loading import LOADING
from interpreter.diagnostics import Diagnostics, Source
from interpreter.loading.documents import plain, read_document
from interpreter.loading.schema import check, load_schema
from interpreter.loading.source import data_folder, folder_from_text

NAMES = ["ruleset", "module", "texts", "scenarios", "not_built"]
HERE = Path(__file__).parent


def validator(name: str) -> jsonschema.Draft202012Validator:
    resources = [(f"{n}.schema.json", Resource.from_contents(load_schema(n))) for n in NAMES]
    return jsonschema.Draft202012Validator(load_schema(name), registry=Registry().with_resources(resources))


VALIDATORS = {name: validator(name) for name in NAMES}


def agree(name: str, text: str) -> bool | None:
    """Whether the file is valid, on which both must agree; None: it is no YAML, or holds an unsupported key."""
    diagnostics = Diagnostics()
    node = read_document(Source("x.yaml", text), diagnostics)
    if node is None or diagnostics.has_errors:
        return None
    theirs = VALIDATORS[name].is_valid(plain(node))
    check(node, name, diagnostics)
    if any(d.code == "E190" for d in diagnostics):
        return None
    ours = not diagnostics.has_errors
    assert ours == theirs, [d.message for d in diagnostics] or [
        e.message for e in VALIDATORS[name].iter_errors(plain(node))
    ]
    return ours


@pytest.mark.parametrize("name", NAMES)
def test_schemas_are_schemas(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(load_schema(name))


@pytest.mark.parametrize("name", NAMES)
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


def texts() -> list[tuple[str, str]]:
    found = [code.failing for code in LOADING] + [code.mended for code in LOADING]
    found += [p.read_text(encoding="utf-8") for p in sorted(HERE.glob("*/*.yaml"))]
    pairs = []
    for text in filter(None, found):
        for name, source in folder_from_text(text).files.items():
            kind = {"modules": "module", "texts": "texts"}.get(name.partition("/")[0], "ruleset")
            pairs.append(("texts" if "/texts/" in name else kind, source.text))
    return pairs


def test_walker_agrees_with_jsonschema_on_all_examples() -> None:
    results = [agree(name, text) for name, text in texts()]
    assert results.count(True) > 30 and results.count(False) > 8


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


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(["ruleset", "module"]), st.data())
def test_walker_agrees_with_jsonschema_on_anything(name: str, data: st.DataObject) -> None:
    sections = sorted(load_schema(name)["properties"])
    value = data.draw(st.dictionaries(st.sampled_from(sections), VALUES, min_size=1, max_size=3))
    agree(name, json.dumps(value))


def test_schemas_are_found() -> None:
    folder = data_folder("schemas")
    assert folder is not None and sorted(p.name for p in folder.glob("*.json")) == sorted(
        f"{name}.schema.json" for name in NAMES
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

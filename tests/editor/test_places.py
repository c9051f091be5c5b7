"""Where a cursor stands in a file that is being typed, and which keys can stand there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.diagnostics import Source
from interpreter.editor.keys import keys_at, schema_of, takes_effect, words_at
from interpreter.editor.places import place_at, word_at

PLACES = [
    ("", (), True, ""),
    ("res", (), True, "res"),
    ("resources:\n  coin: {supply: 3, ", ("resources", "coin"), True, ""),
    ("resources:\n  coin:\n    ", ("resources", "coin"), True, ""),
    ("resources:\n  coin: {}\n  ", ("resources",), True, ""),
    ("resources:\n  coin: {seen_by: ow", ("resources", "coin", "seen_by"), False, "ow"),
    ("resources:\n  coin:\n    held_by: [player, ", ("resources", "coin", "held_by", "[]"), False, ""),
    ("actions:\n  a:\n    do: |\n      pay 2 ", ("actions", "a", "do"), False, "pay 2 "),
    ("actions:\n  a:\n    do: |\n      pay 2 coin\n    ", ("actions", "a"), True, ""),
    ("actions:\n  a: {menu: turn, do: 'pay 2 ", ("actions", "a", "do"), False, "pay 2 "),
    ("pieces:\n  tile: {kinds: {a: {copies: 2},\n    b: {", ("pieces", "tile", "kinds", "b"), True, ""),
    ("- id: x\n  given: {", ("[]", "given"), True, ""),
    ("a: {b: '}'} # {\nc: {", ("c",), True, ""),
]


@pytest.mark.parametrize(("text", "path", "is_key", "begun"), PLACES)
def test_places(text: str, path: tuple[str, ...], is_key: bool, begun: str) -> None:
    place = place_at(text, len(text))
    assert (place.path, place.is_key, place.begun) == (path, is_key, begun)


@given(st.text(st.sampled_from("ab:{}[],'\"#|- \n"), max_size=40), st.integers(0, 40))
def test_no_text_is_too_broken(text: str, offset: int) -> None:
    place = place_at(text, min(offset, len(text)))
    for file in ("flow.yaml", "modules/m/module.yaml", "scenarios/a.yaml", "texts/en.yaml", "not_built.yaml"):
        keys_at(file, place.path), words_at(file, place.path), takes_effect(file, place.path)
    word_at(Source("a.yaml", text), offset)


def test_each_file_has_its_schema() -> None:
    names = ("flow.yaml", "pieces/a.yaml", "modules/m/module.yaml", "modules/m/pieces/a.yaml", "not_built.yaml")
    assert [schema_of(name) for name in names] == ["ruleset", "ruleset", "module", "module", "not_built"]
    assert schema_of("texts/en.yaml") == schema_of("modules/m/texts/en.yaml") == "texts"
    assert schema_of("scenarios/a.yaml") == schema_of("modules/m/scenarios/a.yaml") == "scenarios"


def test_keys_of_a_module_are_those_of_the_ruleset_below_its_operations() -> None:
    inside = [key.name for key in keys_at("modules/m/module.yaml", ("resources", "patch", "coin"))]
    assert inside == [key.name for key in keys_at("flow.yaml", ("resources", "coin"))] != []

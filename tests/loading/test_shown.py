"""Names under `show`: each is something of the ruleset."""

from __future__ import annotations

import pytest

from interpreter import pipeline
from interpreter.diagnostics import Diagnostics
from interpreter.loading.schema import load_schema
from interpreter.loading.source import folder_from_text

RULES = """game: {id: example, players: [2]}
resources: {coin: {held_by: [player, lot]}}
pieces: {tile: {faces: [day, night], kinds: {hill: {}}}}
spaces:
  lot: {grid: {columns: 2, rows: 2}, attributes: {side: text}, pieces: tile, state: {paid: bool}}
tracks: {path: {steps: 4, marks: {2: inn}}}
phases: {game: {do: end game}}
"""


def unknown(show: str) -> list[tuple[str, str]]:
    """Codes of the mistakes of a ruleset with the section `show`, each with what it marks."""
    found = Diagnostics()
    pipeline.model_of(folder_from_text(f"{RULES}show: {show}\n"), (), found)
    return [(d.code, d.span.text) for d in found if d.span is not None]


@pytest.mark.parametrize("name", ["coin", "tile", "hill", "night", "paid", "inn", "r1c1"])
def test_marks_stand_for_kinds_resources_variables_and_marks(name: str) -> None:
    assert unknown(f'{{grids: {{lot: {{by: side, marks: {{{name}: "*"}}}}}}}}') == []


@pytest.mark.parametrize(
    "show",
    [
        '{grids: {lot: {by: side, marks: {hlil: "*"}}}}',
        '{rows: {way: {tracks: path, marks: {hlil: "*"}}}}',
    ],
)
def test_a_mark_of_nothing_is_told_at_its_name(show: str) -> None:
    assert unknown(show) == [("E120", "hlil")]


@pytest.mark.parametrize(
    ("patch", "told"),
    [
        ("{rows: 3}", [("E103", "3")]),
        ("{map: [lot]}", [("E103", "map")]),
        ("{grids: {lot: {bye: side}}}", [("E101", "bye")]),
        ('{rows: {way: {marks: {hill: "*"}}}}', []),
        ("{rows: {other: {tracks: path}}}", []),
        ("{rows: {other: {spaces: lot, by: side}}}", [("E102", "other")]),
        ("{map: {cells: lot}}", [("E102", "map"), ("E120", "lot")]),
    ],
)
def test_what_a_module_changes_of_it_is_looked_at_too(patch: str, told: list[tuple[str, str]]) -> None:
    found = Diagnostics()
    text = f"# file: ruleset.yaml\n{RULES}show: {{rows: {{way: {{tracks: path}}}}}}\n"
    text += f"# file: modules/m/module.yaml\nmodule: {{id: m}}\nshow: {{patch: {patch}}}\n"
    pipeline.model_of(folder_from_text(text), ("m",), found)
    assert [(d.code, d.span.text) for d in found if d.span is not None] == told


def test_the_schema_of_its_changes_is_that_of_the_section_without_what_must_be_there() -> None:
    def relaxed(part: object) -> object:
        if isinstance(part, dict):
            return {
                key: relaxed(value)
                for key, value in part.items()
                if not (key == "required" and isinstance(value, list))
            }
        return [relaxed(item) for item in part] if isinstance(part, list) else part

    section = load_schema("ruleset")["properties"]["show"]
    changes = load_schema("module")["$defs"]["m_sections"]["properties"]["show"]["properties"]["patch"]
    assert changes["properties"] == relaxed(section["properties"])


def test_only_zones_of_pieces_are_counted() -> None:
    assert unknown("{counted: [coin]}") == [("E120", "coin")]


def test_only_values_of_nothing_or_of_a_player_are_told() -> None:
    assert unknown("{values: [coin]}") == [("E120", "coin")]

"""Names under `show`: each is something of the ruleset."""

from __future__ import annotations

import pytest

from interpreter import pipeline
from interpreter.diagnostics import Diagnostics
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

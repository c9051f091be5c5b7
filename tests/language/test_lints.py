"""What lints count as a use of a name."""

from __future__ import annotations

import pytest

from interpreter import pipeline
from interpreter.diagnostics import Diagnostics, Source, Span
from interpreter.loading.model import EffectText
from interpreter.loading.source import folder_from_text

MISSPELT_GROUP = """game: {id: example, players: [2]}
resources:
  apple:
    group: fruit
  pear:
    group: fruit
  nut:
    group: fruti
pieces:
  tile:
    start: bag
    attributes: {points: int}
    kinds:
      hill: {points: 3}
zones: {bag: {pieces: tile}}
phases: {game: {do: 'for f in fruit { a does { gain 1 f } }; end game'}}
"""


def texts_of(text: str) -> EffectText:
    """A program as it stands in a block of YAML: from the second line on, two columns in."""
    lines = "".join(f"  {line}\n" for line in text.split("\n"))
    source = Source("tested.yaml", f"do: |\n{lines}")
    return EffectText("program", Span(source, len("do: |\n  "), len(source.text) - 1))


def test_a_name_is_not_used_by_the_text_of_the_file_it_is_declared_in() -> None:
    found = Diagnostics()
    text = MISSPELT_GROUP.replace("a does", "each of players does")
    model = pipeline.model_of(folder_from_text(text), (), found)
    assert model is not None
    pipeline.check_all(model, found)
    assert ("L601", "the group `fruti` is declared and never used") in [(d.code, d.message) for d in found]


@pytest.mark.parametrize("given", ["{glory: int, who: player}", "{who: player, glory: int}"])
def test_an_unknown_name_shows_the_parameter_that_is_misspelt(given: str) -> None:
    text = f"""game: {{id: example, players: [2]}}
resources: {{coin: {{}}}}
procedures:
  praise:
    given: {given.replace("glory", "glroy")}
    do: who does {{ gain glory coin }}
phases: {{game: {{do: 'each of players does {{ do praise(1, me) }}; end game'}}}}
"""
    found = Diagnostics()
    model = pipeline.model_of(folder_from_text(text), (), found)
    assert model is not None
    pipeline.check_all(model, found)
    assert "glroy" in [place.text for d in found if d.code == "E301" for place, _ in d.related]

"""A supply that an option of the game says: how much there is to gain, and what rulebook and table tell of it."""

from __future__ import annotations

import pytest

import interpreter as rw
from cli.screen.entries import nature
from cli.screen.words import Words
from interpreter.diagnostics import Diagnostics
from interpreter.explaining.naming import Naming
from interpreter.explaining.rulebook import Line, Rulebook, Table
from interpreter.loading.source import folder_from_text
from interpreter.pipeline import model_of
from interpreter.ruleset import Variant

RULES = """
game:
  id: well
  players: [2, 3]
  options:
    source: {values: [meagre, endless], default: meagre}
    drought: {values: [false, true], default: false}
resources:
  water: {supply: {option: source, meagre: {2: 5, 3: 8}, endless: unlimited}}
  wood:  {supply: {option: drought, true: 4, false: 9}}
  salt:  {supply: {option: drought, true: 4, false: unlimited}}
setup: {do: 'for p in players { p does { gain 6 water, 6 wood, 1 salt } }'}
phases: {game: {do: 'each of players does { may drink { lose 1 water } }; end game'}}
scoring: {categories: {wet: {worth: p.water}}}
# file: texts/en.yaml
names: {well: The well, source: the source}
help: {source: How much water the well has.}
"""


def held(players: int, **options: object) -> tuple[list[int], list[int]]:
    """Water and wood of each player, from the first, after as much was gained as there is."""
    state = rw.load(folder_from_text("# file: ruleset.yaml\n" + RULES), players, options=options).start(1)
    seats = state.observe(0)["players"].values()
    return [seat["water"] for seat in seats], [seat["wood"] for seat in seats]


@pytest.mark.parametrize(
    ("players", "options", "water", "wood"),
    [
        (2, {}, [5, 0], [6, 3]),
        (3, {}, [6, 2, 0], [6, 3, 0]),
        (2, {"source": "endless"}, [6, 6], [6, 3]),
        (3, {"source": "endless", "drought": True}, [6, 6, 6], [4, 0, 0]),
    ],
)
def test_an_option_says_how_much_there_is(
    players: int, options: dict[str, object], water: list[int], wood: list[int]
) -> None:
    assert held(players, **options) == (water, wood)


def test_the_rulebook_tells_each_value() -> None:
    diagnostics = Diagnostics()
    model = model_of(folder_from_text("# file: ruleset.yaml\n" + RULES), (), diagnostics)
    assert model is not None
    blocks = list(Rulebook(Variant(model, 2, {}).checked, Naming(model)).blocks())
    rows = next(b.rows for b in blocks if isinstance(b, Table))
    assert [row[2] for row in rows] == [
        "the source: meagre – 2: 5 / 3: 8, endless – as many as are needed", "drought: yes – 4, no – 9",
        "drought: yes – 4, no – as many as are needed",
    ]  # fmt: skip
    lines = [b.text for b in blocks if isinstance(b, Line)]
    assert "The source: meagre, endless (usually meagre). How much water the well has." in lines
    short = [line.split(" is limited")[0] for line in lines if " is limited" in line]
    assert short == ["The supply of water", "The supply of wood"], "of what can run out in the usual game"


def test_the_table_tells_what_holds_in_this_game() -> None:
    def told(**options: object) -> list[str]:
        game = rw.load(folder_from_text("# file: ruleset.yaml\n" + RULES), 3, options=options)
        return list(nature(game.model.resources["water"], game.model, Words(game, "en")))

    assert "There are 8 of them." in told()
    assert not any("There are 8" in line for line in told(source="endless"))

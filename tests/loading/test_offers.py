"""Numbers of players that only modules allow are named with the modules."""

from __future__ import annotations

import pytest

import interpreter as rw
from interpreter.loading.settings import modules_for
from interpreter.loading.source import folder_from_text

RULES = """# file: ruleset.yaml
game: {id: example, players: [2, 3], seats: [a, b, c]}
phases: {game: {do: end game}}
# file: modules/alone/module.yaml
module: {id: alone}
game: {patch: {players: [1]}}
# file: modules/crowd/module.yaml
module: {id: crowd}
with: {tables: {game: {patch: {players: [2, 3, 4]}}, with: {alone: {game: {patch: {players: [1]}}}}}}
# file: modules/tables/module.yaml
module: {id: tables}
"""


def test_the_smallest_sets_that_allow_a_number() -> None:
    folder = folder_from_text(RULES)
    assert modules_for(folder, 4) == [("crowd", "tables")]
    assert modules_for(folder, 1) == [("alone",)]
    assert modules_for(folder, 7) == []


@pytest.mark.parametrize(("players", "said"), [(4, "and for 4 with crowd and tables"), (7, "it is for 2, 3")])
def test_they_are_told_where_the_number_is_refused(players: int, said: str) -> None:
    with pytest.raises(rw.RulesetError) as error:
        rw.load(folder_from_text(RULES), players)
    (found,) = error.value.diagnostics
    assert found.code == "E500" and (found.hint or "").endswith(said)

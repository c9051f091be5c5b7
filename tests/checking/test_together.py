"""What stands in `with` blocks is checked although nobody chose both modules, and nothing else is told for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.checking.checkup import check_ruleset
from interpreter.diagnostics import Diagnostics
from interpreter.loading.source import folder_from_text
from interpreter.workspace import Workspace, check_steps
from tests.cli.running import run

GAME = """# file: ruleset.yaml
game: {id: example, players: [2, 3], modules: [day, night, rain]}
resources: {coin: {}}
menus: {turn: {}}
actions: {earn: {menu: turn, do: gain 1 coin}}
values: {wage: {given: {p: player}, is: 1}}
phases: {game: {do: 'each of players does { do one of turn; gain wage(me) coin }; end game'}}
scoring: {categories: {money: {worth: p.coin}}}
# file: modules/day/module.yaml
module: {id: day}
resources: {add: {sun: {}}}
actions: {add: {bask: {menu: turn, do: gain 1 sun}}}
scoring: {add: {categories: {suns: {worth: p.sun}}}}
with: DAY_WITH
# file: modules/night/module.yaml
module: {id: night}
resources: {add: {moon: {}}}
actions: {add: {gaze: {menu: turn, do: gain 1 moon}}}
scoring: {add: {categories: {moons: {worth: p.moon}}}}
rules: {late: NIGHT_RULE}
# file: modules/rain/module.yaml
module: {id: rain RAIN_MORE}
rules: {wet: 'after earn by any p { p does { gain 1 coin } }'}
"""
RULE = "'after gaze by any p { p does { gain 1 coin } }'"


def told(block: str, *modules: str, rule: str = RULE, rain: str = "") -> list[tuple[str, str, str]]:
    """(code, text at the place, text at the last place beside it) of what a check tells."""
    text = GAME.replace("DAY_WITH", block).replace("NIGHT_RULE", rule).replace(" RAIN_MORE", rain)
    found = Diagnostics()
    assert check_ruleset(folder_from_text(text), modules, found) is not None
    return [(d.code, d.span.text if d.span else "", d.related[-1][0].text if d.related else "") for d in found]


@pytest.mark.parametrize("modules", [(), ("day",)])
@pytest.mark.parametrize(
    ("block", "said"),
    [
        ("{night: {rules: {dusk: 'after gaze by any p { p does { gain 1 sun } }'}}}", []),
        ("{night: {rules: {dusk: 'after gzae by any p { p does { gain 1 sun } }'}}}", [("E313", "gzae", "night")]),
        ("{night: {actions: {patch: {gaze: {do: gain 1 sum}}}}}", [("E301", "sum", "night")]),
        ("{night: {resources: {patch: {moon: {limit: 0 - sun}}}}}", [("E303", "sun", "night")]),
        ("{night: {rules: {a: 'after gaze by any p if p.coin < 0 { end game }'}}}", [("L624", "p.coin < 0", "night")]),
        ("{night: {with: {rain: {rules: {fog: 'after gazing { end game }'}}}}}", [("E313", "gazing", "rain")]),
        # What the block changes is told where it no longer fits.
        ("{night: {actions: {remove: [gaze]}}}", [("E313", "gaze", "night")]),
    ],
)  # fmt: skip
def test_a_mistake_in_a_block_is_told(block: str, said: list[tuple[str, str, str]], modules: tuple[str, ...]) -> None:
    assert told(block, *modules) == said


def test_a_key_that_is_none_is_told() -> None:
    block = "{night: {actions: {patch: {gaze: {does: gain 1 sun}}}}}"
    assert told(block) == [("E101", "does", "night")]
    assert told(block, "day") == [("E101", "does", "")]


def test_a_mistake_is_told_once_where_both_are_chosen() -> None:
    assert [d[:2] for d in told("{night: {rules: {dusk: 'after gzae { end game }'}}}", "day", "night")] == [
        ("E313", "gzae")
    ]


def test_a_mistake_of_the_other_module_is_its_own() -> None:
    """It is told where that module is chosen, and never because of the block."""
    block, wrong = "{night: {rules: {dusk: 'after gaze { end game }'}}}", "'after gzae { end game }'"
    assert told(block, rule=wrong) == told(block, "day", rule=wrong) == []
    assert [d[:2] for d in told(block, "night", rule=wrong)] == [("E313", "gzae")]


def test_blocks_for_modules_that_cannot_be_chosen_together_are_passed_over() -> None:
    block = "{rain: {rules: {mist: 'after eran { end game }'}}}"
    assert [d[:2] for d in told(block)] == [("E313", "eran")]
    assert told(block, rain=", excludes: [day]") == []


def test_a_mistake_in_one_of_several_blocks_does_not_hide_that_of_another() -> None:
    block = "{night: {rules: {a: 'after gzae { end game }'}}, rain: {rules: {b: 'after erna { end game }'}}}"
    assert [d[:2] for d in told(block)] == [("E313", "gzae"), ("E313", "erna")]


def test_a_watched_ruleset_tells_the_same(tmp_path: Path) -> None:
    block = "{night: {rules: {dusk: 'after gzae { end game }'}}}"
    text = GAME.replace(", modules: [day, night, rain]", "").replace("DAY_WITH", block)
    for name, source in folder_from_text(text.replace("NIGHT_RULE", RULE).replace(" RAIN_MORE", "")).files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source.text)
    workspace, found = Workspace(tmp_path), Diagnostics()
    model = workspace.read(found)
    assert model is not None
    list(check_steps(model, found, workspace.documents))
    assert [d.code for d in found] == ["E313"]
    # A module elsewhere finds those beside it.
    outside = tmp_path.parent / f"{tmp_path.name}_outside"
    (tmp_path / "modules").rename(outside)
    said = run("check", str(tmp_path), "--with", str(outside / "day"))
    assert said.code == 1 and "gzae" in said.out and "with `night` chosen" in said.out
    assert run("check", str(tmp_path), "--with", str(outside / "rain")).code == 0

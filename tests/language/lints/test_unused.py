"""What nothing uses is told, of whatever sort it is; and what is used by nothing but a module is not."""

from __future__ import annotations

import pytest

from interpreter import pipeline
from interpreter.checking.variants import check_all
from interpreter.diagnostics import Diagnostics
from interpreter.loading.source import folder_from_text

RULES = """# file: ruleset.yaml
game: {id: shop, players: [2], modules: [more]}
resources: {coin: {}}
effects: {hue: {kinds: {red: {}, blue: {}}}, HUE}
pieces:
  card: {start: deck, attributes: {worth: int, hue: kind of hue, ATTRIBUTE}, state: {seen: int, CARD},
    kinds: {ace: {copies: 3, worth: 9, hue: red}, two: {copies: 4, worth: 2, hue: blue}}}
zones: {deck: {pieces: card}, hand: {pieces: card, per: player}, ZONE}
spaces: {field: {kinds: {near: {}, far: {}}}, SPACE}
tracks: {fame: {steps: 5}, TRACK}
tables: {prices: [1, 2], TABLE}
values: {dear: {given: {c: card}, is: c.worth > 3 and c.hue is red}, VALUE}
state: {player: {marks: int, spot: field, PLAYER}, game: {idle: bool, GAME}}
menus: {turn: {}, MENU}
actions:
  pick:
    menu: turn
    choose: c in deck if not idle
    do: 'move c to my hand; gain prices[1] coin; if dear(c) and c.seen < 1 { c.seen += 1; my marks += 1 }; TEXT'
phases:
  game: {do: 'each of players does { my spot = near; advance my marker[fame] by my marks; do one of turn }; end game'}
scoring: {categories: {money: {worth: 'p.coin + p.marks + (if p.spot is far then 1 else 0)'}}}
# file: modules/more/module.yaml
module: {id: more}
rules: {add: {extra: MODULE}}
"""
PLACES = (
    "HUE", "ATTRIBUTE", "CARD", "ZONE", "SPACE", "TRACK", "TABLE", "VALUE", "PLAYER", "GAME", "MENU", "TEXT", "MODULE",
)  # fmt: skip


def told(changed: dict[str, str], modules: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    text = RULES
    for place in PLACES:
        usual = "'after pick { gain 1 coin }'" if place == "MODULE" else "gain 1 coin" if place == "TEXT" else ""
        text = text.replace(f", {place}}}", f", {changed[place]}}}" if place in changed else "}")
        text = text.replace(place, changed.get(place, usual))
    diagnostics = Diagnostics()
    model = pipeline.model_of(folder_from_text(text), list(modules), diagnostics)
    assert model is not None
    check_all(model, diagnostics)
    assert diagnostics.errors == []
    return [(d.code, d.message.split("`")[1]) for d in diagnostics if d.code in ("L601", "L643")]


def test_nothing_is_told_of_what_is_used() -> None:
    assert told({}) == []


@pytest.mark.parametrize(
    ("place", "declared", "code", "name"),
    [
        ("HUE", "shade: {kinds: {dark: {}, light: {}}}", "L601", "shade"),
        ("ATTRIBUTE", "fee: int", "L601", "fee"),
        ("CARD", "used: bool", "L601", "used"),
        ("ZONE", "nowhere: {pieces: card}", "L601", "nowhere"),
        ("SPACE", "moor: {kinds: {wet: {}, dry: {}}}", "L601", "moor"),
        ("TRACK", "shame: {steps: 3}", "L601", "shame"),
        ("TABLE", "costs: [1, 2]", "L601", "costs"),
        ("VALUE", "open: {is: '3'}", "L601", "open"),
        ("VALUE", "partial: {is: '3'}", "L601", "partial"),
        ("PLAYER", "never: int", "L601", "never"),
        ("GAME", "never: int", "L601", "never"),
        ("MENU", "other: {}", "L601", "other"),
    ],
)
def test_what_nothing_names_is_told(place: str, declared: str, code: str, name: str) -> None:
    assert told({place: declared}) == [(code, name)]


@pytest.mark.parametrize(
    ("place", "declared", "text"),
    [
        ("PLAYER", "done: bool", "my done = true"),
        ("GAME", "done: int per player", "done[me] = 3"),
        ("CARD", "done: int", "c.done += 1"),
    ],
)
def test_what_is_only_set_is_told(place: str, declared: str, text: str) -> None:
    assert told({place: declared, "TEXT": text}) == [("L643", "done")]


def test_what_a_module_reads_is_used() -> None:
    reads = "'after pick { if lucky { gain 1 coin } }'"
    changed = {"GAME": "lucky: bool", "TEXT": "lucky = true", "MODULE": reads}
    assert told(changed) == []
    assert told(changed, ("more",)) == []
    summed = "'after pick { gain sum(c.bonus for c in deck) coin }'"
    assert told({"ATTRIBUTE": "bonus: int", "MODULE": summed}) == []

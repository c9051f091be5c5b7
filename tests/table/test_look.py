"""`show: look:` names icons and colours that the page has, and things that the ruleset has."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.web.server import STATIC
from interpreter.diagnostics import Diagnostics
from interpreter.loading.source import folder_from_text
from interpreter.pipeline import model_of

ROOT = Path(__file__).resolve().parents[2]

RULES = """\
# file: ruleset.yaml
game: {id: pond, version: 1, players: [2], seats: [ann, ben]}
resources: {coin: {held_by: [player]}}
pieces: {duck: {start: nest, kinds: {drake: {copies: 2}}}}
zones: {nest: {pieces: duck}}
phases: {game: {do: 'each of players does { gain 1 coin }'}}
scoring: {categories: {coins: {worth: p.coin}}}
show: {look: LOOK}
"""


def found(look: str) -> list[str]:
    diagnostics = Diagnostics()
    model_of(folder_from_text(RULES.replace("LOOK", look)), (), diagnostics)
    return [f"{d.code}: {d.message}" for d in diagnostics]


def test_the_schema_names_what_the_page_draws() -> None:
    look = json.loads((ROOT / "schemas" / "ruleset.schema.json").read_text(encoding="utf-8"))["$defs"]["look"]
    properties = look["additionalProperties"]["properties"]
    text = (STATIC / "icons.js").read_text(encoding="utf-8")
    paths, colours = (re.search(rf"const {name} = {{(.*?)}};", text, re.DOTALL) for name in ("PATHS", "COLOURS"))
    assert paths is not None and colours is not None
    assert sorted(re.findall(r"^  (\w+):", paths[1], re.MULTILINE)) == properties["icon"]["enum"]
    for colour in re.findall(r"(\w+): \"#", colours[1]):
        assert re.fullmatch(properties["colour"]["pattern"], colour), colour


def test_a_look_of_what_is_there_is_sound() -> None:
    look = (
        '{coin: {icon: coin}, duck: {shape: pawn}, drake: {colour: "#12ab9f"}, nest: {size: small}, ann: {colour: red}}'
    )
    assert found(look) == []


@pytest.mark.parametrize(
    ("look", "says"),
    [
        ("{goose: {icon: coin}}", "goose"),
        ("{coin: {icon: coyn}}", "coyn"),
        ("{coin: {colour: reddish}}", "reddish"),
        ("{coin: {shape: blob}}", "blob"),
        ("{coin: {sound: loud}}", "sound"),
        ("{coin: coin}", "coin"),
    ],
)
def test_a_look_of_what_is_not_there_is_reported(look: str, says: str) -> None:
    messages = found(look)
    assert len(messages) == 1 and says in messages[0]

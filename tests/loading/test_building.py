"""A whole small ruleset → the Model, field by field where it is not plain copying."""

from __future__ import annotations

import itertools
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from interpreter import pipeline
from interpreter.diagnostics import Diagnostics, RulesetError
from interpreter.language.core.checked import EVENTS
from interpreter.loading.companions import load_scenarios
from interpreter.loading.documents import plain
from interpreter.loading.model import ByPlayers, EffectText
from interpreter.loading.source import folder_from_text
from interpreter.loading.words import HAPPENINGS
from interpreter.pipeline import model_of
from tests.loading.loading_texts import load_text, loaded, message

FARM = (Path(__file__).parent / "good" / "farm.yaml").read_text(encoding="utf-8")


def text_of(effect: EffectText | None) -> tuple[str, str]:
    assert effect is not None
    return effect.start, effect.span.text


def test_base_game() -> None:
    model = loaded(FARM, [])
    assert model.game.players == (2, 3)
    assert model.game.ruleset_version == "2"
    assert model.game.seats == ("a", "b", "c")
    assert model.game.options["harsh"].values == (True, False)
    assert text_of(model.setup) == (
        "program",
        "# everybody starts with seed money\n    each of players does { gain start_coins coin }",
    )
    wheat, corn = model.resources["wheat"], model.resources["corn"]
    assert (wheat.groups, wheat.supply, wheat.overflow) == (("crop",), ByPlayers({2: 10, 3: 15}), "lost")
    assert text_of(wheat.limit) == ("formula", "barn_size")
    assert isinstance(corn.overflow, EffectText) and text_of(corn.overflow) == ("program", "gain 1 coin")
    assert (corn.groups, corn.pays_for, corn.supply) == (("crop", "feed"), "wheat", None)
    assert model.resources["coin"].held_by == ("player", "stall")


def test_pieces_zones_and_boards() -> None:
    model = loaded(FARM, [])
    field = model.pieces["field"]
    meadow, acre = field.kinds["meadow"], field.kinds["acre"]
    assert meadow.copies == ByPlayers({2: 3, 3: 4})
    assert meadow.attributes == {"cost": 2, "crop_grown": "wheat", "tags": ("green", "wet")}
    assert acre.attributes["shape"] == ("##", "#.")
    assert text_of(acre.abilities["bonus"].text) == ("rule", "after sell by owner { gain 1 coin }")
    assert acre.abilities["first"].order == 1
    assert (model.zones["stack"].kind, model.zones["stack"].when_empty) == ("deck", "gone")
    assert (model.zones["stall"].pieces, model.zones["stall"].limit) == (None, 4)
    land = model.boards["land"]
    assert (land.columns, land.rows, land.per_player, land.rotate) == (4, 3, True, True)


def test_effects_are_slices_of_the_file() -> None:
    model = loaded(FARM, [])
    assert text_of(model.values["closed"].formula) == ("formula", "false")
    assert text_of(model.values["barn_size"].at_most) == ("formula", "9")
    sell = model.actions["sell"]
    assert text_of(sell.choose) == ("binders", "c in crop if me[c] > 0")
    assert text_of(sell.do) == ("program", "pay 1 c; gain prices[1] coin")
    assert text_of(sell.limit) == ("limits", "once per market")
    assert [text_of(w) for w in model.free["trade"].window] == [("span", "my decisions"), ("span", "before stalls")]
    assert text_of(model.player_state["sold"].resets) == ("span", "market")
    assert text_of(model.procedures["harvest"].do) == ("program", "")
    assert model.procedures["market"].is_phase and not model.procedures["harvest"].is_phase


def test_tables_and_scores() -> None:
    model = loaded(FARM, [])
    assert model.tables["income"].values == {0: 1, 1: 1, 2: 1, 3: 2}
    assert model.tables["prices"].values == {1: 1, 2: 2, 3: 4}
    assert model.tables["start_coins"].by_players and model.tables["start_coins"].values == {2: 5, 3: 4}
    assert not model.scoring["money"].is_tie_break
    assert model.scoring["stock"].is_tie_break and model.scoring["stock"].lower_wins
    assert model.endings["flood"].all_lose
    assert model.game_state["on"].type == "bool"
    assert model.texts["en"].groups["names"] == {"farm": "Farm", "coin": "coin"}


def test_modules_change_what_they_name() -> None:
    model = loaded(FARM, ["storms", "traders"])
    field = model.pieces["field"]
    assert field.kinds["acre"].attributes["cost"] == 4
    assert field.kinds["acre"].attributes["crop_grown"] == "none"
    assert (field.origin, field.kinds["acre"].origin, field.kinds["marsh"].origin) == ("base", "base", "storms")
    assert text_of(model.actions["sell"].limit) == ("limits", "2 times per market")
    limit = model.actions["sell"].limit
    assert limit is not None and limit.span.path == "modules/storms/module.yaml"
    assert text_of(model.rules["over"].text)[1] == "whenever day > 29 { end game }"
    assert model.rules["over"].order == 2
    assert model.rules["soaked"].origin == "storms+traders"
    assert "on" not in model.game_state and "deals" in model.player_state
    assert "flood" not in model.endings
    assert text_of(model.setup)[1] == "do deal"
    assert model.game.options["length"].default == "short"
    assert model.game.players == (3,)
    assert model.texts["en"].groups["names"]["hail"] == "Hail"
    assert [m.id for m in model.modules] == ["traders", "storms"]


def test_with_block_needs_both() -> None:
    assert "soaked" not in loaded(FARM, ["storms"]).rules


def test_order_of_naming_never_matters() -> None:
    text = (
        "# file: r.yaml\ngame: {id: g, players: [2]}\nactions: {sell: {do: '0'}}\nmenus: {}\n"
        "# file: modules/a/m.yaml\nmodule: {id: a, needs: [c]}\nactions: {patch: {sell: {do: a}}}\n"
        "# file: modules/b/m.yaml\nmodule: {id: b}\nmenus: {add: {bb: {}}}\n"
        "# file: modules/c/m.yaml\nmodule: {id: c}\nactions: {patch: {sell: {do: c}}}\nmenus: {add: {cc: {}}}\n"
    )
    models = [loaded(text, list(order)) for order in itertools.permutations("abc")]
    assert text_of(models[0].actions["sell"].do)[1] == "a"
    assert models[0].menus == ("cc", "bb")
    assert all([m.id for m in model.modules] == ["c", "b", "a"] for model in models)
    assert all(model.menus == models[0].menus for model in models)
    assert all(text_of(model.actions["sell"].do)[1] == "a" for model in models)


@pytest.mark.parametrize("order", [["a", "b"], ["b", "a"]])
def test_conflicts_do_not_depend_on_the_order(order: list[str]) -> None:
    text = (Path(__file__).parent / "bad" / "modules_in_conflict.yaml").read_text(encoding="utf-8")
    found = [message(d) for d in load_text(text, order)[1]]
    assert found == [message(d) for d in load_text(text, ["a", "b"])[1]]
    assert sum(" E136 " in line for line in found) == 2


def test_with_block_settles_a_conflict() -> None:
    text = (Path(__file__).parent / "good" / "with_settles.yaml").read_text(encoding="utf-8")
    assert text_of(loaded(text, ["a", "b"]).actions["sell"].do)[1] == "12"
    assert text_of(loaded(text, ["b"]).actions["sell"].do)[1] == "2"


def test_a_with_block_for_three_modules_settles_what_two_of_them_say() -> None:
    text = (
        "# file: r.yaml\ngame: {id: g, players: [2]}\nvalues: {v: {is: '1'}}\n"
        "# file: modules/a/m.yaml\nmodule: {id: a}\n"
        "with: {b: {values: {patch: {v: {is: '2'}}}, with: {c: {values: {patch: {v: {is: '4'}}}}}}}\n"
        "# file: modules/b/m.yaml\nmodule: {id: b}\n"
        "# file: modules/c/m.yaml\nmodule: {id: c}\nvalues: {patch: {v: {is: '3'}}}\n"
    )
    for modules, wanted in (["a", "b"], "2"), (["a", "c"], "3"), (["a", "b", "c"], "4"):
        for order in itertools.permutations(modules):
            assert text_of(loaded(text, list(order)).values["v"].formula)[1] == wanted


def test_what_a_module_needs_is_chosen_with_it() -> None:
    text = (
        "# file: r.yaml\ngame: {id: g, players: [2]}\nmenus: {}\n"
        "# file: modules/a/m.yaml\nmodule: {id: a, needs: [b]}\nmenus: {add: {aa: {}}}\n"
        "# file: modules/b/m.yaml\nmodule: {id: b, needs: [c]}\nmenus: {add: {bb: {}}}\n"
        "# file: modules/c/m.yaml\nmodule: {id: c}\nmenus: {add: {cc: {}}}\n"
    )
    assert [m.id for m in loaded(text, ["a"]).modules] == ["c", "b", "a"]
    assert loaded(text, ["a"]).menus == ("cc", "bb", "aa")


def test_a_module_may_be_spread_over_files() -> None:
    text = (
        "# file: r.yaml\ngame: {id: g, players: [2]}\npieces: {card: {attributes: {n: int}, kinds: {red: {}}}}\n"
        "menus: {}\n"
        "# file: modules/a/m.yaml\nmodule: {id: a}\nmenus: {add: {aa: {}}}\n"
        "pieces: {patch: {card: {kinds: {blue: {}}}}}\n"
        "# file: modules/a/n.yaml\nmenus: {add: {bb: {}}}\npieces: {patch: {card: {kinds: {red: {n: 3}}}}}\n"
    )
    model = loaded(text, ["a"])
    assert model.menus == ("aa", "bb")
    assert set(model.pieces["card"].kinds) == {"red", "blue"}


def test_two_files_of_a_module_that_write_one_thing_are_told() -> None:
    text = (
        "# file: r.yaml\ngame: {id: g, players: [2]}\nvalues: {v: {is: '1'}}\n"
        "# file: modules/a/m.yaml\nmodule: {id: a}\nvalues: {patch: {v: {is: '2'}}}\n"
        "# file: modules/a/n.yaml\nvalues: {patch: {v: {is: '3'}}, add: {w: {is: '1'}}}\n"
    )
    assert [d.code for d in load_text(text, ["a"])[1]] == ["E011"]


def test_merging_leaves_the_base_as_it_was() -> None:
    folder = folder_from_text(FARM)
    with_modules = Diagnostics()
    model_of(folder, ["storms"], with_modules)
    again = Diagnostics()
    model = model_of(folder, (), again)
    assert model is not None and "marsh" not in model.pieces["field"].kinds


def test_nested_removal() -> None:
    text = (
        "# file: r.yaml\ngame: {id: g, players: [2]}\npieces: {card: {kinds: {red: {}, blue: {}}}}\n"
        "# file: modules/less/m.yaml\nmodule: {id: less}\npieces: {remove: {card: {kinds: [blue]}}}\n"
    )
    assert list(loaded(text).pieces["card"].kinds) == ["red"]


def test_every_span_lies_in_its_file() -> None:
    stack: list[object] = [loaded(FARM)]
    seen = 0
    while stack:
        value = stack.pop()
        if isinstance(value, EffectText):
            seen += 1
            assert value.span.source.text[value.span.start : value.span.end] == value.span.text
            assert value.span.text == value.span.text.strip()
        elif is_dataclass(value):
            stack += [getattr(value, f.name) for f in fields(value) if f.name != "span"]
        elif isinstance(value, dict):
            stack += value.values()
        elif isinstance(value, tuple):
            stack += value
    assert seen == 27


def test_scenarios_are_maps_with_places() -> None:
    text = (
        "# file: scenarios/one.yaml\n- id: sells-first\n  rules: [X-1]\n  players: [ann, bob]\n"
        "  given: {ann: {coin: 1}}\n"
        "  do: [{ann: sell corn}]\n  expect: {ann: {coin: 2}}\n- {id: second, plyers: 2}\n- id: sells-first\n"
    )
    diagnostics = Diagnostics()
    found = load_scenarios(folder_from_text(text), diagnostics)
    assert [plain(s.items["id"].value) for s in found] == ["sells-first", "second"]
    assert plain(found[0].items["given"].value) == {"ann": {"coin": 1}}
    assert found[0].items["do"].key_span.line == 6
    assert [(d.code, d.span.line if d.span else 0, d.near) for d in diagnostics] == [
        ("E101", 8, ("players",)),
        ("E011", 9, ()),
    ]


@pytest.mark.parametrize(
    "section", ["pieces: {place: {}}", "spaces: {place: {kinds: {here_1: {}}}}", "effects: {text: {}}"]
)
def test_a_class_is_not_called_like_a_type(section: str) -> None:
    rules = f"game: {{id: example, players: [2]}}\n{section}\nphases: {{game: {{do: end game}}}}\n"
    found = Diagnostics()
    model_of(folder_from_text(rules), (), found)
    assert "E113" in [d.code for d in found]


@pytest.mark.parametrize("name", sorted({*EVENTS, "setup"}))
@pytest.mark.parametrize("section", ["phases", "procedures", "actions", "free"])
def test_nothing_that_runs_is_called_like_what_rules_hang_on(section: str, name: str) -> None:
    assert name in HAPPENINGS
    rules = """\
game: {id: example, players: [2]}
resources: {coin: {}}
phases:
  game: {do: end game}
  rest: {do: gain 1 coin}
menus: {turn: {}}
procedures: {ease: {do: gain 1 coin}}
actions: {sow: {menu: turn, do: gain 1 coin}}
free: {toil: {window: my decisions, do: gain 1 coin}}
"""
    old = {"phases": "rest", "procedures": "ease", "actions": "sow", "free": "toil"}[section]
    found = Diagnostics()
    model_of(folder_from_text(rules), (), found)
    assert not found.has_errors, list(found)
    model_of(folder_from_text(rules.replace(f"{old}:", f"{name}:")), (), found)
    assert [(d.code, d.span.text) for d in found if d.span is not None] == [("E113", name)]


@pytest.mark.parametrize("grid", ["{columns: 2}", "{rows: 2}", "{}"])
@pytest.mark.parametrize("section", ["spaces", "boards"])
def test_a_grid_needs_both_its_sizes(section: str, grid: str) -> None:
    _, found = load_text(
        f"game: {{id: farm, players: [2]}}\n{section}: {{yard: {{grid: {grid}, pieces: tool, per: player}}}}\n"
    )
    needed = [f"a grid needs the key `{key}`" for key in ("columns", "rows") if key not in grid]
    assert [d.message for d in found if d.code == "E102" and "a grid" in d.message] == needed


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("pieces: {card: {kinds: {sun: {copies: 1000000000}}}}", "1,000,000,000 pieces"),
        ("pieces: {card: {per: player, kinds: {sun: {copies: {2: 5000, 3: 9000}}}}}", "27,000 pieces"),
        ("pieces: {card: {kinds: {sun: {copies: 19000}}}, tile: {kinds: {hill: {copies: 2000}}}}", "21,000 pieces"),
        ("spaces: {cell: {per: player, grid: {columns: 100, rows: 100}}}", "30,000 spaces"),
    ],
)
def test_more_things_than_can_be_played_are_refused_and_no_program_is_made(text: str, total: str) -> None:
    folder = folder_from_text(f"game: {{id: farm, players: [2, 3]}}\nphases: {{game: {{do: end game}}}}\n{text}\n")
    with pytest.raises(RulesetError) as caught:
        pipeline.load(folder)
    (d,) = caught.value.diagnostics
    assert d.code == "E151" and total in d.message and d.span is not None and d.span.text in ("card", "tile", "cell")


def test_players_that_are_no_list_are_told_however_many_things_there_are() -> None:
    diagnostics = Diagnostics()
    assert pipeline.model_of(folder_from_text("# file: r.yaml\ngame: {id: g, players: 2}\n"), (), diagnostics)
    assert "E103" in {d.code for d in diagnostics.errors}

"""`check` reads the scenarios beside a ruleset without playing them: what is misspelt is told with its place, what
only playing can tell is not, and what is sound is left in peace."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from interpreter.checking.checkup import check_ruleset
from interpreter.codes import CODES
from interpreter.codes.code import Code
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.loading.source import Folder, data_folder, folder_from_text, shipped_games
from interpreter.ruleset import Ruleset
from interpreter.scenarios import run_folder
from interpreter.scenarios.checking import check_scenarios
from interpreter.workspace import Workspace, check_steps
from tests.cli.running import run as command

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+) ([\w ]+)\n(.*?)^```$", PAGE, re.M | re.S)
RULES = next(text for _, kind, text in BLOCKS if kind == "ruleset")
ONLY_PLAYED = {"E513", "E514", "E515", "E517", "E524", "E525", "E526", "E527"}
"""Whether pieces suffice, what fits, who is asked first and what is unset is seen on a table only."""


def found_in(folder: Folder | str, modules: tuple[str, ...] = ()) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    ruleset = Ruleset(folder, modules, diagnostics)
    assert ruleset.model is not None and ruleset.documents is not None
    assert not diagnostics.has_errors
    list(check_scenarios(ruleset.model, ruleset.documents, diagnostics))
    return list(diagnostics)


def orchard(scenarios: str, rules: str = RULES) -> Folder:
    return folder_from_text(f"# file: ruleset.yaml\n{rules}# file: scenarios/example.yaml\n{scenarios}")


def told(scenario: str) -> list[tuple[str, str]]:
    """(code, the characters meant) of what is found in one scenario."""
    return [(d.code, "" if d.span is None else d.span.text) for d in found_in(orchard(f"- id: it\n{scenario}"))]


SETS = [(game, ()) for game in shipped_games()]
SETS += [
    (game, (module.name,))
    for game in shipped_games()
    for module in sorted((data_folder("rulesets") / game / "modules").glob("*"))  # type: ignore[operator]
    if (module / "scenarios").is_dir()
]
# Together they are for other players than each of their scenarios says.
SETS += [("santa_maria", ("solo", "maya_city")), ("santa_maria", ("governor", "specialists", "envoys", "maya_city"))]


@pytest.mark.parametrize(("game", "modules"), SETS, ids=str)
def test_scenarios_that_hold_are_left_in_peace(game: str, modules: tuple[str, ...]) -> None:
    assert [f"{d.span}: {d.message}" for d in found_in(game, modules)] == []


@pytest.mark.parametrize("text", [text for _, kind, text in BLOCKS if kind in ("scenario", "fails")])
def test_so_are_those_of_the_page(text: str) -> None:
    assert [f"{d.span}: {d.message}" for d in found_in(orchard(text))] == []


GRIDS = "  field: {grid: {columns: 2, rows: 1}, pieces: cart}\n  shelf: {grid: {columns: 2, rows: 1}, per: player}\n"
SHARED_IDS = RULES.replace("spaces:\n", f"spaces:\n{GRIDS}", 1)
"""Two grids of nobody and two of each player, all with a cell r1c1."""


@pytest.mark.parametrize(
    ("given", "classes"), [("r1c1: [red]", ("field", "lot")), ("a: {r1c1: {grows: pear}}", ("shelf", "bed"))], ids=str
)
def test_an_id_that_several_classes_share_is_no_place_alone(given: str, classes: tuple[str, str]) -> None:
    found = found_in(orchard(f"- id: it\n  players: 2\n  given: {{{given}}}\n  expect: {{over: false}}\n", SHARED_IDS))
    assert [d.code for d in found] == ["E510"]
    assert found[0].message.startswith("`r1c1` is no name of one place")
    assert all(f"`{name}: {{r1c1: …}}`" in found[0].message for name in classes)


def test_an_id_that_one_class_of_each_owner_has_is_its_place() -> None:
    given = "{r1c1: [red], a: {r1c1: {grows: pear}}}"
    expect = "{lot: {r1c1: [red]}, a: {bed: {r1c1: {grows: pear}}}, over: false}"
    text = f"- id: it\n  players: 2\n  given: {given}\n  expect: {expect}\n"
    assert [r.report() for r in run_folder(orchard(text))] == [""]


@pytest.mark.parametrize("code", [c for c in CODES.values() if "E510" <= c.id < "E530"], ids=lambda c: c.id)
def test_each_mistake_of_a_scenario_is_told_without_playing_it(code: Code) -> None:
    played = [d for result in run_folder(folder_from_text(code.failing)) for d in result.diagnostics]
    read_only = found_in(folder_from_text(code.failing))
    assert [(d.code, d.message, str(d.span)) for d in read_only] == [
        (d.code, d.message, str(d.span)) for d in played if d.code not in ONLY_PLAYED
    ]
    assert found_in(folder_from_text(code.mended)) == []


@pytest.mark.parametrize(
    ("scenario", "code", "text"),
    [
        ("  given: {a: {coni: 1}}\n  expect: {over: false}", "E510", "coni"),
        ("  given: {phase: {markt: {first: a}}}\n  expect: {over: false}", "E510", "markt"),
        ("  given: {phase: {market: {frist: a}}}\n  expect: {over: false}", "E510", "frist"),
        ("  given: {phase: {market: {first: z}}}\n  expect: {over: false}", "E511", "z"),
        ("  given: {derived: {tel: {g: pear}}}\n  expect: {over: false}", "E510", "tel"),
        ("  given: {derived: {tell: {g: paer}}}\n  expect: {over: false}", "E511", "paer"),
        ("  given: {without: [snu]}\n  expect: {over: false}", "E510", "snu"),
        ("  given: {without: [coin]}\n  expect: {over: false}", "E510", "coin"),
        ("  given: {used: {bge: [a]}}\n  expect: {over: false}", "E510", "bge"),
        ("  given: {used: {beg: [z]}}\n  expect: {over: false}", "E510", "z"),
        ("  given: {used: {beg: [[a]]}}\n  expect: {over: false}", "E510", "[a]"),
        ("  given: {used: {pick: [a]}}\n  expect: {over: false}", "E510", "pick"),
        (
            "  given: {phase: {market: {first: a}, day: {}}}\n  expect: {over: false}",
            "E512",
            "{market: {first: a}, day: {}}",
        ),
        ("  given: {phase: {}}\n  expect: {over: false}", "E512", "{}"),
        ("  given: {actor: z}\n  expect: {over: false}", "E510", "z"),
        ("  given: {a: {bed: {r9c1: {grows: pear}}}}\n  expect: {over: false}", "E510", "r9c1"),
        ("  given: {a: {garage: [{red: {dirt: 1}}]}}\n  expect: {over: false}", "E510", "dirt"),
        ("  given: {a: {sold: {aple: 1}}}\n  expect: {over: false}", "E510", "aple"),
        ("  do: [{z: beg}]", "E510", "z"),
        ("  do: [{a: begg}]", "E519", "begg"),
        ("  do: [{a: [beg, pick aple]}]", "E519", "pick aple"),
        ("  do: [{chance: draw snu}]", "E519", "draw snu"),
        ("  do: [{refused: {z: beg}}]", "E510", "z"),
        ("  do: [{refused: {a: {buy redd: short}}}]", "E519", "buy redd"),
        ("  do: [{refused: {a: {buy red: {cod: short}}}}]", "E512", "{cod: short}"),
        ("  do: [{refused: beg}]", "E512", "beg"),
        ("  do: [{expect: {a: {coni: 1}}}]", "E510", "coni"),
        ("  do: [beg]", "E103", "beg"),
        ("  expect: {player: z}", "E510", "z"),
        ("  expect: {offered: [begg]}", "E519", "begg"),
        ("  expect: {offers: [pick pera]}", "E519", "pick pera"),
        ("  expect: {not_offered: [pick pera]}", "E519", "pick pera"),
        ("  expect: {phase: dya}", "E510", "dya"),
        ("  expect: {over: perhaps}", "E512", "perhaps"),
        ("  expect: {phase_over: 1}", "E512", "1"),
        ("  expect: {values: {'pirce(a, red)': 1}}", "E301", "pirce"),
        ("  expect: {values: {'price(a': 1}}", "E202", ""),
        ("  expect: {values: {size(a.grage): 1}}", "E302", "grage"),
        ("  expect: {scores: {z: {total: 1}}}", "E510", "z"),
        ("  expect: {scores: {a: {coin: 1}}}", "E510", "coin"),
        ("  expect: {winners: [z]}", "E510", "z"),
        ("  expect: {sees: {z: {closed: false}}}", "E510", "z"),
        ("  expect: {sees: {a: {b: {cion: 4}}}}", "E510", "cion"),
        ("  expect: {cannot_see: {z: [deck]}}", "E510", "z"),
        ("  expect: {cannot_see: {a: [b.hnd]}}", "E510", "b.hnd"),
        ("  expect: {yard: [{red: {tripz: 1}}]}", "E510", "tripz"),
        ("  expect: {values: {red.trips: 1}}", "E523", "red"),
        ("  players: 7\n  expect: {over: false}", "E500", "7"),
        ("  players: [a, yard]\n  expect: {over: false}", "E520", "[a, yard]"),
        ("  with: [mroe]\n  expect: {over: false}", "E130", "mroe"),
        ("  holds_with: [mroe]\n  expect: {over: false}", "E130", "mroe"),
        ("  options: {bonsu: 1}\n  expect: {over: false}", "E501", "{bonsu: 1}"),
        ("  options: {bonus: 7}\n  expect: {over: false}", "E502", "{bonus: 7}"),
        ("  given: {a: {coin: 1}}", "E518", "it"),
    ],
)
def test_a_mistake_is_told_at_its_place_and_alone(scenario: str, code: str, text: str) -> None:
    assert told(scenario + "\n") == [(code, text)]


def test_all_mistakes_are_told_at_once() -> None:
    scenario = "  given: {a: {coni: 1}}\n  do: [{z: beg}, {a: begg}]\n  expect: {phase: dya, winners: [y]}\n"
    assert [text for _, text in told(scenario)] == ["coni", "z", "begg", "dya", "y"]


def test_each_scenario_is_read_under_its_own_settings() -> None:
    rules = RULES.replace("game: {id: orchard,", "game: {id: orchard, modules: [more],")
    rules += "# file: modules/more/module.yaml\nmodule: {id: more}\nresources: {add: {plum: {}}}\n"
    text = "- {id: one, WITH players: 3, given: {c: {plum: 1}}, expect: {over: false}}\n"
    assert [d.code for d in found_in(orchard(text.replace("WITH ", ""), rules))] == ["E510"]
    assert found_in(orchard(text.replace("WITH", "with: [more],"), rules)) == []
    assert [d.code for d in found_in(orchard(text.replace("WITH", "with: [more],").replace("3", "2"), rules))] == [
        "E510"
    ]


def test_with_modules_only_their_scenarios_are_read() -> None:
    rules = RULES.replace("game: {id: orchard,", "game: {id: orchard, modules: [more],")
    rules += "# file: modules/more/module.yaml\nmodule: {id: more}\nresources: {add: {plum: {}}}\n"
    text = "- {id: one, given: {a: {plum: 1}}, expect: {over: false}}\n"
    rules += f"# file: modules/more/scenarios/more.yaml\n{text}{text.replace('one', 'two').replace('plum', 'plmu')}"
    spoilt = orchard("- {id: of_the_game, given: {a: {coni: 1}}, expect: {over: false}}\n", rules)
    assert [d.span.text for d in found_in(spoilt, ("more",)) if d.span] == ["plmu"]
    assert [d.span.text for d in found_in(spoilt) if d.span] == ["coni"]


# ---- a kind for its only piece


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("blue.trips", "3"),
        ("blue.trips + 1", "4"),
        ("blue.face", "dirty"),
        ("blue.coin", "2"),
        ("blue.size", "5"),
        ("blue.owner", "a"),
        ("price(b, blue) + blue.trips", "13"),
        ("all(p.coin is blue.coin for p in players if p is a)", "false"),
    ],
)
def test_a_kind_stands_for_its_only_piece_where_only_a_piece_can_be_meant(formula: str, value: str) -> None:
    given = "{a: {garage: [{blue: {trips: 3, face: dirty, coin: 2}}]}}"
    text = f"- id: it\n  given: {given}\n  expect: {{values: {{'{formula}': {value}}}}}\n"
    assert [r.report() for r in run_folder(orchard(text))] == [""]
    assert found_in(orchard(text)) == []


# ---- the command and the editor


@pytest.fixture
def spoilt(tmp_path: Path) -> Path:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "ruleset.yaml").write_text(RULES, encoding="utf-8")
    text = "- id: it\n  given: {a: {coni: 1}}\n  expect: {over: false}\n"
    (tmp_path / "scenarios" / "it.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_check_tells_them_with_file_line_and_column(spoilt: Path) -> None:
    said = command("check", str(spoilt), "--format", "json")
    assert said.code == 1
    (d,) = [d for d in json.loads(said.out) if not d["code"].startswith("L")]
    assert (d["code"], Path(d["file"]).name, d["line"], d["column"]) == ("E510", "it.yaml", 2, 15)
    file = spoilt / "scenarios" / "it.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("coni", "coin"), encoding="utf-8")
    assert command("check", str(spoilt)).code == 0
    file.write_text("- {id: it, players: 7, expect: {over: false}}\n", encoding="utf-8")
    assert command("check", str(spoilt)).code == 1  # the file is at fault, not the one who asks


def test_a_watched_ruleset_tells_the_same(spoilt: Path) -> None:
    workspace, found, fresh = Workspace(spoilt), Diagnostics(), Diagnostics()
    model = workspace.read(found)
    assert model is not None
    list(check_steps(model, found, workspace.documents))
    check_ruleset(spoilt, (), fresh)
    assert [(d.code, str(d.span)) for d in found] == [(d.code, str(d.span)) for d in fresh]
    assert "E510" in [d.code for d in found]


def test_names_are_not_asked_for_where_the_ruleset_itself_has_mistakes(spoilt: Path) -> None:
    """They would be echoes: what a scenario names may be missing for that very reason."""
    file = spoilt / "ruleset.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("gain 1 coin", "gain 1 coyn"), encoding="utf-8")
    fresh = Diagnostics()
    check_ruleset(spoilt, (), fresh)
    assert {d.code for d in fresh.errors} == {"E301"}


def test_a_name_like_that_of_a_seat_is_told() -> None:
    scenario = "  players: [anna, boris]\n  expect: {values: {'ana.coin': 1}}\n"
    assert told(scenario) == [("E301", "ana")]

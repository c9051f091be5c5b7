"""The tutorial docs/modding.md, step by step: its files are written, its commands run, in the order of the page."""

from __future__ import annotations

import itertools
import re
import shlex
from pathlib import Path

import pytest

import interpreter
from interpreter.diagnostics import Diagnostics, RulesetError
from interpreter.loading.fingerprint import changes, fingerprint
from interpreter.merged import merged_yaml
from interpreter.runtime import log as logs
from tests.cli.running import run

PAGE = Path(__file__).parents[1] / "docs" / "modding.md"
_FENCE = re.compile(r"^```(yaml|sh)([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"^# file: (\S+)\n")


@pytest.mark.slow
def test_every_step_of_the_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = 0
    for kind, words, text in _FENCE.findall(PAGE.read_text(encoding="utf-8")):
        if kind == "yaml":
            file = _FILE.match(text)
            assert file is not None, f"no `# file:` above {text[:60]!r}"
            target = tmp_path / file[1]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text[file.end() :], encoding="utf-8")
            continue
        for line in text.splitlines():
            program, *arguments = shlex.split(line)
            assert program == "rulewright"
            found = run(*arguments)
            commands += 1
            failing = words.split()[1:] if words.split()[:1] == ["fails"] else []
            said = found.out + found.err
            assert found.code == (1 if failing else 0), f"{line}\n{said[-2000:]}"
            assert all(code in said for code in failing), f"{line}\n{said[-2000:]}"
    assert commands > 12


@pytest.mark.slow
def test_scenarios_of_the_tutorial_show_what_the_module_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bakery's own scenarios are run with it, and what is no longer true is named."""
    monkeypatch.chdir(tmp_path)
    for _, _, text in _FENCE.findall(PAGE.read_text(encoding="utf-8")):
        file = _FILE.match(text)
        if file is not None and file[1].startswith("bakery_module/"):
            target = tmp_path / file[1]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text[file.end() :], encoding="utf-8")
    said = run("test", "puerto_rico", "--with", "./bakery_module", "--verbose").out
    assert "bread-for-coins" in said and "no-corn-no-bread" in said
    assert "no longer true with ./bakery_module, as it says: setup_3" in said
    assert not any(f"FAILS {name}" in said for name in ("bread-for-coins", "no-corn-no-bread"))


# ---- modules together, and from outside

CHANGES = {
    "bells": "resources: {add: {bell: {supply: 9}}}\nrules: {ring: 'after build(any b) { gain 1 bell }'}\n",
    "cheap": "module: {id: cheap, needs: [bells]}\npieces: {patch: {building: {kinds: {wharf: {cost: 6}}}}}\n",
    "fame": "scoring: {add: {categories: {fame: {worth: p.coin}}}}\n",
    "gifts": "rules: {gift: 'after build(any b) { gain 1 coin }'}\n",
}


def _module(folder: Path, name: str, text: str) -> Path:
    target = folder / name / "module.yaml"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text if text.startswith("module:") else f"module: {{id: {name}}}\n{text}", encoding="utf-8")
    return target.parent


def _refused(*modules: str | Path) -> list[str]:
    with pytest.raises(RulesetError) as caught:
        interpreter.load("puerto_rico", modules=modules)
    return [f"{d.code} {d.message}" for d in caught.value.diagnostics]


@pytest.mark.slow
def test_invented_modules_named_in_any_order_give_one_program(tmp_path: Path) -> None:
    paths = [_module(tmp_path, name, text) for name, text in CHANGES.items()]
    found = set()
    for order in itertools.permutations(paths):
        game = interpreter.load("puerto_rico", players=3, modules=order)
        merged = merged_yaml("puerto_rico", order, Diagnostics())
        found.add((game.program.source, tuple(merged), tuple(fingerprint("puerto_rico", order).items())))
    assert len(found) == 1


@pytest.mark.parametrize(
    ("game", "modules"),
    [
        ("puerto_rico", ("corn_start", "limited_bank", "new_buildings")),
        ("santa_maria", ("american_kingdoms", "governor", "specialists")),
        ("archipelago", ("choose_trend", "more_control", "more_spice")),
        ("nova_roma", ("follower_draft", "mosaic_draft")),
    ],
)
def test_shipped_modules_named_in_any_order_give_one_program(game: str, modules: tuple[str, ...]) -> None:
    merged = {tuple(merged_yaml(game, order, Diagnostics())) for order in itertools.permutations(modules)}
    assert len(merged) == 1 and next(iter(merged))
    there_and_back = [interpreter.load(game, modules=order).program.source for order in (modules, modules[::-1])]
    assert there_and_back[0] == there_and_back[1]


def test_a_module_for_other_versions_is_refused_with_both(tmp_path: Path) -> None:
    module = _module(tmp_path, "later", "module: {id: later, for_version: '>=1.5 <3'}\n")
    assert _refused(module) == ["E148 the module `later` is for version >=1.5 <3 of the ruleset; this one is 1"]


@pytest.mark.parametrize("bounds", ["1", "1.0", ">=1", ">=0.9 <2", ">0.9, <=1.0", "=1"])
def test_a_module_for_this_version_is_taken(tmp_path: Path, bounds: str) -> None:
    interpreter.load(
        "puerto_rico", modules=[_module(tmp_path, "now", f"module: {{id: now, for_version: '{bounds}'}}\n")]
    )


def test_a_folder_beside_you_is_no_shipped_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _module(tmp_path, "storm", CHANGES["fame"])
    said = run("check", "puerto_rico", "--with", "storm")
    assert said.code != 0 and "E130" in said.err + said.out and "./storm" in said.err + said.out
    assert run("check", "puerto_rico", "--with", "./storm").code == 0


def test_a_folder_named_like_a_shipped_module_is_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _module(tmp_path, "corn_start", CHANGES["fame"])
    assert "fame" in interpreter.load("puerto_rico", modules=[Path("corn_start")]).model.scoring
    assert _refused("corn_start", Path("corn_start"))[0] == "E149 two modules are called `corn_start`"


def test_one_folder_named_twice_is_one_module(tmp_path: Path) -> None:
    module = _module(tmp_path, "fame", CHANGES["fame"])
    game = interpreter.load("puerto_rico", modules=[module, tmp_path / "." / "fame" / ".." / "fame"])
    assert [m.id for m in game.model.modules] == ["fame"]


def test_what_a_module_needs_belongs_to_the_fingerprint(tmp_path: Path) -> None:
    module = _module(tmp_path, "on_top", "module: {id: on_top, needs: [new_buildings]}\n")
    before = fingerprint("puerto_rico", [module])
    assert any(name.startswith("modules/new_buildings/") for name in before)
    (module / "module.yaml").write_text("module: {id: on_top}\n", encoding="utf-8")
    told = changes(before, fingerprint("puerto_rico", [module]))
    assert "modules/on_top/module.yaml has changed" in told
    assert any(line.startswith("modules/new_buildings/") and line.endswith(" is gone") for line in told)


def test_a_new_game_says_that_it_hides_a_shipped_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "also a game that comes with rulewright" in run("new", "game", "puerto_rico").out
    assert "also a game" not in run("new", "game", "my_game").out


def test_a_game_with_a_changed_folder_is_refused_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    module = _module(tmp_path, "fame", CHANGES["fame"])
    log = tmp_path / "game.jsonl"
    game = interpreter.load("puerto_rico", players=3, modules=[module])
    refs = (str(module),)
    header = logs.Header("puerto_rico", "1", refs, dict(game.program.options), 3, 1, fingerprint("puerto_rico", refs))
    log.write_text(logs.dumps(header, []), encoding="utf-8")
    assert run("replay", str(log)).code == 0
    _module(tmp_path, "fame", CHANGES["fame"].replace("p.coin", "2 * p.coin"))
    said = run("replay", str(log))
    assert said.code != 0 and "modules/fame/module.yaml has changed" in said.out + said.err
    assert log.exists()


# ---- scenarios that a module breaks

ANNEX = """
module: {id: annex, breaks: [BROKEN]}
pieces: {patch: {building: {kinds: {annex: {cost: 3, column: 1, circles: 1, points: 1, copies: 2, shape: ["#"]}}}}}
"""
COUNTED = "box_of_building_tiles, setup_3, colonists_stay_between_mayors"
"""What counts the buildings in the box, and what lists all that are offered."""


def _annex(folder: Path, broken: str) -> str:
    return str(_module(folder, "annex", ANNEX.strip().replace("BROKEN", broken) + "\n"))


@pytest.mark.slow
def test_what_a_module_breaks_and_says_is_as_it_should_be(tmp_path: Path) -> None:
    said = run("test", "puerto_rico", "--with", _annex(tmp_path, COUNTED))
    assert said.code == 0, said.out[-800:]
    assert "as it says: " in said.out and "setup_3" in said.out
    silent = run("test", "puerto_rico", "--with", _annex(tmp_path, ""))
    assert silent.code == 1 and "no longer true" in silent.out


DEARER = """
module: {id: dearer, needs: [annex], breaks: [the-annex-costs-three]}
pieces: {patch: {building: {kinds: {annex: {cost: 4}}}}}
"""
COSTS_THREE = """
- id: the-annex-costs-three
  rules: []
  players: 3
  given: {phase: builder, actor: a, a: {coin: 3}}
  do: [{a: build annex}]
  expect: {a: {coin: PAID}}
"""


@pytest.mark.slow
def test_a_module_may_break_scenarios_of_one_that_it_needs(tmp_path: Path) -> None:
    annex = _annex(tmp_path, COUNTED)
    scenarios = Path(annex) / "scenarios" / "annex.yaml"
    scenarios.parent.mkdir()
    scenarios.write_text(COSTS_THREE.strip().replace("PAID", "1") + "\n", encoding="utf-8")
    assert run("test", "puerto_rico", "--with", annex).code == 0
    both = ("--with", annex, "--with", str(_module(tmp_path, "dearer", DEARER.strip() + "\n")))
    assert run("check", "puerto_rico", *both).code == 0
    said = run("test", "puerto_rico", *both)
    assert said.code == 0, said.out[-800:]
    assert "as it says: " in said.out and "the-annex-costs-three" in said.out


@pytest.mark.slow
def test_a_module_that_says_too_much_is_told(tmp_path: Path) -> None:
    said = run("test", "puerto_rico", "--with", _annex(tmp_path, COUNTED + ", produce_for_all, quarry_prices"))
    assert said.code == 1
    assert "`breaks` of annex: quarry_prices" in said.out and "it holds" in said.out
    assert "E530" in said.out and "no scenario `produce_for_all`" in said.out


@pytest.mark.slow
def test_check_tells_scenarios_and_modules_that_are_not_there(tmp_path: Path) -> None:
    folder = _annex(tmp_path, "setup_3, setup_33")
    said = run("check", "puerto_rico", "--with", folder)
    assert said.code == 1 and said.out.count("E530") == 2 and "the ruleset has no scenario `setup_33`" in said.out
    lost = ANNEX.replace("breaks: [BROKEN]", "excludes: [corn_strat, corn_start, beside]").strip() + "\n"
    said = run("check", "puerto_rico", "--with", str(_module(tmp_path, "annex", lost)))
    assert said.code == 0 and "no module `corn_strat`" in said.out and "no module `beside`" in said.out
    _module(tmp_path, "beside", "module: {id: beside}\n")
    said = run("check", "puerto_rico", "--with", str(tmp_path / "annex"))
    assert (
        "no module `corn_strat`" in said.out and "`beside`" not in said.out and "no module `corn_start`" not in said.out
    )


def test_one_file_of_scenarios_is_run_with_a_module_from_elsewhere(tmp_path: Path) -> None:
    home = Path(_annex(tmp_path, ""))
    file = home / "scenarios" / "annex.yaml"
    file.parent.mkdir()
    text = "- id: bought\n  players: 3\n  given: {phase: builder, actor: a, a: {coin: 2}, players: {coin: 0}}\n"
    file.write_text(text + "  do: [{a: build annex}]\n  expect: {a: {coin: 0}}\n", encoding="utf-8")
    said = run("test", "puerto_rico", "--with", str(home), "--scenarios", str(file))
    assert said.code == 0 and "1 of 1 scenarios hold" in said.out, said.out
    file.write_text(text.replace("coin: 2", "coin: 1") + "  do: [{a: build annex}]\n", encoding="utf-8")
    failing = run("test", "puerto_rico", "--with", str(home), "--scenarios", str(file)).out
    assert "not offered: code short, needs 2, has 1, of coin" in failing, failing


# ---- the samples

SAMPLES = {"chapel": "puerto_rico", "harvest_festival": "puerto_rico", "star_calendar": "tzolkin"}


def test_there_is_a_case_for_every_sample() -> None:
    assert {p.name for p in (PAGE.parent / "samples").iterdir() if p.is_dir()} == set(SAMPLES)


@pytest.mark.parametrize("name", [pytest.param(x, marks=() if x == "chapel" else pytest.mark.slow) for x in SAMPLES])
def test_a_sample_is_fine_holds_its_scenarios_and_is_played(name: str) -> None:
    folder, game = PAGE.parent / "samples" / name, SAMPLES[name]
    said = run("check", str(folder), "--for", game)
    assert said.code == 0 and "not named" not in said.out + said.err, said.out + said.err
    outcome = run("test", game, "--with", str(folder), "--verbose")
    tested = outcome.out
    assert outcome.code == 0, tested[-2000:]
    own = re.findall(r"^- id: (\S+)", (folder / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8"), re.MULTILINE)
    assert own
    assert all(scenario in tested and f"FAILS {scenario}" not in tested for scenario in own), tested[-2000:]
    assert run("simulate", game, "--with", str(folder), "--games", "5", "--seed", "1", "--bots", "random").code == 0


def test_the_file_of_a_module_means_its_folder() -> None:
    file = PAGE.parent / "samples" / "chapel" / "module.yaml"
    assert run("check", "puerto_rico", "--with", str(file)).code == 0


def test_a_folder_without_rules_is_no_module(tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    said = run("check", "puerto_rico", "--with", str(tmp_path / "nothing"))
    assert said.code == 1 and "E001" in said.out and "nothing: it holds no rules" in said.out


def test_a_module_that_cannot_be_read_is_not_said_to_be_missing(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text("game: {id: small, players: [2]}\nphases: {game: {do: end game}}\n")
    (tmp_path / "modules" / "m").mkdir(parents=True)
    (tmp_path / "modules" / "m" / "module.yaml").write_bytes(b"module: {id: m} # caf\xe9\n")
    said = run("check", str(tmp_path), "--with", "m")
    assert said.code == 1 and "E004" in said.out and "E130" not in said.out

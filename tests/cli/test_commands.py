"""Every verb: what it prints, its exit code, and that no mistake of a user ends in a traceback."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from cli.app import app
from tests.cli.running import ROOT, Outcome, run

VERBS = [
    "check",
    "play",
    "serve",
    "saves",
    "simulate",
    "report",
    "compare",
    "balance",
    "ladder",
    "tune",
    "coverage",
    "test",
    "replay",
    "show",
    "explain",
    "rules",
    "fmt",
    "lsp",
    "new game",
    "new module",
    "new scenario",
]


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_examples(verb: str) -> None:
    outcome = run(*verb.split(), "--help")
    assert outcome.code == 0
    assert "Examples:" in outcome.out
    assert f"    rulewright {verb} " in outcome.out


def test_the_verbs_are_those_of_the_help() -> None:
    shown = run("--help").out
    names = [c.name for c in app.registered_commands] + [g.name for g in app.registered_groups]
    assert {v.split()[0] for v in VERBS} == set(names)
    assert all(f"\n  {name} " in shown for name in names)


def test_help_needs_no_interpreter() -> None:
    code = "import sys\nfrom cli.app import app\nsys.exit('interpreter' in sys.modules or 'yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [
        [], ["nonsense"], ["check"], ["check", "x", "--formt", "json"], ["play", "x", "--players", "many"],
        ["simulate", "x", "--games", "0"], ["new", "planet", "x"],
    ],
)  # fmt: skip
def test_wrong_usage_exits_with_2(arguments: list[str]) -> None:
    assert run(*arguments).code == 2


# ---- check


def test_check_is_one_line_where_all_is_fine(tiny: Path) -> None:
    outcome = run("check", tiny)
    assert (outcome.code, outcome.out.count("\n")) == (0, 1)
    assert outcome.out.startswith(
        "tiny is fine: 2, 3, 4 players, 3 kinds of pieces, 2 actions, 2 phases, 2 scenarios; "
    )


def test_check_counts_in_words_that_agree(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    module = folder / "modules" / "more"
    (folder / "scenarios").mkdir(parents=True)
    (module / "scenarios").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(
        "game: {id: small, players: [2], modules: [more]}\nresources: {coin: {}}\nmenus: {work: {}}\n"
        "pieces: {tile: {start: pile, kinds: {red: {}}}}\nzones: {pile: {pieces: tile}}\n"
        "actions: {dig: {menu: work, do: gain 1 coin}}\n"
        "rules: {luck: 'after dig by any p { p does { gain 1 coin } }'}\n"
        "phases: {game: {do: 'each of players does { do one of work; do pause }; end game'}}\n"
        "procedures: {pause: {do: 'gain 1 coin'}}\n"
        "scoring: {categories: {c: {worth: p.coin}}}\n"
    )
    (folder / "scenarios" / "a.yaml").write_text(
        "- {id: x, do: [{a: dig}], expect: {over: false}}\n- {id: y, do: [{a: dig}], expect: {over: false}}\n"
    )
    (module / "module.yaml").write_text("module: {}\nrules: {more: 'after dig by any p { p does { gain 1 coin } }'}\n")
    (module / "scenarios" / "a.yaml").write_text("- {id: z, do: [{a: dig}], expect: {over: false}}\n")
    outcome = run("check", folder)
    assert " is fine: 2 players, 1 kind of pieces, 1 action, 1 phase, 1 procedure, 1 rule, 2 scenarios; 1 variant " in (
        outcome.out
    )
    outcome = run("check", folder, "--with", "more")
    assert ", 1 phase, 1 procedure, 2 rules, 1 scenario of the module; " in outcome.out


def test_check_counts_remarks_where_there_is_no_mistake(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(
        "game: {id: small, players: [2]}\nresources: {coin: {}}\nprocedures: {rest: {do: ''}}\n"
        "phases: {game: {do: end game}}\n"
    )
    outcome = run("check", file)
    assert outcome.code == 0 and "is fine" not in outcome.out
    assert "small: no mistakes, 2 remarks; 2 players, 1 phase, 1 procedure; 1 variant checked in " in outcome.out


def broken(tiny: Path) -> Path:
    flow = tiny / "flow.yaml"
    flow.write_text(flow.read_text().replace("gain 2 wood", "gain 2 woood").replace("h in market", "h in markt"))
    return tiny


def test_check_of_a_ruleset_of_one_file(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(
        "game: {id: small, players: [2]}\nresources: {coin: {}}\nscoring: {categories: {c: {worth: p.coin}}}\n"
        'phases: {game: {do: "each of players does { gain 1 coin }"}}\n'
    )
    outcome = run("check", str(file))
    assert outcome.code == 0 and "small is fine" in outcome.out


def test_check_tells_all_mistakes_with_place_and_near_names(tiny: Path) -> None:
    outcome = run("check", broken(tiny))
    assert outcome.code == 1
    assert outcome.out.count("Did you mean `wood`") == 1
    assert "    do: gain 2 woood\n" in outcome.out
    assert "^^^^^" in outcome.out
    assert outcome.out.rstrip().endswith("2 mistakes")
    assert outcome.out.index("woood") < outcome.out.index("markt")


def test_check_as_json(tiny: Path) -> None:
    assert json.loads(run("check", tiny, "--format", "json").out) == []
    outcome = run("check", broken(tiny), "--format", "json")
    assert outcome.code == 1
    found = json.loads(outcome.out)
    assert [d["severity"] for d in found] == ["error", "error"]
    assert found[0]["near"] == ["wood"]
    keys = {
        "code",
        "severity",
        "file",
        "line",
        "column",
        "end_line",
        "end_column",
        "message",
        "hint",
        "near",
        "related",
    }
    assert all(set(d) == keys for d in found)


@pytest.mark.parametrize("name", ["no_such_game", "no/such/path", "", "x" * 5000, "a\0b"])
def test_a_game_that_is_not_there_is_wrong_use(name: str) -> None:
    outcome = run("check", name)
    assert outcome.code == 2
    assert "E503" in outcome.out


@pytest.mark.parametrize(
    "text",
    [
        "", "\x00", "a: [", "- 1\n", "&a [*a]", "!!python/object/apply:os.system ['true']", "game: {id: [}\n",
        "game: {id: x, players: [2]}\n" + "a: " * 10 + "\n", "{" * 2000, "game: " + "9" * 5000,
    ],
)  # fmt: skip
def test_hostile_files_are_diagnostics(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ruleset.yaml"
    path.write_text(text)
    outcome = run("check", path)
    assert outcome.code == 1
    assert "rulewright explain E" in outcome.out


def test_a_module_is_checked_with_its_game(tiny: Path, tmp_path: Path) -> None:
    assert run("new", "module", "extra", "--for", tiny, "--in", tmp_path).code == 0
    assert run("check", tmp_path / "extra", "--for", tiny).out.startswith("tiny with extra is fine")
    alone = run("check", tmp_path / "extra")
    assert alone.code == 2
    assert "--for GAME" in alone.err
    assert run("new", "module", "inside", "--for", tiny, "--in", tiny / "modules").code == 0
    assert run("check", tiny / "modules" / "inside").out.startswith("tiny with inside is fine")


@pytest.mark.parametrize("languages", [[], ["en"], ["en", "ru"]])
def test_a_new_module_speaks_the_languages_of_its_game(tiny: Path, tmp_path: Path, languages: list[str]) -> None:
    """One in another language would have the check ask for all names of the game in it."""
    shutil.rmtree(tiny / "texts", ignore_errors=True)
    for language in languages:
        (tiny / "texts").mkdir(exist_ok=True)
        (tiny / "texts" / f"{language}.yaml").write_text("names: {wood: wood}\n", encoding="utf-8")
    assert run("new", "module", "extra", "--for", tiny, "--in", tmp_path).code == 0
    assert sorted(path.stem for path in (tmp_path / "extra" / "texts").iterdir()) == (languages or ["en"])
    told = run("check", tmp_path / "extra", "--for", tiny).out
    assert ("L602" in told) is ("ru" in languages and "L602" in run("check", tiny).out)


def test_a_module_that_is_not_there(tiny: Path) -> None:
    assert run("check", tiny, "--with", "nothing").code == 2
    assert run("check", tiny, "--with", "./nothing").code == 2
    rules = tiny / "ruleset.yaml"
    rules.write_text(rules.read_text().replace("  players:", "  modules: [nothing]\n  players:"))
    assert run("check", tiny).code == 1


# ---- new


def test_what_new_writes_passes_and_plays(tiny: Path, tmp_path: Path) -> None:
    assert run("test", tiny).code == 0
    assert "2 of 2 scenarios hold" in run("test", tiny).out
    assert run("new", "scenario", "first", "--for", tiny, "--in", tmp_path).code == 0
    outcome = run("test", tiny, "--scenarios", tmp_path / "first.yaml")
    assert outcome.code == 0
    assert "1 of 1 scenarios hold" in outcome.out
    assert run("new", "module", "extra", "--for", tiny, "--in", tmp_path).code == 0
    assert "Extra" in run("play", tiny, "--with", tmp_path / "extra").out
    for players in ("2", "3", "4"):
        assert "Winner" in run("play", tiny, "--players", players, "--option", "rounds=10").out


def test_a_scenario_for_a_ruleset_lies_with_its_scenarios(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tiny.parent)
    outcome = run("new", "scenario", "opening", "--for", tiny)
    assert outcome.code == 0
    assert f"{tiny / 'scenarios' / 'opening.yaml'} is there." in outcome.out
    assert not (tiny.parent / "opening.yaml").exists()
    assert "3 of 3 scenarios hold" in run("test", tiny).out
    # A game that comes with rulewright is left as it is.
    assert run("new", "scenario", "opening", "--for", "santa_maria").code == 0
    assert (tiny.parent / "opening.yaml").exists()


def test_a_new_game_speaks_both_languages(tiny: Path) -> None:
    english, russian = ((yaml.safe_load((tiny / f"texts/{x}.yaml").read_text())) for x in ("en", "ru"))
    assert {g: list(v) for g, v in english.items()} == {g: list(v) for g, v in russian.items()}
    assert "Собрать дерево" in run("play", tiny, "--lang", "ru").out


def test_new_touches_nothing_that_exists(tiny: Path) -> None:
    before = (tiny / "flow.yaml").read_text()
    outcome = run("new", "game", "tiny", "--in", tiny.parent)
    assert outcome.code == 1
    assert "exists already" in outcome.err
    assert (tiny / "flow.yaml").read_text() == before


@pytest.mark.parametrize("name", ["Big", "1st", "a b", "../up", "a-b"])
def test_new_refuses_names_that_are_no_ids(name: str, tmp_path: Path) -> None:
    outcome = run("new", "game", name, "--in", tmp_path / "inside")
    assert outcome.code == 2
    assert list(tmp_path.iterdir()) == []


# ---- test


def test_a_failing_scenario_says_what_differs_and_where(tiny: Path) -> None:
    path = tiny / "scenarios" / "first.yaml"
    path.write_text(path.read_text().replace("{wood: 5}", "{wood: 6}"))
    outcome = run("test", tiny)
    assert outcome.code == 1
    assert "FAILS building-costs-wood" in outcome.out
    assert "expected  6" in outcome.out
    assert "found     5" in outcome.out
    assert "1 of 2 scenarios hold" in outcome.out
    values = json.loads(run("test", tiny, "--format", "json").out)
    assert [v["passed"] for v in values] == [False, True]
    assert values[0]["failures"][0]["found"] == "5"


def test_a_scenario_file_can_be_run_alone(tiny: Path) -> None:
    assert "2 of 2" in run("test", tiny / "scenarios" / "first.yaml").out
    assert run("test", tiny, "--scenarios", tiny / "none.yaml").code == 2
    assert run("test", "no_such_game").code == 2


def test_what_holds_no_ruleset_is_told_by_test(tmp_path: Path) -> None:
    outcome = run("test", tmp_path)
    assert (outcome.code, "E001" in outcome.err) == (1, True)


def test_a_mistake_of_the_ruleset_is_told_once_for_all_scenarios(tiny: Path) -> None:
    flow = tiny / "flow.yaml"
    flow.write_text(flow.read_text() + "\nx: [\n")
    outcome = run("test", tiny)
    assert outcome.code == 1
    assert outcome.out.count("FAILS ") == 2
    assert outcome.out.count("E006  ") == 1


# ---- simulate


def test_simulate_is_the_same_for_any_number_of_jobs(tiny: Path) -> None:
    def report(jobs: int) -> dict[str, object]:
        outcome = run("simulate", tiny, "--games", 20, "--jobs", jobs, "--seed", 5, "--format", "json")
        assert outcome.code == 0
        values = json.loads(outcome.out)
        assert isinstance(values, dict)
        return {k: v for k, v in values.items() if "second" not in k}

    one = report(1)
    assert one == report(2)
    assert one["finished"] == 20
    wanted = {"games", "finished", "decisions", "scores", "rounds", "choices"}
    assert wanted <= set(one)


def test_simulate_draws_tables(tiny: Path) -> None:
    outcome = run("simulate", tiny, "--games", 10, "--jobs", 1, "--bots", "greedy,random")
    assert outcome.code == 0
    # Actions are called what their options are called.
    for wanted in ("10 games", "Seat", "greedy", "Gather wood", "Build", "Cabin", "95 % interval"):
        assert wanted in outcome.out


def test_simulate_wrong_use(tiny: Path) -> None:
    assert run("simulate", tiny, "--bots", "nobody").code == 2
    assert run("simulate", tiny, "--bots", "").code == 2
    assert run("simulate", tiny, "--players", 7).code == 2
    assert run("simulate", "no_such_game").code == 2


def test_a_game_that_stops_is_the_rulesets_fault(tiny: Path) -> None:
    scoring = tiny / "scoring.yaml"
    scoring.write_text(scoring.read_text().replace("p.village)}", "p.village) / (size(p.village) * 0)}"))
    for outcome in (run("simulate", tiny, "--games", 2, "--jobs", 1), run("play", tiny)):
        assert outcome.code == 1
        assert "the ruleset is at fault" in outcome.err


# ---- show, explain


def test_show_draws_the_start_table(tiny: Path) -> None:
    shown = run("show", tiny, "--players", 3).out
    assert "Market: Cabin ×4, Lodge ×3, Tower ×2" in shown
    assert "a (you)" in shown
    assert run("show", tiny, "--board", "--players", 3).out == shown
    assert run("show", tiny, "--board", "--python").code == 2


def test_show_merged_is_yaml_of_the_same_rules_with_origins(tiny: Path, tmp_path: Path) -> None:
    module = tmp_path / "dear"
    module.mkdir()
    (module / "module.yaml").write_text("module: {}\npieces: {patch: {hut: {kinds: {tower: {price: 8}}}}}\n")
    outcome = run("show", tiny, "--merged", "--with", module)
    merged = yaml.safe_load(outcome.out)
    assert merged["pieces"]["hut"]["kinds"]["tower"] == {"copies": 2, "price": 8, "points": 9}
    (line,) = [line for line in outcome.out.splitlines() if "price: 8" in line]
    assert "# module dear, " in line
    assert line.endswith("module.yaml:2")
    again = tmp_path / "again"
    again.mkdir()
    (again / "ruleset.yaml").write_text(outcome.out)
    assert run("check", again).code == 0


def test_show_program_says_how_legality_is_found(tiny: Path) -> None:
    shown = run("show", tiny, "--program").out
    assert "choose round from menu turn" in shown or "from menu turn" in shown
    assert "none   gather" in shown
    assert "guard  build (h: " in shown
    compile(run("show", tiny, "--python").out, "shown", "exec")


def test_explain_a_code_and_a_thing(tiny: Path) -> None:
    page = run("explain", "e101")
    assert page.code == 0
    assert "Mended:" in page.out
    thing = run("explain", tiny, "Tower")
    assert "It can be seen from afar." in thing.out
    assert "ruleset.yaml:" in thing.out
    action = run("explain", tiny, "build").out
    assert "pay h.price wood" in action
    assert "flow.yaml:" in action
    near = run("explain", tiny, "towr")
    assert near.code == 2
    assert "did you mean `tower`" in near.err
    assert run("explain", "E9999").code == 2
    assert run("explain", "no_such_game", "x").code == 2


def test_commands_fit_together_outside_the_checkout(
    tmp_path: Path, command: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("new", "game", "mine").code == 0
    assert command("check", "mine").code == 0
    assert command("new", "module", "more", "--for", "mine").code == 0
    assert command("play", "mine", "--with", "./more").code == 0


def test_mistakes_of_keys_and_of_effects_are_told_together(tiny: Path) -> None:
    rules = broken(tiny) / "ruleset.yaml"
    rules.write_text(rules.read_text().replace("points: 9", "pionts: 9"))
    found = json.loads(run("check", tiny, "--format", "json").out)
    assert [d["near"][:1] for d in found] == [["wood"], ["market"], ["points"]]


@pytest.mark.parametrize("bad", ["no_such_game", "bad"])
def test_a_ruleset_that_cannot_be_read_does_not_end_the_tests_of_others(tiny: Path, tmp_path: Path, bad: str) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "ruleset.yaml").write_text("game: {id: bad}\n", encoding="utf-8")
    outcome = run("test", tmp_path / bad, tiny)
    assert outcome.code == 1
    assert f"FAILS {tmp_path / bad}" in outcome.out and "2 of 3 scenarios hold" in outcome.out


def test_commands_to_go_on_with_can_be_copied_where_a_path_has_blanks(tmp_path: Path) -> None:
    folder = tmp_path / "my games"
    outcome = run("new", "game", "tiny", "--in", folder)
    assert f"rulewright check '{folder / 'tiny'}'" in outcome.out
    outcome = run("new", "module", "extra", "--for", folder / "tiny", "--in", folder)
    assert f"--for '{folder / 'tiny'}'" in outcome.out and f"--with '{folder / 'extra'}'" in outcome.out


def test_coverage_of_no_scenario_says_so(tiny: Path) -> None:
    shutil.rmtree(tiny / "scenarios")
    outcome = run("coverage", tiny)
    assert "nothing ran" in outcome.out and "Everything happened" not in outcome.out


def test_changes_that_no_scenario_notices_are_listed(tiny: Path) -> None:
    outcome = run("coverage", tiny, "--mutate", 4, "--jobs", 1, "--seed", 2)
    assert outcome.code == 0 and outcome.out.startswith("4 of ")
    found = json.loads(run("coverage", tiny, "--mutate", 4, "--jobs", 1, "--seed", 2, "--format", "json").out)
    unnoticed = [row for row in found["tried"] if row["noticed_by"] is None]
    assert f"nothing notices {len(unnoticed)}:" in outcome.out
    assert all(f":{row['line']}:" in outcome.out for row in unnoticed)

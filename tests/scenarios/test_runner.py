"""The runner of scenarios: every example of its page, every mistake it can report, and that it can fail."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.codes import CODES
from interpreter.codes.code import Code
from interpreter.loading.source import folder_from_text
from interpreter.scenarios import ScenarioResult, run_file, run_folder

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+) ([\w ]+)\n(.*?)^```$", PAGE, re.M | re.S)
RULES = next(text for _, kind, text in BLOCKS if kind == "ruleset")


def run(scenarios: str, rules: str = RULES) -> list[ScenarioResult]:
    return run_folder(folder_from_text(f"# file: ruleset.yaml\n{rules}# file: scenarios/example.yaml\n{scenarios}"))


def one(given: str, expect: str = "{over: false}", do: str = "[]", players: str = "2") -> ScenarioResult:
    text = f"- id: it\n  players: {players}\n  given: {given}\n  do: {do}\n  expect: {expect}\n"
    (result,) = run(text)
    return result


def blocks(kind: str) -> list[str]:
    return [text for _, found, text in BLOCKS if found.split()[0] == kind]


# ---- the page


@pytest.mark.parametrize("text", blocks("scenario"))
def test_examples_of_the_page_hold(text: str) -> None:
    results = run(text)
    assert [r.report() for r in results if not r.passed] == []
    assert len(results) == text.count("- id:")


def test_the_failing_example_of_the_page_gives_the_report_printed_there() -> None:
    (result,) = run(blocks("fails")[0])
    printed = blocks("report")[0].rstrip("\n")
    assert result.report().startswith(printed)


def test_mistakes_of_the_page() -> None:
    for _, kind, text in BLOCKS:
        if kind.startswith("mistake"):
            (result,) = run(text)
            assert [d.code for d in result.diagnostics] == kind.split()[1:]


def test_the_page_names_every_key_of_the_schema() -> None:
    from interpreter.loading.schema import load_schema

    properties = load_schema("scenarios")["items"]["properties"]
    missing = [key for key in (*properties, *properties["given"]["properties"]) if f"`{key}" not in PAGE]
    assert missing == []


# ---- the codes

SCENARIO_CODES = [code for code in CODES.values() if "E510" <= code.id < "E530"]


@pytest.mark.parametrize("code", SCENARIO_CODES, ids=lambda code: code.id)
def test_each_code_has_an_example_that_gives_it_and_one_that_is_mended(code: Code) -> None:
    failing = run_folder(folder_from_text(code.failing))
    assert code.id in [d.code for result in failing for d in result.diagnostics]
    assert all(d.span is not None for result in failing for d in result.diagnostics)
    mended = run_folder(folder_from_text(code.mended))
    assert [result.report() for result in mended if not result.passed] == []


# ---- scenarios that show nothing


@pytest.mark.parametrize("id", ["L640", "L696"])
def test_a_scenario_that_shows_nothing_is_told_and_holds(id: str) -> None:
    code = CODES[id]
    (failing,) = run_folder(folder_from_text(code.failing))
    assert failing.passed and [d.code for d in failing.remarks] == [id]
    (mended,) = run_folder(folder_from_text(code.mended))
    assert mended.passed and not mended.remarks


@pytest.mark.parametrize(
    ("given", "expect", "is_told"),
    [
        ("{a: {coin: 1}}", "{a: {coin: 1}}", True),
        ("{players: {coin: 1}}", "{b: {coin: 1}}", True),
        ("{a: {coin: 1}}", "{a: {coin: 1, apple: 0}}", False),  # what the setup left is shown
        ("{a: {coin: 1}}", "{a: {coin: 1}, player: a}", False),
        ("{a: {coin: 1}}", "{scores: {a: {total: 1}}}", False),
        ("{procedure: wash, actor: b, b: {garage: [{red: {face: clean}}]}}",
         "{b: {garage: [{red: {face: clean}}]}}", False),  # it is over, and nothing has changed
    ],
)  # fmt: skip
def test_what_is_no_more_than_given(given: str, expect: str, is_told: bool) -> None:
    result = one(given, expect)
    assert result.passed, result.report()
    assert [d.code for d in result.remarks] == (["L640"] if is_told else [])


# ---- that each expectation can fail

WRONG = {
    "player": "b",
    "prompt": "sell",
    "offered": "[pick apple]",
    "offers": "[buy blue]",
    "not_offered": "[pick apple]",
    "phase": "market",
    "over": "true",
    "phase_over": "true",
    "values": "{'price(a, red)': 9}",
    "scores": "{a: {total: 9}}",
    "winners": "[b]",
    "sees": "{a: {b: {vote: 3}}}",
    "cannot_see": "{b: [b.vote]}",
    "supply": "{apple: 11}",
    "starter": "b",
    "closed": "true",
    "a": "{sold: {apple: 1}}",
    "yard": "[red, blue]",
    "deck": "{size: 5}",
    "pieces": "{blue: {face: dirty}}",
    "players": "{coin: 1}",
    "game": "{closed: true}",
    "places": "{yard: {red: 1}}",
    "gained": "{a: {coin: 1}}",
    "lost": "{yard: {red: 1}}",
    "box": "[sun]",
    "press": "{fruit: 1}",
}


@pytest.mark.parametrize("key", WRONG)
def test_each_expectation_can_fail(key: str) -> None:
    result = one("{b: {vote: 3, coin: 0}, a: {coin: 1}}", f"{{{key}: {WRONG[key]}}}")
    assert result.diagnostics == ()
    assert len(result.failures) == 1
    assert result.failures[0].span.line == 5 + 1  # the first line of the text is its `# file:` line


@pytest.mark.parametrize("given", ["{press: {apple: 1}}", "{lot: {r1c1: [red]}}", "{north: {helper: [{owner: a}]}}"])
def test_what_is_to_be_empty_and_is_not(given: str) -> None:
    assert not one(given, "{press: empty, lot: empty, row: empty}").passed
    assert one("{press: empty, lot: empty, row: empty}", "{press: empty, lot: empty, north: empty, player: a}").passed


def test_a_failure_tells_what_was_offered() -> None:
    result = one("{yard: []}", "{a: {coin: 3}}")
    assert result.offered == ("pick apple", "pick pear", "beg")


def test_an_order_that_is_wrong_fails_only_where_order_counts() -> None:
    assert one("{a: {garage: [red, blue]}}", "{a: {garage: [blue, red]}}").passed


def test_a_move_of_another_seat_fails() -> None:
    result = one("{}", do="[{b: beg}]")
    assert [(f.wanted, f.found) for f in result.failures] == [("a decision of b", "a decides `work`")]


def test_a_move_that_is_not_offered_fails_with_near_keys() -> None:
    result = one("{}", do="[{a: pick appel}]")
    assert "did you mean `pick apple`" in result.failures[0].found


def test_a_refusal_that_is_offered_fails() -> None:
    result = one("{}", do="[{refused: {a: [beg]}}]")
    assert [f.what for f in result.failures] == ["refused: a: beg"]


def test_scripted_chance_out_of_turn_fails() -> None:
    result = one("{}", do="[{chance: draw sun}]")
    assert [f.wanted for f in result.failures] == ["a decision of chance"]


def test_chance_that_cannot_happen_fails() -> None:
    result = one("{phase: weather, deck: [sun]}", do="[{chance: draw rain}]")
    assert not result.passed


def test_steps_after_a_failure_are_not_taken() -> None:
    result = one("{}", do="[{a: buy blue}, {a: nonsense}]")
    assert len(result.failures) == 1


# ---- moves that were the only option

CHANGED = "phase: market, actor: a, changes: {phases: {market: {do: 'DO'}}}"
EACH_SELLS = CHANGED.replace("DO", "each of players.from(first) does { choose g in fruit if me[g] > 0; do sale(g) }")
TWICE = CHANGED.replace(
    "DO", "first does { choose g in fruit if me[g] > 0; gain 1 pear; choose h in fruit if me[h] > 0 }"
)


@pytest.mark.parametrize(
    ("given", "do", "holds"),
    [
        (f"{EACH_SELLS}, players: {{apple: 1}}", "[{a: apple}, {b: apple}]", True),
        (f"{EACH_SELLS}, players: {{apple: 1}}", "[]", True),
        (f"{EACH_SELLS}, players: {{apple: 1}}", "[{b: apple}]", True),
        (f"{EACH_SELLS}, players: {{apple: 1}}", "[{b: apple}, {a: apple}]", False),  # the order is another
        (f"{EACH_SELLS}, players: {{apple: 1}}", "[{a: apple}, {a: apple}]", False),  # once only
        (f"{EACH_SELLS}, players: {{apple: 1}}", "[{a: pear}]", False),
        (f"{EACH_SELLS}, a: {{apple: 1, pear: 1}}, b: {{apple: 1}}", "[{a: apple}, {b: apple}]", True),
        (f"{EACH_SELLS}, a: {{apple: 1, pear: 1}}, b: {{apple: 1}}", "[{b: apple}]", False),
        (f"{TWICE}, a: {{apple: 1}}", "[{a: apple}, {a: apple}]", True),  # the first was forced, the second is not
        (f"{TWICE}, a: {{apple: 1}}", "[{a: apple}]", True),
        (f"{TWICE}, a: {{apple: 1}}", "[{a: apple}, {a: apple}, {a: apple}]", False),
        (f"{EACH_SELLS}, players: {{apple: 1}}",
         "[{expect: {a: {coin: 1}}}, {a: apple}, {expect: {a: {coin: 2}, b: {coin: 1}, player: b}}, {b: apple}]", True),
        (f"{EACH_SELLS}, players: {{apple: 1}}", "[{expect: {a: {coin: 2}}}, {a: apple}]", False),
        (f"{EACH_SELLS}, players: {{apple: 1}}", "[{a: apple}, {expect: {b: {coin: 2}}}]", False),
        (f"{EACH_SELLS}, players: {{apple: 1}}", "[{a: apple}, {refused: {b: pear}}, {b: apple}]", True),
    ],
)  # fmt: skip
def test_moves_that_were_forced_may_be_written(given: str, do: str, holds: bool) -> None:
    result = one(f"{{{given}}}", do=do)
    assert result.passed is holds, result.report()


def test_what_chance_was_forced_to_may_be_written() -> None:
    assert one("{phase: weather, deck: [rain, rain]}", "{shown: [rain]}", "[{chance: draw rain}]").passed


# ---- refusals that show no rule


@pytest.mark.parametrize(
    ("do", "reason"),
    [
        ("[{refused: {b: beg}}]", "turn"),
        ("[{refused: {a: sell apple}}]", "undeclared"),
        ("[{refused: {a: skip work}}]", "undeclared"),
        ("[{refused: {a: buy red}}]", ""),
        ("[{refused: {a: pick sun}}]", ""),  # declared, though not so
    ],
)
def test_a_refusal_without_a_rule_is_remarked_on_until_it_says_so(do: str, reason: str) -> None:
    result = one("{players: {coin: 0}}", "{}", do)
    assert result.passed and [d.code for d in result.remarks] == (["L696"] if reason else [])
    if reason:
        seat, key = re.findall(r"(\w): ([\w ]+)}", do)[0]
        for said in ("turn", "undeclared"):
            told = one("{players: {coin: 0}}", "{}", f"[{{refused: {{{seat}: {{{key}: {said}}}}}}}]")
            assert told.passed is (said == reason) and not told.remarks


def test_a_refusal_after_the_phase_is_remarked_on() -> None:
    result = one("{phase: weather, deck: [rain]}", "{}", "[{refused: {a: beg}}]")
    assert [d.message for d in result.remarks] == [
        "`beg` is refused to a only in that it is not asked for here: the phase is over"
    ]


@pytest.mark.parametrize(("label", "holds"), [("too_poor", True), ("no_cart", False), ("coin", False)])
def test_a_require_is_known_by_its_label(label: str, holds: bool) -> None:
    rules = RULES.replace(
        "  beg:", "  boast: {menu: work, do: 'require my coin >= 5 else too_poor; gain 1 apple'}\n  beg:"
    )
    text = f"- id: it\n  do: [{{refused: {{a: {{boast: {{code: require, of: {label}}}}}}}}}]\n"
    assert run(text, rules)[0].passed is holds


# ---- where it begins


@pytest.mark.parametrize(
    ("given", "expect", "holds"),
    [
        ("{phase: [weather, weather], deck: [rain, sun]}", "{shown: [rain, sun], phase_over: true}", True),
        ("{phase: weather, deck: [rain, sun]}", "{shown: [rain, sun]}", False),
        ("{phase: [weather, {market: {first: b}}], a: {apple: 1}, b: {apple: 1}}", "{player: b, phase: market}", True),
        ("{ending: normal}", "{over: true, winners: [a, b]}", True),
        ("{ending: normal, phase: weather}", "{over: true, shown: {size: 1}}", True),
        ("{}", "{over: true}", False),
        ("{pass: 2, actor: b, starter: a}", "{player: b}", True),
    ],
)
def test_a_scenario_can_begin_anywhere(given: str, expect: str, holds: bool) -> None:
    result = one(given, expect)
    assert result.passed is holds, result.report()


@pytest.mark.parametrize(("number", "over"), [(8, False), (9, True)])
def test_a_loop_begins_with_its_pass(number: int, over: bool) -> None:
    result = one(
        f"{{pass: {number}, actor: b, starter: a, players: {{fruit: 0}}}}",
        f"{{over: {str(over).lower()}}}",
        "[{b: beg}]",
    )
    assert result.passed, result.report()


def test_passes_of_loops_inside_one_another() -> None:
    do = "repeat 3 times { for n in 4..6 { starter does { may go { gain 10 coin }; gain n coin } } }; end game"
    rules = RULES.replace("'repeat at most 9 times until closed { do day }; end game'", f"'{do}'")
    rules = rules.replace("p.coin >= 10", "p.coin >= 1000")
    text = """- id: it
  given: {pass: [3, 2], starter: b, b: {coin: 0}}
  do: [{b: skip go}, {b: skip go}]
  expect: {over: true, b: {coin: 11}}
"""
    (result,) = run(text, rules)
    assert result.passed, result.report()


def test_a_pass_is_that_of_a_loop_that_is_entered_and_not_of_one_that_goes_on() -> None:
    loop = CHANGED.replace("DO", "first does { repeat 5 times { choose g in fruit if me[g] > 0; gain 1 coin } }")
    given = f"{{{loop}, players: {{fruit: 0, coin: 0}}, a: {{apple: 1}}, pass: PASS}}"
    assert one(given.replace("PASS", "2"), "{a: {coin: 4}, phase_over: true}").passed
    assert [d.code for d in one(given.replace("PASS", "[2, 5]")).diagnostics] == ["E527"]


def test_loops_in_which_chance_alone_decides_are_neither_passes_nor_turns() -> None:
    drawn = "for p in players { p does { draw 1 from deck to my hand } }; draw 2 from deck to shown"
    played = f"{drawn}; repeat 3 times {{ each of players.from(first) does {{ do one of work }} }}"
    loop = CHANGED.replace("market, actor: a", "{market: {first: a}}").replace("DO", played)
    given = f"{{{loop}, actor: b, pass: 3, without: [card], deck: [sun, sun, rain, rain]}}"
    result = one(given, "{players: {hand: {size: 1}}, shown: {size: 2}, phase_over: true}", "[{b: beg}]")
    assert result.passed, result.report()


@pytest.mark.parametrize("box", ["empty", "[]", "sun", "{size: 1}"])
def test_a_box_is_given_by_what_lies_in_it(box: str) -> None:
    result = one(f"{{box: {box}}}")
    assert [d.code for d in result.diagnostics] in (["E512"], ["E522"])
    assert one("{box: [sun]}", "{box: {sun: 1, size: 1}}").passed


@pytest.mark.parametrize("rest", ["{rest: full}", "{rest: {helper: 1}}", "{rust: empty}"])
def test_the_rest_of_a_board_is_empty_or_a_mistake(rest: str) -> None:
    result = one(f"{{row: {rest}}}")
    assert [d.code for d in result.diagnostics] in (["E510"], ["E512"])


# ---- rules that are different for a scenario

SALE = "procedure: {sale: {g: apple}}, actor: a, a: {apple: 1}"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ("{tabels: {prices: {apple: 2}}}", "E101"),
        ("{tables: {prizes: {apple: 2}}}", "E138"),
        ("{pieces: {cart: {kinds: {red: {sise: 2}}}}}", ""),
        ("{values: {price: {is: k.wheels}}}", ""),
    ],
)
def test_mistakes_in_changes_are_told_at_their_place(changes: str, code: str) -> None:
    result = one(f"{{changes: {changes}}}")
    assert result.diagnostics and all(d.span is not None and d.span.line == 4 for d in result.diagnostics)
    assert not code or code in [d.code for d in result.diagnostics], result.report()


def test_changes_are_those_of_one_scenario() -> None:
    text = f"- {{id: %s, given: {{{SALE}%s}}, expect: {{gained: {{a: {{coin: %d}}}}}}}}\n"
    changed = ", changes: {tables: {prices: {apple: 5}}}"
    assert [r.report() for r in run(text % ("new", changed, 5) + text % ("old", "", 1)) if not r.passed] == []


def test_a_module_is_found_from_the_file_of_the_scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, module = tmp_path / "orchard", tmp_path / "dear"
    (game / "scenarios").mkdir(parents=True)
    module.mkdir()
    (game / "ruleset.yaml").write_text(RULES, encoding="utf-8")
    (module / "module.yaml").write_text("module: {id: dear}\ntables: {patch: {prices: {apple: 5}}}\n", encoding="utf-8")
    text = f"- {{id: it, with: [%s], given: {{{SALE}}}, expect: {{gained: {{a: {{coin: 5}}}}}}}}\n"
    file = game / "scenarios" / "it.yaml"
    monkeypatch.chdir(tmp_path / "orchard")
    for base in (Path("scenarios/it.yaml"), file):
        file.write_text(text % "../../dear", encoding="utf-8")
        (result,) = run_file(base)
        assert result.passed, result.report()
        file.write_text(text % "./dear", encoding="utf-8")
        (result,) = run_file(base)
        assert not result.passed and [d.span is not None for d in result.diagnostics] == [True]
        file.write_text(text % "../../../dear", encoding="utf-8")
        assert [d.code for d in run_file(base)[0].diagnostics] == ["E528"]


# ---- the table


def test_counters_come_from_the_supply_and_return_to_it() -> None:
    assert one("{a: {apple: 4}, press: {apple: 2}}", "{supply: {apple: 6}}").passed


def test_pieces_that_are_replaced_go_back_to_where_they_start() -> None:
    assert one("{a: {hand: []}}", "{a: {hand: []}, deck: {size: 4}}").passed


@pytest.mark.parametrize(
    ("everybody", "own"),
    [
        ("{coin: 3}", "{coin: 1}"),
        ("{fruit: 0}", "{fruit: 0}"),
        ("{hand: [sun]}", "{hand: [rain]}"),
        ("{hand: [sun]}", "{hand: []}"),
        ("{hand: {sun: 1}}", "{hand: {rain: 2}}"),
        ("{marker: {fame: 1}}", "{marker: {fame: 4}}"),
        ("{bed: {r1c1: {grows: pear}}}", "{bed: {r1c1: {grows: apple}}}"),
    ],
)
def test_what_is_said_of_a_seat_overrides_what_is_said_of_all(everybody: str, own: str) -> None:
    table = f"{{a: {own}, players: {everybody}}}"
    assert one(table, table).passed
    assert one(f"{{a: {own}, b: {everybody}}}", table).passed
    assert one(table, f"{{a: {own}, b: {everybody}}}").passed


def test_the_size_of_a_place_of_a_seat_overrides_its_pieces_for_all() -> None:
    assert one("{players: {hand: [sun]}, a: {hand: []}}", "{players: {hand: [sun]}, a: {hand: {size: 0}}}").passed
    assert not one("{players: {hand: [sun]}, a: {hand: []}}", "{players: {hand: [sun]}}").passed


def test_a_piece_is_taken_from_a_player_only_when_it_must_be() -> None:
    assert one("{a: {garage: [red]}, b: {garage: [blue]}}", "{yard: [red]}").passed


def test_given_is_the_same_for_each_run_of_a_bench() -> None:
    scenario = "- {id: %s, players: 2, given: {a: {coin: %d}}, expect: {a: {coin: %d}, b: {coin: 1}}}\n"
    assert all(r.passed for r in run(scenario % ("one", 5, 5) + scenario % ("two", 6, 6)))


def test_a_true_condition_has_fired_already() -> None:
    assert one("{a: {coin: 12}}", "{closed: false, a: {coin: 13}}", "[{a: beg}]").passed


def test_a_condition_that_turns_true_fires() -> None:
    assert one("{a: {coin: 9}}", "{closed: true}", "[{a: beg}]").passed


def test_the_same_seed_gives_the_same_hands() -> None:
    text = "- {id: %s, players: 2, seed: 3, given: {}, expect: {a: {hand: [%s]}}}\n"
    assert sorted(r.passed for r in run(text % ("one", "sun") + text % ("two", "rain"))) == [False, True]


def test_holds_with_runs_once_more() -> None:
    rules = RULES + "# file: modules/more/module.yaml\nmodule: {id: more}\ntables: {patch: {prices: {apple: 5}}}\n"
    rules = rules.replace("options:", "modules: [more], options:")
    text = """- id: price
  players: 2
  holds_with: [more]
  given: {procedure: {sale: {g: apple}}, actor: a, a: {apple: 1, coin: 0}}
  expect: {a: {coin: 1}}
"""
    assert [(r.id, r.modules, r.passed) for r in run(text, rules)] == [
        ("price", (), True),
        ("price with more", ("more",), False),
    ]


def test_a_procedure_that_only_blocks_call_is_a_block() -> None:
    more = "  fetch: {do: 'choose k in yard; pay price(me, k) coin; move k to my garage'}\n  toll: {do: pay 3 coin}\n"
    rules = RULES.replace("  wash:", more + "  wash:")
    rules = rules.replace("  beg:", "  order: {menu: work, do: do fetch; do toll}\n  beg:")
    text = "- {id: %s, players: 2, given: {procedure: %s, actor: a, a: {coin: %d}}, expect: {%s}}\n"
    cases = text % ("both", "fetch", 10, "offered: [red, blue]")
    cases += text % ("one", "fetch", 9, "a: {garage: [red], coin: 3}, phase_over: true")
    cases += text % ("none", "fetch", 5, "a: {garage: [], coin: 5}, phase_over: true")
    assert [r.report() for r in run(cases, rules) if not r.passed] == []
    (straight,) = run(text % ("toll", "toll", 2, "a: {coin: 2}"), rules)
    assert "a rule failed" in straight.report()  # not silence


# ---- mistakes


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("{zzz: 1}", "E510"),
        ("{pieces: {zzz: {}}}", "E510"),
        ("{supply: {coin: 1}}", "E510"),
        ("{a: {garage: [zzz]}}", "E510"),
        ("{a: {garage: [{red: {zzz: 1}}]}}", "E510"),
        ("{a: {garage: [sun]}}", "E510"),
        ("{a: {sold: {zzz: 1}}}", "E510"),
        ("{phase: zzz}", "E510"),
        ("{phase: wash}", "E510"),
        ("{procedure: market}", "E510"),
        ("{phase: {market: {zzz: a}}}", "E510"),
        ("{actor: zzz}", "E510"),
        ("{used: {zzz: [a]}}", "E510"),
        ("{used: {beg: [zzz]}}", "E510"),
        ("{starter: zzz}", "E511"),
        ("{phase: {market: {first: zzz}}}", "E511"),
        ("{a: 1}", "E512"),
        ("{a: {coin: -1}}", "E512"),
        ("{a: {coin: true}}", "E512"),
        ("{closed: 1}", "E512"),
        ("{a: {garage: red}}", "E512"),
        ("{a: {garage: {red: 1000000}}}", "E512"),
        ("{a: {garage: [[red]]}}", "E512"),
        ("{used: {beg: a}}", "E512"),
        ("{deck: [sun, sun, sun, sun]}", "E513"),
        ("{a: {pear: 4}, b: {pear: 3}}", "E514"),
        ("{pieces: {blue: {apple: 6}}}", "E515"),
        ("{a: {garage: [red, red, blue]}}", "E515"),
        ("{procedure: sale, actor: a}", "E516"),
    ],
)
def test_what_given_cannot_mean(given: str, code: str) -> None:
    result = one(given)
    assert code in [d.code for d in result.diagnostics]
    assert all(d.span is not None and d.span.line == 4 for d in result.diagnostics)


@pytest.mark.parametrize(
    ("expect", "code"),
    [
        ("{zzz: 1}", "E510"),
        ("{player: zzz}", "E510"),
        ("{phase: zzz}", "E510"),
        ("{scores: {zzz: {total: 1}}}", "E510"),
        ("{scores: {a: {zzz: 1}}}", "E510"),
        ("{winners: [zzz]}", "E510"),
        ("{sees: {zzz: {}}}", "E510"),
        ("{cannot_see: {a: [b.zzz]}}", "E510"),
        ("{not_offered: [pick zzz]}", "E519"),
        ("{values: {'price(zzz, red)': 1}}", "E301"),
        ("{values: {'price(': 1}}", "E2"),
        ("{over: 1}", "E512"),
        ("{offered: {a: 1}}", "E512"),
    ],
)
def test_what_expect_cannot_mean(expect: str, code: str) -> None:
    assert any(d.code.startswith(code) for d in one("{}", expect).diagnostics)


@pytest.mark.parametrize("do", ["[{zzz: beg}]", "[{refused: {zzz: beg}}]", "[{refused: beg}]", "[{expect: 1}]"])
def test_what_a_step_cannot_be(do: str) -> None:
    assert {d.code for d in one("{}", do=do).diagnostics} & {"E510", "E512"}


def test_a_player_count_that_is_not_allowed() -> None:
    assert [d.code for d in one("{}", players="4").diagnostics] == ["E500"]


def test_a_formula_that_reads_what_is_not_there_fails() -> None:
    result = one("{}", "{values: {'players[9]': a}}")
    assert [f.found for f in result.failures] == ["a value that is not there is read"]


def test_a_ruleset_with_mistakes_is_reported_not_raised() -> None:
    results = run("- {id: it, expect: {over: false}}\n", RULES.replace("gain 1 coin", "gain 1 coyn"))
    assert results[0].diagnostics and not results[0].passed


# ---- spaces and markers


@pytest.mark.parametrize(
    "expect",
    ["{a: {bed: {r1c1: {grows: pear}}}}", "{lot: {r1c1: [red]}}", "{north: {ripe: 1}}", "{a: {marker: {fame: 4}}}"],
)
def test_what_is_said_of_spaces_and_markers_can_fail(expect: str) -> None:
    result = one("{a: {marker: {fame: 3}, bed: {r1c1: {grows: apple}}}, lot: {r1c2: [red]}}", expect)
    assert result.diagnostics == ()
    assert len(result.failures) == 1


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("{a: {bed: {r9c9: {grows: apple}}}}", "E510"),
        ("{a: {lot: {r1c1: []}}}", "E510"),
        ("{bed: {r1c1: {grows: apple}}}", "E510"),
        ("{a: {bed: {r1c1: {grows: coin}}}}", "E511"),
        ("{a: {bed: [apple]}}", "E512"),
        ("{a: {marker: {fame: 6}}}", "E512"),
        ("{a: {marker: {shame: 1}}}", "E510"),
    ],
)
def test_mistakes_about_spaces_and_markers_are_found(given: str, code: str) -> None:
    result = one(given)
    assert [d.code for d in result.diagnostics] == [code]


WHY = """\
- id: why
  players: 2
  given: {a: {coin: 1}}
  do: [{refused: {a: REASON}}]
"""


@pytest.mark.parametrize(
    ("reason", "found"),
    [
        ("{buy red: {code: short, needs: 5}}", "code short, needs 6, has 1, of coin"),
        ("{pick apple: short}", "offered"),
        (
            "{sell pear: short}",
            "not declared at this decision, so that no check refuses it: the reason is `undeclared`",
        ),
    ],
)
def test_a_refusal_for_another_reason_fails(reason: str, found: str) -> None:
    (result,) = run(WHY.replace("REASON", reason))
    assert [f.found for f in result.failures] == [found]


def test_numbers_of_a_reason_reach_into_the_value_that_is_asked() -> None:
    rules = (
        "game: {id: example, players: [2], seats: [a, b]}\nresources: {coin: {}}\nmenus: {main: {}}\n"
        "values: {rich: {given: {p: player}, is: 'p.coin + 1 >= 6'}}\n"
        "actions:\n  boast: {menu: main, do: 'require rich(me) and my coin < 9; gain 1 coin'}\n"
        "  show: {menu: main, choose: n in 1..2 if rich(me), do: gain n coin}\n  rest: {menu: main, do: ''}\n"
        "  nap: {menu: main, do: ''}\n"
        "phases:\n  game: {do: 'each of players does { do turn }; end game'}\n  turn: {do: do one of main}\n"
    )
    scenario = (
        "- id: it\n  players: 2\n  given: {phase: turn, actor: a, a: {coin: 2}}\n  do: [{refused: {a: REASON}}]\n"
    )
    for reason in ("boast: {code: require, needs: 6, has: 3}", "show 2: {code: where, needs: 6, has: 3}"):
        (result,) = run(scenario.replace("REASON", f"{{{reason}}}"), rules)
        assert result.report() == ""
        (result,) = run(scenario.replace("REASON", f"{{{reason.replace('has: 3', 'has: 2')}}}"), rules)
        assert len(result.failures) == 1


def test_a_reason_of_unknown_shape_is_a_mistake() -> None:
    (result,) = run(WHY.replace("REASON", "{buy red: {cause: short}}"))
    assert result.diagnostics


def test_a_phase_whose_call_asks_is_somebodys_turn() -> None:
    """The phase itself names nobody; what it calls asks the one who acts."""
    rules = (
        "game: {id: example, players: [2], seats: [a, b]}\nresources: {coin: {}}\n"
        "procedures: {pick: {do: 'choose n in 1..2; gain n coin'}}\n"
        "phases:\n  game: {do: 'each of players does { do turn }; end game'}\n  turn: {do: do pick}\n"
    )
    (named,) = run("- id: it\n  given: {phase: turn, actor: b}\n  do: [{b: '2'}]\n  expect: {b: {coin: 2}}\n", rules)
    assert named.report() == ""
    (unnamed,) = run("- id: it\n  given: {phase: turn}\n  expect: {over: false}\n", rules)
    assert [d.code for d in unnamed.diagnostics] == ["E524"]


def test_a_key_of_what_a_module_took_out_is_not_called_misspelt() -> None:
    rules = RULES.replace("options:", "modules: [no_begging], options:")
    rules += "# file: modules/no_begging/module.yaml\nmodule: {id: no_begging}\nactions: {remove: [beg]}\n"
    scenario = "- {id: it, with: [no_begging], do: [{refused: {a: beg}}]}\n"
    (result,) = run(scenario, rules)
    said = "the key `beg` has the word `beg`, which the module `no_begging` takes out of the ruleset"
    assert [d.message for d in result.diagnostics] == [said]


DICE = """\
game: {id: cups, players: [2]}
resources: {coin: {}}
pieces:
  die: {faces: 6, per: player, start: cup, kinds: {red: {copies: 2}}}
  lid: {faces: [open, shut], start: tray, kinds: {tin: {}}}
zones: {cup: {pieces: die, per: player}, tray: {pieces: lid}}
menus: {turn: {}}
actions: {cash: {menu: turn, choose: d in my cup, do: gain d.value coin}, rest: {menu: turn, do: ''}}
phases: {game: {do: 'repeat 3 times { each of players does { do one of turn } }; end game'}}
scoring: {categories: {coins: {worth: p.coin}}}
"""


@pytest.mark.parametrize("how", ["face: 6", 'face: "6"', "value: 6"])
def test_the_number_of_a_die_is_said_as_a_face_or_as_its_value(how: str) -> None:
    text = f"- id: it\n  players: 2\n  given: {{a: {{cup: [red, {{red: {{{how}}}}}]}}}}\n  do: [{{a: cash red 6}}]\n"
    (result,) = run(text + f"  expect: {{a: {{coin: 6, cup: [red, {{red: {{{how}}}}}]}}}}\n", DICE)
    assert result.passed, result.report()
    (result,) = run(text + "  expect: {a: {cup: [red, {red: {value: 5}}]}}\n", DICE)
    assert not result.passed and not result.diagnostics


@pytest.mark.parametrize(("how", "code"), [("face: 7", "E511"), ("value: 0", "E511"), ("face: true", "E512")])
def test_a_die_has_no_other_faces(how: str, code: str) -> None:
    (result,) = run(
        f"- id: it\n  players: 2\n  given: {{a: {{cup: [red, {{red: {{{how}}}}}]}}}}\n  do: [{{a: rest}}]\n", DICE
    )
    assert [d.code for d in result.diagnostics] == [code]


def test_only_a_die_has_a_value() -> None:
    (result,) = run("- id: it\n  players: 2\n  given: {tray: [{tin: {value: 1}}]}\n  do: [{a: rest}]\n", DICE)
    assert [d.code for d in result.diagnostics] == ["E510"]


HANDS = """\
game: {id: hands, players: [2]}
resources: {coin: {}}
pieces: {card: {start: stock, kinds: {red: {copies: 4}}}}
zones: {stock: {pieces: card}, deck: {pieces: card, per: player, deck: true}, row: {pieces: card, per: player}}
phases:
  game: {do: 'each of players does { do refresh }; end game'}
  refresh: {do: 'draw 1 from my deck to my row'}
scoring: {categories: {coins: {worth: p.coin}}}
"""


def test_a_phase_that_moves_what_is_ones_own_is_somebodys_turn() -> None:
    text = "- id: it\n  players: 2\n  given: {phase: refresh, actor: b, a: {deck: [red]}, b: {deck: [red]}}\n"
    (result,) = run(text + "  expect: {a: {row: []}, b: {row: [red]}, phase_over: true}\n", HANDS)
    assert result.passed, result.report()


def test_whose_turn_such_a_phase_is_must_be_said() -> None:
    (result,) = run("- id: it\n  players: 2\n  given: {phase: refresh}\n  expect: {a: {row: []}}\n", HANDS)
    assert [d.code for d in result.diagnostics] == ["E524"]


def test_without_leaves_everything_else_as_set_up() -> None:
    """The setup deals a card to each. More than there is stays an error."""
    seeds = [one("{without: [cart]}", "{a: {hand: {size: 1}}, b: {hand: {size: 1}}, yard: []}")]
    seeds += [
        one("{without: [sun]}", "{values: {count(c in shown) + count(c in deck) + size(a.hand) + size(b.hand): 2}}")
    ]
    seeds += [one("{without: [sun, rain], shown: [{sun: {count: 3}}]}", "{shown: {sun: 3}, a: {hand: []}}")]
    assert [r.report() for r in seeds if not r.passed] == []
    assert not one("{without: [sun]}", "{values: {size(deck) + size(a.hand) + size(b.hand): 5}}").passed
    (mistake,) = one("{without: [card], shown: [{sun: {count: 4}}]}").diagnostics
    assert mistake.code == "E513"


# ---- expectations between decisions of chance

THROWS = """game: {id: dice, players: [2], seats: [a, b]}
resources: {coin: {}}
pieces: {die: {faces: 6, start: cup, kinds: {white: {copies: 3}}}}
zones: {cup: {pieces: die}}
state: {game: {rolled: int, first: {type: player, start: 'players[1]'}, last: {type: player, start: 'first.next'}}}
phases:
  game: {do: 'each of players does { for d in cup { roll d; rolled += 1 }; choose { go {} stay { gain 1 coin } } }'}
scoring: {categories: {coins: {worth: p.coin}}}
"""


def test_an_expectation_before_a_step_of_chance_looks_as_chance_finds_the_table() -> None:
    look = "{expect: {rolled: 2, player: none}}, {expect: {values: {sum(d.value for d in cup if d.value < 3): 4}}}"
    steps = (
        f"[{{chance: roll 1}}, {{chance: roll 2}}, {look}, {{chance: roll 3}}, {{expect: {{rolled: 3, player: a}}}}]"
    )
    (held,) = run(f"- id: it\n  do: {steps}\n", THROWS)
    assert held.passed, held.report()
    (wrong,) = run(f"- id: it\n  do: {steps.replace('rolled: 2', 'rolled: 3')}\n", THROWS)
    assert [(f.wanted, f.found) for f in wrong.failures] == [("3", "2")]


def test_a_player_named_by_its_place_is_there_without_the_setup_and_what_is_worked_out_is_not() -> None:
    at = "- id: it\n  given: {setup: skipped, GIVEN}\n  expect: {first: a, last: WANTED}\n"
    (plain,) = run(at.replace("GIVEN", "a: {coin: 1}").replace("WANTED", "none"), THROWS)
    assert plain.passed, plain.report()
    read = THROWS.replace("each of players", "each of players.from(last)")
    (unset,) = run(at.replace("GIVEN", "a: {coin: 1}").replace("WANTED", "none"), read)
    (told,) = unset.diagnostics
    assert told.code == "E526" and "whose `start` is worked out with it" in told.message
    assert "first.next" in [span.text for span, _ in told.related]


ACTING = """\
game: {id: acting, players: [2], seats: [a, b]}
resources: {coin: {}}
spaces: {field: {grid: {columns: 2, rows: 1}, per: player, state: {size: int}}}
state: {player: {sizes: list of int}}
phases:
  game: {do: 'each of players does { may rest { gain 1 coin }; do turn }; end game'}
  turn: {do: 'if my coin > 2 { do earn }'}
procedures:
  survey: {do: 'my sizes = []; for c in my field { c.size = 1; my sizes += [2] }'}
  around: {do: do survey}
  tally: {do: 'for p in players { p.sizes = [p.coin] }'}
  earn: {do: gain 5 coin}
scoring: {categories: {coins: {worth: p.coin}}}
"""


@pytest.mark.parametrize("begun", ["derived: survey", "derived: around", "procedure: earn", "phase: turn"])
def test_who_acts_must_be_said_where_a_text_speaks_of_it(begun: str) -> None:
    (nobody,) = run(f"- id: it\n  given: {{{begun}}}\n  expect: {{a: {{coin: 0}}}}\n", ACTING)
    assert [d.code for d in nobody.diagnostics] == ["E524"]
    (somebody,) = run(f"- id: it\n  given: {{{begun}, actor: b}}\n  expect: {{a: {{coin: 0}}}}\n", ACTING)
    assert somebody.passed, somebody.report()


def test_what_is_derived_is_derived_for_the_actor() -> None:
    expect = "expect: {a: {sizes: []}, b: {sizes: [2, 2]}}"
    (mine,) = run(f"- id: it\n  given: {{derived: around, actor: b}}\n  {expect}\n", ACTING)
    assert mine.passed, mine.report()
    (everybodys,) = run("- id: it\n  given: {derived: tally}\n  expect: {a: {sizes: [0]}}\n", ACTING)
    assert everybodys.passed, everybodys.report()


HIDDEN = """
game: {id: hidden, players: [2, 3], seats: [a, b, c]}
resources: {coin: {}, gem: {seen_by: owner, supply: 10}, ruby: {seen_by: owner}}
pieces: {card: {start: deck, kinds: {ace: {copies: 2}, two: {copies: 2}}}}
zones:
  deck: {pieces: card, deck: true, seen_by: nobody}
  hand: {pieces: card, per: player, seen_by: owner}
  shown: {pieces: card}
phases: {game: {do: 'each of players does { choose { stay { gain 1 coin } go { gain 2 coin } } }; end game'}}
scoring: {categories: {coins: {worth: p.coin + p.gem + p.ruby}}}
"""


@pytest.mark.parametrize(
    ("players", "given", "thing", "is_hidden"),
    [
        (2, "{a: {gem: 2}, b: {gem: 2}}", "b.gem", False),
        (3, "{a: {gem: 2}, b: {gem: 2}}", "b.gem", True),
        (3, "{a: {gem: 2}}", "b.gem", False),
        (2, "{a: {ruby: 2}, b: {ruby: 2}}", "b.ruby", True),
        (2, "{deck: [two], a: {hand: [ace, two]}, b: {hand: [ace]}}", "b.hand", True),
        (2, "{deck: [], shown: [two], a: {hand: [ace, two]}, b: {hand: [ace]}}", "b.hand", False),
        (2, "{deck: [two, ace], a: {hand: [ace, two]}}", "deck", True),
    ],
)
def test_what_follows_from_what_is_seen_is_not_hidden(players: int, given: str, thing: str, is_hidden: bool) -> None:
    text = f"- id: it\n  players: {players}\n  given: {given}\n  expect: {{cannot_see: {{a: [{thing}]}}}}\n"
    (result,) = run(text, HIDDEN.lstrip())
    assert result.diagnostics == ()
    assert result.passed is is_hidden, result.report()

"""The checker's corpora: what is refused and where (checker*.txt), and what texts do (checker_results*.txt).

All cases stand on an invented ruleset and go through the whole pipeline: those of the files named in ON_BOARDS on
checker_ruleset_board.txt, the others on checker_ruleset.txt.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import indent

import pytest

from interpreter import pipeline
from interpreter.codes.checking import CHECKING
from interpreter.codes.nesting import NESTING
from interpreter.diagnostics import Diagnostics, RulesetError
from interpreter.game import Game, State
from interpreter.language.check import check
from interpreter.loading.source import Folder, folder_from_text

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
RULESETS = {
    name: (CORPUS / f"{name}.txt").read_text(encoding="utf-8") for name in ("checker_ruleset", "checker_ruleset_board")
}
ON_BOARDS = {"board", "results_bags", "results_modify", "results_none", "results_spaces", "results_tracks"}


def ruleset_of(file: str) -> str:
    """The text of the ruleset on which the cases of a file stand, by its name without `checker_`."""
    return RULESETS["checker_ruleset_board" if file in ON_BOARDS else "checker_ruleset"]


GAME = "phases:\n  game:\n    do: |\n"
FORMS = {
    # start → (what stands before the text, how deep it is indented, what stands after it)
    "player": (GAME + "      players[1] does {\n", 8, "      }\n"),
    "block": (GAME + "      players[1] does {\n        may act {\n", 10, "        }\n      }\n"),
    "nobody": (GAME, 6, ""),
    "rule": (GAME + "      do round\nrules:\n  tested: |\n", 4, ""),
    "formula": (GAME + "      do round\nvalues:\n  tested:\n    given: {p: player, f: field}\n    is: |\n", 6, ""),
    "yaml": (GAME + "      do round\n# file: tested.yaml\n", 0, ""),
}


def folder(ruleset: str, start: str, text: str) -> tuple[Folder, int]:
    """A ruleset with a text in its place, and the number of lines before the text."""
    before, depth, after = FORMS[start]
    head = "# file: more.yaml\n" + before
    return folder_from_text(f"{ruleset}{head}{indent(text, ' ' * depth)}\n{after}"), head.rpartition("# file")[2].count(
        "\n"
    )


def found_in(given: Folder) -> Diagnostics:
    diagnostics = Diagnostics()
    model = pipeline.model_of(given, (), diagnostics)
    if model is not None and not diagnostics.has_errors:
        check(model, 2, {}, diagnostics)
    return diagnostics


# ---- what is refused


_MARK = re.compile(r'[ \t]*### (?:@(?P<column>\d+) )?"(?P<message>[^"]*)"$')


@dataclass(frozen=True)
class Case:
    name: str
    ruleset: str
    start: str
    text: str
    expected: tuple[tuple[int, int | None, str], ...] = ()
    """(line, column or None, regex of code and message) of each mistake"""


def checker_cases() -> list[Case]:
    out = []
    for path in sorted(CORPUS.glob("checker*.txt")):
        if path.stem in RULESETS or path.stem.startswith("checker_results"):
            continue
        for number, raw in enumerate(re.split(r"^---\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE), 1):
            ruleset = ruleset_of(path.stem.removeprefix("checker_"))
            out.append(checker_case(f"{path.stem}-{number}", ruleset, raw.strip("\n")))
    return out


def checker_case(name: str, ruleset: str, raw: str) -> Case:
    start, lines = "player", raw.split("\n")
    if lines[0].startswith("start: "):
        start = lines.pop(0).removeprefix("start: ")
    expected = []
    for i, line in enumerate(lines):
        while mark := _MARK.search(line):
            column = int(mark["column"]) if mark["column"] else None
            expected.append((i + 1, column, mark["message"]))
            line = line[: mark.start()]
        lines[i] = line
    return Case(name, ruleset, start, "\n".join(lines), tuple(expected))


CHECKER_CASES = checker_cases()


@pytest.mark.parametrize("case", CHECKER_CASES, ids=lambda c: c.name)
def test_checker_reports_exactly_what_is_marked(case: Case) -> None:
    given, before = folder(case.ruleset, case.start, case.text)
    depth = FORMS[case.start][1]
    left = list(case.expected)
    unexpected = []
    for d in found_in(given):
        assert d.span is not None
        near = f" (near: {', '.join(d.near)})" if d.near else ""
        text = f"{d.code} {d.message}{near}"
        place = (d.span.line - before, d.span.column - depth)
        match = [e for e in left if e[0] == place[0] and e[1] in (None, place[1]) and re.search(e[2], text)]
        if match:
            left.remove(match[0])
        else:
            unexpected.append((place, text, d.span.text))
    assert (unexpected, left) == ([], [])


def test_corpus_and_examples_cover_every_checking_code() -> None:
    seen = {m for case in CHECKER_CASES for _, _, text in case.expected for m in re.findall(r"[EL][346]\d\d", text)}
    by_examples_only = {"E353", "E367", "E380", "E381", "E382", "E383"}
    by_examples_only |= {*(c.id for c in NESTING), *(c.id for c in CHECKING if c.is_lint)}
    assert {c.id for c in CHECKING} - seen == by_examples_only


# ---- what texts do


@dataclass
class Result:
    """Steps in order: ("picks", key), ("offers", keys), ("expect", formula, number)."""

    name: str
    ruleset: str
    title: str = ""
    text: str = ""
    more: str = ""
    start: str = "player"
    players: int = 2
    options: dict[str, object] = field(default_factory=dict)
    steps: list[tuple[str, ...]] = field(default_factory=list)


def result_cases() -> list[Result]:
    out = []
    for path in sorted(CORPUS.glob("checker_results*.txt")):
        for number, raw in enumerate(re.split(r"^---\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE), 1):
            file = path.stem.removeprefix("checker_")
            out.append(result_case(f"{file}-{number}", ruleset_of(file), raw.strip("\n").split("\n")))
    return out


def result_case(name: str, ruleset: str, lines: list[str]) -> Result:
    case = Result(name, ruleset)
    block = ""
    for line in lines:
        if line.startswith("  ") or not line:
            if block == "more":
                case.more += line[2:] + "\n"
            else:
                case.text += line[2:] + "\n"
            continue
        word, _, rest = line.partition(":")
        rest = rest.strip()
        match word:
            case "title":
                case.title = rest
            case "do" | "more":
                block = word
            case "start":
                case.start = rest
            case "players":
                case.players = int(rest)
            case "option":
                option, _, value = rest.partition(" = ")
                case.options[option] = {"true": True, "false": False}.get(
                    value, int(value) if value.isdigit() else value
                )
            case "picks" | "offers":
                case.steps.append((word, rest))
            case "expect":
                case.steps += [("expect", *part.strip().rsplit(" = ", 1)) for part in rest.split(";")]
            case _:
                raise AssertionError(f"{name}: {line}")
    return case


def playable(case: Result) -> Game:
    formulas = dict.fromkeys(step[1] for step in case.steps if step[0] == "expect")
    scoring = "".join(f"    x{i}:\n      worth: |\n        {formula}\n" for i, formula in enumerate(formulas))
    before, depth, after = FORMS[case.start]
    text = f"{case.ruleset}# file: more.yaml\n{before}{indent(case.text, ' ' * depth)}{after}"
    if case.more:
        text += f"# file: sections.yaml\n{case.more}"
    if scoring:
        text += f"# file: expectations.yaml\nscoring:\n  categories:\n{scoring}"
    try:
        return pipeline.load(folder_from_text(text), case.players, options=case.options)
    except RulesetError as error:
        raise AssertionError([(d.code, d.message, d.span and d.span.text) for d in error.diagnostics]) from None


RESULTS = result_cases()


@pytest.mark.parametrize("case", RESULTS, ids=lambda c: f"{c.name} {c.title}")
def test_text_does_what_it_says(case: Result) -> None:
    """`expect` formulas are for the first seat (p); the state is that after the picks before them."""
    game = playable(case)
    state = game.start(seed=1, ask_chance=True)
    formulas = list(dict.fromkeys(step[1] for step in case.steps if step[0] == "expect"))
    for step in case.steps:
        match step:
            case ("picks", keys):
                for key in keys.split(", "):
                    state.apply(key)
            case ("offers", keys):
                assert ", ".join(state.decision.keys) == keys
            case ("expect", formula, wanted):
                found = state.sheet().categories[f"x{formulas.index(formula)}"][0]
                assert (formula, found) == (formula, int(wanted))
    if case.steps[-1][0] != "offers":
        assert state.is_over, state.decision.keys
    _plain_form_agrees(game, case)


def _plain_form_agrees(game: Game, case: Result) -> None:
    """The form without guards offers the same options and comes to the same state."""
    guarded, plain = game.start(seed=1, ask_chance=True), game.plain.start()
    game.plain.run(plain)
    for key in [k for step in case.steps if step[0] == "picks" for k in step[1].split(", ")]:
        option = next(c.option for c in guarded.decision.choices if c.key == key)
        guarded.apply(key)
        game.plain.apply(plain, option)
    _same_options(guarded, game, plain)


def _same_options(guarded: State, game: Game, plain: list[object]) -> None:
    assert guarded.slots[1:] == plain[1:]
    if not guarded.is_over and guarded.player is not None:
        assert list(guarded.options) == list(game.plain.list[plain[0][0]](plain, plain[0]))  # type: ignore[index]


OPTION_OF_NUMBERS = """game: {id: example, players: [2], options: {fee: {values: [1, 2, 3], default: 2}}}
phases: {game: {do: 'if TEST { end game }; end game'}}
"""


@pytest.mark.parametrize("test", ["option.fee is 4", "4 is option.fee", "option.fee is not 0"])
def test_a_number_that_is_no_value_of_an_option_is_told(test: str) -> None:
    with pytest.raises(RulesetError) as caught:
        pipeline.load(folder_from_text(OPTION_OF_NUMBERS.replace("TEST", test)))
    (found,) = caught.value.diagnostics
    assert found.code == "E319" and "is no value of option `fee`" in found.message
    assert found.span is not None and found.span.text in ("4", "0")
    pipeline.load(folder_from_text(OPTION_OF_NUMBERS.replace("TEST", test.replace("4", "3").replace("0", "1"))))


NO_ROOM = """game: {id: example, players: [2]}
pieces: {card: {start: pile, kinds: {ace: {copies: 5}}}}
zones: {pile: {pieces: card}, row: {pieces: card, limit: 2}, open_row: {pieces: card}}
phases: {game: {do: 'for x in pile { move x to WHERE }; end game'}}
"""


def test_where_there_may_be_no_room_it_is_told_what_limits_it() -> None:
    with pytest.raises(RulesetError) as caught:
        pipeline.load(folder_from_text(NO_ROOM.replace("WHERE", "row")))
    (found,) = caught.value.diagnostics
    assert found.code == "E401" and [span.text for span, _ in found.related] == ["row"]
    pipeline.load(folder_from_text(NO_ROOM.replace("WHERE", "open_row")))

"""The checker's corpus: what is refused, and where (checker*.txt)."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from interpreter import pipeline
from interpreter.diagnostics import Diagnostics, RulesetError
from interpreter.language.check import check
from interpreter.language.resolve.checker import Checker
from interpreter.loading.source import Folder, folder_from_text
from tests.codes import CHECKING
from tests.language.on_rulesets import CORPUS, FORMS, RULESETS, cases_of, folder, ruleset_of


def found_in(given: Folder) -> Diagnostics:
    diagnostics = Diagnostics()
    model = pipeline.model_of(given, (), diagnostics)
    if model is not None and not diagnostics.has_errors:
        check(Checker(model, 2, {}, diagnostics))
    return diagnostics


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
        for number, raw in enumerate(cases_of(path), 1):
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
    by_examples_only = {"E353", "E367", "E380", "E381", "E382", "E383", "E386", "E390", "E391", "E396", "E397"}
    by_examples_only |= {code.id for code in CHECKING if code.is_lint or "E372" <= code.id <= "E379"}
    assert {code.id for code in CHECKING} - seen == by_examples_only


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

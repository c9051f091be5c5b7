"""What texts do: each text of the corpus (checker_results*.txt) is played to the numbers beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import indent

import pytest

from interpreter import pipeline
from interpreter.diagnostics import RulesetError
from interpreter.game import Game, State
from interpreter.loading.source import folder_from_text
from tests.language.on_rulesets import CORPUS, FORMS, cases_of, ruleset_of


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
        for number, raw in enumerate(cases_of(path), 1):
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

"""Every example of docs/language.md is run: whole rulesets are played, the others are merged into the page's base game.

The words behind the fence say what a block is: `yaml ruleset` and `yaml base` (whole), `yaml section` and `yaml module`
(merged into the base), `effect` (the text of a turn), `formula` (one a line). `-fails` with a code: it must give
exactly that code. `offers` and `result` say what the block above them leads to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent

import pytest

import interpreter as rw
from interpreter.checking.variants import check_all
from interpreter.diagnostics import Diagnostics, RulesetError
from interpreter.loading.source import folder_from_text
from interpreter.loading.words import BUILT_IN, HAPPENINGS, LANGUAGE
from interpreter.pipeline import model_of
from interpreter.runtime.rng import Rng

PAGE = Path(__file__).parents[1] / "docs" / "language.md"
MOST_DECISIONS = 2_000
SHOWN_ONLY = {"text", "form"}
"""Blocks that are no examples: forms, and messages."""
_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"^# file: modules/(\w+)/", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """One fenced block: its line on the page, its words, its text."""

    line: int
    kind: str
    code: str
    text: str

    def __str__(self) -> str:
        return f"line_{self.line}_{self.kind.replace(' ', '_')}"


def _blocks() -> list[Block]:
    page = PAGE.read_text(encoding="utf-8")
    out = []
    for found in _FENCE.finditer(page):
        info, _, code = found[1].strip().partition("-fails ")
        out.append(Block(page.count("\n", 0, found.start()) + 1, info, code.strip(), found[2]))
    return out


BLOCKS = _blocks()
BASE = next(b.text for b in BLOCKS if b.kind == "yaml base")


# ---- from a block to a ruleset


def ruleset(block: Block, result: str = "") -> tuple[str, tuple[str, ...]]:
    """The files of a block's ruleset as one text, and the modules to choose."""
    if block.kind in ("yaml ruleset", "yaml base"):
        text = block.text if block.text.startswith("# file:") else f"# file: ruleset.yaml\n{block.text}"
        return text, tuple(dict.fromkeys(_FILE.findall(block.text)))
    base = f"# file: ruleset.yaml\n{BASE}"
    if block.kind == "yaml section":
        return f"{base}# file: more.yaml\n{block.text}", ()
    if block.kind == "yaml module":
        text = block.text if block.text.startswith("# file:") else f"# file: modules/example/module.yaml\n{block.text}"
        return base + text, tuple(dict.fromkeys(_FILE.findall(text)))
    lines = [f"let it_{i} = {x}" for i, x in enumerate(formulas(block.text))]
    effect = block.text if block.kind == "effect" else "\n".join(lines)
    return f"{base}# file: modules/example/module.yaml\n{_turn(effect, result)}", ("example",)


def formulas(text: str) -> list[str]:
    """The formulas of a block, one a line, without what is said about them."""
    return [line.partition("#")[0].strip() for line in text.splitlines() if line.partition("#")[0].strip()]


def _turn(effect: str, result: str) -> str:
    """A module that puts an effect in place of the base game's turn; a result is tested after the first turn."""
    if result:
        test = " and ".join(f"({x})" for x in formulas(result))
        effect = f"me does {{\n{effect}\n}}\nif {test} {{ end game as as_told }} else {{ end game as otherwise }}"
    endings = "endings: {add: {as_told: {}, otherwise: {}}}\n"
    return f"module: {{id: example}}\n{endings}phases:\n  replace:\n    turn:\n      do: |\n{indent(effect, ' ' * 8)}\n"


def codes(text: str, modules: tuple[str, ...]) -> list[str]:
    """The codes of all mistakes, over every player count and option."""
    diagnostics = Diagnostics()
    model = model_of(folder_from_text(text), modules, diagnostics)
    if model is not None and not diagnostics.has_errors:
        check_all(model, diagnostics)
    return [f"{d.code}: {d.message} ({d.span})" for d in diagnostics.errors]


def played(game: rw.Game, seed: int) -> rw.State:
    """A game of random choices to its end."""
    state, rng = game.start(seed=seed), Rng(seed)
    for _ in range(MOST_DECISIONS):
        if state.is_over:
            return state
        state.apply_choice(state.decision.choices[rng.below(len(state.decision.choices))])
    raise AssertionError("the game does not end")


def load(block: Block, players: int | None = None, result: str = "") -> rw.Game:
    text, modules = ruleset(block, result)
    try:
        return rw.load(folder_from_text(text), players, modules=modules)
    except RulesetError as error:
        raise AssertionError(f"docs/language.md:{block.line}: {error}") from error


# ---- tests


def cases(*kinds: str, fails: bool = False) -> list[Block]:
    return [b for b in BLOCKS if b.kind in kinds and bool(b.code) is fails]


EXAMPLES = ("yaml ruleset", "yaml base", "yaml section", "yaml module", "effect", "formula")


def test_every_block_is_known() -> None:
    known = {*EXAMPLES, *SHOWN_ONLY, "offers", "result"}
    assert [f"line {b.line}: {b.kind}" for b in BLOCKS if b.kind not in known] == []
    assert len(cases(*EXAMPLES)) > 50


@pytest.mark.parametrize("block", cases(*EXAMPLES), ids=str)
def test_example_is_played(block: Block) -> None:
    text, modules = ruleset(block)
    assert codes(text, modules) == []
    counts = load(block).model.game.players
    for players in counts:
        assert played(load(block, players), seed=players).is_over


@pytest.mark.parametrize("block", cases(*EXAMPLES, fails=True), ids=str)
def test_mistake_is_found(block: Block) -> None:
    assert {found.partition(":")[0] for found in codes(*ruleset(block))} == {block.code}


def _above(block: Block) -> Block:
    return max((b for b in BLOCKS if b.line < block.line and b.kind in EXAMPLES), key=lambda b: b.line)


@pytest.mark.parametrize("block", cases("offers"), ids=str)
def test_offers_are_as_told(block: Block) -> None:
    """The keys of the first decision, one a line."""
    state = load(_above(block)).start(seed=1)
    assert list(state.decision.keys) == block.text.splitlines()


@pytest.mark.parametrize("block", cases("result"), ids=str)
def test_result_is_as_told(block: Block) -> None:
    """What holds after the first turn, whatever is chosen in it."""
    game = load(_above(block), result=block.text)
    for seed in range(4):
        assert played(game, seed).sheet().ending == "as_told"


def test_the_words_that_cannot_be_ids_are_listed() -> None:
    text = PAGE.read_text(encoding="utf-8")
    line = next(line for line in text.split("\n") if line.startswith("Words of the language and built-in names"))
    assert set(re.findall(r"`(\w+)`", line)) == LANGUAGE | BUILT_IN | HAPPENINGS

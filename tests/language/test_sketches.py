"""The hardest rules of five games as checker tests: each sketch, with a frame of what it leaves out, is a ruleset that
loads without any diagnostic and plays; a misspelt name in it is told at its line.

A sketch is one text. `---` parts it into files, and a part that begins with a section `module` is the module's. Its
frame, in the folder `frames`, declares the pieces, places and numbers that the rules of the sketch name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import interpreter as rw
from interpreter import pipeline
from interpreter.checking.variants import check_all
from interpreter.diagnostics import Diagnostic, Diagnostics, RulesetError, Source
from interpreter.loading.source import Folder
from interpreter.runtime.rng import Rng
from tests.shipped import random_choice

SKETCHES = Path(__file__).parent / "sketches"
FRAMES = SKETCHES / "frames"
_CUT = re.compile(r"^---\n", re.M)
_MODULE = re.compile(r"^module: \{id: (\w+)", re.M)


def sketch_folder(name: str, text: str) -> Folder:
    """The ruleset of a sketch's text and its frame. Each part keeps the lines it has in the sketch."""
    frame = FRAMES / f"{name}.yaml"
    files = {"frame.yaml": Source(f"frames/{name}.yaml", frame.read_text(encoding="utf-8"))}
    line = 0
    for number, part in enumerate(_CUT.split(text), 1):
        module = _MODULE.search(part)
        path = f"modules/{module[1]}/module.yaml" if module else f"part_{number}.yaml"
        files[path] = Source(f"{name}.yaml", "\n" * line + part)
        line += part.count("\n") + 1
    return Folder(Path(name), files)


def text_of(name: str) -> str:
    return (SKETCHES / f"{name}.yaml").read_text(encoding="utf-8")


def found_in(folder: Folder, modules: tuple[str, ...]) -> list[Diagnostic]:
    """All that is told of a ruleset, at every number of players, lints included."""
    diagnostics = Diagnostics()
    model = pipeline.model_of(folder, modules, diagnostics)
    if model is not None and not diagnostics.has_errors:
        check_all(model, diagnostics)
    return list(diagnostics)


@dataclass(frozen=True)
class Misspelling:
    """`right`, which stands once in the sketch, written as `wrong`; told with `code` at that line."""

    sketch: str
    right: str
    wrong: str
    code: str


MODULES: dict[str, list[tuple[str, ...]]] = {
    "puerto_rico": [()],
    "tzolkin": [()],
    "santa_maria": [
        (),
        ("ak_core",),
        ("ak_core", "governor"),
        ("ak_core", "envoys"),
        ("ak_core", "governor", "envoys"),
    ],
    "nova_roma": [()],
    "archipelago": [()],
}
"""The sketches, and the sets of their modules with which each is a ruleset."""

CASES = [
    pytest.param(name, modules, id="+".join((name, *modules))) for name, sets in MODULES.items() for modules in sets
]

MISSPELLINGS = [
    Misspelling("puerto_rico", "my privilege vp }", "my privilige vp }", "E302"),
    Misspelling("tzolkin", "tech = true) by [-1 block]", "tech = true) by [-1 blok]", "E301"),
    Misspelling("santa_maria", "advance my marker[religion] by steps", "advance my marker[religon] by steps", "E301"),
    Misspelling("santa_maria", "moves_too: before follow(any l)", "moves_too: before folow(any l)", "E313"),
    Misspelling("nova_roma", "pays_artisan(me, c) to 0", "pays_artisans(me, c) to 0", "E354"),
    Misspelling("archipelago", "require size(lying()) > 0", "require size(lyng()) > 0", "E301"),
]


def test_every_sketch_is_a_case() -> None:
    names = {path.stem for path in SKETCHES.glob("*.yaml")}
    assert set(MODULES) == names == {path.stem for path in FRAMES.glob("*.yaml")}
    assert {m.sketch for m in MISSPELLINGS} == names


@pytest.mark.parametrize(("name", "modules"), CASES)
def test_sketch_is_a_ruleset_without_diagnostics(name: str, modules: tuple[str, ...]) -> None:
    found = found_in(sketch_folder(name, text_of(name)), modules)
    assert [f"{d.span} {d.code} {d.message}" for d in found] == []


@pytest.mark.parametrize(("name", "modules"), CASES)
def test_sketch_plays_to_its_end(name: str, modules: tuple[str, ...]) -> None:
    """With random choices no rule is at fault."""
    game = rw.load(sketch_folder(name, text_of(name)), modules=modules)
    for seed in range(3):
        state, rng = game.start(seed=seed), Rng(seed)
        for _ in range(2000):
            if state.is_over:
                break
            random_choice(state, rng)
        assert state.is_over


@pytest.mark.parametrize("planted", MISSPELLINGS, ids=lambda m: f"{m.sketch}-{m.wrong}")
def test_misspelt_rule_is_told_at_its_line(planted: Misspelling) -> None:
    text = text_of(planted.sketch)
    assert text.count(planted.right) == 1
    wrong = text.replace(planted.right, planted.wrong)
    line = wrong[: wrong.index(planted.wrong)].count("\n") + 1
    with pytest.raises(RulesetError) as raised:
        rw.load(sketch_folder(planted.sketch, wrong), modules=MODULES[planted.sketch][-1])
    places = [(d.code, d.span.path, d.span.line) for d in raised.value.diagnostics if d.span is not None]
    assert (planted.code, f"{planted.sketch}.yaml", line) in places

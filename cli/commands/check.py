"""`rulewright check`: every mistake of a ruleset, for all player counts and options."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import asked
from cli.faults import exit_code, reporting, wrong_use

if TYPE_CHECKING:
    from interpreter.diagnostics import Diagnostics
    from interpreter.language.checker import Checked
    from interpreter.loading.model import KindDecl, Model, PieceDecl

For = Annotated[
    str | None, typer.Option("--for", metavar="GAME", help="The ruleset that a module is for.", show_default=False)
]


@reporting
def check(
    game: Annotated[str, typer.Argument(metavar="GAME_OR_PATH", help=asked.GAME_HELP, show_default=False)],
    modules: asked.Modules = None,
    base: For = None,
    form: asked.Format = "text",
) -> None:
    """Check a ruleset: YAML, keys, names, types, legality, for every number of players and every option.

    Examples:

    \b
      rulewright check my_game
      rulewright check my_game --with night_market --with more_tiles
      rulewright check night_market --for my_game      # the folder of a module
      rulewright check my_game --format json
    """
    asked.one_of(form, ("text", "json"), "--format")
    from cli.screen import console, diagnostics
    from interpreter.diagnostics import Diagnostics

    began = time.perf_counter()
    found = Diagnostics()
    model, checked = _checked(*_wanted(game, modules, base), found)
    seconds = time.perf_counter() - began
    if form == "json":
        console.print_json(diagnostics.as_json(found))
    elif len(found):
        diagnostics.print_diagnostics(console.out(), list(found))
    if form == "text" and model is not None and not found.has_errors:
        console.out().print(_summary(model, len(checked), seconds, game), soft_wrap=True)
    code = exit_code(d.code for d in found)
    if code:
        raise typer.Exit(code)


def _wanted(game: str, modules: Sequence[str] | None, base: str | None) -> tuple[str | Path, list[str | Path]]:
    """The ruleset and the modules to check. A module is checked with the ruleset it lies in or is said to be for."""
    refs = asked.module_refs(modules)
    path = Path(game)
    if base is not None:
        if not path.exists():
            wrong_use(f"there is no module at {game}")
        return base, [path, *refs]
    if (path / "module.yaml").is_file():
        owner = path.resolve().parent.parent
        if path.resolve().parent.name != "modules" or not any(owner.glob("*.yaml")):
            wrong_use(f"{game} is a module; say what it is for: rulewright check {game} --for GAME")
        return owner, [path.resolve().name, *refs]
    return game, refs


def _checked(game: str | Path, modules: Sequence[str | Path], found: Diagnostics) -> tuple[Model | None, list[Checked]]:
    from interpreter.language.codegen import compile_program
    from interpreter.pipeline import check_all, model_of

    model = model_of(game, modules, found)
    if model is None or found.has_errors:
        return model, []
    checked = check_all(model, found)
    if not found.has_errors:
        compile_program(checked[0])
    return model, checked


def _summary(model: Model, variants: int, seconds: float, game: str) -> str:
    kinds = sum(len(c.kinds) for c in model.pieces.values())
    counts = ", ".join(map(str, model.game.players))
    modules = f" with {', '.join(m.id for m in model.modules)}" if model.modules else ""
    scenarios = _scenarios(game)
    parts = [f"{counts} players", f"{kinds} kinds of pieces", f"{_rules(model)} rules"]
    parts += [f"{scenarios} scenarios"] if scenarios else []
    return f"{model.game.id}{modules} is fine: {', '.join(parts)}; {variants} variants checked in {seconds:.2f} s"


def _rules(model: Model) -> int:
    """Everything that says how something goes: procedures, actions, free actions, rules and abilities."""
    owners: list[PieceDecl | KindDecl] = list(model.pieces.values())
    owners += [kind for cls in model.pieces.values() for kind in cls.kinds.values()]
    own = sum(len(o.abilities) + len(o.actions) + len(o.free) for o in owners)
    return own + len(model.procedures) + len(model.actions) + len(model.free) + len(model.rules)


def _scenarios(game: str) -> int:
    """How many scenarios lie beside the ruleset; those that cannot be read are `test`'s business."""
    from interpreter.diagnostics import Diagnostics
    from interpreter.loading.building import load_scenarios
    from interpreter.loading.source import find

    path = find(game)
    return len(load_scenarios(path, Diagnostics())) if path is not None and path.is_dir() else 0

"""`rulewright show`: a ruleset as it is after merging, compiling, or setting up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from cli import asked
from cli.faults import reporting, wrong_use

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.program import AltInfo, DecisionInfo, Program


@reporting
def show(
    game: asked.GameName,
    merged: Annotated[
        bool, typer.Option("--merged", help="One YAML text of all files and modules, each part with its origin.")
    ] = False,
    program: Annotated[
        bool, typer.Option("--program", help="Phases, decisions and actions, and how legality is found.")
    ] = False,
    python: Annotated[bool, typer.Option("--python", help="The Python code the rules are compiled to.")] = False,
    c: Annotated[bool, typer.Option("--c", help="The same program in C, of which simulations are played.")] = False,
    board: Annotated[bool, typer.Option("--board", help="The table after setup (the default).")] = False,
    players: asked.Players = None,
    modules: asked.Modules = None,
    options: asked.Options = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the setup, for --board.")] = 0,
    lang: asked.Language = "en",
) -> None:
    """Show a ruleset: its start table, its merged rules, its program or the compiled code.

    Examples:

    \b
      rulewright show my_game --board --players 4
      rulewright show my_game --merged --with night_market
      rulewright show my_game --program
    """
    from cli.screen.phrases import LANGUAGES

    asked.one_of(lang, LANGUAGES, "--lang")
    if merged + program + python + c + board > 1:
        wrong_use("give one of --merged, --program, --python, --c, --board")
    from cli.screen.console import out

    if merged:
        lines = _merged(game, modules)
        out().print("\n".join(lines), soft_wrap=True)
        return
    loaded = asked.load(game, players, modules, options)
    if program:
        out().print("\n".join(_program(loaded)), soft_wrap=True)
    elif python:
        out().print(_with_places(loaded.program), soft_wrap=True)
    elif c:
        out().print(_in_c(loaded.program), soft_wrap=True)
    else:
        _board(loaded, seed, lang)


def _board(game: Game, seed: int, lang: str) -> None:
    from cli.screen import table
    from cli.screen.console import out
    from cli.screen.words import Words

    state = game.start(seed)
    table.draw(out(), state, state.player, Words(game, lang))


def _merged(name: str, modules: list[str] | None) -> list[str]:
    """The merged rules as YAML."""
    from interpreter.diagnostics import Diagnostics, RulesetError
    from interpreter.merged import merged_yaml

    found = Diagnostics()
    lines = merged_yaml(name, asked.module_refs(modules), found)
    if found.has_errors:
        raise RulesetError(found)
    return lines


def _with_places(program: Program) -> str:
    """The compiled code for reading: places of the rules instead of the numbers that stand for them."""
    from interpreter.program import MARK

    return MARK.sub(lambda found: f"  # {program.marks[int(found[1])]}", program.source)


def _in_c(program: Program) -> str:
    """The text of all files of the program's native form."""
    from interpreter.native import NoNative
    from interpreter.native.building import written

    try:
        files = written(program)
    except NoNative as reason:
        wrong_use(str(reason))
    return "\n".join(f"/* {name} */\n{text}" for name, text in files.items())


# ---- the program


def _program(game: Game) -> Iterator[str]:
    program, model = game.program, game.model
    yield f"{game.id}: {program.players} players, options {dict(program.options) or 'none'}"
    yield ""
    yield "Legality of each option: none (always possible), guard (one test), search (tried out)."
    by_procedure: dict[str, list[DecisionInfo]] = {}
    for info in program.decisions.values():
        by_procedure.setdefault(info.procedure, []).append(info)
    ordered = sorted(by_procedure, key=lambda p: (p not in model.procedures, list(by_procedure).index(p)))
    for procedure in ordered:
        decl = model.procedures.get(procedure)
        kind = "phase" if decl is not None and decl.is_phase else "in"
        place = f"  {decl.span.path}:{decl.span.line}" if decl is not None else ""
        yield ""
        yield f"{kind} {procedure}{place}"
        for info in by_procedure[procedure]:
            yield from _decision(info)
    if program.free:
        yield ""
        yield "free actions"
        yield from map(_alternative, program.free)


def _decision(info: DecisionInfo) -> Iterator[str]:
    what = {"chance": "chance", "some": "choose some", "spread": "distribute"}.get(info.kind, "choose")
    menu = f" from menu {info.menu}" if info.menu else ""
    skip = ", may be skipped" if info.skip is not None else ""
    yield f"  {what} {info.prompt}{menu}{skip}  {info.span.path}:{info.span.line}"
    yield from map(_alternative, info.alts)


def _alternative(alt: AltInfo) -> str:
    binds = ", ".join(f"{b.name}: {b.type}" for b in alt.binds if b.shown)
    place = f"  {alt.span.path}:{alt.span.line}" if alt.span else ""
    return f"    {alt.legality:<6} {alt.label or '(one of)'}{f' ({binds})' if binds else ''}{place}"

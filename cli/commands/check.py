"""`rulewright check`: every mistake of a ruleset, for all player counts and options."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import asked
from cli.faults import AT_FAULT, exit_code, reporting, wrong_use

if TYPE_CHECKING:
    from interpreter.checking.checkup import Checkup
    from interpreter.diagnostics import Diagnostics

For = Annotated[
    str | None, typer.Option("--for", metavar="GAME", help="The ruleset that a module is for.", show_default=False)
]


@reporting
def check(
    game: Annotated[str, typer.Argument(metavar="GAME_OR_PATH", help=asked.GAME_HELP, show_default=False)],
    modules: asked.Modules = None,
    base: For = None,
    form: asked.Format = "text",
    watch: Annotated[bool, typer.Option("--watch", help="Check again after each save, until interrupted.")] = False,
    simulate: Annotated[
        int, typer.Option("--simulate", min=0, metavar="GAMES", help="Play so many games of random choices as well.")
    ] = 0,
) -> None:
    """Check a ruleset: YAML, keys, names, types, legality, for every number of players and every option.

    Examples:

    \b
      rulewright check my_game
      rulewright check my_game --with night_market --with more_tiles
      rulewright check night_market --for my_game      # the folder of a module
      rulewright check my_game --format json
      rulewright check my_game --watch
      rulewright check my_game --simulate 100          # for each number of players: does all that is said come true?
    """
    asked.one_of(form, ("text", "json"), "--format")
    if watch:
        if form != "text":
            wrong_use("--watch answers in text")
        _watch(*_wanted(game, modules, base))
        return
    from cli.screen import console, diagnostics
    from interpreter.checking.checkup import check_ruleset
    from interpreter.diagnostics import Diagnostics

    began = time.perf_counter()
    found = Diagnostics()
    wanted = _wanted(game, modules, base)
    done = check_ruleset(*wanted, found)
    if done is not None and not found.has_errors:
        _play(*wanted, done.model.game.players, simulate, found)
    seconds = time.perf_counter() - began
    if form == "json":
        console.print_json(diagnostics.as_json(found))
    elif len(found):
        diagnostics.print_diagnostics(console.out(), list(found))
    if form == "text" and done is not None and not found.has_errors:
        console.out().print(_summary(done, len(found), seconds), soft_wrap=True)
    # What a file asks for that there is not, such as the players of a scenario, is no wrong use of the command.
    code = AT_FAULT if any(d.span is not None for d in found.errors) else exit_code(found)
    if code:
        raise typer.Exit(code)


def _play(
    game: str | Path, modules: Sequence[str | Path], counts: Sequence[int], games: int, found: Diagnostics
) -> None:
    """Play so many games of random choices with each number of players. What stops one is reported, once."""
    import interpreter
    from interpreter.runtime.faults import GameFault

    told = set()
    for players in counts if games else ():
        one = interpreter.load(game, players, modules=modules)
        for seed in range(games):
            try:
                one.playout(seed)
            except GameFault as fault:
                if (key := (fault.code, str(fault.span))) not in told:
                    told.add(key)
                    seen = f"in the game of random choices with {players} players and the seed {seed}"
                    related = [(fault.span, seen)] if fault.span else []
                    found.add(fault.code, fault.span, related=related, near=(), **fault.arguments)


def _watch(game: str | Path, modules: list[str | Path]) -> None:
    from cli.screen import console, diagnostics
    from cli.watching import watch_forever
    from interpreter.diagnostics import Diagnostic
    from interpreter.loading.source import find

    path = find(str(game))
    if path is None:
        wrong_use(f"there is no game and no folder called {game}")
    out = console.out()
    is_fine = True

    def announce(names: list[str]) -> None:
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        out.print(f"\n{time.strftime('%H:%M:%S')}  {', '.join(names[:3])}{more}", soft_wrap=True)

    def tell(model: object, news: Sequence[Diagnostic], count: int, total: int, seconds: float) -> None:
        nonlocal is_fine
        is_fine = not news and (is_fine or count <= 1)
        if news:
            diagnostics.print_diagnostics(out, news)
        if count:
            said = "" if not is_fine else "all is fine, " if count == total else "fine so far, "
            out.print(f"{said}{count} of {total} variants checked in {seconds:.2f} s", soft_wrap=True)
        out.file.flush()

    watch_forever(path, modules, tell, announce)


def _wanted(game: str, modules: Sequence[str] | None, base: str | None) -> tuple[str | Path, list[str | Path]]:
    """The ruleset and the modules to check. A module is checked with the ruleset it lies in or is said to be for."""
    refs = asked.module_refs(modules)
    path = Path(game)
    if base is not None:
        if not path.exists():
            wrong_use(f"there is no module at {game}")
        return base, [path, *refs]
    if _is_module(path):
        owner = path.resolve().parent.parent
        if path.resolve().parent.name != "modules" or not any(owner.glob("*.yaml")):
            wrong_use(f"{game} is a module; say what it is for: rulewright check {game} --for GAME")
        return owner, [path.resolve().name, *refs]
    return game, refs


def _is_module(path: Path) -> bool:
    try:
        return (path / "module.yaml").is_file()
    except (OSError, ValueError):
        return False  # no path at all; what is wrong with it is said where the game is looked for


def _summary(done: Checkup, remarks: int, seconds: float) -> str:
    model = done.model
    counts = ", ".join(map(str, model.game.players))
    modules = f" with {', '.join(m.id for m in model.modules)}" if model.modules else ""
    whose = (" of the module" if len(model.modules) == 1 else " of the modules") if model.modules else ""
    numbers = [
        (done.kinds, "kind of pieces", "kinds of pieces"), (done.actions, "action", "actions"),
        (done.phases, "phase", "phases"), (done.procedures, "procedure", "procedures"), (done.rules, "rule", "rules"),
        (done.abilities, "ability", "abilities"), (done.scenarios, f"scenario{whose}", f"scenarios{whose}"),
    ]  # fmt: skip
    parts = ["1 player" if counts == "1" else f"{counts} players"]
    parts += [_counted(*number) for number in numbers if number[0]]
    checked = _counted(done.variants, "variant", "variants")
    checked += f" and {_counted(done.blocks, 'with-block', 'with-blocks')}" if done.blocks else ""
    sound = f": no mistakes, {_counted(remarks, 'remark', 'remarks')};" if remarks else " is fine:"
    return f"{model.game.id}{modules}{sound} {', '.join(parts)}; {checked} checked in {seconds:.2f} s"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"

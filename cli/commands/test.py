"""`rulewright test`: the scenarios of rulesets."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import asked
from cli.faults import AT_FAULT, reporting, wrong_use

if TYPE_CHECKING:
    from rich.console import Console

    from interpreter.scenarios import ScenarioResult


MOST_NAMED = 20
"""Scenarios that a module has changed and that are named in the last line."""


@reporting
def test(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME_OR_PATH]...",
            help="Rulesets, or single scenario files; by default all games there are.",
            show_default=False,
        ),
    ] = None,
    scenarios: Annotated[
        list[Path] | None,
        typer.Option(
            "--scenarios",
            metavar="FILE",
            help="Run this file of scenarios instead; may be repeated.",
            show_default=False,
        ),
    ] = None,
    modules: asked.Modules = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rule",
            metavar="ID",
            help="Only scenarios that show this rule of the rulebook; may be repeated.",
            show_default=False,
        ),
    ] = None,
    form: asked.Format = "text",
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Name every scenario, not only those that fail.")
    ] = False,
) -> None:
    """Run scenarios: a table, moves, and what must come of them.

    Examples:

    \b
      rulewright test my_game
      rulewright test my_game/scenarios/harvest.yaml
      rulewright test my_game --scenarios new_examples.yaml
      rulewright test my_game --rule MG-12
      rulewright test my_game --with ./night_market     # what is no longer true with it, and its own scenarios
    """
    asked.one_of(form, ("text", "json"), "--format")
    from cli.screen.console import out, print_json

    began = time.perf_counter()
    files = scenarios or []
    if rules and (files or modules):
        wrong_use("--rule chooses among all scenarios of a ruleset: leave out --scenarios and --with")
    named: Sequence[str | None] = games or [None]
    called = {id: found for id in rules or () for game in named if (found := asked.rule_called(id, game))}
    if rules and not games:
        games = list(dict.fromkeys(str(book.folder.path) for book, _ in called.values()))
    results = _run_with(games or [], files, modules) if modules else _run(games or [], files, rules or ())
    if rules and not results:
        wrong_use(f"no scenario shows {' or '.join(rules)}")
    if form == "json":
        print_json([_as_json(r) for r in results])
    else:
        for id, (_, rule) in called.items():
            out().print(f"{id}  {rule.text}", style="bold", soft_wrap=True, highlight=False, markup=False)
        _print(out(), results, verbose, time.perf_counter() - began)
        if modules and not scenarios:
            _print_changed(out(), results, modules)
    if not all(r.passed for r in results):
        raise typer.Exit(AT_FAULT)


def _run(games: Sequence[str], files: Sequence[Path], rules: Sequence[str] = ()) -> list[ScenarioResult]:
    from interpreter.coverage.rules import may_name
    from interpreter.diagnostics import Diagnostics, RulesetError
    from interpreter.loading.source import read_folder, shipped_games
    from interpreter.scenarios import ScenarioResult

    if rules and not games:
        homes = {name: read_folder(_ruleset(name), Diagnostics()) for name in shipped_games()}
        games = [name for name, home in homes.items() if home is not None and any(may_name(home, r) for r in rules)]
        if not games:
            return []
    _there(files)
    out: list[ScenarioResult] = []
    for name in games or shipped_games():
        try:
            out += _of_ruleset(name, files, rules)
        except RulesetError as error:
            if len(games) == 1:
                raise
            out.append(ScenarioResult("", name, None, diagnostics=tuple(error.diagnostics)))
    return out


def _of_ruleset(name: str, files: Sequence[Path], rules: Sequence[str]) -> list[ScenarioResult]:
    from interpreter.ruleset import Ruleset
    from interpreter.scenarios import Benches, run_file, run_ruleset

    path = Path(name)
    if path.is_file() and path.parent.name == "scenarios":
        return run_file(path)
    if files:
        benches = Benches(_ruleset(name))
        return [result for file in files for result in run_file(file, benches=benches)]
    found = run_ruleset(_ruleset(name), rules)
    if not found and not rules:
        Ruleset(name).sound()  # nothing to run is fine for a ruleset, and for nothing else
    return found


def _there(files: Sequence[Path]) -> None:
    for file in files:
        if not file.is_file():
            wrong_use(f"there is no file {file}")


def _run_with(games: Sequence[str], files: Sequence[Path], modules: Sequence[str]) -> list[ScenarioResult]:
    from interpreter.scenarios import Benches, run_with

    _there(files)
    if len(games) != 1:
        wrong_use("--with needs one ruleset, the one that the modules are for")
    refs = [ref if isinstance(ref, str) else str(ref.resolve()) for ref in asked.module_refs(list(modules))]
    folder = _ruleset(games[0])
    benches = Benches(folder)
    benches.ruleset(refs).sound()  # what is wrong with it is reported once, not for each scenario
    return run_with(folder, refs, files, benches=benches)


def _ruleset(name: str) -> Path:
    from interpreter.diagnostics import RulesetError
    from interpreter.ruleset import Ruleset

    ruleset = Ruleset(name)
    if not isinstance(ruleset.home, Path):
        raise RulesetError(ruleset.diagnostics)
    return ruleset.home


# ---- showing


def _print(console: Console, results: Sequence[ScenarioResult], verbose: bool, seconds: float) -> None:
    from rich.text import Text

    from interpreter.visible import clean_name

    shown: set[tuple[str, str, str]] = set()
    for result in results:
        if verbose or not result.passed:
            mark = Text("ok    ", style="green") if result.passed else Text("FAILS ", style="bold red")
            rules = f"  {', '.join(result.rules)}" if result.rules else ""
            name = result.id or clean_name(result.path)
            console.print(mark.append(f"{name}{rules}", style="default"), soft_wrap=True)
        _print_faults(console, result, shown)
    failed = sum(not r.passed for r in results)
    if not results:
        console.print("no scenarios found")
        return
    shown_rules = len({rule for r in results for rule in r.rules if r.passed})
    said = f"{len(results) - failed} of {len(results)} scenarios hold, {shown_rules} rules shown, {seconds:.1f} s"
    console.print(Text(said, style="bold red" if failed else "bold green"))


def _print_changed(console: Console, results: Sequence[ScenarioResult], modules: Sequence[str]) -> None:
    """Name the scenarios of the ruleset that its modules have changed, and those that a module says it breaks."""
    own = [Path(name).resolve() for name in modules]
    of_ruleset = [r for r in results if not any(Path(r.path).resolve().is_relative_to(home) for home in own)]
    # One that holds though a module says otherwise fails where the module says so.
    failed = [r.id for r in of_ruleset if not r.passed and all(str(f.span.path) == r.path for f in r.failures)]
    named = ", ".join(modules)
    if expected := [r.id for r in results if r.broken_by]:
        said = f"no longer true with {named}, as it says: {', '.join(expected)}"
        console.print(said, soft_wrap=True, highlight=False)
    if not failed and expected:
        return
    if not failed:
        console.print(f"all scenarios of the ruleset hold with {named}", highlight=False)
        return
    more = f", and {len(failed) - MOST_NAMED} more" if len(failed) > MOST_NAMED else ""
    said = f"no longer true with {named}: {', '.join(failed[:MOST_NAMED])}{more}"
    console.print(said, soft_wrap=True, highlight=False)


def _print_faults(console: Console, result: ScenarioResult, shown: set[tuple[str, str, str]]) -> None:
    """What is wrong with a scenario. A mistake of the ruleset that many scenarios meet is printed once."""
    from rich.text import Text

    from cli.screen.diagnostics import lines_of, snippet

    for diagnostic in (*result.diagnostics, *result.remarks):
        told = (diagnostic.code, str(diagnostic.span), diagnostic.message)
        if told not in shown:
            shown.add(told)
            for line in lines_of(diagnostic):
                console.print(line, soft_wrap=True)
    for failure in result.failures:
        console.print(Text(f"   {failure.span}  {failure.what}", style="bold"), soft_wrap=True)
        for line in snippet(failure.span, most=1):
            console.print(line, soft_wrap=True)
        console.print(Text(f"     expected  {failure.wanted}"), soft_wrap=True)
        console.print(Text(f"     found     {failure.found}"), soft_wrap=True)
    if result.failures and result.offered:
        console.print(Text(f"     offered   {', '.join(result.offered)}"), soft_wrap=True)


def _as_json(result: ScenarioResult) -> dict[str, Any]:
    from cli.screen.diagnostics import as_json

    return {
        "id": result.id,
        "file": result.path,
        "line": result.span.line if result.span else None,
        "passed": result.passed,
        "broken_by": result.broken_by or None,
        "rules": list(result.rules),
        "modules": list(result.modules),
        "failures": [
            {"file": f.span.path, "line": f.span.line, "what": f.what, "expected": f.wanted, "found": f.found}
            for f in result.failures
        ],
        "diagnostics": as_json(result.diagnostics),
        "remarks": as_json(result.remarks),
        "offered": list(result.offered),
    }

"""`rulewright coverage`: which parts of a ruleset its scenarios and games between bots ran."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cli import asked
from cli.commands.simulate import Jobs, shown_progress
from cli.faults import AT_FAULT, reporting, wrong_use

if TYPE_CHECKING:
    from interpreter.coverage import Report


@reporting
def coverage(
    game: asked.GameName,
    games: Annotated[
        int,
        typer.Option("--simulate", metavar="N", min=0, max=10_000_000, help="Also play this many games between bots."),
    ] = 0,
    scenarios: Annotated[
        bool, typer.Option("--scenarios/--no-scenarios", help="Run all scenarios of the ruleset.")
    ] = True,
    players: asked.Players = None,
    modules: asked.Modules = None,
    options: asked.Options = None,
    bots: Annotated[str, typer.Option("--bots", metavar="NAME,...", help="Bots of --simulate.")] = "random",
    seed: Annotated[int, typer.Option("--seed", help="Seed of --simulate: the games `simulate` plays.")] = 0,
    whole: Annotated[bool, typer.Option("--all", help="Name everything, not only what never happened.")] = False,
    source: Annotated[bool, typer.Option("--source", help="Print the files with a mark at each line instead.")] = False,
    file: Annotated[
        str | None,
        typer.Option("--file", metavar="NAME", help="Only files with this in their path.", show_default=False),
    ] = None,
    rules: Annotated[
        bool, typer.Option("--rules", help="Instead: which rules of the rulebook a scenario shows, and which none.")
    ] = False,
    mutations: Annotated[
        int, typer.Option("--mutate", metavar="N", min=0, max=100_000, help="Try N changes of the rules instead.")
    ] = 0,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=1, help="Time for --mutate.", show_default=False),
    ] = None,
    jobs: Jobs = None,
    form: asked.Format = "text",
    lang: asked.Language = "en",
) -> None:
    """Show what of a ruleset runs, what never does first: actions nobody can take, dead cards, branches not taken.

    Players, modules and options are those of --simulate; each scenario has its own. --mutate changes the rules one by
    one and shows which changes no scenario notices: what is still to be shown by one.

    Examples:

    \b
      rulewright coverage my_game
      rulewright coverage my_game --simulate 1000 --players 4 --bots greedy
      rulewright coverage my_game --source --file buildings
      rulewright coverage my_game --rules               # --all names every rule
      rulewright coverage my_game --mutate 200 --jobs 2
    """
    from cli.screen import console
    from cli.screen.measures import MEASURES

    asked.one_of(form, ("text", "json"), "--format")
    asked.one_of(lang, tuple(MEASURES), "--lang")
    if rules:
        if games or source:
            wrong_use("--rules runs nothing: leave out --simulate and --source")
        _print_rules(game, whole, form, lang)
        return
    if not scenarios and not games:
        wrong_use("nothing to run: --no-scenarios needs --simulate N")
    if file is not None and not source:
        wrong_use("--file chooses among the files that --source prints")
    if mutations:
        _mutate(game, mutations, seed, jobs, seconds, form, lang)
        return
    report = _measured(game, games, scenarios, players, modules, options, bots, seed)
    if form == "json":
        console.print_json(report.as_json())
    elif source:
        _print_source(report, file, lang)
    else:
        _print_tables(report, whole, lang, _title(game, players, modules, options, lang))
    if report.runs.get("games", {}).get("interrupted"):
        raise typer.Exit(130)
    if report.failed:
        raise typer.Exit(AT_FAULT)


def _print_rules(game: str, whole: bool, form: str, lang: str) -> None:
    from cli.screen import console
    from cli.screen.measures import MEASURES
    from cli.screen.rules import rule_lines

    book = asked.rulebook(game)
    if form == "json":
        console.print_json(
            book.counts()
            | {"missing": [rule.id for rule in book.missing], "unknown": book.unknown}
            | {"shown_by": {id: [name for name, _ in shown] for id, shown in book.shown.items()}}
        )
        return
    for line in rule_lines(book, MEASURES[lang], whole):
        console.out().print(line, soft_wrap=True, highlight=False)


def _mutate(
    game: str, mutations: int, seed: int, jobs: int | None, seconds: float | None, form: str, lang: str
) -> None:
    from cli.screen import console
    from cli.screen.coverage import unnoticed
    from cli.screen.measures import MEASURES
    from interpreter.coverage import mutate

    with shown_progress(mutations) as progress:
        report = mutate(game, mutations, seed=seed, jobs=jobs, seconds=seconds, progress=progress)
    if form == "json":
        console.print_json(report.as_json())
    else:
        console.out().print(unnoticed(report, MEASURES[lang]), soft_wrap=True)


def _measured(
    game: str,
    games: int,
    scenarios: bool,
    players: int | None,
    modules: list[str] | None,
    options: list[str] | None,
    bots: str,
    seed: int,
) -> Report:
    from interpreter.coverage import coverage as measured

    names = [n.strip() for n in bots.split(",")]
    asked.bots(bots, range(len(names)), seed)
    with shown_progress(games) as progress:
        return measured(
            game, scenarios=scenarios, games=games, players=players, modules=asked.module_refs(modules),
            options=asked.options_of(options), bots=names, seed=seed, progress=progress,
        )  # fmt: skip


def _title(game: str, players: int | None, modules: list[str] | None, options: list[str] | None, lang: str) -> str:
    from cli.screen.words import Words

    loaded = asked.load(game, players, modules, options)
    return Words(loaded, lang).name(loaded.id)


def _print_tables(report: Report, whole: bool, lang: str, name: str) -> None:
    from cli.screen.console import out
    from cli.screen.coverage import tables
    from cli.screen.measures import MEASURES

    out().print(tables(report, MEASURES[lang], name, whole))


def _print_source(report: Report, file: str | None, lang: str) -> None:
    from cli.screen.console import out
    from cli.screen.coverage import headline, marked_source
    from cli.screen.measures import MEASURES

    paths = [path for path in sorted(report.sources) if file is None or file in path]
    if not paths:
        wrong_use(f"no file with rules has `{file}` in its path; there are: {', '.join(sorted(report.sources))}")
    console, phrases = out(), MEASURES[lang]
    console.print(headline(report, phrases), style="bold", soft_wrap=True)
    console.print(phrases["marks"], soft_wrap=True)
    for path in paths:
        console.print()
        console.print(path, style="bold", soft_wrap=True)
        for line in marked_source(report, path):
            console.print(line, soft_wrap=True)

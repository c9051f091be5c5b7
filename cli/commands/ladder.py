"""`rulewright ladder`: players against each other, with ratings."""

from __future__ import annotations

from typing import Annotated

import typer

from cli import asked
from cli.commands.simulate import Jobs, native_or_message, shown_progress
from cli.faults import cut_short, reporting, wrong_use

UntilSure = Annotated[
    bool, typer.Option("--until-sure", help="End as soon as it is clear; --games is then the most that are played.")
]


@reporting
def ladder(
    game: asked.GameName,
    players: asked.Players = None,
    bots: Annotated[
        str, typer.Option("--bots", metavar="NAME,...", help="The players, the weakest first.")
    ] = "random,greedy,mcts",
    seconds: Annotated[
        str | None,
        typer.Option(
            "--seconds", metavar="N,...", help="A search with so long for each choice, too.", show_default=False
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", min=1, max=10_000_000, help="Games of each pair.")] = 200,
    every_pair: Annotated[bool, typer.Option("--every-pair", help="Every pair, not only neighbours.")] = False,
    until_sure: UntilSure = False,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games, for any --jobs.")] = 0,
    modules: asked.Modules = None,
    options: asked.Options = None,
    jobs: Jobs = None,
    engine: asked.Engine = "auto",
    form: asked.Format = "text",
) -> None:
    """Let players of different strength play each other, and rate them.

    Each plays against the one below it: one of them against a table of the other kind, in every seat on the same deals.

    Examples:

    \b
      rulewright ladder my_game --games 200
      rulewright ladder my_game --players 4 --bots random,greedy,mcts:100 --until-sure
      rulewright ladder my_game --bots greedy --seconds 0.1,1,10
    """
    asked.one_of(form, ("text", "json"), "--format")
    asked.one_of(engine, asked.ENGINES, "--engine")
    names = [name.strip() for name in bots.split(",")] + _searches(seconds)
    asked.bots(",".join(names), range(len(names)), seed)
    if len(names) < 2 or len({*names}) < len(names):
        wrong_use("a ladder needs two players at least, each named once in --bots and --seconds")
    # Loaded here first, so that mistakes in the arguments become messages.
    loaded = asked.load(game, players, modules, options)
    if loaded.players < 2:
        wrong_use("a ladder needs two seats at least: give --players")
    from cli.screen import console
    from cli.screen.ladder import page
    from cli.screen.words import Words
    from interpreter.analysis.ladder import ladder as run

    pairs = len(names) * (len(names) - 1) // 2 if every_pair else len(names) - 1
    with native_or_message(), shown_progress(pairs * -(-games // loaded.players)) as progress:
        report = run(
            game, loaded.players, games, names, seed, asked.module_refs(modules), asked.options_of(options),
            every_pair, until_sure, jobs, progress, engine,
        )  # fmt: skip
    if form == "json":
        console.print_json(report)
    elif report["finished"]:
        console.out().print(page(report, Words(loaded)))
    cut_short(report)


def _searches(seconds: str | None) -> list[str]:
    """The names of searches with these many seconds for a choice."""
    out = []
    for text in seconds.split(",") if seconds is not None else ():
        try:
            time = float(text)
        except ValueError:
            time = 0.0
        if not 0.001 <= time <= 3600:
            wrong_use(f"--seconds `{text.strip()}` is no number of seconds from 0.001 to 3600")
        out.append(f"mcts:{round(time * 1000)}ms")
    return out

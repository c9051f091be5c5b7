"""`rulewright tune`: weights of hints learned from games between bots."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from cli import asked
from cli.commands.simulate import Jobs, native_or_message, shown_progress
from cli.faults import cut_short, reporting, wrong_use


@reporting
def tune(
    game: asked.GameName,
    players: asked.Players = None,
    minutes: Annotated[float, typer.Option("--minutes", min=0.05, max=10_000, help="How long to learn.")] = 10,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="The module to write: its folder.")
    ] = Path("tuned"),
    seed: Annotated[int, typer.Option("--seed", help="The same seed tries the same changes on the same deals.")] = 0,
    modules: asked.Modules = None,
    options: asked.Options = None,
    jobs: Jobs = None,
    engine: asked.Engine = "native",
    form: asked.Format = "text",
) -> None:
    """Learn weights of hints, and terms for new ones, from games between greedy bots, and write them as a module.

    The hints that come out are kept only if they win more than their share of further games against those that were
    there.

    Examples:

    \b
      rulewright tune my_game --minutes 10 -o learned
      rulewright ladder my_game --with ./learned
    """
    asked.one_of(form, ("text", "json"), "--format")
    asked.one_of(engine, asked.ENGINES, "--engine")
    if importlib.util.find_spec("cmaes") is None:
        wrong_use("learning needs cmaes, which is not installed; install it: pip install 'rulewright[players]'")
    if output.exists() and (not output.is_dir() or [f for f in output.iterdir() if f.name != "hints.yaml"]):
        wrong_use(f"{output} holds other things: name a new folder")
    # Loaded here first, so that mistakes in the arguments become messages.
    loaded = asked.load(game, players, modules, options)
    if loaded.players < 2:
        wrong_use("learning needs two seats at least: give --players")
    from cli.screen import console
    from cli.screen.ladder import tuned
    from interpreter.analysis.tune import tune as run

    with native_or_message(), shown_progress(100) as progress:
        found = run(
            game, loaded.players, minutes, output, seed, asked.module_refs(modules), asked.options_of(options), jobs,
            progress, engine,
        )  # fmt: skip
    if form == "json":
        console.print_json(found)
    else:
        console.out().print(tuned(found))
    cut_short({**found, "finished": found["games"]})

"""`rulewright report`: a simulation as one HTML page with plots."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from cli import asked
from cli.commands.simulate import Games, Jobs, shown_progress
from cli.faults import cut_short, reporting, wrong_use


@reporting
def report(
    game: asked.GameName,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The page to write.")] = Path(
        "report.html"
    ),
    players: asked.Players = None,
    games: Games = 1000,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games, for any --jobs.")] = 0,
    bots: Annotated[
        str,
        typer.Option("--bots", metavar="NAME,...", help="Bots, repeated around the table; seats move on each game."),
    ] = "random",
    modules: asked.Modules = None,
    options: asked.Options = None,
    jobs: Jobs = None,
    lang: asked.Language = "en",
) -> None:
    """Write a simulation as one HTML page with plots: scores, wins, the lead over time, use of each piece, length.

    The page needs no network. The plots are drawn by matplotlib: pip install 'rulewright[report]'.

    Examples:

    \b
      rulewright report my_game -o report.html
      rulewright report my_game --players 4 --games 500 --bots greedy --lang ru
    """
    from cli.screen.measures import MEASURES

    asked.one_of(lang, tuple(MEASURES), "--lang")
    if importlib.util.find_spec("matplotlib") is None:
        wrong_use("the plots need matplotlib, which is not installed; install it: pip install 'rulewright[report]'")
    if output.is_dir() or not output.absolute().parent.is_dir():
        wrong_use(f"no page can be written to {output}: {'it is a folder' if output.is_dir() else 'no such folder'}")
    names = [n.strip() for n in bots.split(",")]
    asked.bots(bots, range(len(names)), seed)
    # Loaded here first, so that mistakes in the arguments become messages.
    loaded = asked.load(game, players, modules, options)
    from cli.screen.console import out
    from cli.screen.webpage import page
    from cli.screen.words import Words
    from interpreter.analysis.course import course
    from interpreter.files import write_whole

    with shown_progress(games) as progress:
        found = course(
            game, loaded.players, games, seed=seed, bots=names, modules=asked.module_refs(modules),
            options=asked.options_of(options), jobs=jobs, progress=progress,
        )  # fmt: skip
    if not found["finished"]:
        cut_short(found)
    text = page(found, Words(loaded, lang), MEASURES[lang]).encode("utf-8")
    write_whole(output, text)
    said = {"path": output, "size": f"{len(text) / 1e6:.1f}", "n": f"{found['finished']:,}"}
    out().print(MEASURES[lang]["written"].format(**said), soft_wrap=True)
    cut_short(found)

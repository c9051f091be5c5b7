"""`rulewright balance`: is a seat ahead, how close is it, what is each thing worth, and which price would be even."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import asked
from cli.commands.ladder import UntilSure
from cli.commands.simulate import Jobs, native_or_message, shown_progress
from cli.faults import cut_short, reporting, wrong_use

if TYPE_CHECKING:
    from interpreter.game import Game


@reporting
def balance(
    game: asked.GameName,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="A page: .html, else Markdown.", show_default=False),
    ] = None,
    price: Annotated[
        str | None,
        typer.Option("--price", metavar="ATTRIBUTE", help="What is paid for things: look for even prices, too."),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="THING", help="Measure this thing alone; may be repeated.", show_default=False),
    ] = None,
    players: asked.Players = None,
    games: Annotated[int, typer.Option("--games", min=10, max=10_000_000, help="Games of each question.")] = 400,
    until_sure: UntilSure = False,
    no_difference_above: Annotated[
        float, typer.Option("--no-difference-above", min=0.001, help="With --until-sure: points that do not matter.")
    ] = 1.0,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games, for any --jobs.")] = 0,
    modules: asked.Modules = None,
    options: asked.Options = None,
    jobs: Jobs = None,
    engine: asked.Engine = "auto",
    form: asked.Format = "text",
) -> None:
    """Ask of a ruleset whether a seat is ahead, how close games are, what is never used, and what each thing is worth
    because of itself: to players who may take it against one who may not.

    Examples:

    \b
      rulewright balance my_game -o balance.html
      rulewright balance my_game --players 4 --games 2000 --price cost
      rulewright balance my_game --only mill --only market --price cost
    """
    asked.one_of(form, ("text", "json"), "--format")
    asked.one_of(engine, asked.ENGINES, "--engine")
    if output is not None and (output.is_dir() or not output.absolute().parent.is_dir()):
        wrong_use(f"no page can be written to {output}: {'it is a folder' if output.is_dir() else 'no such folder'}")
    # Loaded here first, so that mistakes in the arguments become messages.
    loaded = asked.load(game, players, modules, options)
    if loaded.players < 2:
        wrong_use("balance is between players: give --players 2 or more")
    from cli.screen import console
    from interpreter.analysis.balance import Settings
    from interpreter.analysis.balance import balance as run

    given = tuple(asked.options_of(options).items())
    settings = Settings(game, loaded.players, games, seed, tuple(asked.module_refs(modules)), given, engine, jobs,
                        no_difference_above if until_sure else None)  # fmt: skip
    try:
        with native_or_message(), shown_progress(games) as progress:
            found = run(settings, price, only or (), progress)
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        wrong_use(str(error))
    if form == "json":
        console.print_json(found)
    elif found["base"]["finished"]:
        _show(found, loaded, output)
    cut_short({**found, "games": found["games"]})


def _show(found: dict[str, Any], loaded: Game, output: Path | None) -> None:
    from cli.screen.balance import blocks
    from cli.screen.documents import html, markdown, put
    from cli.screen.words import Words
    from interpreter.explaining.blocks import Heading

    page = blocks(found, Words(loaded))
    is_html = output is not None and output.suffix == ".html"
    title = next(block.text for block in page if isinstance(block, Heading))
    put(html(page, title, "en") if is_html else markdown(page), output, is_markdown=not is_html)

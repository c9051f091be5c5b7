"""`rulewright simulate`: many games between bots, and their statistics."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from cli import asked
from cli.faults import cut_short, reporting, wrong_use

Games = Annotated[int, typer.Option("--games", min=1, max=100_000_000, help="How many games.")]
Jobs = Annotated[int | None, typer.Option("--jobs", min=1, max=1024, help="Processes.", show_default="one a core")]


@reporting
def simulate(
    game: asked.GameName,
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
    engine: asked.Engine = "auto",
    parquet: Annotated[
        Path | None,
        typer.Option("--parquet", metavar="FOLDER", help="Write the games as Parquet, too.", show_default=False),
    ] = None,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="With --parquet: each decision in its order; played in Python.")
    ] = False,
    form: asked.Format = "text",
) -> None:
    """Play many games between bots: scores, wins by seat, length, and how often each action and piece was chosen.

    Examples:

    \b
      rulewright simulate my_game --games 1000
      rulewright simulate my_game --players 4 --bots greedy,random --jobs 2
      rulewright simulate my_game --games 200 --format json > report.json
      rulewright simulate my_game --games 10000 --parquet games --bots greedy
    """
    asked.one_of(form, ("text", "json"), "--format")
    asked.one_of(engine, asked.ENGINES, "--engine")
    _can_write(parquet, decisions, engine)
    from cli.screen import console
    from interpreter.analysis.simulate import simulate as run

    # Loaded here first, so that mistakes in the arguments become messages.
    loaded = asked.load(game, players, modules, options)
    names = [n.strip() for n in bots.split(",")]
    asked.bots(bots, range(len(names)), seed)
    with native_or_message(), shown_progress(games) as progress:
        report = run(
            game, loaded.players, games, seed=seed, bots=names, modules=asked.module_refs(modules),
            options=asked.options_of(options), jobs=jobs, progress=progress, engine=engine,
            parquet=parquet, with_decisions=decisions,
        )  # fmt: skip
    if form == "json":
        console.print_json(report)
    elif report["finished"]:
        from cli.screen.report import report_tables
        from cli.screen.words import Words

        console.out().print(report_tables(report, Words(loaded)))
    cut_short(report)


def _can_write(parquet: Path | None, decisions: bool, engine: str) -> None:
    """Wrong use where the games cannot be written as asked."""
    if parquet is None:
        if decisions:
            wrong_use("--decisions are written as Parquet: give --parquet too")
        return
    if importlib.util.find_spec("pyarrow") is None:
        wrong_use("Parquet needs pyarrow, which is not installed; install it: pip install 'rulewright[data]'")
    if parquet.exists() and (not parquet.is_dir() or any(parquet.iterdir())):
        wrong_use(f"{parquet} holds other things: name a new folder")
    if decisions and engine == "native":
        wrong_use("--decisions are written where games are played in Python: leave out --engine native")


@contextmanager
def native_or_message() -> Iterator[None]:
    """Where `--engine native` cannot be had, the command says why."""
    from interpreter.native import NoNative

    try:
        yield
    except NoNative as reason:
        wrong_use(f"--engine native cannot be had: {reason}")


@contextmanager
def shown_progress(games: int) -> Iterator[Callable[[int, int], Any] | None]:
    """A progress bar on the error output where that is a terminal."""
    from cli.screen.console import err

    console = err()
    if not console.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done, wanted: bar.update(task, completed=done, total=wanted)

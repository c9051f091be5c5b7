"""`rulewright compare`: two sets of rules side by side, in paired games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import asked
from cli.commands.ladder import UntilSure
from cli.commands.simulate import Jobs, native_or_message, shown_progress
from cli.faults import cut_short, reporting, wrong_use

if TYPE_CHECKING:
    from interpreter.analysis.compare import Side, Until
    from interpreter.diagnostics import RulesetError
    from interpreter.game import Game


@reporting
def compare(
    game: asked.GameName,
    modules: asked.Modules = None,
    options: asked.Options = None,
    versus: Annotated[
        list[str] | None,
        typer.Option(
            "--versus",
            metavar="MODULE|K=V|GAME",
            help="Side B: modules, options or another ruleset; may be repeated.",
            show_default="GAME alone",
        ),
    ] = None,
    players: asked.Players = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=30, max=10_000_000, help="Pairs of games.")] = 500,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games, for any --jobs.")] = 0,
    bots: Annotated[
        str,
        typer.Option("--bots", metavar="NAME,...", help="Bots, repeated around the table; seats move on each pair."),
    ] = "random",
    until_sure: UntilSure = False,
    no_difference_above: Annotated[
        list[str] | None,
        typer.Option(
            "--no-difference-above",
            metavar="POINTS|N%",
            help="With --until-sure: the difference in points, or in wins of a seat, that does not matter.",
            show_default="1 and 5%",
        ),
    ] = None,
    jobs: Jobs = None,
    engine: asked.Engine = "auto",
    whole: Annotated[bool, typer.Option("--all", help="Name every measure.")] = False,
    form: asked.Format = "text",
    lang: asked.Language = "en",
) -> None:
    """Compare two sets of rules: scores, length, wins by seat, use of each piece, and what differs significantly.

    Side A is GAME with --with and --option; side B is GAME, or another ruleset, with what --versus names,
    and takes nothing over from side A.

    Examples:

    \b
      rulewright compare my_game --with night_market
      rulewright compare my_game --option market=open --versus market=closed
      rulewright compare my_game --with night_market --versus night_market --versus lamps=2
      rulewright compare my_game --versus ../my_game_cheaper --bots greedy --games 2000
      rulewright compare my_game --with night_market --until-sure --no-difference-above 0.5 --games 100000
    """
    from cli.screen.measures import MEASURES

    asked.one_of(form, ("text", "json"), "--format")
    asked.one_of(lang, tuple(MEASURES), "--lang")
    asked.one_of(engine, asked.ENGINES, "--engine")
    if not modules and not options and not versus:
        wrong_use("nothing to compare with: give --with, --option or --versus")
    from interpreter.diagnostics import RulesetError

    if no_difference_above and not until_sure:
        wrong_use("--no-difference-above says when --until-sure may end: give that too")
    until = _until(no_difference_above or ()) if until_sure else None
    names = [n.strip() for n in bots.split(",")]
    asked.bots(bots, range(len(names)), seed)
    other, other_modules, other_options = _other(game, versus or ())
    # Loaded here first, so that mistakes in the arguments become messages.
    first = asked.load(game, players, modules, options)
    try:
        second = asked.load(other, first.players, other_modules, other_options)
    except RulesetError as error:
        _tell_of_side_a(error, asked.options_of(other_options), first)
        raise
    sides = _side(game, modules, options), _side(other, other_modules, other_options)
    _run(sides, (first, second), games, seed, names, jobs, engine, until, whole, form, lang)


def _tell_of_side_a(error: RulesetError, options: Mapping[str, object], first: Game) -> None:
    """Where side B lacks an option that side A has, say what is not taken over."""
    missing = [name for name in options if name in first.model.game.options]
    if missing and {d.code for d in error.diagnostics} == {"E501"}:
        wrong_use(
            f"`{missing[0]}` is an option of side A only; side B does not take over what --with names: "
            "name the module after --versus too"
        )


def _run(
    sides: tuple[Side, Side],
    loaded: tuple[Game, Game],
    games: int,
    seed: int,
    bots: list[str],
    jobs: int | None,
    engine: str,
    until: Until | None,
    whole: bool,
    form: str,
    lang: str,
) -> None:
    from cli.screen import console
    from cli.screen.compare import page
    from cli.screen.measures import MEASURES
    from cli.screen.words import Words
    from interpreter.analysis.compare import compare as compared

    with native_or_message(), shown_progress(games) as progress:
        result = compared(*sides, loaded[0].players, games, seed, bots, jobs, progress, engine, until)
    if form == "json":
        console.print_json(result)
    elif result["pairs"]:
        console.out().print(page(result, MEASURES[lang], [Words(g, lang) for g in loaded], whole))
    cut_short(result)


def _until(given: Sequence[str]) -> Until:
    """What is to be sure, from texts such as `0.5` (points) and `3%` (wins of a seat)."""
    from interpreter.analysis.compare import Until

    points, wins = Until().points, Until().wins
    for text in given:
        try:
            value = float(text.strip().removesuffix("%"))
        except ValueError:
            value = 0.0
        if not 0 < value < 1_000_000:
            wrong_use(
                f"--no-difference-above `{text}` is neither points, such as 0.5, nor a part of the games, such as 3%"
            )
        points, wins = (points, value / 100) if text.strip().endswith("%") else (value, wins)
    return Until(points, wins)


def _side(game: str, modules: Sequence[str] | None, options: Sequence[str] | None) -> Side:
    from interpreter.analysis.compare import Side

    return Side(game, tuple(asked.module_refs(modules)), tuple(asked.options_of(options).items()))


def _other(game: str, versus: Sequence[str]) -> tuple[str, list[str], list[str]]:
    """Side B: (game, modules, options) from what --versus names."""
    from interpreter.loading.source import shipped_games

    games, modules, options = [], [], []
    for name in versus:
        if "=" in name and not Path(name).exists():
            options.append(name)
        elif name in shipped_games() or (_is_path(name) and not _is_module(Path(name))):
            games.append(name)
        else:
            modules.append(name)
    if len(games) > 1:
        wrong_use(f"--versus can name one ruleset, and names {len(games)}: {', '.join(games)}")
    return (games or [game])[0], modules, options


def _is_path(name: str) -> bool:
    return "/" in name or "\\" in name or name in (".", "..") or Path(name).is_dir()


def _is_module(path: Path) -> bool:
    """Whether a folder or file holds a module: a part of a ruleset, which says so in its own section."""
    from interpreter.diagnostics import Diagnostics
    from interpreter.loading.source import read_folder

    folder = read_folder(path, Diagnostics())
    files = [] if folder is None else [source for name, source in folder.files.items() if "/" not in name]
    return any(line.startswith("module:") for source in files for line in source.text.split("\n"))

"""What commands are asked for on the command line: games, modules, options, seats, bots."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.faults import wrong_use

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.players import Bot

GAME_HELP = "Id of a game that comes with rulewright, or the path of a ruleset."

GameName = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, show_default=False)]
Modules = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="MODULE", help="Id or path of a module; may be repeated.", show_default=False),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="K=V", help="An option of the game; may be repeated.", show_default=False),
]
Players = Annotated[int | None, typer.Option("--players", min=1, help="Number of players.", show_default="the fewest")]
BotNames = Annotated[
    str | None,
    typer.Option(
        "--bots", metavar="NAME,...", help="Bots in order of seats, repeated as needed.", show_default="greedy"
    ),
]
Language = Annotated[str, typer.Option("--lang", metavar="en|ru", help="Language of names, prompts and log.")]
ENGINES = ("auto", "python", "native")
Engine = Annotated[
    str,
    typer.Option("--engine", metavar="|".join(ENGINES), help="What plays: Python, C, or C once it is compiled."),
]
Format = Annotated[str, typer.Option("--format", metavar="text|json", help="For people or for programs.")]


def one_of(value: str, allowed: Sequence[str], flag: str) -> str:
    """A value that is one of a few words; anything else is wrong use."""
    if value not in allowed:
        wrong_use(f"{flag} cannot be `{value}`; it is one of: {', '.join(allowed)}")
    return value


def options_of(given: Sequence[str] | None) -> dict[str, object]:
    """`K=V` texts as a map; true, false and whole numbers are values of their kind, as they are in YAML."""
    out: dict[str, object] = {}
    for text in given or ():
        name, mark, value = text.partition("=")
        if not mark or not name.strip() or not value.strip():
            wrong_use(f"--option `{text}` is not of the form NAME=VALUE")
        if name.strip() in out:
            wrong_use(f"--option {name.strip()} is given twice")
        out[name.strip()] = _scalar(value.strip())
    return out


def _scalar(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"[-+]?\d{1,18}", text) else text


def load(
    name: str, players: int | None = None, modules: Sequence[str] | None = None, options: Sequence[str] | None = None
) -> Game:
    """The game that was asked for. RulesetError with all mistakes; wrong use where the name is that of no game."""
    import interpreter

    return interpreter.load(name, players, modules=module_refs(modules), options=options_of(options))


def module_refs(modules: Sequence[str] | None) -> list[str | Path]:
    """Modules by id or path; one text may name several, separated by commas."""
    names = [part.strip() for text in modules or () for part in text.split(",")]
    if not all(names):
        wrong_use("--with needs the id or the path of a module")
    paths = [Path(n) if "/" in n or "\\" in n else n for n in dict.fromkeys(names)]
    # Whoever names the file in which a module says what it is means its folder.
    refs = [ref.parent if isinstance(ref, Path) and ref.name == "module.yaml" else ref for ref in paths]
    for ref in refs:
        if isinstance(ref, Path) and not os.path.exists(ref):
            wrong_use(f"there is no module at {ref}")
    return refs


def bots(names: str | None, seats: Sequence[int], seed: int) -> dict[int, Bot]:
    """A bot for each of the seats, the names repeated in order; greedy where none are given."""
    from interpreter.diagnostics import near_names
    from interpreter.players import BOTS, bot_named

    wanted = [n.strip() for n in names.split(",")] if names is not None else ["greedy"]
    for name in wanted:
        try:
            bot_named(name)
        except ValueError as error:
            if ":" in name and name.partition(":")[0] not in BOTS:  # one from elsewhere, which says what is wrong
                wrong_use(str(error))
            near = near_names(name, BOTS)
            meant = f" Did you mean {near[0]}?" if near else ""
            known = "; ".join(f"{kind}: {what}" for kind, what in BOTS.items())
            wrong_use(f"there is no bot `{name}`.{meant} Bots are: {known}")
    return {seat: bot_named(wanted[i % len(wanted)], seed * 1000 + seat) for i, seat in enumerate(seats)}

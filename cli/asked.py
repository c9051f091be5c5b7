"""What commands are asked for on the command line: games, modules, options, seats, bots."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.faults import wrong_use

if TYPE_CHECKING:
    from interpreter.coverage.rules import Rule, Rulebook
    from interpreter.diagnostics import Diagnostic
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
OwnLanguage = Annotated[
    str | None,
    typer.Option("--lang", metavar="en|ru", help="Language of names, prompts and log.", show_default="the system's"),
]
ENGINES = ("auto", "python", "native")
Engine = Annotated[
    str,
    typer.Option("--engine", metavar="|".join(ENGINES), help="What plays: Python, C, or C once it is compiled."),
]
Format = Annotated[str, typer.Option("--format", metavar="text|json", help="For people or for programs.")]


def language(given: str | None) -> str:
    """The language that was asked for, else that of the system where it is known, else English."""
    from cli.screen.phrases import LANGUAGES

    if given is not None:
        return one_of(given, LANGUAGES, "--lang")
    set_to = next((x for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (x := os.environ.get(name))), "")
    return next((x for x in LANGUAGES if set_to.partition("_")[0].lower() == x), "en")


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


def load_to_play(
    name: str, players: int | None, modules: Sequence[str] | None, options: Sequence[str] | None, lang: str
) -> Game:
    """As `load`, for people at the table: while it lasts the terminal says so, and what does not fit a sound ruleset is
    said without codes and files."""
    from cli.screen.console import err
    from cli.screen.phrases import PHRASES
    from interpreter.diagnostics import RulesetError

    phrases = PHRASES[lang]
    try:
        with err().status(phrases["loading"]):
            return load(name, players, modules, options)
    except RulesetError as error:
        if {d.code for d in error.diagnostics} <= SETTINGS:
            wrong_use("; ".join(_unfit(d, name, players, modules, phrases) for d in error.diagnostics))
        raise


SETTINGS = {"E500", "E501", "E502"}
"""Codes of a number of players and of options that a sound ruleset does not have."""


def _unfit(
    diagnostic: Diagnostic,
    name: str,
    players: int | None,
    modules: Sequence[str] | None,
    phrases: Mapping[str, str],
) -> str:
    from interpreter.loading.settings import modules_for
    from interpreter.loading.source import find

    path = find(name)
    if diagnostic.code != "E500" or path is None:
        near = f". Did you mean {diagnostic.near[0]}?" if diagnostic.near else ""
        return f"{diagnostic.message}: {diagnostic.hint}{near}"
    flags = [" ".join(f"--with {module}" for module in names) for names in modules_for(path, players or 0)]
    if flags:
        return phrases["add_modules"].format(players=players, flags=f" {phrases['or']} ".join(flags))
    allowed = ", ".join(map(str, load(name, modules=modules).model.game.players))
    return phrases["other_players"].format(players=players, allowed=allowed)


def rulebook(game: str) -> Rulebook:
    """The rulebook of a ruleset. RulesetError with the mistakes of its files; wrong use where there is none."""
    from interpreter.coverage.rules import read_rulebook
    from interpreter.diagnostics import Diagnostics, RulesetError
    from interpreter.loading.source import find, read_folder

    found, path = Diagnostics(), find(game)
    folder = read_folder(path, found) if path is not None else None
    if folder is None:
        load(game)  # says what is wrong with it
        raise RulesetError(found.errors)
    book = read_rulebook(folder, found)
    if found.has_errors:
        raise RulesetError(found.errors)
    if not book.rules:
        wrong_use(f"{game} has no rulebook: its rules go into rulebook/rules.yaml, as in {{Setup: {{MG-1: …}}}}")
    return book


def rule_called(id: str, game: str | None = None) -> tuple[Rulebook, Rule] | None:
    """A rule of the rulebook of a game, or of one that comes with rulewright. None: no rulebook has it."""
    from interpreter.coverage.rules import may_name
    from interpreter.diagnostics import Diagnostics
    from interpreter.loading.source import find, read_folder, shipped_games

    for name in shipped_games() if game is None else [game]:
        path = find(name)
        folder = None if path is None else read_folder(path, Diagnostics())
        if folder is not None and may_name(folder, id):
            book = rulebook(name)
            if id in book.rules:
                return book, book.rules[id]
    return None


def seat_of(given: str, game: Game) -> int:
    """A seat by its name or its number (from 1)."""
    if given in game.seats:
        return game.seats.index(given)
    if not (given.isdigit() and len(given) < 4 and 1 <= int(given) <= game.players):
        wrong_use(f"there is no seat `{given}`; seats are 1 to {game.players} ({', '.join(game.seats)}), or all")
    return int(given) - 1


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

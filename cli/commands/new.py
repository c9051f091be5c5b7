"""`rulewright new`: a game, a module or a scenario to start from; what is written passes `check` and plays."""

from __future__ import annotations

import os
import re
import secrets
import shutil
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from cli import asked
from cli.faults import Fault, reporting, wrong_use

if TYPE_CHECKING:
    from interpreter.game import Game, State

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="Small letters, digits and _; it names the files.", show_default=False)
]
In = Annotated[Path, typer.Option("--in", metavar="FOLDER", help="Where to write it.")]
InScenarios = Annotated[
    Path | None,
    typer.Option(
        "--in", metavar="FOLDER", help="Where to write it.",
        show_default="the folder scenarios of GAME, where that is a path; else here",
    ),
]  # fmt: skip
For = Annotated[str, typer.Option("--for", metavar="GAME", help=asked.GAME_HELP, show_default=False)]

TEMPLATES = Path(__file__).parents[1] / "templates"

app = typer.Typer(
    help="Start a game, a module or a scenario from a small working template.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.command("game")
@reporting
def new_game(name: Name, folder: In = Path()) -> None:
    """A small game that passes `check` and can be played at once.

    Examples:

    \b
      rulewright new game my_game
      rulewright new game my_game --in games
    """
    from cli.screen.console import out
    from interpreter.loading.source import shipped_games

    target = folder / _id(name)
    _write(target, _template("game", name))
    if name in shipped_games() and target == Path(name):
        out().print(
            f"Note: {name} is also a game that comes with rulewright; in this folder the name means yours.",
            soft_wrap=True,
        )
    path = quote(str(target))
    _done(target, f"rulewright check {path}", f"rulewright play {path}", f"rulewright test {path}")


@app.command("module")
@reporting
def new_module(name: Name, base: For, folder: In = Path()) -> None:
    """A module for a game: it adds a line to the score sheet, and shows how to change more.

    Examples:

    \b
      rulewright new module night_market --for my_game
      rulewright new module night_market --for my_game --in my_game/modules
    """
    game = asked.load(base)
    target = folder / _id(name)
    if name in game.model.scoring:
        wrong_use(f"{game.id} has a line `{name}` in its scoring already; choose another name")
    # Texts in a language that the game does not speak would be asked to translate the whole game.
    languages = [*game.model.texts] or ["en"]
    parts = _template("module", name)
    texts = parts.pop("texts/en.yaml")
    _write(target, parts | {f"texts/{language}.yaml": texts for language in languages})
    path, shown = quote(str(target)), quote(str(target) if target.is_absolute() else f"./{target}")
    _done(target, f"rulewright check {path} --for {quote(base)}", f"rulewright play {quote(base)} --with {shown}")


From = Annotated[
    Path | None,
    typer.Option("--from", metavar="LOG", help="Begin where this log stands.", show_default="the first decision"),
]
Until = Annotated[
    int | None,
    typer.Option("--until", min=0, metavar="N", help="With --from: after N entries.", show_default="the end"),
]


@app.command("scenario")
@reporting
def new_scenario(name: Name, base: For, folder: InScenarios = None, log: From = None, until: Until = None) -> None:
    """A scenario for a game, to go on with: its first decision, taken, or a moment of a recorded game.

    Examples:

    \b
      rulewright new scenario first_move --for my_game               # my_game/scenarios/first_move.yaml
      rulewright new scenario first_move --for my_game --in drafts
      rulewright new scenario odd_sale --for my_game --from odd.jsonl --until 40
    """
    _id(name)
    text = _scenario(name, asked.load(base)) if log is None else _moment(name, base, log, until)
    is_folder = Path(base).is_dir()  # of a game that comes with rulewright nothing is changed
    own = folder is None and is_folder
    if folder is None:
        folder = Path(base) / "scenarios" if is_folder else Path()
    target = folder / f"{name}.yaml"
    _write_file(target, text)
    beside = "" if own else f" --scenarios {quote(str(target))}"
    _done(target, f"rulewright test {quote(base)}{beside}")


def _template(kind: str, name: str) -> dict[str, str]:
    """The files of a template by their paths, with the name of what is begun."""
    paths = sorted(path for path in (TEMPLATES / kind).rglob("*.yaml"))
    texts = {path.relative_to(TEMPLATES / kind).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    return {path: text.replace("NAME", name) for path, text in texts.items()}


def _id(name: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        wrong_use(f"`{name}` is no good name: small letters, digits and _, starting with a letter")
    return name


def _write(folder: Path, files: dict[str, str]) -> None:
    """Write the files of a new folder; nothing that exists is touched."""
    from interpreter.files import write_whole

    _check_free(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.part")  # the folder is there whole or not at all
    try:
        for name, text in files.items():
            (part / name).parent.mkdir(parents=True, exist_ok=True)
            write_whole(part / name, text)
        part.rename(folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def _write_file(path: Path, text: str) -> None:
    from interpreter.files import write_whole

    _check_free(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)


def _check_free(path: Path) -> None:
    if os.path.lexists(path):
        raise Fault(f"{path} exists already; nothing was written")


def _done(target: Path, *commands: str) -> None:
    from cli.screen.console import out

    out().print(f"{target} is there. Next:", soft_wrap=True)
    for command in commands:
        out().print(f"  {command}", soft_wrap=True)


def _moment(name: str, base: str, path: Path, until: int | None) -> str:
    """A moment of a recorded game as a scenario: the last decision of a player within so many entries."""
    from cli.logs import loaded
    from interpreter.diagnostics import Diagnostics, RulesetError
    from interpreter.loading.source import find
    from interpreter.records import changed
    from interpreter.runtime import log as logs
    from interpreter.scenarios import moments

    if not path.exists():
        wrong_use(f"there is no log {path}")
    found = Diagnostics()
    read = logs.read(path, found)
    if read is None:
        raise RulesetError(found)
    game, header = loaded(read, path, found, game=base)
    header = changed(header, modules=tuple(header.places.get(module, module) for module in header.modules))
    before: list[State] = []
    home = find(base)
    if not found.has_errors:
        before.append(logs.replay(read, game, found, most=until, step=lambda state, _: before.append(state.copy())))
    if home is None or found.has_errors:
        raise RulesetError(found)
    at = max((n for n, state in enumerate(before) if not state.is_over and state.player is not None), default=None)
    if at is None:
        raise Fault("nobody has decided anything by then; give a larger number with --until")
    moves = [(entry.seat, entry.key) for entry in read.entries[:at]]
    return moments.scenario(name, home, header, moves, before[at]).text


def _scenario(name: str, game: Game) -> str:
    """The first decision of a game as a scenario."""
    import json

    state = game.start(seed=1)
    if state.is_over or state.player is None:
        raise Fault(f"nobody decides anything in {game.id}")
    seat = game.seats[state.player]
    key = json.dumps(state.decision.keys[0], ensure_ascii=False)
    text = (TEMPLATES / "scenario.yaml").read_text(encoding="utf-8")
    return text.format(name=name, players=game.players, seat=seat, key=key)

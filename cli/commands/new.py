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
    files = {part: text.replace("NAME", name) for part, text in GAME.items()}
    _write(target, files)
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
    parts = MODULE | {f"texts/{language}.yaml": MODULE_TEXTS for language in languages}
    _write(target, {part: text.replace("NAME", name) for part, text in parts.items()})
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
    return SCENARIO.format(name=name, players=game.players, seat=seat, key=key)


GAME = {
    "ruleset.yaml": """\
# A small game: gather wood, build huts. Change anything and run `rulewright check` again.
game:
  id: NAME
  version: "1"
  players: [2, 3, 4]
  options:
    rounds: {values: [6, 10], default: 6}

resources:
  wood:  {supply: unlimited}

pieces:
  hut:
    attributes: {price: int, points: int}
    start: market
    kinds:
      cabin: {copies: 4, price: 2, points: 2}
      lodge: {copies: 3, price: 4, points: 5}
      tower: {copies: 2, price: 6, points: 9}

zones:
  market:  {pieces: hut}
  village: {pieces: hut, per: player}

setup:
  do: for p in players { p does { gain 1 wood } }
""",
    "flow.yaml": """\
menus: {turn: {}}

phases:
  game:
    do: |
      repeat (if option.rounds is 6 then 6 else 10) times { do round }
      end game
  round:
    do: each of players does { do one of turn }

actions:
  gather:
    menu: turn
    do: gain 2 wood
  build:                                  # offered only where the wood is there
    menu: turn
    choose: h in market
    do: |
      pay h.price wood
      move h to my village
""",
    "scoring.yaml": """\
scoring:
  categories:
    huts:   {worth: sum(h.points for h in p.village)}
  tie_breaks:
    stock:  {worth: p.wood}
""",
    "texts/en.yaml": """\
names:
  NAME: NAME
  wood: wood
  hut: hut
  cabin: Cabin
  lodge: Lodge
  tower: Tower
  market: market
  village: village
  game: game
  round: round
  huts: huts
  stock: wood left
  rounds: number of rounds
prompts:
  turn: Gather or build?
actions:
  gather: Gather wood
  build: "Build {h}"
help:
  cabin: A small hut.
  lodge: A hut for many.
  tower: It can be seen from afar.
""",
    "texts/ru.yaml": """\
names:
  NAME: NAME
  wood: дерево
  hut: дом
  cabin: Хижина
  lodge: Дом
  tower: Башня
  market: рынок
  village: деревня
  game: игра
  round: раунд
  huts: дома
  stock: остаток дерева
  rounds: число раундов
prompts:
  turn: Собирать или строить?
actions:
  gather: Собрать дерево
  build: "Построить: {h}"
help:
  cabin: Маленький дом.
  lodge: Дом для многих.
  tower: Её видно издалека.
""",
    "scenarios/first.yaml": """\
- id: building-costs-wood
  players: 2
  given: {actor: a, a: {wood: 9}}
  do:
    - a: build lodge
  expect:
    a: {wood: 5}
- id: too-dear
  players: 2
  given: {actor: a, a: {wood: 3}}
  do:
    - refused: {a: build lodge}
""",
}

MODULE = {
    "module.yaml": """\
# A module changes a game without touching its files: sections with add, patch, replace, remove, everything by id.
module: {}

scoring:
  add:
    categories:
      NAME: {worth: 'if p is players[1] then 0 else 1'}    # a line of the score sheet; p is the player it is for

# resources:
#   add:   {gem: {supply: 12}}
#   patch: {wood: {supply: 30}}
""",
}

MODULE_TEXTS = "names:\n  NAME: NAME\n"

SCENARIO = """\
# What must come of what: `given` sets the table, `do` moves, `expect` compares. See docs/scenarios.md.
- id: {name}
  players: {players}
  seed: 1
  do:
    - {seat}: {key}
  expect: {{}}
"""

"""`rulewright saves`: the unfinished games that can be gone on with."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from cli import asked
from cli.faults import reporting


@reporting
def saves(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="Id of a game; those of all games by default.", show_default=False),
    ] = None,
    lang: asked.OwnLanguage = None,
    form: asked.Format = "text",
) -> None:
    """List the unfinished games, the latest first: file, game, players, decisions so far, when they were played.

    Examples:

    \b
      rulewright saves
      rulewright saves my_game
      rulewright play my_game --file 2
    """
    lang = asked.language(lang)
    asked.one_of(form, ("text", "json"), "--format")
    from cli import saves as kept
    from cli.screen.console import print_json

    own = set(kept.kept(game))
    found = [_told(path) | {"number": n} for n, path in enumerate(kept.kept(), 1) if path in own]
    if form == "json":
        print_json(found)
    else:
        _print(found, lang)


def _told(path: Path) -> dict[str, Any]:
    """What is known of a saved game; only its file where it cannot be read."""
    from cli import saves as kept
    from interpreter.diagnostics import Diagnostics
    from interpreter.runtime.log import read

    log = read(path, Diagnostics())
    told: dict[str, Any] = {"file": str(path), "played": kept.is_locked(path), "time": path.stat().st_mtime}
    if log is None:
        return told
    decisions = sum(entry.seat is not None for entry in log.entries)
    return told | {"game": log.header.game, "players": log.header.players, "decisions": decisions}


def _print(found: list[dict[str, Any]], lang: str) -> None:
    from rich import box
    from rich.table import Table

    from cli.screen.console import out
    from cli.screen.phrases import PHRASES

    phrases = PHRASES[lang]
    if not found:
        out().print(phrases["saves_none"])
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("", justify="right", style="bold")
    table.add_column(phrases["saves_game"], overflow="fold")
    for head in ("saves_players", "saves_decisions"):
        table.add_column(phrases[head], justify="right")
    table.add_column(phrases["saves_when"])
    for told in found:
        when = phrases["saves_now"] if told["played"] else time.strftime("%Y-%m-%d %H:%M", time.localtime(told["time"]))
        game = str(told.get("game", phrases["saves_broken"]))
        table.add_row(str(told["number"]), game, str(told.get("players", "–")), str(told.get("decisions", "–")), when)
    out().print(table)
    for told in found:
        out().print(f"{told['number']:>3}  {told['file']}", soft_wrap=True)
    out().print(phrases["saves_how"], soft_wrap=True)

"""`rulewright serve`: games on a table in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.faults import Fault, reporting, wrong_use

Games = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME]...", help="Ids of games that come with rulewright, or paths of rulesets.", show_default="all"
    ),
]
Host = Annotated[
    str, typer.Option("--host", help="Address to listen on. Others than this machine's are open to others.")
]
Port = Annotated[int, typer.Option("--port", min=0, max=65_535, help="Port to listen on; 0 for any that is free.")]
Names = Annotated[
    list[str] | None,
    typer.Option("--name", metavar="HOST", help="A name under which others ask for it.", show_default=False),
]
Kept = Annotated[
    Path | None,
    typer.Option("--file", metavar="FILE", help="Where tables are kept.", show_default="in the state folder"),
]
Watched = Annotated[bool, typer.Option("--watch", help="Read rulesets again when they are saved; tables go on.")]
Opens = Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")]


@reporting
def serve(
    games: Games = None,
    host: Host = "127.0.0.1",
    port: Port = 8420,
    names: Names = None,
    file: Kept = None,
    opens: Opens = True,
    watch: Watched = False,
) -> None:
    """Put games on a table in the browser: for one screen, or for several people by secret links.

    Every decision is kept before it is answered. Listens on this machine only, unless told otherwise.

    Examples:

    \b
      rulewright serve
      rulewright serve my_game path/to/another
      rulewright serve path/to/my_game --watch         # change the rules while the table stands
      rulewright serve --host 0.0.0.0 --name games.example.org --no-open
    """
    try:
        import uvicorn

        from cli.web import running
    except ModuleNotFoundError as error:
        raise Fault(f"`serve` needs the extra `web` ({error.name} is missing): pip install 'rulewright[web]'") from None
    from cli import saves
    from interpreter.loading.source import find, shipped_games

    chosen = []
    for game in games or shipped_games():
        if find(game) is None:
            wrong_use(f"there is no game `{game}`")
        chosen.append(game if game in shipped_games() and not Path(game).exists() else str(Path(game).resolve()))
    try:
        kept = file or saves.folder() / "tables.sqlite"
        running.serve(uvicorn, chosen, kept, host, port, [host, *(names or ())], opens=opens, watch=watch)
    except OSError as error:
        raise Fault(f"cannot serve at {host}:{port}: {(error.strerror or str(error)).lower()}") from error

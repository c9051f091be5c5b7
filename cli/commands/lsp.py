"""`rulewright lsp`: the language server, started by an editor."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from cli.faults import reporting, wrong_use


@reporting
def lsp(
    schemas: Annotated[bool, typer.Option("--schemas", help="Print where the JSON Schemas lie, and end.")] = False,
) -> None:
    """Speak the Language Server Protocol over standard input and output; an editor starts this. See docs/editor.md.

    Needs the extra `editor`: pip install 'rulewright[editor]'.

    Examples:

    \b
      rulewright lsp      # as the command of a language server in the settings of an editor
      rulewright lsp --schemas
    """
    if schemas:
        from interpreter.loading.source import data_folder

        print(data_folder("schemas"))
        return
    try:
        from cli.editor.server import make_server
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        wrong_use("the language server needs pygls; install it with: pip install 'rulewright[editor]'")
    from cli.editor.wire import Wire

    Wire(make_server(), sys.stdin.buffer, sys.stdout.buffer).serve()

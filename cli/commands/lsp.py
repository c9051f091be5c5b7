"""`rulewright lsp`: the language server, started by an editor."""

from __future__ import annotations

from cli.faults import reporting, wrong_use


@reporting
def lsp() -> None:
    """Speak the Language Server Protocol over standard input and output; an editor starts this. See docs/editor.md.

    Needs the extra `editor`: pip install 'rulewright[editor]'.

    Examples:

    \b
      rulewright lsp      # as the command of a language server in the settings of an editor
    """
    try:
        from cli.editor.server import make_server
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        wrong_use("the language server needs pygls; install it with: pip install 'rulewright[editor]'")
    make_server().start_io()

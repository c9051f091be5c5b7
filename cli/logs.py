"""From a log to the game it was played with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostics, RulesetError

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.runtime.log import Log


def loaded(log: Log, diagnostics: Diagnostics, *, force: bool = False) -> Game:
    """The log's game, with its modules and options. A changed ruleset is reported, unless it is forced.

    RulesetError: the ruleset has mistakes, or is not there.
    """
    import interpreter
    from interpreter.loading.fingerprint import changes, fingerprint
    from interpreter.runtime.log import asked_by

    header = log.header
    modules = [Path(m) if "/" in m or "\\" in m else m for m in header.modules]
    try:
        game = interpreter.load(header.game, header.players, modules=modules, options=header.options)
    except RulesetError as error:
        raise RulesetError(asked_by(log, error.diagnostics)) from None
    differing = changes(header.files, fingerprint(header.game, header.modules))
    if differing and not force:
        shown = "; ".join(differing[:6]) + (f"; and {len(differing) - 6} more" if len(differing) > 6 else "")
        diagnostics.add("E554", log.span, changes=shown)
    return game

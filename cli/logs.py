"""From a log to the game it was played with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostics, RulesetError

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.runtime.log import Log


def loaded(
    log: Log, path: Path, diagnostics: Diagnostics, *, force: bool = False, named: Sequence[str | Path] = ()
) -> Game:
    """The log's game, with its modules and options. A changed ruleset is reported, unless it is forced.

    path: where the log lies. named: rulesets and modules that the command line names. RulesetError: the ruleset has
    mistakes, is not there, or lies where a log may not send its reader.
    """
    import interpreter
    from interpreter.loading.fingerprint import changes, fingerprint
    from interpreter.runtime.log import asked_by

    header = log.header
    if strange := _elsewhere(log, path, named):
        diagnostics.add("E505", log.span, path=strange)
        raise RulesetError(diagnostics.errors)
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


def _elsewhere(log: Log, path: Path, named: Sequence[str | Path]) -> str | None:
    """The ruleset or module that a log names by its path, where it lies neither in the folder of the log nor where we
    stand, nor was named by whoever gave the command. What we keep ourselves names what we were asked for."""
    from cli import saves

    if saves.is_kept(path):
        return None
    homes = [home.resolve() for home in (Path(), path.parent, *map(Path, named))]
    for ref in (log.header.game, *log.header.modules):
        try:
            there = Path(ref).resolve()
            is_path = "/" in ref or "\\" in ref or there.exists()
        except (OSError, ValueError, RuntimeError):
            continue  # no path at all; what is wrong with it is said where it is looked for
        if is_path and not any(there.is_relative_to(home) for home in homes):
            return ref
    return None

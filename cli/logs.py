"""From a log to the game it was played with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostics, RulesetError

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.runtime.log import Header, Log


def loaded(
    log: Log,
    path: Path,
    diagnostics: Diagnostics,
    *,
    force: bool = False,
    named: Sequence[str | Path] = (),
    game: str | None = None,
) -> tuple[Game, Header]:
    """The log's game, with its modules and options, and the header with where they lie now. A changed ruleset is
    reported, unless it is forced: then the header has its contents.

    path: where the log lies. named: rulesets and modules that the command line names; game: the one that it says the
    log is of, by id or path. RulesetError: the ruleset has mistakes, is another or not found, or lies where a log may
    not send its reader.
    """
    import interpreter
    from interpreter.loading.fingerprint import changes, fingerprint
    from interpreter.records import changed
    from interpreter.runtime.log import asked_by

    header = log.header
    ref, modules = _found(log, path, named, game, diagnostics)
    try:
        found = interpreter.load(ref, header.players, modules=modules, options=header.options)
    except RulesetError as error:
        raise RulesetError(asked_by(log, error.diagnostics)) from None
    if not _is_path(header.game) and found.id != header.game:
        diagnostics.add("E581", log.span, wanted=header.game, found=found.id)
        raise RulesetError(diagnostics.errors)
    now = fingerprint(ref, modules)
    differing = changes(header.files, now)
    if differing and not force:
        shown = "; ".join(differing[:6]) + (f"; and {len(differing) - 6} more" if len(differing) > 6 else "")
        diagnostics.add("E554", log.span, changes=shown)
    ids, places = named_by(ref, modules)
    header = changed(header, game=found.id, modules=ids, places=places)
    return found, changed(header, files=now) if force else header


def named_by(game: str | Path, modules: Sequence[str | Path]) -> tuple[tuple[str, ...], dict[str, str]]:
    """How a log names what is played: the ids of the modules, and where those and the ruleset lie that are named by
    their paths."""
    from interpreter.loading.source import shipped_games

    is_shipped = isinstance(game, str) and game in shipped_games() and not Path(game).exists()
    places = {} if is_shipped else {"": str(Path(game).resolve())}
    places |= {_id(ref): str(ref.resolve()) for ref in modules if isinstance(ref, Path)}
    return tuple(_id(ref) for ref in modules), places


def _id(ref: str | Path) -> str:
    """The id of a module: the name of its folder, or of its file."""
    path = Path(ref)
    return path.stem if path.suffix in (".yaml", ".yml") else path.resolve().name if isinstance(ref, Path) else ref


def _is_path(ref: str) -> bool:
    """Whether an older log names a ruleset or module by its path."""
    try:
        return "/" in ref or "\\" in ref or Path(ref).exists()
    except (OSError, ValueError):
        return False


def _found(
    log: Log, path: Path, named: Sequence[str | Path], game: str | None, diagnostics: Diagnostics
) -> tuple[str, list[str | Path]]:
    """The ruleset of a log as it is loaded, and its modules, where they are now. RulesetError."""
    from interpreter.loading.source import shipped_games

    header = log.header
    homes = list(_homes(path, [*named, *([] if game is None else [game])]))

    def first(name: str, lay: str, beside: Sequence[Path], how: str) -> Path:
        """The first place that is there. One that the log names must lie where a log may send its reader."""
        there = [place for place in (Path(lay), *beside) if _exists(place)]
        for place in there:
            if any(place.resolve().is_relative_to(home) for home in homes):
                return place
        if there:
            diagnostics.add("E505", log.span, path=there[0])
        else:
            where = f", nor in {lay}" if lay != name else ""
            diagnostics.add("E580", log.span, name=name, where=where, how=how)
        raise RulesetError(diagnostics.errors)

    ref = header.game if game is None else game
    if game is None and (_is_path(ref) or "" in header.places or ref not in shipped_games()):
        lay = header.places.get("", ref)
        around = [path.parent] if (path.parent / "ruleset.yaml").is_file() and not _is_path(ref) else []
        beside = [home / name for home in (path.parent, Path()) for name in (Path(lay).name, Path(ref).name)]
        ref = str(first(ref, lay, [*around, *beside], "`rulewright replay LOG GAME`"))
    modules: list[str | Path] = []
    for name in header.modules:
        lay = header.places.get(name, name if _is_path(name) else "")
        own = [Path(n) for n in named if _exists(Path(n))]
        if lay and _is_module(sibling := Path(ref).resolve().parent / Path(lay).name):
            own.append(sibling)  # moved along with the ruleset
        given = next((n for n in own if _id(n) == _id(Path(name))), None)
        if given is None and lay:
            how = "`rulewright replay LOG --trust MODULE`, or `rulewright play GAME --file LOG --with MODULE`"
            given = first(name, lay, [path.parent / Path(lay).name], how)
        modules.append(name if given is None else given)
    return ref, modules


def _is_module(folder: Path) -> bool:
    """Whether a folder that is no link is a module."""
    return (folder / "module.yaml").is_file() and not folder.is_symlink()


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _homes(path: Path, named: Sequence[str | Path]) -> Iterator[Path]:
    """The folders in which a log may name something: its own, where we stand, and what the command line names. What we
    keep ourselves names what we were asked for."""
    from cli import saves

    yield from (home.resolve() for home in (Path(), path.parent, *map(Path, named)))
    if saves.is_kept(path):
        yield Path(path.resolve().anchor)

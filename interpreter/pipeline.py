"""From a name or folder to a playable game: the stages in order, none of their work."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter import compiled
from interpreter.diagnostics import Diagnostic, Diagnostics, RulesetError
from interpreter.game import Game
from interpreter.loading.model import Model, yaml_word
from interpreter.loading.source import Folder, find, shipped_games
from interpreter.program import Program
from interpreter.runtime.machine import Machine
from interpreter.runtime.rng import whole_number

if TYPE_CHECKING:  # reading and compiling are imported when there is something to compile
    from interpreter.language.codegen import Generator
    from interpreter.language.core.checked import Checked
    from interpreter.loading.modules import Documents

WORTH_KEEPING = 0.15
"""Seconds of compiling from which on a program is kept for the next run."""


@contextmanager
def no_collection() -> Iterator[None]:
    """While this lasts Python looks for no circles among its objects: reading and compiling make a great many objects
    that stay, and going through all of them again and again takes a sixth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def load(
    game: str | Path | Folder,
    players: int | None = None,
    *,
    modules: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
    generator: type[Generator] | None = None,
) -> Game:
    """A playable game from a shipped game's id or a ruleset's folder.

    players: the smallest allowed number by default. modules: ids, or folders anywhere. options: id → value.
    generator: another writer of the program than the usual one.
    RulesetError: the ruleset has mistakes (all of them), or players, modules or options do not fit. TypeError: an
    argument is of another kind than these.
    """
    players = _asked_in_kind(game, players, modules, options)
    if generator is not None:
        id_, model, program, _ = _compiled(game, players, modules, options or {}, generator)
        return Game(id_, model, program)
    if isinstance(game, Folder):
        return _game(_compiled(game, players, modules, options or {}, None), None)
    key = compiled.key_of(game, modules, players, options or {})
    found = compiled.stored(key)
    if found is not None:
        return _game(found, None)
    began = time.perf_counter()
    found = _compiled(game, players, modules, options or {}, None)
    return _game(found, key if time.perf_counter() - began >= WORTH_KEEPING else None)


def _asked_in_kind(game: object, players: object, modules: object, options: object) -> int | None:
    """The number of players, as a plain `int`. TypeError: something has another type than `load` takes; a string would
    else be read letter by letter, and a float fail far from here."""
    if not isinstance(game, str | Path | Folder):
        raise TypeError(f"game is a game's id or the path of a folder, not {game!r}")
    if isinstance(modules, str | Path) or not isinstance(modules, Iterable):
        raise TypeError(f"modules is a list of ids and paths, such as [{str(modules or 'name')!r}], not {modules!r}")
    for module in modules:
        if not isinstance(module, str | Path):
            raise TypeError(f"a module is named by its id or the path of its folder, not by {module!r}")
    if options is not None and not (isinstance(options, Mapping) and all(isinstance(o, str) for o in options)):
        raise TypeError(f"options is a dict from an option's id to its value, not {options!r}")
    return None if players is None else whole_number("players", players)


def _game(found: compiled.Compiled, key: str | None) -> Game:
    """key: what to keep the ruleset under once it is played; None: it is kept already, or not worth it."""
    id_, model, program, code = found

    def machine() -> Machine:
        made = Machine(program, compiled=code)
        if key is not None:
            compiled.store(key, (id_, model, program, made.compiled))
        return made

    return Game(id_, model, program, machine, plain=lambda: _plain_form(model, program))


def _plain_form(model: Model, program: Program) -> Program:
    """From the model and not from what was checked before: a kept ruleset has only that."""
    from interpreter.language.check import check
    from interpreter.language.codegen import plain_form

    return plain_form(check(model, program.players, program.options, Diagnostics(), takes_apart=True), program)


@no_collection()
def _compiled(
    game: str | Path | Folder,
    players: int | None,
    modules: Sequence[str | Path],
    options: Mapping[str, object],
    generator: type[Generator] | None,
) -> compiled.Compiled:
    from interpreter.language.codegen import compile_program

    checked = sound(game, players, modules, options)
    model = checked.model
    return str(model.game.id), model, compile_program(checked, tuple(m.id for m in model.modules), generator), None


def sound(
    game: str | Path | Folder,
    players: int | None = None,
    modules: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
) -> Checked:
    """A ruleset as the checker understands it, without mistakes: the one gate to compiling and explaining.

    players: the smallest allowed number by default. RulesetError: it has mistakes (those that `rulewright check`
    reports for these players and options), or players, modules or options do not fit."""
    diagnostics = Diagnostics()
    model = model_of(game, modules, diagnostics)
    if model is None or not model.is_complete:
        raise RulesetError(diagnostics.errors)
    seats = model.game.players[0] if players is None else players
    chosen = dict(options or {})
    wrong = Diagnostics()
    settings(model, seats, chosen, wrong, game)
    if wrong.has_errors or not may_be_checked(model, diagnostics):
        raise RulesetError([*diagnostics.errors, *wrong.errors])
    checked, found = check_variant(model, seats, chosen)
    diagnostics.extend(without_echoes(found, diagnostics.errors))
    if diagnostics.has_errors:
        raise RulesetError(diagnostics.errors)
    return checked


_ONE_FIELD = frozenset(
    {"E101", "E104", "E106", "E108", "E122", "E123", "E124", "E125", "E127", "E131", "E136", "E139", "E155", "E158"}
)
"""Mistakes after which every declared name is still there. A key at the very left is a section, and never one field."""


def may_be_checked(model: Model, diagnostics: Diagnostics) -> bool:
    """Whether the rules of a model can be checked after what loading has reported: nothing is missing, and each mistake
    spoils one field only. Every name declared in what was left out would be missed."""
    return model.is_complete and all(
        d.code in _ONE_FIELD and d.span is not None and d.span.column > 1 for d in diagnostics.errors
    )


def check_variant(
    model: Model, players: int, options: Mapping[str, object], *, skip_flow: bool = False
) -> tuple[Checked, Diagnostics]:
    """Check a model that may be checked for one number of players and one choice of options, and all that is found."""
    from interpreter.language.check import check

    found = Diagnostics()
    with no_collection():
        checked = check(model, players, options, found, skip_flow=skip_flow)
    if len(found):
        from interpreter.language.lints.misspelt import point_at_declarations

        point_at_declarations(model, found)
    return checked, found


def without_echoes(found: Iterable[Diagnostic], known: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """What was found, except on lines of which a mistake is known already."""
    lines = {(d.span.path, d.span.line) for d in known if d.span is not None}
    return (d for d in found if d.span is None or (d.span.path, d.span.line) not in lines)


def model_of(game: str | Path | Folder, modules: Sequence[str | Path], diagnostics: Diagnostics) -> Model | None:
    """The merged model; None when nothing was found or nothing could be read."""
    found = read(game, modules, diagnostics)
    return None if found is None else found[1]


@no_collection()
def read(
    game: str | Path | Folder, modules: Sequence[str | Path], diagnostics: Diagnostics
) -> tuple[Documents, Model | None] | None:
    """The files of a ruleset with modules, and the merged model, None where they make none. None: nothing was found
    (reported)."""
    from interpreter.loading.building import build
    from interpreter.loading.merging import merge
    from interpreter.loading.modules import load_documents

    path = game if isinstance(game, Path | Folder) else find(game)
    if path is None:
        diagnostics.add("E503", None, name=game, near=diagnostics_near(str(game)))
        return None
    documents = load_documents(path, modules, diagnostics)
    return None if documents is None else (documents, build(merge(documents, diagnostics), documents, diagnostics))


def scenarios_of(game: str | Path) -> list[dict[str, object]]:
    """The scenarios beside a ruleset as plain values; none where there are none that can be read."""
    from interpreter.loading.companions import scenarios_beside
    from interpreter.loading.documents import plain
    from interpreter.loading.source import read_folder

    path, unread = find(str(game)), Diagnostics()
    folder = None if path is None else read_folder(path, unread)
    found = [] if folder is None else [plain(node) for node in scenarios_beside(folder, unread)]
    return [scenario for scenario in found if isinstance(scenario, dict)]


def diagnostics_near(name: str) -> tuple[str, ...]:
    from interpreter.diagnostics import near_names

    return near_names(name, shipped_games())


def settings(
    model: Model,
    players: int,
    options: Mapping[str, object],
    diagnostics: Diagnostics,
    game: str | Path | Folder | None = None,
) -> None:
    """Check a player count and options against what the ruleset allows. game: where modules are looked for that would
    allow more."""
    from interpreter.diagnostics import near_names

    if players not in model.game.players:
        allowed = ", ".join(map(str, model.game.players)) + _with_modules(game, players)
        diagnostics.add("E500", model.game.span, players=players, allowed=allowed)
    for name, value in options.items():
        declared = model.game.options.get(name)
        if declared is None:
            known = ", ".join(model.game.options) or "none"
            near = near_names(name, model.game.options)
            diagnostics.add("E501", model.game.span, name=name, known=known, near=near)
        elif value not in declared.values:
            allowed = ", ".join(map(yaml_word, declared.values))
            diagnostics.add("E502", declared.span, name=name, value=yaml_word(value), allowed=allowed)


def _with_modules(game: str | Path | Folder | None, players: int) -> str:
    """Which modules a number of players needs; nothing where none is for so many."""
    from interpreter.loading.offers import modules_for

    path = find(game) if isinstance(game, str) else game
    found = modules_for(path, players)[:2] if path is not None else []
    return f", and for {players} with {' or with '.join(' and '.join(names) for names in found)}" if found else ""

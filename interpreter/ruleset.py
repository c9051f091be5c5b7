"""A ruleset from its files to its programs: the stages in order, each a property worked out when it is first asked for.

files ─ documents ─ merged ─ model (`Ruleset`) ─ checker ─ checked ─ program, diagnostic form (`Variant`)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.collecting import no_collection
from interpreter.diagnostics import Diagnostic, Diagnostics, RulesetError, near_names
from interpreter.game import Game
from interpreter.loading.model import Model
from interpreter.loading.source import Folder, find, shipped_games
from interpreter.program import Program

if TYPE_CHECKING:  # reading and compiling are imported when there is something to compile
    from interpreter.language.codegen import Generator
    from interpreter.language.core.checked import Checked
    from interpreter.language.resolve.checker import Checker
    from interpreter.loading.documents import MapNode
    from interpreter.loading.modules import Documents


class Ruleset:
    """A ruleset with a choice of modules.

    game: a shipped game's id, a folder, or files in memory. modules: ids, or folders anywhere. diagnostics: takes the
    mistakes of reading; a stage is None where they leave nothing to go on with. changes: see `with_changes`.
    """

    def __init__(
        self,
        game: str | Path | Folder,
        modules: Sequence[str | Path] = (),
        diagnostics: Diagnostics | None = None,
        changes: MapNode | None = None,
    ) -> None:
        self.game = game
        self.modules = modules
        self.changes = changes
        self.diagnostics = Diagnostics() if diagnostics is None else diagnostics
        self._variants: dict[tuple[object, ...], Variant] = {}

    @cached_property
    def home(self) -> Path | Folder | None:
        """Where the files are."""
        found = self.game if isinstance(self.game, Path | Folder) else find(self.game)
        if found is None:
            self.diagnostics.add("E503", None, name=self.game, near=near_names(str(self.game), shipped_games()))
        return found

    @cached_property
    def documents(self) -> Documents | None:
        """The parsed files, those of the modules included."""
        from interpreter.loading.modules import load_documents, with_changes

        with no_collection():
            found = None if self.home is None else load_documents(self.home, self.modules, self.diagnostics)
            return None if found is None else with_changes(found, self.changes, self.diagnostics)

    @cached_property
    def merged(self) -> MapNode | None:
        """One tree, the modules laid over the ruleset."""
        from interpreter.loading.merging import merge

        with no_collection():
            return None if self.documents is None else merge(self.documents, self.diagnostics)

    @cached_property
    def model(self) -> Model | None:
        """What the tree declares. A model with mistakes lacks what was wrong."""
        from interpreter.loading.building import build

        if self.documents is None or self.merged is None:
            return None
        with no_collection():
            return build(self.merged, self.documents, self.diagnostics)

    def sound(
        self, players: int | None = None, options: Mapping[str, object] | None = None, *, takes_apart: bool = False
    ) -> Variant:
        """The rules for a number of players and a choice of options, without mistakes: the one gate to compiling and
        explaining.

        players: the smallest allowed number by default. takes_apart: see `Variant`. RulesetError: the ruleset has
        mistakes (those that `rulewright check` reports for these players and options), or players, modules or options
        do not fit.
        """
        from interpreter.loading.settings import check_settings

        model = self.model
        if model is None or not model.is_complete:
            raise RulesetError(self.diagnostics.errors)
        players = model.game.players[0] if players is None else players
        options = dict(options or {})
        wrong = Diagnostics()
        check_settings(model, players, options, wrong, self.home)
        if wrong.has_errors or not may_be_checked(model, self.diagnostics):
            raise RulesetError([*self.diagnostics.errors, *wrong.errors])
        key = (players, tuple(sorted(options.items(), key=str)), takes_apart)
        if key not in self._variants:
            self._variants[key] = Variant(model, players, options, takes_apart=takes_apart)
        found = Diagnostics()
        found.extend(self.diagnostics)
        found.extend(without_echoes(self._variants[key].found, self.diagnostics.errors))
        if found.has_errors:
            raise RulesetError(found.errors)
        return self._variants[key]


class Variant:
    """A model that may be checked, for one number of players and one choice of options.

    takes_apart: conditions are kept in parts as well, for a program that says which fails. skip_flow: skip the
    information-flow pass, which takes a sixth of the time; there is no program then. is_proved: these rules were found
    to be sound before and are not analysed again.
    """

    def __init__(
        self,
        model: Model,
        players: int,
        options: Mapping[str, object],
        *,
        takes_apart: bool = False,
        skip_flow: bool = False,
        is_proved: bool = False,
    ) -> None:
        self.model = model
        self.players = players
        self.options = options
        self.takes_apart = takes_apart
        self.skip_flow = skip_flow
        self.is_proved = is_proved
        self._found = Diagnostics()

    @cached_property
    def checker(self) -> Checker:
        """What knows the names of the rules, and reads further formulas."""
        from interpreter.language.resolve.checker import Checker

        return Checker(self.model, self.players, self.options, self._found, self.takes_apart)

    @cached_property
    def checked(self) -> Checked:
        """The rules in core form, with what is proved of them. Where `found` has errors, they are not fit for
        compiling."""
        from interpreter.language.check import check
        from interpreter.language.lints.misspelt import point_at_declarations

        with no_collection():
            if self.is_proved:
                return self.checker.resolved()
            checked = check(self.checker, self.skip_flow)
        if len(self._found):
            point_at_declarations(self.model, self._found)
        return checked

    @property
    def found(self) -> Diagnostics:
        """The mistakes of the rules."""
        assert self.checked
        return self._found

    @cached_property
    def program(self) -> Program:
        """The rules as a program for play."""
        return self.program_by(None)

    def program_by(self, generator: type[Generator] | None) -> Program:
        """The rules as a program. generator: another writer than the usual one."""
        from interpreter.language.codegen import compile_program

        with no_collection():
            return compile_program(self.checked, tuple(m.id for m in self.model.modules), generator)

    @cached_property
    def diagnostic_form(self) -> Program:
        """The program that tries every option and says why checks fail."""
        from interpreter.language.codegen import plain_form

        apart = Variant(self.model, self.players, self.options, takes_apart=True)
        return plain_form(apart.checked, self.program)

    @property
    def id(self) -> str:
        return str(self.model.game.id)

    @classmethod
    def of(cls, game: Game) -> Variant:
        """The rules of a game, read again from its model only where the game came from the cache."""
        if isinstance(game.forms, Variant):
            return game.forms
        return cls.compiled(game.model, game.program)

    @classmethod
    def compiled(cls, model: Model, program: Program) -> Variant:
        """The rules of which the program is known already."""
        made = cls(model, program.players, program.options)
        made.program = program
        return made


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


def without_echoes(found: Iterable[Diagnostic], known: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """What was found, except on lines of which a mistake is known already."""
    lines = {(d.span.path, d.span.line) for d in known if d.span is not None}
    return (d for d in found if d.span is None or (d.span.path, d.span.line) not in lines)

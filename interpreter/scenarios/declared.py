"""What a scenario can name: a ruleset read for one number of players and one set of options, without a program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language.core import Const, X
from interpreter.language.resolve.checker import Checker
from interpreter.language.resolve.expressions import expression
from interpreter.language.resolve.scope import Scope
from interpreter.language.syntax import nodes
from interpreter.language.syntax.parser import parse
from interpreter.loading.model import WORTH, EffectText, Model
from interpreter.program import Caller
from interpreter.program.types import PLAYER, Type, piece_of
from interpreter.records import field_names
from interpreter.runtime.decisions import Names

_OF_PIECES = ("place", "owner", "face")
"""What only a piece has, and no kind."""


class Declared:
    """The things of a ruleset by the names that scenarios give them. seats: the names in use by the scenario at hand.

    namer: gives ids to values; words: what a key can consist of.
    """

    def __init__(self, model: Model, checker: Checker, namer: Names, words: frozenset[str] = frozenset()) -> None:
        self.model, self.checker, self.namer = model, checker, namer
        self.layout = checker.layout
        self.seats = namer.seats
        self._fixed_words = words | {*self.layout.zone_places}
        self._entries: dict[str, Caller] = {}
        self._words: frozenset[str] | None = None

    def seated(self, seats: Sequence[str]) -> None:
        """Name the seats for what follows."""
        if tuple(seats) != self.seats:
            self.seats = self.namer.seats = tuple(seats)
            self._words = None

    @property
    def entries(self) -> Mapping[str, Caller]:
        """The procedures and phases, and what they are given."""
        if not self._entries:
            self._entries["setup"] = Caller(0, (), True)
            for decl in self.model.procedures.values():
                given = tuple((name, self.type_of(text, decl.span)) for name, text in decl.given.items())
                self._entries[decl.id] = Caller(0, given, decl.is_phase)
        return self._entries

    @property
    def words(self) -> frozenset[str]:
        """Every word that a key can consist of."""
        if self._words is None:
            self._words = frozenset(self._all_words())
        return self._words

    def _all_words(self) -> Iterable[str]:
        return self._fixed_words.union(self.seats)

    def type_of(self, text: str, span: Span) -> Type:
        return self.checker.type_of(text, span)

    # ---- formulas

    def typed(self, text: EffectText, diagnostics: Diagnostics) -> X | None:
        """A formula in core form; None after a report. Seats are called by their names in the scenario, and the name
        of a kind may be written where one of its pieces is meant."""
        tree = parse(text, diagnostics)
        if tree is None:
            return None
        assert isinstance(tree, nodes.Expr)
        names: dict[str, Any] = {name: Const(i, PLAYER) for i, name in enumerate(self.seats)}
        before = len(diagnostics.errors)
        rewritten = self._with_pieces(tree, names, diagnostics)
        assert isinstance(rewritten, nodes.Expr)
        self.checker.diagnostics = diagnostics
        x = expression(self.checker, rewritten, Scope(names=names, marked=True))
        return None if len(diagnostics.errors) > before else x

    def _with_pieces(self, tree: nodes.Node, names: dict[str, Any], diagnostics: Diagnostics) -> nodes.Node:
        """A formula with the names of kinds rewritten where one of their pieces is meant: as the argument of a value
        that is given a piece, and before what only pieces have. Where there are several, an argument is one of them
        (values ask for what they share), and anything else is reported."""
        changed = {name: self._rewritten(getattr(tree, name), names, diagnostics) for name in field_names(type(tree))}
        tree = replace(tree, **changed)
        if isinstance(tree, nodes.Attribute) and isinstance(tree.value, nodes.Name):
            found = self._kind_of_piece(tree.value.name, tree.name)
            if len(found) > 1:
                diagnostics.add("E523", tree.value.span, kind=tree.value.name, copies=len(found))
            return replace(tree, value=self._piece(tree.value, found, names)) if found else tree
        if isinstance(tree, nodes.Call) and isinstance(tree.function, nodes.Name):
            decl = self.model.values.get(tree.function.name)
            wanted = [] if decl is None else list(decl.given.values())
            arguments = []
            for cls, argument in zip_longest(wanted, tree.arguments):
                if argument is not None and isinstance(argument.value, nodes.Name) and cls in self.model.pieces:
                    pieces = self.pieces_of(cls, argument.value.name)
                    argument = replace(argument, value=self._piece(argument.value, pieces, names))
                arguments += [] if argument is None else [argument]
            return replace(tree, arguments=tuple(arguments))
        return tree

    def _rewritten(self, part: Any, names: dict[str, Any], diagnostics: Diagnostics) -> Any:
        if isinstance(part, tuple):
            return tuple(self._rewritten(item, names, diagnostics) for item in part)
        return self._with_pieces(part, names, diagnostics) if isinstance(part, nodes.Node) else part

    def _piece(self, name: nodes.Name, pieces: Sequence[int], names: dict[str, Any]) -> nodes.Name:
        """A name for the first of some pieces, or the same name where there are none."""
        if not pieces:
            return name
        cls = self.layout.kinds[self.layout.pieces[pieces[0]]][0]
        names[f"piece {name.name}"] = Const(pieces[0], piece_of(cls))
        return nodes.Name(name.span, f"piece {name.name}")

    def _kind_of_piece(self, name: str, attribute: str) -> tuple[int, ...]:
        """The pieces of a kind that is named before something only pieces have; none where the kind itself has it."""
        for cls, kind in self.layout.kinds:
            decl = self.model.pieces[cls]
            held = (self.layout.resources[r] for r in self.layout.piece_holders.get(cls, ()))
            own = {*decl.state, *held, *_OF_PIECES, *([WORTH] if decl.has_worth else [])} - {*decl.attributes}
            if kind == name and attribute in own:
                return self.pieces_of(cls, kind)
        return ()

    def pieces_of(self, cls: str, kind: str) -> tuple[int, ...]:
        """The pieces of a kind of a class; none where there is no such kind."""
        if (cls, kind) not in self.layout.kinds:
            return ()
        number = self.layout.kind(cls, kind)
        return tuple(x for x in self.layout.class_pieces[cls] if self.layout.pieces[x] == number)

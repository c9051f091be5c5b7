"""Everything that can be told of a ruleset without playing it: all mistakes, and what was checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.language.codegen import compile_program
from interpreter.language.lints.misspelt import point_at_declarations
from interpreter.loading.companions import scenarios_beside
from interpreter.loading.model import KindDecl, Model, PieceDecl
from interpreter.pipeline import check_all, read
from interpreter.scenarios.checking import check_scenarios

_ONE_FIELD = frozenset({"E101", "E104", "E106", "E108", "E122", "E123", "E124", "E125", "E127", "E131", "E139", "E155"})
"""Mistakes after which every declared name is still there. A key at the very left is a section, and never one field."""


@dataclass(frozen=True)
class Checkup:
    """A ruleset that could be read. kinds: of pieces. rules: everything that says how something goes. variants: how
    many combinations of player count and option were checked. scenarios: how many lie beside it, run or not."""

    model: Model
    kinds: int
    rules: int
    variants: int
    scenarios: int


def check_ruleset(game: str | Path, modules: Sequence[str | Path], diagnostics: Diagnostics) -> Checkup | None:
    """Check a ruleset with modules for every player count and option, compile it, and read its scenarios. None: it
    cannot be read (reported)."""
    found = read(game, modules, diagnostics)
    documents, model = found if found is not None else (None, None)
    if documents is None or model is None:
        return None
    variants = 0
    point_at_declarations(model, diagnostics)
    if all(map(is_local, diagnostics.errors)):
        known = diagnostics.errors
        news = Diagnostics()
        checked = check_all(model, news)
        diagnostics.extend(d for d in news if not is_echo(d, known))
        variants = len(checked)
        if not diagnostics.has_errors:
            compile_program(checked[0])
    scenarios = len(scenarios_beside(documents.folder, Diagnostics()))
    for _ in check_scenarios(model, documents, diagnostics):
        pass
    kinds = sum(len(cls.kinds) for cls in model.pieces.values())
    return Checkup(model, kinds, _rules(model), variants, scenarios)


def is_local(diagnostic: Diagnostic) -> bool:
    """Whether a mistake of loading spoils one field only, so that all else can be checked without echoes of it."""
    return diagnostic.code in _ONE_FIELD and diagnostic.span is not None and diagnostic.span.column > 1


def is_echo(diagnostic: Diagnostic, known: Sequence[Diagnostic]) -> bool:
    """Whether a mistake is on the line of one that loading has told already."""
    span = diagnostic.span
    if span is None:
        return False
    return any(d.span is not None and (d.span.path, d.span.line) == (span.path, span.line) for d in known)


def _rules(model: Model) -> int:
    """Procedures, actions, free actions, rules and abilities."""
    owners: list[PieceDecl | KindDecl] = list(model.pieces.values())
    owners += [kind for cls in model.pieces.values() for kind in cls.kinds.values()]
    own = sum(len(o.abilities) + len(o.actions) + len(o.free) for o in owners)
    return own + len(model.procedures) + len(model.actions) + len(model.free) + len(model.rules)

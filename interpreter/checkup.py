"""Everything that can be told of a ruleset without playing it: all mistakes, and what was checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from interpreter.checking import is_echo, is_local
from interpreter.diagnostics import Diagnostics
from interpreter.language.codegen import compile_program
from interpreter.language.lints.misspelt import point_at_declarations
from interpreter.loading.companions import scenarios_beside
from interpreter.loading.model import KindDecl, Model, PieceDecl
from interpreter.pipeline import check_all, read
from interpreter.records import record
from interpreter.scenarios.checking import check_scenarios
from interpreter.together import check_together


@record
class Checkup:
    """A ruleset that could be read. kinds: of pieces. rules: everything that says how something goes. variants: how
    many combinations of player count and option were checked. scenarios: how many lie beside it, run or not. blocks:
    how many `with` blocks were looked at that are in play only with further modules."""

    model: Model
    kinds: int
    rules: int
    variants: int
    scenarios: int
    blocks: int = 0


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
    blocks = max(() if diagnostics.has_errors else check_together(documents, diagnostics), default=0)
    kinds = sum(len(cls.kinds) for cls in model.pieces.values())
    return Checkup(model, kinds, _rules(model), variants, scenarios, blocks)


def _rules(model: Model) -> int:
    """Procedures, actions, free actions, rules and abilities."""
    owners: list[PieceDecl | KindDecl] = list(model.pieces.values())
    owners += [kind for cls in model.pieces.values() for kind in cls.kinds.values()]
    own = sum(len(o.abilities) + len(o.actions) + len(o.free) for o in owners)
    return own + len(model.procedures) + len(model.actions) + len(model.free) + len(model.rules)

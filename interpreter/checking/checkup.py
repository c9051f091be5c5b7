"""Everything that can be told of a ruleset without playing it: all mistakes, and what was checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from interpreter.checking.together import check_together
from interpreter.checking.variants import check_all
from interpreter.diagnostics import Diagnostics
from interpreter.language.codegen import compile_program
from interpreter.loading.model import Model
from interpreter.records import record
from interpreter.ruleset import Ruleset
from interpreter.scenarios.checking import check_scenarios, scenarios_read


@record
class Checkup:
    """A ruleset that could be read. kinds: of pieces. actions (free ones too), phases, procedures, rules, abilities:
    how many are declared, those of pieces included. variants: how many combinations of player count and option were
    checked. scenarios: how many were read: those beside it, or with modules those of the modules. blocks: how many
    `with` blocks were looked at that are in play only with further modules."""

    model: Model
    kinds: int
    actions: int
    phases: int
    procedures: int
    rules: int
    abilities: int
    variants: int
    scenarios: int
    blocks: int = 0


def check_ruleset(game: str | Path, modules: Sequence[str | Path], diagnostics: Diagnostics) -> Checkup | None:
    """Check a ruleset with modules for every player count and option, compile it, and read its scenarios. None: it
    cannot be read (reported)."""
    ruleset = Ruleset(game, modules, diagnostics)
    documents, model = ruleset.documents, ruleset.model
    if documents is None or model is None:
        return None
    checked = check_all(model, diagnostics)
    if not diagnostics.has_errors:
        compile_program(checked[0])
    for _ in check_scenarios(model, documents, diagnostics):
        pass
    blocks = max(() if diagnostics.has_errors else check_together(documents, diagnostics), default=0)
    phases = sum(p.is_phase for p in model.procedures.values())
    return Checkup(
        model,
        kinds=sum(len(cls.kinds) for cls in model.pieces.values()),
        actions=len(model.offered),
        phases=phases,
        procedures=len(model.procedures) - phases,
        rules=len(model.rules),
        abilities=sum(len(of.abilities) for of in model.bearers),
        variants=len(checked),
        scenarios=scenarios_read(documents),
        blocks=blocks,
    )

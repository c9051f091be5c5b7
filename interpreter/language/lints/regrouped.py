"""L630: resources and tracks that a module takes out of a group by giving them another."""

from __future__ import annotations

from interpreter.diagnostics import Diagnostics
from interpreter.loading.model import Model


def regrouped(model: Model, diagnostics: Diagnostics) -> None:
    """Report what is in a group of its ruleset no longer, since a module patches the group with others."""
    for name, (module, lost, span) in model.regrouped.items():
        for group in lost:
            diagnostics.add("L630", span, name=name, group=group, module=module)

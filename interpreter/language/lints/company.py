"""L623: modules that a module speaks of and that are nowhere."""

from __future__ import annotations

from interpreter.diagnostics import Diagnostics, near_names
from interpreter.loading.model import Model


def company(model: Model, diagnostics: Diagnostics) -> None:
    """Report what modules exclude, or have sections for the company of, where no module of that name is to be seen."""
    for module in model.modules:
        for name, span in {**module.excludes, **module.beside}.items():
            if name not in model.known_modules:
                near = near_names(name, [known for known in model.known_modules if known != module.id])
                diagnostics.add("L623", span, near=near, name=name, module=module.id)

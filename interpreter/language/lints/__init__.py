"""Remarks about a sound ruleset: what is declared and never used, what has no text in one language.

A lint never makes a ruleset invalid. It is one module of this package: a function with the decorator `lint`, and in the
docstring its code with message, hint, page, a failing and a mended example. All modules here are found and imported.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.allowed import leave_out_allowed
from interpreter.language.lints.registry import LINTS, Variants
from interpreter.loading.model import Model

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")


def check(model: Model, diagnostics: Diagnostics, checked: Variants = ()) -> None:
    """Run all lints over a ruleset that has no errors; those that its section `allow` names are left out.

    checked: its variants; without them nothing is said that takes them all.
    """
    for lint in LINTS:
        lint(model, checked, diagnostics)
    leave_out_allowed(model, diagnostics)


__all__ = ["LINTS", "check"]

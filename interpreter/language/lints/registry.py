"""The list of all lints, which each joins by its decorator."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.diagnostics import Diagnostics
from interpreter.language.core.checked import Checked
from interpreter.loading.model import Model

Variants = Sequence[Checked]
"""A sound ruleset in all its variants; empty where they were not looked at."""

Lint = Callable[[Model, Variants, Diagnostics], None]

LINTS: list[Lint] = []


def lint(function: Lint) -> Lint:
    """Have a function called with every sound ruleset. What it reports is described in the docstring of its module."""
    LINTS.append(function)
    return function

"""A model checked in all its variants, and what of it is worth telling after mistakes of loading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.language import lints
from interpreter.language.checked import Checked
from interpreter.language.checker import check
from interpreter.language.lints.misspelt import point_at_declarations
from interpreter.loading.model import Model
from interpreter.pipeline import no_collection, variants

_ONE_FIELD = frozenset({"E101", "E104", "E106", "E108", "E122", "E123", "E124", "E125", "E127", "E131", "E139", "E155"})
"""Mistakes after which every declared name is still there. A key at the very left is a section, and never one field."""


def check_model(model: Model, diagnostics: Diagnostics) -> Iterator[int]:
    """Check a model variant by variant and give the number of variants checked after each; then come lints.

    diagnostics: what loading has told of the model; each step adds to it.
    """
    number = 0
    checked: list[Checked] = []
    for number in _variants(model, diagnostics, checked):
        yield number
    if model.is_complete and not diagnostics.has_errors:
        lints.check(model, diagnostics, checked)
        yield number


def is_local(diagnostic: Diagnostic) -> bool:
    """Whether a mistake of loading spoils one field only, so that all else can be checked without echoes of it."""
    return diagnostic.code in _ONE_FIELD and diagnostic.span is not None and diagnostic.span.column > 1


def is_echo(diagnostic: Diagnostic, known: Sequence[Diagnostic]) -> bool:
    """Whether a mistake is on the line of one that loading has told already."""
    span = diagnostic.span
    if span is None:
        return False
    return any(d.span is not None and (d.span.path, d.span.line) == (span.path, span.line) for d in known)


def _variants(model: Model, diagnostics: Diagnostics, checked: list[Checked]) -> Iterator[int]:
    """Check a model variant by variant, and add each to `checked`; mistakes after those of loading are told where they
    are no echoes."""
    point_at_declarations(model, diagnostics)
    if not all(map(is_local, diagnostics.errors)):
        return
    known = diagnostics.errors
    for number, (players, options) in enumerate(variants(model) if model.is_complete else (), 1):
        found = Diagnostics()
        with no_collection():
            checked.append(check(model, players, options, found))
        point_at_declarations(model, found)
        diagnostics.extend(_news(found, known))
        yield number


def _news(found: Diagnostics, known: Sequence[Diagnostic]) -> list[Diagnostic]:
    return [d for d in found if not is_echo(d, known)]

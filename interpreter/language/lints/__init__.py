"""Hints about a sound ruleset: what is declared and never used, what has no text in one language.

A lint never makes a ruleset invalid. To add one, write a function from Model and Diagnostics in a module of this
package and name it in LINTS below; its words are an entry in the list of the same name in `interpreter.codes.lints`.
One that also needs the checked variants is called in `check`.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostics
from interpreter.language.core.checked import Checked
from interpreter.language.lints.abilities import abilities
from interpreter.language.lints.allowed import leave_out_allowed
from interpreter.language.lints.beyond import beyond
from interpreter.language.lints.certain import certain
from interpreter.language.lints.company import company
from interpreter.language.lints.counters import counters
from interpreter.language.lints.gaps import forgotten, gaps, misspelt_kinds, nowhere
from interpreter.language.lints.labels import labels
from interpreter.language.lints.misspelt import point_at_declarations
from interpreter.language.lints.outgrown import outgrown, unread
from interpreter.language.lints.patched import doubled, outdated
from interpreter.language.lints.regrouped import regrouped
from interpreter.language.lints.resets import resets
from interpreter.language.lints.scopes import scopes
from interpreter.language.lints.sizes import large_choices
from interpreter.language.lints.skipped import skipped
from interpreter.language.lints.stocks import stocks
from interpreter.language.lints.translations import translations
from interpreter.language.lints.unused import unused
from interpreter.language.lints.vain import unordered, vain
from interpreter.language.lints.wording import wording
from interpreter.loading.model import Model

LINTS = (
    unused,
    large_choices,
    vain,
    counters,
    stocks,
    scopes,
    gaps,
    forgotten,
    misspelt_kinds,
    nowhere,
    company,
    abilities,
    resets,
    labels,
    regrouped,
    doubled,
    outdated,
    unread,
    skipped,
    translations,
)


def check(model: Model, diagnostics: Diagnostics, checked: Sequence[Checked] = ()) -> None:
    """Run all lints over a ruleset that has no errors; those that its section `allow` names are left out.

    checked: its variants; without them nothing is said of comparisons and of texts that no decision shows, since that
    takes them all.
    """
    for lint in LINTS:
        lint(model, diagnostics)
    certain(model, checked, diagnostics)
    beyond(model, checked, diagnostics)
    unordered(checked, diagnostics)
    outgrown(checked, diagnostics)
    if checked and model.texts:
        wording(model, checked, diagnostics)
    leave_out_allowed(model, diagnostics)


__all__ = ["LINTS", "check", "point_at_declarations"]

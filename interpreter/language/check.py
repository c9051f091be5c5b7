"""A ruleset checked: its texts resolved to core form, then what can be proved of that form."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.diagnostics import Diagnostics
from interpreter.language.analysis import entries, feeding, flows, lookahead, overridden, termination
from interpreter.language.core.checked import Checked
from interpreter.language.resolve.checker import Checker
from interpreter.language.resolve.context import Context
from interpreter.loading.model import Model


def check(
    model: Model,
    players: int,
    options: Mapping[str, object],
    diagnostics: Diagnostics,
    takes_apart: bool = False,
    skip_flow: bool = False,
) -> Checked:
    """Check a ruleset and build its core form. Mistakes go to `diagnostics`; where there are errors, the result is
    not fit for compiling. takes_apart: conditions are kept in parts as well, for a program that says which fails.
    skip_flow: skip the information-flow pass, which takes a sixth of the time; the result must not be compiled."""
    checker = Checker(model, players, options, diagnostics, takes_apart)
    checked = checker.resolved()
    if checked.procedures:
        analysed(checker, checked, skip_flow)
    return checked


def analysed(c: Context, checked: Checked, skip_flow: bool = False) -> None:
    """Prove of the core form what must hold: it ends, fails only where it may, and shows nothing hidden. What is found
    out on the way is written into `checked`. skip_flow: see `check`."""
    procedures, free_alts = checked.procedures, checked.free_alts.values()
    termination.check_nesting(c, procedures)
    feeding.check(c, procedures)
    checked.clashes = overridden.check_conflicts(c, procedures)
    termination.check(procedures, checked.possible_alts, c.asked, c.diagnostics)
    lookahead.check(procedures, free_alts, c.diagnostics)
    if not skip_flow:
        followed = flows.check(c, procedures, free_alts)
        checked.noted, checked.quiet, checked.veiled = followed.noted, followed.quiet, followed.veiled
        if not c.diagnostics.has_errors:
            entries.check(checked, c.diagnostics)

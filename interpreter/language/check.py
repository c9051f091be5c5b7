"""A ruleset checked: its texts resolved to core form, then what can be proved of that form."""

from __future__ import annotations

from interpreter.language.analysis import entries, feeding, flows, lookahead, overridden, termination
from interpreter.language.core.checked import Checked
from interpreter.language.resolve.checker import Checker


def check(c: Checker, skip_flow: bool = False) -> Checked:
    """Build the core form of a ruleset and prove of it what must hold: it ends, fails only where it may, and shows
    nothing hidden. Mistakes go to the checker's diagnostics; where there are errors, the result is not fit for
    compiling.

    skip_flow: skip the information-flow pass, which takes a sixth of the time; the result must not be compiled."""
    checked = c.resolved()
    procedures, free_alts = checked.procedures, checked.free_alts.values()
    if not procedures:
        return checked
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
    return checked

"""The section `allow`: lints that a designer has read and means to leave, each with the reason; L618 for what it does
not meet.

L618:
  message: no {lint} speaks of `{name}`, so nothing is to be allowed
  hint: take it out of `allow`, or write the name as the message of the lint does
  page: >-
    The section `allow` names lints that are meant to be left. This one is no longer reported, or the code or the name
    is another one. With modules chosen, only what those modules allow is looked at.
  failing: |
    do: do harvest
    allow:
      later: {lint: L601, names: harvest, reason: a module uses it}  # <--
  mended: |
    do: end game
    allow:
      later: {lint: L601, names: harvest, reason: a module uses it}
  rest: |
    procedures:
      harvest: {do: end game}
"""

from __future__ import annotations

import re

from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.loading.model import Allowance, Model

_SUBJECT = re.compile(r"`([^`]*)`")
"""What a lint speaks of is what its message names first."""


def leave_out_allowed(model: Model, diagnostics: Diagnostics) -> None:
    """Take the allowed lints out of what all lints have told, and report allowances that allow nothing."""
    wanted = {(a.lint, name) for a in model.allow.values() for name in a.names}
    met = {_key(d) for d in diagnostics if d.is_lint} & wanted
    diagnostics.keep(lambda d: _key(d) not in met)
    for allowance in model.allow.values():
        if _counts_alone(model, allowance):
            for name, span in zip(allowance.names, allowance.name_spans, strict=True):
                if (allowance.lint, name) not in met:
                    diagnostics.add("L618", span, lint=allowance.lint, name=name)


def _key(d: Diagnostic) -> tuple[str, str]:
    subject = _SUBJECT.search(d.message)
    return d.code, subject[1] if subject is not None else ""


def _counts_alone(model: Model, allowance: Allowance) -> bool:
    """Whether no module is chosen but the one that allows it and what that needs: what a lint says of a ruleset alone
    may be mended by a module, and is to be allowed all the same."""
    needs = {m.id: m.needs for m in model.modules}
    expected = [allowance.origin] if allowance.origin in needs else []
    for module in expected:  # grows
        expected += [need for need in needs.get(module, ()) if need not in expected]
    return set(needs) <= set(expected)

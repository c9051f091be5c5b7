"""A model checked in all its variants, and what of it is worth telling after mistakes of loading."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.collecting import no_collection
from interpreter.diagnostics import Diagnostics, Span
from interpreter.language import lints
from interpreter.language.core.checked import Checked
from interpreter.language.lints.misspelt import point_at_declarations
from interpreter.loading.model import Model
from interpreter.ruleset import Variant, may_be_checked, without_echoes

MOST_VARIANTS = 300
"""Numbers of players and values of options together: a ruleset is checked for each."""


def variants(model: Model) -> list[tuple[int, dict[str, object]]]:
    """Players and options for which a ruleset is checked: every player count with the default options, and each other
    value of each option at the smallest count."""
    counts = model.game.players
    out: list[tuple[int, dict[str, object]]] = [(n, {}) for n in counts]
    for option in model.game.options.values():
        out += [(counts[0], {option.id: value}) for value in option.values if value != option.default]
    return out


def check_all(model: Model, diagnostics: Diagnostics) -> list[Checked]:
    """Check a model in all its variants, as `check_model` does, in one go."""
    checked: list[Checked] = []
    for _ in check_model(model, diagnostics, checked):
        pass
    return checked


def check_model(
    model: Model, diagnostics: Diagnostics, checked: list[Checked] | None = None, *, preview_first: bool = False
) -> Iterator[int]:
    """Check a model variant by variant and give the number of variants checked after each; then come lints.

    Nothing is checked of an incomplete model, nor after mistakes of loading that may have cost more than one field:
    each name declared in what was left out would be missed.

    diagnostics: what loading has reported; each step adds what is no echo of that. checked: takes what
    each variant comes to. preview_first: of several variants the first is also checked before all others, without
    the slow information-flow pass, as an early answer.
    """
    checked = [] if checked is None else checked
    point_at_declarations(model, diagnostics)
    known = diagnostics.errors
    if not may_be_checked(model, diagnostics):
        return
    is_sound, number = True, 0
    wanted = variants(model)
    if len(wanted) > MOST_VARIANTS:
        diagnostics.add("E376", _crossing(model), most=MOST_VARIANTS, found=len(wanted))
        wanted = wanted[:1]
    numbered = [(n, players, options, False) for n, (players, options) in enumerate(wanted, 1)]
    if preview_first and len(numbered) > 1:
        numbered.insert(0, (*numbered[0][:3], True))
    for number, players, options, hasty in numbered:
        variant = Variant(model, players, options, skip_flow=hasty)
        if not hasty:
            checked.append(variant.checked)
        is_sound = is_sound and not variant.found.has_errors
        told = {(d.code, d.span) for d in diagnostics}  # with other players or options the numbers in it may be others
        found = without_echoes(variant.found, known)
        diagnostics.extend(d for d in found if d.span is None or (d.code, d.span) not in told)
        yield number
    if is_sound:
        remarks = Diagnostics()
        with no_collection():
            lints.check(model, remarks, checked)
        diagnostics.extend(without_echoes(remarks, known))
        yield number


def _crossing(model: Model) -> Span | None:
    """Where the option stands with which there are too many."""
    count = len(model.game.players)
    for option in model.game.options.values():
        count += len(option.values) - 1
        if count > MOST_VARIANTS:
            return option.span
    return model.game.span

"""W: for `why`, what a decision does not even list, and the condition that keeps it out. In the plain form only."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.diagnostics import Span
from interpreter.language.analysis.costs import CANDIDATE
from interpreter.language.codegen.apart import Apart
from interpreter.language.codegen.listing import Writer
from interpreter.language.codegen.pycode import iterable, spent, test, value
from interpreter.language.core import FALSE, TRUE, Alt, Bind, Check, Clause, Fold, Op, Reason, Var, X, both, free_vars
from interpreter.language.resolve.clauses import comparison

Numbered = Callable[[Check], int]
"""The number of a check's reason among those of the program."""


class Refuser:
    """Writes the loops of one alternative, in which every test that fails notes what it keeps out.

    Each note is (option as far as it was chosen, number of the reason, needed, there, what the condition comes to part
    by part, None where it is not known). `absent` notes what the first thing that a key
    names is chosen from.
    """

    def __init__(self, w: Writer, inlined: Callable[[X], X], reason: Numbered, apart: Apart) -> None:
        self.w = w
        self.inlined = inlined
        self.reason = reason
        self.apart = apart

    def alternative(self, alt: Alt, number: int, place: Span) -> None:
        w = self.w
        for let in alt.lets:
            w(f"{let.var} = {value(self.inlined(let.value))}")
        at = alt.span or place
        inner = w if alt.when is None else self._tests(w, alt.when, (str(number),), alt.when_at or at, alt.checks)
        shown = [bind for bind in alt.binds if bind.shown]
        # Of several in a key of its own the others are not known, so that it could not be made.
        self._chooses = shown[0] if len(shown) == 1 or (shown and alt.key is None) else None
        self._binds(inner, alt.binds, (str(number),), at)

    def _binds(self, w: Writer, binds: tuple[Bind, ...], chosen: tuple[str, ...], place: Span) -> None:
        if not binds:
            w("pass")
            return
        bind, later = binds[0], binds[1:]
        at = bind.at or place
        inner = w.into()
        known = free_vars(bind.domain)
        if bind is self._chooses and bind.among is not None:
            self._note(w, chosen, Reason("absent", at, clause=bind.among), known)
        w("empty = True")
        if bind.extreme is not None:
            assert bind.value is not None
            own = both([] if bind.test is None else [self.inlined(bind.test)])
            best = Fold(
                bind.extreme, bind.var, self.inlined(bind.domain), own, self.inlined(bind.value), bind.domain.type
            )
            w(f"best = list({iterable(best)})")
            w(f"for {bind.var} in best[:1]:")
            inner(f"best_value = {value(self.inlined(bind.value))}")
        w(f"for {bind.var} in {spent(CANDIDATE, iterable(self.inlined(bind.domain)))}:")
        inner("empty = False")
        kept = (*chosen, bind.var)
        passed = inner if bind.test is None else self._tests(inner, bind.test, kept, at, clause=bind.clause)
        if bind.extreme is not None:
            passed(f"if {bind.var} not in best:")
            how = ">=" if bind.extreme == "most" else "<="
            why = Reason("not_best", at, Var("best_value"), bind.value, compares=how)
            self._note(passed.into(), kept, why)
            passed("else:")
            passed = passed.into()
        self._binds(passed, later, kept, at)
        if later:
            inner("empty = False")
        w("if empty:")
        self._note(w.into(), chosen, Reason("nothing", at, clause=bind.among), known)

    def _tests(
        self,
        w: Writer,
        condition: X,
        chosen: tuple[str, ...],
        at: Span,
        checks: tuple[Check, ...] = (),
        clause: Clause | None = None,
    ) -> Writer:
        """An `if` for each part of the condition; the writer of what stands where all hold. checks: the requirements
        among the parts. clause: the condition taken apart."""
        required = {check.test: check.reason for check in checks}
        parts = condition.args if isinstance(condition, Op) and condition.operator == "and" else (condition,)
        word = "if"
        for part in parts:
            x = self.inlined(part)
            if x == TRUE:
                continue
            w(f"{word} {'True' if x == FALSE else f'not {test(x)}'}:")
            why = required.get(part)
            if why is None:
                compares, have, need = comparison(x) or ("", None, None)
                why = Reason("where", at, need, have, compares=compares, clause=clause)
            self._note(w.into(), chosen, why, free_vars(condition))
            word = "elif"
        if word == "elif":
            w("else:")
            return w.into()
        return w

    def _note(self, w: Writer, chosen: tuple[str, ...], why: Reason, known: frozenset[str] = frozenset()) -> None:
        """known: the locals that have a value here."""
        apart = self.apart.call(why.clause, known)
        need, have = ("None" if x is None else value(self.inlined(x)) for x in (why.need, why.have))
        w(f"out.append((({', '.join(chosen)},), {self.reason(Check(TRUE, why))}, {need}, {have}, {apart}))")

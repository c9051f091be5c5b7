"""W: for `why`, what a decision does not even list, and the condition that keeps it out. In the plain form only."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.diagnostics import Span
from interpreter.language.core import FALSE, TRUE, Alt, Bind, Check, Fold, Op, Reason, X, both
from interpreter.language.listing import Writer
from interpreter.language.pycode import iterable, test, value
from interpreter.language.types import INT

Numbered = Callable[[Check], int]
"""The number of a check's reason among those of the program."""


class Refuser:
    """Writes the loops of one alternative, in which every test that fails notes what it keeps out.

    Each note is (option as far as it was chosen, number of the reason, needed, there).
    """

    def __init__(self, w: Writer, inlined: Callable[[X], X], reason: Numbered) -> None:
        self.w = w
        self.inlined = inlined
        self.reason = reason

    def alternative(self, alt: Alt, number: int, place: Span) -> None:
        w = self.w
        for let in alt.lets:
            w(f"{let.var} = {value(self.inlined(let.value))}")
        at = alt.span or place
        inner = w if alt.when is None else self._tests(w, alt.when, (str(number),), alt.when_at or at)
        self._binds(inner, alt.binds, (str(number),), at)

    def _binds(self, w: Writer, binds: tuple[Bind, ...], chosen: tuple[str, ...], place: Span) -> None:
        if not binds:
            w("pass")
            return
        bind, later = binds[0], binds[1:]
        at = bind.at or place
        inner = w.into()
        w("empty = True")
        if bind.extreme is not None:
            assert bind.value is not None
            own = both([] if bind.test is None else [self.inlined(bind.test)])
            best = Fold(
                bind.extreme, bind.var, self.inlined(bind.domain), own, self.inlined(bind.value), bind.domain.type
            )
            w(f"best = list({iterable(best)})")
        w(f"for {bind.var} in {iterable(self.inlined(bind.domain))}:")
        inner("empty = False")
        kept = (*chosen, bind.var)
        passed = inner if bind.test is None else self._tests(inner, bind.test, kept, at)
        if bind.extreme is not None:
            passed(f"if {bind.var} not in best:")
            self._note(passed.into(), kept, "not_best", at)
            passed("else:")
            passed = passed.into()
        self._binds(passed, later, kept, at)
        if later:
            inner("empty = False")
        w("if empty:")
        self._note(w.into(), chosen, "nothing", at)

    def _tests(self, w: Writer, condition: X, chosen: tuple[str, ...], at: Span) -> Writer:
        """An `if` for each part of the condition; the writer of what stands where all hold."""
        parts = condition.args if isinstance(condition, Op) and condition.operator == "and" else (condition,)
        word = "if"
        for part in parts:
            x = self.inlined(part)
            if x == TRUE:
                continue
            w(f"{word} {'True' if x == FALSE else f'not {test(x)}'}:")
            need = have = "None"
            if isinstance(x, Op) and x.operator in (">", ">=", "<", "<=") and all(a.type == INT for a in x.args):
                have, need = value(x.args[0]), value(x.args[1])
            self._note(w.into(), chosen, "where", at, need, have)
            word = "elif"
        if word == "elif":
            w("else:")
            return w.into()
        return w

    def _note(
        self, w: Writer, chosen: tuple[str, ...], kind: str, at: Span, need: str = "None", have: str = "None"
    ) -> None:
        number = self.reason(Check(TRUE, Reason(kind, at)))
        w(f"out.append((({', '.join(chosen)},), {number}, {need}, {have}))")

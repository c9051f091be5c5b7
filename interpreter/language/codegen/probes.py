"""Generators whose programs note what ran: which statements and branches, which options were taken, which rules changed
a value. For coverage; the ordinary program has nothing of it.

What is noted counts only while a state is played, not while one is tried out: the machine names the state that is live
(see interpreter.runtime.probing).
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from interpreter.diagnostics import Span
from interpreter.language.codegen import Context, Generator
from interpreter.language.codegen.callers import CallableGenerator
from interpreter.language.codegen.frames import Kont
from interpreter.language.codegen.listing import Writer
from interpreter.language.core import (
    FALSE,
    TRUE,
    Act,
    Alt,
    Body,
    ChooseSome,
    Cond,
    Const,
    Decide,
    Fold,
    If,
    IfPossible,
    Invoke,
    Loop,
    Prim,
    S,
    X,
    rebuilt,
)
from interpreter.program import FREE, AltInfo, Probe

NOTES = """\
LIVE = [None]
HITS = {}
TAKEN = {}
def hit(s, n):
    if s is LIVE[0]:
        HITS[n] = HITS.get(n, 0) + 1
def seen(s, n, x):
    if s is LIVE[0]:
        HITS[n] = HITS.get(n, 0) + 1
    return x
def took(s, d, c):
    if s is LIVE[0]:
        TAKEN[d, c] = TAKEN.get((d, c), 0) + 1"""
"""What the probes of a program call."""


class Probing(Generator):
    """Writes a probe before every statement that stands in the rules, in every branch, option and modified value."""

    def __post_init__(self) -> None:
        self._numbers: dict[tuple[str, str, int, int], int] = {}
        values = {name: replace(v, result=self._watched(v.result)) for name, v in self.checked.values.items()}
        self.checked = replace(self.checked, values=values)
        self.analysis.values = values
        self.analysis.remembers = False
        super().__post_init__()

    def _probe(self, kind: str, span: Span) -> int:
        key = (kind, span.path, span.start, span.end)
        if key not in self._numbers:
            self._numbers[key] = len(self.probes)
            self.probes.append(Probe(kind, span))
        return self._numbers[key]

    def _watched(self, x: X) -> X:
        """A formula that notes where a rule changes its value."""
        x = rebuilt(x, self._watched)
        if isinstance(x, Cond) and x.at is not None:
            return replace(x, then=self._seen(x.then, x.at))
        if isinstance(x, Fold) and x.at is not None and x.value is not None:
            return replace(x, value=self._seen(x.value, x.at))
        return x

    def _seen(self, x: X, at: Span) -> X:
        return Prim("seen", (Const(self._probe("rule", at)), x), x.type, with_state=True)

    def _constants(self) -> list[str]:
        return [*super()._constants(), NOTES]

    # ---- statements and branches

    def _note(self, s: S, w: Writer) -> None:
        if s.at is not None:
            w(f"hit(s, {self._probe('statement', s.at)})")

    def _straight_one(self, s: S, w: Writer, ctx: Context) -> None:
        self._note(s, w)
        super()._straight_one(s, w, ctx)

    def _suspending(self, s: S, after: Body, inner: Context, ctx: Context, w: Writer) -> None:
        self._note(s, w)
        super()._suspending(s, after, inner, ctx, w)

    def _entering(self, s: Invoke, ctx: Context) -> Kont | None:
        return super()._entering(s, ctx) if s.at is None else None

    def _unchecked(self, body: Body) -> Body:
        return body  # every check is noted

    def _emptying(self, s: Loop, over: X) -> X | None:
        return None  # every single move is noted

    def _straight_if(self, s: If, w: Writer, ctx: Context) -> None:
        super()._straight_if(self._branches(s), w, ctx)

    def _if(self, s: If, ctx: Context, w: Writer) -> None:
        super()._if(self._branches(s), ctx, w)

    def _if_possible(self, s: IfPossible, ctx: Context, w: Writer) -> None:
        then, other = self._marks(s)
        super()._if_possible(replace(s, body=(*then, *s.body), other=(*other, *s.other)), ctx, w)

    def _branches(self, s: If) -> If:
        if s.test in (TRUE, FALSE):
            return s
        then, other = self._marks(s)
        return replace(s, then=(*then, *s.then), other=(*other, *s.other))

    def _marks(self, s: If | IfPossible) -> tuple[Body, Body]:
        """What notes either branch; nothing where a statement asks by itself, which is no branch of the rules."""
        if s.at is None or not s.at.text.startswith("if"):
            return (), ()
        then, other = (Act("hit", (Const(self._probe(kind, s.at)),), frozenset()) for kind in ("then", "else"))
        return (then,), (other,)

    # ---- options

    def _apply(
        self, d: int, s: Decide, ctx: Context, vars_: tuple[str, ...], who: str, skip_body: Body, infos: list[AltInfo]
    ) -> None:
        super()._apply(d, s, ctx, vars_, who, skip_body, infos)
        self._note_option(f"A{d}", f"took(s, {d}, c)")

    def choose_some(self, s: ChooseSome, ctx: Context, w: Writer) -> None:
        super().choose_some(s, ctx, w)
        d = next(reversed(self.decisions))
        self._note_option(f"A{d}", f"took(s, {d}, src[c] if c >= 0 else -1)")

    def _note_option(self, name: str, note: str) -> None:
        """Put a note behind the line that takes the frame of a function apart."""
        i = next(i for i in reversed(range(len(self.functions))) if self.functions[i].startswith(f"def {name}("))
        head, frame, *lines = self.functions[i].split("\n")
        self.functions[i] = "\n".join([head, frame, f"    {note}", *lines])

    def _free_apply(self, w: Writer, alt: Alt, who: str, number: int) -> None:
        w(f"if c[0] == {number}:")
        w(f"    took(s, {FREE}, c)")
        super()._free_apply(w, alt, who, number)


class ProbedGenerator(Probing, Generator):
    """For simulations."""


class TryingGenerator(Probing, Generator):
    """For simulations that also look for what is refused: every option is tried to the end."""

    is_plain: ClassVar[bool] = True


class ProbedCallableGenerator(Probing, CallableGenerator):
    """For scenarios: can be entered anywhere, and every option is tried, so that refusals are noted."""

    is_plain: ClassVar[bool] = True

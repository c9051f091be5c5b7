"""A decision asked anew after a free action, from the position as it then is (Q).

A frame keeps what was computed before the decision was come to: lists, amounts, limits. With a free action in between
these would be those of a position that is gone. So what the question is made of is worked out once more, and of the
answers given so far those are kept that it still allows. Units picked for a payment are paid before the free action
begins (B). What was laid so far is as good as done: a free action that would take it away again fails (`binds`).
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from interpreter.language.codegen.alike import Alike
from interpreter.language.codegen.frames import Context, defined_by, used_by
from interpreter.language.codegen.listing import Writer
from interpreter.language.core import ChooseSome, Decide, Let, Spread
from interpreter.records import mutable


@mutable
class Again(Alike):
    """Writes how decisions are asked anew."""

    @abstractmethod
    def _asked_spread(self, s: Spread, w: Writer) -> None: ...

    @abstractmethod
    def _come_to_spread(self, d: int, s: Spread, ctx: Context, vars_: tuple[str, ...], who: str, w: Writer) -> None: ...

    def asked_of(self, s: Decide | ChooseSome | Spread, ctx: Context) -> set[str]:
        """The locals that a frame keeps for it; none in rulesets without free actions."""
        if not self.checked.free:
            return set()
        own = {v for q in ctx.question for v in defined_by(q)}
        also = () if isinstance(s, Decide) else (s, *ctx.carrying) if isinstance(s, ChooseSome) and s.due else (s,)
        return used_by((*ctx.question, *also)) - own - {s.var if isinstance(s, ChooseSome | Spread) else ""}

    def _anew(self, d: int, ctx: Context, due: str = "") -> Writer:
        """The beginning of Q: the question. A writer for the rest. due: the local that says how much is due; where some
        of it was paid, the rest is."""
        w = Writer()
        self.again.add(d)
        known = next((i for i, s in enumerate(ctx.question, 1) if isinstance(s, Let) and s.var == due), 0)
        self.straight(ctx.question[:known], w, ctx)
        if known:
            w(f"if paid: {due} = owed")
            w(f"else: owed = {due}")
        self.straight(ctx.question[known:], w, ctx)
        return w

    def decide_again(self, d: int, vars_: tuple[str, ...], who: str, ctx: Context) -> None:
        if not (self.checked.free and ctx.question):
            return
        w = self._anew(d, ctx)
        w(f"s[0] = ({', '.join([str(d), who, *vars_, 'up'])})")
        w("return None")
        self._define(f"Q{d}", vars_, w, who)

    def picks(self, s: ChooseSome) -> tuple[str, ...]:
        """What a frame keeps of a choice of several: what may be chosen and what was; of a payment also how much was
        owed when it was asked, and whether some of it is paid."""
        own = ("src", "signs", "pos", "chosen", "low", "high")
        return (*own, "owed", "paid") if s.due else own

    def choose_some_again(self, d: int, s: ChooseSome, kept: tuple[str, ...], who: str, ctx: Context) -> None:
        if not self.checked.free:
            return
        vars_ = (*kept, *self.picks(s))
        w = self._anew(d, ctx, s.due)
        w("before = chosen")
        w(f"low = {self.value(s.low)}")
        w(f"high = {self.value(s.high)}")
        w(f"chosen, src = still_chosen(chosen, {self.value(s.source)}, high)")
        if s.due:
            w("if len(chosen) < len(before):")
            w("    return 1")
        w(f"signs = tuple({self._signs(s.item, 'src')})")
        w("pos = 0")
        w(f"s[0] = ({', '.join([str(d), who, *vars_, 'up'])})")
        w("return None")
        self._define(f"Q{d}", vars_, w, who)
        if s.due and not any(self.analysis.suspends(x) for x in ctx.carrying):
            self._paid(d, s, vars_, who, ctx)

    def _paid(self, d: int, s: ChooseSome, vars_: tuple[str, ...], who: str, ctx: Context) -> None:
        """B: carry out what was picked so far, before a free action."""
        self.settling.add(d)
        w = Writer()
        w("if not chosen: return None")
        w(f"{s.var} = chosen")
        self.straight(ctx.carrying, w, replace(ctx, scope=(*ctx.scope, s.var)))
        w("owed -= len(chosen)")
        w("paid = True")
        w("chosen = ()")
        w(f"return Q{d}(s, ({', '.join([str(d), who, *vars_, 'up'])}))")
        self._define(f"B{d}", vars_, w, who)

    def spread_again(self, d: int, s: Spread, kept: tuple[str, ...], who: str, ctx: Context) -> None:
        if not self.checked.free:
            return
        vars_ = (*kept, "where", "caps", "left", "laid", "low", "high", "held")
        w = self._anew(d, ctx)
        w("before = held_by_place(where, held, spread_shares(laid, (), caps))")
        self._asked_spread(s, w)
        w("held = still_held(before, where, caps, high)")
        if s.binds:
            w("if sum(held) < sum(before.values()):")
            w("    return 1")
        w("if held:")
        w("    caps = tuple([caps[i] - held[i] for i in range(len(caps))])")
        w("    low -= sum(held)")
        w("    high -= sum(held)")
        self._come_to_spread(d, s, ctx, vars_, who, w)
        self._define(f"Q{d}", vars_, w, who)

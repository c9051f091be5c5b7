"""Decisions: for each the listing of its options (R raw, O legal), whether there are n of them (H), what an option does
(A), what happens where there is none (V), and the listing with free actions or of a draw (C). What the machine runs at
a decision is its listing: it carries out the last option that is left by itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter.bounds import MOST_OPTIONS, TRIAL_STEPS
from interpreter.language import core
from interpreter.language.codegen.again import Again
from interpreter.language.codegen.frames import RETURN, Context, used_by
from interpreter.language.codegen.listing import Found, Writer
from interpreter.language.codegen.pycode import identifier
from interpreter.language.codegen.refusing import Refuser
from interpreter.program import PAYMENT, AltInfo, BindInfo, DecisionInfo
from interpreter.program.types import BOOL, INT
from interpreter.records import mutable

_ONE_WAY = "len(o) == 1"
_TRIED = "c for c in o if trial(s, f, {}, c)"


@mutable
class Asking(Again):
    """Writes decisions of players and of chance."""

    # ---- decisions

    def decide(self, s: core.Decide, ctx: Context, w: Writer) -> None:
        d = self.label("decision")
        skip_body = s.skip[1] if s.skip else ()
        used = used_by((replace(s, who=core.Const(0)),)) | set(ctx.k.vars) | set(ctx.leave.vars)
        used |= {v for ref in ctx.loops if ref.kont for v in ref.kont.vars} | self.asked_of(s, ctx)
        who = s.who.name if isinstance(s.who, core.Var) else "who"
        vars_ = tuple(v for v in ctx.scope if v in used and v != who)
        inner = replace(ctx, scope=tuple(dict.fromkeys([*vars_, who])))
        infos = self._listing(d, s, inner, vars_, who)
        self._apply(d, s, inner, vars_, who, skip_body, infos)
        self._code(d, vars_, who, inner, _ONE_WAY if s.prompt == PAYMENT else "")
        self.decide_again(d, vars_, who, inner)
        self.decisions[d] = DecisionInfo(
            d,
            "choose",
            s.prompt,
            s.menu,
            ctx.procedure,
            tuple(infos),
            s.skip[0] if s.skip else None,
            None,
            s.span,
            vars_,
            secret=(*ctx.together, *(name for name, _ in s.secret)) if s.secret else (),
            unanswered=tuple(empty for _, empty in s.secret),
            bound=tuple((name, var.type, vars_.index(var.name)) for name, var in s.told if var.name in vars_),
            is_quiet=s.span in self.checked.quiet,
        )
        self._wait(d, [self.value(s.who), *vars_], ctx, w)

    def _wait(self, d: int, values: list[str], ctx: Context, w: Writer) -> None:
        """Come to a decision. Its options are listed at once, unless somebody may only want to know that it is due."""
        function = f"C{d}" if self.kinds[d] == "chance" else f"O{d}"
        self._lay(f"({', '.join([str(d), *values, 'up'])})", function, w, directly=self._is_listed_at_once(d, ctx))

    def _is_listed_at_once(self, d: int, ctx: Context) -> bool:
        return not ctx.marked and d not in self.trying and not self.checked.free

    def can_choose(self, s: core.Decide, ctx: Context) -> core.X:
        """A test whether anything but declining is open at a decision that is still to come, at once or by free actions
        of whoever decides. Its function lists a decision of the same alternatives that is never waited at."""
        d = self.label("decision")
        self.foreseen[d] = s.menu
        same = replace(s, skip=None, pauses=())
        who = s.who.name if isinstance(s.who, core.Var) else "who"
        used = used_by((replace(same, who=core.Const(0)),))
        used |= {v for ref in ctx.loops if ref.kont for v in ref.kont.vars}
        vars_ = tuple(v for v in ctx.scope if v in used and v != who)
        inner = Context((*vars_, who), RETURN, RETURN, True, False, (), ctx.procedure, ctx.loops, ctx.together)
        infos = self._listing(d, same, inner, vars_, who)
        self._apply(d, same, inner, vars_, who, (), infos)
        self._code(d, vars_, who, inner)
        listed = f"O{d}(s, f)"
        if self.checked.free:
            listed = f"with_free(s, f, {d}, {listed})"
        head = ", ".join(["s", who, *vars_])
        frame = ", ".join([str(d), who, *vars_, "None"])
        self.functions.append(f"def open_{d}({head}):\n    f = ({frame})\n    return {listed} != []")
        return core.Prim(f"open_{d}", (s.who, *(core.Var(v, INT) for v in vars_)), BOOL, with_state=True)

    def _alt_info(self, alt: core.Alt, legality: str) -> AltInfo:
        names = dict(alt.names)
        noted = self.checked.noted
        shown = tuple(BindInfo(names.get(b.var, "self"), b.type, b.shown, b.at, b.var in noted) for b in alt.binds)
        return AltInfo(alt.label, alt.action, alt.key, shown, alt.span, legality, alt.span in noted)

    def _listing(self, d: int, s: core.Decide, ctx: Context, vars_: tuple[str, ...], who: str) -> list[AltInfo]:
        """R: options by domains, tests and guards. O: those of them that survive a trial, where one is needed."""
        w = Writer()
        w("out = []")
        infos, sure = self._options(s, ctx, (*vars_, who), w)
        self.weights[d] = TRIAL_STEPS + sum(self.costs.option(alt) for alt in s.alts)
        if s.skip is not None:
            w("out.append((-1,))")
        w(
            "return options_of(out)"
            if sum(self.costs.candidates(a.binds) for a in s.alts) > MOST_OPTIONS
            else "return out"
        )
        self._define(f"R{d}", vars_, w, who)
        if self.plain:
            self._refused(d, s, vars_, who)
        skip_needs_trial = self._skip_needs_trial(s, ctx)
        self._filter(d, s, ctx, vars_, who, sure, core.FALSE if skip_needs_trial else core.TRUE)
        own_rest_fails = ctx.marked and self._fails_later((), ctx)
        is_sure = all(x == core.TRUE for x in sure) and not skip_needs_trial and not own_rest_fails
        if is_sure or (ctx.follow is not None and s.skip is None and self.analysis.has_way_out(s, ctx.follow)):
            self.easy.add(d)
        return infos

    def _skip_needs_trial(self, s: core.Decide, ctx: Context) -> bool:
        """Whether only a trial can tell that declining is possible."""
        if s.skip is None or not ctx.marked:
            return False
        return self.analysis.any_fails(s.skip[1]) or self._fails_later((), ctx) or self.plain

    def _options(
        self,
        s: core.Decide,
        ctx: Context,
        available: Iterable[str],
        w: Writer,
        found: Found | None = None,
        bare: bool = False,
    ) -> tuple[list[AltInfo], list[core.X]]:
        """Write the listing of options by domains, tests and guards. found: writes what happens with each (by default
        it is laid into `out`). bare: of an option with one binding only what is bound is told. Gives what is known of
        each alternative, and where it is sure that an option which passes can be carried out."""
        infos: list[AltInfo] = []
        sure: list[core.X] = []
        lay: Found = found or (lambda iw, text: iw(f"out.append({text})"))
        for i, alt in enumerate(s.alts):
            guard, certain = self._guard(s, alt, ctx)
            legality = "search" if certain != core.TRUE else "none" if guard == core.TRUE else "guard"
            sure.append(certain)
            infos.append(self._alt_info(alt, legality))
            self.lister.alternative(w, alt, lay, i, guard, {*available}, bare=bare)
        return infos, sure

    def _refused(self, d: int, s: core.Decide, vars_: tuple[str, ...], who: str) -> None:
        w = Writer()
        w("out = []")
        for i, alt in enumerate(s.alts):
            Refuser(w, self.inlined, self._reason, self.apart).alternative(alt, i, s.span)
        w("return out")
        self._define(f"W{d}", vars_, w, who)
        self.refusing.add(d)

    def _guard(self, s: core.Decide, alt: core.Alt, ctx: Context) -> tuple[core.X, core.X]:
        """A test that an option must pass, and where it is sure that one which does can be carried out."""
        if self.plain:
            return core.TRUE, core.FALSE
        if not ctx.marked and not s.is_block:
            return core.TRUE, core.TRUE
        if ctx.marked and ctx.follow is None:
            return self.guards.guard(alt.body).test, core.FALSE
        guard = self.guards.guard((*alt.body, *(ctx.follow or ())) if ctx.marked else alt.body)
        return guard.test, guard.is_sure

    def _filter(
        self, d: int, s: core.Decide, ctx: Context, vars_: tuple[str, ...], who: str, sure: list[core.X], skip: core.X
    ) -> None:
        """O: options by R that are sure to be possible, and those of the others that survive a trial. H: whether there
        are n of them, with no more trials than it takes."""
        certain = skip == core.TRUE and all(x == core.TRUE for x in sure)
        if certain and not ctx.marked:
            self.functions.append(f"O{d} = R{d}")
            return
        if certain or skip == core.FALSE and all(x == core.FALSE for x in sure):
            self._tried(d, spared=certain)
            return
        self._sureness(d, s, vars_, who, sure, skip)
        o, h = Writer(indent=1), Writer(indent=1)
        for w in (o, h):
            w(f"o = R{d}(s, f)")
        if ctx.marked:
            for w, out in ((o, f"[{_TRIED}]"), (h, f"as_many(n, ({_TRIED}))")):
                w("if can_fail_above(f[-1]):")
                w(f"    return {out.format(d)}")
        o(f"return [c for c in o if U{d}(s, f, c) or trial(s, f, {d}, c)]")
        h("if len(o) < n:")
        h("    return False")
        h(f"n -= sum([1 for c in o if U{d}(s, f, c)])")
        h(f"return n <= 0 or as_many(n, (c for c in o if not U{d}(s, f, c) and trial(s, f, {d}, c)))")
        self._tells(d, o, h)

    def _tried(self, d: int, *, spared: bool) -> None:
        """O and H where every option needs a trial. spared: only if something further up can fail."""
        o, h = Writer(indent=1), Writer(indent=1)
        for w in (o, h):
            w(f"o = R{d}(s, f)")
        if spared:
            for w, out in ((o, "o"), (h, "len(o) >= n")):
                w("if not can_fail_above(f[-1]):")
                w(f"    return {out}")
        o(f"return [{_TRIED.format(d)}]")
        h(f"return as_many(n, ({_TRIED.format(d)}))")
        self._tells(d, o, h)

    def _tells(self, d: int, o: Writer, h: Writer) -> None:
        self.functions.append("\n".join([f"def O{d}(s, f):", *o.lines]))
        self.functions.append("\n".join([f"def H{d}(s, f, n):", *h.lines]))
        self.trying.add(d)

    def _sureness(
        self, d: int, s: core.Decide, vars_: tuple[str, ...], who: str, sure: list[core.X], skip: core.X
    ) -> None:
        """U: whether an option listed by R is sure to be possible."""
        w = Writer()
        w("if c[0] < 0:")
        w(f"    return {skip == core.TRUE}")
        for i, (alt, x) in enumerate(zip(s.alts, sure, strict=True)):
            if x == core.TRUE:
                continue
            w(f"if c[0] == {i}:")
            inner = w.into()
            if x == core.FALSE:
                inner("return False")
                continue
            for let in alt.lets:
                inner(f"{let.var} = {self.value(let.value)}")
            for j, bind in enumerate(alt.binds):
                inner(f"{bind.var} = c[{j + 1}]")
            inner(f"return {self.test(x)}")
        w("return True")
        self._define(f"U{d}", vars_, w, who, ", c")

    def _apply(
        self,
        d: int,
        s: core.Decide,
        ctx: Context,
        vars_: tuple[str, ...],
        who: str,
        skip_body: core.Body,
        infos: list[AltInfo],
    ) -> None:
        w = Writer(direct=True)
        if s.skip is not None:
            w("if c[0] < 0:")
            self.compile(skip_body, ctx, w.into())
        for i, alt in enumerate(s.alts):
            inner_w = w
            if i < len(s.alts) - 1:
                w(f"if c[0] == {i}:")
                inner_w = w.into()
            for let in alt.lets:
                inner_w(f"{let.var} = {self.value(let.value)}")
            for j, bind in enumerate(alt.binds):
                inner_w(f"{bind.var} = c[{j + 1}]")
            scope = tuple(dict.fromkeys([*ctx.scope, *(let.var for let in alt.lets), *(b.var for b in alt.binds)]))
            inner = replace(ctx, scope=scope)
            if not s.is_block:
                self.compile(alt.body, inner, inner_w)
            elif infos[i].legality != "search" and not ctx.marked:
                self._block_body(alt.body, inner, inner_w)
            elif not ctx.marked:
                live = self._block_vars(alt.body, inner)
                label = self._sub_body(alt.body, live, inner)
                inner_w(f"s[0] = ({', '.join([str(label), *live, 'up'])})")
                inner_w("return None")
            else:
                self._block_body(alt.body, inner, inner_w)
        if not s.alts:
            w("return 1")
        self._define(f"A{d}", vars_, w, who, ", c")

    def _code(self, d: int, vars_: tuple[str, ...], who: str, ctx: Context, forced: str = "") -> None:
        """V: what happens where no option is left, if anything does. C: the options with the free actions.

        forced: an only option that is carried out even where a free action could come first, as a test of the options
        `o`: how something is paid, and that all is paid.
        """
        if ctx.soft:
            self.soft.add(d)
            leave = Writer()
            self.jump(ctx.leave, leave)
            self._define(f"V{d}", vars_, leave, who)
        if self.checked.free:
            w = Writer(indent=1)
            w(f"o = O{d}(s, f)")
            w(f"return {f'o if {forced} else ' if forced else ''}with_free(s, f, {d}, o)")
            self.functions.append("\n".join([f"def C{d}(s, f):", *w.lines]))

    def _plain_decision(self, d: int, ctx: Context, vars_: tuple[str, ...], who: str, forced: str = "") -> None:
        """O from R for decisions whose options are numbers: a trial only where something after them can fail."""
        if ctx.marked:
            spared = not self.plain and not self._fails_later((), ctx)
            if spared:
                self.easy.add(d)
            self._tried(d, spared=spared)
        else:
            self.easy.add(d)
            self.functions.append(f"O{d} = R{d}")
        self._code(d, vars_, who, ctx, forced)

    def choose_some(self, s: core.ChooseSome, ctx: Context, w: Writer) -> None:
        d = self.label("decision")
        who = s.who.name if isinstance(s.who, core.Var) else "who"
        own = self.picks(s)
        asked = self.asked_of(s, ctx)
        kept = tuple(v for v in ctx.scope if (v in ctx.k.vars or v in ctx.leave.vars or v in asked) and v != who)
        vars_ = (*kept, *own)
        r = Writer()
        r("return some_options(src, signs, pos, len(chosen), low, high)")
        self._define(f"R{d}", vars_, r, who)
        a = Writer()
        a("if c < 0:")
        a(f"    {s.var} = chosen")
        self.jump(replace(ctx.k), a.into())
        again = [str(d), who, *kept, "src", "signs", "c + 1", "(*chosen, src[c])", *own[4:], "up"]
        a(f"s[0] = ({', '.join(again)})")
        a("return None")
        self._define(f"A{d}", vars_, a, who, ", c")
        at = 2 + len(kept)
        forced = "" if not s.due else f"one_way(o, *f[{at}:{at + 5}])" if s.prompt == "pay" else "o == [-1]"
        self._plain_decision(d, replace(ctx, soft=False), vars_, who, forced)
        self.choose_some_again(d, s, kept, who, ctx)
        self.decisions[d] = DecisionInfo(
            d,
            "some",
            s.prompt,
            "",
            ctx.procedure,
            (),
            None,
            s.item,
            s.span,
            vars_,
            secret=(*ctx.together, *(name for name, _ in s.secret)) if s.secret else (),
            unanswered=tuple(empty for _, empty in s.secret),
        )
        w(f"src = {self.value(s.source)}")
        w(f"signs = tuple({self._signs(s.item, 'src')})")
        first = ["src", "signs", "0", "()", self.value(s.low), self.value(s.high), *((s.due, "False") if s.due else ())]
        self._wait(d, [self.value(s.who), *kept, *first], ctx, w)

    def spread(self, s: core.Spread, ctx: Context, w: Writer) -> None:
        d = self.label("decision")
        who = s.who.name if isinstance(s.who, core.Var) else "who"
        own = ("where", "caps", "left", "laid", "low", "high", *(("held",) if self.checked.free else ()))
        asked = self.asked_of(s, ctx)
        kept = tuple(v for v in ctx.scope if (v in ctx.k.vars or v in ctx.leave.vars or v in asked) and v != who)
        vars_ = (*kept, *own)
        r = Writer()
        r("_, room, later, _ = left")
        self._how_many(r)
        self._define(f"R{d}", vars_, r, who)
        a = Writer()
        a("positions, _, _, left = left")
        a("if c:")
        a("    laid = (positions, c, laid)")
        a("    low -= c")
        a("    high -= c")
        self._spread_step(d, s, ctx, vars_, who, a)
        self._define(f"A{d}", vars_, a, who, ", c")
        self._plain_decision(d, replace(ctx, soft=False), vars_, who)
        self.spread_again(d, s, kept, who, ctx)
        self.decisions[d] = DecisionInfo(d, "spread", s.prompt, "", ctx.procedure, (), None, s.item, s.span, vars_)
        self._asked_spread(s, w)
        if self.checked.free:
            w("held = ()")
        self._come_to_spread(d, s, ctx, vars_, self.value(s.who), w)

    def _asked_spread(self, s: core.Spread, w: Writer) -> None:
        w(f"where = {self.value(s.places)}")
        w(f"caps = {self.value(s.caps)}")
        w(f"low = {self.value(s.low)}")
        w(f"high = {self.value(s.high)}")

    def _come_to_spread(
        self, d: int, s: core.Spread, ctx: Context, vars_: tuple[str, ...], who: str, w: Writer
    ) -> None:
        w("if high <= 0 or low >= sum(caps):")
        self._spread_ends(s, "caps if high > 0 else (0,) * len(caps)", w.into())
        self.jump(ctx.k, w.into())
        w(f"left = spread_classes({self._signs(s.item, 'where')}, range(len(caps)), caps)")
        w("laid = ()")
        self._wait(d, [who, *vars_], ctx, w)

    def _spread_ends(self, s: core.Spread, shares: str, w: Writer) -> None:
        """The answer, with what was laid before a free action."""
        w(f"{s.var} = {f'added_up({shares}, held)' if self.checked.free else shares}")

    def _how_many(self, w: Writer) -> None:
        """How much may lie on the next class: at least what the later ones cannot take."""
        w("first = low - later if low > later else 0")
        w("end = (room if room < high else high) + 1")
        w("return NUMBERS[first:end] if end <= len(NUMBERS) else numbers(first, end)")

    def _spread_step(self, d: int, s: core.Spread, ctx: Context, vars_: tuple[str, ...], who: str, w: Writer) -> None:
        """Go on to the next class, or finish where nothing is left to decide."""
        w("if high > 0 and left:")
        w("    _, room, later, _ = left")
        w("    if low < room + later:")
        again = w.into().into()
        if self._is_listed_at_once(d, ctx):
            again(f"s[0] = ({', '.join([str(d), who, *vars_, 'up'])})")
            self._how_many(again)
        else:
            self._wait(d, [who, *vars_], ctx, again)
        self._spread_ends(s, "spread_shares(laid, left if high > 0 else (), caps)", w)
        self.jump(ctx.k, w)

    def draw(self, s: core.Chance, ctx: Context, w: Writer) -> None:
        d = self.label("chance")
        vars_ = tuple(v for v in ctx.scope if v in ctx.k.vars and v != s.var)
        source_vars = tuple(v for v in ctx.scope if v in core.free_vars(s.source))
        who, piece = (x.name if isinstance(x, core.Var) and x.name in ctx.scope else "" for x in (s.who, s.piece))
        to_vars = () if s.to is None else tuple(v for v in ctx.scope if v in core.free_vars(s.to))
        vars_ = tuple(dict.fromkeys([*vars_, *source_vars, *to_vars, *(v for v in (who, piece) if v)]))
        a = Writer(direct=True)
        a(f"{s.var} = c")
        self.jump(ctx.k, a)
        self._define(f"A{d}", vars_, a, "who", ", c")
        self._draws(d, s, vars_)
        if s.to is not None and core.free_vars(s.to) <= {*to_vars}:
            self.targeted.add(d)
            to = Writer()
            to(f"return {self.value(s.to)}")
            self._define(f"T{d}", vars_, to, "who")
        self.decisions[d] = DecisionInfo(
            d, "chance", s.prompt, "", ctx.procedure, (), None, s.item, s.span, vars_, actor=who, piece=piece
        )
        self._wait(d, ["-1", *vars_], ctx, w)

    def _faces(self, d: int, count: str, vars_: tuple[str, ...]) -> None:
        """Faces of a die: numbers from 0, all equally likely."""
        for name, extra, text in (
            ("O", "", f"return [(i, 1) for i in range({count})]"),
            ("D", ", below", f"return below({count})"),
            ("C", "", "return 2"),
        ):
            w = Writer()
            w(text)
            self._define(f"{name}{d}", vars_, w, "who", extra)

    def _picked(self, d: int, values: str, vars_: tuple[str, ...]) -> None:
        """Elements of a list, each as likely as it is often in it."""
        for name, extra, text in (
            ("O", "", ("return tallied(z)",)),
            ("D", ", below", ("return z[below(len(z))]",)),
            ("C", "", ("if len(tallied(z)) == 1:", "    return [z[0]]", "return 2")),
        ):
            w = Writer()
            for line in (f"z = {values}", *text):
                w(line)
            self._define(f"{name}{d}", vars_, w, "who", extra)

    def _draws(self, d: int, s: core.Chance, vars_: tuple[str, ...]) -> None:
        """O: (piece, weight) of each group of alike pieces. D: one of them for a random number. C: ask, unless all are
        alike, which leaves one: first and last are compared, and only where they agree (kinds lie together) others."""
        assert isinstance(s.source, core.Prim)
        if s.source.name == "faces":
            self._faces(d, self.value(s.source.args[0]), vars_)
            return
        if s.source.name == "picked":
            self._picked(d, self.value(s.source.args[0]), vars_)
            return
        cls, pieces = s.source.args
        sig = f"SIG_{identifier(str(cls.value))}"  # type: ignore[union-attr]
        zone = self.value(pieces)
        o = Writer()
        o(f"return weighted(s, {sig}, {zone})")
        self._define(f"O{d}", vars_, o, "who")
        draw = Writer()
        draw(f"z = {zone}")
        draw("i = below(len(z))")
        draw("kind = KIND[z[i]]")
        draw("j = i")
        draw("while j and KIND[z[j - 1]] == kind:")
        draw("    j -= 1")
        draw(f"return first_alike(s, {sig}, z, j, i) if j < i else z[i]")
        self._define(f"D{d}", vars_, draw, "who", ", below")
        c = Writer()
        c(f"z = {zone}")
        c(f"if KIND[z[0]] == KIND[z[-1]] and len(weighted(s, {sig}, z)) == 1:")
        c("    return [z[0]]")
        c("return 2")
        self._define(f"C{d}", vars_, c, "who")

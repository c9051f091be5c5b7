"""Code that may suspend: procedures cut into segments, frames, loops, blocks and their end marks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import field, replace
from functools import cached_property

from interpreter.bounds import MOST_STEPS
from interpreter.language import core
from interpreter.language.codegen.frames import RETURN, Context, Kont, LoopRef, defined_by, leaves, used_by
from interpreter.language.codegen.listing import PLACE, Writer
from interpreter.language.codegen.pycode import identifier, literal, spent, value
from interpreter.language.codegen.straight import Straight
from interpreter.language.core.checked import Procedure
from interpreter.language.syntax import nodes
from interpreter.records import mutable

BLOCK_END = -2
"""Label of the continuation at the end of an atomic block: not a segment of its own, only an end mark over the next."""


MOST_INSIDE = 24
"""Segments that are written inside one another, each by the one that goes on to it. In a long text the next is written
when these are done, and is gone on to through the machine: neither the writer nor what it writes calls itself deeper
than that."""


def lets_before(body: core.Body, i: int) -> dict[str, core.X]:
    """What the locals stand for that are set right before statement i: nothing has changed since."""
    out: dict[str, core.X] = {}
    for s in reversed(body[:i]):
        if not isinstance(s, core.Let):
            break
        out.setdefault(s.var, s.value)
    return out


def question_before(body: core.Body, i: int) -> core.Body:
    """The statements right before statement i that work out what it asks: names that the rules do not give, and what is
    required of them."""
    first = i
    for j in range(i - 1, -1, -1):
        s = body[j]
        if isinstance(s, core.Let) and s.asks:
            first = j
        elif not isinstance(s, core.Check):
            break
    return body[first:i]


@mutable
class Segments(Straight):
    """Writes statements that may wait for a decision."""

    inside: int = 0
    """how many segments are being written inside one another"""
    later: list[tuple[int, core.Body, Context]] = field(default_factory=list)
    """segments that are still to be written: label, statements and what surrounds them"""

    # ---- labels, frames, jumps

    def label(self, kind: str = "segment") -> int:
        self.labels += 1
        self.kinds[self.labels] = kind
        return self.labels

    def _define(self, name: str, vars_: Iterable[str], w: Writer, who: str | None = None, extra: str = "") -> None:
        parts = ["_", *([who] if who else []), *vars_, "up"]
        self.functions.append("\n".join([f"def {name}(s, f{extra}):", f"    {', '.join(parts)} = f", *w.lines]))
        types = self.checked.veiled
        if veiled := tuple((at, types[v]) for at, v in enumerate(parts) if v in types):
            self.veiled[int(name[1:])] = veiled

    def jump(self, k: Kont, w: Writer) -> None:
        if k.here is not None:
            self.inside += 1
            self.compile(*k.here, w)
            self.inside -= 1
            self._write_later()
        elif k.label is None:
            w("s[0] = up")
            w("return None")
        elif k.label == w.loop:
            w("continue")
        elif k.by_machine and not (w.direct and not k.text):
            w(f"s[0] = {k.frame}")
            w("return None")
        else:
            w(f"return L{k.label}(s, {k.frame})")

    def rest(self, body: core.Body, ctx: Context, also: Iterable[str] = (), *, once: bool = False) -> Kont:
        """The continuation that runs `body` and then goes on as the context says. once: only one way leads to it."""
        if not body:
            return ctx.k
        scope = tuple(dict.fromkeys([*ctx.scope, *also]))
        if len(body) == 1 and isinstance(body[0], core.Invoke) and self.analysis.suspends(body[0]):
            entering = self._entering(body[0], ctx)
            if entering is not None:
                return entering
        vars_ = self._live(scope, body, ctx.k)
        is_deep = self.inside >= MOST_INSIDE
        if once and not is_deep:
            return Kont(vars=vars_, here=(body, replace(ctx, scope=vars_)))
        label = self.label()
        k = Kont(label, vars_, by_machine=is_deep)
        self.lying.add(label)
        if ctx.marked and self._fails_later(body, ctx):
            self.can_fail_after.add(label)
        inner = replace(ctx, scope=vars_)
        if is_deep:
            self.later.append((label, body, inner))
            return k
        self._segment(label, body, inner)
        self._write_later()
        return k

    def _write_later(self) -> None:
        while self.later and not self.inside:
            self._segment(*self.later.pop())

    def _segment(self, label: int, body: core.Body, ctx: Context) -> None:
        """Write a segment, and what it goes on to as far as that is not left for later."""
        w = Writer()
        self.inside += 1
        self.compile(body, ctx, w)
        self.inside -= 1
        self._define(f"L{label}", ctx.scope, w)

    def _entering(self, s: core.Invoke, ctx: Context) -> Kont | None:
        """The continuation that enters a procedure, as its frame, where its arguments are plain locals.

        Not of a period whose end is marked: with its mark on the stack it would seem to run before it begins."""
        p = self.checked.procedures[s.procedure]
        if self._needs_exit(p) or not all(isinstance(a, core.Var | core.Const) for a in s.args):
            return None
        label = self.entry(s.procedure, ctx.marked)
        self.lying.add(label)
        text = f"({label}, {', '.join(self.value(a) for a in s.args)}, {ctx.k.frame})"
        names = tuple(a.name for a in s.args if isinstance(a, core.Var))
        return Kont(label, tuple(dict.fromkeys([*names, *ctx.k.vars])), True, text)

    def _live(self, scope: Iterable[str], body: core.Body, *konts: Kont) -> tuple[str, ...]:
        used = used_by(body)
        for k in konts:
            used |= set(k.vars)
        return tuple(v for v in scope if v in used)

    def _fails_later(self, body: core.Body, ctx: Context) -> bool:
        return self.analysis.any_fails(body) or ctx.follow is None or self.analysis.any_fails(ctx.follow)

    # ---- procedures

    def _function(self, p: Procedure) -> None:
        """A procedure without decisions, as a plain function."""
        w = Writer()
        self._called(p, w)
        for local, slot in p.stored.items():
            w(f"s[{slot}] = {local}")
        self.straight(p.body, w, Context(tuple(v.name for v in p.params), RETURN, RETURN, True, True, (), p.id))
        self._reset(p, w)
        w("return None")
        params = ", ".join(["s", *(v.name for v in p.params)])
        self.functions.append("\n".join([f"def DO_{identifier(p.id)}({params}):", *w.lines]))

    def _called(self, p: Procedure, w: Writer) -> None:
        """Take the steps of a call from the budget, where it may take long or calls can go round."""
        if steps := self.costs.call(p.id):
            self._begin(p.span, w)
            w(f"spend({steps})")

    def _reset(self, p: Procedure, w: Writer) -> None:
        for slot in p.stored.values():
            w(f"s[{slot}] = {literal(self.layout.start[slot])}")
        for first, count, start in p.resets:
            if count == 1:
                w(f"s[{first}] = {literal(start)}")
            else:
                w(f"s[{first}:{first + count}] = {[start] * count}")

    def entry(self, name: str, marked: bool) -> int:
        """Label at which a suspending procedure begins; written once for use in phase text, once for use in blocks."""
        if self.checked.procedures[name].is_phase:
            marked = False
        key = (name, marked)
        if key not in self.entries:
            self.entries[key] = self.label("stop" if self.checked.procedures[name].is_phase else "segment")
            if marked and name in self.analysis.failing:
                self.can_fail_after.add(self.entries[key])
            self.todo.append(key)
        return self.entries[key]

    def exit(self, name: str) -> int:
        """Label of the frame that ends a period: sets its variables back, also when an `end` passes it by."""
        if name not in self.exits:
            label = self.exits[name] = self.label()
            resets = Writer()
            self._reset(self.checked.procedures[name], resets)
            self.functions.append("\n".join([f"def Z{label}(s):", *(resets.lines or ["    pass"])]))
            w = Writer()
            w(f"Z{label}(s)")
            w("s[0] = up")
            w("return None")
            self._define(f"L{label}", (), w)
        return self.exits[name]

    def _needs_exit(self, p: Procedure) -> bool:
        return p.is_phase or bool(p.stored) or bool(p.resets) or p.id in self._windows

    @cached_property
    def _windows(self) -> frozenset[str]:
        """The periods that open or close free actions: it must be seen whether they run."""
        spans = [span for free in self.checked.free for span in (*free.windows, *free.excepts)]
        return frozenset(span.name for span in spans if isinstance(span, nodes.Period))

    def _entry(self, name: str, marked: bool) -> None:
        p = self.checked.procedures[name]
        label = self.entries[(name, marked)]
        params = tuple(v.name for v in p.params)
        w = Writer()
        if p.span is not None:
            self.places[label] = p.span
            w(f"# {p.id}{PLACE}{self._number(p.span)}")
        self._called(p, w)
        for local, slot in p.stored.items():
            w(f"s[{slot}] = {local}")
        ctx = Context(params, RETURN, RETURN, not marked, marked, (), name)
        self.compile(p.body, ctx, w)
        self._define(f"L{label}", params, w)

    def _root(self) -> None:
        """Setup, then the game, then the normal end."""
        me = core.Const(-1)
        span = self.checked.model.game.span
        body: core.Body = (
            core.Invoke("setup", (me,), span),
            core.Invoke("game", (me,), span),
            core.End("game", "normal"),
        )
        label = self.label()
        w = Writer()
        self.compile(body, Context((), RETURN, RETURN, True, False, (), "game"), w)
        self._define(f"L{label}", (), w)
        self.functions.append(f"START = ({label}, None)")

    # ---- code that may suspend

    def compile(self, body: core.Body, ctx: Context, w: Writer) -> None:
        """Write statements so that every path ends in a return: at a decision, or by going on as the context says."""
        for i, s in enumerate(body):
            self._begin(s.at, w)
            if isinstance(s, core.Decide) and s.pauses and not ctx.marked:
                pause = core.If(self.can_choose(s, ctx), s.pauses)
                self.compile((pause, replace(s, pauses=()), *body[i + 1 :]), ctx, w)
                return
            if self.analysis.suspends(s) or (isinstance(s, core.End) and s.how != "game") or leaves(s):
                follow = None if ctx.follow is None else (*body[i + 1 :], *ctx.follow)
                inner = replace(ctx, follow=follow)
                after = body[i + 1 :]
                if self.checked.free:
                    inner = replace(inner, question=question_before(body, i), carrying=after[:1])
                self.lets = lets_before(body, i)
                self._suspending(s, after, inner, ctx, w)
                return
            self._straight_one(s, w, ctx)
            if isinstance(s, core.Put | core.Add | core.Act) and not (
                i + 1 < len(body) and isinstance(body[i + 1], core.Put | core.Add | core.Act)
            ):
                self._after_writes(body[: i + 1], w, ctx)
            if isinstance(s, core.End):
                return
            ctx = replace(ctx, scope=tuple(dict.fromkeys([*ctx.scope, *defined_by(s)])))
        self.jump(ctx.k, w)

    def _suspending(self, s: core.S, after: core.Body, inner: Context, ctx: Context, w: Writer) -> None:
        # What follows a draw, or a choice of one thing, is gone on to where its answer is carried out, and only there.
        is_choice = isinstance(s, core.Decide) and not s.is_block and len(s.alts) == 1 and s.skip is None
        k = self.rest(after, ctx, defined_by(s), once=is_choice or isinstance(s, core.Chance))
        c = replace(inner, k=k)
        match s:
            case core.If():
                self._if(s, c, w)
            case core.Loop():
                self._loop(s, c, w)
            case core.Block():
                self.compile(s.body, replace(c, soft=s.soft or c.soft, leave=k), w)
            case core.Scope():
                self.compile(s.body, replace(c, leave=k), w)
            case core.Dispatch():
                self._cases(s, w, lambda body, iw: self.compile(body, c, iw))
                self.jump(k, w)
            case core.Invoke():
                self._enter(s, c, w)
            case core.End():
                self._end(s, c, w)
            case core.IfPossible():
                self._if_possible(s, c, w)
            case core.Decide():
                self.decide(s, c, w)
            case core.ChooseSome():
                self.choose_some(s, c, w)
            case core.Spread():
                self.spread(s, c, w)
            case core.Chance():
                self.draw(s, c, w)
            case _:
                raise AssertionError(s)

    def _if(self, s: core.If, ctx: Context, w: Writer) -> None:
        if s.test in (core.TRUE, core.FALSE):
            self.compile(s.then if s.test == core.TRUE else s.other, ctx, w)
            return
        w(f"if {self.test(s.test)}:")
        self.compile(s.then, ctx, w.into())
        self.compile(s.other, ctx, w)

    def _loop(self, s: core.Loop, ctx: Context, w: Writer) -> None:
        head = self.label()
        self.lying.add(head)
        over, at = self.lister.fresh("over"), self.lister.fresh("at")
        used = used_by(s.body) | (set() if s.test is None else core.free_vars(s.test)) | set(ctx.k.vars)
        if s.kind == "falls":
            used |= core.free_vars(s.over)
        kept = tuple(v for v in ctx.scope if v in used)
        vars_ = (*kept, over) if s.kind == "falls" else (*kept, over, at)
        again = Kont(head, vars_, by_machine=True)
        ref = LoopRef(s.is_user_loop, ctx.k, ctx.marked)
        body = Context(
            (*vars_, s.var),
            again,
            again,
            ctx.soft,
            ctx.marked,
            None if self._loop_fails(s, ctx) else (),
            ctx.procedure,
            (*ctx.loops, ref),
            (over, at) if s.secret else ctx.together,
        )
        if ctx.marked and (self._loop_fails(s, ctx)):
            self.can_fail_after.add(head)
        head_w = Writer(loop=head)
        self._loop_head(s, over, at, body, head_w)
        head_w.loop = 0
        self.jump(ctx.k, head_w)
        self._define(f"L{head}", vars_, head_w)
        start = value(self.inlined(s.over, 60))
        if s.kind == "falls":
            w(f"{over} = {start} + 1")
        else:
            w(f"{over} = {spent(self.costs.loop(s) if self._is_paid_at_once(s) else 0, start)}")
            w(f"{at} = 0")
        w(f"return L{head}(s, {again.frame})")

    def _is_paid_at_once(self, s: core.Loop) -> bool:
        """Whether a loop over a list takes all its steps from the budget when it begins, though it may ask between."""
        return s.kind == "for" and self.costs.elements(s.over) * self.costs.loop(s) < MOST_STEPS // 10

    def _loop_fails(self, s: core.Loop, ctx: Context) -> bool:
        return self.analysis.any_fails(s.body) or ctx.follow is None or self.analysis.any_fails(ctx.follow)

    def _loop_head(self, s: core.Loop, over: str, at: str, body: Context, w: Writer) -> None:
        if s.kind == "for":
            w(f"while {at} < len({over}):")
            inner = w.into()
            if not self._is_paid_at_once(s):
                self._each_time(s, inner)
            inner(f"{s.var} = {over}[{at}]")
            inner(f"{at} += 1")
            if s.test is not None:
                inner(f"if {self.test(s.test)}:")
                inner = inner.into()
            self.compile(s.body, body, inner)
        elif s.kind == "times":
            stop = "" if s.test is None else f" and not {self.test(s.test)}"
            w(f"while {at} < {over}{stop}:")
            inner = w.into()
            self._each_time(s, inner)
            inner(f"{s.var} = {at}")
            inner(f"{at} += 1")
            self.compile(s.body, body, inner)
        else:
            now = self.lister.fresh("now")
            w("while True:")
            inner = w.into()
            self._each_time(s, inner)
            inner(f"{now} = {self.value(s.over)}")
            inner(f"if {now} >= {over}:")
            inner("    break")
            inner(f"{over} = {now}")
            self.compile(s.body, replace(body, scope=tuple(v for v in body.scope if v != s.var)), inner)

    def _enter(self, s: core.Invoke, ctx: Context, w: Writer) -> None:
        """Call a suspending procedure: its frame on top, ours below."""
        p = self.checked.procedures[s.procedure]
        label = self.entry(s.procedure, ctx.marked)
        up = ctx.k.frame
        if self._needs_exit(p):
            up = f"({self.exit(s.procedure)}, {up})"
        args = ", ".join(self.kept(s, a) for a in s.args)
        self._lay(
            f"({label}, {args}, {up})", f"L{label}", w, directly=not ctx.marked and s.procedure not in self._nesting
        )

    def _lay(self, frame: str, function: str, w: Writer, *, directly: bool) -> None:
        """Lay a frame on the stack. directly: its function is called at once; otherwise the machine does so.

        Not inside an atomic block, where the machine must see each decision and phase before it runs; and not where
        calls could go round in a circle, which would pile up on Python's own stack."""
        if directly:
            w(f"s[0] = f = {frame}")
            w(f"return {function}(s, f)")
        else:
            w(f"s[0] = {frame}")
            w("return None")

    def _end(self, s: core.End, ctx: Context, w: Writer) -> None:
        if s.how == "phase":
            name = self.exit(s.target)
            w("u = up")
            w(f"while u and u[0] != {name}:")
            w("    if u[0] in RESETS:")
            w("        RESETS[u[0]](s)")
            w("    u = u[-1]")
            w("if not u:")
            w("    return 1")
            w("s[0] = (0, u)" if ctx.marked else "s[0] = u")
            w("return None")
            return
        ref = next(r for r in reversed(ctx.loops) if r.is_user or s.how == "inner")
        assert ref.kont is not None
        if ref.marked == ctx.marked:
            self.jump(ref.kont, w)
            return
        w(f"s[0] = (0, {ref.kont.frame})")
        w("return None")

    def _if_possible(self, s: core.IfPossible, ctx: Context, w: Writer) -> None:
        said = None if self.plain else self.guards.guard(s.body)
        guard = said.test if said is not None and said.is_sure == core.TRUE else None
        if guard is not None and not any(isinstance(x, core.End) for x in core.statements(s.body)):
            w(f"if {self.test(guard)}:")
            self._block_body(s.body, ctx, w.into())
            self.compile(s.other, ctx, w)
            return
        vars_ = self._block_vars(s.body, ctx)
        is_shared = ctx.marked and any(isinstance(x, core.IfPossible) for x in core.statements(s.body))
        if is_shared:
            tried, done = self._shared_body(s.body, vars_, ctx)
        else:
            label = self._sub_body(s.body, vars_, ctx)
            tried = done = f"({', '.join([str(label), *vars_, 'up'])})"
        w("t = s[:]")
        w(f"t[0] = {tried}")
        w(f"if survive(t, {self.value(s.me)}):")
        inner = w.into()
        if ctx.marked and not is_shared:
            self.compile(s.body, replace(ctx, soft=False), inner)
        else:
            inner(f"s[0] = {done}")
            inner("return None")
        self.compile(s.other, ctx, w)

    def _shared_body(self, body: core.Body, vars_: tuple[str, ...], ctx: Context) -> tuple[str, str]:
        """A block inside another that is tried with an end mark and carried out without one, written once for both:
        were it written twice, what stands n deep in such blocks would be written 2 to the power of n times. Gives the
        two frames."""
        ends = self.lister.fresh("ends")
        k = Kont(BLOCK_END, (*ctx.k.vars, ends), True, f"end_mark({ends}, {ctx.k.frame})")
        label = self._sub_body(body, (*vars_, ends), ctx, k, ctx.follow)
        tried, done = (f"({', '.join([str(label), *vars_, text, 'up'])})" for text in ("True", "False"))
        return tried, done

    def _block_vars(self, body: core.Body, ctx: Context) -> tuple[str, ...]:
        """Locals that an atomic block needs: its own, and those of whatever it may go on to."""
        return self._live(ctx.scope, body, ctx.k, *(ref.kont for ref in ctx.loops if ref.kont is not None))

    def _sub_body(
        self,
        body: core.Body,
        vars_: tuple[str, ...],
        ctx: Context,
        k: Kont | None = None,
        follow: core.Body | None = (),
    ) -> int:
        """A block as a segment of its own. It ends in an end mark over what comes next, with its locals as they are."""
        label = self.label()
        if self.analysis.any_fails(body) or follow is None or self.analysis.any_fails(follow):
            self.can_fail_after.add(label)
        end = k or Kont(BLOCK_END, ctx.k.vars, True, f"(0, {ctx.k.frame})")
        sub = Context(vars_, end, end, False, True, follow, ctx.procedure, ctx.loops, ctx.together)
        w = Writer()
        self.compile(body, sub, w)
        self._define(f"L{label}", vars_, w)
        return label

    def _block_body(self, body: core.Body, ctx: Context, w: Writer) -> None:
        """The body of an alternative or of `if possible`, known to be possible."""
        if ctx.marked:
            self.compile(body, replace(ctx, soft=False), w)
            return
        if not any(self.analysis.suspends(s) for s in body):
            self.compile(body, replace(ctx, soft=False, marked=True), w)
            return
        vars_ = self._block_vars(body, ctx)
        label = self._sub_body(body, vars_, ctx)
        self._lay(f"({', '.join([str(label), *vars_, 'up'])})", f"L{label}", w, directly=True)

    # ---- decisions, written by Asking

    @abstractmethod
    def decide(self, s: core.Decide, ctx: Context, w: Writer) -> None: ...

    @abstractmethod
    def can_choose(self, s: core.Decide, ctx: Context) -> core.X: ...

    @abstractmethod
    def choose_some(self, s: core.ChooseSome, ctx: Context, w: Writer) -> None: ...

    @abstractmethod
    def spread(self, s: core.Spread, ctx: Context, w: Writer) -> None: ...

    @abstractmethod
    def draw(self, s: core.Chance, ctx: Context, w: Writer) -> None: ...

"""Random play of a whole game as straight code.

Who only plays a game at random to its end never copies a position, goes back, or waits for somebody. So nothing need
say where the game stands: procedures call one another, what is bound is a local, and a decision is answered where it
comes. The same questions come in the same order with the same options, so that the same random numbers give the same
game as the machine plays. Programs in which an option needs a trial, or a free action can come between, have no such
form: a trial asks what lies on the stack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field, replace

from interpreter.language.checked import Checked
from interpreter.language.codegen.frames import RETURN, Context, LoopRef, defined_by, leaves
from interpreter.language.codegen.module import Generator, simplified, writer_of
from interpreter.language.codegen.segments import lets_before
from interpreter.language.core import (
    FALSE,
    TRUE,
    Act,
    Add,
    Block,
    Body,
    Chance,
    Check,
    ChooseSome,
    Const,
    Decide,
    Dispatch,
    End,
    If,
    IfPossible,
    Invoke,
    Let,
    Loop,
    Prim,
    Put,
    S,
    Scope,
    Spread,
    Tell,
    Var,
    X,
    bodies,
    statements,
    substituted,
)
from interpreter.language.listing import Writer
from interpreter.language.pycode import identifier, iterable, value
from interpreter.language.types import INT, classes_of
from interpreter.program import Program
from interpreter.records import mutable

FEW = 6
"""Elements known beforehand up to which a loop is written out,"""
WRITTEN_OUT = 60
"""and statements that this may give."""

DEEPEST = 60
"""Indents, and"""
LOOPS = 12
"""loops inside one another, to which Python's own bounds (100, and 20) leave room for what stands in them."""

PLAYED = "PLAYED"
"""The function of the form: from the source of random numbers to (what plays a state to its end, what counts)."""


class NotStraight(Exception):
    """Something in the program needs the stack."""


def straight_form(checked: Checked, program: Program) -> Program | None:
    """The program with its random play as straight code beside it; None where it has no such form."""
    writer = writer_of(simplified(checked), Playing, plain=False)
    try:
        return replace(program, source=writer.module(), reasons=tuple(writer.reasons), marks=writer.marks)
    except NotStraight:
        return None


@mutable
class Playing(Generator):
    """Writes the program with its random play as straight code beside it."""

    played: dict[tuple[str, bool], str] = field(default_factory=dict)
    """(procedure, inside an atomic block) → the name of its function"""
    speaking: set[str] = field(default_factory=set)
    """functions that may return something: 1 where they fail, 3 where the game has ended"""
    texts: list[str] = field(default_factory=list)
    helpers: set[str] = field(default_factory=set)
    """texts of functions beside those of the procedures"""
    settled: dict[str, X] = field(default_factory=dict)
    """what the locals stand for of loops that are written out element by element"""

    def _values(self) -> None:
        super()._values()
        if self.checked.free:
            raise NotStraight
        me = Const(-1)
        span = self.checked.model.game.span
        root: Body = (Invoke("setup", (me,), span), Invoke("game", (me,), span), End("game", "normal"))
        self._written("S_root", (), root, Context((), RETURN, RETURN, True, False, (), "game"), Writer(), ())
        lines = [f"def {PLAYED}(fraction):", "    decided = 0", "    drawn = 0"]
        lines += [f"    {line}" for text in (*sorted(self.helpers), *self.texts) for line in text.split("\n")]
        lines += ["    def counts():", "        return decided + drawn, decided", "    return S_root, counts"]
        self.functions.append("\n".join(lines))

    # ---- procedures

    def _written(
        self, name: str, params: Iterable[str], body: Body, ctx: Context, w: Writer, resets: Iterable[str]
    ) -> None:
        """Write one function. w: what stands before the body; resets: what stands behind it."""
        self.play(body, ctx, w, ends=True)
        for line in resets:
            w(line.strip())
        if any(line.lstrip().startswith("return ") for line in w.lines):
            self.speaking.add(name)
        head = f"def {name}({', '.join(['s', *params])}):"
        self.texts.append("\n".join([head, "    nonlocal decided, drawn", *(w.lines or ["    pass"])]))

    def _procedure(self, name: str, marked: bool) -> str:
        """The function of a procedure that may ask; what it calls is written before it."""
        p = self.checked.procedures[name]
        if name in self._nesting:
            raise NotStraight
        key = (name, marked and not p.is_phase)
        if key not in self.played:
            self.played[key] = f"S_{identifier(name)}_{len(self.played)}"
            params = tuple(v.name for v in p.params)
            w, resets = Writer(), Writer()
            for local, slot in p.stored.items():
                w(f"s[{slot}] = {local}")
            self._reset(p, resets)
            self._called(p, w)
            ctx = Context(params, RETURN, RETURN, not key[1], key[1], (), name)
            self._written(self.played[key], params, p.body, ctx, w, resets.lines)
        return self.played[key]

    # ---- straight code

    def _straight_loop(self, s: Loop, w: Writer, ctx: Context) -> None:
        """A loop over a few things that are known beforehand is written out, which makes addresses plain numbers."""
        over = self.analysis.inlined(s.over, 60)
        if not self._is_written_out(s, over):
            super()._straight_loop(s, w, ctx)
            return
        assert isinstance(over, Const) and isinstance(over.value, tuple)
        known, before = dict(self.keys), self.settled
        self._list_keys(s, w)
        kind = over.type.item or INT
        for element in over.value:
            self.settled = {**before, s.var: Const(element, kind)}
            inner = w
            if s.test is not None:
                w(f"if {self.test(s.test)}:")
                inner = w.into()
            self.straight(s.body, inner, ctx)
        self.keys, self.settled = known, before

    def _is_written_out(self, s: Loop, over: X) -> bool:
        if s.kind != "for" or not isinstance(over, Const) or not isinstance(over.value, tuple) or not over.value:
            return False
        inner = list(_left(s.body))
        is_plain = all(isinstance(x, Let | Put | Add | Check | If | Scope | Block) for x in inner)
        return is_plain and len(over.value) <= FEW and len(over.value) * len(inner) <= WRITTEN_OUT

    def _written_out(self, x: X) -> X:
        out = super()._written_out(x)
        return self.analysis.folded(substituted(out, self.settled)) if self.settled else out

    # ---- statements

    def play(self, body: Body, ctx: Context, w: Writer, *, ends: bool) -> None:
        """Write statements. ends: whether behind them nothing comes before the end of the innermost braces, to which a
        choice without options goes on in soft text."""
        if w.indent > DEEPEST or len(ctx.loops) > LOOPS:
            raise NotStraight
        before = len(w.lines)
        for i, s in enumerate(body):
            self._begin(s.at, w)
            if not (self.analysis.suspends(s) or (isinstance(s, End) and s.how != "game") or leaves(s)):
                if isinstance(s, Tell):
                    continue
                self._straight_one(s, self._unless_none(body, i, w), ctx)
                if isinstance(s, Put | Add | Act) and not (
                    i + 1 < len(body) and isinstance(body[i + 1], Put | Add | Act)
                ):
                    self._after_writes(body[: i + 1], w, ctx)
                if isinstance(s, End):
                    return
                ctx = replace(ctx, scope=tuple(dict.fromkeys([*ctx.scope, *defined_by(s)])))
                continue
            after = body[i + 1 :]
            self.lets = lets_before(body, i)
            inner = replace(ctx, follow=None if ctx.follow is None else (*after, *ctx.follow))
            then = replace(ctx, scope=tuple(dict.fromkeys([*ctx.scope, *defined_by(s)])))
            rest = self._played(s, inner, w, ends=ends, is_last=not after)
            if isinstance(s, End):
                return
            if rest is not None:  # what follows is only come to where something was chosen
                self.play(after, then, rest, ends=ends)
                return
            ctx = then
        if len(w.lines) == before:
            w("pass")

    def _played(self, s: S, ctx: Context, w: Writer, *, ends: bool, is_last: bool) -> Writer | None:
        """Write one statement that may ask or leave. Gives where what follows is to be written, None for behind it."""
        at_end = ends and is_last
        match s:
            case If():
                self._played_if(s, ctx, w, at_end)
            case Loop():
                self._played_loop(s, ctx, w)
            case Block():
                self.play(s.body, replace(ctx, soft=s.soft or ctx.soft), w, ends=True)
            case Scope():
                self.play(s.body, ctx, w, ends=True)
            case Dispatch():
                self._cases(s, w, lambda body, iw: self.play(body, ctx, iw, ends=at_end))
            case Invoke():
                self._played_call(s, ctx, w)
            case End():
                self._leave_loop(s, ctx, w)
            case IfPossible():
                said = self.guards.guard(s.body)
                if said.is_sure != TRUE or any(isinstance(x, End) for x in statements(s.body)):
                    raise NotStraight
                w(f"if {self.test(said.test)}:")
                self._played_block(s.body, ctx, w.into())
                if s.other:
                    w("else:")
                    self.play(s.other, ctx, w.into(), ends=at_end)
            case Decide():
                return self._played_decision(s, ctx, w, ends=ends, is_last=is_last)
            case ChooseSome():
                self._played_picks(s, ctx, w)
            case Spread():
                self._played_spread(s, ctx, w)
            case Chance():
                self._played_draw(s, w)
            case _:
                raise AssertionError(s)
        return None

    def _played_if(self, s: If, ctx: Context, w: Writer, at_end: bool) -> None:
        if s.test in (TRUE, FALSE):
            self.play(s.then if s.test == TRUE else s.other, ctx, w, ends=at_end)
            return
        w(f"if {self.test(s.test)}:")
        self.play(s.then, ctx, w.into(), ends=at_end)
        if s.other:
            w("else:")
            self.play(s.other, ctx, w.into(), ends=at_end)

    def _played_loop(self, s: Loop, ctx: Context, w: Writer) -> None:
        self._note_possible(s.over)
        over = self.analysis.inlined(s.over, 60)
        body = replace(
            ctx,
            scope=(*ctx.scope, s.var),
            follow=None if self._loop_fails(s, ctx) else (),
            loops=(*ctx.loops, LoopRef(s.is_user_loop, None, ctx.marked)),
        )
        if s.kind == "for":
            # The set is fixed at the start, so it must not be a live view; tuples and fresh lists are not.
            w(f"for {s.var} in {iterable(over)}:")
            inner = w.into()
            self._each_time(s, inner)
            if s.test is not None:
                inner(f"if {self.test(s.test)}:")
                inner = inner.into()
        elif s.kind == "times":
            w(f"for {s.var} in range({value(over)}):")
            inner = w.into()
            self._each_time(s, inner)
            if s.test is not None:
                inner(f"if {self.test(s.test)}:")
                inner("    break")
        else:
            least, now = self.lister.fresh("before"), self.lister.fresh("now")
            w(f"{least} = {value(over)} + 1")
            w("while True:")
            inner = w.into()
            self._each_time(s, inner)
            inner(f"{now} = {self.value(s.over)}")
            inner(f"if {now} >= {least}:")
            inner("    break")
            inner(f"{least} = {now}")
        self.play(s.body, body, inner, ends=True)

    def _played_call(self, s: Invoke, ctx: Context, w: Writer) -> None:
        name = self._procedure(s.procedure, ctx.marked)
        call = f"{name}({', '.join(['s', *(self.kept(s, a) for a in s.args)])})"
        if name not in self.speaking:
            w(call)
            return
        w(f"r = {call}")
        w("if r:")
        w("    return r")

    def _leave_loop(self, s: End, ctx: Context, w: Writer) -> None:
        if s.how == "phase" or not ctx.loops or not (ctx.loops[-1].is_user or s.how == "inner"):
            raise NotStraight
        w("break")

    def _played_block(self, body: Body, ctx: Context, w: Writer) -> None:
        """The body of an alternative or of `if possible`, known to be possible."""
        if ctx.marked:
            self.play(body, replace(ctx, soft=False), w, ends=True)
            return
        self.play(body, replace(ctx, soft=False, marked=True, follow=()), w, ends=True)

    # ---- decisions

    def _certain(self, ctx: Context) -> None:
        """Whether what is listed is offered as it is: inside an atomic block a trial tells that, if anything further up
        can fail."""
        if ctx.marked and self.can_fail_after & self.lying:
            raise NotStraight

    def _played_decision(self, s: Decide, ctx: Context, w: Writer, *, ends: bool, is_last: bool) -> Writer | None:
        if (s.pauses and not ctx.marked) or self._skip_needs_trial(s, ctx):
            raise NotStraight
        self._certain(ctx)
        who = s.who.name if isinstance(s.who, Var) else "who"
        if not isinstance(s.who, Var):
            w(f"who = {self.value(s.who)}")
        available = tuple(dict.fromkeys([*ctx.scope, who]))
        inner = replace(ctx, scope=available)
        if s.skip is not None and len(s.alts) == 1 and not s.alts[0].binds:
            self._yes_or_no(s, inner, w, at_end=ends and is_last)
            return None
        bare = len(s.alts) == 1 and len(s.alts[0].binds) == 1
        w("out = []")
        self._are_sure(self._options(s, inner, available, w, bare=bare)[1])
        _lay_at_once(w)
        first, behind, nest = "if", None, w
        if s.skip is not None:  # declining stands behind all others
            w("i = 0")
            w("if out:")
            w("    decided += 1")
            w("    i = int(fraction() * (len(out) + 1))")
            w("if i < len(out):")
            nest = w.into()
            nest("c = out[i]")
        else:
            nest = self._pick(inner, w, ends=ends, is_last=is_last)
            behind = None if nest is w else nest
        for i, alt in enumerate(s.alts):
            body_w = nest
            if i < len(s.alts) - 1:
                nest(f"{first} c[0] == {i}:")
                body_w, first = nest.into(), "elif"
            elif i:
                nest("else:")
                body_w = nest.into()
            for let in alt.lets:
                body_w(f"{let.var} = {self.value(let.value)}")
            for j, bind in enumerate(alt.binds):
                body_w(f"{bind.var} = c" if bare else f"{bind.var} = c[{j + 1}]")
            scope = tuple(dict.fromkeys([*available, *(x.var for x in alt.lets), *(b.var for b in alt.binds)]))
            self._answered(s, alt.body, replace(inner, scope=scope), body_w, ends=ends and is_last)
        if s.skip is not None and s.skip[1]:
            w("else:")
            self.play(s.skip[1], inner, w.into(), ends=ends and is_last)
        return behind

    def _answered(self, s: Decide, body: Body, ctx: Context, w: Writer, *, ends: bool) -> None:
        """What an option does."""
        if not s.is_block:
            self.play(body, ctx, w, ends=ends)
        elif not ctx.marked:
            self._played_block(self._unchecked(body), ctx, w)
        else:
            self._played_block(body, ctx, w)

    def _are_sure(self, sure: list[X]) -> None:
        if any(x != TRUE for x in sure):
            raise NotStraight

    def _pick(self, ctx: Context, w: Writer, *, ends: bool, is_last: bool) -> Writer:
        """Take one of the options in `out` as `c`. Gives where to go on: behind it, or inside of what is only come to
        where there is an option."""
        w("n = len(out)")
        if not ctx.soft:
            w("if not n:")
            w("    return 1")
        elif not ends:
            raise NotStraight
        else:
            w("if n:")
            w = w.into()
        w("if n > 1:")
        w("    decided += 1")
        w("    c = out[int(fraction() * n)]")
        w("else:")
        w("    c = out[0]")
        return w

    def _yes_or_no(self, s: Decide, ctx: Context, w: Writer, *, at_end: bool) -> None:
        """A single thing that may be done: the first of two options, if it is one."""
        alt = s.alts[0]
        assert s.skip is not None
        w("c = False")
        self._are_sure(self._options(s, ctx, ctx.scope, w, lambda iw, _: iw("c = True"))[1])
        w("if c:")
        w("    decided += 1")
        w("    c = int(fraction() * 2) == 0")
        w("if c:")
        inner = w.into()
        for let in alt.lets:
            inner(f"{let.var} = {self.value(let.value)}")
        scope = tuple(dict.fromkeys([*ctx.scope, *(let.var for let in alt.lets)]))
        self._answered(s, alt.body, replace(ctx, scope=scope), inner, ends=at_end)
        if s.skip[1]:
            w("else:")
            self.play(s.skip[1], ctx, w.into(), ends=at_end)

    def _plainly(self, ctx: Context) -> None:
        """For choices whose options are numbers."""
        self._certain(ctx)
        if ctx.marked and self._fails_later((), ctx):
            raise NotStraight

    def _played_picks(self, s: ChooseSome, ctx: Context, w: Writer) -> None:
        self._plainly(ctx)
        w(f"src = {self.value(s.source)}")
        w(f"signs = tuple({self._signs(s.item, 'src')})")
        w(f"low = {self.value(s.low)}")
        w(f"high = {self.value(s.high)}")
        w("at = 0")
        w("chosen = ()")
        w("while True:")
        inner = w.into()
        inner("out = some_options(src, signs, at, len(chosen), low, high)")
        inner("n = len(out)")
        inner("if n > 1:")
        inner("    decided += 1")
        inner("    c = out[int(fraction() * n)]")
        inner("elif n:")
        inner("    c = out[0]")
        inner("else:")
        inner("    return 1")
        inner("if c < 0:")
        inner("    break")
        inner("at = c + 1")
        inner("chosen = (*chosen, src[c])")
        w(f"{s.var} = chosen")

    def _played_spread(self, s: Spread, ctx: Context, w: Writer) -> None:
        self._plainly(ctx)
        w(f"where = {self.value(s.places)}")
        w(f"caps = {self.value(s.caps)}")
        w(f"low = {self.value(s.low)}")
        w(f"high = {self.value(s.high)}")
        w("if high <= 0 or low >= sum(caps):")
        w(f"    {s.var} = caps if high > 0 else (0,) * len(caps)")
        signs = self._spread_signs(s, "where")
        call = f"spread({signs}, caps, low, high)"
        self.helpers.add(_SPREAD)
        if signs.startswith("KIND") and self._lie_by_kind(s):
            call = "spread_by_kind(where, caps, low, high)"
            self.helpers.add(_SPREAD_BY_KIND)
        w("else:")
        w(f"    {s.var} = {call}")

    def _lie_by_kind(self, s: Spread) -> bool:
        """Whether pieces of one kind lie side by side among the places, which are the contents of zones."""
        classes = classes_of(s.item)
        if any(place.ordered for place in self.layout.places if place.pieces in classes):
            return False
        kinds = [self.layout.pieces[x] for cls in classes for x in self.layout.class_pieces[cls]]
        return len([1 for i, kind in enumerate(kinds) if i == 0 or kinds[i - 1] != kind]) == len(set(kinds))

    def _played_draw(self, s: Chance, w: Writer) -> None:
        assert isinstance(s.source, Prim)
        if s.source.name == "faces":
            w("drawn += 1")
            w(f"{s.var} = int(fraction() * {self.value(s.source.args[0])})")
            return
        cls, pieces = s.source.args
        sig = f"{identifier(str(cls.value))}_sig"  # type: ignore[union-attr]
        w(f"z = {self.value(pieces)}")
        w(f"if KIND[z[0]] == KIND[z[-1]] and len(weighted(s, {sig}, z)) == 1:")
        w(f"    {s.var} = z[0]")
        w("else:")
        inner = w.into()
        inner("drawn += 1")
        inner("i = int(fraction() * len(z))")
        inner("kind = KIND[z[i]]")
        inner("j = i")
        inner("while j and KIND[z[j - 1]] == kind:")
        inner("    j -= 1")
        inner(f"{s.var} = first_alike(s, {sig}, z, j, i) if j < i else z[i]")


def _left(body: Body) -> Iterator[S]:
    """All statements of a body but those that a test known beforehand rules out."""
    for s in body:
        yield s
        if isinstance(s, If):
            yield from () if s.test == FALSE else _left(s.then)
            yield from () if s.test == TRUE else _left(s.other)
        else:
            for inner in bodies(s):
                yield from _left(inner)


_SPREAD = """\
def spread(signs, keys, caps, low, high):
    nonlocal decided
    left = spread_classes(signs, keys, caps)
    laid = ()
    while high > 0 and left:
        positions, room, later, more = left
        if low >= room + later:
            break
        left = more
        c = low - later if low > later else 0
        n = (room if room < high else high) + 1 - c
        if n > 1:
            decided += 1
            c += int(fraction() * n)
        if c:
            laid = (positions, c, laid)
            low -= c
            high -= c
    return spread_shares(laid, left if high > 0 else (), caps)"""

_SPREAD_BY_KIND = """\
def spread_by_kind(where, caps, low, high):
    nonlocal decided
    count = len(caps)
    shares = [0] * count
    later = sum(caps)
    i = 0
    while high > 0 and i < count:
        if low >= later:
            shares[i:] = caps[i:]
            break
        room = caps[i]
        j = i + 1
        if room == 1:
            kind = KIND[where[i]]
            while j < count and KIND[where[j]] == kind:
                if caps[j] != 1:
                    return (*shares[:i], *spread(KIND, where[i:], caps[i:], low, high))
                j += 1
            room = j - i
        later -= room
        c = low - later if low > later else 0
        n = (room if room < high else high) + 1 - c
        if n > 1:
            decided += 1
            c += int(fraction() * n)
        if c:
            if j - i > 1:
                for p in range(i, i + c):
                    shares[p] = 1
            else:
                shares[i] = c
            low -= c
            high -= c
        i = j
    return tuple(shares)"""

_LAID_ONE_BY_ONE = re.compile(r"( *)for (\w+) in (.*):(  # [^:]*:\d+:\d+)?\n *out\.append\(\2\)")


def _lay_at_once(w: Writer) -> None:
    """Where every element of something becomes an option as it is, all are laid into `out` at once."""
    found = _LAID_ONE_BY_ONE.fullmatch("\n".join(w.lines[-2:]))
    if found is not None:
        w.lines[-2:] = [f"{found[1]}out += {found[3]}{found[4] or ''}"]


__all__ = ["PLAYED", "NotStraight", "Playing"]

"""Checked rules → Program: cuts procedures into segments at every decision and writes them as Python source.

A procedure without decisions becomes a plain function that returns 0, FAIL or OVER. Others are cut: what follows a decision
is a segment of its own, called with a frame `(label, locals…, up)`; `up` is the frame of whoever called. Frames are tuples,
the stack of frames is slot 0 of the state, and nothing else remembers where the game stands. Two forms are written: with
guards, for play, and plain, where every option is tried and every failing check is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from interpreter.diagnostics import Span
from interpreter.language import nodes
from interpreter.language.checker import Checked, FreeDef, Procedure, StateRuleDef
from interpreter.language.core import (
    FALSE,
    TRUE,
    Act,
    Add,
    Alt,
    Bind,
    Block,
    Body,
    Chance,
    Check,
    ChooseSome,
    Const,
    Decide,
    Dispatch,
    End,
    Get,
    If,
    IfPossible,
    Invoke,
    Let,
    Loop,
    Possible,
    Prim,
    Put,
    S,
    Scope,
    Spread,
    Var,
    X,
    bodies,
    children,
    expressions,
    free_vars,
    rebuilt,
    statements,
    walk,
)
from interpreter.language.legality import Analysis, Guards, Unknown
from interpreter.language.listing import Lister, Writer
from interpreter.language.merging import merged
from interpreter.language.pycode import identifier, iterable, literal, test, value
from interpreter.language.types import BOOL, Type, classes_of
from interpreter.program import FREE, AltInfo, BindInfo, Callers, DecisionInfo, Program, ReasonInfo


@dataclass(frozen=True)
class Kont:
    """Where control goes next: back to the caller (label None), or to a segment with some locals."""

    label: int | None = None
    vars: tuple[str, ...] = ()
    by_machine: bool = False

    @property
    def frame(self) -> str:
        """Text of the frame to return to."""
        return "up" if self.label is None else f"({', '.join([str(self.label), *self.vars, 'up'])})"


RETURN = Kont()


@dataclass(frozen=True)
class LoopRef:
    """An enclosing loop: where its end leads (None: a plain Python loop), and whether it lies inside the atomic block."""

    is_user: bool
    kont: Kont | None
    marked: bool


@dataclass(frozen=True)
class Context:
    """What surrounds a statement list.

    scope: locals with a value here. leave: where a choice without options goes, in soft text. marked: an end mark lies
    below in the stack. follow: what comes after this list in the same procedure; None where that cannot be said.
    outer: text of the frame pointer outside the atomic block.
    """

    scope: tuple[str, ...]
    k: Kont
    leave: Kont
    soft: bool
    marked: bool
    follow: Body | None
    procedure: str
    loops: tuple[LoopRef, ...] = ()
    outer: str = "up"


def compile_program(
    checked: Checked, modules: tuple[str, ...] = (), generator: type[Generator] | None = None
) -> Program:
    """Write the whole program. `checked` must be free of errors. generator: another writer than the usual one."""
    return _Compiler(checked, modules, generator or Generator).program()


@dataclass
class _Compiler:
    checked: Checked
    modules: tuple[str, ...]
    generator: type[Generator]

    def program(self) -> Program:
        checked = merged(self.checked)
        analysis = Analysis(checked.procedures, checked.values, checked.layout.tables)
        guarded = self.generator(checked, analysis, plain=False)
        source = guarded.module()
        plain = self.generator(checked, analysis, plain=True)
        plain_source = plain.module()
        boards = tuple((b.columns, b.rows, b.rotate, b.mirror) for b in checked.model.boards.values())
        return Program(
            layout=checked.layout,
            players=checked.layout.players,
            options=dict(checked.options),
            modules=self.modules,
            source=source,
            plain_source=plain_source,
            decisions=guarded.decisions,
            free=guarded.free,
            scores=tuple(name for name, _, _ in checked.scores),
            tie_breaks=tuple((name, lower) for name, _, _, lower in checked.tie_breaks),
            endings=tuple((name, lose) for name, _, lose in checked.endings),
            procedures=tuple(checked.procedures),
            boards=boards,
            reasons=tuple(plain.reasons),
            source_lines=guarded.places,
            periods={label: name for name, label in guarded.exits.items()},
            hints=tuple(name for name, _, _ in checked.hints),
            phases={label: name for (name, _), label in guarded.entries.items() if checked.procedures[name].is_phase},
            callers=guarded.callers,
        )


@dataclass
class Generator:
    """Writes one form of the program."""

    checked: Checked
    analysis: Analysis
    plain: bool
    functions: list[str] = field(default_factory=list)
    decisions: dict[int, DecisionInfo] = field(default_factory=dict)
    reasons: list[ReasonInfo] = field(default_factory=list)
    free: tuple[AltInfo, ...] = ()
    places: dict[int, Span] = field(default_factory=dict)
    labels: int = 0
    kinds: dict[int, str] = field(default_factory=dict)
    """label → segment, decision, chance, stop (a phase) or mark"""
    can_fail_after: set[int] = field(default_factory=set)
    easy: set[int] = field(default_factory=set)
    soft: set[int] = field(default_factory=set)
    entries: dict[tuple[str, bool], int] = field(default_factory=dict)
    exits: dict[str, int] = field(default_factory=dict)
    todo: list[tuple[str, bool]] = field(default_factory=list)
    possible: set[str] = field(default_factory=set)
    callers: Callers | None = None

    def __post_init__(self) -> None:
        self.guards = Guards(self.analysis)
        self.lister = Lister(self.analysis, self._alike)
        self.layout = self.checked.layout

    # ---- the module

    def module(self) -> str:
        """The whole source: values, procedures, segments, tables of labels."""
        for p in self.checked.procedures.values():
            if p.id not in self.analysis.suspending:
                self._function(p)
        self._root()
        while self.todo:
            self._entry(*self.todo.pop())
        self._free_actions()
        while self.todo:
            self._entry(*self.todo.pop())
        done: set[str] = set()
        while self.possible - done:
            name = sorted(self.possible - done)[0]
            self._possible(name)
            done.add(name)
            while self.todo:
                self._entry(*self.todo.pop())
        self._values()
        return "\n".join([*self._constants(), *self.functions, *self._signatures(), *self._scoring(), *self._tables(), ""])

    def _constants(self) -> list[str]:
        out = ["# Generated from the ruleset; see `rulewright show GAME --python`.", "from bisect import bisect", "from interpreter.runtime.primitives import *"]
        out += [f"{identifier(name)} = {literal_table(table)}" for name, table in self.layout.tables.items()]
        out.append(f"KIND = {literal(tuple(self.layout.pieces))}")
        ordered = tuple(p.ordered for p in self.layout.places)
        out.append(f"ORDERED = {literal(ordered)}")
        out.append(
            "\n".join(
                [
                    "def move_piece(s, x, place):",
                    f"    old = s[{self.layout.at_base} + x]",
                    "    if old >= 0:",
                    f"        old += {self.layout.zone_base}",
                    "        t = s[old]",
                    "        if t[-1] == x:",
                    "            s[old] = t[:-1]",
                    "        else:",
                    "            i = t.index(x)",
                    "            s[old] = t[:i] + t[i + 1:]",
                    f"    s[{self.layout.at_base} + x] = place",
                    "    if place >= 0:",
                    f"        new = place + {self.layout.zone_base}",
                    "        t = s[new]",
                    "        if not t or x > t[-1] or ORDERED[place]:",
                    "            s[new] = t + (x,)",
                    "        else:",
                    "            i = bisect(t, x)",
                    "            s[new] = t[:i] + (x,) + t[i:]",
                ]
            )
        )
        return out

    def _values(self) -> None:
        for v in self.checked.values.values():
            params = "".join(f", {p.name}" for p in v.params)
            body = value(self.analysis.inlined(v.result, 200))
            self.functions.append(f"def v_{identifier(v.id)}(s{params}):\n    return {body}")

    def _signatures(self) -> list[str]:
        out = []
        for cls in self.checked.model.pieces:
            parts = self._signature_parts(cls)
            out.append(f"def {identifier(cls)}_sig(s, x):\n    return ({', '.join(parts)},)")
            out.append(self._distinct(cls))
        return out

    def _signature_parts(self, cls: str) -> list[str]:
        parts = ["KIND[x]"]
        if cls in self.layout.face_base:
            parts.append(f"s[{self.layout.face_base[cls]} + x]")
        parts += [f"s[{base} + x]" for (c, _), base in self.layout.piece_vars.items() if c == cls]
        for r in sorted(self.layout.piece_holders.get(cls, ())):
            base, stride = self.layout.piece_arrays[r]
            parts.append(f"s[{base} + {stride} * x]")
        parts.append(f"s[{self.layout.at_base} + x]")
        return parts

    def _alike(self, domain: X, bind: Bind) -> str:
        """Text of an iterable that has one piece of each group of alike ones."""
        text = iterable(domain)
        if bind.type.name != "piece" or not bind.shown:
            return text
        classes = classes_of(bind.type) or tuple(self.checked.model.pieces)
        if all(self._all_differ(cls) for cls in classes):
            return text
        is_sorted = not any(p.ordered for p in self.layout.places if p.pieces in classes)
        if len(classes) == 1 and is_sorted and isinstance(domain, Get) and domain.type.name == "list":
            return f"{identifier(classes[0])}_distinct(s, {text})"
        return f"alike(s, {self._signature(bind.type)}, {text})"

    def _all_differ(self, cls: str) -> bool:
        """Whether no two pieces of the class are of one kind."""
        kinds = [self.layout.pieces[x] for x in self.layout.class_pieces[cls]]
        return len(set(kinds)) == len(kinds)

    def _signature(self, item: Type) -> str:
        """Name of the function that tells alike pieces of a type."""
        return f"{identifier(item.of)}_sig" if len(classes_of(item)) == 1 else "any_sig"

    def _distinct(self, cls: str) -> str:
        """A function from the pieces of one place to one of each group of alike ones. Alike pieces mostly lie side by side;
        only where they do not, all are compared."""
        state = ", ".join(self._signature_parts(cls)[1:-1])
        name = identifier(cls)
        lines = [
            f"def {name}_distinct(s, pieces):",
            "    out = []",
            "    kind = -1",
            "    for x in pieces:",
            "        if KIND[x] == kind:",
            f"            if ({state}) == last:" if state else "            if True:",
            "                continue",
            f"            return alike(s, {name}_sig, pieces)",
            "        kind = KIND[x]",
            f"        last = ({state})" if state else "        pass",
            "        out.append(x)",
            "    return out",
        ]
        return "\n".join(lines)

    def _scoring(self) -> list[str]:
        out = ["def any_sig(s, x):\n    return SIGS[KIND[x]](s, x)"]
        sigs = ", ".join(f"{identifier(cls)}_sig" for cls, _ in self.layout.kinds)
        out.append(f"SIGS = ({sigs}{',' if sigs else ''})")
        tie_breaks = [t[:3] for t in self.checked.tie_breaks]
        for group, items in (("score", self.checked.scores), ("tie", tie_breaks), ("hint", self.checked.hints)):
            rows = []
            for i, (_, p, worth) in enumerate(items):
                out.append(f"def {group}_{i}(s, {p.name}):\n    return {value(self.analysis.inlined(worth, 200))}")
                rows.append(f"{group}_{i}")
            out.append(f"{group.upper()} = ({''.join(r + ', ' for r in rows)})")
        rows = []
        for i, (_, winners, _) in enumerate(self.checked.endings):
            text = "tuple(range(%d))" % self.layout.players if winners is None else value(self.analysis.inlined(winners, 200))
            out.append(f"def winners_{i}(s):\n    return {text}")
            rows.append(f"winners_{i}")
        out.append(f"WINNERS = ({''.join(r + ', ' for r in rows)})")
        return out

    def _tables(self) -> list[str]:
        """Lists by label: what to run, to list, to apply."""

        def row(name: str, wanted: Iterable[str], prefix: str, default: str = "None") -> str:
            kinds = set(wanted)
            cells = [f"{prefix}{n}" if self.kinds.get(n) in kinds else default for n in range(self.labels + 1)]
            return f"{name} = [{', '.join(cells)}]"

        out = ["def L0(s, f):\n    s[0] = f[1]\n    return 0"]
        codes = []
        for n in range(self.labels + 1):
            kind = self.kinds.get(n, "segment")
            codes.append(f"{'C' if kind in ('decision', 'chance') else 'L'}{n}")
        out.append(f"CODE = [{', '.join(codes)}]")
        stop = {"segment": 0, "decision": 1}
        out.append(f"STOPS = {[2 if n == 0 else stop.get(self.kinds.get(n, 'segment'), 2) for n in range(self.labels + 1)]}")
        out.append(row("RAW", ("decision",), "R"))
        out.append(row("LIST", ("decision", "chance"), "O"))
        out.append(row("DRAW", ("chance",), "D"))
        out.append(row("APPLY", ("decision", "chance"), "A"))
        out.append(f"LEAVE = [{', '.join(f'V{n}' if n in self.soft else 'None' for n in range(self.labels + 1))}]")
        out.append(f"CAN_FAIL = {[n in self.can_fail_after for n in range(self.labels + 1)]}")
        out.append(f"EASY = {[n in self.easy for n in range(self.labels + 1)]}")
        out.append(f"CHANCE = {[self.kinds.get(n) == 'chance' for n in range(self.labels + 1)]}")
        return out

    # ---- labels, frames, jumps

    def label(self, kind: str = "segment") -> int:
        self.labels += 1
        self.kinds[self.labels] = kind
        return self.labels

    def _define(self, name: str, vars_: Iterable[str], w: Writer, who: str | None = None, extra: str = "") -> None:
        head = ", ".join(["_", *([who] if who else []), *vars_, "up"])
        self.functions.append("\n".join([f"def {name}(s, f{extra}):", f"    {head} = f", *w.lines]))

    def jump(self, k: Kont, w: Writer) -> None:
        if k.label is None:
            w("s[0] = up")
            w("return 0")
        elif k.by_machine:
            w(f"s[0] = {k.frame}")
            w("return 0")
        else:
            w(f"return L{k.label}(s, {k.frame})")

    def rest(self, body: Body, ctx: Context, also: Iterable[str] = ()) -> Kont:
        """The continuation that runs `body` and then goes on as the context says."""
        if not body:
            return ctx.k
        scope = tuple(dict.fromkeys([*ctx.scope, *also]))
        vars_ = self._live(scope, body, ctx.k)
        k = Kont(self.label(), vars_)
        w = Writer()
        self.compile(body, replace(ctx, scope=vars_), w)
        self._define(f"L{k.label}", vars_, w)
        assert k.label is not None
        if ctx.marked and self._fails_later(body, ctx):
            self.can_fail_after.add(k.label)
        return k

    def _live(self, scope: Iterable[str], body: Body, *konts: Kont) -> tuple[str, ...]:
        used = _used(body)
        for k in konts:
            used |= set(k.vars)
        return tuple(v for v in scope if v in used)

    def _fails_later(self, body: Body, ctx: Context) -> bool:
        return self.analysis.any_fails(body) or ctx.follow is None or self.analysis.any_fails(ctx.follow)

    # ---- procedures

    def _function(self, p: Procedure) -> None:
        """A procedure without decisions, as a plain function."""
        w = Writer()
        for local, slot in p.stored.items():
            w(f"s[{slot}] = {local}")
        self.straight(p.body, w, Context(tuple(v.name for v in p.params), RETURN, RETURN, True, True, (), p.id))
        self._reset(p, w)
        w("return 0")
        params = ", ".join(["s", *(v.name for v in p.params)])
        self.functions.append("\n".join([f"def P_{identifier(p.id)}({params}):", *w.lines]))

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
            self.todo.append(key)
        return self.entries[key]

    def exit(self, name: str) -> int:
        """Label of the frame that ends a period: sets its variables back."""
        if name not in self.exits:
            self.exits[name] = self.label()
            w = Writer()
            self._reset(self.checked.procedures[name], w)
            w("s[0] = up")
            w("return 0")
            self._define(f"L{self.exits[name]}", (), w)
        return self.exits[name]

    def _needs_exit(self, p: Procedure) -> bool:
        return p.is_phase or bool(p.stored) or bool(p.resets)

    def _entry(self, name: str, marked: bool) -> None:
        p = self.checked.procedures[name]
        label = self.entries[(name, marked)]
        params = tuple(v.name for v in p.params)
        w = Writer()
        if p.span is not None:
            self.places[label] = p.span
            w(f"# {p.id}, {p.span}")
        for local, slot in p.stored.items():
            w(f"s[{slot}] = {local}")
        ctx = Context(params, RETURN, RETURN, not marked, marked, (), name)
        self.compile(p.body, ctx, w)
        self._define(f"L{label}", params, w)

    def _root(self) -> None:
        """Setup, then the game, then the normal end."""
        me = Const(-1)
        span = self.checked.model.game.span
        body: Body = (Invoke("setup", (me,), span), Invoke("game", (me,), span), End("game", "normal"))
        label = self.label()
        w = Writer()
        self.compile(body, Context((), RETURN, RETURN, True, False, (), "game"), w)
        self._define(f"L{label}", (), w)
        self.functions.append(f"START = ({label}, None)")

    # ---- straight code

    def straight(self, body: Body, w: Writer, ctx: Context) -> None:
        """Write statements that cannot suspend; control falls through."""
        if not body:
            w("pass")
        for i, s in enumerate(body):
            self._straight_one(s, w, ctx)
            if isinstance(s, Put | Add | Act) and not (i + 1 < len(body) and isinstance(body[i + 1], Put | Add | Act)):
                self._after_writes(body[: i + 1], w, ctx)
            if isinstance(s, End):
                return

    def _straight_one(self, s: S, w: Writer, ctx: Context) -> None:
        match s:
            case Let():
                w(f"{s.var} = {self.value(s.value)}")
            case Put():
                w(f"s[{self.value(s.address)}] = {self.value(s.value)}")
            case Add():
                self._add(s, w)
            case Check():
                self._check(s, w)
            case If():
                self._straight_if(s, w, ctx)
            case Loop():
                self._straight_loop(s, w, ctx)
            case Act():
                target = f"{s.result} = " if s.result else ""
                w(f"{target}{s.name}(s, {', '.join(self.value(a) for a in s.args)})")
            case Invoke():
                self._call(s, w)
            case Dispatch():
                self._cases(s, w, lambda body, inner: self.straight(body, inner, ctx))
            case Block() | Scope():
                self.straight(s.body, w, ctx)
            case End():
                self._straight_end(s, w)
            case _:
                raise AssertionError(s)

    def value(self, x: X) -> str:
        self._note_possible(x)
        return value(self.analysis.inlined(x, 60))

    def test(self, x: X) -> str:
        self._note_possible(x)
        return test(self.analysis.inlined(x, 60))

    def _note_possible(self, x: X) -> None:
        for part in walk(x):
            if isinstance(part, Possible):
                self.possible.add(part.action)

    def _add(self, s: Add, w: Writer) -> None:
        if isinstance(s.value, Const) and s.value.value == 0:
            return
        text = self.value(s.value)
        sign = "+"
        if text.startswith("(-") and text.endswith(")") and text.count("(") == 1:
            sign, text = "-", text[2:-1]
        w(f"s[{self.value(s.address)}] {sign}= {text}")

    def _check(self, s: Check, w: Writer) -> None:
        if s.test == TRUE:
            return
        w(f"if not {self.test(s.test)}:")
        if self.plain:
            need = "None" if s.reason.need is None else self.value(s.reason.need)
            have = "None" if s.reason.have is None else self.value(s.reason.have)
            w(f"    WHY.append(({self._reason(s)}, {need}, {have}))")
        w("    return 1")

    def _reason(self, s: Check) -> int:
        info = ReasonInfo(s.reason.kind, s.reason.what, s.reason.span)
        if info not in self.reasons:
            self.reasons.append(info)
        return self.reasons.index(info)

    def _straight_if(self, s: If, w: Writer, ctx: Context) -> None:
        if s.test == FALSE:
            self.straight(s.other, w, ctx)
            return
        if s.test == TRUE:
            self.straight(s.then, w, ctx)
            return
        w(f"if {self.test(s.test)}:")
        self.straight(s.then, w.into(), ctx)
        if s.other:
            w("else:")
            self.straight(s.other, w.into(), ctx)

    def _straight_loop(self, s: Loop, w: Writer, ctx: Context) -> None:
        self._note_possible(s.over)
        over = self.analysis.inlined(s.over, 60)
        if s.kind == "for":
            # The set is fixed at the start, so it must not be a live view; tuples and fresh lists are not.
            w(f"for {s.var} in {iterable(over)}:")
            inner = w.into()
            if s.test is not None:
                inner(f"if {self.test(s.test)}:")
                inner = inner.into()
            self.straight(s.body, inner, ctx)
        elif s.kind == "times":
            w(f"for {s.var} in range({value(over)}):")
            inner = w.into()
            if s.test is not None:
                inner(f"if {self.test(s.test)}:")
                inner("    break")
            self.straight(s.body, inner, ctx)
        else:
            before = self.lister.fresh("before")
            w(f"{before} = {value(over)} + 1")
            w(f"while {value(over)} < {before}:")
            inner = w.into()
            inner(f"{before} = {value(over)}")
            self.straight(s.body, inner, ctx)

    def _call(self, s: Invoke, w: Writer) -> None:
        call = f"P_{identifier(s.procedure)}({', '.join(['s', *(self.value(a) for a in s.args)])})"
        if s.procedure in self.analysis.failing or s.procedure in self.analysis.ending:
            w(f"r = {call}")
            w("if r:")
            w("    return r")
        else:
            w(call)

    def _cases(self, s: Dispatch, w: Writer, write: "object") -> None:
        name = self.lister.fresh("on")
        w(f"{name} = {self.value(s.on)}")
        word = "if"
        for key, body in s.cases:
            w(f"{word} {name} == {key}:")
            write(body, w.into())  # type: ignore[operator]
            word = "elif"

    def _straight_end(self, s: End, w: Writer) -> None:
        if s.how == "game":
            self._end_game(s, w)
        else:
            w("break")

    def _end_game(self, s: End, w: Writer) -> None:
        number = [name for name, _, _ in self.checked.endings].index(s.target)
        w(f"s[1] = {number + 1}")
        w("s[0] = None")
        w("return 3")

    # ---- whenever

    def _after_writes(self, run: Body, w: Writer, ctx: Context) -> None:
        """State rules that read what the last statements wrote."""
        written: set[str] = set()
        for s in reversed(run):
            if not isinstance(s, Put | Add | Act):
                break
            written |= s.writes if isinstance(s, Act) else {s.family}
        for rule in self.checked.state_rules:
            if rule.reads & written:
                self._state_rule(rule, w, ctx)

    def _state_rule(self, rule: StateRuleDef, w: Writer, ctx: Context) -> None:
        w(f"if {self.test(rule.test)}:")
        inner = w.into()
        inner(f"if not s[{rule.latch}]:")
        inner(f"    s[{rule.latch}] = 1")
        for s in rule.body:
            self._straight_one(s, inner.into(), ctx)
        w("else:")
        w(f"    s[{rule.latch}] = 0")

    # ---- code that may suspend

    def compile(self, body: Body, ctx: Context, w: Writer) -> None:
        """Write statements so that every path ends in a return: at a decision, or by going on as the context says."""
        for i, s in enumerate(body):
            if isinstance(s, Decide) and s.pauses and not ctx.marked:
                self.compile((*s.pauses, replace(s, pauses=()), *body[i + 1 :]), ctx, w)
                return
            if self.analysis.suspends(s) or (isinstance(s, End) and s.how != "game") or _leaves(s):
                follow = None if ctx.follow is None else (*body[i + 1 :], *ctx.follow)
                inner = replace(ctx, follow=follow)
                after = body[i + 1 :]
                self._suspending(s, after, inner, ctx, w)
                return
            self._straight_one(s, w, ctx)
            if isinstance(s, Put | Add | Act) and not (i + 1 < len(body) and isinstance(body[i + 1], Put | Add | Act)):
                self._after_writes(body[: i + 1], w, ctx)
            if isinstance(s, End):
                return
            ctx = replace(ctx, scope=tuple(dict.fromkeys([*ctx.scope, *_defined(s)])))
        self.jump(ctx.k, w)

    def _suspending(self, s: S, after: Body, inner: Context, ctx: Context, w: Writer) -> None:
        k = self.rest(after, ctx, _defined(s))
        c = replace(inner, k=k)
        match s:
            case If():
                self._if(s, c, w)
            case Loop():
                self._loop(s, c, w)
            case Block():
                self.compile(s.body, replace(c, soft=s.soft or c.soft, leave=k), w)
            case Scope():
                self.compile(s.body, replace(c, leave=k), w)
            case Dispatch():
                self._cases(s, w, lambda body, iw: self.compile(body, c, iw))
                self.jump(k, w)
            case Invoke():
                self._enter(s, c, w)
            case End():
                self._end(s, c, w)
            case IfPossible():
                self._if_possible(s, c, w)
            case Decide():
                self._decide(s, c, w)
            case ChooseSome():
                self._choose_some(s, c, w)
            case Spread():
                self._spread(s, c, w)
            case Chance():
                self._chance(s, c, w)
            case _:
                raise AssertionError(s)

    def _if(self, s: If, ctx: Context, w: Writer) -> None:
        if s.test in (TRUE, FALSE):
            self.compile(s.then if s.test == TRUE else s.other, ctx, w)
            return
        w(f"if {self.test(s.test)}:")
        self.compile(s.then, ctx, w.into())
        self.compile(s.other, ctx, w)

    def _loop(self, s: Loop, ctx: Context, w: Writer) -> None:
        head = self.label()
        over, at = self.lister.fresh("over"), self.lister.fresh("at")
        used = _used(s.body) | (set() if s.test is None else free_vars(s.test)) | set(ctx.k.vars)
        if s.kind == "falls":
            used |= free_vars(s.over)
        kept = tuple(v for v in ctx.scope if v in used)
        vars_ = (*kept, over, at) if s.kind != "falls" else (*kept, over)
        again = Kont(head, vars_, by_machine=True)
        ref = LoopRef(s.is_user_loop, ctx.k, ctx.marked)
        body = Context(
            (*vars_, s.var), again, again, ctx.soft, ctx.marked, None if self._loop_fails(s, ctx) else (), ctx.procedure,
            (*ctx.loops, ref), ctx.outer,
        )  # fmt: skip
        if ctx.marked and (self._loop_fails(s, ctx)):
            self.can_fail_after.add(head)
        head_w = Writer()
        self._loop_head(s, over, at, body, head_w)
        self.jump(ctx.k, head_w)
        self._define(f"L{head}", vars_, head_w)
        start = value(self.analysis.inlined(s.over, 60))
        self._note_possible(s.over)
        if s.kind == "falls":
            w(f"{over} = {start} + 1")
        else:
            w(f"{over} = {start}")
            w(f"{at} = 0")
        w(f"return L{head}(s, {again.frame})")

    def _loop_fails(self, s: Loop, ctx: Context) -> bool:
        return self.analysis.any_fails(s.body) or ctx.follow is None or self.analysis.any_fails(ctx.follow)

    def _loop_head(self, s: Loop, over: str, at: str, body: Context, w: Writer) -> None:
        if s.kind == "for":
            w(f"while {at} < len({over}):")
            inner = w.into()
            inner(f"{s.var} = {over}[{at}]")
            inner(f"{at} += 1")
            if s.test is not None:
                inner(f"if {self.test(s.test)}:")
                inner = inner.into()
            self.compile(s.body, body, inner)
        elif s.kind == "times":
            stop = "" if s.test is None else f" and not {self.test(s.test)}"
            w(f"if {at} < {over}{stop}:")
            inner = w.into()
            inner(f"{s.var} = {at}")
            inner(f"{at} += 1")
            self.compile(s.body, body, inner)
        else:
            now = self.lister.fresh("now")
            w(f"{now} = {self.value(s.over)}")
            w(f"if {now} < {over}:")
            inner = w.into()
            inner(f"{over} = {now}")
            self.compile(s.body, replace(body, scope=tuple(v for v in body.scope if v != s.var)), inner)

    def _enter(self, s: Invoke, ctx: Context, w: Writer) -> None:
        """Call a suspending procedure: its frame on top, ours below."""
        p = self.checked.procedures[s.procedure]
        label = self.entry(s.procedure, ctx.marked)
        up = ctx.k.frame
        if self._needs_exit(p):
            up = f"({self.exit(s.procedure)}, {up})"
        args = ", ".join(self.value(a) for a in s.args)
        w(f"s[0] = ({label}, {args}, {up})")
        w("return 0")

    def _end(self, s: End, ctx: Context, w: Writer) -> None:
        if s.how == "phase":
            name = self.exit(s.target)
            w("u = up")
            w(f"while u[0] != {name}:")
            w("    u = u[-1]")
            w("s[0] = (0, u)" if ctx.marked else "s[0] = u")
            w("return 0")
            return
        ref = next(r for r in reversed(ctx.loops) if r.is_user or s.how == "inner")
        assert ref.kont is not None
        if ref.marked == ctx.marked:
            self.jump(ref.kont, w)
            return
        frame = ctx.outer if ref.kont.label is None else f"({', '.join([str(ref.kont.label), *ref.kont.vars, ctx.outer])})"
        w(f"s[0] = (0, {frame})")
        w("return 0")

    def _if_possible(self, s: IfPossible, ctx: Context, w: Writer) -> None:
        guard: X | None = None
        if not self.plain:
            try:
                guard = self.guards.guard(s.body)
            except Unknown:
                guard = None
        if guard is not None and not any(isinstance(x, End) for x in statements(s.body)):
            w(f"if {self.test(guard)}:")
            self._block_body(s.body, ctx, w.into())
            self.compile(s.other, ctx, w)
            return
        vars_ = self._live(ctx.scope, s.body)
        body = self._sub_body(s.body, vars_, ctx)
        frame = ", ".join([str(body), *vars_])
        w("t = s[:]")
        w(f"t[0] = ({frame}, (0, None))")
        w(f"if survive(t, {self.value(s.me)}):")
        inner = w.into()
        inner(f"s[0] = ({frame}, {'(0, ' + ctx.k.frame + ')' if not ctx.marked else ctx.k.frame})")
        inner("return 0")
        self.compile(s.other, ctx, w)

    def _sub_body(self, body: Body, vars_: tuple[str, ...], ctx: Context) -> int:
        """A block as a segment of its own, called over an end mark."""
        label = self.label()
        outer = "up[1]" if ctx.k.label is None else "up[1][-1]"
        sub = Context(vars_, RETURN, RETURN, False, True, (), ctx.procedure, ctx.loops, outer if not ctx.marked else ctx.outer)
        w = Writer()
        self.compile(body, sub, w)
        self._define(f"L{label}", vars_, w)
        return label

    def _block_body(self, body: Body, ctx: Context, w: Writer) -> None:
        """The body of an alternative or of `if possible`, known to be possible."""
        if ctx.marked:
            self.compile(body, replace(ctx, soft=False), w)
            return
        if not any(self.analysis.suspends(s) for s in body):
            self.compile(body, replace(ctx, soft=False, marked=True), w)
            return
        vars_ = self._live(ctx.scope, body)
        label = self._sub_body(body, vars_, ctx)
        w(f"s[0] = ({', '.join([str(label), *vars_, '(0, ' + ctx.k.frame + ')'])})")
        w("return 0")

    # ---- decisions

    def _decide(self, s: Decide, ctx: Context, w: Writer) -> None:
        d = self.label("decision")
        skip_body = s.skip[1] if s.skip else ()
        used = _used((replace(s, who=Const(0)),)) | set(ctx.k.vars) | set(ctx.leave.vars)
        used |= {v for ref in ctx.loops if ref.kont for v in ref.kont.vars}
        who = s.who.name if isinstance(s.who, Var) else "who"
        vars_ = tuple(v for v in ctx.scope if v in used and v != who)
        inner = replace(ctx, scope=tuple(dict.fromkeys([*vars_, who])))
        infos = self._listing(d, s, inner, vars_, who)
        self._apply(d, s, inner, vars_, who, skip_body, infos)
        self._code(d, vars_, who, inner)
        self.decisions[d] = DecisionInfo(
            d, "choose", s.prompt, s.menu, ctx.procedure, tuple(infos), s.skip[0] if s.skip else None, None, s.span, vars_
        )
        w(f"s[0] = ({', '.join([str(d), self.value(s.who), *vars_, 'up'])})")
        w("return 0")

    def _alt_info(self, alt: Alt, legality: str) -> AltInfo:
        names = dict(alt.names)
        shown = tuple(BindInfo(names.get(b.var, "self"), b.type, b.shown) for b in alt.binds)
        return AltInfo(alt.label, alt.action, alt.key, shown, alt.span, legality)

    def _listing(self, d: int, s: Decide, ctx: Context, vars_: tuple[str, ...], who: str) -> list[AltInfo]:
        """R: options by domains, tests and guards. O: those of them that survive a trial, where one is needed."""
        w = Writer()
        w("out = []")
        infos: list[AltInfo] = []
        searched: list[int] = []
        own_rest_fails = ctx.marked and self._fails_later((), ctx)
        listed: dict[Possible, Var] = {}
        asked = {x.action for alt in s.alts for b in statements(alt.body) for e in expressions(b) for x in walk(e)
                 if isinstance(x, Possible)}  # fmt: skip
        asked |= {action for alt in s.alts for action in self._asked_by(alt)}
        for i, alt in enumerate(s.alts):
            guard, legality = self._guard(s, alt, ctx)
            if legality == "search":
                searched.append(i)
            guard = _replaced(guard, listed)
            infos.append(self._alt_info(alt, legality))
            for x in (*self._listed(alt), guard):
                self._note_possible(x)
            known = {*vars_, who, *(v.name for v in listed.values())}
            once = alt.action in asked and legality != "search" and not ctx.marked
            if once:
                w("before = len(out)")
            self.lister.alternative(w, alt, lambda iw, text: iw(f"out.append({text})"), i, guard, known)
            if once and [a.action for a in s.alts].count(alt.action) == 1:
                has = Var(self.lister.fresh("has"), BOOL)
                w(f"{has.name} = len(out) > before")
                listed[Possible(alt.action, s.who)] = has
        skip_needs_trial = s.skip is not None and ctx.marked and (
            self.analysis.any_fails(s.skip[1]) or own_rest_fails or self.plain
        )
        if s.skip is not None:
            w("out.append((-1,))")
        w("return out")
        self._define(f"R{d}", vars_, w, who)
        self._filter(d, vars_, who, ctx, bool(searched), skip_needs_trial, len(searched) == len(s.alts))
        if not searched and not skip_needs_trial and not own_rest_fails:
            self.easy.add(d)
        return infos

    def _asked_by(self, alt: Alt) -> set[str]:
        """Actions whose possibility the called body of an alternative asks for."""
        out: set[str] = set()
        for b in alt.body:
            if isinstance(b, Invoke):
                for inner in statements(self.checked.procedures[b.procedure].body):
                    out |= {x.action for e in expressions(inner) for x in walk(e) if isinstance(x, Possible)}
        return out

    def _listed(self, alt: Alt) -> list[X]:
        out: list[X] = [] if alt.when is None else [alt.when]
        for bind in alt.binds:
            out += [x for x in (bind.domain, bind.test, bind.value) if x is not None]
        return out

    def _guard(self, s: Decide, alt: Alt, ctx: Context) -> tuple[X, str]:
        """A guard for an alternative and the case: none, guard or search."""
        if self.plain:
            return TRUE, "search"
        body = alt.body
        if ctx.marked:
            if ctx.follow is None:
                return self._own_guard(alt), "search" if True else "guard"
            body = (*alt.body, *ctx.follow)
        elif not s.is_block:
            return TRUE, "none"
        try:
            guard = self.guards.guard(body)
        except Unknown:
            return self._own_guard(alt), "search"
        return guard, "none" if guard == TRUE else "guard"

    def _own_guard(self, alt: Alt) -> X:
        """What can be said of the alternative's own body, though not of what follows."""
        try:
            return self.guards.guard(alt.body)
        except Unknown:
            return TRUE

    def _filter(
        self, d: int, vars_: tuple[str, ...], who: str, ctx: Context, searched: bool, skip_trial: bool, all_searched: bool
    ) -> None:
        if not ctx.marked and not searched:
            self.functions.append(f"O{d} = R{d}")
            return
        w = Writer(indent=1)
        w(f"o = R{d}(s, f)")
        if ctx.marked and not searched and not skip_trial:
            w("if not can_fail_above(f[-1]):")
            w("    return o")
        if ctx.marked:
            w(f"return [c for c in o if trial(s, f, {d}, c)]")
        else:
            w(f"return [c for c in o if c[0] < 0 or trial(s, f, {d}, c)]")
        self.functions.append("\n".join([f"def O{d}(s, f):", *w.lines]))

    def _apply(
        self, d: int, s: Decide, ctx: Context, vars_: tuple[str, ...], who: str, skip_body: Body, infos: list[AltInfo]
    ) -> None:
        w = Writer()
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
            elif infos[i].legality == "search" and not ctx.marked:
                live = self._live(scope, alt.body)
                label = self._sub_body(alt.body, live, inner)
                inner_w(f"s[0] = ({', '.join([str(label), *live, '(0, ' + ctx.k.frame + ')'])})")
                inner_w("return 0")
            else:
                self._block_body(alt.body, inner, inner_w)
        if not s.alts:
            w("return 1")
        self._define(f"A{d}", vars_, w, who, ", c")

    def _code(self, d: int, vars_: tuple[str, ...], who: str, ctx: Context) -> None:
        """C: what the machine runs at the decision: answer it where only one option is left, else wait."""
        w = Writer(indent=1)
        w(f"o = O{d}(s, f)")
        if self.checked.free:
            w(f"o = with_free(s, f, {d}, o)")
        w("if len(o) == 1:")
        w(f"    return answer(s, f, {d}, o[0])" if self.checked.free else f"    return A{d}(s, f, o[0])")
        w("if o:")
        w("    return o")
        if ctx.soft:
            w(f"return V{d}(s, f)")
            self.soft.add(d)
            leave = Writer()
            self.jump(ctx.leave, leave)
            self._define(f"V{d}", vars_, leave, who)
        else:
            w("return 1")
        self.functions.append("\n".join([f"def C{d}(s, f):", *w.lines]))

    def _plain_decision(self, d: int, ctx: Context, vars_: tuple[str, ...], who: str) -> None:
        """O from R for decisions whose options are numbers: a trial only where something after them can fail."""
        w = Writer(indent=1)
        if not ctx.marked:
            self.easy.add(d)
            self.functions.append(f"O{d} = R{d}")
            self._code(d, vars_, who, ctx)
            return
        w(f"o = R{d}(s, f)")
        if ctx.marked:
            if not self.plain and not self._fails_later((), ctx):
                w("if not can_fail_above(f[-1]):")
                w("    return o")
                self.easy.add(d)
            w(f"return [c for c in o if trial(s, f, {d}, c)]")
        self.functions.append("\n".join([f"def O{d}(s, f):", *w.lines]))
        self._code(d, vars_, who, ctx)

    def _signs(self, item: Type, source: str) -> str:
        """Text of what makes each element of a list alike to others."""
        if item.name != "piece":
            return source
        parts = {tuple(self._signature_parts(cls)) for cls in classes_of(item)}
        if len(parts) == 1:
            return f"[({', '.join(parts.pop())}) for x in {source}]"
        return f"[{self._signature(item)}(s, x) for x in {source}]"

    def _choose_some(self, s: ChooseSome, ctx: Context, w: Writer) -> None:
        d = self.label("decision")
        who = s.who.name if isinstance(s.who, Var) else "who"
        own = ("src", "signs", "pos", "chosen", "low", "high")
        kept = tuple(v for v in ctx.scope if (v in ctx.k.vars or v in ctx.leave.vars) and v != who)
        vars_ = (*kept, *own)
        r = Writer()
        r("return some_options(src, signs, pos, len(chosen), low, high)")
        self._define(f"R{d}", vars_, r, who)
        a = Writer()
        a("if c < 0:")
        a(f"    {s.var} = chosen")
        self.jump(replace(ctx.k), a.into())
        a(f"s[0] = ({', '.join([str(d), who, *kept, 'src', 'signs', 'c + 1', '(*chosen, src[c])', 'low', 'high', 'up'])})")
        a("return 0")
        self._define(f"A{d}", vars_, a, who, ", c")
        self._plain_decision(d, replace(ctx, soft=False), vars_, who)
        self.decisions[d] = DecisionInfo(
            d, "some", s.prompt, "", ctx.procedure, (), None, s.item, s.span, vars_, self.kinds[d] == "decision"
        )
        w(f"src = {self.value(s.source)}")
        w(f"signs = tuple({self._signs(s.item, 'src')})")
        frame = [str(d), self.value(s.who), *kept, "src", "signs", "0", "()", self.value(s.low), self.value(s.high), "up"]
        w(f"s[0] = ({', '.join(frame)})")
        w("return 0")

    def _spread(self, s: Spread, ctx: Context, w: Writer) -> None:
        d = self.label("decision")
        who = s.who.name if isinstance(s.who, Var) else "who"
        own = ("where", "caps", "classes", "numbers", "low", "high")
        kept = tuple(v for v in ctx.scope if (v in ctx.k.vars or v in ctx.leave.vars) and v != who)
        vars_ = (*kept, *own)
        r = Writer()
        r("return spread_range(classes, len(numbers), low, high)")
        self._define(f"R{d}", vars_, r, who)
        a = Writer()
        a("numbers = (*numbers, c)")
        a("low -= c")
        a("high -= c")
        self._spread_step(d, s, ctx, kept, who, a)
        self._define(f"A{d}", vars_, a, who, ", c")
        self._plain_decision(d, replace(ctx, soft=False), vars_, who)
        self.decisions[d] = DecisionInfo(d, "spread", s.prompt, "", ctx.procedure, (), None, s.item, s.span, vars_)
        w(f"where = {self.value(s.places)}")
        w(f"caps = {self.value(s.caps)}")
        w(f"classes = spread_classes({self._signs(s.item, 'where')}, caps)")
        w("numbers = ()")
        w(f"low = {self.value(s.low)}")
        w(f"high = {self.value(s.high)}")
        if not isinstance(s.who, Var):
            w(f"{who} = {self.value(s.who)}")
        self._spread_step(d, s, ctx, kept, who, w)

    def _spread_step(self, d: int, s: Spread, ctx: Context, kept: tuple[str, ...], who: str, w: Writer) -> None:
        """Go on to the next class, or finish where nothing is left to decide."""
        w("space = spread_room(classes, len(numbers))")
        w("if high <= 0 or low >= space:")
        inner = w.into()
        inner(f"{s.var} = spread_shares(classes, numbers, caps, high > 0)")
        self.jump(ctx.k, inner)
        w(f"s[0] = ({', '.join([str(d), who, *kept, 'where', 'caps', 'classes', 'numbers', 'low', 'high', 'up'])})")
        w("return 0")

    def _chance(self, s: Chance, ctx: Context, w: Writer) -> None:
        d = self.label("chance")
        vars_ = tuple(v for v in ctx.scope if v in ctx.k.vars and v != s.var)
        source_vars = tuple(v for v in ctx.scope if v in free_vars(s.source))
        vars_ = tuple(dict.fromkeys([*vars_, *source_vars]))
        a = Writer()
        a(f"{s.var} = c")
        self.jump(ctx.k, a)
        self._define(f"A{d}", vars_, a, "who", ", c")
        self._draws(d, s, vars_)
        self.decisions[d] = DecisionInfo(d, "chance", s.prompt, "", ctx.procedure, (), None, s.item, s.span, vars_)
        w(f"s[0] = ({', '.join([str(d), '-1', *vars_, 'up'])})")
        w("return 0")

    def _draws(self, d: int, s: Chance, vars_: tuple[str, ...]) -> None:
        """O: (piece, weight) of each group of alike pieces. D: one of them for a random number. C: ask, unless all are
        alike: first and last are compared, and only where they agree (kinds lie together) all the others."""
        assert isinstance(s.source, Prim) and s.source.name == "weighted"
        cls, pieces = s.source.args
        sig = f"{identifier(str(cls.value))}_sig"  # type: ignore[union-attr]
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
        draw(f"return first_alike(s, {sig}, z, j, i)")
        self._define(f"D{d}", vars_, draw, "who", ", below")
        c = Writer()
        c(f"z = {zone}")
        c(f"if {sig}(s, z[0]) == {sig}(s, z[-1]) and len(weighted(s, {sig}, z)) == 1:")
        c(f"    return A{d}(s, f, z[0])")
        c("return 2")
        self._define(f"C{d}", vars_, c, "who")

    # ---- possible(…) and free actions

    def _possible(self, name: str) -> None:
        """can_x(s, me): whether some option of the action can be carried out now."""
        who, alts = self.checked.possible_alts[name]
        d = self.label("decision")
        decide = Decide(who, alts, None, name, True, self.checked.model.game.span)
        ctx = Context((who.name,), RETURN, RETURN, True, False, (), name)
        infos = self._listing(d, decide, ctx, (), who.name)
        self._apply(d, decide, ctx, (), who.name, (), infos)
        self._code(d, (), who.name, ctx)
        w = Writer(indent=1)
        if all(i.legality != "search" for i in infos):
            for i, alt in enumerate(alts):
                guard, _ = self._guard(decide, alt, ctx)
                self.lister.alternative(w, alt, lambda iw, text: iw("return True"), i, guard, {who.name})
            w("return False")
            head = f"def can_{identifier(name)}(s, {who.name}):"
        else:
            w(f"return O{d}(s, ({d}, {who.name}, None)) != []")
            head = f"def can_{identifier(name)}(s, {who.name}):"
        self.functions.append("\n".join([head, *w.lines]))

    def _free_actions(self) -> None:
        """F: options of the free actions for a decision of a player; G: carry one out and come back to the decision."""
        infos: list[AltInfo] = []
        listing = Writer(indent=1)
        listing("out = []")
        applying = Writer(indent=1)
        number = FREE
        for free in self.checked.free:
            who, alts = self.checked.free_alts[free.id]
            listing(f"if {self._window(free)}:")
            inner = listing.into()
            inner(f"{who.name} = me")
            for alt in alts:
                try:
                    guard, legality = (TRUE, "search") if self.plain else (self.guards.guard(alt.body), "guard")
                except Unknown:
                    guard, legality = TRUE, "search"
                self.lister.alternative(inner, alt, lambda iw, t: iw(f"out.append({t})"), number, guard, {who.name})
                infos.append(self._alt_info(alt, legality))
                self._free_apply(applying, alt, who.name, number)
                number += 1
        listing("return out")
        applying("return 1")
        self.functions.append("\n".join(["def FREE_LIST(s, me, d):", *listing.lines]))
        self.functions.append("\n".join(["def FREE_APPLY(s, f, c):", *applying.lines]))
        self.free = tuple(infos)

    def _free_apply(self, w: Writer, alt: Alt, who: str, number: int) -> None:
        scope = (who, *(b.var for b in alt.binds))
        vars_ = self._live(scope, alt.body)
        label = self._sub_body(alt.body, vars_, Context(scope, RETURN, RETURN, False, False, (), alt.action))
        w(f"if c[0] == {number}:")
        inner = w.into()
        inner(f"{who} = f[1]")
        for j, bind in enumerate(alt.binds):
            inner(f"{bind.var} = c[{j + 1}]")
        inner(f"s[0] = ({', '.join([str(label), *vars_, '(0, f)'])})")
        inner("return 0")

    def _window(self, free: FreeDef) -> str:
        """Python test whether a free action's window is open at decision d of player me."""
        opened = [self._span_test(w) for w in free.windows]
        closed = [f"not {self._span_test(e)}" for e in free.excepts]
        return " and ".join([f"({' or '.join(opened or ['True'])})", *closed])

    def _span_test(self, span: nodes.Period | nodes.Timing) -> str:
        if isinstance(span, nodes.Timing):
            labels = tuple(d for d, info in self.decisions.items() if info.menu == span.name)
            return f"d in {literal(labels)}"
        if span.name == "decisions":
            return "True"
        return f"running(s, {self.exit(span.name)})"


def _replaced(x: X, known: Mapping[Possible, Var]) -> X:
    """x with what has been listed already put in place of asking again."""
    if isinstance(x, Possible):
        return known.get(x, x)
    return rebuilt(x, lambda c: _replaced(c, known)) if known and children(x) else x


def literal_table(table: object) -> str:
    if isinstance(table, dict):
        return "{" + ", ".join(f"{literal(k)}: {literal(v)}" for k, v in table.items()) + "}"
    return literal(table)


def _used(body: Body) -> set[str]:
    out: set[str] = set()
    for s in statements(body):
        for x in expressions(s):
            out |= free_vars(x)
    return out


def _defined(s: S) -> tuple[str, ...]:
    """Locals that have a value after the statement."""
    match s:
        case Let() | ChooseSome() | Spread() | Chance():
            return (s.var,)
        case Act() if s.result:
            return (s.result,)
        case Decide() if not s.is_block:
            return tuple(b.var for alt in s.alts for b in alt.binds)
        case If():
            then = [v for x in s.then for v in _defined(x)]
            other = {v for x in s.other for v in _defined(x)}
            return tuple(v for v in then if v in other)
        case Scope() | Block():
            return tuple(v for x in s.body for v in _defined(x))
        case _:
            return ()


def _leaves(s: S) -> bool:
    """Whether control can leave by an `end` inside, past what follows."""
    return any(isinstance(x, End) and x.how != "game" for body in bodies(s) for x in _open_ends(body))


def _open_ends(body: Body) -> list[S]:
    """Ends inside a body that are not caught by a loop inside it."""
    out: list[S] = []
    for s in body:
        if isinstance(s, End):
            out.append(s)
        elif not isinstance(s, Loop):
            for inner in bodies(s):
                out += _open_ends(inner)
        else:
            out += [x for inner in bodies(s) for x in _open_ends(inner) if isinstance(x, End) and x.how == "phase"]
    return out

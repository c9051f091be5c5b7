"""Straight code: statements without decisions, as Python statements; the tables that all parts of the writer share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import field, replace
from functools import cached_property

from interpreter.bounds import MOST_KEPT
from interpreter.diagnostics import Span
from interpreter.language import core
from interpreter.language.analysis.costs import Costs
from interpreter.language.analysis.guards import Guards
from interpreter.language.analysis.legality import WRITTEN_OUT, Analysis
from interpreter.language.analysis.termination import circling
from interpreter.language.codegen.addresses import Addresses
from interpreter.language.codegen.apart import Apart
from interpreter.language.codegen.frames import RETURN, Context, leaves
from interpreter.language.codegen.listing import Lister, Writer
from interpreter.language.codegen.pycode import counting, identifier, iterable, spent, test, value
from interpreter.language.core.checked import Checked, StateRuleDef
from interpreter.program import AltInfo, Callers, DecisionInfo, Probe, ReasonInfo
from interpreter.program.types import Type
from interpreter.records import mutable

FEW_RULES = 4
"""`whenever` rules up to which they are written in place of what sets them off."""


@mutable
class Straight(ABC):
    """What the writers of one form of the program share, and the writing of straight code."""

    checked: Checked
    analysis: Analysis
    plain: bool
    functions: list[str] = field(default_factory=list)
    decisions: dict[int, DecisionInfo] = field(default_factory=dict)
    reasons: list[ReasonInfo] = field(default_factory=list)
    free: tuple[AltInfo, ...] = ()
    places: dict[int, Span] = field(default_factory=dict)
    marks: dict[Span, int] = field(default_factory=dict)
    """places → the numbers that stand for them at the ends of lines"""
    labels: int = 0
    kinds: dict[int, str] = field(default_factory=dict)
    """label → segment, decision, chance, stop (a phase) or mark"""
    can_fail_after: set[int] = field(default_factory=set)
    easy: set[int] = field(default_factory=set)
    targeted: set[int] = field(default_factory=set)
    """labels of chance whose draw names a place to which the piece goes"""
    trying: set[int] = field(default_factory=set)
    """decisions with options that only a trial can tell"""
    soft: set[int] = field(default_factory=set)
    again: set[int] = field(default_factory=set)
    """decisions that are worked out anew after a free action"""
    settling: set[int] = field(default_factory=set)
    """payments of which what was picked is paid before a free action"""
    refusing: set[int] = field(default_factory=set)
    """decisions that can say what they do not list"""
    foreseen: dict[int, str] = field(default_factory=dict)
    """decisions that are only looked at before they come, never waited at → their menu"""
    entries: dict[tuple[str, bool], int] = field(default_factory=dict)
    exits: dict[str, int] = field(default_factory=dict)
    weights: dict[int, int] = field(default_factory=dict)
    """decisions → the steps that trying one of their options stands for"""
    todo: list[tuple[str, bool]] = field(default_factory=list)
    callers: Callers | None = None
    probes: list[Probe] = field(default_factory=list)
    firing: list[int] = field(default_factory=list)
    """latches of the `whenever` rules whose bodies are being written"""
    lying: set[int] = field(default_factory=set)
    """labels whose frames may lie below a decision"""
    rule_functions: set[str] = field(default_factory=set)
    """the functions of `whenever` rules that are written"""
    veiled: dict[int, tuple[tuple[int, Type], ...]] = field(default_factory=dict)
    """label → the places in its frame of what not everybody sees, see `Program.veiled`"""
    lets: dict[str, core.X] = field(default_factory=dict)
    """what the locals stand for that were set right before the statement that is being written"""

    def __post_init__(self) -> None:
        self.guards = Guards(self.analysis)
        self.layout = self.checked.layout
        self.addresses = Addresses(self.layout)
        self.costs = Costs(self.checked, self._nesting, self.analysis.inlined)
        counting(self.costs)
        self.lister = Lister(
            self.analysis,
            self._alike,
            self.addresses.lowered,
            self.costs,
            self._number,
        )
        self.apart = Apart(self.checked, self.value, self.test, self.inlined, self.functions.append)

    @abstractmethod
    def _alike(self, domain: core.X, bind: core.Bind, weight: int) -> str:
        """Text of an iterable that has one piece of each group of alike ones. weight: steps for each element of the
        domain that are taken from the budget, 0 for none."""

    @cached_property
    def _nesting(self) -> frozenset[str]:
        """The procedures that may come to be called inside themselves."""
        return circling(self.checked.procedures)

    # ---- straight code

    def straight(self, body: core.Body, w: Writer, ctx: Context) -> None:
        """Write statements that cannot suspend; control falls through."""
        before = len(w.lines)
        for i, s in enumerate(body):
            self._begin(s.at, w)
            self._straight_one(s, w, ctx)
            if isinstance(s, core.Put | core.Add | core.Act) and not (
                i + 1 < len(body) and isinstance(body[i + 1], core.Put | core.Add | core.Act)
            ):
                self._after_writes(body[: i + 1], w, ctx)
            if isinstance(s, core.End):
                return
        if len(w.lines) == before:  # nothing stands there, or what stands there does nothing, such as `gain 0 coin`
            w("pass")

    def _straight_one(self, s: core.S, w: Writer, ctx: Context) -> None:
        match s:
            case core.Let():
                w(f"{s.var} = {self.kept(s, s.value)}")
            case core.Put():
                w(f"s[{self.value(s.slot)}] = {self.kept(s, s.value)}")
            case core.Add():
                self._add(s, w)
            case core.Check():
                self._check(s, w)
            case core.If():
                self._straight_if(s, w, ctx)
            case core.Loop():
                self._straight_loop(s, w, ctx)
            case core.Act():
                target = f"{s.result} = " if s.result else ""
                w(f"{target}{s.name}(s, {', '.join(self.value(a) for a in s.args)})")
            case core.Tell():
                who = "-1" if s.who is None else self.value(s.who)
                w(f"tell({', '.join(['s', str(s.number), who, *(self.value(a) for a in s.args)])})")
            case core.Invoke():
                self._call(s, w, ctx)
            case core.Dispatch():
                self._cases(s, w, lambda body, inner: self.straight(body, inner, ctx))
            case core.Block() | core.Scope():
                self.straight(s.body, w, ctx)
            case core.End():
                self._straight_end(s, w)
            case _:
                raise AssertionError(s)

    def _begin(self, place: Span | None, w: Writer) -> None:
        """The next line is the first of the statement at a place."""
        if place is not None:
            w.at(self._number(place))

    def _number(self, place: Span) -> int:
        """What stands for a place at the end of a line."""
        return self.marks.setdefault(place, len(self.marks))

    def kept(self, s: core.Let | core.Put | core.Add | core.Invoke, x: core.X) -> str:
        """Text of what a statement keeps, adds or hands on, with a check where a number could grow without bound."""
        return f"within({self.value(x)})" if self.costs.grows(s, x) else self.value(x)

    def value(self, x: core.X) -> str:
        return value(self.inlined(x, 60))

    def test(self, x: core.X) -> str:
        return test(self.inlined(x, 60))

    def inlined(self, x: core.X, budget: int = WRITTEN_OUT) -> core.X:
        """An expression with its values written out, as far as `budget` nodes allow, and its addresses known."""
        return self.addresses.lowered(self.analysis.inlined(x, budget))

    def _add(self, s: core.Add, w: Writer) -> None:
        if isinstance(s.value, core.Const) and s.value.value == 0:
            return
        text = self.value(s.value)
        sign = "+"
        if text.startswith("(-") and text.endswith(")") and text.count("(") == 1:
            sign, text = "-", text[2:-1]
        if self.costs.grows(s, s.value):
            if text.isidentifier():
                w(f"if not {-MOST_KEPT} <= {text} <= {MOST_KEPT}:")
                w(f"    within({text})")
            else:
                text = f"within({text})"
        target = f"s[{self.value(s.slot)}]"
        w(f"{target} {sign}= {text}")

    def _check(self, s: core.Check, w: Writer) -> None:
        if s.test == core.TRUE:
            return
        w(f"if not {self.test(s.test)}:")
        if self.plain:
            need = "None" if s.reason.need is None else self.value(s.reason.need)
            have = "None" if s.reason.have is None else self.value(s.reason.have)
            apart = self.apart.call(s.reason.clause, core.free_vars(s.test))
            w(f"    WHY.append(({self._reason(s)}, {need}, {have}, {apart}))")
        w("    return 1")

    def _reason(self, s: core.Check) -> int:
        at = s.reason.span
        for i, known in enumerate(self.reasons):
            same = (known.span.path, known.span.start, known.span.end) == (at.path, at.start, at.end)
            if same and known == ReasonInfo(s.reason.kind, s.reason.what, at, s.reason.compares, s.reason.words):
                return i
        self.reasons.append(ReasonInfo(s.reason.kind, s.reason.what, at, s.reason.compares, s.reason.words))
        return len(self.reasons) - 1

    def _straight_if(self, s: core.If, w: Writer, ctx: Context) -> None:
        if s.test == core.FALSE:
            self.straight(s.other, w, ctx)
            return
        if s.test == core.TRUE:
            self.straight(s.then, w, ctx)
            return
        w(f"if {self.test(s.test)}:")
        self.straight(s.then, w.into(), ctx)
        if s.other:
            w("else:")
            self.straight(s.other, w.into(), ctx)

    def _straight_loop(self, s: core.Loop, w: Writer, ctx: Context) -> None:
        over = self.inlined(s.over, 60)
        if s.kind == "for":
            # The set is fixed at the start, so it must not be a live view; tuples and fresh lists are not.
            inner = self._counted_loop(s, iterable(over), w)
            if s.test is not None:
                inner(f"if {self.test(s.test)}:")
                inner = inner.into()
            self.straight(s.body, inner, ctx)
        elif s.kind == "times":
            inner = self._counted_loop(s, f"range({value(over)})", w)
            if s.test is not None:
                inner(f"if {self.test(s.test)}:")
                inner("    break")
            self.straight(s.body, inner, ctx)
        else:
            before = self.lister.fresh("before")
            w(f"{before} = {value(over)} + 1")
            w(f"while {value(over)} < {before}:")
            inner = w.into()
            self._each_time(s, inner)
            inner(f"{before} = {value(over)}")
            self.straight(s.body, inner, ctx)

    def _counted_loop(self, s: core.Loop, over: str, w: Writer) -> Writer:
        """Begin a loop, which takes its steps from the budget where it may be long: all at once, unless it can end
        early. Gives where its body is written."""
        weight = self.costs.loop(s)
        is_cut_short = (s.kind != "for" and s.test is not None) or any(map(leaves, s.body))
        w(f"for {s.var} in {spent(0 if is_cut_short else weight, over)}:")
        if is_cut_short:
            self._each_time(s, w.into())
        return w.into()

    def _each_time(self, s: core.Loop, w: Writer) -> None:
        """Take the steps of one time from the budget, where a loop may be long."""
        if weight := self.costs.loop(s):
            self._begin(s.at, w)
            w(f"spend({weight})")

    def _call(self, s: core.Invoke, w: Writer, ctx: Context) -> None:
        call = f"DO_{identifier(s.procedure)}({', '.join(['s', *(self.kept(s, a) for a in s.args)])})"
        if s.procedure in self.analysis.failing or s.procedure in self.analysis.ending:
            w(f"r = {call}")
            w("if r:")
            w("    return r")
        else:
            w(call)

    def _cases(self, s: core.Dispatch, w: Writer, write: Callable[[core.Body, Writer], None]) -> None:
        name = self.lister.fresh("on")
        w(f"{name} = {self.value(s.on)}")
        word = "if"
        for key, body in s.cases:
            w(f"{word} {name} == {key}:")
            write(body, w.into())
            word = "elif"

    def _straight_end(self, s: core.End, w: Writer) -> None:
        if s.how == "game":
            self._end_game(s, w)
        else:
            w("break")

    def _end_game(self, s: core.End, w: Writer) -> None:
        number = [name for name, _, _ in self.checked.endings].index(s.target)
        w(f"s[1] = {number + 1}")
        w("s[0] = None")
        w("return 3")

    # ---- whenever

    def _after_writes(self, run: core.Body, w: Writer, ctx: Context) -> None:
        """State rules that read what the last statements wrote."""
        written: set[str] = set()
        for s in reversed(run):
            if not isinstance(s, core.Put | core.Add | core.Act):
                break
            written |= s.writes if isinstance(s, core.Act) else core.families(s.family)
        for rule in self.checked.state_rules:
            if rule.reads & written and rule.latch not in self.firing:
                self._state_rule(rule, w, ctx)

    def _state_rule(self, rule: StateRuleDef, w: Writer, ctx: Context) -> None:
        """A rule does not fire again while it fires; whether its condition still holds is looked up when it is done.

        What is written while it fires may set off others, in which it stands written again, and these others still: of
        many rules each is a function, that knows by its latch whether it fires."""
        if len(self.checked.state_rules) > FEW_RULES:
            self._rule_called(rule, w, ctx)
            return
        w(f"if {self.test(rule.test)}:")
        inner = w.into()
        inner(f"if not s[{rule.latch}]:")
        body = inner.into()
        body(f"s[{rule.latch}] = 1")
        self.firing.append(rule.latch)
        self.straight(rule.body, body, ctx)
        self.firing.pop()
        if rule.reads & self.analysis.written(rule.body):
            body(f"s[{rule.latch}] = 1 if {self.test(rule.test)} else 0")
        w("else:")
        w(f"    s[{rule.latch}] = 0")

    def _rule_called(self, rule: StateRuleDef, w: Writer, ctx: Context) -> None:
        name = f"W_{rule.latch}"
        if name not in self.rule_functions:
            self.rule_functions.add(name)
            body = Writer()
            body(f"if s[{rule.latch}] == 2:")
            body("    return 0")
            body(f"if not {self.test(rule.test)}:")
            body(f"    s[{rule.latch}] = 0")
            body(f"elif not s[{rule.latch}]:")
            inner = body.into()
            inner(f"s[{rule.latch}] = 2")
            self.straight(rule.body, inner, replace(ctx, scope=(), k=RETURN, leave=RETURN, follow=(), loops=()))
            inner(f"s[{rule.latch}] = 1 if {self.test(rule.test)} else 0")
            body("return 0")
            self.functions.append("\n".join([f"def {name}(s):", *body.lines]))
        w(f"r = {name}(s)")
        w("if r:")
        w("    return r")

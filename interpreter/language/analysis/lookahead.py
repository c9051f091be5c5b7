"""What cannot be foreseen must not fail: within an atomic block nothing may fail after a stop of the look-ahead.

An option is offered if trying it reaches the end of its outermost block, or a stop: chance, a decision of somebody
else, the call of a phase. Whatever stands after a stop is not tried, so it must be unable to fail, or stand in a
`may` or `if possible` of its own, whose options are tried when they are reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language import core
from interpreter.language.core.checked import Procedure
from interpreter.language.resolve.clauses import comparison
from interpreter.records import mutable, record


@record
class Stop:
    """Where the look-ahead ends: in words, and its place."""

    what: str
    span: Span = field(compare=False)


@record
class Place:
    """Where a walk is: the last stop before it, the locals that are the one who acts, and whether a choice without
    options only ends its braces."""

    stop: Stop | None
    mine: frozenset[str]
    soft: bool = False


def check(
    procedures: Mapping[str, Procedure], free: Iterable[tuple[core.Var, tuple[core.Alt, ...]]], diagnostics: Diagnostics
) -> None:
    """Report everything that can fail after a stop within its outermost block (E402)."""
    walker = _Walker(procedures, diagnostics)
    for p in procedures.values():
        if p.is_phase:
            walker.phase_text(p.body)
    for who, alts in free:
        for alt in alts:
            walker.block(alt.body, Place(None, frozenset({who.name})))


def run_as_phase_text(procedures: Mapping[str, Procedure]) -> set[str]:
    """The procedures that phase text runs; all others are only carried out as parts of blocks."""
    walker = _Walker(procedures, Diagnostics())
    for p in procedures.values():
        if p.is_phase:
            walker.phase_text(p.body)
    return walker.texts


@mutable
class _Walker:
    procedures: Mapping[str, Procedure]
    diagnostics: Diagnostics
    texts: set[str] = field(default_factory=set)
    known: dict[tuple[str, bool, bool], Stop | None] = field(default_factory=dict)
    """(procedure, called by the one who acts, after a stop) → the stop inside it"""
    walked: set[tuple[str, bool, bool]] = field(default_factory=set)
    """those that are being walked"""
    circular: set[tuple[str, bool, bool]] = field(default_factory=set)
    """those that call themselves again, on whatever way"""

    # ---- phase text: find the outermost blocks

    def phase_text(self, body: core.Body) -> None:
        for s in body:
            match s:
                case core.Decide(is_block=True):
                    for alt in s.alts:
                        self.block(alt.body, Place(None, _names(s.who)))
                    if s.skip is not None:
                        self.phase_text(s.skip[1])
                case core.IfPossible():
                    self.block(s.body, Place(None, _names(s.me)))
                    self.phase_text(s.other)
                case core.Block():
                    self.block(s.body, Place(None, _names(first_asked(s.body)), s.soft))
                case core.Invoke():
                    if s.procedure not in self.texts:
                        self.texts.add(s.procedure)
                        self.phase_text(self.procedures[s.procedure].body)
                case _:
                    for inner in core.bodies(s):
                        self.phase_text(inner)

    # ---- inside a block

    def block(self, body: core.Body, at: Place) -> Stop | None:
        """Walk a list of statements; the stop that lies before what follows it."""
        for s in body:
            at = Place(self._statement(s, at), at.mine | self._named(s, at), at.soft)
            if isinstance(s, core.End):
                break
        return at.stop

    def _named(self, s: core.S, at: Place) -> frozenset[str]:
        return frozenset({s.var}) if isinstance(s, core.Let) and _is_mine(s.value, at) else frozenset()

    def _statement(self, s: core.S, at: Place) -> Stop | None:
        match s:
            case core.Check():
                # How deep a procedure nests depends on who calls it: that is told at each call.
                if at.stop is not None and s.reason.kind != "nesting":
                    self._report(s.reason.span, at.stop)
                return at.stop
            case core.Chance():
                return Stop("a random event", s.span)
            case core.Decide():
                return self._decide(s, at)
            case core.ChooseSome() | core.Spread():
                return at.stop if _is_mine(s.who, at) else Stop("another player's decision", s.span)
            case core.Invoke():
                return self._invoke(s, at)
            case core.IfPossible():
                inside = self.block(s.body, Place(None, at.mine | _names(s.me)))
                return inside or self.block(s.other, at)
            case core.If():
                return self.block(s.then, at) or self.block(s.other, at)
            case core.Block():
                return self.block(s.body, Place(at.stop, at.mine, at.soft or s.soft))
            case core.Loop():
                once = self.block(s.body, at)
                return once if once == at.stop else self.block(s.body, Place(once, at.mine, at.soft))
            case core.Scope():
                return self.block(s.body, at)
            case core.Dispatch():
                found = [self.block(body, at) for _, body in s.cases]
                return next((f for f in found if f is not None), at.stop)
            case _:
                return at.stop

    def _decide(self, s: core.Decide, at: Place) -> Stop | None:
        stop = at.stop if _is_mine(s.who, at) else Stop("another player's decision", s.span)
        can_do_without = s.skip is not None or at.soft
        if stop is not None and not can_do_without and not any(is_always_offered(a) for a in s.alts):
            self._report(s.span, stop)
        # What is tried when the decision is reached looks ahead anew; a choice that must be made does not help what
        # follows it, as all of its options might fail.
        inside = None if can_do_without else stop
        mine = at.mine if _is_mine(s.who, at) else _names(s.who)
        found = [self.block(a.body, Place(inside, mine, at.soft)) for a in s.alts]
        if s.skip is not None:
            found.append(self.block(s.skip[1], Place(stop, mine, at.soft)))
        return next((f for f in found if f is not None), stop)

    def _invoke(self, s: core.Invoke, at: Place) -> Stop | None:
        p = self.procedures[s.procedure]
        if p.is_phase:
            return Stop(f"the phase `{p.id}`", s.span)
        if at.stop is not None and p.max_nesting is not None:
            deep = (
                []
                if p.span is None
                else [(p.span, f"`{p.id}` fails where it would nest more than {p.max_nesting} deep")]
            )
            self._report(s.span, at.stop, deep)
        by_me = _is_mine(s.args[0], at)
        key = (p.id, by_me, at.stop is not None)
        if key in self.walked:
            self.circular.add(key)
        elif key not in self.known:
            mine = frozenset({v.name for v, a in zip(p.params, s.args, strict=True) if _is_mine(a, at)})
            self.walked.add(key)
            before = set(self.known)
            self.known[key] = None
            found = self.block(p.body, Place(at.stop, mine))
            if found is not None and key in self.circular:
                # What called it again inside it did not know of the stop yet: all that was found out there, anew.
                self.known = {k: stop for k, stop in self.known.items() if k in before}
                self.known[key] = found
                found = self.block(p.body, Place(at.stop, mine))
            self.known[key] = found
            self.walked.discard(key)
        return self.known[key] or at.stop

    def _report(self, span: Span, stop: Stop, why: Iterable[tuple[Span, str]] = ()) -> None:
        """why: what fails there, where that stands elsewhere."""
        related = [] if stop.span == span else [(stop.span, f"{stop.what} is here")]
        self.diagnostics.add("E402", span, related=[*why, *related], stop=stop.what)


def first_asked(body: core.Body) -> core.X | None:
    """Who decides first in a rule's body, and so looks ahead; None where nobody does."""
    for s in body:
        if isinstance(s, core.Decide | core.ChooseSome | core.Spread):
            return s.who
        for inner in core.bodies(s):
            if (found := first_asked(inner)) is not None:
                return found
    return None


def asked_in(s: core.Decide) -> list[core.X]:
    """What decides which options a decision has: what is chosen from, and what may fail in its options, but for what
    they call."""
    asked: list[core.X] = []
    for alt in s.alts:
        asked += [x for bind in alt.binds for x in (bind.domain, bind.test, bind.value) if x is not None]
        asked += [] if alt.when is None else [alt.when]
        stops = [
            part
            for part in core.statements(alt.body)
            if isinstance(part, core.Check | core.Decide | core.ChooseSome | core.Spread)
        ]
        asked += [x for part in stops for x in core.expressions(part)]
    return asked


def _names(who: core.X | None) -> frozenset[str]:
    return frozenset({who.name}) if isinstance(who, core.Var) else frozenset()


def _is_mine(who: core.X, at: Place) -> bool:
    return isinstance(who, core.Var) and who.name in at.mine


def is_always_offered(alt: core.Alt) -> bool:
    """Whether an alternative has an option whatever the state is."""
    return alt.when is None and all(b.is_certain or b.test is None and is_never_empty(b.domain) for b in alt.binds)


def is_never_empty(domain: core.X) -> bool:
    """Whether a list has an element whatever the state is, as far as the list itself shows."""
    if isinstance(domain, core.Const):
        return bool(domain.value)
    if isinstance(domain, core.Prim) and domain.name == "interval":
        low, high = domain.args
        return isinstance(low, core.Const) and low.value < _at_least(high)  # type: ignore[operator]
    return False


def _at_least(x: core.X) -> int:
    """What a number never falls below, as far as it shows; a number far below 0 where it shows nothing."""
    if isinstance(x, core.Const) and isinstance(x.value, int):
        return x.value
    if isinstance(x, core.Op) and x.operator == "+":
        return sum(_at_least(a) for a in x.args)
    if isinstance(x, core.Op) and x.operator == "max":
        return max(_at_least(a) for a in x.args)
    return 0 if core.is_nonnegative(x) else -(10**9)


def is_never_without(domain: core.X, tests: Iterable[core.X]) -> bool:
    """Whether a list has an element whatever the state is, as far as it or the tests around it show."""
    if is_never_empty(domain):
        return True
    match domain:
        case core.Prim(
            name="interval",
            args=(core.Const(value=int() as low), core.Op(operator="+", args=(top, core.Const(value=1)))),
        ):
            least = {">": 1, ">=": 0, "==": 0}
            return any(
                have == top and isinstance(need, core.Const) and how in least and need.value + least[how] >= low  # type: ignore[operator]
                for how, have, need in filter(None, map(comparison, tests))
            )
    return False

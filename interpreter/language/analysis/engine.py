"""One pass forward over all rules of a ruleset, with what is known at each place.

An analysis is a subclass that holds its domain (what can be known) and its transfer functions: what a test tells, what
a statement leaves of it, what it says of an expression. What is gone through may be made over on the way; where nothing
changes, the same objects come back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from interpreter.language.core import (
    Act,
    Add,
    Alt,
    Bind,
    Block,
    Body,
    Chance,
    Check,
    ChooseSome,
    Cond,
    Decide,
    Dispatch,
    Fold,
    If,
    IfPossible,
    Invoke,
    Let,
    Loop,
    Op,
    Put,
    Reason,
    S,
    Scope,
    Spread,
    Tell,
    X,
    children,
    negated,
    rebuilt,
)
from interpreter.language.core.checked import Checked
from interpreter.records import changed, same

D = TypeVar("D")
T = TypeVar("T", X, Body)

_PARTS: dict[type, tuple[str, ...]] = {
    Let: ("value",),
    Put: ("slot", "value"),
    Add: ("slot", "value"),
    Act: ("args",),
    Tell: ("who", "args"),
    ChooseSome: ("who", "source", "low", "high"),
    Spread: ("who", "places", "caps", "low", "high"),
    Chance: ("source",),
    Invoke: ("args",),
}
"""The expressions, and lists of them, of statements that hold no other statements."""


class Forward(Generic[D]):
    """A pass over one ruleset. nothing: what is known where a text begins."""

    def __init__(self, checked: Checked, nothing: D) -> None:
        self.checked = checked
        self.nothing = nothing
        self._plain: dict[int, tuple[X, bool]] = {}
        """id of an expression → it, and whether nothing in it matters"""

    # ---- what an analysis says

    def matters(self, x: X) -> bool:
        """Whether an expression itself, apart from what is inside it, is to be looked at."""
        raise NotImplementedError

    def where(self, test: X, known: D) -> D | None:
        """What is known where a test holds; None: it never does."""
        raise NotImplementedError

    def after(self, s: S, known: D) -> D:
        """What is still known after a statement, and what it adds."""
        return known

    def asked(self, known: D) -> D:
        """What is still known when somebody is asked."""
        return known

    def turn(self, s: Loop, known: D) -> D:
        """What is known at the beginning of each turn of a loop."""
        return known

    def case(self, s: Dispatch, known: D) -> D:
        """What is known in the case that was found."""
        return known

    def did(self, s: S, known: D) -> None:
        """Take note of a statement, made over as far as its own expressions go."""

    def binds(self, var: str, domain: X) -> None:
        """Take note of a name that runs over a list."""

    def begins(self, body: Body) -> None:
        """Take note of the text of a procedure."""

    # ---- everything

    def all(self) -> Checked:
        """The ruleset, gone through."""
        c, x, body = self.checked, self._formula, self._text
        procedures = {name: replace(p, body=self._procedure(p.body)) for name, p in c.procedures.items()}
        return replace(
            c,
            procedures=procedures,
            values={name: replace(v, result=x(v.result)) for name, v in c.values.items()},
            state_rules=[replace(r, test=x(r.test), body=body(r.body)) for r in c.state_rules],
            scores=[(name, p, x(worth)) for name, p, worth in c.scores],
            tie_breaks=[(name, p, x(worth), lower) for name, p, worth, lower in c.tie_breaks],
            endings=[(name, None if winners is None else x(winners), lose) for name, winners, lose in c.endings],
            hints=[(name, p, x(worth), shared) for name, p, worth, shared in c.hints],
            free_alts={name: (who, self._alts(alts, self.nothing)) for name, (who, alts) in c.free_alts.items()},
            pauses={menu: (who, body(pause)) for menu, (who, pause) in c.pauses.items()},
            possible_alts={name: (w, self._alts(alts, self.nothing)) for name, (w, alts) in c.possible_alts.items()},
        )

    def _procedure(self, body: Body) -> Body:
        self.begins(body)
        return self._text(body)

    def _text(self, body: Body) -> Body:
        return self.body(body, self.nothing)

    def _formula(self, x: X) -> X:
        return self.x(x, self.nothing)

    # ---- expressions

    def x(self, x: X, known: D) -> X:
        """An expression, read where something is known."""
        return x if self._is_plain(x) else self.part(x, known)

    def _is_plain(self, x: X) -> bool:
        found = self._plain.get(id(x))
        if found is None:
            is_plain = not self.matters(x) and all([self._is_plain(child) for child in children(x)])
            self._plain[id(x)] = found = (x, is_plain)
        return found[1]

    def part(self, x: X, known: D) -> X:
        """An expression with something in it that matters."""
        match x:
            case Op(operator="and" | "or" as operator, args=args):
                parts: list[X] = []
                inside: D | None = known
                for a in args:
                    parts.append(a if inside is None else self.x(a, inside))
                    if inside is not None:
                        inside = self.where(a if operator == "and" else negated(a), inside)
                return changed(x, args=same(args, parts))
            case Cond(test=test):
                return changed(
                    x,
                    test=self.x(test, known),
                    then=self._where(test, known, x.then, self.x),
                    other=self._where(negated(test), known, x.other, self.x),
                )
            case Fold():
                domain = self.x(x.domain, known)
                self.binds(x.var, domain)
                passed, limit = self._x(x.test, known), self._x(x.limit, known)
                if x.value is None or x.test is None:
                    value = self._x(x.value, known)
                else:
                    value = self._where(x.test, known, x.value, self.x)
                return changed(x, domain=domain, test=passed, value=value, limit=limit)
        return rebuilt(x, lambda child: self.x(child, known))

    def _x(self, x: X | None, known: D) -> X | None:
        return None if x is None else self.x(x, known)

    def _all(self, args: tuple[X, ...], known: D) -> tuple[X, ...]:
        return same(args, [self.x(a, known) for a in args])

    def _where(self, test: X, known: D, old: T, go: Callable[[T, D], T]) -> T:
        """What is only reached where a test holds."""
        inside = self.where(test, known)
        return old if inside is None else go(old, inside)

    # ---- statements

    def body(self, body: Body, known: D) -> Body:
        """The statements of a text, at whose beginning something is known."""
        out: list[S] = []
        for s in body:
            new = self._statement(s, known)
            known = self.after(new, known)
            out.append(new)
        return same(body, out)

    def _statement(self, s: S, known: D) -> S:
        match s:
            case Check():
                return changed(s, test=self.x(s.test, known), reason=self._reason(s.reason, known))
            case If(test=test):
                return changed(
                    s,
                    test=self.x(test, known),
                    then=self._where(test, known, s.then, self.body),
                    other=self._where(negated(test), known, s.other, self.body),
                )
            case Loop():
                return self._loop(s, known)
            case Decide():
                return self._decide(s, self.asked(known))
            case Dispatch():
                inside = self.case(s, known)
                cases = [old if (new := self.body(old[1], inside)) is old[1] else (old[0], new) for old in s.cases]
                return changed(s, on=self.x(s.on, known), cases=same(s.cases, cases))
            case Block() | Scope():
                return changed(s, body=self.body(s.body, known))
            case IfPossible():
                me = self.x(s.me, known)
                return changed(s, me=me, body=self.body(s.body, known), other=self.body(s.other, known))
        parts = {}
        for name in _PARTS.get(type(s), ()):
            old = getattr(s, name)
            parts[name] = self._all(old, known) if isinstance(old, tuple) else self._x(old, known)
        made = changed(s, **parts)
        self.did(made, known)
        return made

    def _loop(self, s: Loop, known: D) -> Loop:
        over = self.x(s.over, known)
        self.binds(s.var, over)
        inside = self.turn(s, known)
        if s.test is None:
            return changed(s, over=over, body=self.body(s.body, inside))
        test = self.x(s.test, inside)
        if s.kind == "for":
            return changed(s, over=over, test=test, body=self._where(s.test, inside, s.body, self.body))
        return changed(s, over=over, test=test, body=self.body(s.body, inside))

    def _reason(self, reason: Reason, known: D) -> Reason:
        return changed(reason, need=self._x(reason.need, known), have=self._x(reason.have, known))

    # ---- decisions

    def _decide(self, s: Decide, known: D) -> Decide:
        return changed(
            s,
            who=self.x(s.who, known),
            alts=self._alts(s.alts, known),
            skip=None if s.skip is None else same(s.skip, [s.skip[0], self.body(s.skip[1], known)]),
            pauses=self.body(s.pauses, known),
        )

    def _alts(self, alts: Sequence[Alt], known: D) -> tuple[Alt, ...]:
        return same(tuple(alts), [self._alt(a, known) for a in alts])

    def _alt(self, alt: Alt, known: D) -> Alt:
        when = self._x(alt.when, known)
        checks: list[Check] = []
        held: D | None = known
        for check in alt.checks:  # parts of `when`, settled as they are there
            if held is not None:
                checks.append(changed(check, test=self.x(check.test, held), reason=self._reason(check.reason, held)))
                held = self.where(check.test, held)
            else:
                checks.append(check)
        found = known if alt.when is None else self.where(alt.when, known)
        if found is None:
            return changed(alt, when=when, checks=same(alt.checks, checks))
        known = found
        lets: list[Let] = []
        for let in alt.lets:
            lets.append(changed(let, value=self.x(let.value, known)))
            self.did(lets[-1], known)
        binds: list[Bind] = []
        for bind in alt.binds:
            domain = self.x(bind.domain, known)
            self.binds(bind.var, domain)
            test, value = self._x(bind.test, known), self._x(bind.value, known)
            binds.append(changed(bind, domain=domain, test=test, value=value))
            found = None if bind.test is None else self.where(bind.test, known)
            known = known if found is None else found
        return changed(
            alt,
            when=when,
            lets=same(alt.lets, lets),
            binds=same(alt.binds, binds),
            body=self.body(alt.body, known),
            checks=same(alt.checks, checks),
        )


__all__ = ["Forward"]

"""One pass forward over all rules of a ruleset, with what is known at each place.

An analysis is a subclass that holds its domain (what can be known) and its transfer functions: what a test tells, what
a statement leaves of it, what it says of an expression. What is gone through may be made over on the way; where nothing
changes, the same objects come back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from interpreter.language import core
from interpreter.language.core.checked import Checked
from interpreter.records import changed, same

D = TypeVar("D")
T = TypeVar("T", core.X, core.Body)

_PARTS: dict[type, tuple[str, ...]] = {
    core.Let: ("value",),
    core.Put: ("slot", "value"),
    core.Add: ("slot", "value"),
    core.Act: ("args",),
    core.Tell: ("who", "args"),
    core.ChooseSome: ("who", "source", "low", "high"),
    core.Spread: ("who", "places", "caps", "low", "high"),
    core.Chance: ("source",),
    core.Invoke: ("args",),
}
"""The expressions, and lists of them, of statements that hold no other statements."""


class Forward(Generic[D]):
    """A pass over one ruleset. nothing: what is known where a text begins."""

    def __init__(self, checked: Checked, nothing: D) -> None:
        self.checked = checked
        self.nothing = nothing
        self._plain: dict[int, tuple[core.X, bool]] = {}
        """id of an expression → it, and whether nothing in it matters"""

    # ---- what an analysis says

    def matters(self, x: core.X) -> bool:
        """Whether an expression itself, apart from what is inside it, is to be looked at."""
        raise NotImplementedError

    def where(self, test: core.X, known: D) -> D | None:
        """What is known where a test holds; None: it never does."""
        raise NotImplementedError

    def after(self, s: core.S, known: D) -> D:
        """What is still known after a statement, and what it adds."""
        return known

    def asked(self, known: D) -> D:
        """What is still known when somebody is asked."""
        return known

    def turn(self, s: core.Loop, known: D) -> D:
        """What is known at the beginning of each turn of a loop."""
        return known

    def case(self, s: core.Dispatch, known: D) -> D:
        """What is known in the case that was found."""
        return known

    def did(self, s: core.S, known: D) -> None:
        """Take note of a statement, made over as far as its own expressions go."""

    def binds(self, var: str, domain: core.X) -> None:
        """Take note of a name that runs over a list."""

    def begins(self, body: core.Body) -> None:
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

    def _procedure(self, body: core.Body) -> core.Body:
        self.begins(body)
        return self._text(body)

    def _text(self, body: core.Body) -> core.Body:
        return self.body(body, self.nothing)

    def _formula(self, x: core.X) -> core.X:
        return self.x(x, self.nothing)

    # ---- expressions

    def x(self, x: core.X, known: D) -> core.X:
        """An expression, read where something is known."""
        return x if self._is_plain(x) else self.part(x, known)

    def _is_plain(self, x: core.X) -> bool:
        found = self._plain.get(id(x))
        if found is None:
            is_plain = not self.matters(x) and all([self._is_plain(child) for child in core.children(x)])
            self._plain[id(x)] = found = (x, is_plain)
        return found[1]

    def part(self, x: core.X, known: D) -> core.X:
        """An expression with something in it that matters."""
        match x:
            case core.Op(operator="and" | "or" as operator, args=args):
                parts: list[core.X] = []
                inside: D | None = known
                for a in args:
                    parts.append(a if inside is None else self.x(a, inside))
                    if inside is not None:
                        inside = self.where(a if operator == "and" else core.negated(a), inside)
                return changed(x, args=same(args, parts))
            case core.Cond(test=test):
                return changed(
                    x,
                    test=self.x(test, known),
                    then=self._where(test, known, x.then, self.x),
                    other=self._where(core.negated(test), known, x.other, self.x),
                )
            case core.Fold():
                domain = self.x(x.domain, known)
                self.binds(x.var, domain)
                passed, limit = self._x(x.test, known), self._x(x.limit, known)
                if x.value is None or x.test is None:
                    value = self._x(x.value, known)
                else:
                    value = self._where(x.test, known, x.value, self.x)
                return changed(x, domain=domain, test=passed, value=value, limit=limit)
        return core.rebuilt(x, lambda child: self.x(child, known))

    def _x(self, x: core.X | None, known: D) -> core.X | None:
        return None if x is None else self.x(x, known)

    def _all(self, args: tuple[core.X, ...], known: D) -> tuple[core.X, ...]:
        return same(args, [self.x(a, known) for a in args])

    def _where(self, test: core.X, known: D, old: T, go: Callable[[T, D], T]) -> T:
        """What is only reached where a test holds."""
        inside = self.where(test, known)
        return old if inside is None else go(old, inside)

    # ---- statements

    def body(self, body: core.Body, known: D) -> core.Body:
        """The statements of a text, at whose beginning something is known."""
        out: list[core.S] = []
        for s in body:
            new = self._statement(s, known)
            known = self.after(new, known)
            out.append(new)
        return same(body, out)

    def _statement(self, s: core.S, known: D) -> core.S:
        match s:
            case core.Check():
                return changed(s, test=self.x(s.test, known), reason=self._reason(s.reason, known))
            case core.If(test=test):
                return changed(
                    s,
                    test=self.x(test, known),
                    then=self._where(test, known, s.then, self.body),
                    other=self._where(core.negated(test), known, s.other, self.body),
                )
            case core.Loop():
                return self._loop(s, known)
            case core.Decide():
                return self._decide(s, self.asked(known))
            case core.Dispatch():
                inside = self.case(s, known)
                cases = [old if (new := self.body(old[1], inside)) is old[1] else (old[0], new) for old in s.cases]
                return changed(s, on=self.x(s.on, known), cases=same(s.cases, cases))
            case core.Block() | core.Scope():
                return changed(s, body=self.body(s.body, known))
            case core.IfPossible():
                me = self.x(s.me, known)
                return changed(s, me=me, body=self.body(s.body, known), other=self.body(s.other, known))
        parts = {}
        for name in _PARTS.get(type(s), ()):
            old = getattr(s, name)
            parts[name] = self._all(old, known) if isinstance(old, tuple) else self._x(old, known)
        made = changed(s, **parts)
        self.did(made, known)
        return made

    def _loop(self, s: core.Loop, known: D) -> core.Loop:
        over = self.x(s.over, known)
        self.binds(s.var, over)
        inside = self.turn(s, known)
        if s.test is None:
            return changed(s, over=over, body=self.body(s.body, inside))
        test = self.x(s.test, inside)
        if s.kind == "for":
            return changed(s, over=over, test=test, body=self._where(s.test, inside, s.body, self.body))
        return changed(s, over=over, test=test, body=self.body(s.body, inside))

    def _reason(self, reason: core.Reason, known: D) -> core.Reason:
        return changed(reason, need=self._x(reason.need, known), have=self._x(reason.have, known))

    # ---- decisions

    def _decide(self, s: core.Decide, known: D) -> core.Decide:
        return changed(
            s,
            who=self.x(s.who, known),
            alts=self._alts(s.alts, known),
            skip=None if s.skip is None else same(s.skip, [s.skip[0], self.body(s.skip[1], known)]),
            pauses=self.body(s.pauses, known),
        )

    def _alts(self, alts: Sequence[core.Alt], known: D) -> tuple[core.Alt, ...]:
        return same(tuple(alts), [self._alt(a, known) for a in alts])

    def _alt(self, alt: core.Alt, known: D) -> core.Alt:
        when = self._x(alt.when, known)
        checks: list[core.Check] = []
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
        lets: list[core.Let] = []
        for let in alt.lets:
            lets.append(changed(let, value=self.x(let.value, known)))
            self.did(lets[-1], known)
        binds: list[core.Bind] = []
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

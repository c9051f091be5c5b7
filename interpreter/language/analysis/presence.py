"""Where `none` can be: tests for it are kept only where a player, piece, place, kind or resource may be missing.

The checker asks of everything that an address is made of that it is there (`there`). Most of these questions have one
answer: what runs over a list is never none, nor is what an `if` or `require` has just told apart from it. Here the
whole program is looked at, until nothing more can be none: names by what they are given, variables by what is written
to them, parameters by all their calls. What is left of the questions fails a block when the game is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace

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
    Const,
    Decide,
    Dispatch,
    End,
    Fold,
    Get,
    If,
    IfPossible,
    Invoke,
    Let,
    Loop,
    Op,
    Possible,
    Prim,
    Put,
    Reason,
    S,
    Scope,
    Spread,
    Tab,
    Tell,
    Value,
    Var,
    X,
    children,
    expressions,
    families,
    negated,
    rebuilt,
    statements,
    walk,
)
from interpreter.language.core.checked import Checked
from interpreter.language.core.footprint import Footprint, footprint
from interpreter.language.core.known import kept
from interpreter.loading.model import StateDecl
from interpreter.program.types import OPTIONAL, Type, classes_of
from interpreter.records import changed, mutable, same

Facts = frozenset[X]
"""Expressions that are known not to be none, and lists known not to be empty, without the questions inside them."""

NOTHING: Facts = frozenset()


def settled(checked: Checked) -> Checked:
    """The same program without the questions whose answer is known."""
    return _Presence(checked).program()


@mutable
class _Presence:
    checked: Checked
    missing: set[str] = field(default_factory=set)
    """names, parameters of values and families of slots that may hold none"""
    plain: dict[int, tuple[X, bool]] = field(default_factory=dict)
    """id of an expression → it, and whether there is nothing in it to answer or to note"""

    def program(self) -> Checked:
        self._begin()
        known = -1
        while known != len(self.missing):
            known = len(self.missing)
            result = self._pass()
        return result

    def _begin(self) -> None:
        """Variables that hold none before anything is written to them."""
        model, layout = self.checked.model, self.checked.layout
        set_up = {s.family for s in statements(self.checked.procedures["setup"].body) if isinstance(s, Put)}
        slots: dict[str, list[tuple[StateDecl, int]]] = {
            "var": [(v, layout.vars[v.id]) for v in model.game_state.values()],
            "pvar": [(v, layout.player_vars[v.id][0]) for v in model.player_state.values()],
            "xvar": [
                (v, layout.piece_vars[cls.id, v.id] + layout.class_pieces[cls.id][0])
                for cls in model.pieces.values()
                for v in cls.state.values()
                if layout.class_pieces[cls.id]
            ],
            "svar": [
                (v, layout.space_vars[space.id, v.id] + min(p for row in layout.space_places[space.id] for p in row))
                for space in model.spaces.values()
                for v in space.state.values()
                if any(layout.space_places[space.id])
            ],
        }
        for sort, found in slots.items():
            for v, first in found:
                begins = layout.start[first] == -1 and f"{sort}:{v.id}" not in set_up
                if v.start is None or v.resets is not None or begins:
                    self.missing.add(f"{sort}:{v.id}")
        for cls, pieces in layout.class_pieces.items():
            if any(layout.start[layout.at_base + x] == -1 for x in pieces):
                self.missing.add(f"loc:{cls}")

    def _pass(self) -> Checked:
        c = self.checked
        procedures = {name: replace(p, body=self.body(p.body, NOTHING)) for name, p in c.procedures.items()}
        values = {name: replace(v, result=self.x(v.result, NOTHING)) for name, v in c.values.items()}
        return replace(
            c,
            procedures=procedures,
            values=values,
            state_rules=[
                replace(r, test=self.x(r.test, NOTHING), body=self.body(r.body, NOTHING)) for r in c.state_rules
            ],
            scores=[(name, p, self.x(x, NOTHING)) for name, p, x in c.scores],
            tie_breaks=[(name, p, self.x(x, NOTHING), lower) for name, p, x, lower in c.tie_breaks],
            endings=[(name, None if x is None else self.x(x, NOTHING), lose) for name, x, lose in c.endings],
            hints=[(name, p, self.x(x, NOTHING), shared) for name, p, x, shared in c.hints],
            free_alts={name: (who, self._alts(alts, NOTHING)) for name, (who, alts) in c.free_alts.items()},
            pauses={menu: (who, self.body(body, NOTHING)) for menu, (who, body) in c.pauses.items()},
            possible_alts={name: (who, self._alts(alts, NOTHING)) for name, (who, alts) in c.possible_alts.items()},
        )

    # ---- what may be none

    def may_be_none(self, x: X, facts: Facts) -> bool:
        """Whether a player, piece, place, kind, phase or resource may be none."""
        if _bare(x) in facts:
            return False
        match x:
            case Const(value=value):
                return value == -1
            case Var(name=name):
                return name in self.missing
            case Get():
                return x.family.startswith("param:") or bool(families(x.family) & self.missing)
            case Tab():
                return self._entry_may_be_none(x, facts)
            case Cond(test=test, then=then, other=other):
                return self.may_be_none(then, facts | self._told(test, facts)) or self.may_be_none(
                    other, facts | self._told(negated(test), facts)
                )
            case Value(id=name):
                return self.may_be_none(self.checked.values[name].result, NOTHING)
            case Prim(name="there"):
                return False
            case Prim(name="item", args=(values, _)) | Prim(name="item0", args=(Var() as values, _)):
                return values.type.name != "list"
            case Prim(name="top", args=(pieces,)):
                return _bare(pieces) not in facts
            case Op():
                return False  # arithmetic on what was asked for before
            case _:
                return True

    def _entry_may_be_none(self, x: Tab, facts: Facts) -> bool:
        """Tables by number of a player, piece, place or kind end with an entry for none."""
        table = self.checked.layout.tables[x.table]
        if not isinstance(table, tuple):
            return not isinstance(table, dict) or -1 in table.values()
        if x.index.type.name not in OPTIONAL or self.may_be_none(x.index, facts):
            return True
        return any(table[i] == -1 for i in self._numbers(x.index.type) or range(len(table) - 1))

    def _numbers(self, t: Type) -> Iterable[int] | None:
        """The numbers of all things of a type; None where any may be meant."""
        layout = self.checked.layout
        match t.name:
            case "piece" if t.of:
                return [x for cls in classes_of(t) for x in layout.class_pieces[cls]]
            case "kind" if t.of:
                return [k for cls in classes_of(t) for k in layout.class_kinds[cls]]
            case "place" if t.space:
                return layout.places_of_spaces(t.space)
        return None

    def _told(self, test: X, facts: Facts) -> Facts:
        """What is known not to be none where a test holds."""
        match test:
            case Op(operator="and", args=args):
                return frozenset().union(*(self._told(a, facts) for a in args))
            case Op(operator="not", args=(Op(operator="or", args=args),)):
                return frozenset().union(*(self._told(negated(a), facts) for a in args))
            case Op(operator="!=", args=(a, Const(value=-1))) | Op(operator="!=", args=(Const(value=-1), a)):
                return frozenset((_bare(a),))
            case Op(operator="!=", args=(a, Const(value=()))):
                return frozenset((_bare(a),))
            case Op(operator=">=", args=(Prim(name="len", args=(a,)), Const(value=int() as n))) if n > 0:
                return frozenset((_bare(a),))
            case Op(operator=">=", args=(a, Const(value=0))) if a.type.name in OPTIONAL:
                return frozenset((_bare(a),))
            case Op(operator="==", args=(a, b)) if a.type.name in OPTIONAL:
                sure = [y for y, z in ((a, b), (b, a)) if not self.may_be_none(z, facts)]
                return frozenset(map(_bare, sure))
            case Op(operator="in", args=(a, domain)) if a.type.name in OPTIONAL:
                has_none = isinstance(domain, Const) and -1 in domain.value  # type: ignore[operator]
                return NOTHING if has_none else frozenset((_bare(a),))
        return NOTHING

    # ---- expressions

    def x(self, x: X, facts: Facts) -> X:
        """An expression without the questions whose answer is known."""
        if self._is_plain(x):
            return x
        match x:
            case Prim(name="there", args=(thing,)):
                inner = self.x(thing, facts)
                return changed(x, args=same(x.args, [inner])) if self.may_be_none(inner, facts) else inner
            case Op(operator="and" | "or" as operator, args=args):
                parts: list[X] = []
                for a in args:
                    parts.append(self.x(a, facts))
                    facts |= self._told(a if operator == "and" else negated(a), facts)
                return changed(x, args=same(args, parts))
            case Cond(test=test):
                return changed(
                    x,
                    test=self.x(test, facts),
                    then=self.x(x.then, facts | self._told(test, facts)),
                    other=self.x(x.other, facts | self._told(negated(test), facts)),
                )
            case Fold():
                inside = facts if x.test is None else facts | self._told(x.test, facts)
                return changed(
                    x,
                    domain=self.x(x.domain, facts),
                    test=None if x.test is None else self.x(x.test, facts),
                    value=None if x.value is None else self.x(x.value, inside),
                    limit=None if x.limit is None else self.x(x.limit, facts),
                )
            case Value(id=name, args=args):
                self._given(self.checked.values[name].params, args, facts)
        return rebuilt(x, lambda child: self.x(child, facts))

    def _is_plain(self, x: X) -> bool:
        found = self.plain.get(id(x))
        if found is None:
            kind = type(x)
            if kind is Prim and x.name == "there" or kind is Value and x.args:  # type: ignore[union-attr]
                is_plain = False
            else:
                is_plain = all([self._is_plain(child) for child in children(x)])
            self.plain[id(x)] = found = (x, is_plain)
        return found[1]

    def _given(self, params: Iterable[Var], args: Iterable[X], facts: Facts) -> None:
        for param, arg in zip(params, args, strict=True):
            self._set(param.name, arg, facts)

    def _set(self, name: str, value: X, facts: Facts) -> None:
        """A name or family takes a value."""
        if value.type.name in OPTIONAL and self.may_be_none(value, facts):
            self.missing.add(name)

    # ---- statements

    def body(self, body: Body, facts: Facts) -> Body:
        out: list[S] = []
        for s in body:
            new = self._statement(s, facts)
            facts = self._after(new, facts)
            out.append(new)
        return same(body, out)

    def _statement(self, s: S, facts: Facts) -> S:
        match s:
            case Let():
                value = self.x(s.value, facts)
                self._set(s.var, value, facts)
                return changed(s, value=value)
            case Put() | Add():
                value = self.x(s.value, facts)
                for family in families(s.family):
                    self._set(family, value, facts)
                return changed(s, slot=self.x(s.slot, facts), value=value)
            case Check():
                return changed(s, test=self.x(s.test, facts), reason=self._reason(s.reason, facts))
            case If():
                then, other = (facts | self._told(t, facts) for t in (s.test, negated(s.test)))
                return changed(
                    s, test=self.x(s.test, facts), then=self.body(s.then, then), other=self.body(s.other, other)
                )
            case Loop():
                inside = self._kept((s,), facts)
                test = None if s.test is None else self.x(s.test, inside)
                if s.test is not None and s.kind == "for":
                    inside |= self._told(s.test, inside)
                return changed(s, over=self.x(s.over, facts), test=test, body=self.body(s.body, inside))
            case Act():
                args = self._all(s.args, facts)
                if s.name == "move_piece":
                    for family in s.writes:
                        self._set(family, args[1], facts)
                return changed(s, args=args)
            case Tell():
                who = None if s.who is None else self.x(s.who, facts)
                return changed(s, who=who, args=self._all(s.args, facts))
            case Decide():
                return self._decide(s, self._asked(facts))
            case ChooseSome():
                return changed(
                    s,
                    who=self.x(s.who, facts),
                    source=self.x(s.source, facts),
                    low=self.x(s.low, facts),
                    high=self.x(s.high, facts),
                )
            case Spread():
                return changed(
                    s,
                    who=self.x(s.who, facts),
                    places=self.x(s.places, facts),
                    caps=self.x(s.caps, facts),
                    low=self.x(s.low, facts),
                    high=self.x(s.high, facts),
                )
            case Chance():
                return changed(s, source=self.x(s.source, facts))
            case Invoke():
                args = self._all(s.args, facts)
                # The first is who acts: the checker has seen to it that there is somebody where one is needed.
                self._given(self.checked.procedures[s.procedure].params[1:], args[1:], facts)
                return changed(s, args=args)
            case Dispatch():
                inside = facts | {_bare(s.on)}
                cases = same(s.cases, [self._case(case, inside) for case in s.cases])
                return changed(s, on=self.x(s.on, facts), cases=cases)
            case Block() | Scope():
                return changed(s, body=self.body(s.body, facts))
            case IfPossible():
                return changed(
                    s, me=self.x(s.me, facts), body=self.body(s.body, facts), other=self.body(s.other, facts)
                )
            case End():
                return s

    def _case(self, case: tuple[int, Body], facts: Facts) -> tuple[int, Body]:
        body = self.body(case[1], facts)
        return case if body is case[1] else (case[0], body)

    def _all(self, args: tuple[X, ...], facts: Facts) -> tuple[X, ...]:
        return same(args, [self.x(a, facts) for a in args])

    def _reason(self, reason: Reason, facts: Facts) -> Reason:
        need, have = (None if x is None else self.x(x, facts) for x in (reason.need, reason.have))
        return changed(reason, need=need, have=have)

    def _decide(self, s: Decide, facts: Facts) -> Decide:
        return changed(
            s,
            who=self.x(s.who, facts),
            alts=self._alts(s.alts, facts),
            skip=None if s.skip is None else same(s.skip, [s.skip[0], self.body(s.skip[1], facts)]),
            pauses=self.body(s.pauses, facts),
        )

    def _alts(self, alts: tuple[Alt, ...], facts: Facts) -> tuple[Alt, ...]:
        return same(alts, [self._alt(a, facts) for a in alts])

    def _alt(self, alt: Alt, facts: Facts) -> Alt:
        when = None if alt.when is None else self.x(alt.when, facts)
        checks: list[Check] = []
        held = facts
        for check in alt.checks:  # parts of `when`, settled as they are there
            checks.append(changed(check, test=self.x(check.test, held), reason=self._reason(check.reason, held)))
            held |= self._told(check.test, held)
        if alt.when is not None:
            facts |= self._told(alt.when, facts)
        lets: list[Let] = []
        for let in alt.lets:
            value = self.x(let.value, facts)
            self._set(let.var, value, facts)
            lets.append(changed(let, value=value))
        binds: list[Bind] = []
        for bind in alt.binds:
            binds.append(
                changed(
                    bind,
                    domain=self.x(bind.domain, facts),
                    test=None if bind.test is None else self.x(bind.test, facts),
                    value=None if bind.value is None else self.x(bind.value, facts),
                )
            )
            if bind.test is not None:
                facts |= self._told(bind.test, facts)
        body = self.body(alt.body, facts)
        return changed(
            alt,
            when=when,
            lets=same(alt.lets, lets),
            binds=same(alt.binds, binds),
            body=body,
            checks=same(alt.checks, checks),
        )

    # ---- what stays known

    def _after(self, s: S, facts: Facts) -> Facts:
        """What is known behind a statement."""
        if isinstance(s, Decide | ChooseSome | Spread):
            facts = self._asked(facts)
        facts = self._kept((s,), facts)
        if isinstance(s, Let | Put | Add | Check | Act):
            answered = frozenset(_bare(x) for e in expressions(s) for x in _answered(e))
            facts |= self._kept((s,), answered)
        match s:
            case Check(test=test):
                return facts | self._told(test, facts)
            case If(test=test, then=then, other=()) if _leaves(then):
                return facts | self._told(negated(test), facts)
        return facts

    def _asked(self, facts: Facts) -> Facts:
        """What is known once somebody was asked: free actions and what interrupts may have changed the position."""
        return frozenset(f for f in facts if not any(isinstance(p, Get | Prim | Value | Possible) for p in walk(f)))

    def _kept(self, done: Body, facts: Facts) -> Facts:
        return kept(facts, done, self._reads, asking_changes=True)

    def _reads(self, x: X) -> Footprint:
        return footprint(x, self._result_of)

    def _result_of(self, value: str) -> X | None:
        made = self.checked.values.get(value)
        return None if made is None else made.result


def _bare(x: X) -> X:
    """An expression without questions: what a fact is kept as."""
    if isinstance(x, Prim) and x.name == "there":
        return _bare(x.args[0])
    return rebuilt(x, _bare)


def _answered(x: X) -> Iterator[X]:
    """What an expression certainly asks for: whoever comes behind it knows that it is there."""
    match x:
        case Prim(name="there", args=(thing,)):
            yield thing
            yield from _answered(thing)
        case Op(operator="and" | "or", args=(first, *_)) | Cond(test=first) | Fold(domain=first):
            yield from _answered(first)
        case _:
            for child in children(x):
                yield from _answered(child)


def _leaves(body: Body) -> bool:
    """Whether nothing behind the braces of a body runs after it."""
    last = body[-1] if body else None
    return isinstance(last, End) or (isinstance(last, Scope) and _leaves(last.body))


__all__ = ["settled"]

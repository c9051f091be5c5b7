"""Expressions, amounts and choices in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.explaining.naming import Naming
from interpreter.language import nodes

_WORDS = ("me", "players", "others", "self", "owner", "here", "supply", "none", "true", "false", "box", "original")
_FACTS = {"kind": "kind", "place": "place", "owner": "owner_of", "face": "face", "free": "free", "next": "seat_next",
          "step": "step"}  # fmt: skip


@dataclass
class Speaker:
    """Says expressions. locals: what a name of the text itself is called here."""

    say: Naming
    locals: dict[str, str] = field(default_factory=dict)

    def expr(self, x: nodes.Node | None) -> str:
        """An expression in words. TypeError: `x` is nothing that the parser makes for one."""
        writer = _WRITERS.get(type(x))
        if writer is None:
            raise TypeError(f"{type(x).__name__} is no expression")
        return writer(self, x)

    def name(self, id: str) -> str:
        if id in self.locals:
            return self.locals[id]
        return self.say(id) if id in _WORDS else self.say.name(id)

    def several(self, parts: Iterable[nodes.Node]) -> str:
        return ", ".join(self.expr(x) for x in parts)

    # ---- locals

    def bind(self, name: str, domain: nodes.Expr) -> str:
        """A name bound to the elements of a domain: how the choice is said; the name is known from now on."""
        noun, where = self._noun(domain)
        self.locals[name] = f"{noun} {name}" if noun else f"«{name}»"
        if noun is None:
            return self.say("one_from", v=name, d=where)
        return self.say("noun_in", n=noun, v=name, d=where) if where else self.locals[name]

    def _noun(self, domain: nodes.Expr) -> tuple[str | None, str | None]:
        """What the elements of a domain are called (None: not known), and where they are ("": anywhere)."""
        model = self.say.model
        if isinstance(domain, nodes.Name | nodes.Mine):
            id = domain.name
            where = self.expr(domain)
            if isinstance(domain, nodes.Name) and id == "players":
                return self._player(), ""
            if id in model.pieces or any(id in r.groups for r in model.resources.values()):
                return self.say.name(id), where if isinstance(domain, nodes.Mine) else ""
            if id in model.spaces:
                return self.say.name(id), where if isinstance(domain, nodes.Mine) else ""
            zone = model.zones.get(id) or model.boards.get(id)
            if zone is not None and zone.pieces:
                return self.say.name(zone.pieces), where
        if isinstance(domain, nodes.Attribute):
            zone = model.zones.get(domain.name) or model.boards.get(domain.name)
            if zone is not None and zone.pieces:
                return self.say.name(zone.pieces), self.expr(domain)
        return None, self.expr(domain)

    def _player(self) -> str:
        return self.say("player")

    def binder(self, n: nodes.Binder, *, first: bool = True) -> str:
        said = self.bind(n.name, n.domain)
        if n.condition is not None:
            said = self.say("where", c=said, t=self.expr(n.condition))
        if n.extreme is not None:
            said += "; " + self.say("best", e=self.say(n.extreme), v=self.expr(n.value))
            if not first:
                said += " (" + self.say("best_later") + ")"
        return said

    # ---- calls

    def call(self, n: nodes.Call) -> str:
        inner = Speaker(self.say, dict(self.locals))
        if isinstance(n.function, nodes.Attribute):
            of = self.expr(n.function.value)
            args = ", ".join(inner.argument(a) for a in n.arguments)
            if n.function.name in ("from", "after"):
                return self.say(n.function.name, x=of, p=args)
            return self.say("call", f=self.expr(n.function), x=args)
        name = n.function.name if isinstance(n.function, nodes.Name) else ""
        one = n.arguments[0] if len(n.arguments) == 1 else None
        if one is not None and one.binder is not None:
            return inner.over(name, one)
        args = ", ".join(inner.argument(a) for a in n.arguments)
        if name in ("size", "abs", "min", "max", "possible"):
            return self.say(name, x=args)
        return self._computed(n, inner) if n.arguments else self.expr(n.function)

    def _computed(self, n: nodes.Call, inner: Speaker) -> str:
        """A value: `price(me, b)` is your price for b."""
        what = self.expr(n.function)
        decl = self.say.model.values.get(n.function.name) if isinstance(n.function, nodes.Name) else None
        first, rest = n.arguments[0], n.arguments[1:]
        if (
            decl is not None
            and first.value is not None
            and first.name is None
            and "player" in list(decl.given.values())[:1]
        ):
            what = self.whose(what, first.value)
        else:
            rest = n.arguments
        return self.say("at", x=what, i=", ".join(inner.argument(a) for a in rest)) if rest else what

    def over(self, name: str, one: nodes.Argument) -> str:
        """any, all, those, count, sum, min, max over the elements of a domain."""
        binder = one.binder
        assert binder is not None
        said = self.bind(binder.name, binder.domain)
        test = None if binder.condition is None else self.expr(binder.condition)
        if binder.extreme is not None:
            said = said if test is None else self.say("where", c=said, t=test)
            said, test = self.say("only_best", c=said, e=self.say(binder.extreme), v=self.expr(binder.value)), None
        if name in ("any", "all", "those", "count") and one.value is None:
            if test is None:
                return said if name != "any" else self.say("any_bare", c=said)
            return self.say(name, c=said, t=test)
        among = said if test is None else self.say("where", c=said, t=test)
        value = said if one.value is None else self.expr(one.value)
        key = {"sum": "sum", "min": "min_of", "max": "max_of"}.get(name)
        if key is None:
            return self.say("call", f=self.name(name), x=f"{value}; {among}")
        return self.say(key, v=value, c=among)

    def argument(self, a: nodes.Argument) -> str:
        if a.binder is not None:
            return self.binder(a.binder)
        assert a.value is not None
        return self.expr(a.value) if a.name is None else f"{self.say.name(a.name)}: {self.expr(a.value)}"

    # ---- amounts

    def amount(self, n: nodes.Amount) -> str:
        number = self.expr(n.count)
        if isinstance(n.resource, nodes.Name) and n.resource.name not in self.locals:
            return self.say.amount(number, n.resource.name)
        shown = number if " " not in number else f"({number})"
        what = self.expr(n.resource)
        return f"{shown} {what}" if self.say.language == "en" else f"{what} – {shown}"

    def is_(self, n: nodes.Is) -> str:
        left = self.expr(n.left)
        if isinstance(n.right, nodes.Name) and n.right.name == "empty":
            return self.say("not_empty" if n.negated else "is_empty", a=left)
        key = ("not_in" if n.negated else "in") if n.within else ("is_not" if n.negated else "is")
        return self.say(key, a=left, b=self.expr(n.right))

    def not_(self, n: nodes.Not) -> str:
        call = n.value
        if isinstance(call, nodes.Call) and isinstance(call.function, nodes.Name) and call.function.name == "any":
            binder = call.arguments[0].binder
            if binder is not None and binder.condition is not None:
                inner = Speaker(self.say, dict(self.locals))
                said = inner.bind(binder.name, binder.domain)
                return self.say("none_of", c=said, t=inner.expr(binder.condition))
        return self.say("not", a=self.expr(n.value))

    def attribute(self, n: nodes.Attribute) -> str:
        if isinstance(n.value, nodes.Name) and n.value.name == "option":
            return self.say.name(n.name)
        if n.name in _FACTS:
            return self.say(_FACTS[n.name], x=self.expr(n.value))
        return self.whose(self.say.name(n.name), n.value)

    def index(self, n: nodes.Index) -> str:
        what = self.expr(n.value)
        if isinstance(n.index, nodes.Number):
            return self.say("nth" if n.index.value else "nth_zero", x=what, i=n.index.value)
        if isinstance(n.value, nodes.Mine | nodes.Attribute) and n.value.name == "marker":
            return self.say("marker", of=self.expr(n.index)) + (
                f" ({self.expr(n.value.value)})" if isinstance(n.value, nodes.Attribute) else ""
            )
        if self._holds(n.value):
            return self.whose(self.expr(n.index), n.value)
        return self.say("at", x=what, i=self.expr(n.index))

    def _holds(self, x: nodes.Expr) -> bool:
        """Whether `x[…]` counts what lies with x, and is no entry of a table."""
        if not isinstance(x, nodes.Name):
            return False
        model = self.say.model
        is_place = x.name in model.zones or x.name in model.boards
        return x.name in self.locals or x.name in ("me", "supply", "self", "here", "owner") or is_place

    def whose(self, what: str, of: nodes.Expr) -> str:
        if isinstance(of, nodes.Name) and self.locals.get(of.name, self.name(of.name)) == self.say("me"):
            return self.say("my", x=what)
        return self.say("of", x=what, of=self.expr(of))

    def know(self, given: Mapping[str, str]) -> None:
        """Parameters are called by what they are: `tile t`."""
        for name, type_text in given.items():
            noun = (type_text.split() or [""])[-1]
            known = noun == "player" or noun in self.say.model.pieces or noun in self.say.model.spaces
            known = known or any(noun in r.groups for r in self.say.model.resources.values())
            shown = self.say("player") if noun == "player" else self.say.name(noun)
            self.locals[name] = f"{shown} {name}" if known and "list" not in type_text else f"«{name}»"


def _cond(s: Speaker, n: nodes.IfThen) -> str:
    return s.say("cond", a=s.expr(n.then), c=s.expr(n.condition), b=s.expr(n.otherwise))


_WRITERS: dict[type, Callable[[Speaker, Any], str]] = {
    nodes.IfThen: _cond,
    nodes.Binary: lambda s, n: s.say(n.operator, a=_operand(s, n.left, n), b=_operand(s, n.right, n)),
    nodes.Not: lambda s, n: s.not_(n),
    nodes.Minus: lambda s, n: f"−{_operand(s, n.value, n)}",
    nodes.Is: lambda s, n: s.is_(n),
    nodes.Interval: lambda s, n: s.say("range", a=s.expr(n.low), b=s.expr(n.high)),
    nodes.Attribute: lambda s, n: s.attribute(n),
    nodes.Index: lambda s, n: s.index(n),
    nodes.Call: lambda s, n: s.call(n),
    nodes.Name: lambda s, n: s.name(n.name),
    nodes.Mine: lambda s, n: s.say("my", x=s.say.name(n.name)),
    nodes.Number: lambda s, n: str(n.value),
    nodes.Text: lambda s, n: f"«{n.value}»",
    nodes.ListOf: lambda s, n: s.say("list", x=s.several(n.elements)),
    nodes.Binder: lambda s, n: s.binder(n),
    nodes.Argument: lambda s, n: s.argument(n),
    nodes.Amount: lambda s, n: s.amount(n),
    nodes.AllOf: lambda s, n: s.say("all_units", x=s.expr(n.resource)),
    nodes.Bundle: lambda s, n: s.say("bundle", x=s.expr(n.value)),
    nodes.Alternatives: lambda s, n: _alternatives(s, n),
}


def _alternatives(s: Speaker, n: nodes.Alternatives) -> str:
    said = [s.expr(x) for x in n.items]
    return said[0] if len(said) == 1 else s.say("amount_or", a=", ".join(said[:-1]), b=said[-1])


def _operand(s: Speaker, x: nodes.Expr, outer: nodes.Expr) -> str:
    """A part of a sum or a chain of conditions, in brackets where it would else read as something else."""
    said = s.expr(x)
    if isinstance(x, nodes.IfThen):
        return f"({said})"
    if not isinstance(x, nodes.Binary):
        return said
    sums = ("+", "-", "*", "/", "mod")
    same = isinstance(outer, nodes.Binary) and outer.operator == x.operator and x.operator in ("+", "*", "and", "or")
    mixes = isinstance(outer, nodes.Minus) or (
        isinstance(outer, nodes.Binary)
        and ((outer.operator in sums and x.operator in sums) or (outer.operator in ("and", "or")
             and x.operator in ("and", "or")))
    )  # fmt: skip
    return f"({said})" if mixes and not same else said

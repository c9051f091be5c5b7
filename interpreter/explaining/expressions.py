"""Expressions, amounts and choices in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from interpreter.explaining.naming import Naming
from interpreter.language.syntax import nodes
from interpreter.loading.model import WORTH, PieceDecl
from interpreter.records import mutable

_WORDS = ("me", "players", "others", "self", "owner", "here", "supply", "none", "true", "false", "box", "original")
_FACTS = {"kind": "kind", "place": "place", "owner": "owner_of", "face": "face", "free": "free", "next": "seat_next",
          "step": "step", "seat": "seat", "top": "top"}  # fmt: skip
_SUMS = ("+", "-", "*", "/", "mod")
_TRACK_FACTS = ("last", "rank")
"""Facts of tracks and markers; attributes of other things may be called so too, and then have a name of their own."""
_CELLS = {
    "neighbours": 1,
    "around": 1,
    "edges": 1,
    "corners": 1,
    "cells": 1,
    "enclosed": 1,
    "neighbour": 2,
    "ahead": 2,
    "placements": 2,
    "units": 2,
}
"""Functions of places → how many arguments their phrase names"""


@mutable
class Speaker:
    """Says expressions. locals: what a name of the text itself is called here."""

    say: Naming
    locals: dict[str, str] = field(default_factory=dict)
    numbers: set[str] = field(default_factory=set)
    """names of the text that stand for a number: what they are an index of is a list"""
    spaces: set[str] = field(default_factory=set)
    """names of the text that stand for a single space: its size is how much lies on it"""
    tables: set[str] = field(default_factory=set)
    """names of the text that say something for each of several, such as the answers of players"""
    tracks: set[str] = field(default_factory=set)
    """names of the text that stand for a track"""

    def inner(self) -> Speaker:
        """One that knows the same names, for what is bound inside a phrase."""
        return Speaker(
            self.say, dict(self.locals), set(self.numbers), set(self.spaces), set(self.tables), set(self.tracks)
        )

    def expr(self, x: nodes.Node | None) -> str:
        """An expression in words. TypeError: `x` is nothing that the parser makes for one."""
        writer = _WRITERS.get(type(x))
        if writer is None:
            raise TypeError(f"{type(x).__name__} is no expression")
        return self.fact(x) or writer(self, x)

    def fact(self, x: nodes.Node | None, *, denied: bool = False) -> str:
        """What is true or false of something, in words of its own, as the name of a fact may be a clause, a noun or an
        adjective; "" for all else."""
        index = x.index if isinstance(x, nodes.Index) else None
        what = x.value if isinstance(x, nodes.Index) else x
        said = ""
        match what:
            case nodes.Name() if what.name in self.locals or what.name not in self.say.model.game_state:
                return ""
            case nodes.Name():
                key = "holds_not_bare" if denied else "holds_bare"
            case nodes.Attribute() if what.name in _TRACK_FACTS and self._is_track(what.value):
                return ""
            case nodes.Attribute() if not _is_option(what) and not self._is_me(what.value):
                key, said = "fact_not" if denied else "fact", self.part(what.value)
            case nodes.Attribute() | nodes.Mine():
                key = "fact_not_me" if denied else "fact_me"
            case _:
                return ""
        if not self.say.is_fact(what.name) or (isinstance(what, nodes.Attribute) and _is_option(what)):
            return ""
        fact = self.say(key, x=self.say.name(what.name), of=said)
        return fact if index is None else f"{fact} ({self.expr(index)})"

    def name(self, id: str) -> str:
        if id in self.locals:
            return self.locals[id]
        return self.say(id) if id in _WORDS else self.say.name(id)

    def part(self, x: nodes.Expr, *, sums: bool = True) -> str:
        """An expression as a part of a longer phrase: in brackets where what stands behind it or before it would else
        be read as belonging to it. sums: whether a sum or product is such a part too."""
        said = self.expr(x)
        return f"({said})" if self._runs_on(x) or (sums and _is_sum(x)) else said

    def put(self, phrase: str, *, sums: bool = True, **parts: nodes.Expr | str) -> str:
        """A phrase with expressions in it, each in brackets where that is needed and the phrase has none around it."""
        said = {
            name: x if isinstance(x, str) else self.expr(x) if self.say.encloses(phrase, name)
            else self.part(x, sums=sums)
            for name, x in parts.items()
        }  # fmt: skip
        return self.say(phrase, **said)

    def _runs_on(self, x: nodes.Expr) -> bool:
        """Whether what is said of an expression has no end of its own: `those cards with: …`."""
        match x:
            case nodes.IfThen() | nodes.Is() | nodes.Interval():
                return True
            case nodes.Not():
                return not self._is_denied(x.value)
            case nodes.Binary():
                return x.operator not in _SUMS
            case nodes.Call(function=nodes.Name(name=name)):
                return name in ("reachable", "assignable", "distance", "cheapest") or any(
                    a.binder is not None for a in x.arguments
                )
        return False

    def _is_denied(self, x: nodes.Expr) -> bool:
        """Whether `not x` is a phrase of its own with an end: `«open» does not hold`."""
        function = x.function if isinstance(x, nodes.Call) else None
        is_own = isinstance(function, nodes.Name) and (function.name == "possible" or self._is_condition(function.name))
        return is_own or self.fact(x) != ""

    def joined(self, n: nodes.Binary) -> str:
        """A chain of conditions with `and`, or with `or`."""
        chain = _chain(n, n.operator)
        said = []
        for x in chain:
            text = self.expr(x)
            other = isinstance(x, nodes.IfThen) or (isinstance(x, nodes.Binary) and x.operator in ("and", "or"))
            open_end = isinstance(x, nodes.Not | nodes.Call) and self._runs_on(x)
            said.append(f"({text})" if other or (open_end and (x is not chain[-1] or _has_chain(x))) else text)
        out = said[0]
        for text in said[1:]:
            out = self.say(n.operator, a=out, b=text)
        return out

    def operand(self, x: nodes.Expr, outer: nodes.Expr) -> str:
        """A part of a sum or product."""
        said = self.expr(x)
        same = isinstance(outer, nodes.Binary) and isinstance(x, nodes.Binary) and outer.operator == x.operator
        if _is_sum(x) and same and isinstance(outer, nodes.Binary) and outer.operator in ("+", "*"):
            return said
        # What stands behind `for` in `price for a − b` would else be taken for the whole difference.
        ordered = isinstance(x, nodes.Call) and isinstance(x.function, nodes.Attribute)
        reaches = ordered or self.say.reaches(said)
        return f"({said})" if _is_sum(x) or reaches or self._runs_on(x) else said

    def binary(self, n: nodes.Binary) -> str:
        if n.operator in ("and", "or"):
            return self.joined(n)
        if n.operator in _SUMS:
            return self.say(n.operator, a=self.operand(n.left, n), b=self.operand(n.right, n))
        return self.say.compared(n.operator, self.part(n.left, sums=False), self.part(n.right, sums=False))

    def test(self, x: nodes.Expr) -> str:
        """A condition behind which its phrase goes on."""
        said = self.expr(x)
        return said if isinstance(x, nodes.Name | nodes.Mine) else f"({said})"

    def several(self, parts: Iterable[nodes.Node]) -> str:
        return ", ".join(self.expr(x) for x in parts)

    # ---- locals

    def bind(self, name: str, domain: nodes.Expr) -> str:
        """A name bound to the elements of a domain: how the choice is said; the name is known from now on."""
        noun, where = self._noun(domain)
        if isinstance(domain, nodes.Interval):
            self.numbers.add(name)
        if isinstance(domain, nodes.Name) and any(domain.name in t.groups for t in self.say.model.tracks.values()):
            self.tracks.add(name)
        self.locals[name] = self.say.local(name, noun)
        if isinstance(domain, nodes.Name | nodes.Mine | nodes.Attribute) and domain.name in self.say.model.spaces:
            self.spaces.add(name)
        owned = self._space_of(domain)
        if owned is not None:
            what = self.locals[name]
            return self.say.mine(what) if self._is_me(owned) else self.put("of", x=what, of=owned)
        if noun is None:
            open_end = not isinstance(domain, nodes.Interval) and (self._runs_on(domain) or _is_sum(domain))
            return self.say("one_from", v=self.locals[name], d=f"({where})" if open_end else where)
        return self.say("noun_in", n=self.locals[name], d=where) if where else self.locals[name]

    def _noun(self, domain: nodes.Expr) -> tuple[str | None, str | None]:
        """What the elements of a domain are called (None: not known), and where they are ("": anywhere)."""
        model = self.say.model
        if isinstance(domain, nodes.Name | nodes.Mine):
            id = domain.name
            where = self.expr(domain)
            if isinstance(domain, nodes.Name) and id == "players":
                return self._player(), ""
            if id in model.pieces or any(id in r.groups for r in model.resources.values()):
                return self.say.one(id), where if isinstance(domain, nodes.Mine) else ""
            if id in model.spaces:
                return self.say.one(id), ""
            zone = model.zones.get(id) or model.boards.get(id)
            if zone is not None and zone.pieces:
                return self.say.one(zone.pieces), where
        if isinstance(domain, nodes.Attribute):
            zone = model.zones.get(domain.name) or model.boards.get(domain.name)
            if zone is not None and zone.pieces:
                return self.say.one(zone.pieces), self.expr(domain)
            if domain.name in model.spaces:
                return self.say.one(domain.name), self.expr(domain.value)
        return None, self.expr(domain)

    def _space_of(self, domain: nodes.Expr) -> nodes.Expr | None:
        """Whose spaces a domain is, where it is those of one player."""
        if isinstance(domain, nodes.Mine | nodes.Attribute) and domain.name in self.say.model.spaces:
            return domain.value if isinstance(domain, nodes.Attribute) else nodes.Name(domain.span, "me")
        return None

    def _player(self) -> str:
        return self.say("player")

    def binder(self, n: nodes.Binder, *, first: bool = True, chosen: bool = True) -> str:
        """A binder with its condition. first: nothing is chosen before it; chosen: somebody picks one of what it names,
        and it is no loop over them."""
        said = self.bind(n.name, n.domain)
        if n.condition is not None:
            said = self.say("where", c=said, t=self.expr(n.condition))
        if n.extreme is not None and not chosen:
            return self.in_order(self.say("only_best", c=said, e=self.say(n.extreme), v=self.expr(n.value)), n.keys)
        if n.extreme is not None:
            said += "; " + self.say("best", e=self.say(n.extreme), v=self.expr(n.value))
            if not first:
                said += " (" + self.say("best_later") + ")"
        return self.in_order(said, n.keys)

    def in_order(self, said: str, keys: Sequence[nodes.Key]) -> str:
        """Elements with the order in which they stand."""
        words = [self.say("most" if k.most_first else "least") for k in keys]
        first = [self.say("order_key", e=e, v=self.expr(k.value)) for e, k in zip(words, keys, strict=True)]
        return self.say("in_order", c=said, k=self.say("order_then").join(first)) if keys else said

    # ---- calls

    def call(self, n: nodes.Call) -> str:
        inner = self.inner()
        if isinstance(n.function, nodes.Attribute):
            args = ", ".join(inner.argument(a) for a in n.arguments)
            if n.function.name in ("from", "after"):
                return self.put(n.function.name, x=n.function.value, p=args)
            return self.say("call", f=self.expr(n.function), x=args)
        name = n.function.name if isinstance(n.function, nodes.Name) else ""
        one = n.arguments[0] if len(n.arguments) == 1 else None
        if name in self.say.model.values:
            return self._value(n, inner, name)
        if name == "assignable":
            return inner.assignable(n.arguments)
        if name == "reachable" and n.arguments[0].binder is not None:
            return inner.reachable(n.arguments)
        if name in ("distance", "cheapest", "reachable"):
            return inner.way(name, n.arguments)
        if one is not None and one.binder is not None:
            return inner.over(name, one)
        if name in ("min", "max"):
            return self.say(name, x="; ".join(inner.argument(a) for a in n.arguments))
        args = ", ".join(inner.argument(a) for a in n.arguments)
        if name == "size" and one is not None and one.value is not None:
            is_space = isinstance(one.value, nodes.Name) and one.value.name in self.spaces
            return inner.put("size_on" if is_space else name, x=one.value)
        if name in ("abs", "possible", "reversed"):
            return self.say(name, x=args)
        if len(n.arguments) == _CELLS.get(name):
            cells: dict[str, Any] = {k: a.value for k, a in zip("ab", n.arguments, strict=False) if a.value is not None}
            return inner.put(f"{name}_at" if name in ("edges", "corners", "cells") else name, **cells)
        return self._value(n, inner, name)

    def _value(self, n: nodes.Call, inner: Speaker, name: str) -> str:
        if self._is_condition(name):
            args = ", ".join(inner.argument(a) for a in n.arguments)
            return self.say("holds", x=self.name(name), a=args) if args else self.say("holds_bare", x=self.name(name))
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
            and (self.say.language == "en" or self._is_me(first.value))
        ):
            what = self.whose(what, first.value)
        else:
            rest = n.arguments
        if not rest:
            return what
        if len(rest) > 1 or rest[0].value is None or rest[0].name is not None or self.say.is_open(what):
            return self.say("call", f=what, x=", ".join(inner.argument(a) for a in rest))
        return inner.put("at", x=what, i=rest[0].value)

    def _is_condition(self, name: str) -> bool:
        """Whether a value is true or false, and no number or thing."""
        decl = self.say.model.values.get(name)
        return decl is not None and name not in self.locals and self.say.is_condition(decl)

    def reachable(self, arguments: tuple[nodes.Argument, ...]) -> str:
        binder, steps = arguments[0], arguments[1:]
        assert binder.binder is not None and binder.value is not None
        among = self.bind(binder.binder.name, binder.binder.domain)
        if binder.binder.condition is not None:
            among = self.say("where", c=among, t=self.test(binder.binder.condition))
        said = self.put("reachable", c=among, v=binder.value)
        return self.say("within_steps", x=said, n=self.argument(steps[0])) if steps else said

    def way(self, name: str, arguments: tuple[nodes.Argument, ...]) -> str:
        """What there is to say of ways through a network: from where, to where or how far, along what."""
        at = 1 if name == "reachable" else 2
        costs, places, most = arguments[at], arguments[:at], arguments[at + 1 :]
        assert costs.binder is not None and costs.value is not None
        ends = {key: self.argument(a) for key, a in zip("ab", places, strict=False)}
        among = self.bind(costs.binder.name, costs.binder.domain)
        if costs.binder.condition is not None:
            among = self.say("where", c=among, t=self.test(costs.binder.condition))
        said = self.say("reached" if name == "reachable" else name, c=among, v=self.part(costs.value), **ends)
        return self.say("at_most_away", x=said, n=self.argument(most[0])) if most else said

    def assignable(self, arguments: tuple[nodes.Argument, ...]) -> str:
        said = []
        for a in arguments:
            assert a.binder is not None and a.value is not None
            among = self.bind(a.binder.name, a.binder.domain)
            if a.binder.condition is not None:
                among = self.say("where", c=among, t=self.test(a.binder.condition))
            said += [among, self.part(a.value)]
        return self.say("assignable", c=said[0], v=said[1], d=said[2], n=said[3])

    def over(self, name: str, one: nodes.Argument) -> str:
        """any, all, those, count, sum, min, max over the elements of a domain."""
        binder = one.binder
        assert binder is not None
        said = self.bind(binder.name, binder.domain)
        test = None if binder.condition is None else self.expr(binder.condition)
        if binder.extreme is not None:
            said = said if test is None else self.say("where", c=said, t=test)
            said, test = self.say("only_best", c=said, e=self.say(binder.extreme), v=self.expr(binder.value)), None
        if binder.keys:
            said = said if test is None else self.say("where", c=said, t=test)
            said, test = self.in_order(said, binder.keys), None
        # Nothing is said behind the elements of a sum; of the others something is.
        closed = test if name == "sum" or binder.condition is None or test is None else self.test(binder.condition)
        if name == "those" and isinstance(binder.condition, nodes.Name) and binder.condition.name == "false":
            return self.say("empty_list")
        if name in ("any", "all", "those", "count") and one.value is None:
            if test is None and name in ("any", "count"):
                return self.say(f"{name}_bare", c=said)
            return said if test is None else self.say(name, c=said, t=test)
        among = said if closed is None else self.say("where", c=said, t=closed)
        each: nodes.Node | None = one.value
        if name == "union" and isinstance(each, nodes.ListOf) and len(each.elements) == 1:
            each = each.elements[0]
        if name in ("any", "all") and one.value is not None:
            return self.say(name, c=among, t=self.expr(one.value))
        if name == nodes.LISTED and isinstance(each, nodes.Name) and each.name == binder.name:
            return among
        key = {"sum": "sum", nodes.LISTED: "listed", "min": "min_of", "max": "max_of", "union": "union"}.get(name)
        value: nodes.Node | str = said if each is None else each
        if key is None or not isinstance(value, nodes.Expr | str):
            shown = value if isinstance(value, str) else self.expr(value)
            return self.say("call", f=self.name(name), x=f"{shown}; {among}")
        return self.put(key, v=value, c=among)

    def argument(self, a: nodes.Argument) -> str:
        if a.binder is not None:
            return self.binder(a.binder)
        assert a.value is not None
        return self.expr(a.value) if a.name is None else f"{self.say.name(a.name)}: {self.expr(a.value)}"

    def given(self, procedure: str, position: int, a: nodes.Argument) -> str:
        """An argument of a procedure; a number that is written out does not say what it is, so its parameter does."""
        decl = self.say.model.procedures.get(procedure) or self.say.model.actions.get(procedure)
        names = list(decl.given) if decl is not None else []
        if a.name is None and isinstance(a.value, nodes.Number | nodes.Minus) and position < len(names):
            return f"{self.say.name(names[position])}: {self.expr(a.value)}"
        return self.argument(a)

    # ---- amounts

    def amount(self, n: nodes.Amount) -> str:
        number = self.expr(n.count)
        if isinstance(n.resource, nodes.Name) and n.resource.name not in self.locals:
            return self.say.amount(number, n.resource.name)
        shown = number if " " not in number else f"({number})"
        what = self.expr(n.resource)
        return f"{shown} {what}" if self.say.language == "en" else f"{what} – {shown}"

    def is_(self, n: nodes.Is) -> str:
        left, right = self.part(n.left), n.right
        is_value = isinstance(right, nodes.Name) and right.name in ("true", "false", "none", "empty")
        if not n.within and not is_value and self.fact(n.left):
            # Two things that are true or false: the one where the other is, or where it is not.
            return self.say("not_as" if n.negated else "as", a=self.fact(n.left), b=self.expr(right))
        if self._is_me(n.left) and isinstance(right, nodes.Name) and right.name == "none" and not n.within:
            return self.say("somebody_acts" if n.negated else "nobody_acts")
        if isinstance(right, nodes.Name) and right.name == "empty":
            return self.say("not_empty" if n.negated else "is_empty", a=left)
        if isinstance(right, nodes.Name) and right.name == "none" and not n.within:
            return self.say("not_none" if n.negated else "is_none", a=left)
        if isinstance(right, nodes.Number | nodes.Minus) and not n.within:
            return self.say("not_number" if n.negated else "is_number", a=left, b=self.expr(right))
        if _is_option(n.left) and not n.within:
            return self.say("option_not" if n.negated else "option_is", a=left, b=self.expr(right))
        if _is_kind(n.left) and isinstance(right, nodes.Name) and any(right.name in c.kinds for c in self._classes()):
            assert isinstance(n.left, nodes.Attribute)
            left = self.part(n.left.value)
        key = ("not_in" if n.negated else "in") if n.within else ("is_not" if n.negated else "is")
        if self._is_me(n.left):
            key = f"{key}_me"
        return self.put(key, sums=False, a=left, b=n.right)

    def _classes(self) -> Iterable[PieceDecl]:
        return self.say.model.pieces.values()

    def not_(self, n: nodes.Not) -> str:
        call = n.value
        if isinstance(call, nodes.Call) and isinstance(call.function, nodes.Name) and call.function.name == "any":
            binder = call.arguments[0].binder
            if binder is not None and binder.condition is not None:
                inner = self.inner()
                said = inner.bind(binder.name, binder.domain)
                return self.say("none_of", c=said, t=inner.expr(binder.condition))
        function = call.function if isinstance(call, nodes.Call) else None
        if isinstance(call, nodes.Call) and isinstance(function, nodes.Name):
            args = ", ".join(self.argument(a) for a in call.arguments)
            if function.name == "possible":
                return self.say("impossible", x=args)
            if self._is_condition(function.name):
                name = self.name(function.name)
                return self.say("holds_not", x=name, a=args) if args else self.say("holds_not_bare", x=name)
        return self.fact(n.value, denied=True) or self.put("not", sums=False, a=n.value)

    def attribute(self, n: nodes.Attribute) -> str:
        if isinstance(n.value, nodes.Name) and n.value.name == "option":
            return self.say.name(n.name)
        if n.name in _FACTS:
            return self.put(_FACTS[n.name], x=n.value)
        if n.name in ("first", "last") and self._is_list(n.value):
            return self.put(f"{n.name}_of", x=n.value)
        if n.name in _TRACK_FACTS and (self._is_track(n.value) or not self.say.named(n.name)):
            return self.put(n.name, x=n.value)
        if n.name == WORTH and not self.say.named(WORTH):
            return self.put("worth_of", x=n.value)
        return self.mine(n.name) if self._is_me(n.value) else self.put("of", x=self.say.name(n.name), of=n.value)

    def random(self, n: nodes.Random) -> str:
        if n.count is not None:
            return self.put("random_some", x=n.source, n=n.count)
        return self.put("random_order" if n.is_order else "random_one", x=n.source)

    def _is_list(self, x: nodes.Expr) -> bool:
        """Whether an expression is a list, as far as the text shows it."""
        if isinstance(x, nodes.Call) and isinstance(x.function, nodes.Name):
            return x.function.name in ("those", "reversed", "union", nodes.LISTED)
        model, id = self.say.model, x.name if isinstance(x, nodes.Name | nodes.Mine | nodes.Attribute) else ""
        variable = (model.game_state if isinstance(x, nodes.Name) else model.player_state).get(id)
        return variable is not None and variable.type.startswith("list of ")

    def _is_track(self, x: nodes.Expr) -> bool:
        """Whether an expression is a track or a marker, as far as the text shows it."""
        if isinstance(x, nodes.Name):
            return x.name in self.tracks or (x.name in self.say.model.tracks and x.name not in self.locals)
        of = x.value if isinstance(x, nodes.Index) else None
        return isinstance(of, nodes.Mine | nodes.Attribute) and of.name == "marker"

    def mine(self, id: str) -> str:
        """What is mine: a resource, place, variable or fact of the one who acts."""
        if id in _FACTS and self.say.language != "en":
            return self.say(_FACTS[id], x=self.say("me"))
        variable = self.say.model.player_state.get(id)
        if variable is not None and variable.type.startswith("bool") and self.say.language != "en":
            return self.say("my", x=self.say.name(id))
        return self.say.mine(self.say.name(id))

    def index(self, n: nodes.Index) -> str:
        if isinstance(n.value, nodes.Name) and n.value.name == "players":
            return self.put("player_at", i=n.index)
        is_list = self._holds(n.value) or isinstance(n.value, nodes.Call)
        if isinstance(n.index, nodes.Number) or (is_list and self._is_number(n.index)):
            if not isinstance(n.index, nodes.Number):
                return self.put("nth", x=n.value, i=n.index)
            return self.put("nth" if n.index.value else "nth_zero", x=n.value, i=str(n.index.value))
        if isinstance(n.value, nodes.Mine | nodes.Attribute) and n.value.name == "marker":
            return self.say("marker", of=self.expr(n.index)) + (
                f" ({self.expr(n.value.value)})" if isinstance(n.value, nodes.Attribute) else ""
            )
        if self._holds(n.value) and not self._is_player(n.index):
            return self.whose(self.expr(n.index), n.value)
        of = n.value
        merged = isinstance(of, nodes.Attribute) and self.say.language != "en" and of.name not in _FACTS
        if merged and isinstance(of, nodes.Attribute) and not self._is_me(of.value):
            return self.say("of", x=self.say.name(of.name), of=f"{self.expr(of.value)}, {self.expr(n.index)}")
        return self.put("at", x=n.value, i=n.index)

    def _is_player(self, x: nodes.Expr) -> bool:
        said = self.locals.get(x.name, "") if isinstance(x, nodes.Name) else ""
        return self._is_me(x) or said.startswith(self.say("player"))

    def _is_number(self, x: nodes.Expr) -> bool:
        function = x.function if isinstance(x, nodes.Call) else None
        return (
            isinstance(x, nodes.Binary)
            or (isinstance(x, nodes.Name) and x.name in self.numbers)
            or (isinstance(function, nodes.Name) and function.name in ("size", "count", "min", "max", "sum"))
        )

    def _holds(self, x: nodes.Expr) -> bool:
        """Whether `x[…]` counts what lies with x, and is no entry of a table."""
        if not isinstance(x, nodes.Name):
            return False
        model = self.say.model
        is_place = x.name in model.zones or x.name in model.boards
        return (
            (x.name in self.locals and x.name not in self.tables)
            or x.name in ("me", "supply", "self", "here", "owner")
            or is_place
        )

    def whose(self, what: str, of: nodes.Expr) -> str:
        return self.say.mine(what) if self._is_me(of) else self.put("of", x=what, of=of)

    def _is_me(self, x: nodes.Expr) -> bool:
        return isinstance(x, nodes.Name) and self.locals.get(x.name, self.name(x.name)) == self.say("me")

    def know(self, given: Mapping[str, str]) -> None:
        """Parameters are called by what they are: `tile t`."""
        for name, type_text in given.items():
            if type_text == "int":
                self.numbers.add(name)
            if type_text in self.say.model.spaces:
                self.spaces.add(name)
            if type_text == "track":
                self.tracks.add(name)
            noun = (type_text.split() or [""])[-1]
            known = noun == "player" or noun in self.say.model.pieces or noun in self.say.model.spaces
            known = known or any(noun in r.groups for r in self.say.model.resources.values())
            shown = self.say("player") if noun == "player" else self.say.one(noun)
            self.locals[name] = self.say.local(name, shown if known and "list" not in type_text else None)


def _is_option(x: nodes.Expr) -> bool:
    return isinstance(x, nodes.Attribute) and isinstance(x.value, nodes.Name) and x.value.name == "option"


def _is_kind(x: nodes.Expr) -> bool:
    return isinstance(x, nodes.Attribute) and x.name == "kind"


def _cond(s: Speaker, n: nodes.IfThen) -> str:
    """Only what stands behind it may be another of its kind without brackets: a chain of cases."""
    then, condition = (f"({s.expr(x)})" if isinstance(x, nodes.IfThen) else s.expr(x) for x in (n.then, n.condition))
    return s.say("cond", a=then, c=condition, b=s.expr(n.otherwise))


_WRITERS: dict[type, Callable[[Speaker, Any], str]] = {
    nodes.IfThen: _cond,
    nodes.Binary: lambda s, n: s.binary(n),
    nodes.Not: lambda s, n: s.not_(n),
    nodes.Minus: lambda s, n: f"−{s.operand(n.value, n)}",
    nodes.Is: lambda s, n: s.is_(n),
    nodes.Interval: lambda s, n: s.say("range", a=s.expr(n.low), b=s.expr(n.high)),
    nodes.Attribute: lambda s, n: s.attribute(n),
    nodes.Index: lambda s, n: s.index(n),
    nodes.Call: lambda s, n: s.call(n),
    nodes.Name: lambda s, n: s.name(n.name),
    nodes.Mine: lambda s, n: s.mine(n.name),
    nodes.Number: lambda s, n: str(n.value),
    nodes.Text: lambda s, n: f"«{n.value}»",
    nodes.Random: lambda s, n: s.random(n),
    nodes.ListOf: lambda s, n: s.say("list", x=s.several(n.elements)) if n.elements else s.say("empty_list"),
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


def _is_sum(x: nodes.Expr) -> bool:
    return isinstance(x, nodes.Minus) or (isinstance(x, nodes.Binary) and x.operator in _SUMS)


def _chain(x: nodes.Expr, operator: str) -> list[nodes.Expr]:
    """The conditions of a chain with one operator, from left to right."""
    if isinstance(x, nodes.Binary) and x.operator == operator:
        return [*_chain(x.left, operator), *_chain(x.right, operator)]
    return [x]


def _has_chain(x: nodes.Expr) -> bool:
    """Whether a condition over elements ends in a chain of its own."""
    tests = [a.binder.condition for a in x.arguments if a.binder is not None] if isinstance(x, nodes.Call) else []
    tests += [a.value for a in x.arguments] if isinstance(x, nodes.Call) else []
    tests += [x.value] if isinstance(x, nodes.Not) else []
    return any(
        (isinstance(t, nodes.Binary) and t.operator in ("and", "or")) or (t is not None and _has_chain(t))
        for t in tests
    )

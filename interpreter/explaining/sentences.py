"""Statements and rules in sentences, as nested lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from interpreter.diagnostics import Diagnostics
from interpreter.explaining.expressions import Speaker
from interpreter.explaining.flow import may_be_empty
from interpreter.explaining.naming import Naming
from interpreter.language.core.checked import EVENTS
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import walk
from interpreter.language.syntax.texts import parsed
from interpreter.loading.model import (
    ActionDecl,
    ByOption,
    ByPlayers,
    EffectText,
    Number,
    ResourceDecl,
    TrackDecl,
    yaml_word,
)
from interpreter.records import record


@record
class Line:
    """One sentence; depth: how far it is indented. costs: what it says is paid, or what is paid in the text that it
    names."""

    depth: int
    text: str
    costs: tuple[str, ...] = ()


def tree(text: EffectText) -> nodes.Parsed:
    """The tree of a text of a ruleset that has been checked. ValueError: it has mistakes after all."""
    found = parsed(text, Diagnostics()).tree
    if found is None:
        raise ValueError(f"{text.span}: this text has mistakes")
    return found


class Teller(Speaker):
    """Says statements and rules."""

    def __init__(self, say: Naming, locals: Mapping[str, str] | None = None) -> None:
        super().__init__(say, dict(locals or {}))
        self.lines: list[Line] = []
        self.calling: frozenset[str] = frozenset()
        """the procedures in whose text it is looked for what is paid"""
        self.flow = ""
        """what is said behind a choice that may have no option, where more follows it; "" inside blocks"""

    # ---- texts

    def text(self, text: EffectText | None, depth: int = 0, flow: str = "") -> list[Line]:
        """A program, rule or list of choices in sentences. flow: for phase text, what is said of a choice without
        options (see `explaining.flow.flows`)."""
        if text is None:
            return []
        self.flow = flow
        first = len(self.lines)
        found = tree(text)
        if isinstance(found, nodes.Rule):
            self.rule(found, depth)
        elif isinstance(found, tuple) and found and isinstance(found[0], nodes.Binder):
            self.choose(tuple(x for x in found if isinstance(x, nodes.Binder)), depth)
        elif isinstance(found, tuple):
            self.block(tuple(x for x in found if isinstance(x, nodes.Statement)), depth)
        elif isinstance(found, nodes.Limit):
            self.add(depth, self.say("limited_to", n=self.limit(found).rstrip(". ")))
        elif isinstance(found, nodes.Expr):
            self.add(depth, self.expr(found))
        return self.lines[first:]

    def add(self, depth: int, text: str) -> None:
        self.lines.append(Line(depth, text[:1].upper() + text[1:]))

    def block(self, body: nodes.Block | None, depth: int) -> None:
        if not body:
            self.add(depth, self.say("nothing"))
        for i, statement in enumerate(body or (), 1):
            self.statement(statement, depth)
            if self.flow and i < len(body or ()) and may_be_empty(statement, self.say.model):
                self.add(depth + 1, self.say(self.flow))

    def statement(self, x: nodes.Statement, depth: int = 0) -> None:
        """One statement, with what stands inside it."""
        before = len(self.lines)
        _STATEMENTS[type(x)](self, x, depth)
        if isinstance(x, nodes.Transfer) and x.verb in ("pay", "lose"):
            line = self.lines[before]
            self.lines[before] = replace(line, costs=(line.text,))
        elif isinstance(x, nodes.Do) and len(self.lines) > before and (costs := self._costs(x)):
            self.lines[before] = replace(self.lines[before], costs=costs)

    def _costs(self, n: nodes.Do) -> tuple[str, ...]:
        """What is paid in a procedure, and in those that it calls."""
        called = n.target.function if isinstance(n.target, nodes.Call) else n.target
        decl = self.say.model.procedures.get(called.name) if isinstance(called, nodes.Name) else None
        if decl is None or decl.do is None or decl.id in self.calling:
            return ()
        inner = type(self)(self.say)
        inner.calling = self.calling | {decl.id}
        inner.know(decl.given)
        return tuple(dict.fromkeys(cost for line in inner.text(decl.do) for cost in line.costs))

    def inside(self, head: str, body: nodes.Block | None, depth: int, flow: str | None = None) -> None:
        """A line and the body that belongs to it; flow: another one inside."""
        outer = self.flow
        self.flow = outer if flow is None else flow
        self.add(depth, head)
        self.block(body, depth + 1)
        self.flow = outer

    # ---- choices

    def choose(self, binders: tuple[nodes.Binder, ...], depth: int) -> None:
        for i, binder in enumerate(binders):
            said = self.binder(binder, first=i == 0)
            self.add(depth, self.say("choose" if i == 0 else "then_choose", x=said))

    def some(self, n: nodes.ChooseSome, depth: int) -> None:
        source, name = self.part(n.source, sums=False), self.say.local(n.name)
        self.add(depth, self.say("some", n=self.quantity(n.quantity), x=source, v=name))
        self.locals[n.name] = name

    def quantity(self, n: nodes.Quantity) -> str:
        if n.number is None:
            return self.say("any_number")
        number = self.expr(n.number)
        return number if n.how == "exactly" else self.say.counted(n.how, number)

    def branches(self, n: nodes.ChooseBranch, depth: int) -> None:
        self.add(depth, self.say("one_of_these"))
        for branch in n.branches:
            name = self.say.action(branch.label)
            test = branch.condition
            head = self.say("branch", x=name) if test is None else self.say("branch_if", x=name, c=self.expr(test))
            self.inside(head, branch.body, depth + 1, "")

    def may(self, n: nodes.May, depth: int) -> None:
        name = self.say.action(n.branch.label)
        if n.times is not None:
            head = self.say.counted("may_times", self.expr(n.times), x=name)
            if n.branch.condition is not None:
                head = self.say("if", c=self.expr(n.branch.condition)).rstrip(":") + ": " + head
        elif n.branch.condition is not None:
            head = self.say("may_if", x=name, c=self.expr(n.branch.condition))
        else:
            head = self.say("may", x=name)
        self.inside(head, n.branch.body, depth, "")
        if n.otherwise is not None:
            self.inside(self.say("declined" if n.times is None else "declined_times"), n.otherwise, depth)

    def distribute(self, n: nodes.Distribute, depth: int) -> None:
        what = self.expr(n.item)
        said = self.say("distribute", x=what, c=self.binder(n.binder))
        self.add(depth, said + self.most(n.most))

    def split(self, n: nodes.Split, depth: int) -> None:
        quantity, name = self.quantity(n.quantity), self.say.local(n.name)
        said = self.say("split", n=quantity, c=self.binder(n.binder), v=name)
        self.add(depth, said + self.most(n.most))
        self.locals[n.name] = name
        self.tables.add(n.name)

    def most(self, most: nodes.Expr | None) -> str:
        return "" if most is None else " " + self.say("most_each", n=self.expr(most))

    # ---- counters and pieces

    def transfer(self, n: nodes.Transfer, depth: int) -> None:
        what = self.several(n.amounts)
        below = [decl for decl in self._named(n) if decl is not None and decl.below_zero]
        key = "lose_below" if n.verb == "lose" and below and len(below) == len(self._named(n)) else n.verb
        if n.other is None:
            self.add(depth, self.say(key, x=what))
        else:
            key += "_to" if n.verb in ("pay", "lose") else "_from"
            self.add(depth, self.say(key, x=what, to=self.expr(n.other)))
        if n.verb in ("pay", "lose"):
            for decl in below:
                self.add(depth + 1, self.say("below_zero", x=self.say.title(decl.id)))
        for note in [*self.cautions(n), *(self.substitutes(n) if n.verb == "pay" else ())]:
            self.add(depth + 1, note)

    def _named(self, n: nodes.Transfer) -> list[ResourceDecl | None]:
        """The resource of each amount, None where the text does not name it."""
        resources = (x.resource if isinstance(x, nodes.Amount) else None for x in amounts_of(n))
        known = self.say.model.resources
        return [
            known.get(r.name) if isinstance(r, nodes.Name) and r.name not in self.locals else None for r in resources
        ]

    def substitutes(self, n: nodes.Transfer) -> list[str]:
        """What may be paid instead of the resources that a payment names; instead of any, where only the position
        tells which they are. For an open amount of a group nothing stands in."""
        model = self.say.model
        named: set[str] | None = set()
        for amount in amounts_of(n):
            resource = getattr(amount, "resource", None)
            if named is None or not isinstance(resource, nodes.Name) or resource.name in self.locals:
                named = None
            else:
                decl = model.resources.get(resource.name)
                named |= set() if decl is None else {decl.id, *decl.groups}
        return [
            self.stand_in(decl)
            for decl in model.resources.values()
            if decl.pays_for is not None and (named is None or decl.pays_for in named)
        ]

    def stand_in(self, decl: ResourceDecl) -> str:
        """What a resource may be paid for."""
        key = "pays_for_of_supply" if decl.pays_out_of_supply else "pays_for"
        said = self.say(key, x=self.say.title(decl.id), g=self.say.name(str(decl.pays_for)))
        if decl.pays_during:
            said += " " + self.say("pays_during", x=", ".join(t.span.text for t in decl.pays_during))
        return said

    def cautions(self, n: nodes.Transfer) -> list[str]:
        """What a transfer does besides what it says: a gain may be less, an open kind is picked."""
        out: list[str] = []
        for amount in amounts_of(n):
            if not isinstance(amount, nodes.Amount) or not isinstance(amount.resource, nodes.Name):
                continue
            id = amount.resource.name
            members = [r for r in self.say.model.resources.values() if id in r.groups and id not in self.locals]
            if members:
                out.append(self.say("picks_group", g=self.say.title(id)))
                for member in members if n.verb == "gain" else ():
                    out += self.shortfalls(member, n.other is None)
            elif n.verb == "gain" and id in self.say.model.resources:
                out += self.shortfalls(self.say.model.resources[id], n.other is None)
        return out

    def _is_short(self, supply: Number | ByOption | None) -> bool:
        """Whether a supply can run out in the usual game; what only another option limits, the thing itself tells."""
        if isinstance(supply, ByOption):
            return supply.chosen(self.say.model.game.options[supply.option].default) is not None
        return supply is not None

    def shortfalls(self, decl: ResourceDecl, of_supply: bool = True) -> list[str]:
        """Why a gain of the resource may be less than it says."""
        out = []
        name = self.say.name(decl.id)
        if of_supply and self._is_short(decl.supply):
            key = "may_be_none" if decl.shortage == "none" else "may_be_less"
            out.append(self.say(key, x=name, n=stock(self.say, decl.supply)))
        if decl.limit is not None:
            limit = Speaker(self.say, {"owner": self.say("me")}).expr(formula(decl.limit))
            limit = f"({limit})" if " " in limit and self.say.language == "en" else limit
            out.append(self.say("store_full", x=name, n=limit))
            if decl.overflow is not None:
                out.append(self.overflow(decl.overflow))
        return out

    def overflow(self, overflow: EffectText | str) -> str:
        """What becomes of what does not fit."""
        if isinstance(overflow, str):
            return self.say("overflow_lost")
        return self.say("overflow", x=self.briefly(overflow))

    def briefly(self, text: EffectText) -> str:
        """A short text in one line."""
        inner = type(self)(self.say, {"owner": self.say("me")})
        return " ".join(line.text for line in inner.text(text))

    def move(self, n: nodes.Move, depth: int) -> None:
        item = n.item.value if isinstance(n.item, nodes.Bundle) else n.item
        x = item if isinstance(item, nodes.Expr) else self.expr(item)
        if n.source is None:
            self.add(depth, self.put("move", sums=False, x=x, to=self.expr(n.to)))
        else:
            self.add(depth, self.put("move_from", sums=False, x=x, a=n.source, to=self.expr(n.to)))

    def onward(self, phrase: str, what: nodes.Expr, to: nodes.Expr | None, depth: int) -> None:
        """What is done with something, and where or to whom that goes, if the text says it."""
        if to is None:
            self.add(depth, self.say(phrase, x=self.expr(what)))
        else:
            self.add(depth, self.put(f"{phrase}_to", sums=False, x=what, to=to))

    def step(self, n: nodes.Step, depth: int) -> None:
        if n.steps is None:
            self.add(depth, self.say(n.verb, x=self.expr(n.what)) + " " + self.say("stops"))
        else:
            said = self.put(f"{n.verb}_by", sums=False, x=n.what, n=self.expr(n.steps))
            self.add(depth, said + " " + self.say("stops"))
        track = self.track_of(n.what)
        if n.verb == "advance" and track is not None and track.exclusive:
            self.add(depth + 1, self.say("stops_taken", n=", ".join(map(str, track.exclusive))))
        beyond = self.past_end(n.what) if n.verb == "advance" else None
        if beyond is not None:
            self.add(depth + 1, self.say("past_end", x=beyond))

    def past_end(self, marker: nodes.Expr) -> str | None:
        """What a marker brings for each step that it cannot go, where its track says so."""
        track = self.track_of(marker)
        return None if track is None or track.past_end is None else self.briefly(track.past_end)

    def track_of(self, marker: nodes.Expr) -> TrackDecl | None:
        """The track of a marker, where the text names it."""
        index = marker.index if isinstance(marker, nodes.Index) else None
        return self.say.model.tracks.get(index.name) if isinstance(index, nodes.Name) else None

    def draw(self, n: nodes.Draw, depth: int) -> None:
        count, source = self.part(n.count, sums=False), self.part(n.source, sums=False)
        said = self.say("draw", n=count, a=source)
        if n.to is not None:
            said = self.say("draw_to", n=count, a=source, to=self.expr(n.to))
        if n.name is not None:
            self.locals[n.name] = self.say.local(n.name)
            said += " " + self.say("draw_as", v=self.locals[n.name])
        self.add(depth, said)

    def let(self, n: nodes.Let, depth: int) -> None:
        name = self.say.local(n.name)
        self.add(depth, self.say("let", v=name, x=self.expr(n.value)))
        self.locals[n.name] = name

    def assign(self, n: nodes.Assign, depth: int) -> None:
        key = {"=": "set", "+=": "add_to", "-=": "take_off"}[n.operator]
        if key == "set" and isinstance(n.value, nodes.Name) and n.value.name in ("true", "false", "none"):
            fact = "" if n.value.name == "none" else self.fact(n.target, denied=n.value.name == "false")
            self.add(
                depth, self.say("set_fact", x=fact) if fact else self.say(f"set_{n.value.name}", x=self.expr(n.target))
            )
            return
        if key != "set" and (isinstance(n.value, nodes.ListOf) or self.is_list(n.target)):
            elements = n.value.elements if isinstance(n.value, nodes.ListOf) else (n.value,)
            value, key = self.several(elements), "add_list" if key == "add_to" else "take_list"
        else:
            value = self.expr(n.value)
        if self.fact(n.target):
            key = "set_fact_if"
        self.add(depth, self.say(key, x=self.expr(n.target), y=value))

    def is_list(self, target: nodes.Expr) -> bool:
        """Whether what is assigned is a variable that holds a list."""
        model = self.say.model
        states = [model.game_state, model.player_state, *(cls.state for cls in model.classes)]
        if not isinstance(target, nodes.Name | nodes.Mine | nodes.Attribute):
            return False
        found = [state[target.name] for state in states if target.name in state]
        return bool(found) and all(decl.type.startswith("list of ") for decl in found)

    # ---- control

    def if_(self, n: nodes.If, depth: int, phrase: str = "if") -> None:
        self.inside(self.say(phrase, c=self.expr(n.condition)), n.then, depth)
        last = n.otherwise
        if last is not None and len(last) == 1 and isinstance(last[0], nodes.If):
            self.if_(last[0], depth, "else_if")
        else:
            self.otherwise(last, depth, "else")

    def otherwise(self, body: nodes.Block | None, depth: int, key: str) -> None:
        if body:
            self.inside(self.say(key), body, depth)

    def if_possible(self, n: nodes.IfPossible, depth: int) -> None:
        if n.is_sure:
            self.block(n.then, depth)
            return
        self.inside(self.say("if_possible"), n.then, depth, "")
        self.otherwise(n.otherwise, depth, "not_possible")

    def repeat(self, n: nodes.Repeat, depth: int) -> None:
        number = self.expr(n.number)
        if n.how == "at_most":
            head = (
                self.say.counted("at_most_times", number)
                if n.until is None
                else self.say.counted("until", number, c=self.expr(n.until))
            )
        elif n.how == "times":
            head = self.say.counted("times", number)
        elif n.how == "surely":
            head = self.say("until_only", c=self.expr(n.until))
        else:
            head = self.say(n.how, n=number)
        self.inside(head, n.body, depth)

    def does(self, n: nodes.Does, depth: int) -> None:
        key = {"one": "does", "each": "each_does", "together": "together"}[n.how]
        self.inside(self.put(key, sums=False, p=n.who), n.body, depth)
        if n.how == "together":
            for node in walk(n.body):
                if isinstance(node, nodes.Choose):
                    self.tables |= {b.name for b in node.binders}
                elif isinstance(node, nodes.ChooseSome):
                    self.tables.add(node.name)

    def do(self, n: nodes.Do, depth: int) -> None:
        call = n.target if isinstance(n.target, nodes.Call) else None
        called = n.target if call is None else call.function
        if isinstance(called, nodes.Name) and called.name not in self.locals:
            name = self.say(called.name) if called.name == "original" else self.say.name(called.name)
            if call is not None and call.arguments:
                args = ", ".join(self.given(called.name, i, a) for i, a in enumerate(call.arguments))
                self.add(depth, self.say("do_with", x=name, a=args))
            else:
                self.add(depth, self.say("do", x=name))
        else:
            self.add(depth, self.say("do_thing", x=self.expr(called)))

    def modify_now(self, n: nodes.ModifyNow, depth: int) -> None:
        said = self.modifier(n.modifier)
        if n.until is not None:
            said = self.say("for_while", x=said, p=self.period(n.until))
        self.add(depth, said)

    def end(self, n: nodes.End, depth: int) -> None:
        if n.how == "loop":
            self.add(depth, self.say("end_loop"))
        elif n.how == "game":
            self.add(depth, self.say("end_game") if n.name is None else self.say("end_game_as", x=self.name(n.name)))
        else:
            self.add(depth, self.say("end_phase", x=self.name(n.name or "")))

    # ---- rules

    def period(self, n: nodes.Period) -> str:
        name = self.say.name(n.name)
        return self.say("own_period", p=name) if n.mine else f"«{name}»"

    def limit(self, n: nodes.Limit) -> str:
        times = "1" if n.times is None else self.expr(n.times)
        return self.say.counted("once", times, p=self.period(n.period))

    def rule(self, n: nodes.Rule, depth: int) -> None:
        head = "" if n.limit is None else self.limit(n.limit)
        match n.head:
            case nodes.Trigger():
                flow = self.say.flow(n.head.event.name) if n.head.timing == "instead_of" else "left_out"
                self.inside(head + self.say("this_happens", w=self.when(n.head)), n.head.body, depth, flow)
            case nodes.StateRule():
                self.inside(head + self.say("whenever", c=self.expr(n.head.condition)), n.head.body, depth)
            case nodes.Modifier():
                self.add(depth, head + self.modifier(n.head))

    def when(self, n: nodes.Trigger) -> str:
        """When a trigger runs."""
        key = {"before": "before", "after": "after_e", "instead_of": "instead_of"}[n.timing]
        parts = [self.say(key, e=self.say.name(n.event.name)), *self.patterns(n.event)]
        if n.by is not None:
            if n.by.new_name is not None:
                self.locals[n.by.new_name] = self.say.local(n.by.new_name, self.say("player"))
                parts.append(self.say("by_any") + f" ({self.locals[n.by.new_name]})")
            else:
                parts.append(self.say("by", p=self.expr(n.by.test)))
        if n.condition is not None:
            parts.append(self.say("if_also", c=self.expr(n.condition)))
        return ", ".join(parts)

    def patterns(self, event: nodes.Event) -> list[str]:
        """What an event must be done with, name by name."""
        out = []
        given = self._given(event.name)
        for i, p in enumerate(event.patterns or ()):
            id = p.parameter or (list(given)[i] if i < len(given) else "")
            if p.new_name is not None:
                self.know({p.new_name: given.get(id, "")})
                if event.name in EVENTS and i == 0:
                    self.tracks.add(p.new_name)
                out.append(self.say("given_any", v=self.locals[p.new_name]))
            elif isinstance(p.test, nodes.Name) and p.test.name in ("true", "false"):
                out.append(self.say(f"given_{p.test.name}", p=self.say.name(id)))
            elif not id or (len(id) == 1 and self.say.language != "en"):
                out.append(self.say("given_just", x=self.expr(p.test)))
            else:
                out.append(self.say("given_is", p=self.say.name(id), x=self.expr(p.test)))
        return out

    def _given(self, event: str) -> dict[str, str]:
        """The parameters of what can be an event: name → type; what an action chooses has no type here."""
        model = self.say.model
        decl = model.procedures.get(event) or model.values.get(event) or model.actions.get(event)
        names = dict(decl.given) if decl is not None else {}
        if isinstance(decl, ActionDecl) and decl.choose is not None:
            binders = tree(decl.choose)
            if isinstance(binders, tuple):
                names |= {b.name: "" for b in binders if isinstance(b, nodes.Binder)}
        return names

    def bounds(self, value: str) -> str:
        """What a value never is less and more than, after all rules; "" where it has no bounds."""
        decl = self.say.model.values.get(value)
        if decl is None:
            return ""
        teller = type(self)(self.say)
        teller.know(decl.given)
        found = (("value_at_least", decl.at_least), ("value_at_most", decl.at_most))
        return ", ".join(self.say(key, n=teller.expr(formula(bound))) for key, bound in found if bound is not None)

    def modifier(self, n: nodes.Modifier) -> str:
        given = self.patterns(n.event)
        event = self.say.name(n.event.name)
        if n.change == "to" and isinstance(n.value, nodes.Name) and n.value.name in ("true", "false"):
            said = self.say(f"modify_{n.value.name}", e=event)
        else:
            said = self.put(f"modify_{n.change}", sums=False, e=event, x=n.value)
        if given:
            said += f" ({', '.join(given)})"
        bounds = self.bounds(n.event.name) if n.change in ("to", "by", "times") else ""
        if bounds:
            said = self.say("in_the_end", w=said, x=bounds)
        if n.condition is not None:
            return self.say("only_if", w=said, c=self.expr(n.condition))
        return self.say("always", w=said)


def amounts_of(n: nodes.Transfer) -> Iterator[nodes.Node]:
    """What a transfer names, with all that stands in `or`."""
    for node in n.amounts:
        yield from node.items if isinstance(node, nodes.Alternatives) else (node,)


def number(n: object) -> str:
    """A number, or what it is for each number of players: `3: 10 / 4: 12`."""
    if isinstance(n, ByPlayers):
        return " / ".join(f"{k}: {v}" for k, v in n.values.items())
    return f"−{-n}" if isinstance(n, int) and n < 0 else str(n)


def stock(say: Naming, supply: Number | ByOption | None) -> str:
    """How many of a resource there are; where an option says it, for each of its values."""
    if isinstance(supply, ByOption):
        each = (f"{option_value(say, value)} – {stock(say, n)}" for value, n in supply.values.items())
        return f"{say.name(supply.option)}: {', '.join(each)}"
    return say("unlimited") if supply is None else number(supply)


def option_value(say: Naming, value: object) -> str:
    """A value of an option in words, or what YAML writes for it."""
    word = yaml_word(value)
    return say(word) if word in ("true", "false") else say.name(word) if not word.lstrip("-").isdigit() else word


def formula(text: EffectText) -> nodes.Node:
    """The tree of a text that is a formula. ValueError: it is none, or has mistakes."""
    found = tree(text)
    if not isinstance(found, nodes.Node):
        raise ValueError(f"{text.span}: this is no formula")
    return found


_STATEMENTS: dict[type, Callable[[Teller, Any, int], None]] = {
    nodes.Transfer: lambda t, n, d: t.transfer(n, d),
    nodes.Move: lambda t, n, d: t.move(n, d),
    nodes.Rotate: lambda t, n, d: t.add(
        d, t.put("rotate", sums=False, x=t.expr(getattr(n.item, "value", n.item)), n=n.steps)
    ),
    nodes.Step: lambda t, n, d: t.step(n, d),
    nodes.Draw: lambda t, n, d: t.draw(n, d),
    nodes.Shuffle: lambda t, n, d: t.onward("shuffle", n.what, n.into, d),
    nodes.Roll: lambda t, n, d: t.add(d, t.say("roll", x=t.expr(n.what))),
    nodes.Reveal: lambda t, n, d: t.onward("reveal", n.what, n.to, d),
    nodes.Refill: lambda t, n, d: t.add(d, t.say("refill", x=t.expr(n.what))),
    nodes.Require: lambda t, n, d: t.add(d, t.say("require", x=t.expr(n.condition))),
    nodes.Let: lambda t, n, d: t.let(n, d),
    nodes.Assign: lambda t, n, d: t.assign(n, d),
    nodes.Choose: lambda t, n, d: t.choose(n.binders, d),
    nodes.ChooseSome: Teller.some,
    nodes.ChooseBranch: Teller.branches,
    nodes.Distribute: Teller.distribute,
    nodes.Split: Teller.split,
    nodes.May: lambda t, n, d: t.may(n, d),
    nodes.If: Teller.if_,
    nodes.IfPossible: lambda t, n, d: t.if_possible(n, d),
    nodes.For: lambda t, n, d: t.inside(t.say("for", c=t.binder(n.binder, chosen=False)), n.body, d),
    nodes.Repeat: Teller.repeat,
    nodes.Does: lambda t, n, d: t.does(n, d),
    nodes.Do: lambda t, n, d: t.do(n, d),
    nodes.DoOneOf: lambda t, n, d: t.add(d, t.say("one_of", x=t.expr(n.menu))),
    nodes.ModifyNow: Teller.modify_now,
    nodes.End: Teller.end,
}

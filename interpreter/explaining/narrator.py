"""Rules as a rulebook tells them: things are called by what they are, and what is only machinery is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from interpreter.explaining.naming import Naming
from interpreter.explaining.sentences import Line, Teller, formula, tree
from interpreter.language.core.checked import EVENTS
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import walk
from interpreter.loading.model import BoardDecl, EffectText, Model, SpaceDecl, TableDecl, ValueDecl, ZoneDecl
from interpreter.records import mutable

LONG_INLINE = 9
"""A procedure with more statements than this has a heading of its own even where only one text runs it."""
LONG_ROW = 12
"""Tables with more entries than this are not written out where a rule reads them."""
LONG_LINE = 150
"""A head and the one sentence under it stand on one line of so many letters."""
SAFETY = 12
"""Loops that end by a condition are bounded so that the checker can prove an end; from so many times on nobody gets
there, and the bound is not told."""


@mutable
class Plot:
    """What is told where: how often each procedure is run, and what rules and texts hang on it."""

    model: Model
    runs: Counter[str] = field(default_factory=Counter)
    waited_for: set[str] = field(default_factory=set)
    hidden: frozenset[str] = frozenset()
    """what `show: hide:` keeps off the table"""
    inline: dict[str, bool] = field(default_factory=dict)
    machinery: frozenset[str] = frozenset()
    """classes of pieces that lie in hidden places only, and those places"""

    def __post_init__(self) -> None:
        for text in self.model.effect_texts:
            for n in walk(tree(text)):
                if isinstance(n, nodes.Do) and n.called:
                    self.runs[n.called] += 1
                elif isinstance(n, nodes.Event | nodes.End | nodes.Period):
                    self.waited_for.add(n.name or "")
        hide = self.model.show.get("hide")
        self.hidden = frozenset(hide if isinstance(hide, list | tuple) else ())
        places: list[ZoneDecl | BoardDecl | SpaceDecl] = [
            *self.model.zones.values(),
            *self.model.boards.values(),
            *self.model.spaces.values(),
        ]
        out: set[str] = set()
        for cls in self.model.pieces:
            homes = {p.id for p in places if p.pieces == cls}
            if homes and homes <= self.hidden:
                out |= {cls, *homes}
        self.machinery = frozenset(out)

    def is_handed(self, value: ValueDecl) -> bool:
        """Whether a value only hands a number through, so that rules can change it."""
        found = None if value.formula is None else formula(value.formula)
        return isinstance(found, nodes.Name) and found.name in value.given

    def is_inline(self, id: str, say: Naming) -> bool:
        """Whether a procedure is told where it is run: one text runs it, nothing else speaks of it, and it is short."""
        if id not in self.inline:
            self.inline[id] = self._is_inline(id, say)
        return self.inline[id]

    def _is_inline(self, id: str, say: Naming) -> bool:
        decl = self.model.procedures.get(id)
        if decl is None or decl.do is None or decl.is_phase or self.runs[id] != 1 or id in self.waited_for:
            return False
        if id in self._reached(id):
            return False
        size = sum(isinstance(n, nodes.Statement) for n in walk(tree(decl.do)))
        return 0 < size <= LONG_INLINE and say.help(id) is None and not say.paragraph(id)

    def _reached(self, id: str) -> set[str]:
        """The procedures that a procedure runs, by itself or through others."""
        left, found = [id], set[str]()
        while left:
            decl = self.model.procedures.get(left.pop())
            called = walk(tree(decl.do)) if decl is not None and decl.do is not None else ()
            new = {n.called for n in called if isinstance(n, nodes.Do)} - found
            found |= new
            left += new
        return found


class Narrator(Teller):
    """Tells the rules of one text of a rulebook."""

    def __init__(self, say: Naming, locals: Mapping[str, str] | None = None) -> None:
        super().__init__(say, locals)
        self.alike: frozenset[str] = frozenset()
        """nouns that stand for several things of this text, which are told apart by their letters"""
        self.held: dict[str, tuple[str | None, str | None]] = {}
        """names of lists → what is in them"""
        self.parameters: dict[str, str] = {}
        self.changed: frozenset[str] = frozenset()
        """names of numbers that the text changes later"""
        self.space_of: dict[str, str] = {}
        """names of single spaces → their class"""
        self.is_many = False
        """whether what is bound is spoken of as many: `the number of your buildings`"""

    def inner(self) -> Narrator:
        found = type(self)(self.say, dict(self.locals))
        found.numbers, found.spaces = set(self.numbers), set(self.spaces)
        found.tables, found.tracks = set(self.tables), set(self.tracks)
        found.alike, found.held, found.is_many = self.alike, dict(self.held), self.is_many
        found.space_of = dict(self.space_of)
        return found

    # ---- names

    def text(self, text: EffectText | None, depth: int = 0, flow: str = "") -> list[Line]:
        if text is not None:
            self.look_at(tree(text))
        return super().text(text, depth)  # what becomes of a choice without options is told once

    def look_at(self, found: object) -> None:
        """Note which nouns stand for several names of a text."""
        targets = (n.target for n in walk(found) if isinstance(n, nodes.Assign))
        self.changed = frozenset(x.name for x in targets if isinstance(x, nodes.Name))
        nouns = {name: self._given_noun(kind) for name, kind in self.parameters.items()}
        binders = [n for n in walk(found) if isinstance(n, nodes.Binder)]
        again = {x.name for n in binders if (x := _those(n.domain)) is not None}
        for n in walk(found):
            if isinstance(n, nodes.Binder) and n.name not in again:
                nouns[n.name] = self._noun(n.domain)[0]
            elif isinstance(n, nodes.Draw) and n.name is not None:
                nouns[n.name] = self._noun(n.source)[0]
            elif isinstance(n, nodes.Let):
                nouns[n.name] = self._kept_noun(n.value)
            elif isinstance(n, nodes.ChooseSome):
                self.held[n.name] = self._noun(n.source)
        counts = Counter(noun for noun in nouns.values() if noun)
        self.alike = frozenset(noun for noun, n in counts.items() if n > 1)
        for name, kind in self.parameters.items():
            noun = self._given_noun(kind)
            if noun in self.alike and self.locals.get(name) == self.say("the", x=noun):
                self.locals[name] = self.called(name, noun)

    def called(self, name: str, noun: str | None) -> str:
        """What a name of the text is called from now on."""
        own = len(name) > 1 and self.say.named(name)
        if noun is None or noun in self.alike or own:
            return self.say.local(name, None if own else noun)
        return self.say("the", x=noun)

    def bind(self, name: str, domain: nodes.Expr) -> str:
        super().bind(name, domain)
        if isinstance(domain, nodes.Name | nodes.Mine | nodes.Attribute) and domain.name in self.say.model.spaces:
            self.space_of[name] = domain.name
        noun, where = self._noun(domain)
        self.locals[name] = self.called(name, noun)
        owned = self._space_of(domain)
        bare = noun if noun is not None and noun not in self.alike else self.say.local(name, noun)
        if owned is not None:
            return self.say("one_of_mine", x=bare) if self._is_me(owned) else self.put("of", x=bare, of=owned)
        if noun is None:
            closed = isinstance(domain, nodes.Interval) or not self._runs_on(domain)
            return self.say("one_from", v=bare, d=where if closed else f"({where})")
        if self.is_many and (where or isinstance(domain, nodes.Name)):
            known = isinstance(domain, nodes.Name) and domain.name != "players"
            return where or (self.say.name(domain.name) if known else bare)  # type: ignore[attr-defined]
        return self.say("noun_in", n=bare, d=where) if where else bare

    def _given_noun(self, type_text: str) -> str | None:
        """What a parameter of a type is called; None where the type does not say it."""
        model, noun = self.say.model, (type_text.split() or [""])[-1]
        if noun in ("player", "track"):
            return self.say(noun) if noun == "player" else self.say("a_track")
        known = noun in model.pieces or noun in model.spaces or any(noun in r.groups for r in model.resources.values())
        known = known or any(noun in t.groups for t in model.tracks.values())
        return self.say.one(noun) if known and "list" not in type_text else None

    def know(self, given: Mapping[str, str]) -> None:
        super().know(given)
        self.parameters.update(given)
        self.space_of |= {name: kind for name, kind in given.items() if kind in self.say.model.spaces}
        for name, type_text in given.items():
            self.locals[name] = self.called(name, self._given_noun(type_text))

    def _noun(self, domain: nodes.Expr) -> tuple[str | None, str | None]:
        model = self.say.model
        match domain:
            case nodes.Interval():
                return self.say("a_number"), self.expr(domain)
            case nodes.Name(name=id) if id in self.held:
                return self.held[id][0], self.expr(domain)
            case nodes.Index(value=nodes.Name(name=id)) if id in self.held:
                return self.held[id][0], self.expr(domain)
            case nodes.Name(name=id) if id not in self.locals and any(id in t.groups for t in model.tracks.values()):
                return self.say.one(id), ""
            case nodes.Name(name=id) if (held := self._holder_noun(id)) is not None:
                return held, self.expr(domain)
            case nodes.Call() | nodes.Binary() | nodes.ListOf():
                return self._noun_of(domain), self.expr(domain)
            case nodes.Name(name=id) if (space := model.spaces.get(self.space_of.get(id, ""))) and space.pieces:
                return self.say.one(space.pieces), self.expr(domain)
        noun, where = super()._noun(domain)
        return noun if noun is not None else self._noun_of(domain), where

    def _holder_noun(self, id: str) -> str | None:
        """What lies on a single space that the text names."""
        spaces = (s for s in self.say.model.spaces.values() if id in s.kinds and s.pieces)
        found = next(spaces, None)
        return None if found is None or id in self.locals else self.say.one(str(found.pieces))

    def _noun_of(self, x: nodes.Expr | None, depth: int = 0) -> str | None:
        """What is in a list that is worked out, as its formula shows."""
        model = self.say.model
        match x:
            case nodes.Binary(operator="+"):
                return self._noun_of(x.left, depth)
            case nodes.IfThen():
                return self._noun_of(x.then, depth)
            case nodes.Name(name=id) if id in model.values and id not in self.locals and depth < 4:
                text = model.values[id].formula
                worked_out = None if text is None else formula(text)
                return self._noun_of(worked_out, depth + 1) if isinstance(worked_out, nodes.Expr) else None
            case nodes.Name() | nodes.Mine():
                return super()._noun(x)[0]
            case nodes.ListOf():
                first = x.elements[0] if x.elements else None
                of = [s for s in model.spaces.values() if isinstance(first, nodes.Name) and first.name in s.kinds]
                return self.say.one(of[0].id) if of else None
            case nodes.Call(function=nodes.Name(name=id)):
                one = x.arguments[0] if x.arguments else None
                if id == "those" and one is not None and one.binder is not None:
                    return self._noun(one.binder.domain)[0]
                value = model.values.get(id)
                found = None if value is None or value.formula is None or depth > 4 else formula(value.formula)
                return self._noun_of(found, depth + 1) if isinstance(found, nodes.Expr) else None
            case nodes.Attribute():
                types = {cls.attributes.get(x.name, "") for cls in [*model.classes]} - {""}
                noun = types.pop().removeprefix("list of ") if len(types) == 1 else ""
                return self.say.one(noun) if noun in model.spaces or noun in model.pieces else None
        return None

    def binder(self, n: nodes.Binder, *, first: bool = True, chosen: bool = True) -> str:
        inner = _those(n.domain)
        if inner is None or inner.extreme is not None or inner.keys:
            return super().binder(n, first=first, chosen=chosen)
        # `for w in those(x in worker if …)`: one thing with two names
        domain, own = inner.domain, inner.condition
        said = self.bind(inner.name, domain)
        self.locals[n.name] = self.locals[inner.name]
        tests = [x for x in (own, n.condition) if x is not None]
        if tests:
            test = self.expr(tests[0])
            said = self.say("where", c=said, t=self.say("and", a=test, b=self.expr(tests[1])) if tests[1:] else test)
        if n.extreme is not None:
            said = self.say("only_best", c=said, e=self.say(n.extreme), v=self.expr(n.value))
        return self.in_order(said, n.keys)

    def whose(self, what: str, of: nodes.Expr) -> str:
        return super().whose(what.removeprefix("the ") if self.say.language == "en" else what, of)

    def over(self, name: str, one: nodes.Argument) -> str:
        self.is_many = name in ("count", "those", "min", "max", "union")
        return super().over(name, one)

    # ---- numbers

    def index(self, n: nodes.Index) -> str:
        if _is_marker(n):
            return self._of_marker("marker", n)
        table = self._table(n.value)
        if table is None:
            is_first = isinstance(n.index, nodes.Number) and n.index.value == 1
            return self.put("one_of_them", x=n.value) if is_first and self._is_heap(n.value) else super().index(n)
        if isinstance(n.index, nodes.Name) and n.index.name in table.values and n.index.name not in self.locals:
            return str(table.values[n.index.name])
        shift, index = 0, n.index
        if isinstance(index, nodes.Binary) and index.operator == "+" and isinstance(index.right, nodes.Number):
            shift, index = index.right.value, index.left
        keys = [str(k - shift) if isinstance(k, int) else self.say.name(k) for k in table.values]
        values = [str(v).replace("-", "−") for v in table.values.values()]
        what = self.name(n.value.name)  # type: ignore[attr-defined]
        return self.say("row", v="/".join(values), x=what, i=self.part(index), k="/".join(keys))

    def _of_marker(self, key: str, n: nodes.Index) -> str:
        """A marker, or its step, of the one who is spoken to or of somebody else."""
        of = n.value
        if isinstance(of, nodes.Mine) or (isinstance(of, nodes.Attribute) and self._is_me(of.value)):
            return self.say(f"my_{key}", of=self.expr(n.index))
        assert isinstance(of, nodes.Attribute)
        return self.put(f"{key}_of", p=of.value, of=self.expr(n.index))

    def attribute(self, n: nodes.Attribute) -> str:
        if n.name == "step" and isinstance(n.value, nodes.Index) and _is_marker(n.value):
            return self._of_marker("step", n.value)
        return super().attribute(n)

    def _is_heap(self, x: nodes.Expr) -> bool:
        """Whether something is a place of pieces whose order means nothing."""
        id = x.name if isinstance(x, nodes.Name | nodes.Mine | nodes.Attribute) else ""
        zone = None if isinstance(x, nodes.Name) and id in self.locals else self.say.model.zones.get(id)
        return zone is not None and not zone.ordered and zone.kind in ("open", "bag")

    def is_(self, n: nodes.Is) -> str:
        right = n.right
        if n.within or not isinstance(right, nodes.Name) or right.name != "none" or self._is_me(n.left):
            return super().is_(n)
        how = "some" if n.negated else "no"
        if isinstance(n.left, nodes.Attribute) and n.left.name == "owner":
            return self.put(f"{how}_owner", a=n.left.value)
        if isinstance(n.left, nodes.Mine):
            return self.say(f"you_have_{how}", a=self.say.name(n.left.name))
        said = self.expr(n.left)
        return self.say(f"there_is_{how}", a=said.removeprefix("the ") if self.say.language == "en" else said)

    def _table(self, x: nodes.Expr) -> TableDecl | None:
        """A table of numbers that is short enough to stand where it is read."""
        table = self.say.model.tables.get(x.name) if isinstance(x, nodes.Name) and x.name not in self.locals else None
        short = table is not None and not table.by_players and len(table.values) <= LONG_ROW
        return table if table is not None and short and all(type(v) is int for v in table.values.values()) else None

    def name(self, id: str) -> str:
        table = self.say.model.tables.get(id)
        if id in self.locals or table is None or not table.by_players:
            return super().name(id)
        values = [*table.values.values()]
        if any(type(v) is not int for v in values) or len(values) < 2:
            return super().name(id)
        keys = "/".join(map(str, table.values))
        return self.say("by_count", x=super().name(id), v="/".join(map(str, values)), k=keys)

    def amount(self, n: nodes.Amount) -> str:
        number = self.expr(n.count)
        if number.isdigit() and self.say.language == "en" and (what := self.expr(n.resource)).startswith("the "):
            return f"{number} of {what}"
        if number.lstrip("−").isdigit() or self.say.language != "en":
            return super().amount(n)
        is_own = isinstance(n.resource, nodes.Name) and n.resource.name not in self.locals
        what = self.say.name(n.resource.name) if is_own else self.expr(n.resource)  # type: ignore[attr-defined]
        return self.say("equal_to", x=what, n=number)

    def call(self, n: nodes.Call) -> str:
        """Conditions and numbers of the one who is spoken to are not said to be so."""
        id = n.function.name if isinstance(n.function, nodes.Name) else ""
        one = n.arguments[0].value if n.arguments else None
        if id == "size" and isinstance(one, nodes.Attribute) and self._is_bag(one.name):
            return self.put("bag_size", x=one)
        if id == "size" and isinstance(one, nodes.Name) and one.name == "players":
            return self.say("players_count")
        if id in ("min", "max") and len(n.arguments) == 2 and (said := self._bounded(id, n.arguments)):
            return said
        if self._is_condition(id) and n.arguments:
            return self._holding("holds", id, n)
        decl = self.say.model.values.get(id)
        own = None if decl is None or decl.formula is None else formula(decl.formula)
        if decl is not None and isinstance(own, nodes.Name) and own.name in decl.given:
            # A number that is handed through, so that rules can change it.
            at = list(decl.given).index(own.name)
            if at < len(n.arguments) and n.arguments[at].value is not None:
                return self.say("handed", n=self.expr(n.arguments[at].value), x=self.name(id))
        return super().call(n)

    def _is_bag(self, attribute: str) -> bool:
        return {cls.attributes[attribute] for cls in self.say.model.classes if attribute in cls.attributes} == {"bag"}

    def _holding(self, key: str, id: str, n: nodes.Call) -> str:
        """That a condition holds for what it is asked; of the one who is spoken to it is not said."""
        rest = [a for a in n.arguments if a.value is None or not self._is_me(a.value)]
        said = ", ".join(self.inner().argument(a) for a in rest)
        return self.say(key, x=self.name(id), a=said) if rest else self.say(f"{key}_bare", x=self.name(id))

    def _bounded(self, how: str, arguments: tuple[nodes.Argument, ...]) -> str:
        """The smaller of a number and what there is; the greater of a number and nothing."""
        values = [a.value for a in arguments if a.value is not None]
        if len(values) < 2:
            return ""
        for bound, x in (values, values[::-1]):
            if how == "max" and isinstance(bound, nodes.Number):
                return self.say("value_bounded", x=self.expr(x), b=self.say("value_at_least", n=self.expr(bound)))
            if how == "min" and self._is_stock(bound):
                return self.say("as_far_as", x=self.expr(x))
        return ""

    def _is_stock(self, x: nodes.Expr) -> bool:
        if isinstance(x, nodes.Attribute):
            return isinstance(x.value, nodes.Name) and x.value.name == "supply"
        is_size = isinstance(x, nodes.Call) and isinstance(x.function, nodes.Name) and x.function.name == "size"
        return is_size and self.expr(x) != self.say("players_count")

    def not_(self, n: nodes.Not) -> str:
        call = n.value
        function = call.function if isinstance(call, nodes.Call) else None
        if isinstance(call, nodes.Call) and isinstance(function, nodes.Name) and self._is_condition(function.name):
            return self._holding("holds_not", function.name, call)
        return super().not_(n)

    def value(self, decl: ValueDecl) -> str:
        """What a number that the rules read is, spoken to the player whose number it is."""
        self.know(decl.given)
        if decl.formula is None:
            return ""
        found = formula(decl.formula)
        of = next(iter(decl.given.items()), ("", ""))
        speaks = any(isinstance(n, nodes.Mine) or (isinstance(n, nodes.Name) and n.name == "me") for n in walk(found))
        if of[1] == "player" and not speaks:
            self.locals[of[0]] = self.say("me")
        self.look_at(found)
        said = self.expr(found)
        return f"{said}, {bounds}" if (bounds := self.bounds(decl.id)) else said

    # ---- statements

    def statement(self, x: nodes.Statement, depth: int = 0) -> None:
        plot = self.say.plot
        seen: object = x.condition if isinstance(x, nodes.If) else x.binder if isinstance(x, nodes.For) else x
        if isinstance(plot, Plot) and not isinstance(x, nodes.Does) and plot.machinery.intersection(_names(seen)):
            return
        match x:
            case nodes.Does(how="one", who=nodes.Name(name=name)) if self.parameters.get(name) == "player":
                self.locals[name] = self.say("me")
                self.block(x.body, depth)
            case nodes.Do() if x.called not in self.locals and self._inlined(x, depth):
                pass
            case nodes.For(body=(_, *_)) if isinstance(x.body[-1], nodes.End) and x.body[-1].how == "loop":
                self.inside(self.say("for_one", c=self.binder(x.binder, chosen=False)), x.body[:-1], depth)
            case nodes.IfPossible(is_sure=False):
                self._as_possible(x, depth)
            case nodes.Repeat(until=nodes.Expr()) if self._is_safety(x.number):
                self.inside(self.say("until_only", c=self.expr(x.until)), x.body, depth)
            case _:
                super().statement(x, depth)

    def inside(self, head: str, body: nodes.Block | None, depth: int, flow: str | None = None) -> None:
        """What has nothing to tell has no head either; one short sentence stands on the line of its head."""
        at = len(self.lines)
        super().inside(head, body, depth, "")
        first, inner = self.lines[at], self.lines[at + 1 :]
        if not inner and body:
            self.lines.pop()
        elif len(inner) == 1 and len(first.text) + len(inner[0].text) < LONG_LINE and inner[0].text[-1:] != ":":
            said = inner[0].text
            text = f"{first.text} {said if said[1:2].isupper() else said[:1].lower() + said[1:]}"
            costs = (text,) if inner[0].costs == (said,) else inner[0].costs
            self.lines[at:] = [replace(first, text=text, costs=costs)]

    def _is_safety(self, number: nodes.Expr) -> bool:
        return not isinstance(number, nodes.Number) or number.value >= SAFETY

    def _inlined(self, x: nodes.Do, depth: int) -> bool:
        """Tell a procedure that only this text runs, where it is run; False: it is told elsewhere."""
        plot = self.say.plot
        assert isinstance(plot, Plot)
        if x.called in self.calling or not plot.is_inline(x.called, self.say):
            return False
        decl = self.say.model.procedures[x.called]
        arguments = x.target.arguments if isinstance(x.target, nodes.Call) else ()
        teller = type(self)(self.say)
        teller.calling = self.calling | {x.called}
        teller.know(decl.given)
        for name, a in zip(decl.given, arguments, strict=False):
            if a.value is not None:
                teller.locals[a.name or name] = self.part(a.value)
        lines = teller.text(decl.do)
        if len(lines) == 1:
            self.lines.append(replace(lines[0], depth=depth))
            return True
        self.add(depth, f"{self.say.title(x.called)}:")
        self.lines += [replace(line, depth=line.depth + depth + 1) for line in lines]
        return True

    def does(self, n: nodes.Does, depth: int) -> None:
        """Everybody in turn, or everybody at once, is said shorter."""
        heads, who = ("each_does", "together"), n.who
        if n.how == "one":
            super().does(n, depth)
            return
        at = len(self.lines)
        super().does(n, depth)
        first = self.say(heads[n.how == "together"], p=self.expr(who))
        if isinstance(who, nodes.Name) and who.name == "players":
            said = self.say(f"players_{n.how}")
        elif isinstance(who, nodes.Call) and isinstance(who.function, nodes.Attribute) and who.function.name == "from":
            said = self.say(f"players_{n.how}_from", p=self.expr(who.arguments[0].value))
        else:
            return
        if len(self.lines) > at and self.lines[at].text.startswith(first):
            self.lines[at] = replace(self.lines[at], text=said + self.lines[at].text.removeprefix(first))

    def do(self, n: nodes.Do, depth: int) -> None:
        arguments = n.target.arguments if isinstance(n.target, nodes.Call) else ()
        if not n.called or n.called in self.locals or n.called == "original":
            super().do(n, depth)
            return
        said = [
            self.given(n.called, i, a) for i, a in enumerate(arguments) if a.value is None or not self._is_me(a.value)
        ]
        name = self.say.name(n.called)
        self.add(depth, self.say("do_with", x=name, a=", ".join(said)) if said else self.say("do", x=name))

    def _as_possible(self, n: nodes.IfPossible, depth: int) -> None:
        """What is carried out if it can be. What may be left there has to be done where the rest needs it."""
        forced = any(isinstance(s, nodes.May) for s in walk(n.then))
        at = len(self.lines)
        if not forced and len(n.then) == 1 and n.otherwise is None:
            self.statement(n.then[0], depth)
            if len(self.lines) == at + 1:
                line = self.lines[at]
                said = self.say("if_possible_line", x=line.text[:1].lower() + line.text[1:])
                self.lines[at] = replace(line, text=said)
                return
            del self.lines[at:]
        key = "must_if_needed" if forced else "if_possible"
        self.inside(self.say(key), n.then, depth, "")
        self.otherwise(n.otherwise, depth, "not_possible")

    def may(self, n: nodes.May, depth: int) -> None:
        if (
            n.times is None
            and n.otherwise is None
            and len(n.branch.body) == 1
            and isinstance(n.branch.body[0], nodes.Do)
        ):
            at = len(self.lines)
            self.statement(n.branch.body[0], depth)
            if len(self.lines) == at + 1:
                line = self.lines.pop()
                key, test = "may_line", n.branch.condition
                said = self.say(key, x=line.text[:1].lower() + line.text[1:] if line.text[:1] != "«" else line.text)
                said = said if test is None else self.say("if", c=self.expr(test)) + " " + said
                self.lines.append(replace(line, text=said[:1].upper() + said[1:]))
                return
            del self.lines[at:]
        super().may(n, depth)

    def cautions(self, n: nodes.Transfer) -> list[str]:
        """Told once, among the components."""
        return []

    substitutes = cautions

    def transfer(self, n: nodes.Transfer, depth: int) -> None:
        at = len(self.lines)
        super().transfer(n, depth)
        del self.lines[at + 1 :]
        whole = all(isinstance(x, nodes.AllOf) for a in n.amounts for x in a.items)
        if n.verb == "lose" and whole and n.other is None:
            self.lines[at] = replace(self.lines[at], text=self.say("lose_all", x=self.several(n.amounts)))

    def move(self, n: nodes.Move, depth: int) -> None:
        """What is moved may be named by the space on which it lies."""
        item = n.item.value if isinstance(n.item, nodes.Bundle) else None
        if isinstance(item, nodes.Name) and item.name in self.spaces and n.source is None:
            self.add(depth, self.say("move", x=self.say("lies_on", x=self.expr(item)), to=self.expr(n.to)))
        elif isinstance(n.item, nodes.Amount | nodes.AllOf) and n.source is None:
            self.add(depth, self.say("move_from", x=self.expr(n.item), a=self.say("me"), to=self.expr(n.to)))
        else:
            super().move(n, depth)

    def step(self, n: nodes.Step, depth: int) -> None:
        key = n.verb if n.steps is None else f"{n.verb}_by"
        said = {} if n.steps is None else {"n": self.expr(n.steps)}
        self.add(depth, self.say(key, x=self.expr(n.what), **said))

    def assign(self, n: nodes.Assign, depth: int) -> None:
        if isinstance(n.target, nodes.Mine) and isinstance(n.value, nodes.Name) and n.value.name == "none":
            self.add(depth, self.say("set_mine_none", x=self.say.name(n.target.name)))
        else:
            super().assign(n, depth)

    def draw(self, n: nodes.Draw, depth: int) -> None:
        super().draw(replace(n, name=None), depth)
        if n.name is not None:
            noun = self._noun(n.source)[0]
            self.locals[n.name] = self.called(n.name, noun)
            if noun is None or noun in self.alike:
                said = self.say("draw_as", v=self.locals[n.name])
                self.lines[-1] = replace(self.lines[-1], text=f"{self.lines[-1].text} {said}")

    def _kept_noun(self, x: nodes.Expr) -> str | None:
        """What a single thing is that is kept under a name."""
        return self._noun_of(x) if isinstance(x, nodes.Attribute) else None

    def let(self, n: nodes.Let, depth: int) -> None:
        noun = self._kept_noun(n.value)
        if n.name in self.changed:
            self.locals[n.name] = self.say.local(n.name)
            self.add(depth, self.say("let_first", v=self.locals[n.name], x=self.expr(n.value)))
            return
        super().let(n, depth)
        if noun is not None and noun not in self.alike:
            self.locals[n.name] = self.say("the", x=noun)
            self.lines.pop()
            self.add(depth, self.say("let_thing", v=self.locals[n.name], x=self.expr(n.value)))

    # ---- rules

    def patterns(self, event: nodes.Event) -> list[str]:
        """What an event must be done with; what may be anything is not said. A number is that of the player who is
        spoken to."""
        value = self.say.model.values.get(event.name)
        out, given = [], self._given(event.name)
        for i, p in enumerate(event.patterns or ()):
            id = p.parameter or (list(given)[i] if i < len(given) else "")
            if p.new_name is None:
                out.append(self._tested(id, p.test))
                continue
            self.know({p.new_name: given.get(id, "")})
            if event.name in EVENTS and i == 0:
                self.locals[p.new_name] = self.say("marker_moved")
                self.tracks.add(p.new_name)
            if value is not None and i == 0 and given.get(id) == "player":
                self.locals[p.new_name] = self.say("me")
        return out

    def _tested(self, id: str, test: nodes.Expr | None) -> str:
        if isinstance(test, nodes.Name) and test.name in ("true", "false"):
            return self.say(f"given_{test.name}", p=self.say.name(id))
        if not id or len(id) == 1:
            return self.say("given_just", x=self.expr(test))
        return self.say("given_is", p=self.say.name(id), x=self.expr(test))

    def rule(self, n: nodes.Rule, depth: int) -> None:
        self.look_at(n)
        super().rule(n, depth)


def _those(x: nodes.Expr) -> nodes.Binder | None:
    """The binder of `those(x in …)`."""
    function = x.function if isinstance(x, nodes.Call) else None
    is_named = isinstance(function, nodes.Name) and function.name == "those"
    return x.arguments[0].binder if is_named and isinstance(x, nodes.Call) else None


def _names(x: object) -> Iterator[str]:
    return (n.name for n in walk(x) if isinstance(n, nodes.Name | nodes.Mine | nodes.Attribute))


def _is_marker(n: nodes.Index) -> bool:
    return isinstance(n.value, nodes.Mine | nodes.Attribute) and n.value.name == "marker"

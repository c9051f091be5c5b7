"""What every function of this package is handed: names, types, texts, values and reports of one ruleset that is being
checked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, cast

from interpreter.diagnostics import Diagnostics, Span, near_names
from interpreter.language.core import (
    WRONG,
    Alt,
    Const,
    Get,
    Op,
    Possible,
    Slot,
    Value,
    Var,
    X,
    is_nonnegative,
    nesting,
    walk,
)
from interpreter.language.core.checked import ActionInfo, FreeDef, Procedure, Signature, ValueDef
from interpreter.language.core.footprint import Footprint, footprint
from interpreter.language.core.known import Changes
from interpreter.language.resolve.collected import Collected, Site
from interpreter.language.resolve.mending import had_from
from interpreter.language.resolve.scope import Scope
from interpreter.language.syntax import nodes
from interpreter.language.syntax.foreign import foreign
from interpreter.language.syntax.texts import Parsed, parsed
from interpreter.loading.model import (
    ActionDecl,
    EffectText,
    FreeDecl,
    Model,
    Number,
)
from interpreter.program import ToldInfo
from interpreter.program import layout as layouts
from interpreter.program.types import (
    BAG,
    BOOL,
    INT,
    MARK,
    MENU,
    PHASE,
    PLAYER,
    RESOURCE,
    TEXT,
    TRACK,
    UNKNOWN,
    Type,
    classes_of,
    kind_of,
    list_of,
    piece_of,
)
from interpreter.records import changed

PLAIN_TYPES = {
    "bag": BAG,
    "bool": BOOL,
    "group": list_of(RESOURCE),
    "int": INT,
    "mark": MARK,
    "menu": MENU,
    "phase": PHASE,
    "piece": piece_of(),
    "place": Type("place"),
    "player": PLAYER,
    "resource": RESOURCE,
    "text": TEXT,
    "track": TRACK,
}
"""Types that need no declaration, by their texts."""

SPECIAL_NAMES = ("me", "self", "here", "owner", "option", "none", "true", "false", "box")
"""Names that mean something in every text and are not declared."""


class Context(ABC):
    """Everything that checking one ruleset needs to know; handed to the functions that check one node each.

    `Checker` fills in what takes these functions: what is abstract here."""

    builtin_names: ClassVar[frozenset[str]]
    """functions that every text may call"""
    named_in_prompts: Mapping[str, Sequence[str]]
    """see `saying.named_in_prompts`"""
    rules: Sequence[Collected]
    """all rules, in the order in which they run"""

    def __init__(
        self,
        model: Model,
        players: int,
        options: Mapping[str, object],
        diagnostics: Diagnostics,
        takes_apart: bool = False,
    ) -> None:
        self.model = model
        self.options = {**{o.id: o.default for o in model.game.options.values()}, **options}
        self.diagnostics = diagnostics
        self.takes_apart = takes_apart
        self.asked_values: set[str] = set()
        """conditions with names that conditions taken apart ask"""
        self.layout = layouts.build(model, players, self.options)
        self.kinds = {kind: (number, cls) for number, (cls, kind) in reversed([*enumerate(self.layout.kinds)])}
        """kind → its number and its class, the first class that has one of the name"""
        self.endings = list(dict.fromkeys(["normal", *model.endings]))
        self._counter = 0
        self.assigned: set[str] = set()
        """names of locals that are assigned somewhere"""
        self.local_places: dict[str, Span] = {}
        """where each local is made"""
        self.made_values: dict[str, ValueDef] = {}
        self._asked: dict[str, frozenset[str]] = {}
        self.possibilities: set[str] = set()
        """actions whose possibility is asked for somewhere"""
        self.named_constants: dict[str, Const] = {}
        """names written in YAML that were looked up already"""
        """value → whether it reads nothing that somebody may not see"""
        self.apart: dict[str, X] = {}
        """local → the player who acts, where it is one of the others or belongs to one of them"""
        self.domains: dict[str, X] = {}
        """local → the list that it runs over, or what it was set to once and for all"""
        self._in_progress: list[str] = []
        self.sites: dict[str, list[Site]] = {}
        """value → the statements that modify it for a while"""
        self.told_failing: set[tuple[str, int, int]] = set()
        """places of which it was told that they may fail"""
        self.loop_changes: dict[int, tuple[Changes, frozenset[str], frozenset[str]]] = {}
        """within the outermost loop that is being made: loop → what it changes, and which names of locals around it"""
        self.within_loop = False
        self.parts: dict[str, Procedure] = {}
        """what rules replace and is too long to stand in each of them, as procedures"""
        self.stored: dict[tuple[str, str], int] = {}
        self.done_in_text: set[str] = set()
        self.nested_in_text: list[str] = []
        """procedures with a bound on their nesting that no block calls"""
        """procedures of `do:` texts that phase text runs, where nothing may fail"""
        self.actions = self._collect_actions()
        self.action_ids = list(self.actions)
        self.procedure_ids = list(model.procedures)
        self.told: list[ToldInfo] = []
        self.comparisons: list[tuple[Span, X]] = []
        self.reads: list[tuple[Span, X]] = []
        self.ended: list[tuple[str, str, Span]] = []
        """(procedure, phase, place) of each `end` of a phase"""
        self.period_resets: dict[str, list[tuple[int, int, object]]] = {}
        self.free_spans: list[nodes.Period | nodes.Timing] = []
        """windows of free actions and what they leave out"""
        self.free = self._collect_free()

    # ---- reports

    def report(self, code: str, span: Span | None, *, near: Iterable[str] = (), **arguments: object) -> None:
        self.diagnostics.add(code, span, near=near, related=(), **arguments)

    def mismatch(
        self, span: Span | None, wanted: object, found: object, related: Iterable[tuple[Span, str]] = ()
    ) -> None:
        """Report something of another type than is needed. wanted, found: types, or what to say for them."""
        hint = had_from(wanted, found)
        self.diagnostics.add("E303", span, related=related, wanted=wanted, found=found, hint=hint)

    def near(self, name: str, known: Iterable[str]) -> tuple[str, ...]:
        return near_names(name, known)

    def unknown_name(self, span: Span, name: str, scope: Scope, what: Sequence[str] = ("name",)) -> None:
        known = [*scope.names, *self.all_names()]
        near = near_names(name, known)
        names = ((n, scope.names[n]) for n in near if n in scope.names)
        places = ((n, self.local_places.get(x.name)) for n, x in names if isinstance(x, Var))
        related = [(place, f"`{n}` is made here") for n, place in places if place is not None]
        if name in foreign("names"):
            near, related = (foreign("names")[name],), []
        elif name in self.model.tables:
            near = (f"{name}[…]",)
        elif parameter := self._parameters(name, scope):
            near, related = (), parameter
        elif (variable := self.model.player_state.get(name)) is not None:
            near = (f"my {name}",) if scope.me is not None else (f"p.{name}",)
            related = [(variable.span, f"`{name}` is a variable of players: it stands behind `my` or a dot")]
        self.diagnostics.add("E301", span, near=near, related=related[:1], name=name)

    def _parameters(self, name: str, scope: Scope) -> list[tuple[Span, str]]:
        """Where the event of a rule has a parameter of that name, which its text knows only if the event names it."""
        decl = self.model.procedures.get(scope.procedure)
        if decl is None or name not in decl.given or not any(rule.decl.id == scope.prompt for rule in self.rules):
            return []
        given = ", ".join(f"any {n}" for n in decl.given)
        return [(decl.span, f"`{name}` is a parameter of `{decl.id}`: name it in the event, `{decl.id}({given})`")]

    def all_names(self) -> list[str]:
        m = self.model
        kinds = [kind for _, kind in self.layout.kinds]
        return [
            *m.resources, *self.layout.groups, *m.pieces, *kinds, *m.zones, *m.boards, *m.tables, *m.values,
            *m.spaces, *self.space_classes, *m.procedures, *m.tracks, *self.track_groups, *m.game_state,
            *self.action_ids,
            *m.menus, *self.builtin_names, "players", "others", "supply",
        ]  # fmt: skip

    def attribute_names(self, t: Type) -> list[str]:
        m = self.model
        names: list[str] = [*m.resources, *self.layout.groups]
        if t.name == "player":
            names += [z.id for z in m.zones.values() if z.per_player]
            names += [b.id for b in m.boards.values() if b.per_player]
            names += [*m.player_state, *m.values, "next", "seat"]
        if t.name in ("piece", "kind"):
            for cls in classes_of(t) or m.pieces:
                names += [*m.pieces[cls].attributes, *m.pieces[cls].state]
            names += ["kind", "place", "owner", "face", "free"]
        if t.name == "list":
            names = ["first", "last"]
        if t.name == "place":
            for space in [m.spaces[t.space]] if t.space else m.spaces.values():
                names += [*space.attributes, *space.state]
            names += ["top", "free", "owner"]
        return names

    # ---- names and types

    def fresh(self, name: str, kind: Type, nonneg: bool = False) -> Var:
        self._counter += 1
        return Var(f"{name}_{self._counter}", kind, nonneg)

    def new_local(self, name: str, kind: Type, scope: Scope, span: Span, nonneg: bool = False) -> Var:
        """A new local in `scope`. nonneg: its value is never below 0 (believed only of names that are assigned
        once)."""
        if name in self.declared and name not in scope.names:
            self.report("E309", span, name=name)
        var = self.fresh(name, kind, nonneg and name not in self.assigned)
        self.local_places[var.name] = span
        scope.names[name] = var
        return var

    @property
    def declared(self) -> frozenset[str]:
        if not hasattr(self, "_declared"):
            self._declared = frozenset([*self.all_names(), *SPECIAL_NAMES])
        return self._declared

    def typed(self, x: X, kind: Type) -> X:
        return x if x.type == kind else changed(x, type=kind)

    def type_of(self, text: str, span: Span) -> Type:
        """The type that a type text names; UNKNOWN after a report."""
        text = text.strip()
        if text in PLAIN_TYPES:
            return PLAIN_TYPES[text]
        if " per " in text:
            item, key = self.per_types(text, span)
            return Type("per", item=item, key=key)
        if ".." in text:
            return INT
        if text.startswith("list of "):
            return list_of(self.type_of(text.removeprefix("list of "), span))
        if text.startswith("kind of "):
            return kind_of(text.removeprefix("kind of "))
        if text in self.layout.groups:
            return Type("resource", of=text)
        if text in self.model.pieces:
            return piece_of(text)
        if text in self.model.spaces:
            return Type("place", of=self.model.spaces[text].pieces or "", space=text)
        self.report(
            "E347", span, text=text, near=near_names(text, [*PLAIN_TYPES, *self.layout.groups, *self.model.pieces])
        )
        return UNKNOWN

    def per_types(self, text: str, span: Span) -> tuple[Type, Type]:
        item, key = (part.strip() for part in text.split(" per ", 1))
        if key.endswith(" kind"):
            key = "kind of " + key.removesuffix(" kind")
        return self.type_of(item, span), self.type_of(key, span)

    def bounds(self, text: str) -> tuple[int, int] | None:
        if ".." not in text or " " in text.strip():
            return None
        low, high = text.split("..")
        return int(low), int(high)

    def number(self, value: Number | None) -> int | None:
        return layouts.number(value, self.layout.players)

    # ---- effect text

    def _parse(self, text: EffectText) -> nodes.Parsed | None:
        found = parsed(text, self.diagnostics)
        self.assigned |= found.assigned
        return found.tree

    def syntax_of(self, text: EffectText) -> Parsed:
        """What can be told of a text without its names."""
        return parsed(text, self.diagnostics)

    def formula(self, text: EffectText) -> nodes.Expr:
        parsed = self._parse(text)
        return cast(nodes.Expr, parsed) if parsed is not None else nodes.Number(text.span, 0)

    def evaluate(self, text: EffectText, scope: Scope, wanted: Type | None = None) -> X:
        """The core expression of a formula."""
        return self.expression(self.formula(text), scope, wanted)

    def program(self, text: EffectText | None) -> nodes.Block:
        parsed = None if text is None else self._parse(text)
        return cast(nodes.Block, parsed) if parsed is not None else ()

    def parsed_rule(self, text: EffectText) -> nodes.Rule | None:
        return cast("nodes.Rule | None", self._parse(text))

    def binders(self, text: EffectText | None) -> tuple[nodes.Binder, ...]:
        parsed = None if text is None else self._parse(text)
        return cast("tuple[nodes.Binder, ...]", parsed) if parsed is not None else ()

    def limit(self, text: EffectText | None) -> nodes.Limit | None:
        return None if text is None else cast("nodes.Limit | None", self._parse(text))

    def parsed(self, text: EffectText) -> nodes.Parsed | None:
        """The syntax of any effect text; None after a report."""
        return self._parse(text)

    # ---- values

    def value_def(self, name: str, span: Span) -> ValueDef | None:
        if name not in self.made_values and not self._in_progress:
            for first in self._value_order(name)[:-1]:
                if first not in self.made_values:
                    self._make_value(first)
        if name in self.made_values:
            return self.made_values[name]
        if name in self._in_progress:
            cycle = [*self._in_progress[self._in_progress.index(name) :], name]
            self.report("E320", span, cycle=" → ".join(cycle))
            return None
        if len(self._in_progress) >= nesting.MOST_IN_CIRCLE:
            way = " → ".join([*self._in_progress[-3:], name])
            self.report("E374", span, most=nesting.MOST_IN_CIRCLE, way=f"… → {way}")
            return None
        return self._make_value(name)

    def _value_order(self, start: str) -> list[str]:
        """The values that a value calls as far as its text shows, each after those that it calls, without those that
        are made already and those that seem to call one another."""
        model = self.model

        def texts(name: str) -> Iterator[EffectText]:
            decl = model.values.get(name)
            if decl is None:  # what a piece is worth
                return
            yield from (text for text in (decl.formula, decl.at_most, decl.at_least) if text is not None)
            yield from self.modifier_texts.get(name, ())

        def named(name: str) -> list[str]:
            if name in self.made_values:
                return []
            found = dict.fromkeys(n for text in texts(name) for n in self.syntax_of(text).named)
            return [n for n in found if n in model.values and n not in self.made_values]

        return [group[0] for group in nesting.components([start], named) if len(group) == 1]

    def _make_value(self, name: str) -> ValueDef:
        self._in_progress.append(name)
        if name not in self.model.values:
            self.made_values[name] = self.worth_definition(name)
            self._in_progress.pop()
            return self.made_values[name]
        decl = self.model.values[name]
        scope = Scope(marked=True, procedure=name)
        params = tuple(self.new_local(p, self.type_of(t, decl.span), scope, decl.span) for p, t in decl.given.items())
        parsed = None if decl.formula is None else self._parse(decl.formula)
        base = WRONG if parsed is None else self.expression(cast(nodes.Expr, parsed), scope)
        result = self.modified(name, params, base)
        for text, operator in ((decl.at_most, "min"), (decl.at_least, "max")):
            if text is not None:
                result = Op(operator, (self.expression(self.formula(text), scope, INT), result))
        self._in_progress.pop()
        self.made_values[name] = ValueDef(name, params, result)
        return self.made_values[name]

    def value_type(self, name: str, span: Span) -> Type:
        """The type of a value's result."""
        definition = self.value_def(name, span)
        return UNKNOWN if definition is None else definition.result.type

    @cached_property
    def modifier_texts(self) -> Mapping[str, list[EffectText]]:
        """value → the texts of the rules that modify it"""
        out: dict[str, list[EffectText]] = {}
        for rule in self.rules:
            if isinstance(rule.node.head, nodes.Modifier) and rule.decl.text is not None:
                out.setdefault(rule.event, []).append(rule.decl.text)
        return out

    @property
    def modified_for_a_while(self) -> frozenset[str]:
        """Values that some statement modifies for a while."""
        if not hasattr(self, "_modified_for_a_while"):
            found = (n for text in self.model.effect_texts for n in self.syntax_of(text).modified)
            self._modified_for_a_while = frozenset(found)
        return self._modified_for_a_while

    def call_value(self, name: str, args: tuple[X, ...], span: Span) -> X:
        definition = self.value_def(name, span)
        if definition is None:
            return WRONG
        if len(args) != len(definition.params):
            self.report("E304", span, wanted=len(definition.params), found=len(args))
            return WRONG
        fits = [self.fitted(a, p.type, span) for a, p in zip(args, definition.params, strict=True)]
        return Value(name, tuple(fits), definition.result.type, self._never_negative(name, definition))

    def _never_negative(self, name: str, definition: ValueDef) -> bool:
        """Whether a value can be seen never to fall below 0, whatever modifies it for a while."""
        bounded = name not in self.modified_for_a_while or self.model.values[name].at_least is not None
        return bounded and is_nonnegative(definition.result)

    def call_value_nodes(self, name: str, node: nodes.Call, scope: Scope) -> X:
        decl = self.model.values[name]
        sig = tuple((p, self.type_of(t, decl.span)) for p, t in decl.given.items())
        args = self.call_arguments(sig, node.arguments, node.span, scope)
        return WRONG if args is None else self.call_value(name, tuple(args), node.span)

    # ---- procedures and actions

    def procedure_number(self, name: str) -> int:
        return self.procedure_ids.index(name)

    def signature(self, name: str) -> Signature:
        decl = self.model.procedures[name]
        return tuple((p, self.type_of(t, decl.span)) for p, t in decl.given.items())

    def action_given(self, name: str) -> Signature:
        decl = self.actions[name].decl
        given = decl.given if isinstance(decl, ActionDecl) else {}
        return tuple((p, self.type_of(t, decl.span)) for p, t in given.items())

    def call_arguments(
        self,
        signature: Signature,
        arguments: tuple[nodes.Argument, ...],
        span: Span,
        scope: Scope,
        quiet_extra: bool = False,
    ) -> list[X] | None:
        """The arguments of a call in the order of the parameters; None after a report."""
        found: dict[str, X] = {}
        names = [p for p, _ in signature]
        types = dict(signature)
        for i, argument in enumerate(arguments):
            name = argument.name or (names[i] if i < len(names) else None)
            if argument.name and argument.name not in types:
                if quiet_extra:
                    continue
                self.unknown_parameter(argument.span, argument.name, names)
                return None
            if argument.value is None:
                self.report("E351", argument.span)
                return None
            if name is None or name in found:
                self.report("E304", span, wanted=len(names), found=len(arguments))
                return None
            is_whole = len(arguments) >= len(names)  # where one is missing, the others may stand at its place
            found[name] = self.expression(argument.value, scope, types[name] if is_whole else None)
        if set(found) != set(names):
            self.report("E304", span, wanted=len(names), found=len(found))
            return None
        return [found[n] for n in names]

    def unknown_parameter(self, span: Span, name: str, known: Sequence[str]) -> None:
        hint = f"its parameters are {', '.join(known)}" if known else "it has no parameters"
        self.report("E355", span, name=name, known=hint, near=near_names(name, known))

    def _collect_actions(self) -> dict[str, ActionInfo]:
        out = {a.id: ActionInfo(a.id, a) for a in self.model.actions.values()}
        for cls in self.model.pieces.values():
            for a in cls.actions.values():
                out[a.id] = ActionInfo(a.id, a, cls.id)
            for kind in cls.kinds.values():
                for a in kind.actions.values():
                    out[a.id] = ActionInfo(a.id, a, cls.id, kind.id)
        return out

    def _collect_free(self) -> list[FreeDef]:
        found: list[tuple[FreeDecl, str, str]] = [(f, "", "") for f in self.model.free.values()]
        for cls in self.model.pieces.values():
            found += [(f, cls.id, "") for f in cls.free.values()]
            for kind in cls.kinds.values():
                found += [(f, cls.id, kind.id) for f in kind.free.values()]
        out = []
        for decl, cls_id, kind_id in found:
            windows, excepts = (
                tuple(cast("nodes.Period | nodes.Timing", p) for t in texts if (p := self._parse(t)) is not None)
                for texts in (decl.window, decl.except_)
            )
            self.actions[decl.id] = ActionInfo(decl.id, decl, cls_id, kind_id)
            self.free_spans += [*windows, *excepts]
            out.append(FreeDef(decl.id, decl, cls_id, kind_id, windows, excepts))
        return out

    def pieces_possible(self, free: FreeDef) -> bool:
        """Whether anybody can have the piece that a free action stands on."""
        return not free.cls or bool(self.pieces_of(free.cls, free.kind))

    @property
    def space_classes(self) -> Mapping[str, str]:
        """id of a space that can be named → its class. Cells of grids have no names of their own."""
        if not hasattr(self, "_space_classes"):
            named = [s for s in self.model.spaces.values() if not s.is_grid]
            self._space_classes = {kind: space.id for space in named for kind in space.kinds}
        return self._space_classes

    def has_rules(self, event: str) -> bool:
        """Whether some rule hangs on an event."""
        return any(r.event == event and isinstance(r.node.head, nodes.Trigger) for r in self.rules)

    def is_die(self, cls: str) -> bool:
        """Whether the faces of a class are the numbers from 1 on, so that its pieces have a value."""
        faces = self.model.pieces[cls].faces
        return len(faces) > 1 and faces == tuple(str(i) for i in range(1, len(faces) + 1))

    @property
    def track_groups(self) -> frozenset[str]:
        return frozenset(g for t in self.model.tracks.values() for g in t.groups)

    def pieces_of(self, cls: str, kind: str) -> tuple[int, ...]:
        ids = self.layout.class_pieces[cls]
        if not kind:
            return ids
        number = self.layout.kind(cls, kind)
        return tuple(x for x in ids if self.layout.pieces[x] == number)

    def actions_in(self, menu: str) -> list[str]:
        return [a.id for a in self.actions.values() if isinstance(a.decl, ActionDecl) and a.decl.menu == menu]

    def at_end_of(self, period: nodes.Period, first: int, count: int, value: object) -> None:
        """Have slots set back when a period ends."""
        name = period.name
        if name not in self.model.procedures and name not in self.actions:
            known = [*self.model.procedures, *self.actions]
            self.report("E315", period.span, name=name, near=near_names(name, known))
            return
        if period.mine:
            self.report("E324", period.span, what=f"a period that only counts for one player (`my {name}`)")
        self.period_resets.setdefault(name, []).append((first, count, value))

    def kind_procedure(self, cls: str, kind: str) -> str | None:
        decl = self.model.pieces[cls]
        if decl.kinds[kind].do is not None:
            return f"do {cls}.{kind}"
        return f"do {cls}" if decl.do is not None else None

    def running_parameter(self, procedure: str, parameter: str, span: Span) -> X:
        """A parameter of a phase or procedure, read from outside while it runs (none otherwise)."""
        sig = dict(self.signature(procedure))
        if parameter not in sig:
            place = last_name(span, parameter)
            near = near_names(parameter, sig)
            hint = f"name one of its parameters: {', '.join(sig) or 'it has none'}"
            self.report("E302", place, name=parameter, type=f"`{procedure}`", near=near, hint=hint)
            return WRONG
        key = (procedure, parameter)
        if key not in self.stored:
            start = 0 if sig[parameter] in (INT, BOOL) else -1
            self.stored[key] = self.layout.flag(f"parameter {procedure}.{parameter}", start=start)
        return Get(Slot("flag", f"parameter {procedure}.{parameter}", f"param:{procedure}"), sig[parameter])

    def compared(self, x: X, span: Span) -> X:
        """A comparison, noted with its place."""
        self.comparisons.append((span, x))
        return x

    def read(self, x: X, span: Span) -> X:
        """A read of an element or entry, noted with its place."""
        self.reads.append((span, x))
        return x

    def footprint(self, x: X) -> Footprint:
        """What an expression reads, what the values it calls read included as far as they are known yet."""
        return footprint(x, self.result_of)

    def result_of(self, value: str) -> X | None:
        made = self.made_values.get(value)
        return None if made is None else made.result

    def asked(self, x: X) -> frozenset[str]:
        """Actions that an expression, or a value it calls, asks the possibility of. To be used once all values are
        known."""
        if not self.possibilities:
            return frozenset()
        out: set[str] = set()
        for part in walk(x):
            if isinstance(part, Possible):
                out.add(part.action)
            elif isinstance(part, Value) and part.id in self.made_values:
                if part.id not in self._asked:
                    self._asked[part.id] = self.footprint(self.made_values[part.id].result).actions
                out |= self._asked[part.id]
        return frozenset(out)

    # ---- what takes the functions that are handed this

    @abstractmethod
    def expression(self, node: nodes.Expr, scope: Scope, wanted: Type | None = None) -> X:
        """See `expressions.expression`."""

    @abstractmethod
    def fitted(self, x: X, wanted: Type, span: Span) -> X:
        """See `expressions.fitted`."""

    @abstractmethod
    def modified(self, name: str, params: tuple[Var, ...], base: X) -> X:
        """See `rules.modified`."""

    @abstractmethod
    def worth_definition(self, name: str) -> ValueDef:
        """See `worth.definition`."""

    @abstractmethod
    def action_alternatives(self, name: str, who: X, scope: Scope, args: tuple[X, ...] = ()) -> list[Alt]:
        """The alternatives that an action adds to a decision of `who`."""

    @abstractmethod
    def note_apart(self, name: str, over: X, item: Type, scope: Scope) -> None:
        """See `visibility.note_apart`."""

    @property
    @abstractmethod
    def groups_in_bags(self) -> frozenset[str]:
        """Groups of which a bag may hold an open amount."""

    @property
    @abstractmethod
    def watched(self) -> frozenset[str]:
        """The families that the conditions of `whenever` rules read."""

    @property
    @abstractmethod
    def called_in_text(self) -> Mapping[str, tuple[tuple[Span, str], ...]]:
        """Procedures whose text may not fail, since not only atomic blocks call them → how they come to be called."""


def last_name(span: Span, name: str) -> Span:
    """The place of the name behind the last dot of `x.name` or `my name`."""
    return Span(span.source, span.end - len(name), span.end) if span.text.endswith(name) else span

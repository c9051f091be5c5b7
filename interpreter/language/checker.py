"""From a model to checked rules: every effect text parsed, its names resolved, its types checked, its core statements
built.

`check` walks a ruleset for one player count and one set of options and returns Checked: procedures, values, actions,
rules,
scoring, all in core form, with the layout of the state. What a statement or an expression means stands in `statements/`
and `expressions.py`; how rules hang on procedures and values, in `rules.py`. All mistakes of the ruleset are reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import cast

from interpreter.diagnostics import Diagnostics, Span, near_names
from interpreter.language import actions, bags, lookahead, nodes, rules, termination
from interpreter.language import layout as layouts
from interpreter.language.calls import called, reachable
from interpreter.language.checked import (
    EVENTS,
    ActionInfo,
    Checked,
    FreeDef,
    Procedure,
    Signature,
    ValueDef,
)
from interpreter.language.core import (
    Act,
    Add,
    Alt,
    Body,
    Check,
    Const,
    Get,
    IfPossible,
    Invoke,
    Op,
    Possible,
    Put,
    S,
    Tab,
    Value,
    Var,
    X,
    compared,
    const,
    expressions,
    free_vars,
    statements,
    substituted,
    unguarded,
    walk,
)
from interpreter.language.core import Scope as Braces
from interpreter.language.expressions import (
    BUILTIN_NAMES,
    WRONG,
    contents,
    expression,
    fitted,
    is_nonnegative,
    kind_of_piece,
    last_name,
    space_type,
    tables,
)
from interpreter.language.parser import parse
from interpreter.language.scope import Scope
from interpreter.language.statements import block
from interpreter.language.statements.registry import reason, require
from interpreter.language.types import (
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
from interpreter.loading.model import (
    ActionDecl,
    EffectText,
    FreeDecl,
    Model,
    Number,
    PieceDecl,
    ProcedureDecl,
)

Syntax = dict[tuple[str, int, int, str], "nodes.Parsed | None"]
"""What is known of the syntax of effect texts: (path, start, end, start rule) → tree. Shared by checks of one model."""


def check(
    model: Model, players: int, options: Mapping[str, object], diagnostics: Diagnostics, syntax: Syntax | None = None
) -> Checked:
    """Check a ruleset and build its core form. Mistakes go to `diagnostics`; where there are errors, the result is
    not fit for compiling."""
    return Checker(model, players, options, diagnostics, syntax).run()


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


class Checker:
    """Everything that checking one ruleset needs to know; handed to the functions that check one node each."""

    def __init__(
        self,
        model: Model,
        players: int,
        options: Mapping[str, object],
        diagnostics: Diagnostics,
        syntax: Syntax | None = None,
    ) -> None:
        self.model = model
        self.options = {**{o.id: o.default for o in model.game.options.values()}, **options}
        self.diagnostics = diagnostics
        self.layout = layouts.build(model, players)
        self.endings = list(dict.fromkeys(["normal", *model.endings]))
        self._parsed: Syntax = {} if syntax is None else syntax
        self._counter = 0
        self._seen: set[tuple[str, int, int, str]] = set()
        self.assigned: set[str] = set()
        """names of locals that are assigned somewhere"""
        self._values: dict[str, ValueDef] = {}
        self._in_progress: list[str] = []
        self._attributes: dict[str, dict[str, Type]] = {}
        self.stored: dict[tuple[str, str], int] = {}
        self.done_in_text: set[str] = set()
        """procedures of `do:` texts that phase text runs, where nothing may fail"""
        self.actions = self._collect_actions()
        self.action_ids = list(self.actions)
        self.procedure_ids = list(model.procedures)
        self.rules = rules.collect(self)
        self.ended: list[tuple[str, str, Span]] = []
        """(procedure, phase, place) of each `end` of a phase"""
        self.period_resets: dict[str, list[tuple[int, int, object]]] = {}
        self.free = self._collect_free()

    # ---- reports

    def report(self, code: str, span: Span | None, *, near: Iterable[str] = (), **arguments: object) -> None:
        self.diagnostics.add(code, span, near=near, related=(), **arguments)

    def near(self, name: str, known: Iterable[str]) -> tuple[str, ...]:
        return near_names(name, known)

    def unknown_name(self, span: Span, name: str, scope: Scope, what: Sequence[str] = ("name",)) -> None:
        known = [*scope.names, *self.all_names()]
        self.report("E301", span, name=name, near=near_names(name, known))

    def all_names(self) -> list[str]:
        m = self.model
        kinds = [kind for _, kind in self.layout.kinds]
        return [
            *m.resources, *self.layout.groups, *m.pieces, *kinds, *m.zones, *m.boards, *m.tables, *m.values,
            *m.spaces, *self.space_classes, *m.procedures, *m.tracks, *self.track_groups, *m.game_state, *self.action_ids,
            *m.menus, *BUILTIN_NAMES, "players", "others", "supply",
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
        scope.names[name] = var
        return var

    @property
    def declared(self) -> frozenset[str]:
        if not hasattr(self, "_declared"):
            self._declared = frozenset([*self.all_names(), *SPECIAL_NAMES])
        return self._declared

    def typed(self, x: X, kind: Type) -> X:
        return x if x.type == kind else replace(x, type=kind)

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
            return space_type(self, text)
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
        key = (text.span.path, text.span.start, text.span.end, text.start)
        if key not in self._parsed:
            self._parsed[key] = parse(text, self.diagnostics)
        if key not in self._seen:
            self._seen.add(key)
            self.assigned |= _assigned_names(self._parsed[key])
        return self._parsed[key]

    def formula(self, text: EffectText) -> nodes.Expr:
        parsed = self._parse(text)
        return cast(nodes.Expr, parsed) if parsed is not None else nodes.Number(text.span, 0)

    def evaluate(self, text: EffectText, scope: Scope, wanted: Type | None = None) -> X:
        """The core expression of a formula."""
        return expression(self, self.formula(text), scope, wanted)

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

    @property
    def groups_in_bags(self) -> frozenset[str]:
        """Groups of which a bag may hold an open amount."""
        if not hasattr(self, "_groups_in_bags"):
            self._groups_in_bags = bags.groups_in_bags(self)
        return self._groups_in_bags

    # ---- values

    def value_def(self, name: str, span: Span) -> ValueDef | None:
        if name in self._values:
            return self._values[name]
        if name in self._in_progress:
            cycle = [*self._in_progress[self._in_progress.index(name) :], name]
            self.report("E320", span, cycle=" → ".join(cycle))
            return None
        self._in_progress.append(name)
        decl = self.model.values[name]
        scope = Scope(marked=True, procedure=name)
        params = tuple(self.new_local(p, self.type_of(t, decl.span), scope, decl.span) for p, t in decl.given.items())
        base = WRONG if decl.formula is None else expression(self, self.formula(decl.formula), scope)
        if base.type.name == "place" and base.type.of:
            base = contents(self, base)
        result = rules.modified(self, name, params, base)
        for text, operator in ((decl.at_most, "min"), (decl.at_least, "max")):
            if text is not None:
                result = Op(operator, (expression(self, self.formula(text), scope, INT), result))
        self._in_progress.pop()
        self._values[name] = ValueDef(name, params, result)
        return self._values[name]

    def call_value(self, name: str, args: tuple[X, ...], span: Span) -> X:
        definition = self.value_def(name, span)
        if definition is None:
            return WRONG
        if len(args) != len(definition.params):
            self.report("E304", span, wanted=len(definition.params), found=len(args))
            return WRONG
        fits = [fitted(self, a, p.type, span) for a, p in zip(args, definition.params, strict=True)]
        return Value(name, tuple(fits), definition.result.type, is_nonnegative(definition.result))

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
            found[name] = expression(self, argument.value, scope, types[name])
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
            out.append(FreeDef(decl.id, decl, cls_id, kind_id, windows, excepts))
        return out

    def pieces_possible(self, free: FreeDef) -> bool:
        """Whether anybody can have the piece that a free action stands on."""
        return not free.cls or bool(self.pieces_of(free.cls, free.kind))

    @property
    def space_classes(self) -> Mapping[str, str]:
        """id of a space that can be named → its class. Cells of grids have no names of their own."""
        if not hasattr(self, "_space_classes"):
            named = [s for s in self.model.spaces.values() if not s.columns]
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

    def action_alternatives(self, name: str, who: X, scope: Scope, args: tuple[X, ...] = ()) -> list[Alt]:
        """The alternatives that an action adds to a decision of `who`."""
        return actions.action_alternatives(self, name, who, scope, args)

    def kind_procedure(self, cls: str, kind: str) -> str | None:
        decl = self.model.pieces[cls]
        if decl.kinds[kind].do is not None:
            return f"do {cls}.{kind}"
        return f"do {cls}" if decl.do is not None else None

    def phases_named_by(self, value: X) -> list[str]:
        if isinstance(value, Const):
            return [self.procedure_ids[int(value.value)]]  # type: ignore[call-overload]
        for x in walk(value):
            if isinstance(x, Tab) and x.table.startswith(("A_", "P_")):
                table = cast("tuple[object, ...]", self.layout.tables[x.table])
                return [self.procedure_ids[cast(int, n)] for n in dict.fromkeys(table) if cast(int, n) >= 0]
        return [p.id for p in self.model.procedures.values() if p.is_phase]

    def running_parameter(self, procedure: str, parameter: str, span: Span) -> X:
        """A parameter of a phase or procedure, read from outside while it runs (none otherwise)."""
        sig = dict(self.signature(procedure))
        if parameter not in sig:
            place = last_name(span, parameter)
            self.report("E302", place, name=parameter, type=f"`{procedure}`", near=near_names(parameter, sig))
            return WRONG
        key = (procedure, parameter)
        if key not in self.stored:
            slot = self.layout.flag(f"parameter {procedure}.{parameter}")
            self.layout.start[slot] = 0 if sig[parameter] in (INT, BOOL) else -1
            self.stored[key] = slot
        return Get(const(self.stored[key]), f"param:{procedure}", sig[parameter])

    def needs_actor(self, name: str) -> bool:
        return False

    def check_visible(self, x: X, scope: Scope, span: Span) -> None:
        """A decision may not read what its player may not see."""
        if any(isinstance(part, Get) and self._hidden(part, scope) for part in self._written_out(x)):
            self.report("E405", span)

    def _written_out(self, x: X, depth: int = 0) -> Iterable[X]:
        """All parts of an expression, values written out with their arguments."""
        for part in walk(x):
            yield part
            if isinstance(part, Value) and part.id in self._values and depth < 20:
                definition = self._values[part.id]
                env = {p.name: a for p, a in zip(definition.params, part.args, strict=True)}
                yield from self._written_out(substituted(definition.result, env), depth + 1)

    def expanded(self, x: X, seen: frozenset[str] = frozenset()) -> Iterable[X]:
        """All parts of an expression, those inside the values it calls included."""
        for part in walk(x):
            yield part
            if isinstance(part, Value) and part.id not in seen and part.id in self._values:
                yield from self.expanded(self._values[part.id].result, seen | {part.id})

    def _hidden(self, get: Get, scope: Scope) -> bool:
        """Whether a slot read is of something that the one who acts may not see: nobody's, or another's."""
        parts = list(walk(get.address))
        for part in parts:
            if isinstance(part, Const) and isinstance(part.value, int) and 0 <= part.value < len(self.layout.slots):
                info = self.layout.slots[part.value]
                if info.kind not in ("zone", "player", "variable") or (info.kind == "zone") != (
                    get.type.name == "list"
                ):
                    continue
                if info.seen_by == "nobody" or (info.seen_by == "owner" and scope.me not in parts):
                    return True
        return False

    # ---- the whole ruleset

    def run(self) -> Checked:
        model = self.model
        procedures: dict[str, Procedure] = {}
        for decl in model.procedures.values():
            procedures[decl.id] = self._procedure(decl)
        for name, info in self.actions.items():
            procedures[name] = actions.action_procedure(self, name, info)
        for cls in model.pieces.values():
            for procedure in self._kind_procedures(cls):
                procedures[procedure.id] = procedure
        for procedure in self._events():
            procedures[procedure.id] = procedure
        procedures["setup"] = self._setup()
        for name in model.values:
            self.value_def(name, model.values[name].span)
        state_rules = rules.state_rules(self)
        scores, ties = self._scoring()
        endings, hints = self._endings(), self._hints()
        free_alts = {f.id: self._alternatives_of(f.id) for f in self.free}
        wanted = {x.action for p in procedures.values() for s in statements(p.body) for e in expressions(s)
                  for x in self.expanded(e) if isinstance(x, Possible)}  # fmt: skip
        possible_alts = {name: self._alternatives_of(name) for name in sorted(wanted)}
        self._finish(procedures)
        rules.check_events(self)
        rules.check_state_rules(self, state_rules, procedures)
        self._check_declarations()
        termination.check(procedures, possible_alts, self.expanded, self.diagnostics)
        lookahead.check(procedures, free_alts.values(), self.diagnostics)
        if "game" not in model.procedures:
            self.report("E353", model.game.span)
        return Checked(
            model, self.layout, self.options, procedures, self._values, state_rules, scores, ties, endings, hints,
            self.actions, self.free, free_alts, rules.pauses(self), possible_alts,
        )  # fmt: skip

    def _alternatives_of(self, action: str) -> tuple[Var, tuple[Alt, ...]]:
        who = self.fresh("me", PLAYER)
        return who, tuple(actions.action_alternatives(self, action, who, Scope(me=who, marked=True)))

    def _finish(self, procedures: dict[str, Procedure]) -> None:
        """What is known only when all texts are checked: stored parameters, resets, calls that lack an actor."""
        for (name, parameter), slot in self.stored.items():
            procedure = procedures[name]
            order = [p for p, _ in self.signature(name)]
            procedure.stored[procedure.params[1 + order.index(parameter)].name] = slot
        for decl in [*self.model.game_state.values(), *self.model.player_state.values()]:
            if decl.resets is not None:
                self._reset_variable(decl.id, decl.type, cast("nodes.Period | None", self._parse(decl.resets)))
        for cls in self.model.pieces.values():
            for var in cls.state.values():
                period = None if var.resets is None else cast("nodes.Period | None", self._parse(var.resets))
                ids = self.layout.class_pieces[cls.id]
                if period is not None and ids:
                    first = self.layout.piece_vars[(cls.id, var.id)] + ids[0]
                    self.at_end_of(period, first, len(ids), self.layout.start[first])
        for space in self.model.spaces.values():
            for var in space.state.values():
                period = None if var.resets is None else cast("nodes.Period | None", self._parse(var.resets))
                if period is not None:
                    places = sorted(p for row in self.layout.space_places[space.id] for p in row)
                    first = self.layout.space_vars[(space.id, var.id)] + places[0]
                    self.at_end_of(period, first, len(places), layouts.start_of(var.type))
        for name, resets in self.period_resets.items():
            if name in procedures:
                procedures[name].resets += resets
        self._check_actors(procedures)
        for name in sorted(self.done_in_text):
            for s in unguarded(procedures[name].body):
                if isinstance(s, Check):
                    self.report("E401", s.reason.span)
        for name, phase, span in self.ended:
            if name != phase and name not in reachable([procedures[phase].body], procedures):
                self.report("E359", span, name=phase)

    def _reset_variable(self, name: str, type_text: str, period: nodes.Period | None) -> None:
        if period is None:
            return
        count = len(self.layout.keys.get(name, (0,)))
        if name in self.layout.vars:
            self.at_end_of(period, self.layout.vars[name], count, self.layout.start[self.layout.vars[name]])
            return
        base, stride = self.layout.player_vars[name]
        for p in range(self.layout.players):
            self.at_end_of(period, base + p * stride, count, self.layout.start[base + p * stride])

    def _check_actors(self, procedures: dict[str, Procedure]) -> None:
        """Report calls without an actor of what needs one, itself or through what it calls."""
        users = {p.id for p in procedures.values() if self._uses_actor(p)}
        passing = {p.id: {s.procedure for s in called(p.body) if s.args[0] == p.params[0]} for p in procedures.values()}
        while more := {name for name, to in passing.items() if name not in users and to & users}:
            users |= more
        for p in procedures.values():
            for s in called(p.body):
                if s.args[0] == const(-1, PLAYER) and s.procedure in users:
                    self.report("E346", s.span, name=s.procedure)

    def _uses_actor(self, procedure: Procedure) -> bool:
        """Whether its own text needs somebody who acts; handing the actor on does not count."""
        me = procedure.params[0].name
        for s in statements(procedure.body):
            read = s.args[1:] if isinstance(s, Invoke) else () if isinstance(s, IfPossible) else expressions(s)
            if any(me in free_vars(x) for x in read):
                return True
        return False

    def _check_declarations(self) -> None:
        """What no text need read, so that nothing else has looked at it: tables, types, keys, limits."""
        model = self.model
        for name, table in model.tables.items():
            if table.by_players:
                tables.table_by_players(self, name, table.span)
            else:
                tables.table_entries(self, name)
        variables = [*model.game_state.values(), *model.player_state.values()]
        for decl in [*variables, *(v for cls in model.pieces.values() for v in cls.state.values())]:
            self.type_of(decl.type, decl.span)
        seat = self.fresh("owner", PLAYER)
        for resource in model.resources.values():
            if resource.limit is not None:
                expression(self, self.formula(resource.limit), Scope(owner=seat, me=seat, marked=True), INT)
            if isinstance(resource.overflow, EffectText):
                block(self, self.program(resource.overflow), Scope(me=seat, marked=True))
        for cls in model.pieces.values():
            piece = self.fresh("self", piece_of(cls.id))
            scope = Scope(self_piece=piece, owner=seat, marked=True)
            for text, kind in ((cls.limit, INT), (cls.active_while, BOOL)):
                if text is not None:
                    expression(self, self.formula(text), scope, kind)
        for info in self.actions.values():
            if info.decl.key is not None:
                actions.check_key(self, info.decl.key, info)

    def _procedure(self, decl: ProcedureDecl) -> Procedure:
        scope = Scope(procedure=decl.id, prompt=decl.id, marked=False)
        me = self.fresh("me", PLAYER)
        scope.me = None if decl.id == "game" else me
        params = [self.new_local(p, t, scope, decl.span) for p, t in self.signature(decl.id)]
        if not decl.is_phase:
            scope.marked = decl.id in self.called_in_blocks
        body = block(self, self.program(decl.do), scope)
        body = rules.linked(self, decl.id, (me, *params), body, scope.marked)
        if decl.max_nesting is not None:
            body = self._nested(decl, body, scope)
        return Procedure(decl.id, (me, *params), body, decl.is_phase, decl.span, decl.max_nesting)

    def _nested(self, decl: ProcedureDecl, body: Body, scope: Scope) -> Body:
        """A body that counts how deep its calls nest and fails below `max_nesting`."""
        slot = const(self.layout.flag(f"nesting {decl.id}"))
        depth = Get(slot, f"nesting:{decl.id}")
        test = compared("<", depth, const(decl.max_nesting))
        checks = require(self, test, reason("nesting", decl.span, const(decl.max_nesting), depth, decl.id), scope)
        return (*checks, Add(slot, const(1), depth.family), Braces(body), Add(slot, const(-1), depth.family))

    @property
    def called_in_blocks(self) -> frozenset[str]:
        """Procedures whose text may fail because only atomic blocks call them."""
        if not hasattr(self, "_called_in_blocks"):
            self._called_in_blocks = rules.called_only_in_blocks(self)
        return self._called_in_blocks

    @property
    def watched(self) -> frozenset[str]:
        """The families that the conditions of `whenever` rules read."""
        if not hasattr(self, "_watched"):
            self._watched: frozenset[str] = frozenset()
            self._watched = rules.watched(self)
        return self._watched

    def _kind_procedures(self, cls: PieceDecl) -> list[Procedure]:
        texts: list[tuple[str, EffectText]] = [] if cls.do is None else [(f"do {cls.id}", cls.do)]
        texts += [(f"do {cls.id}.{k.id}", k.do) for k in cls.kinds.values() if k.do is not None]
        out = []
        for name, text in texts:
            me = self.fresh("me", PLAYER)
            here = self.fresh("here", kind_of(cls.id) if cls.is_effect else piece_of(cls.id))
            scope = Scope(me=me, self_piece=here, procedure=name, prompt=cls.id, marked=True)
            body = block(self, self.program(text), scope)
            out.append(Procedure(name, (me, here), body, False, text.span))
        return out

    def _events(self) -> list[Procedure]:
        """Basic changes that rules hang on, as procedures that do nothing themselves."""
        out = []
        for name, parameters in EVENTS.items():
            me = self.fresh("me", PLAYER)
            params = tuple(self.fresh(p, t) for p, t in parameters)
            body = rules.linked(self, name, (me, *params), (), True)
            if body:
                out.append(Procedure(name, (me, *params), body, False, None))
        return out

    def _setup(self) -> Procedure:
        """Start values of variables, then the setup text."""
        me = self.fresh("me", PLAYER)
        out: list[S] = []
        scope = Scope(procedure="setup", prompt="setup")
        for decl in self.model.game_state.values():
            if decl.start is not None:
                kind = self.type_of(decl.type.split(" per ")[0], decl.span)
                value = expression(self, self.formula(decl.start), scope, kind)
                for i in range(len(self.layout.keys.get(decl.id, (0,)))):
                    out += self._start(self.layout.vars[decl.id] + i, value, f"var:{decl.id}")
        for decl in self.model.player_state.values():
            if decl.start is not None:
                base, stride = self.layout.player_vars[decl.id]
                kind = self.type_of(decl.type.split(" per ")[0], decl.span)
                for p in range(self.layout.players):
                    mine = Scope(me=const(p, PLAYER), procedure="setup")
                    value = expression(self, self.formula(decl.start), mine, kind)
                    for i in range(len(self.layout.keys.get(decl.id, (0,)))):
                        out += self._start(base + p * stride + i, value, f"pvar:{decl.id}")
        out += self._piece_starts(scope)
        if self.model.setup is not None:
            out += block(self, self.program(self.model.setup), scope.inner())
        return Procedure("setup", (me,), tuple(out), True, self.model.game.span)

    def _piece_starts(self, scope: Scope) -> list[S]:
        out: list[S] = []
        for cls in self.model.pieces.values():
            for var in cls.state.values():
                if var.start is not None:
                    value = expression(self, self.formula(var.start), scope, self.type_of(var.type, var.span))
                    for x in self.layout.class_pieces[cls.id]:
                        out += self._start(self.layout.piece_vars[(cls.id, var.id)] + x, value, f"xvar:{var.id}")
        for space in self.model.spaces.values():
            for var in space.state.values():
                if var.start is not None:
                    value = expression(self, self.formula(var.start), scope, self.type_of(var.type, var.span))
                    for p in (p for row in self.layout.space_places[space.id] for p in row):
                        out += self._start(self.layout.space_vars[(space.id, var.id)] + p, value, f"svar:{var.id}")
        return out

    def _start(self, slot: int, value: X, fam: str) -> list[S]:
        if isinstance(value, Const):
            self.layout.start[slot] = value.value
            return []
        return [Put(const(slot), value, fam)]

    def _scoring(self) -> tuple[list[tuple[str, Var, X]], list[tuple[str, Var, X, bool]]]:
        scores, ties = [], []
        for decl in self.model.scoring.values():
            scope = Scope(marked=True)
            p = self.new_local("p", PLAYER, scope, decl.span)
            worth = const(0) if decl.worth is None else expression(self, self.formula(decl.worth), scope, INT)
            if decl.is_tie_break:
                ties.append((decl.id, p, worth, decl.lower_wins))
            else:
                scores.append((decl.id, p, worth))
        return scores, ties

    def _hints(self) -> list[tuple[str, Var, X]]:
        out = []
        for decl in self.model.hints.values():
            scope = Scope(marked=True)
            p = self.new_local("p", PLAYER, scope, decl.span)
            if decl.worth is not None:
                out.append((decl.id, p, expression(self, self.formula(decl.worth), scope, INT)))
        return out

    def _endings(self) -> list[tuple[str, X | None, bool]]:
        out: list[tuple[str, X | None, bool]] = []
        for name in self.endings:
            decl = self.model.endings.get(name)
            if decl is None or decl.winners is None:
                out.append((name, None, decl.all_lose if decl else False))
            else:
                winners = expression(self, self.formula(decl.winners), Scope(marked=True), list_of(PLAYER))
                out.append((name, winners, decl.all_lose))
        return out


def _assigned_names(parsed: object) -> set[str]:
    """Names that an effect text assigns to with =, += or -=."""
    out: set[str] = set()
    if isinstance(parsed, tuple):
        for part in parsed:
            out |= _assigned_names(part)
    elif isinstance(parsed, nodes.Node):
        if isinstance(parsed, nodes.Assign) and isinstance(parsed.target, nodes.Name):
            out.add(parsed.target.name)
        if not isinstance(parsed, nodes.Expr):
            for f in fields(parsed):
                out |= _assigned_names(getattr(parsed, f.name))
    return out


__all__ = ["Act", "Checked", "Checker", "check", "kind_of_piece"]

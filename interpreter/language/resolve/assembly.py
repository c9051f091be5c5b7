"""The parts of a checked ruleset: procedures, `do:` texts, events, setup, scoring, endings, what periods set back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import cast

from interpreter.diagnostics import Span
from interpreter.language.core import (
    Add,
    Alt,
    Body,
    Check,
    Const,
    Get,
    If,
    IfPossible,
    Invoke,
    Loop,
    Op,
    Prim,
    Put,
    S,
    Slot,
    Var,
    X,
    compared,
    const,
    expressions,
    free_vars,
    statements,
)
from interpreter.language.core import Scope as Braces
from interpreter.language.core.calls import called, reachable
from interpreter.language.core.checked import DEEPEST, EVENTS, Procedure
from interpreter.language.core.running import unguarded
from interpreter.language.resolve import actions, rules
from interpreter.language.resolve.collected import Collected
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import expression, space_type, tables, worth
from interpreter.language.resolve.saying import telling
from interpreter.language.resolve.scope import Scope
from interpreter.language.resolve.statements import block
from interpreter.language.resolve.statements.registry import reason, report_failing
from interpreter.language.syntax import nodes
from interpreter.loading.model import (
    EffectText,
    PieceDecl,
    ProcedureDecl,
    ScoreDecl,
    SpaceDecl,
    StateDecl,
)
from interpreter.program import IN_A_ROW
from interpreter.program import layout as layouts
from interpreter.program.types import BOOL, INT, PLAYER, UNKNOWN, Type, kind_of, list_of, piece_of


def alternatives_of(c: Context, action: str) -> tuple[Var, tuple[Alt, ...]]:
    who = c.fresh("me", PLAYER)
    return who, tuple(actions.action_alternatives(c, action, who, Scope(me=who, marked=True)))


def finish(c: Context, procedures: dict[str, Procedure]) -> None:
    """What is known only when all texts are checked: stored parameters, resets, calls that lack an actor."""
    for (name, parameter), slot in c.stored.items():
        procedure = procedures[name]
        order = [p for p, _ in c.signature(name)]
        procedure.stored[procedure.params[1 + order.index(parameter)].name] = slot
    if any(free.decl.limit is None for free in c.free):
        c.layout.flag(IN_A_ROW)
    for decl in [*c.model.game_state.values(), *c.model.player_state.values()]:
        if decl.resets is not None:
            reset_variable(c, decl.id, decl.type, cast("nodes.Period | None", c.parsed(decl.resets)))
    for cls in c.model.pieces.values():
        for var in cls.state.values():
            period = None if var.resets is None else cast("nodes.Period | None", c.parsed(var.resets))
            ids = c.layout.class_pieces[cls.id]
            if period is not None and ids:
                first = c.layout.piece_vars[(cls.id, var.id)] + ids[0]
                c.at_end_of(period, first, len(ids), c.layout.start[first])
    for space in c.model.spaces.values():
        for var in space.state.values():
            period = None if var.resets is None else cast("nodes.Period | None", c.parsed(var.resets))
            places = sorted(p for row in c.layout.space_places[space.id] for p in row)
            if period is not None and places:
                first = c.layout.space_vars[(space.id, var.id)] + places[0]
                c.at_end_of(period, first, len(places), layouts.start_of(var.type, c.layout))
    for name, resets in c.period_resets.items():
        if name in procedures:
            procedures[name].resets += resets
    check_actors(c, procedures)
    for name in sorted(c.done_in_text):
        for s in unguarded(procedures[name].body):
            if isinstance(s, Check) and s.reason.kind != "nesting":
                report_failing(c, s.reason, Scope())
    for name, phase, span in c.ended:
        if name != phase and name not in reachable([procedures[phase].body], procedures):
            c.report("E359", span, name=phase)


def reset_variable(c: Context, name: str, type_text: str, period: nodes.Period | None) -> None:
    if period is None:
        return
    count = len(c.layout.keys.get(name, (0,)))
    if name in c.layout.vars:
        c.at_end_of(period, c.layout.vars[name], count, c.layout.start[c.layout.vars[name]])
        return
    base, stride = c.layout.player_vars[name]
    for p in range(c.layout.players):
        c.at_end_of(period, base + p * stride, count, c.layout.start[base + p * stride])


def check_actors(c: Context, procedures: dict[str, Procedure]) -> None:
    """Report calls without an actor of what needs one, itself or through what it calls."""
    users = {p.id for p in procedures.values() if uses_actor(p)}
    passing = {p.id: {s.procedure for s in called(p.body) if s.args[0] == p.params[0]} for p in procedures.values()}
    while more := {name for name, to in passing.items() if name not in users and to & users}:
        users |= more
    for p in procedures.values():
        for s in called(p.body):
            if s.args[0] != const(-1, PLAYER) or s.procedure not in users:
                continue
            found = _rules_with_actor(c, procedures, passing, s.procedure)
            if not found:
                needed = _first_with_actor(procedures, passing, s.procedure)
                related = [(needed, "this is what needs somebody")] if needed is not None else []
                c.diagnostics.add("E346", s.span, related=related, name=s.procedure)
            report_actors(c, found)
    if "setup" in users:  # nobody calls it, so only its rules can ask who acts
        report_actors(c, _rules_with_actor(c, procedures, passing, "setup"))


def report_actors(c: Context, found: Iterable[tuple[bool, str, Span]]) -> None:
    for is_by, event, place in found:
        if is_by:
            c.report("E369", place, event=event)
        else:
            c.report("E368", place, event=event)


def _rules_with_actor(
    c: Context, procedures: dict[str, Procedure], passing: Mapping[str, set[str]], name: str
) -> list[tuple[bool, str, Span]]:
    """(whether it is a `by`, event, place) wherever rules alone make a procedure, or what it calls, need somebody who
    acts; nothing where the text of the ruleset itself does."""
    todo, seen = [name], {name}
    found: list[tuple[bool, str, Span]] = []
    while todo:
        p = procedures[todo.pop()]
        heads = {span: rule for rule in c.rules if rule.event == p.id for span in rule.acting}
        for s in statements(p.body):
            if not _reads(s, p.params[0].name):
                continue
            rule = next((r for r in c.rules if r.event == p.id and _holds(r.decl.text, s.at)), None)
            if (rule is None or s.at is None) and not (s.at is None and heads):
                return []
            if rule is not None and s.at is not None and not _by(rule):
                found.append((False, p.id, s.at))
        found += [(_by(rule) == span, p.id, span) for span, rule in heads.items()]
        todo += [q for q in passing[p.id] if q not in seen]
        seen |= passing[p.id]
    return found


def _first_with_actor(procedures: dict[str, Procedure], passing: Mapping[str, set[str]], name: str) -> Span | None:
    """The first place at which a procedure, or what it calls, needs somebody who acts."""
    todo, seen = [name], {name}
    while todo:
        p = procedures[todo.pop(0)]
        for s in statements(p.body):
            if s.at is not None and _reads(s, p.params[0].name):
                return s.at
        todo += [q for q in passing[p.id] if q not in seen]
        seen |= passing[p.id]
    return None


def _by(rule: Collected) -> Span | None:
    """Where a rule tests who acts."""
    by = rule.node.head.by if isinstance(rule.node.head, nodes.Trigger) else None
    return by.span if by is not None and by.span in rule.acting else None


def _holds(text: EffectText | None, at: Span | None) -> bool:
    """Whether a place lies in a text."""
    if text is None or at is None or text.span.source != at.source:
        return False
    return text.span.start <= at.start < text.span.end


def uses_actor(procedure: Procedure) -> bool:
    """Whether its own text needs somebody who acts; handing the actor on does not count."""
    return any(_reads(s, procedure.params[0].name) for s in statements(procedure.body))


def _reads(s: S, me: str) -> bool:
    if isinstance(s, Loop) and isinstance(s.over, Prim) and s.over.name == "in_turn":
        return False  # without somebody who acts, turn order begins with the first seat
    read = s.args[1:] if isinstance(s, Invoke) else () if isinstance(s, IfPossible) else expressions(s)
    return any(me in free_vars(x) for x in read)


def check_declarations(c: Context) -> None:
    """What no text need read, so that nothing else has looked at it: tables, types, keys, limits."""
    model = c.model
    check_windows(c)
    check_bags(c)
    for name, table in model.tables.items():
        if table.by_players:
            tables.table_by_players(c, name, table.span)
        else:
            tables.table_entries(c, name)
    variables = [*model.game_state.values(), *model.player_state.values()]
    for decl in [*variables, *(v for cls in model.pieces.values() for v in cls.state.values())]:
        c.type_of(decl.type, decl.span)
    seat = c.fresh("owner", PLAYER)
    for resource in model.resources.values():
        if resource.limit is not None:
            most = expression(c, c.formula(resource.limit), Scope(owner=seat, me=seat, marked=True), INT)
            if isinstance(most, Const) and isinstance(most.value, int) and most.value < 0:
                c.report("E367", resource.limit.span, number=most.value)
        if isinstance(resource.overflow, EffectText):
            block(c, c.program(resource.overflow), Scope(me=seat, marked=True))
    for cls in model.pieces.values():
        piece = c.fresh("c", piece_of(cls.id))
        scope = Scope(self_piece=piece, owner=seat, marked=True)
        for text, kind in ((cls.limit, INT), (cls.active_while, BOOL)):
            if text is not None:
                expression(c, c.formula(text), scope, kind)
    for info in c.actions.values():
        if info.decl.key is not None:
            actions.check_key(c, info.decl.key, info)


def check_windows(c: Context) -> None:
    """Windows of free actions name phases, procedures, actions and menus."""
    for span in c.free_spans:
        if isinstance(span, nodes.Timing):
            known: list[str] = list(c.model.menus)
        elif span.name == "decisions" and span.mine:
            continue
        else:
            known = [*c.model.procedures, *c.actions]
        if span.name not in known:
            code = "E301" if isinstance(span, nodes.Timing) else "E315"
            c.report(code, span.span, name=span.name, near=c.near(span.name, known))


def check_bags(c: Context) -> None:
    """Bags of kinds and spaces, read by a text or not."""
    classes: list[PieceDecl | SpaceDecl] = [*c.model.pieces.values(), *c.model.spaces.values()]
    for cls in classes:
        for name in (n for n, text in cls.attributes.items() if text == "bag"):
            for kind in cls.kinds.values():
                if kind.attributes.get(name) is not None:
                    tables.bag_attribute(c, kind, name)


def procedure(c: Context, decl: ProcedureDecl) -> Procedure:
    scope = Scope(procedure=decl.id, prompt=decl.id, marked=False)
    me = c.fresh("me", PLAYER)
    scope.me = None if decl.id == "game" else me
    params = [c.new_local(p, t, scope, decl.span) for p, t in c.signature(decl.id)]
    if not decl.is_phase:
        scope.marked = decl.id not in c.called_in_text
    told = telling(c, decl.id, scope.me, list(zip(dict(decl.given), params, strict=True)))
    body = (*told, *block(c, c.program(decl.do), scope))
    body = rules.linked(c, decl.id, (me, *params), body, scope.marked)
    if decl.max_nesting is not None:
        body = nested(c, decl, decl.max_nesting, body, scope)
    return Procedure(decl.id, (me, *params), body, decl.is_phase, decl.span, _written(decl.max_nesting))


def _written(text: EffectText | None) -> str | None:
    return None if text is None else text.span.text


def nested(c: Context, decl: ProcedureDecl, text: EffectText, body: Body, scope: Scope) -> Body:
    """A body that counts how deep its calls nest and fails below `max_nesting`, which is read at the outermost call."""
    slot = _flag(c, "nesting", decl)
    depth = Get(slot)
    most = expression(c, c.formula(text), scope, INT)
    first: Body = ()
    if not isinstance(most, Const):
        limit = _flag(c, "deepest", decl)
        first = (If(compared("==", depth, const(0)), (Put(limit, Op("min", (const(DEEPEST), most))),)),)
        most = Get(limit)
    test = compared("<", depth, most)
    if not scope.marked:
        c.nested_in_text.append(decl.id)
    check = Check(test, reason("nesting", decl.span, most, depth, decl.id))
    return (*first, check, Add(slot, const(1)), Braces(body), Add(slot, const(-1)))


def _flag(c: Context, what: str, decl: ProcedureDecl) -> Slot:
    """A flag of a procedure with a bound on its nesting."""
    name = f"{what} {decl.id}"
    c.layout.flag(name)
    return Slot("flag", name, f"nesting:{decl.id}")


def kind_procedures(c: Context, cls: PieceDecl) -> list[Procedure]:
    texts: list[tuple[str, str, EffectText]] = [] if cls.do is None else [(f"do {cls.id}", cls.id, cls.do)]
    texts += [(f"do {cls.id}.{k.id}", k.id, k.do) for k in cls.kinds.values() if k.do is not None]
    out = []
    for name, id, text in texts:
        me = c.fresh("me", PLAYER)
        here = c.fresh("here", kind_of(cls.id) if cls.is_effect else piece_of(cls.id))
        scope = Scope(me=me, self_piece=here, procedure=name, prompt=cls.id, marked=True)
        kinds = [k.id for k in cls.kinds.values() if k.do is None] if id == cls.id else []
        body = (*telling(c, id, me, [("here", here)], kinds), *block(c, c.program(text), scope))
        out.append(Procedure(name, (me, here), body, False, text.span))
    return out


def space_procedures(c: Context) -> list[Procedure]:
    """The `do:` of spaces; `here` is the space."""
    out = []
    for space in c.model.spaces.values():
        for kind in space.kinds.values():
            if kind.do is not None:
                me, here = c.fresh("me", PLAYER), c.fresh("here", space_type(c, space.id))
                name = f"do {space.id}.{kind.id}"
                scope = Scope(me=me, self_piece=here, procedure=name, prompt=space.id, marked=True)
                told = telling(c, kind.id, me, [("here", here)])
                body = (*told, *block(c, c.program(kind.do), scope))
                out.append(Procedure(name, (me, here), body, False, kind.do.span))
    return out


def side_effects(c: Context) -> list[Procedure]:
    """What happens to what does not fit, and past the end of a track: procedures of their own, so that circles show."""
    texts = [(f"overflow {r.id}", r.overflow) for r in c.model.resources.values() if isinstance(r.overflow, EffectText)]
    texts += [(f"past_end {t.id}", t.past_end) for t in c.model.tracks.values() if t.past_end is not None]
    out = []
    for name, text in texts:
        me = c.fresh("me", PLAYER)
        body = block(c, c.program(text), Scope(me=me, procedure=name, prompt=name.split()[1]))
        out.append(Procedure(name, (me,), body, False, text.span))
    return out


def events(c: Context) -> list[Procedure]:
    """Basic changes that rules hang on, as procedures that do nothing themselves."""
    out = []
    for name, parameters in EVENTS.items():
        me = c.fresh("me", PLAYER)
        params = tuple(c.fresh(p, t) for p, t in parameters)
        body = rules.linked(c, name, (me, *params), (), True)
        if body:
            out.append(Procedure(name, (me, *params), body, False, None))
    return out


def setup(c: Context) -> Procedure:
    """Start values of variables, then the setup text."""
    me = c.fresh("me", PLAYER)
    out: list[S] = []
    scope = Scope(procedure="setup", prompt="setup")
    for decl in c.model.game_state.values():
        if decl.start is not None:
            kind = c.type_of(decl.type.split(" per ")[0], decl.span)
            value = first_value(c, decl, scope, kind)
            for i in range(len(c.layout.keys.get(decl.id, (0,)))):
                slot = _entry(c, decl, f"var:{decl.id}", i)
                out += start(c, slot, c.layout.vars[decl.id] + i, value, decl.start.span)
    for decl in c.model.player_state.values():
        if decl.start is not None:
            base, stride = c.layout.player_vars[decl.id]
            kind = c.type_of(decl.type.split(" per ")[0], decl.span)
            for p in range(c.layout.players):
                mine = Scope(me=const(p, PLAYER), procedure="setup")
                value = first_value(c, decl, mine, kind)
                for i in range(len(c.layout.keys.get(decl.id, (0,)))):
                    slot = _entry(c, decl, f"pvar:{decl.id}", i, const(p, PLAYER))
                    out += start(c, slot, base + p * stride + i, value, decl.start.span)
    out += piece_starts(c, scope)
    text = () if c.model.setup is None else block(c, c.program(c.model.setup), scope.inner())
    body = (*out, *rules.linked(c, "setup", (me,), tuple(text), False))
    return Procedure("setup", (me,), body, True, c.model.game.span)


def piece_starts(c: Context, scope: Scope) -> list[S]:
    out: list[S] = []
    for cls in c.model.pieces.values():
        for var in cls.state.values():
            if var.start is not None:
                value = first_value(c, var, scope, c.type_of(var.type, var.span))
                for x in c.layout.class_pieces[cls.id]:
                    slot = Slot("variable", var.id, f"xvar:{var.id}", const(x, piece_of(cls.id)))
                    out += start(c, slot, c.layout.piece_vars[(cls.id, var.id)] + x, value, var.start.span)
    for space in c.model.spaces.values():
        for var in space.state.values():
            if var.start is not None:
                value = first_value(c, var, scope, c.type_of(var.type, var.span))
                for p in (p for row in c.layout.space_places[space.id] for p in row):
                    slot = Slot("variable", var.id, f"svar:{var.id}", const(p, space_type(c, space.id)))
                    out += start(c, slot, c.layout.space_vars[(space.id, var.id)] + p, value, var.start.span)
    return out


def _entry(c: Context, decl: StateDecl, family: str, i: int, owner: X | None = None) -> Slot:
    """An entry of a variable, by its number."""
    keys = c.layout.keys.get(decl.id)
    return Slot("variable", decl.id, family, owner, None if keys is None else const(keys[i]))


_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")


def first_value(c: Context, decl: StateDecl, scope: Scope, kind: Type) -> X:
    """The first value of a variable, which is refused where the type of the variable does not go so far."""
    assert decl.start is not None
    value = expression(c, c.formula(decl.start), scope, kind)
    allowed = _RANGE.match(decl.type)
    number = value.value if isinstance(value, Const) and isinstance(value.value, int) else None
    if allowed is not None and number is not None and not int(allowed[1]) <= number <= int(allowed[2]):
        c.report("E390", decl.start.span, name=decl.id, range=allowed[0], found=number)
    return value


def start(c: Context, slot: Slot, number: int, value: X, at: Span) -> list[S]:
    """Have a slot, which has that number, begin with a value. at: where the ruleset says so."""
    if isinstance(value, Const):
        c.layout.start[number] = value.value
        return []
    return [Put(slot, value, at=at)]


def scoring(c: Context) -> tuple[list[tuple[str, Var, X]], list[tuple[str, Var, X, bool]]]:
    scores, ties = [], []
    for decl in c.model.scoring.values():
        scope = Scope(marked=True)
        p = c.new_local("p", PLAYER, scope, decl.span)
        worth = const(0) if decl.worth is None else _line(c, decl, decl.worth, p, scope)
        if not _is_on_sheet(c, decl):
            continue
        if decl.is_tie_break:
            ties.append((decl.id, p, worth, decl.lower_wins))
        else:
            scores.append((decl.id, p, worth))
    return scores, ties


def _line(c: Context, decl: ScoreDecl, text: EffectText, p: Var, scope: Scope) -> X:
    return worth.line(c, decl, p) if decl.each else expression(c, c.formula(text), scope, INT)


def _is_on_sheet(c: Context, decl: ScoreDecl) -> bool:
    """Whether a line counts in this game. A condition that only play settles is reported."""
    if decl.only_if is None:
        return True
    test = expression(c, c.formula(decl.only_if), Scope(marked=True), BOOL)
    if isinstance(test, Const):
        return bool(test.value)
    if test.type != UNKNOWN:
        c.report("E409", decl.only_if.span)
    return True


def hints(c: Context) -> list[tuple[str, Var, X, bool]]:
    """(id, player, worth, whether it is shared)"""
    out = []
    for decl in c.model.hints.values():
        scope = Scope(marked=True)
        p = c.new_local("p", PLAYER, scope, decl.span)
        if decl.worth is not None:
            out.append((decl.id, p, expression(c, c.formula(decl.worth), scope, INT), decl.is_shared))
    return out


def endings(c: Context) -> list[tuple[str, X | None, bool]]:
    out: list[tuple[str, X | None, bool]] = []
    for name in c.endings:
        decl = c.model.endings.get(name)
        if decl is None or decl.winners is None:
            out.append((name, None, decl.all_lose if decl else False))
        else:
            winners = expression(c, c.formula(decl.winners), Scope(marked=True), list_of(PLAYER))
            out.append((name, winners, decl.all_lose))
    return out

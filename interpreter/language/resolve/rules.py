"""How rules hang on procedures, actions and values: before, after, instead of, whenever and modify.

Every rule is collected once with the piece class or kind it stands on. Linking a procedure wraps its body in the
rules of
its event; a value is its formula with the modifiers of its event around it. A rule of a piece runs for each piece of
its kind that is active and, where the rule says so, owned by the right player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import groupby, islice
from typing import TypeVar

from interpreter.diagnostics import Span, near_names
from interpreter.language.core import (
    FALSE,
    TRUE,
    Add,
    Bind,
    Block,
    Body,
    Cond,
    Const,
    Decide,
    Dispatch,
    End,
    Fold,
    Get,
    If,
    Invoke,
    Let,
    Loop,
    Op,
    Prim,
    S,
    Slot,
    Tab,
    Value,
    Var,
    X,
    both,
    choice,
    compared,
    const,
    free_vars,
    is_nonnegative,
    mapped,
    plus,
    statements,
    substituted,
    walk,
)
from interpreter.language.core import Scope as Braces
from interpreter.language.core.calls import asks
from interpreter.language.core.checked import FreeDef, Procedure, StateRuleDef, ValueDef
from interpreter.language.core.extent import depth, size
from interpreter.language.resolve import bags
from interpreter.language.resolve.collected import Collected
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import activity, contents, expression, fitted, owner_of_piece, seats_after
from interpreter.language.resolve.saying import telling
from interpreter.language.resolve.scope import Scope
from interpreter.language.resolve.statements import block
from interpreter.language.resolve.statements.modifying import with_sites
from interpreter.language.resolve.statements.registry import told
from interpreter.language.syntax import nodes
from interpreter.loading.model import Model, RuleDecl
from interpreter.program.types import BAG, BOOL, INT, PLAYER, UNKNOWN, Type, list_of, piece_of
from interpreter.records import mutable

P = TypeVar("P")

PAUSE_BOUND = 100
"""Most free actions one player may take in one pause before another's menu: a bound that no measured set comes near."""

UNROLLED = 4
"""Rules of a kind with at most so many copies are written out piece by piece, which folds their addresses."""


def collect(c: Context) -> list[Collected]:
    """All rules of the ruleset, in the order in which they run."""
    out = []
    for decl, cls_id, kind_id in declared(c.model):
        node = None if decl.text is None else c.parsed_rule(decl.text)
        if node is not None:
            out.append(Collected(decl, node, cls_id, kind_id))
        if decl.timing != "now":
            c.report("E324", decl.span, what=f"`timing: {decl.timing}`")
    return out


def declared(model: Model) -> list[tuple[RuleDecl, str, str]]:
    """All rules of a ruleset in the order in which they run, those with an order first; each with the class and kind
    it stands on, "" for neither."""
    found: list[tuple[RuleDecl, str, str]] = [(r, "", "") for r in model.rules.values()]
    for cls in model.pieces.values():
        found += [(r, cls.id, "") for r in cls.abilities.values()]
        for kind in cls.kinds.values():
            found += [(r, cls.id, kind.id) for r in kind.abilities.values()]
    return sorted(found, key=lambda r: (r[0].order is None, r[0].order or 0))


def check_events(c: Context) -> None:
    """Every event must be the name of something that happens, and modifiers must hang on values."""
    from interpreter.language.core.checked import EVENTS

    happen = [*c.model.procedures, *c.actions, *EVENTS, "setup"]
    for rule in c.rules:
        head = rule.node.head
        if isinstance(head, nodes.Modifier) and head.event.name not in c.model.values:
            near = near_names(head.event.name, c.model.values)
            c.report("E354", head.event.span, name=head.event.name, near=near)
        if isinstance(head, nodes.Trigger) and head.event.name not in happen:
            c.report("E313", head.event.span, name=head.event.name, near=near_names(head.event.name, happen))


# ---- whose rule, and is it active


def owned_by(c: Context, piece: X, player: X) -> X:
    return compared("==", owner_of_piece(c, piece), player)


@mutable
class Matched:
    """A rule met with one event: tests that must hold, and the scope of its text."""

    tests: list[X]
    scope: Scope


def match(
    c: Context, rule: Collected, event: nodes.Event, by: nodes.Pattern | None, names: tuple[str, ...],
    params: tuple[Var, ...], me: X | None, piece: X | None,
) -> Matched:  # fmt: skip
    """The tests and names that an event's patterns make of the parameters `params` (called `names`)."""
    scope = Scope(me=me, marked=False, procedure=event.name, prompt=rule.decl.id)
    tests: list[X] = []
    if piece is not None:
        owner = owner_of_piece(c, piece)
        scope.self_piece, scope.owner = piece, owner
        if c.model.can_be_owned(rule.cls) and not _names_owner(event, by):
            tests.append(compared(">=", owner, const(0)))
    pairs: list[tuple[nodes.Pattern, X]] = [(pattern, x) for pattern, x in _pairs(c, event, names, params)]
    ordered = [p for p in pairs if p[0].new_name is not None] + [p for p in pairs if p[0].new_name is None]
    if by is not None and me is not None:
        ordered = [(by, me), *ordered]
    for pattern, x in ordered:
        if pattern.new_name is not None:
            scope.names[pattern.new_name] = x if isinstance(x, Var) else c.fresh(pattern.new_name, x.type)
        elif pattern.test is not None:
            wanted = expression(c, pattern.test, scope, x.type if x.type != UNKNOWN else None)
            tests.append(compared("==", wanted, x))
    if piece is not None:
        tests += activity(c, piece, rule.cls)
    return Matched(tests, scope)


def _names_owner(event: nodes.Event, by: nodes.Pattern | None) -> bool:
    """Whether a pattern already asks for the owner (then the piece must have one)."""
    return any(map(_is_owner, [*(event.patterns or ()), *([by] if by else [])]))


def _is_owner(pattern: nodes.Pattern) -> bool:
    return isinstance(pattern.test, nodes.Name) and pattern.test.name == "owner"


def _pairs(
    c: Context, event: nodes.Event, names: tuple[str, ...], params: tuple[P, ...]
) -> list[tuple[nodes.Pattern, P]]:
    out: list[tuple[nodes.Pattern, P]] = []
    patterns = event.patterns or ()
    if len(patterns) > len(params):
        c.report("E304", event.span, wanted=len(params), found=len(patterns))
        return out
    for i, pattern in enumerate(patterns):
        at = i
        if pattern.parameter is not None:
            if pattern.parameter not in names:
                c.unknown_parameter(pattern.span, pattern.parameter, names)
                continue
            at = names.index(pattern.parameter)
        out.append((pattern, params[at]))
    return out


# ---- modifiers


CHANGES = ("to", "by", "without", "times", "at_most", "at_least")


def modified(c: Context, name: str, params: tuple[Var, ...], base: X) -> X:
    """A value's formula with all modifiers of the ruleset around it, in the language's order."""
    names = tuple(c.model.values[name].given)
    heads = [(rule, rule.node.head) for rule in c.rules if isinstance(rule.node.head, nodes.Modifier)]
    changed = [(rule, head) for rule, head in heads if head.event.name == name]
    weight = 0
    for _, head in changed:
        weight += 2 if head.change in ("at_most", "at_least") else 1
        if weight > MOST_MODIFIERS:
            c.report("E377", head.span, value=name, most=MOST_MODIFIERS)
            return base
    grows = name in c.modified_for_a_while or any(head.change == "by" for _, head in changed)
    if grows and base.type.name == "place" and base.type.of and not base.type.space:
        base = contents(c, base)  # what lies there and more
    for change in CHANGES:
        for rule, head in changed:
            if head.change == change:
                base = _with_modifier(c, rule, head, names, params, _in_steps(c, name, params, base))
        base = with_sites(c, name, change, params, base)
    return base


MOST_MODIFIERS = 200
"""Modifiers of one value, those that bound it counted twice."""

MOST_DEEP = 60
"""How deep a value with its modifiers may grow before it goes on as another value, and"""
MOST_LARGE = 400
"""how large: a bound has twice in it what it bounds."""


def _in_steps(c: Context, name: str, params: tuple[Var, ...], base: X) -> X:
    """A value with many modifiers as the call of another value, which has those so far: so none grows too deep to be
    walked."""
    if depth(base) <= MOST_DEEP and size(base) <= MOST_LARGE:
        return base
    step = f"{name} {sum(other.startswith(f'{name} ') for other in c.made_values) + 1}"  # no name of a ruleset
    c.made_values[step] = ValueDef(step, params, base)
    return Value(step, params, base.type, is_nonnegative(base))


def _with_modifier(
    c: Context, rule: Collected, head: nodes.Modifier, names: tuple[str, ...], params: tuple[Var, ...], base: X
) -> X:
    if rule.node.limit is not None:
        c.report("E324", rule.node.limit.span, what="a limited `modify`")
    if not rule.cls:
        return _one_modifier(c, rule, head, names, params, base, None)
    ids = c.pieces_of(rule.cls, rule.kind)
    if len(ids) <= UNROLLED:
        for x in ids:
            base = _one_modifier(c, rule, head, names, params, base, Const(x, piece_of(rule.cls)))
        return base
    if head.change != "by" or base.type != INT:
        c.report("E324", head.span, what=f"`modify … {head.change}` on a class with many pieces")
        return base
    piece = c.fresh("self", piece_of(rule.cls))
    matched = match(c, rule, head.event, None, names, params, None, piece)
    value = expression(c, head.value, matched.scope, INT)
    tests = [*matched.tests, *_condition(c, head.condition, matched.scope)]
    return plus(base, Fold("sum", piece.name, Const(ids, list_of(piece.type)), both(tests), value, INT, at=head.span))


def _condition(c: Context, node: nodes.Expr | None, scope: Scope) -> list[X]:
    return [] if node is None else [expression(c, node, scope, BOOL)]


def _one_modifier(
    c: Context,
    rule: Collected,
    head: nodes.Modifier,
    names: tuple[str, ...],
    params: tuple[Var, ...],
    base: X,
    piece: X | None,
) -> X:
    matched = match(c, rule, head.event, None, names, params, None, piece)
    value = expression(c, head.value, matched.scope, base.type)
    test = both([*matched.tests, *_condition(c, head.condition, matched.scope)])
    rule.linked.append((params[0].name if params else "", test, ()))

    def placed_choice(then: X, other: X) -> X:
        made = choice(test, then, other)
        return replace(made, at=head.span) if isinstance(made, Cond) and made.at is None else made

    match head.change:
        case "to":
            return placed_choice(value, base)
        case "by" if base.type.name == "list":
            empty = Const((), base.type)
            return Op("+", (base, placed_choice(value, empty)), base.type)
        case "by" if base.type == BAG:
            return bags.joined(base, placed_choice(value, bags.empty(c)))
        case "by":
            return plus(base, placed_choice(value, const(0)))
        case "without":
            return placed_choice(Prim("without", (base, value), base.type), base)
        case "times":
            return Op("*", (base, placed_choice(value, const(1))))
        case "at_most":
            return placed_choice(Op("min", (base, value)), base)
        case _:
            return placed_choice(Op("max", (base, value)), base)


# ---- triggers


def linked(c: Context, name: str, params: tuple[Var, ...], body: Body, marked: bool) -> Body:
    """A procedure's body with the before, instead-of and after rules of its event around it."""
    timed: dict[str, list[Collected]] = {"before": [], "instead_of": [], "after": []}
    for rule in c.rules:
        head = rule.node.head
        if isinstance(head, nodes.Trigger) and head.event.name == name:
            timed[head.timing].append(rule)
    if not any(timed.values()):
        return body
    for rule in reversed(timed["instead_of"]):
        body = _instead(c, rule, name, params, body, marked)
    before, after = (_in_order(c, timed[timing], name, params) for timing in ("before", "after"))
    return (*before, Braces(body), *after)


def _in_order(c: Context, collected: list[Collected], name: str, params: tuple[Var, ...]) -> list[S]:
    """Rules of one event and time as they run. Abilities that the ruleset does not order run in turn order of their
    owners, from who acts on."""
    out: list[S] = []
    for (_, is_ability), found in groupby(collected, lambda rule: (rule.decl.order, c.model.can_be_owned(rule.cls))):
        group = [*found]
        if is_ability and _several_owners(c, group, name):
            out += _in_turn(c, group, name, params)
        else:
            for rule in group:
                out += _triggered(c, rule, name, params)
    return out


def _several_owners(c: Context, group: list[Collected], name: str) -> bool:
    """Whether abilities of several owners may run on one event: not where all of them ask that it be one and the same
    player, who acts or whom the event names."""
    names = _parameter_names(c, name)
    asked = []
    for rule in group:
        head = _head(rule)
        asked.append(
            {at for pattern, at in _pairs(c, head.event, names, tuple(range(len(names)))) if _is_owner(pattern)}
        )
        if head.by is not None and _is_owner(head.by):
            asked[-1].add(-1)
    return sum(len(c.pieces_of(rule.cls, rule.kind)) for rule in group) > 1 and not set.intersection(*asked)


def _in_turn(c: Context, group: list[Collected], name: str, params: tuple[Var, ...]) -> list[S]:
    """Each ability of each piece, by the seats of the owners as they are when the event comes."""
    pieces = [c.pieces_of(rule.cls, rule.kind) for rule in group]
    owners: list[X] = []
    cases: list[tuple[int, Body]] = []
    nth = c.fresh("nth", INT)
    id = f"{name}_{c.fresh('turn', INT).name}"
    piece_at = c.layout.table(f"PIECE_{id}", tuple(x for ids in pieces for x in ids))
    rule_at = c.layout.table(f"RULE_{id}", tuple(i for i, ids in enumerate(pieces) for _ in ids))
    for i, (rule, ids) in enumerate(zip(group, pieces, strict=True)):
        of, piece = (c.fresh("self", piece_of(rule.cls)) for _ in range(2))
        them = Const(ids, list_of(of.type))
        owners.append(Fold("list_of", of.name, them, None, owner_of_piece(c, of), list_of(PLAYER)))
        trigger = _one_trigger(c, rule, name, params, piece)
        if _alive([trigger]):
            cases.append((i, (Let(piece.name, Tab(piece_at, nth, piece.type)), trigger)))
    owned = reduce(lambda a, b: Op("+", (a, b), list_of(PLAYER)), owners)
    over = Prim("in_turn", (owned, params[0], const(c.layout.players)), list_of(INT))
    return [Loop("for", nth.name, over, None, (Dispatch(Tab(rule_at, nth), tuple(cases)),), False)]


def _parameter_names(c: Context, name: str) -> tuple[str, ...]:
    from interpreter.language.core.checked import EVENTS

    if name in EVENTS and name not in c.model.procedures:
        return tuple(p for p, _ in EVENTS[name])
    if name in c.model.procedures:
        return tuple(c.model.procedures[name].given)
    if name == "setup":
        return ()
    info = c.actions[name]
    given = [p for p, _ in c.action_given(name)]
    own = ["self"] if info.cls else []
    return (*own, *given, *(b.name for b in c.binders(info.decl.choose)))


def _head(rule: Collected) -> nodes.Trigger:
    assert isinstance(rule.node.head, nodes.Trigger)
    return rule.node.head


def _triggered(c: Context, rule: Collected, name: str, params: tuple[Var, ...]) -> list[S]:
    if not rule.cls:
        return _alive([_one_trigger(c, rule, name, params, None)])
    ids = c.pieces_of(rule.cls, rule.kind)
    if len(ids) <= UNROLLED:
        return _alive([_one_trigger(c, rule, name, params, Const(x, piece_of(rule.cls))) for x in ids])
    piece = c.fresh("self", piece_of(rule.cls))
    inner = _one_trigger(c, rule, name, params, piece)
    return [Loop("for", piece.name, Const(ids, list_of(piece.type)), None, (inner,), False)]


def _alive(triggers: list[S]) -> list[S]:
    """Without those that the options of this game rule out."""
    return [t for t in triggers if not (isinstance(t, If) and t.test == FALSE)]


def _one_trigger(c: Context, rule: Collected, name: str, params: tuple[Var, ...], piece: X | None) -> S:
    head = _head(rule)
    names = _parameter_names(c, name)
    matched = match(c, rule, head.event, head.by, names, params[1:], params[0], piece)
    matched.scope.facts = tuple(matched.tests)
    tests, limit = _tests(c, rule, matched, params[0], piece)
    inner = matched.scope.inner(facts=tuple(fact for t in tests for fact in told(c, t)))
    body = block(c, head.body, inner)
    rule.linked.append((params[0].name, both(tests), body))
    for mark in (*([] if limit is None else [limit[1]]), *_told(c, rule, params, names)):
        body = _counted(body, mark)
    return If(both(tests), (Block(body, soft=True),))


def _tests(
    c: Context, rule: Collected, matched: Matched, me: Var, piece: X | None
) -> tuple[list[X], tuple[X, S] | None]:
    """All tests of a rule, and its limit; notes which parts of the head ask who acts."""
    head = _head(rule)
    condition = _condition(c, head.condition, matched.scope)
    limit = _limit(c, rule, me, piece)
    asked: list[tuple[list[X], nodes.Node | None]] = [
        (matched.tests, head.by or head.event),
        (condition, head.condition),
        ([] if limit is None else [limit[0]], rule.node.limit),
    ]
    rule.acting += [at.span for tests, at in asked if at is not None and any(me.name in free_vars(x) for x in tests)]
    return [x for tests, _ in asked for x in tests], limit


def _told(c: Context, rule: Collected, params: tuple[Var, ...], names: Sequence[str]) -> tuple[S, ...]:
    """What says that a rule comes into effect, with the parameters of its event."""
    return telling(c, rule.decl.id, params[0], list(zip(names, params[1:], strict=True)))


def _counted(body: Body, mark: S) -> Body:
    """The body with its use counted, or told: where it is a single `may`, only when that is taken."""
    if len(body) == 1 and isinstance(body[0], Decide) and body[0].skip is not None:
        decide = body[0]
        alts = tuple(replace(a, body=(mark, *a.body)) for a in decide.alts)
        return (replace(decide, alts=alts),)
    return (mark, *body)


def _limit(c: Context, rule: Collected, me: X, piece: X | None) -> tuple[X, S] | None:
    node = rule.node.limit
    if node is None:
        return None
    name = f"limit {rule.cls}.{rule.kind}.{rule.decl.id}"
    if name not in c.layout.flags:
        ids = c.pieces_of(rule.cls, rule.kind) if rule.cls else tuple(range(c.layout.players))
        first = c.layout.flag(name, ids or (0,), known_as=f"limit {rule.decl.id}")
        c.at_end_of(node.period, first, max(1, len(ids)), 0)
    uses = Slot("flag", name, f"limit:{rule.cls}.{rule.kind}.{rule.decl.id}", me if piece is None else piece)
    most = const(1) if node.times is None else expression(c, node.times, Scope(me=me, marked=True), INT)
    return compared("<", Get(uses), most), Add(uses, const(1))


def _instead(c: Context, rule: Collected, name: str, params: tuple[Var, ...], body: Body, marked: bool) -> Body:
    head = _head(rule)
    names = _parameter_names(c, name)
    pieces: list[X | None] = [None]
    if rule.cls:
        pieces = [Const(x, piece_of(rule.cls)) for x in c.pieces_of(rule.cls, rule.kind)]
    for piece in reversed(pieces):
        matched = match(c, rule, head.event, head.by, names, params[1:], params[0], piece)
        tests, limit = _tests(c, rule, matched, params[0], piece)
        facts = tuple(fact for t in tests for fact in told(c, t))
        inner = matched.scope.inner(marked=marked, facts=facts, original=name)
        body = _called_apart(c, name, params, body)
        text = block(c, head.body, inner)
        rule.linked.append((params[0].name, both(tests), text))
        new = _with_original(text, body)
        new = (*_told(c, rule, params, names), *new)
        if limit is not None:
            new = (limit[1], *new)
        body = (If(both(tests), (Braces(new),), (Braces(body),)),)
    return body


MANY = 300
"""Statements from which on what an `instead of` replaces becomes a procedure of its own."""


def _called_apart(c: Context, name: str, params: tuple[Var, ...], body: Body) -> Body:
    """What a rule replaces, as the call of a procedure where it is long. It stands in the rule at each `do original`
    and beside it, for when the rule does not hold: twice as much for every rule on the same event."""
    if len([*islice(statements(body), MANY)]) < MANY:
        return body
    part = f"{name} {sum(other.startswith(f'{name} ') for other in c.parts) + 1}"  # no name of a ruleset
    decl = c.model.procedures.get(name)
    span = decl.span if decl is not None else c.actions[name].decl.span if name in c.actions else c.model.game.span
    c.parts[part] = Procedure(part, params, body, False, span)
    return (Invoke(part, params, span),)


def _with_original(body: Body, original: Body) -> Body:
    """`do original` replaced by the body it stands for."""
    out: list[S] = []
    for s in body:
        if isinstance(s, Braces) and s.body == (End("original"),):
            out.append(Braces(original))
        else:
            out.append(mapped(s, lambda b: _with_original(b, original)))
    return tuple(out)


# ---- whenever


def state_rules(c: Context) -> list[StateRuleDef]:
    from interpreter.language.core.checked import StateRuleDef

    out: list[StateRuleDef] = []
    for rule in c.rules:
        head = rule.node.head
        if not isinstance(head, nodes.StateRule):
            continue
        if rule.cls:
            c.report("E324", head.span, what="`whenever` on a piece")
            continue
        scope = Scope(procedure=rule.decl.id)
        test = expression(c, head.condition, scope, BOOL)
        text = block(c, head.body, scope.inner())
        rule.linked.append(("", test, text))
        body = (*telling(c, rule.decl.id, None, []), *text)
        reads = c.footprint(test).families
        latch = c.layout.flag(f"whenever {rule.decl.id}")
        out.append(StateRuleDef(rule.decl.id, test, body, latch, reads))
    return out


def watched(c: Context) -> frozenset[str]:
    """The families that the conditions of all `whenever` rules read."""
    out: set[str] = set()
    for rule in c.rules:
        head = rule.node.head
        if isinstance(head, nodes.StateRule) and not rule.cls:
            out |= c.footprint(expression(c, head.condition, Scope(procedure=rule.decl.id), BOOL)).families
    return frozenset(out)


def check_state_rules(c: Context, found: list[StateRuleDef], procedures: Mapping[str, Procedure]) -> None:
    """A `whenever` runs in the middle of other statements, so it may not ask anything, itself or through what it
    calls."""
    for rule in found:
        if asks(rule.body, procedures):
            text = c.model.rules[rule.id].text
            c.report("E404", None if text is None else text.span)


# ---- free actions before other players' menus


def pauses(c: Context) -> dict[str, tuple[Var, Body]]:
    """menu → decisions in which others may take the free actions whose window is `before <menu>`."""
    out: dict[str, tuple[Var, Body]] = {}
    for menu in c.model.menus:
        wanted = [f for f in c.free if _opens_before(f, menu) and c.pieces_possible(f)]
        if wanted:
            who = c.fresh("who", PLAYER)
            out[menu] = (who, (_pause(c, wanted, menu, who),))
    return out


def _opens_before(free: FreeDef, menu: str) -> bool:
    return any(isinstance(w, nodes.Timing) and w.name == menu for w in free.windows)


def _pause(c: Context, wanted: list[FreeDef], menu: str, who: X) -> S:
    me = c.fresh("me", PLAYER)
    alts = tuple(a for f in wanted for a in c.action_alternatives(f.id, me, Scope(me=me, marked=True)))
    again = Decide(me, alts, (f"before_{menu}", (End("inner"),)), f"before_{menu}", True, c.model.game.span)
    loop = Loop("times", c.fresh("i", INT).name, const(PAUSE_BOUND), None, (again,), False)
    return Loop("for", me.name, seats_after(c, who), None, (loop,), False)


# ---- which procedures only blocks call


def called_in_text(c: Context) -> dict[str, tuple[tuple[Span, str], ...]]:
    """Procedures that phase text reaches otherwise than through a `may`, a menu, a branch or `if possible`, so that
    nothing in them may fail → one chain of calls that leads there, the outermost first: place, and what is called."""
    texts: list[tuple[nodes.Block, tuple[tuple[Span, str], ...]]] = [(c.program(c.model.setup), ())]
    texts += [(c.program(p.do), ()) for p in c.model.procedures.values() if p.is_phase]
    for rule in c.rules:
        head = rule.node.head
        if isinstance(head, nodes.StateRule) or (isinstance(head, nodes.Trigger) and head.timing != "instead_of"):
            texts.append((head.body, ()))
    reached: dict[str, tuple[tuple[Span, str], ...]] = {}
    while texts:
        body, chain = texts.pop()
        for call in _called(body):
            name = call.called
            if name in c.model.procedures and name not in reached and not c.model.procedures[name].is_phase:
                reached[name] = (*chain, (call.span, name))
                texts.append((c.program(c.model.procedures[name].do), reached[name]))
    return reached


def _called(body: nodes.Block) -> Iterator[nodes.Do]:
    """What `do` calls outside inner blocks."""
    for text in nodes.phase_blocks(body):
        yield from (s for s in text if isinstance(s, nodes.Do))


__all__ = ["Bind", "Type", "TRUE", "contents", "fitted", "substituted", "walk", "collect", "linked", "modified", "Let"]

"""let, if, for, repeat, does, do, require, end: names, order and control."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from interpreter.diagnostics import Span, near_names
from interpreter.language.core import (
    Add,
    Block,
    Body,
    Check,
    ChooseSome,
    Const,
    Decide,
    Dispatch,
    End,
    Get,
    If,
    IfPossible,
    Invoke,
    Let,
    Loop,
    Op,
    Prim,
    Put,
    Reason,
    S,
    Slot,
    Var,
    X,
    compared,
    conjuncts,
    const,
    is_nonnegative,
    negated,
    plus,
    rebuilt,
)
from interpreter.language.core import Scope as Braces
from interpreter.language.resolve import bags
from interpreter.language.resolve.clauses import clause, comparison
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import (
    attribute,
    binder_scope,
    domain,
    entry_of,
    expression,
    face_of,
    fitted,
    kind_of_piece,
    selected,
    there,
)
from interpreter.language.resolve.phases import phases_named_by
from interpreter.language.resolve.saying import named_in_question
from interpreter.language.resolve.scope import Scope
from interpreter.language.resolve.statements.chance import at_random
from interpreter.language.resolve.statements.choices import actor
from interpreter.language.resolve.statements.registry import (
    as_it_is,
    block,
    from_list,
    handles,
    leaves,
    looped,
    of_each,
    reason,
    require,
    told,
)
from interpreter.language.syntax import nodes
from interpreter.loading.words import BUILT_IN, LANGUAGE
from interpreter.program.types import BAG, BOOL, INT, PLAYER, UNKNOWN, Type, list_of
from interpreter.records import changed


@handles(nodes.Require)
def require_statement(c: Context, node: nodes.Require, scope: Scope) -> list[S]:
    test = expression(c, node.condition, scope, BOOL)
    out: list[S] = []
    apart = clause(c, node.condition, scope)
    for part in conjuncts(test):
        compares, have, need = comparison(part) or ("", None, None)
        at = ((part, node.condition.span),)
        why = Reason("require", node.span, need, have, "", compares, node.words, clause=apart, places=at)
        out += require(c, part, why, scope)
    scope.facts = (*scope.facts, *told(c, test))
    return out


@handles(nodes.Let)
def let(c: Context, node: nodes.Let, scope: Scope) -> list[S]:
    if isinstance(node.value, nodes.Random):
        return at_random(c, node.value, scope, lambda name: let(c, replace(node, value=name), scope))
    value = expression(c, node.value, scope)
    var = c.new_local(node.name, value.type, scope, node.span, is_nonnegative(value))
    if value.type == INT and node.name not in c.assigned:
        bounds = value.args if isinstance(value, Op) and value.operator == "min" else (value,)
        scope.facts = (*scope.facts, *(Op(">=", (b, var), BOOL) for b in bounds))
    if node.name not in c.assigned:
        c.domains[var.name] = value
    return [Let(var.name, value)]


@handles(nodes.Assign)
def assign(c: Context, node: nodes.Assign, scope: Scope) -> list[S]:
    if isinstance(node.value, nodes.Random):
        return at_random(c, node.value, scope, lambda name: assign(c, replace(node, value=name), scope))
    target = node.target
    if isinstance(target, nodes.Name) and target.name in scope.names:
        return _assign_local(c, node, scope.names[target.name], scope)
    if isinstance(target, nodes.Attribute) and target.name == "value":
        die = expression(c, target.value, scope)
        if die.type.name == "piece" and die.type.of in c.model.pieces and c.is_die(die.type.of):
            return _assign_value(c, node, die, scope)
    if isinstance(target, nodes.Name) and node.operator == "=" and _is_new(c, target.name, scope):
        c.report("E391", target.span, name=target.name)
        return let(c, nodes.Let(node.span, target.name, node.value), scope)
    found = _target(c, target, scope)
    if found is None:
        return []
    slot, kind, bounds = found
    if node.operator != "=":
        if kind.name == "list" and node.operator == "+=":
            more = fitted(c, expression(c, node.value, scope, kind), kind, node.value.span)
            return [Put(slot, Op("+", (Get(slot, kind), more), kind))]
        change = expression(c, node.value, scope, INT)
        if bounds is None:
            return [Add(slot, change if node.operator == "+=" else Op("neg", (change,)))]
        old = expression(c, target, scope, INT)
        value: X = plus(old, change) if node.operator == "+=" else Op("-", (old, change))
    else:
        value = expression(c, node.value, scope, kind)
    if bounds is not None:
        value = Op("max", (const(bounds[0]), Op("min", (const(bounds[1]), value))))
    return [Put(slot, value)]


def _is_new(c: Context, name: str, scope: Scope) -> bool:
    """Whether a name is nowhere, nor misspelt: then it is made here, and `let` was left out."""
    variables = [*scope.names, *c.model.game_state, *c.model.player_state]
    return name not in {*c.all_names(), *BUILT_IN, *LANGUAGE} and not near_names(name, variables)


def _assign_value(c: Context, node: nodes.Assign, die: X, scope: Scope) -> list[S]:
    """Turn a die to a number; fails where no face shows it."""
    cls = die.type.of
    slot = replace(face_of(die), owner=die)
    value: X = expression(c, node.value, scope, INT)
    old = plus(Get(slot), const(1))
    if node.operator != "=":
        value = plus(old, value) if node.operator == "+=" else Op("-", (old, value))
    number = c.fresh("n", INT)
    faces = const(len(c.model.pieces[cls].faces))
    inside = [compared(">=", number, const(1)), compared("<=", number, faces)]
    out: list[S] = [Let(number.name, value)]
    is_face = isinstance(value, Const) and value.value in range(1, len(c.model.pieces[cls].faces) + 1)
    for test in [] if is_face else inside:
        out += require(c, test, reason("require", node.span, faces, number), scope)
    return [*out, Put(slot, plus(number, const(-1)))]


def _assign_local(c: Context, node: nodes.Assign, var: Var, scope: Scope) -> list[S]:
    if var.type.name == "list" and node.operator == "+=":
        value = fitted(c, expression(c, node.value, scope, var.type), var.type, node.value.span)
        return [Let(var.name, Op("+", (var, value), var.type))]
    if node.operator == "=":
        return [Let(var.name, expression(c, node.value, scope, var.type))]
    if var.type == BAG:
        change = expression(c, node.value, scope, BAG)
        return [
            Let(var.name, bags.joined(var, change if node.operator == "+=" else Prim("bag_negative", (change,), BAG)))
        ]
    change = expression(c, node.value, scope, INT)
    fitted(c, var, INT, node.target.span)
    return [Let(var.name, plus(var, change) if node.operator == "+=" else Op("-", (var, change)))]


Target = tuple[Slot, Type, tuple[int, int] | None]
"""What is assigned, with its type and the ends of its range."""


def _target(c: Context, target: nodes.Expr, scope: Scope) -> Target | None:
    """What can be assigned; None after a report."""
    entry = entry_of(c, target, scope)
    if entry is not None:
        return entry.slot, entry.type, None
    match target:
        case nodes.Name(name=name) if name in c.model.game_state:
            decl = c.model.game_state[name]
            x = expression(c, target, scope)
        case nodes.Mine(name=name) | nodes.Attribute(name=name):
            found = _attribute_slot(c, target, name, scope)
            if found is None or found[0].type == UNKNOWN:
                return None
            x, decl_type = found
            return _target_of(c, x, decl_type, target.span)
        case nodes.Name(name=name) if name not in c.declared and name not in scope.names:
            c.unknown_name(target.span, name, scope)
            return None
        case _:
            _unchangeable(c, target.span)
            return None
    return _target_of(c, x, decl.type, target.span)


def _unchangeable(c: Context, span: Span) -> None:
    """Report that something is no variable, with the variables that are called nearly so."""
    model = c.model
    states = [model.game_state, model.player_state, *(cls.state for cls in model.classes)]
    word = re.search(r"[a-z]\w*$", span.text)
    near = near_names(word[0], [name for state in states for name in state]) if word is not None else ()
    c.report("E306", span, near=near)


def _target_of(c: Context, x: X, type_text: str, span: Span) -> Target | None:
    if not isinstance(x, Get):
        if x.type != UNKNOWN:
            _unchangeable(c, span)
        return None
    return x.slot, x.type, c.bounds(type_text)


def _attribute_slot(c: Context, node: nodes.Expr, name: str, scope: Scope) -> tuple[X, str] | None:
    value = actor(c, node.span, scope) if isinstance(node, nodes.Mine) else None
    if isinstance(node, nodes.Attribute):
        value = expression(c, node.value, scope)
    assert value is not None
    if value.type == PLAYER and name in c.model.player_state:
        return attribute(c, value, name, node.span), c.model.player_state[name].type
    if value.type.name == "place":
        for space in [value.type.space] if value.type.space else list(c.model.spaces):
            if name in c.model.spaces[space].state:
                return attribute(c, value, name, node.span), c.model.spaces[space].state[name].type
    if value.type.name == "piece" and value.type.of in c.model.pieces:
        cls = c.model.pieces[value.type.of]
        if name == "face" and len(cls.faces) > 1:
            return attribute(c, value, name, node.span), "face"
        if name in cls.state:
            return attribute(c, value, name, node.span), cls.state[name].type
    if value.type != UNKNOWN and attribute(c, value, name, node.span).type != UNKNOWN:
        _unchangeable(c, node.span)
    return None


@handles(nodes.If)
def if_statement(c: Context, node: nodes.If, scope: Scope) -> list[S]:
    test = expression(c, node.condition, scope, BOOL)
    then = block(c, node.then, scope.knowing(*told(c, test)))
    other = () if node.otherwise is None else block(c, node.otherwise, scope.knowing(*told(c, negated(test))))
    if isinstance(test, Const) and test.type == BOOL:
        taken = then if test.value else other
        return [Braces(taken)] if taken else []  # empty braces behind a pause would be a step of their own
    if leaves(then):
        scope.facts = (*scope.facts, *told(c, negated(test)))
    return [If(test, (Braces(then),), (Braces(other),) if other else ())]


@handles(nodes.IfPossible)
def if_possible(c: Context, node: nodes.IfPossible, scope: Scope) -> list[S]:
    if node.is_sure and scope.marked:  # as any part of a block: where it fails, the block is not carried out
        return [Braces(block(c, node.then, scope.inner()))]
    me = scope.me if scope.me is not None else const(-1, PLAYER)
    body = block(c, node.then, scope.inner(marked=True))
    if node.is_sure:
        return [IfPossible(me, body, (promised(c, const(False, BOOL), node.span),))]
    other = () if node.otherwise is None else block(c, node.otherwise, scope.inner())
    return [IfPossible(me, body, other)]


@handles(nodes.For)
def for_statement(c: Context, node: nodes.For, scope: Scope) -> list[S]:
    over, item = domain(c, node.binder.domain, scope)
    inner, var = binder_scope(c, node.binder, over, scope, item)
    inner.loops += 1
    test = None if node.binder.condition is None else expression(c, node.binder.condition, inner, BOOL)
    if node.binder.extreme or node.binder.keys:
        over, test = selected(c, node.binder, over, test, inner, var), None
    tests = () if test is None else told(c, test)
    inner.facts = (*inner.facts, *from_list(c, var, over))  # of the list as it was at the start

    def made(known: Scope) -> Body:
        said = of_each(c, var, over, known.facts, tests)
        return block(c, node.body, known.knowing(*tests, *said))

    return [Loop("for", var.name, over, test, looped(c, node, inner, made, as_it_is, (var, over)))]


@handles(nodes.Repeat)
def repeat(c: Context, node: nodes.Repeat, scope: Scope) -> list[S]:
    inner = scope.inner(loops=scope.loops + 1)
    number = expression(c, node.number, scope, INT)
    counter = c.fresh("i", INT)
    stop = None if node.until is None else expression(c, node.until, scope, BOOL)
    body = looped(c, node, inner, lambda known: block(c, node.body, known.inner()), as_it_is)
    if node.how == "surely":
        is_last = compared(">=", counter, const(nodes.NO_GAME_COMES_NEAR - 1))
        body = (If(is_last, (promised(c, const(False, BOOL), node.span),)), *body)
    return [Loop("falls" if node.how == "while_falls" else "times", counter.name, number, stop, body)]


def promised(c: Context, test: X, span: Span) -> S:
    """What stops the game where a test, for which the author answers with `surely`, is not true."""
    return Let(c.fresh("promised", INT).name, Prim("promised", (test,), INT), at=span)


@handles(nodes.Does)
def does(c: Context, node: nodes.Does, scope: Scope) -> list[S]:
    if node.how == "one":
        who = there(expression(c, node.who, scope, PLAYER))
        me = c.fresh("me", PLAYER)
        known = (*of_each(c, me, who, scope.facts), *_said_of(who, me, scope.facts))
        return [Let(me.name, who), Braces(block(c, node.body, changed(scope.knowing(*known), me=me)))]
    over, item = domain(c, node.who, scope)
    if item not in (PLAYER, UNKNOWN):
        c.mismatch(node.who.span, list_of(PLAYER), over.type)
        return []
    me = c.fresh("me", PLAYER)
    inner = scope.knowing(*from_list(c, me, over)).inner(me=me, loops=scope.loops + 1)
    if node.how == "each":

        def made(known: Scope) -> Body:
            return block(c, node.body, known.knowing(*of_each(c, me, over, known.facts)))

        return [Loop("for", me.name, over, None, looped(c, node, inner, made, as_it_is, (me, over)))]
    return _together(c, node, over, me, scope, inner)


def _said_of(who: X, me: Var, facts: Iterable[X]) -> Iterator[X]:
    """What facts about somebody say where it is they who act."""
    named = who.args[0] if isinstance(who, Prim) and who.name == "there" else who

    def changed_in(x: X) -> X:
        return me if x == named else rebuilt(x, changed_in)

    for fact in facts:
        if (said := changed_in(fact)) != fact:
            yield said


def _together(c: Context, node: nodes.Does, over: X, me: Var, scope: Scope, outer: Scope) -> list[S]:
    """All answer in secret: asked one after another, seen by nobody until all have answered."""
    # With a requirement in it, each one's answers are a block: chosen so that the requirement holds.
    is_block = any(isinstance(s, nodes.Require) for s in node.body)
    outer.marked, outer.together = scope.marked or is_block, True
    before = set(outer.names)
    for s in node.body:
        is_open = isinstance(s, nodes.Let) and isinstance(s.value, nodes.Random)
        if is_open or not isinstance(s, nodes.Let | nodes.Choose | nodes.ChooseSome | nodes.Require):
            c.report("E343", s.span)

    def made(known: Scope) -> tuple[Scope, Body]:
        one = known.knowing(*of_each(c, me, over, known.facts))
        return one, block(c, node.body, one)

    inner, answered = looped(c, node, outer, made, lambda made: made[1])
    body = list(answered)
    out: list[S] = []
    answers: list[tuple[str, object]] = []
    for name in [n for n in inner.names if n not in before]:
        var = inner.names[name]
        kept = c.new_local(name, Type("per", item=var.type, key=PLAYER), scope, node.span)
        empty: object = () if var.type.name == "list" else 0 if var.type in (INT, BOOL) else -1
        answers.append((kept.name, empty))
        out.append(Let(kept.name, Const((empty,) * c.layout.players, kept.type)))
        body.append(Let(kept.name, Prim("with_item", (kept, me, var), kept.type)))
    asked = tuple(replace(s, secret=tuple(answers)) if isinstance(s, Decide | ChooseSome) else s for s in body)
    if is_block:
        asked = (IfPossible(me, asked, ()),)
    return [*out, Loop("for", me.name, over, None, asked, secret=True)]


# ---- do


@handles(nodes.Do)
def do(c: Context, node: nodes.Do, scope: Scope) -> list[S]:
    target = node.target
    function = target.function if isinstance(target, nodes.Call) else target
    arguments = target.arguments if isinstance(target, nodes.Call) else ()
    if isinstance(function, nodes.Name) and function.name not in scope.names:
        name = function.name
        if name == "original":
            return _original(c, node, scope)
        if name in c.model.procedures:
            return _invoke(c, name, arguments, node.span, scope)
        if name in c.action_ids:
            return _do_action(c, name, arguments, node, scope)
    value = expression(c, function, scope)
    if value.type == UNKNOWN:
        return []
    if value.type.name == "phase":
        return _do_phase(c, value, arguments, node.span, scope)
    if value.type.name in ("piece", "kind"):
        return _do_piece(c, value, node.span, scope)
    if value.type.name == "place":
        return _do_space(c, value, node.span, scope)
    c.report("E344", node.span, found=value.type)
    return []


def _original(c: Context, node: nodes.Do, scope: Scope) -> list[S]:
    if scope.original is None:
        c.report("E345", node.span)
        return []
    return [Braces((End("original"),))]


def _invoke(c: Context, name: str, arguments: tuple[nodes.Argument, ...], span: Span, scope: Scope) -> list[S]:
    args = c.call_arguments(c.signature(name), arguments, span, scope)
    if args is None:
        return []
    me: X = scope.me if scope.me is not None else const(-1, PLAYER)
    return [Invoke(name, (me, *args), span)]


def _do_action(c: Context, name: str, arguments: tuple[nodes.Argument, ...], node: nodes.Do, scope: Scope) -> list[S]:
    who = actor(c, node.span, scope)
    args = c.call_arguments(c.action_given(name), arguments, node.span, scope)
    if args is None:
        return []
    alts = tuple(c.action_alternatives(name, who, scope, tuple(args)))
    return [Decide(who, alts, None, name, True, node.span, told=named_in_question(c, name, scope))]


def _do_phase(c: Context, value: X, arguments: tuple[nodes.Argument, ...], span: Span, scope: Scope) -> list[S]:
    """`do x.phase(…)`: each phase that the expression may name is a case."""
    me: X = scope.me if scope.me is not None else const(-1, PLAYER)
    cases: list[tuple[int, Body]] = []
    for name in phases_named_by(c, value):
        args = c.call_arguments(c.signature(name), arguments, span, scope, quiet_extra=True)
        if args is not None:
            cases.append((c.procedure_number(name), (Invoke(name, (me, *args), span),)))
    return [Dispatch(there(value), tuple(cases))]


def _do_piece(c: Context, value: X, span: Span, scope: Scope) -> list[S]:
    me: X = scope.me if scope.me is not None else const(-1, PLAYER)
    kind = kind_of_piece(c, value) if value.type.name == "piece" else value
    cases: list[tuple[int, Body]] = []
    for number, (cls, name) in enumerate(c.layout.kinds):
        if value.type.of in ("", cls) and (procedure := c.kind_procedure(cls, name)) is not None:
            cases.append((number, (Invoke(procedure, (me, value), span),)))
            if not scope.marked:
                c.done_in_text.add(procedure)
    if not cases:
        c.report("E344", span, found=value.type)
    if isinstance(kind, Const):
        return [s for number, body in cases if number == kind.value for s in body]
    return [Dispatch(there(kind), tuple(cases))]


def _do_space(c: Context, place: X, span: Span, scope: Scope) -> list[S]:
    """`do s` of a space: what its entry says under `do`."""
    me: X = scope.me if scope.me is not None else const(-1, PLAYER)
    cases: list[tuple[int, Body]] = []
    for number, info in enumerate(c.layout.places):
        space = c.model.spaces.get(info.space)
        if space is None or place.type.space not in ("", info.space) or space.kinds[info.zone].do is None:
            continue
        procedure = f"do {info.space}.{info.zone}"
        cases.append((number, (Invoke(procedure, (me, place), span),)))
        if not scope.marked:
            c.done_in_text.add(procedure)
    if not cases:
        c.report("E344", span, found=place.type)
    return [Dispatch(there(place), tuple(cases))]


@handles(nodes.End)
def end(c: Context, node: nodes.End, scope: Scope) -> list[S]:
    if node.how == "loop":
        if scope.loops == 0:
            c.report("E321", node.span)
        return [End("loop")]
    if node.how == "game":
        ending = node.name or "normal"
        if ending not in c.endings:
            c.report("E322", node.span, name=ending, near=c.near(ending, c.endings))
            return []
        return [End("game", ending)]
    assert node.name is not None
    if node.name not in c.model.procedures or not c.model.procedures[node.name].is_phase:
        c.report("E323", node.span, name=node.name, near=c.near(node.name, c.model.procedures))
        return []
    c.ended.append((scope.procedure, node.name, node.span))
    return [End("phase", node.name)]


__all__ = ["Block", "Check", "compared"]

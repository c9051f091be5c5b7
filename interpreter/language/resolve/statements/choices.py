"""choose, may, distribute, split, do one of: the decisions of players."""

from __future__ import annotations

from interpreter.diagnostics import Span
from interpreter.language.core import (
    WRONG,
    Add,
    Alt,
    Bind,
    Check,
    ChooseSome,
    Const,
    Decide,
    End,
    Fold,
    Let,
    Loop,
    Op,
    Prim,
    S,
    Spread,
    Var,
    X,
    compared,
    const,
)
from interpreter.language.resolve.clauses import checks_of, clause, elements
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import binder_scope, counter, counter_slot, domain, expression, unordered
from interpreter.language.resolve.expressions.holders import SAY_WHO
from interpreter.language.resolve.saying import named_in_question
from interpreter.language.resolve.scope import Scope
from interpreter.language.resolve.statements.amounts import part_of
from interpreter.language.resolve.statements.registry import (
    block,
    handles,
    has_some,
    looped,
    reason,
    require,
    told,
    within,
)
from interpreter.language.resolve.statements.shifting import at_least_zero
from interpreter.language.syntax import nodes
from interpreter.program.types import BOOL, INT, UNKNOWN, Type, list_of
from interpreter.records import changed


def actor(c: Context, span: Span, scope: Scope) -> X:
    if scope.me is None:
        c.report("E305", span, hint=SAY_WHO)
        return WRONG
    return scope.me


def binds(
    c: Context, binders: tuple[nodes.Binder, ...], scope: Scope
) -> tuple[tuple[Bind, ...], tuple[tuple[str, str], ...]]:
    """The choices of some binders; their names are added to `scope`, so that later ones may use earlier ones."""
    out: list[Bind] = []
    names: list[tuple[str, str]] = []
    for binder in binders:
        if binder.extreme and len(binders) > 1:
            c.report("E338", binder.span)
        unordered(c, binder, "a choice")
        over, item = domain(c, binder.domain, scope)
        inner, var = binder_scope(c, binder, over, scope, item)
        test = None if binder.condition is None else expression(c, binder.condition, inner, BOOL)
        apart = None if binder.condition is None else clause(c, binder.condition, inner)
        among = elements(c, binder.domain, over, scope)
        value = None if binder.value is None else expression(c, binder.value, inner, INT)
        scope.names[binder.name] = var
        names.append((var.name, binder.name))
        at = binder.span if binder.condition is None else binder.condition.span
        there = has_some(over, test, var, scope.facts)
        of_value = None if binder.value is None else binder.value.span
        out.append(
            Bind(
                var.name, over, test, item, binder.extreme, value, True, at, binder.domain.span, of_value, there, apart,
                among,
            )
        )  # fmt: skip
    return tuple(out), tuple(names)


@handles(nodes.Choose)
def choose(c: Context, node: nodes.Choose, scope: Scope) -> list[S]:
    who = actor(c, node.span, scope)
    chosen, names = binds(c, node.binders, scope)
    alt = Alt("", None, (), chosen, (), None, names, "", node.span)
    for bind in chosen:
        chosen_one = Var(bind.var, bind.type)
        scope.facts = (
            *scope.facts,
            *within(chosen_one, bind.domain),
            *(() if bind.test is None else told(c, bind.test)),
        )
    return [Decide(who, (alt,), None, scope.prompt, False, node.span, told=named_in_question(c, scope.prompt, scope))]


@handles(nodes.ChooseSome)
def choose_some(c: Context, node: nodes.ChooseSome, scope: Scope) -> list[S]:
    who = actor(c, node.span, scope)
    over, item = domain(c, node.source, scope)
    if item == UNKNOWN:
        c.new_local(node.name, list_of(item), scope, node.span)
        return []
    source = c.fresh("from", list_of(item))
    size = Prim("len", (source,), INT)
    number = const(0) if node.quantity.number is None else expression(c, node.quantity.number, scope, INT)
    number_at = node.span if node.quantity.number is None else node.quantity.number.span
    low: X = number
    high: X = number
    if node.quantity.how in ("up_to", "any"):
        low = const(0)
        high = size if node.quantity.how == "any" else Op("min", (Op("max", (const(0), number)), size))
    elif node.quantity.how == "at_least":
        high = size
    out: list[S] = [Let(source.name, over, asks=True)]
    known = len(over.value) if isinstance(over, Const) else 0  # type: ignore[arg-type]
    is_there = isinstance(low, Const) and low.value <= known  # type: ignore[operator]
    if node.quantity.how in ("exactly", "at_least") and not is_there:
        there = const(len(over.value)) if isinstance(over, Const) else Prim("len", (over,), INT)  # type: ignore[arg-type]
        why = reason("too_few", node.span, low, there, places=((there, node.source.span), (low, number_at)))
        tests = require(c, compared(">=", there, low), why, scope)
        out += [Check(compared(">=", size, low), changed(why, have=size)) for _ in tests]
    var = c.new_local(node.name, list_of(item), scope, node.span)
    chosen = ChooseSome(who, var.name, source, low, high, item, node.name, node.span)
    return [*out, changed(chosen, source_at=node.source.span, number_at=number_at)]


def alternative(c: Context, branch: nodes.Branch, scope: Scope) -> Alt:
    when = None if branch.condition is None else expression(c, branch.condition, scope, BOOL)
    at = None if branch.condition is None else branch.condition.span
    checks: tuple[Check, ...] = ()
    if when is not None and branch.condition is not None:
        checks = checks_of(c, branch.condition, when, scope)
    facts = scope.facts if when is None else (*scope.facts, *told(c, when))
    inner = scope.inner(marked=True, facts=facts, prompt=branch.label)
    return Alt(branch.label, when, (), (), block(c, branch.body, inner), None, (), "", branch.span, at, checks)


@handles(nodes.ChooseBranch)
def choose_branch(c: Context, node: nodes.ChooseBranch, scope: Scope) -> list[S]:
    who = actor(c, node.span, scope)
    labels = [b.label for b in node.branches]
    for i, branch in enumerate(node.branches):
        if branch.label in labels[:i]:
            c.report("E339", branch.span, label=branch.label)
    alts = tuple(alternative(c, b, scope) for b in node.branches)
    return [Decide(who, alts, None, scope.prompt, True, node.span, told=named_in_question(c, scope.prompt, scope))]


@handles(nodes.May)
def may(c: Context, node: nodes.May, scope: Scope) -> list[S]:
    who = actor(c, node.span, scope)
    if node.times is None:
        alt = alternative(c, node.branch, scope)
    else:
        alt = looped(c, node, scope, lambda kept: alternative(c, node.branch, kept), lambda made: made.body)
    otherwise = () if node.otherwise is None else block(c, node.otherwise, scope.inner())
    label = node.branch.label
    told = named_in_question(c, label, scope)
    if node.times is None:
        return [Decide(who, (alt,), (label, otherwise), label, True, node.span, told=told)]
    times = c.fresh("times", INT)
    counter_var = c.fresh("i", INT)
    stop = (*otherwise, End("inner"))
    decide = Decide(who, (alt,), (label, stop), label, True, node.span, told=told)
    return [
        Let(times.name, expression(c, node.times, scope, INT)),
        Loop("times", counter_var.name, times, None, (decide,), False),
    ]


@handles(nodes.DoOneOf)
def do_one_of(c: Context, node: nodes.DoOneOf, scope: Scope) -> list[S]:
    who = actor(c, node.span, scope)
    menu = expression(c, node.menu, scope, Type("menu"))
    if not isinstance(menu, Const) or menu.type == UNKNOWN:
        if menu.type != UNKNOWN:
            c.report("E340", node.span)
        return []
    name = c.model.menus[int(menu.value)]  # type: ignore[call-overload]
    alts = tuple(alt for action in c.actions_in(name) for alt in c.action_alternatives(action, who, scope))
    return [Decide(who, alts, None, name, True, node.span, name, told=named_in_question(c, name, scope))]


# ---- numbers over places


@handles(nodes.Distribute)
def distribute(c: Context, node: nodes.Distribute, scope: Scope) -> list[S]:
    """Counters of the one who acts are laid on places, as many as fit."""
    who = actor(c, node.span, scope)
    part = part_of(c, node.item, scope)
    over, item, caps, out = _places(c, node.binder, node.most, scope)
    if part is None or part.resource is None or item == UNKNOWN:
        if part is not None and part.resource is None:
            c.report("E341", node.item.span)
        return []
    have = counter(c, who, part.resource, node.span)
    count: X = have if part.count is None else Op("min", (have, part.count))
    number = c.fresh("n", INT)
    shares = c.fresh("shares", list_of(INT))
    total = Op("min", (count, Prim("total", (caps,), INT)))
    out.append(Let(number.name, total, asks=True))
    out.append(Spread(who, shares.name, over, caps, number, number, item, scope.prompt, node.span, binds=True))
    at = c.fresh("i", INT)
    place = Prim("item0", (over, at), item)
    share = Prim("item0", (shares, at), INT)
    there = counter_slot(c, place, part.resource, node.span)
    mine = counter_slot(c, who, part.resource, node.span)
    if there is None or mine is None:
        return []
    lay = (Add(there, share),)
    out.append(Loop("times", at.name, Prim("len", (over,), INT), None, lay, False))
    out.append(Add(mine, Op("neg", (number,))))
    return out


def _places(c: Context, binder: nodes.Binder, most: nodes.Expr | None, scope: Scope) -> tuple[Var, Type, Var, list[S]]:
    """The places as a fixed list and the most that each takes."""
    unordered(c, binder, "what is laid out")
    over, item = domain(c, binder.domain, scope)
    inner, var = binder_scope(c, binder, over, scope, item)
    if binder.condition is not None:
        over = Fold("list", var.name, over, expression(c, binder.condition, inner, BOOL), None, over.type)
    places = c.fresh("places", list_of(item))
    caps = c.fresh("caps", list_of(INT))
    cap: X = const(10**6) if most is None else expression(c, most, inner, INT)
    per_place = Fold("list_of", var.name, places, None, at_least_zero(cap), list_of(INT))
    return places, item, caps, [Let(places.name, over, asks=True), Let(caps.name, per_place, asks=True)]


@handles(nodes.Split)
def split(c: Context, node: nodes.Split, scope: Scope) -> list[S]:
    who = actor(c, node.span, scope)
    over, item, caps, out = _places(c, node.binder, node.most, scope)
    number = const(0) if node.quantity.number is None else expression(c, node.quantity.number, scope, INT)
    high = Op("min", (number, Prim("total", (caps,), INT)))
    low: X = high if node.quantity.how == "exactly" else const(0)
    shares = c.fresh("shares", list_of(INT))
    if node.quantity.how not in ("exactly", "up_to"):
        c.report("E342", node.quantity.span)
    out.append(Spread(who, shares.name, over, caps, low, high, item, node.name, node.span))
    noted = c.new_local(node.name, Type("per", item=INT, key=item), scope, node.span)
    return [*out, Let(noted.name, Prim("paired", (over, shares), noted.type))]

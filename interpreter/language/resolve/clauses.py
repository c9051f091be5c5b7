"""Conditions taken apart as they are written, for `why`: each part with its test, so that it can be told which decides.

Only checking for a program that says why options fail takes them apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.core import (
    TRUE,
    Check,
    Clause,
    Const,
    Op,
    Prim,
    Reason,
    Value,
    X,
    both,
    conjuncts,
    const,
    substituted,
)  # fmt: skip
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import binder_scope, domain, expression
from interpreter.language.resolve.expressions.calls import each_of
from interpreter.language.resolve.scope import Scope
from interpreter.language.syntax import nodes
from interpreter.loading.model import ActionDecl, EffectText, FreeDecl
from interpreter.program.types import BOOL, INT

_MIRRORED = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "==": "==", "!=": "!="}


def comparison(x: X) -> tuple[str, X, X] | None:
    """(how what is there should stand to what is needed, what is there, what is needed) of a test that compares
    numbers; a number that is written out is what is needed."""
    if not (isinstance(x, Op) and x.operator in _MIRRORED and all(a.type == INT for a in x.args)):
        return None
    have, need = x.args
    if isinstance(have, Const) and not isinstance(need, Const):
        return _MIRRORED[x.operator], need, have
    return x.operator, have, need


def checks_of(c: Context, node: nodes.Expr, test: X, scope: Scope) -> tuple[Check, ...]:
    """The parts of the `if` of a branch as checks, each with its reason."""
    if test == TRUE:
        return ()
    apart = clause(c, node, scope)
    out = []
    for part in conjuncts(test):
        compares, have, need = comparison(part) or ("", None, None)
        out.append(Check(part, Reason("where", node.span, need, have, compares=compares, clause=apart)))
    return tuple(out)


def clause(c: Context, node: nodes.Expr, scope: Scope) -> Clause | None:
    """A condition taken apart, where checking is asked to do that."""
    return _part(c, node, scope) if c.takes_apart else None


def elements(c: Context, node: nodes.Expr, over: X, scope: Scope) -> Clause | None:
    """What may be chosen, where checking is asked to take choices apart."""
    if not c.takes_apart:
        return None
    bounds = (
        tuple(expression(c, x, scope, INT) for x in (node.low, node.high)) if isinstance(node, nodes.Interval) else ()
    )
    return Clause("elements", node.span, TRUE, tuple(_names(node, scope)), (), (over, *bounds))


def of_piece(
    c: Context, decl: ActionDecl | FreeDecl, active: EffectText | None, piece: X, owner: X, tests: tuple[X, ...]
) -> Clause | None:
    """What keeps an action that stands on a piece from being offered.

    active: the text of `active_while`. tests: whether the piece belongs to who acts, whether it is active, whether uses
    are left; the latter two where they are asked."""
    if not c.takes_apart:
        return None
    parts = [Clause("mine", decl.span, tests[0], (), (), (piece,))]
    if active is not None:
        parts.append(_part(c, c.formula(active), Scope(self_piece=piece, owner=owner, marked=True)))
    if decl.limit is not None and isinstance(tests[-1], Op):
        parts.append(Clause("limit", decl.limit.span, tests[-1], (), (), tests[-1].args, "<"))
    return Clause("and", decl.span, both(list(tests)), (), tuple(parts))


def of_value(c: Context, name: str) -> Clause | None:
    """The formula of a condition with a name, taken apart."""
    decl, definition = c.model.values.get(name), c.made_values[name]
    if decl is None or decl.formula is None:
        return None
    formula = decl.formula
    names = dict(zip(decl.given, definition.params, strict=True))
    return _part(c, c.formula(formula), Scope(names=names, marked=True, procedure=name))


def of_values(c: Context) -> dict[str, Clause]:
    """The conditions with names that those taken apart ask, and those that they ask in turn."""
    out: dict[str, Clause] = {}
    while c.asked_values - out.keys():
        for name in sorted(c.asked_values - out.keys()):
            made = of_value(c, name)
            if made is None:
                c.asked_values.discard(name)
            else:
                out[name] = made
    return out


def _part(c: Context, node: nodes.Expr, scope: Scope) -> Clause:
    test = expression(c, node, scope, BOOL)

    def made(kind: str, parts: tuple[Clause, ...] = (), operands: tuple[X, ...] = (), **more: str) -> Clause:
        return Clause(kind, node.span, test, tuple(_names(node, scope)), parts, operands, **more)

    match node:
        case nodes.Binary(operator="and" | "or" as joint):
            return made(joint, tuple(_part(c, x, scope) for x in _chain(node, joint)))
        case nodes.Not():
            return made("not", (_part(c, node.value, scope),))
        case nodes.IfThen():
            return made("if", tuple(_part(c, x, scope) for x in (node.condition, node.then, node.otherwise)))
        case nodes.Call(function=nodes.Name(name="any" | "all" as kind), arguments=(nodes.Argument(binder=binder),)):
            if binder is None or binder.extreme is not None:
                return made("fact")
            over, item = domain(c, binder.domain, scope)
            inner, var = binder_scope(c, binder, over, scope, item)
            asked = binder.condition if kind == "any" else node.arguments[0].value
            counts = None if kind == "any" else binder.condition
            which = TRUE if counts is None else expression(c, counts, inner, BOOL)
            parts = () if asked is None else (_part(c, asked, inner),)
            return made(kind, parts, (over, which), var=var.name)
        case nodes.Call(arguments=(nodes.Argument(binder=nodes.Binder()) as given, _)) if (
            isinstance(test, Prim) and test.name == "assignable"
        ):
            chosen, lists = each_of(c, given, scope, None)
            left = Prim("left_over", (chosen, lists, *test.args[1:]), chosen.type)
            return made("assignable", (), (left,))
    match test:
        case Value(id=id, args=args):
            c.asked_values.add(id)
            return made("value", (), args, value=id)
        case Op(operator="in", args=args) | Op(operator="not", args=(Op(operator="in", args=args),)):
            return made("compare", (), args, compares="in" if test.operator == "in" else "not in")
        case Op(operator="==" | "!=" as operator, args=(there, Const(value=()))):
            return made("compare", (), (Prim("len", (there,), INT), const(0)), compares=operator)
        case Op(operator=operator, args=args) if operator in _MIRRORED:
            compares, have, need = comparison(test) or (operator, args[0], args[1])
            formulas = tuple(found for x in (have, need) if (found := _formula(c, x)) is not None)
            return made("compare", formulas, (have, need), compares=compares)
    return made("fact")


def _formula(c: Context, x: X) -> Clause | None:
    """What a number with a name is made of, where no rule changes it: the sum, difference or product of two parts."""
    if not isinstance(x, Value) or x.type != INT:
        return None
    decl, definition = c.model.values.get(x.id), c.made_values[x.id]
    if decl is None or decl.formula is None:
        return None
    node = c.formula(decl.formula)
    if not isinstance(node, nodes.Binary) or node.operator not in "+-*" or _is_changed(c, x.id):
        return None
    given = dict(zip(decl.given, definition.params, strict=True))
    scope = Scope(names=dict(given), marked=True, procedure=x.id)
    parts = tuple(expression(c, part, scope, INT) for part in (node.left, node.right))
    args = definition.bound(x.args)
    names = tuple((name, substituted(var, args)) for name, var in given.items())
    return Clause(
        "formula", node.span, TRUE, names, (), tuple(substituted(p, args) for p in parts), node.operator, "", x.id
    )


def _is_changed(c: Context, id: str) -> bool:
    """Whether anything may make a value another number than its formula says."""
    heads = (rule.node.head for rule in c.rules)
    by_rule = any(isinstance(head, nodes.Modifier) and head.event.name == id for head in heads)
    decl = c.model.values[id]
    return by_rule or id in c.modified_for_a_while or decl.at_most is not None or decl.at_least is not None


def _chain(node: nodes.Expr, operator: str) -> Iterator[nodes.Expr]:
    if isinstance(node, nodes.Binary) and node.operator == operator:
        yield from _chain(node.left, operator)
        yield from _chain(node.right, operator)
    else:
        yield node


def _names(node: nodes.Expr, scope: Scope) -> Iterator[tuple[str, X]]:
    parts = list(nodes.walk(node))
    used = {x.name for x in parts if isinstance(x, nodes.Name)}
    yield from ((name, x) for name, x in scope.names.items() if name in used)
    if scope.self_piece is not None:
        yield from ((name, scope.self_piece) for name in ("self", "here") if name in used)
    if scope.owner is not None and "owner" in used:
        yield "owner", scope.owner
    if scope.me is not None and ("me" in used or any(isinstance(x, nodes.Mine) for x in parts)):
        yield "me", scope.me

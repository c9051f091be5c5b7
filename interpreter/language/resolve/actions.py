"""Actions: the alternatives they add to decisions, their limits, and the procedures that carry them out."""

from __future__ import annotations

from string import Formatter

from interpreter.diagnostics import near_names
from interpreter.language.core import (
    TRUE,
    Add,
    Alt,
    Bind,
    Const,
    Get,
    Invoke,
    Let,
    S,
    Slot,
    Var,
    X,
    both,
    compared,
    const,
)
from interpreter.language.core.checked import ActionInfo, Procedure
from interpreter.language.resolve import rules
from interpreter.language.resolve.clauses import of_piece
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import activity, expression, owner_of_piece
from interpreter.language.resolve.scope import Scope
from interpreter.language.resolve.statements import block
from interpreter.language.resolve.statements.choices import binds
from interpreter.language.syntax import nodes
from interpreter.program.types import INT, PLAYER, list_of, piece_of


def count_of_uses(c: Context, info: ActionInfo, limit: nodes.Limit, of: X) -> Slot:
    """What counts the uses of a limited action: one for each piece that has it, else one for each player."""
    name = f"limit {info.id}"
    if name not in c.layout.flags:
        ids = c.pieces_of(info.cls, info.kind) if info.cls else tuple(range(c.layout.players))
        c.at_end_of(limit.period, c.layout.flag(name, ids or (0,)), max(1, len(ids)), 0)
    return Slot("flag", name, f"limit:{info.id}", of)


def limit_test(c: Context, info: ActionInfo, who: X, piece: X | None) -> tuple[X, Slot] | None:
    """(test that uses are left, what counts them) of a limited action."""
    limit = c.limit(info.decl.limit)
    if limit is None:
        return None
    uses = count_of_uses(c, info, limit, who if piece is None else piece)
    most = const(1) if limit.times is None else expression(c, limit.times, Scope(me=who, marked=True), INT)
    return compared("<", Get(uses), most), uses


def action_alternatives(c: Context, name: str, who: X, scope: Scope, args: tuple[X, ...] = ()) -> list[Alt]:
    """The alternatives that an action adds to a decision of `who`."""
    info = c.actions[name]
    decl = info.decl
    inner = Scope(me=who, marked=True, procedure=name)
    given = c.action_given(name)
    if not args and given:
        c.report("E352", decl.span, name=name)
        return []
    for (p, _), x in zip(given, args, strict=True):
        var = c.fresh(p, x.type)
        inner.names[p] = var
    lets = tuple(Let(inner.names[p].name, x) for (p, _), x in zip(given, args, strict=True))
    own: tuple[Bind, ...] = ()
    piece: Var | None = None
    tests: list[X] = []
    if info.cls:
        ids = c.pieces_of(info.cls, info.kind)
        if not ids:
            return []
        piece = c.fresh("c", piece_of(info.cls))
        inner.self_piece, inner.owner = piece, who
        tests = [rules.owned_by(c, piece, who), *activity(c, piece, info.cls)]
    limit = limit_test(c, info, who, piece)
    if limit is not None:
        tests.append(limit[0])
    if piece is not None:
        domain = Const(c.pieces_of(info.cls, info.kind), list_of(piece.type))
        active = c.model.pieces[info.cls].active_while
        apart = of_piece(c, decl, active, piece, owner_of_piece(c, piece), tuple(tests))
        own = (Bind(piece.name, domain, both(tests), piece.type, shown=False, at=decl.span, clause=apart),)
        tests = []
    chosen, names = binds(c, c.binders(decl.choose), inner)
    parameters = [who, *([piece] if piece is not None else [])]
    parameters += [inner.names[p] for p, _ in given]
    parameters += [inner.names[b.name] for b in c.binders(decl.choose)]
    body = (Invoke(name, tuple(parameters), decl.span),)
    when = both(tests)
    test = None if when == TRUE else when
    limited = None if decl.limit is None else decl.limit.span
    return [Alt(name, test, lets, (*own, *chosen), body, decl.key, names, name, decl.span, when_at=limited)]


def action_procedure(c: Context, name: str, info: ActionInfo) -> Procedure:
    decl = info.decl
    me = c.fresh("me", PLAYER)
    scope = Scope(me=me, procedure=name, prompt=name, marked=True)
    params: list[Var] = [me]
    piece: Var | None = None
    if info.cls:
        piece = c.fresh("c", piece_of(info.cls))
        scope.self_piece, scope.owner = piece, me
        params.append(piece)
    params += [c.new_local(p, t, scope, decl.span) for p, t in c.action_given(name)]
    if c.binders(decl.choose):
        before = len(c.diagnostics)
        for bind, binder in zip(binds(c, c.binders(decl.choose), scope)[0], c.binders(decl.choose), strict=True):
            params.append(Var(bind.var, bind.type))
            scope.names[binder.name] = Var(bind.var, bind.type)
        assert before <= len(c.diagnostics)
    first: list[S] = []
    limit = limit_test(c, info, me, piece)
    if limit is not None:
        first.append(Add(limit[1], const(1)))
    is_readable = decl.choose is None or bool(c.binders(decl.choose))  # else every name from there would be missed
    body = (*first, *(block(c, c.program(decl.do), scope) if is_readable else ()))
    body = rules.linked(c, name, tuple(params), body, True)
    return Procedure(name, tuple(params), body, False, decl.span)


MOST_OF_KEY = 200
"""Characters of a key before its names are filled in: it is written out for each of up to 10,000 options."""


def check_key(c: Context, key: str, info: ActionInfo) -> None:
    """A key may hold the names of what is chosen in braces and nothing else, and must hold all of them."""
    decl = info.decl
    known = [b.name for b in c.binders(decl.choose)]
    try:
        parts = [(name, spec, how) for _, name, spec, how in Formatter().parse(key) if name is not None]
    except ValueError:
        c.report("E356", decl.span, name=decl.id, problem="its braces do not match")
        return
    if len(key) > MOST_OF_KEY:
        c.report("E356", decl.span, name=decl.id, problem=f"it has more than {MOST_OF_KEY} characters")
        return
    for name, spec, how in parts:
        if name not in known or spec or how:
            c.report("E356", decl.span, name=decl.id, problem=f"`{name}` is not chosen", near=near_names(name, known))
    for name in known:
        if name not in {part[0] for part in parts} and not any(part[0] not in known for part in parts):
            c.report("E357", decl.span, name=decl.id, binder=name)

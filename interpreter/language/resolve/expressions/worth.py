"""What pieces are worth: `x.worth`, and the lines of the score sheet that count it."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language.core import Const, Fold, Tab, Value, Var, X, both, choice, compared, const, plus
from interpreter.language.core.building import is_nonnegative
from interpreter.language.core.checked import ValueDef
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions.holders import kind_of_piece, owner_of_piece
from interpreter.language.resolve.expressions.registry import expression
from interpreter.language.resolve.scope import Scope
from interpreter.loading.model import WORTH, ScoreDecl
from interpreter.program.types import BOOL, INT, list_of, piece_of

UNROLLED = 4
"""At most so many pieces are written out one by one, which folds their addresses."""


def activity(c: Context, piece: X, cls: str) -> list[X]:
    """The tests under which a piece works: its `active_while`."""
    decl = c.model.pieces[cls]
    if decl.active_while is None:
        return []
    scope = Scope(self_piece=piece, owner=owner_of_piece(c, piece), marked=True)
    return [expression(c, c.formula(decl.active_while), scope, BOOL)]


def worth_of(c: Context, piece: X) -> X | None:
    """What a piece is worth to who has it, 0 while it does not work; None where no kind of its class says it, and
    after a report."""
    cls = piece.type.of
    span = c.model.pieces[cls].span
    if not c.model.pieces[cls].has_worth:
        return None
    definition = c.value_def(name_of(cls), span)
    return None if definition is None else Value(definition.id, (piece,), INT, is_nonnegative(definition.result))


def name_of(cls: str) -> str:
    """What the value is called that says what pieces of a class are worth: no name of a ruleset."""
    return f"{cls}.{WORTH}"


def definition(c: Context, name: str) -> ValueDef:
    """The value that says what a piece of a class is worth, called as `name_of` says."""
    cls = name.partition(".")[0]
    decl = c.model.pieces[cls]
    piece = c.fresh("self", piece_of(cls))
    owner = owner_of_piece(c, piece)
    scope = Scope(self_piece=piece, owner=owner, marked=True, procedure=name)
    common = None if decl.worth is None else expression(c, c.formula(decl.worth), scope, INT)
    by_kind: list[tuple[int, X]] = []
    for number in c.layout.class_kinds[cls]:
        kind = decl.kinds[c.layout.kinds[number][1]]
        worth = common if kind.worth is None else expression(c, c.formula(kind.worth), scope, INT)
        if kind.worth is not None and worth is not None and not isinstance(worth, Const):
            own = f"{name}.{kind.id}"
            c.made_values[own] = ValueDef(own, (piece,), worth)  # a value of its own, which knows where it is written
            worth = Value(own, (piece,), INT, is_nonnegative(worth))
        by_kind.append((number, worth or const(0)))
    had = [compared(">=", owner, const(0))] if c.model.can_be_owned(cls) else []
    tests = both([*had, *activity(c, piece, cls)])
    return ValueDef(name, (piece,), choice(tests, _by_kind(c, cls, kind_of_piece(c, piece), by_kind), const(0)))


def check_unread(c: Context) -> None:
    """Report the mistakes in what classes are worth that no text asks for; no value is made of it."""
    for cls in c.model.pieces.values():
        if cls.has_worth and name_of(cls.id) not in c.made_values:
            known = {*c.made_values}
            definition(c, name_of(cls.id))
            for name in {*c.made_values} - known:
                del c.made_values[name]


def _by_kind(c: Context, cls: str, kind: X, by_kind: Sequence[tuple[int, X]]) -> X:
    """The expression of the kind: halved again and again, so that many kinds neither nest deep nor take long."""
    found = list(dict.fromkeys(x for _, x in by_kind))
    if len(found) <= 1:
        return found[0] if found else const(0)
    if all(isinstance(x, Const) for x in found):
        known = {number: x.value for number, x in by_kind if isinstance(x, Const)}
        first = by_kind[0][0]
        values = tuple(known.get(k, 0) for k in range(len(c.layout.kinds)))
        return Tab(c.layout.table(f"WORTH_{cls}|{first}", (*values, 0)), kind, INT)
    middle = len(by_kind) // 2
    low, high = (_by_kind(c, cls, kind, half) for half in (by_kind[:middle], by_kind[middle:]))
    return choice(compared("<", kind, const(by_kind[middle][0], kind.type)), low, high)


def line(c: Context, decl: ScoreDecl, player: Var) -> X:
    """What a line of the score sheet counts that stands for one kind of a class: what a player's pieces of the kind are
    worth, those that work."""
    assert decl.worth is not None
    ids, kind = c.pieces_of(decl.each, decl.id), piece_of(decl.each)

    def counted(piece: X) -> tuple[X, X]:
        tests = [compared("==", owner_of_piece(c, piece), player), *activity(c, piece, decl.each)]
        scope = Scope(self_piece=piece, owner=player, marked=True)
        assert decl.worth is not None
        return both(tests), expression(c, c.formula(decl.worth), scope, INT)

    if len(ids) <= UNROLLED:
        total: X = const(0)
        for x in ids:
            test, worth = counted(Const(x, kind))
            total = plus(total, choice(test, worth, const(0)))
        return total
    piece = c.fresh("self", kind)
    test, worth = counted(piece)
    return Fold("sum", piece.name, Const(ids, list_of(kind)), test, worth, INT, at=decl.worth.span)

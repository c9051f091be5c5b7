"""Making core expressions, with folding of constants."""

from __future__ import annotations

from interpreter.language.core.nodes import Cond, Const, Fold, Get, Op, Prim, Value, Var, X
from interpreter.program.types import BOOL, INT, UNKNOWN, Type

TRUE = Const(True, BOOL)
FALSE = Const(False, BOOL)

WRONG = Const(0, UNKNOWN)
"""What a mistake comes to, which has been reported: a value that fits everywhere."""


def const(value: object, type: Type = INT) -> Const:
    return Const(value, type)


def plus(a: X, b: X) -> X:
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(a.value + b.value, INT)  # type: ignore[operator]
    if isinstance(a, Const) and a.value == 0:
        return b
    if isinstance(b, Const) and b.value == 0:
        return a
    if isinstance(a, Const):
        a, b = b, a
    if isinstance(b, Const) and isinstance(a, Op) and a.operator == "+" and isinstance(a.args[1], Const):
        return plus(a.args[0], plus(a.args[1], b))
    return Op("+", (a, b))


def times(a: X, b: X) -> X:
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(a.value * b.value, INT)  # type: ignore[operator]
    if isinstance(a, Const):
        a, b = b, a
    if isinstance(b, Const) and b.value == 1:
        return a
    return Op("*", (a, b))


def conjuncts(test: X) -> list[X]:
    """The tests that all have to hold for a test to hold."""
    return [p for a in test.args for p in conjuncts(a)] if isinstance(test, Op) and test.operator == "and" else [test]


def both(tests: list[X]) -> X:
    """All of the tests (true when there are none)."""
    flat: dict[X, None] = {}
    for test in tests:
        if test == FALSE:
            return FALSE
        if test != TRUE:
            flat[test] = None
    if not flat:
        return TRUE
    return next(iter(flat)) if len(flat) == 1 else Op("and", tuple(flat), BOOL)


def negated(test: X) -> X:
    if test == TRUE:
        return FALSE
    if test == FALSE:
        return TRUE
    if isinstance(test, Op) and test.operator == "not":
        return test.args[0]
    opposite = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
    if isinstance(test, Op) and test.operator in opposite:
        return Op(opposite[test.operator], test.args, BOOL)
    return Op("not", (test,), BOOL)


def compared(operator: str, a: X, b: X) -> X:
    if isinstance(a, Const) and isinstance(b, Const):
        x, y = a.value, b.value
        if operator in ("==", "!="):
            return Const((x == y) == (operator == "=="), BOOL)
        result = {"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[operator]  # type: ignore[operator]
        return Const(result, BOOL)
    return Op(operator, (a, b), BOOL)


def choice(test: X, then: X, other: X) -> X:
    if test == TRUE:
        return then
    if test == FALSE:
        return other
    return Cond(test, then, other, then.type)


def is_nonnegative(x: X) -> bool:
    """Whether a number can be seen never to fall below 0."""
    match x:
        case Const():
            return isinstance(x.value, int) and x.value >= 0
        case Var() | Value():
            return x.nonneg
        case Get():
            return not x.signed and x.slot.kind != "variable"
        case Fold():
            return x.kind == "count" or (x.kind in ("sum", "min") and x.value is not None and is_nonnegative(x.value))
        case Op():
            if x.operator in ("+", "*", "//"):
                return all(is_nonnegative(a) for a in x.args)
            if x.operator == "max":
                return any(is_nonnegative(a) for a in x.args)
            return x.operator == "min" and all(is_nonnegative(a) for a in x.args)
        case Cond():
            return is_nonnegative(x.then) and is_nonnegative(x.other)
        case Prim():
            return x.name in ("len", "room", "abs", "total")
        case _:
            return False

"""Core expressions whose addresses are known as Python text. The state is `s`; locals keep their core names; constant
tables are module names."""

from __future__ import annotations

from interpreter.language.analysis.costs import Costs
from interpreter.language.core import (
    FALSE,
    At,
    Cond,
    Const,
    Fold,
    ListX,
    Op,
    Possible,
    Prim,
    Tab,
    Value,
    Var,
    X,
)
from interpreter.program.types import Type

_costs: list[Costs] = []
"""What says which loops of the program that is being written are counted; empty where none are."""


def counting(costs: Costs | None) -> None:
    """From here on loops of expressions are counted where they may be long, as `costs` says; None: they are not."""
    _costs[:] = [] if costs is None else [costs]


BINARY = {"+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "in"}


def literal(value: object) -> str:
    if isinstance(value, tuple):
        return "(" + "".join(f"{literal(v)}, " for v in value) + ")"
    return repr(value)


def identifier(name: str) -> str:
    """A Python name for a declared id, to stand behind a prefix in capitals."""
    # Ids are lower case, so what else stands in the names of procedures cannot make two of them alike, and a prefix in
    # capitals keeps what is named after an id apart from locals (lower case), builtins and one another.
    return "".join(ch if ch.isalnum() or ch == "_" else "X" for ch in name)


def value(x: X) -> str:
    """Python text that yields the value (lists as tuples)."""
    match x:
        case Const():
            return literal(x.value)
        case Var():
            return x.name
        case At():
            return f"s[{value(x.address)}]"
        case Op():
            return _operation(x)
        case Cond():
            return f"({value(x.then)} if {test(x.test)} else {value(x.other)})"
        case Tab():
            return f"{identifier(x.table)}[{value(x.index)}]"
        case Fold():
            return _fold(x)
        case ListX():
            return _list(x)
        case Value():
            return f"V_{identifier(x.id)}({', '.join(['s', *map(value, x.args)])})"
        case Prim():
            return _primitive(x)
        case Possible():
            return f"CAN_{identifier(x.action)}(s, {value(x.me)})"
    raise AssertionError(f"the address of {x} has not been worked out")


def test(x: X) -> str:
    """Python text that is true or false as the test is; any truthy value will do."""
    match x:
        case Op(operator="and" | "or"):
            return "(" + f" {x.operator} ".join(test(a) for a in x.args) + ")"
        case Op(operator="not", args=(Op(operator="in", args=(a, b)),)):
            return f"({value(a)} not in {_searched(b)})"
        case Op(operator="not"):
            return f"(not {test(x.args[0])})"
        case Cond(then=Const(value=True), type=Type(name="bool")):
            return f"({test(x.test)} or {test(x.other)})" if x.other != FALSE else test(x.test)
        case Cond(other=Const(value=False), type=Type(name="bool")):
            return f"({test(x.test)} and {test(x.then)})"
        case Op(operator="!=", args=(a, Const(value=()))):
            return value(a)
        case Op(operator="==", args=(a, Const(value=()))):
            return f"(not {value(a)})"
        case Fold(kind="any"):
            return f"any(1 {_over(x)})"
        case _:
            return value(x)


def iterable(x: X) -> str:
    """Python text that can be run over once, without making a tuple of it."""
    match x:
        case Fold(kind="list"):
            return f"[{x.var} {_over(x)}]"
        case Fold(kind="list_of"):
            assert x.value is not None
            return f"[{value(x.value)} {_over(x)}]"
        case Prim(name="interval"):
            return f"range({', '.join(map(value, x.args))})"
        case _:
            return value(x)


def counted(x: Fold, domain: X) -> str:
    """Python text of what a loop runs over, which takes its steps from the budget where it may be long."""
    return spent(_costs[0].weight(x) if _costs else 0, iterable(domain))


def spent(weight: int, text: str) -> str:
    """The text of a list that is run over, with taking its steps from the budget. weight: for each element, 0 if they
    are not counted."""
    return f"spent({text}, {weight})" if weight else text


def _over(x: Fold) -> str:
    condition = "" if x.test is None else f" if {test(x.test)}"
    return f"for {x.var} in {counted(x, x.domain)}{condition}"


def _searched(x: X) -> str:
    """Python text of a list in which something is looked for, which takes steps for each element if it may be long."""
    if isinstance(x, Prim) and x.name == "interval":
        return iterable(x)
    return spent(1 if _costs and _costs[0].elements(x) > MANY_SEARCHED else 0, value(x))


MANY_SEARCHED = 2_000
"""Elements of a list from which on looking for one in it is counted."""


def _bounded(x: X, text: str) -> str:
    """The text of a list that is put together, with a check where it may become too long."""
    return f"long({text})" if _costs and _costs[0].is_long(x) else text


def _fold(x: Fold) -> str:
    inner = "" if x.value is None or x.kind == "all" else value(x.value)
    match x.kind:
        case "count":
            return f"len([1 {_over(x)}])"
        case "any":
            return f"any(1 {_over(x)})"
        case "all":
            assert x.value is not None
            return f"([1 {_over(x)}{' if' if x.test is None else ' and'} not {test(x.value)}] == [])"
        case "sum" | "min" | "max":
            return f"{x.kind}([{inner} {_over(x)}])"
        case "reachable":
            assert x.value is not None
            steps = f"lambda {x.var}: {iterable(x.value)}"
            belongs = "None" if x.test is None else f"lambda {x.var}: {test(x.test)}"
            limit = "-1" if x.limit is None else value(x.limit)
            each = f", {_costs[0].each(x)}" if _costs else ""
            return f"reachable({iterable(x.domain)}, {steps}, {belongs}, {limit}{each})"
        case "list":
            return _bounded(x, f"tuple([{x.var} {_over(x)}])")
        case "list_of":
            return _bounded(x, f"tuple([{inner} {_over(x)}])")
        case "rising" | "falling":
            return _bounded(x, f"{x.kind}([({inner}, {x.var}) {_over(x)}])")
        case "set_of":
            return "{" + f"{inner} {_over(x)}" + "}"
        case _:
            return f"{x.kind}([({inner}, {x.var}) {_over(x)}])"


def _list(x: ListX) -> str:
    if x.drop_none and len(x.elements) == 1 and isinstance(x.elements[0], Var):
        name = value(x.elements[0])
        return f"(({name},) if {name} >= 0 else ())"
    parts = "".join(f"{value(e)}, " for e in x.elements)
    return f"present(({parts}))" if x.drop_none else f"({parts})"


def _operation(x: Op) -> str:
    args = x.args
    match x.operator:
        case "and" | "or" | "not":
            return f"bool{test(x)}" if x.operator != "not" else test(x)
        case "neg":
            return f"(-{value(args[0])})"
        case "min" | "max":
            return _extreme(x)
        case "+" if x.type.name == "list":
            return _bounded(x, f"({value(args[0])} + {value(args[1])})")
        case "*" if _costs and _costs[0].is_wide(x):
            return f"within({value(args[0])} * {value(args[1])})"
        case "in":
            return f"({value(args[0])} in {_searched(args[1])})"
        case operator:
            return f"({value(args[0])} {operator} {value(args[1])})"


def _extreme(x: Op) -> str:
    args = [value(a) for a in dict.fromkeys(x.args)]
    if len(args) == 1:
        return args[0]
    return f"{x.operator}({', '.join(args)})"


def _primitive(x: Prim) -> str:
    args = [value(a) for a in x.args]
    match x.name:
        case "same" | "room":
            return args[0]
        case "len" if isinstance(x.args[0], Prim) and x.args[0].name == "interval":
            return f"max(0, {' - '.join(value(a) for a in x.args[0].args[::-1])})"
        case "len":
            return f"len({iterable(x.args[0])})"
        case "item0":
            return f"{args[0]}[{args[1]}]"
        case "reversed":
            return f"tuple(reversed({args[0]}))"
        case "interval":
            return f"tuple({_bounded(x, f'range({args[0]}, {args[1]})')})"
        case "enclosed":
            fences, cells = (identifier(str(a.value)) for a in x.args[1:])  # type: ignore[union-attr]
            return f"enclosed({args[0]}, CELLS_{fences}, EDGES_{cells})"
        case "network":
            return f"NETWORKS[{args[0]}]"
        case "total":
            return f"sum({args[0]})"
        case "joined":
            return f"joined({iterable(x.args[0])})"
        case "placements":
            return f"PLACEMENTS_{identifier(str(x.args[0].value))}({args[1]}, {args[2]})"  # type: ignore[union-attr]
        case "fits":
            return f"FITTING_{args[0]}({args[1]})[SHAPES_{args[0]}[{args[2]}]]"
        case "fitting":
            return f"FITTING_{args[0]}({args[1]})"
        case "fits_in":
            return f"{args[2]}[SHAPES_{args[0]}[{args[1]}]]"
        case "weighted":
            return f"weighted(s, SIG_{identifier(str(x.args[0].value))}, {args[1]})"  # type: ignore[union-attr]
        case name:
            return f"{name}({', '.join((['s'] if x.with_state else []) + args)})"

"""A program's source as functions and tables with types, for writing it in C.

The source is Python of a narrow kind: what `language.codegen` writes. Read from it, and not from the core form, the two
back ends have one meaning by construction: whatever the writer of Python did to spare work is done in C too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import field

from interpreter.native.kinds import INT, Kind, Unsupported, list_of, unify
from interpreter.program import Program
from interpreter.records import mutable

STEP = re.compile(r"[LAVCQB]\d+$|FREE_APPLY$")
"""Functions that give what the machine does next: go on, failure, chance, the end, or options."""
LISTING = re.compile(r"[RO]\d+$|FREE_LIST$")
OF_FRAME = re.compile(r"[LAVCQBROUHDT]\d+$|FREE_APPLY$")
"""Functions whose second parameter is a frame."""
CALLED = re.compile(r"(DO_\w+|W_\d+)$")
"""Procedures: they give None or 0, or what ends the block or the game."""
BY_HAND = {"move_piece", "L0", "any_sig"}
"""What the runtime has a form of its own of."""

NUMBERS = {
    "len", "max", "min", "sum", "abs", "bool", "any", "spend", "within", "there", "top", "product", "can_fail_above",
    "trial", "survive", "as_many", "one_way", "assignable", "along_ring", "below", "tell", "move_piece",
    "at_most", "at_least", "promised",
}  # fmt: skip
"""Functions of the runtime that give a number, or nothing."""
SAME = {"spent", "long", "tuple", "list", "reversed", "present", "options_of"}
"""Functions that give a list of the kind of their first argument."""
OF_NUMBERS = {"without", "still_held", "added_up", "spread_shares", "bag_sum", "bag_negative", "with_item", "paired"}
"""Functions of lists of one kind that give such a list."""


@mutable
class Function:
    """One function of the source. locals: the types of its names. params: those it is called with, without the state
    and a frame. frame: the label whose frame it takes apart, by what names."""

    name: str
    node: ast.FunctionDef
    params: tuple[str, ...]
    result: Kind
    locals: dict[str, Kind] = field(default_factory=dict)
    label: int = -1
    frame: tuple[str, ...] = ()
    used: set[str] = field(default_factory=set)
    """the names that are read"""
    grown: set[str] = field(default_factory=set)
    """the lists that are appended to"""

    @property
    def writes(self) -> bool:
        """Whether it may change the state, so that what it reads may change under it."""
        return bool(re.match(r"[LAVQBZ]\d+$|DO_|W_\d|FREE_APPLY", self.name))

    @property
    def kind(self) -> str:
        """step, listing, or value."""
        return "step" if STEP.match(self.name) else "listing" if LISTING.match(self.name) else "value"


class Source:
    """The functions and tables of a program, with all types settled. Unsupported: there is no native form."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.functions: dict[str, Function] = {}
        self.same: dict[str, str] = {}
        """functions that are another name for one"""
        self.data: dict[str, object] = {}
        """whatever else the source names: tables, and the lists by label"""
        self.tables: dict[str, Kind] = {}
        self.frames: dict[int, list[Kind]] = {}
        """label → the types of what its frames hold"""
        self.kinds: dict[ast.expr, Kind] = {}
        self._at: Function | None = None
        self._read()
        for function in self.functions.values():
            self._at = function
            _Body(self, function).statements(function.node.body)

    # ---- reading

    def _read(self) -> None:
        head, first, rest = self.program.source.partition("\ndef ")
        for line in head.split("\n"):
            name, is_set, text = line.partition(" = ")
            if is_set:
                self.data[name] = text
        for node in ast.parse(first + rest).body:
            if isinstance(node, ast.FunctionDef):
                self._function(node)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                if isinstance(node.value, ast.Name):
                    self.same[name] = node.value.id
                else:
                    self.data[name] = node.value
        self.names_by_label = {name: self._names(node) for name, node in list(self.data.items()) if name in _BY_LABEL}

    def _names(self, node: object) -> dict[int, str]:
        """Label → function, of a list or dict by label."""
        if isinstance(node, ast.List | ast.Tuple):
            return {i: e.id for i, e in enumerate(node.elts) if isinstance(e, ast.Name)}
        assert isinstance(node, ast.Dict)
        return {
            k.value: v.id for k, v in zip(node.keys, node.values, strict=True)
            if isinstance(k, ast.Constant) and isinstance(v, ast.Name) and isinstance(k.value, int)
        }  # fmt: skip

    def _function(self, node: ast.FunctionDef) -> None:
        if node.name in BY_HAND:
            return
        args = [a.arg for a in node.args.args]
        params = args[2 if OF_FRAME.match(node.name) else 1 if args and args[0] == "s" else 0 :]
        params = [p for p in params if p != "below"]
        result = Kind("options") if LISTING.match(node.name) else INT() if STEP.match(node.name) else Kind()
        if CALLED.match(node.name):
            result = INT()
        made = Function(node.name, node, tuple(params), result)
        if OF_FRAME.match(node.name) and node.name != "FREE_APPLY":
            made.label = int(re.sub(r"\D", "", node.name))
            first = node.body[0]
            if isinstance(first, ast.Assign) and isinstance(first.targets[0], ast.Tuple):
                made.frame = tuple(e.id for e in first.targets[0].elts[1:-1] if isinstance(e, ast.Name))
        for name in params:
            made.locals[name] = Kind()
        if "c" in params:
            info = self.program.decisions.get(made.label)
            made.locals["c"] = Kind("option") if info is None or info.kind == "choose" else INT()
        made.locals |= {"s": Kind("state"), "t": Kind(), "up": Kind("ref"), "u": Kind("ref")}
        del made.locals["t"]
        self.functions[node.name] = made

    def function(self, name: str) -> Function | None:
        return self.functions.get(self.same.get(name, name))

    def table(self, name: str) -> Kind:
        """The type of a table. Unsupported: it holds what is neither numbers nor lists of them."""
        if name not in self.tables:
            self.tables[name] = kind_of(self.value_of(name), name)
        return self.tables[name]

    def value_of(self, name: str) -> object:
        node = self.data[name]
        if isinstance(node, ast.expr | str):
            self.data[name] = ast.literal_eval(node)
        return self.data[name]

    def fields(self, label: int, count: int) -> list[Kind]:
        """The types of what frames of a label hold."""
        found = self.frames.setdefault(label, [Kind() for _ in range(count)])
        if len(found) != count:
            raise Unsupported(f"frames of different lengths at {label}")
        return found

    def names_of(self, label: int) -> tuple[str, ...]:
        """The names of what a frame of a decision holds, who decides first."""
        return next(f.frame for p in "ROLAV" if (f := self.functions.get(f"{p}{label}")) and f.frame)


_BY_LABEL = {
    "AGAIN", "SETTLE", "CODE", "RESETS", "RAW", "LIST", "AS_MANY", "DRAW", "DRAWN_TO", "APPLY", "LEAVE", "SIGS",
    "SCORE", "TIE", "HINT", "SHARED_HINT", "WINNERS",
}  # fmt: skip


def kind_of(value: object, name: str) -> Kind:
    """The type of what a table holds."""
    if isinstance(value, bool | int):
        return INT()
    if isinstance(value, dict):
        return list_of(_common(list(value.values()), name))
    if isinstance(value, tuple | list):
        return list_of(_common(list(value), name))
    raise Unsupported(f"the table {name} holds {type(value).__name__}")


def _common(values: list[object], name: str) -> Kind:
    """The type of several values. A thing without a value stands as a number among lists."""
    lists = [v for v in values if isinstance(v, tuple)]
    out = Kind() if not lists else kind_of(lists[0], name)
    for v in lists or values:
        unify(out, kind_of(v, name), name)
    return out


def is_frame(node: ast.expr) -> bool:
    """Whether a tuple is written as a frame: a label, values, and the frame below."""
    return isinstance(node, ast.Tuple) and len(node.elts) > 1 and isinstance(node.elts[0], ast.Constant)


class _Body:
    """Finds the types in one function."""

    def __init__(self, source: Source, function: Function) -> None:
        self.source = source
        self.function = function
        self.names = function.locals

    def fail(self, node: ast.AST, why: str = "") -> Unsupported:
        return Unsupported(f"{why or type(node).__name__} in {self.function.name}: {ast.unparse(node)[:120]}")

    def local(self, name: str) -> Kind:
        self.function.used.add(name)
        return self.names.setdefault(name, Kind())

    # ---- statements

    def statements(self, body: list[ast.stmt]) -> None:
        for s in body:
            self.statement(s)

    def statement(self, s: ast.stmt) -> None:
        match s:
            case ast.Return(value=None) | ast.Pass() | ast.Continue() | ast.Break():
                pass
            case ast.Return(value=value):
                self.returned(value)  # type: ignore[arg-type]
            case ast.Assign():
                self.assigned(s)
            case ast.AugAssign():
                unify(self.x(s.target), self.x(s.value), s)
            case ast.If(test=test, body=body, orelse=other) if not _is_memo(s):
                self.x(test)
                self.statements([*body, *other])
            case ast.If():
                known = s.body[-1]
                assert isinstance(known, ast.Assign)
                unify(self.function.result, self.x(known.value))
            case ast.While(test=test, body=body):
                self.x(test)
                self.statements(body)
            case ast.For(target=target, iter=over, body=body):
                self.bind(target, over)
                self.statements(body)
            case ast.Expr(value=value):
                self.x(value)
            case _:
                raise self.fail(s)

    def returned(self, value: ast.expr) -> None:
        name = self.function.name
        if isinstance(value, ast.Constant) and (value.value is None or self.function.kind == "step"):
            return
        if self.function.kind == "step" and isinstance(value, ast.List):
            self.x(value.elts[0])
        elif isinstance(value, ast.Name) and value.id == "known":
            return
        elif self.function.kind == "step":
            self.x(value)
        elif self.function.kind == "listing" and isinstance(value, ast.ListComp) and isinstance(value.elt, ast.Tuple):
            self.comprehension(value)
        else:
            unify(self.function.result, self.x(value), f"the result of {name}")

    def assigned(self, s: ast.Assign) -> None:
        target, value = s.targets[0], s.value
        match target:
            case ast.Subscript(value=ast.Name(id="s" | "t"), slice=ast.Constant(value=0)):
                self.frame(value)
            case ast.Name(id="f"):
                self.frame(value)
            case ast.Tuple(elts=elts) if isinstance(value, ast.Name) and value.id == "f":
                fields = self.source.fields(self.function.label, len(elts) - 2)
                for e, kind in zip(elts[1:-1], fields, strict=True):
                    assert isinstance(e, ast.Name)
                    unify(self.names.setdefault(e.id, Kind()), kind, e.id)
            case ast.Tuple(elts=elts):
                self.unpacked(elts, value)
            case ast.Name(id="t") if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice):
                self.names["t"] = Kind("state")
            case ast.Name(id="known"):
                pass
            case ast.Name(id="out") if isinstance(value, ast.List) and self.function.kind == "listing":
                self.names["out"] = Kind("options")
            case ast.Name(id="laid") if isinstance(value, ast.Tuple) and len(value.elts) == 3:
                self.shaped("laid", "laid")
                for e in value.elts:
                    self.x(e)
            case ast.Name(id=name):
                unify(self.local(name), self.x(value), s)
            case ast.Subscript(slice=ast.Slice()):
                self.x(value)
            case ast.Subscript():
                unify(self.x(target), self.x(value), s)
            case _:
                raise self.fail(s)

    def shaped(self, name: str, shape: str) -> None:
        """A name stands for what Python keeps as nested pairs, and C as one list."""
        unify(self.local(name), list_of(INT()), name)
        self.local(name).found().shape = shape

    def unpacked(self, elts: list[ast.expr], value: ast.expr) -> None:
        names = [e.id for e in elts if isinstance(e, ast.Name)]
        match names, value:
            case ["chosen", "src"], ast.Call():
                unify(self.local("chosen"), self.local("src"))
                for a in value.args[:2]:
                    unify(self.local("src"), self.x(a))
                self.x(value.args[2])
            case ["_", "room", "later", "_"], ast.Name(id=chain):
                self.shaped(chain, "classes")
                unify(self.local("room"), INT())
                unify(self.local("later"), INT())
            case ["positions", "_", "_", "left"], ast.Name(id="left"):
                self.shaped("left", "classes")
                unify(self.local("positions"), list_of(INT()))
            case _:
                raise self.fail(value, "unpacking")

    def frame(self, node: ast.expr) -> None:
        """A frame, or where one lies."""
        match node:
            case ast.Constant(value=None):
                return
            case ast.Name():
                unify(self.local(node.id), Kind("ref"))
            case ast.Call(func=ast.Name(id="end_mark"), args=[flag, frame]):
                self.x(flag)
                self.frame(frame)
            case ast.Tuple(elts=[ast.Constant(value=0), frame]):
                self.frame(frame)
            case ast.Tuple(elts=[ast.Constant(value=0), ast.Constant(value=True), ast.Name(id="f")]):
                return
            case ast.Tuple(elts=[ast.Constant(value=int() as label), *values, up]):
                for kind, v in zip(self.source.fields(label, len(values)), values, strict=True):
                    unify(kind, self.x(v), v)
                self.frame(up)
            case _:
                raise self.fail(node, "frame")

    def bind(self, target: ast.expr, over: ast.expr) -> None:
        """The names of a loop."""
        if not isinstance(target, ast.Name):
            raise self.fail(target, "a loop over several")
        kind = self.x(over)
        if kind.found().name == "options":
            self.names[target.id] = Kind("option")
            return
        unify(kind, list_of(self.local(target.id)), over)

    # ---- expressions

    def x(self, node: ast.expr) -> Kind:
        kind = self._x(node)
        self.source.kinds[node] = kind
        return kind

    def _x(self, node: ast.expr) -> Kind:
        match node:
            case ast.Constant():
                return INT()
            case ast.Name(id=name):
                return self.name(name)
            case ast.Subscript():
                return self.element(node)
            case ast.BinOp():
                return self.binary(node)
            case ast.UnaryOp(operand=operand):
                self.x(operand)
                return INT()
            case ast.BoolOp(values=values):
                for v in values:
                    self.x(v)
                return INT()
            case ast.Compare():
                return self.compared(node)
            case ast.IfExp(test=test, body=body, orelse=other):
                self.x(test)
                return unify(self.x(body), self.x(other), node)
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                return self.listed(elts)
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
                return self.comprehension(node)
            case ast.Call():
                return self.call(node)
        raise self.fail(node)

    def name(self, name: str) -> Kind:
        self.function.used.add(name)
        if name == "NUMBERS":
            return list_of(INT())
        if name in self.names:
            return self.names[name]
        if name in self.source.data and name not in _BY_LABEL:
            return self.source.table(name)
        if name.startswith("SHAPES_"):
            return list_of(INT())
        return self.local(name)

    def element(self, node: ast.Subscript) -> Kind:
        base = node.value
        match base, node.slice:
            case ast.Name(id="s" | "t"), ast.Constant(value=int() as n):
                start = self.source.program.layout.start[n]
                return Kind() if not isinstance(start, tuple) else list_of(Kind())
            case ast.Name(id="s" | "t"), index:
                unify(self.x(index), INT())
                return Kind()
            case ast.Name(id="c"), _ if self.names.get("c") is not None and self.names["c"].found().name == "option":
                return INT() if isinstance(node.slice, ast.Constant) and node.slice.value == 0 else Kind()
            case ast.Name(id="f"), ast.Constant(value=1):
                return INT()
            case ast.Name(id="f"), _:
                return Kind("ref")
            case ast.Name(id="u" | "up" as ref), index:
                self.local(ref)
                return INT() if ast.unparse(index) == "0" else Kind("ref")
            case ast.Name(id="NUMBERS"), ast.Slice():
                return Kind("options")
        self.x(node.slice) if not isinstance(node.slice, ast.Slice) else None
        whole = self.x(base)
        item = Kind()
        unify(whole, list_of(item), node)
        return item

    def binary(self, node: ast.BinOp) -> Kind:
        left, right = self.x(node.left), self.x(node.right)
        if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.Tuple):
            unify(right, INT())
            return left
        if isinstance(node.op, ast.Add):
            return unify(left, right, node)
        unify(left, INT(), node)
        unify(right, INT(), node)
        return INT()

    def compared(self, node: ast.Compare) -> Kind:
        left = self.x(node.left)
        for op, other in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, ast.In | ast.NotIn):
                if isinstance(other, ast.Name) and other.id in ("under_way", "RESETS", "AGAIN"):
                    continue
                unify(self.x(other), list_of(left), node)
            elif not isinstance(op, ast.Is | ast.IsNot):
                right = self.x(other)
                if left.found().name == "options" or isinstance(node.left, ast.Name) and node.left.id == "o":
                    continue
                unify(left, right, node)
                left = right
        return INT()

    def listed(self, elts: list[ast.expr]) -> Kind:
        item = Kind()
        for e in elts:
            part = e.value if isinstance(e, ast.Starred) else e
            kind = self.x(part)
            unify(item, self.item_of(kind) if isinstance(e, ast.Starred) else kind, e)
        return list_of(item)

    def item_of(self, kind: Kind) -> Kind:
        item = Kind()
        unify(kind, list_of(item))
        return item

    def comprehension(self, node: ast.ListComp | ast.GeneratorExp | ast.SetComp) -> Kind:
        is_options = False
        for part in node.generators:
            self.bind(part.target, part.iter)
            is_options |= isinstance(part.target, ast.Name) and self.names[part.target.id].found().name == "option"
            for test in part.ifs:
                self.x(test)
        if is_options and isinstance(node.elt, ast.Name):
            return Kind("options")
        return list_of(self.x(node.elt))

    def call(self, node: ast.Call) -> Kind:
        if isinstance(node.func, ast.Attribute):
            return self.method(node, node.func)
        if isinstance(node.func, ast.Subscript):
            return self.by_label(node, node.func)
        assert isinstance(node.func, ast.Name)
        name, args = node.func.id, node.args
        if name == "bool":
            self.x(args[0])
            return INT()
        if (function := self.source.function(name)) is not None:
            return self.own(function, args)
        special = getattr(
            self, f"_call_{name.rstrip('_0123456789') if name.startswith(('FITTING', 'SHAPES')) else name}", None
        )
        if special is not None:
            found: Kind = special(args)
            return found
        if name.startswith("PLACEMENTS_"):
            for a in args:
                self.x(a)
            unify(self.x(args[1]), list_of(INT()))
            return list_of(list_of(INT()))
        return self.of_runtime(node, name, args)

    def of_runtime(self, node: ast.Call, name: str, args: list[ast.expr]) -> Kind:
        kinds = [Kind() if isinstance(a, ast.Starred) or is_plain(a) else self.x(a) for a in args]
        if name in ("sum", "max", "min") and len(args) == 1 and not isinstance(args[0], ast.Call | ast.ListComp):
            unify(kinds[0], list_of(INT()))
        if name in ("max", "min") and len(args) > 1:
            for k in kinds:
                unify(k, INT(), node)
        if name == "top":
            unify(kinds[0], list_of(INT()))
        if name in NUMBERS:
            return INT()
        if name in SAME:
            return kinds[0]
        if name in OF_NUMBERS:
            out = list_of(INT()) if name != "without" else kinds[0]
            for k, a in zip(kinds, args, strict=True):
                if not is_plain(a) and name not in ("with_item", "still_held"):
                    unify(out if name == "without" else list_of(INT()), k)
            return kinds[0] if name == "with_item" else out
        if name in ("joined", "union"):
            return self.item_of(kinds[0])
        if name == "item":
            return self.item_of(kinds[0])
        if name in ("alike", "in_turn", "spread_classes", "bag", "held_by_place", "range"):
            if name == "alike":
                unify(kinds[2], list_of(INT()))
            return list_of(INT())
        if name in ("weighted", "first_alike"):
            unify(kinds[2], list_of(INT()))
            return Kind("options") if name == "weighted" else INT()
        if name in ("weighted", "with_free", "some_options", "numbers", "tallied"):
            return Kind("options")
        if name in ("running", "any_sig"):
            return list_of(INT())
        raise self.fail(node, name)

    def _call_spread_classes(self, args: list[ast.expr]) -> Kind:
        for a in args:
            self.x(a)
        return list_of(INT())

    def _call_open(self, args: list[ast.expr]) -> Kind:
        return INT()

    def _call_FITTING(self, args: list[ast.expr]) -> Kind:
        unify(self.x(args[0]), list_of(INT()))
        return list_of(INT())

    def _call_most(self, args: list[ast.expr]) -> Kind:
        comp = args[0]
        if not isinstance(comp, ast.ListComp) or not isinstance(comp.elt, ast.Tuple):
            raise self.fail(comp, "the most of a list")
        for part in comp.generators:
            self.bind(part.target, part.iter)
            for test in part.ifs:
                self.x(test)
        unify(self.x(comp.elt.elts[0]), INT())
        return list_of(self.x(comp.elt.elts[1]))

    _call_least = _call_rising = _call_falling = _call_most

    def _call_reversed(self, args: list[ast.expr]) -> Kind:
        match args[0]:
            case ast.Call(func=ast.Attribute(attr="values", value=ast.DictComp() as made)):
                assert isinstance(made.key, ast.Tuple)
                self.bind(made.generators[0].target, made.generators[0].iter)
                for e in made.key.elts:
                    self.x(e)
                self.x(made.value)
                return list_of(INT())
        return self.x(args[0])

    def _call_distance(self, args: list[ast.expr], out: Kind | None = None) -> Kind:
        for a, kind in zip(args, (list_of(INT()), INT(), list_of(list_of(INT())), INT()), strict=True):
            unify(self.x(a), kind, a)
        return out or INT()

    def _call_cheapest(self, args: list[ast.expr]) -> Kind:
        return self._call_distance(args, list_of(INT()))

    def _call_enclosed(self, args: list[ast.expr]) -> Kind:
        for a in args:
            self.x(a)
        return list_of(list_of(INT()))

    _call_within_reach = _call_cheapest

    def _call_reachable(self, args: list[ast.expr]) -> Kind:
        out = self.x(args[0])
        for i in (1, 2):
            f = args[i]
            if isinstance(f, ast.Lambda):
                unify(out, list_of(self.local(f.args.args[0].arg)))
                found = self.x(f.body)
                if i == 1:
                    unify(out, found, "reachable")
        for a in args[3:]:
            self.x(a)
        return out

    def own(self, function: Function, args: list[ast.expr]) -> Kind:
        """A call of one of the program's functions."""
        rest = args[1:] if args and isinstance(args[0], ast.Name) and args[0].id in ("s", "t") else args
        if OF_FRAME.match(function.name):
            if isinstance(rest[0], ast.Tuple):
                self.frame(rest[0])
            rest = [a for a in rest[1:] if not (isinstance(a, ast.Name) and a.id == "below")]
        for name, a in zip(function.params, rest, strict=True):
            unify(function.locals[name], self.x(a), f"{name} of {function.name}")
        return INT() if function.kind == "step" else function.result

    def method(self, node: ast.Call, func: ast.Attribute) -> Kind:
        match func.attr:
            case "append":
                value = node.args[0]
                whole = self.x(func.value)
                if whole.found().name == "options":
                    assert isinstance(value, ast.Tuple)
                    for e in value.elts:
                        self.x(e)
                    return INT()
                unify(whole, list_of(self.x(value)))
                assert isinstance(func.value, ast.Name)
                self.function.grown.add(func.value.id)
                return INT()
            case "values":
                unify(self.x(func.value), list_of(INT()))
                return list_of(INT())
        raise self.fail(node, func.attr)

    def by_label(self, node: ast.Call, func: ast.Subscript) -> Kind:
        assert isinstance(func.value, ast.Name)
        match func.value.id:
            case "SIGS":
                return list_of(INT())
            case "RESETS" | "AGAIN":
                return INT()
        raise self.fail(node)


def _is_memo(s: ast.If) -> bool:
    """Whether a result that is remembered is worked out here."""
    return isinstance(s.test, ast.Compare) and isinstance(s.test.ops[0], ast.Is)


def is_plain(a: ast.expr) -> bool:
    """Whether an argument is a function, the state or a frame."""
    return isinstance(a, ast.Name) and (a.id in ("s", "f", "t", "c", "any_sig") or a.id.startswith("SIG_"))


def calls(node: ast.AST) -> Iterator[str]:
    """The names of the functions that are called inside a node."""
    for n in ast.walk(node):
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name):
            yield n.func.id

"""Expressions of a program's source as text in C."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from interpreter.native.kinds import Kind, Unsupported
from interpreter.native.reading import OF_FRAME, Function, Source, is_plain
from interpreter.native.tables import Tables

Emit = Callable[[], str]

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Add: "+", ast.Sub: "-",
}  # fmt: skip

_PLAIN = {"len", "max", "min", "top", "bool", "any", "abs"}
"""Functions whose call cannot fail, whatever they are given (the most of nothing aside)."""

SMALL = 4096
"""Factors up to which a product with what is no product needs no check: the other is at most `bounds.MOST_KEPT`."""


class Formulas:
    """Writes the expressions of one function."""

    def __init__(self, source: Source, tables: Tables, function: Function) -> None:
        self.source = source
        self.tables = tables
        self.function = function
        self._count = 0

    def fresh(self) -> str:
        self._count += 1
        return f"_{self._count}"

    def kind(self, node: ast.expr) -> Kind:
        if node not in self.source.kinds:
            raise self.fail(node, "no kind")
        return self.source.kinds[node].found()

    def fail(self, node: ast.AST, why: str = "") -> Unsupported:
        return Unsupported(f"{why or type(node).__name__} in {self.function.name}: {ast.unparse(node)[:120]}")

    # ---- values

    def x(self, node: ast.expr) -> str:
        """The text of a value."""
        match node:
            case ast.Constant(value=v) if isinstance(v, bool | int):
                return str(int(v)) if abs(int(v)) < 1 << 31 else f"INT64_C({int(v)})"
            case ast.Name(id=name):
                return self.name(node, name)
            case ast.Subscript():
                return self.element(node)
            case ast.BinOp():
                return self.binary(node)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"(!{self.test(operand)})"
            case ast.UnaryOp(operand=operand):
                return f"(-{self.x(operand)})"
            case ast.BoolOp(op=op, values=values):
                return "(" + (" && " if isinstance(op, ast.And) else " || ").join(map(self.test, values)) + ")"
            case ast.Compare():
                return self.compared(node)
            case ast.IfExp(orelse=ast.Call(func=ast.Name(id="numbers")) as numbers):
                return self.x(numbers)
            case ast.IfExp(test=test, body=body, orelse=other):
                return f"({self.test(test)} ? {self.x(body)} : {self.x(other)})"
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                return self.listed(node, elts)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                return self.comprehension(node)
            case ast.Call():
                return self.call(node)
        raise self.fail(node)

    def test(self, node: ast.expr) -> str:
        """The text of whether something is true, or a list has elements."""
        if isinstance(node, ast.ListComp):
            return self.any(node, ended=True)
        kind = self.kind(node) if node in self.source.kinds else Kind("int")
        if kind.name == "list" and isinstance(node, ast.Subscript) and _is_slot(node):
            return self.slot(node)
        return f"({self.x(node)}.n != 0)" if kind.name in ("list", "options") else self.x(node)

    def kept(self, node: ast.expr) -> str:
        """The value as it is now, whatever is written later."""
        text, kind = self.x(node), self.kind(node)
        if kind.name != "list" or not self.function.writes:
            return text
        if isinstance(node, ast.Constant) or isinstance(node, ast.ListComp) and kind.depth == 1:
            return text
        return f"keep{kind.depth}({text})"

    def name(self, node: ast.expr, name: str) -> str:
        if name in self.source.data and name not in self.function.locals:
            return self.tables.whole(name)
        return f"done{self.kind(node).depth}({name})" if name in self.function.grown else name

    def slot(self, node: ast.Subscript) -> str:
        """The cell of a slot: a number, or how many elements a list has."""
        assert isinstance(node.value, ast.Name)
        return f"{node.value.id}->c[{self.index(node.slice)}]"

    def index(self, node: ast.expr) -> str:
        return str(node.value) if isinstance(node, ast.Constant) else f"ix({self.x(node)})"

    def element(self, node: ast.Subscript) -> str:
        base, index = node.value, node.slice
        if _is_slot(node):
            if isinstance(index, ast.Slice):
                raise self.fail(node, "slices")
            depth = self.kind(node).depth
            assert isinstance(base, ast.Name)
            return f"get{depth}({base.id}, {self.x(index)})" if depth else self.slot(node)
        if isinstance(base, ast.Name):
            if base.id == "c" and self.function.locals["c"].found().name == "option":
                depth = self.kind(node).depth
                return f"unbox{depth}(c[{self.x(index)}])" if depth else f"c[{self.x(index)}]"
            if base.id == "f":
                return {"1": "f[3]", "-1": "f[1]"}[ast.unparse(index)]
            if base.id in ("u", "up"):
                return f"s->stack[{base.id}{'' if ast.unparse(index) == '0' else ' + 1'}]"
            if base.id in self.source.data and base.id not in self.function.locals:
                return self.tables.entry(base.id, self.x(index))
            if base.id.startswith("SHAPES_"):
                return self.tables.shape(base.id, self.x(index))
        if self._is_fit(base, index):
            assert isinstance(index, ast.Subscript) and isinstance(index.value, ast.Name)
            return f"fits({index.value.id.removeprefix('SHAPES_')}, {self.x(base)}, {self.x(index)})"
        return f"at{self.kind(base).depth}({self.x(base)}, {self.x(index)})"

    @staticmethod
    def _is_fit(base: ast.expr, index: ast.expr) -> bool:
        return (
            isinstance(index, ast.Subscript)
            and isinstance(index.value, ast.Name)
            and index.value.id.startswith("SHAPES_")
        )

    def binary(self, node: ast.BinOp) -> str:
        left, right, depth = node.left, node.right, self.kind(node).depth
        match node.op:
            case ast.Add() if depth:
                return f"cat{depth}({self.x(left)}, {self.x(right)})"
            case ast.Mult() if isinstance(left, ast.Tuple):
                return f"repeat{depth}({self.x(left)}, {self.x(right)})"
            case ast.Mult():
                is_small = any(
                    isinstance(a, ast.Constant) and isinstance(a.value, int) and abs(a.value) <= SMALL and not _grows(b)
                    for a, b in ((left, right), (right, left))
                )
                return f"({self.x(left)} * {self.x(right)})" if is_small else f"mul({self.x(left)}, {self.x(right)})"
            case ast.FloorDiv():
                return f"fdiv({self.x(left)}, {self.x(right)})"
            case ast.Mod():
                return f"fmod_({self.x(left)}, {self.x(right)})"
        return f"({self.x(left)} {_OPERATORS[type(node.op)]} {self.x(right)})"

    def compared(self, node: ast.Compare) -> str:
        parts, left = [], node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            parts.append(self._compared(left, op, right))
            left = right
        return "(" + " && ".join(parts) + ")"

    def _compared(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        if isinstance(op, ast.In | ast.NotIn):
            return f"{'!' if isinstance(op, ast.NotIn) else ''}{self._contained(left, right)}"
        sign = _OPERATORS[type(op)]
        if isinstance(left, ast.ListComp) and isinstance(right, ast.List) and not right.elts:
            return f"({self.any(left, ended=True)} {sign} {1 if sign == '!=' else 0})".replace("!= 1", "== 1")
        kind = self.kind(left)
        if kind.name == "options":
            assert isinstance(right, ast.List)
            if not right.elts:
                return f"({self.x(left)}.n {sign} 0)"
            return f"({self.x(left)}.n == 1 && {self.x(left)}.p[0] == {self.x(right.elts[0])})"
        if kind.name == "list":
            if isinstance(right, ast.List | ast.Tuple) and not right.elts:
                return f"({self.x(left)}.n {sign} 0)"
            return f"{'!' if sign == '!=' else ''}eq{kind.depth}({self.x(left)}, {self.x(right)})"
        return f"{self.x(left)} {sign} {self.x(right)}"

    def _contained(self, x: ast.expr, among: ast.expr) -> str:
        match among:
            case ast.Name(id="under_way"):
                return f"in1({self.x(x)}, under_way)"
            case ast.Name(id="RESETS"):
                return f"(RESETS[{self.x(x)}] != 0)"
            case ast.Name(id=name) if isinstance(self.source.data.get(name), dict | ast.Dict):
                return self.tables.has(name, self.x(x))
        elements = among.elts if isinstance(among, ast.Tuple) else ()
        is_small = 0 < len(elements) <= 6 and isinstance(x, ast.Name) and not self.kind(x).depth
        if is_small and all(isinstance(e, ast.Constant) for e in elements):
            return "(" + " || ".join(f"{self.x(x)} == {self.x(e)}" for e in elements) + ")"
        depth = self.kind(among).depth
        return f"in{depth}({self.x(x)}, {self.x(among)})"

    def listed(self, node: ast.expr, elts: Sequence[ast.expr]) -> str:
        try:
            constant = ast.literal_eval(node)
        except ValueError:
            constant = None
        if constant is not None:
            return self.tables.constant(tuple(constant), self.kind(node))
        depth, v = self.kind(node).depth, self.fresh()
        plain = [e for e in elts if not isinstance(e, ast.Starred)]
        lines = [f"Grow{depth} {v} = vec{depth}({len(plain)});"]
        for e in elts:
            if isinstance(e, ast.Starred):
                item = self.fresh()
                lines.append(f"List{depth} {item} = {self.x(e.value)};")
                lines.append(f"for (int i = 0; i < {item}.n; i++) push{depth}(&{v}, {item}.p[i]);")
            else:
                lines.append(f"push{depth}(&{v}, {self.x(e)});")
        return f"({{ {' '.join(lines)} done{depth}({v}); }})"

    # ---- loops in expressions

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> str:
        kind = self.kind(node)
        v = self.fresh()
        if kind.name == "options":
            assert isinstance(node.elt, ast.Name)
            inner = f"memcpy(option(&{v}), {node.elt.id}, sizeof(i64) * WIDTH);"
            return f"({{ Opts {v} = no_options(); {self.looped(node.generators, lambda: inner)} {v}; }})"
        depth = kind.depth
        body = self.looped(node.generators, lambda: f"push{depth}(&{v}, {self.x(node.elt)});")
        return f"({{ Grow{depth} {v} = vec{depth}(7); {body} done{depth}({v}); }})"

    def looped(self, parts: Sequence[ast.comprehension], inner: Emit, ended: str = "") -> str:
        """Loops over the domains of a comprehension. ended: a test that ends them."""
        part, *rest = parts
        tests = [self.test(t) for t in part.ifs]

        def body() -> str:
            text = self.looped(rest, inner, ended) if rest else inner()
            condition = " && ".join(tests)
            return f"if ({condition}) {{ {text} }}" if tests else text

        return self.loop(part.target, part.iter, body, ended)

    def loop(self, target: ast.expr, over: ast.expr, body: Emit, ended: str = "") -> str:
        """One loop of names over a domain."""
        last = f" if ({ended}) break;" if ended else ""
        match over:
            case ast.List(elts=[one]) | ast.Tuple(elts=[one]):
                name = _name(target)
                c = self.function.locals[name].c
                return f"{{ {c} {name} = {self.x(one)}; {body()} }}"
            case ast.Call(func=ast.Name(id="range"), args=bounds):
                return self._counted(_name(target), bounds, "", body, last)
            case ast.Call(func=ast.Name(id="spent"), args=[ast.Call(func=ast.Name(id="range"), args=bounds), weight]):
                return self._counted(_name(target), bounds, self.x(weight), body, last)
        name = _name(target)
        d, i = self.fresh(), self.fresh()
        kind = self.kind(over)
        domain = self.domain(over)
        if kind.name == "options":
            head = f"Opts {d} = {domain}; for (int {i} = 0; {i} < {d}.n; {i}++)"
            return f"{{ {head} {{ const i64 *{name} = {d}.p + {i} * WIDTH; {body()}{last} }} }}"
        item = "i64" if kind.depth == 1 else f"List{kind.depth - 1}"
        head = f"List{kind.depth} {d} = {domain}; for (int {i} = 0; {i} < {d}.n; {i}++)"
        return f"{{ {head} {{ {item} {name} = {d}.p[{i}]; {body()}{last} }} }}"

    def domain(self, over: ast.expr) -> str:
        return self.x(over)

    def _counted(self, name: str, bounds: Sequence[ast.expr], weight: str, body: Emit, last: str) -> str:
        low = self.x(bounds[0]) if len(bounds) > 1 else "0"
        i, end = self.fresh(), self.fresh()
        paid = f"if ({end} > {i}) spend(mul({end} - {i}, {weight})); " if weight else ""
        head = f"i64 {i} = {low}, {end} = {self.x(bounds[-1])}; {paid}for (; {i} < {end}; {i}++)"
        return f"{{ {head} {{ i64 {name} = {i}; {body()}{last} }} }}"

    def any(self, node: ast.ListComp | ast.GeneratorExp, *, ended: bool) -> str:
        """Whether a comprehension has an element. ended: it need not be gone through to its end, as far as no element
        that is left out can fail."""
        r = self.fresh()
        stops = r if not ended or all(map(self.is_sure, self._asked(node))) else ""
        elt = "" if isinstance(node.elt, ast.Constant) else f"(void){self.x(node.elt)}; "
        return f"({{ int {r} = 0; {self.looped(node.generators, lambda: f'{elt}{r} = 1;', stops)} {r}; }})"

    @staticmethod
    def _asked(node: ast.ListComp | ast.GeneratorExp) -> list[ast.expr]:
        inner = [p.iter for p in node.generators[1:]]
        return [*(t for p in node.generators for t in p.ifs), node.elt, *inner]

    def is_sure(self, node: ast.expr) -> bool:
        """Whether working something out cannot fail and takes no steps."""
        for part in ast.walk(node):
            match part:
                case ast.Call(func=ast.Name(id=name), args=args) if name in _PLAIN:
                    if name in ("max", "min") and len(args) == 1:
                        return False
                case ast.Call() | ast.BinOp(op=ast.FloorDiv() | ast.Mod()):
                    return False
                case ast.Subscript(value=ast.Name(id=name)):
                    if name in ("s", "t", "c"):
                        continue
                    if not isinstance(self.source.data.get(name), tuple | ast.Tuple):
                        return False
                case ast.Subscript():
                    return False
        return True

    # ---- calls

    def call(self, node: ast.Call) -> str:
        func, args = node.func, node.args
        if isinstance(func, ast.Attribute):
            raise self.fail(node, func.attr)
        if isinstance(func, ast.Subscript):
            assert isinstance(func.value, ast.Name)
            return f"{func.value.id}[{self.x(func.slice)}]({', '.join(self.argument(a) for a in args)})"
        assert isinstance(func, ast.Name)
        name = func.id
        function = self.source.function(name)
        if function is not None:
            return self.own(function, args)
        special = getattr(self, f"_call_{name}", None)
        if special is not None:
            text: str = special(node, args)
            return text
        if name.startswith("FITTING_"):
            return self.x(args[0])
        if name.startswith("PLACEMENTS_"):
            grid = list(self.source.program.grids).index(name.removeprefix("PLACEMENTS_"))
            return f"placements({grid}, {self.x(args[1 - 1])}, {self.x(args[1])})"
        return self.of_runtime(node, name, args)

    def argument(self, node: ast.expr) -> str:
        return node.id if is_plain(node) else self.kept(node)  # type: ignore[attr-defined]

    def own(self, function: Function, args: Sequence[ast.expr]) -> str:
        """A call of one of the program's functions."""
        out = []
        for i, a in enumerate(args):
            if i == 1 and OF_FRAME.match(function.name):
                out.append("f" if isinstance(a, ast.Name) else self.frame(a))
            elif not (isinstance(a, ast.Name) and a.id == "below"):
                out.append(self.argument(a))
        if "c" in function.params and function.locals["c"].found().name == "int" and OF_FRAME.match(function.name):
            out[-1] = f"(const i64[]){{{out[-1]}}}"
        if not (args and isinstance(args[0], ast.Name) and args[0].id in ("s", "t")):
            out.insert(0, "s")
        return f"{function.name}({', '.join(out)})"

    def frame(self, node: ast.expr) -> str:
        raise NotImplementedError

    def of_runtime(self, node: ast.Call, name: str, args: Sequence[ast.expr]) -> str:
        texts = [self.argument(a) for a in args]
        if name in ("spend", "within", "there", "product", "bag_sum", "bag_negative", "in_turn", "assignable", "paired",
                    "held_by_place", "still_held", "added_up", "spread_shares", "with_free", "numbers", "survive",
                    "trial", "move_piece", "below", "options_of", "any_sig", "distance", "cheapest",
                    "enclosed", "within_reach", "along_ring", "tallied", "promised"):  # fmt: skip
            if name == "survive":
                texts.append("0")
            return f"{'product1' if name == 'product' else name}({', '.join(texts)})"
        if name in ("spent", "long", "item", "present", "joined", "union", "without", "with_item", "top"):
            of = self.kind(node) if name in ("joined", "union") else self.kind(args[0])
            return f"{name}{of.depth}({', '.join(texts)})"
        if name in ("alike", "weighted", "first_alike"):
            return f"{name}({', '.join(texts)})"
        raise self.fail(node, name)

    def _call_len(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        a = args[0]
        if isinstance(a, ast.ListComp):
            r = self.fresh()
            elt = "" if isinstance(a.elt, ast.Constant) else f"(void){self.x(a.elt)}; "
            return f"({{ i64 {r} = 0; {self.looped(a.generators, lambda: f'{elt}{r}++;')} {r}; }})"
        if isinstance(a, ast.Name) and a.id == "NUMBERS":
            return "100"
        if isinstance(a, ast.Subscript) and _is_slot(a):
            return self.slot(a)
        return f"(i64){self.x(a)}.n"

    def _call_sum(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        a = args[0]
        if isinstance(a, ast.ListComp):
            r = self.fresh()
            body = self.looped(a.generators, lambda: f"{r} = plus({r}, {self.x(a.elt)});")
            return f"({{ i64 {r} = 0; {body} {r}; }})"
        if isinstance(a, ast.Call) and isinstance(a.func, ast.Attribute):  # of how many are held where
            return f"sum_held({self.x(a.func.value)})"
        return f"sum1({self.x(a)})"

    def _call_max(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        return self._extreme("max", args)

    def _call_min(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        return self._extreme("min", args)

    def _extreme(self, name: str, args: Sequence[ast.expr]) -> str:
        if len(args) == 1:
            return (
                f"{name}1({self.x(args[0])})" if not isinstance(args[0], ast.ListComp) else self._best_of(name, args[0])
            )
        text = self.x(args[0])
        for a in args[1:]:
            text = f"{'most' if name == 'max' else 'least'}({text}, {self.x(a)})"
        return text

    def _best_of(self, name: str, node: ast.ListComp) -> str:
        r, n, e = self.fresh(), self.fresh(), self.fresh()
        sign = ">" if name == "max" else "<"
        body = self.looped(
            node.generators, lambda: f"i64 {e} = {self.x(node.elt)}; if (!{n}++ || {e} {sign} {r}) {r} = {e};"
        )
        return f"({{ i64 {r} = 0; int {n} = 0; {body} if (!{n}) fail(); {r}; }})"

    def _call_bool(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        return f"({self.test(args[0])} != 0)"

    def _call_any(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        assert isinstance(args[0], ast.GeneratorExp)
        return self.any(args[0], ended=False)

    def _call_abs(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        return f"absolute({self.x(args[0])})"

    def _call_tuple(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        return self.x(args[0])

    _call_list = _call_tuple

    def _call_range(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        return f"range1({self.x(args[0]) if len(args) > 1 else 0}, {self.x(args[-1])})"

    def _call_reversed(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        match args[0]:
            case ast.Call(
                func=ast.Attribute(attr="values", value=ast.DictComp(key=ast.Tuple(elts=elts), generators=[part]))
            ):
                assert isinstance(part.iter, ast.Call)
                inner, v, d = part.iter.args[0], self.fresh(), self.fresh()
                sign = ", ".join(self.x(e) for e in elts)
                name = _name(part.target)
                return (
                    f"({{ List1 {d} = {self.x(inner)}; Grow2 {v} = vec2({d}.n); for (int i = 0; i < {d}.n; i++) {{ "
                    f"i64 {name} = {d}.p[i]; push2(&{v}, list_of({len(elts)}, (const i64[]){{{sign}}})); }} "
                    f"distinct_backwards({d}, done2({v})); }})"
                )
        return f"reversed{self.kind(args[0]).depth}({self.x(args[0])})"

    def _call_most(self, node: ast.Call, args: Sequence[ast.expr], sign: str = ">") -> str:
        comp = args[0]
        assert isinstance(comp, ast.ListComp) and isinstance(comp.elt, ast.Tuple)
        of, thing = comp.elt.elts
        depth = self.kind(node).depth
        v, best, e = self.fresh(), self.fresh(), self.fresh()
        inner = (
            f"i64 {e} = {self.x(of)}; if (!{v}.n || {e} {sign} {best}) {{ {best} = {e}; {v}.n = 0; }} "
            f"if ({e} == {best}) push{depth}(&{v}, {self.x(thing)});"
        )
        body = self.looped(comp.generators, lambda: inner)
        return f"({{ Grow{depth} {v} = vec{depth}(7); i64 {best} = 0; {body} done{depth}({v}); }})"

    def _call_least(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        return self._call_most(node, args, "<")

    def _call_rising(self, node: ast.Call, args: Sequence[ast.expr], falls: int = 0) -> str:
        comp = args[0]
        assert isinstance(comp, ast.ListComp) and isinstance(comp.elt, ast.Tuple)
        of, thing = comp.elt.elts
        depth, v, keys = self.kind(node).depth, self.fresh(), self.fresh()
        body = self.looped(
            comp.generators, lambda: f"push1(&{keys}, {self.x(of)}); push{depth}(&{v}, {self.x(thing)});"
        )
        ends = f"in_order{depth}(done1({keys}), done{depth}({v}), {falls})"
        return f"({{ Grow1 {keys} = vec1(7); Grow{depth} {v} = vec{depth}(7); {body} {ends}; }})"

    def _call_falling(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        return self._call_rising(node, args, 1)

    def _call_at_most(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        b = self.fresh()
        return f"({{ List1 {b} = {self.x(args[1])}; i64 n = {self.x(args[0])}; {b}.n ? least(n, min1({b})) : n; }})"

    def _call_at_least(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        b = self.fresh()
        return f"({{ List1 {b} = {self.x(args[1])}; i64 n = {self.x(args[0])}; {b}.n ? most(n, max1({b})) : n; }})"

    def _call_bag(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        parts = ", ".join(self.x(a) for a in args[1:])
        return f"bag({self.x(args[0])}, {len(args) - 1}, (const i64[]){{{parts or '0'}}})"

    def _call_as_many(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        assert isinstance(args[1], ast.GeneratorExp)
        n, r = self.fresh(), self.fresh()
        body = self.looped(args[1].generators, lambda: f"{r}++;", f"{r} >= {n}")
        return f"({{ i64 {n} = {self.x(args[0])}, {r} = 0; if ({n} > 0) {body} {r} >= {n}; }})"

    def _call_can_fail_above(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        return "can_fail_above(s, f[1])"

    def _call_running(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        return "running(s)"

    def _call_some_options(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        deep = self.kind(args[1]).depth
        rest = ", ".join(self.x(a) for a in args[2:])
        return f"some_options({self._as_numbers(args[0])}, &{self.x(args[1])}, {deep}, {rest})"

    def _as_numbers(self, node: ast.expr) -> str:
        """A list of which only the length matters, as one of numbers."""
        text = self.x(node)
        return text if self.kind(node).depth == 1 else f"(List1){{0, {text}.n}}"

    def _call_one_way(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        label = int("".join(c for c in self.function.name if c.isdigit()))
        names, kinds = self.source.names_of(label), self.source.frames[label]
        match args[1]:
            case ast.Starred(value=ast.Subscript(slice=ast.Slice(lower=ast.Constant(value=int() as low)))):
                depths = dict(zip(names, (k.depth for k in kinds), strict=True))
                reads = "".join(
                    f"List{depths[n]} {n}_ = read{depths[n]}(&q_); " if depths[n] else f"i64 {n}_ = *q_++; (void){n}_; "
                    for n in names
                )
                src, signs, pos, chosen, least_ = (f"{n}_" for n in names[low - 1 : low + 4])
                if depths[names[low - 1]] != 1:
                    src = f"(List1){{0, {src}.n}}"
                given = f"{src}, &{signs}, {depths[names[low]]}, {pos}, (List1){{0, {chosen}.n}}, {least_}"
                return f"({{ const cell *q_ = f + HEAD; {reads}one_way(o, {given}); }})"
        raise self.fail(node)

    def _call_spread_classes(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        return f"spread_classes{self.kind(args[0]).depth}({', '.join(self.x(a) for a in args)})"

    def _call_reachable(self, node: ast.Call, args: Sequence[ast.expr]) -> str:
        """What can be reached, wave by wave."""
        steps, belongs = args[1], args[2]
        assert isinstance(steps, ast.Lambda)
        x = steps.args.args[0].arg
        if self.kind(node).depth != 1:
            raise self.fail(node, "reaching lists")
        v, b, i, limit, end, y, w = (self.fresh() for _ in range(7))
        accept = f"!in1({y}, done1({v}))"
        if isinstance(belongs, ast.Lambda):
            own = belongs.args.args[0].arg
            accept += f" && ({{ i64 {own} = {y}; {self.test(belongs.body)}; }})"
        add = f"if ({accept}) push1(&{v}, {y});"
        found = f"List1 {w} = {self.x(steps.body)}; for (int k = 0; k < {w}.n; k++) {{ i64 {y} = {w}.p[k]; {add} }}"
        weight = self.x(args[4]) if len(args) > 4 else "1"
        return (
            f"({{ List1 {b} = {self.x(args[0])}; Grow1 {v} = vec1(15); "
            f"for (int k = 0; k < {b}.n; k++) {{ i64 {y} = {b}.p[k]; {add} }} "
            f"i64 {limit} = {self.x(args[3])}; int {i} = 0; "
            f"while ({i} < {v}.n && {limit}) {{ {limit}--; int {end} = {v}.n; "
            f"spend(({end} - {i}) * {weight}); long1(done1({v})); "
            f"for (; {i} < {end}; {i}++) {{ i64 {x} = {v}.p[{i}]; {found} }} }} done1({v}); }})"
        )


def _name(target: ast.expr) -> str:
    assert isinstance(target, ast.Name)
    return target.id


def _is_slot(node: ast.Subscript) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in ("s", "t")


def _grows(node: ast.expr) -> bool:
    return any(isinstance(n, ast.BinOp) and isinstance(n.op, ast.Mult) for n in ast.walk(node))

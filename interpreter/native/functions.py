"""The functions of a program's source as text in C: statements, frames, and what stands around them."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from interpreter.native.formulas import Emit, Formulas
from interpreter.native.kinds import Kind
from interpreter.native.reading import OF_FRAME, Function, Source
from interpreter.native.tables import Tables
from interpreter.program import FREE


def signature(source: Source, function: Function) -> str:
    """The declaration of a function."""
    result = {"step": "int", "listing": "Opts"}.get(function.kind, "")
    if not result:
        result = "int" if function.name.startswith(("DO_", "W_")) else function.result.c
    parts = ["S *s"]
    if OF_FRAME.match(function.name):
        parts.append("const cell *f")
    for name in function.params:
        is_option = name == "c" and OF_FRAME.match(function.name)
        parts.append("const i64 *c" + ("_" if function.locals["c"].found().name == "int" else "")
                     if is_option else f"{_typed(function.locals[name])} {name}")  # fmt: skip
    if function.name.startswith("Z"):
        result = "void"
    return f"{result} {function.name}({', '.join(parts)})"


def _typed(kind: Kind) -> str:
    c = kind.c
    return c if c.endswith("*") else c


class Writing(Formulas):
    """Writes one function."""

    def __init__(self, source: Source, tables: Tables, function: Function) -> None:
        super().__init__(source, tables, function)
        self.lines: list[str] = []
        self._set: set[str] = set()
        """the names that statements set"""
        self.boxed: set[tuple[int, int, int]] = set()
        """(label, alternative, place) of what is a list in an option"""

    def text(self) -> str:
        """The whole function."""
        self._named = self.function.used
        head = [f"{signature(self.source, self.function)} {{"]
        if self.function.name[0] == "L" and self.function.label in self.source.program.phases:
            head.append(f"if (x_->noting) x_->entered[{self.function.label}]++;")
        is_of_frame = bool(OF_FRAME.match(self.function.name))
        if is_of_frame and "c" in self.function.params and self.function.locals["c"].found().name == "int":
            head.append("i64 c = c_[0];")
        self.block(self.function.node.body)
        if self.function.kind == "step" or self.function.name.startswith(("DO_", "W_")):
            self.lines.append("return NONE;")
        for name in sorted(self._set - {*self.function.params, *self.function.frame, "up", "f"}):
            c = self.function.locals[name].c
            if name in self.function.grown:
                c = c.replace("List", "Grow")
            head.append(f"{c} {name} = {{0}};" if c[0] in "LOG" else f"{c} {name} = 0;")
        return "\n".join([*head, *self.lines, "}"])

    def w(self, line: str) -> None:
        self.lines.append(line)

    # ---- statements

    def block(self, body: Sequence[ast.stmt]) -> None:
        for s in body:
            self.statement(s)

    def statement(self, s: ast.stmt) -> None:
        match s:
            case ast.Pass():
                pass
            case ast.Continue():
                self.w("continue;")
            case ast.Break():
                self.w("break;")
            case ast.Return():
                self.returned(s.value)
            case ast.Assign():
                self.assigned(s)
            case ast.AugAssign():
                self.added(s)
            case ast.If(test=ast.Compare(ops=[ast.Is()]), body=body):
                known = body[-1]
                assert isinstance(known, ast.Assign)
                self.w(f"return {self.x(known.value)};")
            case ast.If(test=test, body=body, orelse=other):
                self.w(f"if ({self.test(test)}) {{")
                self.block(body)
                if other:
                    self.w("} else {")
                    self.block(other)
                self.w("}")
            case ast.While(test=test, body=body):
                self.w(f"while ({self.test(test)}) {{")
                self.block(body)
                self.w("}")
            case ast.For(target=target, iter=over, body=body):
                self.w(self.loop(target, over, lambda: self.inside(body)))
            case ast.Expr(value=ast.Call(func=ast.Name(id="tell"))):
                pass
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr="append", value=whole), args=[value])):
                self.appended(whole, value)
            case ast.Expr(value=value):
                self.w(f"{self.x(value)};")
            case _:
                raise self.fail(s)

    def inside(self, body: Sequence[ast.stmt]) -> str:
        """The text of statements."""
        before, self.lines = self.lines, []
        self.block(body)
        text, self.lines = "\n".join(self.lines), before
        return text

    def domain(self, over: ast.expr) -> str:
        return self.kept(over)

    def appended(self, whole: ast.expr, value: ast.expr) -> None:
        assert isinstance(whole, ast.Name)
        name = whole.id
        if self.kind(whole).name != "options":
            self.w(f"push{self.kind(whole).depth}(&{name}, {self.x(value)});")
            return
        assert isinstance(value, ast.Tuple)
        o = self.fresh()
        parts = []
        for i, e in enumerate(value.elts):
            depth = self.kind(e).depth
            if depth:
                first = value.elts[0]
                assert isinstance(first, ast.Constant) and isinstance(first.value, int)
                if depth > 1 or first.value >= FREE:
                    raise self.fail(e, "an option with lists of lists, or a free action with lists")
                self.boxed.add((self.function.label, first.value, i))
            parts.append(f"{o}[{i}] = {f'box{depth}({self.x(e)})' if depth else self.x(e)};")
        values = [f"i64 {o}_{i} = {p.split(' = ', 1)[1]}" for i, p in enumerate(parts)]
        sets = " ".join(f"{o}[{i}] = {o}_{i};" for i in range(len(parts)))
        self.w(f"{{ {' '.join(values)} i64 *{o} = option(&{name}); {sets} }}")

    def returned(self, value: ast.expr | None) -> None:
        function = self.function
        if value is None or isinstance(value, ast.Constant) and value.value is None:
            self.w("return NONE;" if not function.name.startswith("Z") else "return;")
            return
        if isinstance(value, ast.Name) and value.id == "known":
            return
        if function.kind == "step":
            self.w(f"return {self.stepped(value)};")
        elif function.kind == "listing":
            self.w(f"return {self.options(value)};")
        else:
            self.w(f"return {self.x(value)};")

    def stepped(self, value: ast.expr) -> str:
        match value:
            case ast.Constant():
                return str(value.value)
            case ast.List(elts=[one]):
                return f"the_one({self.x(one)})"
        text = self.x(value)
        return f"listed({text})" if self.kind(value).name == "options" else text

    def options(self, value: ast.expr) -> str:
        match value:
            case ast.ListComp(elt=ast.Tuple(elts=elts)):
                v, o = self.fresh(), self.fresh()
                sets = " ".join(f"{o}[{i}] = {self.x(e)};" for i, e in enumerate(elts))
                body = self.looped(value.generators, lambda: f"i64 *{o} = option(&{v}); {sets}")
                return f"({{ Opts {v} = no_options(); {body} {v}; }})"
        return self.x(value)

    def assigned(self, s: ast.Assign) -> None:
        target, value = s.targets[0], s.value
        self._set |= {e.id for t in s.targets for e in getattr(t, "elts", [t]) if isinstance(e, ast.Name)}
        self._set -= {"_", "known"}
        match target:
            case ast.Subscript(value=ast.Name(id="s" | "t" as state), slice=ast.Constant(value=0)):
                self.w(f"set_top({state}, {self.ref(value, state)});")
                for other in s.targets[1:]:
                    assert isinstance(other, ast.Name)
                    self.w("f = top_of(s);" if other.id == "f" else f"{other.id} = s->top;")
            case ast.Name(id="f"):
                self.w(f"const cell *f = {self.frame(value)};")
            case ast.Tuple() if isinstance(value, ast.Name) and value.id == "f":
                self.taken_apart()
            case ast.Tuple(elts=elts):
                self.unpacked([e.id for e in elts if isinstance(e, ast.Name)], value)
            case ast.Name(id="t") if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice):
                self.w("t = new_copy(s);")
            case ast.Name(id="known"):
                pass
            case ast.Name(id="out") if isinstance(value, ast.List) and self.function.kind == "listing":
                self.w("out = no_options();")
            case ast.Name(id="laid") if isinstance(value, ast.Tuple) and len(value.elts) == 3:
                self.w(f"laid = lay({self.x(value.elts[0])}, {self.x(value.elts[1])}, {self.x(value.elts[2])});")
            case ast.Name(id=name) if name in self.function.grown:
                self.w(f"{name} = vec{self.function.locals[name].depth}(7);")
            case ast.Name(id=name):
                if len(value_elts := getattr(value, "elts", [1])) == 0 and self.function.locals[name].depth:
                    self.w(f"{name} = (List{self.function.locals[name].depth}){{0, {len(value_elts)}}};")
                    return
                is_test = isinstance(value, ast.BoolOp)
                self.w(f"{name} = {self.test(value) if is_test else self.kept(value)};")
            case ast.Subscript(
                slice=ast.Slice(lower=ast.Constant(value=int() as low), upper=ast.Constant(value=int() as high))
            ):
                self.w(f"set_many(s, {low}, {high}, {self.x(value)});")
            case ast.Subscript(value=ast.Name(id=state), slice=index):
                self.written(state, index, self.kind(target), value)
            case _:
                raise self.fail(s)

    def written(self, state: str, index: ast.expr, kind: Kind, value: ast.expr) -> None:
        if kind.depth:
            self.w(f"set{kind.depth}({state}, {self.x(index)}, {self.x(value)});")
        elif isinstance(value, ast.Constant):
            self.w(f"{state}->c[{self.index(index)}] = {self.x(value)};")
        else:
            self.w(f"put({state}, {self.x(index)}, {self.x(value)});")

    def added(self, s: ast.AugAssign) -> None:
        sign = "+" if isinstance(s.op, ast.Add) else "-"
        value = self.x(s.value)
        if isinstance(s.target, ast.Name):
            self._set.add(s.target.id)
            if self.function.locals[s.target.id].depth:
                depth = self.function.locals[s.target.id].depth
                self.w(f"{s.target.id} = cat{depth}({s.target.id}, {value});")
                return
            self.w(f"{s.target.id} {sign}= {value};")
            return
        assert isinstance(s.target, ast.Subscript)
        if self.kind(s.target).depth:
            depth = self.kind(s.target).depth
            at = self.x(s.target.slice)
            self.w(f"set{depth}(s, {at}, cat{depth}(get{depth}(s, {at}), {value}));")
            return
        i = self.fresh()
        self.w(f"{{ int {i} = {self.index(s.target.slice)}; s->c[{i}] = nar(s->c[{i}] {sign} {value}); }}")

    def unpacked(self, names: list[str], value: ast.expr) -> None:
        match names:
            case ["chosen", "src"]:
                assert isinstance(value, ast.Call)
                if self.function.locals["src"].depth != 1:
                    raise self.fail(value, "lists of lists chosen anew")
                before, source, most = (self.x(a) for a in value.args)
                self.w(f"{{ List1 all_ = {source}; chosen = {before}; still_chosen(&chosen, &src, all_, {most}); }}")
            case ["_", "room", "later", "_"]:
                self.w(f"room = class_room({self.x(value)}); later = class_later({self.x(value)});")
            case ["positions", "_", "_", "left"]:
                self.w("positions = class_positions(left); left = class_rest(left);")
            case _:
                raise self.fail(value, "unpacking")

    # ---- frames

    def taken_apart(self) -> None:
        """Read what the frame holds into names."""
        function = self.function
        if not function.frame and "up" not in self._named:
            return
        kinds = self.source.frames.get(function.label, [])
        names = list(zip(function.frame, kinds, strict=True))
        while names and names[-1][0] not in self._named:
            names.pop()
        if "up" in self._named:
            self.w("int up = f[1]; (void)up;")
        at, moving = 3, False
        for name, kind in names:
            depth = kind.depth
            if depth and not moving:
                moving = True
                self.w(f"const cell *q_ = f + {at};")
            is_used = name in self._named
            if not depth:
                source = "*q_++" if moving else f"f[{at}]"
                if is_used:
                    self.w(f"i64 {name} = {source};")
                elif moving:
                    self.w("q_++;")
                at += 1
            else:
                keep = f"keep{depth}" if function.writes and is_used else ""
                self.w(f"List{depth} {name} = {keep}(read{depth}(&q_)); (void){name};")

    def ref(self, node: ast.expr, state: str = "s") -> str:
        """Where a frame lies, which is pushed where it is new."""
        match node:
            case ast.Constant(value=None):
                return "-1"
            case ast.Name(id="f"):
                return f"push_frame({state}, f)"
            case ast.Name(id=name):
                return name
            case ast.Call(func=ast.Name(id="end_mark"), args=[flag, frame]):
                below = self.ref(frame, state)
                return f"({self.x(flag)} ? end_mark({state}, {below}, 0) : {below})"
            case ast.Tuple(elts=[ast.Constant(value=0), frame]):
                return f"end_mark({state}, {self.ref(frame, state)}, 0)"
            case ast.Tuple(elts=[ast.Constant(value=0), ast.Constant(value=True), frame]):
                return f"end_mark({state}, {self.ref(frame, state)}, 1)"
            case ast.Subscript():
                return self.x(node)
            case ast.Tuple(elts=[ast.Constant(value=int() as label), *values, up]):
                if self.function.writes or not any(k.depth for k in self.source.frames[label]):
                    return self._pushed(label, values, up, state)
                return f"push_frame({state}, {self.frame(node)})"  # lists may still lie where it is laid
        raise self.fail(node, "frame")

    def _pushed(self, label: int, values: Sequence[ast.expr], up: ast.expr, state: str) -> str:
        """A frame laid on the stack at once."""
        names, size, sets = self._values(label, values)
        u, b = self.fresh(), self.fresh()
        return (
            f"({{ {names}int {u} = {self.ref(up, state)}, n_ = {size}; cell *{b} = room_for({state}, {u}, n_), "
            f"*q = {b} + 3; {sets}(void)q; {b}[0] = {label}; {b}[1] = {u}; {b}[2] = n_; "
            f"(int)({b} - {state}->stack); }})"
        )

    def _values(self, label: int, values: Sequence[ast.expr]) -> tuple[str, str, str]:
        """The text that works out the values of a frame, how many cells it takes, and what writes them from q on."""
        names, sizes, sets = [], ["3"], []
        for kind, v in zip(self.source.frames.get(label, []), values, strict=True):
            name, depth = self.fresh(), kind.depth
            text = f"(List{depth}){{0, 0}}" if depth and getattr(v, "elts", 1) == [] else self.x(v)
            names.append(f"{f'List{depth}' if depth else 'i64'} {name} = {text}; ")
            sizes.append(f"size{depth}({name})" if depth else "1")
            sets.append(f"write{depth}(&q, {name}); " if depth else f"*q++ = nar({name}); ")
        return "".join(names), " + ".join(sizes), "".join(sets)

    def frame(self, node: ast.expr) -> str:
        """A frame made in the arena, to be read at once."""
        match node:
            case ast.Name(id="f"):
                return "f"
            case ast.Name(id=name):
                return f"(s->stack + {name})"
            case ast.Tuple(elts=[ast.Constant(value=int() as label), *values, up]):
                pass
            case _:
                raise self.fail(node, "frame")
        names, size, sets = self._values(label, values)
        b, u = self.fresh(), self.fresh()
        return (
            f"({{ {names}int n_ = {size}; cell *{b} = take(sizeof(cell) * n_), *q = {b} + 3; "
            f"{sets}int {u} = {self.ref(up)}; {b}[0] = {label}; {b}[1] = {u}; {b}[2] = n_; (const cell *){b}; }})"
        )


__all__ = ["Emit", "Writing", "signature"]

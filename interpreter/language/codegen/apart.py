"""E: for `why`, conditions part by part: which of them hold, and with what. In the plain form only."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from interpreter.language.codegen.pycode import identifier, iterable
from interpreter.language.core import TRUE, Clause, Cond, X, both, free_vars, negated
from interpreter.language.core.checked import Checked
from interpreter.program import ClauseInfo

Text = Callable[[X], str]


class Apart:
    """Writes functions that work conditions out part by part, and keeps what the numbers in their answers stand for.

    checked: the rules, with their conditions taken apart. value, test: Python text of an expression. inlined: an
    expression with short formulas written out. add: takes a function's text. What the functions give is said at
    `runtime.apart.Worked`.
    """

    def __init__(
        self, checked: Checked, value: Text, test: Text, inlined: Callable[[X], X], add: Callable[[str], None]
    ) -> None:
        self.clauses = checked.clauses
        self.values = checked.values
        self.value = value
        self.test = test
        self.inlined = inlined
        self.add = add
        self.infos: list[ClauseInfo] = []
        self._written: dict[tuple[int, frozenset[str]], tuple[str, Clause]] = {}
        self._named: set[str] = set()

    def call(self, clause: Clause | None, known: frozenset[str]) -> str:
        """Text of what a condition comes to part by part. known: the locals that have a value where it stands."""
        if clause is None or not free_vars(clause.test) <= known:
            return "None"
        asked = sorted(_reads(clause) & known)
        key = id(clause), frozenset(asked)
        if key not in self._written:
            self._written[key] = f"E{len(self._written)}", clause  # kept, so that no other gets its id
            name = self._written[key][0]
            self.add(f"def {', '.join([f'{name}(s', *asked])}):\n    return {self._tree(clause, known)}")
        return f"explained({', '.join([self._written[key][0], 's', *asked])})"

    def _tree(self, c: Clause, known: frozenset[str]) -> str:
        names = [(name, x) for name, x in c.names if free_vars(x) <= known]
        self.infos.append(
            ClauseInfo(
                c.kind,
                c.span,
                c.compares,
                c.value,
                tuple((n, x.type) for n, x in names),
                tuple(x.type for x in c.operands),
            )
        )
        head = f"{len(self.infos) - 1}, {self._listed(x for _, x in names)}"
        if not _reads(c) <= known:
            return f"fact({head}, {self.test(c.test)})"
        match c.kind:
            case "and" | "or" | "not" | "if":
                parts = "".join(f"lambda: {self._tree(part, known)}, " for part in c.parts)
                return f"{c.kind}_parts({head}, ({parts}))"
            case "compare" | "assignable" | "elements" | "mine" | "limit" | "formula":
                parts = "".join(f"{self._tree(part, known)}, " for part in c.parts)
                return f"fact({head}, {self.test(c.test)}, {self._listed(c.operands)}, ({parts}))"
            case "value":
                inner = self._formula(c.value)
                args = "".join(f", {self.value(x)}" for x in c.operands)
                formula = f"lambda: {inner}(s{args})" if inner else "None"
                rules = f"lambda: {changes}(s{args})" if (changes := self._rules(c.value)) else "None"
                return f"named({head}, {self.test(c.test)}, {self._listed(c.operands)}, {formula}, {rules})"
            case "any" | "all":
                asked, which = c.parts[0].test if c.parts else TRUE, c.operands[1]
                hit = both([which, asked if c.kind == "any" else negated(asked)])
                inner = f"lambda {c.var}: {self._tree(c.parts[0], known | {c.var})}" if c.parts else "None"
                over = iterable(self.inlined(c.operands[0]))
                counts = "None" if which == TRUE else f"lambda {c.var}: {self.test(which)}"
                hits = f"lambda {c.var}: {self.test(hit)}"
                return f"over_parts({head}, {c.kind == 'any'}, {over}, {counts}, {hits}, {inner})"
        return f"fact({head}, {self.test(c.test)})"

    def _rules(self, id: str) -> str:
        """The name of the function that says which rule sets a value; "" where none does."""
        name, definition = f"EM_{identifier(id)}", self.values[id]
        lines, x = [], definition.result
        while isinstance(x, Cond) and x.at is not None:
            self.infos.append(ClauseInfo("rule", x.at, "", "", (), ()))
            lines += [
                f"    if {self.test(x.test)}:",
                f"        return fact({len(self.infos) - 1}, (), {self.test(x.then)})",
            ]
            x = x.other
        if lines and name not in self._named:
            self._named.add(name)
            self.add("\n".join([f"def {', '.join([f'{name}(s', *(p.name for p in definition.params)])}):", *lines]))
        return name if lines else ""

    def _listed(self, parts: Iterable[X]) -> str:
        return f"({''.join(f'{self.value(x)}, ' for x in parts)})"

    def _formula(self, id: str) -> str:
        """The name of the function that works out the formula of a value; "" where it has none."""
        name = f"EV_{identifier(id)}"
        if id not in self.clauses:
            return ""
        if id not in self._named:
            self._named.add(id)
            params = [p.name for p in self.values[id].params]
            tree = self._tree(self.clauses[id], frozenset(params))
            self.add(f"def {', '.join([f'{name}(s', *params])}):\n    return {tree}")
        return name


def _reads(c: Clause) -> frozenset[str]:
    """The locals that a clause needs from around it."""
    own = (c.test, *c.operands, *(x for _, x in c.names))
    inner = frozenset[str]().union(*map(_reads, c.parts))
    return inner.union(*map(free_vars, own)) - {c.var}

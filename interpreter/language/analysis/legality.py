"""Facts about procedures and values that decide how legality is tested: what can suspend, fail, end or write, and what
an expression reads.

An option is legal when carrying it out can reach the end of its atomic block. Where nothing ahead can fail it needs no
test at all; where something can, `guards` says what can be asked beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import field, replace
from typing import ClassVar

from interpreter.language import core
from interpreter.language.analysis.outside import KeysOf, Outside, is_from_there
from interpreter.language.core.checked import Procedure, StateRuleDef, ValueDef
from interpreter.language.core.extent import depth, size
from interpreter.language.core.footprint import footprint
from interpreter.program.types import BOOL, Type
from interpreter.records import mutable

EVERYTHING = "*"
"""The family of a test that may read anything: it stands before all writes or not at all."""

WRITTEN_OUT = 600
"""Nodes up to which a value is written out where it is called."""

MOST_NODES = 4_000
"""Nodes that writing out values may add to an expression; where it would add more, they are called instead."""

MOST_WRITTEN_OUT = 6_000
"""Nodes of all the values written out in one expression, on the way too: values that call others twice would double
the work with each."""

MOST_DEPTH = 200
"""How deep nodes may lie inside one another in what is made of several texts: more than one text allows, and little
enough to be walked."""


@mutable
class Analysis:
    """Facts about all procedures and values of one ruleset, worked out once."""

    procedures: Mapping[str, Procedure]
    values: Mapping[str, ValueDef]
    tables: dict[str, object]
    keys_of: KeysOf
    state_rules: Sequence[StateRuleDef] = ()
    suspending: set[str] = field(default_factory=set)
    failing: set[str] = field(default_factory=set)
    ending: set[str] = field(default_factory=set)
    writes: dict[str, frozenset[str]] = field(default_factory=dict)
    written_out: dict[tuple[int, int], tuple[core.X, core.X]] = field(default_factory=dict)
    """id of an expression, budget → it and what it is with values written out: one statement is walked on many ways"""
    room: int = 0
    """nodes that may still be written out in the expression that is at it"""
    inside: int = 0
    """how many calls of `inlined` are under way inside one another"""
    simple: dict[int, tuple[core.X, core.X]] = field(default_factory=dict)
    """id of an expression → it and what it is with constants folded"""
    kept: dict[tuple[int, tuple[int, ...]], tuple[core.X, tuple[int, ...] | None]] = field(default_factory=dict)
    """id of a test, elements → it and those for which it holds"""
    fixed: dict[str, bool] = field(default_factory=dict)
    remembers: bool = True
    """whether values may be remembered; not where it is noted what is worked out"""

    told: dict[tuple[str, int], tuple[core.S, bool]] = field(default_factory=dict)
    """question, id of a statement → it and the answer, once all is known of what is called"""
    is_grown: bool = False

    def __post_init__(self) -> None:
        results = {name: v.result for name, v in self.values.items()}
        self.outside = Outside(results, self.tables, self.keys_of)
        self._grow()

    def _grow(self) -> None:
        """Least fixed points over the calls."""
        self.writes = {p: frozenset() for p in self.procedures}
        changed = True
        while changed:
            changed = False
            for p in self.procedures.values():
                for test, found in (
                    (lambda body: any(self.suspends(s) for s in body), self.suspending),
                    (self.any_fails, self.failing),
                    (lambda body: any(self.can_end(s) for s in body), self.ending),
                ):
                    if p.id not in found and test(p.body):
                        found.add(p.id)
                        changed = True
                written = self.written(p.body) | frozenset(f"param:{p.id}" for _ in p.stored)
                if written != self.writes[p.id]:
                    self.writes[p.id] = written
                    changed = True
        self.is_grown = True

    def _once(self, question: str, s: core.S, answer: Callable[[core.S], bool]) -> bool:
        """The answer to a question about a statement, worked out once: it is asked again of all that stands around
        it."""
        if not self.is_grown:
            return answer(s)
        known = self.told.get((question, id(s)))
        if known is None:
            known = self.told[question, id(s)] = (s, answer(s))
        return known[1]

    # ---- properties of statements

    def suspends(self, s: core.S) -> bool:
        """Whether a decision may stand inside, so that the statement cannot be a piece of straight code."""
        return self._once("suspends", s, self._suspends)

    def _suspends(self, s: core.S) -> bool:
        match s:
            case core.Decide() | core.ChooseSome() | core.Spread() | core.Chance() | core.IfPossible():
                return True
            case core.End(how="phase"):
                return True
            case core.Invoke():
                return s.procedure in self.suspending
            case _:
                return any(self.suspends(inner) for body in core.bodies(s) for inner in body)

    def reads_outside(self, s: core.S) -> bool:
        """Whether an expression of the statement itself may read what is not there, which fails the block."""
        return not isinstance(s, core.Decide) and any(self.outside.may_read(x) for x in core.expressions(s))

    def can_fail(self, s: core.S) -> bool:
        return self._once("fails", s, self._can_fail)

    def _can_fail(self, s: core.S) -> bool:
        if self.reads_outside(s):
            return True
        match s:
            case core.Check():
                return True
            case core.Invoke():
                return s.procedure in self.failing and not self.procedures[s.procedure].is_phase
            case core.Decide():
                return self._decision_can_fail(s)
            case core.IfPossible():
                return self.any_fails(s.other)
            case core.Block(soft=True):
                return False
            case _:
                return any(self.any_fails(body) for body in core.bodies(s))

    def _decision_can_fail(self, s: core.Decide) -> bool:
        """A `may` fails only where declining does; a choice fails when it is empty."""
        if s.skip is None:
            return True
        return self.any_fails(s.skip[1])

    def can_end(self, s: core.S) -> bool:
        match s:
            case core.End(how="game"):
                return True
            case core.Invoke():
                return s.procedure in self.ending
            case core.Put() | core.Add():
                return self._fires_an_end(core.families(s.family))
            case core.Act():
                return self._fires_an_end(s.writes)
            case _:
                return any(self.can_end(inner) for body in core.bodies(s) for inner in body)

    def _fires_an_end(self, written: Set[str]) -> bool:
        """Whether a `whenever` that reads what was written can end the game, or one that fires in its turn."""
        return any(self._ends(rule.body) for rule in self._fired(written))

    def _fired(self, written: Set[str]) -> list[StateRuleDef]:
        """The `whenever` rules that may fire when these families are written, and those that they set off."""
        found: dict[int, StateRuleDef] = {}
        todo = [written]
        while todo:
            now = todo.pop()
            for rule in self.state_rules:
                if rule.latch not in found and rule.reads & now:
                    found[rule.latch] = rule
                    todo.append(self._written(rule.body))
        return list(found.values())

    def set_off(self, written: Set[str]) -> frozenset[str]:
        """What may be written besides when these families are written: by the `whenever` rules that read them."""
        return frozenset(family for rule in self._fired(written) for family in self._written(rule.body))

    def _ends(self, body: core.Body) -> bool:
        """Whether a body of a `whenever` says outright, or calls what says, that the game ends."""
        inner = [s for s in core.statements(body) if isinstance(s, core.End | core.Invoke)]
        return any(self.can_end(s) for s in inner)

    def any_fails(self, body: core.Body) -> bool:
        for i, s in enumerate(body):
            if self.can_fail(s):
                return not self.has_way_out(s, body[i + 1 :])
        return False

    def has_way_out(self, s: core.S, rest: core.Body) -> bool:
        """Whether a choice always has an option with which it and the rest of its body succeed: an alternative, or an
        element named in a list of choices, after which nothing can fail."""
        if not isinstance(s, core.Decide) or any(self.outside.may_read(x) for x in core.expressions(s)):
            return False
        for alt in s.alts:
            if alt.when is not None or any(b.test is not None or b.extreme for b in alt.binds):
                continue
            after = (*alt.body, *rest)
            if not alt.binds and not self.any_fails(after):
                return True
            if len(alt.binds) == 1:
                bind = alt.binds[0]
                if any(not self.any_fails(_settled(after, bind.var, c)) for c in _named_elements(bind.domain)):
                    return True
        return False

    def written(self, body: core.Body) -> frozenset[str]:
        """The families that a body writes, the `whenever` rules included that fire meanwhile."""
        out = self._written(body)
        return out | self.set_off(out)

    def _written(self, body: core.Body) -> frozenset[str]:
        out: set[str] = set()
        for s in core.statements(body):
            match s:
                case core.Put() | core.Add():
                    out |= core.families(s.family)
                case core.Act():
                    out |= s.writes
                case core.Invoke():
                    out |= self.writes[s.procedure]
        return frozenset(out)

    def assigned(self, body: core.Body) -> set[str]:
        out: set[str] = set()
        for s in core.statements(body):
            match s:
                case core.Let() | core.ChooseSome() | core.Spread() | core.Chance():
                    out.add(s.var)
                case core.Act() if s.result:
                    out.add(s.result)
                case core.Decide():
                    for alt in s.alts:
                        out |= {b.var for b in alt.binds} | {let.var for let in alt.lets}
        return out

    # ---- reads

    def reads(self, x: core.X) -> frozenset[str]:
        """The families that an expression reads."""
        found = footprint(x, self._result_of)
        return found.families | {EVERYTHING} if found.actions else found.families

    def _result_of(self, value: str) -> core.X:
        return self.values[value].result

    def is_fixed(self, name: str) -> bool:
        """Whether a value follows from its arguments alone, whatever the position, and takes a search to find: so it
        is worked out once for each and remembered instead of being written out."""
        if name not in self.fixed:
            parts = list(core.walk(self.values[name].result))
            searches = any(isinstance(x, core.Fold) or isinstance(x, core.Value) and self.is_fixed(x.id) for x in parts)
            self.fixed[name] = self.remembers and searches and not self.reads(self.values[name].result)
        return self.fixed[name]

    # ---- rewriting expressions

    def inlined(self, x: core.X, budget: int = WRITTEN_OUT) -> core.X:
        """The expression with its values written out, as far as `budget` nodes allow, and constants folded."""
        known = self.written_out.get((id(x), budget))
        if known is None:
            if self.inside == 0:
                self.room = MOST_WRITTEN_OUT
            self.inside += 1
            out = self._inlined(x, budget)
            self.inside -= 1
            if size(out) > 3 * size(x) + MOST_NODES or depth(out) > MOST_DEPTH:
                out = x
            known = self.written_out[id(x), budget] = (x, out)
        return known[1]

    def _inlined(self, x: core.X, budget: int) -> core.X:
        if isinstance(x, core.Value):
            definition = self.values[x.id]
            args = tuple(self.inlined(a, budget) for a in x.args)
            if size(definition.result) <= budget and not _uses_too_often(definition, args) and not self.is_fixed(x.id):
                applied = definition.applied(args)
                self.room -= size(applied)
                if self.room > 0 and size(applied) <= MOST_NODES + budget and depth(applied) <= MOST_DEPTH:
                    return self.inlined(self.folded(applied), budget // 2)
            return core.Value(x.id, args, x.type)
        return self.fold_one(core.rebuilt(x, lambda c: self.inlined(c, budget)))

    def folded(self, x: core.X) -> core.X:
        """The expression with constants folded everywhere in it."""
        known = self.simple.get(id(x))
        if known is None:
            known = self.simple[id(x)] = (x, self.fold_one(core.rebuilt(x, self.folded)))
        return known[1]

    def fold_one(self, x: core.X) -> core.X:
        if isinstance(x, core.Op):
            simpler = self._FOLDED_BY.get(x.operator)
            return x if simpler is None else simpler(self, x)
        if isinstance(x, core.Fold):
            return self._folded_fold(x)
        if isinstance(x, core.Cond):
            return core.choice(x.test, x.then, x.other)
        return self._folded_entry(x) if isinstance(x, core.Tab) else x

    def _folded_plus(self, x: core.Op) -> core.X:
        a, b = x.args
        if x.type.name == "int":
            return core.plus(a, b)
        return a if isinstance(b, core.Const) and b.value == () else x

    def _folded_times(self, x: core.Op) -> core.X:
        return core.times(*x.args) if x.type.name == "int" else x

    def _folded_and(self, x: core.Op) -> core.X:
        return core.both(list(x.args))

    def _folded_not(self, x: core.Op) -> core.X:
        return core.negated(x.args[0])

    def _folded_comparison(self, x: core.Op) -> core.X:
        a, b = x.args
        return core.compared(x.operator, a, b)

    def _folded_at_least(self, x: core.Op) -> core.X:
        a, b = x.args
        match b:
            case core.Op(operator="max", args=(core.Const(value=0), other)) if core.is_nonnegative(a):
                return self.fold_one(core.compared(">=", a, other))
            case core.Op(operator="min", args=least) if a in least:
                return core.TRUE
            case core.Const(value=0) if is_from_there(a):
                return core.TRUE
        return core.compared(">=", a, b)

    def _folded_more(self, x: core.Op) -> core.X:
        a, b = x.args
        if not isinstance(b, core.Const):
            return core.compared(">", a, b)
        match a:
            case core.Fold(kind="count", test=test) if b.value == 0 and test is not None:  # whether there is one at all
                return core.Fold("any", a.var, a.domain, test, None, BOOL, at=a.at)
            case core.Fold(kind="sum", value=part) if b.value == 0 and part is not None and core.is_nonnegative(part):
                # whether anything is added at all
                tests = [*([] if a.test is None else [a.test]), self.fold_one(core.compared(">", part, core.Const(0)))]
                return core.Fold("any", a.var, a.domain, core.both(tests), None, BOOL, at=a.at)
            case core.Op(operator="min", args=least) if not self.outside.may_read(x):
                # or what is not there, and fails the block, would not be read
                return core.both([self.fold_one(core.compared(">", part, b)) for part in least])
            case core.Cond(test=test, then=then, other=other, at=None):
                sides = [self.fold_one(core.compared(">", side, b)) for side in (then, other)]
                return core.choice(test, *sides) if sides[0] != sides[1] else sides[0]
        return core.compared(">", a, b)

    _FOLDED_BY: ClassVar[dict[str, Callable[[Analysis, core.Op], core.X]]] = {
        "+": _folded_plus,
        "*": _folded_times,
        "and": _folded_and,
        "not": _folded_not,
        ">=": _folded_at_least,
        ">": _folded_more,
        **dict.fromkeys(("==", "!=", "<", "<="), _folded_comparison),
    }

    def _folded_fold(self, x: core.Fold) -> core.X:
        test = x.test
        if test is not None and x.kind != "reachable" and _is_list(x.domain):
            narrowed = self._narrowed(x, test)
            if narrowed is not x:
                return self.fold_one(narrowed)
        if x.kind != "list":
            return x
        if test is None:
            return x.domain
        return x if x.var in core.free_vars(test) else core.choice(test, x.domain, core.Const((), x.type))

    def _folded_entry(self, x: core.Tab) -> core.X:
        if not (isinstance(x.index, core.Const) and isinstance(x.index.value, int)):
            return x
        table, i = self.tables[x.table], x.index.value
        if isinstance(table, tuple) and 0 <= i < len(table):
            return core.Const(table[i], x.type)
        return core.Const(table[i], x.type) if isinstance(table, dict) and i in table else x

    def _narrowed(self, x: core.Fold, test: core.X) -> core.Fold:
        """The fold without those elements that constant tables alone leave out: `u.kind is ship` of all units. Where
        pieces are to have an owner or kind that is not known beforehand, the fold goes over a list kept for each."""
        assert isinstance(x.domain, core.Const) and isinstance(x.domain.value, tuple)
        elements: tuple[int, ...] = x.domain.value
        left: list[core.X] = []
        listed: tuple[core.Tab, core.X] | None = None
        for part in core.conjuncts(test):
            if any(self.outside.may_read(before) for before in left):
                left.append(part)  # what stands before it may fail, and would for fewer elements
            elif (kept := self._kept(x, part, elements)) is not None:
                elements = kept
            elif listed is None and (found := self._listed_by(x, part)) is not None:
                listed = found
            else:
                left.append(part)
        if elements == x.domain.value and listed is None:
            return x
        domain: core.X = core.Const(elements, x.domain.type)
        if listed is not None:
            by, key = listed
            domain = core.Tab(self._lists(by, elements), key, x.domain.type)
        return replace(x, domain=domain, test=core.both(left) if left else None)

    def _kept(self, x: core.Fold, part: core.X, elements: tuple[int, ...]) -> tuple[int, ...] | None:
        """The elements for which a test holds; None where that is not known beforehand."""
        known = self.kept.get((id(part), elements))
        if known is None:
            known = self.kept[id(part), elements] = (part, self._chosen(x, part, elements))
        return known[1]

    def _chosen(self, x: core.Fold, part: core.X, elements: tuple[int, ...]) -> tuple[int, ...] | None:
        if core.free_vars(part) != {x.var} or any(
            isinstance(p, core.Get | core.Value | core.Prim | core.Fold | core.Possible) for p in core.walk(part)
        ):
            return None
        assert isinstance(x.domain, core.Const)
        kind = x.domain.type.item or x.domain.type
        found = [self.folded(core.substituted(part, {x.var: core.Const(element, kind)})) for element in elements]
        if not all(isinstance(result, core.Const) for result in found):
            return None
        return tuple(e for e, result in zip(elements, found, strict=True) if result == core.TRUE)

    def _listed_by(self, x: core.Fold, part: core.X) -> tuple[core.Tab, core.X] | None:
        """For a test that the owner or kind of a piece is what does not depend on the piece: the two sides."""
        if not isinstance(part, core.Op) or part.operator != "==":
            return None
        for by, key in (part.args, part.args[::-1]):
            if (
                not isinstance(by, core.Tab)
                or by.table not in ("PIECE_OWNER", "KIND")
                or not isinstance(by.index, core.Var)
            ):
                continue
            if by.index.name == x.var and x.var not in core.free_vars(key) and not self.outside.may_read(key):
                return by, key
        return None

    def _lists(self, by: core.Tab, elements: tuple[int, ...]) -> str:
        """The table of the elements by their owner or kind, nobody's last: -1 is its number."""
        of, keys = self.tables[by.table], self.keys_of(Type(by.type.name))
        assert isinstance(of, tuple) and keys is not None
        lists = tuple(tuple(e for e in elements if of[e] == key) for key in (*keys, -1))
        known = {value: name for name, value in self.tables.items() if name.startswith("LISTS_")}
        if lists not in known:
            self.tables[f"LISTS_{len(known)}"] = lists
        return known.get(lists, f"LISTS_{len(known)}")


def _is_list(x: core.X) -> bool:
    """Whether an expression is a list that is written out."""
    return isinstance(x, core.Const) and isinstance(x.value, tuple)


def _uses_too_often(definition: ValueDef, args: tuple[core.X, ...]) -> bool:
    """Whether writing the value out would repeat a costly argument."""
    for p, a in zip(definition.params, args, strict=True):
        if size(a) > 4 and sum(1 for v in core.walk(definition.result) if v == p) > 2:
            return True
    return False


def _named_elements(domain: core.X) -> list[core.Const]:
    """The elements that a list of choices certainly has."""
    if isinstance(domain, core.Const) and isinstance(domain.value, tuple):
        return [core.Const(v, domain.type.item or domain.type) for v in domain.value]
    if isinstance(domain, core.ListX) and not domain.drop_none:
        return [e for e in domain.elements if isinstance(e, core.Const)]
    return []


def _settled(body: core.Body, var: str, element: core.Const) -> core.Body:
    """The body with the branches on a local resolved, as far as they stand on its top level."""
    out: list[core.S] = []
    for s in body:
        if isinstance(s, core.Dispatch) and isinstance(s.on, core.Var) and s.on.name == var:
            out += next((b for key, b in s.cases if key == element.value), ())
        else:
            out.append(s)
    return tuple(out)

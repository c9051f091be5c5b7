"""Guards: tests by which the options of a decision are told without trying them.

Three cases, found here at load time: nothing ahead can fail; the tests ahead can be asked beforehand (a guard); or they
depend on what is written in between, and only a trial on a copy tells (a search). A guard is taken by walking the rest
of the block forward with the families written so far: a test that reads none of them has the same answer now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from interpreter.language import core
from interpreter.language.analysis.legality import EVERYTHING, MOST_DEPTH, MOST_NODES, Analysis
from interpreter.language.core.extent import depth, size
from interpreter.program.types import BOOL, list_of
from interpreter.records import mutable


class Unknown(Exception):
    """A guard cannot say; the option needs a search."""


MOST_STEPS = 2_000
"""Statements that one walk goes through: it walks what follows a choice once for each of its alternatives, and what is
called once for each call. Beyond them only a trial tells."""


@mutable
class Walk:
    """The state of a walk forward, in terms of the state before it.

    env: what locals stand for (None: not known any more). written: families written so far. slots: a slot that was
    written → the local under which env holds what it holds now; slots of one family stand there only while it is
    certain that they are not one.
    """

    env: dict[str, core.X | None]
    written: set[str]
    slots: dict[core.Slot, str] = field(default_factory=dict)

    def copy(self) -> Walk:
        return Walk(dict(self.env), set(self.written), dict(self.slots))

    def forget(self, written: Iterable[str]) -> None:
        """Nothing is known any more of the slots of some families."""
        gone = set(written)
        self.written |= gone
        self.slots = {slot: name for slot, name in self.slots.items() if not core.families(slot.family) & gone}

    def put(self, slot: core.Slot, value: core.X) -> None:
        """A slot holds a value that is known in terms of the state before the walk."""
        written = core.families(slot.family)
        kept = {s: n for s, n in self.slots.items() if not core.families(s.family) & written or disjoint(s, slot)}
        name = f"@{len(self.env)}"
        self.env[name] = value
        self.slots = {**kept, slot: name}
        self.written |= written


def disjoint(a: core.Slot, b: core.Slot) -> bool:
    """Whether two slots are certainly not one: they have other names, or certainly belong to other things."""
    return (a.kind, a.name) != (b.kind, b.name) or _differ(a.owner, b.owner) or _differ(a.key, b.key)


def _differ(x: core.X | None, y: core.X | None) -> bool:
    """Whether two things of one sort are certainly not the same: the same but for a constant."""
    if x is None or y is None or x.type.name != y.type.name:
        return False
    (a, m), (b, n) = _split(x), _split(y)
    return a == b and m != n


def _split(x: core.X) -> tuple[core.X | None, int]:
    if isinstance(x, core.Const) and isinstance(x.value, int):
        return None, x.value
    if (
        isinstance(x, core.Op)
        and x.operator == "+"
        and isinstance(x.args[1], core.Const)
        and isinstance(x.args[1].value, int)
    ):
        return x.args[0], x.args[1].value
    return x, 0


@mutable
class Guard:
    """tests: all are true now wherever the body can reach its end. sure: where these are true too, the tests are
    all there is to it; where not, only a trial tells."""

    tests: list[core.X] = field(default_factory=list)
    sure: list[core.X] = field(default_factory=list)

    @property
    def test(self) -> core.X:
        return all_of(self.tests)

    @property
    def is_sure(self) -> core.X:
        return core.both(self.sure)


class Guards:
    """Derives guards from core statements."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.left = 0

    def guard(self, body: core.Body) -> Guard:
        """What can be said beforehand of whether a body can reach its end."""
        found = Guard()
        self.left = MOST_STEPS
        try:
            self._walk(list(body), Walk({}, set()), found, 0)
        except Unknown:
            found.sure.append(core.FALSE)
        return found

    def _now(self, x: core.X, walk_: Walk) -> core.X:
        """x as it reads before the walk began; Unknown where something it reads was written."""
        x = self._known_slots(self.analysis.inlined(x), walk_)
        if any(walk_.env.get(v, x) is None for v in core.free_vars(x)):
            raise Unknown
        reads = self.analysis.reads(x)
        if reads & walk_.written or (EVERYTHING in reads and walk_.written):
            raise Unknown
        now = core.substituted(x, walk_.env)  # type: ignore[arg-type]  # without None: see above
        if now is x:
            return x
        if size(now) > MOST_NODES or depth(now) > MOST_DEPTH:
            raise Unknown
        return self.analysis.folded(now)

    def _known_slots(self, x: core.X, state: Walk) -> core.X:
        """x with slots of which the walk knows what they hold replaced by the locals that stand for it."""
        if not state.slots or self.analysis.reads(x).isdisjoint(state.written):
            return x
        if isinstance(x, core.Get) and core.families(x.family) & state.written:
            try:
                name = state.slots.get(self._slot_now(x.slot, state))
            except Unknown:
                name = None
            if name is not None:
                return core.Var(name, x.type)
        return core.rebuilt(x, lambda c: self._known_slots(c, state)) if core.children(x) else x

    def _slot_now(self, slot: core.Slot, state: Walk) -> core.Slot:
        """A slot whose owner and key are said in terms of the state before the walk."""
        now = self._now(slot, state)
        assert isinstance(now, core.Slot)
        return now

    def _write(self, s: core.Put | core.Add, state: Walk) -> None:
        try:
            value = s.value if isinstance(s, core.Put) else core.plus(core.Get(s.slot), s.value)
            state.put(self._slot_now(s.slot, state), self._now(value, state))
        except Unknown:
            state.forget(core.families(s.family))
        state.forget(self.analysis.set_off(core.families(s.family)))

    def _inside(self, s: core.S, state: Walk) -> list[core.X]:
        """Tests under which a statement's own expressions read nothing that is not there."""
        out: list[core.X] = []
        for x in core.expressions(s):
            tests = self.analysis.outside.tests(self.analysis.inlined(x))
            if tests is None:
                raise Unknown
            out += [self._now(t, state) for t in tests]
        return out

    def _walk(self, todo: list[core.S], state: Walk, found: Guard, depth: int) -> None:
        """Walk statements; `found` grows. Ends early where a stop makes everything behind it succeed."""
        if depth > 8:
            raise Unknown
        while todo:
            self.left -= 1
            if self.left < 0:
                raise Unknown
            s = todo.pop(0)
            if self.analysis.reads_outside(s):
                found.tests += self._inside(s, state)
            match s:
                case core.Let():
                    self._let(s.var, s.value, state)
                case core.Check():
                    found.tests.append(self._now(s.test, state))
                case core.Put() | core.Add():
                    self._write(s, state)
                case core.Act():
                    state.forget(s.writes | self.analysis.set_off(s.writes))
                    if s.result:
                        state.env[s.result] = None
                case core.If():
                    self._branch(_cases_of_if(s), s, todo, state, found, depth)
                    if todo and isinstance(todo[0], core.End):
                        return
                case core.Dispatch():
                    self._branch(_cases_of_dispatch(s), s, todo, state, found, depth)
                case core.Block() | core.Scope():
                    todo[:0] = list(s.body)
                case core.Invoke():
                    procedure = self.analysis.procedures[s.procedure]
                    if procedure.is_phase:
                        return
                    if s.procedure not in self.analysis.failing:
                        self._skip((s,), state)
                        continue
                    for param, arg in zip(procedure.params, s.args, strict=True):
                        self._let(param.name, arg, state)
                    state.forget({f"param:{s.procedure}"} if procedure.stored else ())
                    self._walk_inner(procedure.body, todo, state, found, depth)
                case core.Chance():
                    return
                case core.End():
                    return
                case core.Decide() if s.skip is None:
                    self._choice(s, todo, state, found, depth)
                    return
                case _:
                    if self.analysis.can_fail(s):
                        raise Unknown
                    self._skip((s,), state)

    def _walk_inner(self, body: core.Body, todo: list[core.S], state: Walk, found: Guard, depth: int) -> None:
        """A called body in place: what follows it is walked by the caller."""
        if any(isinstance(s, core.Decide) and s.skip is None for s in core.statements(body)) and any(
            self.analysis.can_fail(s) for s in todo
        ):
            raise Unknown
        self._walk(list(body), state, found, depth + 1)

    def _let(self, var: str, value: core.X, state: Walk) -> None:
        try:
            state.env[var] = self._now(value, state)
        except Unknown:
            state.env[var] = None

    def _skip(self, body: core.Body, state: Walk) -> None:
        """Statements that cannot fail: only what they write matters."""
        state.forget(self.analysis.written(body))
        for var in self.analysis.assigned(body):
            state.env[var] = None

    def _branch(
        self,
        cases: list[tuple[core.X, core.Body]],
        s: core.S,
        todo: list[core.S],
        state: Walk,
        found: Guard,
        depth: int,
    ) -> None:
        """Ways of which one is taken: each is walked by itself; where one cannot be, its options need a trial."""
        leaves = any(isinstance(x, core.End) for x in core.statements((s,)))
        if not self.analysis.can_fail(s) and not leaves:
            self._skip((s,), state)
            return
        if leaves and any(self.analysis.can_fail(x) for x in todo):
            raise Unknown
        sides: list[tuple[core.X, Guard]] = []
        states: list[Walk] = []
        for test, body in cases:
            mine, own = state.copy(), Guard()
            now = self._now(test, state)
            try:
                self._walk(list(body), mine, own, depth + 1)
            except Unknown:
                own.sure.append(core.FALSE)
                self._skip(body, mine)
            sides.append((now, own))
            states.append(mine)
        found.tests.append(_one_way([(test, own.test) for test, own in sides]))
        found.sure.append(_one_way([(test, own.is_sure) for test, own in sides]))
        self._join(state, states)

    def _join(self, state: Walk, states: list[Walk]) -> None:
        """What is known where ways meet again: what all of them agree on."""
        same = {
            slot: name for slot, name in states[0].slots.items() if all(o.slots.get(slot) == name for o in states[1:])
        }
        for other in states:
            state.written |= other.written
        names = {var for other in states for var in other.env}
        for var in names:
            values = [other.env.get(var, _MISSING) for other in states]
            if any(v != values[0] for v in values) or values[0] is _MISSING:
                state.env[var] = None
            else:
                state.env[var] = values[0]  # type: ignore[assignment]
        state.slots = {slot: name for slot, name in same.items() if state.env.get(name) is not None}

    def _choice(self, s: core.Decide, todo: list[core.S], state: Walk, found: Guard, depth: int) -> None:
        """A choice without skip: some option must exist from which the rest can be done."""
        ways: list[core.X] = []
        for alt in s.alts:
            mine = state.copy()
            mine_tests: list[core.X] = [] if alt.when is None else [self._now(alt.when, mine)]
            for let in alt.lets:
                self._let(let.var, let.value, mine)
            wraps: list[tuple[str, core.X, core.X | None]] = []
            for bind in alt.binds:
                if bind.extreme:
                    raise Unknown
                domain = self._now(bind.domain, mine)
                mine.env.pop(bind.var, None)
                test = None if bind.test is None else self._now(bind.test, mine)
                wraps.append((bind.var, domain, test))
            inner = Guard()
            self._walk([*alt.body, *todo], mine, inner, depth + 1)
            if inner.is_sure != core.TRUE:
                found.sure.append(core.FALSE)
            x: core.X = inner.test
            for var, domain, test in reversed(wraps):
                x = core.Fold("any", var, domain, all_of([*([] if test is None else [test]), x]), None, BOOL)
            ways.append(core.both([*mine_tests, x]))
        found.tests.append(_any_of(ways))
        for alt in s.alts:  # ways that meet behind the choice must not take the state before it for theirs
            self._skip((*alt.body, *todo), state)


_MISSING = object()


def _cases_of_if(s: core.If) -> list[tuple[core.X, core.Body]]:
    return [(s.test, s.then), (core.negated(s.test), s.other)]


def _cases_of_dispatch(s: core.Dispatch) -> list[tuple[core.X, core.Body]]:
    """Each case under its key, and nothing for all other values."""
    keys = core.Const(tuple(key for key, _ in s.cases), list_of(s.on.type))
    out: list[tuple[core.X, core.Body]] = [
        (core.compared("==", s.on, core.Const(key, s.on.type)), body) for key, body in s.cases
    ]
    return [*out, (core.negated(core.Op("in", (s.on, keys), BOOL)), ())]


def _one_way(ways: list[tuple[core.X, core.X]]) -> core.X:
    """Of ways with a condition each, of which exactly one holds: that way's own test."""
    if len(ways) == 2:
        (test, then), (_, other) = ways
        if then == other:
            return then
        return _either_way(test, then, other)
    demands = [(test, own) for test, own in ways if own != core.TRUE]
    return core.both([_either_way(test, own, core.TRUE) for test, own in demands])


def all_of(tests: Sequence[core.X]) -> core.X:
    """Whether all tests hold, none asked twice."""
    return core.both([part for t in tests for part in core.conjuncts(t)])


def _any_of(tests: list[core.X]) -> core.X:
    if core.TRUE in tests:
        return core.TRUE
    tests = [t for t in tests if t != core.FALSE]
    if not tests:
        return core.FALSE
    return tests[0] if len(tests) == 1 else core.Op("or", tuple(tests), BOOL)


def _either_way(test: core.X, then: core.X, other: core.X) -> core.X:
    if then == core.TRUE:
        return core.Op("or", (test, other), BOOL)
    if other == core.TRUE:
        return core.Op("or", (core.negated(test), then), BOOL)
    return core.Cond(test, then, other, BOOL)

"""Where `none` can be: tests for it are kept only where a player, piece, place, kind or resource may be missing.

The checker asks of everything that an address is made of that it is there (`there`). Most of these questions have one
answer: what runs over a list is never none, nor is what an `if` or `require` has just told apart from it. Here the
whole program is looked at, until nothing more can be none: names by what they are given, variables by what is written
to them, parameters by all their calls. What is left of the questions fails a block when the game is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.language import core
from interpreter.language.analysis.engine import Forward
from interpreter.language.core.checked import Checked
from interpreter.language.core.footprint import Footprint, footprint
from interpreter.language.core.known import kept
from interpreter.loading.model import StateDecl
from interpreter.program.types import OPTIONAL, Type, classes_of
from interpreter.records import changed, same

Facts = frozenset[core.X]
"""Expressions that are known not to be none, and lists known not to be empty, without the questions inside them."""

NOTHING: Facts = frozenset()


def settled(checked: Checked) -> Checked:
    """The same program without the questions whose answer is known."""
    return _Presence(checked).program()


class _Presence(Forward[Facts]):
    """What is known is what is there."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(checked, NOTHING)
        self.missing: set[str] = set()
        """names, parameters of values and families of slots that may hold none"""

    def program(self) -> Checked:
        self._begin()
        known = -1
        while known != len(self.missing):
            known = len(self.missing)
            result = self.all()
        return result

    def _begin(self) -> None:
        """Variables that hold none before anything is written to them."""
        model, layout = self.checked.model, self.checked.layout
        set_up = {s.family for s in core.statements(self.checked.procedures["setup"].body) if isinstance(s, core.Put)}
        slots: dict[str, list[tuple[StateDecl, int]]] = {
            "var": [(v, layout.vars[v.id]) for v in model.game_state.values()],
            "pvar": [(v, layout.player_vars[v.id][0]) for v in model.player_state.values()],
            "xvar": [
                (v, layout.piece_vars[cls.id, v.id] + layout.class_pieces[cls.id][0])
                for cls in model.pieces.values()
                for v in cls.state.values()
                if layout.class_pieces[cls.id]
            ],
            "svar": [
                (v, layout.space_vars[space.id, v.id] + min(p for row in layout.space_places[space.id] for p in row))
                for space in model.spaces.values()
                for v in space.state.values()
                if any(layout.space_places[space.id])
            ],
        }
        for sort, found in slots.items():
            for v, first in found:
                begins = layout.start[first] == -1 and f"{sort}:{v.id}" not in set_up
                if v.start is None or v.resets is not None or begins:
                    self.missing.add(f"{sort}:{v.id}")
        for cls, pieces in layout.class_pieces.items():
            if any(layout.start[layout.at_base + x] == -1 for x in pieces):
                self.missing.add(f"loc:{cls}")

    # ---- what may be none

    def may_be_none(self, x: core.X, facts: Facts) -> bool:
        """Whether a player, piece, place, kind, phase or resource may be none."""
        if _bare(x) in facts:
            return False
        match x:
            case core.Const(value=value):
                return value == -1
            case core.Var(name=name):
                return name in self.missing
            case core.Get():
                return x.family.startswith("param:") or bool(core.families(x.family) & self.missing)
            case core.Tab():
                return self._entry_may_be_none(x, facts)
            case core.Cond(test=test, then=then, other=other):
                return self.may_be_none(then, facts | self._told(test, facts)) or self.may_be_none(
                    other, facts | self._told(core.negated(test), facts)
                )
            case core.Value(id=name):
                return self.may_be_none(self.checked.values[name].result, NOTHING)
            case core.Prim(name="there"):
                return False
            case core.Prim(name="item", args=(values, _)) | core.Prim(name="item0", args=(core.Var() as values, _)):
                return values.type.name != "list"
            case core.Prim(name="top", args=(pieces,)):
                return _bare(pieces) not in facts
            case core.Op():
                return False  # arithmetic on what was asked for before
            case _:
                return True

    def _entry_may_be_none(self, x: core.Tab, facts: Facts) -> bool:
        """Tables by number of a player, piece, place or kind end with an entry for none."""
        table = self.checked.layout.tables[x.table]
        if not isinstance(table, tuple):
            return not isinstance(table, dict) or -1 in table.values()
        if x.index.type.name not in OPTIONAL or self.may_be_none(x.index, facts):
            return True
        return any(table[i] == -1 for i in self._numbers(x.index.type) or range(len(table) - 1))

    def _numbers(self, t: Type) -> Iterable[int] | None:
        """The numbers of all things of a type; None where any may be meant."""
        layout = self.checked.layout
        match t.name:
            case "piece" if t.of:
                return [x for cls in classes_of(t) for x in layout.class_pieces[cls]]
            case "kind" if t.of:
                return [k for cls in classes_of(t) for k in layout.class_kinds[cls]]
            case "place" if t.space:
                return layout.places_of_spaces(t.space)
        return None

    def _told(self, test: core.X, facts: Facts) -> Facts:
        """What is known not to be none where a test holds."""
        match test:
            case core.Op(operator="and", args=args):
                return frozenset().union(*(self._told(a, facts) for a in args))
            case core.Op(operator="not", args=(core.Op(operator="or", args=args),)):
                return frozenset().union(*(self._told(core.negated(a), facts) for a in args))
            case (
                core.Op(operator="!=", args=(a, core.Const(value=-1)))
                | core.Op(operator="!=", args=(core.Const(value=-1), a))
            ):
                return frozenset((_bare(a),))
            case core.Op(operator="!=", args=(a, core.Const(value=()))):
                return frozenset((_bare(a),))
            case core.Op(operator=">=", args=(core.Prim(name="len", args=(a,)), core.Const(value=int() as n))) if n > 0:
                return frozenset((_bare(a),))
            case core.Op(operator=">=", args=(a, core.Const(value=0))) if a.type.name in OPTIONAL:
                return frozenset((_bare(a),))
            case core.Op(operator="==", args=(a, b)) if a.type.name in OPTIONAL:
                sure = [y for y, z in ((a, b), (b, a)) if not self.may_be_none(z, facts)]
                return frozenset(map(_bare, sure))
            case core.Op(operator="in", args=(a, domain)) if a.type.name in OPTIONAL:
                has_none = isinstance(domain, core.Const) and -1 in domain.value  # type: ignore[operator]
                return NOTHING if has_none else frozenset((_bare(a),))
        return NOTHING

    # ---- expressions

    def matters(self, x: core.X) -> bool:
        return isinstance(x, core.Prim) and x.name == "there" or isinstance(x, core.Value) and bool(x.args)

    def part(self, x: core.X, known: Facts) -> core.X:
        """An expression without the questions whose answer is known."""
        match x:
            case core.Prim(name="there", args=(thing,)):
                inner = self.x(thing, known)
                return changed(x, args=same(x.args, [inner])) if self.may_be_none(inner, known) else inner
            case core.Value(id=name, args=args):
                self._given(self.checked.values[name].params, args, known)
        return super().part(x, known)

    def _given(self, params: Iterable[core.Var], args: Iterable[core.X], facts: Facts) -> None:
        for param, arg in zip(params, args, strict=True):
            self._set(param.name, arg, facts)

    def _set(self, name: str, value: core.X, facts: Facts) -> None:
        """A name or family takes a value."""
        if value.type.name in OPTIONAL and self.may_be_none(value, facts):
            self.missing.add(name)

    # ---- statements

    def did(self, s: core.S, known: Facts) -> None:
        """Note what may hold none after a statement."""
        match s:
            case core.Let():
                self._set(s.var, s.value, known)
            case core.Put() | core.Add():
                for family in core.families(s.family):
                    self._set(family, s.value, known)
            case core.Act(name="move_piece"):
                for family in s.writes:
                    self._set(family, s.args[1], known)
            case core.Invoke():
                # The first is who acts: the checker has seen to it that there is somebody where one is needed.
                self._given(self.checked.procedures[s.procedure].params[1:], s.args[1:], known)

    def where(self, test: core.X, known: Facts) -> Facts:
        return known | self._told(test, known)

    def turn(self, s: core.Loop, known: Facts) -> Facts:
        return self._kept((s,), known)

    def case(self, s: core.Dispatch, known: Facts) -> Facts:
        return known | {_bare(s.on)}

    # ---- what stays known

    def after(self, s: core.S, known: Facts) -> Facts:
        facts = known
        if isinstance(s, core.Decide | core.ChooseSome | core.Spread):
            facts = self.asked(facts)
        facts = self._kept((s,), facts)
        if isinstance(s, core.Let | core.Put | core.Add | core.Check | core.Act):
            answered = frozenset(_bare(x) for e in core.expressions(s) for x in _answered(e))
            facts |= self._kept((s,), answered)
        match s:
            case core.Check(test=test):
                return facts | self._told(test, facts)
            case core.If(test=test, then=then, other=()) if _leaves(then):
                return facts | self._told(core.negated(test), facts)
        return facts

    def asked(self, known: Facts) -> Facts:
        """What is known once somebody was asked: free actions and what interrupts may have changed the position."""
        return frozenset(
            f
            for f in known
            if not any(isinstance(p, core.Get | core.Prim | core.Value | core.Possible) for p in core.walk(f))
        )

    def _kept(self, done: core.Body, facts: Facts) -> Facts:
        return kept(facts, done, self._reads, asking_changes=True)

    def _reads(self, x: core.X) -> Footprint:
        return footprint(x, self._result_of)

    def _result_of(self, value: str) -> core.X | None:
        made = self.checked.values.get(value)
        return None if made is None else made.result


def _bare(x: core.X) -> core.X:
    """An expression without questions: what a fact is kept as."""
    if isinstance(x, core.Prim) and x.name == "there":
        return _bare(x.args[0])
    return core.rebuilt(x, _bare)


def _answered(x: core.X) -> Iterator[core.X]:
    """What an expression certainly asks for: whoever comes behind it knows that it is there."""
    match x:
        case core.Prim(name="there", args=(thing,)):
            yield thing
            yield from _answered(thing)
        case core.Op(operator="and" | "or", args=(first, *_)) | core.Cond(test=first) | core.Fold(domain=first):
            yield from _answered(first)
        case _:
            for child in core.children(x):
                yield from _answered(child)


def _leaves(body: core.Body) -> bool:
    """Whether nothing behind the braces of a body runs after it."""
    last = body[-1] if body else None
    return isinstance(last, core.End) or (isinstance(last, core.Scope) and _leaves(last.body))

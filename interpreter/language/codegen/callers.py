"""A generator whose programs can also be entered from outside: at any procedure, with any arguments.

Scenarios start in the middle of a game with it. A program made by it plays exactly as one made by `Generator`: it only
has more entrances, and says where the loops over players begin.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from interpreter.language import core
from interpreter.language.analysis.lookahead import run_as_phase_text
from interpreter.language.codegen import RETURN, Context, Generator
from interpreter.language.codegen.listing import Writer
from interpreter.language.core.calls import asks, asks_somebody
from interpreter.language.core.checked import Procedure
from interpreter.program import OVER, Caller, Callers
from interpreter.program.types import PLAYER, list_of


class CallableGenerator(Generator):
    """Writes one more segment a procedure, `(label, me, arguments…, up)`, that calls it and then goes on at `up`."""

    def _root(self) -> None:
        super()._root()
        callers = Callers(self.label())
        self.callers = callers
        self.functions.append(f"def L{callers.stop}(s, f):\n    return {OVER}")
        for name in ("setup", *self.checked.model.procedures):
            callers.entries[name] = self._caller(name)
        for name, _, _ in self.checked.endings:
            callers.endings[name] = self.label()
            w = Writer()
            self.compile((core.End("game", name),), Context((), RETURN, RETURN, True, False, (), "game"), w)
            self._define(f"L{callers.endings[name]}", (), w)

    def _caller(self, name: str) -> Caller:
        p = self.checked.procedures[name]
        span = p.span or self.checked.model.game.span
        label, names = self.label(), tuple(v.name for v in p.params)
        # Behind the flow phase stands the end of the game; behind all others, whatever frame the caller lays below.
        body: core.Body = (core.Invoke(name, p.params, span),)
        if name == "game":
            body = (*body, core.End("game", "normal"))
        elif not p.is_phase and name not in self._phase_texts and name != "setup":
            # What only blocks carry out is a block here too. Where nothing of it can be carried out, nobody is asked;
            # what asks nobody runs as it is, to fail at the statement that is at fault.
            body = (core.IfPossible(p.params[0], body, () if asks(p.body, self.checked.procedures) else body),)
        w = Writer()
        self.compile(body, Context(names, RETURN, RETURN, True, False, (), name), w)
        self._define(f"L{label}", names, w)
        decl = self.checked.model.procedures.get(name)
        given = tuple(decl.given) if decl is not None else ()
        parameters = tuple(zip(given, (v.type for v in p.params[1:]), strict=True))
        return Caller(label, parameters, p.is_phase, self._is_turn(p, set()), self._speaks(p.body, p.params[0], {name}))

    def _speaks(self, body: core.Body, me: core.Var, seen: set[str]) -> bool:
        """Whether carrying out a body for nobody would read something of nobody. Tests of who acts do not count, nor
        what is done only where somebody in particular does."""
        for s in body:
            if isinstance(s, core.If) and any(_is_test_of(x, me) for x in core.conjuncts(s.test)):
                inner: Iterable[core.Body] = (s.other,)
            elif isinstance(s, core.Invoke) and s.args[0] == me:
                called = self.checked.procedures[s.procedure]
                if any(_reads(x, me) for x in s.args[1:]):
                    return True
                inner = ()
                if called.id not in seen:
                    seen.add(called.id)
                    if self._speaks(called.body, called.params[0], seen):
                        return True
            elif not isinstance(s, core.IfPossible) and any(_reads(x, me) for x in core.expressions(s)):
                return True
            else:
                inner = core.bodies(s)
            if any(self._speaks(part, me, seen) for part in inner):
                return True
        return False

    @cached_property
    def _phase_texts(self) -> set[str]:
        return run_as_phase_text(self.checked.procedures)

    def _is_turn(self, p: Procedure, seen: set[str]) -> bool:
        """Whether the text, or what it calls, asks or changes the one who acts, as a player's turn does; tests of who
        acts do not count."""
        me = p.params[0]
        seen.add(p.id)
        for s in core.statements(p.body):
            if isinstance(s, core.Decide | core.ChooseSome | core.Spread) and s.who == me:
                return True
            if isinstance(s, core.Put | core.Add) and me.name in core.free_vars(s.slot):
                return True
            if isinstance(s, core.Act) and any(
                me.name in core.free_vars(x) for x in s.args
            ):  # to or from a place of his
                return True
            # A phase that is given a player is that player's by its own text, whatever is called on the way.
            if len(p.params) == 1 and isinstance(s, core.Invoke) and s.args[:1] == (me,) and s.procedure not in seen:
                called = self.checked.procedures[s.procedure]
                if not called.is_phase and self._is_turn(called, seen):
                    return True
        return False

    def _loop(self, s: core.Loop, ctx: Context, w: Writer) -> None:
        # Loops that a statement stands for (`draw 3`), and those in which chance alone decides, are no passes.
        is_pass = s.is_user_loop and s.kind != "falls" and asks_somebody(s.body, self.checked.procedures)
        if self.callers is not None and is_pass:
            is_turn = s.kind == "for" and s.over.type == list_of(PLAYER)
            (self.callers.turns if is_turn else self.callers.counted).add(self.labels + 1)
        super()._loop(s, ctx, w)


def _is_test_of(x: core.X, me: core.Var) -> bool:
    """Whether an expression compares the one who acts with somebody."""
    return isinstance(x, core.Op) and x.operator in ("==", "!=") and me in x.args


def _reads(x: core.X, me: core.Var) -> bool:
    """Whether an expression reads something of the one who acts, tests of who that is apart."""
    return me.name in core.free_vars(x) and (
        x == me or not _is_test_of(x, me) and any(_reads(c, me) for c in core.children(x))
    )


class TryingCallableGenerator(CallableGenerator):
    """For scenarios that name the reasons of refusals: every option is tried."""

    is_plain = True

"""Where control goes next, and what surrounds a statement list; which locals statements use and define."""

from __future__ import annotations

from interpreter.language import core
from interpreter.records import record


@record
class Kont:
    """Where control goes next: back to the caller (label None), or to a segment with some locals.

    by_machine: through the machine's loop instead of a direct call. text: the frame, where it is not plainly the
    locals (a procedure about to be entered). here: what goes on, written in place, where only one way leads to it.
    """

    label: int | None = None
    vars: tuple[str, ...] = ()
    by_machine: bool = False
    text: str = ""
    here: tuple[core.Body, Context] | None = None

    @property
    def frame(self) -> str:
        """Text of the frame to return to."""
        if self.text:
            return self.text
        return "up" if self.label is None else f"({', '.join([str(self.label), *self.vars, 'up'])})"


RETURN = Kont()


@record
class LoopRef:
    """An enclosing loop: where its end leads (None: a plain Python loop), and whether it lies inside the atomic
    block."""

    is_user: bool
    kont: Kont | None
    marked: bool


@record
class Context:
    """What surrounds a statement list.

    scope: locals with a value here. leave: where a choice without options goes, in soft text. marked: an end mark lies
    below in the stack. follow: what comes after this list in the same procedure; None where that cannot be said.
    """

    scope: tuple[str, ...]
    k: Kont
    leave: Kont
    soft: bool
    marked: bool
    follow: core.Body | None
    procedure: str
    loops: tuple[LoopRef, ...] = ()
    together: tuple[str, ...] = ()
    """inside a simultaneous choice: the locals with the players and with the number of those asked"""
    question: core.Body = ()
    """what works out the question of the decision that is being written, and"""
    carrying: core.Body = ()
    """what carries out its answer"""


def used_by(body: core.Body) -> set[str]:
    out: set[str] = set()
    for s in core.statements(body):
        for x in core.expressions(s):
            out |= core.free_vars(x)
        if isinstance(s, core.Chance):
            out |= {x.name for x in (s.who, s.piece) if isinstance(x, core.Var)} | (
                set() if s.to is None else core.free_vars(s.to)
            )
        elif isinstance(s, core.Decide):
            out |= {var.name for _, var in s.told}
        elif isinstance(s, core.Tell):
            out |= {x.name for x in (s.who, *s.args) if isinstance(x, core.Var)}
    return out


def defined_by(s: core.S) -> tuple[str, ...]:
    """Locals that have a value after the statement."""
    match s:
        case core.Let() | core.ChooseSome() | core.Spread() | core.Chance():
            return (s.var,)
        case core.Act() if s.result:
            return (s.result,)
        case core.Decide() if not s.is_block:
            return tuple(b.var for alt in s.alts for b in alt.binds)
        case core.If():
            then = [v for x in s.then for v in defined_by(x)]
            other = {v for x in s.other for v in defined_by(x)}
            return tuple(v for v in then if v in other)
        case core.Scope() | core.Block():
            return tuple(v for x in s.body for v in defined_by(x))
        case _:
            return ()


def leaves(s: core.S) -> bool:
    """Whether control can leave by an `end` inside, past what follows."""
    return any(isinstance(x, core.End) and x.how != "game" for body in core.bodies(s) for x in _open_ends(body))


def _open_ends(body: core.Body) -> list[core.S]:
    """Ends inside a body that are not caught by a loop inside it."""
    out: list[core.S] = []
    for s in body:
        if isinstance(s, core.End):
            out.append(s)
        elif not isinstance(s, core.Loop):
            for inner in core.bodies(s):
                out += _open_ends(inner)
        else:
            out += [
                x for inner in core.bodies(s) for x in _open_ends(inner) if isinstance(x, core.End) and x.how == "phase"
            ]
    return out

"""advance, retreat: markers on tracks, step by step."""

from __future__ import annotations

from interpreter.diagnostics import Span
from interpreter.language.core import (
    Add,
    Const,
    Dispatch,
    Fold,
    If,
    Invoke,
    Let,
    Loop,
    Op,
    S,
    Tab,
    Var,
    X,
    both,
    compared,
    const,
    negated,
    plus,
    times,
)
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import expression, marker_of, step_of
from interpreter.language.resolve.scope import Scope
from interpreter.language.resolve.statements.registry import handles
from interpreter.language.syntax import nodes
from interpreter.program.types import BOOL, INT, MARK, MARKER, PLAYER, TRACK, UNKNOWN, list_of

STEP_KEY = 10_000
"""Steps of one track in the keys of tables by track and step."""


@handles(nodes.Step)
def step(c: Context, node: nodes.Step, scope: Scope) -> list[S]:
    """A marker moves step by step and stops at either end and before an exclusive step that is taken. On the way up,
    what it comes to happens before the next step."""
    marker = expression(c, node.what, scope)
    if marker.type != MARKER:
        if marker.type != UNKNOWN:
            c.report("E361", node.what.span, verb=node.verb, found=marker.type)
        return []
    count = const(1) if node.steps is None else expression(c, node.steps, scope, INT)
    at = c.fresh("marker", MARKER)
    n = len(c.layout.tracks)
    track, owner = c.fresh("track", TRACK), c.fresh("owner", PLAYER)
    first: list[S] = [
        Let(at.name, marker),
        Let(track.name, Op("%", (at, const(n)), TRACK)),
        Let(owner.name, Op("//", (at, const(n)), PLAYER)),
    ]
    if node.verb == "retreat":
        body: list[S] = [_back(c, at, track)]
    else:
        body = _forward(c, at, track, owner, scope, node.span)
    return [*first, Loop("times", c.fresh("i", INT).name, count, None, tuple(body), False)]


def _back(c: Context, marker: X, track: Var) -> S:
    here = step_of(marker)
    tests: list[X] = [compared(">", here, const(0))]
    occupied = _occupied(c, track, plus(here, const(-1)))
    if occupied is not None:
        tests.append(negated(occupied))
    return If(both(tests), (Add(here.slot, const(-1)),))


def _forward(c: Context, marker: X, track: Var, owner: Var, scope: Scope, span: Span) -> list[S]:
    here = step_of(marker)
    last = Tab(c.layout.table("LAST_STEP", tuple(c.number(t.steps) or 0 for t in c.model.tracks.values())), track)
    tests: list[X] = [compared("<", here, last)]
    occupied = _occupied(c, track, plus(here, const(1)))
    if occupied is not None:
        tests.append(negated(occupied))
    moved: list[S] = [Add(here.slot, const(1))]
    if c.has_rules("cross"):
        marks = {
            t * STEP_KEY + s: tuple(c.layout.marks.index(m) for m in names)
            for t, decl in enumerate(c.model.tracks.values()) for s, names in decl.marks.items()
        }  # fmt: skip
        mark = c.fresh("mark", MARK)
        key = plus(times(track, const(STEP_KEY)), here)
        known = Op("in", (key, Const(tuple(marks), list_of(INT))), BOOL)
        table = Tab(c.layout.table("MARKS", marks), key, list_of(MARK))
        cross = Invoke("cross", (owner, track, mark), span)
        moved.append(If(known, (Loop("for", mark.name, table, None, (cross,), False),)))
    if c.has_rules("reach"):
        moved.append(Invoke("reach", (owner, track, here), span))
    return [If(both(tests), tuple(moved), tuple(_past_end(c, track, owner, scope)))]


def _occupied(c: Context, track: Var, step: X) -> X | None:
    """Whether the step is exclusive and another marker stands there; None where no track has such a step."""
    keys = tuple(t * STEP_KEY + s for t, decl in enumerate(c.model.tracks.values()) for s in decl.exclusive)
    if not keys:
        return None
    p = c.fresh("p", PLAYER)
    other = step_of(marker_of(c, p, track))
    seats = Const(tuple(range(c.layout.players)), list_of(PLAYER))
    taken = Fold("any", p.name, seats, compared("==", other, step), None, BOOL)
    exclusive = Op("in", (plus(times(track, const(STEP_KEY)), step), Const(keys, list_of(INT))), BOOL)
    return both([exclusive, taken])


def _past_end(c: Context, track: Var, owner: Var, scope: Scope) -> list[S]:
    cases = []
    for t, decl in enumerate(c.model.tracks.values()):
        if decl.past_end is not None:
            cases.append((t, (Invoke(f"past_end {decl.id}", (owner,), decl.past_end.span),)))
    return [Dispatch(track, tuple(cases))] if cases else []

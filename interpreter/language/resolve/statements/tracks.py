"""advance, retreat: markers on tracks, step by step."""

from __future__ import annotations

from interpreter.diagnostics import Span
from interpreter.language import core
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.expressions import expression, marker_of, step_of
from interpreter.language.resolve.scope import Scope
from interpreter.language.resolve.statements.registry import handles
from interpreter.language.syntax import nodes
from interpreter.program.types import BOOL, INT, MARK, MARKER, PLAYER, TRACK, UNKNOWN, list_of

STEP_KEY = 10_000
"""Steps of one track in the keys of tables by track and step."""


@handles(nodes.Step)
def step(c: Context, node: nodes.Step, scope: Scope) -> list[core.S]:
    """A marker moves step by step and stops at either end and before an exclusive step that is taken. On the way up,
    what it comes to happens before the next step."""
    marker = expression(c, node.what, scope)
    if marker.type != MARKER:
        if marker.type != UNKNOWN:
            c.report("E361", node.what.span, verb=node.verb, found=marker.type)
        return []
    count = core.const(1) if node.steps is None else expression(c, node.steps, scope, INT)
    at = c.fresh("marker", MARKER)
    n = len(c.layout.tracks)
    track, owner = c.fresh("track", TRACK), c.fresh("owner", PLAYER)
    first: list[core.S] = [
        core.Let(at.name, marker),
        core.Let(track.name, core.Op("%", (at, core.const(n)), TRACK)),
        core.Let(owner.name, core.Op("//", (at, core.const(n)), PLAYER)),
    ]
    if node.verb == "retreat":
        body: list[core.S] = [_back(c, at, track)]
    else:
        body = _forward(c, at, track, owner, scope, node.span)
    return [*first, core.Loop("times", c.fresh("i", INT).name, count, None, tuple(body), False)]


def _back(c: Context, marker: core.X, track: core.Var) -> core.S:
    here = step_of(marker)
    tests: list[core.X] = [core.compared(">", here, core.const(0))]
    occupied = _occupied(c, track, core.plus(here, core.const(-1)))
    if occupied is not None:
        tests.append(core.negated(occupied))
    return core.If(core.both(tests), (core.Add(here.slot, core.const(-1)),))


def _forward(c: Context, marker: core.X, track: core.Var, owner: core.Var, scope: Scope, span: Span) -> list[core.S]:
    here = step_of(marker)
    last = core.Tab(c.layout.table("LAST_STEP", tuple(c.number(t.steps) or 0 for t in c.model.tracks.values())), track)
    tests: list[core.X] = [core.compared("<", here, last)]
    occupied = _occupied(c, track, core.plus(here, core.const(1)))
    if occupied is not None:
        tests.append(core.negated(occupied))
    moved: list[core.S] = [core.Add(here.slot, core.const(1))]
    if c.has_rules("cross"):
        marks = {
            t * STEP_KEY + s: tuple(c.layout.marks.index(m) for m in names)
            for t, decl in enumerate(c.model.tracks.values()) for s, names in decl.marks.items()
        }  # fmt: skip
        mark = c.fresh("mark", MARK)
        key = core.plus(core.times(track, core.const(STEP_KEY)), here)
        known = core.Op("in", (key, core.Const(tuple(marks), list_of(INT))), BOOL)
        table = core.Tab(c.layout.table("MARKS", marks), key, list_of(MARK))
        cross = core.Invoke("cross", (owner, track, mark), span)
        moved.append(core.If(known, (core.Loop("for", mark.name, table, None, (cross,), False),)))
    if c.has_rules("reach"):
        moved.append(core.Invoke("reach", (owner, track, here), span))
    return [core.If(core.both(tests), tuple(moved), tuple(_past_end(c, track, owner, scope)))]


def _occupied(c: Context, track: core.Var, step: core.X) -> core.X | None:
    """Whether the step is exclusive and another marker stands there; None where no track has such a step."""
    keys = tuple(t * STEP_KEY + s for t, decl in enumerate(c.model.tracks.values()) for s in decl.exclusive)
    if not keys:
        return None
    p = c.fresh("p", PLAYER)
    other = step_of(marker_of(c, p, track))
    seats = core.Const(tuple(range(c.layout.players)), list_of(PLAYER))
    taken = core.Fold("any", p.name, seats, core.compared("==", other, step), None, BOOL)
    exclusive = core.Op(
        "in", (core.plus(core.times(track, core.const(STEP_KEY)), step), core.Const(keys, list_of(INT))), BOOL
    )
    return core.both([exclusive, taken])


def _past_end(c: Context, track: core.Var, owner: core.Var, scope: Scope) -> list[core.S]:
    cases = []
    for t, decl in enumerate(c.model.tracks.values()):
        if decl.past_end is not None:
            cases.append((t, (core.Invoke(f"past_end {decl.id}", (owner,), decl.past_end.span),)))
    return [core.Dispatch(track, tuple(cases))] if cases else []

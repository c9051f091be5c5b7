"""Every game ends: no procedures that call each other in a circle, unless one of them bounds its nesting.

Calls are those of core statements: written calls, triggers, actions of menus, `do x` of pieces and phases. Asking
whether an action is possible counts as a call of it. Loops need no check: each has a count, a finite set or a falling
number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language.core import Alt, Body, Check, Var, X, expressions, statements
from interpreter.language.core.calls import called
from interpreter.language.core.checked import Procedure
from interpreter.language.core.running import unguarded
from interpreter.language.resolve.context import Context

Asked = Callable[[X], Iterable[str]]
"""The actions whose possibility an expression asks, those that the values it calls ask included."""
Alternatives = Mapping[str, tuple[Var, tuple[Alt, ...]]]


def check(procedures: Mapping[str, Procedure], possible: Alternatives, asked: Asked, diagnostics: Diagnostics) -> None:
    """Report each circle of calls that nothing bounds (E403), at its first member, with the way round."""
    edges = {name: _edges(p.body, asked) for name, p in procedures.items()}
    for action, (_, alts) in possible.items():
        edges.setdefault(action, {}).update(_possible_edges(alts, asked))
    bounded = {name for name, p in procedures.items() if p.max_nesting is not None}
    for circle in _circles({n: [t for t in to if t not in bounded] for n, to in edges.items() if n not in bounded}):
        first = procedures[circle[0]]
        related: list[tuple[Span, str]] = []
        for a, b in pairwise(circle):
            if (span := edges[a][b]) is not None:
                related.append((span, f"`{a}` leads to `{b}` here"))
        diagnostics.add("E403", first.span, cycle=" → ".join(circle), related=related)


def way_round(start: str, procedures: Mapping[str, Procedure]) -> tuple[str, list[tuple[Span, str]]]:
    """How a procedure comes to be called inside itself: the shortest circle in words, and its calls."""
    edges = {name: _edges(p.body, lambda _: ()) for name, p in procedures.items()}
    circle = _way_back(start, {name: list(to) for name, to in edges.items()}) or [start]
    calls = [(span, f"`{a}` calls `{b}` here") for a, b in pairwise(circle) if (span := edges[a][b]) is not None]
    return " → ".join(circle), calls


def circling(procedures: Mapping[str, Procedure]) -> frozenset[str]:
    """The procedures that may come to be called inside themselves."""
    edges = {name: list(_edges(p.body, lambda _: ())) for name, p in procedures.items()}
    return frozenset(name for name in edges if name in _reached(name, edges))


Edges = dict[str, Span | None]
"""callee → where the call stands"""


def _edges(body: Body, asked: Asked) -> Edges:
    out: Edges = {}
    for call in called(body):
        out.setdefault(call.procedure, call.span)
    for s in statements(body):
        for x in expressions(s):
            for action in sorted(asked(x)):
                out.setdefault(action, getattr(s, "span", None))
    return out


def _possible_edges(alts: tuple[Alt, ...], asked: Asked) -> Edges:
    """What the tests of an action's alternatives ask for."""
    out: Edges = {}
    for alt in alts:
        tests = [alt.when, *(e for b in alt.binds for e in (b.domain, b.test, b.value))]
        for x in tests:
            for action in sorted(asked(x)) if x is not None else ():
                out.setdefault(action, alt.span)
    return out


def _circles(edges: Mapping[str, list[str]]) -> list[list[str]]:
    """One circle, its first member repeated at the end, for each set of procedures that reach each other."""
    out: list[list[str]] = []
    in_circle: set[str] = set()
    for start in edges:
        if start not in in_circle and (way := _way_back(start, edges)) is not None:
            out.append(way)
            in_circle |= _reached(start, edges) & {n for n in edges if start in _reached(n, edges)}
    return out


def _reached(start: str, edges: Mapping[str, list[str]]) -> set[str]:
    found: set[str] = set()
    todo = [start]
    while todo:
        for name in edges.get(todo.pop(), ()):
            if name not in found:
                found.add(name)
                todo.append(name)
    return found


def _way_back(start: str, edges: Mapping[str, list[str]]) -> list[str] | None:
    """A shortest way from a procedure back to it."""
    before: dict[str, str] = {}
    todo = [start]
    for name in todo:
        for following in edges.get(name, ()):
            if following == start:
                way = [start, name]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return way[::-1] if len(way) > 1 else [start, start]
            if following not in before:
                before[following] = name
                todo.append(following)
    return None


def check_nesting(c: Context, procedures: Mapping[str, Procedure]) -> None:
    """Procedures that phase text runs may not nest too deep: nothing may fail there."""
    for name in sorted(c.done_in_text):
        for s in unguarded(procedures[name].body):
            if isinstance(s, Check) and s.reason.kind == "nesting":
                _report_nesting(c, s.reason.what, procedures)
    for name in c.nested_in_text:
        _report_nesting(c, name, procedures)


def _report_nesting(c: Context, name: str, procedures: Mapping[str, Procedure]) -> None:
    decl = c.model.procedures[name]
    circle, calls = way_round(name, procedures)
    most = decl.max_nesting and decl.max_nesting.span.text
    c.diagnostics.add("E407", decl.span, related=calls, name=name, most=most, circle=circle)

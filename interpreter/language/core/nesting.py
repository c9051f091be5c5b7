"""How deep loops, branches and calls nest in one another: all that is later walked, written or run recursively.

Asked before anything walks the rules recursively, and worked out here without recursion. Within these bounds the later
stages, the generated program and Python itself, which runs it, have room to spare; the bounds are what docs/language.md
states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language import core
from interpreter.language.core.calls import called
from interpreter.language.core.checked import DEEPEST, Procedure, StateRuleDef, ValueDef

MOST_LOOPS = 12
"""Loops inside one another. Python allows 20, some of which the generated code uses itself."""

MOST_LEVELS = 60
"""Branches, loops and offers inside one another in one procedure, with the rules that hang on it."""

MOST_CALLS = 100
"""Calls inside one another, of procedures or of values, each with the levels that it stands in."""

MOST_IN_CIRCLE = 8
"""Values inside one another among those that seem to call one another in a circle, as far as their texts show."""

MOST_DECISIONS = 200
"""Decisions of one procedure with the rules that hang on it: each asks what may fail behind it."""

MOST_STATEMENTS = 3_000
"""Statements of one procedure with the rules that hang on it."""


def components(start: Iterable[str], to: Callable[[str], Iterable[str]]) -> list[list[str]]:
    """All that some names lead to, those that lead to one another together, each after what it leads to (Tarjan's
    components, without recursion)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    waiting: list[str] = []
    out: list[list[str]] = []
    done: set[str] = set()

    def enter(name: str) -> tuple[str, Iterator[str]]:
        number[name] = low[name] = len(number)
        waiting.append(name)
        return name, iter(to(name))

    for first in start:
        way = [] if first in number else [enter(first)]
        while way:
            name, left = way[-1]
            following = next(left, None)
            if following is None:
                way.pop()
                if way:
                    low[way[-1][0]] = min(low[way[-1][0]], low[name])
                if low[name] == number[name]:
                    group = [waiting.pop()]
                    while group[-1] != name:
                        group.append(waiting.pop())
                    done.update(group)
                    out.append(group)
            elif following not in number:
                way.append(enter(following))
            elif following not in done:
                low[name] = min(low[name], number[following])
    return out


Edges = dict[str, tuple[int, Span | None]]
"""what is called → the levels that the deepest call of it stands in, itself included, and the place of that call"""


def check(
    procedures: Mapping[str, Procedure], state_rules: Iterable[StateRuleDef], values: Mapping[str, ValueDef],
    value_spans: Mapping[str, Span], diagnostics: Diagnostics,
) -> bool:  # fmt: skip
    """Report what nests too deep (E372, E373, E374), and tell whether nothing does."""
    before = len(diagnostics)
    rules = {f"whenever {rule.id}": rule for rule in state_rules}
    edges = {p.id: _calls(p.body, p.span, rules, diagnostics) for p in procedures.values()}
    edges |= {name: _calls(rule.body, None, rules, diagnostics) for name, rule in rules.items()}
    asking = _asking(procedures)
    bounds = {p.id: 1 if p.id in asking else _deepest(p.max_nesting) for p in procedures.values()}
    for way, span in _too_long(edges, bounds):
        diagnostics.add("E373", span, most=MOST_CALLS, way=way)
    by_value = {name: _asked(v.result, value_spans.get(name)) for name, v in values.items()}
    for way, span in _too_long(by_value, {}):
        diagnostics.add("E374", span, most=MOST_CALLS, way=way)
    return len(diagnostics) == before


def _asking(procedures: Mapping[str, Procedure]) -> set[str]:
    """The procedures that may come to a decision: what calls them waits on the stack of the game, not on Python's."""
    callers: dict[str, list[str]] = {}
    for p in procedures.values():
        for call in called(p.body):
            callers.setdefault(call.procedure, []).append(p.id)
    kinds = (core.Decide, core.ChooseSome, core.Spread, core.Chance, core.IfPossible)
    left = [p.id for p in procedures.values() if any(isinstance(s, kinds) for s in core.statements(p.body))]
    found = set(left)
    while left:
        new = [name for name in callers.get(left.pop(), ()) if name not in found]
        found.update(new)
        left += new
    return found


def _deepest(max_nesting: str | None) -> int:
    """How deep a procedure may nest in itself, by its bound as it is written."""
    if max_nesting is None:
        return 1
    return int(max_nesting) if max_nesting.isdecimal() else DEEPEST


def _calls(
    body: core.Body, span: Span | None, rules: Mapping[str, StateRuleDef], diagnostics: Diagnostics
) -> Edges:  # fmt: skip
    """What a body calls or sets off. E372 where its statements nest too deep, once."""
    out: Edges = {}
    told = False
    count = asked = 0
    left = [(s, 0, 0, span) for s in reversed(body)]
    while left:
        s, level, loops, near = left.pop()
        at = s.at or near
        count += 1
        asked += isinstance(s, core.Decide | core.ChooseSome | core.Spread | core.Chance | core.IfPossible)
        for number, what, most in ((asked, "decisions", MOST_DECISIONS), (count, "statements", MOST_STATEMENTS)):
            if number > most:
                diagnostics.add("E375", at, what=what, most=f"{most:,}")
                return out
        if (level > MOST_LEVELS or loops > MOST_LOOPS) and not told:
            told = True
            what, most = ("loops", MOST_LOOPS) if loops > MOST_LOOPS else ("branches, loops and offers", MOST_LEVELS)
            diagnostics.add("E372", at, what=what, most=most)
        written = (
            s.writes
            if isinstance(s, core.Act)
            else core.families(s.family)
            if isinstance(s, core.Put | core.Add)
            else ()
        )
        called = [s.procedure] if isinstance(s, core.Invoke) else []
        if written and rules:
            called += [name for name, rule in rules.items() if not rule.reads.isdisjoint(written)]
        for name in called:
            if level + 1 > out.get(name, (0, None))[0]:
                out[name] = level + 1, at
        deeper = level + (isinstance(s, core.If | core.Loop | core.Decide | core.IfPossible | core.Dispatch))
        deeper += isinstance(s, core.Loop) and s.test is not None
        inside = loops + isinstance(s, core.Loop)
        left += [(x, deeper, inside, at) for inner in reversed(core.bodies(s)) for x in reversed(inner)]
    return out


def _asked(x: core.X, span: Span | None) -> Edges:
    """What a value calls."""
    out: Edges = {}
    left = [(x, 0)]
    seen: dict[int, int] = {}
    while left:
        part, level = left.pop()
        if seen.get(id(part), -1) >= level:
            continue
        seen[id(part)] = level
        if isinstance(part, core.Value) and level + 1 > out.get(part.id, (0, None))[0]:
            out[part.id] = level + 1, span
        level += isinstance(part, core.Fold)
        left += [(child, level) for child in core.children(part)]
    return out


def _too_long(edges: Mapping[str, Edges], bounds: Mapping[str, int]) -> Iterator[tuple[str, Span | None]]:
    """The first chains of calls that are too long: in words, and their places. bounds: how deep what calls itself may
    nest."""
    long: dict[str, int] = {}
    next_: dict[str, str] = {}
    for group in components(edges, lambda name: [n for n in edges[name] if n in edges]):
        inside = {name: max((n for to, (n, _) in edges[name].items() if to in group), default=0) for name in group}
        circle = max(bounds.get(name, 1) for name in group) * sum(inside.values())
        worst, at = 0, None
        for name in group:
            for to, (levels, span) in edges[name].items():
                if to in long and levels + long[to] > worst:
                    worst, at = levels + long[to], span
                    next_[name] = to
        total = circle + worst
        if total > MOST_CALLS and worst <= MOST_CALLS + MOST_LEVELS:
            first = next((name for name in group if name in next_), group[0])
            yield _in_words(first, next_), at or next((s for name in group for _, s in edges[name].values()), None)
        # Counted anew behind a report: what calls what is too deep already is not told again.
        long |= dict.fromkeys(group, 0 if total > MOST_CALLS else total)


def _in_words(first: str, next_: Mapping[str, str]) -> str:
    way = [first]
    while way[-1] in next_ and len(way) < 4:
        way.append(next_[way[-1]])
    return " → ".join(way) + (" → …" if way[-1] in next_ else "")

"""Which function handles which statement node, and the tests that statements share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeGuard, TypeVar

from interpreter.diagnostics import Span
from interpreter.language.core import (
    TRUE,
    Act,
    Add,
    Body,
    Check,
    ChooseSome,
    Const,
    Decide,
    End,
    Fold,
    Get,
    Let,
    Op,
    Prim,
    Put,
    Reason,
    S,
    Tab,
    Value,
    Var,
    X,
    conjuncts,
    const,
    families,
    is_nonnegative,
    known,
    negated,
    plus,
    rebuilt,
    statements,
    substituted,
    walk,
)
from interpreter.language.core import Scope as Braces
from interpreter.language.resolve.context import Context
from interpreter.language.resolve.scope import Scope
from interpreter.language.syntax import nodes
from interpreter.program.types import BOOL, INT, PLAYER
from interpreter.records import changed

Handler = Callable[..., list[S]]
HANDLERS: dict[type[nodes.Statement], Handler] = {}
F = TypeVar("F", bound=Handler)


def handles(*kinds: type[nodes.Statement]) -> Callable[[F], F]:
    def register(function: F) -> F:
        for kind in kinds:
            HANDLERS[kind] = function
        return function

    return register


def statement(c: Context, node: nodes.Statement, scope: Scope) -> list[S]:
    """The core statements of one statement; names it declares are added to `scope`."""
    return HANDLERS[type(node)](c, node, scope)


def block(c: Context, body: nodes.Block, scope: Scope) -> Body:
    """The core statements of a block, in a scope of its own (the caller's `scope` already is one)."""
    out: list[S] = []
    for node in body:
        if out and _is_watched(c, out[-1]):
            # State rules are tested after a run of writes; the empty braces end the run with its statement.
            out.append(Braces(()))
        new = _placed(statement(c, node, scope), node.span)
        if not isinstance(node, nodes.Let):  # which gives a name to what is there and changes nothing
            forget(c, scope, new)
        out += new
    return tuple(out)


def _placed(new: list[S], span: Span) -> list[S]:
    """The statements of one node with its place: on the first, and on the decision, which may be taken out of there."""
    return [
        changed(s, at=span) if i == 0 or isinstance(s, Decide | ChooseSome) and s.at is None else s
        for i, s in enumerate(new)
    ]


def _is_watched(c: Context, s: S) -> bool:
    """Whether a statement writes what the condition of a `whenever` reads."""
    written = s.writes if isinstance(s, Act) else families(s.family) if isinstance(s, Put | Add) else frozenset()
    return bool(written) and not c.watched.isdisjoint(written)


T = TypeVar("T")


def as_it_is(body: Body) -> Body:
    return body


def looped(
    c: Context,
    node: nodes.Node,
    scope: Scope,
    make: Callable[[Scope], T],
    body_of: Callable[[T], Body],
    each: tuple[Var, X] | None = None,
) -> T:
    """A body that runs several times: what it changes itself is not known at its start, but for what was said of each
    element and is changed by its own turn alone. each: the element and the list that is gone through.

    To see what it changes it is made once with all that is known before. Where that matters it is made again, and the
    loops inside it are then made once only: what they change was seen the first time. So loops nested n deep are made
    n times and not 2 to the power of n times. node: the loop.
    """
    seen = c.loop_changes.get(id(node))
    if seen is None:
        is_outermost = not c.within_loop
        c.within_loop = True
        made = make(scope)
        change = known.changes(body_of(made), asking_changes=bool(c.free))
        shared = _shared_writes(body_of(made), each[0]) if each is not None else frozenset()
        seen = change, frozenset(name for name, var in scope.names.items() if var.name in change.assigned), shared
        c.loop_changes[id(node)] = seen
        kept = _at_start(c, scope, change, shared, each)
        if kept != scope.facts:
            made = make(scope.inner(facts=kept))
        if is_outermost:
            c.loop_changes.clear()
            c.within_loop = False
        return made
    change, names, shared = seen
    assigned = change.assigned | {scope.names[name].name for name in names if name in scope.names}
    return make(scope.inner(facts=_at_start(c, scope, changed(change, assigned=assigned), shared, each)))


def _shared_writes(body: Body, var: Var) -> frozenset[str]:
    """Families that a turn of a loop may write for others than its own element."""
    own: set[X] = {var}
    written: set[str] = set()
    for s in statements(body):
        match s:
            case Let() if _who(s.value) in own:
                own.add(Var(s.var, var.type))
            case Put() | Add() if _who(s.slot.owner) not in own:
                written |= families(s.family)
            case Act():
                written |= s.writes
    return frozenset(written)


def _who(owner: X | None) -> X | None:
    """Whose a slot is, without the test that it is there at all."""
    return owner.args[0] if isinstance(owner, Prim) and owner.name == "there" else owner


def _at_start(
    c: Context, scope: Scope, change: known.Changes, shared: frozenset[str], each: tuple[Var, X] | None
) -> tuple[X, ...]:
    """What is known at the start of every turn of a loop. shared: families written for others than the own element."""
    facts, kept = scope.facts, known.surviving(scope.facts, change, c.footprint)
    if each is None or scope.marked or change.calls or kept == facts or not _are_different(each[1]):
        return kept
    var, over = each

    def is_own(x: X) -> bool:
        return isinstance(x, Get) and _who(x.slot.owner) == var and families(x.family) <= change.written - shared

    def without_own(x: X) -> X:
        return Const(0, x.type) if is_own(x) else rebuilt(x, without_own)

    said = dict.fromkeys(x for fact in facts if fact not in kept for x in of_each(c, var, over, (fact, *kept)))
    its = [x for x in said if any(map(is_own, walk(x)))]
    if its and not c.watched.isdisjoint(change.written):
        return kept  # what a `whenever` does then, it may do to those who have not had their turn
    return (*kept, *(x for x in its if known.surviving((without_own(x),), change, c.footprint)))


def _are_different(over: X) -> bool:
    """Whether it can be seen that no element comes twice in a list."""
    while isinstance(over, Fold) and over.kind == "list":
        over = over.domain
    match over:
        case Const(value=tuple() as elements):
            return len({*elements}) == len(elements)
        case Tab():
            return over.table.startswith("SEATS_")
        case Get():
            return over.slot.kind == "contents"
    return False


def forget(c: Context, scope: Scope, done: Sequence[S]) -> None:
    """Drop the facts that carrying out some statements may have made untrue."""
    unasked = known.kept((*scope.facts, *scope.shaken), tuple(done), c.footprint, asking_changes=False)
    scope.facts = still_known(c, scope.facts, done)
    still = {*scope.facts}
    scope.shaken = tuple(fact for fact in unasked if fact not in still)


def still_known(c: Context, facts: tuple[X, ...], done: Sequence[S]) -> tuple[X, ...]:
    """The facts that no statement of `done` can change."""
    return known.kept(facts, tuple(done), c.footprint, asking_changes=bool(c.free))


def require(c: Context, test: X, reason: Reason, scope: Scope) -> list[S]:
    """A test that fails the block. In phase text it must be proved, or it is an error."""
    if test == TRUE or is_known(test, scope.facts):
        return []
    if not scope.marked:
        report_failing(
            c,
            reason,
            scope,
            " once more behind the last choice: free actions may come between" if is_known(test, scope.shaken) else "",
        )
    return [Check(test, reason)]


_LESS = "take no more than there is, as lose and gain do, or with a min or an if around it"
_WHY_IT_FAILS = {
    "short": ("there may be too little {what}", _LESS),
    "no_room": ("there may be no room", "write `if X.free > 0 { … }` around it, X being the place as it stands here"),
    "no_piece": (
        "there may be no piece",
        "write `if X is not empty { … }` around it, X being the place as it stands here",
    ),
    "does_not_fit": ("it may not fit", _LESS),
    "too_few": (
        "there may be too few to choose from",
        "choose up to as many, or write an if about their number around it",
    ),
    "require": ("the condition may be false", "write an if around what depends on it"),
}
"""By the kind of the reason: why a statement of phase text may fail, and how the text around it can show that it does
not."""
ALL_AT_ONCE = {
    "too_few": "choose up to as many, or write `if all(size(…) >= … for p in players) { … }` around `simultaneously`",
    "require": "write `if all(… for p in players) { … }` around `simultaneously`",
}
"""How to mend it where all choose at once, and nothing else may stand."""


def report_failing(c: Context, reason: Reason, scope: Scope, once_more: str = "") -> None:
    """E401 at a statement, once: the first of the reasons for which it may fail. once_more: why what the text says
    before does not count, behind how to mend it."""
    place = (reason.span.path, reason.span.start, reason.span.end)
    if place not in c.told_failing:
        c.told_failing.add(place)
        why, how = _WHY_IT_FAILS.get(reason.kind, _WHY_IT_FAILS["require"])
        if reason.kind == "no_piece" and reason.what:
            how = f"write `if {reason.what} is not none {{ … }}` around it"
        how = ALL_AT_ONCE.get(reason.kind, how) if scope.together else f"put it in may or if possible; or {how}"
        related = [(span, "how much there is room for is said here") for span in reason.limits]
        calls = c.called_in_text.get(scope.procedure, ())
        related += [(span, f"`{name}` is called here, where nothing may fail") for span, name in calls]
        what = why.format(what=reason.what or "of it")
        c.diagnostics.add("E401", reason.span, related=related, why=what, how=how + once_more)


MOST_FACTS = 400
"""Facts that one test is taken to tell; what it says beyond them is not used."""


def told(c: Context, test: X) -> tuple[X, ...]:
    """The facts that hold where a test holds: its parts joined by `and`, those inside the values that it calls, and
    that none of the parts joined by `or` holds where their sum is denied. Each is told once, however often it is
    asked."""
    out: dict[X, None] = {}
    left = [test]
    while left and len(out) < MOST_FACTS:
        parts = [part for part in conjuncts(left.pop()) if part not in out]
        if len(parts) > 1:
            left += reversed(parts)
            continue
        for part in parts:
            out[part] = None
            match part:
                case Op(operator="not", args=(Op(operator="or", args=denied),)):
                    left += [negated(x) for x in reversed(denied)]
                case Op(operator="not", args=(Value() as value,)) if value.id in c.made_values:
                    left.append(negated(c.made_values[value.id].applied(value.args)))
                case Value() if part.id in c.made_values:
                    left.append(c.made_values[part.id].applied(part.args))
    return tuple(out)


def of_each(c: Context, var: Var, over: X, facts: tuple[X, ...], tests: tuple[X, ...] = ()) -> tuple[X, ...]:
    """What facts about all of a list say of one of them: of an element of that list, or of any player where it is that
    of all players. tests: what is known of this one besides."""
    while isinstance(over, Fold) and over.kind == "list":
        if over.test is not None:
            tests = (*tests, *told(c, substituted(over.test, {over.var: var})))
        over = over.domain
    everybody = tuple(range(c.layout.players)) if var.type == PLAYER else None
    out: list[X] = []
    for fact in facts:
        match fact:
            case Fold(kind="all", value=said) as fold if said is not None:
                pass
            case Op(operator="not", args=(Fold(kind="any", test=denied) as fold,)) if denied is not None:
                fold, said = replace(fold, test=None), negated(denied)
            case Op(operator=">=" | ">" as how, args=(Fold(kind="min") as fold, least)) if fold.value is not None:
                said = Op(how, (fold.value, least), BOOL)
            case _:
                continue
        if fold.domain == over or (isinstance(fold.domain, Const) and fold.domain.value == everybody):
            one: dict[str, X] = {fold.var: var}
            parts = () if fold.test is None else conjuncts(substituted(fold.test, one))
            if all(is_known(part, (*facts, *tests)) for part in parts):
                out += told(c, substituted(said, one))
    return tuple(out)


def from_list(c: Context, var: Var, over: X) -> tuple[X, ...]:
    """What is known of an element because it was taken from a list."""
    if isinstance(over, Fold) and over.kind == "list" and over.test is not None:
        return told(c, substituted(over.test, {over.var: var}))
    return within(var, over)


def leaves(body: Body) -> bool:
    """Whether nothing behind the braces of a body runs after it."""
    last = body[-1] if body else None
    is_end = isinstance(last, End) and last.how != "original"  # in its place stands what it calls
    return is_end or (isinstance(last, Braces) and leaves(last.body))


def within(var: X, over: X) -> tuple[X, ...]:
    """The facts about a number that is taken from a list `a..b`: it is neither below a nor above b."""
    if not (isinstance(over, Prim) and over.name == "interval"):
        return ()
    low, end = over.args
    high = plus(end, Const(-1))
    bounds = high.args if isinstance(high, Op) and high.operator == "min" else (high,)
    return (Op(">=", (var, low), BOOL), *(Op(">=", (b, var), BOOL) for b in bounds))


def has_some(domain: X, test: X | None, var: Var, facts: tuple[X, ...]) -> bool:
    """Whether facts say that something in a list passes a test that is written about `var`."""
    for fact in facts:
        match fact:
            case Fold(kind="any", domain=over, test=passed, var=name) if over == domain:
                if test is None or (passed is not None and substituted(passed, {name: var}) == test):
                    return True
            case Op(operator="!=", args=(over, Const(value=()))) if over == domain and test is None:
                return True
    return test is None and is_known(Op(">=", (Prim("len", (domain,), INT), const(1)), BOOL), facts)


def is_known(test: X, facts: tuple[X, ...]) -> bool:
    """Whether a test follows from facts: word for word, from `a > k` for `a >= k + 1`, from `a == b` for `a >= b`, from
    `b >= n` for `a >= n` where `a >= b` is known without such bounds of names, or by itself (`a >= min(a, b)`,
    `a >= a - 3`)."""
    if isinstance(test, Op) and test.operator == ">=":
        have, need = test.args
        if have == need or (isinstance(need, Const) and need.value == 0 and is_nonnegative(have)):
            return True
        each = [is_known(Op(">=", (have, a), BOOL), facts) for a in need.args] if isinstance(need, Op) else []
        if isinstance(need, Op) and need.operator == "min" and any(each):
            return True
        if isinstance(need, Op) and need.operator == "max" and all(each):
            return True
        if isinstance(need, Op) and need.operator == "-" and each[0] and is_nonnegative(need.args[1]):
            return True
        if any(isinstance(f, Op) and f.operator == "==" and f.args in ((have, need), (need, have)) for f in facts):
            return True
        if isinstance(need, Var) and (bounds := [f.args[0] for f in facts if _is_bound(f) and f.args[1] == need]):
            rest = tuple(f for f in facts if not _is_bound(f))
            if any(is_known(Op(">=", (have, bound), BOOL), rest) for bound in bounds):
                return True
    wanted = _at_least(test)
    return any(fact == test or (wanted is not None and _follows(_at_least(fact), wanted)) for fact in facts)


def _is_bound(fact: X) -> TypeGuard[Op]:
    """Whether a fact says that a name is no more than something that is no name: `b >= n`."""
    return (
        isinstance(fact, Op)
        and fact.operator == ">="
        and isinstance(fact.args[1], Var)
        and not isinstance(fact.args[0], Var)
    )


def _at_least(test: X) -> tuple[X, int] | None:
    """(a, k) for tests that say a >= k with a constant k."""
    if not isinstance(test, Op) or len(test.args) != 2:
        return None
    a, k = test.args
    if not isinstance(k, Const) or not isinstance(k.value, int):
        return None
    if test.operator == ">":
        return a, k.value + 1
    if test.operator == ">=":
        return a, k.value
    if test.operator == "!=" and k.value == 0 and isinstance(a, Prim) and is_nonnegative(a):
        return a, 1
    return None


def _follows(fact: tuple[X, int] | None, wanted: tuple[X, int]) -> bool:
    return fact is not None and fact[0] == wanted[0] and fact[1] >= wanted[1]


def reason(
    kind: str,
    span: Span,
    need: X | None = None,
    have: X | None = None,
    what: str = "",
    places: tuple[tuple[X, Span], ...] = (),
) -> Reason:
    return Reason(kind, span, need, have, what, places=places)

"""Who calls whom: edges between procedures, over core statements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from interpreter.language.core import (
    Body,
    Chance,
    ChooseSome,
    Decide,
    IfPossible,
    Invoke,
    S,
    Spread,
    statements,
)
from interpreter.language.core.checked import Procedure


def called(body: Body) -> Iterator[Invoke]:
    """Every call in a body, in order; those inside alternatives and triggers included."""
    for s in statements(body):
        if isinstance(s, Invoke):
            yield s


def reachable(bodies: Iterable[Body], procedures: Mapping[str, Procedure]) -> set[str]:
    """The procedures that carrying out some bodies can come to."""
    found: set[str] = set()
    todo = list(bodies)
    while todo:
        for call in called(todo.pop()):
            if call.procedure not in found and call.procedure in procedures:
                found.add(call.procedure)
                todo.append(procedures[call.procedure].body)
    return found


def asks(body: Body, procedures: Mapping[str, Procedure]) -> bool:
    """Whether carrying out a body can come to a decision, of chance or of a player."""
    return _comes_to(body, procedures, (Decide, ChooseSome, Spread, Chance, IfPossible))


def asks_somebody(body: Body, procedures: Mapping[str, Procedure]) -> bool:
    """Whether carrying out a body can come to a decision of a player."""
    return _comes_to(body, procedures, (Decide, ChooseSome, Spread))


def _comes_to(body: Body, procedures: Mapping[str, Procedure], kinds: tuple[type[S], ...]) -> bool:
    all_bodies = [body, *(procedures[p].body for p in reachable([body], procedures))]
    return any(isinstance(s, kinds) for b in all_bodies for s in statements(b))

"""Rules that never count because another rule of the same event or value always takes their place.

Of several `modify … to` the last that holds counts; of several `instead of` the first, unless it does the original.
Between modules of which neither needs the other this is a conflict, as where both write one field; anywhere else a
lint tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.language import nodes
from interpreter.loading.model import Model

if TYPE_CHECKING:
    from interpreter.language.checker import Checker
    from interpreter.language.rules import Collected


def check_conflicts(c: Checker) -> None:
    """Report rules of two modules of which only one can ever count."""
    needs = all_needs(c.model)
    for hidden, hider in overridden(c.rules):
        if are_strangers(needs, hidden, hider):
            first, second = sorted((hidden, hider), key=lambda rule: rule.decl.origin)
            c.diagnostics.add(
                "E136",
                second.decl.span,
                related=[(first.decl.span, f"`{first.decl.origin}` changes it here")],
                what=f"`{hidden.event}`",
                first=first.decl.origin,
                second=second.decl.origin,
                settled="a `with` block of one of them",
            )


def all_needs(model: Model) -> Mapping[str, frozenset[str]]:
    """Module → the modules that it builds on, over others too."""
    needs: dict[str, frozenset[str]] = {}
    for module in model.modules:  # in order of needs, so what a module needs is there already
        needs[module.id] = frozenset(module.needs).union(*(needs.get(need, frozenset()) for need in module.needs))
    return needs


def are_strangers(needs: Mapping[str, frozenset[str]], one: Collected, other: Collected) -> bool:
    """Whether two rules are of different modules of which neither builds on the other. A `with` block (`a+b`) builds
    on all that it names."""
    first, second = ({*rule.decl.origin.split("+")} for rule in (one, other))
    if "base" in (one.decl.origin, other.decl.origin) or first <= second or second <= first:
        return False
    return not any(a in needs.get(b, ()) or b in needs.get(a, ()) for a in first for b in second)


def overridden(rules: Sequence[Collected]) -> Iterator[tuple[Collected, Collected]]:
    """Each rule that never counts, with the one that takes its place. rules: in the order in which they run."""
    setting = [rule for rule in rules if isinstance(rule.node.head, nodes.Modifier) and rule.node.head.change == "to"]
    for i, rule in enumerate(setting):
        yield from ((rule, later) for later in setting[i + 1 :] if _covers(later, rule))
    replacing = [r for r in rules if isinstance(r.node.head, nodes.Trigger) and r.node.head.timing == "instead_of"]
    for i, rule in enumerate(replacing):
        earlier = [first for first in replacing[:i] if _covers(first, rule) and not _does_original(first)]
        yield from ((rule, first) for first in earlier)


def _does_original(rule: Collected) -> bool:
    done = [node for node in nodes.walk(rule.node) if isinstance(node, nodes.Do)]
    return any(isinstance(node.target, nodes.Name) and node.target.name == "original" for node in done)


def _covers(rule: Collected, other: Collected) -> bool:
    """Whether a rule holds wherever the other does: it asks nothing, or just what the other asks on the same thing."""
    if rule.event != other.event or rule.node.limit is not None:
        return False
    asked = _asked(rule)
    is_of_same = (rule.cls, rule.kind) == (other.cls, other.kind)
    return (not rule.cls and asked == _NOTHING) or (is_of_same and asked == _asked(other))


_NOTHING = ((), "", "")


def _asked(rule: Collected) -> tuple[tuple[str, ...], str, str]:
    """What a rule asks of its event, as written: its arguments, who does it, its condition; "" for anything."""
    head = rule.node.head
    assert not isinstance(head, nodes.StateRule)
    by = head.by if isinstance(head, nodes.Trigger) else None
    condition = "" if head.condition is None else _words(head.condition)
    asked = ["" if p.test is None and not condition else _words(p) for p in head.event.patterns or ()]
    while asked and not asked[-1]:
        asked.pop()  # what is left out is any
    return tuple(asked), "" if by is None or (by.test is None and not condition) else _words(by), condition


def _words(node: nodes.Node) -> str:
    return " ".join(node.span.text.split())

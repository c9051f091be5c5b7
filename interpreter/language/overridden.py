"""Rules that never count because another rule of the same event or value always takes their place.

Of several `modify … to` the last that holds counts; of several `instead of` the first, unless it does the original.
Between modules of which neither needs the other this is a conflict, as where both write one field; anywhere else a
lint tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.language import nodes
from interpreter.loading.model import EffectText, Model, ModuleDecl

if TYPE_CHECKING:
    from interpreter.language.checker import Checker
    from interpreter.language.rules import Collected


def check_conflicts(c: Checker) -> None:
    """Report rules of two modules of which only one can ever count."""
    needs = all_needs(c.model)
    for hidden, hider in overridden(c.rules):
        if _are_strangers(needs, hidden.decl.origin, hider.decl.origin):
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
    for rule, text, module in _patched_in_vain(c.rules, c.model):
        other = rule.decl.origin
        if _are_strangers(needs, module.id, other):
            (one, at), (two, then) = sorted([(module.id, text.span), (other, rule.decl.span)])
            c.diagnostics.add(
                "E136",
                then,
                related=[(at, f"`{one}` changes it here")],
                what=f"`{rule.event}`",
                first=one,
                second=two,
                settled="a `with` block of one of them",
            )


def _patched_in_vain(rules: Sequence[Collected], model: Model) -> Iterator[tuple[Collected, EffectText, ModuleDecl]]:
    """Each rule that always takes the place of a text which a module has written for an entry of the ruleset, with that
    text and the module. Not where the module speaks of the other one's company: there it has settled that."""
    for rule in rules:
        text = _text_of(model, rule.event)
        if text is None or rule.cls or rule.node.limit is not None or not _always_takes_the_place(rule):
            continue
        module = model.module_of(text.span)
        if module is not None and rule.decl.origin not in module.beside:
            yield rule, text, module


def _text_of(model: Model, event: str) -> EffectText | None:
    """What is carried out, or worked out, where an event or value is not replaced."""
    if event in model.values:
        return model.values[event].formula
    entry = model.procedures.get(event) or model.actions.get(event)
    return None if entry is None else entry.do


def _always_takes_the_place(rule: Collected) -> bool:
    head = rule.node.head
    if isinstance(head, nodes.Modifier):
        return head.change == "to" and asked_of(rule.node) == _NOTHING
    if isinstance(head, nodes.Trigger):
        return head.timing == "instead_of" and asked_of(rule.node) == _NOTHING and not _does_original(rule)
    return False


def all_needs(model: Model) -> Mapping[str, frozenset[str]]:
    """Module → the modules that it builds on, over others too."""
    needs: dict[str, frozenset[str]] = {}
    for module in model.modules:  # in order of needs, so what a module needs is there already
        needs[module.id] = frozenset(module.needs).union(*(needs.get(need, frozenset()) for need in module.needs))
    return needs


def _are_strangers(needs: Mapping[str, frozenset[str]], one: str, other: str) -> bool:
    """Whether two origins are different modules of which neither builds on the other. A `with` block (`a+b`) builds on
    all that it names."""
    first, second = {*one.split("+")}, {*other.split("+")}
    if "base" in (one, other) or first <= second or second <= first:
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
    asked = asked_of(rule.node)
    is_of_same = (rule.cls, rule.kind) == (other.cls, other.kind)
    return (not rule.cls and asked == _NOTHING) or (is_of_same and asked == asked_of(other.node))


_NOTHING = ((), "", "")


def asked_of(rule: nodes.Rule) -> tuple[tuple[str, ...], str, str]:
    """What a rule asks of its event, as written: its arguments, who does it, its condition; "" for anything."""
    head = rule.head
    assert not isinstance(head, nodes.StateRule)
    by = head.by if isinstance(head, nodes.Trigger) else None
    condition = "" if head.condition is None else _words(head.condition)
    asked = ["" if p.test is None and not condition else _words(p) for p in head.event.patterns or ()]
    while asked and not asked[-1]:
        asked.pop()  # what is left out is any
    return tuple(asked), "" if by is None or (by.test is None and not condition) else _words(by), condition


def _words(node: nodes.Node) -> str:
    return " ".join(node.span.text.split())

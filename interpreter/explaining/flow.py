"""Which procedures are phase text, where a choice without options leaves out what follows instead of failing."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.diagnostics import Diagnostics
from interpreter.language.syntax import nodes
from interpreter.language.syntax.texts import parsed
from interpreter.loading.model import EffectText, KindDecl, Model, PieceDecl

Call = tuple[str, bool]
"""(procedure, whether it is called inside a block)"""


def flows(model: Model) -> dict[str, str]:
    """Procedure or phase → the phrase for a choice without options in its text: `left_out` where only phase text comes
    to it, `left_out_or_fails` where blocks do, too. Those that only blocks call are not in it."""
    calls = {id: list(_calls(_tree(p.do), False)) for id, p in model.procedures.items()}
    phases = {id for id, p in model.procedures.items() if p.is_phase}
    begun: list[Call] = [(id, False) for id in phases]
    begun += _calls(_tree(model.setup), False)
    for text in _rules(model):
        rule = _tree(text)
        if isinstance(rule, nodes.Rule) and isinstance(rule.head, nodes.Trigger):
            event = rule.head.event.name
            if rule.head.timing == "instead_of" and event in calls:
                calls[event] += _calls(rule.head.body, False)
            else:
                begun += _calls(rule.head.body, rule.head.timing == "instead_of")
    for of in model.bearers:
        begun += _calls(_tree(of.do), True)
    for space in model.spaces.values():
        for kind in space.kinds.values():
            begun += _calls(_tree(kind.do), True)
    for action in model.offered:
        begun += _calls(_tree(action.do), True)
    reached: set[Call] = set()
    while begun:
        id, inside = begun.pop()
        inside = inside and id not in phases  # a phase is phase text wherever it is called
        if id in calls and (id, inside) not in reached:
            reached.add((id, inside))
            begun += [(name, inside or deeper) for name, deeper in calls[id]]
    in_text, in_blocks = ({id for id, inside in reached if inside == wanted} for wanted in (False, True))
    return {id: "left_out_or_fails" if id in in_blocks else "left_out" for id in in_text}


def may_be_empty(s: nodes.Statement, model: Model) -> bool:
    """Whether a statement is a choice that may find no option."""
    match s:
        case nodes.Choose():
            return any(b.condition is not None or not _has_elements(b.domain) for b in s.binders)
        case nodes.ChooseBranch():
            return not any(b.condition is None and all(isinstance(x, _SURE) for x in b.body) for b in s.branches)
        case nodes.DoOneOf():
            return True
        case nodes.Do():
            return s.called in model.actions
    return False


_SURE = (nodes.Draw, nodes.Refill, nodes.Step, nodes.Let, nodes.End)
"""Statements that cannot fail, whatever stands in them (but for what is read)."""


def _has_elements(domain: nodes.Expr) -> bool:
    if isinstance(domain, nodes.Name):
        return domain.name in ("players", "others")
    ends = (domain.low, domain.high) if isinstance(domain, nodes.Interval) else ()
    return bool(ends) and all(isinstance(x, nodes.Number) for x in ends)


def _tree(text: EffectText | None) -> nodes.Parsed | None:
    return None if text is None else parsed(text, Diagnostics()).tree


def _rules(model: Model) -> Iterator[EffectText]:
    for rule in model.rules.values():
        if rule.text is not None:
            yield rule.text
    for cls in model.pieces.values():
        owners: list[PieceDecl | KindDecl] = [cls, *cls.kinds.values()]
        for of in owners:
            yield from (rule.text for rule in of.abilities.values() if rule.text is not None)


def _calls(body: object, inside: bool) -> list[Call]:
    """What is called by name in a body, and whether inside a block of it."""
    out: list[Call] = []
    for s in body if isinstance(body, tuple) else ():
        match s:
            case nodes.Do():
                if s.called:
                    out.append((s.called, inside))
            case nodes.May():
                out += _calls(s.branch.body, True) + _calls(s.otherwise, inside)
            case nodes.ChooseBranch():
                out += [call for b in s.branches for call in _calls(b.body, True)]
            case nodes.IfPossible():
                out += _calls(s.then, not s.is_sure or inside) + _calls(s.otherwise, inside)
            case nodes.Statement():
                for part in nodes.parts(s):
                    out += _calls(part, inside)
    return out

"""Limits and windows that count in a period in which what they limit never happens.

L665:
  message: '`{of}` is never {what} during `{period}`, so this says nothing'
  hint: name the phase, procedure or action around it
  page: >-
    A limit counts within one run of its period, and a window is open during one. Nothing that runs in this period leads
    to what is limited, or asks anybody anything.
  failing: |
    actions: {dig: {menu: works, do: gain 1 coin, limit: once per winter}}  # <--
  mended: |
    actions: {dig: {menu: works, do: gain 1 coin, limit: once per summer}}
  rest: |
    menus: {works: {}}
    resources: {coin: {}}
    scoring: {categories: {all: {worth: p.coin}}}
    procedures:
      winter: {do: gain 1 coin}
      summer: {do: do one of works}
    turn: do winter; do summer
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.reading import named, rule_in, tree
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import walk
from interpreter.loading.model import ActionDecl, EffectText, FreeDecl, Model, ProcedureDecl

_DECISIONS = (
    nodes.Choose, nodes.ChooseSome, nodes.ChooseBranch, nodes.May, nodes.DoOneOf, nodes.Distribute, nodes.Split,
)  # fmt: skip


@lint
def periods(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report limits of actions and windows of free actions that name a phase or procedure without them."""
    for action in model.offered:
        window = action.window if isinstance(action, FreeDecl) else ()
        for text in (*window, *([action.limit] if action.limit is not None else [])):
            parsed = tree(text)
            period = parsed.period if isinstance(parsed, nodes.Limit) else parsed
            if not isinstance(period, nodes.Period) or period.name not in model.procedures:
                continue
            names, asks = _reached(model, period.name)
            what = "offered" if text in window and not asks else ""
            if isinstance(action, ActionDecl) and action.menu is not None and action.menu not in names:
                what = "taken"
            elif isinstance(action, FreeDecl) and text not in window and _apart(model, period.name, names, window):
                what = "offered"
            if what:
                diagnostics.add("L665", period.span, of=action.id, what=what, period=period.name)


def _apart(model: Model, period: str, names: set[str], window: Sequence[EffectText]) -> bool:
    """Whether a free action is open only in phases that neither run within a period nor it within them."""
    open_in = [node.name for text in window if isinstance(node := tree(text), nodes.Period)]
    is_known = bool(open_in) and len(open_in) == len(window) and {*open_in} <= {*model.procedures}
    return is_known and names.isdisjoint(open_in) and all(period not in _reached(model, x)[0] for x in open_in)


def _reached(model: Model, name: str) -> tuple[set[str], bool]:
    """All names in what may run within a procedure, the rules that hang on it included, and whether anything in it asks
    somebody. Where a text runs what a variable or a piece says, that may be anything that there is."""
    menus = {a.menu for a in model.actions.values()} | {*model.menus}
    hanging = [*model.rules.values(), *(r for b in model.bearers for r in b.abilities.values())]
    todo, names, asks = [name, ""], {name}, False
    for one in todo:  # grows
        run: list[ProcedureDecl | ActionDecl | FreeDecl] = [x for x in (model.procedures.get(one),) if x is not None]
        run += [a for a in model.offered if isinstance(a, ActionDecl) and one in (a.menu, a.id)]
        bodies: list[object] = [tree(x.do) for x in run if x.do is not None]
        for rule in (found for r in hanging if (found := rule_in(r.text)) is not None):
            if (rule.head.event.name if isinstance(rule.head, nodes.Trigger) else "") == one:
                bodies += [] if isinstance(rule.head, nodes.Modifier) else [rule.head.body]
        new = {x.id for x in run}
        for node in (n for body in bodies for n in walk(body)):
            asks = asks or isinstance(node, _DECISIONS)
            wanted = node.called if isinstance(node, nodes.Do) else ""
            wanted = getattr(node.menu, "name", "") if isinstance(node, nodes.DoOneOf) else wanted
            if isinstance(node, nodes.Do | nodes.DoOneOf) and wanted not in menus | {*model.procedures, "original"}:
                return {*map(str, menus), *model.procedures}, True
        new |= {n for body in bodies for n in named(body)}
        todo += sorted(new - names)
        names |= new
    return names, asks

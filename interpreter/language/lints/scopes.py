"""Names that hide others, loops whose measure nothing in them changes.

L610:
  message: '`{name}` hides another `{name}` of this text'
  hint: give one of them another name
  page: Inside, the name means the new thing; outside, the old one. That is legal, and seldom what was meant.
  failing: |
    do: |
      let n = 1
      for n in 1..2 { end loop }  # <--
  mended: |
    do: |
      let n = 1
      for k in 1..2 { end loop }
L611:
  message: nothing in this loop changes `{measure}`
  hint: change in the loop what ends it, or say how many times it runs
  page: >-
    A loop `while … falls` goes on as long as its measure falls, and `until` as long as its condition is false. Here
    the body names nothing of what they look at, so the loop runs once, or to its bound.
  failing: |
    turn: repeat while my joy falls { gain 1 coin }  # <--
  mended: |
    turn: repeat while my joy falls { lose 1 joy; gain 1 coin }
  rest: |
    resources: {coin: {}, joy: {}}
    scoring: {categories: {all: {worth: p.coin}}}
    setup: {do: 'for p in players { p does { gain 2 joy } }'}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language.lints.reading import named, tree
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import parts, walk
from interpreter.loading.model import ActionDecl, BoardDecl, EffectText, Model, SpaceDecl, ZoneDecl

Names = dict[str, Span]
"""local name → where it is made"""


@lint
def scopes(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report local names that hide another of the same text, and loops that nothing in them brings to an end."""
    for text, given in _texts(model):
        _shadows(tree(text), dict(given), diagnostics)
    for text in model.effect_texts:
        for node in walk(tree(text)):
            if isinstance(node, nodes.Repeat):
                _measure(node, model, diagnostics)


# ---- shadows


def _texts(model: Model) -> Iterator[tuple[EffectText, Names]]:
    """Every text with the names that it begins with."""
    apart: set[EffectText] = set()
    procedures = ((p.do, p.given, p.span) for p in model.procedures.values())
    values = ((v.formula, v.given, v.span) for v in model.values.values())
    for text, given, span in [*procedures, *values]:
        if text is not None:
            apart.add(text)
            yield text, dict.fromkeys(given, span)
    for action in model.offered:
        names: Names = {}
        if isinstance(action, ActionDecl):
            names = dict.fromkeys(action.given, action.span)
        for binder in _binders(action.choose):
            names[binder.name] = binder.span
        if action.do is not None:
            apart.add(action.do)
            yield action.do, names
    yield from ((text, {}) for text in model.effect_texts if text not in apart)


def _binders(text: EffectText | None) -> list[nodes.Binder]:
    found = None if text is None else tree(text)
    return [b for b in found if isinstance(b, nodes.Binder)] if isinstance(found, tuple) else []


def _shadows(node: object, known: Names, diagnostics: Diagnostics) -> None:
    """Walk a tree with the names known at each place. `known` grows by what a statement makes for those after it."""
    if isinstance(node, tuple) and node and isinstance(node[0], nodes.Statement):
        known = dict(known)
    match node:
        case nodes.For():
            _shadows(node.binder.domain, known, diagnostics)
            inner = _with(node.binder.name, node.binder.span, known, diagnostics)
            _rest(node.binder, inner, diagnostics, "domain")
            _shadows(node.body, inner, diagnostics)
            return
        case nodes.Argument() if node.binder is not None:
            return  # seen with the call around it
        case nodes.Call():
            inner = dict(known)
            for argument in node.arguments:
                if argument.binder is not None:
                    inner = _with(argument.binder.name, argument.binder.span, inner, diagnostics)
            for part in (node.function, *(a.value for a in node.arguments)):
                _shadows(part, inner, diagnostics)
            return
    _rest(node, known, diagnostics)
    for name, span in _made(node):
        known.update(_with(name, span, known, diagnostics))


def _rest(node: object, known: Mapping[str, Span], diagnostics: Diagnostics, but: str = "") -> None:
    skipped = getattr(node, but) if but else None
    inner = known if isinstance(known, dict) and isinstance(node, tuple) else dict(known)
    for part in parts(node):
        if part is not skipped:
            _shadows(part, inner, diagnostics)


def _made(node: object) -> Iterator[tuple[str, Span]]:
    """The names that a statement makes for what follows it."""
    match node:
        case nodes.Let():
            yield node.name, node.span
        case nodes.Choose():
            yield from ((b.name, b.span) for b in node.binders)
        case nodes.ChooseSome() | nodes.Split():
            yield node.name, node.span
        case nodes.Draw() if node.name is not None:
            yield node.name, node.span


def _with(name: str, span: Span, known: Mapping[str, Span], diagnostics: Diagnostics) -> Names:
    if name in known:
        diagnostics.add("L610", span, name=name, related=[(known[name], f"`{name}` is made here first")])
    return {**known, name: span}


# ---- loops


def _with_kin(model: Model, names: set[str]) -> set[str]:
    """Names, and what may be changed through them: the members of groups and the groups of resources, and the places
    of the pieces of a class, which may lie in any."""
    out = set(names)
    for resource in model.resources.values():
        kin = {resource.id, *resource.groups}
        if kin & names:
            out |= kin
    places: list[ZoneDecl | BoardDecl | SpaceDecl] = [*model.zones.values(), *model.boards.values()]
    for place in [*places, *model.spaces.values()]:
        if place.pieces in names or place.id in names and place.pieces is not None:
            out |= {place.id, place.pieces, *({*place.kinds} if isinstance(place, SpaceDecl) else ())}
    return out


def _measure(loop: nodes.Repeat, model: Model, diagnostics: Diagnostics) -> None:
    """Report a loop whose measure, or condition of ending, names nothing that its body names."""
    watched = loop.number if loop.how == "while_falls" else loop.until
    if watched is None:
        return
    is_open = any(isinstance(n, nodes.Do | nodes.DoOneOf | nodes.End | nodes.Call) for n in walk(loop.body))
    is_open = is_open or any(isinstance(n, nodes.Call) for n in walk(watched))
    made = {n.name for n in walk(loop.body) if isinstance(n, nodes.Let)}
    looked_at = set(named(watched)) - {"me"}
    is_open = is_open or not looked_at.isdisjoint(model.values)
    if not is_open and looked_at.isdisjoint(_with_kin(model, {*named(loop.body), *made})):
        diagnostics.add("L611", watched.span, measure=" ".join(watched.span.text.split()))

"""Local names and parameters that nothing reads.

L657:
  message: '`{name}` is made here and never read'
  hint: '{hint}'
  page: >-
    A name stands for what was chosen, worked out or met in a loop. Where nothing reads it, mostly another name was
    written in its place. What a text of the screen shows in braces, or a rule can be told of, is read.
  failing: |
    turn: let n = my coin; gain 1 coin  # <--
  mended: |
    turn: let n = my coin; gain n coin
  rest: |
    resources: {coin: {}}
    scoring: {categories: {all: {worth: p.coin}}}
L659:
  message: the parameter `{name}` of `{of}` is never read
  hint: read it where it matters, or take it out here and wherever `{of}` is named
  page: >-
    What is given to a value or procedure changes nothing unless its text reads it. Parameters on which a rule looks,
    or which a text of the screen shows, are read.
  failing: |
    values: {fee: {given: {p: player}, is: '3'}}  # <--
    turn: gain fee(me) coin
  mended: |
    values: {fee: {is: '3'}}
    turn: gain fee coin
  rest: |
    resources: {coin: {}}
    scoring: {categories: {all: {worth: p.coin}}}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language.lints.reading import NETWORKS, bodies, found, is_of_these, read_in, shown, tree
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.loading.model import ActionDecl, EffectText, Model

_HINTS = {
    nodes.Let: "read it, or take it out",
    nodes.Draw: "leave out what begins with `as`, or read it",
    nodes.For: "read it, or write `repeat size(…) times` where only the number counts",
}


@lint
def unread(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report what let, choose, draw, split and loops make, and nothing reads."""
    known = shown(model)
    for name, span, hint in (*_of_blocks(model), *_of_loops(model), *_of_actions(model)):
        if name not in known:
            diagnostics.add("L657", span, name=name, hint=hint)


def _read(*where: object) -> set[str]:
    return {name for part in where for name in read_in(part)}


def _of_blocks(model: Model) -> Iterator[tuple[str, Span, str]]:
    """Names that statements make for what follows them in their block. What is chosen together can be read after it."""
    together = {name for n in found(model, nodes.Does) if n.how == "together" for name, _ in _made(n.body)}
    everywhere = _read(*found(model, nodes.Index)) if together else set()
    for _, block in bodies(model):
        for i, s in enumerate(block):
            for name, span in _made((s,)):
                inner = (s.binders,) if isinstance(s, nodes.Choose) else ()
                binders = [part for b in (inner[0] if inner else ()) for part in (b.domain, b.condition, b.value)]
                if name not in _read(block[i + 1 :], *binders) and not (name in together and name in everywhere):
                    yield name, span, _HINTS.get(type(s), "read it where it counts what was chosen")


def _made(block: Iterable[nodes.Statement]) -> Iterator[tuple[str, Span]]:
    for s in block:
        if isinstance(s, nodes.Choose):
            yield from ((b.name, b.span) for b in s.binders)
        elif isinstance(s, nodes.Let | nodes.ChooseSome | nodes.Split) or isinstance(s, nodes.Draw) and s.name:
            yield str(s.name), s.span


def _of_loops(model: Model) -> Iterator[tuple[str, Span, str]]:
    """Names of loops, of functions over a list, and of what distributes and splits."""
    for loop in found(model, nodes.For):
        if loop.binder.name not in _read(loop.body, loop.binder.condition, loop.binder.value):
            yield loop.binder.name, loop.binder.span, _HINTS[nodes.For]
    for call in found(model, nodes.Call):
        for binder in (a.binder for a in call.arguments if a.binder is not None):
            inside = [a.value for a in call.arguments]
            inside += [x for a in call.arguments if a.binder for x in (a.binder.condition, a.binder.value)]
            later = [a.binder.domain for a in call.arguments if a.binder and a.binder is not binder]
            is_link = isinstance(call.function, nodes.Name) and call.function.name in NETWORKS
            if any(x is not None for x in inside) and not is_link and binder.name not in _read(*inside, *later):
                yield binder.name, binder.span, "read it in what is counted or tested"


def _of_actions(model: Model) -> Iterator[tuple[str, Span, str]]:
    """What an action chooses. A rule that is told of it reads it."""
    for action in model.offered:
        binders = _binders(action.choose)
        inside = [part for b in binders for part in (b.domain, b.condition, b.value)]
        known = _read(*inside, *(tree(t) for t in (action.do, action.limit) if t)) | {
            *re.findall(r"\w+", action.key or "")
        }
        for binder in binders:
            if binder.name not in known and not _is_looked_at(model, action.id):
                yield binder.name, binder.span, "read it where it counts what was chosen"


def _binders(text: EffectText | None) -> list[nodes.Binder]:
    parts = tree(text) if text is not None else ()
    return [b for b in parts if isinstance(b, nodes.Binder)] if isinstance(parts, tuple) else []


def _is_looked_at(model: Model, name: str) -> bool:
    """Whether a rule is told with what something runs, or what a value is asked for."""
    return any(event.name == name and event.patterns for event in found(model, nodes.Event))


@lint
def parameters(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report parameters of values, procedures, phases and actions that nothing reads. A value that is `true` is there
    for modules to change."""
    known = shown(model)
    owners: list[tuple[str, Span, Iterable[str], list[EffectText | None]]] = [
        *((v.id, v.span, v.given, [v.formula, v.at_least, v.at_most]) for v in model.values.values()),
        *((p.id, p.span, p.given, [p.do, p.max_nesting]) for p in model.procedures.values()),
        *((a.id, a.span, a.given, [a.choose, a.do]) for a in model.offered if isinstance(a, ActionDecl)),
    ]
    periods = {n.name for n in found(model, nodes.Attribute)}
    switches = {v.id for v in model.values.values() if v.formula and isinstance(tree(v.formula), nodes.Name)}
    for id, span, given, texts in owners:
        if (
            not given
            or _is_looked_at(model, id)
            or id in model.words_elsewhere | switches
            or not is_of_these(model, span)
        ):
            continue
        read = _read(*(tree(text) for text in texts if text is not None)) | known | periods
        for name in given:
            if name not in read:
                diagnostics.add("L659", span, name=name, of=id)

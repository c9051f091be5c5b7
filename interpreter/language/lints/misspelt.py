"""Where the mistake is that an unknown name shows: often not where it is used, but where it is declared.

A name that looks like the unknown one, and that nothing uses, was meant: its place is shown beside the mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass

from interpreter.diagnostics import Diagnostic, Diagnostics, Span, near_names
from interpreter.language.lints.reading import all_nodes, names_in, tree
from interpreter.language.lints.unused import groups
from interpreter.language.syntax.nodes import Binder, Branch, Event, Let, Period, Timing, walk
from interpreter.loading.model import ActionDecl, EffectText, Entry, Model, ProcedureDecl, ValueDecl
from interpreter.records import field_names

_MISFITS = frozenset({"E123", "E315"})
"""Codes at a name that is unknown, or known as something else, often without near names."""
_NOT_A_USE = frozenset(
    {"id", "origin", "span", "provenance", "words", "texts", "allow", "removed", "full_tables", "menus", "menu_places"}
)


def point_at_declarations(model: Model, diagnostics: Diagnostics) -> None:
    """Add to each mistake with near names the places of those that are declared and used nowhere; tell of groups that
    one member alone names, which may be why others do not fit."""
    if diagnostics.has_errors:
        groups(model, diagnostics)
    if model.removed:
        diagnostics.relate(lambda d: _taken_out(model, d))
    diagnostics.relate(lambda d: _begins(model, d))
    if not any(_shows_name(d) for d in diagnostics):
        return
    places = dict(places_of(model))
    # These are used by being declared: nothing need name them.
    sections = (model.free, model.rules, model.scoring, model.hints, model.endings)
    standing = {id for section in sections for id in section} | {a.id for a in model.actions.values() if a.menu}
    used = {word for text in names_in(model, _NOT_A_USE) for word in text.replace(",", " ").split()}
    for text in model.effect_texts:
        used |= {n.name for n in walk(tree(text)) if isinstance(n, Event | Period | Timing)}

    def related(d: Diagnostic) -> tuple[tuple[Span, str], ...]:
        if (parameter := _parameter(model, d)) is not None:
            return ((parameter, f"`{parameter.text}` is given here and used nowhere"),)
        if d.related or not _shows_name(d):
            return ()
        meant = [n for n in d.near if n in places and n not in used]
        if not meant and d.code in _MISFITS and d.span is not None and f"`{d.span.text}` is of type" not in d.message:
            meant = list(near_names(d.span.text, [n for n in places if n not in used | standing]))
        for n in sorted(meant, key=lambda n: n in standing)[:1]:
            return ((places[n], f"`{n}` is declared here and {'named' if n in standing else 'used'} nowhere"),)
        return ()

    diagnostics.relate(related)


def _taken_out(model: Model, d: Diagnostic) -> tuple[tuple[Span, str], ...]:
    """Where a module took out what is missing."""
    name = "" if d.is_lint or d.span is None else d.span.text
    if name not in model.removed or f"`{name}`" not in d.message:
        return ()
    module, span = model.removed[name]
    return () if span == d.span else ((span, f"`{module}` takes it out here"),)


def _begins(model: Model, d: Diagnostic) -> tuple[tuple[Span, str], ...]:
    """Where a name of the text gets the type that does not fit where it is used."""
    if d.code != "E303" or d.span is None or d.related:
        return ()
    word = re.match(r"[a-z][a-z0-9_]*", d.span.text)
    text = next((t for t in model.effect_texts if _holds(t, d.span)), None)
    if word is None or text is None:
        return ()
    source, pattern = d.span.source, re.compile(rf"\blet {word[0]}(?=\s*=)")
    found = list(pattern.finditer(source.text, text.span.start, d.span.start))
    return ((Span(source, *found[-1].span()), f"`{word[0]}` begins here"),) if found else ()


def _holds(text: EffectText, span: Span) -> bool:
    return text.span.path == span.path and text.span.start <= span.start < text.span.end


def _shows_name(d: Diagnostic) -> bool:
    return d.code == "E301" or (not d.related and bool(d.near or d.code in _MISFITS))


def _parameter(model: Model, d: Diagnostic) -> Span | None:
    """The parameter that an unknown name of a text must mean: it looks like it, and the text does not use it."""
    if d.code != "E301" or d.span is None:
        return None
    declared: list[ProcedureDecl | ValueDecl | ActionDecl] = [*model.procedures.values(), *model.values.values()]
    for entry in [*declared, *model.actions.values()]:
        text = entry.formula if isinstance(entry, ValueDecl) else entry.do
        if text is None or not _holds(text, d.span):
            continue
        source, used = text.span.source, set(names_in(text))
        for name in near_names(d.span.text, [n for n in entry.given if n not in used]):
            if found := re.compile(rf"\b{name}(?=\s*:)").search(source.text, entry.span.end, text.span.start):
                return Span(source, *found.span())
    return None


def places_of(value: object) -> Iterator[tuple[str, Span]]:
    """Where everything is declared, by its id."""
    if isinstance(value, Entry):
        yield value.id, value.span
    if isinstance(value, Mapping):
        for item in value.values():
            yield from places_of(item)
    elif is_dataclass(value) and isinstance(value, Model | Entry):
        for name in field_names(type(value)):
            part = getattr(value, name)
            if name in ("attribute_places", "menu_places"):
                yield from part.items()
            elif isinstance(part, Mapping | Entry):
                yield from places_of(part)


def spoken_of(model: Model) -> Iterator[tuple[str, Span]]:
    """Where effect text makes names that can have a text: labels of branches, and what `let` and `choose` bind."""
    for node in all_nodes(model):
        name = node.label if isinstance(node, Branch) else node.name if isinstance(node, Let | Binder) else ""
        if name and (at := node.span.text.find(name)) >= 0:
            start = node.span.start + at
            yield name, Span(node.span.source, start, start + len(name))

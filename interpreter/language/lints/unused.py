"""L601: what is declared and never used: a phase nobody comes to, a menu nobody is offered, a counter no text names.

Used is what some text names where it is carried out or read; the names of events, periods and the things themselves
do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from interpreter.diagnostics import Diagnostics
from interpreter.language import nodes
from interpreter.language.parser import parse
from interpreter.loading.model import EffectText, Entry, Model

NOT_READ = frozenset({"id", "origin", "span", "menu", "groups", "holds", "held_by", "provenance", "type", "given"})
"""Fields of declared things that name others without using them."""

SECTIONS = (
    "setup", "resources", "pieces", "zones", "boards", "game_state", "player_state", "tables", "values",
    "actions", "free", "rules", "scoring", "endings", "hints",
)  # fmt: skip
"""Sections whose texts count as they stand; procedures count only where something comes to them."""


def unused(model: Model, diagnostics: Diagnostics) -> None:
    """Report declared things that nothing names."""
    used = _used(model)
    for what, entries in _declared(model).items():
        for name, entry in entries.items():
            if used.isdisjoint({name, *getattr(entry, "groups", ())}):
                diagnostics.add("L601", entry.span, what=what, name=name)
    for menu in model.menus:
        first = next((a for a in model.actions.values() if a.menu == menu), None)
        if menu not in used and first is not None:
            diagnostics.add("L601", first.span, what="the menu", name=menu)


def _declared(model: Model) -> Mapping[str, Mapping[str, Entry]]:
    """What some text should name, by kind."""
    return {
        "the phase": {n: p for n, p in model.procedures.items() if p.is_phase and n != "game"},
        "the procedure": {n: p for n, p in model.procedures.items() if not p.is_phase},
        "the action": {n: a for n, a in model.actions.items() if a.menu is None},
        "the value": model.values,
        "the table": model.tables,
        "the variable": {**model.game_state, **model.player_state},
        "the resource": model.resources,
    }


def _used(model: Model) -> set[str]:
    """All names in texts that can come to be carried out or read."""
    own = {name: set(_names_in(p)) for name, p in model.procedures.items()}
    used = {name for section in SECTIONS for name in _names_in(getattr(model, section))}
    todo = ["game", *used]
    reached: set[str] = set()
    while todo:
        name = todo.pop()
        if name in own and name not in reached:
            reached.add(name)
            used |= own[name]
            todo += own[name]
    return used


def _names_in(value: object) -> Iterator[str]:
    """Names that texts and attributes inside a declared thing use."""
    if isinstance(value, EffectText):
        yield from _named(parse(value, Diagnostics()))
    elif isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _names_in(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _names_in(item)
    elif is_dataclass(value):
        for f in fields(value):
            if f.name not in NOT_READ:
                yield from _names_in(getattr(value, f.name))


def _named(node: object) -> Iterator[str]:
    """Names in a syntax tree that are carried out or read; those of events and periods are neither."""
    if isinstance(node, nodes.Period | nodes.Timing):
        return
    if isinstance(node, nodes.Event):
        for pattern in node.patterns or ():
            yield from _named(pattern)
        return
    if isinstance(node, nodes.Name | nodes.Mine | nodes.Attribute):
        yield node.name
    if isinstance(node, tuple):
        for part in node:
            yield from _named(part)
    elif isinstance(node, nodes.Node):
        for f in fields(node):
            if f.name != "span":
                yield from _named(getattr(node, f.name))

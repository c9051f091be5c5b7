"""What is declared and never used, or only set; phases nobody comes to, rules whose event never happens.

Used is what some text names where it is carried out or read; the names of events, periods and the things themselves
do not count.

L601:
  message: '{what} `{name}` is declared and never used'
  hint: take it out, or name it where it belongs
  page: >-
    No text that can come to be carried out names it. Often the name was changed in one place and not in the other. A
    group counts as unused where one member alone names it and no text does.
  failing: |
    procedures:
      harvest: {do: end game}  # <--
    do: end game
  mended: |
    procedures:
      harvest: {do: end game}
    do: do harvest
L608:
  message: nothing ever comes to the phase `{name}`
  hint: run it with do where it belongs, or take it out
  page: The game begins with setup and the phase `game`; every other phase runs where some text says `do`.
  failing: |
    phases:
      game: {do: end game}
      night: {do: end night}  # <--
  mended: |
    phases:
      game: {do: do night; end game}
      night: {do: end night}
  rest: |
    game: {id: example, players: [2]}
L609:
  message: '`{rule}` waits for `{event}`, which never happens'
  hint: let something do `{event}`, or hang the rule on another event
  page: The rule runs before, after or instead of something that no text ever comes to.
  failing: |
    procedures: {dig: {do: ''}}
    rules:
      tired: after dig { end game }  # <--
    do: end game
  mended: |
    procedures:
      dig: {do: ''}
    rules:
      tired: after dig { end game }
    do: do dig
L643:
  message: '`{name}` is set, and never read'
  hint: 'read it where it matters, show it (show: values, texts), or take it out'
  page: What is only written changes nothing in the game. Often another name is read by mistake.
  failing: |
    state:
      player:
        done: bool  # <--
    do: |
      each of players does { gain 1 coin; my done = true }
      end game
  mended: |
    state:
      player:
        done: bool
    do: |
      each of players does { gain 1 coin; if not my done { my done = true } }
      end game
  rest: |
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language.lints.reading import (
    NETWORKS,
    is_of_these,
    names_in,
    read_in,
    rule_in,
    shown,
    tree,
    used,
)
from interpreter.language.lints.reading import found as every
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.loading.model import ActionDecl, Entry, Model, PieceDecl, RuleDecl, SpaceDecl

_TOLD = re.compile(r"\{\w+\.(\w+)\}")
_WORD = re.compile(r"[a-z_][a-z_0-9]*")
_OF_THEMSELVES = frozenset(
    {"id", "origin", "span", "provenance", "allow", "removed", "known_modules", "full_tables", "texts", "menus",
     "menu_places", "words", "words_elsewhere", "lost_words", "seen_by", "back_seen_by", "top_seen_by", "refill",
     "shortage", "needed"}
)  # fmt: skip
"""Fields that say what a thing is called, or hold a word of the format."""
_NAMES_OTHERS = frozenset(
    {"id", "origin", "span", "groups", "provenance", "allow", "removed", "known_modules", "full_tables"}
)


@lint
def unused(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report declared things that nothing names."""
    known = used(model) | set(_told(model))
    known |= _deaf_rules(model, known, diagnostics)  # told once: at the rule that waits for it
    for what, entries in _declared(model).items():
        for name, entry in entries.items():
            if known.isdisjoint({name, *getattr(entry, "groups", ())}):
                diagnostics.add("L601", entry.span, related=_users_gone(model, name), what=what, name=name)
    for name, entry in model.procedures.items():
        if entry.is_phase and name != "game" and name not in known:
            diagnostics.add("L608", entry.span, name=name)
    for menu in model.menus:
        actions = [a for a in model.offered if isinstance(a, ActionDecl) and a.menu == menu]
        if not (actions or menu in model.words_elsewhere) or menu not in known:
            place = actions[0].span if actions else model.menu_places.get(menu, model.game.span)
            diagnostics.add("L601", place, what="the menu", name=menu)
    groups(model, diagnostics)
    _things(model, diagnostics)


def _things(model: Model, diagnostics: Diagnostics) -> None:
    """Report zones, tracks, classes and attributes that nothing names, and variables set and never read, of the
    ruleset or of the modules that are chosen. What another module names is used."""

    def add(code: str, span: Span, name: str, what: str = "") -> None:
        if is_of_these(model, span):
            diagnostics.add(code, span, name=name, what=what)

    told = shown(model) | {*_WORD.findall(repr(model.show))}
    words = told | {word for text in names_in(model, _OF_THEMSELVES) for word in _WORD.findall(text)}
    things: dict[str, Mapping[str, Entry]] = {
        "the zone": model.zones,
        "the track": model.tracks,
        "the class of spaces": model.spaces,
        "the class of effects": {n: cls for n, cls in model.pieces.items() if cls.is_effect and not cls.abilities},
    }
    for what, entries in things.items():
        for name, entry in entries.items():
            kinds = entry.kinds if isinstance(entry, PieceDecl | SpaceDecl) else ()
            if words.isdisjoint({name, *kinds, *getattr(entry, "groups", ())}):
                add("L601", entry.span, what=what, name=name)
    goes = any(isinstance(n.function, nodes.Name) and n.function.name in NETWORKS for n in every(model, nodes.Call))
    for cls in model.classes:
        for name, place in cls.attribute_places.items():
            if name not in words and cls.attributes.get(name) != "shape" and not (goes and _is_end(cls, name)):
                add("L601", place, what="the attribute", name=name)
    read = told | {name for text in model.effect_texts for name in read_in(tree(text))}
    variables = [*model.game_state.values(), *model.player_state.values()]
    on_things = [v for cls in model.classes for v in cls.state.values()]
    for var in on_things:
        if var.id not in words:
            add("L601", var.span, what="the variable", name=var.id)
    for var in (*variables, *on_things):
        if var.id in words and var.id not in read:
            add("L643", var.span, name=var.id)


def _is_end(cls: PieceDecl | SpaceDecl, name: str) -> bool:
    """Whether an attribute names one of the two things that a link joins."""
    return list(cls.attributes.values()).count(cls.attributes[name]) == 2


def _users_gone(model: Model, name: str) -> list[tuple[Span, str]]:
    """Where modules take out what has named a thing."""
    gone = [(*model.removed[id], id) for id, words in model.lost_words.items() if name in words and id in model.removed]
    return [(span, f"`{module}` takes out `{id}`, which names it") for module, span, id in gone]


def _told(model: Model) -> Iterator[str]:
    """Values that texts of options and of the log name (`power` of `{c.power}`), and those told with the table."""
    shown = model.show.get("values")
    yield from map(str, shown) if isinstance(shown, list | tuple) else ()
    for texts in model.texts.values():
        for group in ("actions", "log"):
            for text in texts.groups.get(group, {}).values():
                yield from _TOLD.findall(text)


def _declared(model: Model) -> Mapping[str, Mapping[str, Entry]]:
    """What some text should name, by kind."""
    return {
        "the procedure": {n: p for n, p in model.procedures.items() if not p.is_phase},
        "the action": {n: a for n, a in model.actions.items() if a.menu is None},
        "the value": model.values,
        "the table": model.tables,
        "the variable": {**model.game_state, **model.player_state},
        "the option": model.game.options,
        "the resource": {n: r for n, r in model.resources.items() if r.pays_for is None},  # for these see `counters`
    }


def groups(model: Model, diagnostics: Diagnostics) -> None:
    """Report groups that only one member names: most are another group misspelt."""
    words = {word for text in names_in(model, _NAMES_OTHERS) for word in text.split()}
    for entries in (model.resources, model.tracks):
        members: dict[str, list[Span]] = {}
        for entry in entries.values():
            for group in entry.groups:
                members.setdefault(group, []).append(entry.group_places.get(group, entry.span))
        for group, found in members.items():
            if group not in words and len(found) == 1 and len(members) > 1:
                diagnostics.add("L601", found[0], what="the group", name=group)


def _deaf_rules(model: Model, known: set[str], diagnostics: Diagnostics) -> set[str]:
    """Report rules that hang on what nothing comes to; the events they wait for."""
    told: set[str] = set()
    offered = {a.id for a in model.actions.values() if a.menu in known}
    for rule in _rules(model):
        found = rule_in(rule.text)
        head = None if found is None else found.head
        if isinstance(head, nodes.Trigger):
            name = head.event.name
            is_declared = name in model.procedures or name in model.actions
            if is_declared and name not in known and name not in offered and name != "game":
                diagnostics.add("L609", head.event.span, rule=rule.id, event=name)
                told.add(name)
    return told


def _rules(model: Model) -> Iterator[RuleDecl]:
    yield from model.rules.values()
    for cls in model.pieces.values():
        yield from cls.abilities.values()
        for kind in cls.kinds.values():
            yield from kind.abilities.values()

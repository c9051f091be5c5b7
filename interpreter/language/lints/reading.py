"""What lints read a ruleset by: its texts as trees, the names in them, and where in a statement a name stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from typing import TypeVar, cast

from interpreter.diagnostics import Diagnostics, Span
from interpreter.language.syntax import nodes
from interpreter.language.syntax.nodes import parts, walk
from interpreter.language.syntax.texts import parsed
from interpreter.loading.model import EffectText, Entry, Model
from interpreter.records import field_names

N = TypeVar("N", bound=nodes.Node)

NOT_READ = frozenset(
    {
        "id", "origin", "span", "menu", "groups", "holds", "held_by", "provenance", "type", "given", "kind", "refill",
        "seen_by", "back_seen_by", "top_seen_by", "shortage", "timing", "faces", "needed",
    }
)  # fmt: skip
"""Fields of declared things that name others without using them, or that hold a word of the format."""

SECTIONS = (
    "setup", "resources", "pieces", "zones", "boards", "spaces", "tracks", "game_state", "player_state", "tables",
    "values", "actions", "free", "rules", "scoring", "endings", "hints",
)  # fmt: skip
"""Sections whose texts count as they stand; procedures count only where something comes to them."""

NETWORKS = frozenset({"distance", "cheapest", "reachable"})
"""Functions that go along links, whose ends they read though no text names them."""


def tree(text: EffectText) -> nodes.Parsed | None:
    """The syntax of a text; None after a mistake, which was reported where it was found."""
    return parsed(text, Diagnostics()).tree


def rule_in(text: EffectText | None) -> nodes.Rule | None:
    """The rule that a text is; None where it is none, or was reported as a mistake."""
    parsed = None if text is None else tree(text)
    return parsed if isinstance(parsed, nodes.Rule) else None


def texts_in(value: object) -> Iterator[EffectText]:
    """The effect texts inside a declared thing."""
    if isinstance(value, EffectText):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from texts_in(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from texts_in(item)
    elif is_dataclass(value) and (isinstance(value, Model | Entry)):
        for name in field_names(type(value)):
            yield from texts_in(getattr(value, name))


def used(model: Model) -> set[str]:
    """All names in texts that can come to be carried out or read."""
    own = {name: set(names_in(p)) for name, p in model.procedures.items()}
    found = {name for section in SECTIONS for name in names_in(getattr(model, section))}
    todo = ["game", *found]
    reached: set[str] = set()
    while todo:
        name = todo.pop()
        if name in own and name not in reached:
            reached.add(name)
            found |= own[name]
            todo += own[name]
    return found


def names_in(value: object, skipped: frozenset[str] = NOT_READ) -> Iterator[str]:
    """Names that texts and attributes inside a declared thing use."""
    if isinstance(value, EffectText):
        yield from named(tree(value))
    elif isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from names_in(item, skipped)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from names_in(item, skipped)
    elif is_dataclass(value) and not isinstance(value, Span):
        for name in field_names(type(value)):
            if name not in skipped:
                yield from names_in(getattr(value, name), skipped)


def named(node: object) -> Iterator[str]:
    """Names in a syntax tree that are carried out or read; those of events and periods are neither."""
    if isinstance(node, nodes.Period | nodes.Timing):
        return
    if isinstance(node, nodes.Event):
        for pattern in node.patterns or ():
            yield from named(pattern)
        return
    if isinstance(node, nodes.Name | nodes.Mine | nodes.Attribute):
        yield node.name
    for part in parts(node):
        yield from named(part)


def read_in(node: object) -> Iterator[str]:
    """Names in a syntax tree, those apart to which something is only assigned."""
    if isinstance(node, nodes.Assign):
        target = node.target
        while isinstance(target, nodes.Index):
            yield from read_in(target.index)
            target = target.value
        if isinstance(target, nodes.Attribute):
            yield from read_in(target.value)
        yield from read_in(node.value)
        return
    if isinstance(node, nodes.Name | nodes.Mine | nodes.Attribute):
        yield node.name
    for part in parts(node):
        yield from read_in(part)


def all_nodes(model: Model) -> Iterator[nodes.Node]:
    """All nodes of all texts of a ruleset."""
    for text in model.effect_texts:
        yield from walk(tree(text))


def found(model: Model, kind: type[N]) -> Iterator[N]:
    """All nodes of one kind in the texts of a ruleset. The nodes of a text are looked through once for all lints."""
    for text in model.effect_texts:
        yield from cast("list[N]", parsed(text, Diagnostics()).by_kind.get(kind, ()))


def bodies(model: Model) -> Iterator[tuple[nodes.Node | None, nodes.Block]]:
    """Every block of statements, with what it belongs to: a statement, branch or rule, None for a whole text."""
    for text in model.effect_texts:
        if isinstance(whole := tree(text), tuple) and whole and isinstance(whole[0], nodes.Statement):
            yield None, whole
    for kind in _WITH_BLOCKS:
        for node in found(model, kind):
            for name in ("body", "then", "otherwise"):
                if (block := getattr(node, name, None)) is not None:
                    yield node, block


def number(node: object) -> int | None:
    """The number that an expression is as it stands there; None where it has to be worked out."""
    if isinstance(node, nodes.Minus):
        return None if (value := number(node.value)) is None else -value
    return node.value if isinstance(node, nodes.Number) else None


def shown(model: Model) -> set[str]:
    """Names in braces of texts, which tell them, and names that modules use which are not chosen."""
    texts = (text for texts in model.texts.values() for group in texts.groups.values() for text in group.values())
    return {word for text in texts for place in _PLACE.findall(text) for word in _WORD.findall(place)} | {
        *model.words_elsewhere
    }


def is_of_these(model: Model, span: Span) -> bool:
    """Whether a place is in the chosen modules, or in the ruleset where none is chosen: what a module takes away or
    changes in what it builds on is no fault of the ruleset."""
    return not model.modules or model.module_of(span) is not None


def quoted(node: nodes.Node) -> str:
    """A part of a text as it is written, on one line."""
    return " ".join(node.span.text.split())


_WITH_BLOCKS: tuple[type[nodes.Node], ...] = (
    nodes.Branch, nodes.If, nodes.IfPossible, nodes.For, nodes.Repeat, nodes.Does, nodes.May, nodes.Trigger,
    nodes.StateRule,
)  # fmt: skip
_WORD = re.compile(r"[a-z_][a-z_0-9]*")
_PLACE = re.compile(r"\{([^{}]*)\}")

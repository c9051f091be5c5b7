"""The rules of a rulebook, one by one: which scenarios show them, which are not built, where the ruleset names them.

A ruleset keeps them in `rulebook/*.yaml`, in sentences of its own: {heading: {id: what it says}}. Scenarios name the
ids under `rules`, `not_built.yaml` says why one is left out, and comments of the rules name them where they are built.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field

from interpreter.diagnostics import Diagnostics, Source, Span
from interpreter.loading.documents import Item, Leaf, ListNode, MapNode, plain
from interpreter.loading.schema import read_checked
from interpreter.loading.source import BESIDE, Folder
from interpreter.records import record


@record
class Rule:
    """One rule: its id, the heading it stands under, and its words. scope: where it holds, "" for always. source: where
    the rulebook says so."""

    id: str
    heading: str
    text: str
    span: Span
    scope: str = ""
    source: str = ""
    note: str = ""


@record
class Rulebook:
    """The rules of a ruleset by their ids. shown: id → scenarios (id, place) that name it, in it and in its modules.
    not_built: id → why it is left out. folder: where the ruleset lies."""

    rules: Mapping[str, Rule]
    shown: Mapping[str, tuple[tuple[str, Span], ...]]
    not_built: Mapping[str, str]
    folder: Folder = field(repr=False)

    @property
    def missing(self) -> list[Rule]:
        """The rules that no scenario shows and that are not declared left out."""
        return [rule for id, rule in self.rules.items() if id not in self.shown and id not in self.not_built]

    @property
    def unknown(self) -> list[str]:
        """Ids in scenarios that the rulebook does not have, sorted."""
        return sorted(id for id in self.shown if id not in self.rules)

    def counts(self) -> dict[str, int]:
        """How many rules there are, how many are shown by a scenario, declared not built, and neither."""
        return {
            "rules": len(self.rules),
            "shown": sum(id in self.shown for id in self.rules),
            "not_built": sum(id in self.not_built for id in self.rules),
            "neither": len(self.missing),
        }

    def places(self, id: str) -> Iterator[Span]:
        """The lines of the ruleset and its modules whose comments name a rule, alone or in a range (`A-1 to A-3`)."""
        word = re.compile(rf"(?<![\w-]){re.escape(id)}(?![\w-])")
        stem, number = re.fullmatch(r"(.*?)(\d*)\w?", id).groups()  # type: ignore[union-attr]
        span_of = re.compile(rf"(?<![\w-]){re.escape(stem)}(\d+)\w? to {re.escape(stem)}(\d+)") if number else None
        for name, source in self.folder.files.items():
            parts = name.split("/")
            if parts[-1] == "not_built.yaml" or not name.endswith(".yaml") or set(BESIDE) & {*parts[:-1]}:
                continue
            found = {m.start() for m in word.finditer(source.text)}
            for m in span_of.finditer(source.text) if span_of is not None else ():
                if int(m[1]) < int(number) < int(m[2]):
                    found.add(m.start())
            for at in sorted(found):
                end = source.text.find("\n", at)
                start = source.text.rfind("\n", 0, at) + 1
                yield Span(source, start, len(source.text) if end < 0 else end)


def read_rulebook(folder: Folder, diagnostics: Diagnostics) -> Rulebook:
    """The rulebook of a ruleset and its modules; one without rules where it has none. Mistakes in its files are
    reported, those in scenarios and in `not_built.yaml` are for whoever checks these."""
    rules: dict[str, Rule] = {}
    for source in _files(folder, "rulebook"):
        tree = read_checked(source, "rulebook", diagnostics)
        for heading in tree if isinstance(tree, MapNode) else ():
            for item in heading.value if isinstance(heading.value, MapNode) else ():
                if item.key in rules:
                    related = [(rules[item.key].span, "first written here")]
                    diagnostics.add("E011", item.key_span, related=related, key=item.key)
                else:
                    rules[item.key] = _rule(heading.key, item)
    shown: dict[str, list[tuple[str, Span]]] = {}
    for source in _files(folder, "scenarios"):
        tree = read_checked(source, "scenarios", Diagnostics())
        for node in tree.items if isinstance(tree, ListNode) else ():
            scenario = plain(node)
            if isinstance(scenario, dict):
                for id in scenario.get("rules", ()):
                    shown.setdefault(id, []).append((str(scenario.get("id")), node.span))
    not_built: dict[str, str] = {}
    for name, source in folder.files.items():
        tree = read_checked(source, "not_built", Diagnostics()) if name.endswith("not_built.yaml") else None
        if isinstance(tree, MapNode):
            not_built |= {item.key: str(plain(item.value)) for item in tree}
    return Rulebook(rules, {id: tuple(found) for id, found in shown.items()}, not_built, folder)


def may_name(folder: Folder, id: str) -> bool:
    """Whether the rulebook of a ruleset may have a rule of this id; much faster than reading it."""
    return any(id in source.text for source in _files(folder, "rulebook"))


def _files(folder: Folder, kind: str) -> Iterator[Source]:
    """The files of a kind, such as `scenarios`, of a ruleset and of its modules."""
    for name, source in folder.files.items():
        if name.endswith(".yaml") and kind in name.split("/")[:-1]:
            yield source


def _rule(heading: str, item: Item) -> Rule:
    if not isinstance(item.value, MapNode):
        return Rule(item.key, heading, str(plain(item.value)), item.key_span)
    said = {inner.key: str(inner.value.value) for inner in item.value if isinstance(inner.value, Leaf)}
    text = said.pop("rule", "")
    return Rule(item.key, heading, text, item.key_span, **said)

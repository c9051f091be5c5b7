"""What a patch of a kind leaves as it was beside what it writes: the ability that was meant to change, and words with
the old number.

L631:
  message: '`{name}` is a second ability of `{of}` beside `{other}`, and both count'
  hint: to change `{other}`, write its name; where both are meant, allow it
  page: >-
    A patch that names an ability which is not there adds one, and the old one stays. Told are those that are called
    nearly as the old one and hang on the same, and those that have the same head: whatever happens, both count.
  failing: |
    # file: modules/more/module.yaml
    module: {id: more}
    pieces:
      patch:
        shed:
          kinds:
            barn: {abilities: {breat: 'after rest by owner { gain 2 coin }'}}  # <--
  mended: |
    # file: modules/more/module.yaml
    module: {id: more}
    pieces:
      patch:
        shed:
          kinds:
            barn: {abilities: {bread: 'after rest by owner { gain 2 coin }'}}
  rest: |
    # file: ruleset.yaml
    zones: {town: {pieces: shed, per: player}}
    procedures: {rest: {do: ''}}
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
    pieces:
      shed:
        start: town
        per: player
        attributes: {room: int}
        kinds:
          barn: {room: 4, abilities: {bread: 'after rest by owner { gain 1 coin }'}}
          silo: {room: 6}
          loft: {room: 2}
    hints: {rooms: 'sum(x.room for x in p.town)'}
    do: |
      each of players does { do rest }
      end game
L632:
  message: the text of `{name}` still says {number}, which was its `{attribute}`
  hint: give it a new text in the module
  page: >-
    A module has changed the number, and the words of the ruleset stay. Told where the texts of all kinds of a class,
    three at least, state this number of theirs: else a text may hold it by chance.
  failing: |
    # file: modules/more/module.yaml
    module: {id: more}
    pieces:
      patch:
        shed:
          kinds:
            barn: {room: 5}  # <--
    # file: texts/en.yaml
    names:
      barn: Barn for 4
      silo: Silo for 6
      loft: Loft for 2
  mended: |
    # file: modules/more/module.yaml
    module: {id: more}
    pieces:
      patch:
        shed:
          kinds:
            barn: {room: 5}
    # file: texts/en.yaml
    names:
      barn: Barn for 4
      silo: Silo for 6
      loft: Loft for 2
    # file: modules/more/texts/en.yaml
    names: {barn: Barn for 5}
  rest: |
    # file: ruleset.yaml
    zones: {town: {pieces: shed, per: player}}
    procedures: {rest: {do: ''}}
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
    pieces:
      shed:
        start: town
        per: player
        attributes: {room: int}
        kinds:
          barn: {room: 4, abilities: {bread: 'after rest by owner { gain 1 coin }'}}
          silo: {room: 6}
          loft: {room: 2}
    hints: {rooms: 'sum(x.room for x in p.town)'}
    do: |
      each of players does { do rest }
      end game
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from interpreter.diagnostics import Diagnostics, near_names
from interpreter.language.analysis.overridden import all_needs, asked_of
from interpreter.language.lints.reading import rule_in
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.loading.model import ActionDecl, Entry, FreeDecl, Model, PieceDecl, RuleDecl, SpaceDecl

_DIGITS = re.compile(r"\d+")

FEWEST = 3
"""So many kinds, all of which state a number of theirs, show that their words are about that number."""


@lint
def doubled(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report abilities, actions and free actions that a module writes beside one of the kind or class that it patches,
    and that are called nearly as that one or do the same at the same time: often a misspelt patch."""
    if not model.modules:
        return
    needs = all_needs(model)
    for bearer in model.bearers:
        every: tuple[Mapping[str, RuleDecl | ActionDecl | FreeDecl], ...] = (
            bearer.abilities,
            bearer.actions,
            bearer.free,
        )
        for entries in every:
            for entry in entries.values():
                if entry.origin == bearer.origin:
                    continue
                known = {bearer.origin}.union(*(needs.get(name, ()) for name in entry.origin.split("+")))
                before = {e.id: e for e in entries.values() if e.origin in known}
                near = near_names(entry.id, before)
                meant = [id for id in near if _is_like(entry, before[id])] or [*_equal(entry, before)]
                if meant:
                    related = [(before[meant[0]].span, f"`{meant[0]}` goes on as before")]
                    diagnostics.add(
                        "L631", entry.span, near=meant[:1], related=related, name=entry.id, of=bearer.id, other=meant[0]
                    )


def _is_like(entry: Entry, other: Entry) -> bool:
    """Whether two entries could be one: rules of the same sort that hang on the same, or both no rules."""
    if not isinstance(entry, RuleDecl) or not isinstance(other, RuleDecl):
        return True
    return _hangs_on(entry) == _hangs_on(other)


def _equal(entry: Entry, before: Mapping[str, Entry]) -> Iterator[str]:
    """Rules with the same head as an entry: both count wherever one does."""
    own = _rule(entry)
    for id, other in before.items():
        rule = _rule(other)
        if own is None or rule is None or isinstance(own.head, nodes.StateRule) or not _is_like(entry, other):
            continue
        if own.limit == rule.limit and asked_of(own) == asked_of(rule):
            yield id


def _hangs_on(entry: RuleDecl) -> tuple[str, str]:
    rule = _rule(entry)
    if rule is None or isinstance(rule.head, nodes.StateRule):
        return "", ""
    sort = rule.head.timing if isinstance(rule.head, nodes.Trigger) else rule.head.change
    return sort, rule.head.event.name


def _rule(entry: Entry) -> nodes.Rule | None:
    return rule_in(entry.text) if isinstance(entry, RuleDecl) else None


@lint
def outdated(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report texts of a kind that state a number which a module has changed. That a text is about a number of its kind,
    and does not hold it by chance, is seen where the texts of all kinds of the class state theirs."""
    if not model.numbers_before:
        return
    classes = {cls.id: cls for cls in model.classes}
    for (of, id), numbers in model.numbers_before.items():
        kind = classes[of].kinds.get(id) if of in classes else None
        if kind is None:
            continue
        for attribute, old in numbers.items():
            new = kind.attributes.get(attribute)
            if new == old or attribute not in kind.attribute_spans:
                continue
            stale = [
                (texts.spans[group][id], f"here it says {old}")
                for texts in model.texts.values()
                for group, words in texts.groups.items()
                if str(old) in (said := _DIGITS.findall(words.get(id, "")))
                and str(new) not in said
                and _state(model, classes[of], attribute, words)
            ]
            if stale:
                place = kind.attribute_spans[attribute]
                diagnostics.add("L632", place, related=stale, name=id, number=old, attribute=attribute)


def _state(model: Model, cls: PieceDecl | SpaceDecl, attribute: str, words: Mapping[str, str]) -> bool:
    """Whether the texts of all kinds of a class state an attribute of theirs."""
    number = 0
    for kind in cls.kinds.values():
        now = kind.attributes.get(attribute)
        before = model.numbers_before.get((cls.id, kind.id), {}).get(attribute, now)
        if type(before) is int and kind.id in words:
            number += 1
            if {str(now), str(before)}.isdisjoint(_DIGITS.findall(words[kind.id])):
                return False
    return number >= FEWEST

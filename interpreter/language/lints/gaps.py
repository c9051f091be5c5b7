"""What is nearly there: tables that lack a member of a group, misspelt kinds, pieces without a place.

L615:
  message: the table `{table}` has no entry for {missing} of `{group}`
  hint: 'add it, in a module with tables: patch; where it never counts, write 0'
  page: >-
    A formula that reads the table with every member of the group stops the game at the one that is missing. Told are
    tables that lack a few, and those that lack any since a module wrote them anew or added members.
  failing: |
    tables: {price: {tea: 3, oats: 1}}  # <--
  mended: |
    tables: {price: {tea: 3, oats: 1, rye: 2}}
  rest: |
    resources: {tea: {group: crop}, oats: {group: crop}, rye: {group: crop}}
    scoring: {categories: {crops: {worth: 'sum(p[g] * price[g] for g in crop if p[g] > 0)'}}}
    do: end game
L616:
  message: '`{name}` is a new kind of `{cls}`, of which little is said'
  hint: to change the kind that is there, write its name; for a new one give all its attributes
  page: A patch that names a kind which is not there makes a new one.
  failing: |
    effects:
      hut:
        attributes: {cost: int, points: int, size: int}
        kinds:
          inn: {cost: 1, points: 2, size: 3}
          innn: {cost: 3}  # <--
  mended: |
    effects:
      hut:
        attributes: {cost: int, points: int, size: int}
        kinds:
          inn: {cost: 1, points: 2, size: 3}
  rest: |
    do: repeat sum(h.cost + h.points + h.size for h in hut) times { end game }
L617:
  message: the pieces of `{name}` can lie nowhere
  hint: 'give the class a start, and a zone, board or space with pieces: {name}'
  page: Pieces lie in zones, on boards or on spaces. Without one that takes them they are not in the game.
  failing: |
    pieces:
      tile:  # <--
        kinds: {hill: {copies: 2}}
  mended: |
    pieces:
      tile:
        start: bag
        kinds: {hill: {copies: 2}}
    zones: {bag: {pieces: tile}}
  rest: |
    do: end game
L642:
  message: '`{kind}` does not give `{name}`, as all {others} others of the class `{cls}` do'
  hint: 'write it, 0 or none too where that is meant; with `needed: [{name}]` at the class it cannot be forgotten'
  page: A number that a kind leaves out is 0, a bag is empty, and a cost of 0 is free.
  failing: |
    pieces:
      card:
        start: deck
        attributes: {two: int, cost: int}
        kinds:
          c1: {two: 1, cost: 1}
          c2: {two: 1, cost: 2}
          c3: {two: 1, cost: 3}
          c4: {two: 1, cost: 4}
          c5: {two: 1, cost: 5}
          c6: {two: 1, cost: 6}
          c7: {two: 1, cost: 7}
          c8: {two: 1, cost: 8}
          c9: {two: 1, cost: 9}
          c10: {two: 2}  # <--
  mended: |
    pieces:
      card:
        start: deck
        attributes: {two: int, cost: int}
        kinds:
          c1: {two: 1, cost: 1}
          c2: {two: 1, cost: 2}
          c3: {two: 1, cost: 3}
          c4: {two: 1, cost: 4}
          c5: {two: 1, cost: 5}
          c6: {two: 1, cost: 6}
          c7: {two: 1, cost: 7}
          c8: {two: 1, cost: 8}
          c9: {two: 1, cost: 9}
          c10: {two: 2, cost: 0}
  rest: |
    zones: {deck: {pieces: card}}
    do: repeat sum(c.two + c.cost for c in deck) times { end game }
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from interpreter.diagnostics import Diagnostics, near_names
from interpreter.language.lints.registry import Variants, lint
from interpreter.loading.model import BoardDecl, Entry, Model, SpaceDecl, ZoneDecl, is_number


@lint
def gaps(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report tables keyed by the members of a group, or by the kinds of a class, that lack a few of them, or lack some
    since a module has changed the table or added members."""
    families = dict(_families(model))
    for table in model.tables.values():
        keys = [key for key in table.values if isinstance(key, str)]
        if table.id in model.full_tables and len(keys) == len(table.values):
            name: str = model.full_tables[table.id]
        elif len(keys) > 1 and len(keys) == len(table.values):
            fitting = [name for name, members in families.items() if set(keys) <= members.keys()]
            name = min(fitting, key=lambda found: len(families[found]), default="")
        else:
            continue
        missing = [member for member in families.get(name, {}) if member not in keys]
        added = [families[name][m] for m in missing if families[name][m].origin not in ("base", table.origin)]
        is_nearly_full = 2 * len(missing) <= len(keys) or table.id in model.full_tables or len(added) == len(missing)
        if missing and is_nearly_full:
            place, related = table.span, []
            if len(added) == len(missing):
                place, related = added[0].span, [(table.span, f"`{table.id}` stands here")]
            elif missing[0] in model.removed:
                module, taken = model.removed[missing[0]]
                related = [(taken, f"`{module}` takes it out here")]
            listed = ", ".join(f"`{member}`" for member in missing)
            diagnostics.add("L615", place, related=related, table=table.id, missing=listed, group=name)


def _families(model: Model) -> Iterator[tuple[str, Mapping[str, Entry]]]:
    """Groups of resources and classes with kinds: name → what is in them."""
    groups = dict.fromkeys(group for r in model.resources.values() for group in r.groups)
    for group in groups:
        yield group, {r.id: r for r in model.resources.values() if group in r.groups}
    for cls in model.classes:
        yield cls.id, cls.kinds


_WORD = re.compile(r"[a-z_]{4,}")
"""Ids with numbers, and short ones, are near to others on purpose."""

FULL = 3
"""A kind that says so many things of itself is a whole one."""


@lint
def misspelt_kinds(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report kinds that say little of themselves beside one that is named nearly so: often a misspelt patch."""
    for cls in model.classes:
        whole = [kind.id for kind in cls.kinds.values() if len(kind.attributes) >= FULL]
        for kind in cls.kinds.values():
            if not kind.attributes or not _WORD.fullmatch(kind.id):
                continue
            near = [
                name
                for name in near_names(kind.id, [n for n in whole if n != kind.id])
                if 2 * len(kind.attributes) < len(cls.kinds[name].attributes)
            ]
            if near:
                diagnostics.add("L616", kind.span, near=near[:1], name=kind.id, cls=cls.id)


FEW = 6
"""Of so many kinds one may have been forgotten."""


@lint
def forgotten(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report kinds that alone leave out a number or a bag, which then is 0 or empty. What gives nothing at all is meant
    so, and what is called otherwise than all others as well (`step_three` among `plant_3` to `plant_50`)."""
    for cls in model.classes:
        stems = {kind.id: kind.id.rstrip("0123456789").rstrip("_") for kind in cls.kinds.values()}
        common, number = Counter(stems.values()).most_common(1)[0] if stems else ("", 0)
        is_row = 2 * number > len(stems)
        for name, type in cls.attributes.items():
            lacking = [k for k in cls.kinds.values() if name not in k.attributes]
            is_counted = is_number(type) or type == "bag"
            for kind in lacking if is_counted and len(lacking) == 1 and len(stems) >= FEW else ():
                if kind.attributes and (not is_row or stems[kind.id] == common):
                    diagnostics.add("L642", kind.span, kind=kind.id, name=name, cls=cls.id, others=len(stems) - 1)


@lint
def nowhere(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report classes of pieces that can lie in no place."""
    holders: tuple[ZoneDecl | BoardDecl | SpaceDecl, ...] = (
        *model.zones.values(),
        *model.boards.values(),
        *model.spaces.values(),
    )
    held = {holder.pieces for holder in holders}
    for cls in model.pieces.values():
        if not cls.is_effect and cls.kinds and cls.start is None and cls.id not in held:
            diagnostics.add("L617", cls.span, name=cls.id)

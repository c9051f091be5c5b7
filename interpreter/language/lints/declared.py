"""What is declared so that it cannot matter: variables never set, endings never named, holes in tables, odd numbers.

L658:
  message: '`{name}` is read, and never set'
  hint: set it where it changes; what always stays the same is a value or a table
  page: A variable that no text assigns keeps its first value for the whole game, so what reads it decides nothing.
  failing: |
    state: {game: {n: int}}  # <--
    turn: gain n coin
  mended: |
    state: {game: {n: int}}
    turn: n = 2; gain n coin
  rest: |
    resources: {coin: {}}
    scoring: {categories: {all: {worth: p.coin}}}
L661:
  message: no text ends the game as `{name}`
  hint: 'write `end game as {name}` where it comes about, or take it out'
  page: An ending says who wins when the game ends so. Nothing ends it so.
  failing: |
    endings: {famine: {all_lose: true}}  # <--
    do: end game
  mended: |
    endings: {famine: {all_lose: true}}
    do: end game as famine
L662:
  message: the table `{table}` says nothing for {missing}
  hint: let one of the ranges go so far, or give it a line
  page: Between the ranges of this table there is a hole. A number that falls into it has no value.
  failing: |
    tables:
      fee:
        1-3: 1
        5-6: 2  # <--
  mended: |
    tables:
      fee:
        1-4: 1
        5-6: 2
  rest: |
    state: {game: {step: {type: 1..3, start: '1'}}}
    turn: step = 2; repeat fee[step] times { gain 1 coin }
    resources: {coin: {}}
    scoring: {categories: {all: {worth: p.coin}}}
L666:
  message: '`{name}` has {attribute} {found}, where all others of `{cls}` have what stands in their id'
  hint: write {expected}, or change the id
  page: Ids say a number or a thing that their kinds have as an attribute. One kind has another than its id says.
  failing: |
    pieces:
      plant:
        start: row
        attributes: {size: int}
        kinds:
          plant_3: {size: 3}
          plant_4: {size: 5}  # <--
          plant_7: {size: 7}
  mended: |
    pieces:
      plant:
        start: row
        attributes: {size: int}
        kinds:
          plant_3: {size: 3}
          plant_4: {size: 4}
          plant_7: {size: 7}
  rest: |
    zones: {row: {pieces: plant}}
    turn: gain sum(x.size for x in row) coin
    resources: {coin: {}}
    scoring: {categories: {all: {worth: p.coin}}}
"""

from __future__ import annotations

import re

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.reading import found, is_of_these, number, read_in, shown, tree
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.loading.model import Model


@lint
def never_set(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report variables that texts read and none assigns."""
    known = {_target(node.target) for node in found(model, nodes.Assign)} | model.words_elsewhere
    read = {name for text in model.effect_texts for name in read_in(tree(text))} | shown(model)
    variables = [*model.game_state.values(), *model.player_state.values()]
    for var in (*variables, *(v for cls in model.classes for v in cls.state.values())):
        first = None if var.start is None else tree(var.start)
        is_plain = first is None or number(first) is not None or isinstance(first, nodes.Name)
        if var.id in read and var.id not in known and is_plain and is_of_these(model, var.span):
            diagnostics.add("L658", var.span, name=var.id)


def _target(node: nodes.Expr) -> str:
    while isinstance(node, nodes.Index):
        node = node.value
    return node.name if isinstance(node, nodes.Name | nodes.Mine | nodes.Attribute) else ""


@lint
def endings(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report endings that no text names."""
    named = {node.name for node in found(model, nodes.End)} | model.words_elsewhere
    for ending in model.endings.values():
        if ending.id not in named and ending.id != "normal":
            diagnostics.add("L661", ending.span, name=ending.id)


@lint
def holes(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report tables written by ranges with a number left out between two of them."""
    for table in model.tables.values():
        places = {key: place for key, place in table.places.items() if isinstance(key, int)}
        keys = sorted(places)
        if len(keys) < len(table.places) or len({place[0] for place in places.values()}) == len(keys):
            continue
        for before, after in zip(keys, keys[1:], strict=False):
            if after > before + 1:
                missing = f"{before + 1} to {after - 1}" if after > before + 2 else str(before + 1)
                diagnostics.add("L662", places[after][0], table=table.id, missing=missing)


_NUMBERED = re.compile(r".*[a-z]_?(\d+)")
FEW = 3
"""Of so many kinds with numbers, all but one say theirs: then the one was mistyped."""
MANY = 6
"""So many kinds say what stands in their ids, although the same may stand in several."""


@lint
def numbers(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report kinds that alone of their class have another number than their id says."""
    for cls in model.classes:
        numbered = {k.id: (k, int(m[1])) for k in cls.kinds.values() if (m := _NUMBERED.fullmatch(k.id))}
        for name in cls.attributes:
            with_it = [(kind, n, kind.attributes[name]) for kind, n in numbered.values() if name in kind.attributes]
            odd = [(kind, n, value) for kind, n, value in with_it if value != n and isinstance(value, int)]
            is_row = len({n for _, n, _ in with_it}) == len(with_it) or len(with_it) >= MANY
            if len(with_it) >= FEW and len(odd) == 1 and is_row:
                kind, n, value = odd[0]
                place = kind.attribute_spans.get(name, kind.span)
                diagnostics.add("L666", place, name=kind.id, attribute=name, found=value, cls=cls.id, expected=n)


@lint
def words(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report kinds that alone of their class have another thing than the one that stands in their id."""
    for cls in model.classes:
        for name in cls.attributes:
            said = {k.id: value for k in cls.kinds.values() if isinstance(value := k.attributes.get(name), str)}
            things = {*said.values()}
            in_ids = {id: [word for word in id.split("_") if word in things] for id in said}
            odd = [id for id, value in said.items() if in_ids[id] != [value]]
            if len(said) >= MANY and len(odd) == 1 and len(in_ids[odd[0]]) == 1 and len(things) > 1:
                kind, (expected,) = cls.kinds[odd[0]], in_ids[odd[0]]
                place = kind.attribute_spans.get(name, kind.span)
                diagnostics.add(
                    "L666", place, name=kind.id, attribute=name, found=said[kind.id], cls=cls.id, expected=expected
                )

"""Upkeep of the table that is left out with a choice that had nothing to offer.

L633:
  message: this is left out, too, where there is no `{name}` to choose
  hint: write the choice with all that belongs to it as a procedure of its own, or put this before it
  page: >-
    A `choose` in phase text that has nothing to offer ends its innermost braces, or the text of its procedure, and
    what comes after it does not happen. Reported are refills and what is written for all players, if they do not use
    what is chosen.
  failing: |
    turn: |
      gain 1 coin
      choose t in town if t.cost <= my coin
      move t to box
      refill town  # <--
  mended: |
    procedures:
      visit:
        do: |
          choose t in town if t.cost <= my coin
          move t to box
    turn: |
      gain 1 coin
      do visit
      refill town
  rest: |
    resources: {coin: {}}
    scoring: {categories: {money: {worth: p.coin}}}
    pieces:
      tile: {attributes: {cost: int}, start: deck, kinds: {hill: {copies: 9, cost: 2}}}
    zones:
      deck: {pieces: tile, deck: true, seen_by: nobody}
      town: {pieces: tile, row: 3, from: deck}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.reading import tree
from interpreter.language.lints.registry import Variants, lint
from interpreter.language.syntax import nodes
from interpreter.loading.model import EffectText, Model


@lint
def skipped(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report statements of phase text for everybody, a refill or `each of players`, which stand behind a `choose` with
    a condition and do not use what is chosen: where nothing fits the condition, they are left out too."""
    for block in _phase_texts(model):
        for i, statement in enumerate(block):
            if not isinstance(statement, nodes.Choose) or all(b.condition is None for b in statement.binders):
                continue
            chosen = {binder.name for binder in statement.binders}
            for later in block[i + 1 :]:
                if isinstance(later, nodes.Let) and _names(later) & chosen:
                    chosen.add(later.name)
                elif _is_for_all(later) and not _names(later) & chosen:
                    related = [(statement.span, "where nothing can be chosen here")]
                    diagnostics.add("L633", later.span, related=related, name=statement.binders[0].name)
                    break


def _is_for_all(statement: nodes.Statement) -> bool:
    return isinstance(statement, nodes.Refill) or (isinstance(statement, nodes.Does) and statement.how != "one")


def _names(node: nodes.Node) -> set[str]:
    return {part.name for part in nodes.walk(node) if isinstance(part, nodes.Name)}


def _phase_texts(model: Model) -> Iterator[nodes.Block]:
    """The blocks of the setup, the phases, and the procedures that they call outside of what is offered."""
    todo = [text for text in (model.setup, *(p.do for p in model.procedures.values() if p.is_phase)) if text]
    called: set[str] = set()
    for text in todo:
        for block in nodes.phase_blocks(_block_of(text)):
            yield block
            for name in (s.called for s in block if isinstance(s, nodes.Do)):
                if name in model.procedures and name not in called and not model.procedures[name].is_phase:
                    called.add(name)
                    if (inner := model.procedures[name].do) is not None:
                        todo.append(inner)


def _block_of(text: EffectText) -> nodes.Block:
    return cast("nodes.Block", tree(text) or ())

"""Braces in texts that enclose no place.

L669:
  message: 'the text of `{name}` has a brace that belongs to nothing: `{part}`'
  hint: 'a place is one name in one pair of braces, such as {{x}}; nothing else may have braces'
  page: Each place in a text is a name between two braces. A brace too many, or one alone, would be shown as it stands.
  failing: |
    # file: texts/en.yaml
    actions: {dig: 'Dig {{n}}'}  # <--
  mended: |
    # file: texts/en.yaml
    actions: {dig: 'Dig {n}'}
  rest: |
    # file: ruleset.yaml
    resources: {coin: {}}
    menus: {works: {}}
    actions: {dig: {menu: works, choose: n in 1..2, do: gain n coin}}
    scoring: {categories: {all: {worth: p.coin}}}
    turn: do one of works
"""

from __future__ import annotations

import re

from interpreter.diagnostics import Diagnostics
from interpreter.language.lints.reading import is_of_these
from interpreter.language.lints.registry import Variants, lint
from interpreter.loading.model import Model

_PLACE = re.compile(r"(?<!\{)\{[^{}]*\}(?!\})")
_BRACES = re.compile(r"\{+[^{}]*\}*|\}+")


@lint
def braces(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report braces in texts that are doubled, or that one alone is there of."""
    for texts in model.texts.values():
        for group, entries in texts.groups.items():
            for id, text in entries.items():
                span = texts.spans[group][id]
                odd = _BRACES.search(_PLACE.sub("", text))
                if odd is not None and is_of_these(model, span):
                    diagnostics.add("L669", span, name=id, part=odd[0])

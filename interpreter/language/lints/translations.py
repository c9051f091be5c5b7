"""Texts that are missing in one language, texts of nothing, things without a text.

L602:
  message: the {group} in {language} lack `{name}`
  hint: add the text, or take it out of the other languages
  page: >-
    Another language has a text for this id. Where one is missing, the bare id is shown. A module is asked for the
    languages of the ruleset and for its own; the ruleset is not asked for a language that only a module has, unless
    most of the ruleset's texts are there.
  failing: |
    # file: texts/en.yaml
    names: {example: Example}  # <--
    # file: texts/ru.yaml
    names: {}
  mended: |
    # file: texts/en.yaml
    names: {example: Example}
    # file: texts/ru.yaml
    names: {example: Пример}
  rest: |
    # file: ruleset.yaml
    do: end game
L603:
  message: '`{name}` has a text and is nothing in this ruleset'
  hint: take the text out, or write the id as the rules do
  page: >-
    No id, label, face or name in the rules is written so. The text is never shown, and what it was meant for is shown
    by its bare id.
  failing: |
    # file: texts/en.yaml
    names:
      example: Example
      exampel: Example  # <--
  mended: |
    # file: texts/en.yaml
    names:
      example: Example
  rest: |
    # file: ruleset.yaml
    do: end game
L604:
  message: '`{name}` has no name in {language}'
  hint: add it under names
  page: >-
    Most of its like have one. Where one is missing, the bare id is shown; so in other languages than English phases,
    resources, tracks and lines of the score are always reported.
  failing: |
    # file: ruleset.yaml
    game: {id: example, players: [2]}
    zones: {bag: {pieces: tile}}
    pieces:
      tile:
        start: bag
        kinds:
          hill: {}
          moor: {}
          dune: {}
          fell: {}  # <--
    phases: {game: {do: 'if bag is empty { end game }'}}
    # file: texts/en.yaml
    names: {hill: hill, moor: moor, dune: dune}
  mended: |
    # file: ruleset.yaml
    game: {id: example, players: [2]}
    zones: {bag: {pieces: tile}}
    pieces: {tile: {start: bag, kinds: {hill: {}, moor: {}, dune: {}, fell: {}}}}
    phases: {game: {do: 'if bag is empty { end game }'}}
    # file: texts/en.yaml
    names: {hill: hill, moor: moor, dune: dune, fell: fell}
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from interpreter.diagnostics import Diagnostics, Span, near_names
from interpreter.language.lints.misspelt import places_of, spoken_of
from interpreter.language.lints.registry import Variants, lint
from interpreter.loading.model import BOOK_PARTS, Entry, Model, Texts
from interpreter.program import OF_A_GROUP, PAYMENT

_ID = re.compile(r"[a-z][a-z0-9_]*")
"""Forms such as `1 coin` differ between languages and are not compared."""


@lint
def translations(model: Model, _: Variants, diagnostics: Diagnostics) -> None:
    """Report ids whose text is missing in a language that other texts of the same group have, and texts of ids that
    stand nowhere in the ruleset."""
    known = _words(model) if model.texts else set()
    _without_thing(model, known, diagnostics)
    _untranslated(model, known, diagnostics)
    for one in model.texts.values():
        _without_text(model, one, diagnostics)


def _untranslated(model: Model, known: set[str], diagnostics: Diagnostics) -> None:
    """Report ids that lack a text in a language that is spoken where the id has its texts.

    A module speaks the languages of the ruleset and its own; the ruleset does not speak what one module adds for its
    own things, unless most of the ruleset's texts are there, which makes the module a translation."""
    for group in sorted({group for texts in model.texts.values() for group in texts.groups}):
        written: dict[str, dict[str, list[Span]]] = {}
        for other in model.texts.values():
            for key, span in other.spans.get(group, {}).items():
                if key in known and _ID.fullmatch(key):
                    module = model.module_of(span)
                    written.setdefault("" if module is None else module.id, {}).setdefault(key, []).append(span)
        for folder, keys in written.items():
            for language, texts in model.texts.items():
                lacking = [key for key in keys if key not in texts.groups.get(group, {})]
                if {"", folder} & texts.speakers or 2 * len(lacking) < len(keys):
                    for key in lacking:
                        for span in keys[key]:
                            diagnostics.add("L602", span, group=group, language=language, name=key)


def _without_thing(model: Model, known: set[str], diagnostics: Diagnostics) -> None:
    places: Mapping[str, Span] | None = None
    for texts in model.texts.values():
        for group, entries in texts.groups.items():
            for key in entries if group != "rulebook" else {*entries}.difference(BOOK_PARTS):
                # Keys of options are looked at where it is known what options there are.
                parts = [key] if _ID.fullmatch(key) or group == "actions" else key.split()
                for part in parts:
                    if _ID.fullmatch(part) and part not in known:
                        near = near_names(part, [w for w in known if abs(len(w) - len(part)) < 3])
                        places = {**dict(spoken_of(model)), **dict(places_of(model))} if places is None else places
                        meant = [name for name in near if name in places and name not in entries][:1]
                        related = [(places[name], f"`{name}` stands here and has no text") for name in meant]
                        diagnostics.add("L603", texts.spans[group][key], near=near, related=related, name=part)


def _words(model: Model) -> set[str]:
    """All words of the files of a ruleset, since any id, label, face or binder can have a text, and what is spoken
    besides."""
    cells = (kind for space in model.spaces.values() if space.is_grid for kind in space.kinds)
    own = (model.game.id, *model.game.seats, *model.game.modules)
    return {*model.words, *own, *SPOKEN, *cells, *(f"before_{menu}" for menu in model.menus)}


SPOKEN = (
    "setup", "supply", "points", "score", "tie_breaks", "chance", "player", "rank", "box", "done", "skip",
    PAYMENT, *OF_A_GROUP,
)  # fmt: skip
"""Words of the screen that a ruleset may say in its own way."""


def _without_text(model: Model, texts: Texts, diagnostics: Diagnostics) -> None:
    """Report things without a name where most of their like have one; in other languages than English, where an id
    says nothing, also phases, resources, tracks and lines of the score, which are on the screen in every game."""
    names = texts.groups.get("names", {})
    lacking: dict[str, Entry] = {}
    for like in _alike(model):
        lack = {name: entry for name, entry in like.items() if name not in names}
        if len(like) > 3 and len(lack) * 4 <= len(like):
            lacking |= lack
    if names and texts.language != "en":
        phases = {name: entry for name, entry in model.procedures.items() if entry.is_phase and name != "game"}
        shown: tuple[Mapping[str, Entry], ...] = (phases, model.resources, model.tracks, model.scoring)
        lacking |= {name: entry for like in shown for name, entry in like.items() if name not in names}
    for entry in lacking.values():
        diagnostics.add("L604", entry.span, language=texts.language, name=entry.id)


def _alike(model: Model) -> Iterator[Mapping[str, Entry]]:
    yield model.resources
    yield from (cls.kinds for cls in model.pieces.values())
    yield from (space.kinds for space in model.spaces.values() if not space.is_grid)
    yield from (model.procedures, model.values, model.rules, model.tables, model.hints, model.scoring)

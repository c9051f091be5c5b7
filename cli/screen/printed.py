"""What the parts of a board say of themselves, in words: the attributes that a ruleset has printed there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cli.screen.words import Words
from interpreter.loading.model import KindDecl, PieceDecl, SpaceDecl, TableDecl


def of_kind(cls: SpaceDecl | PieceDecl, kind: KindDecl, attributes: Iterable[str], words: Words) -> list[str]:
    """What each of the attributes says of a space or a kind; nothing of those that say nothing."""
    values = ((name, kind.attributes.get(name)) for name in attributes)
    said = (
        " + ".join(words.amounts(value)) if cls.attributes[name] == "bag" else _said(name, value, words)
        for name, value in values
    )
    return [text for text in said if text]


def said_of(id: str, words: Words) -> list[str]:
    """What `show: lines:` has printed of a space or of a kind of effect; nothing where it does not name it."""
    model = words.game.model
    hint = model.show.get("lines")
    for name, attributes in hint.items() if isinstance(hint, Mapping) else ():
        cls = model.spaces.get(str(name)) or model.pieces[str(name)]
        if id in cls.kinds:
            return of_kind(cls, cls.kinds[id], map(str, attributes), words)
    return []


def listed(words: Words) -> Iterator[tuple[str, list[str]]]:
    """(class of effects, its kinds with what is printed of them) for those that `show: lines:` names and that are
    neither rows nor parts of a picture, where their lines would stand."""
    model = words.game.model
    hint = model.show.get("lines")
    for name, attributes in hint.items() if isinstance(hint, Mapping) else ():
        cls = model.pieces.get(str(name))
        if cls is not None and cls.is_effect and f"kind of {name}" not in _parting(words):
            told = ((id, of_kind(cls, kind, map(str, attributes), words)) for id, kind in cls.kinds.items())
            yield str(name), [f"{words.name(id)} ({', '.join(said)})" if said else words.name(id) for id, said in told]


def _parting(words: Words) -> set[str]:
    """The types of the attributes that name the rows and parts of pictures."""
    model = words.game.model
    parts = (model.show.get(key) for key in ("grids", "rows"))
    hints = ((id, hint) for part in parts if isinstance(part, Mapping) for id, hint in part.items())
    by = ((model.spaces.get(str(hint.get("spaces", id))), str(hint.get("by"))) for id, hint in hints)
    return {space.attributes.get(attribute, "") for space, attribute in by if space is not None}


def beside(id: str, words: Words) -> str:
    """The same in brackets, to stand behind the name."""
    said = said_of(id, words)
    return f" ({', '.join(said)})" if said else ""


def _said(name: str, value: object, words: Words) -> str:
    if isinstance(value, tuple):
        return " + ".join(filter(None, (_said(name, one, words) for one in value)))
    if isinstance(value, bool) or value is None:
        return words.name(name) if value else ""
    if words.text("facts", name):
        return ", ".join(words.facts({name: (value, words.written(value))}))
    return words.amount(value, name) if isinstance(value, int) else words.name(str(value))


def tabled(table: TableDecl, words: Words) -> str:
    """The entries of a table: a list in order, others with their indices, those that say the same together."""
    if table.is_list:
        return words.written(tuple(table.values.values()))
    runs: list[tuple[list[int | str], object]] = []
    for index, value in table.values.items():
        last = runs[-1] if runs else None
        if last and isinstance(index, int) and last[0][-1] == index - 1 and last[1] == value:
            last[0].append(index)
        else:
            runs.append(([index], value))
    shown = []
    for indices, value in runs:
        first, last_one = (x if isinstance(x, int) else words.name(x) for x in (indices[0], indices[-1]))
        shown.append(f"{first if first == last_one else f'{first}–{last_one}'}: {words.written(value)}")
    return ", ".join(shown)


__all__ = ["beside", "listed", "of_kind", "said_of", "tabled"]

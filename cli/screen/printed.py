"""What the parts of a board say of themselves, in words: the attributes of spaces that a ruleset has printed there."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cli.screen.words import Words
from interpreter.loading.model import KindDecl, SpaceDecl


def of_space(space: SpaceDecl, kind: KindDecl, attributes: Iterable[str], words: Words) -> list[str]:
    """What each of the attributes says of one space; nothing of those that say nothing."""
    values = ((name, kind.attributes.get(name)) for name in attributes)
    said = (
        _amounts(value, words) if space.attributes[name] == "bag" else _said(name, value, words)
        for name, value in values
    )
    return [text for text in said if text]


def _said(name: str, value: object, words: Words) -> str:
    if isinstance(value, tuple):
        return " + ".join(filter(None, (_said(name, one, words) for one in value)))
    if isinstance(value, bool) or value is None:
        return words.name(name) if value else ""
    return words.amount(value, name) if isinstance(value, int) else words.name(str(value))


def _amounts(text: object, words: Words) -> str:
    """A bag as the ruleset writes it, such as `1 wood, 2 coin`."""
    parts = re.findall(r"(\d+) +(\w+)", str(text or ""))
    return " + ".join(words.amount(int(number), name) for number, name in parts)


__all__ = ["of_space"]

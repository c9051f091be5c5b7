"""What things are called in sentences: the names of texts in one language, else the id with blanks."""

from __future__ import annotations

import re

from interpreter.explaining.flow import flows
from interpreter.explaining.phrases import SAYINGS
from interpreter.loading.model import Model

_PLACE = re.compile(r"\{(\w+)\}")


_AMOUNT = re.compile(r"(\d+) ([a-z][a-z0-9_]*)")
_AMOUNTS = re.compile(rf"{_AMOUNT.pattern}(?:, {_AMOUNT.pattern})*")


def amounts_in(text: str) -> list[tuple[str, str]]:
    """(number, id) of each amount of a bag as attributes write it, `2 wood, 1 stone`; empty for any other text."""
    return _AMOUNT.findall(text) if _AMOUNTS.fullmatch(text) else []


class Naming:
    """The names of one ruleset in one language (`en` or `ru`), and the phrases of that language."""

    def __init__(self, model: Model, language: str = "en") -> None:
        self.model = model
        self.language = language
        self._phrases = SAYINGS[language]
        self._flows: dict[str, str] | None = None
        self._groups = [model.texts[x].groups for x in dict.fromkeys((language, "en")) if x in model.texts]

    def flow(self, id: str) -> str:
        """The phrase for a choice without options in the text of a procedure or phase; "" where it fails there."""
        if self._flows is None:
            self._flows = flows(self.model)
        return self._flows.get(id, "")

    def __call__(self, phrase: str, **arguments: object) -> str:
        return self._phrases[phrase].format(**arguments)

    def has(self, phrase: str) -> bool:
        return phrase in self._phrases

    def _text(self, group: str, id: str) -> str | None:
        return next((found for g in self._groups if (found := g.get(group, {}).get(id))), None)

    def name(self, id: str) -> str:
        return self._text("names", id) or id.replace("_", " ")

    def title(self, id: str) -> str:
        name = self.name(id)
        return name[:1].upper() + name[1:]

    def help(self, id: str) -> str | None:
        return self._text("help", id)

    def action(self, id: str) -> str:
        """An action as it is called where it is offered, without the things chosen with it."""
        given = self._text("actions", id)
        if given is None or ("{" in given and self._text("names", id)):
            return self.name(id)
        return _PLACE.sub(r"\1", given)

    def amount(self, number: str, id: str) -> str:
        """A number of counters; Russian puts the number behind the name, which then needs no declension."""
        if self.language != "en":
            return f"{self.name(id)} {number}" if number.isdigit() else f"{self.name(id)} ({number})"
        one = self._text("names", f"1 {id}") if number == "1" else None
        shown = number if " " not in number else f"({number})"
        return f"{shown} {one or self.name(id)}"

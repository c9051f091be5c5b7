"""Letters for what stands in a narrow cell of a picture, and the line that says what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cli.screen.lines import INDENT, Line
from cli.screen.safe import minus
from cli.screen.words import Words

EMPTY = "·"
NOBODYS = "▪"
"""A piece without an owner and without a letter."""


@dataclass
class Letters:
    """Writes things as letters, and keeps what these mean. marks: letters by id, from the ruleset."""

    marks: Mapping[str, str]
    words: Words
    legend: dict[str, str] = field(default_factory=dict)

    def lying(self, place: Mapping[str, Any]) -> Iterator[str]:
        """What lies on a space: counters, then pieces."""
        for resource in self.words.game.program.layout.resources:
            if number := place.get(resource):
                yield self._number(number, self.thing(resource))
        for piece in place.get("pieces", ()):
            if "owner" in piece and piece["owner"] is not None:
                yield (self.thing(piece["kind"]) if piece["kind"] in self.marks else "") + self.seat(piece["owner"])
            else:
                yield self.thing(piece["kind"], NOBODYS)

    def seat(self, seat: str) -> str:
        """The beginning of a player's name."""
        names = [self.words.name(s) for s in self.words.game.seats]
        return self._told(shortest(self.words.name(seat), names), seat)

    def thing(self, id: str, unmarked: str = "") -> str:
        """The mark of a thing, else `unmarked`, else the first letter of its name."""
        return self._told(self.marks.get(id) or unmarked or self.words.name(id)[:1], id)

    def printed(self, name: str, value: object) -> str:
        """What stands on a part of the board. name: that of the table or attribute which says so.

        A thing by its letter. A number and the letter for its name, of one the letter alone, of none nothing; without
        such a letter the number as it is.
        """
        if value is None or value is False:
            return ""
        if value is True:
            return self.thing(name)
        if isinstance(value, tuple):
            return "".join(self.printed(name, one) for one in value)
        if not isinstance(value, int):
            return self.thing(str(value))
        if name not in self.marks:
            return minus(value)
        return self._number(value, self.thing(name)) if value else ""

    @staticmethod
    def _number(number: int, letter: str) -> str:
        return letter if number == 1 else f"{number}{letter}"

    def _told(self, letter: str, id: str) -> str:
        self.legend[letter] = self.words.name(id)
        return letter


def legend(drawn: Iterable[Letters]) -> Line | None:
    """What the letters of drawn pictures mean; None where there are none."""
    letters = {k: v for one in drawn for k, v in one.legend.items()}
    said = tuple(f"{letter} {meaning}" for letter, meaning in letters.items())
    return Line("", said, "bright_black", INDENT) if said else None


def shortest(name: str, names: Iterable[str]) -> str:
    """The shortest beginning of a name that no other name has."""
    others = [n for n in names if n != name]
    return next((name[:n] for n in range(1, len(name)) if not any(o.startswith(name[:n]) for o in others)), name)


__all__ = ["EMPTY", "NOBODYS", "Letters", "legend", "shortest"]

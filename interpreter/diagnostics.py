"""Mistakes as values: where (Span), what (code and arguments), how to mend it.

No stage raises for a user's mistake: it adds a Diagnostic to a Diagnostics list and goes on with a value of unknown
type, so that all mistakes of a ruleset are reported at once. The words of every mistake are in `interpreter.codes`,
one Code an entry; code that detects a mistake only names the code and its arguments. Nothing is printed here.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from interpreter.codes import CODES
from interpreter.records import record


@dataclass(frozen=True, eq=False)
class Source:
    """The text of one file, or of one text given on a command line.

    path: the name shown to people (relative to the working directory, where that is shorter).
    text: the whole text, newlines normalised to "\\n"; offsets below count characters of it.
    """

    path: str
    text: str

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line begins."""
        return (0, *(found.end() for found in re.finditer("\n", self.text)))

    @cached_property
    def memo(self) -> dict[Hashable, Any]:
        """What stages have made of this text alone, each under a key of its own. It goes when the source goes, so a
        process that keeps the sources of unchanged files reads and parses only what was changed."""
        return {}

    def __reduce__(self) -> tuple[type[Source], tuple[str, str]]:
        return Source, (self.path, self.text)  # the memo stays behind: another process makes its own

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its newline."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] - 1 if number < len(self.line_starts) else len(self.text)
        return self.text[start:end]


@record
class Span:
    """A stretch of one source: characters start (inclusive) to end (exclusive)."""

    source: Source
    start: int
    end: int

    @property
    def path(self) -> str:
        return self.source.path

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def is_part_of(self, other: Span) -> bool:
        """Whether it lies in another stretch, and is shorter."""
        return self != other and self.source is other.source and other.start <= self.start and self.end <= other.end

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@record
class Diagnostic:
    """One mistake at one place.

    related: further places with a word each, such as ("first defined here").
    near: names the user may have meant, best first.
    """

    code: str
    message: str
    span: Span | None
    hint: str = ""
    related: tuple[tuple[Span, str], ...] = ()
    near: tuple[str, ...] = ()

    @property
    def is_lint(self) -> bool:
        return self.code.startswith("L")

    @property
    def sort_key(self) -> tuple[str, int, str]:
        return (self.span.path, self.span.start, self.code) if self.span else ("", -1, self.code)


MOST_OF_WORD = 300
"""Characters of a name or path that are repeated in a message."""
MOST_OF_MESSAGE = 2_000


def shortened(text: str) -> str:
    """A text for people, without most of what is too long to be read in it: names of a hundred thousand characters,
    lists of a thousand names."""
    if len(text) <= MOST_OF_WORD:
        return text
    text = _LONG_WORD.sub(lambda word: f"{word[0][: MOST_OF_WORD - 40]}…{word[0][-20:]}", text)
    return text if len(text) <= MOST_OF_MESSAGE else f"{text[: MOST_OF_MESSAGE - 400]} … {text[-300:]}"


_LONG_WORD = re.compile(rf"\S{{{MOST_OF_WORD + 1},}}")


class Diagnostics:
    """A growing list of diagnostics. Every stage takes one and adds to it."""

    def __init__(self) -> None:
        # A dict as an ordered set: the same mistake is often met again (other player counts, several copies of a rule).
        self._items: dict[Diagnostic, None] = {}

    def add(
        self,
        code: str,
        span: Span | None,
        *,
        near: Iterable[str] = (),
        related: Iterable[tuple[Span, str]] = (),
        **arguments: object,
    ) -> None:
        """Add one mistake; `arguments` fill the templates of its code. KeyError: the code is not in the table."""
        entry = CODES[code]
        item = Diagnostic(
            code,
            shortened(entry.message.format(**arguments)),
            span,
            shortened(entry.hint.format(**arguments)),
            tuple((where, shortened(word)) for where, word in related),
            tuple(name for name in near if len(name) <= MOST_OF_WORD),
        )
        self._items.setdefault(item)

    def extend(self, items: Iterable[Diagnostic]) -> None:
        for item in items:
            self._items.setdefault(item)

    def relate(self, related: Callable[[Diagnostic], tuple[tuple[Span, str], ...]]) -> None:
        """Add further places to the mistakes found so far: what `related` gives for each."""
        items, self._items = list(self._items), {}
        for item in items:
            more = tuple((where, shortened(word)) for where, word in related(item))
            self._items.setdefault(replace(item, related=(*item.related, *more)) if more else item)

    def keep(self, test: Callable[[Diagnostic], bool]) -> None:
        """Forget the mistakes of which `test` is false."""
        self._items = {item: None for item in self._items if test(item)}

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(self._items, key=lambda d: d.sort_key))

    def __len__(self) -> int:
        return len(self._items)

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self if not d.is_lint]

    @property
    def has_errors(self) -> bool:
        return any(not d.is_lint for d in self._items)


class RulesetError(Exception):
    """A ruleset, scenario or log is at fault; carries its diagnostics. Raised only by the public functions of the
    package, never between stages."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        super().__init__("; ".join(f"{d.span or ''} {d.code} {d.message}".strip() for d in self.diagnostics))


def near_names(name: str, known: Iterable[str], most: int = 4) -> tuple[str, ...]:
    """Known names that look like `name`, best first, at most `most`."""
    return tuple(difflib.get_close_matches(name, list(dict.fromkeys(known)), n=most, cutoff=0.6))

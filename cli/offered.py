"""The options of a decision as numbered lines, and which of them an answer means.

Where options are numbers, the number typed is the number meant, and many in a row are one line. Elsewhere options are
numbered by position, with a mark where a number in the text of one could be taken for the position of another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from rich.console import Console
from rich.text import Text

from cli.screen import changes
from cli.screen.lines import hung
from cli.screen.words import Words
from cli.session import Session
from interpreter.runtime.decisions import Choice

_NUMBER = re.compile(r"[-−]?\d+")

_ALIKE, _MANY = 4, 10
"""So many numbers in a row are one line where what they bring goes up evenly, so many in any case."""


@dataclass(frozen=True)
class Offer:
    """A line: an option, what it does, and what it brings."""

    choice: Choice
    text: str
    brings: str


def offers(session: Session, seat: int, words: Words) -> list[Offer]:
    """The options of the decision that is due, in words."""
    state = session.state
    decision = state.decision
    tables = changes.Tables(state, seat)
    out = []
    for choice, text in zip(decision.choices, words.options(decision, state.slots), strict=True):
        out.append(Offer(choice, text, changes.brings(state, choice, seat, words, tables).said(words)))
    return out


# ---- what an option is chosen by


def labels(found: Sequence[Offer]) -> list[str]:
    """What each option is chosen by: its own number where it is one, else its position from 1, as `#1` where somebody
    could take it for a number in a text."""
    own = _own_numbers(found)
    if any(n is not None for n in own):
        position = count(1)
        return [f"#{next(position)}" if n is None else f"{n}".replace("-", "−") for n in own]
    told = [set(map(int, re.findall(r"\d{1,6}", offer.text))) for offer in found]
    mark = "#" if any(0 < n <= len(found) and n != at for at, ns in enumerate(told, 1) for n in ns) else ""
    return [f"{mark}{at}" for at in range(1, len(found) + 1)]


def chosen_by(text: str, found: Sequence[Offer]) -> Offer | None:
    """The option with a number, or exactly a key."""
    by_label = dict(zip(labels(found), found, strict=True))
    label = text.replace("-", "−")
    if (offer := by_label.get(label) or by_label.get(f"#{label}" if not _has_own(found) else "")) is not None:
        return offer
    return next((offer for offer in found if text == offer.choice.key), None)


def is_number(text: str) -> bool:
    """Whether an answer is a number, which no key begins with by accident."""
    return _NUMBER.fullmatch(text) is not None


def begun(text: str, found: Sequence[Offer]) -> list[Offer]:
    """The options whose key or words begin with the text, capitals aside."""
    low = text.casefold()
    by_key = [o for o in found if o.choice.key.casefold().startswith(low)]
    return by_key or [o for o in found if o.text.casefold().startswith(low)]


def _has_own(found: Sequence[Offer]) -> bool:
    return any(n is not None for n in _own_numbers(found))


def _own_numbers(found: Sequence[Offer]) -> list[int | None]:
    """The number that each option is; None where it is none, or two options are the same."""
    own = [_own_number(offer) for offer in found]
    there = [n for n in own if n is not None]
    return own if len(set(there)) == len(there) else [None for _ in own]


def _own_number(offer: Offer) -> int | None:
    """The only number that is chosen with an option, where its text names it and no other."""
    told = [int(n.replace("−", "-")) for n in _NUMBER.findall(offer.text)]
    values = [value for _, kind, value in offer.choice.values if kind.name == "int"]
    if len(told) != 1 or len(values) > 1 or (not values and not _NUMBER.fullmatch(offer.text)):
        return None
    return told[0] if not values or values == told else None


# ---- lines


@dataclass(frozen=True)
class _Line:
    label: str
    text: str
    brings: str


def _lines(found: Sequence[Offer]) -> list[_Line]:
    """A line for each option, and one for many numbers in a row."""
    own, out, at = _own_numbers(found), [], 0
    shown = [_Line(label, offer.text, offer.brings) for label, offer in zip(labels(found), found, strict=True)]
    while at < len(found):
        end = at + 1
        while end < len(found) and _goes_on(found[end - 1 : end + 1], own[end - 1 : end + 1]):
            end += 1
        run = shown[at:end]
        if len(run) >= _MANY or len(run) >= _ALIKE and _is_even([line.brings for line in run]):
            out.append(_joined(run))
        else:
            out += run
        at = end
    return out


def _goes_on(pair: Sequence[Offer], numbers: Sequence[int | None]) -> bool:
    """Whether an option is the number after that of the option before, in the same words."""
    first, second = numbers
    texts = [_NUMBER.sub("", offer.text) for offer in pair]
    return first is not None and second == first + 1 and texts[0] == texts[1]


def _is_even(texts: Sequence[str]) -> bool:
    """Whether texts differ only in numbers that go up or down evenly."""
    if len({_NUMBER.sub("", text) for text in texts}) > 1:
        return False
    rows = zip(*([int(n.replace("−", "-")) for n in _NUMBER.findall(text)] for text in texts), strict=True)
    return all(len({b - a for a, b in zip(row, row[1:], strict=False)}) < 2 for row in rows)


def _joined(run: Sequence[_Line]) -> _Line:
    """One line for many."""
    first, last = run[0], run[-1]
    span = f"{first.label}{' … ' if first.label.startswith('−') else '–'}{last.label}"
    brings = first.brings if first.brings == last.brings else " … ".join(filter(None, (first.brings, last.brings)))
    return _Line(span, _NUMBER.sub(span, first.text), brings)


def offer_lines(found: Sequence[Offer], console: Console) -> list[Text]:
    """The lines with what each option brings behind it, in a column where that fits; below it where it is too long for
    the line."""
    width, lines = console.width, _lines(found)
    digits = max((len(line.label) for line in lines), default=1)
    column = min(max((Text(line.text).cell_len for line in lines), default=0), max(20, width // 2))
    out = []
    for shown in lines:
        line = Text(f"{shown.label:>{digits + 1}}  ", style="bold").append(shown.text, style="default")
        brings = Text(shown.brings, style="green")
        gap = max(2, column + digits + 5 - line.cell_len)
        if not brings or line.cell_len + gap + brings.cell_len <= width:
            brings = Text(" " * gap).append_text(brings) if brings else brings
            out += hung(line.append_text(brings), console, digits + 3)
        else:
            out += hung(line, console, digits + 3)
            out += hung(Text(" " * (digits + 5)).append_text(brings), console, digits + 5)
    return out

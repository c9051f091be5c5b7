"""The options of a decision as numbered lines, and which of them an answer means.

Where options are numbers, the number typed is the number meant, and many in a row are one line. Elsewhere options are
numbered by position, with a mark where a number in the text of one could be taken for the position of another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import count, groupby
from typing import Any

from rich.console import Console
from rich.text import Text

from cli.screen import changes
from cli.screen.lines import hung
from cli.screen.words import Words
from cli.session import Session
from cli.table.things import lying
from interpreter.game import State
from interpreter.program.layout import Place
from interpreter.runtime.decisions import Choice

_NUMBER = re.compile(r"[-−]?\d+")

_AMOUNT = re.compile(r"(\d+) (\D+)|(\D+) (\d+)")
"""A number and what there is that many of, in either order."""

_ALIKE, _MANY = 4, 10
"""So many numbers in a row are one line where what they bring goes up evenly, so many in any case."""

_LONG = 120
"""A text of so many letters is told whole behind an option."""

_FEW_LYING = 3
"""So many things that lie in a place are told where it is chosen."""


@dataclass(frozen=True)
class Offer:
    """A line: an option, what it does, and what it brings."""

    choice: Choice
    text: str
    brings: str


def offers(session: Session, seat: int, words: Words, known: Set[str] = frozenset()) -> list[Offer]:
    """The options of the decision that is due, in words. known: what need not be said again of things."""
    state = session.state
    decision = state.decision
    told = zip(decision.choices, words.options(decision, state.slots), brought(state, seat, words, known), strict=True)
    found = [Offer(choice, text, brings) for choice, text, brings in told]
    return found if decision.kind == "some" else sorted(found, key=lambda offer: _declines(offer.choice, words))


def _declines(choice: Choice, words: Words) -> bool:
    """Whether an option does nothing: it stands behind those that do."""
    layout, classes = words.game.program.layout, words.game.model.pieces
    kinds = [layout.kinds[x] for _, kind, x in choice.values if kind.name == "kind" and isinstance(x, int) and x >= 0]
    texts = [classes[of].kinds[id].do for of, id in kinds if classes[of].is_effect]
    return choice.action in ("skip", "done") or any(do is not None and not do.span.text.strip("'\" ") for do in texts)


def brought(state: State, seat: int, words: Words, told: Set[str] = frozenset()) -> list[str]:
    """What each option of the decision that is due certainly brings; where none of it can be foreseen, what is known of
    what is chosen, once and unless it was told."""
    tables = changes.Tables(state, seat)
    choices = state.decision.choices
    found = [changes.brings(state, choice, seat, words, tables).said(words, seat) for choice in choices]
    if all(found):
        return found
    view = state.game.viewer.view(state.slots, seat)
    out: list[str] = []
    speaking = [choice.action for choice, said in zip(choices, found, strict=True) if said]
    silent = [choice.action for choice, said in zip(choices, found, strict=True) if not said]
    for choice, said, text in zip(choices, found, words.options(state.decision, state.slots), strict=True):
        # Where most of them bring something, the others plainly bring nothing.
        is_told = said or speaking.count(choice.action) >= silent.count(choice.action)
        known = "" if is_told else known_of(choice, view, words)
        out.append(said or (known if known not in told and not _says(text, known) else ""))
        told = told | {known}
    return out


def _says(text: str, known: str) -> bool:
    """Whether the words of an option, in which numbers stand in brackets, say all numbers that are known of it."""
    numbers = [set(re.findall(r"\d+", x)) for x in (known, text.partition("(")[2])]
    return bool(numbers[0]) and numbers[0] <= numbers[1]


def known_of(choice: Choice, view: Mapping[str, Any], words: Words) -> str:
    """What the game's texts say of a thing or an action that is chosen, else what lies open in a place that is."""
    if choice.action in ("skip", "done"):
        return ""
    layout = words.game.program.layout
    for _, kind, value in choice.values:
        if kind.name in ("kind", "piece") and isinstance(value, int) and value >= 0:
            id = layout.kinds[layout.pieces[value] if kind.name == "piece" else value][1]
            if help := words.help(id):
                return _begun(help)
        if kind.name == "place" and isinstance(value, int) and value >= 0:
            items = [item.text for item in lying(_content(view, layout.places[value]), words, {})]
            if 0 < len(items) <= _FEW_LYING:
                return ", ".join(items)
    return _begun((words.help(choice.action) if choice.action else None) or "")


def _begun(text: str) -> str:
    """A text, or its first sentence where it is long."""
    return text if len(text) <= _LONG else text.partition(". ")[0].rstrip(".") + "."


def _content(view: Mapping[str, Any], place: Place) -> Mapping[str, Any]:
    """What a view shows of a place."""
    part = view["places"] if place.owner < 0 else list(view["players"].values())[place.owner]
    found: Mapping[str, Any] = part.get(place.zone) or part.get(place.space, {}).get(place.zone, {})
    return found


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
    """The options that a text means, capitals aside: their key or words begin with it, else have it in them as whole
    words, as `3 coins` stands in `Ask for 3 coins`."""
    low = text.casefold()
    return (
        [o for o in found if o.choice.key.casefold().startswith(low)]
        or [o for o in found if o.text.casefold().startswith(low)]
        or _holding(low, found)
        or _holding(_AMOUNT.sub(lambda x: f"{x[2]} {x[1]}" if x[1] else f"{x[4]} {x[3]}", low), found)
    )


def _holding(low: str, found: Sequence[Offer]) -> list[Offer]:
    """The options in whose key or words a text stands as whole words."""
    inside = re.compile(rf"(?<![\w−-]){re.escape(low)}(?!\w)")
    return [o for o in found if len(low) > 2 and any(map(inside.search, (o.text.casefold(), o.choice.key)))]


def chosen(choice: Choice, words: Words) -> list[str]:
    """The ids of what is chosen with an option, its action last."""
    things = [words.game.namer.thing(kind, value).partition(" ")[0] for _, kind, value in choice.values]
    return [*things, *([choice.action] if choice.action else [])]


def declining(found: Sequence[Offer]) -> Offer | None:
    """The option that declines what is offered, or ends it."""
    return next((offer for offer in found if offer.choice.action in ("skip", "done")), None)


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
        while end < len(found) and (
            _goes_on(found[end - 1 : end + 1], own[end - 1 : end + 1]) or _counts_on(found[end - 1], found[end])
        ):
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


def _counts_on(first: Offer, second: Offer) -> bool:
    """Whether an option is the one before with one more of the same."""
    if first.choice.action != second.choice.action or _NUMBER.sub("", first.text) != _NUMBER.sub("", second.text):
        return False
    pairs = [(a, b) for a, b in zip(first.choice.values, second.choice.values, strict=False) if a != b]
    texts = [_NUMBER.findall(offer.text) for offer in (first, second)]
    return len(texts[0]) == 1 and [b[2] - a[2] for a, b in pairs if a[1].name == "int"] == [1] and len(pairs) == 1


def _is_even(texts: Sequence[str]) -> bool:
    """Whether texts differ only in numbers that go up or down evenly."""
    if len({_NUMBER.sub("", text) for text in texts}) > 1:
        return False
    rows = zip(*([int(n.replace("−", "-")) for n in _NUMBER.findall(text)] for text in texts), strict=True)
    return all(len({b - a for a, b in zip(row, row[1:], strict=False)}) < 2 for row in rows)


def _joined(run: Sequence[_Line]) -> _Line:
    """One line for many."""
    first, last = run[0], run[-1]
    label, span = (
        f"{a}{' … ' if a.startswith('−') else '–'}{b}"
        for a, b in ((first.label, last.label), (_NUMBER.findall(line.text)[0] for line in (first, last)))
    )
    brings = first.brings if first.brings == last.brings else " … ".join(filter(None, (first.brings, last.brings)))
    return _Line(label, _NUMBER.sub(span, first.text), brings)


def offer_lines(found: Sequence[Offer], console: Console) -> list[Text]:
    """All options as lines."""
    return [line for block in offer_blocks(found, console) for line in block]


def offer_blocks(found: Sequence[Offer], console: Console) -> list[list[Text]]:
    """The lines of each option, or of many numbers in a row, with what it brings behind it, in a column where that
    fits; below it where it is too long for the line."""
    width, lines = console.width, _lines(found)
    digits = max((len(line.label) for line in lines), default=1)
    column = min(max((Text(line.text).cell_len for line in lines), default=0), max(20, width // 2))
    out = []
    for shown in lines:
        made: list[Text] = []
        line = Text(f"{shown.label:>{digits + 1}}  ", style="bold").append(shown.text, style="default")
        brings = Text(shown.brings, style="green")
        gap = max(2, column + digits + 5 - line.cell_len)
        if not brings or line.cell_len + gap + brings.cell_len <= width:
            brings = Text(" " * gap).append_text(brings) if brings else brings
            made += hung(line.append_text(brings), console, digits + 3)
        else:
            made += hung(line, console, digits + 3)
            made += hung(Text(" " * (digits + 5)).append_text(brings), console, digits + 5)
        out.append(made)
    return _in_columns(out, lines, width)


def _in_columns(blocks: list[list[Text]], lines: Sequence[_Line], width: int) -> list[list[Text]]:
    """The same, with many short options that bring nothing beside one another, row by row."""
    out: list[list[Text]] = []
    for is_short, run in groupby(zip(blocks, lines, strict=True), lambda x: len(x[0]) == 1 and not x[1].brings):
        found = [block for block, _ in run]
        wide = max(block[0].cell_len for block in found) + 2
        if not is_short or len(found) < _MANY or 2 * wide > width:
            out += found
            continue
        for row in _batched([block[0] for block in found], width // wide):
            out.append([Text().join(cell + Text(" " * (wide - cell.cell_len)) for cell in row)])
    return out


def _batched(found: Sequence[Text], number: int) -> Iterator[Sequence[Text]]:
    """So many at a time."""
    yield from (found[at : at + number] for at in range(0, len(found), number))

"""What a rulebook is made of, and how its parts are found in it: anchors, table of contents, index."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from interpreter.explaining.sentences import Line
from interpreter.records import record

MOST_PLACES = 6
"""So many sections are listed in the index for one thing; a thing that stands in more is everywhere."""


@record
class Heading:
    level: int
    text: str


@record
class Paragraph:
    text: str


@record
class Prose:
    """Paragraphs that the designer wrote, as Markdown."""

    text: str


@record
class Table:
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@record
class Step:
    """A sentence with a number before it; lines may follow that belong to it."""

    number: int
    text: str


@record
class Entry:
    """A line of the table of contents or the index. places: (what the section is called, its anchor)."""

    depth: int
    text: str
    places: tuple[tuple[str, str], ...]


Block = Heading | Paragraph | Prose | Table | Step | Line | Entry
"""Lines stand in nested lists."""


def anchors(blocks: Sequence[Block]) -> list[str]:
    """For each block the anchor of its heading, "" for all others: made of the words as GitHub makes them, so that
    links work in Markdown and in HTML."""
    used: dict[str, int] = {}
    out = []
    for block in blocks:
        anchor = ""
        if isinstance(block, Heading):
            anchor = re.sub(r"[^\w\- ]", "", block.text.lower()).strip().replace(" ", "-") or "part"
            count = used[anchor] = used.get(anchor, -1) + 1
            anchor += f"-{count}" if count else ""
        out.append(anchor)
    return out


def targets(blocks: Sequence[Block]) -> dict[str, str]:
    """What a section is called in sentences → its anchor, of the first section with that name."""
    out: dict[str, str] = {}
    for block, anchor in zip(blocks, anchors(blocks), strict=True):
        if isinstance(block, Heading) and block.level > 2:
            out.setdefault(block.text.casefold(), anchor)
    return out


def contents(blocks: Sequence[Block]) -> Iterator[Entry]:
    """An entry for each part and section."""
    for block, anchor in zip(blocks, anchors(blocks), strict=True):
        if isinstance(block, Heading) and block.level in (2, 3):
            yield Entry(block.level - 2, "", ((block.text, anchor),))


def index(blocks: Sequence[Block], names: Iterable[str]) -> Iterator[Entry]:
    """For each name the sections that speak of it."""
    sections: dict[str, tuple[str, list[str]]] = {}
    current = ""
    for block, anchor in zip(blocks, anchors(blocks), strict=True):
        if isinstance(block, Heading):
            current = anchor
            sections[current] = block.text, []
        if current:
            sections[current][1].append(_words(block))
    texts = {anchor: (title, " ".join(parts).casefold()) for anchor, (title, parts) in sections.items()}
    for name in sorted({*names}, key=str.casefold):
        word = re.compile(rf"(?<!\w){re.escape(name.casefold())}(?!\w)")
        found = [(title, anchor) for anchor, (title, text) in texts.items() if word.search(text)]
        if found:
            own = [place for place in found if place[0].casefold() == name.casefold()]
            yield Entry(0, name, tuple(dict.fromkeys([*own, *found]))[:MOST_PLACES])


def _words(block: Block) -> str:
    if isinstance(block, Table):
        return " ".join(cell for row in (block.head, *block.rows) for cell in row)
    return block.text

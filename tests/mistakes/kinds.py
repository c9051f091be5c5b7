"""The kinds of mistakes that are planted. Each is a function from a file to one change of it, or None where it finds no
place for it.

A mistake is a text that nobody can have meant: a word that is none, a key where it has no meaning, a value of the wrong
type or outside of what its place allows, a line gone that others need. What makes just another legal game (3 for 2, one
resource for another, an optional line gone) is no mistake of these kinds: no program can know it. `any_dropped_line`
plants those, too; it is counted apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from interpreter.diagnostics import Span
from interpreter.loading.documents import Leaf, MapNode
from interpreter.runtime.rng import Rng
from tests.mistakes import places
from tests.mistakes.places import Key, Word
from tests.mistakes.shelf import Shelf

T = TypeVar("T")

CLOSED = frozenset({
    "seen_by", "back_seen_by", "face_of_top_seen_by", "shortage", "timing", "arrange", "refill", "when_empty", "per",
    "provenance", "overflow",
})  # fmt: skip
"""Keys whose value is one of a few words."""

NAMING = frozenset({
    "pieces", "start", "from", "group", "held_by", "pays_for", "holds", "menu", "reshuffle", "needs", "excludes",
    "back", "kind", "cells", "lies", "turn", "edges",
})  # fmt: skip
"""Keys whose value is a name declared elsewhere."""

COUNTS = frozenset(
    {"copies", "limit", "row", "steps", "supply", "columns", "rows", "rings", "max_nesting", "order", "faces"}
)
"""Keys whose value is a number of things."""

FREE_TEXT = frozenset(
    {"version", "id", "provenance", "key", "source", "depends", "note", "reason", "default", "values"}
)
"""Keys under which any scalar may stand, or almost."""

REQUIRED = frozenset({"id", "players", "is", "worth", "do", "type", "window", "columns", "rows", "rule", "grid"})


@dataclass(frozen=True)
class Planted:
    """A change of one file: characters `start` to `end` become `text`. lines: where in the changed file it has to be
    told (one of them). what: in words. extra: further changes of the same file, behind it or before it."""

    start: int
    end: int
    text: str
    what: str
    lines: tuple[int, ...]
    extra: tuple[tuple[int, int, str], ...] = field(default=())
    names: tuple[str, ...] = ()
    """what is gone with the change: a line of any file that names one of these shows the mistake as well"""

    def applied(self, old: str) -> str:
        new = old
        for start, end, text in sorted([(self.start, self.end, self.text), *self.extra], reverse=True):
            new = new[:start] + text + new[end:]
        return new


def _pick(rng: Rng, options: Sequence[T]) -> T | None:
    return options[rng.below(len(options))] if options else None


def misspelt(word: str, rng: Rng, taken: Iterable[str]) -> str | None:
    """A word with one letter gone, doubled, swapped with the next, or replaced; never one that is there."""
    known = set(taken)
    for _ in range(20):
        at = rng.below(len(word))
        letter = "abcdefghijklmnopqrstuvwxyz"[rng.below(26)]
        new = (
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
            word[:at] + letter + word[at + 1 :],
        )[rng.below(4)]
        if new != word and new not in known and re.fullmatch("[a-z][a-z0-9_]*", new):
            return new
    return None


def _replaced(span_start: int, span_end: int, new: str, what: str, source: Span) -> Planted:
    return Planted(span_start, span_end, new, what, (source.source.position(span_start)[0],))


def _is_texts(file: str) -> bool:
    return "texts" in file.split("/")


@cache
def _all_words(shelf: Shelf) -> set[str]:
    return {w for source in shelf.folder.files.values() for w in re.findall(r"[a-z][a-z0-9_]*", source.text)}


# ---- misspelt


def misspelt_key(shelf: Shelf, file: str, rng: Rng) -> Planted | None:
    """A key of the YAML with one letter wrong: a word of the format, an attribute, or the id of a declared thing."""
    found = [k for k in places.keys(shelf.tree(file)) if re.fullmatch("[a-z][a-z0-9_]{2,}", k.item.key)]
    key = _pick(rng, found)
    new = None if key is None else misspelt(key.item.key, rng, _all_words(shelf))
    if key is None or new is None:
        return None
    span = key.item.key_span
    return _replaced(span.start, span.end, new, f"key {key.item.key} → {new}", span)


def misspelt_value(shelf: Shelf, file: str, rng: Rng) -> Planted | None:
    """A word that a key of the format has as its value, with one letter wrong."""
    found = [
        leaf
        for path, leaf in places.leaves(shelf.tree(file))
        if not _is_texts(file)
        and path[-1] in CLOSED | NAMING
        and isinstance(leaf.value, str)
        and re.fullmatch("[a-z][a-z0-9_]{2,}", leaf.value)
    ]
    leaf = _pick(rng, found)
    new = None if leaf is None else misspelt(str(leaf.value), rng, _all_words(shelf))
    if leaf is None or new is None:
        return None
    at = leaf.span.start + leaf.span.text.index(str(leaf.value))
    return _replaced(at, at + len(str(leaf.value)), new, f"value {leaf.value} → {new}", leaf.span)


def misspelt_word(shelf: Shelf, file: str, rng: Rng) -> Planted | None:
    """A word or name in effect text with one letter wrong, where it is declared there or where it is used."""
    text = _pick(rng, places.effect_texts(shelf, file))
    word = _pick(rng, [w for w in places.words(text) if len(w.word) > 2]) if text else None
    new = None if word is None else misspelt(word.word, rng, _all_words(shelf))
    if word is None or new is None:
        return None
    return _replaced(word.start, word.end, new, f"word {word.word} → {new}", word.text)


# ---- misplaced


def misplaced_key(shelf: Shelf, file: str, rng: Rng) -> Planted | None:
    """A key with its value moved from an entry of one section to an entry of another, where no entry has such a key."""
    tree = shelf.tree(file)
    entries = [
        k for k in places.keys(tree) if isinstance(k.item.value, MapNode) and len(k.path) == 1 and k.item.value.items
    ]
    moved = [
        Key((*k.path, k.item.key), i, k.item.value)
        for k in entries
        if isinstance(k.item.value, MapNode)
        for i in k.item.value
        if isinstance(i.value, Leaf) and i.value.style not in ("|", ">")
    ]
    key = _pick(rng, moved)
    if key is None or _is_texts(file):
        return None
    used = _keys_by_section(shelf)
    targets = [k for k in entries if k.path[0] != key.path[0] and key.item.key not in used.get(k.path[0], set())]
    target = _pick(rng, [t for t in targets if t.path[0] not in ("tables", "hints", "rules", "state", "show", "game")])
    if target is None or not isinstance(target.item.value, MapNode):
        return None
    first = next(iter(target.item.value))
    pair = f"{key.item.key}: {key.item.value.span.text}"
    source = first.key_span.source
    line, column = source.position(first.key_span.start)
    is_flow = target.item.value.span.text.startswith("{")
    inserted = f"{pair}, " if is_flow else f"{pair}\n{' ' * (column - 1)}"
    cut = _cut(key, source.text)
    if cut is None:
        return None
    at = first.key_span.start
    gone = source.text[cut[0] : cut[1]].count("\n") if cut[0] < at else 0
    return Planted(
        at, at, inserted, f"{key.item.key} moved to {target.path[0]}", (line - gone,), ((cut[0], cut[1], ""),)
    )


@cache
def _keys_by_section(shelf: Shelf) -> dict[str, set[str]]:
    out: dict[str, set[str]] = {}
    for file in shelf.folder.files:
        if file.endswith(".yaml") and "texts/" not in file and "scenarios/" not in file and "not_built" not in file:
            for key in places.keys(shelf.tree(file)):
                out.setdefault(key.path[0] if key.path else "", set()).add(key.item.key)
    return out


def _cut(key: Key, text: str) -> tuple[int, int] | None:
    """The characters of a key with its value and what separates it from the next."""
    start, end = key.item.key_span.start, key.item.value.span.end
    if text[end : end + 2] == ", ":
        return start, end + 2
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", end)
    if not text[line_start:start].strip() and not re.sub(r"#.*", "", text[end:line_end]).strip():
        return line_start, line_end + 1
    return None


# ---- wrong values


def wrong_value(shelf: Shelf, file: str, rng: Rng) -> Planted | None:
    """A value outside of what its place allows: a name of another sort, a word that is none of the few, a count below
    zero."""
    tree = shelf.tree(file)
    options: list[tuple[Leaf, str]] = []
    sorts = places.sorts(shelf.model)
    for path, leaf in places.leaves(tree):
        if leaf.style or _is_texts(file):
            continue
        if path[-1] in CLOSED and isinstance(leaf.value, str):
            options.append((leaf, "seldom"))
        elif path[-1] in NAMING and leaf.value in sorts:
            others = [
                n for n, sort in sorts.items() if sort != sorts[str(leaf.value)] and sort in ("procedure", "value")
            ]
            if (other := _pick(rng, others)) is not None:
                options.append((leaf, other))
        elif path[-1] in COUNTS and isinstance(leaf.value, int) and not isinstance(leaf.value, bool):
            options.append((leaf, f"-{rng.below(5) + 1}"))
    found = _pick(rng, options)
    if found is None:
        return None
    leaf, new = found
    return _replaced(leaf.span.start, leaf.span.end, new, f"value {leaf.value} → {new}", leaf.span)


def wrong_type(shelf: Shelf, file: str, rng: Rng) -> Planted | None:
    """A value of another type: a list or a map for a scalar, a word for a number, a number for a switch."""
    options = [
        leaf
        for path, leaf in places.leaves(shelf.tree(file))
        if not leaf.style and not FREE_TEXT & set(path[-1:]) and "tables" not in path and "show" not in path
    ]
    leaf = _pick(rng, options)
    if leaf is None:
        return None
    if isinstance(leaf.value, bool):
        new = "7"
    elif isinstance(leaf.value, int):
        new = ("plenty", "[7, 8]", "{many: 7}", "true")[rng.below(4)]
    else:
        new = ("[[7, 8]]", "{many: 7}")[rng.below(2)]
    return _replaced(leaf.span.start, leaf.span.end, new, f"value {leaf.span.text} → {new}", leaf.span)


def wrong_type_in_text(shelf: Shelf, file: str, rng: Rng) -> Planted | None:
    """In effect text, a number where a switch stands, a switch where a number stands."""
    text = _pick(rng, places.effect_texts(shelf, file))
    word = _pick(rng, places.words(text, re.compile(r"(?:\d+|true|false)"))) if text else None
    if word is None:
        return None
    new = "7" if word.word in ("true", "false") else "true"
    return _replaced(word.start, word.end, new, f"{word.word} → {new}", word.text)


# ---- swapped


def swapped_names(shelf: Shelf, file: str, rng: Rng) -> Planted | None:
    """Two names of different sorts on one line of effect text, each in the place of the other."""
    sorts = places.sorts(shelf.model)
    options: list[tuple[Word, Word]] = []
    for text in places.effect_texts(shelf, file):
        found = [w for w in places.names(text) if w.word in sorts]
        for first, second in zip(found, found[1:], strict=False):
            source = text.source
            if (
                sorts[first.word] != sorts[second.word]
                and source.position(first.start)[0] == source.position(second.start)[0]
                and source.text[first.end : second.start].strip() not in ("is", "is not")  # the same either way round
            ):
                options.append((first, second))
    pair = _pick(rng, options)
    if pair is None:
        return None
    first, second = pair
    line = first.text.source.position(first.start)[0]
    what = f"{first.word} ↔ {second.word}"
    return Planted(first.start, first.end, second.word, what, (line,), ((second.start, second.end, first.word),))


# ---- dropped


def dropped_line(shelf: Shelf, file: str, rng: Rng) -> Planted | None:
    """A line gone that others need: it opens or closes a block, binds a name that later lines use, declares an id that
    something names, or holds a key that its entry must have."""
    source = shelf.folder.files[file]
    for _ in range(40):
        number = 1 + rng.below(max(1, len(source.line_starts) - 1))
        if number < len(source.line_starts) and _needed(shelf, file, number):
            return _dropped(shelf, file, number)
    return None


def any_dropped_line(shelf: Shelf, file: str, rng: Rng) -> Planted | None:
    """Any line gone, needed or not."""
    source = shelf.folder.files[file]
    options = [n for n in range(1, len(source.line_starts)) if re.sub(r"#.*", "", source.line(n)).strip()]
    number = _pick(rng, options)
    return None if number is None else _dropped(shelf, file, number)


def _dropped(shelf: Shelf, file: str, number: int) -> Planted:
    source = shelf.folder.files[file]
    start, end = source.line_starts[number - 1], source.line_starts[number]
    lines = {number, number - 1, *_entry_lines(shelf, file, number), *_partner_lines(source.text, number)}
    gone = tuple(n for n in _needed(shelf, file, number) if n not in REQUIRED | {"{", "}"})
    what = f"line gone: {source.line(number).strip()[:60]}"
    return Planted(start, end, "", what, tuple(sorted(lines)), names=gone)


def _needed(shelf: Shelf, file: str, number: int) -> list[str]:
    """The names and keys on a line that others need; empty: none does."""
    source = shelf.folder.files[file]
    line = re.sub(r"#.*", "", source.line(number))
    if not line.strip():
        return []
    start, end = source.line_starts[number - 1], source.line_starts[number]
    for text in places.effect_texts(shelf, file):
        if text.start <= start + len(line) - len(line.lstrip()) and end <= text.end + 1 and "\n" in text.text:
            if line.count("{") != line.count("}"):
                return ["{", "}"]
            rest = source.text[end : text.end]
            bound = re.findall(r"\b(?:let|as) ([a-z_]+)|\b(?:choose|for) ([a-z_]+) in", line)
            names = [n for pair in bound for n in pair if n]
            once = [n for n in names if len(re.findall(rf"\b(?:let|as|choose|for) {n}\b", text.text)) == 1]
            return [n for n in once if re.search(rf"\b{n}\b", rest)]
    match = re.match(r"\s*(?:- )?([a-z][a-z0-9_]*):", line)
    if match is None or _is_texts(file):
        return []
    path = next((k.path for k in places.keys(shelf.tree(file)) if k.item.key_span.line == number), ())
    if not path or "patch" in path or path[0] in ("scoring", "endings", "hints", "game", "module"):
        return []
    if match[1] in REQUIRED and not {"kinds", "pieces", "effects", "spaces"} & set(path):
        return [match[1]]
    used = _used_names(shelf)
    return [match[1]] if match[1] in used and match[1] in places.sorts(shelf.model) else []


@cache
def _used_names(shelf: Shelf) -> frozenset[str]:
    files = [f for f in shelf.files if not _is_texts(f)]
    return frozenset(w.word for f in files for t in places.effect_texts(shelf, f) for w in places.names(t))


def _entry_lines(shelf: Shelf, file: str, number: int) -> set[int]:
    """The lines of the keys around a line."""
    out: set[int] = set()
    for key in places.keys(shelf.tree(file)):
        first = key.item.key_span.line
        last = key.item.value.span.source.position(key.item.value.span.end)[0]
        if first <= number <= last:
            out.add(first)
    return out


def _partner_lines(text: str, number: int) -> set[int]:
    """The line with the brace that belongs to one on this line, by indentation."""
    lines = text.split("\n")
    line = lines[number - 1]
    depth = len(line) - len(line.lstrip())
    step = -1 if line.strip().startswith("}") else 1
    n = number - 1 + step
    while 0 <= n < len(lines):
        if lines[n].strip() and len(lines[n]) - len(lines[n].lstrip()) <= depth:
            return {n + 1 - (n + 1 > number)}
        n += step
    return set()


KINDS: dict[str, Callable[[Shelf, str, Rng], Planted | None]] = {
    k.__name__: k
    for k in (
        misspelt_key, misspelt_value, misspelt_word, misplaced_key, wrong_value, wrong_type, wrong_type_in_text,
        swapped_names, dropped_line,
    )
}  # fmt: skip
APART = {"any_dropped_line": any_dropped_line}

"""Definition, hover, completion and symbols: what an editor shows of the name at a place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from interpreter.diagnostics import Source, Span
from interpreter.editor.declared import BASE, Declared, declared_in
from interpreter.editor.keys import description, keys_at, takes_effect, words_at
from interpreter.editor.places import ELEMENT, Place, Word, place_at, word_at
from interpreter.editor.project import Project, origin_of
from interpreter.loading.words import BUILT_IN, LANGUAGE, PROPERTIES
from interpreter.records import record

_NAME = r"([^\W\d]\w*)"
_BOUND = re.compile(rf"""\b(?:for|choose|let|any|as)\s+{_NAME}\b|(?:\bchoose:\s*["']?|,\s*){_NAME}\s+in\b""")
"""Where a text binds a local name."""
_GIVEN = re.compile(r"\bgiven:\s*(\{[^}]*|(?:\n +\w+: *[^\n:]+)+)")
_COLON = re.compile(r"\w*[ \t]*:")
_PARAMETER = re.compile(rf"{_NAME}\s*:")


@record
class Proposal:
    """One completion. kind: of the name, `keyword`, `key` or `word`. insert: what to write where it differs."""

    name: str
    kind: str
    text: str = ""
    insert: str = ""


def definitions(project: Project, path: Path, offset: int) -> list[Span]:
    """Where the name at a place is declared, then where modules change it; a local name: where its text binds it."""
    source = project.source_at(path)
    word = None if source is None else word_at(source, offset)
    if source is None or word is None:
        return []
    entries = project.declared.get(word.text, [])
    if entries:
        fitting = [e for e in entries if e.is_member] if word.is_member else [e for e in entries if not e.is_member]
        return [e.span for e in fitting or entries]
    local = _local(project, source, word)
    return [] if local is None else [local]


def hover(project: Project, path: Path, offset: int) -> tuple[str, Span] | None:
    """What the name or key at a place means, as Markdown, and the characters it speaks of."""
    source, name = project.source_at(path), project.name_of(path)
    word = None if source is None else word_at(source, offset)
    if source is None or name is None or word is None:
        return None
    span = Span(source, word.start, word.end)
    if key := _key_text(name, source, word):
        return key, span
    entries = project.declared.get(word.text, [])
    if not entries:
        return None
    members = [e for e in entries if e.is_member == word.is_member]
    return "\n\n".join(_card(project, e) for e in (members or entries)), span


def _key_text(name: str, source: Source, word: Word) -> str:
    """What the schemas say of a word that is a key."""
    if source.text[word.end : word.end + 1] != ":":
        return ""
    place = place_at(source.text, word.start)
    if not place.is_key:
        return ""
    text = description(name, (*place.path, word.text))
    return f"**{word.text}** — {text}" if text else ""


def _card(project: Project, entry: Declared) -> str:
    """One declaration: what, of which module, where, its lines, where the rule comes from."""
    change = {"": "", "patch": " changed", "replace": " replaced", "remove": " removed"}[entry.how]
    origin = "base game" if entry.origin == BASE else f"module `{entry.origin}`"
    head = f"**{entry.name}** — {entry.kind},{change} in {origin} ({entry.span.path}:{entry.span.line})"
    parts = [head]
    if entry.item is not None and entry.how != "remove":
        parts.append(f"```yaml\n{entry.text}\n```")
    parts += [f"*{text}*" for text in entry.comments]
    return "\n\n".join(parts)


# ---- local names


def _local(project: Project, source: Source, word: Word) -> Span | None:
    """Where a local name is bound: the nearest binding before it in its entry, else the parameter."""
    around = entry_at(project, source, word.start)
    if around is None:
        return None
    start, end = around
    bound = [m for m in _BOUND.finditer(source.text, start, end) if m[m.lastindex or 0] == word.text]
    bound += [m for m in _parameters(source.text, start, end) if m[1] == word.text]
    before = sorted((m for m in bound if m.start() <= word.start), key=lambda m: m.start()) or bound[:1]
    return None if not before else Span(source, *before[-1].span(before[-1].lastindex or 0))


def _parameters(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """The keys of `given:` maps."""
    for given in _GIVEN.finditer(text, start, end):
        yield from _PARAMETER.finditer(text, given.start(1), given.end(1))


def entry_at(project: Project, source: Source, offset: int) -> tuple[int, int] | None:
    """The characters of the smallest declared entry around a place."""
    found: tuple[int, int] | None = None
    for entries in project.declared.values():
        for entry in entries:
            if entry.item is None or entry.span.source is not source:
                continue
            start, end = entry.span.start, max(entry.span.end, entry.item.value.span.end)
            if start <= offset <= end and (found is None or end - start < found[1] - found[0]):
                found = (start, end)
    return found


# ---- completion


def completion(project: Project, path: Path, offset: int) -> list[Proposal]:
    """What can be written at a place: keys, words of a list, names and words of effect text."""
    source, name = project.source_at(path), project.name_of(path)
    if source is None or name is None:
        return []
    place = place_at(source.text, offset)
    if place.is_key:
        has_colon = _COLON.match(source.text, offset) is not None
        keys = _keys(project, name, place)
        return [replace(key, insert=key.name) if has_colon and key.insert else key for key in keys]
    if takes_effect(name, place.path) or name.startswith("scenarios/"):
        return list(_in_effect(project, source, place, offset))
    words = [Proposal(word, "word") for word in words_at(name, place.path)]
    return words or _fitting(project, _referred(place)) or list(_names(project))


_FLOW = ("phase", "procedure", "action")
_REFERS = {
    "menu": ("menu",), "start": ("zone", "board"), "from": ("zone",), "reshuffle": ("zone",), "group": ("group",),
    "pieces": ("piece class",), "each": ("piece class",), "holds": ("resource", "group"),
    "pays_for": ("resource", "group"),
    "held_by": ("piece class", "zone", "board", "class of spaces"), "resets": ("phase", "procedure", "action"),
    "phase": ("phase",), "procedure": ("procedure", "phase"),
}  # fmt: skip
"""Key of YAML → the kinds of things that it names."""
_AFTER = (
    (re.compile(r"\bdo\s+one\s+of\s+$"), ("menu",), ()),
    (re.compile(r"\b(?:before|after|instead\s+of)\s+$"), _FLOW, ("cross", "reach")),
    (re.compile(r"\bmodify\s+$"), ("value",), ()),
    (re.compile(r"\bmarker\s*\[\s*$"), ("track",), ()),
    (re.compile(r"\b(?:refill|shuffle)\s+$"), ("zone",), ("my",)),
    (re.compile(r"\bend\s+game\s+as\s+$"), ("ending",), ()),
    (re.compile(r"\bend\s+$"), ("phase", "procedure"), ("game", "loop")),
    (re.compile(r"\b(?:times|once)\s+per\s+$|\bend\s+of\s+$"), _FLOW, ()),
)
"""What stands before a name in effect text, the kinds of things that can follow, and words that can."""


def _referred(place: Place) -> tuple[str, ...]:
    """The kinds of things that a value names, by its key."""
    keys = [key for key in place.path if key != ELEMENT]
    return _REFERS.get(keys[-1], ()) if keys else ()


def _fitting(project: Project, kinds: tuple[str, ...]) -> list[Proposal]:
    """The declared names of some kinds."""
    return [
        proposal for proposal in _names(project, kinds)
        if any(proposal.kind == kind or proposal.kind.startswith(f"{kind} of ") for kind in kinds)
    ]  # fmt: skip


def _keys(project: Project, name: str, place: Place) -> Iterator[Proposal]:
    for key in keys_at(name, place.path):
        yield Proposal(key.name, "key", key.text, f"{key.name}: ")
    if len(place.path) > 3 and place.path[-2] == "kinds":
        for entry in _members(project, place.path[-3]):
            if entry.kind.startswith("attribute"):
                yield Proposal(entry.name, entry.kind, _first_comment(entry), f"{entry.name}: ")
    is_beside = "/texts/" in f"/{name}" or "/scenarios/" in f"/{name}"
    if is_beside or (name.startswith("modules/") and len(place.path) >= 2):
        yield from _names(project)


def _in_effect(project: Project, source: Source, place: Place, offset: int) -> Iterator[Proposal]:
    """After a dot or `my` what players, pieces and places have; elsewhere names, locals and words of the language."""
    begun = place.begun[: len(place.begun) - len(_tail(place.begun))]
    if re.search(r"\boption\.$", begun):
        yield from (Proposal(e.name, e.kind, _first_comment(e)) for e in _members(project, "option"))
        return
    if begun.endswith(".") or re.search(r"\bmy\s+$", begun):
        yield from _after_dot(project)
        return
    for before, kinds, words in _AFTER:
        if before.search(begun):
            found = _fitting(project, kinds)
            if "track" in kinds:
                yield from (Proposal(name, "local") for name in _locals(project, source, offset))
            yield from found
            yield from (Proposal(word, "keyword") for word in words)
            if found or words:
                return
    yield from (Proposal(name, "local") for name in _locals(project, source, offset))
    yield from _names(project)
    yield from (Proposal(word, "keyword") for word in sorted(LANGUAGE))
    yield from (Proposal(word, "name of every ruleset") for word in sorted(BUILT_IN))


def _tail(text: str) -> str:
    found = re.search(r"\w*$", text)
    return found[0] if found else ""


def _after_dot(project: Project) -> Iterator[Proposal]:
    counted = ("resource", "group", "zone", "board", "value", "class of spaces")
    for name, entries in project.declared.items():
        entry = next((e for e in entries if e.is_member or e.kind in counted), None)
        if entry is not None:
            yield Proposal(name, entry.kind, _first_comment(entry))
    yield from (Proposal(word, "property") for word in sorted(PROPERTIES))


def _names(project: Project, kinds: tuple[str, ...] = ()) -> Iterator[Proposal]:
    """Declared names, each once; of one that is several things what is of one of the kinds, if that is asked."""
    for name, entries in project.declared.items():
        alone = [e for e in entries if not e.is_member]
        entry = next((e for e in alone if e.kind.startswith(kinds)), None) if kinds else next(iter(alone), None)
        if entry is not None and entry.kind not in ("hint", "rule"):
            origin = "" if entry.origin == BASE else f" of {entry.origin}"
            yield Proposal(name, entry.kind + origin, _first_comment(entry))


def _locals(project: Project, source: Source, offset: int) -> list[str]:
    """Names that the entry around a place binds before it, and its parameters."""
    around = entry_at(project, source, offset)
    start = around[0] if around else source.text.rfind("\n\n", 0, offset) + 1
    found = [m[m.lastindex or 0] for m in _BOUND.finditer(source.text, start, offset)]
    found += [m[1] for m in _parameters(source.text, start, offset)]
    return [name for name in dict.fromkeys(found) if name not in project.declared]


def _members(project: Project, owner: str) -> list[Declared]:
    return [e for entries in project.declared.values() for e in entries if e.owner == owner]


def _first_comment(entry: Declared) -> str:
    return next(iter(entry.comments), "")


# ---- symbols


def symbols(project: Project, path: Path) -> list[Declared]:
    """What a file declares, in its order."""
    source, name = project.source_at(path), project.name_of(path)
    origin = None if name is None else origin_of(name)
    trees = [tree for o, tree in project.trees() if tree.span.source is source and o == origin]
    return [entry for tree in trees for entry in declared_in(tree, origin or BASE) if entry.item is not None]

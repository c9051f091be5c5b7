"""Rename what a ruleset declares, in all its files: keys, effect texts, texts, scenarios; and prove it.

The renamed files are read and checked before anything is handed out: where they have a mistake that the old ones have
not, the renaming is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from interpreter.diagnostics import Diagnostics, Source, Span
from interpreter.editor.declared import Declared
from interpreter.editor.keys import description, keys_at
from interpreter.editor.places import word_at
from interpreter.editor.project import Project, origin_of
from interpreter.loading.documents import Leaf, MapNode, Node, read_document
from interpreter.loading.words import BUILT_IN, LANGUAGE, PROPERTIES

_ID = re.compile(r"[a-z_][a-z0-9_]*")
_PROSE = frozenset({"id", "note", "source", "rules", "title", "version", "provenance"})
"""Keys whose values are for people or numbers of rules, in rules and scenarios; the id of a game and of a scenario is
no name of the language."""


class Refused(Exception):
    """Why a name cannot be renamed, in a sentence."""


def renameable(project: Project, path: Path, offset: int) -> tuple[Span, str]:
    """The characters and the name at a place. Refused: it cannot be renamed."""
    source = project.source_at(path)
    word = None if source is None else word_at(source, offset)
    if source is None or word is None:
        raise Refused("there is no name here")
    entries = project.declared.get(word.text, [])
    if not entries:
        raise Refused(f"`{word.text}` is not declared in a file of this ruleset")
    owners = {entry.owner for entry in entries if entry.kind != "hint"}
    if len(owners) > 1:
        kinds = " and ".join(sorted({entry.kind for entry in entries}))
        raise Refused(f"`{word.text}` means several things ({kinds})")
    if _is_schema_key(word.text):
        raise Refused(f"`{word.text}` is also a key of ruleset files")
    return Span(source, word.start, word.end), word.text


def rename(project: Project, path: Path, offset: int, new: str) -> dict[Path, list[Span]]:
    """The places to write `new`, by file. Refused: there is no name, `new` is none, or the result has mistakes."""
    _, old = renameable(project, path, offset)
    if not _ID.fullmatch(new):
        raise Refused(f"`{new}` is no name: small letters, digits and _, a letter first")
    if new in project.declared or new in LANGUAGE | BUILT_IN | PROPERTIES:
        raise Refused(f"`{new}` is already a name")
    found = {
        project.path_of(name): spans
        for name, source in project.files.items()
        if (spans := list(_places(name, source, old, project.declared[old])))
    }
    _prove(project, found, new)
    return found


def _is_schema_key(name: str) -> bool:
    """Whether a name is a key that the schemas know somewhere a declared name could stand beside it."""
    top = {key.name for file in ("ruleset.yaml", "modules/m/module.yaml") for key in keys_at(file, ())}
    inner = {key.name for section in top for key in keys_at("ruleset.yaml", (section, "x"))}
    kinds = {
        key.name for section in ("pieces", "spaces") for key in keys_at("ruleset.yaml", (section, "x", "kinds", "y"))
    }
    return name in top | inner | kinds or bool(description("ruleset.yaml", ("pieces", "x", name)))


def _places(name: str, source: Source, old: str, entries: list[Declared]) -> Iterator[Span]:
    if name.endswith("not_built.yaml") or "rulebook" in name.split("/")[:-1]:
        return
    tree = read_document(source, Diagnostics())
    if tree is None:
        return
    is_text = origin_of(name) is None and "texts" in name.split("/")
    is_member = all(entry.is_member for entry in entries)
    for start, end in _stretches(tree, is_text):
        for found in re.finditer(rf"(?<!\w){re.escape(old)}(?!\w)", source.text[start:end]):
            at = start + found.start()
            if not is_member or _is_member_place(source.text, at, at + len(old)):
                yield Span(source, at, at + len(old))


def _is_member_place(text: str, start: int, end: int) -> bool:
    """Whether a word can be an attribute or variable here: after a dot or `my`, or as a key."""
    before = text[max(0, start - 20) : start]
    return before.endswith(".") or re.search(r"\bmy\s+$", before) is not None or text[end : end + 1] == ":"


def _stretches(node: Node, is_text: bool) -> Iterator[tuple[int, int]]:
    """The characters that hold names: keys and values, without what is written for people."""
    if isinstance(node, Leaf):
        if not is_text:
            yield node.span.start, node.span.end
    elif isinstance(node, MapNode):
        for item in node:
            yield item.key_span.start, item.key_span.end
            if item.key not in _PROSE or isinstance(item.value, MapNode):
                yield from _stretches(item.value, is_text)
    else:
        for inner in node.items:
            yield from _stretches(inner, is_text)


def _prove(project: Project, places: dict[Path, list[Span]], new: str) -> None:
    """Refused: the ruleset, one of its modules or a scenario has a mistake afterwards that it has not now."""
    before = _mistakes(project)
    trial = Project(project.root)
    texts = {path: replaced(spans, new) for path, spans in places.items()}
    buffers = {project.path_of(name): source.text for name, source in project.files.items()} | texts
    trial.change_all(buffers)
    after = _mistakes(trial)
    if len(after) > len(before):
        mistake = next((m for m in after if m not in before), after[0])
        raise Refused(f"the ruleset would have a mistake: {mistake}")


def replaced(spans: list[Span], new: str) -> str:
    """The text of a file with `new` in all its places."""
    text = spans[0].source.text
    for span in sorted(spans, key=lambda s: s.start, reverse=True):
        text = text[: span.start] + new + text[span.end :]
    return text


def _mistakes(project: Project) -> list[str]:
    found = project.diagnostics(list(project.files), is_quick=True)
    return [d.message for diagnostics in found.values() for d in diagnostics if not d.is_lint]

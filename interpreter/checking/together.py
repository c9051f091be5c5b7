"""Modules in each other's company: what stands in their `with` blocks is checked although nobody chose both.

Told is only what the blocks bring about: a mistake that is there without them belongs to another choice of modules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from interpreter.checking.variants import check_model
from interpreter.diagnostics import Diagnostic, Diagnostics, Span
from interpreter.loading.documents import MapNode, copied
from interpreter.loading.modules import Documents, ModuleDocument, read_offered
from interpreter.records import record
from interpreter.ruleset import Ruleset

_NOT_TOGETHER = frozenset({"E001", "E130", "E133", "E134"})
"""What says that modules cannot be chosen together at all."""


@record
class Company:
    """A `with` block that the modules chosen leave out. modules: those that bring it into play, the chosen ones
    included. place: where it begins. block: all of it."""

    modules: frozenset[str]
    place: Span
    block: Span


def companies(documents: Documents) -> list[Company]:
    """The `with` blocks that are not in play: of the chosen modules, or of all in the ruleset's folder where none is
    chosen."""
    chosen = frozenset(documents.modules)
    modules = [*documents.modules.values()] or [*read_offered(documents.folder)]
    known = set(documents.known)
    out: list[Company] = []
    for module in modules:
        for names, place, block in _blocks(module.tree):
            company = Company(chosen | {module.id} | names, place, block)
            if company.modules > chosen and names <= known:
                out.append(company)
    return out


def check_together(documents: Documents, diagnostics: Diagnostics) -> Iterator[int]:
    """Check the `with` blocks that are not in play, and give the number of those looked at after each step.

    diagnostics: what is known of the modules chosen; it grows by what the blocks bring about. As few sets of modules
    as there can be are looked at, each block in one of them; blocks are only looked at one by one where something is
    found.
    """
    number = 0
    for group in _grouped(companies(documents), documents):
        if len(group) > 1:
            found = Diagnostics()
            for _ in _finding(documents, frozenset().union(*(c.modules for c in group)), found):
                yield number
            if {_named(d) for d in found} <= {_named(d) for d in diagnostics}:
                number += len(group)
                yield number
                continue
        for company in group:
            for _ in _adding(documents, company, diagnostics):
                yield number
            number += 1
            yield number


def _adding(documents: Documents, company: Company, diagnostics: Diagnostics) -> Iterator[None]:
    """Add what is told of the modules of a block and would not be told without it, in steps."""
    known = {_named(d) for d in diagnostics}
    found = Diagnostics()
    yield from _finding(documents, company.modules, found)
    news = [d for d in found if _named(d) not in known]
    if not news or any(d.code in _NOT_TOGETHER for d in news):
        return
    without = Diagnostics()
    yield from _finding(documents, company.modules, without, company.place)
    anyway = {_named(d) for d in without}
    names = ", ".join(f"`{name}`" for name in sorted(company.modules - {*documents.modules}))
    place = (company.place, f"with {names} chosen")
    brought = [d for d in news if _named(d) not in anyway or _is_in(d.span, company.block)]
    diagnostics.extend(replace(d, related=(*d.related, place)) for d in brought)


def _is_in(span: Span | None, block: Span) -> bool:
    return span is not None and span.source is block.source and block.start <= span.start < block.end


def _finding(
    documents: Documents, modules: frozenset[str], found: Diagnostics, without: Span | None = None
) -> Iterator[None]:
    """Add what is told of a ruleset with modules, in steps. without: the `with` block that is left out."""
    ruleset = Ruleset(documents.folder, [_ref(name, documents) for name in sorted(modules)], found)
    loaded = ruleset.documents
    if loaded is None:
        return
    if without is not None:
        ruleset.documents = replace(loaded, modules={m.id: _lacking(m, without) for m in loaded.modules.values()})
    model = ruleset.model
    yield
    for _ in () if model is None else check_model(model, found):
        yield


def _ref(name: str, documents: Documents) -> str | Path:
    """What a module is chosen by: its id, or its folder where it lies outside of the ruleset."""
    if name in documents.offered:
        return name
    folders = {m.id: m.folder.path for m in documents.modules.values() if m.folder is not None}
    beside = (path.parent / name for path in folders.values())
    return folders.get(name) or next(path for path in beside if (path / "module.yaml").is_file())


def _lacking(module: ModuleDocument, place: Span) -> ModuleDocument:
    tree = copied(module.tree)
    assert isinstance(tree, MapNode)
    todo = [tree.get("with")]
    while todo:
        block = todo.pop()
        if isinstance(block, MapNode):
            block.items = {key: item for key, item in block.items.items() if item.key_span != place}
            todo += [item.value.get("with") for item in block if isinstance(item.value, MapNode)]
    return replace(module, tree=tree)


_Named = tuple[str, str, Span | None]


def _named(d: Diagnostic) -> _Named:
    return d.code, d.message, d.span


def _blocks(tree: MapNode) -> Iterator[tuple[frozenset[str], Span, Span]]:
    """The `with` blocks of a module: the modules that each names with those around it, its key, and all of it."""
    block = tree.get("with")
    for item in block if isinstance(block, MapNode) else ():
        yield frozenset({item.key}), item.key_span, item.value.span
        if isinstance(item.value, MapNode):
            for names, place, inner in _blocks(item.value):
                yield names | {item.key}, place, inner


def _grouped(found: Sequence[Company], documents: Documents) -> list[list[Company]]:
    """Blocks whose modules do not exclude one another, as many together as go."""
    excluded = {m.id: set(m.excludes) for m in (*read_offered(documents.folder), *documents.modules.values())}
    groups: list[tuple[set[str], list[Company]]] = []
    for company in sorted(found, key=lambda c: -len(c.modules)):
        for modules, group in groups:
            both = modules | company.modules
            if not any(both & excluded.get(name, set()) for name in both):
                modules |= company.modules
                group.append(company)
                break
        else:
            groups.append((set(company.modules), [company]))
    return [group for _, group in groups]

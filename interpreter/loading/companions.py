"""Files that belong to a ruleset but hold no rules: texts, scenarios, the list of rules not built."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

from interpreter.diagnostics import Diagnostics, Source, Span
from interpreter.loading.documents import (
    Leaf,
    Limited,
    ListNode,
    MapNode,
    plain,
)
from interpreter.loading.model import (
    Texts,
)
from interpreter.loading.modules import Documents, all_needs
from interpreter.loading.schema import read_checked
from interpreter.loading.source import BESIDE, Folder, read_folder
from interpreter.records import record

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*", re.M)
_ALLOW = re.compile(r"^allow:[^\n]*\n(?:(?:[ #][^\n]*)?(?:\n|\Z))*", re.M)
"""The section `allow`: what it names is not there by being named, but mostly because it is not."""


def load_texts(documents: Documents, diagnostics: Diagnostics) -> dict[str, Texts]:
    """The texts of a ruleset and its modules by language; a module's text of the same id wins.

    Two modules that give one id different words are reported, unless one needs the other or a third, which needs both,
    gives it words too.
    """
    found: dict[str, dict[str, dict[str, list[_Said]]]] = {}
    speakers: dict[str, set[str]] = {}
    folders = [("", documents.folder), *((m.id, m.folder) for m in documents.modules.values() if m.folder)]
    for module, folder in folders:
        for name, source in folder.below("texts").files.items():
            tree = _checked_map(source, "texts", diagnostics)
            language = found.setdefault(name.removesuffix(".yaml"), {})
            speakers.setdefault(name.removesuffix(".yaml"), set()).add(module)
            for group in tree or ():
                if isinstance(group.value, MapNode):
                    known = language.setdefault(group.key, {})
                    for item in group.value:
                        known.setdefault(item.key, []).append(_Said(module, str(plain(item.value)), item.key_span))
    _report_different_words(found, all_needs(documents.modules), Limited(diagnostics))
    return {
        language: Texts(
            language,
            {group: {id: said[-1].words for id, said in ids.items()} for group, ids in groups.items()},
            {group: {id: said[-1].span for id, said in ids.items()} for group, ids in groups.items()},
            frozenset(speakers[language]),
        )
        for language, groups in found.items()
    }


@record
class _Said:
    """What one module calls a thing; "" is the ruleset itself."""

    module: str
    words: str
    span: Span


def _report_different_words(
    found: Mapping[str, Mapping[str, Mapping[str, list[_Said]]]],
    needs: Mapping[str, frozenset[str]],
    diagnostics: Limited,
) -> None:
    """Report words of two modules for one id of which neither would win by what the modules need."""
    for language, groups in found.items():
        for group, ids in groups.items():
            for id, said in ids.items():
                of_modules = sorted((one for one in said if one.module), key=lambda one: one.module)
                for first, second in combinations(of_modules, 2):
                    both = {first.module, second.module}
                    is_settled = any(both <= needs[one.module] | {one.module} for one in of_modules)
                    if first.words != second.words and not is_settled:
                        diagnostics.add(
                            "E136",
                            second.span,
                            related=[(first.span, f"`{first.module}` changes it here")],
                            what=f"{group}.{id} of texts/{language}.yaml",
                            first=first.module,
                            second=second.module,
                            settled="a module that needs both",
                        )


def words_of(documents: Documents) -> frozenset[str]:
    """All words of the rule files of a ruleset, of all its modules, and of the modules that are chosen; none in
    comments."""
    folders = [documents.folder, *(m.folder for m in documents.modules.values() if m.folder)]
    out: set[str] = set()
    for folder in folders:
        for name, source in folder.files.items():
            if name != "not_built.yaml" and not set(BESIDE) & set(name.split("/")[:-1]):
                out |= _words(source)
    return frozenset(out)


def words_elsewhere(documents: Documents) -> frozenset[str]:
    """All words of the rule files of those modules of a ruleset that are not chosen; none in comments."""
    out: set[str] = set()
    for name, source in documents.folder.files.items():
        parts = name.split("/")
        if parts[0] == "modules" and parts[1] not in documents.modules and not set(BESIDE) & {*parts[:-1]}:
            out |= _words(source)
    return frozenset(out)


def _words(source: Source) -> frozenset[str]:
    found: frozenset[str] | None = source.memo.get("words")
    if found is None:
        found = source.memo["words"] = frozenset(_WORD.findall(_COMMENT.sub("", _ALLOW.sub("", source.text))))
    return found


def scenarios_beside(folder: Folder, diagnostics: Diagnostics) -> list[MapNode]:
    """The scenarios in the folder of a ruleset or module; none beside a ruleset of one file."""
    return [] if folder.path.suffix in (".yaml", ".yml") else load_scenarios(folder, diagnostics)


def load_scenarios(path: Path | Folder, diagnostics: Diagnostics) -> list[MapNode]:
    """The scenarios of a ruleset or module folder (its folder `scenarios`), or of one scenario file.

    Each is a tree with spans (`plain` gives plain values); the keys inside given, do and expect are not checked here.
    """
    folder = path if isinstance(path, Folder) else read_folder(path, diagnostics)
    if folder is None:
        return []
    is_file = folder.path.suffix in (".yaml", ".yml")
    files = folder.files if is_file else folder.below("scenarios").files
    scenarios: list[MapNode] = []
    seen: dict[object, Span] = {}
    for source in files.values():
        tree = read_checked(source, "scenarios", diagnostics)
        for node in tree.items if isinstance(tree, ListNode) else ():
            if isinstance(node, MapNode) and _is_new_scenario(node, seen, diagnostics):
                scenarios.append(node)
    return scenarios


def _is_new_scenario(node: MapNode, seen: dict[object, Span], diagnostics: Diagnostics) -> bool:
    given = node.get("id")
    if not isinstance(given, Leaf):
        return False
    if given.value in seen:
        related = [(seen[given.value], "first written here")]
        diagnostics.add("E011", given.span, related=related, key=given.value)
        return False
    seen[given.value] = given.span
    return True


def _checked_map(source: Source, schema: str, diagnostics: Diagnostics) -> MapNode | None:
    tree = read_checked(source, schema, diagnostics)
    return tree if isinstance(tree, MapNode) else None

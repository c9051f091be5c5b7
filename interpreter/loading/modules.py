"""Ruleset files and chosen modules → parsed sections, checked for what can be said of them before they are merged.

Knows which sections are maps of ids; reads no effect text.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from interpreter.diagnostics import Diagnostics, Source, Span, near_names
from interpreter.loading.defaults import fill_documents
from interpreter.loading.documents import MAX_DEPTH, Item, Leaf, Limited, ListNode, MapNode, Node, copied
from interpreter.loading.schema import check, read_checked
from interpreter.loading.source import BESIDE, Folder, read_folder, shown
from interpreter.records import record

OPERATIONS = ("add", "patch", "replace", "remove")
ID_DEPTH = {"state": 2, "scoring": 2, "game": 0, "setup": 0, "show": 0}
"""How many keys below a section lead to an entry with an id; 1 for all others."""

_NOT_RULES = ("modules", *BESIDE)


@record
class ModuleDocument:
    """One chosen module: its united sections and what its `module` section says. needs, excludes, breaks: what is named
    there → where. beside: modules for whose company it has sections → where."""

    id: str
    tree: MapNode
    span: Span
    needs: Mapping[str, Span] = field(default_factory=dict)
    excludes: Mapping[str, Span] = field(default_factory=dict)
    players: tuple[int, ...] | None = None
    folder: Folder | None = None
    for_version: str = ""
    breaks: Mapping[str, Span] = field(default_factory=dict)

    @property
    def beside(self) -> dict[str, Span]:
        return _beside(self.tree)

    def place(self, key: str) -> Span:
        """Where the section `module` writes a key's value; the section itself, where it does not."""
        declared = self.tree.get("module")
        node = declared.get(key) if isinstance(declared, MapNode) else None
        return self.span if node is None else node.span


@record
class Documents:
    """The parsed files of a ruleset with the chosen modules.

    base: united sections of the ruleset. modules: the chosen ones in the order of merging, by id. offered: ids of all
    modules in the ruleset's folder. is_complete: every file could be read, so a name that is nowhere is a mistake.
    """

    folder: Folder
    base: MapNode
    modules: Mapping[str, ModuleDocument] = field(default_factory=dict)
    offered: tuple[str, ...] = ()
    is_complete: bool = True

    @property
    def known(self) -> list[str]:
        """Modules that can be chosen: those of the ruleset, the chosen ones, and those that lie beside a chosen one."""
        elsewhere = (m.folder.path for m in self.modules.values() if m.folder is not None and m.id not in self.offered)
        beside = [name for path in elsewhere for name in _modules_in(path.parent)]
        return list(dict.fromkeys([*self.offered, *self.modules, *beside]))

    @property
    def trees(self) -> list[MapNode]:
        """The sections as they were read: of the ruleset, then of each module."""
        return [self.base, *(module.tree for module in self.modules.values())]


def load_documents(
    path: Path | Folder, module_refs: Sequence[str | Path], diagnostics: Diagnostics
) -> Documents | None:
    """Read and schema-check a ruleset folder (or single file) and the chosen modules.

    module_refs: ids of modules in the ruleset's own folder, or paths of module folders or files anywhere. What they
    need is chosen with them, where the ruleset offers it.
    None: the ruleset cannot be read at all (reported).
    """
    folder = path if isinstance(path, Folder) else read_folder(path, diagnostics)
    if folder is None:
        return None
    _check_names(folder, diagnostics)
    if (found := _is_module(folder)) is not None:
        diagnostics.add("E150", Span(found, 0, len("module")), path=shown(folder.path))
        return None
    base = _united(_rule_files(folder), "ruleset", diagnostics)
    if base is None:
        if not diagnostics.has_errors:
            diagnostics.add("E001", None, path=shown(folder.path), reason="it holds no rules (*.yaml)")
        return None
    offered = tuple(folder.folders_in("modules"))
    modules: dict[str, ModuleDocument] = {}
    is_complete = folder.is_complete and not base.faulty
    refs = list(module_refs)
    asked = {Path(ref).stem for ref in refs}
    for ref in refs:  # grows: what a module needs is chosen with it, where the ruleset offers it
        module = _read_module(ref, folder, offered, diagnostics)
        is_complete = is_complete and module is not None and not module.tree.faulty
        if module is not None and module.id in modules:
            _check_same(modules[module.id], module, diagnostics)
        elif module is not None:
            modules[module.id] = module
            _check_version(module, base, diagnostics)
            needed = [need for need in module.needs if need in offered and need not in asked]
            asked.update(needed)
            refs += needed
    _check_combination(modules, asked, offered, diagnostics)
    ordered = _in_order(modules, diagnostics)
    fill_documents(base, [module.tree for module in ordered])
    return Documents(folder, base, {m.id: m for m in ordered}, offered, is_complete)


def with_changes(documents: Documents, changes: MapNode | None, diagnostics: Diagnostics) -> Documents:
    """The documents with one module more that builds on all others: what a scenario says is different for it alone.

    changes: sections as a module has them; what stands right under one, without an operation, patches it. Mistakes of
    form are reported.
    """
    if changes is None:
        return documents
    tree = MapNode(changes.span)
    for item in changes:
        value = item.value
        if not isinstance(value, MapNode) or not value.items.keys() <= {*OPERATIONS}:
            value = MapNode(item.value.span, {"patch": Item("patch", item.key_span, item.value)})
        tree.items[item.key] = Item(item.key, item.key_span, value)
    check(tree, "module", diagnostics)
    module = ModuleDocument("given.changes", tree, changes.span, dict.fromkeys(documents.modules, changes.span))
    return replace(documents, modules={**documents.modules, module.id: module})


# ---- reading


def _is_module(folder: Folder) -> Source | None:
    """The file that says that a folder is a module and not a ruleset, where there is one."""
    files = _rule_files(folder)
    begun = {name: set(re.findall(r"^(game|module):", source.text, re.MULTILINE)) for name, source in files.items()}
    if any("game" in sections for sections in begun.values()):
        return None
    return next((files[n] for n, sections in begun.items() if "module" in sections or n == "module.yaml"), None)


def _check_names(folder: Folder, diagnostics: Diagnostics) -> None:
    """Report files with the other ending, and folders that are called nearly as those with a meaning."""
    told: set[str] = set()
    for name, source in folder.files.items():
        if name.endswith(".yml"):
            diagnostics.add("E020", Span(source, 0, 0), name=name)
        inner, _, rest = name.partition("/")
        right = _meant(inner) if rest else ""
        if right and inner not in told:
            told.add(inner)
            diagnostics.add("E024", Span(source, 0, 0), name=inner, right=right)


def _meant(folder: str) -> str:
    """The folder with a meaning of its own that a name nearly is; "" for its very name, and for all others."""
    near = difflib.get_close_matches(folder.lower(), _NOT_RULES, n=1, cutoff=0.85)
    return near[0] if near and near[0] != folder else ""


def _rule_files(folder: Folder) -> dict[str, Source]:
    return {
        name: source
        for name, source in folder.files.items()
        if name.endswith(".yaml") and name != "not_built.yaml" and not _holds_no_rules(*name.partition("/")[::2])
    }


def _holds_no_rules(folder: str, rest: str) -> bool:
    return folder in _NOT_RULES or (rest != "" and _meant(folder) != "")


def _united(files: Mapping[str, Source], schema: str, diagnostics: Diagnostics) -> MapNode | None:
    """One map of sections out of many files, marked faulty if some part could not be read. None: no file could."""
    united: MapNode | None = None
    limited = Limited(diagnostics)
    is_faulty = False
    for source in files.values():
        tree = read_checked(source, schema, diagnostics)
        if not isinstance(tree, MapNode):
            is_faulty = True
            continue
        is_faulty |= tree.faulty
        if united is None:
            united = MapNode(tree.span)
        for item in tree:
            depth = max(1, ID_DEPTH.get(item.key, 1))
            if schema != "module":
                _unite(united, item, depth, limited)
            elif item.key == "with":
                _unite(united, item, MAX_DEPTH, limited)
            else:
                _unite(united, item, depth + 1, limited, is_operated=True)
    if united is not None:
        united.faulty = is_faulty
    return united


def _unite(target: MapNode, item: Item, depth: int, diagnostics: Diagnostics, *, is_operated: bool = False) -> None:
    """Put one item of another file into `target`; maps that are no entries themselves grow together.

    depth: how many levels of them are below. is_operated: the maps of the next level are operations of a module; what
    it patches may stand in parts, as deep as the patch goes.
    """
    old = target.items.get(item.key)
    if old is None:
        target.items[item.key] = Item(item.key, item.key_span, copied(item.value), item.origin)
        return
    if depth > 0 and isinstance(old.value, MapNode) and isinstance(item.value, MapNode):
        old.value.faulty |= item.value.faulty
        for inner in item.value:
            is_deep = is_operated and inner.key == "patch"
            _unite(old.value, inner, MAX_DEPTH if is_deep else depth - 1, diagnostics)
        return
    related = [(old.key_span, "first written here")]
    diagnostics.add("E011", item.key_span, related=related, key=item.key)


def read_offered(folder: Folder) -> Iterator[ModuleDocument]:
    """The modules in a ruleset's own folder, as far as they can be read; mistakes in them are not told."""
    offered = tuple(folder.folders_in("modules"))
    for name in offered:
        module = _read_module(name, folder, offered, Diagnostics())
        if module is not None:
            yield module


def _read_module(
    ref: str | Path, folder: Folder, offered: Sequence[str], diagnostics: Diagnostics
) -> ModuleDocument | None:
    name = str(ref)
    if isinstance(ref, Path) or "/" in name or "\\" in name:
        inner: Folder | None = read_folder(Path(ref), diagnostics)
        if inner is not None:
            _check_names(inner, diagnostics)
    elif name in offered:
        inner = folder.below(f"modules/{name}")
    elif not folder.is_complete and (folder.path / "modules" / name).is_dir():
        return None  # its files cannot be read, which was reported
    else:
        beside = [f"./{name}"] if re.fullmatch(r"\w+", name) and (Path(name) / "module.yaml").is_file() else []
        diagnostics.add("E130", None, near=[*beside, *near_names(name, offered)], module=name)
        return None
    tree = None if inner is None else _united(_rule_files(inner), "module", diagnostics)
    if inner is None or tree is None:
        if inner is not None and not _rule_files(inner):
            diagnostics.add("E001", None, path=shown(inner.path), reason="it holds no rules (*.yaml)")
        return None
    declared = tree.get("module")
    if not isinstance(declared, MapNode):
        diagnostics.add("E132", Span(tree.span.source, 0, 0), module=inner.name)
        declared = MapNode(Span(tree.span.source, 0, 0))
    return _module_document(inner, tree, declared, diagnostics)


def _module_document(inner: Folder, tree: MapNode, declared: MapNode, diagnostics: Diagnostics) -> ModuleDocument:
    given = declared.get("id")
    if isinstance(given, Leaf) and given.value != inner.name:
        diagnostics.add("E131", given.span, module=given.value, folder=inner.name)
    item = tree.items.get("module")
    players = declared.get("players")
    return ModuleDocument(
        inner.name,
        tree,
        item.key_span if item else declared.span,
        _others(declared.get("needs")),
        _others(declared.get("excludes")),
        tuple(sorted(_numbers(players))) if isinstance(players, ListNode) else None,
        inner,
        _text(declared.get("for_version")),
        _spans(declared.get("breaks")),
    )


def _spans(node: Node | None) -> dict[str, Span]:
    items = node.items if isinstance(node, ListNode) else []
    return {str(leaf.value): leaf.span for leaf in items if isinstance(leaf, Leaf)}


def _others(node: Node | None) -> dict[str, Span]:
    """Modules that are named; `base` is the ruleset, which is always there."""
    return {name: span for name, span in _spans(node).items() if name != "base"}


def _text(node: Node | None) -> str:
    return str(node.value) if isinstance(node, Leaf) and node.value is not None else ""


def _beside(tree: MapNode) -> dict[str, Span]:
    block = tree.get("with")
    found: dict[str, Span] = {}
    for item in block if isinstance(block, MapNode) else ():
        found.setdefault(item.key, item.key_span)
        if isinstance(item.value, MapNode):
            found = {**_beside(item.value), **found}
    return found


def _modules_in(folder: Path) -> list[str]:
    """The modules that lie in a folder on disk; none where it cannot be read."""
    try:
        return sorted(path.parent.name for path in folder.glob("*/module.yaml"))
    except OSError:
        return []


def _numbers(node: ListNode) -> list[int]:
    return [leaf.value for leaf in node.items if isinstance(leaf, Leaf) and isinstance(leaf.value, int)]


_BOUND = re.compile(r"(>=|<=|>|<|=|)\s*(\d+(?:\.\d+)*)")


def _check_version(module: ModuleDocument, base: MapNode, diagnostics: Diagnostics) -> None:
    """Report a module that is for other versions of the ruleset. A ruleset without a version is in no range."""
    game = base.get("game")
    found = _text(game.get("version")) if isinstance(game, MapNode) else ""
    if module.for_version and not _is_in_range(found, module.for_version):
        diagnostics.add(
            "E148",
            module.place("for_version"),
            module=module.id,
            wanted=module.for_version,
            found=found or "without a number",
        )


def _is_in_range(version: str, bounds: str) -> bool:
    """Whether a version such as 1.2 keeps all bounds of a text such as `>=1 <2`; 1 and 1.0 are the same version."""
    if not re.fullmatch(r"\d+(\.\d+)*", version):
        return False
    for sign, text in _BOUND.findall(bounds):
        is_less, is_same = _numbered(version) < _numbered(text), _numbered(version) == _numbered(text)
        is_kept = {">=": not is_less, "<": is_less, ">": not is_less and not is_same, "<=": is_less or is_same}
        if not is_kept.get(sign, is_same):
            return False
    return True


def _numbered(version: str) -> list[int]:
    parts = [int(part) for part in version.split(".")]
    while parts and parts[-1] == 0:
        parts.pop()
    return parts


def _check_same(first: ModuleDocument, second: ModuleDocument, diagnostics: Diagnostics) -> None:
    """Report two folders of one name; the same folder named twice is one module."""
    folders = {Path(m.folder.path).resolve() for m in (first, second) if m.folder is not None}
    if len(folders) > 1:
        related = [(first.span, "the other one is here")]
        diagnostics.add("E149", second.span, related=related, module=second.id)


def _check_combination(
    modules: Mapping[str, ModuleDocument], asked: set[str], offered: Sequence[str], diagnostics: Diagnostics
) -> None:
    """Report needs that are not there, exclusions that are, and modules that speak of their own company; nothing is
    taken out, so that more can be found.

    asked: the ids chosen or needed, those included that could not be read. offered: those of the ruleset.
    """
    for module in modules.values():
        for need, span in module.needs.items():
            if need not in (module.id, *asked):
                near = near_names(need, [n for n in (*offered, *modules) if n != module.id])
                diagnostics.add("E133", span, near=near, module=module.id, need=need)
        for other, span in module.excludes.items():
            if other in modules and other != module.id:
                related = [(modules[other].span, f"`{other}` is declared here")]
                diagnostics.add("E134", span, related=related, module=module.id, other=other)
        for key, named in (("needs", module.needs), ("excludes", module.excludes), ("with", module.beside)):
            if module.id in named:
                diagnostics.add("E152", named[module.id], module=module.id, key=key)


def _in_order(modules: Mapping[str, ModuleDocument], diagnostics: Diagnostics) -> list[ModuleDocument]:
    """Needed ones first; of the others the order comes of what they say, so that another name changes nothing. Where
    they say the same, they are in conflict, or only their texts speak."""
    closed = all_needs(modules)
    ordered = sorted(modules.values(), key=lambda m: (len(closed[m.id]), *said(m.tree), m.id))
    circles: dict[frozenset[str], list[ModuleDocument]] = {}
    for module in ordered:
        if module.id in closed[module.id]:
            circles.setdefault(closed[module.id], []).append(module)
    for circle in circles.values():
        names = {module.id for module in circle}
        place = next(span for need, span in circle[0].needs.items() if need in names and need != circle[0].id)
        diagnostics.add("E135", place, modules=", ".join(f"`{name}`" for name in sorted(names)))
    return ordered


def said(tree: MapNode) -> tuple[list[str], list[str]]:
    """What a module, or a `with` block, says: its keys, then its values. Names of modules are left out."""
    keys: list[str] = []
    values: list[str] = []

    def read(node: Node) -> None:
        for item in node if isinstance(node, MapNode) else ():
            keys.append(item.key)
            read(item.value)
        for inner in node.items if isinstance(node, ListNode) else ():
            read(inner)
        if isinstance(node, Leaf):
            values.append(str(node.value))

    for item in tree:
        if item.key not in ("module", "with"):
            keys.append(item.key)
            read(item.value)
    block = tree.get("with")
    inner = block if isinstance(block, MapNode) else ()
    for more, of in sorted(said(item.value) for item in inner if isinstance(item.value, MapNode)):
        keys += ["with", *more]
        values += of
    return keys, values


def all_needs(modules: Mapping[str, ModuleDocument]) -> dict[str, frozenset[str]]:
    """Module → the modules that it builds on, over others too: itself only where they need one another in a circle."""
    closed: dict[str, frozenset[str]] = {}
    for module in modules.values():
        todo, seen = [need for need in module.needs if need != module.id], set[str]()
        while todo:
            need = todo.pop()
            if need not in seen:
                seen.add(need)
                todo += modules[need].needs if need in modules else ()
        closed[module.id] = frozenset(seen)
    return closed

"""Ruleset files and modules → one tree of sections, in which every part knows which module wrote it.

A module changes things by id: add, patch, replace, remove. Modules are merged in the order of their needs, then of
their ids, so the order in which they are named never matters; where the outcome would depend on it, it is an error.
Knows which sections are maps of ids; reads no effect text.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from interpreter.diagnostics import Diagnostics, Source, Span, near_names
from interpreter.loading.documents import MAX_DEPTH, Item, Leaf, Limited, ListNode, MapNode, Node, copied
from interpreter.loading.schema import read_checked
from interpreter.loading.source import Folder, read_folder, shown
from interpreter.records import record

OPERATIONS = ("add", "patch", "replace", "remove")
ID_DEPTH = {"state": 2, "scoring": 2, "game": 0, "setup": 0, "show": 0}
"""How many keys below a section lead to an entry with an id; 1 for all others."""

_NOT_RULES = ("scenarios", "modules", "texts")


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
    return Documents(folder, base, {m.id: m for m in ordered}, offered, is_complete)


def merge(documents: Documents, diagnostics: Diagnostics) -> MapNode:
    """The sections of the ruleset with the chosen modules merged in: a new tree, `documents` stays as it is.

    Contradictions (two modules on one field, an unknown id …) are reported; the first change then stands.
    """
    tree = copied(documents.base)
    assert isinstance(tree, MapNode)
    merging = _Merging(tree, diagnostics)
    for unit in _units(documents.modules):
        merging.apply(unit)
    merging.report_conflicts()
    return tree


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
    """Needed ones first, equal ones by id."""
    waiting = dict(sorted(modules.items()))
    done: list[ModuleDocument] = []
    while waiting:
        ready = [m for m in waiting.values() if not any(need in waiting for need in m.needs if need != m.id)]
        if not ready:
            first = next(m for m in waiting.values() if _needs_itself(m.id, waiting))
            circle = next(span for need, span in first.needs.items() if _leads_to(need, first.id, waiting))
            diagnostics.add("E135", circle, modules=", ".join(f"`{name}`" for name in waiting))
            ready = [first]
        done.append(ready[0])
        del waiting[ready[0].id]
    return done


def _needs_itself(name: str, modules: Mapping[str, ModuleDocument]) -> bool:
    return any(need != name and _leads_to(need, name, modules) for need in modules[name].needs)


def _leads_to(name: str, target: str, modules: Mapping[str, ModuleDocument]) -> bool:
    """Whether a module is another one, or needs it, over others too."""
    todo, seen = [name], {name}
    while todo:
        module = modules.get(todo.pop())
        for need in () if module is None else module.needs:
            if need not in seen:
                seen.add(need)
                todo.append(need)
    return target in seen


def taken_out(modules: Mapping[str, ModuleDocument]) -> dict[str, tuple[str, Span]]:
    """What the chosen modules take out: ids, each with the module and the place where it says so."""
    found: dict[str, tuple[str, Span]] = {}
    for module in modules.values():
        for section in module.tree:
            taken = section.value.get("remove") if isinstance(section.value, MapNode) else None
            found.update((str(leaf.value), (module.id, leaf.span)) for leaf in _leaves(taken))
    return found


def regrouped(documents: Documents) -> dict[str, tuple[str, tuple[str, ...], Span]]:
    """Resources and tracks that a chosen module takes out of groups of the ruleset by a patch of their `group`: id →
    the module, the groups that are lost, and where it says so."""
    found: dict[str, tuple[str, tuple[str, ...], Span]] = {}
    for module in documents.modules.values():
        for section in ("resources", "tracks"):
            base, own = documents.base.get(section), module.tree.get(section)
            patch = own.get("patch") if isinstance(own, MapNode) else None
            for item in patch if isinstance(patch, MapNode) else ():
                old = base.get(item.key) if isinstance(base, MapNode) else None
                if isinstance(old, MapNode) and isinstance(item.value, MapNode) and "group" in item.value.items:
                    new = {str(leaf.value) for leaf in _leaves(item.value.get("group"))}
                    lost = tuple(str(leaf.value) for leaf in _leaves(old.get("group")) if str(leaf.value) not in new)
                    if lost:
                        found[item.key] = (module.id, lost, item.value.items["group"].key_span)
    return found


def _leaves(node: Node | None) -> Iterator[Leaf]:
    if isinstance(node, Leaf):
        yield node
    elif isinstance(node, ListNode | MapNode):
        for inner in node.items if isinstance(node, ListNode) else [item.value for item in node]:
            yield from _leaves(inner)


# ---- merging


@record
class _Unit:
    """What is merged in one step: a module, or a `with` block of it. after: the units whose changes it may build on."""

    name: str
    tree: MapNode
    after: frozenset[str]


def all_needs(modules: Mapping[str, ModuleDocument]) -> dict[str, frozenset[str]]:
    """Module → the modules that it builds on, over others too. modules: in the order of merging."""
    closed: dict[str, frozenset[str]] = {}
    for module in modules.values():  # in order of needs, so what a module needs is closed already
        known = [closed.get(need, frozenset()) | {need} for need in module.needs]
        closed[module.id] = frozenset().union(*known)
    return closed


def _units(modules: Mapping[str, ModuleDocument]) -> list[_Unit]:
    closed = all_needs(modules)
    units = [_Unit(module.id, module.tree, closed[module.id]) for module in modules.values()]
    for module in modules.values():
        units += _together(_Unit(module.id, module.tree, closed[module.id] | {module.id}), modules, closed)
    return units


def _together(unit: _Unit, modules: Mapping[str, ModuleDocument], closed: Mapping[str, frozenset[str]]) -> list[_Unit]:
    """The `with` blocks of a module, or of such a block, for the modules chosen."""
    block = unit.tree.get("with")
    out: list[_Unit] = []
    for item in sorted(block, key=lambda i: i.key) if isinstance(block, MapNode) else ():
        if item.key in modules and isinstance(item.value, MapNode):
            inner = _Unit(f"{unit.name}+{item.key}", item.value, unit.after | closed[item.key] | {item.key})
            out += [inner, *_together(inner, modules, closed)]
    return out


_Path = tuple[str, ...]


class _Merging:
    """Applies units to a tree and remembers who changed what, to find changes that depend on the order."""

    def __init__(self, tree: MapNode, diagnostics: Diagnostics) -> None:
        self.tree = tree
        self.diagnostics = Limited(diagnostics)
        self.changes: dict[_Path, list[tuple[_Unit, Span]]] = {}
        self.below: dict[_Path, list[tuple[_Unit, Span]]] = {}
        self.conflicts: list[tuple[_Path, _Unit, Span, _Unit, Span]] = []
        self.removed: dict[_Path, tuple[_Unit, Span]] = {}

    def apply(self, unit: _Unit) -> None:
        for item in unit.tree:
            if item.key not in ("module", "with") and isinstance(item.value, MapNode):
                self.apply_section(unit, item, item.value)

    def apply_section(self, unit: _Unit, item: Item, changed: MapNode) -> None:
        section = self.tree.items.get(item.key)
        if section is None:
            section = Item(item.key, item.key_span, MapNode(item.key_span))
            self.tree.items[item.key] = section
        target = section.value
        if not isinstance(target, MapNode):
            return
        depth = ID_DEPTH.get(item.key, 1)
        for operation in changed:
            if operation.key not in OPERATIONS:
                self.add(unit, target, operation, (item.key, operation.key))
            elif operation.key == "remove":
                self.remove(unit, target, operation.value, (item.key,))
            elif isinstance(operation.value, MapNode):
                self.descend(unit, operation.key, target, operation.value, (item.key,), depth)

    def descend(self, unit: _Unit, verb: str, target: MapNode, change: MapNode, path: _Path, depth: int) -> None:
        """Go down to where the ids stand, then apply the operation to each."""
        if depth > 1:
            for item in change:
                inner = target.items.setdefault(item.key, Item(item.key, item.key_span, MapNode(item.key_span)))
                if isinstance(inner.value, MapNode) and isinstance(item.value, MapNode):
                    self.descend(unit, verb, inner.value, item.value, (*path, item.key), depth - 1)
        elif depth == 0:
            self.patch(unit, target, change, path)
        else:
            for item in change:
                self.change_entry(unit, verb, target, item, (*path, item.key))

    def change_entry(self, unit: _Unit, verb: str, target: MapNode, item: Item, path: _Path) -> None:
        if verb == "add":
            self.add(unit, target, item, path)
            return
        old = target.items.get(item.key)
        if old is None:
            self.report_unknown(unit, item.key, item.key_span, target, path)
        elif verb == "patch" and isinstance(old.value, MapNode) and isinstance(item.value, MapNode):
            self.patch(unit, old.value, item.value, path)
        elif (
            verb == "patch"
            and path[0] == "tables"
            and isinstance(old.value, ListNode)
            and isinstance(item.value, MapNode)
        ):
            self.patch_entries(unit, old.value, item.value, path)
        elif (
            verb == "patch"
            and isinstance(item.value, MapNode)
            and isinstance(old.value, Leaf)
            and self.widen(old, path)
        ):
            self.change_entry(unit, verb, target, item, path)
        elif self.touch(unit, path, item.key_span):
            target.items[item.key] = _owned(item, unit)

    def widen(self, old: Item, path: _Path) -> bool:
        """Write a short form as the map it stands for, so that one field of it can be patched."""
        field_name = {"rules": "rule", "state": "type"}.get(path[0])
        if not isinstance(old.value, Leaf) or (old.value.value is not None and field_name is None):
            return False
        whole = MapNode(old.key_span)
        if field_name is not None:
            whole.items[field_name] = Item(field_name, old.value.span, old.value)
        old.value = whole
        return True

    def add(self, unit: _Unit, target: MapNode, item: Item, path: _Path) -> None:
        old = target.items.get(item.key)
        if old is not None:
            if not self.is_conflict(unit, path, item.key_span):
                related = [(old.key_span, "first written here")]
                self.diagnostics.add("E137", item.key_span, related=related, name=item.key, section=path[0])
        elif self.touch(unit, path, item.key_span):
            target.items[item.key] = _owned(item, unit)

    def patch(self, unit: _Unit, target: MapNode, change: MapNode, path: _Path) -> None:
        """Write the fields of `change` into `target`, going down where both hold maps."""
        target.faulty |= change.faulty
        for item in change:
            old, inner = target.items.get(item.key), (*path, item.key)
            if old is not None and isinstance(old.value, MapNode) and isinstance(item.value, MapNode):
                self.patch(unit, old.value, item.value, inner)
            elif old is None and self.is_removed_by(unit, inner):
                self.report_unknown(unit, item.key, item.key_span, target, inner)
            elif self.touch(unit, inner, item.key_span):
                target.items[item.key] = _owned(item, unit)

    def patch_entries(self, unit: _Unit, target: ListNode, change: MapNode, path: _Path) -> None:
        """Write single entries of a list, named by their numbers from 1."""
        for item in change:
            inner = (*path, item.key)
            number = int(item.key) if item.key.isascii() and item.key.isdigit() and len(item.key) < 6 else 0
            if not 1 <= number <= len(target.items):
                if not self.diagnostics.is_full and not self.is_conflict(unit, inner, item.key_span):
                    self.diagnostics.add("E138", item.key_span, name=item.key, section=".".join(path))
            elif self.touch(unit, inner, item.key_span):
                target.items[number - 1] = copied(item.value)

    def remove(self, unit: _Unit, target: MapNode, change: Node, path: _Path) -> None:
        if isinstance(change, ListNode):
            for leaf in change.items:
                if not isinstance(leaf, Leaf):
                    continue
                name = str(leaf.value)
                entry = (*path, name)
                if name not in target.items:
                    self.report_unknown(unit, name, leaf.span, target, entry)
                elif own := self.own_change(unit, entry):
                    self.report_removed(unit, name, own, leaf.span, entry)
                elif self.touch(unit, entry, leaf.span):
                    del target.items[name]
                    self.removed[entry] = (unit, leaf.span)
        elif isinstance(change, MapNode):
            for item in change:
                inner = target.get(item.key)
                if isinstance(inner, MapNode):
                    self.remove(unit, inner, item.value, (*path, item.key))
                else:
                    self.report_unknown(unit, item.key, item.key_span, target, (*path, item.key))

    def touch(self, unit: _Unit, path: _Path, span: Span) -> bool:
        """Note a change. False: another module made one that this unit does not build on (reported)."""
        if self.is_conflict(unit, path, span):
            return False
        self.changes.setdefault(path, []).append((unit, span))
        for length in range(len(path)):
            self.below.setdefault(path[:length], []).append((unit, span))
        return True

    def is_conflict(self, unit: _Unit, path: _Path, span: Span) -> bool:
        """Whether a change meets one of a module this unit does not build on. Noted: a `with` block may settle it."""
        earlier = list(self.below.get(path, ()))
        for length in range(1, len(path) + 1):
            earlier += self.changes.get(path[:length], ())
        for other, place in earlier:
            if other is not unit and other.name not in unit.after:
                self.conflicts.append((path, other, place, unit, span))
                return True
        return False

    def report_conflicts(self) -> None:
        """Report the conflicts that no later unit, which builds on both modules, has settled by a change of its own."""
        for path, first, place, second, span in self.conflicts:
            both = {*first.name.split("+"), *second.name.split("+")}
            later = [unit for length in range(1, len(path) + 1) for unit, _ in self.changes.get(path[:length], ())]
            if not any(both <= unit.after for unit in later):
                related = [(place, f"`{first.name}` changes it here")]
                self.diagnostics.add(
                    "E136",
                    span,
                    related=related,
                    what=".".join(path),
                    first=first.name,
                    second=second.name,
                    settled="a `with` block of one of them",
                )

    def own_change(self, unit: _Unit, path: _Path) -> Span | None:
        """Where a unit has changed an entry, or something in it, itself."""
        changes = [*self.changes.get(path, ()), *self.below.get(path, ())]
        return next((span for other, span in changes if other is unit), None)

    def is_removed_by(self, unit: _Unit, path: _Path) -> bool:
        return path in self.removed and self.removed[path][0] is unit

    def report_removed(self, unit: _Unit, name: str, changed: Span, removed: Span, path: _Path) -> None:
        by = self.removed[path][0].name if path in self.removed else unit.name
        related = [(removed, f"`{by}` takes it out here")]
        self.diagnostics.add("E153", changed, related=related, name=name, section=".".join(path[:-1]), module=by)

    def report_unknown(self, unit: _Unit, name: str, span: Span, target: MapNode, path: _Path) -> None:
        if self.diagnostics.is_full or self.is_conflict(unit, path, span):
            return
        if path in self.removed:
            self.report_removed(unit, name, span, self.removed[path][1], path)
        else:
            near = near_names(name, list(target.items)[:500])
            self.diagnostics.add("E138", span, near=near, name=name, section=".".join(path[:-1]))


def _owned(item: Item, unit: _Unit) -> Item:
    return Item(item.key, item.key_span, copied(item.value), unit.name)

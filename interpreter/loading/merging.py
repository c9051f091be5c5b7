"""The ruleset and its chosen modules → one tree of sections, in which every part knows which module wrote it.

A module changes things by id: add, patch, replace, remove. Modules are merged in the order of their needs, then of
their ids, so the order in which they are named never matters; where the outcome would depend on it, it is an error.
Knows which sections are maps of ids; reads no effect text.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.diagnostics import Diagnostics, Span, near_names
from interpreter.loading.defaults import KEY as DEFAULTS
from interpreter.loading.defaults import SECTIONS as WITH_KINDS
from interpreter.loading.defaults import fill_added
from interpreter.loading.documents import Item, Leaf, Limited, ListNode, MapNode, Node, copied, plain
from interpreter.loading.module_changes import at
from interpreter.loading.modules import ID_DEPTH, OPERATIONS, Documents, ModuleDocument, all_needs, said
from interpreter.records import record


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
    fill_added(tree)
    return tree


@record
class _Unit:
    """What is merged in one step: a module, or a `with` block of it. reach: the modules that it speaks of or builds on,
    itself included."""

    name: str
    tree: MapNode
    reach: frozenset[str]

    @property
    def is_block(self) -> bool:
        return "+" in self.name

    @property
    def module(self) -> str:
        return self.name.partition("+")[0]

    def builds_on(self, other: _Unit) -> bool:
        """Whether a unit knows of another, which comes before it: it reaches further, or as a block as far as what is
        no block. Two blocks about the same modules know nothing of each other."""
        if self.reach == other.reach:
            return self.is_block and not other.is_block
        return other.reach < self.reach

    @property
    def place_in_order(self) -> tuple[int, bool, tuple[list[str], list[str]], str]:
        return len(self.reach), self.is_block, said(self.tree), self.name


def _units(modules: Mapping[str, ModuleDocument]) -> list[_Unit]:
    """The modules and those of their `with` blocks that are in play, in the order of merging: what builds on others
    after them, all else by what it says. Names say nothing."""
    closed = all_needs(modules)
    units = [_Unit(module.id, module.tree, closed[module.id] | {module.id}) for module in modules.values()]
    units += [block for unit in units for block in _together(unit, modules, closed)]
    return sorted(units, key=lambda unit: unit.place_in_order) if len(units) > 1 else units


def _together(unit: _Unit, modules: Mapping[str, ModuleDocument], closed: Mapping[str, frozenset[str]]) -> list[_Unit]:
    """The `with` blocks of a module, or of such a block, for the modules chosen."""
    block = unit.tree.get("with")
    out: list[_Unit] = []
    for item in block if isinstance(block, MapNode) else ():
        if item.key in modules and isinstance(item.value, MapNode):
            inner = _Unit(f"{unit.name}+{item.key}", item.value, unit.reach | closed[item.key] | {item.key})
            out += [inner, *_together(inner, modules, closed)]
    return out


_Path = tuple[str, ...]


@record
class _Conflict:
    """Changes of two units at one path of which neither builds on the other. is_removal: one takes out what the
    other changes."""

    path: _Path
    first: _Unit
    place: Span
    second: _Unit
    span: Span
    is_removal: bool

    def is_settled_by(self, unit: _Unit) -> bool:
        return unit.builds_on(self.first) and unit.builds_on(self.second)


class _Merging:
    """Applies units to a tree and remembers who changed what, to find changes that depend on the order."""

    def __init__(self, tree: MapNode, diagnostics: Diagnostics) -> None:
        self.tree = tree
        self.diagnostics = Limited(diagnostics)
        self.changes: dict[_Path, list[tuple[_Unit, Span]]] = {}
        self.below: dict[_Path, list[tuple[_Unit, Span, _Path]]] = {}
        self.conflicts: list[_Conflict] = []
        self.refused: dict[_Path, list[tuple[_Unit, Span]]] = {}
        self.taken: list[tuple[_Unit, _Path, Span, str]] = []
        """what `with` blocks take out, with the module that had added it"""
        self.removed: dict[_Path, tuple[_Unit, Span]] = {}
        self.kept: dict[_Path, tuple[Item, list[str], MapNode]] = {}
        """what was removed, with what other modules wrote into it since, the keys it stood among, and where"""

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
        if (expected := changed.get("expects")) is not None:
            self.expect(unit, expected, target, (item.key,))
        for operation in changed:
            if operation.key == "expects":
                continue
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
            rest = [
                item for item in change if verb != "add" or not self.lengthen(unit, target, item, (*path, item.key))
            ]
            self.patch(unit, target, MapNode(change.span, {item.key: item for item in rest}), path)
        else:
            for item in change:
                self.change_entry(unit, verb, target, item, (*path, item.key))

    def change_entry(self, unit: _Unit, verb: str, target: MapNode, item: Item, path: _Path) -> None:
        if verb == "add":
            self.add(unit, target, item, path)
            return
        old = self.found(unit, target, item, path)
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
            if not self.is_conflict(unit, path, item.key_span) and not self.lengthen(unit, target, item, path):
                related = [(old.key_span, "first written here")]
                self.diagnostics.add("E137", item.key_span, related=related, name=item.key, section=path[0])
        elif self.touch(unit, path, item.key_span):
            target.items[item.key] = _owned(item, unit)

    def lengthen(self, unit: _Unit, target: MapNode, item: Item, path: _Path) -> bool:
        """Add names to a list, or to lists of an entry, that are there. False: something else is to be added."""
        old = target.items.get(item.key)
        if old is None or type(old.value) is not type(item.value):
            return False
        if isinstance(old.value, MapNode) and isinstance(item.value, MapNode) and item.value.items:
            whole, new = old.value, item.value
            if any(not isinstance(i.value, ListNode) or not isinstance(whole.get(i.key), ListNode) for i in new):
                return False
            return all([self.lengthen(unit, whole, inner, (*path, inner.key)) for inner in new])
        if not isinstance(old.value, ListNode) or not isinstance(item.value, ListNode):
            return False
        if self.met_above(unit, path):
            self.is_conflict(unit, path, item.key_span)
            return True
        known = [plain(node) for node in old.value.items]
        old.value.items += [copied(node) for node in item.value.items if plain(node) not in known]
        for length in range(len(path) + 1):
            self.below.setdefault(path[:length], []).append((unit, item.key_span, path))
        return True

    def expect(self, unit: _Unit, expected: Node, found: Node | None, path: _Path) -> None:
        """Report what is not as a module expects it. What modules change that it knows nothing of is left out."""
        if isinstance(expected, MapNode) and not isinstance(found, Leaf):
            for item in expected:
                number = int(item.key) if item.key.isascii() and item.key.isdigit() and len(item.key) < 6 else 0
                inner = at(found, item.key)
                if isinstance(found, ListNode):
                    inner = found.items[number - 1] if 1 <= number <= len(found.items) else None
                self.expect(unit, item.value, inner, (*path, item.key))
        elif not self.met_above(unit, path) and _written(expected) != _written(found):
            related = [] if found is None else [(found.span, "this is there now")]
            self.diagnostics.add(
                "E158",
                expected.span,
                related=related,
                what=".".join(path),
                expected=_written(expected),
                found=_written(found),
            )

    def patch(self, unit: _Unit, target: MapNode, change: MapNode, path: _Path) -> None:
        """Write the fields of `change` into `target`, going down where both hold maps."""
        target.faulty |= change.faulty
        for item in change:
            if item.key == DEFAULTS and len(path) == 2 and path[0] in WITH_KINDS:
                continue  # it is for the kinds beside it, and has been filled in there
            inner = (*path, item.key)
            old = self.found(unit, target, item, inner)
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
                    mend = f"its entries have the numbers from 1 to {len(target.items)}"
                    section = ".".join(path)
                    self.diagnostics.add(
                        "E138", item.key_span, name=item.key, section=section, what="change", mend=mend
                    )
            elif self.touch(unit, inner, item.key_span):
                target.items[number - 1] = copied(item.value)

    def remove(self, unit: _Unit, target: MapNode, change: Node, path: _Path) -> None:
        if isinstance(change, ListNode):
            for leaf in change.items:
                if not isinstance(leaf, Leaf):
                    continue
                name = str(leaf.value)
                entry = (*path, name)
                if name not in target.items and self.is_settling(unit, entry):
                    self.touch(unit, entry, leaf.span)
                elif name not in target.items:
                    self.report_unknown(unit, name, leaf.span, target, entry, what="take out")
                elif own := self.own_change(unit, entry):
                    self.report_removed(unit, name, own, leaf.span, entry)
                elif self.touch(unit, entry, leaf.span, is_removal=True):
                    writers = [other for n in range(1, len(entry) + 1) for other, _ in self.changes.get(entry[:n], ())]
                    if unit.is_block and writers[0] is not unit:
                        self.taken.append((unit, entry, leaf.span, writers[0].module))
                    self.kept[entry] = (target.items[name], list(target.items), target)
                    del target.items[name]
                    self.removed[entry] = (unit, leaf.span)
        elif isinstance(change, MapNode):
            for item in change:
                inner = target.get(item.key)
                if isinstance(inner, MapNode):
                    self.remove(unit, inner, item.value, (*path, item.key))
                else:
                    self.report_unknown(unit, item.key, item.key_span, target, (*path, item.key), what="take out")

    def found(self, unit: _Unit, target: MapNode, item: Item, path: _Path) -> Item | None:
        """What a patch changes. Where one module took the entry out and another one changed it, it is there again for a
        unit that builds on both."""
        old, kept = target.items.get(item.key), self.kept.get(path)
        if old is not None or kept is None:
            return old
        if not self.is_settling(unit, path):
            if isinstance(item.value, MapNode) and self.removed[path][0] is not unit:
                _overlay(kept[0].value, item.value, unit)
            return None
        there = {**target.items, item.key: kept[0]}
        target.items = {key: there[key] for key in (*(k for k in kept[1] if k in there), *there)}
        return kept[0]

    def touch(self, unit: _Unit, path: _Path, span: Span, *, is_removal: bool = False) -> bool:
        """Note a change. False: another module made one that this unit does not build on (reported), and this one is
        not to be made. What is written whole is made although others have changed parts of it, which are lost: so it
        comes to the same as where they come later."""
        if self.is_conflict(unit, path, span, is_removal=is_removal) and (is_removal or self.met_above(unit, path)):
            return False
        self.changes.setdefault(path, []).append((unit, span))
        for length in range(len(path)):
            self.below.setdefault(path[:length], []).append((unit, span, path))
        return True

    def is_conflict(self, unit: _Unit, path: _Path, span: Span, *, is_removal: bool = False) -> bool:
        """Whether a change meets some of modules this unit does not build on. Noted: a `with` block may settle it."""
        earlier = [*self.below.get(path, ()), *((*found, path) for found in self.met_above(unit, path))]
        met = [found for found in earlier if found[0] is not unit and not unit.builds_on(found[0])]
        is_out = is_removal or path in self.removed
        for other, place, where in {found[0].name: found for found in met}.values():
            self.conflicts.append(_Conflict(path if is_out else where, other, place, unit, span, is_out))
        if met:
            self.refused.setdefault(path, []).append((unit, span))
        return bool(met)

    def met_above(self, unit: _Unit, path: _Path) -> list[tuple[_Unit, Span]]:
        """Changes of what is at a path, or around it, that a unit does not build on."""
        earlier = [*self.refused.get(path, ())]
        for length in range(1, len(path) + 1):
            earlier += self.changes.get(path[:length], ())
        return [(other, at) for other, at in earlier if other is not unit and not unit.builds_on(other)]

    def report_conflicts(self) -> None:
        """Report the conflicts that no later unit, which builds on both modules, has settled by a change of its own,
        and `with` blocks about the same modules of which each takes out what the module of the other one has added."""
        for met in self.conflicts:
            path = met.path
            later = [unit for length in range(1, len(path) + 1) for unit, _ in self.changes.get(path[:length], ())]
            if met.is_removal:
                later += [unit for unit, *_ in self.below.get(path, ())]
            if not any(map(met.is_settled_by, later)):
                self.report_clash(path, (met.first, met.place), (met.second, met.span), is_removal=met.is_removal)
                if path in self.kept:  # what names it is no further mistake
                    item, _, target = self.kept[path]
                    target.items.setdefault(item.key, item)
        for i, (unit, path, place, of) in enumerate(self.taken):
            for other, before, then, back in self.taken[:i]:
                if unit.reach == other.reach and (of, back) == (other.module, unit.module) and of != back:
                    self.report_clash(path, (unit, place), (other, then), before=before)

    def report_clash(
        self, path: _Path, *both: tuple[_Unit, Span], before: _Path = (), is_removal: bool = False
    ) -> None:
        (first, place), (second, span) = sorted(both, key=lambda of: of[0].name)
        what = " and ".join(".".join(p) for p in sorted({path, before or path}))
        if first.is_block and second.is_block and first.reach == second.reach:
            settled = "one of the two `with` blocks, and leave it out of the other one"
        else:
            settled = f"a `with` block, such as this in `{second.module}`: {_block(path, first, second, is_removal)}"
        related = [(place, f"`{first.name}` changes it here")]
        self.diagnostics.add(
            "E136", span, related=related, what=what, first=first.name, second=second.name, settled=settled
        )

    def own_change(self, unit: _Unit, path: _Path) -> Span | None:
        """Where a unit has changed an entry, or something in it, itself."""
        changes = [*self.changes.get(path, ()), *self.below.get(path, ())]
        return next((span for other, span, *_ in changes if other is unit), None)

    def is_settling(self, unit: _Unit, path: _Path) -> bool:
        """Whether a unit builds on two modules of which one took an entry out and the other one changed it."""
        met = [met for met in self.conflicts if met.path[: len(path)] == path]
        return path in self.removed and any(one.is_settled_by(unit) for one in met)

    def is_removed_by(self, unit: _Unit, path: _Path) -> bool:
        return path in self.removed and self.removed[path][0] is unit

    def report_removed(self, unit: _Unit, name: str, changed: Span, removed: Span, path: _Path) -> None:
        by = self.removed[path][0].name if path in self.removed else unit.name
        related = [(removed, f"`{by}` takes it out here")]
        self.diagnostics.add("E153", changed, related=related, name=name, section=".".join(path[:-1]), module=by)

    def report_unknown(
        self, unit: _Unit, name: str, span: Span, target: MapNode, path: _Path, what: str = "change"
    ) -> None:
        if self.diagnostics.is_full or self.is_conflict(unit, path, span):
            return
        if path in self.removed:
            self.report_removed(unit, name, span, self.removed[path][1], path)
        else:
            near = near_names(name, list(target.items)[:500])
            mend = "use add to make a new entry" if what == "change" else "take out only what is there, by its id"
            section = ".".join(path[:-1])
            self.diagnostics.add("E138", span, near=near, name=name, section=section, what=what, mend=mend)


def _block(path: _Path, first: _Unit, second: _Unit, is_removal: bool) -> str:
    """A `with` block to paste into the module `second`: it says once more what that has said, or
    what `first` has."""
    if is_removal:
        text, steps = f"[{path[-1]}]", ("remove", *path[1:-1])
    else:
        places = [(of, verb) for of in (second, first) for verb in ((), *zip(OPERATIONS))]
        found = ((verb, at(of.tree, path[0], *verb, *path[1:])) for of, verb in places)
        verb, node = next((one for one in found if one[1] is not None), (("patch",), None))
        text = "" if node is None else " ".join(node.span.text.split())
        text = text if 0 < len(text) <= _LONGEST_SHOWN else "…"
        is_whole = path[0] != "show" and verb != ("patch",) and len(path) <= 1 + max(1, ID_DEPTH.get(path[0], 1))
        steps = ("replace" if is_whole else "patch", *path[1:])
    for step in reversed(("with", *[name for name in first.name.split("+") if name != second.module], path[0], *steps)):
        text = f"{{{step}: {text}}}"
    return text[1:-1]


_LONGEST_SHOWN = 200


def _written(node: Node | None) -> str:
    """A value as it is written, however it is laid out."""
    if node is None:
        return "not there"
    return " ".join(str(node.value).split()) if isinstance(node, Leaf) else str(plain(node))


def _owned(item: Item, unit: _Unit) -> Item:
    return Item(item.key, item.key_span, copied(item.value), unit.name)


def _overlay(target: Node, change: MapNode, unit: _Unit) -> None:
    """Write a patch into what is not in the tree."""
    for item in change:
        old = target.items.get(item.key) if isinstance(target, MapNode) else None
        if old is not None and isinstance(old.value, MapNode) and isinstance(item.value, MapNode):
            _overlay(old.value, item.value, unit)
        elif isinstance(target, MapNode):
            target.items[item.key] = _owned(item, unit)

"""A ruleset as an editor has it: its files with unsaved buffers, what they declare, and their mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from interpreter.diagnostics import Diagnostic, Diagnostics, Source
from interpreter.editor.declared import BASE, Declared, declared_in
from interpreter.files import regular_bytes
from interpreter.loading.companions import scenarios_beside
from interpreter.loading.documents import Leaf, ListNode, MapNode
from interpreter.loading.schema import read_checked
from interpreter.loading.source import BESIDE, MAX_FILE_BYTES, Folder
from interpreter.workspace import Workspace, check_steps

Mistakes = dict[Path, list[Diagnostic]]
"""By file; files without mistakes are there too."""

MOST_LEVELS = 6
"""Folders that are looked at above a file for the ruleset it belongs to."""


def root_of(path: Path) -> Path | None:
    """The folder of the ruleset that a file belongs to, or the file itself where each file of its folder is a whole
    ruleset. None: it belongs to none."""
    for folder in list(path.resolve().parents)[:MOST_LEVELS]:
        if folder.parent.name == "modules" or folder.name in ("modules", *BESIDE):
            continue
        whole = [file for file in sorted(folder.glob("*.yaml")) if _has_game(file)]
        if len(whole) == 1:
            return folder
        if len(whole) > 1:
            return path.resolve() if path.resolve() in whole else None
    return None


def _has_game(file: Path) -> bool:
    try:
        text = regular_bytes(file, MAX_FILE_BYTES)
        return text.startswith(b"game:") or b"\ngame:" in text
    except OSError:
        return False


class Project:
    """One ruleset with all its modules. root: see `root_of`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._main = Workspace(root)
        self._with: dict[tuple[str, ...], Workspace] = {(): self._main}
        self._folder: Folder | None = None
        self._declared: dict[str, list[Declared]] = {}
        self._is_outdated = True

    # ---- files

    def change(self, path: Path, text: str | None) -> None:
        """The text of a file in the editor; None: the editor has closed it, so what is saved counts."""
        if text is None:
            self._main.buffers.pop(path.resolve(), None)
        else:
            self._main.buffers[path.resolve()] = _plain(text)
        self.refresh()

    def change_all(self, texts: Mapping[Path, str]) -> None:
        """Like `change`, for many files at once."""
        self._main.buffers |= {path.resolve(): _plain(text) for path, text in texts.items()}
        self.refresh()

    def refresh(self) -> None:
        """Files have changed. They are read anew when somebody asks, so that a hundred changes are one reading."""
        self._is_outdated = True

    @property
    def folder(self) -> Folder | None:
        """The files as they are now: those that did not change cost nothing."""
        if self._is_outdated:
            self._is_outdated = False
            self._read()
        return self._folder

    def _read(self) -> None:
        self._folder = self._main.folder(Diagnostics())
        self._declared = {}
        for origin, tree in self.trees():
            for entry in declared_in(tree, origin):
                self._declared.setdefault(entry.name, []).append(entry)
        for entries in self._declared.values():
            entries.sort(key=lambda e: (e.origin != BASE, e.how != "", e.kind == "hint"))

    @property
    def files(self) -> Mapping[str, Source]:
        folder = self.folder
        return {} if folder is None else folder.files

    def path_of(self, name: str) -> Path:
        return self.root / name if self.root.is_dir() else self.root

    def name_of(self, path: Path) -> str | None:
        """The name in `files` of a file anywhere on the disk."""
        resolved = path.resolve()
        return next((name for name in self.files if self.path_of(name).resolve() == resolved), None)

    def source_at(self, path: Path) -> Source | None:
        name = self.name_of(path)
        return None if name is None else self.files[name]

    def trees(self) -> Iterator[tuple[str, MapNode]]:
        """(origin, tree) of each file with rules, those of all modules included."""
        for name, source in self.files.items():
            origin = origin_of(name)
            if origin is not None:
                tree = read_checked(source, "ruleset" if origin == BASE else "module", Diagnostics())
                if isinstance(tree, MapNode):
                    yield origin, tree

    # ---- names

    @property
    def declared(self) -> Mapping[str, list[Declared]]:
        """name → the places that declare or change it, the base game's first"""
        return {} if self.folder is None else self._declared

    # ---- mistakes

    def diagnostics(self, opened: Sequence[str], *, is_quick: bool = False) -> Mistakes:
        """All mistakes by file, of the ruleset and of each module that has one of the files `opened`.

        is_quick: only for the smallest number of players, without remarks.
        """
        answers = (found for found in self.checking(opened) if found is not None)
        quick = next(answers)
        return quick if is_quick else next(answers)

    def checking(self, opened: Sequence[str]) -> Iterator[Mistakes | None]:
        """Like `diagnostics`, in steps: the quick answer, and at the end the whole one; None: nothing to tell yet.
        Between two steps the caller may do other things, and after a change of the files it begins anew."""
        places: dict[Source, Path] = {}
        origins = dict.fromkeys(origin_of(name) for name in opened)
        chosen = [(), *(self._needed(o) for o in origins if o is not None and o != BASE)]
        found = [self._companions()]
        left: list[Iterator[int]] = []
        for modules in dict.fromkeys(chosen):
            diagnostics = Diagnostics()
            steps = self._steps(modules, places, diagnostics)
            found.append(diagnostics)
            left.append(steps)
            for number in steps:
                yield None
                if number:
                    break
        yield self._by_file(found, places)
        for steps in left:
            for _ in steps:
                yield None
        yield self._by_file(found, places)

    def _by_file(self, found: Sequence[Diagnostics], places: Mapping[Source, Path]) -> Mistakes:
        known = {**places, **{source: self.path_of(name) for name, source in self.files.items()}}
        united = Diagnostics()
        for diagnostics in found:
            united.extend(diagnostics)
        out: Mistakes = {self.path_of(name): [] for name in self.files}
        for diagnostic in united:
            path = self.root if diagnostic.span is None else known.get(diagnostic.span.source)
            if path is None and diagnostic.span is not None:
                path = Path(diagnostic.span.path).resolve()
            if path is not None and path.is_file():
                out.setdefault(path, []).append(diagnostic)
        return out

    def _steps(self, modules: tuple[str, ...], places: dict[Source, Path], found: Diagnostics) -> Iterator[int]:
        """Read and check the ruleset with modules; after each step the number of variants checked, 0 after reading."""
        workspace = self._with.get(modules)
        if workspace is None:
            workspace = self._with[modules] = Workspace(self.root, modules)
            workspace.buffers = self._main.buffers
        model = workspace.read(found)
        if workspace.documents is not None:
            files = workspace.documents.folder.files
            places |= {source: self.path_of(name) for name, source in files.items()}
        if model is not None:
            yield 0
            yield from check_steps(model, found, workspace.documents)

    def _companions(self) -> Diagnostics:
        found = Diagnostics()
        if self.folder is not None and self.root.is_dir():
            scenarios_beside(self.folder, found)
        return found

    def _needed(self, module: str) -> tuple[str, ...]:
        """A module with the modules it needs."""
        out: list[str] = []
        left = [module]
        while left:
            name = left.pop()
            if name not in out:
                out.append(name)
                left += self._needs(name)
        return tuple(sorted(out))

    def _needs(self, module: str) -> list[str]:
        for origin, tree in self.trees():
            head = tree.get("module")
            if origin == module and isinstance(head, MapNode) and isinstance(needs := head.get("needs"), ListNode):
                return [str(leaf.value) for leaf in needs.items if isinstance(leaf, Leaf) and leaf.value != BASE]
        return []


def origin_of(name: str) -> str | None:
    """The module that a file of a ruleset belongs to, "base", or None where it holds no rules."""
    parts = name.split("/")
    if parts[0] == "modules" and len(parts) > 2:
        return None if parts[2] in BESIDE or parts[2] == "not_built.yaml" else parts[1]
    return None if parts[0] in (*BESIDE, "not_built.yaml") else BASE


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")

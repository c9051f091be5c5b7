"""A ruleset that is read again after each change: by `check --watch` and by the language server.

What unchanged files gave (trees, parsed texts) is kept with their sources, so a Workspace that keeps the sources makes
the next reading cost what was changed, plus the check itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from interpreter.checking.together import check_together
from interpreter.checking.variants import check_model
from interpreter.diagnostics import Diagnostics, Source
from interpreter.loading.model import Model
from interpreter.loading.modules import Documents
from interpreter.loading.source import Folder, read_folder, shown
from interpreter.ruleset import Ruleset
from interpreter.scenarios.checking import check_scenarios


class Workspace:
    """One ruleset with the modules of one choice.

    path: its folder or single file. modules: ids, or folders anywhere. buffers: absolute path of a file → its text as
    an editor has it, which counts instead of what is on disk; the owner may change it between two readings.
    """

    def __init__(self, path: Path, modules: Sequence[str | Path] = ()) -> None:
        self.path = path
        self.modules = tuple(modules)
        self.buffers: dict[Path, str] = {}
        self.documents: Documents | None = None
        """as they were read last"""
        self._sources: dict[str, Source] = {}

    def read(self, diagnostics: Diagnostics) -> Model | None:
        """Read the files as they are now. None: they make no model (reported)."""
        folder = self.folder(diagnostics)
        ruleset = None if folder is None else Ruleset(folder, self.modules, diagnostics)
        self.documents = None if ruleset is None else ruleset.documents
        return None if ruleset is None else ruleset.model

    def folder(self, diagnostics: Diagnostics) -> Folder | None:
        """The files as they are now; those with the same text as last time are the same sources."""
        folder = read_folder(self.path, diagnostics)
        if folder is None:
            return None
        files = {name: self._known(source) for name, source in self._with_buffers(folder).items()}
        self._sources = {source.path: source for source in files.values()}
        return replace(folder, files=files)

    def _with_buffers(self, folder: Folder) -> Mapping[str, Source]:
        if not self.buffers:
            return folder.files
        root = (folder.path if folder.path.is_dir() else folder.path.parent).resolve()
        files = dict(folder.files)
        for path, text in self.buffers.items():
            name = path.relative_to(root).as_posix() if path.is_relative_to(root) else ""
            is_new = folder.path.is_dir() and name.endswith(".yaml") and not path.exists()
            if name in files or is_new:
                files[name] = Source(files[name].path if name in files else shown(path), text)
        return dict(sorted(files.items()))

    def _known(self, source: Source) -> Source:
        old = self._sources.get(source.path)
        return old if old is not None and old.text == source.text else source


def check_steps(model: Model, diagnostics: Diagnostics, documents: Documents | None = None) -> Iterator[int]:
    """Check a model variant by variant, as `checkup.check_ruleset` does, and give the number of variants checked after
    each; then come lints, the scenarios of `documents`, and their `with` blocks that are not in play. Who has seen
    enough stops asking.

    diagnostics: what loading has reported; each step adds to it.
    """
    number = 0
    for number in check_model(model, diagnostics, preview_first=True):
        yield number
    if documents is not None:
        for _ in check_scenarios(model, documents, diagnostics):
            yield number
        for _ in () if diagnostics.has_errors else check_together(documents, diagnostics):
            yield number

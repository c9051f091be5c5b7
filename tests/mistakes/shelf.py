"""Shipped rulesets held in memory, checked again and again with one file changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from interpreter.checking.together import check_together
from interpreter.diagnostics import Diagnostic, Diagnostics, Source
from interpreter.language import lints
from interpreter.loading.building import build
from interpreter.loading.documents import MapNode, read_map
from interpreter.loading.merging import merge
from interpreter.loading.model import Model
from interpreter.loading.modules import load_documents
from interpreter.loading.source import Folder, find, read_folder, shipped_games
from interpreter.workspace import check_steps

_NOT_RULES = ("scenarios", "texts", "modules", "rulebook")


@dataclass(frozen=True, eq=False)
class Shelf:
    """One shipped ruleset. module: "" for the ruleset itself, else the module whose files are changed (and that is
    chosen). files: those that mistakes are planted in."""

    folder: Folder
    module: str
    files: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.folder.name}+{self.module}" if self.module else self.folder.name

    @cached_property
    def model(self) -> Model:
        found = Diagnostics()
        documents = load_documents(self.folder, self.modules, found)
        assert documents is not None
        model = build(merge(documents, found), documents, found)
        assert model is not None
        return model

    @property
    def modules(self) -> tuple[str, ...]:
        return (self.module,) if self.module else ()

    @cached_property
    def known(self) -> frozenset[tuple[str, str, str]]:
        """What is said of the ruleset as it stands."""
        return frozenset(_named(d) for d in self.check({}))

    def tree(self, file: str) -> MapNode:
        source = self.folder.files[file]
        if "tree for planting" not in source.memo:
            source.memo["tree for planting"] = read_map(source, Diagnostics())
        tree: MapNode | None = source.memo["tree for planting"]
        assert tree is not None
        return tree

    def news(self, file: str, text: str) -> list[Diagnostic]:
        """What is said with a file's text replaced, and is not said of the ruleset as it stands."""
        found = self.check({file: Source(self.folder.files[file].path, text)})
        return [d for d in found if _named(d) not in self.known]

    def check(self, changed: Mapping[str, Source]) -> list[Diagnostic]:
        """What loading, checking and lints say, as `rulewright check` would. It ends where something is said: most
        mistakes show in the first variant, or by a lint; few only in the `with` blocks that need further modules.

        Without a change only the first variant is looked at: other tests show that nothing is said of the others."""
        found = Diagnostics()
        folder = replace(self.folder, files={**self.folder.files, **changed})
        documents = load_documents(folder, self.modules, found)
        model = None if documents is None else build(merge(documents, found), documents, found)
        if model is None:
            return list(found)
        for checked in check_steps(model, found):
            if found.has_errors:
                break
            if checked == 1:
                hints = Diagnostics()
                hints.extend(found)
                lints.check(model, hints)
                if not changed or any(_named(d) not in self.known for d in hints):
                    return list(hints)
        if documents is not None and all(_named(d) in self.known for d in found):
            for _ in check_together(documents, found):
                pass
        return list(found)


def _named(d: Diagnostic) -> tuple[str, str, str]:
    return d.code, d.message, d.span.path if d.span is not None else ""


def shelves() -> list[Shelf]:
    """Every shipped ruleset, and each of its modules with what it needs."""
    out: list[Shelf] = []
    for game in shipped_games():
        path = find(game)
        assert path is not None
        folder = read_folder(path, Diagnostics())
        assert folder is not None
        own = tuple(f for f in folder.files if f.partition("/")[0] not in _NOT_RULES or f.startswith("texts/"))
        out.append(Shelf(folder, "", tuple(f for f in own if f != "not_built.yaml")))
        for module in folder.folders_in("modules"):
            start = f"modules/{module}/"
            left_out = {"scenarios", "rulebook"}
            files = tuple(
                f
                for f in folder.files
                if f.startswith(start) and not left_out & {*f.split("/")} and "not_built" not in f
            )
            out.append(Shelf(folder, module, files))
    return out

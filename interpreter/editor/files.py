"""Formatting files on the disk."""

from __future__ import annotations

import os
from pathlib import Path

from interpreter.diagnostics import Diagnostics, RulesetError
from interpreter.editor.formatting import formatted
from interpreter.editor.project import root_of
from interpreter.loading.source import shown, text_source


def yaml_files(path: Path) -> list[Path]:
    """The YAML files at or below a path, hidden ones left out, in a stable order."""
    if path.is_file():
        return [path]
    found: list[Path] = []
    for folder, inner, names in os.walk(path):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        found += [Path(folder, name) for name in sorted(names) if name.endswith(".yaml") and not name.startswith(".")]
    return found


def format_file(path: Path, *, write: bool) -> bool:
    """Format one file; whether it changed, or would without `write`. RulesetError: it cannot be read."""
    found = Diagnostics()
    data = path.read_bytes()
    source = text_source(shown(path), data, found)
    if source is None:
        raise RulesetError(found.errors)
    if not source.text.strip():
        return False
    text = formatted(source, _name(path)).encode("utf-8")
    if write and text != data:
        path.write_bytes(text)
    return text != data


def _name(path: Path) -> str:
    """The name of a file in its ruleset; a file of none counts as a file of rules."""
    root = root_of(path)
    if root is not None and root.is_dir():
        return path.resolve().relative_to(root).as_posix()
    resolved = path.resolve()
    if resolved.parent.name in ("scenarios", "texts"):
        return f"{resolved.parent.name}/{path.name}"
    is_module = (resolved.parent / "module.yaml").is_file()
    return f"modules/m/{path.name}" if is_module else path.name

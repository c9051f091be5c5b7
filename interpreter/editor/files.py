"""Formatting files on the disk."""

from __future__ import annotations

from pathlib import Path

from interpreter.diagnostics import Diagnostics, RulesetError
from interpreter.editor.formatting import formatted
from interpreter.editor.project import root_of
from interpreter.files import regular_bytes, write_whole
from interpreter.loading import source
from interpreter.loading.source import BESIDE, MAX_FILE_BYTES, shown


def yaml_files(path: Path, diagnostics: Diagnostics) -> list[Path]:
    """The YAML files at or below a path, in a stable order; why others are not read is reported."""
    out = []
    for found, fault in source.yaml_files(path):
        if fault is not None:
            source.report(found, fault, diagnostics)
        elif found.suffix == ".yaml" or found == path:
            out.append(found)
    return out


def format_file(path: Path, *, write: bool, within: Path | None = None) -> bool:
    """Format one file; whether it changed, or would without `write`. within: the folder that a link may lead into, its
    own by default. RulesetError: its text cannot be read. OSError: it cannot be read or written."""
    found = Diagnostics()
    data = regular_bytes(path, MAX_FILE_BYTES)
    read = source.text_source(shown(path), data, found)
    if read is None:
        raise RulesetError(found.errors)
    if not read.text.strip():
        return False
    text = formatted(read, _name(path)).encode("utf-8")
    if write and text != data:
        write_whole(path, text, within=within)
    return text != data


def _name(path: Path) -> str:
    """The name of a file in its ruleset; a file of none counts as a file of rules."""
    root = root_of(path)
    if root is not None and root.is_dir():
        return path.resolve().relative_to(root).as_posix()
    resolved = path.resolve()
    if resolved.parent.name in BESIDE:
        return f"{resolved.parent.name}/{path.name}"
    is_module = (resolved.parent / "module.yaml").is_file()
    return f"modules/m/{path.name}" if is_module else path.name

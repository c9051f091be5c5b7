"""Finding rulesets and reading their files, with limits: a ruleset is untrusted input.

Knows folders, sizes and encodings; knows no YAML and no key of a ruleset.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import field
from importlib import resources
from itertools import islice
from pathlib import Path

from interpreter.diagnostics import Diagnostics, Source, Span
from interpreter.files import NO_FILE, NO_TARGET, regular_bytes
from interpreter.records import record
from interpreter.visible import HIDDEN_IN_NAMES, clean_name, code_point

MAX_FILE_BYTES = 2_000_000
MAX_FILES = 400
MAX_TOTAL_BYTES = 16_000_000
MAX_SEEN = 20_000
"""Directory entries looked at below one folder, so that a folder such as / ends too."""

BESIDE = ("scenarios", "texts", "rulebook")
"""Folders of a ruleset or module whose files hold no rules."""

_FILE_LINE = re.compile(r"^# file: (\S+)[ \t]*$", re.M)


@record
class Folder:
    """The YAML files of one ruleset or module folder.

    path: where it lies (for a single file: that file). files: path inside the folder with "/" → text.
    is_complete: no file had to be left out.
    """

    path: Path
    files: Mapping[str, Source] = field(default_factory=dict)
    is_complete: bool = True

    @property
    def name(self) -> str:
        return self.path.stem if self.path.suffix in (".yaml", ".yml") else self.path.name

    def below(self, folder: str) -> Folder:
        """The files of one folder inside this one, their names shortened to it."""
        start = folder + "/"
        inside = {name[len(start) :]: source for name, source in self.files.items() if name.startswith(start)}
        return Folder(self.path / folder, inside, self.is_complete)

    def folders_in(self, folder: str) -> list[str]:
        """Names of the folders that lie directly in one folder inside this one, sorted."""
        start = folder + "/"
        rest = (name[len(start) :] for name in self.files if name.startswith(start))
        return sorted({name.partition("/")[0] for name in rest if "/" in name})


def data_folder(name: str) -> Path | None:
    """Where the shipped folder `name` ("rulesets" or "schemas") lies: in a checkout beside the packages, in an
    installed package as `rulewright.<name>`. None: it is in neither place."""
    beside = Path(__file__).resolve().parents[2]
    if (beside / name).is_dir() and (beside / "schemas" / "ruleset.schema.json").is_file():
        return beside / name
    try:
        found = Path(str(resources.files("rulewright"))) / name  # a folder of data alone is no package with files
    except (ModuleNotFoundError, TypeError):
        return None
    return found if found.is_dir() else None


def shipped_games() -> list[str]:
    """Ids of the games that come with the package, sorted."""
    folder = data_folder("rulesets")
    if folder is None:
        return []
    return sorted(p.name for p in folder.iterdir() if p.is_dir() and any(p.glob("*.yaml")))


def find(game_or_path: str) -> Path | None:
    """The folder (or single file) of a ruleset, given by path or by the id of a shipped game. A path wins."""
    if not game_or_path or "\0" in game_or_path:
        return None
    try:
        path = Path(game_or_path)
        if path.is_dir() or path.is_file():
            return path
    except OSError:
        return None
    return data_folder("rulesets") / game_or_path if game_or_path in shipped_games() else None  # type: ignore[operator]


def read_folder(path: Path, diagnostics: Diagnostics) -> Folder | None:
    """All YAML files below a folder, or the one file that `path` is. None: nothing there can be read (reported)."""
    if (fault := _name_fault(str(path))) is not None:
        report(path, fault, diagnostics)
        return None
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        is_gone = isinstance(error, FileNotFoundError | NotADirectoryError | ValueError)
        reason = "there is no such file or folder" if is_gone else _reason(error)  # type: ignore[arg-type]
        diagnostics.add("E001", None, path=shown(path), reason=reason)
        return None
    if not stat.S_ISDIR(mode):
        source = _read_file(path, diagnostics)
        return None if source is None else Folder(path, {path.name: source})
    files: dict[str, Source] = {}
    total, is_complete = 0, True
    for found, fault in yaml_files(path):
        if fault is not None:
            is_complete = False
            report(found, fault, diagnostics)
            continue
        if len(files) >= MAX_FILES:
            is_complete = False
            diagnostics.add("E003", None, path=shown(path), most=MAX_FILES)
            break
        name = found.relative_to(path).as_posix()
        source = _read_file(found, diagnostics)
        if source is None:
            is_complete = False
            continue
        total += len(source.text)
        if total > MAX_TOTAL_BYTES:
            diagnostics.add("E002", None, path=shown(path), most=f"{MAX_TOTAL_BYTES:,}")
            is_complete = False
            break
        files[name] = source
    return Folder(path, files, is_complete)


def folder_from_text(text: str, path: Path = Path("example")) -> Folder:
    """A folder made of one text: "# file: name.yaml" lines cut it into files; without one it is a ruleset.yaml.

    A file keeps its "# file:" line, so that nothing else about its lines changes.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    marks = list(_FILE_LINE.finditer(text))
    if not marks:
        return Folder(path, {"ruleset.yaml": Source("ruleset.yaml", text)})
    ends = [m.start() for m in marks[1:]] + [len(text)]
    return Folder(path, {m[1]: Source(m[1], text[m.start() : end]) for m, end in zip(marks, ends, strict=True)})


def text_source(name: str, data: bytes, diagnostics: Diagnostics) -> Source | None:
    """Bytes of a file as text: UTF-8 with or without byte order mark, line ends made "\\n". None: reported."""
    if len(data) > MAX_FILE_BYTES:
        diagnostics.add("E002", None, path=name, most=f"{MAX_FILE_BYTES:,}")
        return None
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = _plain_line_ends(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        before = len(_plain_line_ends(data[: error.start].decode("utf-8")))
        source = Source(name, _plain_line_ends(data.decode("utf-8", errors="replace")))
        diagnostics.add("E004", Span(source, before, before + 1), byte=f"{data[error.start]:02x}")
        return None
    return Source(name, text)


def shown(path: Path) -> str:
    """A path as people see it: relative to where they stand, where that is shorter."""
    absolute = str(path)
    try:
        relative = os.path.relpath(path)
    except ValueError:
        return absolute
    return relative if len(relative) < len(absolute) else absolute


def _plain_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _read_file(path: Path, diagnostics: Diagnostics) -> Source | None:
    try:
        data = regular_bytes(path, MAX_FILE_BYTES)
    except OSError as error:
        diagnostics.add("E001", None, path=shown(path), reason=_reason(error))
        return None
    return text_source(shown(path), data, diagnostics)


def _reason(error: OSError) -> str:
    return (error.strerror or "it cannot be read").lower()


Fault = tuple[str, dict[str, object]]
"""A code and its arguments besides the path."""


def report(path: Path, fault: Fault, diagnostics: Diagnostics) -> None:
    """Report why a file is not to be read."""
    code, arguments = fault
    diagnostics.add(code, None, path=clean_name(shown(path)), **arguments)  # type: ignore[arg-type]


def yaml_files(folder: Path) -> Iterator[tuple[Path, Fault | None]]:
    """The YAML files at or below a folder in a stable order, hidden ones left out, each with the reason why it is not
    to be read. Nothing outside of the folder is looked at: links to folders are not followed, and a link that leads out
    is a fault."""
    if not folder.is_dir():
        yield folder, None
        return
    home, left, seen = folder.resolve(), [folder], 0
    while left and seen < MAX_SEEN:
        here = left.pop()
        try:
            with os.scandir(here) as entries:
                found = sorted(islice(entries, MAX_SEEN), key=lambda entry: entry.name)
        except OSError as error:
            yield here, ("E001", {"reason": _reason(error)})
            continue
        seen += len(found)
        inner = []
        for entry in found:
            path = here / entry.name
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                inner.append(path)
            elif (fault := _fault(entry, home)) is not None:
                yield path, fault
            elif path.suffix in (".yaml", ".yml") and not path.is_dir():
                yield path, _name_fault(path.relative_to(folder).as_posix())
        left += reversed(inner)
    if seen >= MAX_SEEN:
        yield folder, ("E003", {"most": f"{MAX_SEEN:,}"})


def _fault(entry: os.DirEntry[str], home: Path) -> Fault | None:
    """Why an entry of a folder, no folder itself, keeps its ruleset from being read; `home` is where that lies."""
    is_yaml = entry.name.endswith((".yaml", ".yml"))
    if entry.is_symlink():
        try:
            target = Path(entry.path).resolve(strict=True)
        except (OSError, RuntimeError):
            return ("E001", {"reason": NO_TARGET}) if is_yaml else None
        if not target.is_relative_to(home) and (is_yaml or target.is_dir()) and not _is_shipped(entry.path):
            return "E028", {}
    if is_yaml and not entry.is_file() and not entry.is_dir():
        return "E001", {"reason": NO_FILE}
    return None


def _is_shipped(path: str) -> bool:
    """Whether a file came with the package, which some installers build of links."""
    shipped = data_folder("rulesets")
    return shipped is not None and Path(path).absolute().is_relative_to(shipped)


def _name_fault(name: str) -> Fault | None:
    bad = HIDDEN_IN_NAMES.search(name)
    return None if bad is None else ("E027", {"character": code_point(bad[0])})

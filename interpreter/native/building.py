"""From a program to a loaded library: written in C, compiled by the system's compiler, kept for later runs.

What is kept lies in the user's cache directory under what it was made of: the program, the runtime, the compiler and
its flags. The directory must be ours and writable by nobody else, and so must a library, or it is not loaded.
"""

from __future__ import annotations

import gc
import hashlib
import os
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from interpreter.caching import cache_folder, keep, kept
from interpreter.files import write_whole
from interpreter.native.kinds import Unsupported
from interpreter.native.library import Library
from interpreter.native.program import NativeForm, native_form
from interpreter.program import Program

FLAGS = (
    "-std=gnu11", "-O1", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-fvisibility=hidden", "-fPIC",
    "-fno-sanitize=undefined", "-w",
)  # fmt: skip
"""-w: the text is not written for people's compilers; the runtime is checked with all warnings in the tests."""
RUNTIME_FLAGS = ("-O2",)
"""Besides these for the runtime, which is small and runs most."""
MOST_LIBRARIES = 40
"""Kept libraries; the ones not used for longest go first."""
RUNTIME = Path(__file__).parent / "runtime"


class NoNative(Exception):
    """There is no native form here. The text says why, in a line."""


@cache
def compiler() -> tuple[str, ...] | None:
    """The command of a C compiler: $CC, cc, gcc, clang, or that of `ziglang`. None: there is none."""
    wanted = os.environ.get("CC", "")
    if wanted and shutil.which(shlex.split(wanted)[0]):
        return tuple(shlex.split(wanted))
    for name in ("cc", "gcc", "clang"):
        if found := shutil.which(name):
            return (found,)
    try:
        import ziglang  # noqa: F401
    except ImportError:
        return None
    return (sys.executable, "-m", "ziglang", "cc")


@cache
def _stamp() -> str:
    """The runtime and what writes the text, as they are now."""
    written = ("kinds", "reading", "tables", "formulas", "functions", "program")
    files = sorted([*RUNTIME.glob("*.[ch]"), *(Path(__file__).parent / f"{name}.py" for name in written)])
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


@cache
def _version(command: tuple[str, ...]) -> str:
    made = subprocess.run([*command, "-v"], capture_output=True, text=True, timeout=60, check=False)
    return made.stderr + made.stdout


_FORMS: dict[str, NativeForm] = {}


def form_of(program: Program, *, makes: bool = True) -> NativeForm | None:
    """The program in C, from the cache where it is kept. makes: it is written where it is not kept, so that None is
    never given. NoNative: it cannot be written so."""
    text = f"{_stamp()}\0{program.source}\0{program.layout.start}\0{program.players}"
    key = hashlib.sha256(text.encode()).hexdigest()[:32] + "-c"
    if key in _FORMS:
        return _FORMS[key]
    found = kept(key)
    if isinstance(found, NativeForm):
        _FORMS[key] = found
        return found
    if not makes:
        return None
    collecting = gc.isenabled()
    gc.disable()
    try:
        form = _FORMS[key] = native_form(program)
    except Unsupported as reason:
        raise NoNative(f"it is played in Python, since it has {reason}") from reason
    finally:
        if collecting:
            gc.enable()
    keep(key, form)
    return form


def written(program: Program) -> dict[str, str]:
    """The text of the program in C, by file. NoNative: it cannot be written so."""
    form = form_of(program)
    assert form is not None
    return form.files


def _path(form: NativeForm, command: tuple[str, ...]) -> Path | None:
    """Where the library of a form is kept; None where there is no safe place."""
    folder = cache_folder()
    if folder is None:
        return None
    parts = [_stamp(), _version(command), *FLAGS, *RUNTIME_FLAGS, sys.platform]
    parts += [part for name in sorted(form.files) for part in (name, form.files[name])]
    return folder / f"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}.so"


def _is_ours(path: Path) -> bool:
    """Whether a file may be loaded: a regular file of ours that nobody else can write."""
    try:
        status = path.lstat()
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022


def stored(program: Program) -> Library | None:
    """The library of a program, if it is compiled already. NoNative: there can be none."""
    form = form_of(program, makes=False)
    path = None if form is None else _path(form, _command())
    return _load(path, form) if path is not None and form is not None and _is_ours(path) else None


def _command() -> tuple[str, ...]:
    found = compiler()
    if found is None:
        raise NoNative("it is played in Python: there is no C compiler (set CC, or install the extra `native`)")
    return found


def _load(path: Path, form: NativeForm) -> Library:
    try:
        library = Library(path, form)
    except ImportError:
        raise NoNative("it is played in Python: `cffi` is missing (install the extra `native`)") from None
    except OSError as error:
        raise NoNative(f"it is played in Python: the compiled form cannot be loaded: {error}") from error
    os.utime(path)
    return library


def built(program: Program, stop: threading.Event | None = None) -> Library:
    """The library of a program, compiled now if it is not yet. stop: gives up when it is set. NoNative: there
    is none, or compiling it failed."""
    command = _command()
    found = stored(program)
    if found is not None:
        return found
    form = form_of(program)
    assert form is not None
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        made = _compiled(Path(folder), form, command, stop)
        path = _path(form, command)
        if path is None:  # it is loaded from where it was made, and stays in memory when that is gone
            return _load(made, form)
        write_whole(path, made.read_bytes(), durable=False)
        path.chmod(0o700)
        for old in sorted(path.parent.glob("*.so"), key=lambda p: p.stat().st_mtime, reverse=True)[MOST_LIBRARIES:]:
            old.unlink(missing_ok=True)
    return _load(path, form)


def _compiled(folder: Path, form: NativeForm, command: Sequence[str], stop: threading.Event | None) -> Path:
    """The library, made in a folder of ours; as many files at once as there are cores."""
    for name, text in form.files.items():
        (folder / name).write_text(text)
    sources = [*(folder / name for name in form.files if name.endswith(".c")), *sorted(RUNTIME.glob("*.c"))]
    sources.sort(key=lambda path: -path.stat().st_size)
    include = [f"-I{folder}", f"-I{RUNTIME}"]
    todo, running = list(sources), list[subprocess.Popen[bytes]]()
    stop = stop or threading.Event()
    try:
        while todo or running:
            while todo and len(running) < (os.cpu_count() or 1):
                source = todo.pop(0)
                flags = (*FLAGS, *RUNTIME_FLAGS) if source.parent == RUNTIME else FLAGS
                one = [*command, *flags, *include, "-c", str(source), "-o", str(folder / f"{source.stem}.o")]
                running.append(subprocess.Popen(one, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE))
            for process in [p for p in running if p.poll() is not None]:
                running.remove(process)
                if process.returncode:
                    said = (process.stderr.read() if process.stderr else b"").decode(errors="replace")
                    raise NoNative(f"it is played in Python: the C compiler failed: {said.strip()[:300]}")
            if stop.wait(0.01):
                raise NoNative("it is played in Python: compiling was stopped")
    finally:
        for process in running:
            process.kill()
            process.wait()
    out = folder / "program.so"
    objects = [str(folder / f"{source.stem}.o") for source in sources]
    linked = subprocess.run([*command, "-shared", "-o", str(out), *objects, "-lm"], capture_output=True, check=False)
    if linked.returncode:
        raise NoNative(f"it is played in Python: linking failed: {linked.stderr.decode(errors='replace')[:300]}")
    return out

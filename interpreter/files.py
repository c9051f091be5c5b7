"""The one way in which files are read that may be anything, and the one way in which files are written."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NO_FILE = "it is a pipe, a device or something else that is no regular file"
NO_TARGET = "it is a link to nothing"
OUTSIDE = "it is a link to a file outside of its folder"


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Whatever the system cannot do here is said of a file, which reading and writing alone does not tell."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise


def regular_bytes(path: Path, most: int, *, is_ours: bool = False) -> bytes:
    """The first `most` + 1 bytes of a regular file; one more than `most` shows that it is too large.

    is_ours: only a file that belongs to who runs this, and is no link. OSError: it cannot be read, or is a pipe or a
    device, which could keep the reader waiting or never end.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    file = os.open(path, flags | (getattr(os, "O_NOFOLLOW", 0) if is_ours else 0))
    with _naming(path), open(file, "rb") as opened:
        status = os.fstat(file)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, NO_FILE, str(path))
        if is_ours and status.st_uid != os.getuid():
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened.read(min(most, status.st_size) + 1)  # Python makes room for as much as is asked for


def write_whole(path: Path, content: str | bytes, *, within: Path | None = None, durable: bool = True) -> None:
    """Write a whole file or nothing: whoever is killed at any moment, or has no room, leaves the old file or the new.

    A file that is there keeps its mode. within: the folder that a link may lead into, its own by default. durable: the
    file outlives a loss of power. OSError: it cannot be written, is no regular file, or a link leads elsewhere.
    """
    target, mode = _target(path, within)
    part = target.with_name(f".{secrets.token_hex(8)}.part")
    data = content.encode("utf-8") if isinstance(content, str) else content
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    file = os.open(part, flags, 0o666)
    try:
        with _naming(path):
            try:
                if mode is not None and hasattr(os, "fchmod"):
                    os.fchmod(file, mode)
                left = memoryview(data)
                while left:
                    left = left[os.write(file, left) :]
                if durable:
                    os.fsync(file)
            finally:
                os.close(file)
            os.replace(part, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise
    if durable:
        _sync(target.parent)


def _target(path: Path, within: Path | None) -> tuple[Path, int | None]:
    """The file to write, behind a link if there is one, and the mode it has; None where it is not there yet."""
    if not path.name:  # such as `/`
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.is_symlink():
        try:
            target = path.resolve(strict=True)
        except (FileNotFoundError, RuntimeError):
            raise OSError(errno.ELOOP, NO_TARGET, str(path)) from None
        if not target.is_relative_to((within or path.parent).resolve()):
            raise OSError(errno.ELOOP, OUTSIDE, str(path))
        path = target
    try:
        status = path.lstat()
    except FileNotFoundError:
        return path, None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, NO_FILE, str(path))
    return path, stat.S_IMODE(status.st_mode)


def _sync(folder: Path) -> None:
    """The name of a new file outlives a loss of power too, where the system knows how."""
    with suppress(OSError):
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)

"""Lock a file while it is replaced, so that programs take turns."""

import errno
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

PATIENCE_S = 10.0
"""Seconds to wait for another program."""
_PAUSE_S = 0.005
_WINDOWS = sys.platform == "win32"
NOT_OFFERED = frozenset(
    getattr(errno, name)
    for name in ("EBADF", "EINVAL", "ENOLCK", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EPERM")
    if hasattr(errno, name)
)
"""Errors of file systems that do not support an operation at all."""

Identity = tuple[int, int, int, int]


class Held:
    """A file as it was found; ``alone``: whether other programs are kept out."""

    def __init__(self, path: Path, found: os.stat_result | None, fd: int, alone: bool) -> None:
        self.path, self.alone = path, alone
        self.mode = None if found is None else stat.S_IMODE(found.st_mode) & 0o777
        self.owner = (-1, -1) if found is None else (found.st_uid, found.st_gid)
        self.identity = identity(found)
        self._fd = fd

    def read(self) -> bytes | None:
        """Return the contents of the file; None when there is none."""
        if self.identity is None:
            return None
        if self._fd < 0:
            return self.path.read_bytes()
        os.lseek(self._fd, 0, os.SEEK_SET)
        pieces = []
        while piece := os.read(self._fd, 1 << 20):
            pieces.append(piece)
        return b"".join(pieces)

    def unchanged(self) -> bool:
        """Whether the same file is still there, apparently untouched."""
        return identity(_stat(self.path)) == self.identity


def identity(found: os.stat_result | None) -> Identity | None:
    """Return a value that changes when a file is replaced or written."""
    return None if found is None else (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


@contextmanager
def holding(path: Path) -> Iterator[Held]:
    """Keep other fatdesks from replacing a file; the path has no links in it.

    Raises
    ------
    OSError
        When it cannot be opened for writing, is no regular file, or is held by others for PATIENCE_S.
    """
    found = _stat(path)
    if found is not None and not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")
    with (_held_by_name if _WINDOWS else _held_itself)(path) as held:
        yield held


@contextmanager
def _held_itself(path: Path) -> Iterator[Held]:
    """Lock the file itself: the lock dies with the process, and nothing is left behind."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            fd = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
        except FileNotFoundError:
            yield Held(path, None, -1, False)
            return
        try:
            alone = _lock(fd, deadline)
            found = os.fstat(fd)
            there = _stat(path)
            if there is not None and os.path.samestat(found, there):
                yield Held(path, found, fd, alone)
                return
        finally:
            with suppress(OSError):
                os.close(fd)


def _lock(fd: int, deadline: float) -> bool:
    """Wait for the lock; False where the file system has none."""
    while True:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise OSError(errno.EAGAIN, "another program is saving this file") from None
            time.sleep(_PAUSE_S)
        except OSError as error:
            if error.errno in NOT_OFFERED:
                return False
            raise
        else:
            return True


@contextmanager
def _held_by_name(path: Path) -> Iterator[Held]:
    """On Windows an open file cannot be replaced: lock by a file next to it, which dies with the process."""
    name = path.with_name(f".fatdesk-{path.name[:100]}.lock")
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_TEMPORARY", 0) | getattr(os, "O_NOINHERIT", 0)
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            fd = os.open(name, flags)
            break
        except (FileExistsError, PermissionError):
            if time.monotonic() > deadline:
                raise
            time.sleep(_PAUSE_S)
    try:
        yield Held(path, _stat(path), -1, True)
    finally:
        with suppress(OSError):  # the file is in place by now, and the lock dies with the process
            os.close(fd)


def _stat(path: Path) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except FileNotFoundError:
        return None

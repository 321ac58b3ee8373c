"""Files that several programs use: locks while they are replaced, claims, and stamps of their content."""

import errno
import hashlib
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fatdesk.core.struct import Struct

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class Stamp(Struct, frozen=True, kw_only=True):
    """Content of a file when it was opened or saved; times are not used, because they are unreliable."""

    size: int
    sha256: str
    read_only: bool = False
    """Written in a newer format: must not be saved under the same name."""


ABSENT = Stamp(size=-1, sha256="")
"""The stamp of a file that is not there."""


def stamp_of(data: bytes | None, read_only: bool = False) -> Stamp:
    """The stamp of a content; of None that of a missing file."""
    if data is None:
        return ABSENT
    return Stamp(size=len(data), sha256=hashlib.sha256(data).hexdigest(), read_only=read_only)


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


_HELD = frozenset({errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK, errno.EDEADLK})


class Claim:
    """A held lock on a file; nothing about it depends on time or on numbers of processes.

    Where a file system offers no locks every claim is granted: two programs then may offer the same
    recovery copy, which is better than offering it never.
    """

    def __init__(self, path: Path, fd: int) -> None:
        self.path, self._fd = path, fd

    @classmethod
    def take(cls, path: Path) -> "Claim | None":
        """The claim on a file, which is made when it is missing; None when somebody alive holds it.

        Raises
        ------
        OSError
            When the file cannot be made.
        """
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        fd = os.open(path, flags, 0o600)
        try:
            _claimed(fd)
            if not os.path.samestat(os.fstat(fd), path.stat()):
                raise FileNotFoundError(path)
        except OSError as error:
            os.close(fd)
            if isinstance(error, FileNotFoundError) or error.errno in _HELD:
                return None  # held, or taken away by somebody who was quicker
            raise
        return cls(path, fd)

    def release(self) -> None:
        """Give it up; the file stays."""
        if self._fd >= 0:
            with suppress(OSError):
                os.close(self._fd)
            self._fd = -1


def _claimed(fd: int) -> None:
    try:
        if sys.platform == "win32":
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in NOT_OFFERED or error.errno in _HELD:
            raise

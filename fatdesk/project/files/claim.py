"""Claim a file while the program runs; the claim ends with the process."""

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from fatdesk.project.files.file_lock import NOT_OFFERED

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

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
            _lock(fd)
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


def _lock(fd: int) -> None:
    try:
        if sys.platform == "win32":
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in NOT_OFFERED or error.errno in _HELD:
            raise

"""Write files of the user; no other module does.

A file is written next to its place, synced, read back, and only then put in place in one step, so that a
killed program or a failing disk leaves the whole old or the whole new file. Whatever goes wrong, the
folder is as it was before and a SaveError names the file, the cause and what to do.
"""

import errno
import hashlib
import os
import secrets
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.project.files.file_lock import ABSENT, NOT_OFFERED, Held, Stamp, holding, stamp_of

if sys.platform == "darwin":
    import fcntl

_WINDOWS = sys.platform == "win32"
_RIGHTS = "check the permissions of the file and its folder, or save it elsewhere"
_ADVICE = {
    "ENOSPC": "free some space or save it elsewhere",
    "EDQUOT": "free some of your space or save it elsewhere",
    "EACCES": _RIGHTS,
    "EPERM": _RIGHTS,
    "EROFS": "save it on a writable disk",
    "ENOENT": "create the folder or name another",
    "ENOTDIR": "name a folder",
    "EMFILE": "close some windows and save again",
    "ENFILE": "close some programs and save again",
    "EFBIG": "save it where files may be larger",
    "EIO": "the disk may be failing, save it on another one",
    "EAGAIN": "try again in a moment",
    "ENAMETOOLONG": "give it a shorter name",
}
_AGAIN = "open it again, or save under another name"
_OTHER_NAME = "save under another name"


class SaveError(FatdeskError):
    """A file could not be written; it is as it was before, unless `now_in_place` is true."""

    def __init__(
        self, path: Path, cause: str, advice: str, rest: str = "what was there is untouched"
    ) -> None:
        self.path, self.cause = path, cause
        self.details = f"{cause}; {rest}; {advice}"
        super().__init__(f"{path}: not saved: {self.details}")

    def now_in_place(self, names: Sequence[str], others: bool) -> None:
        """Say instead that the new content is in place, but may be lost with the power."""
        rest = ", every other file is as it was" if others else ""
        text = (
            f"{self.path}: written, but the disk did not confirm it ({self.cause}): the new content is in "
            f"place in {', '.join(names)}{rest}; save again, on another disk if this is reported again"
        )
        self.args = (text,)


class ChangedOnDisk(SaveError):
    """The file is not the one that was opened."""


class Replaced(NamedTuple):
    """The stamp of a written file, and what was there before."""

    stamp: Stamp
    earlier: bytes | None


def save_bytes(path: Path, data: bytes, expect: Stamp | None = None) -> Stamp:
    """Write a file, whole or not at all.

    Parameters
    ----------
    path
        Where; a symbolic link is followed, so that what it points to is written.
    expect
        What must be there still (``ABSENT``: nothing); None: whatever is there is replaced.

    Raises
    ------
    ChangedOnDisk
        When something else is there.
    SaveError
        When it cannot be written.
    """
    _write_all([Write(path, data, expect)])
    return stamp_of(data)


def replace_file(path: Path, data: bytes, expect: Stamp | None = None) -> Replaced:
    """``save_bytes`` that also gives what was there before."""
    write = Write(path, data, expect, report_earlier=True)
    _write_all([write])
    return Replaced(stamp_of(data), write.earlier)


def save_all(folder: Path, files: Mapping[str, bytes], expect: Stamp | None = None) -> None:
    """Write several files into a folder, all of them or none; the folder is made when it is missing.

    Parameters
    ----------
    folder
        Where.
    files
        Their bytes by name.
    expect
        What must be in the place of each (``ABSENT``: nothing); None: whatever is there is replaced.

    Raises
    ------
    ChangedOnDisk
        When something else is there.
    SaveError
        When one cannot be written; earlier files are there as before.
    """
    save_folders({folder: files}, expect)


def save_folders(folders: Mapping[Path, Mapping[str, bytes]], expect: Stamp | None = None) -> None:
    """Write files into several folders, all of them or none; parameters and errors as in :func:`save_all`."""
    for folder, files in folders.items():
        for name in files:
            if name in {"", ".", ".."} or set(name) & set("/\\:\0"):
                raise SaveError(folder, f"{name!r} is not a file name", "use another name")
    made: list[Path] = []
    try:
        for folder in folders:
            try:
                missing = [one for one in (folder, *folder.parents) if not one.is_dir()]
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise _save_error(folder, error) from error
            made += reversed(missing)
        _write_all(
            [
                Write(folder / name, data, expect)
                for folder, files in folders.items()
                for name, data in sorted(files.items())
            ]
        )
    except BaseException:
        for folder in reversed(made):
            with suppress(OSError):
                folder.rmdir()
        raise


def make_folder(folder: Path) -> None:
    """Make a folder; one that is there stays as it is.

    Raises
    ------
    SaveError
        When it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _save_error(folder, error) from error


def remove_file(path: Path, expect: Stamp) -> None:
    """Remove a file of which it is known what it holds.

    Raises
    ------
    ChangedOnDisk
        When something else is there.
    SaveError
        When it cannot be removed.
    """
    write = Write(path, b"", expect)
    with write.held_in_place(), write.saying():
        if not write.held.unchanged():
            raise ChangedOnDisk(path, "another program is writing it", _AGAIN)
        write.target.unlink()
        with _Folder.opened(write) as folder:
            folder.sync()


def _write_all(writes: "list[Write]") -> None:
    with ExitStack() as stack:
        for write in writes:
            stack.enter_context(write.held_in_place())
        for write in writes:
            stack.callback(write.clean)
            write.write_next_to()
        folders = [stack.enter_context(_Folder.opened(write)) for write in _one_a_folder(writes)]
        try:
            for write in writes:
                write.put_in_place()
            for folder in folders:
                folder.sync()
        except BaseException as error:
            left = [write.path.name for write in reversed(writes) if not write.take_back()]
            if left and isinstance(error, SaveError):
                error.now_in_place(left, len(left) < len(writes))
            raise


def _one_a_folder(writes: "list[Write]") -> "list[Write]":
    return list({write.target.parent: write for write in writes}.values())


class Write:
    """One file being saved: held, written next to its place, put there, and taken back if need be."""

    def __init__(self, path: Path, data: bytes, expect: Stamp | None, report_earlier: bool = False) -> None:
        self.path, self.data, self.expect = path, data, expect
        self._report_earlier = report_earlier
        self.earlier: bytes | None = None
        self._has_kept = False
        self._written = (0, 0)
        try:
            with self.saying():
                self.target = _without_links(path)
                name = hashlib.sha256(os.fsencode(self.target.name)).hexdigest()[:12]
                self.mark = f".fatdesk-{name}-"
                beside = self.target.with_name(self.mark + secrets.token_hex(4))
        except ValueError as error:  # a NUL in it
            raise SaveError(path, f"it is not a place for a file ({error})", "name another") from None
        self.temporary, self.kept = beside.with_suffix(".tmp"), beside.with_suffix(".old")

    @contextmanager
    def saying(self) -> Iterator[None]:
        """Turn an error of the system into a SaveError that names the file."""
        try:
            yield
        except OSError as error:
            raise _save_error(self.path, error) from error

    @contextmanager
    def held_in_place(self) -> Iterator[None]:
        """Keep other programs out, once what is there is what is expected."""
        with ExitStack() as stack:
            with self.saying():
                self.held: Held = stack.enter_context(holding(self.target))
                if self.expect is not None or self._report_earlier:
                    self.earlier = self.held.read()
            if self.expect is not None:
                self._check(stamp_of(self.earlier))
            if self.held.alone:
                self._sweep()
            yield

    def _check(self, found: Stamp) -> None:
        assert self.expect is not None  # asked by the caller
        if (found.size, found.sha256) == (self.expect.size, self.expect.sha256):
            return
        if found == ABSENT:
            raise ChangedOnDisk(self.path, "it was removed since it was opened", "save under a name")
        if self.expect == ABSENT:
            raise ChangedOnDisk(self.path, "there is a file of that name already", _OTHER_NAME)
        raise ChangedOnDisk(self.path, "it was changed by another program since it was opened", _AGAIN)

    def _sweep(self) -> None:
        """Remove what a killed program left next to this file; nobody else writes it now."""
        with suppress(OSError):
            for leftover in self.target.parent.iterdir():
                if leftover.name.startswith(self.mark) and leftover.suffix in {".tmp", ".old"}:
                    with suppress(OSError):
                        leftover.unlink()

    def write_next_to(self) -> None:
        """Write the temporary file, sync it once, and read it back."""
        with self.saying():
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            flags |= getattr(os, "O_NOFOLLOW", 0)
            mode = 0o666 if self.held.mode is None else self.held.mode
            fd = os.open(self.temporary, flags, mode)
            try:
                self._fill(fd)
            finally:
                os.close(fd)
            same = self.temporary.read_bytes() == self.data
        if not same:
            raise SaveError(
                self.path, "the disk gave back other bytes than were written", "save it on another disk"
            )

    def _fill(self, fd: int) -> None:
        rest = memoryview(self.data)
        while rest:
            written = os.write(fd, rest[: 1 << 26])
            if not written:
                raise OSError(errno.EIO, "the disk takes no more bytes")
            rest = rest[written:]
        if self.held.mode is not None and not _WINDOWS:
            self._dress(fd, self.held.mode)
        sync_file(fd)
        found = os.fstat(fd)
        self._written = (found.st_dev, found.st_ino)

    def _dress(self, fd: int, mode: int) -> None:
        """Give the new file the owner, as far as we may, and the rights of the old one."""
        found = os.fstat(fd)
        if (found.st_uid, found.st_gid) != self.held.owner:
            with suppress(OSError):
                os.fchown(fd, *self.held.owner)
        try:
            os.fchmod(fd, mode)
        except OSError as error:
            if error.errno not in NOT_OFFERED:
                raise

    def put_in_place(self) -> None:
        """The one step after which the new file is there."""
        with self.saying():
            if not self.held.unchanged():
                raise ChangedOnDisk(self.path, "another program is writing it", _AGAIN)
            if self.held.mode is None:
                self._put_new()
            else:
                self._has_kept = _link(self.target, self.kept)
                rename_over(self.temporary, self.target)

    def _put_new(self) -> None:
        """Create a file, never over one that has appeared meanwhile."""
        try:
            if _WINDOWS:
                self.temporary.rename(self.target)
            elif not _link(self.temporary, self.target):
                self.temporary.replace(self.target)
        except FileExistsError:
            raise ChangedOnDisk(self.path, "a file of that name has just come", _OTHER_NAME) from None

    def take_back(self) -> bool:
        """Bring back what was there; False when that cannot be done."""
        try:
            found = self.target.lstat()
            if (found.st_dev, found.st_ino) != self._written:
                return True  # not in place yet, or somebody else's already
            if self._has_kept:
                rename_over(self.kept, self.target)
            elif self.held.mode is None:
                self.target.unlink()
            else:
                return False
        except FileNotFoundError:
            return True
        except OSError:
            return False
        return True

    def clean(self) -> None:
        """Leave nothing next to the file; what cannot be removed now is swept at the next save."""
        for leftover in (self.temporary, self.kept):
            with suppress(OSError):
                leftover.unlink(missing_ok=True)


class _Folder:
    """A folder whose entries are to outlive a loss of power."""

    def __init__(self, write: Write, fd: int) -> None:
        self._write, self._fd = write, fd

    @classmethod
    @contextmanager
    def opened(cls, write: Write) -> "Iterator[_Folder]":
        """The folder of a file; where folders cannot be opened or synced (Windows) it does nothing."""
        fd = -1
        if not _WINDOWS:
            with write.saying():
                fd = os.open(write.target.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            yield cls(write, fd)
        finally:
            if fd >= 0:
                with suppress(OSError):
                    os.close(fd)

    def sync(self) -> None:
        """Sync the entries once."""
        with self._write.saying():
            try:
                if self._fd >= 0:
                    os.fsync(self._fd)
            except OSError as error:
                if error.errno not in {errno.EINVAL, errno.ENOTSUP}:
                    raise


def _without_links(path: Path) -> Path:
    """Return the target of a path; unlike ``Path.resolve``, it reports a disk that fails meanwhile."""
    try:
        return Path(os.path.realpath(path, strict=True))
    except FileNotFoundError:
        return Path(os.path.realpath(path))


def sync_file(fd: int) -> None:
    """Once: after a failed sync the system may have dropped the data, and a second one says nothing."""
    if sys.platform == "darwin":  # where fsync does not reach through the disk's own memory
        try:
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
        except OSError as error:
            if error.errno not in NOT_OFFERED:
                raise
        else:
            return
    os.fsync(fd)


def _link(old: Path, new: Path) -> bool:
    """A second name for a file; False where the file system has none."""
    try:
        os.link(old, new)
    except OSError as error:
        if isinstance(error, FileExistsError) or error.errno not in {*NOT_OFFERED, errno.EMLINK}:
            raise
        return False
    return True


def rename_over(old: Path, new: Path) -> None:
    """Rename over a file; on Windows wait for a virus scanner or an indexer to let go of it."""
    for pause in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0):
        try:
            old.replace(new)
            return
        except OSError as error:
            if getattr(error, "winerror", None) not in {5, 32, 33}:
                raise
            time.sleep(pause)
    old.replace(new)


def _save_error(path: Path, error: OSError) -> SaveError:
    cause = error.strerror or type(error).__name__
    return SaveError(path, cause, _ADVICE.get(errno.errorcode.get(error.errno or 0, ""), "save it elsewhere"))

"""Recovery copies of open projects in the user's state folder, and those of programs that ended early.

Whether a copy is left behind is known by its claim, and its relation to its file by contents; times are
for people only. Nothing is lost by looking: a folder goes only when it holds no copy, or one that says
what the file says.

Each open project has a folder of its own there: a claim that dies with the program, a record of which
file it is, and, while something is unsaved, the copy: a line that describes the copy, then the
project as in its file.
"""

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.core.struct import Struct
from fatdesk.project.document.project import Project
from fatdesk.project.files.file_format import MAX_BYTES, decode, encode
from fatdesk.project.files.file_lock import ABSENT, Claim, Stamp, stamp_of
from fatdesk.project.files.folders import COPY, aside_folder, recovery_folder
from fatdesk.project.files.saver import save_bytes

MOST = 10
"""Number of copies that are kept."""
_DIGITS = 6


class SetAside(NamedTuple):
    """A copy that was set aside, by the name of its project; ``taken``: when, by this computer's clock."""

    path: Path
    name: str
    taken: datetime | None
    size: int


def set_aside(project: Project, name: str) -> Path:
    """Keep a project under its name; the oldest copies above ``MOST`` go.

    Raises
    ------
    FatdeskError, OSError
        When it cannot be kept.
    """
    safe = "".join(sign if sign.isalnum() or sign in " -_." else "_" for sign in Path(name).stem)[:60]
    return _keep(f"{safe}.fatdesk", encode(project))


def set_damaged_aside(data: bytes) -> Path:
    """Keep what is left of a damaged copy.

    Raises
    ------
    FatdeskError, OSError
        When it cannot be kept.
    """
    return _keep("damaged.recovery", data)


def copies_set_aside() -> list[SetAside]:
    """The copies that can be opened, the latest first."""
    found = []
    for _, path in sorted(_numbered(), reverse=True):
        if path.suffix != ".fatdesk":
            continue
        with suppress(OSError):
            state = path.stat()
            taken = datetime.fromtimestamp(state.st_mtime).astimezone()
            found.append(SetAside(path, path.stem[_DIGITS + 1 :], taken, state.st_size))
    return found


def _keep(name: str, data: bytes) -> Path:
    folder = aside_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    numbered = sorted(_numbered())
    number = numbered[-1][0] + 1 if numbered else 1
    target = folder / f"{number:0{_DIGITS}}-{name}"
    save_bytes(target, data, ABSENT)
    for _, file in numbered[: max(0, len(numbered) + 1 - MOST)]:
        with suppress(OSError):
            file.unlink()
    return target


def _numbered() -> Iterator[tuple[int, Path]]:
    for file in aside_folder().glob("[0-9]" * _DIGITS + "-*"):
        yield int(file.name[:_DIGITS]), file


OWNER, CLAIM = "open.json", "claim.lock"


class Open(Struct, frozen=True, kw_only=True):
    """Record of the file that a window has open (empty: the project has no file yet)."""

    path: str = ""


class Label(Struct, frozen=True, kw_only=True):
    """The first line of a copy.

    ``stamp`` is of the file as it was opened or last saved; ``digest`` and ``size`` are of the project
    that follows; ``taken`` is for people.
    """

    path: str = ""
    name: str = ""
    stamp: Stamp | None = None
    taken: str = ""
    size: int
    digest: str


class Keeper:
    """Keeps the copy of one open project.

    Raises
    ------
    FatdeskError, OSError
        When the user's state folder cannot be written.
    """

    def __init__(self, path: Path | None, stamp: Stamp | None, *, viewing: bool = False) -> None:
        self._path, self._stamp = path, stamp
        self._claim: Claim | None = None
        while self._claim is None:
            self.folder = recovery_folder() / secrets.token_hex(8)
            self.folder.mkdir(parents=True, mode=0o700)
            with suppress(FileNotFoundError):  # somebody swept the folder before it was claimed
                self._claim = Claim.take(self.folder / CLAIM)
        self.follow(path, stamp, viewing=viewing)

    def follow(self, path: Path | None, stamp: Stamp | None, *, viewing: bool = False) -> None:
        """The project has this file from now on; ``viewing``: a window that only shows it, and writes others.

        Raises
        ------
        FatdeskError
            When that cannot be written down.
        """
        self._path, self._stamp = path, stamp
        save_bytes(self.folder / OWNER, msgspec.json.encode(Open(path="" if viewing else place_of(path))))

    def keep(self, project: "Project", name: str) -> None:
        """Write the copy, in place of the one before.

        Raises
        ------
        FatdeskError
            When it cannot be written; the one before is there still.
        """
        body = encode(project)
        label = Label(
            path=place_of(self._path),
            name=name,
            stamp=self._stamp,
            taken=datetime.now().astimezone().isoformat(timespec="seconds"),
            size=len(body),
            digest=hashlib.sha256(body).hexdigest(),
        )
        save_bytes(self.folder / COPY, msgspec.json.encode(label) + b"\n" + body)

    def drop(self) -> None:
        """Remove the copy after everything was saved."""
        with suppress(OSError):
            (self.folder / COPY).unlink()

    def close(self) -> None:
        """The project is closed: nothing is left."""
        if self._claim is not None:
            remove_folder(self.folder)
            self._claim.release()
            self._claim = None


def place_of(path: Path | None) -> str:
    """Identity of a file; empty for none."""
    return "" if path is None else str(path.resolve())


def remove_folder(folder: Path) -> None:
    """Take a folder of ours away, its claim last; what cannot be removed now goes another time."""
    with suppress(OSError):
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name == CLAIM):
            entry.unlink()
        folder.rmdir()


FileState = Literal["none", "same", "changed", "missing", "unreadable"]


class Found(NamedTuple):
    """A copy whose program is gone.

    ``problem`` is empty, or says why it cannot be recovered; ``project`` is None then. ``state`` is
    the present state of the file: as it was when the copy was made, changed since, missing, unreadable, or
    that there never was one.
    """

    folder: Path
    label: Label | None
    project: "Project | None"
    problem: str
    state: FileState
    saved: "Project | None"

    @property
    def path(self) -> Path | None:
        """The file of the project."""
        return Path(self.label.path) if self.label is not None and self.label.path else None

    @property
    def name(self) -> str:
        """Name for the user."""
        if self.label is None:
            return "A project"
        return self.path.name if self.path else self.label.name or "Unnamed"

    @property
    def taken(self) -> datetime | None:
        """Time of the copy by that computer's clock."""
        try:
            return datetime.fromisoformat(self.label.taken) if self.label else None
        except ValueError:
            return None

    def take(self) -> "Taken | None":
        """Claim the copy for this program; None when another has just taken it, or it is gone."""
        if not self.folder.is_dir():
            return None
        try:
            claim = Claim.take(self.folder / CLAIM)
        except OSError:
            return None
        return Taken(self, claim) if claim else None


class Taken:
    """A copy that is ours, and nobody else's, to recover or to set aside."""

    def __init__(self, found: Found, claim: Claim) -> None:
        self.found, self._claim = found, claim

    def remove(self) -> None:
        """Remove the copy: it is held by our own keeper by now."""
        remove_folder(self.found.folder)
        self._claim.release()

    def leave(self) -> None:
        """Keep it unchanged."""
        self._claim.release()

    def set_aside(self) -> Path:
        """Move the copy out of the path, where it can still be opened; the oldest of these go.

        Raises
        ------
        FatdeskError, OSError
            When it cannot be kept; nothing has changed then.
        """
        if self.found.project is not None:
            target = set_aside(self.found.project, self.found.name)
        else:
            target = set_damaged_aside((self.found.folder / COPY).read_bytes())
        self.remove()
        return target


def left_behind() -> list[Found]:
    """The copies that can be recovered or are damaged, the latest first by the time they state.

    Folders of living programs are left alone. A copy that says the same as its file, and a folder
    without a copy, lose nothing when they go, and go.
    """
    found = []
    for folder, claim in _dead():
        try:
            one = _look(folder)
            if one is None:
                remove_folder(folder)
            else:
                found.append(one)
        finally:
            claim.release()
    return sorted(
        found, key=lambda one: (one.label.taken if one.label else "", one.folder.name), reverse=True
    )


def left_behind_of(path: Path) -> list[Found]:
    """The copies of one file."""
    place = place_of(path)
    return [one for one in left_behind() if one.label is not None and one.label.path == place]


def open_elsewhere(path: Path, ours: Path | None = None) -> bool:
    """Whether another window on this computer has a file open; ``ours`` is the folder of our own keeper."""
    place = place_of(path)
    for folder in _folders():
        if folder == ours:
            continue
        try:
            owner = msgspec.json.decode((folder / OWNER).read_bytes(), type=Open)
        except (OSError, msgspec.MsgspecError, RecursionError):
            continue
        if owner.path == place and _is_living(folder):
            return True
    return False


def _folders() -> Iterator[Path]:
    try:
        yield from sorted(entry for entry in recovery_folder().iterdir() if entry.is_dir())
    except OSError:
        return


def _is_living(folder: Path) -> bool:
    try:
        claim = Claim.take(folder / CLAIM)
    except OSError:
        return False
    if claim is None:
        return True
    claim.release()
    return False


def _dead() -> Iterator[tuple[Path, Claim]]:
    for folder in _folders():
        with suppress(OSError):
            if claim := Claim.take(folder / CLAIM):
                yield folder, claim


def _look(folder: Path) -> Found | None:
    """Return the contents of a dead program's folder; None when nothing in it matters."""
    copy = folder / COPY
    try:
        with copy.open("rb") as stream:
            data = stream.read(MAX_BYTES + (1 << 20))
    except FileNotFoundError:
        return None
    except OSError as error:
        return Found(folder, None, None, f"{copy}: cannot be read ({error.strerror})", "none", None)
    first, _, body = data.partition(b"\n")
    try:
        label = msgspec.json.decode(first, type=Label)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return Found(folder, None, None, f"{copy}: is damaged from its first line on", "none", None)
    if len(body) != label.size or hashlib.sha256(body).hexdigest() != label.digest:
        return Found(folder, label, None, f"{copy}: is damaged: some of it is missing", "none", None)
    state, now = _file_now(label)
    if now == body:
        return None
    try:
        reading = decode(body, str(copy))
    except FatdeskError as error:
        return Found(folder, label, None, str(error), state, None)
    if reading.newer:
        return Found(folder, label, None, f"{copy}: was written by a newer fatdesk", state, None)
    saved = None
    if now is not None:
        try:
            saved = decode(now, label.path).project
        except FatdeskError:
            state = "unreadable"
    return Found(folder, label, reading.project, "", state, saved)


def _file_now(label: Label) -> tuple[FileState, bytes | None]:

    if not label.path:
        return "none", None
    try:
        with Path(label.path).open("rb") as stream:
            now = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return "missing", None
    except OSError:
        return "unreadable", None
    stamp, found = label.stamp, stamp_of(now)
    same = stamp is not None and (stamp.size, stamp.sha256) == (found.size, found.sha256)
    return "same" if same else "changed", now


def remove_copy(copy: Found | SetAside) -> str:
    """Delete a copy; return why it could not be deleted, or an empty text."""
    if isinstance(copy, Found):
        taken = copy.take()
        if taken is None:
            return f"Another window has just opened the copy of {copy.name}."
        taken.remove()
        return ""
    try:
        copy.path.unlink(missing_ok=True)
    except OSError as error:
        return f"The copy of {copy.name} could not be deleted: {error.strerror}"
    return ""

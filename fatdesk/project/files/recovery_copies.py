"""Keep a recovery copy of what is open in the user's state folder.

Each open project has a folder of its own there: a claim that dies with the program, a record of which
file it is, and, while something is unsaved, the copy: a line that describes the copy, then the
project as in its file.
"""

import hashlib
import secrets
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec
import platformdirs

from fatdesk.core.struct import Struct
from fatdesk.project.document.project import Project
from fatdesk.project.files.claim import Claim
from fatdesk.project.files.file_format import encode
from fatdesk.project.files.saver import save_bytes
from fatdesk.project.files.stamp import Stamp

COPY, OWNER, CLAIM = "copy.recovery", "open.json", "claim.lock"


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


def recovery_folder() -> Path:
    """Return the folder of recovery copies."""
    return platformdirs.user_state_path("fatdesk", appauthor=False) / "recovery"


class Keeper:
    """Keeps the copy of one open project.

    Raises
    ------
    FatdeskError, OSError
        When the user's state folder cannot be written.
    """

    def __init__(self, path: Path | None, stamp: Stamp | None) -> None:
        self._path, self._stamp = path, stamp
        self._claim: Claim | None = None
        while self._claim is None:
            self.folder = recovery_folder() / secrets.token_hex(8)
            self.folder.mkdir(parents=True, mode=0o700)
            with suppress(FileNotFoundError):  # somebody swept the folder before it was claimed
                self._claim = Claim.take(self.folder / CLAIM)
        self.follow(path, stamp)

    def follow(self, path: Path | None, stamp: Stamp | None) -> None:
        """The project has this file from now on.

        Raises
        ------
        FatdeskError
            When that cannot be written down.
        """
        self._path, self._stamp = path, stamp
        save_bytes(self.folder / OWNER, msgspec.json.encode(Open(path=place_of(path))))

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

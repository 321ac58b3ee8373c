"""Copies of unsaved changes that somebody did not want: rejected after a crash, or discarded on closing.

The last ten are kept in the user's state folder, as project files, so that a wrong answer loses nothing.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from fatdesk.project.document.project import Project
from fatdesk.project.files.file_format import encode
from fatdesk.project.files.file_lock import ABSENT
from fatdesk.project.files.folders import aside_folder
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

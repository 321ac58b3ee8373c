"""Open and save project files, and keep their last versions in the user's state folder."""

import hashlib
import stat
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError, InputError, unreadable
from fatdesk.engine.floor.building_plan import on_another_machine
from fatdesk.engine.floor.floor import Floor
from fatdesk.project.document.project import Project
from fatdesk.project.document.record_kinds import in_order
from fatdesk.project.files import file_format
from fatdesk.project.files.file_format import decode, encode, not_finite
from fatdesk.project.files.file_lock import Stamp, stamp_of
from fatdesk.project.files.folders import versions_root
from fatdesk.project.files.saver import SaveError, replace_file, save_bytes


class PlanPath:
    """Names the building plan of projects as it is seen from another folder: calling it moves a project.

    Projects that share a floor share it afterwards, so that what follows from it is not worked out again.
    """

    def __init__(self, old: Path, new: Path) -> None:
        self._old, self._new = old.resolve(), new.resolve()
        self._moved: dict[int, tuple[Floor, Floor]] = {}

    def __call__(self, project: Project) -> Project:
        """Return a project in the new folder; the same one where its path leads to the same file."""
        floor = project.floor
        if id(floor) not in self._moved:
            self._moved[id(floor)] = floor, self._moved_floor(floor)
        moved = self._moved[id(floor)][1]
        return project if moved is floor else replace(project, floor=moved)

    def _moved_floor(self, floor: Floor) -> Floor:
        under = floor.plan.underlay
        if under is None or on_another_machine(under.file) or Path(under.file).is_absolute():
            return floor
        file, folder = (self._old / under.file).resolve(), self._new
        if folder == self._old:
            return floor
        stored = file.relative_to(folder).as_posix() if file.is_relative_to(folder) else str(file)
        return replace(floor, plan=replace(floor.plan, underlay=replace(under, file=stored)))


KEPT = 5
"""Number of earlier versions that are kept of a project."""


def versions_folder(path: Path) -> Path:
    """Return the folder of the earlier versions of a project.

    The folder is named after the project and its place, so that equal names do not mix.
    """
    place = path.resolve()
    digest = hashlib.sha256(str(place).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return versions_root() / f"{place.stem[:60]}-{digest}"


def kept_versions(path: Path) -> list[Path]:
    """The earlier versions of a project, the latest first."""
    folder = versions_folder(path)
    return [file for _, file in sorted(_numbered(folder), reverse=True)]


def keep_version(path: Path, data: bytes) -> str:
    """Keep an earlier content of a project; drop the oldest above KEPT.

    Returns
    -------
    str
        Empty, or why it could not be kept: that is no reason to refuse a save.
    """
    try:
        folder = versions_folder(path)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        numbered = sorted(_numbered(folder), reverse=True)
        if not numbered or numbered[0][1].read_bytes() != data:
            number = numbered[0][0] + 1 if numbered else 1
            latest = folder / f"{number:06}.fatdesk"
            save_bytes(latest, data)
            numbered.insert(0, (number, latest))
        for _, file in numbered[KEPT:]:
            file.unlink()
    except (OSError, RuntimeError, ValueError, FatdeskError) as error:
        return f"{path}: saved, but its earlier version could not be kept: {error}"
    return ""


def _numbered(folder: Path) -> list[tuple[int, Path]]:
    """Versions with their numbers, which give their order; times may lie."""
    if not folder.is_dir():
        return []
    return [(int(file.stem), file) for file in folder.glob("*.fatdesk") if file.stem.isdecimal()]


class Opened(NamedTuple):
    """A project from a file, and the stamp to save it with."""

    project: Project
    stamp: Stamp


class Saved(NamedTuple):
    """The project as it was written, and the stamp for the next save.

    ``warning`` is empty or says what went wrong next to the save.
    """

    project: Project
    stamp: Stamp
    warning: str


def load_project(path: Path) -> Opened:
    """Open a project; nothing is written.

    Raises
    ------
    InputError, InputErrors
        One ``FILE:LINE: FIELD: what, what to do`` for each element that is wrong.
    """
    data = _read(path)
    reading = decode(data, str(path))
    return Opened(reading.project, stamp_of(data, read_only=reading.newer))


def save_project(
    project: Project,
    path: Path,
    stamp: Stamp | None = None,
    folder: Path | None = None,
    *,
    keep: bool = True,
) -> Saved:
    """Save a project; the version that was there is kept in the user's state folder.

    Parameters
    ----------
    folder
        Where the relative paths in the project begin: the folder of the file that it was read from. In
        another folder the project is saved with paths that lead to the same files. None: that of ``path``.
    stamp
        Of the file as it was opened or last saved; ``ABSENT``: the file must be new; None: whatever is
        there is replaced.
    keep
        Whether the version that was there is kept.

    Raises
    ------
    ChangedOnDisk
        When the file is not what the stamp says.
    SaveError
        When it cannot be written, or was written by a newer fatdesk.
    """
    if stamp is not None and stamp.read_only:
        raise SaveError(path, "it was written by a newer fatdesk", "save under another name")
    if folder is not None:
        project = PlanPath(folder, path.parent)(project)
    data = checked_bytes(project, path)
    replaced = replace_file(path, data, stamp)
    earlier = replaced.earlier
    warning = keep_version(path, earlier) if keep and earlier is not None and earlier != data else ""
    return Saved(project, replaced.stamp, warning)


def checked_bytes(project: Project, path: Path) -> bytes:
    """The bytes of a project's file, once they are known to give the same project back.

    Raises
    ------
    SaveError
        When the project holds what cannot be stored: numbers that are not finite or out of range,
        names that lead nowhere.
    """
    try:
        data = encode(project)
    except ValueError as error:  # half a surrogate pair
        raise SaveError(path, f"the project holds text that is not text ({error})", "correct it") from None
    if len(data) > file_format.MAX_BYTES:
        raise SaveError(path, f"the project is larger than {file_format.MAX_BYTES} bytes", "split it")
    try:
        reading = decode(data, "project")
    except FatdeskError as error:
        what = not_finite(project) or f"the project cannot be read back ({error})"
        raise SaveError(path, what, "undo what led there") from None
    if reading.project != in_order(project):
        what = not_finite(project) or "the project reads back differently"
        raise SaveError(path, what, "undo what led there")
    return reading.canonical


def _read(path: Path) -> bytes:
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise InputError(str(path), 1, "file", "is not a regular file, name a project")
        if found.st_size > file_format.MAX_BYTES:
            raise file_format.too_large(str(path))
        with path.open("rb") as stream:
            return stream.read(file_format.MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None

"""Revisions: states of a project that are named and kept in a folder next to its file."""

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.project import AddRevision
from fatdesk.project.derived.derived import state_digest
from fatdesk.project.document.project import Project, Revision
from fatdesk.project.files.saver import make_folder
from fatdesk.project.files.storing import load_project, save_project

NAME = r"[A-Za-z0-9][A-Za-z0-9._+-]{0,79}"
SIGN = "@"
"""Between the file of a project and the name of a revision: ``hall.fatdesk@B``."""


def revision_path(path: Path, name: str) -> Path:
    """Return the file that holds a revision of the project of a file.

    >>> revision_path(Path("plans/hall.fatdesk"), "B").as_posix()
    'plans/hall.revisions/B.fatdesk'
    """
    return path.with_name(f"{path.stem}.revisions") / f"{name}.fatdesk"


def keep_revision(project: Project, path: Path, name: str, **about: str) -> AddRevision:
    """Write the file of a revision of the present state, and return the command that records it.

    The file of the project itself is not written.

    Parameters
    ----------
    about
        Its date, by, checked_by, remark and issued_for.

    Raises
    ------
    FatdeskError
        When its name or date cannot be, there is one of that name, or its file is there or cannot be written.
    """
    if not re.fullmatch(NAME, name):
        letters = "use a name of at most 80 letters, digits and . _ + -, beginning with a letter or digit"
        raise FatdeskError(f"revision {name}: {letters}")
    try:
        revision = msgspec.convert({"name": name, **about, "state": state_digest(project)}, Revision)
    except msgspec.ValidationError as error:
        raise FatdeskError(f"revision {name}: {error}") from None
    command = AddRevision(revision=revision)
    revised = perform(project, command)
    file = revision_path(path, name)
    if file.exists():
        raise FatdeskError(f"{file} is there already, give the revision another name")
    make_folder(file.parent)
    save_project(revised, file)
    return command


def revision_of(path: Path, name: str, known: Iterable[Revision]) -> Project:
    """Return a project as it was at a revision; its relative paths begin in the folder of ``path``.

    Parameters
    ----------
    known
        The revisions of the project.

    Raises
    ------
    FatdeskError
        When there is no such revision, or its file is not what it was.
    """
    by_name = {one.name: one for one in known}
    if name not in by_name:
        there = f"they are {', '.join(by_name)}" if by_name else "it has none"
        raise FatdeskError(f"{path}: there is no revision {name}, {there}")
    file, state = revision_path(path, name), by_name[name].state
    found = load_project(file).project
    if state and state_digest(found) != state:
        raise FatdeskError(f"{file}: is not what revision {name} was, it was changed since")
    return found


def project_at(text: str) -> Project:
    """Return the project of a file, or of one of its revisions: ``hall.fatdesk`` or ``hall.fatdesk@B``.

    Raises
    ------
    FatdeskError
        When it cannot be read, or there is no such revision.
    """
    file, sign, name = text.rpartition(SIGN)
    if sign and not Path(text).exists():
        return revision_of(Path(file), name, load_project(Path(file)).project.revisions)
    return load_project(Path(text)).project

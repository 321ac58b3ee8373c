"""Read lists that came back as a job: only the report returns."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import Progress
from fatdesk.project.document.project import Project

if TYPE_CHECKING:
    from fatdesk.engine.list_import.report import Report


def read_lists(project: Project, paths: Sequence[Path], progress: Progress) -> "Report":
    """What some files bring back to a project.

    Raises
    ------
    FatdeskError
        When one cannot be read, or is no list of ours.
    Cancelled
        When ``progress`` was asked to stop.
    """
    from fatdesk.project.derived.derived import Derived
    from fatdesk.project.lists.list_import import read_back

    files = []
    for path in paths:
        try:
            files.append((path.name, path.read_bytes()))
        except OSError as error:
            raise FatdeskError(f"{path}: cannot be read ({error.strerror}), name another file") from None
    progress.step(0, 0, "laying cables")
    return read_back(Derived(project, progress=progress), files, progress)

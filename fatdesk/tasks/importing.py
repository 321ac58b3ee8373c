"""Read device-type files and edited lists in the background."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.yaml_events import read_bytes
from fatdesk.engine.catalog.part_files import yaml_files
from fatdesk.engine.catalog.parts import Adapter
from fatdesk.engine.devicetypes.proposal import Proposal, propose_all
from fatdesk.project.document.project import Project

if TYPE_CHECKING:
    from fatdesk.engine.list_import.report import Report


def read_lists(project: Project, paths: Sequence[Path], progress: Progress) -> "Report":
    """Return the changes and findings of edited lists.

    Raises
    ------
    FatdeskError
        If a file cannot be read, or is not a list of this project.
    Cancelled
        If the task was cancelled.
    """
    from fatdesk.project.commands.list_import import read_back
    from fatdesk.project.derived.derived import Derived

    files = []
    for path in paths:
        try:
            files.append((path.name, path.read_bytes()))
        except OSError as error:
            raise FatdeskError(f"{path}: cannot be read ({error.strerror}); choose another file") from None
    progress.step(0, 0, "routing cables")
    return read_back(Derived(project, progress=progress), files, progress)


def read_device_types(
    paths: Sequence[Path], adapter: Adapter | None, taken: Mapping[str, str], progress: Progress = SILENT
) -> tuple[Proposal, ...]:
    """Return the proposed parts of device-type files.

    Parameters
    ----------
    paths
        Files and folders.
    adapter
        Adapter of servers without network ports.
    taken
        Ids of existing parts, with their sources.

    Raises
    ------
    FatdeskError
        If there is no file, or a file cannot be read.
    """
    named = [[path] if not path.is_dir() else yaml_files(path) for path in paths]
    files = [*dict.fromkeys(path for some in named for path in some)]
    if not files:
        raise FatdeskError(f"{paths[0]}: has no *.yaml or *.yml files; choose another folder")

    def contents() -> Iterator[tuple[str, bytes]]:
        for n, path in enumerate(files):
            progress.step(n, len(files), f"reading {path.name}")
            yield path.as_posix(), read_bytes(path)

    return propose_all(contents(), adapter, taken=taken)

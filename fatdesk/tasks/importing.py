"""Read device-type files, and lists that people edited, in the background."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.yaml_events import read_bytes
from fatdesk.engine.catalog.load import yaml_files
from fatdesk.engine.catalog.parts import Adapter
from fatdesk.engine.devicetypes.proposal import Proposal, propose_all
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


def read_device_types(
    paths: Sequence[Path], adapter: Adapter | None, taken: Mapping[str, str], progress: Progress = SILENT
) -> tuple[Proposal, ...]:
    """What files, and those in folders, would become.

    Parameters
    ----------
    paths
        Files and folders.
    adapter
        What servers without network ports hold.
    taken
        Ids of parts that are there already, with their sources.

    Raises
    ------
    FatdeskError
        When there is no file, or one cannot be read from the disk.
    """
    named = [[path] if not path.is_dir() else yaml_files(path) for path in paths]
    files = [*dict.fromkeys(path for some in named for path in some)]
    if not files:
        raise FatdeskError(f"{paths[0]}: holds no file named *.yaml or *.yml, choose another folder")

    def told() -> Iterator[tuple[str, bytes]]:
        for n, path in enumerate(files):
            progress.step(n, len(files), f"reading {path.name}")
            yield path.as_posix(), read_bytes(path)

    return propose_all(told(), adapter, taken=taken)

"""Design a network as a job: at once from a file, or step by step as the wizard goes."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.load import load_shipped
from fatdesk.engine.design.read import read_requirements
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.families.design import Design
from fatdesk.project.designing.designing import Searched, assemble, design_project, search_fabrics
from fatdesk.project.document.project import Project


class Found(NamedTuple):
    """What was searched, and how long that took."""

    searched: Searched
    seconds: float


def design_file(path: Path, name: str, progress: Progress) -> Project:
    """The best project for a requirements file, with the shipped catalog.

    Raises
    ------
    FatdeskError
        When the file is wrong, or nothing fulfils it.
    """
    catalog = load_shipped([])
    designed = design_project(read_requirements(path, catalog), catalog, name, progress=progress)
    if designed.project is None:
        raise FatdeskError(designed.results[-1].why_none())
    return designed.project


def find(
    requirements: Requirements,
    catalog: Catalog,
    wanted: Mapping[str, Design],
    progress: Progress = SILENT,
) -> Found:
    """All candidates of each fabric; of ``wanted`` the designs that are to be taken by name of the fabric.

    Raises
    ------
    FatdeskError
        When the requirements contradict themselves.
    """
    begin = perf_counter()
    searched = search_fabrics(requirements, catalog, progress=progress, wanted=wanted)
    return Found(searched, perf_counter() - begin)


def put_together(
    requirements: Requirements,
    designs: Sequence[Design],
    catalog: Catalog,
    name: str,
    before: Project | None = None,
    progress: Progress = SILENT,
) -> Project:
    """The project of the chosen designs, placed; around the building of the project that it replaces.

    Raises
    ------
    FatdeskError
        When they do not go into the room.
    """
    return assemble(requirements, designs, catalog, name, progress, before)

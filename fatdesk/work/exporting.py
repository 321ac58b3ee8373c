"""Make files of a project, as a job; the desk writes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fatdesk.engine.core.progress import SILENT, Progress
from fatdesk.engine.export import EXPORTS
from fatdesk.engine.sim.results import StudyResult
from fatdesk.paper import PDFS, Printing
from fatdesk.project.derived import Derived
from fatdesk.project.project import Project

NAMES: tuple[str, ...] = (*(export.name for export in EXPORTS), *(document.name for document in PDFS))
"""Everything that can be made."""
OF_RESULTS = frozenset({"simulations.csv", "simulations.svg", "simulations.pdf"})
"""What is made of results of simulations: left out where there are none."""


@dataclass(frozen=True)
class _Within:
    """Progress inside one of several files: how many pages come is not known, so only the words go on."""

    progress: Progress
    number: int
    count: int
    name: str

    def step(self, done: int, total: int, text: str) -> None:
        """Tell the file and the page."""
        self.progress.step(self.number, self.count, f"{self.name}, {text}")


def make_files(
    project: Project,
    names: Sequence[str],
    printing: Printing,
    studies: tuple[StudyResult, ...] = (),
    progress: Progress = SILENT,
) -> dict[str, bytes]:
    """The files of some exports and printed documents, by name.

    Parameters
    ----------
    studies
        What simulations measured.

    Raises
    ------
    FatdeskError
        When one cannot be made.
    """
    drawn = {export.name: export for export in EXPORTS}
    printed = {document.name: document for document in PDFS}
    derived = Derived(project, progress=progress)
    derived.measured = lambda _: studies
    plan = derived.plan
    files: dict[str, bytes] = {}
    for number, name in enumerate(names):
        progress.step(number, len(names), name)
        if name in OF_RESULTS and not any(study.points for study in studies):
            continue
        if name in printed:
            inside = replace(printing, progress=_Within(progress, number, len(names), name))
            files |= printed[name].make(plan, inside)
        else:
            files |= drawn[name].make(plan)
    return files


def beginnings(
    project: Project,
    name: str,
    most: int,
    studies: tuple[StudyResult, ...] = (),
    progress: Progress = SILENT,
) -> dict[str, tuple[bytes, int]]:
    """How the files of an export begin."""
    return shortened(make_files(project, [name], Printing(), studies, progress), most)


def shortened(files: Mapping[str, bytes], most: int) -> dict[str, tuple[bytes, int]]:
    """At most so many bytes of each file, and how long it is."""
    return {name: (data[:most], len(data)) for name, data in files.items()}

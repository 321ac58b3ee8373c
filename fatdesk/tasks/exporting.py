"""Make files of a project, as a job; the desk writes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.drawing.labels import without_room
from fatdesk.engine.export import EXPORTS
from fatdesk.paper import PDFS, Printing
from fatdesk.paper.jobs import check_ready, printing_of
from fatdesk.project.derived.derived import Derived, MeasuredStudies
from fatdesk.project.document.export_job import ExportJob
from fatdesk.project.document.project import Project

NAMES: tuple[str, ...] = (
    *(export.name for export in EXPORTS if not export.asked_only),
    *(document.name for document in PDFS if not document.asked_only),
)
"""Everything that is made where nothing is named."""
ASKED_ONLY: tuple[str, ...] = (
    *(export.name for export in EXPORTS if export.asked_only),
    *(document.name for document in PDFS if document.asked_only),
)
"""What is made besides when it is named."""
OF_SIMULATIONS = frozenset({"simulations.csv", "simulations.svg", "simulations.pdf"})
OF_FAULTS = frozenset({"faults.csv", "faults.svg", "faults.pdf"})
OF_RESULTS = OF_SIMULATIONS | OF_FAULTS
"""What is made of results of studies: left out where there are none."""
NOTHING = MeasuredStudies()


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
    measured: MeasuredStudies = NOTHING,
    progress: Progress = SILENT,
) -> dict[str, bytes]:
    """The files of some exports and printed documents, by name.

    Parameters
    ----------
    measured
        What studies measured, of those that these files show.

    Raises
    ------
    FatdeskError
        When one cannot be made.
    """
    derived = Derived(project, progress=progress)
    derived.measured = measured
    return files_of(derived, names, printing, measured, progress)


def files_of(
    derived: Derived,
    names: Sequence[str],
    printing: Printing,
    measured: MeasuredStudies = NOTHING,
    progress: Progress = SILENT,
) -> dict[str, bytes]:
    """The same of what was derived already, for who makes files more than once."""
    drawn = {export.name: export for export in EXPORTS}
    printed = {document.name: document for document in PDFS}
    plan = derived.plan
    files: dict[str, bytes] = {}
    for number, name in enumerate(names):
        progress.step(number, len(names), name)
        if name in _empty(measured):
            continue
        if name in printed:
            inside = replace(printing, progress=_Within(progress, number, len(names), name))
            files |= printed[name].make(plan, inside)
        else:
            files |= drawn[name].make(plan)
    return files


def job_files(
    project: Project,
    job: ExportJob,
    measured: MeasuredStudies = NOTHING,
    progress: Progress = SILENT,
) -> dict[str, bytes]:
    """The files of a saved job, by name.

    Raises
    ------
    FatdeskError
        When one cannot be made, or names what is not there.
    """
    derived = Derived(project, progress=progress)
    derived.measured = measured
    check_ready([job], derived)
    return files_of(derived, job.documents, printing_of(job, derived), measured, progress)


def measured_for(derived: Derived, names: Sequence[str]) -> MeasuredStudies:
    """What studies of a project measured, where one of these files shows it."""
    return MeasuredStudies(
        derived.plan.studies if OF_SIMULATIONS & set(names) else (),
        derived.plan.fault_studies if OF_FAULTS & set(names) else (),
    )


def left_out(derived: Derived, names: Sequence[str], printing: Printing) -> dict[str, list[str]]:
    """What forms of other programs and labels cannot hold, by name; none where all is held."""
    forms = [export for export in EXPORTS if export.name in names and export.left_out]
    told = {form.name: form.left_out(derived.plan) for form in forms if form.left_out}
    for document in PDFS:
        if document.on_labels and document.name in names:
            told[document.name] = without_room(derived.plan, printing.labels, printing.chosen)
    return {name: words for name, words in told.items() if words}


def _empty(measured: MeasuredStudies) -> frozenset[str]:
    """Files that would show nothing."""
    simulated = any(study.points for study in measured.simulations)
    failed = any(not study.nothing for study in measured.faults)
    return (frozenset() if simulated else OF_SIMULATIONS) | (frozenset() if failed else OF_FAULTS)


def beginnings(
    project: Project,
    name: str,
    most: int,
    measured: MeasuredStudies = NOTHING,
    progress: Progress = SILENT,
) -> dict[str, tuple[bytes, int]]:
    """How the files of an export begin."""
    return shortened(make_files(project, [name], Printing(), measured, progress), most)


def shortened(files: Mapping[str, bytes], most: int) -> dict[str, tuple[bytes, int]]:
    """At most so many bytes of each file, and how long it is."""
    return {name: (data[:most], len(data)) for name, data in files.items()}

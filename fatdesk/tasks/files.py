"""Files in the background: generate those of a project and the guide, read device types and edited lists."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.yaml_events import read_bytes
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.catalog.part_files import yaml_files
from fatdesk.engine.catalog.parts import Adapter
from fatdesk.engine.devicetypes.proposal import Proposal, propose_all
from fatdesk.engine.drawing.sheets.labels import without_room
from fatdesk.engine.export import EXPORTS
from fatdesk.paper import PDFS, Printing
from fatdesk.paper.jobs import check_ready, printing_of
from fatdesk.project.derived.derived import Derived, MeasuredStudies
from fatdesk.project.document.export_job import ExportJob
from fatdesk.project.document.project import Project
from fatdesk.project.growing.orders import OrdersOfPlan

if TYPE_CHECKING:
    from fatdesk.engine.list_import.report import Report


NAMES: tuple[str, ...] = (
    *(export.name for export in EXPORTS if not export.asked_only),
    *(document.name for document in PDFS if not document.asked_only),
)
"""Documents that are exported by default."""
ASKED_ONLY: tuple[str, ...] = (
    *(export.name for export in EXPORTS if export.asked_only),
    *(document.name for document in PDFS if document.asked_only),
)
"""Documents that are exported only on request."""
OF_SIMULATIONS = frozenset({"simulations.csv", "simulations.svg", "simulations.pdf"})
OF_FAULTS = frozenset({"faults.csv", "faults.svg", "faults.pdf"})
OF_FLOOR = frozenset({"floor.svg", "floor.pdf"})
"""Documents with the building plan."""
OF_ADDRESSES = frozenset({"hosts.txt", "dns-forward.zone", "dhcpd.conf", "kea-dhcp4.json"})
"""Files with the addresses of devices, for which a network is given."""
OF_RESULTS = OF_SIMULATIONS | OF_FAULTS
"""Documents of study results, omitted if there are none."""
OF_PANELS = frozenset({"structured.xlsx", "pieces.csv", "trunks.csv", "panel-ports.csv", "fibre-tests.csv"})
"""Documents of structured cabling, omitted if no cable goes over panels."""
NOTHING = MeasuredStudies()


@dataclass(frozen=True)
class _Within:
    """Progress within one of several files; its number of pages is unknown, so only the text changes."""

    progress: Progress
    number: int
    count: int
    name: str

    def step(self, done: int, total: int, text: str) -> None:
        """Report the file and the page."""
        self.progress.step(self.number, self.count, f"{self.name}, {text}")


def make_files(
    project: Project,
    names: Sequence[str],
    printing: Printing,
    measured: MeasuredStudies = NOTHING,
    folder: Path | None = None,
    progress: Progress = SILENT,
) -> dict[str, bytes]:
    """Return the files of exports and printed documents by name.

    Parameters
    ----------
    measured
        Results of the studies that these files show.
    folder
        That of the project file, for the building plan; None: it is not saved yet.

    Raises
    ------
    FatdeskError
        If a file cannot be generated.
    """
    derived = Derived(project, progress=progress)
    derived.measured, derived.folder = measured, folder
    return files_of(derived, names, printing, measured, progress)


def files_of(
    derived: Derived,
    names: Sequence[str],
    printing: Printing,
    measured: MeasuredStudies = NOTHING,
    progress: Progress = SILENT,
) -> dict[str, bytes]:
    """Return files as ``make_files``, from existing derived values."""
    derived.ordering = OrdersOfPlan()
    drawn = {export.name: export for export in EXPORTS}
    printed = {document.name: document for document in PDFS}
    plan = printing.plan_for(derived.plan)
    files: dict[str, bytes] = {}
    for number, name in enumerate(names):
        progress.step(number, len(names), name)
        if name in _empty(measured):
            continue
        made = printed.get(name) or drawn[name]
        if made.why_none is not None and (why := made.why_none(plan)):
            raise FatdeskError(f"{name}: {why}")
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
    folder: Path | None = None,
    progress: Progress = SILENT,
) -> dict[str, bytes]:
    """Return the files of an export job by name.

    Raises
    ------
    FatdeskError
        If a file cannot be generated, or the job refers to missing elements.
    """
    derived = Derived(project, progress=progress)
    derived.measured, derived.folder = measured, folder
    check_ready([job], derived)
    return files_of(derived, job.documents, printing_of(job, derived), measured, progress)


def measured_for(derived: Derived, names: Sequence[str]) -> MeasuredStudies:
    """Return the study results of a project that these files show."""
    return MeasuredStudies(
        derived.plan.studies if OF_SIMULATIONS & set(names) else (),
        derived.plan.fault_studies if OF_FAULTS & set(names) else (),
    )


def left_out(derived: Derived, names: Sequence[str], printing: Printing) -> dict[str, list[str]]:
    """Return what formats and labels cannot represent, by file name."""
    forms = [export for export in EXPORTS if export.name in names and export.left_out]
    plan = printing.plan_for(derived.plan)
    limits = {form.name: form.left_out(plan) for form in forms if form.left_out}
    for document in PDFS:
        if document.on_labels and document.name in names:
            limits[document.name] = without_room(derived.plan, printing.labels, printing.chosen)
    building = _building_left_out(derived) if printing.building_plan else []
    limits |= dict.fromkeys(OF_FLOOR & set(names), building)
    return {name: words for name, words in limits.items() if words}


def _building_left_out(derived: Derived) -> list[str]:
    """Return what a reader of floor plans must know of the building plan: it is missing, or another one."""
    under, building = derived.project.floor.plan.underlay, derived.plan.building
    if under is None or building is None:
        return []
    name = Path(under.file).name
    if building.problem:
        return [f"the building plan: {name} {building.problem}"]
    return [] if building.sha256 == under.sha256 else [f"{name} as it was placed: the file has changed since"]


def _empty(measured: MeasuredStudies) -> frozenset[str]:
    """Return the documents without results."""
    simulated = any(study.points for study in measured.simulations)
    failed = any(not study.nothing for study in measured.faults)
    return (frozenset() if simulated else OF_SIMULATIONS) | (frozenset() if failed else OF_FAULTS)


def beginnings(
    project: Project,
    name: str,
    most: int,
    printing: Printing,
    measured: MeasuredStudies = NOTHING,
    progress: Progress = SILENT,
) -> dict[str, tuple[bytes, int]]:
    """Return the first bytes and the size of the files of an export."""
    return shortened(make_files(project, [name], printing, measured, progress=progress), most)


def shortened(files: Mapping[str, bytes], most: int) -> dict[str, tuple[bytes, int]]:
    """Return at most ``most`` bytes of each file, and its size."""
    return {name: (data[:most], len(data)) for name, data in files.items()}


def read_lists(project: Project, paths: Sequence[Path], progress: Progress) -> "Report":
    """Return the changes and findings of edited lists.

    Raises
    ------
    FatdeskError
        If a file cannot be read, or is not a list of this project.
    Cancelled
        If the task was cancelled.
    """
    from fatdesk.engine.catalog.library import load_library
    from fatdesk.project.commands.list_import import read_back
    from fatdesk.project.derived.derived import Derived
    from fatdesk.project.growing.policies import orders_of_plan

    files = []
    for path in paths:
        try:
            files.append((path.name, path.read_bytes()))
        except OSError as error:
            raise FatdeskError(f"{path}: cannot be read ({error.strerror}); choose another file") from None
    progress.step(0, 0, "routing cables")
    return read_back(
        Derived(project, progress=progress),
        files,
        progress,
        lambda: orders_of_plan(project, load_library().catalog, progress),
    )


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


def make_guide(paper: str, progress: Progress = SILENT) -> bytes:
    """Return the documentation as a PDF for a paper, ``A4`` or ``Letter``."""
    from fatdesk.paper.application import need_qt

    need_qt()
    from fatdesk.paper.guide import guide_pdf

    return guide_pdf(paper, progress)

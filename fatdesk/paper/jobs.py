"""Export jobs on paper: pages of each document, and documents that are out of date."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.drawing.palette import LIGHT, PRINT
from fatdesk.engine.drawing.sheet import STOCKS
from fatdesk.engine.export import EXPORTS
from fatdesk.engine.floor.floor import Floor, rack_label
from fatdesk.paper.documents import PDFS, Printing
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.export_job import ExportJob


class RacksError(FatdeskError):
    """The typed text names no rack."""


def chosen_racks(text: str, floor: Floor) -> tuple[str, ...]:
    """Labels of the racks that a text names, in the order of rows; nothing typed is no choice.

    Raises
    ------
    RacksError
        When a rack is not there, or a range ends before it begins.
    """
    racks = sorted(floor.racks, key=lambda rack: (rack.row, rack.x_mm, rack.number))
    labels = [rack_label(rack) for rack in racks]
    places = {label.upper(): place for place, label in enumerate(labels)}
    wanted: set[int] = set()
    for word in text.replace(",", " ").replace(";", " ").split():
        first, dash, last = word.upper().partition("-")
        for label in (first, last) if dash else (first,):
            if label not in places:
                raise RacksError(f"there is no rack {label or 'after the dash'}; they are {_some(labels)}")
        start, stop = places[first], places[last if dash else first]
        if stop < start:
            raise RacksError(f"{word}: {labels[stop]} is before {labels[start]}")
        wanted.update(range(start, stop + 1))
    return tuple(labels[place] for place in sorted(wanted))


def _some(labels: list[str]) -> str:
    return " to ".join(dict.fromkeys((labels[0], labels[-1]))) if labels else "none yet"


SHOWN = 8
"""Names listed where one is wrong."""


class ChoiceError(FatdeskError):
    """The typed text names no existing bundle or phase."""


def chosen_names(text: str, known: Iterable[str], what: str) -> tuple[str, ...]:
    """The names in a text, each once, in the order of those known; nothing typed is no choice.

    Parameters
    ----------
    known
        Names that there are; the empty one is no name.
    what
        What they are names of, for errors: ``bundle``.

    Raises
    ------
    ChoiceError
        When one is not known.
    """
    wanted = [word for word in (part.strip() for part in text.split(",")) if word]
    if not wanted:
        return ()
    there = [name for name in dict.fromkeys(known) if name]
    for name in wanted:
        if name not in there:
            listed = ", ".join(there[:SHOWN]) + (", …" if len(there) > SHOWN else "")
            raise ChoiceError(f"there is no {what} {name}; they are {listed or 'none yet'}")
    return tuple(name for name in there if name in wanted)


DOCUMENTS: frozenset[str] = frozenset([some.name for some in EXPORTS] + [some.name for some in PDFS])
"""Names of all documents that a job can contain."""


def printing_of(job: ExportJob, derived: Derived) -> Printing:
    """Return the print options of a job; the wiring list is made only where bundles or phases are named.

    Raises
    ------
    FatdeskError
        When it is for a rack, bundle or phase that is not there, or for labels that cannot be.
    """
    job.labels.checked()
    cables = derived.plan.cables if job.bundles.strip() or job.phases.strip() else ()
    return Printing(
        stock=STOCKS[job.paper],
        revision=job.revision.strip(),
        drawing=job.drawing.strip(),
        date=job.date.strip(),
        racks=chosen_racks(job.racks, derived.project.floor),
        bundles=chosen_names(job.bundles, (cable.bundle for cable in cables), "bundle"),
        phases=chosen_names(job.phases, (cable.phase for cable in cables), "phase"),
        labels=job.labels,
        palette=LIGHT if job.colours else PRINT,
        building_plan=job.building_plan,
        network=job.network.strip(),
        domain=job.domain.strip(),
    )


def unknown_documents(job: ExportJob) -> tuple[str, ...]:
    """Return the documents of a job that this program cannot make."""
    return tuple(name for name in job.documents if name not in DOCUMENTS)


def check_ready(jobs: Sequence[ExportJob], derived: Derived) -> None:
    """Refuse jobs that cannot be run together, before anything is made.

    Raises
    ------
    FatdeskError
        With what to do.
    """
    for job in jobs:
        for found in _problems(job, derived):
            raise FatdeskError(f"job {job.name}: {found.text}, {found.fix}")
    for one, other, name in _shared(jobs):
        raise FatdeskError(
            f"jobs {one.name} and {other.name}: both write {name} into one folder, give one another folder"
        )


def job_findings(derived: Derived) -> list[Finding]:
    """Return findings about the jobs of a project: missing documents, racks and bundles."""
    jobs = derived.project.jobs
    found = [some for job in jobs for some in _problems(job, derived)]
    for one, other, name in _shared(jobs):
        text = f"writes {name} into the same folder as the job {one.name}: the last that runs wins"
        found.append(_finding("same-files", other, text, "give one of them another folder"))
    return found


def _problems(job: ExportJob, derived: Derived) -> list[Finding]:
    """Return the reasons why a job cannot run."""
    found = []
    if not job.documents:
        found.append(_finding("empty-job", job, "makes nothing", "choose its documents, or remove it"))
    for name in unknown_documents(job):
        text = f"makes {name}, which this fatdesk does not make"
        found.append(_finding("no-such-document", job, text, "remove it from the job"))
    try:
        printing_of(job, derived)
    except RacksError as error:
        found.append(_finding("no-such-rack", job, str(error), "name other racks in the job"))
    except ChoiceError as error:
        found.append(_finding("no-such-cables", job, str(error), "name others in the job"))
    except FatdeskError as error:
        found.append(_finding("no-such-labels", job, str(error), "choose other labels in the job"))
    return found


def _finding(rule: str, job: ExportJob, text: str, fix: str) -> Finding:
    return Finding(Severity.WARNING, rule, job.name, text, fix)


def _shared(jobs: Sequence[ExportJob]) -> list[tuple[ExportJob, ExportJob, str]]:
    """Pairs of jobs that write the same file, each with the first such document."""
    by_folder: dict[str, list[ExportJob]] = {}
    for job in jobs:
        by_folder.setdefault(job.folder.casefold(), []).append(job)
    return [
        (one, other, name)
        for group in by_folder.values()
        for one, other in combinations(group, 2)
        for name in [name for name in one.documents if name in other.documents][:1]
    ]

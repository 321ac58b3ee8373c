"""Saved export jobs: how their pages are made, and what of them can be made no longer."""

from collections.abc import Sequence
from itertools import combinations

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.drawing.palette import LIGHT, PRINT
from fatdesk.engine.drawing.sheet import STOCKS
from fatdesk.engine.export import EXPORTS
from fatdesk.paper.choices import ChoiceError, chosen_names
from fatdesk.paper.documents import PDFS, Printing
from fatdesk.paper.racks import RacksError, chosen_racks
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.export_job import ExportJob

DOCUMENTS: frozenset[str] = frozenset([some.name for some in EXPORTS] + [some.name for some in PDFS])
"""Everything that a job can name."""


def printing_of(job: ExportJob, derived: Derived) -> Printing:
    """How the pages of a job are made; the wiring list is only made where bundles or phases are named.

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
        date=job.date.strip(),
        racks=chosen_racks(job.racks, derived.project.floor),
        bundles=chosen_names(job.bundles, (cable.bundle for cable in cables), "bundle"),
        phases=chosen_names(job.phases, (cable.phase for cable in cables), "phase"),
        labels=job.labels,
        palette=LIGHT if job.colours else PRINT,
    )


def unknown_documents(job: ExportJob) -> tuple[str, ...]:
    """What a job names and this program does not make."""
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
    """What is wrong with the jobs of a project: documents, racks and bundles come and go."""
    jobs = derived.project.jobs
    found = [some for job in jobs for some in _problems(job, derived)]
    for one, other, name in _shared(jobs):
        text = f"writes {name} into the same folder as the job {one.name}: the last that runs wins"
        found.append(_finding("same-files", other, text, "give one of them another folder"))
    return found


def _problems(job: ExportJob, derived: Derived) -> list[Finding]:
    """What keeps a job from being run."""
    found = []
    if not job.documents:
        found.append(_finding("empty-job", job, "makes nothing", "choose its documents, or remove it"))
    for name in unknown_documents(job):
        text = f"makes {name}, which this fatdesk does not make"
        found.append(_finding("no-such-document", job, text, "take it out of the job"))
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

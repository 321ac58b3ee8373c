"""A saved export job: what it makes, for which racks, into which folder."""

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.analysis.study_kinds import name_problem
from fatdesk.gui.documents.document_list import scope_text
from fatdesk.gui.documents.export_jobs import JobEdits
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.paper.jobs import job_findings
from fatdesk.project.document.export_job import ExportJob
from fatdesk.project.document.ref import JOB


def show_job(page: Page, name: str) -> None:
    """A job: its name, folder and racks; the rest is decided among the documents."""
    session = page.session
    job = next((some for some in session.project.jobs if some.name == name), None)
    if job is None:
        page.title(name, "It was removed")
        return
    page.title(name, "Saved export job")
    for found in job_findings(session.derived):
        if found.where == name:
            page.banner(in_sentence(f"{found.text}: {found.fix}"))
    grid = page.section("What it makes", scope_text(replace(job, racks="", folder="")))
    page.field(grid, "Name", name, lambda text: _call(session, job, text))
    page.field(grid, "Folder", job.folder, lambda text: _decide(session, job, folder=text), empty="beside")
    page.field(grid, "Racks", job.racks, lambda text: _decide(session, job, racks=text), empty="all")
    page.field(
        grid, "Revision", job.revision, lambda text: _decide(session, job, revision=text), empty="none"
    )
    page.field(grid, "Date", job.date, lambda text: _decide(session, job, date=text), empty="none")
    for document in job.documents:
        page.note(document)
    page.button("Remove this job", lambda: JobEdits(session).remove([job]))


def _call(session: Session, job: ExportJob, text: str) -> bool | str:
    problem = name_problem(text, [some.name for some in session.project.jobs], job.name)
    if problem:
        return problem
    if not JobEdits(session).call(job, text):
        return False
    session.select([JOB(text)])
    return True


def _decide(session: Session, job: ExportJob, **fields: str) -> bool | str:
    try:
        changed = replace(job, **{name: text.strip() for name, text in fields.items()})
    except FatdeskError as error:
        return in_sentence(str(error))
    return JobEdits(session).change(changed)

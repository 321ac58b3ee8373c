"""Inspector page of saved export jobs: documents, racks, folder."""

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.schema import field_at
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
    """Add the name, folder and racks of a job; its other options are in Documents."""
    session = page.session
    job = next((some for some in session.project.jobs if some.name == name), None)
    if job is None:
        page.title(name, "It was removed")
        return
    page.title(name, "Saved export job")
    for found in job_findings(session.derived):
        if found.where == name:
            page.banner(in_sentence(f"{found.text}: {found.fix}"))
    grid = page.section("Contents", scope_text(replace(job, racks="", folder="")))
    page.decided(grid, field_at(ExportJob, "name"), [name], lambda text: _rename(session, job, text))
    for key in ("folder", "racks", "revision", "date"):

        def put(text: str, key: str = key) -> bool | str:
            return _decide(session, job, **{key: text})

        page.decided(grid, field_at(ExportJob, key), [getattr(job, key)], put)
    for document in job.documents:
        page.note(document)
    page.button("Remove this job", lambda: JobEdits(session).remove([job]))


def _rename(session: Session, job: ExportJob, text: str) -> bool | str:
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

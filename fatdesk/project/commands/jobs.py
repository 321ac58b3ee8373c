"""Commands on export jobs."""

from typing import Annotated

from msgspec import Meta

from fatdesk.project.commands.named_records import (
    AddRecord,
    ChangeRecord,
    NamedCommand,
    NamedSection,
    RemoveRecord,
    RenameRecord,
)
from fatdesk.project.document.export_job import ExportJob, JobName
from fatdesk.project.document.project import Project

JOBS = NamedSection[ExportJob]("jobs", "export job", "export job", lambda _project, job, _before: job)
"""Section of export jobs; their documents and racks are checked later, because both may change."""


class AddJob(AddRecord, frozen=True, kw_only=True, tag="add-job"):
    """Save an export job."""

    section = JOBS
    job: ExportJob


class RenameJob(RenameRecord, frozen=True, kw_only=True, tag="rename-job"):
    """Give an export job another name."""

    section = JOBS
    name: JobName
    to: JobName


class ChangeJob(ChangeRecord, frozen=True, kw_only=True, tag="change-job"):
    """Replace all of an export job but its name."""

    section = JOBS
    job: ExportJob


class MoveJob(NamedCommand, frozen=True, kw_only=True, tag="move-job"):
    """Put an export job before another, or last: jobs are listed and run in this order."""

    section = JOBS
    name: JobName
    before: Annotated[str, Meta(max_length=60)] = ""

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Move export job {self.name}"

    def apply(self, project: Project) -> Project:
        """The project with its jobs in that order."""
        return JOBS.moved(project, self.name, self.before)


class RemoveJob(RemoveRecord, frozen=True, kw_only=True, tag="remove-job"):
    """Remove an export job; files that it made stay."""

    section = JOBS
    name: JobName

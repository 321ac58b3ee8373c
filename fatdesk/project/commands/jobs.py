"""Commands on export jobs: documents that are made together, always in the same way."""

from typing import Annotated

from msgspec import Meta

from fatdesk.project.commands.command import Command
from fatdesk.project.commands.named_sections import NamedSection
from fatdesk.project.document.export_job import ExportJob, JobName
from fatdesk.project.document.project import Project

JOBS = NamedSection[ExportJob]("jobs", "export job", lambda _project, job, _before: job)
"""What its documents and racks are is found by checks, for both come and go."""


class AddJob(Command, frozen=True, kw_only=True, tag="add-job"):
    """Save an export job."""

    job: ExportJob

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Add export job {self.job.name}"

    def apply(self, project: Project) -> Project:
        """The project with one job more."""
        return JOBS.added(project, self.job)


class RenameJob(Command, frozen=True, kw_only=True, tag="rename-job"):
    """Give an export job another name."""

    name: JobName
    to: JobName

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Call export job {self.name} {self.to}"

    def apply(self, project: Project) -> Project:
        """The project with that name instead."""
        return JOBS.renamed(project, self.name, self.to)


class ChangeJob(Command, frozen=True, kw_only=True, tag="change-job"):
    """Decide an export job again, all of it but its name."""

    job: ExportJob

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Change export job {self.job.name}"

    def apply(self, project: Project) -> Project:
        """The project with that job instead of the one of its name."""
        return JOBS.changed(project, self.job)


class MoveJob(Command, frozen=True, kw_only=True, tag="move-job"):
    """Put an export job before another, or last: jobs are listed and run in this order."""

    name: JobName
    before: Annotated[str, Meta(max_length=60)] = ""

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Move export job {self.name}"

    def apply(self, project: Project) -> Project:
        """The project with its jobs in that order."""
        return JOBS.moved(project, self.name, self.before)


class RemoveJob(Command, frozen=True, kw_only=True, tag="remove-job"):
    """Save an export job no longer; files that it made stay."""

    name: JobName

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Remove export job {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that job."""
        return JOBS.without(project, self.name)

"""Commands on the project itself: title, templates of names, waivers, export jobs."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from fatdesk.core import ranges
from fatdesk.core.finding import Reason, RevisionName, Waiver
from fatdesk.core.struct import Date, Id, Text
from fatdesk.engine.fabric.name_templates import Naming
from fatdesk.project.commands.command import (
    AddRecord,
    ChangeRecord,
    Command,
    NamedCommand,
    NamedSection,
    RefusedError,
    RemoveRecord,
    RenameRecord,
    SetFields,
)
from fatdesk.project.document.export_job import ExportJob, JobName
from fatdesk.project.document.project import Project, Revision


class SetNaming(SetFields, Naming, frozen=True, kw_only=True, tag="set-naming"):
    """Change templates of names and the scheme of identifiers (null: none); what is not named stays."""

    section = "naming"

    def __post_init__(self) -> None:
        """Leave templates that are not understood to the step, which is refused with the reason."""

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return "Change names"


class Rename(Command, frozen=True, kw_only=True, tag="rename"):
    """Give the project a name."""

    name: Text

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Rename to {self.name}"

    def apply(self, project: Project) -> Project:
        """The project of that name."""
        return replace(project, name=self.name)


class Waive(Command, frozen=True, kw_only=True, tag="waive"):
    """Accept a finding, with a comment, who does so when and until when; a new waiver replaces the old.

    Attributes
    ----------
    amount, text
        The figure and the text of the finding that is accepted.
    """

    rule: Text
    where: Text
    comment: Reason
    by: Text = ""
    on: Date = ""
    until: Date = ""
    until_revision: RevisionName = ""
    amount: ranges.Figure | None = None
    text: Text = ""

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Waive {self.rule}@{self.where}"

    def apply(self, project: Project) -> Project:
        """The project with that waiver."""
        if any(one.name == self.until_revision for one in project.revisions):
            text = f"there is a revision {self.until_revision} already: name one that is still to come"
            raise RefusedError(text, field="until_revision")
        waiver = Waiver(**{name: getattr(self, name) for name in Waiver.__struct_fields__})
        others = [old for old in project.waivers if (old.rule, old.where) != (self.rule, self.where)]
        return replace(project, waivers=tuple(sorted([*others, waiver], key=lambda w: (w.rule, w.where))))


class Unwaive(Command, frozen=True, kw_only=True, tag="unwaive"):
    """Let a finding count again."""

    rule: Text
    where: Text

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Revoke the waiver of {self.rule}@{self.where}"

    def apply(self, project: Project) -> Project:
        """The project without that waiver."""
        others = tuple(old for old in project.waivers if (old.rule, old.where) != (self.rule, self.where))
        if len(others) == len(project.waivers):
            raise RefusedError(f"{self.rule}@{self.where} is not waived")
        return replace(project, waivers=others)


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
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Move export job {self.name}"

    def apply(self, project: Project) -> Project:
        """The project with its jobs in that order."""
        return JOBS.moved(project, self.name, self.before)


class RemoveJob(RemoveRecord, frozen=True, kw_only=True, tag="remove-job"):
    """Remove an export job; files that it made stay."""

    section = JOBS
    name: JobName


REVISIONS = NamedSection[Revision]("revisions", "revision", "revision", lambda _project, one, _before: one)
"""Section of revisions; the file that holds each is next to that of the project."""


class AddRevision(AddRecord, frozen=True, kw_only=True, tag="add-revision"):
    """Record that the present state is a revision."""

    section = REVISIONS
    revision: Revision


class RemoveRevision(RemoveRecord, frozen=True, kw_only=True, tag="remove-revision"):
    """Remove the record of a revision; the file that holds it stays."""

    section = REVISIONS
    name: Id

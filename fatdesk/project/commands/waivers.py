"""Commands that waive findings."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from fatdesk.core.struct import Text
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.document.project import Project, Waiver


class Waive(Command, frozen=True, kw_only=True, tag="waive"):
    """Accept a finding, with a comment; a new comment replaces the old."""

    rule: Text
    where: Text
    comment: Annotated[str, Meta(min_length=1, max_length=2000)]

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Waive {self.rule}@{self.where}"

    def apply(self, project: Project) -> Project:
        """The project with that waiver."""
        waiver = Waiver(rule=self.rule, where=self.where, comment=self.comment)
        others = [old for old in project.waivers if (old.rule, old.where) != (self.rule, self.where)]
        return replace(project, waivers=tuple(sorted([*others, waiver], key=lambda w: (w.rule, w.where))))


class Unwaive(Command, frozen=True, kw_only=True, tag="unwaive"):
    """Let a finding count again."""

    rule: Text
    where: Text

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Unwaive {self.rule}@{self.where}"

    def apply(self, project: Project) -> Project:
        """The project without that waiver."""
        others = tuple(old for old in project.waivers if (old.rule, old.where) != (self.rule, self.where))
        if len(others) == len(project.waivers):
            raise RefusedError(f"{self.rule}@{self.where} is not waived")
        return replace(project, waivers=others)

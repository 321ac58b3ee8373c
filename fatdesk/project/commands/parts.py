"""Commands on the copies of parts."""

from msgspec.structs import replace

from fatdesk.core.struct import Id
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.document.project import Project
from fatdesk.project.document.references import dangling


class SetPart(Command, frozen=True, kw_only=True, tag="set-part"):
    """Add a part, or change the copy of that id, its price for one."""

    part: AnyPart

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Set part {self.part.id}"

    def apply(self, project: Project) -> Project:
        """The project with that part."""
        others = [part for part in project.parts if part.id != self.part.id]
        result = replace(project, parts=tuple(sorted([*others, self.part], key=lambda part: part.id)))
        if any(type(old) is not type(self.part) for old in project.parts if old.id == self.part.id):
            _check_use(result, self.part.id, "must stay what it is")
        return result


class RemovePart(Command, frozen=True, kw_only=True, tag="remove-part"):
    """Remove a part that nothing uses."""

    id: Id

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove part {self.id}"

    def apply(self, project: Project) -> Project:
        """The project without that part."""
        kept = tuple(part for part in project.parts if part.id != self.id)
        if len(kept) == len(project.parts):
            raise RefusedError(f"there is no part {self.id}")
        result = replace(project, parts=kept)
        _check_use(result, self.id, "cannot be removed")
        return result


def _check_use(project: Project, part_id: str, what: str) -> None:
    for problem in dangling(project):
        if f'"{part_id}"' in problem.what:
            raise RefusedError(f"the part {part_id} {what}: {problem.kind} {problem.key} use it")

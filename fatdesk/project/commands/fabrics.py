"""Commands on fabrics: their requirements, and the chosen design."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from fatdesk.engine.design.requirements import FabricRequirement, Limits, Objective
from fatdesk.engine.families.design import Design, Name
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.project.commands.command import Command, RefusedError, with_changes
from fatdesk.project.document.project import FabricDecision, Project


class SetWishes(Command, frozen=True, kw_only=True, tag="set-wishes"):
    """Change the objective, the limits or the room that is wished; what is not named stays."""

    objective: Objective | UnsetType = UNSET
    limits: Limits | UnsetType = UNSET
    room: RoomRequirement | UnsetType | None = UNSET

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return "Change requirements"

    def apply(self, project: Project) -> Project:
        """The project with those requirements."""
        return with_changes(project, "wishes", self)


class SetFabric(Command, frozen=True, kw_only=True, tag="set-fabric"):
    """Add a fabric, or change the requirements of the one of that name; its design stays until set again."""

    requirement: FabricRequirement

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Set fabric {self.requirement.name}"

    def apply(self, project: Project) -> Project:
        """The project with that fabric, in its old place or at the end."""
        groups = {group.name for group in project.hosts}
        for group in self.requirement.hosts:
            if group not in groups:
                raise RefusedError(f"there is no group of hosts {group}: set-hosts it first")
        name = self.requirement.name
        if not any(old.requirement.name == name for old in project.fabrics):
            return replace(project, fabrics=(*project.fabrics, FabricDecision(requirement=self.requirement)))
        return replace(
            project,
            fabrics=tuple(
                replace(old, requirement=self.requirement) if old.requirement.name == name else old
                for old in project.fabrics
            ),
        )


class SetDesign(Command, frozen=True, kw_only=True, tag="set-design"):
    """Choose the design of a fabric; none: not chosen yet."""

    fabric: Name
    design: Design | None = None

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Choose design of {self.fabric}"

    def apply(self, project: Project) -> Project:
        """The project with that design."""
        _check_fabric(project, self.fabric)
        parts = {part.id for part in project.parts}
        for use in self.design.parts if self.design else ():
            if use.part not in parts:
                raise RefusedError(
                    f"the part {use.part} is not among the parts of this project: set-part it first"
                )
        return replace(
            project,
            fabrics=tuple(
                replace(old, design=self.design) if old.requirement.name == self.fabric else old
                for old in project.fabrics
            ),
        )


class RemoveFabric(Command, frozen=True, kw_only=True, tag="remove-fabric"):
    """Remove a fabric; its switches stay on the floor until they are removed."""

    name: Name

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove fabric {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that fabric."""
        _check_fabric(project, self.name)
        kept = tuple(old for old in project.fabrics if old.requirement.name != self.name)
        return replace(project, fabrics=kept)


def _check_fabric(project: Project, name: str) -> None:
    if not any(old.requirement.name == name for old in project.fabrics):
        raise RefusedError(f"there is no fabric {name}")

"""Commands on the rules of cabling."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from fatdesk.engine.cabling.rules import Metres
from fatdesk.engine.catalog.parts import Cable, Id
from fatdesk.project.commands.command import Command, part_of
from fatdesk.project.commands.sections import with_changes
from fatdesk.project.project import Project


class SetCabling(Command, frozen=True, kw_only=True, tag="set-cabling"):
    """Change rules of cabling; what is not named stays."""

    lengths: Literal["standard", "custom"] | UnsetType = UNSET
    length_step_m: Metres | UnsetType = UNSET
    bundle_cable: Id | UnsetType | None = UNSET
    slack_m: Metres | UnsetType = UNSET
    depth: bool | UnsetType = UNSET
    tolerance: Annotated[float, Meta(ge=0, le=10)] | UnsetType = UNSET
    tray_above_rack_m: Metres | UnsetType = UNSET
    tray_width_m: Annotated[float, Meta(gt=0, le=100)] | UnsetType = UNSET
    tray_depth_m: Annotated[float, Meta(gt=0, le=100)] | UnsetType = UNSET
    fill_max: Annotated[float, Meta(gt=0, le=1)] | UnsetType = UNSET

    @property
    def label(self) -> str:
        """What the menu says."""
        return "Change cabling rules"

    def apply(self, project: Project) -> Project:
        """The project with those rules."""
        if isinstance(self.bundle_cable, str):
            part_of(project, self.bundle_cable, Cable, "a cable")
        return with_changes(project, "cabling", self)

"""Commands on the rules of cabling."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from fatdesk.core import ranges
from fatdesk.core.struct import Id
from fatdesk.engine.catalog.parts import Cable
from fatdesk.project.commands.command import Command, part_of, with_changes
from fatdesk.project.document.project import Project


class SetCabling(Command, frozen=True, kw_only=True, tag="set-cabling"):
    """Change rules of cabling; what is not named stays."""

    lengths: Literal["standard", "custom"] | UnsetType = UNSET
    length_step_m: ranges.Slack | UnsetType = UNSET
    bundle_cable: Id | UnsetType | None = UNSET
    minimise: Literal["cost", "items"] | UnsetType = UNSET
    most_items: Annotated[int, Meta(ge=1, le=10_000)] | UnsetType | None = UNSET
    slack_m: ranges.Slack | UnsetType = UNSET
    depth: bool | UnsetType = UNSET
    tolerance: ranges.Tolerance | UnsetType = UNSET
    tray_above_rack_m: ranges.TrayGap | UnsetType = UNSET
    tray_width_m: ranges.TrayWidthM | UnsetType | None = UNSET
    tray_depth_m: ranges.TrayDepthM | UnsetType | None = UNSET
    fill_max: ranges.FillLimit | UnsetType = UNSET

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return "Change cabling rules"

    def apply(self, project: Project) -> Project:
        """The project with those rules."""
        if isinstance(self.bundle_cable, str):
            part_of(project, self.bundle_cable, Cable, "a cable")
        return with_changes(project, "cabling", self)

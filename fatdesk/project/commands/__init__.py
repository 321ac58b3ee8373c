"""Commands of the document as frozen data, one module per section of a project."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from fatdesk.core.struct import Text
from fatdesk.project.commands.bill import RemovePart, SetAlternative, SetBill, SetPart, SetTerms
from fatdesk.project.commands.building import (
    AddDoor,
    AddWall,
    ChangeDoor,
    ChangeWall,
    RemoveDoor,
    RemoveWall,
    SetPlan,
)
from fatdesk.project.commands.cables import ClearCable, ForgetReplug, Replug, SetCable, SetCables, SetCabling
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.commands.copying import Repeat
from fatdesk.project.commands.devices import (
    AddDevice,
    MoveDevice,
    Place,
    Rearrange,
    RemoveDevice,
    SwapDevices,
)
from fatdesk.project.commands.explorations import PinDesigns, SetPins, SetSearch
from fatdesk.project.commands.fabrics import (
    Redesign,
    RemoveFabric,
    RemoveHosts,
    SetAsBuilt,
    SetDesign,
    SetFabric,
    SetGrowth,
    SetHosts,
    SetRequirements,
)
from fatdesk.project.commands.project import (
    AddJob,
    AddRevision,
    ChangeJob,
    MoveJob,
    RemoveJob,
    RemoveRevision,
    Rename,
    RenameJob,
    SetNaming,
    Unwaive,
    Waive,
)
from fatdesk.project.commands.racks import (
    AddRack,
    Free,
    MoveRack,
    MoveRacks,
    RemoveRack,
    RenameRack,
    Reserve,
    SetRackPower,
    TurnRacks,
)
from fatdesk.project.commands.room import (
    AddColumn,
    AddTray,
    ChangeColumn,
    ChangeTray,
    RemoveColumn,
    RemoveFeed,
    RemoveTray,
    RemoveZone,
    RenameFeed,
    RenameZone,
    SetFeed,
    SetZone,
)
from fatdesk.project.commands.routes import RemoveRoute, RenameRoute, SetRoute
from fatdesk.project.commands.rules import AddRule, ChangeRule, RemoveRule, RenameRule
from fatdesk.project.commands.studies import (
    AddFaultStudy,
    AddScheduleStudy,
    AddSimulation,
    AddStudy,
    ChangeFaultStudy,
    ChangeScheduleStudy,
    ChangeSimulation,
    ChangeStudy,
    RemoveFaultStudy,
    RemoveScheduleStudy,
    RemoveSimulation,
    RemoveStudy,
    RenameFaultStudy,
    RenameScheduleStudy,
    RenameSimulation,
    RenameStudy,
)
from fatdesk.project.document.project import Project


class Batch(Command, frozen=True, kw_only=True, tag="batch"):
    """Several commands as one step: all of them, or none."""

    name: Text = ""
    commands: Annotated[tuple["AnyCommand", ...], Meta(min_length=1)]

    @property
    def step(self) -> str:
        """Its name, or what the first does."""
        rest = len(self.commands) - 1
        return self.name or self.commands[0].step + (f", and {rest} more" if rest else "")

    def apply(self, project: Project) -> Project:
        """The project after all of them."""
        for number, command in enumerate(self.commands, start=1):
            try:
                project = command.apply(project)
            except RefusedError as error:
                where = f"command {number} of {len(self.commands)}"
                raise RefusedError(f"{where}: {error}", error.why, number, error.field) from None
        return project


COMMANDS: tuple[type[Command], ...] = (
    Rename,
    SetHosts,
    RemoveHosts,
    SetFabric,
    SetDesign,
    SetAsBuilt,
    RemoveFabric,
    SetRequirements,
    Redesign,
    SetGrowth,
    Place,
    Rearrange,
    AddRack,
    MoveRack,
    MoveRacks,
    TurnRacks,
    SetRackPower,
    RenameRack,
    RemoveRack,
    AddDevice,
    MoveDevice,
    SwapDevices,
    RemoveDevice,
    Reserve,
    Free,
    AddTray,
    ChangeTray,
    RemoveTray,
    AddColumn,
    ChangeColumn,
    RemoveColumn,
    AddWall,
    ChangeWall,
    RemoveWall,
    AddDoor,
    ChangeDoor,
    RemoveDoor,
    SetPlan,
    Repeat,
    SetFeed,
    RenameFeed,
    RemoveFeed,
    SetZone,
    RenameZone,
    RemoveZone,
    SetRoute,
    RenameRoute,
    RemoveRoute,
    SetCabling,
    SetCable,
    SetCables,
    ClearCable,
    SetNaming,
    SetBill,
    SetAlternative,
    SetTerms,
    SetPart,
    RemovePart,
    AddStudy,
    RenameStudy,
    ChangeStudy,
    RemoveStudy,
    AddSimulation,
    RenameSimulation,
    ChangeSimulation,
    RemoveSimulation,
    AddFaultStudy,
    RenameFaultStudy,
    ChangeFaultStudy,
    RemoveFaultStudy,
    AddScheduleStudy,
    RenameScheduleStudy,
    ChangeScheduleStudy,
    RemoveScheduleStudy,
    SetSearch,
    SetPins,
    PinDesigns,
    AddJob,
    RenameJob,
    ChangeJob,
    MoveJob,
    RemoveJob,
    Replug,
    ForgetReplug,
    AddRule,
    RenameRule,
    ChangeRule,
    RemoveRule,
    Waive,
    Unwaive,
    AddRevision,
    RemoveRevision,
    Batch,
)
"""By hand; a test compares it with the modules."""

if TYPE_CHECKING:
    AnyCommand = Command
else:
    AnyCommand: Any = reduce(or_, COMMANDS)
    """Any command; msgspec reads it by its ``command``."""

__all__ = ["COMMANDS", "AnyCommand", "Batch", "Command", "RefusedError"]

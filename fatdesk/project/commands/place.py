"""Commands that apply a placement: of everything, or of the devices of some racks."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from fatdesk.core.struct import Count, Struct
from fatdesk.engine.floor.floor import Device, Floor
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.commands.floor_edits import decided_besides, parts_of
from fatdesk.project.document.clearances import why_not_floor
from fatdesk.project.document.project import Project
from fatdesk.project.document.record_kinds import in_order
from fatdesk.project.document.references import dangling


class Place(Command, frozen=True, kw_only=True, tag="place"):
    """Replace the floor and everything on it; feeds and zones stay where it names none."""

    floor: Floor

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return "Place everything"

    def apply(self, project: Project) -> Project:
        """The project with that floor."""
        floor = decided_besides(self.floor, project.floor)
        result = in_order(replace(project, floor=floor))
        for problem in dangling(result):
            if problem.kind == "racks":
                raise RefusedError(f"rack {problem.key}: {problem.field}: {problem.what}")
        crowded = why_not_floor(result.floor, parts_of(project))
        if crowded:
            raise RefusedError(crowded)
        return result


class RackContent(Struct, frozen=True, kw_only=True):
    """The devices of one rack."""

    rack: Count
    devices: tuple[Device, ...] = ()


class Rearrange(Command, frozen=True, kw_only=True, tag="rearrange"):
    """Let the devices of some racks change places at once; none comes, none goes."""

    racks: Annotated[tuple[RackContent, ...], Meta(min_length=1)]

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return "Rearrange 1 rack" if len(self.racks) == 1 else f"Rearrange {len(self.racks)} racks"

    def apply(self, project: Project) -> Project:
        """The project with the devices there."""
        wanted = {content.rack: content.devices for content in self.racks}
        if len(wanted) < len(self.racks):
            raise RefusedError("a rack is named twice: name each rack once")
        known = {rack.number: rack for rack in project.floor.racks}
        missing = [number for number in wanted if number not in known]
        if missing:
            raise RefusedError(f"there is no rack {missing[0]}")
        before = {d.id: replace(d, u=1) for number in wanted for d in known[number].devices}
        after = [replace(d, u=1) for devices in wanted.values() for d in devices]
        for device in after:
            if before.pop(device.id, None) != device:
                raise RefusedError(f"{device.id} is not in these racks now, or is another part there")
        if before:
            raise RefusedError(f"{next(iter(before))} is in these racks now and would have no place")
        racks = tuple(
            replace(rack, devices=wanted[rack.number]) if rack.number in wanted else rack
            for rack in project.floor.racks
        )
        floor = replace(project.floor, racks=racks)
        crowded = why_not_floor(floor, parts_of(project))
        if crowded:
            raise RefusedError(crowded)
        return replace(project, floor=floor)

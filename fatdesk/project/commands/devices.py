"""Commands on devices in racks, one by one or as a whole placement."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from fatdesk.core import ranges
from fatdesk.core.struct import Count, Struct, Text
from fatdesk.engine.floor.floor import Device, Floor, rack_label
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.commands.floor_edits import (
    decided_besides,
    find_device,
    ids_of,
    ids_on,
    parts_of,
    with_device,
    without_device,
)
from fatdesk.project.document.clearances import why_not_floor
from fatdesk.project.document.project import Project
from fatdesk.project.document.record_kinds import dangling, in_order


class AddDevice(Command, frozen=True, kw_only=True, tag="add-device"):
    """Put a device into a rack."""

    rack: Count
    device: Device

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Add {self.device.id}"

    def apply(self, project: Project) -> Project:
        """The project with one device more."""
        parts = parts_of(project)
        inner = _all((self.device,))
        for device in inner:
            if device.part not in parts:
                raise RefusedError(
                    f"the part {device.part} is not among the parts of this project: set-part it first"
                )
        if len(ids_of(self.device)) < len(inner):
            raise RefusedError(f"an id is used twice in {self.device.id}: give each device its own")
        there = ids_on(project.floor)
        for device in inner:
            if device.id in there:
                raise RefusedError(f"{device.id} is in rack {rack_label(there[device.id])} already")
        return replace(project, floor=with_device(project.floor, self.rack, self.device, parts))


class MoveDevice(Command, frozen=True, kw_only=True, tag="move-device"):
    """Move a device to other units, in its rack or another."""

    id: Text
    rack: Count
    u: ranges.Units

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Move {self.id}"

    def apply(self, project: Project) -> Project:
        """The project with the device there."""
        rack, device = find_device(project.floor, self.id)
        bare = without_device(project.floor, rack, device)
        moved = replace(device, u=self.u)
        return replace(project, floor=with_device(bare, self.rack, moved, parts_of(project)))


class SwapDevices(Command, frozen=True, kw_only=True, tag="swap-devices"):
    """Let two devices change places."""

    a: Text
    b: Text

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Swap {self.a} with {self.b}"

    def apply(self, project: Project) -> Project:
        """The project with the two in each other's units."""
        if self.a == self.b:
            raise RefusedError(f"{self.a} cannot change places with itself, name two devices")
        parts = parts_of(project)
        rack_a, a = find_device(project.floor, self.a)
        rack_b, b = find_device(project.floor, self.b)
        floor = without_device(project.floor, rack_a, a)
        rack_b = next(rack for rack in floor.racks if rack.number == rack_b.number)
        floor = without_device(floor, rack_b, b)
        floor = with_device(floor, rack_b.number, replace(a, u=b.u), parts)
        floor = with_device(floor, rack_a.number, replace(b, u=a.u), parts)
        return replace(project, floor=floor)


class RemoveDevice(Command, frozen=True, kw_only=True, tag="remove-device"):
    """Take a device out of its rack."""

    id: Text

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove {self.id}"

    def apply(self, project: Project) -> Project:
        """The project without that device."""
        rack, device = find_device(project.floor, self.id)
        return replace(project, floor=without_device(project.floor, rack, device))


def _all(devices: tuple[Device, ...]) -> list[Device]:
    """Devices and what is inside them."""
    return [found for device in devices for found in (device, *_all(device.inside))]


class Place(Command, frozen=True, kw_only=True, tag="place"):
    """Replace the floor and everything on it; feeds, zones, walls, doors, plan stay where it names none."""

    floor: Floor

    @property
    def step(self) -> str:
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
    def step(self) -> str:
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
            raise RefusedError(f"there is no rack {missing[0]}, name one of the floor")
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

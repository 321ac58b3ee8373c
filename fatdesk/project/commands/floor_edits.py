"""Shared steps of commands on the floor: find by number or name, check, replace."""

from typing import TypeVar

from msgspec.structs import replace

from fatdesk.core import ranges
from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.building import PlanSettings
from fatdesk.engine.floor.floor import Device, Feed, Floor, Rack, Zone, middle_unit, rack_label
from fatdesk.engine.floor.route_rules import RouteRule
from fatdesk.project.commands.command import RefusedError
from fatdesk.project.document.clearances import Parts, height_of, why_not_units
from fatdesk.project.document.project import Project

Named = TypeVar("Named", bound=Feed | Zone | RouteRule)


def with_one(elements: tuple[Named, ...], element: Named) -> tuple[Named, ...]:
    """The same with one more, or with it instead of the one of its name."""
    if all(other.name != element.name for other in elements):
        return (*elements, element)
    return tuple(element if other.name == element.name else other for other in elements)


def renamed(elements: tuple[Named, ...], name: str, to: str, word: str) -> tuple[Named, ...]:
    """The same with another name.

    Raises
    ------
    RefusedError
        When there is none of that name, or one of the new.
    """
    without(elements, name, word)
    if to != name and any(element.name == to for element in elements):
        raise RefusedError(f"there is a {word} called {to} already: use another name")
    return tuple(replace(element, name=to) if element.name == name else element for element in elements)


def without(elements: tuple[Named, ...], name: str, word: str) -> tuple[Named, ...]:
    """The same without one.

    Raises
    ------
    RefusedError
        When there is none of that name.
    """
    kept = tuple(element for element in elements if element.name != name)
    if len(kept) == len(elements):
        raise RefusedError(f"there is no {word} called {name}")
    return kept


def parts_of(project: Project) -> Parts:
    """The parts of a project by id."""
    return {part.id: part for part in project.parts}


def rack_of(floor: Floor, number: int) -> Rack:
    """The rack of that number.

    Raises
    ------
    RefusedError
        When there is none.
    """
    for rack in floor.racks:
        if rack.number == number:
            return rack
    raise RefusedError(f"there is no rack {number}, name one of the floor")


def with_rack(floor: Floor, new: Rack) -> Floor:
    """The floor with one rack changed."""
    racks = floor.racks
    at = next((at for at, rack in enumerate(racks) if rack.number == new.number), len(racks))
    return replace(floor, racks=(*racks[:at], new, *racks[at + 1 :])) if at < len(racks) else floor


def check_reach(what: str, x_mm: float, y_mm: float) -> None:
    """Refuse a worked-out place that is farther from the origin than a project file may state."""
    if max(abs(x_mm), abs(y_mm)) > ranges.MOST_PLACE_MM:
        metres = ranges.MOST_PLACE_MM / 1000
        raise RefusedError(
            f"{what} would be more than {metres:,.0f} m from the origin of the room: "
            "choose a nearer place, a shorter distance or fewer copies"
        )


def other_racks(floor: Floor, number: int) -> tuple[Rack, ...]:
    """All racks but one; a drag comes by here for every place."""
    racks = floor.racks
    at = next((at for at, rack in enumerate(racks) if rack.number == number), len(racks))
    return racks[:at] + racks[at + 1 :]


def without_rack(feeds: tuple[Feed, ...], number: int) -> tuple[Feed, ...]:
    """Feeds on which a rack no longer hangs."""
    return tuple(
        replace(feed, racks=tuple(n for n in feed.racks if n != number)) if number in feed.racks else feed
        for feed in feeds
    )


def decided_besides(floor: Floor, before: Floor) -> Floor:
    """A floor that was laid out again, with what else was decided before where it says nothing of that.

    Feeds keep those racks that are still there, route rules all that they name; racks keep power feeds
    of their own by number and part.
    """
    own = {(rack.number, rack.part): rack.power for rack in before.racks if rack.power is not None}
    if own and all(rack.power is None for rack in floor.racks):
        racks = (replace(rack, power=own.get((rack.number, rack.part))) for rack in floor.racks)
        floor = replace(floor, racks=tuple(racks))
    numbers = {rack.number for rack in floor.racks}
    kept = tuple(
        feed
        if numbers.issuperset(feed.racks)
        else replace(feed, racks=tuple(filter(numbers.__contains__, feed.racks)))
        for feed in before.feeds
    )
    return replace(
        floor,
        feeds=floor.feeds or kept,
        zones=floor.zones or before.zones,
        walls=floor.walls or before.walls,
        doors=floor.doors or before.doors,
        routes=floor.routes or before.routes,
        plan=_plan_after(before.plan, floor.plan),
    )


def _plan_after(before: PlanSettings, plan: PlanSettings) -> PlanSettings:
    """Return the settings of drawings of a new floor, with those of the one before where it has none."""
    if plan.north_deg is None and plan.underlay is None:
        return replace(before, grid=plan.grid or before.grid)
    return plan


def find_device(floor: Floor, device_id: str) -> tuple[Rack, Device]:
    """A device and its rack.

    Raises
    ------
    RefusedError
        When it is placed nowhere, or inside another device.
    """
    for rack in floor.racks:
        for device in rack.devices:
            if device.id == device_id:
                return rack, device
            if device.inside and device_id in _ids(device.inside):
                raise RefusedError(
                    f"{device_id} is inside {device.id} in rack {rack_label(rack)}: use {device.id} instead"
                )
    raise RefusedError(f"{device_id} is in no rack, place it first")


def _ids(devices: tuple[Device, ...]) -> set[str]:
    found = {device.id for device in devices}
    for device in devices:
        found |= _ids(device.inside)
    return found


def ids_on(floor: Floor) -> dict[str, Rack]:
    """The rack of each device, those inside others included."""
    return {device_id: rack for rack in floor.racks for device_id in _ids(rack.devices)}


def ids_of(device: Device) -> set[str]:
    """The ids of a device and of what is inside it."""
    return _ids((device,))


def without_device(floor: Floor, rack: Rack, device: Device) -> Floor:
    """The floor with a device taken out of its rack."""
    kept = tuple(other for other in rack.devices if other.id != device.id)
    return with_rack(floor, replace(rack, devices=kept))


def with_device(floor: Floor, number: int, device: Device, parts: Parts) -> Floor:
    """The floor with a device put into a rack, from the top downwards.

    One without height is mounted at the side of the rack and gets its middle unit, whatever it states.

    Raises
    ------
    RefusedError
        When its units are not free.
    """
    rack = rack_of(floor, number)
    height_u, part = height_of(parts, device.part), parts.get(rack.part)
    problem = why_not_units(rack, parts, device.u, height_u)
    if problem:
        raise RefusedError(f"{device.id} has no place: {problem}")
    if not height_u and isinstance(part, RackPart):
        device = replace(device, u=middle_unit(part.height_u))
    devices = sorted([*rack.devices, device], key=lambda d: (-d.u, d.id))
    return with_rack(floor, replace(rack, devices=tuple(devices)))

"""From a load and a wished room to a floor with every device in its units."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.core.progress import SILENT, Progress
from fatdesk.engine.core.units import ceil_div
from fatdesk.engine.floor.blocks import Load, Run
from fatdesk.engine.floor.floor import Device, Floor, Rack, Reserved
from fatdesk.engine.floor.laying_out import lay_out, places
from fatdesk.engine.floor.placing import INF, CorePlace, Filling, Space, Unplaced, place
from fatdesk.engine.floor.room import Reserve, RoomRequirement, TraySize

MOST_TIMES = 100
"""A room without a size stops growing at so many times the racks of its load: columns are in the way."""


@dataclass(frozen=True)
class Furnished:
    """A floor with its devices, and what found no place."""

    floor: Floor
    unplaced: tuple[Unplaced, ...]
    racks_used: int
    whole_blocks: int
    spread_blocks: int


def furnish(
    load: Load,
    room: RoomRequirement | None,
    catalog: Catalog,
    tray: TraySize,
    progress: Progress = SILENT,
) -> Furnished:
    """Place a load; a room without a size gets as many racks as the load takes.

    Raises
    ------
    FatdeskError
        When the room contradicts itself (core in a rack that is not there, too few aisles).
    """
    wish = room or RoomRequirement()
    size = places(wish)
    if size is not None:
        return _furnish(load, wish, catalog, tray, size, progress)
    units = catalog.rack(wish.rack).height_u if isinstance(wish.rack, str) else 1
    least = _least(wish)
    # one rack at first in which nothing is reserved by its number: it tells what fits no rack at all
    racks = first = max(least + 1 if wish.reserve else least, ceil_div(_height(load), units))
    seen: dict[int, Furnished] = {}
    while racks not in seen and racks <= MOST_TIMES * (first + units):
        seen[racks] = result = _furnish(load, wish, catalog, tray, racks, progress)
        if not result.unplaced:
            racks = max(least, result.racks_used)
        elif any(item.hopeless for item in result.unplaced):
            break
        else:
            # as many more as take what is left over at the density reached; too many are given back
            missing = sum(item.height_u for item in result.unplaced)
            density = max(1, (_height(load) - missing) // racks)
            racks += max(1, ceil_div(missing, density))
    complete = [number for number, result in seen.items() if not result.unplaced]
    return seen[min(complete)] if complete else result


def racks_needed(load: Load, room: RoomRequirement | None, catalog: Catalog) -> int | None:
    """How many racks a load takes; None when it cannot be placed."""
    result = furnish(load, room, catalog, TraySize())
    return None if result.unplaced else result.racks_used


def _least(room: RoomRequirement) -> int:
    """The number of the last rack that a room names."""
    named = [wish.rack for wish in room.reserve if wish.rack != "all"]
    return max([1, *named, *(room.core_at if isinstance(room.core_at, tuple) else ())])


def _height(load: Load) -> int:
    runs = [run for block in load.blocks for run in block.runs] + [run for core in load.cores for run in core]
    return sum(run.height_u for run in runs)


def _furnish(
    load: Load, wish: RoomRequirement, catalog: Catalog, tray: TraySize, racks: int, progress: Progress
) -> Furnished:
    floor = lay_out(wish, catalog, tray, racks)
    reserved = _reserved(floor.racks, wish.reserve, catalog)
    spaces = [_space(rack, kept, catalog) for rack, kept in zip(floor.racks, reserved, strict=True)]
    filling = place(load, spaces, wish.policy, CorePlace(wish.core_at, wish.core_groups), progress)
    filled = tuple(
        _with_devices(rack, kept, space, catalog)
        for rack, kept, space in zip(floor.racks, reserved, filling.spaces, strict=True)
    )
    return Furnished(
        msgspec.structs.replace(floor, racks=filled),
        tuple(filling.unplaced),
        _used(filling),
        filling.whole_blocks,
        filling.spread_blocks,
    )


def _used(filling: Filling) -> int:
    """Racks with a device in them."""
    return sum(1 for space in filling.spaces if space.cores or space.edges or space.hosts)


def _reserved(
    racks: Sequence[Rack], reserves: Sequence[Reserve], catalog: Catalog
) -> list[tuple[Reserved, ...]]:
    """Units kept free at the bottom of each rack."""
    numbers = {rack.number for rack in racks}
    for wish in reserves:
        if wish.rack != "all" and wish.rack not in numbers:
            raise FatdeskError(f"room.reserve: no rack {wish.rack}, the room has 1 to {len(racks)}")
    result = []
    for rack in racks:
        kept: list[Reserved] = []
        u = 1
        for wish in reserves:
            if wish.rack in ("all", rack.number):
                kept.append(Reserved(u=u, height_u=wish.height_u, note=wish.note))
                u += wish.height_u
        if u - 1 > catalog.rack(rack.part).height_u:
            raise FatdeskError(
                f"room.reserve: {u - 1} U in rack {rack.number}, which has {catalog.rack(rack.part).height_u}"
            )
        result.append(tuple(kept))
    return result


def _space(rack: Rack, reserved: Sequence[Reserved], catalog: Catalog) -> Space:
    part = catalog.rack(rack.part)
    return Space(
        number=rack.number,
        free_u=part.height_u - sum(kept.height_u for kept in reserved),
        mass_kg=INF if part.mass_limit_kg is None else part.mass_limit_kg,
        power_w=INF if part.power_limit_w is None else part.power_limit_w,
        x_mm=rack.x_mm + part.width_mm / 2,
        y_mm=rack.y_mm + part.depth_mm / 2,
    )


def _with_devices(rack: Rack, reserved: tuple[Reserved, ...], space: Space, catalog: Catalog) -> Rack:
    """Core switches at the top, edge switches under them, then hosts."""
    top = catalog.rack(rack.part).height_u
    devices: list[Device] = []
    for run in [*space.cores, *space.edges, *space.hosts]:
        top = _stack(run, top, devices)
    return msgspec.structs.replace(rack, devices=tuple(devices), reserved=reserved)


def _stack(run: Run, top: int, devices: list[Device]) -> int:
    """Add the devices of a run downwards from unit ``top``; the next free one below."""
    kind = run.kind
    for number, device_id in enumerate(run.ids):
        top -= kind.height_u
        devices.append(
            Device(
                id=device_id,
                part=kind.part,
                u=top + 1 if kind.height_u else max(top, 1),
                cards=kind.cards,
                card=kind.card,
                inside=run.inside[number] if run.inside else (),
            )
        )
    return top

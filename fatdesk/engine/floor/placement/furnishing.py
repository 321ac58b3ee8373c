"""Furnish a room: racks for a load, with every device at its units."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.floor.budget import everything
from fatdesk.engine.floor.building import Wall
from fatdesk.engine.floor.facility import feeds_of, power_limit_w
from fatdesk.engine.floor.feeds import FeedLimits
from fatdesk.engine.floor.floor import Device, Floor, Rack, Reserved, middle_unit, rack_centre_mm
from fatdesk.engine.floor.placement.blocks import Block, Kind, Load, Run
from fatdesk.engine.floor.placement.placing import INF, CorePlace, Filling, Space, Unplaced, place
from fatdesk.engine.floor.placement.stacking import Gap, level_of, stacked
from fatdesk.engine.floor.room import Reserve, RoomRequirement, TraySize
from fatdesk.engine.floor.room_layout import lay_out, places

MOST_TIMES = 100
"""A room without a size stops growing at this multiple of the racks of its load: columns are in the way."""


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
    walls: Sequence[Wall] = (),
) -> Furnished:
    """Place a load; a room without a size gets as many racks as the load takes; none is in ``walls``.

    Raises
    ------
    FatdeskError
        When the room contradicts itself (core in a rack that is not there, too few aisles).
    """
    required = room or RoomRequirement()
    size = places(required)
    if size is not None:
        return _furnish(load, required, catalog, tray, size, progress, walls)
    units = catalog.rack(required.rack).height_u if isinstance(required.rack, str) else 1
    least = _least(required)
    # one rack at first in which nothing is reserved by its number: finds devices that fit no rack at all
    racks = first = max(least + 1 if required.reserve else least, ceil_div(_height(load), units))
    seen: dict[int, Furnished] = {}
    while racks not in seen and racks <= MOST_TIMES * (first + units):
        seen[racks] = result = _furnish(load, required, catalog, tray, racks, progress, walls)
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


def refurnish(
    load: Load, floor: Floor, room: RoomRequirement | None, catalog: Catalog, progress: Progress = SILENT
) -> Furnished:
    """Place a load into racks that are there, around the devices and the reserved units in them.

    Parameters
    ----------
    floor
        Its racks hold the devices of the load that stay where they are; all others find a place here.

    Raises
    ------
    FatdeskError
        When the core switches are to be in a rack that is not there.
    """
    required = room or RoomRequirement()
    kinds = {device_id: run.kind for run in load.runs() for device_id in run.ids}
    staying = {device.id: rack.number for rack in floor.racks for device in rack.devices}
    of_racks = {staying.get(n) for block in load.blocks if block.rack for run in block.runs for n in run.ids}
    rest = _without(load, staying)
    tallest = max((run.kind.height_u for run in rest.runs()), default=1)
    gaps = [_gaps(rack, kinds, catalog) for rack in floor.racks]
    spaces = []
    for rack, free in zip(floor.racks, gaps, strict=True):
        space = _space(rack, (), required, catalog)
        space.here = frozenset(some.id for device in rack.devices for some in everything(device))
        space.whole = rack.number in of_racks
        space.gaps = tuple(_gaps(rack, kinds, catalog))
        for device in rack.devices:
            space.take(kinds[device.id], 1)
        space.left[0] = _sure_units(free, tallest)
        spaces.append(space)
    filling = _filled(rest, required, spaces, progress)
    filled = tuple(
        _with_devices(rack, rack.reserved, space, catalog, free)
        for rack, space, free in zip(floor.racks, filling.spaces, gaps, strict=True)
    )
    return Furnished(
        msgspec.structs.replace(floor, racks=filled),
        tuple(filling.unplaced),
        sum(1 for rack in filled if rack.devices),
        filling.whole_blocks,
        filling.spread_blocks,
    )


def _sure_units(gaps: Sequence[Gap], tallest: int) -> int:
    """Units that devices get in whichever order they come.

    That is the largest gap, or all but what each gap may waste.

    >>> _sure_units([], 8), _sure_units([(0, 3)], 8), _sure_units([(0, 3), (9, 6)], 2)
    (0, 3, 8)
    """
    sizes = [size for _, size in gaps] or [0]
    return max(*sizes, sum(sizes) - (len(sizes) - 1) * (tallest - 1), 0)


def _without(load: Load, staying: Mapping[str, int]) -> Load:
    """A load without some of its devices."""

    def runs(before: Sequence[Run]) -> list[Run]:
        found = []
        for run in before:
            left = [n for n, device_id in enumerate(run.ids) if device_id not in staying]
            if left:
                inside = [run.inside[n] for n in left] if run.inside else []
                found.append(Run(run.kind, [run.ids[n] for n in left], inside))
        return found

    def rack_of(block: Block) -> int | None:
        if not block.rack:
            return None
        return next((staying[node] for run in block.runs for node in run.ids if node in staying), None)

    blocks = [
        Block(runs(block.edges), runs(block.hosts), block.rack, rack_of(block)) for block in load.blocks
    ]
    aside = [replace(some, edges=runs(some.edges)) for some in load.aside]
    numbers: dict[int, int] = {}
    for number, block in enumerate(blocks):
        if block.runs:
            numbers[number] = len(numbers)
    return Load(
        [block for block in blocks if block.runs],
        [runs(core) for core in load.cores],
        [replace(some, block=numbers.get(some.block, 0)) for some in aside if some.edges],
        [replace(one, run=run) for one in load.beside for run in runs([one.run])],
    )


def _gaps(rack: Rack, kinds: Mapping[str, Kind], catalog: Catalog) -> list[Gap]:
    """The runs of free units of a rack, from the top down."""
    height = catalog.rack(rack.part).height_u
    taken = [(kept.u, kept.height_u) for kept in rack.reserved]
    taken += [(device.u, kinds[device.id].height_u) for device in rack.devices]
    found, above = [], 0
    for u, size in sorted(taken, reverse=True):
        top = height - (u + size - 1)
        if size and top > above:
            found.append((above, top - above))
        above = max(above, top + size) if size else above
    return [*found, (above, height - above)] if above < height else found


def _least(room: RoomRequirement) -> int:
    """The number of the last rack that a room names."""
    named = [reserve.rack for reserve in room.reserve if reserve.rack != "all"]
    return max([1, *named, *(room.core_at if isinstance(room.core_at, tuple) else ())])


def _height(load: Load) -> int:
    return sum(run.height_u for run in load.runs())


def _furnish(
    load: Load,
    required: RoomRequirement,
    catalog: Catalog,
    tray: TraySize,
    racks: int,
    progress: Progress,
    walls: Sequence[Wall],
) -> Furnished:
    floor = lay_out(required, catalog, tray, racks, walls)
    reserved = reserved_units(floor.racks, required.reserve, catalog)
    spaces = [_space(rack, kept, required, catalog) for rack, kept in zip(floor.racks, reserved, strict=True)]
    tallest = max((run.kind.height_u for run in load.runs()), default=1)
    for rack, space in zip(floor.racks, spaces, strict=True):
        if catalog.rack(rack.part).contents and not space.made_for:
            space.left[0] = _sure_units(space.gaps, tallest)
    filling = _filled(load, required, spaces, progress)
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


def _filled(load: Load, required: RoomRequirement, spaces: Sequence[Space], progress: Progress) -> Filling:
    """The racks filled, the core switches in the middle of those that come to be used.

    Which racks are used is known when everything is placed, so it is placed again until they stay the same.
    The core switches of a fabric that would fit into one rack are divided between two where that takes no
    further rack.
    """
    longest = max((space.position + 1 for space in spaces), default=0)
    kept = 1 if load.aside else 0

    def placed(core: CorePlace) -> Filling:
        nonlocal kept
        while True:
            fresh = [replace(space, left=list(space.left), cores=[], edges=[], hosts=[]) for space in spaces]
            filling = place(load, fresh, required.policy, core, progress, kept)
            if not filling.rows_full or kept >= longest:
                return filling
            kept += 1

    core = CorePlace(required.core_at, required.core_groups)
    best = placed(core)
    if required.core_at != "centre" or not any(load.cores):
        return best
    best = _centred(placed, core, best)
    if required.core_groups is None and any(sum(len(run.ids) for run in runs) > 1 for runs in load.cores):
        core = replace(core, apart=True)
        other = _centred(placed, core, placed(replace(core, among=_reach(best))))
        if _rank(other) <= _rank(best):
            return other
    return best


def _centred(placed: Callable[[CorePlace], Filling], core: CorePlace, best: Filling) -> Filling:
    """The core switches moved to the middle of the racks in use."""
    seen: set[int] = set()
    reach = _reach(best)
    while reach and reach not in seen:
        seen.add(reach)
        found = placed(replace(core, among=reach))
        if _rank(found) > _rank(best):
            break
        best, reach = found, _reach(found)
    return best


def _reach(filling: Filling) -> int:
    """Number of racks there are up to the last with a block in it."""
    return max(
        (n for n, space in enumerate(filling.spaces, start=1) if space.edges or space.hosts), default=0
    )


def _rank(filling: Filling) -> tuple[int, int]:
    """The less the better: devices without a place, then racks in use."""
    return sum(len(item.ids) for item in filling.unplaced), _used(filling)


def _used(filling: Filling) -> int:
    """Racks with a device in them."""
    return sum(1 for space in filling.spaces if space.used)


def reserved_units(
    racks: Sequence[Rack], reserves: Sequence[Reserve], catalog: Catalog
) -> list[tuple[Reserved, ...]]:
    """Units kept free at the bottom of each rack."""
    numbers = {rack.number for rack in racks}
    for reserve in reserves:
        if reserve.rack != "all" and reserve.rack not in numbers:
            raise FatdeskError(f"room.reserve: no rack {reserve.rack}, the room has 1 to {len(racks)}")
    result = []
    for rack in racks:
        part = catalog.rack(rack.part)
        kept = [Reserved(u=some.u, height_u=some.height_u, note=some.name) for some in part.contents]
        wanted = [reserve for reserve in reserves if reserve.rack in ("all", rack.number)]
        for reserve in wanted if not part.holds else ():
            taken = {u for some in kept for u in range(some.u, some.u + some.height_u)}
            starts = range(1, part.height_u - reserve.height_u + 2)
            u = next((u for u in starts if taken.isdisjoint(range(u, u + reserve.height_u))), None)
            if u is None:
                total = sum(some.height_u for some in wanted)
                raise FatdeskError(
                    f"room.reserve: {total} U in rack {rack.number}, which has {part.height_u}"
                )
            kept.append(Reserved(u=u, height_u=reserve.height_u, note=reserve.note))
        result.append(tuple(kept))
    return result


def _space(rack: Rack, reserved: Sequence[Reserved], required: RoomRequirement, catalog: Catalog) -> Space:
    part = catalog.rack(rack.part)
    x, y = rack_centre_mm(rack, catalog)
    fixed = [sum(getattr(some, what) or 0.0 for some in part.contents) for what in ("mass_kg", "power_w")]
    power = power_limit_w(rack, part, required)
    limits = (
        None if part.mass_limit_kg is None else part.mass_limit_kg - fixed[0],
        None if power is None else power - fixed[1],
        required.switches_per_rack,
        required.cables_per_rack,
    )
    return Space(
        rack.number,
        [
            part.height_u - sum(kept.height_u for kept in reserved),
            *(INF if limit is None else limit for limit in limits),
        ],
        x_mm=x,
        y_mm=y,
        row=rack.row,
        position=rack.position,
        made_for=frozenset(part.holds),
        gaps=tuple(_gaps(msgspec.structs.replace(rack, devices=(), reserved=tuple(reserved)), {}, catalog)),
        feeds=FeedLimits.of(feeds_of(rack, required), part),
    )


def _unit(height: int, above: int, own: int) -> int:
    """The lowest unit of a device; one without height counts as in the middle of the rack."""
    return max(1, height - above - own + 1) if own else middle_unit(height)


def _with_devices(
    rack: Rack,
    reserved: tuple[Reserved, ...],
    space: Space,
    catalog: Catalog,
    gaps: Sequence[Gap] | None = None,
) -> Rack:
    """Core switches at the top, edge switches under them, then hosts; heavy devices at the bottom."""
    height = catalog.rack(rack.part).height_u
    runs = [(run, False) for run in (*space.cores, *space.edges)] + [(run, True) for run in space.hosts]
    heights = [run.kind.height_u for run, _ in runs for _ in run.ids]
    levels = [level_of(run.kind, host=host) for run, host in runs for _ in run.ids]
    free = height - sum(kept.height_u for kept in reserved)
    if gaps is None and catalog.rack(rack.part).contents:
        gaps = space.gaps
    densities = [run.kind.density for run, _ in runs for _ in run.ids]
    above = iter(stacked([(0, free)] if gaps is None else gaps, heights, levels, densities) or [])
    devices = [*rack.devices] + [
        Device(
            id=device_id,
            part=run.kind.part,
            u=_unit(height, next(above), run.kind.height_u),
            cards=run.kind.cards,
            card=run.kind.card,
            inside=run.inside[number] if run.inside else (),
        )
        for run, _ in runs
        for number, device_id in enumerate(run.ids)
    ]
    devices.sort(key=lambda device: -device.u)
    return msgspec.structs.replace(rack, devices=tuple(devices), reserved=reserved)

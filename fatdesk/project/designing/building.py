"""Parts of a floor that are kept when its devices are placed again: the building, installed devices.

Obstacles, walls, doors, trays drawn by hand, reserved units, power feeds and zones are the building. Racks
stay where they are unless another shape of the room is requested.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from itertools import pairwise

from msgspec.structs import replace

from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.building import PlanSettings
from fatdesk.engine.floor.floor import (
    Device,
    Floor,
    Front,
    Rack,
    Reserved,
    Tray,
    footprint_mm,
    fronts_of_rows,
    rack_centre_mm,
    rack_label,
    turned,
)
from fatdesk.engine.floor.placement.blocks import Load
from fatdesk.engine.floor.placement.furnishing import Furnished, furnish, refurnish, reserved_units
from fatdesk.engine.floor.room import Reserve, RoomRequirement, TraySize
from fatdesk.engine.floor.room_layout import front_of, lay_out, places, tray_along
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.improving import held_devices
from fatdesk.project.document.clearances import Parts, Places, why_not_rack
from fatdesk.project.document.project import Project

SHAPE = ("rack", "rows", "racks_per_row", "aisle_m", "cross_tray_every", "reserve", "columns")
"""Fields of a room that decide where its racks, trays and reserved units are."""
SAME_MM = 1.0
"""Racks this near to each other are one."""
FARTHEST = 40
"""Places that are tried beyond the end of a row for one more rack."""


def place_again(
    before: Project,
    load: Load,
    room: RoomRequirement | None,
    catalog: Catalog,
    size: TraySize,
    progress: Progress = SILENT,
    stays: frozenset[str] | None = None,
) -> Furnished:
    """Place a load into the room of a project, of which the building stays.

    A floor that is as it was laid out, with no cable in place, is laid out again from the start. Else racks
    stay where they are; a room without a size gets more at the ends of its rows, and gives back those that
    become empty. Devices whose cables are in place, measured or decided by hand keep their units, where the
    load still has them.

    Parameters
    ----------
    stays
        Devices that keep their units; None: those whose cables are in place.

    Raises
    ------
    FatdeskError
        When the room contradicts itself.
    """
    made = _place_again(before, load, room, catalog, size, progress, stays)
    return dataclasses.replace(made, floor=replace(made.floor, plan=_plan(before, room)))


def _plan(before: Project, room: RoomRequirement | None) -> PlanSettings:
    """Return the settings of drawings of a project, with the required grid where that has changed."""
    plan = before.floor.plan
    required = [None if some is None else some.grid for some in (before.wishes.room, room)]
    return plan if required[0] == required[1] else replace(plan, grid=required[1])


def _place_again(
    before: Project,
    load: Load,
    room: RoomRequirement | None,
    catalog: Catalog,
    size: TraySize,
    progress: Progress,
    stays: frozenset[str] | None,
) -> Furnished:
    wish, old = room or RoomRequirement(), before.wishes.room or RoomRequirement()
    if stays is None and is_untouched(before, catalog):
        return furnish(load, room, catalog, size, progress)
    held = held_devices(Derived(before)) if stays is None else stays
    kept = _kept_devices(before.floor, load, held)
    if keeps_racks(before, room):
        floor = _holding(before.floor, kept)
        if wish.rows_face != old.rows_face:
            floor = _facing(floor, {rack.number: front_of(wish, rack.row) for rack in floor.racks}, catalog)
    else:
        floor = _of_other_shape(before.floor, old, wish, load, kept, catalog, size)
    result = furnish_around(load, floor, wish, catalog, size, progress)
    if places(wish) is None and not result.unplaced:
        result = _without_emptied(result, before.floor)
    return result


def is_untouched(project: Project, catalog: Catalog) -> bool:
    """Whether nothing of a floor was decided by hand, and no cable is in place."""
    room = project.wishes.room or RoomRequirement()
    return not held_devices(Derived(project)) and is_as_laid_out(project.floor, room, catalog)


def keeps_racks(before: Project, room: RoomRequirement | None) -> bool:
    """Whether a room has the shape of that of a project, so that racks and trays stay where they are."""
    wish, old = room or RoomRequirement(), before.wishes.room or RoomRequirement()
    return all(getattr(wish, name) == getattr(old, name) for name in SHAPE)


def is_as_laid_out(floor: Floor, room: RoomRequirement, catalog: Catalog) -> bool:
    """Whether a floor, its devices aside, is as the rules of a room lay it out."""
    if floor.feeds or floor.zones or floor.walls or floor.doors or floor.routes:
        return False
    if not floor.racks or any(rack.part not in catalog for rack in floor.racks):
        return not floor.racks and not floor.trays and floor.columns == room.columns
    for plain in _layouts(floor, room, catalog):
        reserved = reserved_units(plain.racks, room.reserve, catalog)
        racks = [replace(rack, reserved=kept) for rack, kept in zip(plain.racks, reserved, strict=True)]
        if (
            racks == [replace(rack, devices=()) for rack in floor.racks]
            and [tray.points_mm for tray in plain.trays] == [tray.points_mm for tray in floor.trays]
            and plain.columns == floor.columns
        ):
            return True
    return False


def drawn_trays(floor: Floor, room: RoomRequirement, catalog: Catalog) -> tuple[Tray, ...]:
    """Return the trays that the rules of a room do not lay out where they are."""
    if not floor.racks or any(rack.part not in catalog for rack in floor.racks):
        return floor.trays
    laid = {tray.points_mm for plain in _layouts(floor, room, catalog, wider=4) for tray in plain.trays}
    return tuple(tray for tray in floor.trays if tray.points_mm not in laid)


def _layouts(floor: Floor, room: RoomRequirement, catalog: Catalog, wider: int = 0) -> Iterator[Floor]:
    """The room as it would be laid out with as many rows and racks as the floor has, and some more."""
    size = places(room)
    if size is not None:
        yield lay_out(room, catalog, TraySize(), size)
        return
    rows = 1 + max(rack.row for rack in floor.racks)
    per_row = 1 + max(rack.position for rack in floor.racks)
    for more in range(wider + 1):
        shape = replace(room, rows=rows, racks_per_row=per_row + more)
        if isinstance(room.aisle_m, tuple):
            shape = replace(shape, aisle_m=room.aisle_m[: max(1, rows - 1)])
        yield lay_out(shape, catalog, TraySize(), rows * (per_row + more))


def _kept_devices(floor: Floor, load: Load, held: frozenset[str]) -> dict[int, tuple[Device, ...]]:
    """The devices that stay, by number of their rack, as the load has them."""
    wanted = {
        device_id: (run.kind, run.inside[number] if run.inside else ())
        for run in load.runs()
        for number, device_id in enumerate(run.ids)
    }
    found: dict[int, tuple[Device, ...]] = {}
    for rack in floor.racks:
        staying = []
        for device in rack.devices:
            if device.id not in wanted or not held & {device.id, *(inner.id for inner in device.inside)}:
                continue
            kind, inside = wanted[device.id]
            if kind.part == device.part:  # a modular switch may get other cards where it is
                staying.append(replace(device, cards=kind.cards, card=kind.card, inside=inside))
        found[rack.number] = tuple(staying)
    return found


def _holding(floor: Floor, kept: dict[int, tuple[Device, ...]]) -> Floor:
    """A floor whose racks hold no other devices than these."""
    racks = tuple(replace(rack, devices=kept.get(rack.number, ())) for rack in floor.racks)
    return replace(floor, racks=racks)


# -- another shape of the room ------------------------------------------------------------------------


def _of_other_shape(
    before: Floor,
    old: RoomRequirement,
    wish: RoomRequirement,
    load: Load,
    kept: dict[int, tuple[Device, ...]],
    catalog: Catalog,
    size: TraySize,
) -> Floor:
    """The room laid out again, with the building of the one before."""
    added = tuple(area for area in before.columns if area not in old.columns)
    shape = replace(wish, columns=(*wish.columns, *(area for area in added if area not in wish.columns)))
    laid = furnish(load, shape, catalog, size, walls=before.walls).floor
    earlier = {rack_label(rack): rack for rack in before.racks}
    if wish.rows_face == old.rows_face:
        rows = fronts_of_rows(before.racks)
        fronts = {
            rack.number: known.front if (known := earlier.get(rack_label(rack))) else rows.get(rack.row)
            for rack in laid.racks
        }
        laid = _facing(laid, fronts, catalog)
    by_rule = dict(zip(earlier, reserved_units(before.racks, _known(old, before), catalog), strict=True))
    racks = tuple(_as_before(rack, earlier, by_rule, kept, catalog) for rack in laid.racks)
    drawn = drawn_trays(before, old, catalog)
    taken = {tray.id for tray in drawn}
    names = iter(name for n in range(1, 10**6) if (name := f"tray-{n}") not in taken)
    trays = (*(replace(tray, id=next(names)) for tray in laid.trays), *drawn)
    numbers = {rack_label(rack): rack.number for rack in racks}
    labels = {rack.number: rack_label(rack) for rack in before.racks}
    feeds = tuple(
        replace(feed, racks=tuple(sorted(numbers[labels[n]] for n in feed.racks if labels.get(n) in numbers)))
        for feed in before.feeds
    )
    return replace(before, columns=laid.columns, racks=racks, trays=trays, feeds=feeds)


def _facing(floor: Floor, fronts: Mapping[int, Front | None], catalog: Catalog) -> Floor:
    """A floor with its racks, by number, turned around their centres; None: as it is.

    A rack whose footprint changes with it is turned only where it has room.
    """
    parts: Parts = {some.id: some for some in catalog if isinstance(some, RackPart)}
    racks = {rack.number: rack for rack in floor.racks}
    changing: list[Rack] = []
    for rack in floor.racks:
        front = fronts.get(rack.number)
        if front is None or front == rack.front:
            continue
        new = turned(rack, catalog.rack(rack.part), front)
        if (new.x_mm, new.y_mm) == (rack.x_mm, rack.y_mm):
            racks[rack.number] = new
        else:
            changing.append(new)
    for new in changing:
        others = (rack for rack in racks.values() if rack.number != new.number)
        if not why_not_rack(new, others, floor, parts):
            racks[new.number] = new
    return replace(floor, racks=tuple(racks.values()))


def _known(room: RoomRequirement, floor: Floor) -> list[Reserve]:
    numbers = {rack.number for rack in floor.racks}
    return [some for some in room.reserve if some.rack == "all" or some.rack in numbers]


def _as_before(
    rack: Rack,
    earlier: dict[str, Rack],
    by_rule: dict[str, tuple[Reserved, ...]],
    kept: dict[int, tuple[Device, ...]],
    catalog: Catalog,
) -> Rack:
    """A rack with the reserved units, and where it is the same one the devices, of that with its label."""
    label = rack_label(rack)
    old = earlier.get(label)
    if old is None:
        return replace(rack, devices=())
    by_hand = [some for some in old.reserved if some not in by_rule[label]]
    top = catalog.rack(rack.part).height_u
    taken = {u for some in rack.reserved for u in range(some.u, some.u + some.height_u)}
    reserved = list(rack.reserved)
    for some in by_hand:
        units = range(some.u, some.u + some.height_u)
        if units[-1] <= top and taken.isdisjoint(units):
            reserved.append(some)
            taken |= set(units)
    same = old.part == rack.part and max(abs(old.x_mm - rack.x_mm), abs(old.y_mm - rack.y_mm)) < SAME_MM
    return replace(rack, devices=kept[old.number] if same else (), reserved=tuple(reserved))


# -- more racks, and fewer ------------------------------------------------------------------------------


def furnish_around(
    load: Load,
    floor: Floor,
    room: RoomRequirement,
    catalog: Catalog,
    size: TraySize,
    progress: Progress = SILENT,
) -> Furnished:
    """Place a load around the devices of a floor; a room without a size gets more racks as needed.

    A device that fits none of the racks may fit an empty one, so one is tried in any case.
    """
    result = refurnish(load, floor, room, catalog, progress)
    tried = False
    while result.unplaced and places(room) is None:
        if tried and any(some.hopeless for some in result.unplaced):
            break
        more = _with_racks(floor, room, catalog, size, sum(some.height_u for some in result.unplaced))
        if more is None:
            break
        floor, tried = more, True
        result = refurnish(load, floor, room, catalog, progress)
    return result


def _with_racks(
    floor: Floor, room: RoomRequirement, catalog: Catalog, size: TraySize, units: int
) -> Floor | None:
    """The floor with as many more racks as some units fill, one at least; None: no room for one."""
    part = catalog.rack(room.rack if isinstance(room.rack, str) else room.rack[0].part)
    found = None
    for _ in range(max(1, units // part.height_u)):
        more = with_rack(found or floor, room, catalog, size)
        if more is None:
            break
        found = more
    return found


def with_rack(
    floor: Floor, room: RoomRequirement, catalog: Catalog, size: TraySize, row: int | None = None
) -> Floor | None:
    """Return the floor with one more rack, and a tray to it; None: no room for it.

    Parameters
    ----------
    row
        At the end of which row the rack is; None, or where there is no room: of the shortest with room.
    """
    part = catalog.rack(room.rack if isinstance(room.rack, str) else room.rack[0].part)
    parts: Parts = {some.id: some for some in catalog if isinstance(some, RackPart)}
    where = Places(floor.racks, parts, room)
    ends: dict[int, int] = {}
    fronts = fronts_of_rows(floor.racks)
    for rack in floor.racks:
        ends[rack.row] = max(ends.get(rack.row, -1), rack.position)
    number = 1 + max((rack.number for rack in floor.racks), default=0)
    rows = sorted(ends or {0: -1}, key=lambda row: (ends.get(row, -1), row))
    wanted = [(row, step) for step in range(1, FARTHEST)] if row is not None else []
    for at, step in (*wanted, *((one, step) for step in range(1, FARTHEST) for one in rows)):
        position = ends.get(at, -1) + step
        front = fronts.get(at) or front_of(room, at)
        new = Rack(number=number, part=part.id, row=at, position=position, x_mm=0.0, y_mm=0.0, front=front)
        x, y = where.corner(at, position, footprint_mm(new, part))
        new = replace(new, x_mm=x, y_mm=y)
        if not why_not_rack(new, floor.racks, floor, parts):
            return _with_tray(replace(floor, racks=(*floor.racks, new)), new, catalog, size)
    return None


def _with_tray(floor: Floor, rack: Rack, catalog: Catalog, size: TraySize) -> Floor:
    """The floor with a tray to a rack where none runs over it: that of its row led on, or the first."""
    x, y = rack_centre_mm(rack, catalog)
    others = [rack_centre_mm(one, catalog)[0] for one in floor.racks if one.row == rack.row and one != rack]
    if not floor.trays and others:
        near = min(others, key=lambda other: abs(other - x))
        line = ((round(near, 3), round(y, 3)), (round(x, 3), round(y, 3)))
        tallest = max(catalog.rack(one.part).height_mm for one in floor.racks)
        return replace(floor, trays=(tray_along("tray-1", line, tallest, size),))
    depth = footprint_mm(rack, catalog.rack(rack.part))[1]
    along = [
        (tray, end)
        for tray in floor.trays
        for (xa, ya), (xb, yb) in pairwise(tray.points_mm)
        for end in ((xa, ya), (xb, yb))
        if abs(ya - yb) < SAME_MM and abs(ya - y) <= depth / 2 and not min(xa, xb) <= x <= max(xa, xb)
    ]
    covered = any(
        min(xa, xb) <= x <= max(xa, xb) and abs(ya - y) <= depth / 2 and abs(ya - yb) < SAME_MM
        for tray in floor.trays
        for (xa, ya), (xb, yb) in pairwise(tray.points_mm)
    )
    if covered or not along:
        return floor
    tray, end = min(along, key=lambda pair: abs(pair[1][0] - x))
    ids = {some.id for some in floor.trays}
    name = next(name for n in range(1, len(ids) + 2) if (name := f"tray-{n}") not in ids)
    return replace(floor, trays=(*floor.trays, replace(tray, id=name, points_mm=(end, (x, end[1])))))


def _without_emptied(result: Furnished, before: Floor) -> Furnished:
    """The floor without racks that held devices before and are empty now, with no reserved units."""
    held = {rack.number for rack in before.racks if rack.devices}
    gone = {
        rack.number
        for rack in result.floor.racks
        if rack.number in held and not rack.devices and not rack.reserved and not rack.label
    }
    if not gone:
        return result
    floor = result.floor
    racks = tuple(rack for rack in floor.racks if rack.number not in gone)
    feeds = tuple(replace(f, racks=tuple(n for n in f.racks if n not in gone)) for f in floor.feeds)
    return dataclasses.replace(result, floor=replace(floor, racks=racks, feeds=feeds))

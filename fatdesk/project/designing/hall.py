"""A project of an existing hall: its racks in rows, with the units that are taken as reserved units."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.dcim.hall import Hall, HallRack
from fatdesk.engine.dcim.product import Product
from fatdesk.engine.floor.floor import Rack, Reserved, rack_label
from fatdesk.engine.floor.placement.blocks import Load
from fatdesk.engine.floor.placement.furnishing import furnish
from fatdesk.engine.floor.room import RoomRequirement, TraySize
from fatdesk.engine.listing.wired import plain_name, plain_names
from fatdesk.project.designing.rack_rows import places_of_labels
from fatdesk.project.document.project import Project, SearchRequirements

LEAST_MM, MOST_MM = 100.0, 5000.0
SINGLE = re.compile(r"[A-Z]{1,2}[-_. ]?\d{1,3}\Z")
"""A cell of a room: row and place."""


@dataclass(frozen=True)
class HallProject:
    """A project, and what was assumed or left out."""

    project: Project
    notes: tuple[str, ...]
    free_u: int


def hall_project(hall: Hall, name: str, progress: Progress = SILENT) -> HallProject:
    """The project of a hall.

    Racks are in rows by the letters of their cell or name, location by location, since no product has
    coordinates; units of devices are reserved, with the name of what is there.

    Raises
    ------
    FatdeskError
        When there are too many racks for a room.
    """
    notes, name_there = list(hall.notes), hall.product.name
    parts = rack_parts(hall.racks, hall.product)
    labels = rack_labels(hall.racks)
    places = rack_places(hall.racks, labels)
    by_place = {place: number for number, place in enumerate(places)}
    widest = max(parts, key=lambda part: (part.width_mm, part.depth_mm, part.id))
    rows = 1 + max(row for row, _ in places)
    room = RoomRequirement(rack=widest.id, rows=rows, racks_per_row=1 + max(place for _, place in places))
    kinds = {part.id: part for part in parts}
    catalog = Catalog(list(kinds.values()))
    laid = furnish(Load([], []), room, catalog, TraySize(), progress).floor
    racks: list[Rack] = []
    for rack in laid.racks:
        number = by_place.get((rack.row, rack.position))
        if number is None:
            continue
        taken = tuple(
            Reserved(u=one.u, height_u=one.height_u, note=one.note) for one in hall.racks[number].taken
        )
        label = labels[number]
        plain = replace(rack, number=len(racks) + 1, part=parts[number].id, reserved=taken)
        racks.append(replace(plain, label="" if rack_label(plain) == label else label))
    if len(racks) < len(hall.racks):
        raise FatdeskError(
            f"{hall.product.place} {hall.site}: {len(hall.racks):,} racks are too many for a room, pull fewer"
        )
    notes.append(f"positions of racks follow their names, as {name_there} has no coordinates: check them")
    if any(rack.width_mm is None or rack.depth_mm is None for rack in hall.racks):
        usual = RackPart(id="x", height_u=1)
        sizes = f"{usual.width_mm:g} x {usual.depth_mm:g} mm"
        notes.append(f"outer width and depth that {name_there} does not state are assumed ({sizes})")
    free = sum(
        catalog.rack(rack.part).height_u - sum(some.height_u for some in rack.reserved) for rack in racks
    )
    project = Project(
        name=name,
        floor=replace(laid, racks=tuple(racks)),
        wishes=SearchRequirements(room=room),
        parts=tuple(kinds[key] for key in sorted(kinds)),
    )
    return HallProject(project, tuple(notes), free)


def rack_parts(racks: Sequence[HallRack], product: Product) -> list[RackPart]:
    """The part of each rack: one for each type with the same figures."""
    shapes = [
        (rack.model, rack.vendor, rack.height_u, rack.width_mm, rack.depth_mm, rack.mass_limit_kg)
        for rack in racks
    ]
    every = list(dict.fromkeys(shapes))
    ids = plain_names(
        f"{product.key}-{plain_name(shape[0]) if shape[0] else 'rack'}-{shape[2]}u".lower() for shape in every
    )
    made = {}
    for shape, key in zip(every, ids, strict=True):
        model, vendor, units, width, depth, limit = shape
        part = RackPart(id=key, name=model, vendor=vendor, height_u=units, source=product.name)
        if width is not None and LEAST_MM <= width <= MOST_MM:
            part = replace(part, width_mm=round(width, 1))
        if depth is not None and LEAST_MM <= depth <= MOST_MM:
            part = replace(part, depth_mm=round(depth, 1))
        made[shape] = part if limit is None else replace(part, mass_limit_kg=round(limit, 1))
    return [made[shape] for shape in shapes]


def rack_labels(racks: Sequence[HallRack]) -> list[str]:
    """A label for each rack: its name, with its location where two have the same."""
    names = [rack.name for rack in racks]
    return [
        f"{rack.location} {rack.name}".strip() if names.count(rack.name) > 1 else rack.name for rack in racks
    ]


def rack_places(racks: Sequence[HallRack], labels: Sequence[str]) -> list[tuple[int, int]]:
    """Row and place of each rack, from 0: by its cell where all have one, else by location and label."""
    return places_of_labels(_cells(racks, labels))


def _cells(racks: Sequence[HallRack], labels: Sequence[str]) -> list[tuple[str, str]]:
    by_cell = all(SINGLE.match(rack.cell) for rack in racks) and len({rack.cell for rack in racks}) == len(
        racks
    )
    if by_cell:
        return [("", rack.cell) for rack in racks]
    return [(rack.location, label) for rack, label in zip(racks, labels, strict=True)]

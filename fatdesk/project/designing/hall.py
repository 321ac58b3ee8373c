"""A project of an existing hall: racks in rows by their labels, units that are taken as reserved units."""

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
from fatdesk.engine.floor.floor import Rack, Reserved, letters, rack_label
from fatdesk.engine.floor.placement.blocks import Load
from fatdesk.engine.floor.placement.furnishing import furnish
from fatdesk.engine.floor.room import RoomRequirement, TraySize
from fatdesk.engine.listing.wired import plain_name, plain_names
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


MOST_ROWS = 100
MOST_POSITION = 200
"""A rack with a higher number in its label has its place by the order of labels."""
_LABEL = re.compile(r"(.*?)[-_. ]?(\d{1,6})\Z")


def places_of_labels(labels: Sequence[tuple[str, str]]) -> list[tuple[int, int]]:
    """Row and place, from 0, of each rack by its group and label.

    What precedes the number names the row: letters as rows are lettered, else in natural order; groups follow
    each other. The number is the place, unless it is high or not unique in its row.

    >>> places_of_labels([("", "A01"), ("", "A03"), ("", "B01")])
    [(0, 0), (0, 2), (1, 0)]
    >>> places_of_labels([("", "rack-7"), ("", "spare"), ("", "rack-9001")])
    [(0, 0), (1, 0), (0, 1)]
    """
    order = sorted(range(len(labels)), key=lambda at: (natural(labels[at][0]), natural(labels[at][1])))
    rows: dict[tuple[str, str], list[int]] = {}
    for at in order:
        group, label = labels[at]
        match = _LABEL.match(label)
        rows.setdefault((group, match[1] if match else label), []).append(at)
    if len(rows) > 1 and all(len(some) == 1 for some in rows.values()):
        rows = {("", ""): order}
    numbers = {letters(row): row for row in range(MOST_ROWS)}
    named = len({group for group, _ in rows}) == 1 and all(row in numbers for _, row in rows)
    found = [(0, 0)] * len(labels)
    for rank, ((_, prefix), own) in enumerate(rows.items()):
        places = [int(match[2]) if (match := _LABEL.match(labels[at][1])) else 0 for at in own]
        counted = len(set(places)) == len(own) and min(places) >= 1 and max(places) <= MOST_POSITION
        for place, (at, number) in enumerate(zip(own, places, strict=True)):
            found[at] = (numbers[prefix] if named else rank, number - 1 if counted else place)
    return found


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A key that orders numbers in texts by their value."""
    pieces = (piece for piece in re.split(r"([0-9]+)", text) if piece)
    return tuple((0, int(one), "") if one.isdecimal() else (1, 0, one.casefold()) for one in pieces)

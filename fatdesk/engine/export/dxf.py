"""The floor plan for CAD programs (DXF R2010): racks, trays, walls, doors and labels on layers, in mm."""

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from fatdesk.engine.drawing.display import Bounds
from fatdesk.engine.drawing.floor_picture import front_bar
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sketch import Spots
from fatdesk.engine.export.export import Export
from fatdesk.engine.floor.building import bounds_of, door_leaves, joined_pieces, wall_pieces, wall_quads
from fatdesk.engine.floor.floor import Rack, footprint_mm, rack_footprint, rack_label
from fatdesk.engine.floor.room import Area

RACKS, TRAYS, WALLS, ZONES, LABELS = "RACKS", "TRAYS", "WALLS", "ZONES", "LABELS"
DOORS, FRONTS = "DOORS", "FRONTS"
LAYERS = {RACKS: 7, TRAYS: 5, WALLS: 8, ZONES: 1, LABELS: 3, DOORS: 8, FRONTS: 4}
"""Layers with their colours, as numbers of CAD programs."""
MILLIMETRES = 4
LABEL_MM, SMALL_MM = 120.0, 80.0
FRONT_MM = 40.0
"""Distance of the line that marks a front from the edges of its rack."""
MM_A_CELL = 50.0
"""Millimetres of the room that count as one of paper where labels are kept apart."""

_ALWAYS = {
    "TDCREATE": "2451544.5",
    "TDUCREATE": "2451544.5",
    "TDUPDATE": "2451544.5",
    "TDUUPDATE": "2451544.5",
    "VERSIONGUID": "{00000000-0000-0000-0000-000000000000}",
    "FINGERPRINTGUID": "{00000000-0000-0000-0000-000000000000}",
}
"""Values in place of those that the library takes from the clock and at random."""
_CLOCK = re.compile(r"(?m)^(\s*9\n\$(" + "|".join(_ALWAYS) + r")\n\s*\d+\n).*$")
_MADE = re.compile(r"(?m)^([0-9.]+[a-z0-9]*) @ [0-9]{4}-[0-9T:.+-]+$")


def _file(plan: Plan) -> dict[str, bytes]:
    """The file; y goes up, so the origin of the room is its upper left corner, as on the printed plan."""
    from ezdxf.enums import TextEntityAlignment
    from ezdxf.filemanagement import new

    drawing = new("R2010", setup=False, units=MILLIMETRES)
    for name, colour in LAYERS.items():
        drawing.layers.add(name, color=colour)
    space = drawing.modelspace()

    labels = _Labels(plan)

    def box(layer: str, left: float, top: float, wide: float, deep: float) -> None:
        corners = [(left, -top), (left + wide, -top), (left + wide, -top - deep), (left, -top - deep)]
        space.add_lwpolyline(corners, close=True, dxfattribs={"layer": layer})

    for area in plan.floor.columns:
        box(WALLS, *_bounds(area))
    for wall in plan.floor.walls:
        for line in joined_pieces(wall_pieces(wall, plan.floor.doors)):
            space.add_lwpolyline(
                [(x, -y) for x, y in line], dxfattribs={"layer": WALLS, "const_width": wall.thickness_mm}
            )
    for door in plan.floor.doors:
        for leaf in door_leaves(door):
            for points in ((leaf.hinge, leaf.open_end), leaf.arc):
                space.add_lwpolyline([(x, -y) for x, y in points], dxfattribs={"layer": DOORS})
    for zone in plan.floor.zones:
        box(ZONES, *(1000 * length for length in (zone.x_m, zone.y_m, zone.width_m, zone.depth_m)))
    for rack in plan.floor.racks:
        box(RACKS, rack.x_mm, rack.y_mm, *_size(plan, rack))
        x1, y1, x2, y2 = front_bar(_footprint(plan, rack), rack.front, FRONT_MM, FRONT_MM, 0.0)
        space.add_line((x1, -y1), (x2, -y2), dxfattribs={"layer": FRONTS})
    for tray in plan.floor.trays:
        space.add_lwpolyline(
            [(x, -y) for x, y in tray.points_mm],
            dxfattribs={"layer": TRAYS, "const_width": tray.width_mm, "elevation": tray.elevation_mm},
        )
    for label in labels.placed:
        at = space.add_text(label.text, height=label.height, dxfattribs={"layer": LABELS})
        at.set_placement((label.x, -label.y), align=TextEntityAlignment.MIDDLE_CENTER)
    left, top, right, bottom = _extents(plan, labels.placed)
    space.reset_extents((left, -bottom, 0), (right, -top, 0))
    drawing.set_modelspace_vport(bottom - top, center=((left + right) / 2, -(top + bottom) / 2))
    for kind in sorted(drawing.entitydb.dxf_types_in_use()):  # else the library does it in no order
        drawing.classes.add_class(kind)
    stream = io.StringIO()
    drawing.write(stream)
    text = _CLOCK.sub(lambda found: found[1] + _ALWAYS[found[2]], stream.getvalue())
    return {"floor.dxf": drawing.encode(_MADE.sub(r"\1", text))}


def _left_out(plan: Plan) -> list[str]:
    """Return what the file cannot represent."""
    stated = ["devices, cables, feeds and how full trays are"]
    if any(area.kind != "column" for area in plan.floor.columns):
        stated.append("whether an area is a column, a wall or to be kept free")
    return stated


@dataclass(frozen=True)
class _Label:
    """A text with the middle of its place, y downwards, all in mm."""

    text: str
    x: float
    y: float
    height: float

    @property
    def bounds(self) -> Bounds:
        """Return the largest extent of a text: fonts of CAD programs are up to as wide as high."""
        wide, high = len(self.text) * self.height / 2, self.height * 0.7
        return (self.x - wide, self.y - high, self.x + wide, self.y + high)


class _Labels:
    """Texts that do not cover each other: those of racks in their middle, others where there is room."""

    def __init__(self, plan: Plan) -> None:
        self.placed: list[_Label] = []
        self._spots = Spots()
        for rack in plan.floor.racks:
            wide, deep = _size(plan, rack)
            self._place(rack_label(rack), LABEL_MM, wide, [(rack.x_mm + wide / 2, rack.y_mm + deep / 2)])
        for area in plan.floor.columns:
            self._place(area.name, SMALL_MM, area.width_m * 1000, _inside(*_bounds(area)))
        for zone in plan.floor.zones:
            sides = [1000 * length for length in (zone.x_m, zone.y_m, zone.width_m, zone.depth_m)]
            self._place(zone.name, SMALL_MM, sides[2], _inside(*sides))
        for tray in plan.floor.trays:
            self._place(tray.id, SMALL_MM, inf, _along(tray.points_mm))

    def _place(self, text: str, height: float, width: float, places: Sequence[tuple[float, float]]) -> None:
        """Put a text where it is free; smaller where it is wider than its box, or nothing is free."""
        shown = _plain(text)
        if not shown:
            return
        height = min(height, width / len(shown))
        for size in (height, height / 2, height / 4, height / 8):
            for x, y in places:
                label = _Label(shown, x, y, size)
                scaled = tuple(length / MM_A_CELL for length in label.bounds)
                bounds = (scaled[0], scaled[1], scaled[2], scaled[3])
                if self._spots.clear(bounds):
                    self._spots.take(bounds)
                    self.placed.append(label)
                    return


def _inside(left: float, top: float, wide: float, deep: float) -> list[tuple[float, float]]:
    """Places in a box, its middle first."""
    shares = (1 / 2, 1 / 4, 3 / 4, 1 / 8, 7 / 8)
    return [(left + wide / 2, top + deep * share) for share in shares]


def _along(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Places on the pieces of a line, their middles first, and then next to them."""
    places = []
    for away in (0, 1, -1, 2, -2, 3, -3):
        for share in (1 / 2, 1 / 4, 3 / 4, 1 / 8, 3 / 8, 5 / 8, 7 / 8):
            for (x1, y1), (x2, y2) in pairwise(points):
                beside = away * 1.5 * LABEL_MM
                across = (beside, 0.0) if abs(x2 - x1) < abs(y2 - y1) else (0.0, beside)
                places.append((x1 + (x2 - x1) * share + across[0], y1 + (y2 - y1) * share + across[1]))
    return places


def _extents(plan: Plan, labels: Sequence[_Label]) -> Bounds:
    """The rectangle around everything that is drawn."""
    found = [label.bounds for label in labels]
    found += [(x, y, x + wide, y + deep) for x, y, wide, deep in map(_bounds, plan.floor.columns)]
    quads = [quad for wall in plan.floor.walls for quad in wall_quads(wall)]
    quads += [leaf.sector for door in plan.floor.doors for leaf in door_leaves(door)]
    around = bounds_of(quads)
    if around is not None:
        found.append(around)
    for zone in plan.floor.zones:
        x, y, wide, deep = (1000 * length for length in (zone.x_m, zone.y_m, zone.width_m, zone.depth_m))
        found.append((x, y, x + wide, y + deep))
    for rack in plan.floor.racks:
        wide, deep = _size(plan, rack)
        found.append((rack.x_mm, rack.y_mm, rack.x_mm + wide, rack.y_mm + deep))
    for tray in plan.floor.trays:
        half = tray.width_mm / 2
        found += [(x - half, y - half, x + half, y + half) for x, y in tray.points_mm]
    if not found:
        return (0.0, 0.0, 1000.0, 1000.0)
    lefts, tops, rights, bottoms = zip(*found, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def _bounds(area: Area) -> tuple[float, float, float, float]:
    return area.x_m * 1000, area.y_m * 1000, area.width_m * 1000, area.depth_m * 1000


def _size(plan: Plan, rack: Rack) -> tuple[float, float]:
    return footprint_mm(rack, plan.catalog.rack(rack.part))


def _footprint(plan: Plan, rack: Rack) -> Bounds:
    return rack_footprint(rack, plan.catalog.rack(rack.part))


def _plain(text: str) -> str:
    """A text in which no sign is a code of CAD programs (``%%c``, ``^J``), nor a control character."""
    kept = "".join(sign if sign.isprintable() else " " for sign in text[:200])
    return kept.replace("%%", "% %").replace("^", "^ ").strip()


DXF = Export(
    "floor.dxf",
    "The floor plan for CAD programs (DXF R2010): racks, trays, walls, doors and labels on layers, in mm.",
    _file,
    asked_only=True,
    left_out=_left_out,
)

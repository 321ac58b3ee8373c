"""The floor plan for CAD programs (DXF R2010): racks, trays, walls and labels on layers, in mm."""

import io
import re

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.floor.floor import Rack, rack_label
from fatdesk.engine.floor.room import Area

NAME = "floor.dxf"
ASKED_ONLY = True  # for who draws the building

RACKS, TRAYS, WALLS, ZONES, LABELS = "RACKS", "TRAYS", "WALLS", "ZONES", "LABELS"
LAYERS = {RACKS: 7, TRAYS: 5, WALLS: 8, ZONES: 1, LABELS: 3}
"""Layers with their colours, as numbers of CAD programs."""
MILLIMETRES = 4
LABEL_MM, SMALL_MM = 120.0, 80.0

_ALWAYS = {
    "TDCREATE": "2451544.5",
    "TDUCREATE": "2451544.5",
    "TDUPDATE": "2451544.5",
    "TDUUPDATE": "2451544.5",
    "VERSIONGUID": "{00000000-0000-0000-0000-000000000000}",
    "FINGERPRINTGUID": "{00000000-0000-0000-0000-000000000000}",
}
"""What the library makes of clock and chance, and what stands there instead."""
_CLOCK = re.compile(r"(?m)^(\s*9\n\$(" + "|".join(_ALWAYS) + r")\n\s*\d+\n).*$")
_MADE = re.compile(r"(?m)^([0-9.]+[a-z0-9]*) @ [0-9]{4}-[0-9T:.+-]+$")


def make(plan: Plan) -> dict[str, bytes]:
    """The file; y goes up, so the origin of the room is its upper left corner, as on the printed plan."""
    from ezdxf.enums import TextEntityAlignment
    from ezdxf.filemanagement import new

    drawing = new("R2010", setup=False, units=MILLIMETRES)
    for name, colour in LAYERS.items():
        drawing.layers.add(name, color=colour)
    space = drawing.modelspace()

    def box(layer: str, left: float, top: float, wide: float, deep: float) -> None:
        corners = [(left, -top), (left + wide, -top), (left + wide, -top - deep), (left, -top - deep)]
        space.add_lwpolyline(corners, close=True, dxfattribs={"layer": layer})

    def word(text: str, x: float, y: float, high: float) -> None:
        shown = _plain(text)
        if shown:
            at = space.add_text(shown, height=high, dxfattribs={"layer": LABELS})
            at.set_placement((x, -y), align=TextEntityAlignment.MIDDLE_CENTER)

    for area in plan.floor.columns:
        box(WALLS, *_bounds(area))
        left, top, wide, deep = _bounds(area)
        word(area.name, left + wide / 2, top + deep / 2, SMALL_MM)
    for zone in plan.floor.zones:
        left, top, wide, deep = (1000 * length for length in (zone.x_m, zone.y_m, zone.width_m, zone.depth_m))
        box(ZONES, left, top, wide, deep)
        word(zone.name, left + wide / 2, top + deep / 2, SMALL_MM)
    for rack in plan.floor.racks:
        wide, deep = _size(plan, rack)
        box(RACKS, rack.x_mm, rack.y_mm, wide, deep)
        word(rack_label(rack), rack.x_mm + wide / 2, rack.y_mm + deep / 2, LABEL_MM)
    for tray in plan.floor.trays:
        space.add_lwpolyline(
            [(x, -y) for x, y in tray.points_mm],
            dxfattribs={"layer": TRAYS, "const_width": tray.width_mm, "elevation": tray.elevation_mm},
        )
        (x1, y1), (x2, y2) = tray.points_mm[:2]
        word(tray.id, (x1 + x2) / 2, (y1 + y2) / 2, SMALL_MM)
    for kind in sorted(drawing.entitydb.dxf_types_in_use()):  # else the library does it in no order
        drawing.classes.add_class(kind)
    stream = io.StringIO()
    drawing.write(stream)
    text = _CLOCK.sub(lambda found: found[1] + _ALWAYS[found[2]], stream.getvalue())
    return {NAME: drawing.encode(_MADE.sub(r"\1", text))}


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
    told = ["devices, cables, feeds and how full trays are"]
    if any(area.kind != "column" for area in plan.floor.columns):
        told.append("whether an area is a column, a wall or to be kept free")
    return told


def _bounds(area: Area) -> tuple[float, float, float, float]:
    return area.x_m * 1000, area.y_m * 1000, area.width_m * 1000, area.depth_m * 1000


def _size(plan: Plan, rack: Rack) -> tuple[float, float]:
    part = plan.catalog.rack(rack.part)
    return part.width_mm, part.depth_mm


def _plain(text: str) -> str:
    """A text in which no sign is a code of CAD programs (``%%c``, ``^J``), nor a control character."""
    kept = "".join(sign if sign.isprintable() else " " for sign in text[:200])
    return kept.replace("%%", "% %").replace("^", "^ ").strip()

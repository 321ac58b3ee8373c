"""The floor as Qt shapes in millimetres, elements at a point, and the settings of the view."""

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF

from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.drawing.display import Bounds
from fatdesk.engine.drawing.floor_picture import FloorPicture, TrayBand, floor_picture, rack_box
from fatdesk.engine.floor.floor import Aisle, Floor, Rack, Tray
from fatdesk.engine.floor.room import Area, RoomRequirement
from fatdesk.gui.floor.snapping import Guides, Snap, nearest
from fatdesk.gui.session.session import Session
from fatdesk.project.commands.floor_edits import parts_of
from fatdesk.project.document.clearances import Parts, Places
from fatdesk.project.document.ref import AISLE, COLUMN, RACK, TRAY, Between, Ref

TILES_MM: tuple[tuple[float, str], ...] = ((609.6, "0.610 m"), (600.0, "0.600 m"), (500.0, "0.500 m"))
LAYERS: tuple[tuple[str, str], ...] = (
    ("grid", "Grid and rulers"),
    ("dimensions", "Dimensions"),
    ("trays", "Trays"),
    ("names", "Names"),
    ("findings", "Findings"),
    ("cuts", "Cuts of the room"),
)
AT_FIRST = frozenset(name for name, _ in LAYERS) - {"cuts"}
"""Layers that are on at the start."""


@dataclass
class Options:
    """Settings of the floor view; none is part of the project."""

    tile_mm: float = TILES_MM[0][0]
    snap: bool = True
    colour: str = "trays"
    layers: set[str] = field(default_factory=lambda: set(AT_FIRST))
    rack_part: str = ""
    """The part that the rack tool places."""


AROUND_MM = 600.0
"""Margin of floor that is shown around its elements, in millimetres."""


class Scene:
    """Racks, trays and areas of one project, and what is where."""

    def __init__(self) -> None:
        self.floor = Floor()
        self.parts: Parts = {}
        self.places = Places((), {}, None)
        self.room: RoomRequirement | None = None
        self.racks: dict[int, Rack] = {}
        self.boxes: dict[int, QRectF] = {}
        self.picture = FloorPicture({}, (), (), {}, ())

    def take(self, session: Session) -> None:
        """Show the floor of the present project."""
        project = session.project
        self.floor, self.room, self.parts = project.floor, project.wishes.room, parts_of(project)
        self.places = Places(self.floor.racks, self.parts, self.room)
        self.racks = {rack.number: rack for rack in self.floor.racks}
        self.picture = floor_picture(self.floor, self.parts.get)
        self.boxes = {number: rect(rack.bounds) for number, rack in self.picture.racks.items()}

    def part(self, part_id: str) -> RackPart:
        """A rack among the parts of the project."""
        part = self.parts[part_id]
        assert isinstance(part, RackPart)  # as every rack on the floor
        return part

    def box_of(self, rack: Rack) -> QRectF:
        """The footprint of a rack, also of one that is not where the project has it."""
        return rect(rack_box(rack, self.parts.get).bounds)

    def tray(self, tray_id: str | None) -> Tray | None:
        """The tray of an id."""
        return next((tray for tray in self.floor.trays if tray.id == tray_id), None)

    def area(self, number: int | None) -> Area | None:
        """The column, wall or keep-out area of a place in the list."""
        known = number is not None and number < len(self.floor.columns)
        return self.floor.columns[number] if known and number is not None else None

    def extent(self) -> QRectF:
        """All racks, trays and areas, with the floor around them."""
        found = self.picture.extent
        if found is None:
            return QRectF(0, 0, 6000, 4000)
        return rect(found).adjusted(-AROUND_MM, -AROUND_MM, AROUND_MM, AROUND_MM)

    def elements_at(self, x: float, y: float, reach_mm: float) -> list[Ref]:
        """Elements at a point: racks, then trays over it or within ``reach_mm``, then areas."""
        spot = QPointF(x, y)
        found = [RACK(number) for number, box in self.boxes.items() if box.contains(spot)]
        for tray in self.floor.trays:
            reach = max(tray.width_mm / 2, reach_mm)
            if any(_distance(piece, (x, y)) <= reach for piece in pairwise(tray.points_mm)):
                found.append(TRAY(tray.id))
        for number, area in enumerate(self.floor.columns):
            if area_box(area).contains(spot):
                found.append(COLUMN(number))
        return found

    def rect_of(self, element: Ref) -> QRectF | None:
        """The rectangle of an element, if it is drawn."""
        if (number := RACK.id_of(element)) is not None:
            return self.boxes.get(number)
        if (tray := self.tray(TRAY.id_of(element))) is not None:
            return tray_rect(tray)
        if (area := self.area(COLUMN.id_of(element))) is not None:
            return area_box(area)
        if (aisle := self.aisle(AISLE.id_of(element))) is not None:
            return QRectF(QPointF(aisle.left, aisle.near), QPointF(aisle.right, aisle.far))
        return None

    def aisle(self, rows: Between | None) -> Aisle | None:
        """The aisle between two rows."""
        return next((some for some in self.picture.aisles if (some.before, some.after) == rows), None)

    def elements_in(self, rect: QRectF) -> list[Ref]:
        """Racks that a rectangle touches; where it touches none, the trays and areas inside it."""
        racks = [RACK(number) for number, box in self.boxes.items() if rect.intersects(box)]
        if racks:
            return racks
        elements = (element for element in self.in_order() if element.kind != AISLE)
        return [element for element in elements if rect.contains(self.rect_of(element) or QRectF())]

    def in_order(self) -> list[Ref]:
        """Racks row by row, then trays, areas and aisles."""
        racks = sorted(self.racks.values(), key=lambda rack: (rack.row, rack.position))
        return [
            *(RACK(rack.number) for rack in racks),
            *(TRAY(tray.id) for tray in self.floor.trays),
            *(COLUMN(number) for number in range(len(self.floor.columns))),
            *(AISLE(Between(aisle.before, aisle.after)) for aisle in self.picture.aisles),
        ]

    def corner_of(self, part_id: str, row: int, position: int) -> tuple[float, float]:
        """The corner of a position in a row, in millimetres."""
        return self.places.corner(row, position, self.part(part_id))

    def place_near(self, part_id: str, x: float, y: float) -> tuple[int, int]:
        """The row (those there are, and a new one) and position nearest to a corner."""
        rows = range(max((rack.row for rack in self.racks.values()), default=-1) + 2)
        row = min(rows, key=lambda r: abs(self.corner_of(part_id, r, 0)[1] - y))
        first = self.corner_of(part_id, row, 0)[0]
        pitch = self.corner_of(part_id, row, 1)[0] - first
        return row, max(0, round((x - first) / pitch))

    def tray_guides(self, tile_mm: float, without: Collection[str] = ()) -> Guides:
        """Guides for trays: centres of racks, ends and corners of other trays, other trays, tiles."""
        others = [tray for tray in self.floor.trays if tray.id not in without]
        points = [Snap(box.center().x(), box.center().y(), "rack") for box in self.boxes.values()]
        points += [Snap(*point, "tray") for tray in others for point in tray.points_mm]
        lines = [piece for tray in others for piece in pairwise(tray.points_mm)]
        return Guides(tuple(points), tuple(lines), tile_mm)

    def edge_guides(self, tile_mm: float) -> Guides:
        """Guides for areas and measures: corners and centres of racks and areas, tiles."""
        boxes = [*self.boxes.values(), *map(area_box, self.floor.columns)]
        points = [
            Snap(corner.x(), corner.y(), "corner")
            for box in boxes
            for corner in (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight(), box.center())
        ]
        return Guides(tuple(points), (), tile_mm)


def rect(bounds: Bounds) -> QRectF:
    """Return the rectangle of some bounds."""
    return QRectF(QPointF(*bounds[:2]), QPointF(*bounds[2:]))


def area_box(area: Area) -> QRectF:
    """An area in millimetres."""
    return QRectF(area.x_m * 1000, area.y_m * 1000, area.width_m * 1000, area.depth_m * 1000)


def tray_rect(tray: Tray) -> QRectF:
    """A rectangle around a tray."""
    return rect(TrayBand(tray.id, tray.points_mm, tray.width_mm).bounds)


def piece_at(tray: Tray, x: float, y: float) -> int:
    """The straight piece of a tray that is nearest to a point."""
    pieces = list(pairwise(tray.points_mm))
    return min(range(len(pieces)), key=lambda number: _distance(pieces[number], (x, y)))


def _distance(piece: tuple[tuple[float, float], tuple[float, float]], at: tuple[float, float]) -> float:
    there = nearest(piece, at)
    return float(((there[0] - at[0]) ** 2 + (there[1] - at[1]) ** 2) ** 0.5)

"""What can be taken hold of on the floor, where it may go, and which command brings it there."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF

from fatdesk.engine.floor.floor import Rack, Tray, letters, rack_label
from fatdesk.engine.floor.room import Area
from fatdesk.engine.floor.rows import Aisle
from fatdesk.gui.canvas.canvas import Place
from fatdesk.gui.floor.scene import Scene, area_box
from fatdesk.gui.floor.snapping import Guides, Point, snapped
from fatdesk.gui.widgets.numbers import signed
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.aisles import move_row, set_aisle
from fatdesk.project.commands.columns import ChangeColumn
from fatdesk.project.commands.racks import MoveRacks, RackMove
from fatdesk.project.commands.trays import ChangeTray

FREE_MM = 10.0
"""Without snapping things move by so much."""
LEAST_AREA_MM = 50.0


class Ghost:
    """What a drop would look like: boxes and lines in millimetres, with words."""

    def __init__(self, boxes: Sequence[tuple[QRectF, str]] = (), trays: Sequence[Tray] = ()) -> None:
        self.boxes, self.trays = list(boxes), list(trays)


class Grip(Protocol):
    """Something taken hold of."""

    @property
    def lifted(self) -> frozenset[int]:
        """The numbers of the racks that go with it."""

    def before(self) -> QRectF | None:
        """Where it is now; None where how far it goes is not told."""

    def corner(self) -> Point:
        """The point that moves with the pointer."""

    def place(self, x: float, y: float, *, free: bool, straight: bool, radius: float) -> Place:
        """Where the point goes: snapped unless free, along one axis when straight."""

    def step(self, dx: int, dy: int) -> Place | None:
        """So many steps along an axis."""

    def command(self, place: Place) -> Command | None:
        """What brings it there; None: it is there."""

    def ghost(self, place: Place) -> Ghost:
        """How it would look there."""

    def words(self, place: Place) -> str:
        """What it would be there."""

    def instead(self, place: Place) -> str:
        """What would work where this place is refused."""


def rounded(value: float, step: float) -> float:
    """A coordinate on a step, without the noise of floats."""
    return round(round(value / step) * step, 3)


class RacksGrip:
    """One rack or several: to places of rows, or freely."""

    def __init__(self, scene: Scene, rack: Rack, others: Sequence[Rack], *, snap: bool) -> None:
        self.scene, self.rack, self.snap = scene, rack, snap
        self.racks = [rack, *others]
        self.lifted = frozenset(some.number for some in self.racks)

    def before(self) -> QRectF | None:
        """The rack that was taken."""
        return self.scene.boxes[self.rack.number]

    def corner(self) -> Point:
        """The corner of the rack that was taken."""
        return (self.rack.x_mm, self.rack.y_mm)

    def place(self, x: float, y: float, *, free: bool, straight: bool, radius: float) -> Place:
        """A row and position; or millimetres."""
        if straight:
            along = abs(x - self.rack.x_mm) >= abs(y - self.rack.y_mm)
            x, y = (x, self.rack.y_mm) if along else (self.rack.x_mm, y)
        if self.snap and not free:
            return ("place", *self.scene.place_near(self.rack.part, x, y))
        return ("mm", rounded(x, FREE_MM), rounded(y, FREE_MM))

    def step(self, dx: int, dy: int) -> Place | None:
        """Along the row and across rows; without snapping by centimetres."""
        if self.snap:
            row, position = self.rack.row + dy, self.rack.position + dx
            return ("place", row, position) if row >= 0 and position >= 0 else None
        return ("mm", round(self.rack.x_mm + dx * FREE_MM, 3), round(self.rack.y_mm + dy * FREE_MM, 3))

    def command(self, place: Place) -> Command | None:
        """All by as much; empty racks that stand in the way take the places that become free."""
        kind, a, b = place
        if kind == "mm":
            dx, dy = a - self.rack.x_mm, b - self.rack.y_mm
            if not (dx or dy):
                return None
            moves = [
                RackMove(rack=rack.number, x_mm=round(rack.x_mm + dx, 3), y_mm=round(rack.y_mm + dy, 3))
                for rack in self.racks
            ]
        else:
            down, right = a - self.rack.row, b - self.rack.position
            if not (down or right):
                return None
            shift = (
                min((rack.row + down for rack in self.racks), default=0),
                min((rack.position + right for rack in self.racks), default=0),
            )
            down, right = down - min(shift[0], 0), right - min(shift[1], 0)
            goals = {rack.number: (rack.row + down, rack.position + right) for rack in self.racks}
            goals |= self._displaced(goals)
            moves = [RackMove(rack=number, row=row, position=at) for number, (row, at) in goals.items()]
        command = MoveRacks(moves=tuple(moves))
        return Batch(name=self._name(), commands=(command,))

    def _name(self) -> str:
        return (
            f"Move rack {rack_label(self.rack)}" if len(self.racks) == 1 else f"Move {len(self.racks)} racks"
        )

    def _displaced(self, goals: dict[int, tuple[int, int]]) -> dict[int, tuple[int, int]]:
        """Empty racks that stand where others go, with the places that those leave."""
        taken = set(goals.values())
        empty = [
            rack
            for rack in self.scene.racks.values()
            if rack.number not in goals
            and (rack.row, rack.position) in taken
            and not (rack.devices or rack.reserved)
        ]
        left = sorted({(rack.row, rack.position) for rack in self.racks} - taken)
        return {rack.number: place for rack, place in zip(empty, left, strict=False)}

    def _corner_at(self, place: Place) -> Point:
        kind, a, b = place
        return (a, b) if kind == "mm" else self.scene.corner_of(self.rack.part, a, b)

    def ghost(self, place: Place) -> Ghost:
        """All of them."""
        x, y = self._corner_at(place)
        dx, dy = x - self.rack.x_mm, y - self.rack.y_mm
        return Ghost(
            [(self.scene.boxes[r.number].translated(dx, dy), self._label_at(r, place)) for r in self.racks]
        )

    def _label_at(self, rack: Rack, place: Place) -> str:
        """The label of one of the racks there: one without a label of its own is named after its place."""
        kind, a, b = place
        if kind != "place":
            return rack_label(rack)
        down, right = a - self.rack.row, b - self.rack.position
        return rack_label(replace(rack, row=max(0, rack.row + down), position=max(0, rack.position + right)))

    def words(self, place: Place) -> str:
        """To which place."""
        kind, a, b = place
        what = f"Rack {rack_label(self.rack)}" if len(self.racks) == 1 else f"{len(self.racks)} racks"
        if place == ("place", self.rack.row, self.rack.position):
            return f"{what} to the present position: the nearest of a row. Ctrl: anywhere"
        if kind == "place":
            where = f"{what} to row {letters(a)}, position {b + 1}"
            before, after = rack_label(self.rack), self._label_at(self.rack, place)
            if before == after:
                return where
            return f"{where}: {before} becomes {after}" + (" and so on" if len(self.racks) > 1 else "")
        return f"{what} to x {a / 1000:.3f} m, y {b / 1000:.3f} m"

    def instead(self, place: Place) -> str:
        """The nearest place that is free."""
        if place[0] != "place" or len(self.racks) > 1:
            return ""
        taken = {(r.row, r.position) for r in self.scene.racks.values() if r.devices or r.reserved}
        free = (
            (abs(row - place[1]) * 4 + abs(at - place[2]), row, at)
            for row in range(max(row for row, _ in taken) + 2)
            for at in range(max(at for _, at in taken) + 2)
            if (row, at) not in taken
        )
        _, row, at = min(free)
        return f"The nearest free place is row {letters(row)}, position {at + 1}."


class RowGrip:
    """A whole row with the trays over it."""

    def __init__(self, scene: Scene, row: int, tile_mm: float, *, snap: bool) -> None:
        self.scene, self.row, self.tile_mm, self.snap = scene, row, tile_mm, snap
        self.span = scene.picture.rows[row].span
        self.lifted = frozenset(number for number, rack in scene.racks.items() if rack.row == row)

    def before(self) -> QRectF | None:
        """The first rack of the row."""
        return self.scene.boxes[min(self.lifted)]

    def corner(self) -> Point:
        """The corner of the row."""
        return (self.span.left, self.span.near)

    def place(self, x: float, y: float, *, free: bool, straight: bool, radius: float) -> Place:
        """By how much; whole tiles when it snaps."""
        dx, dy = x - self.span.left, y - self.span.near
        if straight:
            dx, dy = (dx, 0.0) if abs(dx) >= abs(dy) else (0.0, dy)
        step = self.tile_mm if self.snap and not free else FREE_MM
        return (rounded(dx, step), rounded(dy, step))

    def step(self, dx: int, dy: int) -> Place | None:
        """Whole tiles, or centimetres."""
        step = self.tile_mm if self.snap else FREE_MM
        return (round(dx * step, 3), round(dy * step, 3))

    def command(self, place: Place) -> Command | None:
        """The racks, and the trays that hang over them."""
        return move_row(self.scene.floor, self.scene.parts, self.row, letters(self.row), *place)

    def ghost(self, place: Place) -> Ghost:
        """The racks of the row."""
        racks = ((number, self.scene.racks[number]) for number in sorted(self.lifted))
        return Ghost([(self.scene.boxes[n].translated(*place), rack_label(rack)) for n, rack in racks])

    def words(self, place: Place) -> str:
        """By how much."""
        return f"Row {letters(self.row)} by {_by(place)}"

    def instead(self, place: Place) -> str:
        """A shorter way."""
        return "Move it a shorter distance, or clear the floor first."


class AisleGrip:
    """The width of the way between two rows: all that lies beyond moves."""

    def __init__(self, scene: Scene, aisle: Aisle, tile_mm: float, *, snap: bool) -> None:
        self.scene, self.aisle, self.tile_mm, self.snap = scene, aisle, tile_mm, snap
        beyond = {row for row, (span, _) in scene.picture.rows.items() if span.near >= aisle.far}
        self.lifted = frozenset(number for number, rack in scene.racks.items() if rack.row in beyond)

    def before(self) -> QRectF | None:
        """The first rack beyond."""
        return self.scene.boxes[min(self.lifted)]

    def corner(self) -> Point:
        """The edge of the row behind it."""
        return (self.aisle.left, self.aisle.far)

    def place(self, x: float, y: float, *, free: bool, straight: bool, radius: float) -> Place:
        """How wide it is then; near whole tiles those."""
        width = y - self.aisle.near
        tiles = max(1, round(width / self.tile_mm)) * self.tile_mm
        if self.snap and not free and abs(tiles - width) <= radius:
            width = tiles
        return (max(0.0, rounded(width, FREE_MM) if width != tiles else round(width, 3)),)

    def step(self, dx: int, dy: int) -> Place | None:
        """By whole tiles, or centimetres."""
        step = self.tile_mm if self.snap else FREE_MM
        return (max(0.0, round(self.aisle.width_mm + (dy or dx) * step, 3)),)

    def command(self, place: Place) -> Command | None:
        """The rows beyond, and the trays over them."""
        return set_aisle(self.scene.floor, self.scene.parts, self.aisle, place[0])

    def ghost(self, place: Place) -> Ghost:
        """The racks beyond."""
        down = place[0] - self.aisle.width_mm
        racks = ((number, self.scene.racks[number]) for number in sorted(self.lifted))
        return Ghost([(self.scene.boxes[n].translated(0, down), rack_label(rack)) for n, rack in racks])

    def words(self, place: Place) -> str:
        """How wide it would be."""
        rows = f"{letters(self.aisle.before)} – {letters(self.aisle.after)}"
        return f"Aisle {rows} {place[0] / 1000:.3f} m wide"

    def instead(self, place: Place) -> str:
        """A shorter way."""
        return "Move it a shorter distance, or clear the floor first."


class TrayGrip:
    """A corner of a tray, a piece of it, or all of it: ``moved`` are the numbers of its points."""

    def __init__(self, tray: Tray, moved: Sequence[int], guides: Guides, *, snap: bool) -> None:
        self.tray, self.moved, self.guides, self.snap = tray, list(moved), guides, snap
        self.at = tray.points_mm[self.moved[0]]
        inner = len(tray.points_mm) > 2 and len(self.moved) == 2
        (x1, y1), (x2, y2) = tray.points_mm[self.moved[0]], tray.points_mm[self.moved[-1]]
        self.across = None if not inner else "y" if abs(x2 - x1) >= abs(y2 - y1) else "x"
        """A piece between others moves across itself, so that right angles stay."""
        self.lifted: frozenset[int] = frozenset()

    def before(self) -> QRectF | None:
        """The card tells it."""
        return None

    def corner(self) -> Point:
        """The first of its points that move."""
        return self.at

    def place(self, x: float, y: float, *, free: bool, straight: bool, radius: float) -> Place:
        """By how much."""
        x0, y0 = self.at
        if self.across == "x" or (straight and abs(x - x0) >= abs(y - y0)):
            y = y0
        elif self.across == "y" or straight:
            x = x0
        if free or not self.snap:
            return (rounded(x - x0, FREE_MM), rounded(y - y0, FREE_MM))
        best = min(
            (self._snap_of(number, x - x0, y - y0, radius) for number in self.moved),
            key=lambda found: found[0],
        )
        _, dx, dy = best
        return (0.0 if self.across == "y" else round(dx, 3), 0.0 if self.across == "x" else round(dy, 3))

    def _snap_of(self, number: int, dx: float, dy: float, radius: float) -> tuple[float, float, float]:
        """How far one of the points would be drawn aside, and by how much it would move then."""
        x, y = self.tray.points_mm[number]
        beside = next((i for i in (number - 1, number + 1) if 0 <= i < len(self.tray.points_mm)), None)
        last = None if beside is None or beside in self.moved else self.tray.points_mm[beside]
        found = snapped((x + dx, y + dy), self.guides, radius, last)
        if not found.what:
            return (float("inf"), rounded(dx, FREE_MM), rounded(dy, FREE_MM))
        return (abs(found.x - x - dx) + abs(found.y - y - dy), found.x - x, found.y - y)

    def step(self, dx: int, dy: int) -> Place | None:
        """Tiles, or centimetres."""
        step = self.guides.tile_mm if self.snap and self.guides.tile_mm else FREE_MM
        return (round(dx * step, 3), round(dy * step, 3))

    def _tray_at(self, place: Place) -> Tray:
        dx, dy = place
        points = tuple(
            (round(x + dx, 3), round(y + dy, 3)) if number in self.moved else (x, y)
            for number, (x, y) in enumerate(self.tray.points_mm)
        )
        return replace(self.tray, points_mm=points)

    def command(self, place: Place) -> Command | None:
        """The tray with another way; two corners in one place are one."""
        dx, dy = place
        if not (dx or dy):
            return None
        tray = self._tray_at(place)
        points = tuple(
            p for p, before in zip(tray.points_mm, (None, *tray.points_mm), strict=False) if p != before
        )
        if len(points) < 2:
            return None
        whole = len(self.moved) == len(self.tray.points_mm)
        name = f"Move tray {tray.id}" if whole else f"Change the route of tray {tray.id}"
        return Batch(name=name, commands=(ChangeTray(tray=replace(tray, points_mm=points)),))

    def ghost(self, place: Place) -> Ghost:
        """The tray on its new way."""
        return Ghost(trays=[self._tray_at(place)])

    def words(self, place: Place) -> str:
        """How long it would be, and by how much it moved."""
        return f"{self.tray.id}, {tray_length_m(self._tray_at(place)):.2f} m, by {_by(place)}"

    def instead(self, place: Place) -> str:
        """Nothing to say."""
        return ""


class AreaGrip:
    """A column, wall or keep-out area: all of it, or one of its sides or corners.

    ``sides`` are -1, 0 or 1 along x and y; (0, 0) moves it.
    """

    def __init__(
        self, area: Area, number: int, sides: tuple[int, int], guides: Guides, *, snap: bool
    ) -> None:
        self.area, self.number, self.sides, self.guides, self.snap = area, number, sides, guides, snap
        self.box = area_box(area)
        self.lifted: frozenset[int] = frozenset()

    def before(self) -> QRectF | None:
        """The area, when all of it moves."""
        return self.box if self.sides == (0, 0) else None

    def corner(self) -> Point:
        """The corner that follows the pointer."""
        x, y = self.sides
        return (
            self.box.right() if x > 0 else self.box.left(),
            self.box.bottom() if y > 0 else self.box.top(),
        )

    def place(self, x: float, y: float, *, free: bool, straight: bool, radius: float) -> Place:
        """By how much."""
        x0, y0 = self.corner()
        if straight and self.sides == (0, 0):
            x, y = (x, y0) if abs(x - x0) >= abs(y - y0) else (x0, y)
        if self.snap and not free:
            found = snapped((x, y), self.guides, radius)
            x, y = (
                found.point if found.what else (x0 + rounded(x - x0, FREE_MM), y0 + rounded(y - y0, FREE_MM))
            )
        else:
            x, y = x0 + rounded(x - x0, FREE_MM), y0 + rounded(y - y0, FREE_MM)
        return (round(x - x0, 3), round(y - y0, 3))

    def step(self, dx: int, dy: int) -> Place | None:
        """Tenths of a tile, or centimetres."""
        step = self.guides.tile_mm / 10 if self.snap and self.guides.tile_mm else FREE_MM
        return (round(dx * step, 3), round(dy * step, 3))

    def _box_at(self, place: Place) -> QRectF:
        dx, dy = place
        x, y = self.sides
        if (x, y) == (0, 0):
            return self.box.translated(dx, dy)
        box = QRectF(self.box)
        if x < 0:
            box.setLeft(min(box.left() + dx, box.right() - LEAST_AREA_MM))
        elif x > 0:
            box.setRight(max(box.right() + dx, box.left() + LEAST_AREA_MM))
        if y < 0:
            box.setTop(min(box.top() + dy, box.bottom() - LEAST_AREA_MM))
        elif y > 0:
            box.setBottom(max(box.bottom() + dy, box.top() + LEAST_AREA_MM))
        return box

    def command(self, place: Place) -> Command | None:
        """The area of another place or size."""
        area = area_of(self._box_at(place), self.area)
        if area == self.area:
            return None
        word = "Move" if self.sides == (0, 0) else "Resize"
        return Batch(
            name=f"{word} {area_word(area)}", commands=(ChangeColumn(index=self.number, column=area),)
        )

    def ghost(self, place: Place) -> Ghost:
        """The box."""
        return Ghost([(self._box_at(place), self.area.name)])

    def words(self, place: Place) -> str:
        """How large it would be, and where."""
        box = self._box_at(place)
        size = f"{box.width() / 1000:.2f} × {box.height() / 1000:.2f} m"
        at = f"x {box.left() / 1000:.2f} m, y {box.top() / 1000:.2f} m"
        return f"{area_word(self.area).capitalize()} {size} at {at}"

    def instead(self, place: Place) -> str:
        """Areas keep clear of racks."""
        return "Keep clear of racks, or move the rack first."


def area_of(box: QRectF, like: Area) -> Area:
    """An area with the place and size of a box."""
    return replace(
        like,
        x_m=round(box.left() / 1000, 6),
        y_m=round(box.top() / 1000, 6),
        width_m=round(box.width() / 1000, 6),
        depth_m=round(box.height() / 1000, 6),
    )


def area_word(area: Area) -> str:
    """What an area is."""
    return "keep-out area" if area.kind == "keep-out" else area.kind


def tray_length_m(tray: Tray) -> float:
    """How long a tray is."""
    return float(
        sum(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 for (x1, y1), (x2, y2) in pairwise(tray.points_mm))
        / 1000
    )


def _by(place: Place) -> str:
    dx, dy = place
    return f"{signed(dx / 1000, '.3f')} m, {signed(dy / 1000, '.3f')} m"


def handle_points(box: QRectF) -> dict[tuple[int, int], QPointF]:
    """The corners and middles of sides of a box, by side."""
    middle = box.center()
    xs, ys = {-1: box.left(), 0: middle.x(), 1: box.right()}, {-1: box.top(), 0: middle.y(), 1: box.bottom()}
    return {(x, y): QPointF(xs[x], ys[y]) for x in xs for y in ys if (x, y) != (0, 0)}

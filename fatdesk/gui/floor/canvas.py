"""The plan of the floor, to scale in millimetres, its pointer, and a preview with zoom and pan only."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPointF, QRectF, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QToolTip

from fatdesk.core.memo import Memo, same_inputs
from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt.difference import Difference
from fatdesk.engine.cabling.filling import Filling, Stretch, stretches
from fatdesk.engine.drawing.floor_picture import TrunkStretch, trunk_stretches
from fatdesk.engine.floor.floor import Tray, letters, rack_cell, rack_label
from fatdesk.gui.analysis.installed import installed_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.floor.handles import (
    AisleHandle,
    AreaHandle,
    DoorHandle,
    FloorHandle,
    RacksHandle,
    RowHandle,
    TrayHandle,
    WallHandle,
    area_text,
    door_text,
    handle_points,
    wall_text,
)
from fatdesk.gui.floor.heat import MEASURES, Heat, heat_of
from fatdesk.gui.floor.layers.cuts import draw_cut_legend, draw_cuts, label_cuts
from fatdesk.gui.floor.layers.grid import draw_grid, draw_rulers, tile_name
from fatdesk.gui.floor.layers.ground import (
    aisle_at,
    draw_aisles,
    draw_areas,
    draw_doors,
    draw_held_racks,
    draw_north,
    draw_rows,
    draw_walls,
    draw_zones,
    name_aisles,
    row_names,
)
from fatdesk.gui.floor.layers.marks import (
    draw_broken,
    draw_differences,
    draw_displacement,
    draw_findings,
    draw_ghost,
    draw_handles,
    draw_lifted,
    finding_at,
)
from fatdesk.gui.floor.layers.racks import chosen_racks, draw_labels, draw_legend, draw_racks
from fatdesk.gui.floor.layers.routes import draw_routes, draw_trunks, trunks_at
from fatdesk.gui.floor.layers.trays import Plates, draw_runs, draw_trays, number_trays
from fatdesk.gui.floor.layers.view import Plate, View
from fatdesk.gui.floor.scene import Options, Scene, area_box, nearest, piece_at
from fatdesk.gui.floor.tools.tool import ToolCanvas
from fatdesk.gui.floor.tray_colours import TRAY_COLOURS, TrayScale, tray_scale
from fatdesk.gui.floor.underlay import Drawings
from fatdesk.gui.menus.actions import CLIP, FAIL, PLACE, keys_in_view
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.canvas import Pointer
from fatdesk.gui.widgets.numbers import MINUS, bounded, length_text, to_read
from fatdesk.gui.widgets.plain_text import tip
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.aisles import set_aisles
from fatdesk.project.commands.building import RemoveDoor, RemoveWall
from fatdesk.project.commands.racks import RemoveRack
from fatdesk.project.commands.room import ChangeTray, RemoveColumn, RemoveTray
from fatdesk.project.derived.trials import Tried
from fatdesk.project.document.ref import AISLE, COLUMN, DOOR, RACK, TRAY, WALL, Ref

SNAP_REACH = 12
MOST_AROUND = 4.0
"""Widths of the room up to which the whole building plan is shown with it."""


MOST_SUMMED = 5_000
"""Racks of a room up to which the row below the pointer is summed up while it moves."""


class Below(NamedTuple):
    """The floor as it was painted below a tool, and what it shows: equal values, and the same objects."""

    state: tuple[object, ...]
    same: tuple[object, ...]
    picture: QPixmap


class FloorCanvas(ToolCanvas):
    """The plan of the floor with its layers, and the tools that edit it."""

    least, most = 0.004, 1.2
    bands = True
    with_legend = True
    said_position = Signal(str)
    shortcuts = keys_in_view(*PLACE, *CLIP, *FAIL)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "Floor plan")
        self.scene, self.options = Scene(), Options()
        self.drawings = Drawings(self.session)
        self._name = ""
        self.hand: tuple[float, float] | None = None
        """The point of the floor under the pointer, in millimetres."""
        self._below: Below | None = None
        self.memo = Memo[str]()
        self.kept_plates = Plates()

    def take(self) -> None:
        """Show the floor of the present project."""
        self.scene.take(self.session)
        self.options.grid = self.scene.floor.plan.grid
        if self._name != self.session.name or not self._fitted:
            self._name = self.session.name
            self._untouched = True
            self.fit()
        self.tool.project_changed()
        self.forget_below()

    @property
    def differences(self) -> Sequence[Difference]:
        """Differences between plan and report that are marked: those that are selected."""
        return installed_of(self.session).selected

    @property
    def heat(self) -> Heat | None:
        """The heat map of racks, where they are coloured by one."""
        name = self.options.colour
        if name not in MEASURES:
            return None
        inputs = (self.session.project,)
        return self.memo.keep(f"heat {name}", inputs, lambda: heat_of(self.session, name))

    @property
    def lifted(self) -> frozenset[int]:
        """Numbers of the racks that are being dragged."""
        return self.drag.handle.lifted if self.drag is not None and self.drag.moving else frozenset()

    @property
    def tried(self) -> Tried | None:
        """The effect of what is dragged or drawn, where it is possible."""
        trial = self.drag.trial if self.drag is not None and self.drag.moving else self.tool.trial
        return None if trial is None else trial.tried

    @property
    def trays(self) -> Sequence[Tray]:
        """The trays, as they would be where something is dragged."""
        return self.scene.floor.trays if self.tried is None else self.tried.project.floor.trays

    @property
    def filling(self) -> Filling:
        """The cables in the trays, or those after a drop."""
        return self.session.derived.filling if self.tried is None else self.tried.filling

    @property
    def stretches(self) -> list[Stretch]:
        """The fill of the trays from place to place, or that after a drop."""
        filling, tried = self.filling, self.tried
        trays, scale = self.trays, self.tray_scale

        def make() -> list[Stretch]:
            net = self.session.derived.positions.graph.net if tried is None else tried.graph.net
            if trays is self.scene.floor.trays:
                return stretches(filling, net, trays, scale.measure)
            return [] if scale.of_limit else stretches(filling, net, trays)  # limits are of the present trays

        return self.memo.keep("stretches", (filling, scale), make)

    @property
    def trunks(self) -> Sequence[TrunkStretch]:
        """The trunks between panels, where they are shown; none while something is dragged."""
        if "trunks" not in self.options.layers or self.tried is not None or not self.session.is_open:
            return ()
        structured = self.session.derived.structured
        if structured is None:
            return ()
        return self.memo.keep("trunks", (structured,), lambda: trunk_stretches(structured))

    @property
    def tray_scale(self) -> TrayScale:
        """The figure that colours trays, and its value at the limit."""
        colour = self.options.colour if self.options.colour in TRAY_COLOURS else "trays"
        inputs = (self.session.project,)
        return self.memo.keep(f"scale {colour}", inputs, lambda: tray_scale(self.session, colour))

    @property
    def plates(self) -> list[Plate]:
        """The numbers on the trays."""
        return self.kept_plates.of(self)

    def follow(self) -> None:
        """Bring the selection, or its related racks, into view."""
        elements = [self.scene.rect_of(element) for element in self.session.selection]
        racks = [self.scene.boxes.get(number) for number in sorted(chosen_racks(self))]
        self.reveal([rect for rect in (*elements, *racks) if rect is not None])
        self.viewport().update()

    def make_pointer(self) -> Pointer[Any]:
        """The pointer of the floor."""
        return FloorPointer(self)

    # What is where

    def extent(self) -> QRectF:
        """All racks, trays and areas; with the building plan, unless the room would be small in it."""
        room = self.scene.extent()
        whole = room.united(self.drawings.extent(self))
        fits = whole.width() <= MOST_AROUND * room.width() and whole.height() <= MOST_AROUND * room.height()
        return whole if fits else room

    def chosen_rect(self) -> QRectF | None:
        """Around what is selected."""
        found = QRectF()
        for element in self.session.selection:
            found = found.united(self.scene.rect_of(element) or QRectF())
        return None if found.isEmpty() else found

    @property
    def view(self) -> View:
        """The floor plan as layers see it."""
        return self

    def element_at(self, x: float, y: float) -> Ref | None:
        """The selected element at a point, else the first: rack, trunk, tray, door, wall, area or aisle."""
        at = self.to_px(x, y)
        found = self.elements_at(x, y)
        chosen = self.session.selection
        if len(chosen) == 1 and (chosen[0] in found or self.corner_at(chosen[0], QPointF(x, y)) is not None):
            return chosen[0]
        return next((t for t in found if t in chosen), found[0] if found else aisle_at(self, at))

    def elements_at(self, x: float, y: float) -> list[Ref]:
        """Racks at a point, then trunks, trays and what else is there."""
        found = self.scene.elements_at(x, y, self.reach_mm(3))
        racks = sum(element.kind == RACK for element in found)
        return [*found[:racks], *trunks_at(self, self.to_px(x, y)), *found[racks:]]

    def elements_in(self, rect: QRectF) -> list[Ref]:
        """Racks in a band; without any, trays and areas."""
        return self.scene.elements_in(rect)

    def again(self, element: Ref, x: float, y: float) -> None:
        """Select the element under the one that was clicked again."""
        found = self.elements_at(x, y)
        if element in found and len(found) > 1:
            self.session.select([found[(found.index(element) + 1) % len(found)]])

    def in_order(self) -> list[Ref]:
        """Racks row by row, then trays, areas and aisles."""
        return self.scene.in_order()

    # Dragging

    def row_named_at(self, at: QPointF) -> int | None:
        """The row whose name is at a pixel."""
        names = row_names(self) if "names" in self.options.layers else {}
        return next((row for row, plate in names.items() if plate.contains(at)), None)

    def corner_at(self, element: Ref, at: QPointF) -> tuple[int, ...] | None:
        """The corner of a tray, wall or door (its number), or of an area (its sides), at a point."""
        reach = self.reach_mm()
        if (points := self.scene.points_of(element)) is not None:
            near = [((QPointF(*p) - at).manhattanLength(), n) for n, p in enumerate(points)]
            distance, number = min(near)
            return (number,) if distance <= reach else None
        if (area := self.scene.area(COLUMN.id_of(element))) is not None:
            for side, point in handle_points(area_box(area)).items():
                if (point - at).manhattanLength() <= reach:
                    return side
        return None

    def handle_on(self, element: Ref, at: QPointF | None = None) -> FloorHandle[Any] | None:
        """The handle of an element: its corner or piece at a point, or all of it."""
        snap, tile = self.options.snap, self.options.tile_mm
        corner = None if at is None else self.corner_at(element, at)
        racks, number = self.scene.racks, RACK.id_of(element)
        if number is not None and number in racks:
            rack = racks[number]
            chosen = RACK.ids(self.session.selection)
            others = [racks[other] for other in chosen if other != number and other in racks]
            return RacksHandle(self.scene, rack, others, snap=snap)
        if (points := self.scene.points_of(element)) is not None:
            moved = range(len(points))
            if corner is not None:
                moved = range(corner[0], corner[0] + 1)
            elif at is not None and len(moved) > 2:
                first = piece_at(points, at.x(), at.y())
                moved = range(first, first + 2)
            return self._line_handle(element, moved)
        at_list = COLUMN.id_of(element)
        if at_list is not None and (area := self.scene.area(at_list)) is not None:
            sides = (0, 0) if corner is None else (corner[0], corner[1])
            return AreaHandle(area, at_list, sides, self.scene.edge_guides(tile), snap=snap)
        if (aisle := self.scene.aisle(AISLE.id_of(element))) is not None:
            return AisleHandle(self.scene, aisle, tile, snap=snap)
        return None

    def _line_handle(self, element: Ref, moved: range) -> FloorHandle[Any] | None:
        """The handle of some points of a tray, wall or door."""
        scene, snap, tile = self.scene, self.options.snap, self.options.tile_mm
        if (tray := scene.tray(TRAY.id_of(element))) is not None:
            return TrayHandle(tray, moved, scene.tray_guides(tile, [tray.id]), snap=snap)
        number = WALL.id_of(element)
        if number is not None and (wall := scene.wall(number)) is not None:
            return WallHandle(wall, number, moved, scene.wall_guides(tile, [number]), snap=snap)
        number = DOOR.id_of(element)
        if number is not None and (door := scene.door(number)) is not None:
            return DoorHandle(door, number, moved, scene.wall_guides(tile), snap=snap)
        return None

    def reach(self) -> float:
        """The distance within which a drag snaps, in millimetres."""
        return self.reach_mm(SNAP_REACH)

    # Editing

    def delete(self) -> None:
        """Remove the selection as one step."""
        chosen = self.session.selection
        commands: list[Command] = [RemoveRack(rack=number) for number in RACK.ids(chosen)]
        commands += [RemoveTray(id=tray) for tray in TRAY.ids(chosen)]
        commands += [RemoveColumn(index=number) for number in sorted(COLUMN.ids(chosen), reverse=True)]
        commands += [RemoveWall(index=number) for number in sorted(WALL.ids(chosen), reverse=True)]
        commands += [RemoveDoor(index=number) for number in sorted(DOOR.ids(chosen), reverse=True)]
        found = [self.scene.aisle(some) for some in sorted(self.session.ids(AISLE))]
        aisles = [aisle for aisle in found if aisle is not None]
        if aisles and not commands:
            closed = set_aisles(self.scene.floor, self.scene.parts, aisles, 0.0)
            if closed is not None and self.session.do(closed):
                self.session.select([])
            return
        if not commands:
            return
        kinds = {element.kind for element in chosen}
        name = f"Remove {counted(len(commands), kinds.pop().title if len(kinds) == 1 else 'item')}"
        if len(commands) == 1:
            name = f"Remove {self._called(self.session.selection[0])}"
        if self.session.do(Batch(name=name, commands=tuple(commands))):
            self.session.select([])

    def _called(self, element: Ref) -> str:
        """The name of an element in the name of a step."""
        if (number := RACK.id_of(element)) is not None:
            return f"rack {rack_label(self.scene.racks[number])}"
        if (wall := self.scene.wall(WALL.id_of(element))) is not None:
            return wall_text(wall)
        if (door := self.scene.door(DOOR.id_of(element))) is not None:
            return door_text(door)
        area = self.scene.area(COLUMN.id_of(element))
        return area_text(area) if area is not None else f"tray {element.id}"

    # Drawing

    def draw(self, painter: QPainter) -> None:
        """From the ground up; what is below a tool is painted once while only the tool moves."""
        if self.tool is self.pointer:
            self._below = None
            self._draw_floor(painter)
        else:
            painter.drawPixmap(0, 0, self._floor_below())
            self.tool.draw(painter)
        draw_rulers(self, painter)
        draw_north(self, painter)
        if self.with_legend:
            self.legend = draw_legend(self, painter)
            draw_cut_legend(self, painter)

    def _floor_below(self) -> QPixmap:
        """The floor as it was painted last, or again where something of it is another."""
        port, session = self.viewport(), self.session
        findings = session.findings_so_far
        state = (
            (self.scale, self.origin.x(), self.origin.y(), port.width(), port.height()),
            (port.devicePixelRatioF(), self.options.colour, frozenset(self.options.layers)),
            (self.options.tile_mm, self.theme.px(100), len(findings), self.tool.name),
        )
        same = (session.project, session.selection, self.theme.tokens, self.tried, findings)
        kept = self._below
        if kept is None or kept.state != state or not same_inputs(kept.same, same):
            picture = QPixmap(port.size() * port.devicePixelRatioF())
            picture.setDevicePixelRatio(port.devicePixelRatioF())
            picture.fill(self.theme.colour("canvas"))
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw_floor(painter)
            painter.end()
            kept = self._below = Below(state, same, picture)
        return kept.picture

    def forget_below(self) -> None:
        """Paint all of the floor again: something changed that no edit did."""
        self._below = None
        self.viewport().update()

    def _draw_floor(self, painter: QPainter) -> None:
        """Everything but the tool in use, rulers and legends."""
        drag = self.drag
        ghost = None if drag is None else drag.ghost
        refused = drag is not None and drag.refused
        self.drawings.draw(self, painter)
        draw_grid(self, painter)
        draw_areas(self, painter)
        draw_walls(self, painter)
        draw_doors(self, painter)
        draw_zones(self, painter)
        draw_racks(self, painter)
        draw_held_racks(self, painter)
        if ghost is not None:
            draw_lifted(self, painter, ghost, refused=refused)
        draw_trays(self, painter)
        draw_trunks(self, painter)
        draw_cuts(self, painter)
        draw_broken(self, painter)
        draw_labels(self, painter)
        draw_rows(self, painter)
        draw_aisles(self, painter)
        name_aisles(self, painter)
        draw_routes(self, painter)
        draw_runs(self, painter)
        number_trays(self, painter)
        label_cuts(self, painter)
        draw_findings(self, painter)
        draw_differences(self, painter, self.differences)
        draw_handles(self, painter)
        if drag is not None and ghost is not None:
            before = drag.handle.before()
            if before is not None and ghost.boxes:
                draw_displacement(self, painter, before, ghost.boxes[0][0])
            draw_ghost(self, painter, ghost, refused=refused)

    # Events

    def viewportEvent(self, event: QEvent) -> bool:
        """Show a tooltip for the rack under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            lines = self.lines_at(self.from_px(QPointF(event.pos()))) if self.session.is_open else []
            QToolTip.showText(event.globalPos(), tip("\n".join(lines)), self.viewport())
            return True
        return bool(super().viewportEvent(event))

    def lines_at(self, at: QPointF) -> list[str]:
        """Return the tooltip of the rack at a point of the floor: its label, cell and number of devices."""
        element = self.element_at(at.x(), at.y())
        number = None if element is None else RACK.id_of(element)
        if number is None:
            return []
        rack, grid = self.scene.racks[number], self.scene.floor.plan.grid
        cell = "" if grid is None else rack_cell(rack, self.scene.part(rack.part), grid)
        where = [] if grid is None else [f"Cell {cell}" if cell else "Outside the grid of the room"]
        if identifier := self.session.derived.rack_identifiers.get(number):
            where.append(f"Identifier {identifier}")
        return [f"Rack {rack_label(rack)}", *where, counted(len(rack.devices), "device")]

    def pointed(self, at: QPointF | None) -> None:
        """Report the position of the pointer: x, y and tile, and the power of the row that it is in."""
        text = ""
        self.hand = None if at is None else (at.x(), at.y())
        if at is not None:
            grid = self.scene.floor.plan.grid
            name = tile_name(grid, self.options.tile_mm, at.x(), at.y())
            x, y = (length_text(value / 1000).replace("-", MINUS) for value in (at.x(), at.y()))
            text = f"x {x}   y {y}   {name}".rstrip() + self._row_power(at)
        self.said_position.emit(text)

    def _row_power(self, at: QPointF) -> str:
        """Return the power of the row of the rack at a point; empty where no rack is, and in huge rooms."""
        element = self.element_at(at.x(), at.y())
        number = None if element is None else RACK.id_of(element)
        if number is None or len(self.session.project.floor.racks) > MOST_SUMMED:
            return ""
        facility = self.session.derived.facility
        rows = self.memo.keep("rows", (facility,), lambda: {row.name: row for row in facility.rows})
        row = next(some.rack.row for some in facility.racks if some.rack.number == number)
        name = f"Row {letters(row)}"
        power = to_read(bounded(rows[name].power_w / 1000, rows[name].power_bound, ",.1f"))
        return f"   {name} {power} kW"


class FloorPointer(Pointer[FloorCanvas]):
    """Also selects what findings are about, drags rows by their names, and edits corners of trays."""

    def __init__(self, canvas: FloorCanvas) -> None:
        super().__init__(canvas)
        self._tray: str | None = None
        """The tray that was selected when the first of two clicks came."""

    def press(self, at: QPointF) -> None:
        """Select what a finding is about, grab a row by its name, or press as every pointer."""
        canvas, chosen = self.canvas, self.canvas.session.selection
        self._tray = TRAY.id_of(chosen[0]) if len(chosen) == 1 else None
        if not canvas.modifiers:
            if (mark := finding_at(canvas, at)) is not None:
                canvas.session.select(mark)
                return
            row = canvas.row_named_at(at)
            if row is not None:
                self._grab_row(row, at)
                return
        super().press(at)

    def _grab_row(self, row: int, at: QPointF) -> None:
        """Select a row by its name, and begin to drag it."""
        canvas = self.canvas
        canvas.session.select([RACK(n) for n, rack in canvas.scene.racks.items() if rack.row == row])
        if canvas.editable:
            tile, snap = canvas.options.tile_mm, canvas.options.snap
            self.grab(canvas.session.selection[0], RowHandle(canvas.scene, row, tile, snap=snap), at)

    def double(self, at: QPointF) -> None:
        """Add a corner to the selected tray, or remove one."""
        spot = self.canvas.from_px(at)
        tray = self._tray_under(spot)
        if tray is None or not self.canvas.editable:
            self.press(at)
            return
        corner = self.canvas.corner_at(TRAY(tray.id), spot)
        if corner is None:
            self._add_corner(tray, spot)
        else:
            self._remove_corner(tray, corner[0])

    def _tray_under(self, spot: QPointF) -> Tray | None:
        canvas = self.canvas
        tray = None if self._tray is None else canvas.scene.tray(self._tray)
        if tray is None or TRAY(tray.id) not in canvas.scene.elements_at(
            spot.x(), spot.y(), canvas.reach_mm(3)
        ):
            return None
        return tray

    def _add_corner(self, tray: Tray, spot: QPointF) -> None:
        """Add a corner where a piece of the tray was clicked."""
        number = piece_at(tray.points_mm, spot.x(), spot.y())
        piece = tray.points_mm[number], tray.points_mm[number + 1]
        x, y = nearest(piece, (spot.x(), spot.y()))
        point = (round(x, 3), round(y, 3))
        if point not in piece:
            points = (*tray.points_mm[: number + 1], point, *tray.points_mm[number + 1 :])
            command = ChangeTray(tray=replace(tray, points_mm=points))
            self.canvas.session.do(Batch(name=f"Add a corner to tray {tray.id}", commands=(command,)))
        self.canvas.session.select([TRAY(tray.id)])

    def _remove_corner(self, tray: Tray, number: int) -> None:
        """Remove a corner of a tray; its neighbours are joined by a straight piece."""
        points = (*tray.points_mm[:number], *tray.points_mm[number + 1 :])
        if len(points) < 2:
            self.canvas.session.said.emit(f"{tray.id} has no corner to remove. Delete removes the tray.")
        else:
            command = ChangeTray(tray=replace(tray, points_mm=points))
            self.canvas.session.do(Batch(name=f"Remove a corner of tray {tray.id}", commands=(command,)))
        self.canvas.session.select([TRAY(tray.id)])


LOW = 340
"""A lower drawing goes without its legend, in pixels."""


class FloorLook(FloorCanvas):
    """The drawing of the floor over a session of its own."""

    editable = False

    def __init__(self, desk: Desk, session: Session) -> None:
        super().__init__(desk._replace(session=session))
        session.opened.connect(self._opened)

    def _opened(self) -> None:
        self._fitted = False
        if self.session.is_open:
            self.take()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Without room for both, the floor comes before its legend."""
        self.with_legend = self.viewport().height() >= self.theme.px(LOW)
        self.foot = FloorCanvas.foot if self.with_legend else 0
        super().resizeEvent(event)

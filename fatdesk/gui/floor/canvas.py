"""The drawing of the floor, to scale in millimetres, and what of it can be taken hold of."""

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QMouseEvent, QPainter

from fatdesk.core.memo import Memo
from fatdesk.engine.asbuilt.difference import Difference
from fatdesk.engine.cabling.filling import Filling, Stretch, stretches
from fatdesk.engine.floor.floor import Tray, rack_label
from fatdesk.gui.analysis.installed import installed_of
from fatdesk.gui.canvas.canvas import Canvas, Drag, Place
from fatdesk.gui.desk import Desk
from fatdesk.gui.floor.handles import (
    AisleGrip,
    AreaGrip,
    Grip,
    RacksGrip,
    RowGrip,
    TrayGrip,
    area_word,
    handle_points,
)
from fatdesk.gui.floor.heat import MEASURES, Heat, heat_of
from fatdesk.gui.floor.layers.cuts import draw_cut_legend, draw_cuts, label_cuts
from fatdesk.gui.floor.layers.dimensions import aisle_at, draw_aisles, draw_rows, row_names
from fatdesk.gui.floor.layers.ground import (
    draw_areas,
    draw_grid,
    draw_rulers,
    tile_letter,
    tile_number,
)
from fatdesk.gui.floor.layers.handle_marks import draw_ghost, draw_handles, draw_lifted, draw_way_moved
from fatdesk.gui.floor.layers.legend import draw_legend
from fatdesk.gui.floor.layers.marks import draw_broken, draw_differences, draw_findings, finding_at
from fatdesk.gui.floor.layers.racks import chosen_racks, draw_labels, draw_racks
from fatdesk.gui.floor.layers.runs import draw_runs
from fatdesk.gui.floor.layers.trays import Plates, draw_trays, number_trays
from fatdesk.gui.floor.layers.view import Plate, View
from fatdesk.gui.floor.layers.zones import draw_held_racks, draw_zones
from fatdesk.gui.floor.options import Options
from fatdesk.gui.floor.scene import Scene, area_box, piece_at
from fatdesk.gui.floor.snapping import nearest
from fatdesk.gui.floor.tools.tool import Tool, ToolCanvas
from fatdesk.gui.menus.actions import FAIL, PLACE, keys_in_view
from fatdesk.gui.widgets.numbers import counted
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.aisles import set_aisles
from fatdesk.project.commands.columns import RemoveColumn
from fatdesk.project.commands.racks import RemoveRack
from fatdesk.project.commands.trays import ChangeTray, RemoveTray
from fatdesk.project.derived.trials import Tried
from fatdesk.project.document.ref import AISLE, COLUMN, RACK, TRAY, Ref

SNAP_REACH = 12
KEYS = keys_in_view(*PLACE, *FAIL)
"""Keys of the drawing; the menus show the same."""


class FloorCanvas(ToolCanvas):
    """Everything that stands on the floor; the tool in hand is told of mouse and keys first."""

    least, most = 0.004, 1.2
    bands = True
    with_legend = True
    tool_changed = Signal(object)
    said_position = Signal(str)
    asked = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "Floor plan")
        self.scene, self.options = Scene(), Options()
        self.tool: Tool | None = None
        """None: the pointer, which selects and drags."""
        self._name = ""
        self._pressed: str | None = None
        self._memo = Memo[str]()
        self.kept_plates = Plates()

    @property
    def _boxes(self) -> dict[int, QRectF]:
        return self.scene.boxes

    def take(self) -> None:
        """Take over the floor of the present project."""
        self.scene.take(self.session)
        if self._name != self.session.name or not self._fitted:
            self._name = self.session.name
            self._untouched = True
            self.fit()
        if self.tool is not None:
            self.tool.floor_changed()
        self.viewport().update()

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
        return self._memo.keep(f"heat {name}", inputs, lambda: heat_of(self.session, name))

    @property
    def lifted(self) -> frozenset[int]:
        """Numbers of the racks that are being dragged."""
        return self.drag.hold.lifted if self.drag is not None and self.drag.moving else frozenset()

    @property
    def tried(self) -> Tried | None:
        """What comes of what is dragged or drawn, where it can be done."""
        trial = self.drag.trial if self.drag is not None and self.drag.moving else None
        if self.tool is not None:
            trial = self.tool.trial
        return None if trial is None else trial.tried

    @property
    def trays(self) -> Sequence[Tray]:
        """The trays, as they would be where something is dragged."""
        return self.scene.floor.trays if self.tried is None else self.tried.project.floor.trays

    @property
    def filling(self) -> Filling:
        """What runs in the trays, or would run there."""
        return self.session.derived.filling if self.tried is None else self.tried.filling

    @property
    def stretches(self) -> list[Stretch]:
        """How full the trays are from place to place, or would be."""
        filling, tried = self.filling, self.tried

        def make() -> list[Stretch]:
            net = self.session.derived.standing.graph.net if tried is None else tried.net
            return stretches(filling, net, self.trays)

        return self._memo.keep("stretches", (filling,), make)

    @property
    def plates(self) -> list[Plate]:
        """The numbers on the trays."""
        return self.kept_plates.of(self)

    def follow(self) -> None:
        """Show what is selected: itself, or the racks that it hangs together with."""
        things = [self.scene.rect_of(thing) for thing in self.session.selection]
        racks = [self.scene.boxes.get(number) for number in sorted(chosen_racks(self))]
        self.reveal([rect for rect in (*things, *racks) if rect is not None])
        self.viewport().update()

    # What is where

    def extent(self) -> QRectF:
        """All racks, trays and areas."""
        return self.scene.extent()

    def chosen_rect(self) -> QRectF | None:
        """Around what is selected."""
        found = QRectF()
        for thing in self.session.selection:
            found = found.united(self.scene.rect_of(thing) or QRectF())
        return None if found.isEmpty() else found

    @property
    def view(self) -> View:
        """The floor plan as layers see it."""
        return self

    def thing_at(self, x: float, y: float) -> Ref | None:
        """What is selected and there, else what is first there: racks, trays, areas, aisles."""
        at = self.to_px(x, y)
        found = self.scene.things_at(x, y, self.reach_mm(3))
        chosen = self.session.selection
        if len(chosen) == 1 and (chosen[0] in found or self._handle_at(chosen[0], x, y) is not None):
            return chosen[0]
        return next((t for t in found if t in chosen), found[0] if found else aisle_at(self, at))

    def things_in(self, rect: QRectF) -> list[Ref]:
        """Racks in a band; without any, trays and areas."""
        return self.scene.things_in(rect)

    def again(self, thing: Ref, x: float, y: float) -> None:
        """Select what lies under a thing that was clicked again."""
        found = self.scene.things_at(x, y, self.reach_mm(3))
        if thing in found and len(found) > 1:
            self.session.select([found[(found.index(thing) + 1) % len(found)]])

    def corner(self, thing: Ref) -> QPointF:
        """The corner of a thing."""
        return (self.scene.rect_of(thing) or QRectF()).topLeft()

    def can_drag(self, thing: Ref) -> bool:
        """What stands on the floor can."""
        return self.scene.rect_of(thing) is not None

    def in_order(self) -> list[Ref]:
        """Racks row by row, then trays, areas and aisles."""
        return self.scene.in_order()

    # Dragging

    def _handle_at(self, thing: Ref, x: float, y: float) -> tuple[int, ...] | None:
        """The corner of the selected tray or area at a point."""
        reach, at = self.reach_mm(), QPointF(x, y)
        if (tray := self.scene.tray(TRAY.id_of(thing))) is not None:
            near = [((QPointF(*p) - at).manhattanLength(), n) for n, p in enumerate(tray.points_mm)]
            distance, number = min(near)
            return (number,) if distance <= reach else None
        if (area := self.scene.area(COLUMN.id_of(thing))) is not None:
            for side, point in handle_points(area_box(area)).items():
                if (point - at).manhattanLength() <= reach:
                    return side
        return None

    def grip_on(self, thing: Ref, at: QPointF | None = None) -> Grip | None:
        """What is taken of a thing: at a point its corner or piece, otherwise all of it."""
        snap, tile = self.options.snap, self.options.tile_mm
        handle = None if at is None else self._handle_at(thing, at.x(), at.y())
        racks, number = self.scene.racks, RACK.id_of(thing)
        if number is not None and number in racks:
            rack = racks[number]
            chosen = RACK.ids(self.session.selection)
            others = [racks[other] for other in chosen if other != number and other in racks]
            return RacksGrip(self.scene, rack, others, snap=snap)
        if (tray := self.scene.tray(TRAY.id_of(thing))) is not None:
            moved = range(len(tray.points_mm))
            if handle is not None:
                moved = range(handle[0], handle[0] + 1)
            elif at is not None and len(moved) > 2:
                first = piece_at(tray, at.x(), at.y())
                moved = range(first, first + 2)
            return TrayGrip(tray, moved, self.scene.tray_guides(tile, [tray.id]), snap=snap)
        at_list = COLUMN.id_of(thing)
        if at_list is not None and (area := self.scene.area(at_list)) is not None:
            sides = (0, 0) if handle is None else (handle[0], handle[1])
            return AreaGrip(area, at_list, sides, self.scene.edge_guides(tile), snap=snap)
        if (aisle := self.scene.aisle(AISLE.id_of(thing))) is not None:
            return AisleGrip(self.scene, aisle, tile, snap=snap)
        return None

    def take_hold(self, thing: Ref, x: float, y: float) -> Drag | None:
        """Begin to drag a thing, or a part of it."""
        grip = self.grip_on(thing, QPointF(x, y))
        if grip is None:
            return None
        corner = grip.corner()
        return Drag(thing, QPoint(), QPointF(x - corner[0], y - corner[1]), grip)

    def take_row(self, row: int, at: QPointF) -> None:
        """Select a row by its name, and begin to drag it."""
        self.session.select([RACK(n) for n, rack in self.scene.racks.items() if rack.row == row])
        grip, spot = RowGrip(self.scene, row, self.options.tile_mm, snap=self.options.snap), self.from_px(at)
        corner = grip.corner()
        offset = QPointF(spot.x() - corner[0], spot.y() - corner[1])
        self.drag = Drag(self.session.selection[0], at.toPoint(), offset, grip)

    def place_at(self, drag: Drag, x: float, y: float) -> Place | None:
        """Where the grip goes; Ctrl: without snapping, Shift: along one axis."""
        free = bool(self.modifiers & Qt.KeyboardModifier.ControlModifier)
        straight = bool(self.modifiers & Qt.KeyboardModifier.ShiftModifier)
        place: Place = drag.hold.place(x, y, free=free, straight=straight, radius=self.reach_mm(SNAP_REACH))
        return place

    def command_for(self, drag: Drag, place: Place) -> Command | None:
        """What a drop would do."""
        command: Command | None = drag.hold.command(place)
        return command

    def command_to(self, thing: Ref, place: Place) -> Command | None:
        """What brings a thing to a place."""
        grip = self.grip_on(thing)
        return None if grip is None else grip.command(place)

    def step_from(self, thing: Ref, dx: int, dy: int) -> Place | None:
        """So many steps along an axis."""
        grip = self.grip_on(thing)
        return None if grip is None else grip.step(dx, dy)

    def drag_words(self, drag: Drag) -> tuple[str, str]:
        """Where it would be."""
        return (drag.hold.words(drag.place), drag.hold.instead(drag.place)) if drag.place else ("", "")

    def drag_rect(self, drag: Drag) -> QRectF | None:
        """What the card must not hide."""
        if drag.place is None:
            return None
        ghost, found = drag.hold.ghost(drag.place), QRectF()
        for box, _ in ghost.boxes:
            found = found.united(self.rect_px(box))
        around = self.theme.px(24)  # how far it went is told there
        return None if found.isEmpty() else found.adjusted(-around, 0, 0, around)

    # Editing

    def delete(self) -> None:
        """Take away what is selected, as one step."""
        chosen = self.session.selection
        commands: list[Command] = [RemoveRack(rack=number) for number in RACK.ids(chosen)]
        commands += [RemoveTray(id=tray) for tray in TRAY.ids(chosen)]
        commands += [RemoveColumn(index=number) for number in sorted(COLUMN.ids(chosen), reverse=True)]
        found = [self.scene.aisle(some) for some in sorted(self.session.ids(AISLE))]
        aisles = [aisle for aisle in found if aisle is not None]
        if aisles and not commands:
            closed = set_aisles(self.scene.floor, self.scene.parts, aisles, 0.0)
            if closed is not None and self.session.do(closed):
                self.session.select([])
            return
        if not commands:
            return
        kinds = {thing.kind for thing in chosen}
        name = f"Remove {counted(len(commands), kinds.pop().title if len(kinds) == 1 else 'item')}"
        if len(commands) == 1:
            name = f"Remove {self._called(self.session.selection[0])}"
        if self.session.do(Batch(name=name, commands=tuple(commands))):
            self.session.select([])

    def _called(self, thing: Ref) -> str:
        """What a thing is in the name of a step."""
        if (number := RACK.id_of(thing)) is not None:
            return f"rack {rack_label(self.scene.racks[number])}"
        area = self.scene.area(COLUMN.id_of(thing))
        return area_word(area) if area is not None else f"tray {thing.id}"

    def _tray_under(self, spot: QPointF) -> Tray | None:
        """The tray that was selected when the first of two clicks came."""
        tray = None if self._pressed is None else self.scene.tray(self._pressed)
        if tray is None or TRAY(tray.id) not in self.scene.things_at(spot.x(), spot.y(), self.reach_mm(3)):
            return None
        return tray

    def _add_corner(self, tray: Tray, spot: QPointF) -> None:
        """A corner more where a piece of the tray was clicked, to be dragged aside."""
        number = piece_at(tray, spot.x(), spot.y())
        piece = tray.points_mm[number], tray.points_mm[number + 1]
        x, y = nearest(piece, (spot.x(), spot.y()))
        point = (round(x, 3), round(y, 3))
        if point not in piece:
            points = (*tray.points_mm[: number + 1], point, *tray.points_mm[number + 1 :])
            command = ChangeTray(tray=replace(tray, points_mm=points))
            self.session.do(Batch(name=f"Add a corner to tray {tray.id}", commands=(command,)))
        self.session.select([TRAY(tray.id)])

    def _remove_corner(self, tray: Tray, number: int) -> None:
        """The tray without one of its corners; what is left of it goes straight."""
        points = (*tray.points_mm[:number], *tray.points_mm[number + 1 :])
        if len(points) < 2:
            self.session.said.emit(f"{tray.id} has no corner to remove. Delete removes the tray.")
        else:
            command = ChangeTray(tray=replace(tray, points_mm=points))
            self.session.do(Batch(name=f"Remove a corner of tray {tray.id}", commands=(command,)))
        self.session.select([TRAY(tray.id)])

    def hideEvent(self, event: QHideEvent) -> None:
        """Out of sight nothing stays half done."""
        if self.tool is not None:
            self.tool.leave()
        super().hideEvent(event)

    def take_tool(self, tool: Tool | None) -> None:
        """Another tool in hand; None: the pointer."""
        if self.tool is not None:
            self.tool.leave()
        self.end_drag()
        self.tool = tool
        if tool is not None:
            self.viewport().setCursor(tool.cursor)
            tool.begin()
        else:
            self.viewport().unsetCursor()
        self.tool_changed.emit(tool)
        self.viewport().update()

    # Drawing

    def draw(self, painter: QPainter) -> None:
        """From the ground up."""
        drag = self.drag if self.drag is not None and self.drag.moving else None
        ghost = None if drag is None or drag.place is None else drag.hold.ghost(drag.place)
        refused = drag is not None and drag.trial is not None and drag.trial.figures is None
        draw_grid(self, painter)
        draw_areas(self, painter)
        draw_zones(self, painter)
        draw_racks(self, painter)
        draw_held_racks(self, painter)
        if ghost is not None:
            draw_lifted(self, painter, ghost, refused=refused)
        draw_trays(self, painter)
        draw_cuts(self, painter)
        draw_broken(self, painter)
        draw_labels(self, painter)
        draw_rows(self, painter)
        draw_aisles(self, painter)
        draw_runs(self, painter)
        number_trays(self, painter)
        label_cuts(self, painter)
        draw_findings(self, painter)
        draw_differences(self, painter, self.differences)
        draw_handles(self, painter)
        if drag is not None and ghost is not None:
            before = drag.hold.before()
            if before is not None and ghost.boxes:
                draw_way_moved(self, painter, before, ghost.boxes[0][0])
            draw_ghost(self, painter, ghost, refused=refused)
        if self.tool is not None:
            self.tool.draw(painter)
        draw_rulers(self, painter)
        if self.with_legend:
            draw_legend(self, painter)
            draw_cut_legend(self, painter)

    # Events

    def pointed(self, at: QPointF | None) -> None:
        """Tell where the pointer is: x, y and tile."""
        text = ""
        if at is not None:
            tile = self.options.tile_mm
            name = f"{tile_letter(int(at.y() // tile))}{tile_number(int(at.x() // tile))}"
            text = f"x {at.x() / 1000:.2f} m   y {at.y() / 1000:.2f} m   tile {name}".replace("-", "\u2212")
        self.said_position.emit(text)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """To the tool, a handle of a row, or what is there."""
        left = event.button() == Qt.MouseButton.LeftButton and not self._space
        if left and self.tool is not None:
            self.modifiers = event.modifiers()
            self.tool.press(event.position())
            return
        chosen = self.session.selection
        self._pressed = TRAY.id_of(chosen[0]) if len(chosen) == 1 else None
        if left and not event.modifiers():
            if (mark := finding_at(self, event.position())) is not None:
                self.session.select(mark)
                return
            if "names" in self.options.layers:
                for row, plate in row_names(self).items():
                    if plate.contains(event.position()):
                        self.take_row(row, event.position())
                        return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """To the tool, while nothing is panned."""
        if self.tool is not None and self._pan is None:
            self.modifiers = event.modifiers()
            self.pointed(self.from_px(event.position()))
            self.tool.move(event.position())
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """To the tool, while nothing is panned."""
        if self.tool is not None and self._pan is None:
            self.modifiers = event.modifiers()
            self.tool.release(event.position())
            return
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """End what the tool draws; on the selected tray a corner more, on a corner one less."""
        if self.tool is not None:
            self.tool.double(event.position())
            return
        spot = self.from_px(event.position())
        tray = self._tray_under(spot)
        if tray is not None:
            corner = self._handle_at(TRAY(tray.id), spot.x(), spot.y())
            if corner is None:
                self._add_corner(tray, spot)
            else:
                self._remove_corner(tray, corner[0])
        else:
            self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """To the tool first; Esc puts it away."""
        if self.tool is not None:
            if self.tool.key(event):
                return
            if event.key() == Qt.Key.Key_Escape:
                self.take_tool(None)
                return
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.tool is None:
            self.delete()
            return
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        combined = QKeySequence(event.keyCombination()).toString()
        if combined in KEYS and not plain:
            self.asked.emit(KEYS[combined])
            return
        if plain and event.text().upper() in KEYS:
            self.asked.emit(KEYS[event.text().upper()])
            return
        super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """With a tool in hand Tab leaves the canvas."""
        if self.tool is not None:
            return bool(super(Canvas, self).focusNextPrevChild(forward))
        return super().focusNextPrevChild(forward)

"""The drawing of all racks from the front, and what of it can be dragged."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPen,
    QWheelEvent,
)

from fatdesk.core.memo import Memo
from fatdesk.engine.asbuilt.difference import Difference
from fatdesk.engine.floor.floor import Device, Rack, rack_label
from fatdesk.gui.analysis.installed import installed_of
from fatdesk.gui.analysis.outages import broken_of
from fatdesk.gui.analysis.related import related
from fatdesk.gui.canvas.canvas import Drag, Place
from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import BY_ID, FAIL, keys_in_view
from fatdesk.gui.racks.elevations import (
    CAPTION,
    NAMED,
    STRIP,
    draw_device,
    draw_kept,
    draw_legend,
    draw_rack,
    outlines,
)
from fatdesk.gui.racks.handles import DevicesGrip, ReservedGrip
from fatdesk.gui.racks.look import Look
from fatdesk.gui.racks.rack_tool import RackTool, RackToolCanvas
from fatdesk.gui.racks.scene import UNIT, Scene
from fatdesk.gui.views.difference_marks import draw_marks, marks_by_device
from fatdesk.gui.widgets.numbers import counted
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.devices import RemoveDevice
from fatdesk.project.commands.racks import Free, RemoveRack
from fatdesk.project.derived.unplaced import needed_devices, waiting
from fatdesk.project.document.ref import AISLE, COLUMN, DEVICE, RACK, RESERVATION, TRAY, Ref, ReservedAt

ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
LEGIBLE = 12.5
"""So high is a unit at least when a project is first shown, in pixels: names can be read."""
ABOVE = 6
"""So far below the tool bar the heads stand then, in pixels."""
WHEEL_PX = 60
BADGE = 16
OWN = ("tool-select", "tool-put", "tool-reserve", "select-block")
KEYS = keys_in_view(*(BY_ID[name] for name in OWN), *FAIL)
"""Keys of the drawing; the menus show the same."""
"""How high a mark of a difference is, in pixels."""


class RacksCanvas(RackToolCanvas):
    """Racks side by side, row after row. The wheel scrolls, with Ctrl it zooms."""

    least, most = 3 / UNIT, 40 / UNIT
    foot = 40.0
    bands = True
    tool_changed = Signal(object)
    asked = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "Rack elevations")
        self.scene = Scene()
        self.look = Look(self.theme, self.scene)
        self.tool: RackTool | None = None
        self.empty = False
        """Whether racks are drawn that hold nothing."""
        self._name = ""
        self._memo = Memo[str]()

    @property
    def _boxes(self) -> dict[int, QRectF]:
        return self.scene.boxes

    @property
    def _devices(self) -> dict[str, tuple[Rack, Device, QRectF]]:
        return self.scene.devices

    def _units(self, number: int, u: int, height_u: int) -> QRectF:
        return self.scene.units(number, u, height_u)

    def take(self) -> None:
        """Lay out the racks of the present project."""
        self.scene.take(self.session, empty=self.empty)
        if self._name != self.session.name or not self._fitted:
            self._name = self.session.name
            self._untouched = True
            self.fit_first()
        if self.tool is not None:
            self.tool.floor_changed()
        self.viewport().update()

    @property
    def waiting(self) -> list[Device]:
        """Devices that the networks need and that stand in no rack."""
        derived, floor = self.session.derived, self.session.project.floor
        fabrics = derived.fabrics
        needed = self._memo.keep("needed", (fabrics,), lambda: needed_devices(fabrics, derived.catalog))
        return self._memo.keep("waiting", (needed, floor), lambda: list(waiting(needed, floor)))

    def fit_first(self) -> None:
        """Show all racks, but not so small that no name can be read."""
        super().fit_first()
        px, extent = self.theme.px, self.extent()
        least = px(LEGIBLE) / UNIT
        if self.scale < least and self.scene.boxes:
            room = self.viewport().height() - px(ABOVE) - px(CAPTION) - px(STRIP)
            whole = room / self.scene.standing.height()
            self.scale = whole if px(NAMED) / UNIT <= whole < least else least
            self.origin = QPointF(px(12) - extent.left() * self.scale, px(ABOVE) - extent.top() * self.scale)
            self._show()

    def follow(self) -> None:
        """Show what is selected: itself, or the devices that it hangs together with."""
        things = [self.scene.rect_of(thing) for thing in self.session.selection]
        if not any(things):
            chosen = sorted(some for some in self._chosen() if some in self.scene.devices)
            things = [self.scene.devices[some][2] for some in chosen]
        self.reveal([rect for rect in things if rect is not None])
        self.viewport().update()

    # What is where

    def extent(self) -> QRectF:
        """All racks with their heads."""
        return self.scene.extent()

    def thing_at(self, x: float, y: float) -> Ref | None:
        """A device, reserved units, or their rack."""
        return self.scene.thing_at(x, y)

    def things_in(self, rect: QRectF) -> list[Ref]:
        """Devices that a band touches."""
        return [
            DEVICE(device_id)
            for device_id, (_, _, place) in self.scene.devices.items()
            if place.intersects(rect)
        ]

    def chosen_rect(self) -> QRectF | None:
        """Around what is selected."""
        found = QRectF()
        for thing in self.session.selection:
            found = found.united(self.scene.rect_of(thing) or QRectF())
        return None if found.isEmpty() else found

    def corner(self, thing: Ref) -> QPointF:
        """The upper left corner of a thing."""
        return (self.scene.rect_of(thing) or QRectF()).topLeft()

    def can_drag(self, thing: Ref) -> bool:
        """Devices and reserved units can."""
        return thing.kind in (DEVICE, RESERVATION) and self.scene.rect_of(thing) is not None

    def in_order(self) -> list[Ref]:
        """Rack by rack, from the top down."""
        return self.scene.in_order()

    # Dragging

    def grip_on(self, thing: Ref) -> DevicesGrip | ReservedGrip | None:
        """What is taken of a thing; of several devices all."""
        device, kept, devices = DEVICE.id_of(thing), RESERVATION.id_of(thing), self.scene.devices
        if device is not None and device in devices:
            chosen = DEVICE.ids(self.session.selection)
            others = [other for other in chosen if other != device and other in devices]
            return DevicesGrip(self.scene, device, others)
        if kept is not None and kept in self.scene.kept:
            return ReservedGrip(self.scene, kept)
        return None

    def take_hold(self, thing: Ref, x: float, y: float) -> Drag | None:
        """Begin to drag a thing."""
        grip = self.grip_on(thing)
        if grip is None:
            return None
        corner = grip.box.topLeft()
        return Drag(thing, QPoint(), QPointF(x - corner.x(), y - corner.y()), grip)

    def place_at(self, drag: Drag, x: float, y: float) -> Place | None:
        """The nearest rack and unit; with Alt to change places, with Ctrl to reserve once more."""
        key = ALT if isinstance(drag.hold, DevicesGrip) else CTRL
        place: Place = drag.hold.place(x, y, other=bool(self.modifiers & key))
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
        """Units up and down, racks to the side."""
        grip = self.grip_on(thing)
        return None if grip is None else grip.step(dx, dy)

    def drag_words(self, drag: Drag) -> tuple[str, str]:
        """Where it would be."""
        return (drag.hold.words(drag.place), drag.hold.instead(drag.place)) if drag.place else ("", "")

    def drag_rect(self, drag: Drag) -> QRectF | None:
        """What the card must not hide."""
        found = QRectF()
        for box, _ in drag.hold.boxes(drag.place) if drag.place else []:
            found = found.united(self.rect_px(box))
        return None if found.isEmpty() else found

    # Editing

    def delete(self) -> None:
        """Take devices out that are selected, give reserved units back, and take empty racks away."""
        session = self.session
        chosen = session.selection
        devices = [some for some in DEVICE.ids(chosen) if some in self.scene.devices]
        kept = [self.scene.kept[some] for some in RESERVATION.ids(chosen) if some in self.scene.kept]
        racks = [some for some in sorted(RACK.ids(chosen)) if some in self.scene.racks]
        words: list[str] = []
        commands: list[Command] = []
        if devices:
            name = session.derived.device_names.get(devices[0], devices[0])
            words.append(
                f"remove {name if len(devices) == 1 else counted(len(devices), 'device')} from the rack"
            )
            commands += [RemoveDevice(id=some) for some in devices]
        if kept:
            words.append(f"release {counted(sum(some.height_u for _, some, _ in kept), 'unit')}")
            commands += [Free(rack=rack.number, u=some.u) for rack, some, _ in kept]
        if racks:
            label = rack_label(self.scene.racks[racks[0]])
            words.append(f"remove {f'rack {label}' if len(racks) == 1 else counted(len(racks), 'rack')}")
            commands += [RemoveRack(rack=number) for number in racks]
        told = ", ".join(words)
        if commands and session.do(Batch(name=told[0].upper() + told[1:], commands=tuple(commands))):
            session.select([])

    def select_block(self, device_id: str) -> None:
        """Select all devices of the block of one."""
        found = self.scene.of_block(device_id)
        if found:
            self.session.select(found)
        else:
            self.session.said.emit("This device is in no block.")

    def take_tool(self, tool: RackTool | None) -> None:
        """Another tool in hand; None: the pointer."""
        if self.tool is not None:
            self.tool.leave()
        self.end_drag()
        self.tool = tool
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor if tool is None else tool.cursor)
        self.tool_changed.emit(tool)
        self.viewport().update()

    # Drawing

    def draw(self, painter: QPainter) -> None:
        """Racks, devices, what is selected, what is dragged."""
        if not self.scene.racks:
            painter.setPen(self.theme.colour("text2"))
            painter.setFont(self.theme.font(14))
            words = "There are no devices in racks yet."
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, words)
            return
        view = QRectF(self.viewport().rect())
        around = QRectF(self.from_px(view.topLeft()), self.from_px(view.bottomRight()))
        around.adjust(-40 / self.scale, -60 / self.scale, 40 / self.scale, 90 / self.scale)
        shown = [number for number, box in self.scene.boxes.items() if box.intersects(around)]
        fronts = self.scene.fronts
        first = {rack.row: number for number, rack in reversed(self.scene.racks.items())}
        for number in shown:
            front, box = fronts[number], self.rect_px(self.scene.boxes[number])
            draw_rack(self, painter, front, box, numbers=first[front.rack.row] == number)
        reserved = self.session.ids(RESERVATION)
        for number, front in fronts.items():
            for kept in front.reserved:
                at = ReservedAt(number, kept.u)
                place = self.rect_px(self.scene.kept[at][2])
                draw_kept(self, painter, place, kept.lines, chosen=at in reserved)
        chosen, states = self._chosen(), broken_of(self.session).device_states
        for number in shown:
            for some, place in self.scene.inside[number]:
                state, here = _state(some.device, states), self.rect_px(place)
                draw_device(self, painter, some, here, chosen=some.device.id in chosen, state=state)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.theme.colour("accent"), 2))
        for run in outlines(self, chosen):
            painter.drawRect(self.rect_px(run).adjusted(1, 1, -1, -1))
        painter.setPen(QPen(self.theme.colour("accent"), 2.5))
        for number in self.scene.racks:
            if number in self.session.ids(RACK):
                painter.drawRoundedRect(self.rect_px(self.scene.boxes[number]).adjusted(-2, -2, 2, 2), 3, 3)
        self._mark_differences(painter)
        if self.drag is not None and self.drag.moving and self.drag.place is not None:
            self._draw_drag(painter, self.drag, self.drag.place)
        if self.tool is not None:
            self.tool.draw(painter)
        draw_legend(self, painter)

    @property
    def differences(self) -> Sequence[Difference]:
        """Differences between plan and report that are marked: those that are selected."""
        return installed_of(self.session).selected

    def _mark_differences(self, painter: QPainter) -> None:
        """A badge a kind at the right of each device that they concern."""
        for device, marks in marks_by_device(self.differences).items():
            if device in self.scene.devices:
                box = self.rect_px(self.scene.devices[device][2])
                at = QPointF(box.right() - 2, box.center().y())
                draw_marks(self.theme, painter, marks, at, size=BADGE)

    def _chosen(self) -> frozenset[str]:
        """Devices that are selected, or hang together with what is; of a rack not all its devices."""
        session = self.session
        if not session.selection:
            return frozenset()
        if {thing.kind for thing in session.selection} <= {RACK, TRAY, COLUMN, AISLE, RESERVATION}:
            return frozenset()
        found = set(DEVICE.ids(related(session)))
        inside = {
            device.id
            for _, device, _ in self.scene.devices.values()
            if any(inner.id in found for inner in device.inside)
        }
        return frozenset(found | inside)

    def _draw_drag(self, painter: QPainter, drag: Drag, place: Place) -> None:
        theme, refused = self.theme, drag.trial is not None and drag.trial.figures is None
        if isinstance(drag.hold, DevicesGrip) and not place[2]:
            self._draw_free(painter, round(drag.hold.box.height() / UNIT))
        colour = theme.colour("error" if refused else "accent")
        for box, words in drag.hold.boxes(place):
            target = self.rect_px(box)
            painter.setPen(QPen(colour, 2))
            painter.setBrush(theme.colour("error_tint" if refused else "accent_tint"))
            painter.drawRect(target)
            if refused:
                painter.setBrush(QBrush(colour, Qt.BrushStyle.BDiagPattern))
                painter.drawRect(target)
            painter.setFont(theme.strong(11))
            painter.setPen(theme.colour("error" if refused else "accent_text"))
            name = self.session.derived.device_names.get(words, words)
            painter.drawText(target, int(Qt.AlignmentFlag.AlignCenter), name)

    def _draw_free(self, painter: QPainter, least: int) -> None:
        """Where it would fit."""
        theme, view = self.theme, QRectF(self.viewport().rect())
        painter.setFont(theme.strong(11))
        for number in self.scene.racks:
            for low, count in self.scene.free_runs(number):
                box = self.rect_px(self.scene.units(number, low, count))
                if count < least or not box.intersects(view):
                    continue
                painter.setPen(QPen(theme.colour("ok"), 1.5, Qt.PenStyle.DashLine))
                painter.setBrush(theme.colour("ok_tint"))
                painter.drawRect(box.adjusted(1, 1, -1, -1))
                painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), f"{count} U free")

    # Events

    def hideEvent(self, event: QHideEvent) -> None:
        """Out of sight nothing stays half done."""
        if self.tool is not None:
            self.tool.leave()
        super().hideEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll: up and down where not all is on view, otherwise to the side; with Ctrl zoom."""
        if event.modifiers() & CTRL:
            super().wheelEvent(event)
            return
        self._untouched = False
        turn = event.angleDelta()
        extent = self.rect_px(self.extent())
        tall = extent.height() > self.viewport().height()
        aside = turn.x() or (
            turn.y() if not tall or event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 0
        )
        down = 0 if aside else turn.y()
        self.origin += QPointF(aside, down) * (self.theme.px(WHEEL_PX) / 120)
        self.viewport().update()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """To the tool; Alt selects the whole block."""
        left = event.button() == Qt.MouseButton.LeftButton and not self._space
        if left and self.tool is not None:
            self.tool.press(event.position())
            return
        if left and event.modifiers() == ALT:
            spot = self.from_px(event.position())
            thing = self.thing_at(spot.x(), spot.y())
            device = None if thing is None else DEVICE.id_of(thing)
            if device is not None:
                self.select_block(device)
                return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """To the tool, while nothing is panned."""
        if self.tool is not None and self._pan is None:
            self.tool.move(event.position())
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """To the tool, while nothing is panned."""
        if self.tool is not None and self._pan is None:
            self.tool.release()
            return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc puts the tool away; letters take it, select the block."""
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape and self.tool is not None:
            if self.tool.begun:
                self.tool.leave()
            else:
                self.take_tool(None)
            return
        if self.tool is not None and self.tool.key(event):
            return
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.tool is None:
            self.delete()
            return
        combined = QKeySequence(event.keyCombination()).toString()
        if combined in KEYS:
            self.asked.emit(KEYS[combined])
            return
        super().keyPressEvent(event)


def _state(device: Device, states: dict[str, str]) -> str:
    """What is the matter with a device, or with what is inside it."""
    if not states:
        return ""
    inner = [states.get(some.id, "") for some in device.inside or (device,)]
    return "out" if all(state == "out" for state in inner) else "cut" if any(inner) else ""

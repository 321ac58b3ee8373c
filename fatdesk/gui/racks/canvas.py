"""The front views of all racks in one drawing, and its pointer."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QHelpEvent,
    QPainter,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip

from fatdesk.core.memo import Memo
from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt.difference import Difference
from fatdesk.engine.cabling.rack_sides import RackSides
from fatdesk.engine.drawing.rack_strips import RackStrip
from fatdesk.engine.floor.floor import Device, rack_label
from fatdesk.gui.analysis.installed import installed_of
from fatdesk.gui.analysis.outages import outages_of
from fatdesk.gui.analysis.related import related
from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import BY_ID, CLIP, FAIL, keys_in_view
from fatdesk.gui.racks.elevations import (
    CAPTION,
    NAMED,
    STRIP,
    draw_device,
    draw_kept,
    draw_legend,
    draw_panel,
    draw_rack,
    draw_side,
    draw_strips,
    head_lines,
    legend_box,
    mark_look,
    outlines,
    strip_lines,
)
from fatdesk.gui.racks.ports import RackPorts
from fatdesk.gui.racks.scene import UNIT, Look, Scene
from fatdesk.gui.racks.tools import DevicesHandle, RackToolCanvas, ReservedHandle, Units
from fatdesk.gui.views.canvas import Pointer
from fatdesk.gui.views.difference_marks import badges_at, draw_badges, marks_by_device
from fatdesk.gui.views.tool import ALT, CTRL, Drag, Ghost, Handle
from fatdesk.gui.widgets.plain_text import tip
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.devices import RemoveDevice
from fatdesk.project.commands.racks import Free, RemoveRack
from fatdesk.project.derived.fabrics import needed_devices, waiting
from fatdesk.project.document.ref import (
    AISLE,
    CABLE,
    COLUMN,
    DEVICE,
    RACK,
    RESERVATION,
    TRAY,
    Ref,
    ReservedAt,
)

LEGIBLE = 12.5
"""Least height of a unit when a project is first shown, in pixels, so that names can be read."""
ABOVE = 6
"""Distance of the heads from the tool bar then, in pixels."""
WHEEL_PX = 60
BADGE = 16
"""Height of a mark of a difference, in pixels."""
HEAD = 47
"""Height of name, figures and bars over a rack, in pixels."""
OWN = ("tool-select", "tool-put", "tool-reserve", "select-block")


class RacksCanvas(RackToolCanvas):
    """Racks side by side, row after row. The wheel scrolls, with Ctrl it zooms."""

    least, most = 3 / UNIT, 96 / UNIT
    foot = 40.0
    bands = True
    shortcuts = keys_in_view(*(BY_ID[name] for name in OWN), *CLIP, *FAIL)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "Rack elevations")
        self.scene = Scene()
        self.look = Look(self.theme, self.scene)
        self.ports = RackPorts(self.session, self.theme)
        self.empty = False
        """Whether racks are drawn that hold nothing."""
        self._name = ""
        self._memo = Memo[str]()

    def take(self) -> None:
        """Lay out the racks of the present project."""
        self.scene.take(self.session, empty=self.empty)
        if self._name != self.session.name or not self._fitted:
            self._name = self.session.name
            self._untouched = True
            self.fit_first()
        self.tool.project_changed()
        self.viewport().update()

    @property
    def waiting(self) -> list[Device]:
        """Devices that the networks require and that are in no rack."""
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
        """Bring the selection, or its related devices, into view."""
        elements = [self.scene.rect_of(element) for element in self.session.selection]
        if not any(elements):
            chosen = sorted(some for some in self._chosen() if some in self.scene.devices)
            elements = [self.scene.devices[some][2] for some in chosen]
        rects = [rect for rect in elements if rect is not None]
        before = self.origin.y()
        self.reveal(rects)
        if rects:
            top, bottom = (before + edge * self.scale for edge in (rects[0].top(), rects[0].bottom()))
            if top >= 0 and bottom <= self.viewport().height():  # heads of racks stay in view
                self.origin.setY(before)
        self.viewport().update()

    def make_pointer(self) -> Pointer[Any]:
        """The pointer of the elevations."""
        return RacksPointer(self)

    # What is where

    def extent(self) -> QRectF:
        """All racks with their heads."""
        return self.scene.extent()

    def element_at(self, x: float, y: float) -> Ref | None:
        """A device, reserved units, or their rack, also where its head is taller than in the scene."""
        found = self.scene.element_at(x, y)
        number = None if found is not None else self.head_at(self.to_px(x, y))
        return found if number is None else RACK(number)

    def elements_in(self, rect: QRectF) -> list[Ref]:
        """Devices that a band touches."""
        return [
            DEVICE(device_id)
            for device_id, (_, _, place) in self.scene.devices.items()
            if place.intersects(rect)
        ]

    def chosen_rect(self) -> QRectF | None:
        """Around what is selected."""
        found = QRectF()
        for element in self.session.selection:
            found = found.united(self.scene.rect_of(element) or QRectF())
        return None if found.isEmpty() else found

    def in_order(self) -> list[Ref]:
        """Rack by rack, from the top down."""
        return self.scene.in_order()

    # Side managers

    @property
    def sides(self) -> RackSides | None:
        """Load of the sides of racks where what is dragged would be dropped; None: the present one."""
        trial = self.drag.trial if self.drag is not None and self.drag.moving else self.tool.trial
        tried = None if trial is None else trial.tried
        if tried is None or not self.session.subjects.has_managers:
            return None
        return self._memo.keep("sides", (tried,), tried.make_sides)

    @property
    def side_limit(self) -> float | None:
        """Largest fill of side managers that the rules allow."""
        return self.session.subjects.plan.side_limit

    def strips(self, number: int) -> tuple[RackStrip, ...]:
        """The strips of the side managers of a rack, at the side of the racks that is seen."""
        if not self.scene.manager:
            return ()
        subjects, sides, face = self.session.subjects, self.sides, self.ports.side
        known: dict[int, tuple[RackStrip, ...]] = self._memo.keep("strips", (subjects, sides, face), dict)
        if number not in known:
            known[number] = subjects.strips(self.scene.racks[number], face, sides)
        return known[number]

    def strip_tip(self, at: QPointF) -> str:
        """The fill of the side managers of the rack whose manager is at a pixel; empty: none is."""
        spot, wide = self.from_px(at), self.scene.manager
        for number, box in self.scene.boxes.items():
            if box.adjusted(-wide, 0, wide, 0).contains(spot) and not box.contains(spot):
                return strip_lines(self.strips(number), self.side_limit)
        return ""

    def head_tip(self, at: QPointF) -> str:
        """The figures of the rack whose head is at a pixel; empty: none is."""
        number = self.head_at(at)
        if number is None:
            return ""
        rack = self.scene.racks[number]
        return head_lines(self.scene.fronts[number].label, self.session.subjects.rack(rack))

    def head_at(self, at: QPointF) -> int | None:
        """The rack whose head is at a pixel: its words keep their height at every scale."""
        high = self.theme.px(HEAD)
        for number, place in self.scene.boxes.items():
            box = self.rect_px(place)
            if QRectF(box.left(), box.top() - high, box.width(), high).contains(at):
                return number
        return None

    # Dragging

    def handle_on(self, element: Ref, at: QPointF | None = None) -> Handle[Units] | None:
        """The handle of a device, with all that are selected, or of reserved units."""
        device, kept, devices = DEVICE.id_of(element), RESERVATION.id_of(element), self.scene.devices
        if device is not None and device in devices:
            chosen = DEVICE.ids(self.session.selection)
            others = [other for other in chosen if other != device and other in devices]
            return DevicesHandle(self.scene, device, others, self._named)
        if kept is not None and kept in self.scene.kept:
            return ReservedHandle(self.scene, kept)
        return None

    def _named(self, device_id: str) -> str:
        return self.session.derived.device_names.get(device_id, device_id)

    # Editing

    def delete(self) -> None:
        """Remove selected devices, reservations and empty racks as one step."""
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
        stated = ", ".join(words)
        if commands and session.do(Batch(name=stated[0].upper() + stated[1:], commands=tuple(commands))):
            session.select([])

    def select_block(self, device_id: str) -> None:
        """Select all devices of the block of one."""
        found = self.scene.of_block(device_id)
        if found:
            self.session.select(found)
        else:
            self.session.said.emit("This device is in no block.")

    # Drawing

    def draw(self, painter: QPainter) -> None:
        """Racks, devices, what is selected, what is dragged."""
        if not self.scene.racks:
            return  # the view says what to do
        view = QRectF(self.viewport().rect())
        around = QRectF(self.from_px(view.topLeft()), self.from_px(view.bottomRight()))
        around.adjust(-40 / self.scale, -60 / self.scale, 40 / self.scale, 90 / self.scale)
        shown = [number for number, box in self.scene.boxes.items() if box.intersects(around)]
        fronts = self.scene.fronts
        first = {rack.row: number for number, rack in reversed(self.scene.racks.items())}
        mark = mark_look(self, painter, [fronts[number] for number in shown])
        for number in shown:
            front, box = fronts[number], self.rect_px(self.scene.boxes[number])
            is_first = first[front.rack.row] == number
            draw_rack(self, painter, front, box, self.ports.side, mark, numbers=is_first)
            draw_strips(self, painter, self.strips(number), box, self.side_limit)
        reserved = self.session.ids(RESERVATION)
        for number, front in fronts.items():
            for kept in front.reserved:
                at = ReservedAt(number, kept.u)
                place = self.rect_px(self.scene.kept[at][2])
                draw_kept(self, painter, place, kept.lines, chosen=at in reserved)
        for number in shown:
            for panel in fronts[number].panels:
                place = self.rect_px(self.scene.units(number, panel.u, panel.height_u))
                draw_panel(self, painter, panel, place)
        chosen = self._chosen()
        self._draw_devices(painter, shown, chosen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.theme.colour("accent"), 2))
        for run in outlines(self, chosen):
            painter.drawRect(self.rect_px(run).adjusted(1, 1, -1, -1))
        painter.setPen(QPen(self.theme.colour("accent"), 2.5))
        for number in self.scene.racks:
            if number in self.session.ids(RACK):
                painter.drawRoundedRect(self.rect_px(self.scene.boxes[number]).adjusted(-2, -2, 2, 2), 3, 3)
        self._mark_differences(painter)
        if self.drag is not None and self.drag.ghost is not None:
            self._draw_drag(painter, self.drag, self.drag.ghost)
        if self.tool is not self.pointer:
            self.tool.draw(painter)
        draw_legend(self, painter)
        self.legend = legend_box(self)

    def _draw_devices(self, painter: QPainter, racks: Sequence[int], chosen: frozenset[str]) -> None:
        """Devices of some racks, with their ports where these can be seen."""
        view, states = QRectF(self.viewport().rect()), outages_of(self.session).device_states
        self.ports.begin(UNIT * self.scale)
        for number in racks:
            rack = self.scene.fronts[number].label
            for some, place in self.scene.inside[number]:
                state, here = _state(some.device, states), self.rect_px(place)
                ports = self.ports.place(some.device, here) if here.intersects(view) else None
                right = here.right() if ports is None else ports.left
                marked = some.device.id in chosen
                draw_device(self, painter, some, here, chosen=marked, state=state, right=right, rack=rack)
                if ports is not None:
                    self.ports.draw(painter, ports)
            for flat, place in self.scene.beside[number]:
                state, here = _state(flat.device, states), self.rect_px(place)
                draw_side(self, painter, flat, here, chosen=flat.device.id in chosen, state=state)

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
                draw_badges(self.theme, painter, badges_at(self.theme, marks, at, size=BADGE))

    def _chosen(self) -> frozenset[str]:
        """Selected devices, and devices related to the selection; not all devices of a selected rack."""
        session = self.session
        if not session.selection:
            return frozenset()
        if {element.kind for element in session.selection} <= {RACK, TRAY, COLUMN, AISLE, RESERVATION}:
            return frozenset()
        found = set(DEVICE.ids(related(session)))
        inside = {
            device.id
            for _, device, _ in self.scene.devices.values()
            if any(inner.id in found for inner in device.inside)
        }
        return frozenset(found | inside)

    def _draw_drag(self, painter: QPainter, drag: Drag, ghost: Ghost) -> None:
        theme, refused = self.theme, drag.refused
        if isinstance(drag.handle, DevicesHandle) and not drag.place.other and not drag.handle.beside:
            self._draw_free(painter, round(drag.handle.box.height() / UNIT))
        colour = theme.colour("error" if refused else "accent")
        for box, name in ghost.boxes:
            target = self.rect_px(box)
            painter.setPen(QPen(colour, 2))
            painter.setBrush(theme.colour("error_tint" if refused else "accent_tint"))
            painter.drawRect(target)
            if refused:
                painter.setBrush(QBrush(colour, Qt.BrushStyle.BDiagPattern))
                painter.drawRect(target)
            painter.setFont(theme.strong(11))
            painter.setPen(theme.colour("error" if refused else "accent_text"))
            painter.drawText(target, int(Qt.AlignmentFlag.AlignCenter), name)

    def _draw_free(self, painter: QPainter, least: int) -> None:
        """Draw the free units that are large enough."""
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
                if box.height() >= painter.fontMetrics().height():  # else the frame strikes it through
                    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), f"{count} U free")

    # Events

    def viewportEvent(self, event: QEvent) -> bool:
        """Show a tooltip for the port, side manager or head of a rack under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = QPointF(event.pos())
            tips = (self.ports.tip, self.strip_tip, self.head_tip) if self.session.is_open else ()
            words = next(filter(None, (found(at) for found in tips)), "")
            QToolTip.showText(event.globalPos(), tip(words), self.viewport())
            return True
        return bool(super().viewportEvent(event))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll down if not all is in view, else to the side; with Ctrl zoom."""
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


class RacksPointer(Pointer[RacksCanvas]):
    """Also selects the cables of ports, and whole blocks with Alt."""

    hint = "Drag to move, Ctrl to swap, Alt+click for a block"

    def press(self, at: QPointF) -> None:
        """Select the cable of a port; with Alt the block of a device."""
        canvas = self.canvas
        port = canvas.ports.at(at)
        end = None if port is None else port[1].end
        if end is not None and end.cable:
            canvas.session.select([CABLE(end.cable)])
            return
        if canvas.modifiers == ALT:
            spot = canvas.from_px(at)
            element = canvas.element_at(spot.x(), spot.y())
            device = None if element is None else DEVICE.id_of(element)
            if device is not None:
                canvas.select_block(device)
                return
        super().press(at)


def _state(device: Device, states: dict[str, str]) -> str:
    """The state of a device by failures, or of the devices inside it: out, cut or none."""
    if not states:
        return ""
    inner = [states.get(some.id, "") for some in device.inside or (device,)]
    return "out" if all(state == "out" for state in inner) else "cut" if any(inner) else ""

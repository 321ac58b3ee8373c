"""The drawing of all racks from the front: 16 units of drawing are one rack unit at 100 %."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from fatdesk.engine.drawing.palette import RoleColours
from fatdesk.engine.floor.floor import Device, Rack, letters, rack_label
from fatdesk.gui.canvas import Canvas, Drag
from fatdesk.gui.desk import Desk
from fatdesk.gui.session import Thing
from fatdesk.project.commands import Command
from fatdesk.project.commands.devices import MoveDevice

UNIT = 16.0
WIDE = 82.0
GAP = 6.0
ROW_GAP = 34.0
HEAD = 46.0


class RacksCanvas(Canvas):
    """Racks side by side, row after row."""

    least, most = 0.15, 2.5
    foot = 60.0

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "Rack elevations")
        self._boxes: dict[int, QRectF] = {}
        self._racks: dict[int, Rack] = {}
        self._devices: dict[str, tuple[Rack, Device, QRectF]] = {}
        self._name = ""
        self._wide = WIDE

    def take(self) -> None:
        """Lay out the racks of the present project."""
        session = self.session
        racks = [rack for rack in session.project.floor.racks if rack.devices or rack.reserved]
        racks.sort(key=lambda rack: (rack.row, rack.number))
        catalog = session.derived.catalog
        tallest = max((catalog.rack(rack.part).height_u for rack in racks), default=42)
        self._wide = WIDE if len(racks) > 6 else WIDE * 2
        self._racks = {rack.number: rack for rack in racks}
        self._boxes, self._devices = {}, {}
        x, row = 0.0, None
        for rack in racks:
            if row is not None and rack.row != row:
                x += ROW_GAP - GAP
            row = rack.row
            height = catalog.rack(rack.part).height_u * UNIT
            self._boxes[rack.number] = QRectF(x, HEAD + tallest * UNIT - height, self._wide, height)
            x += self._wide + GAP
            for device in rack.devices:
                units = session.subjects.height_u(device)
                if units:
                    self._devices[device.id] = (rack, device, self._units(rack.number, device.u, units))
        if self._name != session.name or not self._fitted:
            self._name = session.name
            self._untouched = True
            self.fit()
        self.viewport().update()

    def _units(self, number: int, u: int, height_u: int) -> QRectF:
        box = self._boxes[number]
        return QRectF(box.left(), box.bottom() - (u - 1 + height_u) * UNIT, box.width(), height_u * UNIT)

    # What is where

    def extent(self) -> QRectF:
        """All racks with their heads."""
        found = QRectF()
        for box in self._boxes.values():
            found = found.united(box)
        return found.adjusted(-26, -HEAD, 4, 22) if not found.isEmpty() else QRectF(0, 0, 400, 700)

    def thing_at(self, x: float, y: float) -> Thing | None:
        """A device, else its rack."""
        spot = QPointF(x, y)
        for number, box in self._boxes.items():
            if box.adjusted(0, -HEAD, 0, 0).contains(spot):
                for device_id, (rack, _, place) in self._devices.items():
                    if rack.number == number and place.contains(spot):
                        return Thing("device", device_id)
                return Thing("rack", str(number))
        return None

    def corner(self, thing: Thing) -> QPointF:
        """The upper left corner of a device."""
        return self._devices[thing.id][2].topLeft()

    def can_drag(self, thing: Thing) -> bool:
        """Devices can."""
        return thing.kind == "device" and thing.id in self._devices

    def in_order(self) -> list[Thing]:
        """Devices from the top of the first rack on."""
        return [Thing("device", device.id) for rack in self._racks.values() for device in rack.devices]

    def place_at(self, drag: Drag, x: float, y: float) -> tuple[int, int] | None:
        """The nearest rack and unit."""
        _, _, place = self._devices[drag.thing.id]
        middle = x + self._wide / 2
        number = min(self._boxes, key=lambda n: abs(self._boxes[n].center().x() - middle))
        box = self._boxes[number]
        units, top = round(place.height() / UNIT), round(box.height() / UNIT)
        u = round((box.bottom() - y - place.height()) / UNIT) + 1
        return number, max(1, min(top - units + 1, u))

    def command_to(self, thing: Thing, place: tuple[int, int]) -> Command | None:
        """Move a device to a rack and unit."""
        rack, device, _ = self._devices[thing.id]
        number, u = place
        if (rack.number, device.u) == place or u < 1:
            return None
        return MoveDevice(id=thing.id, rack=number, u=u)

    def step_from(self, thing: Thing, dx: int, dy: int) -> tuple[int, int] | None:
        """One unit up or down, or the same unit in the next rack."""
        rack, device, _ = self._devices[thing.id]
        numbers = list(self._racks)
        at = numbers.index(rack.number) + dx
        return (numbers[at], device.u - dy) if 0 <= at < len(numbers) else None

    # Drawing

    def draw(self, painter: QPainter) -> None:
        """Racks, devices, what is selected, what is dragged."""
        if not self._racks:
            painter.setPen(self.theme.colour("text2"))
            painter.setFont(self.theme.font(14))
            painter.drawText(
                self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, "No device stands in a rack yet."
            )
            return
        view = QRectF(self.viewport().rect())
        last: int | None = None
        for number, rack in self._racks.items():
            box = self.rect_px(self._boxes[number])
            if box.adjusted(-40, -90, 40, 60).intersects(view):
                self._draw_rack(painter, rack, box, numbers=rack.row != last)
            last = rack.row
        chosen = self._chosen_devices()
        for rack, device, place in self._devices.values():
            box = self.rect_px(place)
            if box.intersects(view):
                self._draw_device(painter, rack, device, box, chosen=device.id in chosen)
        for number in self._racks:
            if str(number) in self.session.ids("rack"):
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(self.theme.colour("accent"), 2.5))
                painter.drawRoundedRect(self.rect_px(self._boxes[number]).adjusted(-2, -2, 2, 2), 3, 3)
        self._draw_drag(painter)
        self._draw_legend(painter)

    def _chosen_devices(self) -> frozenset[str]:
        session = self.session
        chosen = set(session.ids("device"))
        cables = session.ids("cable")
        if cables:
            ids = {name: device for device, name in session.derived.device_names.items()}
            for cable in cables:
                row = session.cable(cable)
                if row is not None:
                    chosen |= {ids[e.device] for e in (row.a, *(row.legs or (row.b,))) if e.device in ids}
        for _, device, _ in self._devices.values():
            if any(inner.id in chosen for inner in device.inside):
                chosen.add(device.id)
        parts = session.ids("part")
        if parts:
            chosen |= {device.id for _, device, _ in self._devices.values() if device.part in parts}
        return frozenset(chosen)

    def _draw_rack(self, painter: QPainter, rack: Rack, box: QRectF, *, numbers: bool) -> None:
        theme, px = self.theme, self.theme.px
        unit = UNIT * self.scale
        figures = self.session.subjects.rack(rack)
        painter.setPen(QPen(theme.colour("wall"), 1.5))
        painter.setBrush(theme.colour("base"))
        painter.drawRoundedRect(box.adjusted(-1.5, -1.5, 1.5, 1.5), px(2), px(2))
        count = round(self._boxes[rack.number].height() / UNIT)
        if unit >= 6:
            painter.setPen(theme.colour("grid"))
            for u in range(1, count):
                y = box.bottom() - u * unit
                painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
        for kept in rack.reserved:
            place = self.rect_px(self._units(rack.number, kept.u, kept.height_u))
            look = theme.tokens.drawing.reserved
            painter.fillRect(place, QColor(look.fill))
            painter.fillRect(place, QBrush(QColor(look.stroke), Qt.BrushStyle.BDiagPattern))
            painter.setFont(theme.strong(11))
            words = ("Reserved", f"{kept.height_u} U")
            wide = painter.fontMetrics().horizontalAdvance(words[0]) + px(10)
            if wide < box.width() and place.height() > px(44):
                plate = QRectF(place.center().x() - wide / 2, place.center().y() - px(18), wide, px(36))
                painter.fillRect(plate, theme.colour("base"))
                painter.setPen(theme.colour("text"))
                painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), "\n".join(words))
        if numbers and unit >= 5:
            painter.setFont(theme.font(10))
            painter.setPen(theme.colour("text3"))
            for u in range(3, count + 1, 3):
                y = box.bottom() - (u - 0.5) * unit
                spot = QRectF(box.left() - px(30), y - px(8), px(24), px(16))
                painter.drawText(
                    spot, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), str(u)
                )
            painter.setFont(theme.strong(12))
            painter.setPen(theme.colour("text2"))
            painter.drawText(QPointF(box.left(), box.bottom() + px(20)), f"Row {letters(rack.row)}, front")
        if box.width() < px(40):
            return
        top = box.top() - px(8)
        painter.setFont(theme.strong(13))
        painter.setPen(theme.colour("text"))
        painter.drawText(QPointF(box.left(), top - px(16)), rack_label(rack))
        painter.setFont(theme.font(11))
        painter.setPen(theme.colour("text2"))
        line = QRectF(box.left(), top - px(30), box.width(), px(18))
        right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if box.width() >= px(76):
            painter.drawText(line, right, f"{figures.used_u}/{figures.total_u} U")
        power = figures.power_w.told("W", "kW") or "power unknown"
        painter.drawText(
            QPointF(box.left(), top),
            painter.fontMetrics().elidedText(power, Qt.TextElideMode.ElideRight, int(box.width())),
        )

    def _look(self, device: Device) -> RoleColours:
        level = self.session.subjects.level(device)
        drawing = self.theme.tokens.drawing
        return drawing.role(level.level, level.levels) if level.level else drawing.host

    def _draw_device(
        self, painter: QPainter, rack: Rack, device: Device, box: QRectF, *, chosen: bool
    ) -> None:
        theme, px = self.theme, self.theme.px
        look = self._look(device)
        host = not self.session.subjects.level(device).level
        inner = box.adjusted(0, 0.5, 0, -0.5)
        fill = theme.colour("accent_tint") if chosen else theme.colour("base") if host else QColor(look.fill)
        painter.fillRect(inner, fill)
        painter.fillRect(QRectF(inner.left(), inner.top(), px(5), inner.height()), QColor(look.stroke))
        painter.setPen(QPen(QColor(look.stroke) if not host else theme.colour("line"), 1))
        painter.drawLine(inner.bottomLeft(), inner.bottomRight())
        unit = UNIT * self.scale
        if unit >= 11:
            painter.setFont(theme.strong(11) if not host else theme.font(11))
            painter.setPen(
                theme.colour("accent_text")
                if chosen
                else QColor(look.text)
                if not host
                else theme.colour("text")
            )
            text = inner.adjusted(px(10), 0, -px(6), 0)
            name = self.session.subjects.name(device)
            painter.drawText(text, int(Qt.AlignmentFlag.AlignVCenter), name)
            used = painter.fontMetrics().horizontalAdvance(name) + px(8)
            painter.setFont(theme.font(10))
            painter.setPen(QColor(look.text) if not host and not chosen else theme.colour("text3"))
            note = f"{len(device.inside)} inside" if device.inside else device.part
            if used + painter.fontMetrics().horizontalAdvance(note) <= text.width():
                painter.drawText(text, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), note)
        if chosen:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRect(inner.adjusted(1, 0.5, -1, -0.5))

    def _draw_drag(self, painter: QPainter) -> None:
        drag = self.drag
        if drag is None or not drag.moving or drag.place is None or drag.trial is None:
            return
        _, device, old = self._devices[drag.thing.id]
        number, u = drag.place
        box = self.rect_px(self._units(number, u, round(old.height() / UNIT)))
        refused = drag.trial.figures is None
        colour = self.theme.colour("error" if refused else "accent")
        painter.setPen(QPen(colour, 2))
        painter.setBrush(self.theme.colour("error_tint" if refused else "accent_tint"))
        painter.drawRect(box)
        if refused:
            painter.setBrush(QBrush(colour, Qt.BrushStyle.BDiagPattern))
            painter.drawRect(box)
        painter.setFont(self.theme.strong(11))
        painter.setPen(self.theme.colour("error" if refused else "accent_text"))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), self.session.subjects.name(device))

    def _draw_legend(self, painter: QPainter) -> None:
        theme, px, drawing = self.theme, self.theme.px, self.theme.tokens.drawing
        found: dict[str, tuple[str, str, int]] = {}
        reserved = sum(kept.height_u for rack in self._racks.values() for kept in rack.reserved)
        for _, device, _ in self._devices.values():
            level = self.session.subjects.level(device)
            title = (
                ("Enclosure" if device.inside else "Host")
                if not level.level
                else "Core"
                if level.level == level.levels > 1
                else "Edge"
            )
            look = self._look(device)
            fill = theme.tokens.base if title in ("Host", "Enclosure") else look.fill
            found[title] = (fill, look.stroke, found.get(title, ("", "", 0))[2] + 1)
        items = [
            (f"{title} {count:,}", fill, stroke) for title, (fill, stroke, count) in sorted(found.items())
        ]
        if reserved:
            items.append((f"Reserved {reserved} U", drawing.reserved.fill, drawing.reserved.stroke))
        painter.setFont(theme.font(12))
        metrics = painter.fontMetrics()
        wide = sum(metrics.horizontalAdvance(text) + px(44) for text, _, _ in items) + px(8)
        box = QRectF(px(12), self.viewport().height() - px(46), wide, px(34))
        painter.setPen(theme.colour("line2"))
        painter.setBrush(theme.colour("raised"))
        painter.drawRoundedRect(box, px(6), px(6))
        x = box.left() + px(14)
        for text, fill, stroke in items:
            painter.setPen(QPen(QColor(stroke), 1.2))
            painter.setBrush(QColor(fill))
            painter.drawRect(QRectF(x, box.center().y() - px(5), px(14), px(10)))
            painter.setPen(theme.colour("text2"))
            painter.drawText(QPointF(x + px(22), box.center().y() + px(4)), text)
            x += metrics.horizontalAdvance(text) + px(44)

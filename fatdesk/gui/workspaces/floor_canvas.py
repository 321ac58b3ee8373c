"""The drawing of the floor, to scale in millimetres."""

from collections import defaultdict

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.drawing.palette import heat_bin
from fatdesk.engine.floor.floor import Rack, Tray, letters, rack_label
from fatdesk.gui.canvas import Canvas, Drag
from fatdesk.gui.desk import Desk
from fatdesk.gui.session import Thing
from fatdesk.gui.theme.icons import ink_on
from fatdesk.gui.workspaces.run_lines import run_line
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.floor_edits import parts_of
from fatdesk.project.commands.racks import AddRack, MoveRack, RemoveRack
from fatdesk.project.standing import corner_of

TILE_MM = 609.6
MOST_RUNS = 60
"""More runs than this only hide each other."""


class FloorCanvas(Canvas):
    """Racks, trays and runs."""

    least, most = 0.004, 1.2

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "Floor plan")
        self._boxes: dict[int, QRectF] = {}
        self._racks: dict[int, Rack] = {}
        self._name = ""

    def take(self) -> None:
        """Take over the floor of the present project."""
        parts = parts_of(self.session.project)
        self._racks = {rack.number: rack for rack in self.session.project.floor.racks}
        self._boxes = {}
        for rack in self._racks.values():
            part = parts[rack.part]
            assert isinstance(part, RackPart)
            self._boxes[rack.number] = QRectF(rack.x_mm, rack.y_mm, part.width_mm, part.depth_mm)
        if self._name != self.session.name or not self._fitted:
            self._name = self.session.name
            self._untouched = True
            self.fit()
        self.viewport().update()

    # What is where

    def extent(self) -> QRectF:
        """All racks, trays and columns."""
        floor = self.session.project.floor
        found = QRectF()
        for box in self._boxes.values():
            found = found.united(box)
        for tray in floor.trays:
            points = QPolygonF([QPointF(*point) for point in tray.points_mm]).boundingRect()
            half = tray.width_mm / 2
            found = found.united(points.adjusted(-half, -half, half, half))
        for area in floor.columns:
            found = found.united(QRectF(area.x_m, area.y_m, area.width_m, area.depth_m))
        return found.adjusted(-500, -600, 300, 300) if not found.isEmpty() else QRectF(0, 0, 6000, 4000)

    def thing_at(self, x: float, y: float) -> Thing | None:
        """A rack, else a tray."""
        spot = QPointF(x, y)
        for number, box in self._boxes.items():
            if box.contains(spot):
                return Thing("rack", str(number))
        for tray in self.session.project.floor.trays:
            if any(piece.contains(spot) for piece in _pieces(tray)):
                return Thing("tray", tray.id)
        return None

    def corner(self, thing: Thing) -> QPointF:
        """The corner of a rack."""
        return self._boxes[int(thing.id)].topLeft()

    def can_drag(self, thing: Thing) -> bool:
        """Racks can."""
        return thing.kind == "rack" and int(thing.id) in self._racks

    def in_order(self) -> list[Thing]:
        """Racks, row by row."""
        racks = sorted(self._racks.values(), key=lambda rack: (rack.row, rack.position))
        return [Thing("rack", str(rack.number)) for rack in racks]

    def _corner_of(self, rack: Rack, row: int, position: int) -> tuple[float, float]:
        project = self.session.project
        parts = parts_of(project)
        part = parts[rack.part]
        assert isinstance(part, RackPart)
        return corner_of(project.floor, parts, project.wishes.room, row, position, part)

    def place_at(self, drag: Drag, x: float, y: float) -> tuple[int, int] | None:
        """The nearest row (those there are, and a new one) and position."""
        rack = self._racks[int(drag.thing.id)]
        rows = range(max(some.row for some in self._racks.values()) + 2)
        row = min(rows, key=lambda r: abs(self._corner_of(rack, r, 0)[1] - y))
        first = self._corner_of(rack, row, 0)[0]
        pitch = self._corner_of(rack, row, 1)[0] - first
        return row, max(0, round((x - first) / pitch))

    def command_to(self, thing: Thing, place: tuple[int, int]) -> Command | None:
        """Move a rack; an empty rack that stands there takes its old place."""
        rack = self._racks[int(thing.id)]
        row, position = place
        if (rack.row, rack.position) == place:
            return None
        move = MoveRack(rack=rack.number, row=row, position=position)
        there = next((r for r in self._racks.values() if (r.row, r.position) == place), None)
        if there is None or there.devices or there.reserved:
            return move
        back = AddRack(
            part=there.part, row=rack.row, position=rack.position, number=there.number, rack_label=there.label
        )
        name = f"Move rack {rack.number}"
        return Batch(name=name, commands=(RemoveRack(rack=there.number), move, back))

    def step_from(self, thing: Thing, dx: int, dy: int) -> tuple[int, int] | None:
        """One place along the row, or the next row."""
        rack = self._racks[int(thing.id)]
        row, position = rack.row + dy, rack.position + dx
        return (row, position) if row >= 0 and position >= 0 else None

    # Drawing

    def draw(self, painter: QPainter) -> None:
        """From the ground up."""
        self._draw_grid(painter)
        for area in self.session.project.floor.columns:
            box = QRectF(area.x_m * 1000, area.y_m * 1000, area.width_m * 1000, area.depth_m * 1000)
            painter.fillRect(self.rect_px(box), self.theme.colour("wall"))
        self._draw_rows(painter)
        chosen = self.session.ids("rack") | self._racks_of_selection()
        for number, rack in self._racks.items():
            self._draw_rack(painter, rack, self.rect_px(self._boxes[number]), chosen=str(number) in chosen)
        self._draw_trays(painter)
        for number, rack in self._racks.items():
            self._draw_label(painter, rack, self.rect_px(self._boxes[number]), chosen=str(number) in chosen)
        self._draw_runs(painter)
        self._number_trays(painter)
        self._draw_drag(painter)
        self._draw_legend(painter)

    def _racks_of_selection(self) -> frozenset[str]:
        devices = self.session.ids("device")
        cables = self.session.ids("cable")
        if not devices and not cables:
            return frozenset()
        found = {
            str(rack.number)
            for rack in self._racks.values()
            for device in rack.devices
            if device.id in devices or any(inner.id in devices for inner in device.inside)
        }
        labels = {rack_label(rack): str(rack.number) for rack in self._racks.values()}
        for cable in list(cables)[:MOST_RUNS]:
            row = self.session.cable(cable)
            if row is not None:
                found |= {
                    labels[e.rack_label] for e in (row.a, *(row.legs or (row.b,))) if e.rack_label in labels
                }
        return frozenset(found)

    def _draw_grid(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(self.theme.colour("grid"))
        step = TILE_MM * self.scale
        while step < self.theme.px(12):
            step *= 5
        wide, high = self.viewport().width(), self.viewport().height()
        x = self.origin.x() % step
        while x < wide:
            painter.drawLine(QPointF(x, 0), QPointF(x, high))
            x += step
        y = self.origin.y() % step
        while y < high:
            painter.drawLine(QPointF(0, y), QPointF(wide, y))
            y += step
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _draw_rows(self, painter: QPainter) -> None:
        tops: dict[int, QRectF] = defaultdict(QRectF)
        for number, rack in self._racks.items():
            tops[rack.row] = tops[rack.row].united(self._boxes[number])
        painter.setFont(self.theme.strong(12))
        painter.setPen(self.theme.colour("text2"))
        for row, box in tops.items():
            at = self.to_px(box.left(), box.center().y())
            px = self.theme.px
            line = QRectF(at.x() - px(98), at.y() - px(10), px(90), px(20))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(line, int(right), f"Row {letters(row)}")

    def _draw_rack(self, painter: QPainter, rack: Rack, box: QRectF, *, chosen: bool) -> None:
        theme, px, drawing = self.theme, self.theme.px, self.theme.tokens.drawing
        empty = not rack.devices and not rack.reserved
        inner = box.adjusted(1, 1, -1, -1)
        painter.setBrush(theme.colour("base") if empty else QColor(drawing.host.fill))
        pen = QPen(theme.colour("line2") if empty else QColor(drawing.host.stroke), 1)
        if empty:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(inner, px(2), px(2))
        if not empty and box.width() >= px(30):
            figures = self.session.subjects.rack(rack)
            top = figures.level
            colour = drawing.bars[0 if not top.level else 2 if top.level == top.levels > 1 else 1]
            bar = QRectF(inner.left() + px(3), inner.bottom() - px(8), inner.width() - px(6), px(5))
            painter.fillRect(bar, theme.colour("press"))
            bar.setWidth(bar.width() * min(1.0, figures.used_u / figures.total_u))
            painter.fillRect(bar, QColor(colour))
        if chosen:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("accent"), 2.5))
            painter.drawRoundedRect(inner, px(2), px(2))

    def _draw_label(self, painter: QPainter, rack: Rack, box: QRectF, *, chosen: bool) -> None:
        theme, px = self.theme, self.theme.px
        if box.width() < px(24):
            return
        empty = not rack.devices and not rack.reserved
        painter.setFont(theme.strong(13 if box.width() >= px(62) else 10))
        metrics = painter.fontMetrics()
        name = metrics.elidedText(rack_label(rack), Qt.TextElideMode.ElideRight, int(box.width()) - px(6))
        left, base = box.left() + px(8), box.bottom() - px(16)
        if box.width() < px(62):  # outside, beside the front
            left, base = box.left() + px(3), box.bottom() + px(12)
        plate = QRectF(
            left - px(3), base - metrics.ascent(), metrics.horizontalAdvance(name) + px(6), metrics.height()
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("base") if empty else QColor(theme.tokens.drawing.host.fill))
        if box.width() < px(62):
            painter.setBrush(theme.colour("canvas"))
        painter.drawRoundedRect(plate, px(3), px(3))
        painter.setPen(theme.colour("accent_text" if chosen else "text3" if empty else "text"))
        painter.drawText(QPointF(left, base), name)
        if box.width() >= px(92) and not empty:
            figures = self.session.subjects.rack(rack)
            painter.setFont(theme.font(11))
            painter.setPen(theme.colour("text2"))
            text = f"{figures.used_u}/{figures.total_u} U"
            line = QRectF(box.left(), plate.top(), box.width() - px(8), plate.height())
            covered = any(
                self._tray_px(piece).intersects(line)
                for tray in self.session.project.floor.trays
                for piece in _pieces(tray)
            )
            if not covered:
                painter.drawText(line, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)

    def _draw_trays(self, painter: QPainter) -> None:
        theme, drawing = self.theme, self.theme.tokens.drawing
        filling, limit = self.session.derived.filling, self.session.project.cabling.fill_max
        chosen = self.session.ids("tray")
        outline = QPen(QColor(drawing.heat_outline), 1)
        pieces = [
            (tray, [self._tray_px(piece) for piece in _pieces(tray)])
            for tray in self.session.project.floor.trays
        ]
        for tray, boxes in pieces:
            fill, _ = filling.worst.get(tray.id, (0.0, False))
            painter.setPen(outline)
            painter.setBrush(QColor(drawing.heat[heat_bin(fill, limit)]))
            for box in boxes:
                painter.drawRect(box)
            if tray.id in chosen:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.colour("accent"), 2.5))
                for box in boxes:
                    painter.drawRect(box.adjusted(-1, -1, 1, 1))

    def _number_trays(self, painter: QPainter) -> None:
        """The fill of each tray on a plate, as many as have room."""
        theme, px = self.theme, self.theme.px
        drawing = theme.tokens.drawing
        filling, limit = self.session.derived.filling, self.session.project.cabling.fill_max
        painter.setFont(theme.strong(11))
        for tray in self.session.project.floor.trays:
            boxes = [self._tray_px(piece) for piece in _pieces(tray)]
            fill, bound = filling.worst.get(tray.id, (0.0, False))
            longest = max(boxes, key=lambda box: box.width() + box.height())
            if max(longest.width(), longest.height()) < px(60):
                continue
            colour = drawing.heat[heat_bin(fill, limit)]
            text = f"{'≥ ' if bound else ''}{fill * 100:.0f} %"
            wide = painter.fontMetrics().horizontalAdvance(text) + px(12)
            middle = longest.center()
            if longest.width() > longest.height():
                middle = QPointF(longest.left() + longest.width() * 0.37, middle.y())
            plate = QRectF(middle.x() - wide / 2, middle.y() - px(9), wide, px(18))
            painter.setPen(QPen(QColor(drawing.heat_outline), 1))
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(plate, px(3), px(3))
            painter.setPen(ink_on(colour))
            painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), text)

    def _tray_px(self, piece: QRectF) -> QRectF:
        """To scale, and never so thin that it cannot be seen."""
        box, least = self.rect_px(piece), float(self.theme.px(4))
        if box.height() < least:
            box.adjust(0, -(least - box.height()) / 2, 0, (least - box.height()) / 2)
        if box.width() < least:
            box.adjust(-(least - box.width()) / 2, 0, (least - box.width()) / 2, 0)
        return box

    def _draw_runs(self, painter: QPainter) -> None:
        theme, px = self.theme, self.theme.px
        rows = [
            row
            for row in map(self.session.cable, sorted(self.session.ids("cable"))[:MOST_RUNS])
            if row is not None
        ]
        lines = [line for row in rows if (line := run_line(row, self.session.project.floor, self._boxes))]
        for wide, token in ((8, "base"), (4, "accent")):
            pen = QPen(theme.colour(token), px(wide))
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for line in lines:
                painter.drawPolyline(QPolygonF([self.to_px(x, y) for x, y in line]))
        painter.setPen(QPen(theme.colour("accent"), 2.5))
        painter.setBrush(theme.colour("base"))
        for line in lines:
            for x, y in (line[0], line[-1]):
                painter.drawEllipse(self.to_px(x, y), px(7), px(7))
        if len(lines) == 1:
            numbers = {rack_label(rack): number for number, rack in self._racks.items()}
            for end, spot, other in (
                (rows[0].a, lines[0][0], lines[0][-1]),
                (rows[0].b, lines[0][-1], lines[0][0]),
            ):
                box = self.rect_px(self._boxes[numbers[end.rack_label]])
                text = f"{end.device} U{end.u:02d}" if end.u else end.device
                self._plate(painter, box, text, above=spot[1] <= other[1])

    def _plate(self, painter: QPainter, box: QRectF, text: str, *, above: bool) -> None:
        """The name of an end on a plate outside its rack."""
        theme, px = self.theme, self.theme.px
        painter.setFont(theme.strong(12))
        wide = painter.fontMetrics().horizontalAdvance(text) + px(14)
        y = box.top() - px(28) if above else box.bottom() + px(6 if box.width() >= px(62) else 20)
        plate = QRectF(box.center().x() - wide / 2, y, wide, px(22))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent"))
        painter.drawRoundedRect(plate, px(4), px(4))
        painter.setPen(theme.colour("on_accent"))
        painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), text)

    def _draw_drag(self, painter: QPainter) -> None:
        drag = self.drag
        if drag is None or not drag.moving or drag.place is None or drag.trial is None:
            return
        rack = self._racks[int(drag.thing.id)]
        box = QRectF(self._boxes[rack.number])
        box.moveTo(QPointF(*self._corner_of(rack, *drag.place)))
        target = self.rect_px(box)
        refused = drag.trial.figures is None
        colour = self.theme.colour("error" if refused else "accent")
        painter.setPen(QPen(colour, 2))
        tint = self.theme.colour("error_tint" if refused else "accent_tint")
        painter.setBrush(QBrush(tint))
        painter.drawRoundedRect(target, self.theme.px(2), self.theme.px(2))
        if refused:
            painter.setBrush(QBrush(colour, Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(target, self.theme.px(2), self.theme.px(2))
        painter.setPen(colour if refused else self.theme.colour("accent_text"))
        painter.setFont(self.theme.strong())
        painter.drawText(target, int(Qt.AlignmentFlag.AlignCenter), rack_label(rack))

    def _draw_legend(self, painter: QPainter) -> None:
        if not self.session.project.floor.trays:
            return
        theme, px = self.theme, self.theme.px
        heat, limit = theme.tokens.drawing.heat, self.session.project.cabling.fill_max * 100
        box = QRectF(px(12), self.viewport().height() - px(84), px(372), px(72))
        painter.setPen(theme.colour("line2"))
        painter.setBrush(theme.colour("raised"))
        painter.drawRoundedRect(box, px(6), px(6))
        left, top = box.left() + px(14), box.top() + px(20)
        painter.setFont(theme.strong(12))
        painter.setPen(theme.colour("text"))
        painter.drawText(QPointF(left, top), "Tray fill")
        shift = painter.fontMetrics().horizontalAdvance("Tray fill") + px(8)
        painter.setFont(theme.font(12))
        painter.setPen(theme.colour("text2"))
        painter.drawText(
            QPointF(left + shift, top), f"% of cross-section at the worst place, limit {limit:.0f} %"
        )
        cell = px(50)
        for number, colour in enumerate(heat):
            bar = QRectF(left + number * cell, box.top() + px(30), cell, px(12))
            painter.setPen(QPen(QColor(theme.tokens.drawing.heat_outline), 1))
            painter.setBrush(QColor(colour))
            painter.drawRect(bar)
            painter.setPen(theme.colour("text2"))
            painter.setFont(theme.font(11))
            text = f"{limit / 5 * number:.0f}" if number < 5 else f"{limit:.0f} over"
            painter.drawText(QPointF(bar.left() - (px(3) if number else 0), box.bottom() - px(12)), text)


def _pieces(tray: Tray) -> list[QRectF]:
    """The straight pieces of a tray as boxes along x or y (slanted ones as their bounds)."""
    half, found = tray.width_mm / 2, []
    for (x1, y1), (x2, y2) in zip(tray.points_mm, tray.points_mm[1:], strict=False):
        found.append(
            QRectF(
                QPointF(min(x1, x2) - half, min(y1, y2) - half),
                QPointF(max(x1, x2) + half, max(y1, y2) + half),
            )
        )
    return found

"""A drawing that can be panned and zoomed, in which things are picked and dragged."""

from dataclasses import dataclass, field

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.session import Thing, Trial
from fatdesk.gui.status_line import differences, figure_texts
from fatdesk.project.commands import Command

STEP = 1.15
DROP_KEYS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


@dataclass
class Drag:
    """A thing on its way: where it was taken, and what its present place would lead to."""

    thing: Thing
    start: QPoint
    offset: QPointF
    moving: bool = False
    place: tuple[int, int] | None = None
    command: Command | None = None
    trial: Trial | None = None
    known: dict[tuple[int, int], tuple[Command | None, Trial]] = field(default_factory=dict)


class Canvas(QAbstractScrollArea):
    """Pan with the middle button or Space, wheel zooms at the pointer, F fits, Esc leaves a drag.

    Subclasses say what is where (in units of their own), paint it, and turn a place into a command.
    """

    scaled = Signal(float)
    least, most = 0.01, 4.0
    foot = 98.0

    def __init__(self, desk: Desk, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk, self.session, self.theme = desk, desk.session, desk.theme
        self.scale = 0.1
        self.origin = QPointF(0, 0)
        self.drag: Drag | None = None
        self._pan: QPoint | None = None
        self._space = False
        self._fitted = False
        self.setAccessibleName(name)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)

    # What subclasses tell

    def extent(self) -> QRectF:
        """All that is drawn, in units of the drawing."""
        raise NotImplementedError

    def thing_at(self, x: float, y: float) -> Thing | None:
        """What is at a point of the drawing."""
        raise NotImplementedError

    def corner(self, thing: Thing) -> QPointF:
        """Where a thing that can be dragged is."""
        raise NotImplementedError

    def can_drag(self, thing: Thing) -> bool:
        """Whether a thing can be dragged."""
        raise NotImplementedError

    def place_at(self, drag: Drag, x: float, y: float) -> tuple[int, int] | None:
        """The place nearest to a point (its corner), as two numbers."""
        raise NotImplementedError

    def command_to(self, thing: Thing, place: tuple[int, int]) -> Command | None:
        """The command that brings a thing to a place; None: it is there already."""
        raise NotImplementedError

    def step_from(self, thing: Thing, dx: int, dy: int) -> tuple[int, int] | None:
        """The place next to that of a thing."""
        raise NotImplementedError

    def in_order(self) -> list[Thing]:
        """Everything that can be selected, in reading order."""
        raise NotImplementedError

    def draw(self, painter: QPainter) -> None:
        """Draw everything, in pixels."""
        raise NotImplementedError

    # Between pixels and the drawing

    def to_px(self, x: float, y: float) -> QPointF:
        """A point of the drawing in pixels."""
        return QPointF(self.origin.x() + x * self.scale, self.origin.y() + y * self.scale)

    def from_px(self, at: QPointF) -> QPointF:
        """A pixel as a point of the drawing."""
        return QPointF((at.x() - self.origin.x()) / self.scale, (at.y() - self.origin.y()) / self.scale)

    def rect_px(self, rect: QRectF) -> QRectF:
        """A rectangle of the drawing in pixels."""
        return QRectF(self.to_px(rect.left(), rect.top()), self.to_px(rect.right(), rect.bottom()))

    def fit(self) -> None:
        """Show everything, with room for the legend below."""
        extent, px = self.extent(), self.theme.px
        if extent.isEmpty():
            return
        margin = px(28)
        wide = self.viewport().width() - 2 * margin
        high = self.viewport().height() - 2 * margin - px(self.foot)
        scale = min(wide / extent.width(), high / extent.height())
        self.scale = max(self.least, min(self.most, scale))
        left = (self.viewport().width() - extent.width() * self.scale) / 2
        top = margin + max(0.0, (high - extent.height() * self.scale) / 2)
        self.origin = QPointF(max(left, margin) - extent.left() * self.scale, top - extent.top() * self.scale)
        self._fitted = True
        self._show()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Larger or smaller, with a point that stays where it is."""
        middle = at or QPointF(self.viewport().width() / 2, self.viewport().height() / 2)
        before = self.from_px(middle)
        self.scale = max(self.least, min(self.most, self.scale * factor))
        self.origin = QPointF(middle.x() - before.x() * self.scale, middle.y() - before.y() * self.scale)
        self._show()

    def _show(self) -> None:
        self.scaled.emit(self.scale)
        self.viewport().update()

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit until the user has looked closer."""
        super().resizeEvent(event)
        if self.session.is_open and (not self._fitted or self._untouched):
            self.fit()

    _untouched = True

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Ground, drawing, and the card of what is dragged."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self.theme.colour("canvas"))
        if self.session.is_open:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(painter)
            if self.drag is not None and self.drag.moving and self.drag.trial is not None:
                draw_card(painter, self, self.drag)
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Zoom at the pointer."""
        self._untouched = False
        self.zoom(STEP ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Select, and take what can be dragged."""
        at = event.position()
        if event.button() == Qt.MouseButton.MiddleButton or self._space:
            self._pan = at.toPoint()
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        spot = self.from_px(at)
        thing = self.thing_at(spot.x(), spot.y())
        if thing is None:
            if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.session.select([])
            self._pan = at.toPoint()
            return
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            now = self.session.selection
            self.session.select([t for t in now if t != thing] if thing in now else [*now, thing])
            return
        if thing not in self.session.selection or len(self.session.selection) > 1:
            self.session.select([thing])
        if self.can_drag(thing):
            corner = self.corner(thing)
            self.drag = Drag(thing, at.toPoint(), QPointF(spot.x() - corner.x(), spot.y() - corner.y()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Drag, pan, or show what is under the pointer."""
        at = event.position()
        if self._pan is not None and event.buttons():
            step = at.toPoint() - self._pan
            self._pan = at.toPoint()
            self._untouched = False
            self.origin += QPointF(step)
            self.viewport().update()
            return
        drag = self.drag
        if drag is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        if not drag.moving:
            distance = (at.toPoint() - drag.start).manhattanLength()
            if distance < max(4, QApplication.startDragDistance() // 2):
                return
            drag.moving = True
        spot = self.from_px(at)
        place = self.place_at(drag, spot.x() - drag.offset.x(), spot.y() - drag.offset.y())
        if place is not None and place != drag.place:
            self._try(drag, place)

    def _try(self, drag: Drag, place: tuple[int, int]) -> None:
        """Work out what a drop here would lead to; each place once a drag."""
        if place not in drag.known:
            command = self.command_to(drag.thing, place)
            trial = Trial(self.session.figures, "") if command is None else self.session.trial(command)
            drag.known[place] = (command, trial)
        drag.place = place
        drag.command, drag.trial = drag.known[place]
        refused = drag.trial.figures is None
        self.viewport().setCursor(
            Qt.CursorShape.ForbiddenCursor if refused else Qt.CursorShape.ClosedHandCursor
        )
        self.session.trying.emit(drag.trial)
        self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Drop: one step, or nothing where it was refused."""
        self._pan = None
        drag = self.end_drag()
        if drag is None or not drag.moving or drag.command is None or drag.trial is None:
            return
        if drag.trial.figures is None:
            self.session.said.emit(drag.trial.refused)
        else:
            self.session.do(drag.command)

    def end_drag(self) -> Drag | None:
        """Leave what is dragged where it was."""
        drag, self.drag = self.drag, None
        if drag is not None and drag.moving:
            self.session.trying.emit(None)
        self.viewport().unsetCursor()
        self.viewport().update()
        return drag

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Esc, F, arrows, plus and minus, Space to pan."""
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            if self.drag is not None:
                self.end_drag()
            else:
                self.session.select([])
        elif key == Qt.Key.Key_F:
            self.fit()
        elif key == Qt.Key.Key_Space:
            self._space = True
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / STEP)
        elif key in DROP_KEYS:
            self._step(*DROP_KEYS[key], nudge=bool(event.modifiers() & Qt.KeyboardModifier.AltModifier))
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Space is let go."""
        if event.key() == Qt.Key.Key_Space:
            self._space = False

    def _step(self, dx: int, dy: int, *, nudge: bool) -> None:
        """Arrows go to the next thing; with Alt they move what is selected by one place."""
        chosen = self.session.selection
        everything = self.in_order()
        if not chosen or chosen[0] not in everything:
            if everything:
                self.session.select([everything[0]])
        elif nudge:
            place = self.step_from(chosen[0], dx, dy) if self.can_drag(chosen[0]) else None
            command = None if place is None else self.command_to(chosen[0], place)
            if command is not None:
                self.session.do(command)
        else:
            number = everything.index(chosen[0]) + (dx or dy)
            self.session.select([everything[max(0, min(len(everything) - 1, number))]])


def draw_card(painter: QPainter, canvas: Canvas, drag: Drag) -> None:
    """What a drop would lead to, beside what is dragged."""
    theme, px, trial = canvas.theme, canvas.theme.px, drag.trial
    assert trial is not None
    now = canvas.session.figures
    if trial.figures is None:
        lines = [(trial.refused, "", "error")]
    else:
        texts, changes = figure_texts(trial.figures), differences(now, trial.figures)
        names = ("Ordered", "Cost", "Worst tray")
        lines = [(f"{name}   {texts[name]}", *changes.get(name, ("same", "text2"))) for name in names]
        longest = trial.figures.longest_m - now.longest_m
        change = f"{longest:+.2f} m".replace("-", "\u2212") if abs(longest) > 0.005 else "same"
        tone = "text2" if change == "same" else "warn" if longest > 0 else "ok"
        lines.append((f"Longest cable   {trial.figures.longest_m:.2f} m", change, tone))
    painter.setFont(theme.font(12))
    metrics = painter.fontMetrics()
    gap, pad, row = px(20), px(12), px(22)
    wide = max(
        metrics.horizontalAdvance(a) + (gap + metrics.horizontalAdvance(b) if b else 0) for a, b, _ in lines
    )
    wide = min(wide + 2 * pad, canvas.viewport().width() - px(40))
    size = QRectF(0, 0, wide, row * len(lines) + px(14))
    size.moveTo((canvas.viewport().width() - wide) / 2, px(16))
    painter.setPen(theme.colour("error" if trial.figures is None else "line2"))
    painter.setBrush(theme.colour("raised"))
    painter.drawRoundedRect(size, px(5), px(5))
    for number, (left, right, tone) in enumerate(lines):
        line = QRectF(size.left() + pad, size.top() + px(7) + number * row, wide - 2 * pad, row)
        painter.setPen(theme.colour(tone if not right else "text"))
        painter.drawText(
            line,
            int(Qt.AlignmentFlag.AlignVCenter),
            metrics.elidedText(left, Qt.TextElideMode.ElideRight, int(line.width())),
        )
        painter.setPen(theme.colour(tone))
        painter.drawText(line, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), right)

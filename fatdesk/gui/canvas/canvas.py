"""A drawing that can be panned and zoomed, in which things are picked and dragged."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from fatdesk.gui.canvas.drag_card import Line, draw_card, is_wrong, trial_lines
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.session import Trial
from fatdesk.project.commands import Command
from fatdesk.project.document.ref import Ref

STEP = 1.15
Place = tuple[Any, ...]
"""Where a thing may be, in numbers of the canvas."""
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


MORE = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
"""Either of these adds to what is selected, or takes from it."""


@dataclass
class Drag:
    """A thing on its way: where it was taken, and what its present place would lead to."""

    thing: Ref
    start: QPoint
    offset: QPointF
    hold: Any = None
    """What of the thing was taken, where that matters."""
    moving: bool = False
    place: Place | None = None
    command: Command | None = None
    trial: Trial | None = None
    known: dict[Place, tuple[Command | None, Trial]] = field(default_factory=dict)


@dataclass
class Band:
    """A rectangle drawn over what shall be selected, in pixels."""

    start: QPointF
    stop: QPointF
    more: bool

    @property
    def rect(self) -> QRectF:
        """The rectangle, whichever corner it was begun at."""
        return QRectF(self.start, self.stop).normalized()


class Canvas(QAbstractScrollArea):
    """Pan with the middle button or Space, wheel zooms at the pointer, F fits, Esc leaves a drag.

    Subclasses say what is where (in units of their own), paint it, and turn a place into a command. Arrows
    move what is selected where that can be moved, and go to the next thing otherwise, as Tab does always.
    """

    scaled = Signal(float)
    least, most = 0.01, 4.0
    foot = 98.0
    beside = 0.0
    """Room at the right that is kept free, in pixels."""
    bands = False
    """Whether dragging over empty ground selects; otherwise it pans."""

    def __init__(self, desk: Desk, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk, self.session, self.theme = desk, desk.session, desk.theme
        self.scale = 0.1
        self.origin = QPointF(0, 0)
        self.drag: Drag | None = None
        self.band: Band | None = None
        self.modifiers = Qt.KeyboardModifier.NoModifier
        """Keys held at the last event of the mouse."""
        self._pan: QPoint | None = None
        self._space = False
        self._alone: Ref | None = None
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

    def thing_at(self, x: float, y: float) -> Ref | None:
        """What is at a point of the drawing."""
        raise NotImplementedError

    def corner(self, thing: Ref) -> QPointF:
        """Where a thing that can be dragged is."""
        raise NotImplementedError

    def can_drag(self, thing: Ref) -> bool:
        """Whether a thing can be dragged."""
        raise NotImplementedError

    def place_at(self, drag: Drag, x: float, y: float) -> Place | None:
        """The place nearest to a point (its corner)."""
        raise NotImplementedError

    def command_to(self, thing: Ref, place: Place) -> Command | None:
        """The command that brings a thing to a place; None: it is there already."""
        raise NotImplementedError

    def command_for(self, drag: Drag, place: Place) -> Command | None:
        """The command that a drop at a place would be."""
        return self.command_to(drag.thing, place)

    def step_from(self, thing: Ref, dx: int, dy: int) -> Place | None:
        """The place so many steps from that of a thing."""
        raise NotImplementedError

    def in_order(self) -> list[Ref]:
        """Everything that can be selected, in reading order."""
        raise NotImplementedError

    def draw(self, painter: QPainter) -> None:
        """Draw everything, in pixels."""
        raise NotImplementedError

    # What they may tell besides

    def things_in(self, rect: QRectF) -> list[Ref]:
        """What a band selects, in units of the drawing."""
        return []

    def again(self, thing: Ref, x: float, y: float) -> None:
        """A thing was clicked that was selected already."""

    def take_hold(self, thing: Ref, x: float, y: float) -> Drag | None:
        """Begin to drag a thing by a point."""
        if not self.can_drag(thing):
            return None
        corner = self.corner(thing)
        return Drag(thing, QPoint(), QPointF(x - corner.x(), y - corner.y()))

    def chosen_rect(self) -> QRectF | None:
        """Where what is selected is, in units of the drawing."""
        return None

    def drag_words(self, drag: Drag) -> tuple[str, str]:
        """What the card says first of a drop, and under a refusal what would work."""
        return "", ""

    def drag_rect(self, drag: Drag) -> QRectF | None:
        """Where the dragged thing would be, in pixels: the card stands beside it."""
        return None

    def pointed(self, at: QPointF | None) -> None:
        """The pointer is over a point of the drawing, or has left it."""

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
        self._fit_to(self.extent())

    def fit_first(self) -> None:
        """Show a drawing that nobody has looked closer at yet; on request ``fit`` shows everything."""
        self.fit()

    def reveal(self, rects: Sequence[QRectF]) -> None:
        """Move so far that the first of some places is in the middle, unless one of them is in view."""
        room = QRectF(self.viewport().rect())
        shown = QRectF(self.from_px(room.topLeft()), self.from_px(room.bottomRight()))
        if not self._fitted or not rects or any(rect.intersects(shown) for rect in rects):
            return
        middle = rects[0].center()
        self._untouched = False
        self.origin = room.center() - middle * self.scale
        self.viewport().update()

    def fit_chosen(self) -> None:
        """Show what is selected, or everything."""
        chosen = self.chosen_rect()
        if chosen is None:
            self.fit()
        else:
            around = max(chosen.width(), chosen.height()) / 2
            self._untouched = False
            self._fit_to(chosen.adjusted(-around, -around, around, around))

    def _fit_to(self, extent: QRectF) -> None:
        px = self.theme.px
        if extent.isEmpty():
            return
        margin = px(28)
        room = self.viewport().width() - self.beside
        wide = room - 2 * margin
        high = self.viewport().height() - 2 * margin - px(self.foot)
        scale = min(wide / extent.width(), high / extent.height())
        self.scale = max(self.least, min(self.most, scale))
        left = (room - extent.width() * self.scale) / 2
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit until the user has looked closer."""
        super().resizeEvent(event)
        if self.session.is_open and (not self._fitted or self._untouched):
            self.fit_first()

    _untouched = True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ground, drawing, and the card of what is dragged."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self.theme.colour("canvas"))
        if self.session.is_open:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(painter)
            if self.drag is not None and self.drag.moving and self.drag.place is not None:
                self._draw_card(painter, self.drag)
            if self.band is not None:
                painter.setPen(QPen(self.theme.colour("accent"), 1, Qt.PenStyle.DashLine))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(self.band.rect)
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        self._untouched = False
        self.zoom(STEP ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select, and take what can be dragged."""
        at, self.modifiers = event.position(), event.modifiers()
        self._untouched = False
        if event.button() == Qt.MouseButton.MiddleButton or self._space:
            self._pan = at.toPoint()
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        spot, more = self.from_px(at), bool(self.modifiers & MORE)
        thing = self.thing_at(spot.x(), spot.y())
        if thing is None:
            if not more:
                self.session.select([])
            if self.bands:
                self.band = Band(at, at, more)
            else:
                self._pan = at.toPoint()
            return
        now = self.session.selection
        if more:
            self.session.select([t for t in now if t != thing] if thing in now else [*now, thing])
            return
        self._alone = thing if thing in now else None
        if thing not in now:
            self.session.select([thing])
        self.drag = self.take_hold(thing, spot.x(), spot.y())
        if self.drag is not None:
            self.drag.start = at.toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag, pan, or show what is under the pointer."""
        at, self.modifiers = event.position(), event.modifiers()
        self.pointed(self.from_px(at))
        if self._pan is not None and event.buttons():
            step = at.toPoint() - self._pan
            self._pan = at.toPoint()
            self._untouched = False
            self.origin += QPointF(step)
            self.viewport().update()
            return
        if self.band is not None:
            self.band.stop = at
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

    def _try(self, drag: Drag, place: Place) -> None:
        """Work out what a drop here would lead to; each place once a drag."""
        if place not in drag.known:
            command = self.command_for(drag, place)
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

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop: one step, or nothing where it was refused."""
        self._pan = None
        alone, self._alone = self._alone, None
        if self.band is not None:
            self._end_band()
            return
        drag = self.end_drag()
        if alone is not None and (drag is None or not drag.moving):
            self._clicked_again(alone, event.position())
            return
        if drag is None or not drag.moving or drag.command is None or drag.trial is None:
            return
        if drag.trial.figures is None:
            self.session.said.emit(drag.trial.refused)
        else:
            self.session.do(drag.command)

    def _clicked_again(self, thing: Ref, at: QPointF) -> None:
        """Of several one is meant; of one, perhaps what lies under it."""
        if len(self.session.selection) > 1:
            self.session.select([thing])
        else:
            spot = self.from_px(at)
            self.again(thing, spot.x(), spot.y())

    def _end_band(self) -> None:
        band, self.band = self.band, None
        assert band is not None
        corners = self.from_px(band.rect.topLeft()), self.from_px(band.rect.bottomRight())
        found = self.things_in(QRectF(*corners)) if band.rect.width() + band.rect.height() > 4 else []
        if found or not band.more:
            self.session.select([*self.session.selection, *found] if band.more else found)
        self.viewport().update()

    def hideEvent(self, event: QHideEvent) -> None:
        """Out of sight nothing stays half done."""
        if self.drag is not None:
            self.end_drag()
        self.band = None
        super().hideEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is elsewhere."""
        self.pointed(None)
        super().leaveEvent(event)

    def pan_from(self, at: QPointF) -> None:
        """Take the drawing at a pixel and move it with the pointer."""
        self._pan = at.toPoint()

    def end_drag(self) -> Drag | None:
        """Leave what is dragged where it was."""
        drag, self.drag = self.drag, None
        if drag is not None and drag.moving:
            self.session.trying.emit(None)
        self.viewport().unsetCursor()
        self.viewport().update()
        return drag

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc, F, arrows, plus and minus, Space to pan."""
        key = Qt.Key(event.key())
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Escape:
            if self.drag is not None:
                self.end_drag()
            elif self.band is not None:
                self.band = None
                self.viewport().update()
            else:
                self.session.select([])
        elif key == Qt.Key.Key_F:
            self.fit() if shift else self.fit_chosen()
        elif key == Qt.Key.Key_Space:
            self._space = True
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / STEP)
        elif key in ARROWS:
            self._step(*ARROWS[key], 10 if shift else 1)
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Space is let go."""
        if event.key() == Qt.Key.Key_Space:
            self._space = False

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes through what is drawn once something is selected, and leaves after the last."""
        chosen, everything = self.session.selection, self.in_order() if self.session.is_open else []
        if chosen and chosen[0] in everything:
            number = everything.index(chosen[0]) + (1 if forward else -1)
            if 0 <= number < len(everything):
                self.session.select([everything[number]])
                return True
        return super().focusNextPrevChild(forward)

    def _step(self, dx: int, dy: int, times: int) -> None:
        """Arrows move what is selected by so many places, or go to the next thing."""
        chosen = self.session.selection
        everything = self.in_order()
        if chosen and self.can_drag(chosen[0]):
            place = self.step_from(chosen[0], dx * times, dy * times)
            command = None if place is None else self.command_to(chosen[0], place)
            if command is not None:
                self.session.do(command)
        elif not chosen or chosen[0] not in everything:
            if everything:
                self.session.select([everything[0]])
        else:
            number = everything.index(chosen[0]) + (dx or dy)
            self.session.select([everything[max(0, min(len(everything) - 1, number))]])

    def _draw_card(self, painter: QPainter, drag: Drag) -> None:
        """What a drop would change; where it changes nothing, why."""
        title, instead = self.drag_words(drag)
        trial = drag.trial
        now = self.session.figures
        lines = [Line(title)] if trial is None else trial_lines(now, trial, title, instead)
        room, wrong = QRectF(self.viewport().rect()), trial is not None and is_wrong(trial)
        draw_card(painter, self.theme, lines, room, self.drag_rect(drag), wrong=wrong)

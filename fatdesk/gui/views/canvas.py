"""A drawing that can be panned and zoomed, in which elements are selected and dragged."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.session.figure_text import spoken
from fatdesk.gui.views.drag_card import Line, draw_card, is_wrong, trial_lines
from fatdesk.gui.views.tool import CTRL, SHIFT, Band, Drag, DragTrials, Handle, Keys, Tool, arrow_steps
from fatdesk.gui.widgets.accessible import Role, announce, give_role
from fatdesk.project.document.ref import Ref

STEP = 1.15
"""Factor of a step of zooming."""
MORE = CTRL | SHIFT
"""Either of these adds to the selection, or removes from it."""
DELETE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
MODIFIERS = {
    Qt.Key.Key_Control: CTRL,
    Qt.Key.Key_Shift: SHIFT,
    Qt.Key.Key_Alt: Keys.AltModifier,
}


BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
HOW = "Arrow keys and Tab go from element to element; View, Switch between drawing and table lists them."
"""Keys for the elements of a drawing, as screen readers report them."""
COMES_BACK = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)


class Canvas(QAbstractScrollArea):
    """Pans with the middle button or Space, zooms at the pointer with the wheel, fits with F.

    Everything else that mouse and keys do is up to the tool in use. Subclasses say which elements are where
    (in units of their own), paint them, and give handles to those that can be dragged.
    """

    scaled = Signal(float)
    tool_changed = Signal(object)
    requested = Signal(str)
    """Requests an action of the menus by its id."""
    least, most = 0.01, 4.0
    foot = 98.0
    beside = 0.0
    """Room at the right that is kept free, in pixels."""
    bands = False
    """Whether a drag over empty ground selects; if not, it pans."""
    editable = True
    """Whether elements can be dragged and deleted."""
    shortcuts: Mapping[str, str] = MappingProxyType({})
    """Actions of the menus whose keys the drawing handles itself, by key."""

    def __init__(self, desk: Desk, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ringed = False
        """Whether the keyboard brought the focus here, which a ring shows."""
        self.desk, self.session, self.theme = desk, desk.session, desk.theme
        self.scale = 0.1
        self.origin = QPointF(0, 0)
        self.modifiers = Keys.NoModifier
        """Modifier keys held at the last event."""
        self.pressed = False
        """Whether the left button is down."""
        self.pointer = self.make_pointer()
        self.tool: Tool[Any] = self.pointer
        self.legend: QRectF | None = None
        """The box of the legend in pixels, as drawn last; cards keep clear of it."""
        self._at: QPointF | None = None
        self._pan: QPoint | None = None
        self._space = False
        self._fitted = False
        self._untouched = True
        """Whether the view follows the size of the window: until it is zoomed, panned or clicked."""
        give_role(self, Role.Canvas)
        self.setAccessibleName(name)
        self.session.selected.connect(self.describe)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.WheelFocus)
        self.viewport().setMouseTracking(True)

    # What subclasses provide

    def extent(self) -> QRectF:
        """The bounds of the drawing, in its units."""
        raise NotImplementedError

    def element_at(self, x: float, y: float) -> Ref | None:
        """The element at a point of the drawing."""
        raise NotImplementedError

    def in_order(self) -> list[Ref]:
        """All elements that can be selected, in reading order."""
        raise NotImplementedError

    def draw(self, painter: QPainter) -> None:
        """Draw everything, in pixels."""
        raise NotImplementedError

    # What they may provide

    def make_pointer(self) -> "Pointer[Any]":
        """The tool that is in use when no other is."""
        return Pointer(self)

    def handle_on(self, element: Ref, at: QPointF | None = None) -> Handle[Any] | None:
        """The handle of an element at a point of the drawing, or of all of it; None: it cannot be moved."""
        return None

    def reach(self) -> float:
        """The distance within which a drag snaps, in units of the drawing."""
        return 0.0

    def elements_in(self, rect: QRectF) -> list[Ref]:
        """The elements that a band selects, in units of the drawing."""
        return []

    def again(self, element: Ref, x: float, y: float) -> None:
        """A selected element was clicked."""

    def chosen_rect(self) -> QRectF | None:
        """A rectangle around the selection, in units of the drawing."""
        return None

    def delete(self) -> None:
        """Delete the selection."""

    def described(self) -> str:
        """Return the text that a screen reader reports: the selection, and the keys for the elements."""
        return f"{spoken(self.session, self.session.selection)}. {HOW}"

    def pointed(self, at: QPointF | None) -> None:
        """The pointer is over a point of the drawing, or has left it."""

    # Tools

    def take_tool(self, tool: Tool[Any] | None) -> None:
        """Use another tool; None: the pointer."""
        self.tool.leave()
        self.tool = tool or self.pointer
        self.viewport().setCursor(self.tool.cursor)
        self.tool.begin()
        self.tool_changed.emit(self.tool)
        self.viewport().update()

    @property
    def drag(self) -> Drag | None:
        """The drag in progress, if any."""
        return self.pointer.drag

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
        """Centre the first of some rectangles, unless one of them is in view."""
        room = QRectF(self.viewport().rect())
        shown = QRectF(self.from_px(room.topLeft()), self.from_px(room.bottomRight()))
        if not self._fitted or not rects or any(rect.intersects(shown) for rect in rects):
            return
        middle = rects[0].center()
        self._untouched = False
        self.origin = room.center() - middle * self.scale
        self.viewport().update()

    def fit_chosen(self) -> None:
        """Show the selection, or everything."""
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
        """Zoom in or out around a pixel, by default the middle."""
        middle = at or QPointF(self.viewport().width() / 2, self.viewport().height() / 2)
        before = self.from_px(middle)
        self.scale = max(self.least, min(self.most, self.scale * factor))
        self.origin = QPointF(middle.x() - before.x() * self.scale, middle.y() - before.y() * self.scale)
        self._show()

    def pan_from(self, at: QPointF) -> None:
        """Grab the drawing at a pixel and move it with the pointer."""
        self._pan = at.toPoint()

    def _show(self) -> None:
        self.scaled.emit(self.scale)
        self.viewport().update()

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit, as long as nobody has looked closer."""
        super().resizeEvent(event)
        if self.session.is_open and (not self._fitted or self._untouched):
            self.fit_first()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground, the drawing, and what the tool is about to do."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self.theme.colour("canvas"))
        if self.session.is_open:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(painter)
            self.pointer.draw(painter)
        if self._ringed:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self.theme.colour("accent"), 2))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))
        painter.end()

    def showEvent(self, event: QShowEvent) -> None:
        """Describe a selection that was made elsewhere."""
        super().showEvent(event)
        self.describe()

    def describe(self, *_: object) -> None:
        """Describe the drawing for a screen reader, and say a selection that was made in it."""
        if self.isVisible() and self.session.is_open:
            text = self.described()
            if text != self.accessibleDescription():
                self.setAccessibleDescription(text)
                announce(self, text.removesuffix(f" {HOW}"))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show a ring if the keyboard brought the focus here."""
        super().focusInEvent(event)
        if event.reason() not in COMES_BACK:
            self._ringed = event.reason() in BY_KEYBOARD
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Remove the ring, unless the focus comes back after a menu or another window.

        Keys that are released elsewhere no longer count.
        """
        super().focusOutEvent(event)
        if self.modifiers and self.isVisible():
            self._hold(Keys.NoModifier)
        if event.reason() not in COMES_BACK:
            self._ringed = False
            self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        self._untouched = False
        self.zoom(STEP ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pan with the middle button or Space; the left button is the tool's."""
        self._ringed = False
        at, self.modifiers = event.position(), event.modifiers()
        self._at, self._untouched = at, False
        if event.button() == Qt.MouseButton.MiddleButton or self._space:
            self.pan_from(at)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.pressed = True
            self.tool.press(at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, or move with the tool."""
        at, self.modifiers = event.position(), event.modifiers()
        self._at, self.pressed = at, bool(event.buttons() & Qt.MouseButton.LeftButton)
        self.pointed(self.from_px(at))
        if self._pan is not None and event.buttons():
            step = at.toPoint() - self._pan
            self._pan = at.toPoint()
            self.origin += QPointF(step)
            self.viewport().update()
        else:
            self.tool.move(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End panning, or what the tool does, with the keys that are held now."""
        if event.modifiers() != self.modifiers:
            self._hold(event.modifiers())  # a release of a key may have gone to a menu or another window
        self.pressed = False
        if self._pan is not None:
            self._pan = None
        elif event.button() == Qt.MouseButton.LeftButton:
            self.tool.release(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The left button is the tool's."""
        if event.button() == Qt.MouseButton.LeftButton and not self._space:
            self.modifiers, self.pressed = event.modifiers(), True
            self.tool.double(event.position())
        else:
            self.mousePressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Drop what was begun."""
        self.tool.leave()
        self._pan = None
        super().hideEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is elsewhere."""
        self._at = None
        self.pointed(None)
        self.tool.away()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of the tool, of the menus, and those that pan, zoom and fit."""
        key = Qt.Key(event.key())
        if key in MODIFIERS:
            self._hold(self.modifiers | MODIFIERS[key])
        elif key == Qt.Key.Key_Escape:
            if not self.tool.cancel():
                self.take_tool(None)
        elif self.tool.key(event):
            return
        elif action := self._action_of(event):
            self.requested.emit(action)
        elif key == Qt.Key.Key_F:
            self.fit() if event.modifiers() & SHIFT else self.fit_chosen()
        elif key == Qt.Key.Key_Space:
            self._space = True
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / STEP)
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Space or a modifier key is released."""
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Space:
            self._space = False
        elif key in MODIFIERS:
            self._hold(self.modifiers & ~MODIFIERS[key])

    def _hold(self, modifiers: Keys) -> None:
        """Follow modifier keys while the pointer rests: they change what a drop or click would do."""
        self.modifiers = modifiers
        if self._at is not None and self._pan is None:
            self.tool.move(self._at)

    def _action_of(self, event: QKeyEvent) -> str:
        """The action of the menus for a key; empty: none."""
        plain = not event.modifiers() & ~Keys.KeypadModifier
        combined = QKeySequence(event.keyCombination()).toString()
        return self.shortcuts.get(combined) or (self.shortcuts.get(event.text().upper(), "") if plain else "")

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes through the elements once one is selected; after the last, or with a tool, it leaves.

        Qt also calls this for a control on the drawing, such as a button of a card, and where the drawing or
        such a control is hidden while it has the focus: these move the focus and not the selection.
        """
        if not (self.hasFocus() and self.isVisible()):
            return super().focusNextPrevChild(forward)
        chosen, everything = self.session.selection, self.in_order() if self.session.is_open else []
        if self.tool is self.pointer and chosen and chosen[0] in everything:
            number = everything.index(chosen[0]) + (1 if forward else -1)
            if 0 <= number < len(everything):
                self.session.select([everything[number]])
                return True
        return super().focusNextPrevChild(forward)


WAITING = "Figures are being calculated…"
AnyCanvas = TypeVar("AnyCanvas", bound=Canvas)


class Pointer(Tool[AnyCanvas], Generic[AnyCanvas]):
    """Select by clicks and bands, drag by handles; arrow keys move the selection or go on to the next."""

    name = "select"
    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, canvas: AnyCanvas) -> None:
        super().__init__(canvas)
        self.drag: Drag | None = None
        self.band: Band | None = None
        self._again: Ref | None = None
        """The selected element where the button went down."""
        self._more = False
        """Whether a key was held that adds to the selection, or takes from it."""
        self.trials = DragTrials(canvas.session, self._show_effect)

    def press(self, at: QPointF) -> None:
        """Select, and grab what can be dragged."""
        canvas, session = self.canvas, self.canvas.session
        spot, more = canvas.from_px(at), bool(canvas.modifiers & MORE)
        element = canvas.element_at(spot.x(), spot.y())
        if element is None:
            if not more:
                session.select([])
            if canvas.bands:
                self.band = Band(at, at, more)
            else:
                canvas.pan_from(at)
            return
        now = session.selection
        self._again, self._more = (element if element in now else None), more
        if element not in now:
            session.select([*now, element] if more else [element])
        handle = canvas.handle_on(element, spot) if canvas.editable else None
        if handle is not None:
            self.grab(element, handle, at)

    def grab(self, element: Ref, handle: Handle[Any], at: QPointF) -> None:
        """Begin to drag an element by a handle, at a pixel."""
        self.drag = Drag(element, handle, at, self.canvas.from_px(at) - handle.anchor())

    def move(self, at: QPointF) -> None:
        """Move the handle, or the corner of the band."""
        if self.band is not None:
            self.band.stop = at
            self.redraw()
        drag, canvas = self.drag, self.canvas
        if drag is None or not canvas.pressed:
            return
        if not drag.moving:
            if (at - drag.start).manhattanLength() < max(4, QApplication.startDragDistance() // 2):
                return
            drag.moving = True
        place = drag.handle.place(canvas.from_px(at) - drag.offset, canvas.modifiers, canvas.reach())
        if place != drag.place:
            self._try(drag, place)

    def _try(self, drag: Drag, place: Any) -> None:
        """Work out the effect of a drop at a place; each place once a drag."""
        self.trials.put(drag, place)
        self._show_effect(drag)

    def _show_effect(self, drag: Drag) -> None:
        """Show the effect of a drop at the present place, as far as it is known."""
        if drag is not self.drag:
            return
        canvas, session = self.canvas, self.canvas.session
        shape = Qt.CursorShape.ForbiddenCursor if drag.refused else Qt.CursorShape.ClosedHandCursor
        canvas.viewport().setCursor(shape)
        session.trying.emit(drag.trial)
        self.redraw()

    def release(self, at: QPointF) -> None:
        """Drop as one step, or report why that is not possible."""
        session, again = self.canvas.session, self._again
        self._again = None
        if self.band is not None:
            self._end_band()
            return
        drag = self.end_drag()
        if again is not None and (drag is None or not drag.moving):
            self._clicked_again(again, at)
        elif drag is not None and drag.moving and drag.command is not None:
            if drag.refused and drag.trial is not None:
                session.refuse(drag.trial.refused)
            else:
                session.do(drag.command)

    def _clicked_again(self, element: Ref, at: QPointF) -> None:
        """Deselect it with a key; else of several select one; of one perhaps what is under it."""
        if self._more:
            self.canvas.session.select([some for some in self.canvas.session.selection if some != element])
        elif len(self.canvas.session.selection) > 1:
            self.canvas.session.select([element])
        else:
            spot = self.canvas.from_px(at)
            self.canvas.again(element, spot.x(), spot.y())

    def _end_band(self) -> None:
        canvas, session, band = self.canvas, self.canvas.session, self.band
        self.band = None
        assert band is not None
        corners = canvas.from_px(band.rect.topLeft()), canvas.from_px(band.rect.bottomRight())
        found = canvas.elements_in(QRectF(*corners)) if band.rect.width() + band.rect.height() > 4 else []
        if found or not band.more:
            session.select([*session.selection, *found] if band.more else found)
        self.redraw()

    def end_drag(self) -> Drag | None:
        """Leave what is dragged where it was."""
        drag, self.drag = self.drag, None
        self.trials.end()
        if drag is not None and drag.moving:
            self.canvas.session.trying.emit(None)
        self.canvas.viewport().setCursor(self.cursor)
        self.redraw()
        return drag

    def leave(self) -> None:
        """End drag and band."""
        if self.drag is not None:
            self.end_drag()
        self.band = None

    def cancel(self) -> bool:
        """End drag and band, else clear the selection."""
        if self.drag is not None:
            self.end_drag()
        elif self.band is not None:
            self.band = None
            self.redraw()
        else:
            self.canvas.session.select([])
        return True

    def key(self, event: QKeyEvent) -> bool:
        """Arrow keys move or select; Delete deletes."""
        steps = arrow_steps(event)
        if steps is not None:
            self.step(*steps)
            return True
        if event.key() in DELETE and self.canvas.editable:
            self.canvas.delete()
            return True
        return False

    def step(self, dx: int, dy: int) -> None:
        """Move the selection by places, or go to the next element."""
        canvas, session = self.canvas, self.canvas.session
        chosen, everything = session.selection, canvas.in_order()
        handle = canvas.handle_on(chosen[0]) if chosen and canvas.editable else None
        if handle is not None:
            place = handle.step(dx, dy)
            command = None if place is None else handle.command(place)
            if command is not None:
                session.do(command)
        elif not chosen or chosen[0] not in everything:
            if everything:
                session.select([everything[0]])
        else:
            number = everything.index(chosen[0]) + (1 if dx + dy > 0 else -1)
            session.select([everything[max(0, min(len(everything) - 1, number))]])

    def draw(self, painter: QPainter) -> None:
        """The card of a drag, and the band."""
        canvas = self.canvas
        if self.drag is not None and self.drag.moving and self.drag.place is not None:
            self._draw_card(painter, self.drag)
        if self.band is not None:
            painter.setPen(QPen(canvas.theme.colour("accent"), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.band.rect)

    def _draw_card(self, painter: QPainter, drag: Drag) -> None:
        """The effect of a drop; where it has none, why."""
        canvas, handle, trial = self.canvas, drag.handle, drag.trial
        title, lines, wrong = handle.title(drag.place), [], False
        if trial is not None and drag.command is not None:
            advice, hint = handle.advice(drag.place), handle.hint(drag.place)
            lines = trial_lines(canvas.session.figures, trial, title, advice, hint)
            wrong = is_wrong(trial)
        elif drag.command is not None:
            lines = [Line(title, strong=True, tone="text"), Line(WAITING)]
        boxes = [canvas.rect_px(box) for box, _ in handle.ghost(drag.place).boxes]
        around = canvas.theme.px(24) if handle.before() is not None else 0  # distances are written there
        beside = QRectF()
        for box in boxes:
            beside = beside.united(box)
        kept = None if beside.isEmpty() else beside.adjusted(-around, 0, 0, around)
        room, legend = QRectF(canvas.viewport().rect()), canvas.legend
        draw_card(painter, canvas.theme, lines or [Line(title)], room, kept, wrong=wrong, legend=legend)


class MenuCanvas(Canvas):
    """A drawing with a context menu: ``menu_asked`` passes the element (or None) and the place on screen.

    The element is selected first, unless it is one of several that are selected already.
    """

    menu_asked = Signal(object, QPoint)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu; not while something is drawn or dragged."""
        event.accept()
        busy = self.tool is not self.pointer or self.pointer.drag or self.pointer.band
        if not self.session.is_open or busy:
            return
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        at = self._middle_chosen() if by_key else QPointF(event.pos())
        now = self.session.selection
        if by_key:
            element = now[0] if now else None
        else:
            spot = self.from_px(at)
            element = self.element_at(spot.x(), spot.y())
            if element is not None and element not in now:
                self.session.select([element])
        self.menu_asked.emit(element, self.viewport().mapToGlobal(at.toPoint()))

    def _middle_chosen(self) -> QPointF:
        """The middle of the visible part of the selection, in pixels."""
        room, chosen = QRectF(self.viewport().rect()), self.chosen_rect()
        shown = QRectF() if chosen is None else self.rect_px(chosen).intersected(room)
        return room.center() if shown.isEmpty() else shown.center()

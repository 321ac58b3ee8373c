"""Rulers at the edges of a network: its layers at the left, its pods above, at every scale and place."""

from typing import Protocol

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QToolTip, QWidget

from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.frame import Seen, View, width_of
from fatdesk.engine.topology.heads import SIZE, LayerHead, PodHead, layer_heads, pod_heads, pod_middles
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.topology.scene import Scene
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.plain_text import tip

TALL, LEAST_WIDE, MOST_WIDE = 20, 46, 132
"""Height of the pods, and least and greatest width of the layers, in pixels."""
AROUND = 24
"""Room next to the longest name, with its arrow, in pixels."""
ARROWS = {-1: "↑ ", 0: "", 1: "↓ "}
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class Seeing(Protocol):
    """The interface of the drawing to its rulers."""

    theme: Theme
    scene: Scene

    def frame(self) -> Seen | None:
        """The frame of the visible part."""

    def view(self) -> View:
        """The window onto the drawing."""

    def centre(self, x: float | None, y: float | None) -> None:
        """Bring a place of the viewport to its middle; None: as it is."""


def size_of(theme: Theme, drawing: Drawing) -> tuple[int, int]:
    """Width of the layers and height of the pods, which only networks in pods have."""
    names = [drawing.row_name(row) for row in range(len(drawing.layout.rows))]
    wide = max((width_of(name, SIZE) for name in [*names, drawing.hosts_name]), default=0.0)
    left = min(theme.px(MOST_WIDE), max(theme.px(LEAST_WIDE), theme.px(wide + AROUND)))
    return left, theme.px(TALL) if drawing.pod_spans else 0


class Ruler(QWidget):
    """Names along an edge; those of all places, in view or not, are brought into the middle by arrow keys.

    ``current`` is the number of the place that the keys are at, while the ruler has the focus.
    """

    def __init__(self, canvas: Seeing, parent: QWidget, name: str) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self.current = 0
        self.setObjectName(name.lower())
        give_role(self, Role.Canvas)
        self.setAccessibleName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    # Overridden by the rulers of layers and of pods: they differ in their names and in their direction

    def places(self) -> list[tuple[str, float]]:
        """Return names and places in pixels of the viewport, in the order of the arrow keys."""
        raise NotImplementedError

    def bring(self, place: float) -> None:
        """Bring a place of the viewport into its middle."""
        raise NotImplementedError

    def extent(self) -> float:
        """Return the size of the viewport along the ruler, in pixels."""
        raise NotImplementedError

    # Focus and keys

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the place that is nearest to the middle."""
        super().focusInEvent(event)
        middle = self.extent() / 2
        places = [abs(place - middle) for _, place in self.places()]
        self.current = places.index(min(places)) if places else 0
        self._describe()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the frame away."""
        super().focusOutEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Bring the next place into the middle, the one before, the first or the last."""
        places, last = self.places(), len(self.places()) - 1
        to = {
            Qt.Key.Key_Up: self.current - 1,
            Qt.Key.Key_Left: self.current - 1,
            Qt.Key.Key_Down: self.current + 1,
            Qt.Key.Key_Right: self.current + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
            Qt.Key.Key_Space: self.current,
            Qt.Key.Key_Return: self.current,
        }.get(Qt.Key(event.key()))
        if to is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not places:
            super().keyPressEvent(event)
            return
        self.current = min(max(to, 0), last)
        self.bring(places[self.current][1])
        self._describe()

    def _describe(self) -> None:
        places = self.places()
        self.setAccessibleDescription(places[self.current][0] if self.current < len(places) else "")
        self.update()

    def is_current(self, name: str) -> bool:
        """Whether the keys are at a name."""
        places = self.places()
        return self.hasFocus() and self.current < len(places) and places[self.current][0] == name

    def draw_frame(self, painter: QPainter) -> None:
        """Show that the keys go to the ruler."""
        if self.hasFocus():
            painter.setPen(QPen(self._canvas.theme.colour("accent"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))


class LayerRuler(Ruler):
    """The names of all layers; a click brings a layer into the middle."""

    def __init__(self, canvas: Seeing, parent: QWidget) -> None:
        super().__init__(canvas, parent, "Layers")
        self.over = 0
        """Height of the pods, in pixels: the drawing begins below them."""

    def places(self) -> list[tuple[str, float]]:
        """Return all layers from the top."""
        seen = self._canvas.frame()
        return [] if seen is None else sorted(seen.layers, key=lambda layer: layer[1])

    def bring(self, place: float) -> None:
        """Bring a layer into the middle."""
        self._canvas.centre(None, place)

    def extent(self) -> float:
        """Return the height of the viewport."""
        return float(self.height() - self.over)

    @property
    def heads(self) -> list[LayerHead]:
        """The names that are shown."""
        seen = self._canvas.frame()
        return [] if seen is None else layer_heads(seen, float(self.height() - self.over))

    def _text(self, head: LayerHead) -> str:
        return ARROWS[head.beyond] + head.text

    def _at(self, at: QPointF) -> LayerHead | None:
        y = at.y() - self.over
        return next((head for head in self.heads if abs(head.y - y) <= 8), None)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The names, those of layers in view next to them, on a ground of their own."""
        painter, theme = QPainter(self), self._canvas.theme
        painter.fillRect(self.rect(), theme.colour("panel"))
        painter.setPen(theme.colour("line"))
        painter.drawLine(self.width() - 1, 0, self.width() - 1, self.height())
        for head in self.heads:
            painter.setFont(theme.font(SIZE) if head.beyond else theme.strong(SIZE))
            tone = "accent_text" if self.is_current(head.text) else "text2" if head.beyond else "text"
            painter.setPen(theme.colour(tone))
            room = QRectF(theme.px(8), head.y + self.over - 8, self.width() - theme.px(10), 16)
            text = painter.fontMetrics().elidedText(
                self._text(head), Qt.TextElideMode.ElideRight, int(room.width())
            )
            painter.drawText(room, int(LEFT), text)
        self.draw_frame(painter)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Show the whole name and where the layer is."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            head = self._at(QPointF(event.pos()))
            words = {-1: ", above the view", 0: "", 1: ", below the view"}
            text = "" if head is None else f"{head.text}{words[head.beyond]}: click to bring it to the middle"
            QToolTip.showText(event.globalPos(), tip(text), self)
            return True
        return bool(super().event(event))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Bring a layer into the middle."""
        head = self._at(event.position())
        if head is not None and event.button() == Qt.MouseButton.LeftButton:
            self._canvas.centre(None, head.middle)


class PodRuler(Ruler):
    """The names of the pods over the parts of them that are in view; a click brings a pod into the middle."""

    def __init__(self, canvas: Seeing, parent: QWidget) -> None:
        super().__init__(canvas, parent, "Pods")

    def places(self) -> list[tuple[str, float]]:
        """Return all pods from the left."""
        drawing = self._canvas.scene.drawing
        middles = pod_middles(drawing, self._canvas.view())
        word = drawing.layout.columns.pod_word
        return [(f"{word} {number}", middle) for number, middle in enumerate(middles, start=1)]

    def bring(self, place: float) -> None:
        """Bring a pod into the middle."""
        self._canvas.centre(place, None)

    def extent(self) -> float:
        """Return the width of the viewport."""
        return float(self.width())

    @property
    def heads(self) -> list[PodHead]:
        """The pods in view."""
        scene = self._canvas.scene
        return pod_heads(scene.drawing, self._canvas.view()) if self._canvas.frame() is not None else []

    def paintEvent(self, event: QPaintEvent) -> None:
        """A line under each pod, with its name where it fits."""
        painter, theme = QPainter(self), self._canvas.theme
        painter.fillRect(self.rect(), theme.colour("panel"))
        painter.setPen(theme.colour("line"))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        painter.setFont(theme.font(SIZE))
        for head in self.heads:
            painter.setPen(theme.colour("line2"))
            low = self.height() - 3
            painter.drawLine(QPointF(head.left + 1, low), QPointF(max(head.left + 1, head.right - 1), low))
            word = self._canvas.scene.drawing.layout.columns.pod_word
            of_keys = head.text and self.is_current(f"{word} {head.text.removeprefix(word).strip()}")
            painter.setPen(theme.colour("accent_text" if of_keys else "text"))
            middle = (head.left + head.right) / 2
            room = QRectF(middle - 60, 0, 120, self.height() - 3)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), head.text)
        self.draw_frame(painter)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Bring a pod into the middle."""
        x = event.position().x()
        head = next((some for some in self.heads if some.left <= x <= some.right), None)
        if head is not None and event.button() == Qt.MouseButton.LeftButton:
            self._canvas.centre((head.left + head.right) / 2, None)

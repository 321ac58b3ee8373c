"""Overview map with the viewport, and a button back to a selection that is out of view."""

from math import atan2, degrees
from typing import Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from fatdesk.core.number_text import counted
from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.layout import Kind
from fatdesk.gui.session.session import Session
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.topology.scene import Scene
from fatdesk.gui.widgets.plain_text import menu_text, tip

WIDE, HIGH, AROUND, BUTTON = 228, 116, 10, 26
"""Size of the map, room around the network in it, and side of its button, in pixels."""
BAND = 4.0
"""Height of a layer in the map, in pixels."""
LEAST_ROOM = 620
"""Narrower drawings have no room for the map next to the legend, in pixels."""
MOST_MARKED = 300
"""Selected devices that are marked in the map."""
MOST_PODS = 80
"""Of more pods none is drawn by itself."""
DIRECTIONS = ("→", "↘", "↓", "↙", "←", "↖", "↑", "↗")


class Seeing(Protocol):
    """The interface of the drawing to its map."""

    theme: Theme
    scene: Scene
    session: Session

    def viewport(self) -> QWidget:
        """The widget that is painted on."""

    def extent(self) -> QRectF:
        """The whole network."""

    def seen_rect(self) -> QRectF:
        """The visible part, in units of the drawing."""

    def place_of(self, node: int) -> QRectF | None:
        """The rectangle of a node, in units of the drawing."""

    def chosen_rect(self) -> QRectF | None:
        """Around what is selected, in units of the drawing."""

    def look_to(self, x: float, y: float) -> None:
        """Bring a point of the drawing to the middle."""


class OverviewMap(QWidget):
    """The layers of the whole network, the visible part as a frame, and what is selected.

    A click or drag brings a place to the middle. It is shown while a part of the network is out of view,
    unless it was closed; a small button opens it again.
    """

    def __init__(self, canvas: Seeing, parent: QWidget) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self.is_closed = False
        theme = canvas.theme
        self.setObjectName("overview-map")
        self.setAccessibleName("Overview map")
        self.setToolTip(tip("The whole network: click or drag to look somewhere else"))
        self.button = QToolButton(self)
        self.button.setObjectName("overview-toggle")
        self.button.setIconSize(QSize(theme.px(14), theme.px(14)))
        self.button.clicked.connect(self._toggle)
        self.hide()
        self._look()

    def _look(self) -> None:
        theme = self._canvas.theme
        name = "Open the overview map" if self.is_closed else "Close the overview map"
        self.button.setIcon(icon(theme, "topology" if self.is_closed else "close", theme.px(14)))
        self.button.setToolTip(tip(name))
        self.button.setAccessibleName(name)
        side = theme.px(BUTTON)
        self.button.setFixedSize(side, side)
        self.setFixedSize(QSize(side, side) if self.is_closed else QSize(theme.px(WIDE), theme.px(HIGH)))
        self.button.move(self.width() - side, 0)

    def _toggle(self) -> None:
        self.is_closed = not self.is_closed
        self._look()
        self.refresh()

    def refresh(self) -> None:
        """Show or hide the map, at the lower right, and draw the visible part again."""
        canvas, room = self._canvas, self._canvas.viewport().rect()
        shown = self._is_drawn and room.width() >= canvas.theme.px(LEAST_ROOM) and not self._is_all_in_view()
        px = canvas.theme.px
        self.move(room.width() - self.width() - px(12), room.height() - self.height() - px(12))
        self.setVisible(shown)
        self.update()

    @property
    def _is_drawn(self) -> bool:
        """Whether there is a drawing; a project without networks may be opened while the map is shown."""
        scene = self._canvas.scene
        return self._canvas.session.is_open and scene.has_network and scene.is_there

    def _is_all_in_view(self) -> bool:
        left, top, right, bottom = self._canvas.scene.drawing.layout.extent
        return self._canvas.seen_rect().contains(QRectF(left, top, right - left, bottom - top))

    def _scale(self) -> tuple[float, float, QPointF]:
        """Pixels per unit of the drawing along x and y, and the pixel of its zero point."""
        left, top, right, bottom = self._canvas.scene.drawing.layout.extent
        around = self._canvas.theme.px(AROUND)
        wide = self.width() - around - self._canvas.theme.px(BUTTON)
        high = self.height() - 2 * around - 2 * BAND
        x, y = wide / max(1.0, right - left), high / max(1.0, bottom - top)
        return x, y, QPointF(around - left * x, around - top * y)

    def _rect(self, rect: QRectF) -> QRectF:
        x, y, zero = self._scale()
        return QRectF(
            zero.x() + rect.left() * x, zero.y() + rect.top() * y, rect.width() * x, rect.height() * y
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """The layers, the selection and the visible part."""
        if self.is_closed or not self._is_drawn:
            return
        canvas, theme = self._canvas, self._canvas.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("line2"))
        painter.setBrush(theme.colour("raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        drawing = canvas.scene.drawing
        painter.setPen(Qt.PenStyle.NoPen)
        above = -BAND
        for layer in bands(theme, drawing):
            y = max(self._rect(layer[0][0]).top(), above + BAND + 2)  # hosts are close to their switches
            above = y
            for rect, colour in layer:
                painter.setBrush(QColor(colour))
                place = self._rect(rect)
                painter.drawRect(QRectF(place.left(), y, max(1.5, place.width() - 0.5), BAND))
        painter.setBrush(theme.colour("accent"))
        chosen = np.flatnonzero(canvas.scene.looking.emphasis.nodes)[:MOST_MARKED]
        for node in chosen.tolist():
            place_of = canvas.place_of(node)
            if place_of is not None:
                painter.drawEllipse(self._rect(place_of).center(), 2.5, 2.5)
        shown = self._rect(canvas.seen_rect()).intersected(QRectF(self.rect()).adjusted(2, 2, -2, -2))
        grown = QRectF(0, 0, max(6.0, shown.width()), max(6.0, shown.height()))
        grown.moveCenter(shown.center())
        painter.setPen(QPen(theme.colour("accent"), 1.5))
        painter.setBrush(theme.colour("accent_tint", 0.45))
        painter.drawRect(grown)
        painter.end()

    def _go(self, at: QPointF) -> None:
        x, y, zero = self._scale()
        self._canvas.look_to((at.x() - zero.x()) / x, (at.y() - zero.y()) / y)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Bring a place to the middle."""
        if event.button() == Qt.MouseButton.LeftButton and not self.is_closed:
            self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move along."""
        if event.buttons() & Qt.MouseButton.LeftButton and not self.is_closed:
            self._go(event.position())


def bands(theme: Theme, drawing: Drawing) -> list[list[tuple[QRectF, str]]]:
    """The layers of a network from the top as rectangles with their colours, pods apart, in its units."""
    layout, palette = drawing.layout, theme.tokens.drawing
    spans = [span for span in drawing.pod_spans if len(span[0]) <= MOST_PODS]
    pods = list(zip(*(side.tolist() for side in spans[-1]), strict=True)) if spans else []
    left, _, right, bottom = layout.extent
    found = []
    for row in range(len(layout.rows) - 1, -1, -1):
        slots, level = layout.rows[row], drawing.level_of(row)
        low = float((layout.slot_x[slots] - layout.slot_wide[slots] / 2).min(initial=right))
        high = float((layout.slot_x[slots] + layout.slot_wide[slots] / 2).max(initial=low))
        outside = bool((layout.slot_kind[slots] == Kind.OUTSIDE).any())
        role = palette.host if outside or not level else palette.role(level, drawing.levels)
        parts = pods if pods and row <= len(layout.columns.pods) else [(low, high)]
        y = float(layout.row_y[row])
        found.append([(QRectF(a, y, b - a, 0.0), role.stroke) for a, b in parts])
    if len(layout.hosts):
        parts = pods or [(left, right)]
        found.append([(QRectF(a, bottom, b - a, 0.0), palette.host.stroke) for a, b in parts])
    return [layer for layer in found if layer]


class BackToSelection(QPushButton):
    """Names what is selected out of view, at the edge where it is; a click brings it to the middle."""

    def __init__(self, canvas: Seeing, parent: QWidget) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self.setObjectName("back-to-selection")
        self.setToolTip(tip("Bring the selection to the middle"))
        self.clicked.connect(self._go)
        self.hide()

    def refresh(self) -> None:
        """Show the button while nothing selected is in view."""
        canvas = self._canvas
        there = canvas.session.is_open and canvas.scene.has_network and canvas.scene.is_there
        chosen = canvas.chosen_rect() if there and canvas.session.selection else None
        seen = canvas.seen_rect()
        if chosen is None or chosen.intersects(seen):
            self.hide()
            return
        step = chosen.center() - seen.center()
        direction = DIRECTIONS[round(degrees(atan2(step.y(), step.x())) / 45) % 8]
        self.setText(menu_text(f"{direction} {self._name()}"))
        self.adjustSize()
        room = QRectF(canvas.viewport().rect())
        room.adjust(8, 8, -8 - self.width(), -8 - self.height())
        share = max(
            abs(step.x()) / max(1e-9, seen.width() / 2), abs(step.y()) / max(1e-9, seen.height() / 2), 1e-9
        )
        x = room.center().x() + step.x() / share / (seen.width() / 2) * room.width() / 2
        y = room.center().y() + step.y() / share / (seen.height() / 2) * room.height() / 2
        self.move(
            round(min(max(x, room.left()), room.right())), round(min(max(y, room.top()), room.bottom()))
        )
        self.show()
        self.raise_()

    def _name(self) -> str:
        """The selected element, or how many there are."""
        chosen, scene = self._canvas.session.selection, self._canvas.scene
        node = scene.node_at(chosen[0]) if len(chosen) == 1 else None
        return scene.names[node] if node is not None else counted(len(chosen), chosen[0].kind.title)

    def _go(self) -> None:
        chosen = self._canvas.chosen_rect()
        if chosen is not None:
            self._canvas.look_to(chosen.center().x(), chosen.center().y())

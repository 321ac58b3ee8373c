"""Outline icons on a grid of 24, drawn in any colour, and swatches and lines of the kinds of cables."""

from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QImage, QPainter, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer

from fatdesk.engine.drawing.palette import DASHES, text_on
from fatdesk.gui.theme.theme import Theme

SHAPES: dict[str, str] = {
    "catalog": "M4 4h4v16h-4z M8 6h4v14h-4z M4 8h4 M8 16h4 M13.2 5.2l3.9 -1l3.7 14.5l-3.9 1z M14.2 9l3.9 -1",
    "topology": "M9 3h6v5h-6z M3 16h6v5h-6z M15 16h6v5h-6z M6 16v-2.5h12v2.5 M12 8v5.5",
    "pin": "M15 4.5l-4 4l-4 1.5l-1.5 1.5l7 7l1.5 -1.5l1.5 -4l4 -4 M9 15l-4.5 4.5 M14.5 4l5.5 5.5",
    "path": "M5 17a2 2 0 1 0 0.01 0z M19 3a2 2 0 1 0 0.01 0z "
    "M7 19h8.5a3.5 3.5 0 0 0 0 -7h-7a3.5 3.5 0 0 1 0 -7h8.5",
    "floor": "M3 7l6 -3l6 3l6 -3v13l-6 3l-6 -3l-6 3z M9 4v13 M15 7v13",
    "racks": "M5 3h14v8h-14z M5 13h14v8h-14z M8.5 7h.01 M8.5 17h.01 M12 7h4 M12 17h4",
    "cables": "M3 21l4 -4 M21 3l-4 4 M7 17l-1 -1a3 3 0 0 1 0 -4.2l2 -2l6.2 6.2l-2 2a3 3 0 0 1 -4.2 0z "
    "M17 7l1 1a3 3 0 0 1 0 4.2l-2 2l-6.2 -6.2l2 -2a3 3 0 0 1 4.2 0z",
    "bill": "M5 21v-18h14v18l-2.5 -2l-2.2 2l-2.3 -2l-2.3 2l-2.2 -2z M9 8h6 M9 12h6",
    "documents": "M6 3h8l5 5v13h-13z M14 3v5h5 M9 13h7 M9 17h7",
    "schedule": "M4 6h16v14h-16z M4 10.5h16 M8.5 3.5v4 M15.5 3.5v4 M12 13v2.5l2 1.5",
    "simulation": "M4 19h16 M4 15l4 -6l4 2l4 -5l4 4",
    "faults": "M13 2.5l-8 11h6l-1 8l8 -11h-6z",
    "asbuilt": "M4 8v-4h4 M16 4h4v4 M20 16v4h-4 M8 20h-4v-4 M4 12h16",
    "growth": "M4 20h4v-5h5v-5h5v-6 M14.5 7.5l3.5 -3.5l3.5 3.5",
    "swap": "M4 8h15 M15 4l4 4l-4 4 M20 16h-15 M9 12l-4 4l4 4",
    "shift": "M4 19v-4h5v-5h5v-5h6 M17 2l3 3l-3 3",
    "misplaced": "M5 12h13 M13 7l5 5l-5 5",
    "ticked": "M4 4h16v16h-16z M8 12l3 3l5 -6",
    "unticked": "M4 4h16v16h-16z",
    "study": "M9 3h6 M10 3v6l-5 9.5a1.5 1.5 0 0 0 1.4 2.5h11.2a1.5 1.5 0 0 0 1.4 -2.5l-5 -9.5v-6 M7.5 15h9",
    "stop": "M5 5h14v14h-14z",
    "clock": "M12 3a9 9 0 1 0 0.01 0z M12 7v5l3.5 2",
    "undo": "M9 14l-5 -5l5 -5 M4 9h10a6 6 0 0 1 0 11h-2",
    "redo": "M15 14l5 -5l-5 -5 M20 9h-10a6 6 0 0 0 0 11h2",
    "search": "M10.5 4a6.5 6.5 0 1 0 0.01 0z M20 20l-4.8 -4.8",
    "sun": "M12 8a4 4 0 1 0 0.01 0z M12 2.5v1.5 M12 20v1.5 M2.5 12h1.5 M20 12h1.5 M5.3 5.3l1 1 "
    "M17.7 17.7l1 1 M5.3 18.7l1 -1 M17.7 6.3l1 -1",
    "moon": "M12 3a7 7 0 0 0 9 9a9 9 0 1 1 -9 -9z",
    "filter": "M4 5h16l-6 7v7l-4 -2v-5z",
    "copy": "M8 8h12v12h-12z M16 8v-4h-12v12h4",
    "minus": "M5 12h14",
    "plus": "M5 12h14 M12 5v14",
    "fit": "M4 9v-5h5 M15 4h5v5 M20 15v5h-5 M9 20h-5v-5",
    "close": "M6 6l12 12 M18 6l-12 12",
    "open": "M4 19v-13h6l2 2h7v3 M4 19l3 -8h14l-3 8z",
    "explorer": "M4 4v16h16 M8 15a1.3 1.3 0 1 0 .01 0z M12 9.5a1.3 1.3 0 1 0 .01 0z "
    "M15.5 12a1.3 1.3 0 1 0 .01 0z M19 5a1.3 1.3 0 1 0 .01 0z M8 8h.01",
    "requirements": "M6 4h12v17h-12z M9 2.5h6v3h-6z M9 10l1 1l2 -2 M14 10.5h1.5 M9 15.5l1 1l2 -2 M14 16h1.5",
    "design": "M4 20l11 -11 M13 7l4 4 M17 3v3 M15.5 4.5h3 M20 9v3 M18.5 10.5h3 M8 4v3 M6.5 5.5h3",
    "host": "M4 8h16v8h-16z M8 12h.01 M12 12h4",
    "switch": "M3 13h18v7h-18z M7 16.5h.01 M11 16.5h.01 M12 9v4 M8 6a5.5 5.5 0 0 1 8 0",
    "part": "M12 3l8 4.5v9l-8 4.5l-8 -4.5v-9z M12 12l8 -4.5 M12 12v9 M12 12l-8 -4.5",
    "tray": "M4 19l15 -14 M3 17.5a2 2 0 1 0 2 2 M17.5 4.5a2 2 0 1 0 2 2",
    "previous": "M15 6l-6 6l6 6",
    "next": "M9 6l6 6l-6 6",
    "print": "M7 9v-6h10v6 M7 17h-3v-8h16v8h-3 M7 14h10v7h-10z",
    "up": "M6 15l6 -6l6 6",
    "down": "M6 9l6 6l6 -6",
    "left": "M15 6l-6 6l6 6",
    "right": "M9 6l6 6l-6 6",
    "columns": "M4 5h16v14h-16z M9.3 5v14 M14.6 5v14",
    "group": "M4 6h5 M4 12h16 M7 18h13 M12 6h8",
    "table": "M4 5h16v14h-16z M4 10h16 M10 10v9",
    "pencil": "M4 20h4l10.5 -10.5a2.8 2.8 0 1 0 -4 -4l-10.5 10.5z M13.5 6.5l4 4",
    "save": "M5 4h11l3 3v13h-14z M8 4v5h7v-5 M8 20v-7h8v7",
    "export": "M4 17v3h16v-3 M12 4v11 M7 11l5 5l5 -5",
    "inspect": "M4 5h16v14h-16z M15 5v14",
    "pointer": "M6 3l13 8l-6 1.5l-2 6.5z",
    "hand": "M8 13v-7a1.5 1.5 0 0 1 3 0v5 M11 6v-1.5a1.5 1.5 0 0 1 3 0v6.5 M14 6.5a1.5 1.5 0 0 1 3 0v7 "
    "M17 9.5a1.5 1.5 0 0 1 3 0v4.5a7 7 0 0 1 -13 3.5l-3 -5a1.5 1.5 0 0 1 2.6 -1.5l1.4 2",
    "column": "M6 6h12v12h-12z M6 12l6 -6 M6 18l12 -12 M12 18l6 -6",
    "door": "M4 20h4 M18 20h3 M8 20v-13 M8 7a13 13 0 0 1 10 13",
    "wall": "M3 6h18v12h-18z M3 12h18 M9 6v6 M15 12v6 M15 6v6 M9 12v6",
    "keep-out": "M12 4a8 8 0 1 0 0.01 0z M6.5 6.5l11 11",
    "aisle": "M4 3h16v4h-16z M4 17h16v4h-16z M12 9.5v5 M9.5 11l2.5 -2l2.5 2 M9.5 13l2.5 2l2.5 -2",
    "ruler": "M3 8h18v8h-18z M7 8v3 M11 8v4 M15 8v3 M19 8v4",
    "reserve": "M5 4h14v16h-14z M5 14l10 -10 M5 20l14 -14 M11 20l8 -8",
    "put": "M10 4h10v16h-10z M13 9h4 M13 15h4 M2 12h8 M7 8.5l3.5 3.5l-3.5 3.5",
    "grid": "M4 4h16v16h-16z M4 9.3h16 M4 14.6h16 M9.3 4v16 M14.6 4v16",
    "magnet": "M5 4v8a7 7 0 0 0 14 0v-8h-4v8a3 3 0 0 1 -6 0v-8z M5 8h4 M15 8h4",
    "layers": "M12 4l8 4.5l-8 4.5l-8 -4.5z M4 13l8 4.5l8 -4.5",
    "play": "M7 4v16l13 -8z",
    "check": "M5 12l5 5l9 -10",
    "shield": "M12 3l8 3v6c0 5 -4 8 -8 9c-4 -1 -8 -4 -8 -9v-6z",
}
"""Lines of each icon as SVG paths."""

MARKS: dict[str, str] = {
    "error": '<circle cx="12" cy="12" r="9.5" fill="{0}"/><path d="M8.7 8.7l6.6 6.6M15.3 8.7l-6.6 6.6" '
    'stroke="{1}" stroke-width="2.2" stroke-linecap="round"/>',
    "warning": '<path d="M12 2.2l10.4 18.4a1 1 0 0 1 -.9 1.4h-19a1 1 0 0 1 -.9 -1.4z" fill="{0}"/>'
    '<path d="M12 9v5.4M12 17.8v.01" stroke="{1}" stroke-width="2.4" stroke-linecap="round"/>',
    "note": '<circle cx="12" cy="12" r="9.5" fill="{0}"/><path d="M12 11v6M12 7v.01" '
    'stroke="{1}" stroke-width="2.4" stroke-linecap="round"/>',
    "good": '<circle cx="12" cy="12" r="9.5" fill="{0}"/><path d="M7.5 12.2l3.2 3.2l5.8 -6.4" '
    'fill="none" stroke="{1}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>',
    "waived": '<circle cx="12" cy="12" r="9" fill="none" stroke="{0}" stroke-width="1.75"/>'
    '<path d="M8 12l3 3l5 -6" fill="none" stroke="{0}" stroke-width="2" stroke-linecap="round"/>',
}
"""Filled marks: colour and what is cut out of it."""

SEVERITY_TOKENS = {
    "error": "error",
    "warning": "warn_fill",
    "note": "info",
    "good": "ok",
    "waived": "text3",
}

MARK = (
    '<path d="M5.5 7l9 6M5.5 7v6M14.5 7l-9 6M14.5 7v6M5.5 7l4.5 6M14.5 7l-4.5 6" stroke="{0}" '
    'stroke-width="1.5"/><path d="M3 2.5h5v5h-5zM12 2.5h5v5h-5z" fill="{1}"/>'
    '<path d="M1 12.5h5v5h-5zM7.5 12.5h5v5h-5zM14 12.5h5v5h-5z" fill="{2}"/>'
)


@cache
def _render(inside: str, grid: int, size: int, ratio: float) -> QImage:
    """A drawing on a square grid as an image; drawn once, for all windows and themes that have been."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {grid} {grid}">{inside}</svg>'
    side = round(size * ratio)
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return image


def picture(theme: Theme, name: str, token: str, size: int, ratio: float = 2.0) -> QPixmap:
    """An icon or a mark in a colour of the theme; the same object each time."""
    key = (theme.mode, name, token, size, ratio)
    known = theme.pictures.get(key)
    if known is None:
        image = _render(_shape(theme, name, token), 24, size, ratio)
        known = theme.pictures[key] = QPixmap.fromImage(image)
    return known


def _shape(theme: Theme, name: str, token: str) -> str:
    colour = theme.colour(token).name()
    if name in MARKS:
        return MARKS[name].format(colour, theme.colour("base").name())
    return (
        f'<path d="{SHAPES[name]}" fill="none" stroke="{colour}" stroke-width="1.75" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def severity_mark(theme: Theme, severity: str, size: int) -> QPixmap:
    """The mark of a severity, or of a waived finding."""
    return picture(theme, severity, SEVERITY_TOKENS[severity], size)


class Tints(NamedTuple):
    """Tokens of the colours of an icon: usually, when its button is checked, and when it is disabled."""

    usual: str = "text2"
    checked: str = "accent_text"
    disabled: str = "disabled"


ORDINARY = Tints()
ON_ACCENT = Tints("on_accent", "on_accent")
"""On the primary button."""


class _Painted(QIconEngine):
    """Paints an icon when it is seen, in the colours of the theme then and for the pixels of that screen."""

    def __init__(self, theme: Theme, name: str, size: int, tints: Tints) -> None:
        super().__init__()
        self._theme, self._name, self._size, self._tints = theme, name, size, tints

    def clone(self) -> QIconEngine:
        return _Painted(self._theme, self._name, self._size, self._tints)

    def actualSize(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QSize:
        side = min(size.width(), size.height(), self._size)
        return QSize(side, side)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        side = self.actualSize(size, mode, state).width()
        token = self._tints.checked if state == QIcon.State.On else self._tints.usual
        if mode == QIcon.Mode.Disabled:
            token = self._tints.disabled
        return picture(self._theme, self._name, token, side, scale)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        scale = painter.device().devicePixelRatio()
        made = self.scaledPixmap(rect.size(), mode, state, scale)
        free = (rect.size() - made.deviceIndependentSize().toSize()) / 2
        painter.drawPixmap(rect.x() + free.width(), rect.y() + free.height(), made)


def icon(theme: Theme, name: str, size: int, tints: Tints = ORDINARY) -> QIcon:
    """An icon of at most a size, which follows the theme."""
    return QIcon(_Painted(theme, name, size, tints))


def mark(theme: Theme, size: int) -> QPixmap:
    """The program's own mark."""
    drawing = theme.tokens.drawing
    inside = MARK.format(theme.tokens.accent, drawing.core.stroke, drawing.edge.stroke)
    return QPixmap.fromImage(_render(inside, 20, size, 2.0))


def ink_on(colour: str) -> QColor:
    """Black or white, whichever is read better on a fill."""
    return QColor(text_on(colour))


def kind_colour(theme: Theme, kind: str) -> QColor:
    """The colour of a cable kind."""
    kinds = theme.tokens.drawing.kinds
    return QColor(kinds.get(kind, kinds[""]))


def draw_swatch(painter: QPainter, theme: Theme, kind: str, space: QRectF, ground: QColor) -> None:
    """A short line in the colour and pattern of a kind."""
    y = space.center().y()
    width = float(theme.px(4 if kind == "AOC" else 3))
    pen = QPen(kind_colour(theme, kind), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if kind in DASHES:
        pen.setDashPattern([max(0.5, part * 2 / 3) for part in DASHES[kind]])
    painter.setPen(pen)
    painter.drawLine(QPointF(space.left(), y), QPointF(space.right(), y))
    if kind == "AOC":
        painter.setPen(QPen(ground, 1))
        painter.drawLine(QPointF(space.left(), y), QPointF(space.right(), y))

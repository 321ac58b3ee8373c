"""Painting of a frame, the legend, and pictures of it as SVG and PNG."""

import re
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QImage, QImageWriter, QPainter, QPen

from fatdesk.engine.drawing.svg import svg
from fatdesk.engine.topology.frame import Anchor, Box, Label, Pill, Seen, View
from fatdesk.engine.topology.frame_style import Fill, Inks, Look, Stroke
from fatdesk.engine.topology.frames import Looking, key_of
from fatdesk.engine.topology.link_colours import Colouring
from fatdesk.engine.topology.page import Key, Swatches, picture
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.views.port_map import draw_ports
from fatdesk.gui.widgets.numbers import to_read

SMOOTH_MOST, SMOOTH_PIXELS = 5_000, 150_000
"""Of more lines, or of longer ones in all, none is smoothed."""
HAIR = 1.01
"""Width of lines of one pixel that are not smoothed: Qt draws them three times as fast as those of 1.0."""
OUTLINED_MOST = 4_000
"""Of more squares none is outlined while the drawing moves."""
BEHIND = 3.0
"""Offset of the second outline behind a group, in pixels."""
ANCHORS = {
    "start": int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter),
    "middle": int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter),
    "end": int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
}
"""Numbers, because flags of Qt are slow to join."""
CENTRE = int(Qt.AlignmentFlag.AlignCenter)
NO_PEN, NO_BRUSH = Qt.PenStyle.NoPen, Qt.BrushStyle.NoBrush
"""Once for all: an attribute of a flag takes longer than a box that is painted with it."""
MOST_STYLES = 500
"""Pens and brushes that are kept."""


def inks_of(theme: Theme) -> Inks:
    """The colours of frames in a theme."""
    tokens = theme.tokens
    return Inks(
        ground=tokens.canvas,
        base=tokens.base,
        panel=tokens.panel,
        raised=tokens.raised,
        line2=tokens.line2,
        text=tokens.text,
        text2=tokens.text2,
        text3=tokens.text3,
        warn=tokens.warn,
        error=tokens.error,
        error_tint=tokens.error_tint,
        accent=tokens.accent,
        accent_text=tokens.accent_text,
        accent_tint=tokens.accent_tint,
        on_accent=tokens.on_accent,
        dark=theme.mode == "dark",
        palette=tokens.drawing,
    )


class Painting:
    """Paints the frames of one canvas in the colours of a theme."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._fonts: dict[tuple[float, bool], QFont] = {}
        self._styles: dict[Fill, tuple[QPen, QBrush]] = {}

    def paint(
        self,
        painter: QPainter,
        seen: Seen,
        colours: Colouring,
        *,
        moving: bool = False,
        hovered: Box | None = None,
        look: type[Look] = Look,
    ) -> None:
        """A whole frame; while it moves nothing is smoothed."""
        self.painter, self.look = painter, look(seen, colours, inks_of(self.theme))
        lines = seen.strands.lines
        pixels = float(np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]).sum())
        smooth = not moving and len(lines) <= SMOOTH_MOST and pixels <= SMOOTH_PIXELS
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
        painter.setBrush(NO_BRUSH)
        for stroke in self.look.strands():
            self.draw(stroke, HAIR if not smooth else 0.0)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for stroke in self.look.stems():
            self.draw(stroke)
        self._hosts(seen, plain=moving and len(seen.hosts) > OUTLINED_MOST)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not moving)
        for box in seen.boxes:
            if box.what == "frame":
                self._box(box, hovered)
        self.draw(self.look.inner())
        for box in seen.boxes:
            if box.what != "frame":
                self._box(box, hovered)
        for ports in seen.ports:
            draw_ports(painter, self.theme, ports.squares, ports.ends, ports.texts, ports.lit, ports.failed)
        self.draw(self.look.dead())
        for pill in seen.pills:
            self._pill(pill)
        for label in seen.labels:
            self._label(label)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)

    def draw(self, stroke: Stroke, least: float = 0.0) -> None:
        """Draw lines of one pen, at least as wide as stated."""
        if not len(stroke.lines):
            return
        pen = QPen(QColor(stroke.colour), max(stroke.width, least))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if stroke.dash:
            pen.setDashPattern(list(stroke.dash))
        self.painter.setPen(pen)
        self.painter.drawLines(list(map(QLineF, *stroke.lines.T.tolist())))

    def take(self, fill: Fill) -> None:
        """Set pen and brush of a box."""
        style = self._styles.get(fill)
        if style is None:
            pen = QPen(QColor(fill.stroke), fill.width) if fill.stroke else QPen(NO_PEN)
            if fill.dash:
                pen.setDashPattern(list(fill.dash))
            style = pen, QBrush(QColor(fill.fill)) if fill.fill else QBrush(NO_BRUSH)
            if len(self._styles) >= MOST_STYLES:
                self._styles.clear()
            self._styles[fill] = style
        self.painter.setPen(style[0])
        self.painter.setBrush(style[1])

    def _hosts(self, seen: Seen, *, plain: bool) -> None:
        for squares, fill in self.look.hosts():
            if len(squares):
                self.take(fill._replace(fill=fill.stroke, stroke="") if plain else fill)
                self.painter.drawRects(list(map(QRectF, *squares.T.tolist())))

    def _box(self, box: Box, hovered: Box | None) -> None:
        painter = self.painter
        rect = QRectF(box.x, box.y, box.width, box.height)
        if box.lit:
            painter.setPen(NO_PEN)
            painter.setBrush(QColor(self.look.inks.ground))
            painter.drawRoundedRect(rect.adjusted(-4, -4, 4, 4), 6, 6)
        self.take(self.look.box(box))
        if box.what == "group":
            painter.drawRoundedRect(rect.translated(BEHIND, -BEHIND), 4, 4)
        radius = 2.0 if box.what == "hosts" else 4.0
        painter.drawRoundedRect(rect, radius, radius)
        if box == hovered and not box.lit:
            painter.setPen(QPen(QColor(self.look.inks.accent), 1.5))
            painter.setBrush(NO_BRUSH)
            painter.drawRoundedRect(rect.adjusted(-2, -2, 2, 2), 5, 5)

    def font(self, size: float, bold: bool) -> QFont:
        """The font of a size; kept."""
        if (size, bold) not in self._fonts:
            self._fonts[size, bold] = self.theme.strong(size) if bold else self.theme.font(size)
        return self._fonts[size, bold]

    def _label(self, label: Label) -> None:
        painter = self.painter
        painter.setFont(self.font(label.size, label.bold))
        wide, high = 600.0, label.size * 1.6
        left = {"start": label.x, "middle": label.x - wide / 2, "end": label.x - wide}[label.anchor]
        rect = QRectF(left, label.y - high / 2, wide, high)
        if label.plate:
            size = painter.fontMetrics().horizontalAdvance(label.text)
            painter.fillRect(QRectF(label.x - 4, rect.top(), size + 8, high), QColor(self.look.inks.ground))
        painter.setPen(QColor(self.look.ink(label)))
        painter.drawText(rect, ANCHORS[label.anchor], _shown(label.text))

    def _pill(self, pill: Pill) -> None:
        painter = self.painter
        painter.setFont(self.font(12.0, True))
        text = _shown(pill.text)
        wide = max(36.0, painter.fontMetrics().horizontalAdvance(text) + 16.0)
        rect = QRectF(pill.x - wide / 2, pill.y - 11, wide, 22)
        fill, ink = self.look.pill(pill)
        self.take(fill)
        painter.drawRoundedRect(rect, 11, 11)
        painter.setPen(QColor(ink))
        painter.drawText(rect, CENTRE, text)


class PixelPainter:
    """Draws a drawing in pixels on the screen; pens and brushes are kept between frames."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._painting = Painting(theme)

    def begin(self, painter: QPainter) -> None:
        """Draw with a painter from now on."""
        self._painting.painter = painter

    def box(self, x: float, y: float, wide: float, high: float, fill: Fill, radius: float = 0.0) -> None:
        """A rectangle."""
        self._painting.take(fill)
        self._painting.painter.drawRoundedRect(QRectF(x, y, wide, high), radius, radius)

    def lines(self, stroke: Stroke) -> None:
        """Lines of one pen."""
        self._painting.draw(stroke)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        ink: str,
        *,
        bold: bool = False,
        anchor: Anchor = "start",
    ) -> None:
        """A line of text around the middle of its height."""
        painter = self._painting.painter
        painter.setFont(self._painting.font(size, bold))
        painter.setPen(QColor(ink))
        left = {"start": x, "middle": x - 300.0, "end": x - 600.0}[anchor]
        painter.drawText(QRectF(left, y - size * 0.8, 600.0, size * 1.6), ANCHORS[anchor], _shown(text))


def point_in(box: Box, at: QPointF) -> bool:
    """Whether a pixel is in a box."""
    return box.x <= at.x() <= box.x + box.width and box.y <= at.y() <= box.y + box.height


FINER = 2
"""Pixels of a picture for one on the screen."""


def svg_of(theme: Theme, looking: Looking, view: View, title: str) -> bytes:
    """A frame as an SVG file."""
    seen = looking.frame(view)
    look = Look(seen, looking.colours, inks_of(theme))
    return svg(picture(title, look, view, key_of(looking, seen)))


def png_of(theme: Theme, size: QSize, draw: Callable[[QPainter], object]) -> bytes:
    """A drawing of a painter as a PNG file."""
    image = QImage(size * FINER, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(FINER)
    painter = QPainter(image)
    painter.fillRect(QRectF(0, 0, size.width(), size.height()), theme.colour("canvas"))
    draw(painter)
    painter.end()
    data = QBuffer()
    data.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(data, QByteArray(b"png")).write(image)
    return bytes(data.data().data())


COUNT = re.compile(r"(× ?)?[\d,]+( hosts)?")
"""A number of elements; all other texts are names."""


def _shown(text: str) -> str:
    """Return a text of the drawing as it is read: counts in the number language, names as they are."""
    return to_read(text) if COUNT.fullmatch(text) else text


LINE, SWATCH = 20, 24


def draw_legend(
    theme: Theme, painter: QPainter, look: Swatches, key: Key, height: int, right: int | None = None
) -> QRectF:
    """Draw title, a line for each colour, and notes of what was left out; return its box.

    Parameters
    ----------
    height, right
        Lower edge of the drawing, and the right one where the legend belongs there.
    """
    px = theme.px
    note = to_read(key.note)
    notes = [
        *((to_read(text), "text2") for text in key.notes),
        *((to_read(text), "warn") for text in key.left_out),
    ]
    painter.setFont(theme.strong(12))
    shift = painter.fontMetrics().horizontalAdvance(key.title) + px(8)
    painter.setFont(theme.font(12))
    metrics = painter.fontMetrics()
    figures = [to_read(f"{row.links:,}") for row in key.rows]
    number = max((metrics.horizontalAdvance(figure) for figure in figures), default=0)
    wide = max(
        [
            shift + metrics.horizontalAdvance(note),
            *(px(SWATCH + 26) + metrics.horizontalAdvance(row.name) + number for row in key.rows),
            *(metrics.horizontalAdvance(text) for text, _ in notes),
        ]
    )
    high = px(36) + px(LINE) * (len(key.rows) + len(notes))
    box = QRectF(px(12), height - px(12) - high, wide + px(28), high)
    if right is not None:
        box.moveRight(right - px(12))
    painter.setPen(theme.colour("line2"))
    painter.setBrush(theme.colour("raised"))
    painter.drawRoundedRect(box, px(6), px(6))
    left, y = box.left() + px(14), box.top() + px(20)
    painter.setPen(theme.colour("text2"))
    painter.drawText(QPointF(left + shift, y), note)
    painter.setFont(theme.strong(12))
    painter.setPen(theme.colour("text"))
    painter.drawText(QPointF(left, y), key.title)
    painter.setFont(theme.font(12))
    for row, figure in zip(key.rows, figures, strict=True):
        y += px(LINE)
        swatch = look.swatch(row.code)
        pen = QPen(QColor(swatch.colour), swatch.width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if swatch.dash:
            pen.setDashPattern(list(swatch.dash))
        painter.setPen(pen)
        painter.drawLine(QPointF(left, y - px(4)), QPointF(left + px(SWATCH), y - px(4)))
        painter.setPen(theme.colour("text"))
        painter.drawText(QPointF(left + px(SWATCH + 10), y), row.name)
        painter.setPen(theme.colour("text2"))
        painter.drawText(QPointF(box.right() - px(14) - metrics.horizontalAdvance(figure), y), figure)
    for text, tone in notes:
        y += px(LINE)
        painter.setPen(theme.colour(tone))
        painter.drawText(QPointF(left, y), text)
    return box

"""Painter of pages with a QPainter: paper, PDF, preview, and PNG with the same bytes for the same page."""

from functools import lru_cache

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QImage,
    QPainter,
    QPen,
    QPolygonF,
)

from fatdesk.engine.drawing.display import Box, Boxes, Lines, Page, Pen, Picture, Polyline, Text
from fatdesk.engine.drawing.sketch import plain
from fatdesk.engine.drawing.text_width import MARGIN
from fatdesk.paper.application import PaperError, need_qt

UNITS = 100.0
"""Units of the painter in a millimetre; sizes of fonts are whole numbers of them."""

HAIR = 0.002
"""Units by which boxes begin later than drawn.

Qt cuts off decimals in PDF files: an edge between two dots would be before them, and colour the dot next to
it grey. zbarimg then reads 2 of 64 codes of a sheet at 300 dpi instead of all.
"""

FAMILIES = ["Roboto", "Arial", "Liberation Sans", "Helvetica", "DejaVu Sans", "sans-serif"]
CONDENSED = ["Roboto Condensed", "Arial Narrow", "Liberation Sans Narrow", *FAMILIES]


class PagePainter:
    """Draws pages; fonts, pens and colours are made once."""

    def __init__(self, painter: QPainter) -> None:
        self.painter = painter
        self._font = lru_cache(None)(_font)
        self._pen = lru_cache(None)(_pen)
        self._brush = lru_cache(None)(_brush)
        self._metrics = lru_cache(None)(lambda *look: QFontMetricsF(self._font(*look)))
        known = set(QFontDatabase.families())
        self._exact = {condensed: _family(condensed) in known for condensed in (False, True)}

    def draw(self, page: Page) -> None:
        """Draw a page; the painter's unit is a hundredth of a millimetre, its origin the page's corner."""
        for item in page.items:
            if isinstance(item, Text):
                self._text(item)
            elif isinstance(item, Lines):
                self._lines(item)
            elif isinstance(item, Box):
                self._box(item)
            elif isinstance(item, Boxes):
                self._boxes(item)
            elif isinstance(item, Picture):
                self._picture(item)
            else:
                self._polyline(item)

    def _use(self, pen: Pen | None, fill: str) -> None:
        self.painter.setPen(self._pen(pen) if pen else Qt.PenStyle.NoPen)
        self.painter.setBrush(self._brush(fill) if fill else Qt.BrushStyle.NoBrush)

    def _lines(self, item: Lines) -> None:
        self.painter.setPen(self._pen(item.pen))
        self.painter.drawLines(
            [QLineF(a * UNITS, b * UNITS, c * UNITS, d * UNITS) for a, b, c, d in item.segments]
        )

    def _box(self, item: Box) -> None:
        self._use(item.pen, item.fill)
        rect = QRectF(item.x * UNITS, item.y * UNITS, item.width * UNITS, item.height * UNITS)
        if item.radius:
            self.painter.drawRoundedRect(rect, item.radius * UNITS, item.radius * UNITS)
        else:
            self.painter.drawRect(rect)

    def _boxes(self, item: Boxes) -> None:
        self._use(None, item.fill)
        corners = [(a * UNITS + HAIR, b * UNITS + HAIR, c * UNITS, d * UNITS) for a, b, c, d in item.corners]
        self.painter.drawRects([QRectF(a, b, c - a, d - b) for a, b, c, d in corners])

    def _picture(self, item: Picture) -> None:
        """A picture in the dots that paper shows, on white: files of pages hold no transparent parts."""
        image = QImage.fromData(item.data)
        if image.isNull():
            return
        wide, high = (max(1, round(side * DOTS_PER_MM)) for side in (item.width, item.height))
        if wide < image.width():
            image = image.scaled(
                wide, high, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
        faded = QImage(image.size(), QImage.Format.Format_RGB32)
        faded.fill(0xFFFFFFFF)
        fading = QPainter(faded)
        fading.setOpacity(item.strength)
        fading.drawImage(0, 0, image)
        fading.end()
        left, upper, right, lower = (side * UNITS for side in item.clip)
        painter = self.painter
        painter.save()
        painter.setClipRect(QRectF(left, upper, right - left, lower - upper))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering, item.kind == "png")
        painter.translate(item.x * UNITS, item.y * UNITS)
        painter.rotate(item.turned_deg)
        painter.drawImage(QRectF(0.0, 0.0, item.width * UNITS, item.height * UNITS), faded)
        painter.restore()

    def _polyline(self, item: Polyline) -> None:
        self._use(item.pen, item.fill)
        points = QPolygonF([QPointF(x * UNITS, y * UNITS) for x, y in item.points])
        if item.closed:
            self.painter.drawPolygon(points)
        else:
            self.painter.drawPolyline(points)

    def _text(self, item: Text) -> None:
        text = plain(item.text)
        if not text:
            return
        look = (round(item.size * UNITS), item.bold, item.condensed)
        painter = self.painter
        painter.setFont(self._font(*look))
        painter.setPen(self._pen(Pen(colour=item.colour, width=0.1)))
        planned = item.width * UNITS
        exact = self._exact[item.condensed] and text.isascii()
        aslant = item.turned or item.over
        if exact and item.anchor == "start" and not aslant:
            painter.drawText(QPointF(item.x * UNITS, item.y * UNITS), text)
            return
        wide = planned / MARGIN if exact else self._metrics(*look).horizontalAdvance(text)
        squeeze = min(1.0, planned / wide) if wide else 1.0
        shift = -wide * squeeze * {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor]
        if squeeze == 1.0 and not aslant:
            painter.drawText(QPointF(item.x * UNITS + shift, item.y * UNITS), text)
            return
        painter.save()
        painter.translate(item.x * UNITS, item.y * UNITS)
        if aslant:
            painter.rotate(-90.0 if item.turned else 180.0)
        painter.translate(shift, 0.0)
        painter.scale(squeeze, 1.0)
        painter.drawText(QPointF(0.0, 0.0), text)
        painter.restore()


def _family(condensed: bool) -> str:
    return (CONDENSED if condensed else FAMILIES)[0]


def _font(size: int, bold: bool, condensed: bool) -> QFont:
    """A font whose letters each represent themselves: no ligatures, which a search would not find."""
    font = QFont(CONDENSED if condensed else FAMILIES)
    font.setPixelSize(max(1, size))
    font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setFeature(QFont.Tag("liga"), 0)
    font.setStyleStrategy(QFont.StyleStrategy.ForceOutline | QFont.StyleStrategy.NoSubpixelAntialias)
    return font


def _pen(pen: Pen) -> QPen:
    made = QPen(QColor(pen.colour))
    made.setWidthF(pen.width * UNITS)
    made.setCapStyle(Qt.PenCapStyle.SquareCap if pen.square else Qt.PenCapStyle.FlatCap)
    made.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if pen.dash and pen.width:
        made.setDashPattern([part / pen.width for part in pen.dash])
    return made


def _brush(fill: str) -> QBrush:
    return QBrush(QColor(fill))


DOTS_PER_MM = 12
"""About 300 dots an inch."""
MOST_DOTS = 20_000


def png(page: Page, dots_per_mm: int = DOTS_PER_MM) -> bytes:
    """The picture.

    Raises
    ------
    PaperError
        When Qt is not there, or the picture would be too large.
    """
    need_qt()
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImage, QImageWriter, QPainter

    width, height = round(page.width * dots_per_mm), round(page.height * dots_per_mm)
    if max(width, height) > MOST_DOTS:
        raise PaperError(f"a picture of {width:,} × {height:,} dots is too large, use a smaller one")
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    dots_per_metre = dots_per_mm * 1000
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(dots_per_mm / UNITS, dots_per_mm / UNITS)
    PagePainter(painter).draw(page)
    painter.end()
    image.setDotsPerMeterX(dots_per_metre)
    image.setDotsPerMeterY(dots_per_metre)
    data = QBuffer()
    data.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(data, QByteArray(b"png")).write(image):
        raise PaperError("the picture could not be written as PNG; there may be no memory left")
    return bytes(data.data().data())

"""PNG of a page, the same bytes for the same page."""

from fatdesk.engine.drawing.display import Page
from fatdesk.paper.application import PaperError, need_qt

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

    from fatdesk.paper.painter import UNITS, PagePainter

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

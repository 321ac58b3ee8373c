"""What is on view as a file: SVG of the same lines and words, PNG of the same pixels, twice as fine."""

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QImage, QImageWriter, QPainter

from fatdesk.engine.drawing.svg import svg
from fatdesk.engine.topology.colour_key import key_of
from fatdesk.engine.topology.frame_style import Look
from fatdesk.engine.topology.frames import Looking
from fatdesk.engine.topology.svg_page import picture
from fatdesk.engine.topology.view import View
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.topology.painting import inks_of

FINER = 2
"""Pixels of a picture for one on the screen."""


def svg_of(theme: Theme, looking: Looking, view: View, title: str) -> bytes:
    """A frame as an SVG file."""
    seen = looking.frame(view)
    look = Look(seen, looking.colours, inks_of(theme))
    return svg(picture(title, look, view, key_of(looking, seen)))


def png_of(theme: Theme, size: QSize, draw: Callable[[QPainter], object]) -> bytes:
    """What a painter draws as a PNG file."""
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
